package match

import (
	"slices"

	"paddock/games"
	"paddock/games/referee"
)

// Notice is something that has happened to a match and that one person is to be told, apart from what the board shows to everybody and from the turn
// (P94); Announced, OfferedAgain, SecondIsDue and LooksForGame are for nobody in particular. It stays in the record until somebody says that the person has been told, so it is told however often the process dies; one that is out of
// date before it was told is taken back. A person has at most one of an event.
type Notice struct {
	Event Seq // what it is about
	To    UserID
	Kind  NoticeKind
}

// NoticeKind tells notices apart. The kinds are stored.
type NoticeKind string

// The kinds of notices.
const (
	HasBegun         NoticeKind = "begun"     // the match has begun, and somebody else is to move; a challenge was accepted so
	WasDeclined      NoticeKind = "declined"  // the person's challenge was declined
	HasExpired       NoticeKind = "expired"   // nobody has answered the person's challenge
	WasClosed        NoticeKind = "closed"    // the match ended without a result: Closing says why
	HasResult        NoticeKind = "result"    // the match is over
	DrawOffered      NoticeKind = "draw"      // the opponent offers a draw
	DrawDeclined     NoticeKind = "no draw"   // the opponent has turned the person's offer down
	TakebackAsked    NoticeKind = "undo"      // the opponent asks to take a turn back
	TakebackAgreed   NoticeKind = "undone"    // the opponent has let the person take a turn back
	TakebackDeclined NoticeKind = "no undo"   // the opponent has not
	PauseAsked       NoticeKind = "pause"     // the opponent would like a pause
	PauseAgreed      NoticeKind = "paused"    // the opponent has agreed to the person's pause
	PauseDeclined    NoticeKind = "no pause"  // the opponent has not
	PauseEnded       NoticeKind = "on"        // somebody has ended the pause
	RestEnded        NoticeKind = "resumed"   // the match goes on after a rest of another kind
	GotTime          NoticeKind = "time"      // the opponent has given the person more time
	MayClaim         NoticeKind = "claimable" // the opponent's time has run out, and the person may claim the win
	WasSkipped       NoticeKind = "skipped"   // the person's time has run out, and the turn is lost
	WasRemoved       NoticeKind = "removed"   // the person's time has run out, and the others play on
	RematchOffered   NoticeKind = "rematch"   // somebody who played would like a rematch
	WasHandedOver    NoticeKind = "handed"    // a moderator has given what one member had to another
	ResumeAsked      NoticeKind = "resume"    // another player would like the match, which is at rest, to go on elsewhere
	SeatOffered      NoticeKind = "seat"      // a moderator would like the person to have what another member has
	Announced        NoticeKind = "announced" // the result stands in the server's channel for results: To is empty
	OfferedAgain     NoticeKind = "again"     // the challenge has been accepted and is to be offered anew: To is empty
	OddsAsked        NoticeKind = "odds"      // whom the person has challenged would play on other terms, and challenges them in turn
	LooksForGame     NoticeKind = "looks"     // who has made the match looks for an opponent, and those who want it are to be called: To is empty
	FollowedEnd      NoticeKind = "followed"  // a match that the person follows and does not play is over
	SecondIsDue      NoticeKind = "second"    // the first match of a pair is over, and the second is to begin: To is empty
	SeatDeclined     NoticeKind = "no seat"   // whom the person, a moderator, has offered it to does not want it
)

// OwnTurn is what calls upon who is waited for: their turn, or a challenge to them. It is told with the board, and never a Notice.
const OwnTurn NoticeKind = "turn"

// Calls reports whether a notice calls upon somebody for as long as they have not done it, see CallsUpon.
func (k NoticeKind) Calls() bool {
	return slices.Contains([]NoticeKind{OwnTurn, DrawOffered, TakebackAsked, MayClaim, SeatOffered, ResumeAsked, OddsAsked}, k)
}

