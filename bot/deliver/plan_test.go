package deliver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// noon is the present time in the tables of plans.
var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// behind returns the facts of a running match between Ann and Bob in a channel. Its board of turn 2
// pinged Ann two hours ago; then Ann moved, so the channel is behind and Bob is to be pinged.
func behind() facts {
	m := match.Match{Record: match.Record{
		ID: "m", Status: match.Running, Turn: 3, Head: 5, Position: "any", Moves: 2,
		Place:   match.Place{Guild: "3", Channel: "4"},
		Players: []match.Player{{User: "ann"}, {User: "bob"}},
		Waiting: games.SeatSet(1),
		Shown: match.Shown{
			Head: 4, Turn: 2, Pinged: 2, Channel: "4", Message: "old", At: noon.Add(-2 * time.Hour),
		},
	}}
	m.Clock.Started = noon
	return facts{
		match: m, show: match.Showing{Ping: []match.UserID{"bob"}}, calls: m.Place, now: noon,
		unseen: []match.Event{{Kind: match.Moved, User: "ann"}}, reach: audience{here: []match.UserID{"bob"}},
	}
}

// standing returns the facts of the same match after Bob was pinged, before anything new.
func standing() facts {
	f := behind()
	f.match.Shown.Head, f.match.Shown.Turn, f.match.Shown.Pinged = f.match.Head, f.match.Turn, f.match.Turn
	f.show, f.unseen, f.reach = match.Showing{Edit: true}, nil, audience{}
	return f
}

// remindedOf returns the facts after Bob, whose board is in the channel, was reminded of his
// deadline.
func remindedOf(kind match.EventKind, code match.Code) facts {
	f := standing()
	f.match.Head++
	f.unseen = []match.Event{{Kind: kind, Code: code}}
	f.reach = audience{here: []match.UserID{"bob"}}
	return f
}

// said writes a plan as one line: its steps, who is notified in which way, and what is planned for
// later.
func said(p plan) string {
	var parts []string
	for _, s := range p.steps {
		parts = append(parts, string(s.do))
	}
	line := cmp.Or(strings.Join(parts, " "), "nothing")
	list := func(name string, users []match.UserID) {
		if len(users) > 0 {
			line += fmt.Sprintf("; %s %s", name, strings.Trim(fmt.Sprint(users), "[]"))
		}
	}
	list("ping", p.ping)
	list("apart", p.apart)
	list("dm", p.byDM)
	list("digest", p.digest)
	for _, n := range p.notices {
		line += fmt.Sprintf("; tells %s %s", n.To, n.Kind)
	}
	if p.shown.Asleep != 0 {
		line += fmt.Sprintf("; seats %b", p.shown.Asleep)
	}
	for _, at := range []time.Time{p.shown.PingAt, p.until} {
		if !at.IsZero() {
			line += fmt.Sprintf("; at +%s", at.Sub(noon))
		}
	}
	if p.has(doPost) || p.has(doEdit) || p.has(doCall) {
		if p.silent() {
			line += "; silent"
		}
	}
	if p.has(doRecord) {
		line += fmt.Sprintf("; head %d turn %d", p.record.Head, p.record.Turn)
	}
	return line
}

