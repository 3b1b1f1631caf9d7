package kalah

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/cputime"
	"paddock/games/search"
)

// solver returns a thinker with much memory for long searches.
func solver(m int, tableBytes int) *thinker {
	t := &thinker{table: true}
	t.small = search.New[pair, uint8](&t.packed, tableBytes)
	endings.kinds = []*endgame{newEndgame(m, standard, 32<<20)}
	return t
}

// KG7: the test solves the whole game. It runs with PADDOCK_SOLVE=1, and takes about two minutes
// and 600 MB.
func TestSolveStart(t *testing.T) {
	if os.Getenv("PADDOCK_SOLVE") == "" {
		t.Skip("PADDOCK_SOLVE is not set: takes minutes and 600 MB")
	}
	before := cputime.Used()
	got := solver(6, 512<<20).think(t.Context(), at(t, start64), practised, search.Limits{})
	t.Logf("%d nodes, %v of processor time", got.nodes, cputime.Used()-before)
	if !got.proven || got.margin != 8 || got.hole != 3 {
		t.Errorf("(6,4) is worth %d by hole %d (proven: %t), want 8 by hole 3", got.margin, got.hole, got.proven)
	}
}

// line returns a position and its best hole in the format of the book.
func (p position) line(best move) string {
	var b strings.Builder
	for _, s := range []games.Seat{p.toMove, 1 - p.toMove} {
		for i := 1; i <= p.m; i++ {
			hole := i
			if p.toMove == north {
				hole = p.m + 1 - i
			}
			b.WriteByte(digits[p.beans(s, hole)])
		}
		b.WriteByte(' ')
	}
	if p.toMove == north {
		best = move(p.m + 1 - int(best))
	}
	return b.String() + strconv.Itoa(int(best))
}

func TestBook(t *testing.T) {
	p := at(t, start64)
	if m, ok := p.book(); !ok || m != 3 {
		t.Errorf("KG4: the book opens with %d (found: %t), want 3", m, ok)
	}
	mirrored := at(t, "kalah/1 m=6 to=N south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard")
	if m, ok := mirrored.book(); !ok || m != 4 {
		t.Errorf("KG4: the book opens with %d for North (found: %t), want 4, which ends in the pot", m, ok)
	}
	other := p
	other.rules = emptyCapture
	if m, ok := other.book(); ok {
		t.Errorf("the book knows %d under another rule", m)
	}
	for line := range strings.Lines(bookText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		rows := strings.Fields(line)
		q := position{board: newBoard(6, 0), toMove: south}
		for i := range 6 {
			q.rows[south][i+1], q.rows[north][i+1] = digit(rows[0][i]), digit(rows[1][i])
		}
		m, ok := q.book()
		if got := q.line(m); !ok || got != line || !q.valid(m) {
			t.Errorf("the line %q reads as %q", line, got)
		}
	}
}

