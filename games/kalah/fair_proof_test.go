package kalah

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/cputime"
)

// K26: the list holds only proven candidates, in order and each once, and enough of them.
func TestK26List(t *testing.T) {
	of := map[position]bool{}
	for _, p := range candidates(newBoard(bookHoles, 4)) {
		of[p] = true
	}
	if len(of) != 6396 {
		t.Errorf("%d candidates, want 6,396: 156 by one bean, the others by two", len(of))
	}
	list := fairStarts()
	if len(list) < 100 {
		t.Errorf("%d fair starts, want at least 100", len(list))
	}
	if want := fairList(readProofs(t)); fairText != want {
		t.Error("fair.txt is not what its log has proven")
	}
	last := ""
	for _, p := range list {
		if !of[p] {
			t.Errorf("%s is not one or two beans away from the usual start", text(p))
		}
		if p.start() <= last {
			t.Errorf("%q is not after %q", p.start(), last)
		}
		last = p.start()
	}
}

// K26: the seed draws a start of the list, the same seed the same start. Odds are added to it.
// Other seeds draw other starts.
func TestK26Draw(t *testing.T) {
	g := New()
	drawn := map[string]bool{}
	for seed := range uint64(50) {
		var texts []string
		for _, odds := range []string{"0", "0", "2"} {
			p, err := g.Start(games.Setup{Seed: seed, Options: games.Options{"start": "fair", "odds": odds}})
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, p.Text())
		}
		p := at(t, texts[0])
		if drawn[texts[0]] = true; texts[1] != texts[0] {
			t.Errorf("seed %d draws %s, then %s", seed, texts[0], texts[1])
		}
		if p.rows[south][pot] += 2; text(p) != texts[2] {
			t.Errorf("with two beans more in South's pot %s is %s", texts[0], texts[2])
		}
	}
	if len(drawn) < 25 {
		t.Errorf("50 seeds draw %d starts, want most of them different", len(drawn))
	}
	if _, err := g.Start(games.Setup{Options: games.Options{"start": "fair", "beans": "5"}}); err == nil {
		t.Error("there are fair starts with five beans in a hole, which nobody has proven")
	}
}

// For all starts of a small board, the prover agrees with a reference that shares no code with it.
func TestFairOfASmallBoard(t *testing.T) {
	pr := newProver(t, 4, 1<<16, 1<<20)
	ref := &reference{m: 4, table: make([]known, 1<<16)}
	count := map[byte]int{}
	for _, p := range candidates(newBoard(4, 3)) {
		got, want := pr.sign(t, p, 10_000_000).sign, ref.sign(p)
		if got != want {
			t.Errorf("%s: %c, want %c", p.start(), got, want)
		}
		count[want]++
	}
	if count['='] < 50 || count['+'] < 50 || count['-'] < 50 {
		t.Errorf("%v: this test can't fail", count)
	}
}

// K26: the reference proves five fair starts of the list again. The test runs with PADDOCK_SOLVE=1,
// and takes three minutes and 2 GB.
func TestK26Again(t *testing.T) {
	if os.Getenv("PADDOCK_SOLVE") == "" {
		t.Skip("PADDOCK_SOLVE is not set: takes three minutes and 2 GB")
	}
	ref := &reference{m: 6, table: make([]known, 1<<27)}
	for _, start := range []string{
		"345444 445434 0:0", "443444 443445 1:0", "444444 424444 0:2", "444444 424445 0:1",
		"443444 453445 0:0",
	} {
		p := readStart(strings.Fields(start))
		before := cputime.Used()
		got := ref.sign(p)
		t.Logf("%s: %c after %v of processor time", start, got, cputime.Used()-before)
		if !slices.Contains(fairStarts(), p) || got != '=' {
			t.Errorf("%s: %c (in the list: %t), want a fair start of the list", start, got,
				slices.Contains(fairStarts(), p))
		}
	}
}

// The reference sows bean by bean along one ring of holes, as by hand.
func TestReferenceSowsByTheRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	ref := &reference{m: 6}
	for range 20_000 {
		p := randomPosition(rng, 6, 1+rng.IntN(40), standard)
		for m := range (rules{}).Legal(p) {
			next := p
			next.play(m)
			b, again := ref.sow(ref.board(p), p.at(p.toMove, int(m)))
			if !again {
				b = ref.turned(b)
			}
			if ended, margin := ref.ended(b); ended != (next.toMove == over) {
				t.Fatalf("%s, hole %d: over %t", text(p), m, ended)
			} else if ended {
				if !again {
					margin = -margin
				}
				if want := next.rows[p.toMove][pot] - next.rows[1-p.toMove][pot]; margin != want {
					t.Fatalf("%s, hole %d: margin %d, want %d", text(p), m, margin, want)
				}
			} else if b != ref.board(next) {
				t.Fatalf("%s, hole %d: %v, want %v", text(p), m, b, ref.board(next))
			}
		}
	}
}

