package service_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/referee"
)

const day = 24 * time.Hour

func TestP14_ChallengeIsAcceptedByTheInvitedAlone(t *testing.T) {
	w := newWorld(t)
	c := w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	if c.Match.Status != match.Open || c.Match.Invited != bob {
		t.Errorf("challenge is %s for %q, want open for bob", c.Match.Status, c.Match.Invited)
	}
	w.refused(match.ErrNotInvited, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(cat), "Cat") })
	w.refused(match.ErrBadProposal, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(ann), "Ann") })
	w.refused(match.ErrNotBegun, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(ann), "a1") })
	c = w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	if c.Match.Status != match.Running || c.Match.Turn != 1 || c.Match.Waiting.Len() != 1 {
		t.Errorf("after accepting: %s, turn %d, waiting %b", c.Match.Status, c.Match.Turn, c.Match.Waiting)
	}
	w.refused(match.ErrNotOpen, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(bob), "Bob") })
	w.wantLog("created joined began")
}

func TestP14_OpenChallengeIsForAnyone(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann)))
	c := w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	if c.Match.Status != match.Running || c.Match.SeatOf(cat) == games.Spectator {
		t.Errorf("after joining: %s with %v, want running with Cat", c.Match.Status, c.Match.Players)
	}
}

func TestP14_DeclineAndRevoke(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Tables.Revoke(ctx, w.by(bob)) })
	for u, want := range map[match.UserID]string{ann: "your own challenge", cat: "isn't for you"} {
		if _, err := w.svc.Tables.Decline(ctx, w.by(u)); !errors.Is(err, match.ErrNotInvited) ||
			!strings.Contains(sentence(err), want) {
			t.Errorf("%s declines: %v, %q; want %q", u, err, sentence(err), want)
		}
	}
	if c := w.must(w.svc.Tables.Decline(ctx, w.by(bob))); c.Match.Status != match.Closed ||
		c.Match.Reason != "declined" {
		t.Errorf("declined: %s by %q, want closed by declined", c.Match.Status, c.Match.Reason)
	}
	w.refused(match.ErrNotOpen, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(bob), "Bob") })

	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	if c := w.must(w.svc.Tables.Revoke(ctx, w.by(ann))); c.Match.Status != match.Closed || !c.Match.Due.IsZero() {
		t.Errorf("revoked: %s, due %v, want closed and nothing due", c.Match.Status, c.Match.Due)
	}
}

func TestP14_ChallengeExpires(t *testing.T) {
	tests := []struct {
		name    string
		perMove time.Duration
		accept  time.Duration
		want    error
	}{
		{"accepted on day 6", 0, 6 * day, nil},
		{"too late on day 8", 0, 8 * day, match.ErrExpired},
		{"P89: never sooner than a move's time", 20 * day, 19 * day, nil},
		{"P89: but after it", 20 * day, 21 * day, match.ErrExpired},
	}
	for _, sweep := range []bool{true, false} { // whether the scheduler attends to the match before the click
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				w := newWorld(t)
				p := w.proposal("nim", ann, player(bob))
				p.PerMove = tt.perMove
				w.must(w.svc.Tables.Propose(ctx, p))
				if sweep {
					w.sleep(tt.accept)
				} else {
					w.wait(tt.accept)
				}
				if _, err := w.svc.Tables.Join(ctx, w.by(bob), "Bob"); !errors.Is(err, tt.want) {
					t.Errorf("accepting after %v: %v, want %v", tt.accept, err, tt.want)
				}
			})
		}
	}
}

func TestP14_NoDuplicateChallenge(t *testing.T) {
	w := newWorld(t)
	first := w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	for _, tt := range []struct {
		name string
		p    match.Proposal
		want error
	}{
		{"the same again", w.proposal("nim", ann, player(bob)), match.ErrDuplicate},
		{"the other way round", w.proposal("nim", bob, player(ann)), match.ErrDuplicate},
		{"another game", w.proposal("race", ann, player(bob)), nil},
		{"somebody else", w.proposal("nim", ann, player(cat)), nil},
		{"anyone", w.proposal("nim", ann), nil},
		{"anyone again", w.proposal("nim", ann), match.ErrDuplicate},
	} {
		_, err := w.svc.Tables.Propose(ctx, tt.p)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
		}
		if problem, ok := errors.AsType[*match.Problem](err); ok &&
			(problem.Record == nil || problem.Record.Game != "nim") {
			t.Errorf("%s: the problem names %v, want the other challenge", tt.name, problem.Record)
		}
	}
	w.id = first.Match.ID
	w.must(w.svc.Tables.Decline(ctx, w.by(bob)))
	// a challenge that was answered does not prevent a further one
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", bob, player(ann))))
}