// CallsUpon reports whether somebody still has to do what a notice has called upon them for.
func (r Record) CallsUpon(u UserID, k NoticeKind) bool {
	seat := r.SeatOf(u)
	plays := r.Status == Running && seat != games.Spectator
	switch k {
	case OwnTurn:
		return plays && r.Waiting.Has(seat) || r.Status == Open && r.Invited == u
	case DrawOffered:
		return plays && r.DrawOffer != nil && *r.DrawOffer != seat
	case TakebackAsked:
		return plays && r.UndoOffer != nil && *r.UndoOffer != seat
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

// Notices are what people have to be told of a change: was and is the match before and after it, log the events that it has added, by who has made it
// (empty: the clock, the computers or the referee). Never told are who made the change, computers and former players; nor is somebody told what goes
// with their turn, which is a notification of its own (P7).
func Notices(was, is Record, log []Event, by UserID) []Notice {
	n := noting{was: was, is: is, log: log, by: by}
	for _, e := range log {
		n.event(e)
	}
	return n.list
}

// StillTrue are those of a match's notices that are not out of date: offers stand, what was said of a running match goes on.
func (r Record) StillTrue(list []Notice) []Notice {
	old := func(n Notice) bool {
		switch n.Kind {
		case HasResult, FollowedEnd, Announced, WasRemoved, WasDeclined, HasExpired, WasClosed, WasHandedOver, SeatDeclined:
			return false
		case SeatOffered, ResumeAsked, OddsAsked:
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
		}
		return r.Status != Running
	}
	return slices.DeleteFunc(slices.Clone(list), old)
}

// noting gathers the notices of a change.
type noting struct {
	was, is Record
	log     []Event
	by      UserID
	list    []Notice
}

// add notes what people are to be told of an event.
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
		if n.is.Tournament == "" { // a tournament tells its players itself
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
		case n.was.Parked == nil: // it moves into its thread
		case n.was.Parked.Why == CodePause:
			n.add(e, PauseEnded, n.is.Members()...)
		default:
			n.add(e, RestEnded, n.is.Members()...)
		}
	case Extended:
		if e.Code == CodeGift {
			n.add(e, GotTime, n.is.Members()...) // of two: the giver is never told
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
			if n.is.CallsUpon(u, ResumeAsked) && !n.was.CallsUpon(u, ResumeAsked) { // once, however often the place changes
				n.add(e, ResumeAsked, u)
			}
		}
	case e.Code == CodeDraw:
		n.add(e, DrawOffered, n.is.Members()...)
	case e.Code == CodeTakeback:
		n.add(e, TakebackAsked, n.is.Members()...)
	case e.Code == CodePause:
		n.add(e, PauseAsked, n.is.Members()...)
	case e.Code == CodeRematch && n.is.RematchID == "": // the rematch itself is told by its beginning
		n.add(e, RematchOffered, n.is.Members()...)
	}
}

// declined tells who has offered; who takes an offer of their own back tells nobody.
func (n *noting) declined(e Event) {
	kind, offer := DrawDeclined, n.was.DrawOffer
	if e.Code == CodeTakeback {
		kind, offer = TakebackDeclined, n.was.UndoOffer
	}
	if e.Code == CodePause {
		kind, offer = PauseDeclined, n.was.RestOffer
	}
	switch {
	case e.Code == "": // a challenge: told by its end
	case e.Code == CodeSeat:
		n.add(e, SeatDeclined, n.was.Heir.Asking)
	case offer == nil || n.played() && n.is.Waiting.Has(*offer): // told with the turn
	default:
		n.add(e, kind, n.user(*offer))
	}
}

// ruled tells what the clock, or a claim, has done to one seat of a match that goes on.
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
		// who plays against computers sees the end at the board; a tournament tells of its decisions itself
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

// others are the members who are not waited for: whom it is the turn of is told so.
func (n *noting) others() (users []UserID) {
	for seat, p := range n.is.Players {
		if p.User != "" && !n.is.Waiting.Has(games.Seat(seat)) {
			users = append(users, p.User)
		}
	}
	return users
}

// user is the member at a seat, if there is one.
func (n *noting) user(seat games.Seat) UserID {
	if seat < 0 || int(seat) >= len(n.is.Players) {
		return ""
	}
	return n.is.Players[seat].User
}

// putOut reports whether the clock has put a member out of a tournament with this change, which the tournament tells itself.
func (n *noting) putOut(u UserID) bool {
	return n.is.Tournament != "" && slices.ContainsFunc(n.log, func(e Event) bool {
		return e.Kind == Ruled && e.Code == CodeClock && (e.Ruling == games.Remove || e.Ruling == games.Time) && n.user(e.Seat) == u
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
