package fish

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"paddock/games"
)

const finishNodes = 20_000

// catch is a player's final fish and tiles.
type catch struct{ fish, tiles int }

func (c catch) less(d catch) bool { return c.fish < d.fish || c.fish == d.fish && c.tiles < d.tiles }

// plain finds the best or worst catch of one seat by trying every line of its moves, by the rules
// alone.
type plain struct {
	seat  games.Seat
	worst bool
	seen  map[Position]catch
}

func (f *plain) catch(p Position) (best catch) {
	// the seat to move stays the same, although by the rules another one is: the others stand still
	// here
	if p.Phase != "" {
		p.ToMove = f.seat
	}
	if known, ok := f.seen[p]; ok {
		return known
	}
	best = catch{int(p.Players[f.seat].Fish), int(p.Players[f.seat].Tiles)}
	if p.Phase != "" {
		for i, m := range p.Moves() {
			if end := f.catch(p.Play(m)); i == 0 || best.less(end) != f.worst {
				best = end
			}
		}
	}
	f.seen[p] = best
	return best
}

// separated yields positions of random games, with boards of all sizes, that are decided by the
// rules. In some of them players have left.
func separated(t *testing.T, yield func(p Position, rest games.Finish) (more bool)) {
	for seed := uint64(0); ; seed++ {
		options := games.Options{}
		if seed%2 == 1 {
			options["rules"] = "course"
		}
		rng := rand.New(rand.NewPCG(seed, 7))
		out := rng.IntN(4) == 0
		for p := deal(t, games.Setup{Seats: 2 + int(seed/2%3), Seed: seed, Options: options}); p.Phase != ""; {
			if out && p.Seats > 2 && p.Phase == Moving && rng.IntN(8) == 0 {
				out = false
				p, _, _ = rules{}.Rule(p, games.Ruling{Kind: games.Remove, Seat: p.ToMove})
				continue
			}
			// larger positions would take too long
			if rest, ok := (rules{}).Finish(p, finishNodes); ok && bits.OnesCount64(p.Free()) <= 12 {
				if !yield(p, rest) {
					return
				}
				break // the rest of this game would repeat it
			}
			moves := p.Moves()
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
}

// F79: the rest of a decided game is played by the rules, and every player gets as much as a search
// of all lines finds.
func TestFinishIsExact(t *testing.T) {
	t.Parallel()
	checked, chosen := 0, 0
	separated(t, func(p Position, rest games.Finish) bool {
		end := p
		for _, move := range rest.Moves {
			m, err := rules{}.Parse(end, move)
			if err == nil {
				err = rules{}.Check(end, m)
			}
			if err != nil || !rest.Seats.Has(end.ToMove) {
				t.Fatalf("%s: %s of %s: %v", text(p), move, text(end), err)
			}
			end = end.Play(m)
		}
		o, over := end.Result()
		if !over {
			t.Fatalf("%s: %q does not end the game", text(p), rest.Moves)
		}
		for seat := range games.Seat(p.Seats) {
			got := catch{o.Score[seat], o.Tiebreak[seat]}
			want := (&plain{seat, false, make(map[Position]catch)}).catch(p)
			if !p.Shape.Official { // tiles count for nothing
				got.tiles, want.tiles = 0, 0
			}
			if p.Players[seat].Out == 0 && got != want {
				t.Errorf("%s: seat %d has %+v at the end, want %+v", text(p), seat, got, want)
			}
		}
		checked++
		chosen += len(rest.Moves)
		return checked < 500
	})
	t.Logf("%d positions, %d moves", checked, chosen)
	if chosen < 2*checked {
		t.Errorf("%d moves in %d positions: there was nothing to choose", chosen, checked)
	}
}

// F79, P126: the rest of a game is certain only if no two seats can change places, however badly or
// well they play.
func TestFinishIsCertain(t *testing.T) {
	t.Parallel()
	var certain, changing, checked int
	separated(t, func(p Position, rest games.Finish) bool {
		var least, most [games.MaxSeats]catch
		for seat := range games.Seat(p.Seats) {
			least[seat] = (&plain{seat, true, make(map[Position]catch)}).catch(p)
			most[seat] = (&plain{seat, false, make(map[Position]catch)}).catch(p)
			if !p.Shape.Official { // tiles count for nothing
				least[seat].tiles, most[seat].tiles = 0, 0
			}
		}
		fixed := true
		for a := range p.Seats {
			for b := range a {
				if p.Players[a].Out == 0 && p.Players[b].Out == 0 {
					tied := least[a] == most[a] && least[b] == most[b] && least[a] == least[b]
					fixed = fixed && (tied || most[a].less(least[b]) || most[b].less(least[a]))
				}
			}
		}
		if rest.Certain && !fixed {
			t.Errorf("%s: it is said to be certain with catches from %v to %v", text(p), least, most)
		}
		if rest.Certain {
			certain++
		} else if !fixed {
			changing++
		}
		checked++
		return checked < 300
	})
	if certain < 30 || changing < 30 {
		t.Errorf("%d of %d positions are certain, %d can change, want at least 30 of each", certain, checked, changing)
	}
}

// F79: nothing is decided before all penguins are placed, while two players' penguins can reach one
// tile, or with too small a budget.
func TestFinishNotYet(t *testing.T) {
	t.Parallel()
	decided, open := 0, 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 9))
		for p := deal(t, games.Setup{Seats: 2 + int(seed%3), Seed: seed}); p.Phase != ""; {
			_, ok := rules{}.Finish(p, finishNodes)
			if want := p.Phase == Moving && apart(&p); ok != want {
				t.Fatalf("%s: decided is %t, want %t", text(p), ok, want)
			}
			if ok {
				if decided++; bits.OnesCount64(p.Free()) > 2 {
					if _, ok := (rules{}).Finish(p, 0); ok {
						t.Errorf("%s: decided without looking at any position", text(p))
					}
				}
			} else {
				open++
			}
			moves := p.Moves()
			p = p.Play(moves[rng.IntN(len(moves))])
		}
	}
	if decided < 100 || open < 100 {
		t.Errorf("%d positions were decided and %d open, want at least 100 of each", decided, open)
	}
}

// apart reports whether no tile can be reached by two players, by a plain flood from each penguin.
func apart(p *Position) bool {
	owner := make(map[Cell]games.Seat)
	for seat := range games.Seat(p.Seats) {
		seen := make(map[Cell]bool)
		var flood func(c Cell)
		flood = func(c Cell) {
			for _, next := range p.Shape.Neighbours(c) {
				if next != noCell && p.Free()>>next&1 == 1 && !seen[next] {
					seen[next] = true
					flood(next)
				}
			}
		}
		for _, c := range p.penguins(seat) {
			flood(c)
		}
		for c := range seen {
			if _, taken := owner[c]; taken {
				return false
			}
			owner[c] = seat
		}
	}
	return true
}