func TestP25_LimitOfRunningMatches(t *testing.T) {
	w := newWorld(t)
	for range 5 {
		w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	}
	if _, err := w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})); !errors.Is(err,
		match.ErrLimit) {
		t.Errorf("sixth match against the computer: %v, want ErrLimit", err)
	}
	for range 5 { // matches between people have a limit of their own
		w.duel("nim")
		w.wait(time.Hour) // the pause keeps the test below the limit of invitations
	}
	_, err := w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob)))
	if !errors.Is(err, match.ErrLimit) {
		t.Errorf("sixth match: %v, want ErrLimit", err)
	}
	elsewhere := w.proposal("nim", ann, match.Player{Computer: games.Easy})
	elsewhere.Place.Guild = "other"
	w.must(w.svc.Tables.Propose(ctx, elsewhere)) // every server has a limit of its own

	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", cat, player(ann))))
	w.refused(match.ErrLimit, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(ann), "Ann") })
	if _, err := w.store.UpdateGuild(ctx, here.Guild, func(g *match.Guild) { g.Limit = 6 }); err != nil {
		t.Fatal(err)
	}
	w.must(w.svc.Tables.Join(ctx, w.by(ann), "Ann"))
}

// With any number of simultaneous clicks, no limit is exceeded, no challenge is made twice and no
// seat is taken twice.
func TestLimitsHoldUnderConcurrency(t *testing.T) {
	w := newWorld(t)
	at := func(n int, f func(i int) error) (worked int) {
		errs := make([]error, n)
		var all sync.WaitGroup
		for i := range n {
			all.Go(func() { errs[i] = f(i) })
		}
		all.Wait()
		for _, err := range errs {
			if err == nil {
				worked++
			}
		}
		return worked
	}
	solo := func(i int) error {
		_, err := w.svc.Tables.Propose(ctx,
			match.Proposal{Game: "nim", Place: here, By: player(ann), With: []match.Player{{Computer: games.Easy}}})
		return err
	}
	if got := at(30, solo); got != 5 {
		t.Errorf("Ann has started %d matches, want the limit of 5", got)
	}
	challenge := func(i int) error {
		by, with := bob, cat
		if i%2 == 0 {
			by, with = cat, bob
		}
		_, err := w.svc.Tables.Propose(ctx,
			match.Proposal{Game: "nim", Place: here, By: player(by), With: []match.Player{player(with)}})
		return err
	}
	if got := at(30, challenge); got != 1 {
		t.Errorf("%d challenges between Bob and Cat, want 1", got)
	}
	w.must(w.svc.Tables.Propose(ctx, w.proposal("race", bob)))
	join := func(i int) error {
		_, err := w.svc.Tables.Join(ctx, match.Act{Match: w.id, User: match.UserID(rune('a' + i))}, "somebody")
		return err
	}
	if got := at(20, join); got != 1 {
		t.Errorf("%d people have the one seat, want 1", got)
	}
}

func TestSides(t *testing.T) {
	w := newWorld(t)
	computer := match.Player{Computer: games.Easy}
	for _, tt := range []struct {
		side string
		with []match.Player
		want string // expected players by seat; empty: sides are drawn by lot
	}{
		{"me", []match.Player{computer}, "Ann, Computer (easy)"},
		{"them", []match.Player{computer}, "Computer (easy), Ann"},
		{"Them ", []match.Player{computer}, "Computer (easy), Ann"},
		{"", []match.Player{computer}, "Ann, Computer (easy)"}, // against the computer one has the first seat
	} {
		p := w.proposal("nim", ann, tt.with...)
		p.Side = tt.side
		r := w.must(w.svc.Tables.Propose(ctx, p)).Match.Record
		var got []string
		for _, player := range r.Players {
			got = append(got, player.Name)
		}
		if got := strings.Join(got, ", "); got != tt.want {
			t.Errorf("side %q: %s, want %s", tt.side, got, tt.want)
		}
		w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	}
}