// reference is a second solver: plain minimax with a table, on a board of its own. It only asks
// whether a margin is reached.
type reference struct {
	m     int
	table []known
}

// ring is a board as the seat to move sees it: its holes, its pot, the other seat's holes and pot.
type ring [14]int8

// known holds bounds of the margin that can still be gained from a position.
type known struct {
	holes  uint64
	lo, hi int8
	left   int8 // number of beans in play
}

func (r *reference) board(p position) (b ring) {
	me := p.toMove
	for i := range r.m {
		_, hole := p.locate(me, i)
		b[i] = int8(p.rows[me][hole])
		_, hole = p.locate(1-me, i)
		b[r.m+1+i] = int8(p.rows[1-me][hole])
	}
	b[r.m], b[2*r.m+1] = int8(p.rows[me][pot]), int8(p.rows[1-me][pot])
	return b
}

// sow plays a hole of the seat to move. The board keeps the same point of view.
func (r *reference) sow(b ring, hole int) (next ring, again bool) {
	hand, place := b[hole], hole
	for b[hole] = 0; hand > 0; hand-- {
		if place++; place == 2*r.m+1 {
			place = 0
		}
		b[place]++
	}
	if place < r.m && b[place] == 1 && b[2*r.m-place] > 0 {
		b[r.m] += 1 + b[2*r.m-place]
		b[place], b[2*r.m-place] = 0, 0
	}
	return b, place == r.m
}

// turned returns the board as the other seat sees it.
func (r *reference) turned(b ring) (t ring) {
	copy(t[:], b[r.m+1:2*r.m+2])
	copy(t[r.m+1:], b[:r.m+1])
	return t
}

// ended reports whether a row is empty, and the final margin.
func (r *reference) ended(b ring) (over bool, margin int) {
	mine, theirs := 0, 0
	for i := range r.m {
		mine += int(b[i])
		theirs += int(b[r.m+1+i])
	}
	return mine == 0 || theirs == 0, mine + int(b[r.m]) - theirs - int(b[2*r.m+1])
}

// reaches reports whether the seat to move gets a final margin of at least want.
func (r *reference) reaches(b ring, want int) bool {
	ahead, left, holes := int(b[r.m])-int(b[2*r.m+1]), 0, uint64(0)
	for i, n := range b[:2*r.m+1] {
		if i != r.m {
			left += int(n)
			holes = holes<<5 | uint64(n)
		}
	}
	if over, margin := r.ended(b); over {
		return margin >= want
	}
	want -= ahead
	if want <= -left || want > left {
		return want <= -left
	}
	if slices.Max(b[:]) >= 32 { // the position has more beans than fit into the key
		return r.finds(b, want+ahead)
	}
	k := known{holes, int8(-left), int8(left), int8(left)}
	place := (holes * 0x9e3779b97f4a7c15) >> 32 % uint64(len(r.table)/2) * 2
	for _, e := range r.table[place : place+2] {
		if e.holes == holes {
			k = e
		}
	}
	if want <= int(k.lo) || want > int(k.hi) {
		return want <= int(k.lo)
	}
	found := r.finds(b, want+ahead)
	if found {
		k.lo = int8(want)
	} else {
		k.hi = int8(want - 1)
	}
	if e := &r.table[place]; e.holes == holes || e.left <= k.left { // the entry that took longer is kept
		*e = k
	} else {
		r.table[place+1] = k
	}
	return found
}

// finds tries the holes and reports whether one reaches the margin. First come holes that sow
// again, then captures, the largest first, then the others, nearest to the pot first.
func (r *reference) finds(b ring, want int) bool {
	var next [6]ring
	var again [6]bool
	var worth [6]int
	for hole := range r.m {
		if worth[hole] = -1; b[hole] > 0 {
			next[hole], again[hole] = r.sow(b, hole)
			worth[hole] = 10*int(next[hole][r.m]-b[r.m]) + hole
			if again[hole] {
				worth[hole] += 1000
			}
		}
	}
	for {
		best := 0
		for hole := range r.m {
			if worth[hole] >= worth[best] {
				best = hole
			}
		}
		if worth[best] < 0 {
			return false
		}
		worth[best] = -1
		if again[best] && r.reaches(next[best], want) || !again[best] && !r.reaches(r.turned(next[best]), 1-want) {
			return true
		}
	}
}

// sign returns the result of a start with South to move.
func (r *reference) sign(p position) byte {
	b := r.board(p)
	switch {
	case r.reaches(b, 1):
		return '+'
	case r.reaches(b, 0):
		return '='
	}
	return '-'
}
