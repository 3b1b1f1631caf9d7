package decide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// noticeCase is a change of a match and the notices it causes. In a match of two Ann has seat 0,
// Bob seat 1; a third player is Cid.
type noticeCase struct {
	name   string
	events []match.Event
	by     match.UserID
	was    func(*match.Record) // changes a running match of Ann and Bob in which Bob is to move
	is     func(*match.Record) // the function that makes the change to that match
	want   string
}

func seat(s games.Seat) *games.Seat { return &s }

var (
	anns       = seat(0)
	over       = func(r *match.Record) { r.Status, r.Waiting, r.Outcome = match.Over, 0, &games.Outcome{} }
	ended      = match.Event{Kind: match.Ended}
	moved      = match.Event{Kind: match.Moved, User: "bob", Seat: 1}
	tournament = func(r *match.Record) { r.Tournament = "cup" }
	solo       = func(r *match.Record) { r.Players[1] = match.Player{Computer: "easy"} }
	three      = func(r *match.Record) {
		r.Players = append(r.Players, match.Player{User: "cid"})
		r.Clock.Policy.Lapse = referee.Skip
	}
	challenge = func(r *match.Record) {
		r.Status, r.Waiting, r.Invited = match.Open, 0, "bob"
		r.Players[1] = match.Player{}
	}
	annOffers = func(r *match.Record) { r.DrawOffer = anns }
	annAsks   = func(r *match.Record) { r.UndoOffer = anns }
)

func closedBy(reason games.Reason) func(*match.Record) {
	return func(r *match.Record) { r.Status, r.Waiting, r.Reason = match.Closed, 0, reason }
}

func both(changes ...func(*match.Record)) func(*match.Record) {
	return func(r *match.Record) {
		for _, f := range changes {
			f(r)
		}
	}
}

func ruled(kind games.RulingKind, s games.Seat, why match.Code, by match.UserID) match.Event {
	return match.Event{Kind: match.Ruled, Ruling: kind, Seat: s, Code: why, User: by}
}

func offered(c match.Code, by match.UserID, s games.Seat) match.Event {
	return match.Event{Kind: match.Offered, Code: c, User: by, Seat: s}
}

func declined(c match.Code, by match.UserID, s games.Seat) match.Event {
	return match.Event{Kind: match.Declined, Code: c, User: by, Seat: s}
}

