package decide_test

import (
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/referee"
)

// The table lists acts on challenges and open tables until the match begins.
func TestJoin(t *testing.T) {
	run(t, []row{
		{
			name: "P14: the invited member", given: given(propose("nim", first, named(bob))),
			by: bob, do: decide.Join{Name: "Bob"},
			want: "joined began; running players=ann,bob waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P14: on a board newer than a restored backup", given: given(propose("nim", first, named(bob))),
			by: bob, do: decide.Join{Name: "Bob"}, seen: 9,
			want: "joined began; running players=ann,bob waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P14: somebody else", given: given(propose("nim", nil, named(bob))),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: somebody else is invited",
		},
		{
			name: "P14: an open challenge", given: given(propose("nim", first, match.Player{})),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "joined began; running players=ann,cat waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P14: one's own", given: given(propose("nim", nil, match.Player{})),
			by: ann, do: decide.Join{Name: "Ann"},
			want: "no: bad proposal",
		},
		{
			name: "P14: expired", given: given(propose("nim", nil, named(bob)), wait(7*24*time.Hour)),
			by: bob, do: decide.Join{Name: "Bob"},
			want: "no: the challenge has expired",
		},
		{
			name: "P14: begun already", given: given(duel("nim", nil)),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: not open any more",
		},
		{
			name: "P80: twice", given: given(duel("nim", nil)),
			by: bob, do: decide.Join{Name: "Bob"},
			want: "no: not open any more",
		},
		{
			name: "P29: who has blocked the challenger", given: given(
				propose("nim", nil, match.Player{}),
				person(cat, blocks(ann)),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: the user has blocked somebody in it",
		},
		{
			name: "P29: whom the challenger has blocked", given: given(
				propose("nim", nil, match.Player{}),
				person(ann, blocks(cat)),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: not for this user",
		},
		{
			name: "P99: below the wanted rating", given: given(
				propose("nim", func(p *match.Proposal) { p.Wants.From = beginner + 1 }, match.Player{}),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: against the rules",
		},
		{
			name: "P99: newcomers pass for reliability", given: given(
				propose("nim", func(p *match.Proposal) { p.Side, p.Wants.Reliability = "me", 90 }, match.Player{}),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "joined began; running players=ann,cat waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P25: as many matches as allowed", given: given(propose("nim", nil, match.Player{}), busy(cat, 5)),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "no: too many running matches",
		},
		{
			name: "P25: matches out of reach don't count", given: given(
				propose("nim", first, match.Player{}),
				busy(cat, 5),
				stranded(cat),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "joined began; running players=ann,cat waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P137: the rival channel's member", given: given(rivals),
			by: cat, do: decide.Join{Name: "Yard"},
			want: "joined began; running players=ann,cat at=hall waits=0 turn=1 left=48h0m0s",
		},
		{
			name: "P99: offered again", given: given(
				propose("nim", func(p *match.Proposal) { p.Side, p.Wants.Again = "me", 2 }, match.Player{}),
			),
			by: cat, do: decide.Join{Name: "Cat"},
			want: "joined began; running players=ann,cat waits=0 turn=1 left=48h0m0s; tells =again",
		},
		{
			name: "P14: declined", given: given(propose("nim", nil, named(bob))),
			by: bob, do: decide.Decline{},
			want: "declined ended:declined; closed left=none because=declined; tells ann=declined",
		},
		{
			name: "P14: not declined by others", given: given(propose("nim", nil, named(bob))),
			by: cat, do: decide.Decline{},
			want: "no: somebody else is invited",
		},
		{
			name: "P14: not one's own", given: given(propose("nim", nil, named(bob))),
			by: ann, do: decide.Decline{},
			want: "no: somebody else is invited",
		},
		{
			name: "P14: withdrawn", given: given(propose("nim", nil, named(bob))),
			by: ann, do: decide.Revoke{},
			want: "ended:revoked; closed left=none because=revoked",
		},
		{
			name: "P14: not withdrawn by others", given: given(propose("nim", nil, named(bob))),
			by: bob, do: decide.Revoke{},
			want: "no: the user does not play here",
		},
		{
			name: "a table is left", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: bob, do: decide.Leave{},
			want: "left; players=ann,,",
		},
		{
			name: "a table without its owner is closed", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: ann, do: decide.Leave{},
			want: "ended:revoked; closed left=none because=revoked; tells bob=closed",
		},
		{
			name: "nobody leaves who has not joined", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
			),
			by: bob, do: decide.Leave{},
			want: "no: the user does not play here",
		},
		{
			name: "too few to begin", given: given(propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 })),
			by: ann, do: decide.Begin{},
			want: "no: bad proposal",
		},
		{
			name: "begun without the empty seats", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: ann, do: decide.Begin{},
			want: "began; running players=ann,bob waits=0 turn=1 left=48h0m0s spent=[0s 0s] grace=[0 0] lapses=[0 0]" +
				"; tells bob=begun",
		},
		{
			name: "begun with computers", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: ann, do: decide.Begin{Fill: match.Player{Computer: games.Medium}},
			want: "began; running players=ann,bob,medium waits=0 turn=1 left=48h0m0s; tells bob=begun",
		},
		{
			name: "begun by the owner alone", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: bob, do: decide.Begin{},
			want: "no: the user does not play here",
		},
		{
			name: "begun with an unknown computer", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
			),
			by: ann, do: decide.Begin{Fill: match.Player{Computer: "deep"}},
			want: "no: against the rules",
		},
		{
			name: "P82: the challenger has left", given: given(propose("nim", nil, named(bob))),
			by: "", do: decide.Vacate{Absent: []match.UserID{ann}},
			want: "ended:revoked; closed left=none because=revoked; tells ann=closed",
		},
		{
			name: "P82: the seat of who has left is free", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: "", do: decide.Vacate{Absent: []match.UserID{bob}},
			want: "left; players=ann,,",
		},
	})
}

// The table lists how a rematch begins: only if all players agree, and only once.
func TestRematch(t *testing.T) {
	run(t, []row{
		{
			name: "P20: one wants it", given: given(duel("nim", nil), moves("a1"), by(bob, decide.Resign{})),
			by: ann, do: decide.Rematch{},
			want: "offered:rematch; ; tells bob=rematch",
		},
		{
			name: "P20: both want it", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				by(ann, decide.Rematch{}),
			),
			by: bob, do: decide.Rematch{},
			want: "offered:rematch; ; next bob,ann rated=true",
		},
		{
			name: "P20: the same again", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				by(ann, decide.Rematch{}),
			),
			by: ann, do: decide.Rematch{},
			want: "nothing",
		},
		{
			name: "P20: not yet", given: given(duel("nim", nil)),
			by: ann, do: decide.Rematch{},
			want: "no: too early",
		},
		{
			name: "P20: not by others", given: given(duel("nim", nil), moves("a1"), by(bob, decide.Resign{})),
			by: cat, do: decide.Rematch{},
			want: "no: the user does not play here",
		},
		{
			name: "P20: against the computer one is enough", given: given(
				propose("nim", nil, easy),
				by(ann, decide.Resign{}),
			),
			by: ann, do: decide.Rematch{},
			want: "offered:rematch; ; next easy,ann rated=false",
		},
		{
			name: "P20: computers again, by who has watched them", given: given(
				propose("nim", watching, easy, easy),
				by("", decide.Award{Result: match.Decision{Place: [games.MaxSeats]int8{1, 2}}}),
			),
			by: ann, do: decide.Rematch{},
			want: "offered:rematch; ; next easy,easy rated=false",
		},
		{
			name: "P82: not with who has left", given: given(duel("nim", nil), moves("a1"), by(bob, decide.Resign{})),
			by: ann, do: decide.Rematch{Absent: []match.UserID{bob}},
			want: "no: too late",
		},
		{
			name: "P29: not across a block", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				person(bob, blocks(ann)),
			),
			by: ann, do: decide.Rematch{},
			want: "no: not for this user",
		},
		{
			name: "P25: not beyond the limit", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				by(ann, decide.Rematch{}),
				busy(ann, 5),
			),
			by: bob, do: decide.Rematch{},
			want: "no: too many running matches",
		},
		{
			name: "P30: not with a former player", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				edit(func(r *match.Record) { r.Players[1] = match.Player{Name: "Former player", Gone: "x"} }),
			),
			by: ann, do: decide.Rematch{},
			want: "no: too late",
		},
		{
			name: "P38: odds keep the seats", given: given(
				duel("nim", nil),
				moves("a1"),
				by(bob, decide.Resign{}),
				edit(func(r *match.Record) { r.Handicap = true }),
				by(ann, decide.Rematch{}),
			),
			by: bob, do: decide.Rematch{},
			want: "offered:rematch; ; next ann,bob rated=true",
		},
	})
}