func TestSidesOfAGame(t *testing.T) {
	w := newWorld(t)
	for id, want := range map[games.ID]string{"halatafl": "sheep foxes random", "nim": "me them random", "race": ""} {
		g, _ := w.svc.Read.Game(id)
		if got := strings.Join(match.Sides(g), " "); got != want {
			t.Errorf("Sides of %s = %q, want %q", id, got, want)
		}
	}
	p := w.proposal("halatafl", ann, match.Player{Computer: games.Medium}) // without an option Ann gets the sheep
	if r := w.must(w.svc.Tables.Propose(ctx, p)).Match.Record; r.SeatOf(ann) != 0 ||
		r.Players[1].Computer != games.Medium {
		t.Errorf("players %v, want Ann with the sheep", r.Players)
	}
	p = w.proposal("halatafl", ann, player(bob))
	p.Side = "foxes"
	w.must(w.svc.Tables.Propose(ctx, p))
	if r := w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob")).Match.Record; r.SeatOf(ann) != 1 {
		t.Errorf("players %v, want Ann with the foxes", r.Players)
	}
}

// The draw of sides gives both results, and nobody knows it before the match begins.
func TestSidesByLot(t *testing.T) {
	w := newWorld(t, func(c *service.Config) { c.Limit = 1000 })
	first := 0
	const matches = 40
	for range matches {
		w.wait(20 * time.Minute) // the pause keeps the test below the limit of invitations
		r := w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob)))).Match.Record
		if !r.Shuffle {
			t.Fatal("the sides of a challenge with no side are not left to the lot")
		}
		r = w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob")).Match.Record
		if r.SeatOf(ann) == 0 {
			first++
		}
	}
	if first < 8 || first > matches-8 {
		t.Errorf("Ann was first in %d of %d matches, want about half", first, matches)
	}
}

func TestTableOfThree(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("race", ann)
	p.Setup.Seats = 3
	w.must(w.svc.Tables.Propose(ctx, p))
	w.refused(match.ErrBadProposal, func() (match.Change, error) {
		return w.svc.Tables.Begin(ctx, w.by(ann), match.Player{})
	})
	w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	w.refused(match.ErrBadProposal, func() (match.Change, error) { return w.svc.Tables.Join(ctx, w.by(cat), "Cat") })
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Tables.Leave(ctx, w.by(bob)) })
	w.must(w.svc.Tables.Leave(ctx, w.by(cat)))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.refused(match.ErrNotYours, func() (match.Change, error) {
		return w.svc.Tables.Begin(ctx, w.by(bob), match.Player{Computer: games.Medium})
	})
	r := w.must(w.svc.Tables.Begin(ctx, w.by(ann), match.Player{Computer: games.Medium})).Match.Record
	if got := r.Players[2].Computer; got != games.Medium || r.Status != match.Running {
		t.Errorf("third seat is %q in a match that is %s, want medium, running", got, r.Status)
	}
	w.refused(match.ErrNotOpen, func() (match.Change, error) { return w.svc.Tables.Leave(ctx, w.by(bob)) })
	w.play(ann, "1")
	w.play(bob, "2!-3")
	job, ok, err := w.svc.Computers.Job(ctx, w.id)
	if err != nil || !ok || job.Seat != 2 {
		t.Fatalf("Job = %+v, %v, %v, want one for seat 2", job, ok, err)
	}
	w.must(w.svc.Computers.Answer(ctx, job, "1"))
	w.wantLog("created joined left joined began moved:1 moved:2! moved:3 moved:1")
}

func TestP20_Rematch(t *testing.T) {
	w := newWorld(t)
	old := w.duel("nim", func(p *match.Proposal) {
		p.Setup.Options = games.Options{"stones": "7"}
		p.PerMove = time.Hour
	})
	w.refused(match.ErrTooEarly, func() (match.Change, error) { return w.svc.Tables.Rematch(ctx, w.by(ann)) })
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Tables.Rematch(ctx, w.by(cat)) })

	c := w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
	if c.Match.RematchID != "" || !c.Match.Rematch[string(ann)] {
		t.Errorf("after one click: rematch %q wanted by %v, want none yet, wanted by Ann", c.Match.RematchID,
			c.Match.Rematch)
	}
	if c := w.must(w.svc.Tables.Rematch(ctx, w.by(ann))); len(c.Events) > 0 || c.Match.RematchID != "" {
		t.Errorf("Ann's second click: %d events, rematch %q, want nothing", len(c.Events), c.Match.RematchID)
	}
	c = w.must(w.svc.Tables.Rematch(ctx, w.by(bob)))
	again, err := w.svc.Read.Match(ctx, c.Match.RematchID)
	if err != nil {
		t.Fatal(err)
	}
	if again.Status != match.Running || again.SeatOf(bob) != 0 || again.Setup.Options["stones"] != "7" ||
		again.Clock.Policy != old.Clock.Policy {
		t.Errorf("rematch is %s, Bob at %d, %v, %v", again.Status, again.SeatOf(bob), again.Setup.Options,
			again.Clock.Policy)
	}
	if again.Setup.Seed == old.Setup.Seed {
		t.Error("the rematch has the old match's seed")
	}
	if c := w.must(w.svc.Tables.Rematch(ctx, w.by(ann))); c.Match.RematchID != again.ID || len(c.Events) > 0 {
		t.Errorf("a click after the rematch: %q, %d events, want the same one", c.Match.RematchID, len(c.Events))
	}
	if list, _ := w.svc.Read.ByUser(ctx, ann); len(list) != 1 {
		t.Errorf("Ann has %d matches, want 1", len(list))
	}
}

