package decide_test

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/nim"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/vote"
	"paddock/games/referee"
)

const day = 24 * time.Hour

// empty returns a table without a match.
func empty(t *testing.T) *table {
	return &table{
		T: t, now: noon, people: make(map[match.UserID]match.User), guild: match.Guild{ID: "guild"}, games: catalogue,
		stands: make(map[match.UserID][]match.Standing),
	}
}

// The table lists proposals that are refused.
func TestProposeRefused(t *testing.T) {
	medium := match.Player{Computer: games.Medium}
	mine := match.Record{Status: match.Open, Game: "nim", Owner: ann, Invited: bob, Place: hall}
	mine.Clock.Deadline = noon.Add(day)
	theirs := mine
	theirs.Owner, theirs.Invited = bob, ann
	table := mine
	table.Game, table.Invited = "race", ""
	many := func(n int, r match.Record) (list []match.Record) {
		for range n {
			list = append(list, r)
		}
		return list
	}
	var page strings.Builder // of the sentences
	for _, tt := range []struct {
		name   string
		p      match.Proposal
		others decide.Others
		want   string
	}{
		{name: "unknown game", p: proposal("chess", nil, named(bob)), want: "no: no such game"},
		{name: "oneself", p: proposal("race", nil, named(ann)), want: "no: bad proposal"},
		{name: "two invited", p: proposal("race", nil, named(bob), named(cat)), want: "no: bad proposal"},
		{name: "invited and anyone", p: proposal("race", nil, named(bob), match.Player{}), want: "no: bad proposal"},
		{name: "nobody", p: match.Proposal{Game: "race", Place: hall}, want: "no: bad proposal"},
		{
			name: "too many",
			p:    proposal("race", func(p *match.Proposal) { p.Setup.Seats = 2 }, medium, medium), want: "no: bad proposal",
		},
		{name: "watching empty seats", p: proposal("race", watching, medium), want: "no: bad proposal"},
		{
			name: "watching beside an open seat", p: proposal("race", watching, medium, medium, match.Player{}),
			want: "no: bad proposal",
		},
		{
			name: "watching beside a member", p: proposal("race", watching, medium, medium, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "ten seconds",
			p:    proposal("race", func(p *match.Proposal) { p.PerMove = 10 * time.Second }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "two months", p: proposal("race", func(p *match.Proposal) { p.PerMove = 60 * day }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "unknown lapse", p: proposal("race", func(p *match.Proposal) { p.Lapse = "shrug" }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "unknown finish", p: proposal("race", func(p *match.Proposal) { p.Finish = "late" }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "a bank of an hour",
			p: proposal("race", func(p *match.Proposal) { p.Bank = referee.Bank{Time: time.Hour} },
				named(bob)), want: "no: bad proposal",
		},
		{
			name: "rated against the computer without a clock",
			p:    proposal("nim", func(p *match.Proposal) { p.Rated, p.PerMove = true, -1 }, medium), want: "no: bad proposal",
		},
		{
			name: "P99: conditions for an invited member",
			p:    proposal("nim", func(p *match.Proposal) { p.Wants.From = 1600 }, named(bob)), want: "no: bad proposal",
		},
		{
			name: "unknown computer", p: proposal("race", nil, match.Player{Computer: "deep"}),
			want: "no: against the rules",
		},
		{
			name: "unknown side", p: proposal("nim", func(p *match.Proposal) { p.Side = "blue" }, named(bob)),
			want: "no: against the rules",
		},
		{
			name: "five seats", p: proposal("race", func(p *match.Proposal) { p.Setup.Seats = 5 }),
			want: "no: against the rules",
		},
		{
			name: "options that don't go together",
			p:    proposal("race", func(p *match.Proposal) { p.Setup.Options = games.Options{"goal": "0"} }, named(bob)),
			want: "no: against the rules",
		},
		{
			name: "unknown option",
			p:    proposal("race", func(p *match.Proposal) { p.Setup.Options = games.Options{"beans": "4"} }, named(bob)),
			want: "no: against the rules",
		},
		{
			name: "P134: a channel in direct messages",
			p: proposal("nim", func(p *match.Proposal) { p.Place.Guild, p.Voting = "", &match.Voting{} },
				named(bob)), want: "no: bad proposal",
		},
		{
			name: "P134: a channel with secrets",
			p:    proposal("darkrace", func(p *match.Proposal) { p.Voting = &match.Voting{} }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "P137: a channel against itself",
			p:    proposal("nim", func(p *match.Proposal) { p.Voting = &match.Voting{Rival: "hall"} }), want: "no: bad proposal",
		},
		{
			name: "P135: a vote without an end",
			p:    proposal("nim", func(p *match.Proposal) { p.Voting, p.PerMove = &match.Voting{}, -1 }, named(bob)),
			want: "no: bad proposal",
		},
		{
			name: "P14: challenged already", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Of: map[match.UserID][]match.Record{ann: {mine}}},
			want:   "no: there is such a challenge already",
		},
		{
			name: "P14: challenged by them", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Of: map[match.UserID][]match.Record{ann: {theirs}}},
			want:   "no: there is such a challenge already",
		},
		{
			name: "P14: a second table", p: proposal("race", nil),
			others: decide.Others{Of: map[match.UserID][]match.Record{ann: {table}}},
			want:   "no: there is such a challenge already",
		},
		{
			name: "P29: thirty matches in an hour", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Made: many(30, match.Record{})}, want: "no: too many running matches",
		},
		{
			name: "P29: twenty members challenged in an hour", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Made: many(20, match.Record{Invited: cat})}, want: "no: too many running matches",
		},
		{
			name: "P29: the same one three times", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Made: many(3, match.Record{Invited: bob})}, want: "no: too many running matches",
		},
		{
			name: "P29: who has ten invitations", p: proposal("nim", nil, named(bob)),
			others: decide.Others{Of: map[match.UserID][]match.Record{
				bob: many(10, match.Record{Status: match.Open, Invited: bob}),
			}}, want: "no: not for this user",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := empty(t)
			tb.others = tt.others
			err := tb.propose(tt.p)
			if err == nil {
				t.Fatal("the proposal was not refused")
			}
			if got := refusal(t, err); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
			say, _ := match.Sentence(err)
			fmt.Fprintf(&page, "%s: %s\n", tt.name, say)
		})
	}
	golden.Check(t, "testdata/proposals.txt", page.String())
	chess := proposal("chess", nil, named(bob))
	if _, err := decide.ProposalReads(chess, catalogue); err == nil {
		t.Error("something is read for a game that is not there")
	}
	facts := empty(t).facts(match.Record{}, match.Act{User: ann}, decide.Reads{})
	if _, err := decide.Propose(chess, facts); err == nil {
		t.Error("a match of it is made")
	}
}

