package coach_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/coach"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/review"
)

// pool holds background jobs until a test calls run.
type pool struct {
	waiting []think.Errand
	busy    error
}

func (p *pool) Do(e think.Errand) error {
	if p.busy != nil {
		return p.busy
	}
	p.waiting = append(p.waiting, e)
	return nil
}

// run runs all background jobs to their end. If failed is set, they end with an error.
func (p *pool) run(failed error) (steps int) {
	for len(p.waiting) > 0 {
		e := p.waiting[0]
		p.waiting = p.waiting[1:]
		for steps++; failed == nil && e.Step(context.Background()); steps++ {
		}
		e.Done(context.Background(), failed)
	}
	return steps
}

// played returns some moves of a small game of Kalah.
func played(t *testing.T) []review.Ply {
	t.Helper()
	at, err := kalah.New().Start(games.Setup{Seats: 2, Options: games.Options{"holes": "3", "beans": "1"}})
	if err != nil {
		t.Fatal(err)
	}
	return goesOn(t, at, 3, func(legal []string) string { return legal[0] })
}

// goesOn plays some moves from a position, each chosen from the legal ones.
func goesOn(t *testing.T, at *games.Position, moves int, choose func(legal []string) string) (plies []review.Ply) {
	t.Helper()
	for len(plies) < moves {
		for seat := range at.Turn().Waiting.All() {
			move := choose(slices.Collect(at.View(seat).Legal()))
			plies = append(plies, review.Ply{Seat: seat, Move: move, View: at.View(seat)})
			done, err := at.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			at = done.Next
			break
		}
	}
	return plies
}

func of(id match.ID) match.Match { return match.Match{Record: match.Record{ID: id}} }

// Simultaneous requests share one review, and all of them receive it. It stays cached afterwards.
func TestAReviewIsMadeOnce(t *testing.T) {
	p, plies := &pool{}, played(t)
	c := coach.New(coach.Config{Pool: p, Nodes: 1000})
	told := 0
	for range 3 {
		if err := c.Review(of("m"), "ann", plies, func(a coach.Answer) {
			if a.Err != nil || len(a.Review.Moves) != len(plies) {
				t.Errorf("the answer is %+v", a)
			}
			told++
		}); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Kept("m"); ok || len(p.waiting) != 1 || told != 0 {
		t.Errorf("before it is made: kept %v, %d errands, %d told", ok, len(p.waiting), told)
	}
	if steps := p.run(nil); steps < len(plies) || told != 3 {
		t.Errorf("%d steps for %d moves, %d told; want 3", steps, len(plies), told)
	}
	if r, ok := c.Kept("m"); !ok || len(r.Moves) != len(plies) {
		t.Errorf("Kept = %+v, %v", r, ok)
	}
	var again sync.WaitGroup
	again.Add(1)
	if err := c.Review(of("m"), "bob", plies, func(a coach.Answer) {
		if a.Err != nil || len(a.Review.Moves) != len(plies) {
			t.Errorf("asked once more, the answer is %+v", a)
		}
		again.Done()
	}); err != nil || len(p.waiting) != 0 {
		t.Errorf("asked once more: %v, %d errands", err, len(p.waiting))
	}
	again.Wait()
}

// A failed review is reported and not cached. If the pool is full, the caller is refused at once.
// In both cases a review can be requested again.
func TestAReviewThatIsNotMade(t *testing.T) {
	p, plies := &pool{busy: think.ErrBusy}, played(t)
	c := coach.New(coach.Config{Pool: p, Nodes: 1000})
	var got []error
	ask := func() error {
		return c.Review(of("m"), "ann", plies, func(a coach.Answer) { got = append(got, a.Err) })
	}
	if err := ask(); !errors.Is(err, think.ErrBusy) || len(got) != 0 {
		t.Errorf("without room: %v, told %v", err, got)
	}
	p.busy = nil
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("it panicked")
	p.run(failed)
	if _, ok := c.Kept("m"); ok || len(got) != 1 || !errors.Is(got[0], failed) {
		t.Errorf("of one that failed: kept %v, told %v", ok, got)
	}
	if err := ask(); err != nil {
		t.Fatal(err)
	}
	p.run(nil)
	if _, ok := c.Kept("m"); !ok || len(got) != 2 || got[1] != nil {
		t.Errorf("asked again: kept %v, told %v", ok, got)
	}
}

// A hint is a legal move of the member who asks, and uses that member's thinking time.
func TestHint(t *testing.T) {
	p, plies := &pool{}, played(t)
	c := coach.New(coach.Config{Pool: p, Nodes: 1000})
	var got coach.Hint
	if err := c.Hint("club", "ann", plies[0].View, 1, false, func(h coach.Hint) { got = h }); err != nil {
		t.Fatal(err)
	}
	if e := p.waiting[0]; e.Server != "club" || e.Member != "ann" {
		t.Errorf("the errand is %q's in %q", e.Member, e.Server)
	}
	p.run(nil)
	if err := plies[0].View.Check(got.Move); err != nil {
		t.Errorf("the hint is %q: %v", got.Move, err)
	}
	if len(got.Worth.Moves) == 0 {
		t.Error("nothing says what the hint is worth")
	}
}

// Each background job is done for the member and the server that asked, with the budget of the
// configuration or its default.
func TestErrandsOfMembers(t *testing.T) {
	plies := played(t)
	for _, c := range []struct {
		what string
		ask  func(*coach.Coach, func()) error
	}{
		{"a review", func(c *coach.Coach, done func()) error {
			m := of("m")
			m.Place.Guild = "club"
			return c.Review(m, "ann", plies, func(coach.Answer) { done() })
		}},
		{"a hint", func(c *coach.Coach, done func()) error {
			return c.Hint("club", "ann", plies[0].View, 1, false, func(coach.Hint) { done() })
		}},
		{"a search", func(c *coach.Coach, done func()) error {
			left := 3
			return c.Search("club", "ann", func(context.Context) bool { left--; return left > 0 }, func() {
				if left != 0 {
					t.Errorf("the search ends with %d steps left", left)
				}
				done()
			})
		}},
	} {
		p, told := &pool{}, false
		if err := c.ask(coach.New(coach.Config{Pool: p, Nodes: 1000}), func() { told = true }); err != nil {
			t.Fatal(err)
		}
		if e := p.waiting[0]; e.Server != "club" || e.Member != "ann" {
			t.Errorf("%s is an errand of %q in %q", c.what, e.Member, e.Server)
		}
		if p.run(nil); !told {
			t.Errorf("%s is never answered", c.what)
		}
	}
}

// The coach keeps the reviews of the newest 256 matches, and no others.
func TestMostKept(t *testing.T) {
	p := &pool{}
	c := coach.New(coach.Config{Pool: p})
	const many = 300
	for n := range many {
		if err := c.Review(of(match.ID(fmt.Sprint(n))), "ann", nil, func(coach.Answer) {}); err != nil {
			t.Fatal(err)
		}
		p.run(nil)
	}
	for n := range many {
		if _, ok := c.Kept(match.ID(fmt.Sprint(n))); ok != (n >= many-256) {
			t.Errorf("review %d of %d is kept: %t", n+1, many, ok)
		}
	}
}

// Searches have the configured number of nodes, and a review has the seed of its match.
func TestBudgets(t *testing.T) {
	at, err := fish.New().Start(games.Setup{
		Seats:   2,
		Options: games.Options{"rules": "course", "rows": "4", "columns": "4"},
	})
	if err != nil {
		t.Fatal(err)
	}
	var plies []review.Ply
	for seat := range at.Turn().Waiting.All() {
		for move := range at.View(seat).Legal() {
			plies = []review.Ply{{Seat: seat, Move: move, View: at.View(seat)}}
			break
		}
	}
	reviewed := func(nodes int64, seed uint64) review.Review {
		w := review.Begin(plies, review.Budget{Nodes: nodes, Seed: seed})
		for w.Step(t.Context()) {
		}
		return w.Review()
	}
	const nodes, seed = 200, 7
	want := reviewed(nodes, seed)
	if reflect.DeepEqual(want, reviewed(nodes, seed+1)) || reflect.DeepEqual(want, reviewed(2*nodes, seed)) {
		t.Fatal("the budget makes no difference here")
	}
	// the clock stands still here, so no step runs out of time, however busy the machine is
	synctest.Test(t, func(t *testing.T) {
		p, m := &pool{}, of("m")
		m.Setup.Seed = seed
		c := coach.New(coach.Config{Pool: p, Nodes: nodes})
		var got review.Review
		if err := c.Review(m, "ann", plies, func(a coach.Answer) { got = a.Review }); err != nil {
			t.Fatal(err)
		}
		p.run(nil)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("Review = %+v, want %+v", got, want)
		}
	})
}

