package decide

import (
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// notices returns what people must be told about a change. Was and is are the match before and
// after it, log the new events, by the user who made it. By is empty for the clock, the computers
// and the referee. The author of the change, computers and former players get no notices. Players
// who are now to move get no extra notice, because they are notified of their turn anyway (P7).
func notices(was, is match.Record, log []match.Event, by match.UserID) []match.Notice {
	n := noting{was: was, is: is, log: log, by: by}
	for _, e := range log {
		n.event(e)
	}
	return n.list
}

// stillTrue returns the notices of a list that are not obsolete: the offer is still open, or the
// running match continues.
func stillTrue(r match.Record, list []match.Notice) []match.Notice {
	old := func(n match.Notice) bool {
		switch n.Kind {
		case match.HasResult, match.FollowedEnd, match.Announced, match.WasRemoved, match.WasDeclined, match.HasExpired,
			match.WasClosed, match.WasHandedOver, match.SeatDeclined:
			return false
		case match.SeatOffered, match.ResumeAsked, match.OddsAsked, match.PlayOutAsked:
			return !r.CallsUpon(n.To, n.Kind)
		case match.LooksForGame:
			return r.Status != match.Open
		case match.OfferedAgain:
			return r.Wants.Again == 0
		case match.RematchOffered, match.SecondIsDue:
			return r.RematchID != ""
		case match.DrawOffered:
			return r.DrawOffer == nil
		case match.TakebackAsked:
			return r.UndoOffer == nil
		case match.PauseAsked:
			return r.RestOffer == nil
		case match.PauseAgreed:
			return r.Parked == nil
		case match.MayClaim:
			return !r.Clock.Lapsed
		case match.HasBegun: // a member who is to move by now is notified of that
			return r.Status != match.Running || r.CallsUpon(n.To, match.OwnTurn)
		case match.GotTime:
			return r.Status != match.Running || !r.Waiting.Has(r.SeatOf(n.To)) // the player may have moved since
		}
		return r.Status != match.Running
	}
	return slices.DeleteFunc(slices.Clone(list), old)
}

// noting collects the notices of a change.
type noting struct {
	was, is match.Record
	log     []match.Event
	by      match.UserID
	list    []match.Notice
}

// add records a notice of an event for each of the users.
func (n *noting) add(e match.Event, kind match.NoticeKind, to ...match.UserID) {
	for _, u := range to {
		known := func(other match.Notice) bool { return other.To == u && other.Event == e.Seq }
		if u != "" && u != n.by && !slices.ContainsFunc(n.list, known) {
			n.list = append(n.list, match.Notice{Event: e.Seq, To: u, Kind: kind})
		}
	}
}

func (n *noting) event(e match.Event) {
	switch e.Kind {
	case match.Began:
		if n.is.Tournament == "" { // a tournament informs its players itself
			n.add(e, match.HasBegun, n.others()...)
		}
	case match.Offered:
		n.offered(e)
	case match.Declined:
		n.declined(e)
	case match.Undone:
		n.add(e, match.TakebackAgreed, n.user(e.Seat))
	case match.Parked:
		if e.Code == match.CodePause {
			n.add(e, match.PauseAgreed, n.is.Members()...)
		}
	case match.Resumed:
		switch {
		case n.was.Parked == nil: // the match moves into its thread, which is no news
		case n.was.Parked.Why == match.CodePause:
			n.add(e, match.PauseEnded, n.is.Members()...)
		default:
			n.add(e, match.RestEnded, n.is.Members()...)
		}
	case match.Extended:
		if e.Code == match.CodeGift {
			n.add(e, match.GotTime, n.is.Members()...) // the giver never gets a notice, so only the opponent gets one
		}
	case match.Lapsed:
		n.add(e, match.MayClaim, n.others()...)
	case match.Ruled:
		n.ruled(e)
	case match.HandedOver:
		h, _ := n.is.HandedOver(e.Seq)
		n.add(e, match.WasHandedOver, append(n.is.Members(), h.From.User, h.To.User, e.User)...)
	case match.Ended:
		n.ended(e)
	}
}

func (n *noting) offered(e match.Event) {
	switch {
	case e.Code == match.CodeSeat:
		n.add(e, match.SeatOffered, n.is.Heir.To.User)
	case e.Code == match.CodeOdds && n.is.Owner != n.was.Owner:
		n.add(e, match.OddsAsked, n.is.Invited)
	case e.Code == match.CodeResume:
		for _, u := range n.is.Members() {
			// the notice is made only once, however often the place in the request changes
			if n.is.CallsUpon(u, match.ResumeAsked) && !n.was.CallsUpon(u, match.ResumeAsked) {
				n.add(e, match.ResumeAsked, u)
			}
		}
	case e.Code == match.CodeDraw:
		n.add(e, match.DrawOffered, n.is.Members()...)
	case e.Code == match.CodeTakeback:
		n.add(e, match.TakebackAsked, n.is.Members()...)
	case e.Code == match.CodeDecided:
		for seat := range n.is.Asked().All() {
			n.add(e, match.PlayOutAsked, n.user(seat))
		}
	case e.Code == match.CodePause:
		n.add(e, match.PauseAsked, n.is.Members()...)
	case e.Code == match.CodeRematch && n.is.RematchID == "": // a rematch that has begun has a notice of its own
		n.add(e, match.RematchOffered, n.is.Members()...)
	}
}

// declined tells the member who made the offer, unless they withdrew it themselves.
func (n *noting) declined(e match.Event) {
	kind, offer := match.DrawDeclined, n.was.DrawOffer
	if e.Code == match.CodeTakeback {
		kind, offer = match.TakebackDeclined, n.was.UndoOffer
	}
	if e.Code == match.CodePause {
		kind, offer = match.PauseDeclined, n.was.RestOffer
	}
	switch {
	case e.Code == "": // a challenge was declined, which WasDeclined or WasClosed reports
	case e.Code == match.CodeSeat:
		n.add(e, match.SeatDeclined, n.was.Heir.Asking)
	case offer == nil || n.played() && n.is.Waiting.Has(*offer):
		// the player is notified of their turn, and sees the answer then
	default:
		n.add(e, kind, n.user(*offer))
	}
}

// ruled tells a player what the clock or a claim did to their seat, if the match continues.
func (n *noting) ruled(e match.Event) {
	switch {
	case e.Code != match.CodeClock && e.Code != match.CodeClaimed || n.is.Status != match.Running:
	case e.Ruling == games.Skip && n.is.Clock.Policy.Lapse == referee.Skip:
		if !n.is.Waiting.Has(e.Seat) {
			n.add(e, match.WasSkipped, n.user(e.Seat))
		}
	case e.Ruling == games.Remove || e.Ruling == games.Time:
		n.add(e, match.WasRemoved, n.user(e.Seat))
	}
}

func (n *noting) ended(e match.Event) {
	members := n.is.Members()
	switch {
	case n.is.Status == match.Over && (len(members) < 2 && n.played() || n.is.Tournament != "" && n.decided()):
		// The board shows the end to a player against computers, and a tournament reports its
		// results itself.
	case n.is.Status == match.Over:
		n.add(e, match.HasResult, slices.DeleteFunc(members, n.putOut)...)
	case n.is.Reason == match.ByDecline:
		n.add(e, match.WasDeclined, n.is.Owner)
	case n.was.Status == match.Open && n.is.Reason == match.ByExpiry:
		n.add(e, match.HasExpired, append(members, n.is.Owner)...)
	default:
		n.add(e, match.WasClosed, append(members, n.is.Owner)...)
	}
}

// others returns the members who play but are not to move. The members to move get the news with
// their turn.
func (n *noting) others() (users []match.UserID) {
	for seat, p := range n.is.Players {
		if !n.is.Waiting.Has(games.Seat(seat)) && !n.is.Left.Has(games.Seat(seat)) {
			users = append(users, p.User)
		}
	}
	return users
}

// user returns the member at a seat, or "".
func (n *noting) user(seat games.Seat) match.UserID {
	if seat == games.Spectator {
		return ""
	}
	return n.is.Players[seat].User
}

// putOut reports whether this change removed a member from a tournament by the clock. The
// tournament reports that itself.
func (n *noting) putOut(u match.UserID) bool {
	return n.is.Tournament != "" && slices.ContainsFunc(n.log, func(e match.Event) bool {
		return e.Kind == match.Ruled && e.Code == match.CodeClock && (e.Ruling == games.Remove || e.Ruling == games.Time) &&
			n.user(e.Seat) == u
	})
}

// played reports whether the change is a move.
func (n *noting) played() bool {
	return slices.ContainsFunc(n.log, func(e match.Event) bool { return e.Kind == match.Moved })
}

// decided reports whether a member has decided the match.
func (n *noting) decided() bool {
	return slices.ContainsFunc(n.log, func(e match.Event) bool {
		return e.Ruling == match.RulingDecide && e.Code == match.CodeMember
	})
}