// P134, P135, P137: the terms of a match that a channel plays in. Each limit is tried with its last allowed
// value and the next one.
func TestProposeAsAChannel(t *testing.T) {
	const (
		option  = "Leave the other option out."
		within  = "Choose within that."
		nobody  = "Name no member and no computer player."
		noClock = "Choose a time for a move."
	)
	for _, tt := range []struct {
		name   string
		with   match.Player
		terms  vote.Terms
		rival  match.ChannelID
		change func(*match.Proposal)
		want   string        // the end of the refusal
		window time.Duration // without one
	}{
		{name: "defaults", with: named(bob), window: 12 * time.Hour},
		{name: "against the computer", with: easy, window: 12 * time.Hour},
		{name: "once more", change: func(p *match.Proposal) { p.Wants.Again = 1 }, want: option},
		{name: "rated", with: named(bob), change: func(p *match.Proposal) { p.Rated = true }, want: option},
		{
			name: "watched", want: option,
			change: func(p *match.Proposal) { p.Watch, p.With = true, []match.Player{easy, easy} },
		},
		{
			name: "seated", want: option,
			change: func(p *match.Proposal) { p.Seated, p.With = true, []match.Player{named(ann), named(bob)} },
		},
		{name: "without a clock", with: named(bob), change: perMove(-1), want: noClock},
		{name: "the shortest clock", with: named(bob), change: perMove(time.Minute), window: time.Minute},
		{name: "a quarter is less than a vote", with: named(bob), change: perMove(3 * time.Minute), window: time.Minute},
		{name: "a quarter is enough", with: named(bob), change: perMove(8 * time.Minute), window: 2 * time.Minute},
		{name: "the shortest vote", with: named(bob), terms: vote.Terms{Window: time.Minute}, window: time.Minute},
		{name: "too short a vote", with: named(bob), terms: vote.Terms{Window: time.Minute - 1}, want: within},
		{name: "the longest vote", with: named(bob), terms: vote.Terms{Window: 2 * day}, window: 2 * day},
		{name: "too long a vote", with: named(bob), terms: vote.Terms{Window: 2*day + 1}, want: within},
		{name: "fewer than no voters", with: named(bob), terms: vote.Terms{Voters: -1}, want: within},
		{name: "one voter", with: named(bob), terms: vote.Terms{Voters: 1}, want: within},
		{name: "two voters", with: named(bob), terms: vote.Terms{Voters: 2}, window: 12 * time.Hour},
		{name: "most voters", with: named(bob), terms: vote.Terms{Voters: 500}, window: 12 * time.Hour},
		{name: "too many voters", with: named(bob), terms: vote.Terms{Voters: 501}, want: within},
		{name: "a rival", rival: "yard", window: 12 * time.Hour},
		{name: "a rival beside a member", rival: "yard", with: named(bob), want: nobody},
		{name: "a rival beside a computer", rival: "yard", with: easy, want: nobody},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := empty(t)
			p := proposal("nim", tt.change)
			if p.Voting = (&match.Voting{Terms: tt.terms, Rival: tt.rival}); tt.with != (match.Player{}) {
				p.With = []match.Player{tt.with}
			}
			err := tb.propose(p)
			if tt.want != "" {
				if say, _ := match.Sentence(err); !strings.HasSuffix(say.String(), tt.want) {
					t.Errorf("%q, %v; want a refusal that ends with %q", say, err, tt.want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			terms := tt.terms
			terms.Window = tt.window
			at := cmp.Or(tt.rival, "hall")
			if v := tb.m.Voting; v.Terms != terms || v.Rival != tt.rival || !tb.m.Unrated || tb.m.Place.Channel != at ||
				tb.m.Wants.Here != (tt.rival != "") {
				t.Errorf("%+v in %s, unrated %t, %+v", v, tb.m.Place.Channel, tb.m.Unrated, tb.m.Wants)
			}
		})
	}
	// a match of three can't be between two channels
	three := proposal("race", func(p *match.Proposal) { p.Setup.Seats, p.Voting = 3, &match.Voting{Rival: "yard"} })
	if say, _ := match.Sentence(empty(t).propose(three)); !strings.HasSuffix(say.String(), nobody) {
		t.Errorf("two channels and somebody else: %q", say)
	}
}

// The table lists the time controls of proposals (P8, P25, P32, P133).
func TestProposePolicy(t *testing.T) {
	outside := match.Place{Outside: "100"}
	for _, tt := range []struct {
		name  string
		p     match.Proposal
		guild match.Guild
		want  referee.Policy
	}{
		{
			name: "defaults of a game that ends", p: proposal("nim", nil, named(bob)),
			want: referee.Policy{PerMove: 2 * day, Lapse: referee.Forfeit, Grace: 3},
		},
		{
			name: "defaults of a game that goes on", p: proposal("race", nil, named(bob)),
			want: referee.Policy{PerMove: 2 * day, Lapse: referee.Skip, Grace: 3},
		},
		{
			name: "P32: the same under each policy", p: proposal("nim", claim, named(bob)),
			want: referee.Policy{PerMove: 2 * day, Lapse: referee.Claim, Grace: 3},
		},
		{
			name: "P25: the server's", p: proposal("nim", nil, named(bob)), guild: match.Guild{PerMove: 3 * day, Grace: 1},
			want: referee.Policy{PerMove: 3 * day, Lapse: referee.Forfeit, Grace: 1},
		},
		{
			name: "agreed",
			p:    proposal("nim", func(p *match.Proposal) { p.PerMove, p.Lapse = time.Hour, referee.Claim }, named(bob)),
			want: referee.Policy{PerMove: time.Hour, Lapse: referee.Claim},
		},
		{
			name: "no grace", p: proposal("nim", func(p *match.Proposal) { p.Grace = -1 }, named(bob)),
			want: referee.Policy{PerMove: 2 * day, Lapse: referee.Forfeit},
		},
		{
			name: "P133: a bank and no grace",
			p:    proposal("nim", func(p *match.Proposal) { p.Bank = referee.Bank{Time: day} }, named(bob)),
			want: referee.Policy{PerMove: 2 * day, Lapse: referee.Forfeit, Bank: referee.Bank{Time: day}},
		},
		{
			name: "no clock", p: proposal("nim", func(p *match.Proposal) { p.PerMove = -1 }, named(bob)),
			want: referee.Policy{Lapse: referee.Forfeit},
		},
		{
			name: "the least", p: proposal("nim", perMove(time.Minute), named(bob)),
			want: referee.Policy{PerMove: time.Minute, Lapse: referee.Forfeit},
		},
		{
			name: "P32: the least with grace", p: proposal("nim", perMove(referee.LeastForGrace), named(bob)),
			want: referee.Policy{PerMove: referee.LeastForGrace, Lapse: referee.Forfeit, Grace: 3},
		},
		{
			name: "not as a member, the least", want: referee.Policy{PerMove: day, Lapse: referee.Forfeit, Grace: 3},
			p: proposal("nim", func(p *match.Proposal) { p.Place, p.PerMove = outside, day }, named(bob)),
		},
		{
			name: "not as a member, the default", want: referee.Policy{Lapse: referee.Forfeit},
			p: proposal("nim", func(p *match.Proposal) { p.Place = outside }, named(bob)),
		},
		{name: "none against the computer", p: proposal("nim", nil, easy), want: referee.Policy{Lapse: referee.Forfeit}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tb := empty(t)
			tb.guild = tt.guild
			if err := tb.propose(tt.p); err != nil {
				t.Fatal(err)
			}
			if got := tb.m.Clock.Policy; got != tt.want {
				t.Errorf("%+v, want %+v", got, tt.want)
			}
			if got := tb.m.Wants; !reflect.DeepEqual(got, match.Wants{}) {
				t.Errorf("it wants %+v, want nothing", got)
			}
		})
	}
}