// P32: a rematch has the days of grace of the match before it. If only the new time per move is long
// enough for some, it has the server's.
func TestGraceAgain(t *testing.T) {
	const short = referee.LeastForGrace - time.Millisecond
	for _, c := range []struct {
		before, now time.Duration
		want        int
	}{
		{referee.LeastForGrace, 2 * referee.LeastForGrace, 1},
		{referee.LeastForGrace, referee.LeastForGrace, 1},
		{referee.LeastForGrace, short, 0},
		{short, referee.LeastForGrace, 2},
	} {
		tb := newTable(t)
		for _, s := range given(
			duel("nim", nil),
			by(bob, decide.Resign{}),
			by(ann, decide.Rematch{}),
			edit(func(r *match.Record) { r.Clock.Policy.PerMove, r.Clock.Policy.Grace = c.before, 1 }),
			server(func(g *match.Guild) { g.Shortest, g.Longest, g.Grace = c.now, c.now, 2 }),
		) {
			s(tb)
		}
		d, err := tb.decide(match.Act{User: bob}, decide.Rematch{})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Next.Clock.Policy; got.PerMove != c.now || got.Grace != c.want {
			t.Errorf("after %v per move with a day of grace: %v with %d days, want %v with %d", c.before, got.PerMove,
				got.Grace, c.now, c.want)
		}
	}
}