var noticeCases = []noticeCase{
	{name: "a move", events: []match.Event{moved}, by: "bob"},
	{
		name:   "accepted, the challenger waits",
		events: []match.Event{{Kind: match.Joined, User: "bob"}, {Kind: match.Began}}, by: "bob",
		was: challenge, is: func(r *match.Record) { r.Waiting = games.SeatSet(1) }, want: "ann begun",
	},
	{
		name:   "accepted, the challenger moves first: the turn tells",
		events: []match.Event{{Kind: match.Joined, User: "bob"}, {Kind: match.Began}}, by: "bob",
		was: challenge, is: func(r *match.Record) { r.Waiting = games.SeatSet(0) },
	},
	{name: "begun in a tournament, which tells it itself", events: []match.Event{{Kind: match.Began}}, was: tournament},
	{
		name: "declined", events: []match.Event{declined("", "bob", -1), ended}, by: "bob", was: challenge,
		is: closedBy(match.ByDecline), want: "ann declined",
	},
	{name: "expired", events: []match.Event{ended}, was: challenge, is: closedBy(match.ByExpiry), want: "ann expired"},
	{name: "revoked", events: []match.Event{ended}, by: "ann", was: challenge, is: closedBy("revoked")},
	{
		name: "a table is closed", events: []match.Event{ended}, by: "ann", want: "cid closed",
		was: both(challenge, three), is: closedBy("revoked"),
	},
	{name: "cancelled", events: []match.Event{ended}, by: "bob", is: closedBy("cancelled"), want: "ann closed"},
	{
		name:   "a moderator ends it",
		events: []match.Event{ruled(match.RulingAbort, -1, match.CodeModerator, "eve"), ended}, by: "eve",
		is: closedBy("moderator"), want: "ann closed, bob closed",
	},
	{
		name: "rested for too long", events: []match.Event{ended}, is: closedBy(match.ByExpiry),
		want: "ann closed, bob closed",
	},

	{
		name: "a draw is offered", events: []match.Event{offered(match.CodeDraw, "ann", 0)}, by: "ann", is: annOffers,
		want: "bob draw",
	},
	{
		name: "a draw is declined", events: []match.Event{declined(match.CodeDraw, "bob", 1)}, by: "bob", was: annOffers,
		want: "ann no draw",
	},
	{
		name: "an offer is withdrawn", events: []match.Event{declined(match.CodeDraw, "ann", 0)}, by: "ann",
		was: annOffers,
	},
	{
		name:   "a draw is declined by moving: the turn tells",
		events: []match.Event{declined(match.CodeDraw, "bob", 1), moved}, by: "bob",
		was: annOffers, is: func(r *match.Record) { r.Waiting = games.SeatSet(0) },
	},
	{
		name:   "a draw is declined by moving, and it is the same turn",
		events: []match.Event{declined(match.CodeDraw, "bob", 1), moved}, by: "bob",
		was: annOffers, want: "ann no draw",
	},
	{
		name: "a draw is agreed to", events: []match.Event{ruled(games.Agree, 0, match.CodeAgreed, "bob"), ended},
		by: "bob", was: annOffers, is: over, want: "ann result",
	},
	{
		name: "a takeback is asked for", events: []match.Event{offered(match.CodeTakeback, "ann", 0)}, by: "ann",
		is: annAsks, want: "bob undo",
	},
	{
		name: "a takeback is declined", events: []match.Event{declined(match.CodeTakeback, "bob", 1)}, by: "bob",
		was: annAsks, want: "ann no undo",
	},
	{
		name: "a takeback is agreed to", events: []match.Event{{Kind: match.Undone, User: "bob", Seat: 0}}, by: "bob",
		was: annAsks, is: func(r *match.Record) { r.Waiting = games.SeatSet(0) }, want: "ann undone",
	},
	{name: "a free takeback", events: []match.Event{{Kind: match.Undone, User: "ann", Seat: 0}}, by: "ann"},

	{name: "a reminder belongs to the turn", events: []match.Event{{Kind: match.Reminded, Seat: -1}}},
	{name: "a nudge belongs to the turn", events: []match.Event{{Kind: match.Reminded, User: "ann"}}, by: "ann"},
	{
		name:   "grace belongs to the turn",
		events: []match.Event{{Kind: match.Extended, Code: match.CodeGrace, User: "bob", Seat: 1}},
	},
	{name: "a win may be claimed", events: []match.Event{{Kind: match.Lapsed, Seat: -1}}, is: func(r *match.Record) {
		r.Clock.Lapsed = true
	}, want: "ann claimable"},
	{
		name: "it is claimed", events: []match.Event{ruled(games.Time, 1, match.CodeClaimed, "ann"), ended}, by: "ann",
		is:   over,
		want: "bob result",
	},

	{name: "the last move", events: []match.Event{moved, ended}, by: "bob", is: over, want: "ann result"},
	{name: "the last move against a computer", events: []match.Event{moved, ended}, is: both(solo, over)},
	{
		name: "the clock against a computer", events: []match.Event{ruled(games.Time, 0, match.CodeClock, ""), ended},
		is: both(solo, over), want: "ann result",
	},
	{
		name: "resigned", events: []match.Event{ruled(games.Resign, 1, match.CodeWish, "bob"), ended}, by: "bob", is: over,
		want: "ann result",
	},
	{
		name: "out of time", events: []match.Event{ruled(games.Time, 1, match.CodeClock, ""), ended}, is: over,
		want: "ann result, bob result",
	},
	{
		name: "out of time in a tournament, which tells the late one itself", was: tournament,
		events: []match.Event{ruled(games.Time, 1, match.CodeClock, ""), ended}, is: over, want: "ann result",
	},
	{
		name: "judged in a tournament", was: tournament,
		events: []match.Event{ruled(match.RulingDecide, -1, match.CodeRoundOver, ""), ended}, is: over,
		want: "ann result, bob result",
	},
	{
		name: "decided in a tournament, which tells it itself", was: tournament,
		events: []match.Event{ruled(match.RulingDecide, -1, match.CodeMember, "eve"), ended}, by: "eve", is: over,
	},
	{
		name: "a player has left for good", events: []match.Event{ruled(games.Resign, 1, match.CodeWish, ""), ended},
		was: func(r *match.Record) { r.Players[1] = match.Player{Gone: "x7"} }, is: over, want: "ann result",
	},

	{
		name: "a rematch is offered", events: []match.Event{offered(match.CodeRematch, "ann", 0)}, by: "ann", was: over,
		want: "bob rematch",
	},
	{
		name:   "a rematch is agreed to: its beginning tells",
		events: []match.Event{offered(match.CodeRematch, "bob", 1)}, by: "bob",
		was: over, is: func(r *match.Record) { r.RematchID = "next" },
	},

	// Notices in Fish, where a late player is skipped, and the second time removed (P82).
	{
		name: "fish: skipped", was: three, events: []match.Event{ruled(games.Skip, 1, match.CodeClock, "")},
		is: func(r *match.Record) { r.Waiting = games.SeatSet(2) }, want: "bob skipped",
	},
	{
		name: "fish: skipped, and to move again: the turn tells", was: three,
		events: []match.Event{ruled(games.Skip, 1, match.CodeClock, "")},
	},
	{
		name: "fish: removed", was: three, events: []match.Event{ruled(games.Remove, 1, match.CodeClock, "")},
		is: func(r *match.Record) { r.Waiting = games.SeatSet(2) }, want: "bob removed",
	},
	{
		name: "fish: one gives up and the others play on", was: three,
		events: []match.Event{ruled(games.Remove, 1, match.CodeWish, "bob")}, by: "bob",
	},
	{
		name: "fish: the last one is removed", was: three,
		events: []match.Event{ruled(games.Remove, 1, match.CodeClock, ""), ended}, is: over,
		want: "ann result, bob result, cid result",
	},
	{
		name: "fish: nobody can move any more", was: three, events: []match.Event{moved, ended}, by: "bob", is: over,
		want: "ann result, cid result",
	},
}