// TestWriteBook writes book.txt, using PADDOCK_BOOK minutes of processor time. First come the
// positions that a perfect player can reach, the earliest first, then all after at most four sows.
// It leaves out positions that are solved in a moment. It needs 600 MB.
func TestWriteBook(t *testing.T) {
	minutes, _ := strconv.Atoi(os.Getenv("PADDOCK_BOOK"))
	if minutes == 0 {
		t.Skip("PADDOCK_BOOK is not set: writes a book for so many minutes")
	}
	w := &writer{
		slow: solver(bookHoles, 512<<20), quick: &thinker{table: true}, known: map[pair]move{},
		end: cputime.Used() + time.Duration(minutes)*time.Minute,
	}
	led := [2][]position{{at(t, start64)}, {at(t, start64)}}
	for ply := range 40 {
		for seat := range led {
			led[seat] = w.level(t, led[seat], games.Seat(seat))
			t.Logf("%s after %d sows: %d lines, %d not proven, %v left", seatName(games.Seat(seat)), ply, len(w.lines),
				w.unproven, w.end-cputime.Used())
		}
	}
	everything := []position{at(t, start64)}
	for ply := range 5 {
		everything = w.level(t, everything, over)
		t.Logf("all positions after %d sows: %d lines, %d not proven, %v left", ply, len(w.lines), w.unproven,
			w.end-cputime.Used())
	}
	slices.Sort(w.lines)
	head := "# Best holes of (6,4) by the standard rule, see book.go.\n"
	if err := os.WriteFile("book.txt", []byte(head+strings.Join(w.lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writer writes the book.
type writer struct {
	slow, quick *thinker
	known       map[pair]move // best holes, in or out of the book
	lines       []string
	unproven    int
	end         time.Duration // when to stop, in processor time of the process
}

// level solves all positions of a level with seat to move, or all if seat is over. It returns the
// next level, in which seat plays its best move and the other seat any move.
func (w *writer) level(t *testing.T, level []position, seat games.Seat) (next []position) {
	seen := map[position]bool{}
	for _, p := range level {
		best := move(0)
		if seat == over || p.toMove == seat {
			if best = w.solve(t, p); best == 0 {
				return nil
			}
		}
		for m := range (rules{}).Legal(p) {
			if p.toMove == seat && m != best {
				continue
			}
			q := p
			q.play(m)
			bare := q
			bare.rows[south][pot], bare.rows[north][pot] = 0, 0
			if q.toMove != over && !seen[bare] {
				seen[bare] = true
				next = append(next, q)
			}
		}
	}
	return next
}

// solve returns the best hole; 0 when time is up.
func (w *writer) solve(t *testing.T, p position) move {
	rows, _ := p.pack()
	if place, ok := w.known[rows]; ok {
		_, hole := p.locate(p.toMove, int(place))
		return move(hole)
	}
	if cputime.Used() > w.end {
		return 0
	}
	found := w.quick.think(t.Context(), p, practised, search.Limits{Nodes: 1_000_000})
	if !found.proven {
		found = w.slow.think(t.Context(), p, practised, search.Limits{Nodes: 500_000_000, Warm: true})
		w.lines = append(w.lines, p.line(found.hole))
		if !found.proven {
			w.unproven++
		}
	}
	w.known[rows] = move(p.at(p.toMove, int(found.hole)))
	return found.hole
}

// KG4: the test computes the exact value before and after each move of the level master, in whole
// games against a perfect opponent, from the start and after random openings. It runs with
// PADDOCK_SOLVE=1, and takes some minutes.
func TestMasterIsPerfect(t *testing.T) {
	if os.Getenv("PADDOCK_SOLVE") == "" {
		t.Skip("PADDOCK_SOLVE is not set: takes minutes and 600 MB")
	}
	exact := solver(bookHoles, 512<<20)
	moves, wrong, lost, unknown := 0, 0, 0, 0
	for game := range 16 {
		p, master := at(t, start64), games.Seat(game%2)
		rng := rand.New(rand.NewPCG(uint64(game), 6))
		for range (game / 2) % 8 {
			p.play(p.random(rng))
		}
		for p.toMove != over {
			best := exact.think(t.Context(), p, practised, search.Limits{Nodes: 200_000_000, Warm: true})
			m := best.hole
			if p.toMove == master && best.proven {
				ctx, cancel := cputime.Limit(t.Context(), time.Second)
				m = chooseBy(ctx, t, p, games.Master, games.Budget{})
				cancel()
				moves++
				if loss, certain := exact.loss(t, p, m, best.margin); !certain {
					unknown++
				} else if loss > 0 {
					wrong++
					lost += loss
					t.Logf("game %d: %d loses %d: %s", game, m, loss, text(p))
				}
			}
			p.play(m)
		}
	}
	t.Logf("%d moves, %d not the best, %d beans lost, %d not known", moves, wrong, lost, unknown)
	if wrong*50 > moves {
		t.Errorf("KG4: %d of %d moves of master were not perfect", wrong, moves)
	}
}

// loss returns how much worse a move is than the best margin.
func (t *thinker) loss(tt *testing.T, p position, m move, best int) (loss int, certain bool) {
	next := p
	next.play(m)
	if next.toMove == over {
		return best - (next.beans(p.toMove, pot) - next.beans(1-p.toMove, pot)), true
	}
	found := t.think(tt.Context(), next, practised, search.Limits{Nodes: 200_000_000, Warm: true})
	if next.toMove != p.toMove {
		found.margin = -found.margin
	}
	return best - found.margin, found.proven
}
