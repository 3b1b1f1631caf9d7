package match

import (
	"slices"

	"paddock/games"
)

// Notice is an event of a match that one person must be told about, apart from the board and the
// turn (P94). Announced, OfferedAgain, SecondIsDue and LooksForGame have no recipient. A notice
// stays in the record until it is delivered, so it survives a crash of the process. A notice that
// becomes obsolete before it is delivered is removed. A person gets at most one notice of an event.
type Notice struct {
	Event Seq // the event it reports
	To    UserID
	Kind  NoticeKind
}

// NoticeKind is the kind of a notice.
type NoticeKind string

// The kinds of notices. They are stored.
const (
	// the match has begun, perhaps by an accepted challenge, and another player is to move
	HasBegun         NoticeKind = "begun"
	WasDeclined      NoticeKind = "declined"  // the person's challenge was declined
	HasExpired       NoticeKind = "expired"   // nobody answered the person's challenge
	WasClosed        NoticeKind = "closed"    // the match ended without a result, for the reason in Closing
	HasResult        NoticeKind = "result"    // the match is over
	DrawOffered      NoticeKind = "draw"      // the opponent offers a draw
	DrawDeclined     NoticeKind = "no draw"   // the opponent declined the person's draw offer
	TakebackAsked    NoticeKind = "undo"      // the opponent asks to take a turn back
	TakebackAgreed   NoticeKind = "undone"    // the opponent agreed to the person's takeback
	TakebackDeclined NoticeKind = "no undo"   // the opponent declined the person's takeback
	PlayOutAsked     NoticeKind = "play out"  // another player agrees to have the rest of the decided match played out
	PauseAsked       NoticeKind = "pause"     // the opponent would like a pause
	PauseAgreed      NoticeKind = "paused"    // the opponent agreed to the person's pause
	PauseDeclined    NoticeKind = "no pause"  // the opponent declined the person's pause
	PauseEnded       NoticeKind = "on"        // the other player ended the pause
	RestEnded        NoticeKind = "resumed"   // the match continues after it was parked for another reason
	GotTime          NoticeKind = "time"      // the opponent has given the person more time
	MayClaim         NoticeKind = "claimable" // the opponent's time has run out, and the person may claim the win
	WasSkipped       NoticeKind = "skipped"   // the person's time has run out, and their turn is skipped
	WasRemoved       NoticeKind = "removed"   // the person's time has run out, and the others play on without them
	RematchOffered   NoticeKind = "rematch"   // another player wants a rematch
	WasHandedOver    NoticeKind = "handed"    // a moderator gave one member's seat or ownership to another member
	ResumeAsked      NoticeKind = "resume"    // another player wants to continue the parked match elsewhere
	SeatOffered      NoticeKind = "seat"      // a moderator offers the person what another member has
	Announced        NoticeKind = "announced" // the result is posted in the server's results channel; To is empty
	OfferedAgain     NoticeKind = "again"     // the challenge was accepted and must be offered again; To is empty
	// the member whom the person challenged proposes other terms and challenges the person instead
	OddsAsked NoticeKind = "odds"
	// the match's owner looks for an opponent, and subscribers are notified; To is empty
	LooksForGame NoticeKind = "looks"
	FollowedEnd  NoticeKind = "followed" // a match that the person follows is over
	// the first match of a pair is over, and the second must begin; To is empty
	SecondIsDue  NoticeKind = "second"
	SeatDeclined NoticeKind = "no seat" // the member who was asked by this moderator declined
)

// OwnTurn is the notification of a user who is to move or is challenged. It is shown with the board
// and is never a Notice.
const OwnTurn NoticeKind = "turn"

// Calls reports whether notices of this kind ask the person to do something, or hold only for a
// while. CallsUpon says whether they still do.
func (k NoticeKind) Calls() bool {
	return slices.Contains([]NoticeKind{
		OwnTurn, PlayOutAsked, DrawOffered, TakebackAsked, PauseAsked, PauseAgreed,
		MayClaim, SeatOffered, ResumeAsked, OddsAsked,
	}, k)
}

// CallsUpon reports whether a notice of this kind still holds for the user: what it asked is not
// done, or the pause that it tells of lasts.
func (r Record) CallsUpon(u UserID, k NoticeKind) bool {
	seat := r.SeatOf(u)
	plays := r.Status == Running && seat != games.Spectator
	switch k {
	case OwnTurn:
		return plays && r.Waiting.Has(seat) && r.Players[seat].Channel == "" || r.Status == Open && r.Invited == u
	case DrawOffered:
		return plays && r.DrawOffer != nil && *r.DrawOffer != seat
	case PlayOutAsked:
		return plays && r.Asked().Has(seat) && r.Rest.Agreed != 0
	case TakebackAsked:
		return plays && r.UndoOffer != nil && *r.UndoOffer != seat
	case PauseAsked:
		return plays && r.RestOffer != nil && *r.RestOffer != seat
	case PauseAgreed:
		return plays && r.Parked != nil && r.Parked.Why == CodePause
	case MayClaim:
		return plays && r.Clock.Lapsed && !r.Waiting.Has(seat)
	case ResumeAsked:
		_, _, asked := r.Wish(u)
		return asked
	case SeatOffered:
		return r.Heir != nil && r.Heir.To.User == u
	case OddsAsked:
		return r.Status == Open && r.Invited == u
	}
	return false
}

// FollowUpIsDue reports whether the match service has work to do because of a change of this match:
// see OfferedAgain and SecondIsDue.
func (r Record) FollowUpIsDue() bool {
	return slices.ContainsFunc(r.Notices, Notice.FollowUp)
}

// FollowUp reports whether a notice is work for the match service and is not told to anybody.
func (n Notice) FollowUp() bool { return n.Kind == OfferedAgain || n.Kind == SecondIsDue }