// P94, P7: each person concerned gets one notice. The author of the change gets none, nor does a
// player who learns it with their turn.
func TestNotices(t *testing.T) {
	for _, c := range noticeCases {
		t.Run(c.name, func(t *testing.T) {
			was := match.Record{
				ID: "m1", Status: match.Running, Owner: "ann", Waiting: games.SeatSet(1), Position: "p",
				Players: []match.Player{{User: "ann", Name: "Ann"}, {User: "bob", Name: "Bob"}},
			}
			if c.was != nil {
				c.was(&was)
			}
			is := was.Clone()
			is.DrawOffer, is.UndoOffer = nil, nil
			if was.Status == match.Open && is.Invited == "bob" && c.events[0].Kind == match.Joined {
				is.Status, is.Players[1] = match.Running, match.Player{User: "bob", Name: "Bob"}
			}
			if c.is != nil {
				c.is(&is)
			}
			for i := range c.events {
				c.events[i].Seq = match.Seq(i + 1)
			}
			list := notices(was, is, c.events, c.by)
			var got []string
			for _, n := range list {
				got = append(got, fmt.Sprint(n.To, " ", n.Kind))
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("told: %q, want %q", s, c.want)
			}
			if still := stillTrue(is, list); !slices.Equal(still, list) {
				t.Errorf("%v is out of date at once: %v is left", list, still)
			}
		})
	}
}

// P94: an obsolete notice is dropped, but the end of a match is always told.
func TestNoticesAreTakenBack(t *testing.T) {
	all := []match.NoticeKind{
		match.HasBegun, match.WasDeclined, match.HasExpired, match.WasClosed, match.HasResult, match.DrawOffered,
		match.DrawDeclined, match.TakebackAsked,
		match.TakebackAgreed, match.TakebackDeclined, match.MayClaim, match.WasSkipped, match.WasRemoved,
		match.RematchOffered, match.GotTime,
	}
	running := match.Record{Status: match.Running}
	toMove := match.Record{
		Status: match.Running, Players: []match.Player{{User: "ann"}, {User: "bob"}},
		Waiting: games.SeatSet(0),
	}
	moved := toMove
	moved.Waiting = games.SeatSet(1)
	for _, c := range []struct {
		name string
		r    match.Record
		want string
	}{
		{"running", running, "begun declined expired closed result no draw undone no undo skipped removed rematch"},
		{"to move", toMove, "declined expired closed result no draw undone no undo skipped removed rematch time"},
		{"has moved", moved, "begun declined expired closed result no draw undone no undo skipped removed rematch"},
		{"over", match.Record{Status: match.Over}, "declined expired closed result removed rematch"},
		{
			"with a rematch",
			match.Record{Status: match.Over, RematchID: "next"},
			"declined expired closed result removed",
		},
	} {
		var list []match.Notice
		for i, kind := range all {
			list = append(list, match.Notice{Event: match.Seq(i), To: "ann", Kind: kind})
		}
		var got []string
		for _, n := range stillTrue(c.r, list) {
			got = append(got, string(n.Kind))
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, s, c.want)
		}
	}
}

// P30, P94: an erased person gets no notices; the others get theirs as before.
func TestErasedPeopleAreToldNothing(t *testing.T) {
	bobs := match.Notice{Event: 2, To: "bob", Kind: match.HasResult}
	r := match.Record{Notices: []match.Notice{{Event: 2, To: "ann", Kind: match.HasResult}, bobs}}
	if found := (match.Erasure{User: "ann", As: "x7"}).From(&r, nil); !found ||
		!slices.Equal(r.Notices, []match.Notice{bobs}) {
		t.Errorf("found %t, left %v; want true, %v", found, r.Notices, bobs)
	}
}
