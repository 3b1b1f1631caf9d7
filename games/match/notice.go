package match

import (
	"slices"

	"paddock/games"
	"paddock/games/referee"
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
	// the match's owner looks for an opponent, and subscribers are called; To is empty
	LooksForGame NoticeKind = "looks"
	FollowedEnd  NoticeKind = "followed" // a match that the person follows is over
	// the first match of a pair is over, and the second must begin; To is empty
	SecondIsDue  NoticeKind = "second"
	SeatDeclined NoticeKind = "no seat" // the member who was asked by this moderator declined
)

// OwnTurn is the call to a user who is to move or is challenged. It is shown with the board and is
// never a Notice.
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

// Notices returns what people must be told about a change. Was and is are the match before and
// after it, log the new events, by the user who made it. By is empty for the clock, the computers
// and the referee. The author of the change, computers and former players get no notices. Players
// who are now to move get no extra notice, because they are called for their turn anyway (P7).
func Notices(was, is Record, log []Event, by UserID) []Notice {
	n := noting{was: was, is: is, log: log, by: by}
	for _, e := range log {
		n.event(e)
	}
	return n.list
}

// FollowUpIsDue reports whether the match service has work to do because of a change of this match:
// see OfferedAgain and SecondIsDue.
func (r Record) FollowUpIsDue() bool {
	return slices.ContainsFunc(r.Notices, Notice.FollowUp)
}

// FollowUp reports whether a notice is work for the match service and is not told to anybody.
func (n Notice) FollowUp() bool { return n.Kind == OfferedAgain || n.Kind == SecondIsDue }

// StillTrue returns the notices of a list that are not obsolete: the offer is still open, or the
// running match continues.
func (r Record) StillTrue(list []Notice) []Notice {
	old := func(n Notice) bool {
		switch n.Kind {
		case HasResult, FollowedEnd, Announced, WasRemoved, WasDeclined, HasExpired, WasClosed, WasHandedOver,
			SeatDeclined:
			return false
		case SeatOffered, ResumeAsked, OddsAsked, PlayOutAsked:
			return !r.CallsUpon(n.To, n.Kind)
		case LooksForGame:
			return r.Status != Open
		case OfferedAgain:
			return r.Wants.Again == 0
		case RematchOffered, SecondIsDue:
			return r.RematchID != ""
		case DrawOffered:
			return r.DrawOffer == nil
		case TakebackAsked:
			return r.UndoOffer == nil
		case PauseAsked:
			return r.RestOffer == nil
		case PauseAgreed:
			return r.Parked == nil
		case MayClaim:
			return !r.Clock.Lapsed
		case HasBegun: // a member who is to move by now is called for that
			return r.Status != Running || r.CallsUpon(n.To, OwnTurn)
		case GotTime:
			return r.Status != Running || !r.Waiting.Has(r.SeatOf(n.To)) // they may have moved since
		}
		return r.Status != Running
	}
	return slices.DeleteFunc(slices.Clone(list), old)
}

// noting collects the notices of a change.
type noting struct {
	was, is Record
	log     []Event
	by      UserID
	list    []Notice
}

// add records a notice of an event for each of the users.
func (n *noting) add(e Event, kind NoticeKind, to ...UserID) {
	for _, u := range to {
		known := func(other Notice) bool { return other.To == u && other.Event == e.Seq }
		if u != "" && u != n.by && !slices.ContainsFunc(n.list, known) {
			n.list = append(n.list, Notice{Event: e.Seq, To: u, Kind: kind})
		}
	}
}

func (n *noting) event(e Event) {
	switch e.Kind {
	case Began:
		if n.is.Tournament == "" { // a tournament informs its players itself
			n.add(e, HasBegun, n.others()...)
		}
	case Offered:
		n.offered(e)
	case Declined:
		n.declined(e)
	case Undone:
		n.add(e, TakebackAgreed, n.user(e.Seat))
	case Parked:
		if e.Code == CodePause {
			n.add(e, PauseAgreed, n.is.Members()...)
		}
	case Resumed:
		switch {
		case n.was.Parked == nil: // the match moves into its thread, which is no news
		case n.was.Parked.Why == CodePause:
			n.add(e, PauseEnded, n.is.Members()...)
		default:
			n.add(e, RestEnded, n.is.Members()...)
		}
	case Extended:
		if e.Code == CodeGift {
			n.add(e, GotTime, n.is.Members()...) // the giver never gets a notice, so only the opponent remains
		}
	case Lapsed:
		n.add(e, MayClaim, n.others()...)
	case Ruled:
		n.ruled(e)
	case HandedOver:
		h, _ := n.is.HandedOver(e.Seq)
		n.add(e, WasHandedOver, append(n.is.Members(), h.From.User, h.To.User, e.User)...)
	case Ended:
		n.ended(e)
	}
}