// Each row of the table is a promise about what a channel shows: the facts, and the plan.
func TestDecide(t *testing.T) {
	outside := func(f *facts) {
		f.match.Place.Outside = match.Between
		f.calls = f.match.Place
	}
	users := func(u ...match.UserID) []match.UserID { return u }
	later := noon.Add(time.Hour)
	for _, c := range []struct {
		promise, name string
		from          func() facts
		change        func(f *facts)
		want          string
	}{
		{"P7", "the next player is pinged by a new board", behind, nil, "post; ping bob"},
		{"P7", "nothing new, nobody to call", standing, nil, "nothing"},
		{"P7", "the only member is not pinged, and the board is silent", behind, func(f *facts) {
			f.show, f.reach = match.Showing{}, audience{}
		}, "post; silent"},
		{"P7", "called already for this turn: a late ping calls nobody twice", standing, func(f *facts) {
			f.show = match.Showing{Ping: users("bob")}
			f.reach = audience{here: users("bob"), byDM: users("bob")}
		}, "call; silent"},
		{"P7", "a computers' tournament game running", behind, func(f *facts) {
			f.match.Tournament, f.match.Players = "cup", []match.Player{{Computer: "easy"}, {Computer: "hard"}}
		}, "nothing"},
		{"P84", "a computers' tournament game that is over", behind, func(f *facts) {
			f.match.Tournament, f.match.Players = "cup", []match.Player{{Computer: "easy"}, {Computer: "hard"}}
			f.match.Status = match.Over
		}, "record; head 5 turn 3"},

		{"P8", "a reminder calls beside the board of the turn", func() facts {
			return remindedOf(match.Reminded, "")
		}, nil, "call; ping bob"},
		{"P32", "a used day of grace likewise", func() facts {
			return remindedOf(match.Extended, match.CodeGrace)
		}, nil, "call; ping bob"},
		{"P103", "a gift of time calls nobody", func() facts {
			return remindedOf(match.Extended, match.CodeGift)
		}, func(f *facts) { f.reach = audience{} }, "edit; silent"},
		{"P43", "a reminder without its board in the channel", func() facts {
			return remindedOf(match.Reminded, "")
		}, func(f *facts) { f.match.Shown.Channel = "5" }, "post; ping bob"},
		{"P43", "a reminder, and the board of an older turn", func() facts {
			return remindedOf(match.Reminded, "")
		}, func(f *facts) { f.match.Shown.Turn-- }, "post; ping bob"},

		{"P41", "a match that wants a thread", behind, func(f *facts) { f.thread = true }, "thread"},
		{"P43", "a quick move edits, and a ping may follow", behind, func(f *facts) {
			f.show = match.Showing{Edit: true, PingAt: later}
			f.reach = audience{}
		}, "edit; at +1h0m0s; silent"},
		{"P43", "an edit without a message to edit", behind, func(f *facts) {
			f.show, f.match.Shown.Message = match.Showing{Edit: true}, ""
		}, "post; ping bob"},
		{"P43", "an edit, and a newer board may be there", behind, func(f *facts) {
			f.show, f.reach = match.Showing{Edit: true}, audience{}
			f.memory.Unclear = true
		}, "post; silent"},
		{"P43", "after a pause the old call goes, and a new board comes", behind, func(f *facts) {
			f.unseen = append(f.unseen, match.Event{Kind: match.Resumed})
		}, "withdraw post; ping bob"},
		{"P60", "no token: whoever can be written to is told", behind, func(f *facts) {
			outside(f)
			f.reach = audience{byDM: users("bob")}
		}, "write record; dm bob; head 4 turn 2"},
		{"P60", "no token, and they are told already", behind, func(f *facts) {
			outside(f)
			f.match.Shown.Told = f.match.Head
		}, "nothing"},
		{"P60", "no token, and they are told of the turn", behind, func(f *facts) {
			outside(f)
			f.match.Shown.Told, f.match.Shown.Turn, f.match.Shown.Pinged = f.match.Head, f.match.Turn, f.match.Turn
		}, "nothing"},
		{"P60", "no token: they are told, and the turn is not", behind, func(f *facts) {
			outside(f)
			f.match.Shown.Told, f.match.Shown.Turn, f.match.Shown.Pinged = f.match.Head, f.match.Turn, 0
			f.reach = audience{byDM: users("bob")}
		}, "write record; dm bob; head 4 turn 3"},
		{"P60", "no token, and nobody who can be written to", behind, func(f *facts) {
			outside(f)
			f.reach = audience{}
		}, "record; head 4 turn 2"},
		{"P101", "no token, and asleep", behind, func(f *facts) {
			outside(f)
			f.reach = audience{asleep: users("bob"), Until: later}
		}, "wait; at +1h0m0s"},
		{"P34", "no token, and in the digest that is due", behind, func(f *facts) {
			outside(f)
			f.reach = audience{ByDigest: users("bob")}
		}, "wait digest; digest bob; at +10m0s"},
		{"P34", "no token, and mentioned again in the digest", behind, func(f *facts) {
			outside(f)
			f.reach = audience{byDM: users("bob")}
			f.again = map[games.Seat]time.Time{1: later}
		}, "write record; dm bob; head 4 turn 2"},
		{"P60", "a token posts the board", behind, func(f *facts) {
			outside(f)
			f.posts = true
		}, "post; ping bob"},
		{"P60", "a token reaches the board, and can't post", behind, func(f *facts) {
			outside(f)
			f.edits, f.reach = true, audience{byDM: users("bob")}
		}, "write edit; dm bob; silent"},
		{"P60", "a token reaches the board, and nobody is called", behind, func(f *facts) {
			outside(f)
			f.edits, f.show, f.reach = true, match.Showing{Edit: true}, audience{}
		}, "edit; silent"},
		{"P60", "a reminder has no message beside the board", func() facts {
			return remindedOf(match.Reminded, "")
		}, func(f *facts) {
			outside(f)
			f.posts, f.edits = true, true
		}, "post; ping bob"},
		{"P60", "a quick move that no token reaches", behind, func(f *facts) {
			outside(f)
			f.show, f.posts = match.Showing{Edit: true}, true
			f.reach = audience{}
		}, "post; silent"},
		{"P60", "somebody wants to see the board", standing, func(f *facts) {
			outside(f)
			f.memory.Wanted, f.posts = true, true
			f.reach = audience{}
		}, "post; silent"},
		{"P60", "somebody wants to see the board, and no token can post", standing, func(f *facts) {
			outside(f)
			f.memory.Wanted = true
		}, "nothing"},
		{"P48", "the computer begins: its move is awaited", behind, func(f *facts) {
			f.show = match.Showing{Wait: later}
		}, "wait; at +1h0m0s"},

		{
			"P28", "by direct message", behind, func(f *facts) { f.reach = audience{byDM: users("bob")} },
			"post; dm bob; silent",
		},
		{"P28", "no calls at all", behind, func(f *facts) { f.reach = audience{} }, "post; silent"},
		{"P34", "in the digest that is due", behind, func(f *facts) {
			f.reach = audience{ByDigest: users("bob")}
		}, "digest post; digest bob; seats 10; at +10m0s; silent"},
		{"P34", "mentioned again in the digest", behind, func(f *facts) {
			f.again = map[games.Seat]time.Time{1: later}
		}, "post; ping bob; seats 10; at +1h0m0s"},
		{"P34", "a quick move is called first", behind, func(f *facts) {
			f.show = match.Showing{Edit: true, PingAt: later}
			f.reach, f.again = audience{}, map[games.Seat]time.Time{1: later.Add(time.Hour)}
		}, "edit; at +1h0m0s; silent"},
		{"P101", "asleep", behind, func(f *facts) {
			f.reach = audience{asleep: users("bob"), Until: later}
		}, "post; seats 10; at +1h0m0s; silent"},
		{"P101", "one asleep, one reads digests", behind, func(f *facts) {
			f.match.Waiting = games.SeatSet(0) | games.SeatSet(1)
			f.reach = audience{asleep: users("ann"), ByDigest: users("bob"), Until: later}
		}, "digest post; digest bob; seats 11; at +10m0s; silent"},
		{
			"P25", "mentions have a channel of their own", behind, func(f *facts) { f.calls.Channel = "9" },
			"post; apart bob; silent",
		},
		{
			"P25", "the clock calls there too", func() facts { return remindedOf(match.Reminded, "") },
			func(f *facts) { f.calls.Channel = "9" }, "call; apart bob; silent",
		},

		{"P14", "a challenge calls its member", behind, func(f *facts) {
			f.match.Status, f.match.Invited, f.match.Turn, f.match.Position = match.Open, "bob", 0, ""
			f.match.Shown = match.Shown{}
			f.match.Players = []match.Player{{User: "ann"}, {}}
		}, "post; ping bob"},
		{"P101", "a challenge at night is called in the morning", behind, func(f *facts) {
			f.match.Status, f.match.Invited, f.match.Turn, f.match.Position = match.Open, "bob", 0, ""
			f.match.Players = []match.Player{{User: "ann"}, {}}
			f.reach = audience{asleep: users("bob"), Until: later}
		}, "call; seats 1; at +1h0m0s"},
		{"P14", "a challenge whose member is called by direct message", behind, func(f *facts) {
			f.match.Status, f.match.Invited, f.match.Turn, f.match.Position = match.Open, "bob", 0, ""
			f.match.Players = []match.Player{{User: "ann"}, {}}
			f.reach = audience{byDM: users("bob")}
		}, "call; dm bob"},
		{"P59", "an open challenge that has changed and calls nobody", standing, func(f *facts) {
			f.match.Head++
			f.match.Status, f.match.Turn, f.match.Position = match.Open, 0, ""
			f.match.Players = []match.Player{{User: "ann"}, {}}
		}, "edit"},

		{"P31", "both set-ups are final", behind, func(f *facts) {
			f.match.Receipts = []match.Receipt{{Digest: "one"}, {Digest: "two"}}
			f.unseen = append(f.unseen, match.Event{Kind: match.Sealed})
		}, "seal post; ping bob"},
		{"P31", "without receipts nothing is published", behind, func(f *facts) {
			f.unseen = append(f.unseen, match.Event{Kind: match.Sealed})
		}, "post; ping bob"},
		{"P31", "published before", behind, func(f *facts) {
			f.match.Receipts = []match.Receipt{{Digest: "one"}, {Digest: "two"}}
		}, "post; ping bob"},
		{"P31", "against the computer they are behind More", behind, func(f *facts) {
			f.match.Receipts = []match.Receipt{{Digest: "one"}, {Digest: "two"}}
			f.match.Players[0] = match.Player{Computer: "easy"}
			f.unseen = append(f.unseen, match.Event{Kind: match.Sealed})
		}, "post; ping bob"},
		{"P31", "over in the meantime", behind, func(f *facts) {
			f.match.Receipts = []match.Receipt{{Digest: "one"}, {Digest: "two"}}
			f.match.Status, f.show, f.reach = match.Over, match.Showing{}, audience{}
			f.unseen = append(f.unseen, match.Event{Kind: match.Sealed})
		}, "post"},
		{"P11", "a secret set-up changes nothing that others see", standing, func(f *facts) {
			f.match.Head++
			f.unseen = []match.Event{{Kind: match.Arranged}}
		}, "record; head 6 turn 3"},
		{"P134", "a changed vote likewise", standing, func(f *facts) {
			f.match.Head++
			f.unseen = []match.Event{{Kind: match.Voted, Code: match.CodeAgain}}
		}, "record; head 6 turn 3"},
		{"P134", "a first vote is counted on the board", standing, func(f *facts) {
			f.match.Head++
			f.unseen = []match.Event{{Kind: match.Voted}}
		}, "edit; silent"},
		{"P145", "alone in direct messages, the set-up is one's own", standing, func(f *facts) {
			f.match.Head++
			f.alone, f.unseen = true, []match.Event{{Kind: match.Arranged}}
		}, "edit; silent"},

		{"P94", "a result joins the last board, for those who are mentioned", behind, func(f *facts) {
			f.match.Status, f.show, f.reach = match.Over, match.Showing{}, audience{}
			f.match.Notices = []match.Notice{
				{Event: 5, To: "ann", Kind: match.HasResult},
				{Event: 5, To: "bob", Kind: match.HasResult},
				{Event: 5, Kind: match.Announced},
			}
			f.joinable = f.match.Notices[:1]
		}, "post; ping ann; tells ann " + string(match.HasResult)},
		{"P94", "a notice to whom the board pings anyway", behind, func(f *facts) {
			f.match.Notices = []match.Notice{{Event: 5, To: "bob", Kind: match.DrawDeclined}}
			f.joinable = f.match.Notices
		}, "post; ping bob; tells bob " + string(match.DrawDeclined)},
		{"P94", "a takeback is told with a turn that is told elsewhere", behind, func(f *facts) {
			f.match.Notices = []match.Notice{{Event: 5, To: "bob", Kind: match.TakebackAgreed}}
			f.reach = audience{byDM: users("bob")}
		}, "post; dm bob; tells bob " + string(match.TakebackAgreed) + "; silent"},
		{"P94", "no notice joins an edit", standing, func(f *facts) {
			f.match.Head++
			f.match.Notices = []match.Notice{{Event: 6, To: "bob", Kind: match.DrawDeclined}}
			f.unseen, f.joinable = []match.Event{{Kind: match.Declined}}, f.match.Notices
		}, "edit; silent"},

		{"P72", "the channel is gone: players are told once", behind, func(f *facts) {
			f.match.Parked = &match.Parking{Why: match.CodeChannelGone}
			f.unseen = append(f.unseen, match.Event{Kind: match.Parked})
		}, "tell record; head 5 turn 2"},
		{"P72", "told already: what else happens is recorded", behind, func(f *facts) {
			f.match.Parked = &match.Parking{Why: match.CodeChannelGone}
		}, "record; head 5 turn 2"},
		{"P72", "up to date", standing, func(f *facts) {
			f.match.Parked, f.memory.Doubted = &match.Parking{Why: match.CodeChannelGone}, true
		}, "nothing"},
		{"P73", "the bot has left the server, and nothing else has happened", behind, func(f *facts) {
			f.match.Parked = &match.Parking{Why: match.CodeServerLeft}
			f.unseen = []match.Event{{Kind: match.Parked}}
		}, "record; head 5 turn 2"},
		{"P73", "what happened before is told when the match continues", behind, func(f *facts) {
			f.match.Parked = &match.Parking{Why: match.CodeServerLeft}
			f.unseen = append(f.unseen, match.Event{Kind: match.Parked})
		}, "nothing"},
		{"P76", "a locked thread", behind, func(f *facts) {
			f.match.Parked = &match.Parking{Why: match.CodeLocked}
			f.unseen = append(f.unseen, match.Event{Kind: match.Parked})
		}, "tell record; head 5 turn 2"},
		{"P88", "a pause is shown on the board", behind, func(f *facts) {
			f.match.Parked, f.show, f.reach = &match.Parking{Why: match.CodePause}, match.Showing{Edit: true}, audience{}
		}, "edit; silent"},

		{"P71", "a board whose edit could not be recorded is edited again", standing, func(f *facts) {
			f.memory.Doubted = true
		}, "refresh"},
		{"P87", "a board that was refused gets its picture later", standing, func(f *facts) {
			f.memory.Reduced = true
		}, "refresh"},
		{
			"P3", "what is doubted comes with the next change", behind, func(f *facts) { f.memory.Doubted = true },
			"post; ping bob",
		},
	} {
		f := c.from()
		if c.change != nil {
			c.change(&f)
		}
		f.show = showing(f)
		p := decide(f)
		if got := said(p); got != c.want {
			t.Errorf("%s: %s: %s, want %s", c.promise, c.name, got, c.want)
		}
		if slices.ContainsFunc(p.steps, func(s step) bool { return s.why == "" }) {
			t.Errorf("%s: %s: a step has no reason: %v", c.promise, c.name, p.steps)
		}
	}
}