// P38: an offer of odds can be taken on the newest board, but not on a board that was posted before the
// terms of the challenge changed.
func TestOdds(t *testing.T) {
	open := given(propose("fish", nil, named(bob)), edit(func(r *match.Record) {
		r.Gap, r.Head, r.Made = 400, 2, 2
	}))
	run(t, []row{
		{
			name: "the newest board", given: open, by: ann, do: decide.Odds{Name: "Ann"}, seen: 2,
			want: "offered:odds; players=,ann rated=false",
		},
		{
			name: "a board before another change", given: open, by: ann, do: decide.Odds{Name: "Ann"}, seen: 1,
			want: "no: the board is old",
		},
	})
}

// A person who is erased leaves each match as its stage allows.
func TestRetire(t *testing.T) {
	run(t, []row{
		{
			name: "P30: a running match is resigned", given: given(duel("nim", nil)),
			by: bob, do: decide.Retire{},
			want: "ruled:resign ended:resign; over waits= turn=2 left=none won=0 because=resign; tells ann=result",
		},
		{
			name: "P30: a challenge is withdrawn", given: given(propose("nim", nil, named(bob))),
			by: ann, do: decide.Retire{},
			want: "ended:revoked; closed left=none because=revoked",
		},
		{
			name: "P30: an invitation is declined", given: given(propose("nim", nil, named(bob))),
			by: bob, do: decide.Retire{},
			want: "declined ended:declined; closed left=none because=declined; tells ann=declined",
		},
		{
			name: "P30: a seat at a table is free", given: given(
				propose("race", func(p *match.Proposal) { p.Setup.Seats = 3 }),
				by(bob, decide.Join{Name: "Bob"}),
			),
			by: bob, do: decide.Retire{},
			want: "left; players=ann,,",
		},
		{
			name: "P136: a channel plays on", given: given(channel(nil)),
			by: ann, do: decide.Retire{},
			want: "nothing",
		},
		{
			name: "P30: what is over stays", given: given(duel("nim", nil), moves("a1"), by(bob, decide.Resign{})),
			by: bob, do: decide.Retire{},
			want: "nothing",
		},
	})
}