func (n *noting) offered(e Event) {
	switch {
	case e.Code == CodeSeat:
		n.add(e, SeatOffered, n.is.Heir.To.User)
	case e.Code == CodeOdds && n.is.Owner != n.was.Owner:
		n.add(e, OddsAsked, n.is.Invited)
	case e.Code == CodeResume:
		for _, u := range n.is.Members() {
			// only once, however often the wish changes its place
			if n.is.CallsUpon(u, ResumeAsked) && !n.was.CallsUpon(u, ResumeAsked) {
				n.add(e, ResumeAsked, u)
			}
		}
	case e.Code == CodeDraw:
		n.add(e, DrawOffered, n.is.Members()...)
	case e.Code == CodeTakeback:
		n.add(e, TakebackAsked, n.is.Members()...)
	case e.Code == CodeDecided:
		for seat := range n.is.Asked().All() {
			n.add(e, PlayOutAsked, n.user(seat))
		}
	case e.Code == CodePause:
		n.add(e, PauseAsked, n.is.Members()...)
	case e.Code == CodeRematch && n.is.RematchID == "": // a rematch that has begun has a notice of its own
		n.add(e, RematchOffered, n.is.Members()...)
	}
}

// declined tells the member who made the offer, unless they withdrew it themselves.
func (n *noting) declined(e Event) {
	kind, offer := DrawDeclined, n.was.DrawOffer
	if e.Code == CodeTakeback {
		kind, offer = TakebackDeclined, n.was.UndoOffer
	}
	if e.Code == CodePause {
		kind, offer = PauseDeclined, n.was.RestOffer
	}
	switch {
	case e.Code == "": // a challenge was declined, which WasDeclined or WasClosed reports
	case e.Code == CodeSeat:
		n.add(e, SeatDeclined, n.was.Heir.Asking)
	case offer == nil || n.played() && n.is.Waiting.Has(*offer):
		// the player is called for their turn, and sees the answer then
	default:
		n.add(e, kind, n.user(*offer))
	}
}

// ruled tells a player what the clock or a claim did to their seat, if the match continues.
func (n *noting) ruled(e Event) {
	switch {
	case e.Code != CodeClock && e.Code != CodeClaimed || n.is.Status != Running:
	case e.Ruling == games.Skip && n.is.Clock.Policy.Lapse == referee.Skip:
		if !n.is.Waiting.Has(e.Seat) {
			n.add(e, WasSkipped, n.user(e.Seat))
		}
	case e.Ruling == games.Remove || e.Ruling == games.Time:
		n.add(e, WasRemoved, n.user(e.Seat))
	}
}

func (n *noting) ended(e Event) {
	members := n.is.Members()
	switch {
	case n.is.Status == Over && (len(members) < 2 && n.played() || n.is.Tournament != "" && n.decided()):
		// The board shows the end to a player against computers, and a tournament reports its
		// results itself.
	case n.is.Status == Over:
		n.add(e, HasResult, slices.DeleteFunc(members, n.putOut)...)
	case n.is.Reason == ByDecline:
		n.add(e, WasDeclined, n.is.Owner)
	case n.was.Status == Open && n.is.Reason == ByExpiry:
		n.add(e, HasExpired, append(members, n.is.Owner)...)
	default:
		n.add(e, WasClosed, append(members, n.is.Owner)...)
	}
}

// others returns the members who play but are not to move. The members to move get the news with
// their turn.
func (n *noting) others() (users []UserID) {
	for seat, p := range n.is.Players {
		if !n.is.Waiting.Has(games.Seat(seat)) && !n.is.Left.Has(games.Seat(seat)) {
			users = append(users, p.User)
		}
	}
	return users
}

// user returns the member at a seat, or "".
func (n *noting) user(seat games.Seat) UserID {
	if seat < 0 || int(seat) >= len(n.is.Players) {
		return ""
	}
	return n.is.Players[seat].User
}

// putOut reports whether this change removed a member from a tournament by the clock. The
// tournament reports that itself.
func (n *noting) putOut(u UserID) bool {
	return n.is.Tournament != "" && slices.ContainsFunc(n.log, func(e Event) bool {
		return e.Kind == Ruled && e.Code == CodeClock && (e.Ruling == games.Remove || e.Ruling == games.Time) &&
			n.user(e.Seat) == u
	})
}

// played reports whether the change is a move.
func (n *noting) played() bool {
	return slices.ContainsFunc(n.log, func(e Event) bool { return e.Kind == Moved })
}

// decided reports whether a member has decided the match.
func (n *noting) decided() bool {
	return slices.ContainsFunc(n.log, func(e Event) bool { return e.Ruling == RulingDecide && e.Code == CodeMember })
}