// A result that mentions somebody is a new board (P43), and so is all news where the bot is not a
// member; other ends may be an edit.
func TestResultsAreNewBoards(t *testing.T) {
	f := behind()
	f.match.Status, f.show = match.Over, match.Showing{Edit: true}
	result := match.Notice{Event: 5, To: "ann", Kind: match.HasResult}
	for _, c := range []struct {
		name     string
		joinable []match.Notice
		seen     match.Seq
		outside  string
		edit     bool
	}{
		{"a result", []match.Notice{result}, 4, "", false},
		{"a result that was shown", []match.Notice{result}, 5, "", true},
		{"another notice", []match.Notice{{Event: 5, To: "ann", Kind: match.DrawDeclined}}, 4, "", true},
		{"nobody is mentioned", nil, 4, "", true},
		{"any notice where the bot is not a member", []match.Notice{result}, 5, match.Between, false},
		{"nobody is mentioned where the bot is not a member", nil, 4, match.Between, true},
	} {
		f.joinable, f.match.Shown.Head, f.match.Place.Outside = c.joinable, c.seen, c.outside
		if got := showing(f).Edit; got != c.edit {
			t.Errorf("%s: edited %t, want %t", c.name, got, c.edit)
		}
	}
}

// A reminder by the clock concerns the players to move. How soon they must know depends on the
// event.
func TestAsked(t *testing.T) {
	for _, c := range []struct {
		name string
		f    facts
		want string
	}{
		{"a turn", behind(), "[bob] +0s never"},
		{"an early reminder", remindedOf(match.Reminded, ""), "[bob] +0s never"},
		{"a day of grace", remindedOf(match.Extended, match.CodeGrace), "[bob] +0s +0s"},
		{"a gift", remindedOf(match.Extended, match.CodeGift), "[] +0s never"},
	} {
		who, since, limit := c.f.asked()
		by := "never"
		if !limit.IsZero() {
			by = "+" + limit.Sub(noon).String()
		}
		if got := fmt.Sprintf("%v +%s %s", who, since.Sub(noon), by); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The board of a turn is in the channel if it was shown there at this turn, and the match is
// running.
func TestStanding(t *testing.T) {
	for name, change := range map[string]func(m *match.Match){
		"true":                 func(*match.Match) {},
		"false, over":          func(m *match.Match) { m.Status = match.Over },
		"false, no message":    func(m *match.Match) { m.Shown.Message = "" },
		"false, elsewhere":     func(m *match.Match) { m.Shown.Channel = "5" },
		"false, an older turn": func(m *match.Match) { m.Shown.Turn-- },
	} {
		f := standing()
		if change(&f.match); fmt.Sprint(f.standing()) != strings.Split(name, ",")[0] {
			t.Errorf("it stands %v, want %s", f.standing(), name)
		}
	}
}