// A review, its curve, a hint and a board that is tried out say the same of the same board.
func TestOneBoardOneValue(t *testing.T) {
	for _, g := range []*games.Game{kalah.New(), halatafl.New(), fish.New()} {
		at, err := g.Start(games.Setup{Seats: 2, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(3, 4))
		plies := goesOn(t, at, 24, func(legal []string) string { return legal[rng.IntN(len(legal))] })
		synctest.Test(t, func(t *testing.T) {
			p, m := &pool{}, of("m")
			m.Setup.Seed = 7
			c := coach.New(coach.Config{Pool: p, Nodes: 3000, Time: time.Millisecond})
			if err := c.Review(m, "ann", plies, func(coach.Answer) {}); err != nil {
				t.Fatal(err)
			}
			p.run(nil)
			r, _ := c.Kept("m")
			course, same := r.Course(0), 0
			for i, ply := range plies {
				var hint coach.Hint
				seed := review.Seed(m.Setup.Seed, i)
				if err := c.Hint("club", "ann", ply.View, seed, false, func(h coach.Hint) { hint = h }); err != nil {
					t.Fatal(err)
				}
				p.run(nil)
				if tried := c.Value(t.Context(), ply.View, seed); !reflect.DeepEqual(tried, hint.Worth) {
					t.Errorf("%s, move %d: a trial board says %v and a hint %v", g.ID, i+1, tried, hint.Worth)
				}
				is := r.Moves[i]
				if is.BestExact && !hint.Worth.Proven { // the review knows what came later
					continue
				}
				if same++; is.BestValue != hint.Worth.Value {
					t.Errorf("%s, move %d: a review says %g and a hint %g", g.ID, i+1, is.BestValue, hint.Worth.Value)
				}
				if i == 0 || r.Moves[i-1].Measure != is.Measure {
					continue
				}
				before, want := r.Moves[i-1], is.BestValue
				switch {
				case before.Seat == is.Seat:
				case is.Measure == games.ByChance:
					want = 1 - want
				default:
					want = -want
				}
				if before.Value != want {
					t.Errorf("%s, move %d led to a board worth %g, and %g is said of it", g.ID, i, want, before.Value)
				}
				if is.Measure == games.ByChance {
					if want = is.BestValue; is.Seat != 0 {
						want = 1 - want
					}
					if math.Abs(course[i-1]-want) > 1e-9 {
						t.Errorf("%s, move %d: the curve says %g, the review %g", g.ID, i, course[i-1], want)
					}
				}
			}
			if same < len(plies)/2 {
				t.Errorf("%s: only %d boards were compared", g.ID, same)
			}
		})
	}
}