// P29: a block keeps two people apart, and only the member who has blocked learns why.
func TestProposeAcrossABlock(t *testing.T) {
	for blocker, want := range map[match.UserID]string{
		ann: "no: the user has blocked somebody in it", bob: "no: not for this user",
	} {
		tb := empty(t)
		person(blocker, blocks(map[match.UserID]match.UserID{ann: bob, bob: ann}[blocker]))(tb)
		if err := tb.propose(proposal("nim", nil, named(bob))); err == nil {
			t.Errorf("%s has blocked the other, who is challenged", blocker)
		} else if got := refusal(t, err); got != want {
			t.Errorf("%s has blocked the other: %q, want %q", blocker, got, want)
		}
	}
}

// The table lists who gets which side, and when a lot decides.
func TestProposeSides(t *testing.T) {
	for _, tt := range []struct {
		name, side, want string
		with             match.Player
		seats            int // how many the game can have; 0: two
	}{
		{name: "two people", with: named(bob), want: "ann, by lot"},
		{name: "against the computer", with: easy, want: "ann,easy"},
		{name: "in a game that three can play", with: easy, want: "easy,ann", seats: 3},
		{name: "chosen", side: "them", with: named(bob), want: ",ann"},
		{name: "by lot against the computer", side: "random", with: easy, want: "easy,ann"},
	} {
		tb, game := empty(t), nim.New()
		if tt.seats > 0 {
			game.MaxSeats = tt.seats
		}
		tb.games = []*games.Game{game}
		if err := tb.propose(proposal("nim", func(p *match.Proposal) { p.Side = tt.side }, tt.with)); err != nil {
			t.Fatal(err)
		}
		got := players(tb.m.Record)
		if tb.m.Shuffle {
			got += " by lot"
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// A decision that needs data which was not read returns an error.
func TestUnread(t *testing.T) {
	wants := func(p *match.Proposal) { p.Wants.From = 1200 }
	for name, c := range map[string]struct {
		given    []step
		by       match.UserID
		do       decide.Action
		withhold func(*decide.Facts)
	}{
		"the hours of the next player": {
			given(duel("nim", nil)), ann,
			decide.Move{Text: "a1"},
			func(f *decide.Facts) { delete(f.People, bob) },
		},
		"the log": {
			given(duel("nim", nil)), ann,
			decide.Takeback{},
			func(f *decide.Facts) { f.Read.Log = false },
		},
		"the key of blocks": {
			given(propose("nim", nil)), bob,
			decide.Join{},
			func(f *decide.Facts) { f.Read.Blocks = false },
		},
		"the server's settings": {
			given(propose("nim", nil)), bob,
			decide.Join{},
			func(f *decide.Facts) { f.Read.Guild = false },
		},
		"the standings": {
			given(propose("nim", wants)), bob,
			decide.Join{},
			func(f *decide.Facts) { f.Standings = nil },
		},
		"the seed": {
			given(duel("fish", nil), by(bob, decide.Resign{}), by(ann, decide.Rematch{})), bob,
			decide.Rematch{},
			func(f *decide.Facts) { f.Read.Seed = false },
		},
	} {
		tb := empty(t)
		for _, s := range c.given {
			s(tb)
		}
		a := match.Act{User: c.by}
		f := tb.facts(tb.m.Record, a, decide.Need(tb.m, a, c.do))
		if _, err := decide.Decide(tb.m, a, c.do, f); err != nil && !isSentence(err) {
			t.Errorf("with %s %T: %v", name, c.do, err)
		}
		c.withhold(&f)
		d, err := decide.Decide(tb.m, a, c.do, f)
		if err == nil || isSentence(err) {
			t.Errorf("without %s %T makes %+v, %v; want a fault", name, c.do, d, err)
		}
	}
}

func isSentence(err error) bool {
	_, is := match.Sentence(err)
	return is
}

// P26: if the log can't be read, a move by hand counts and nothing that was prepared is played.
// That is an error only if something was prepared.
func TestPreparedWithoutALog(t *testing.T) {
	lost := errors.New("lost")
	for faults, s := range [][]step{given(duel("nim", nil)), given(duel("nim", nil), prepared(bob, 3, "a1", "b1"))} {
		tb := newTable(t)
		for _, s := range s {
			s(tb)
		}
		a, do := match.Act{User: ann}, decide.Move{Text: "a1"}
		f := tb.facts(tb.m.Record, a, decide.Need(tb.m, a, do))
		f.NoLog = lost
		d, err := decide.Decide(tb.m, a, do, f)
		if err != nil || d.Moves != 1 || len(d.Faults) != faults || faults > 0 && !errors.Is(d.Faults[0], lost) {
			t.Errorf("%v, and faults %v; want one move and %d", err, d.Faults, faults)
		}
	}
}

// P38: a proposal reads the settings of the members it invites and, if it names an opponent and no channel
// votes, the standings of its people.
func TestProposalReads(t *testing.T) {
	for _, c := range []struct {
		name string
		p    match.Proposal
		want string
	}{
		{"open to anybody", proposal("nim", nil), "[] []"},
		{"to a member", proposal("nim", nil, named(bob)), "[bob] [ann bob]"},
		{"against the computer", proposal("nim", nil, easy), "[] [ann]"},
		{
			"of a channel", proposal("nim", func(p *match.Proposal) { p.Voting = &match.Voting{} }, named(bob)),
			"[bob] []",
		},
	} {
		n, err := decide.ProposalReads(c.p, catalogue)
		if got := fmt.Sprint(n.Users, " ", n.Standings); err != nil || got != c.want {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
	}
}

// P25: the running matches between people and those against computers are limited separately: a member
// with one less than the limit may begin another one, a member with as many may not.
func TestLimitOfMatches(t *testing.T) {
	const most = 2
	for _, c := range []struct {
		running string // of Ann
		n       int
		with    match.Player
		want    string
	}{
		{"people", most - 1, named(bob), ""},
		{"people", most, named(bob), "no: too many running matches"},
		{"people", most, easy, ""},
		{"computers", most - 1, easy, ""},
		{"computers", most, easy, "no: too many running matches"},
		{"computers", most, named(bob), ""},
		{"watched", most - 1, easy, ""},
		{"watched", most, easy, "no: too many running matches"},
		{"left", most, easy, ""},
	} {
		tb := empty(t)
		tb.guild.Limit = most
		busy(ann, c.n)(tb)
		for i := range tb.others.Of[ann] {
			switch r := &tb.others.Of[ann][i]; c.running {
			case "computers":
				r.Players[1] = easy
			case "watched":
				r.Owner, r.Players = ann, []match.Player{easy, easy}
			case "left": // to another member
				r.Owner, r.Players = ann, []match.Player{named(bob), easy}
			}
		}
		got := ""
		if err := tb.propose(proposal("nim", nil, c.with)); err != nil {
			got = refusal(t, err)
		}
		if got != c.want {
			t.Errorf("%d with %s, and one more with %v: %q, want %q", c.n, c.running, c.with, got, c.want)
		}
	}
}

// P29: of the limit for an hour, a proposal counts what its member made less than an hour ago.
func TestAnHourOfProposals(t *testing.T) {
	tb, p := empty(t), proposal("nim", nil, named(bob))
	n, err := decide.ProposalReads(p, catalogue)
	if err != nil {
		t.Fatal(err)
	}
	d, err := decide.Propose(p, tb.facts(match.Record{}, match.Act{User: ann}, n))
	if err != nil || !d.Condition.Since.Equal(noon.Add(1-time.Hour)) {
		t.Errorf("%v; matches count since %v", err, d.Condition.Since)
	}
}

// What the game says of a resignation, here that a player is removed, is announced like what it says of a
// move.
func TestRulingsAreSaid(t *testing.T) {
	tb := newTable(t)
	three(nil)(tb)
	d, err := tb.decide(match.Act{User: ann}, decide.Resign{})
	if err != nil || len(d.Said) != 1 || d.Said[0].Kind != "removed" {
		t.Errorf("%v, said %v; want that Ann is removed", err, d.Said)
	}
}