// P20: a rematch keeps the limits on time that its server has by then, whatever time the first
// match had, and gives days of grace if its moves are long enough. A clock with a time bank has no
// days of grace.
func TestP20_RematchWithinTheServersLimits(t *testing.T) {
	for name, c := range map[string]struct {
		first time.Duration
		bank  referee.Bank
		limit func(*match.Guild)
		want  referee.Policy
	}{
		"no limit": {
			first: 3 * day, limit: func(*match.Guild) {},
			want: referee.Policy{PerMove: 3 * day, Grace: 3},
		},
		"shorter": {
			first: 3 * day, limit: func(g *match.Guild) { g.Longest = day },
			want: referee.Policy{PerMove: day, Grace: 3},
		},
		"much shorter": {
			first: 3 * day, limit: func(g *match.Guild) { g.Longest = time.Hour },
			want: referee.Policy{PerMove: time.Hour},
		},
		"longer": {
			first: time.Hour, limit: func(g *match.Guild) { g.Shortest = day },
			want: referee.Policy{PerMove: day, Grace: 3},
		},
		"just long enough": {
			first: time.Hour, limit: func(g *match.Guild) { g.Shortest = referee.LeastForGrace },
			want: referee.Policy{PerMove: referee.LeastForGrace, Grace: 3},
		},
		"a bank": {
			first: time.Hour, bank: referee.Bank{Time: day}, limit: func(g *match.Guild) { g.Shortest = day },
			want: referee.Policy{PerMove: day, Bank: referee.Bank{Time: day}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			server := func(change func(*match.Guild)) {
				if _, err := w.svc.Settings.ChangeGuild(ctx, here.Guild, change); err != nil {
					t.Fatal(err)
				}
			}
			server(func(g *match.Guild) { g.Grace = 3 })
			w.duel("nim", func(p *match.Proposal) { p.PerMove, p.Bank = c.first, c.bank })
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			server(c.limit)
			w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
			w.id = w.must(w.svc.Tables.Rematch(ctx, w.by(bob))).Match.RematchID
			c.want.Lapse = referee.Forfeit
			if got := w.record().Clock.Policy; got != c.want {
				t.Errorf("the rematch has %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestP20_RematchAgainstTheComputerNeedsOneClick(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	c := w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
	again, err := w.svc.Read.Match(ctx, c.Match.RematchID)
	if err != nil || again.Players[0].Computer != games.Easy {
		t.Errorf("rematch %v, %v, want the computer first", again.Players, err)
	}
}

// A crash after the new match was made, and before the old match names it, does not lead to two
// rematches.
func TestP20_RematchSurvivesACrashHalfWay(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	old := w.must(w.svc.Tables.Rematch(ctx, w.by(ann))).Match.Record

	failing := &failingStore{Store: w.store, failAppend: func(r match.Record) bool { return r.ID == old.ID }}
	w.cfg.Store = failing
	w.restart()
	if _, err := w.svc.Tables.Rematch(ctx, w.by(bob)); !errors.Is(err, match.ErrStore) {
		t.Fatalf("err = %v, want ErrStore", err)
	}
	w.cfg.Store = w.store
	w.restart()
	c := w.must(w.svc.Tables.Rematch(ctx, w.by(bob)))
	if list, _ := w.svc.Read.ByUser(ctx, ann); len(list) != 1 || list[0].ID != c.Match.RematchID {
		t.Errorf("%d matches, want the rematch %q alone", len(list), c.Match.RematchID)
	}
}
