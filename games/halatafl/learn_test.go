package halatafl

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/search"
)

// TestLearnNet learns a net from nothing and writes it as net.bin into the folder PADDOCK_FIT. It
// plays 150,000 games, or PADDOCK_FIT_GAMES, in about twenty minutes of processor time. Foxes and a
// third of the sheep play by what was learnt so far, other sheep by weights of many kinds. None of
// these is the rival of the strength tests. The same number of games gives the same net.
//
//	PADDOCK_FIT=/tmp/fit go test -run LearnNet -v -timeout 5h ./games/halatafl
func TestLearnNet(t *testing.T) {
	dir := os.Getenv("PADDOCK_FIT")
	if dir == "" {
		t.Skip("PADDOCK_FIT is not set: it names the folder for what a net learns")
	}
	wanted := 150_000
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_FIT_GAMES")); err == nil {
		wanted = n
	}
	l := newLearner()
	rng := rand.New(rand.NewPCG(7, 7))
	others := strangers(rng)
	e := &engine{}
	s := search.New[node, change](e, 32<<10)
	share, played := 0.0, 0
	for i := range wanted {
		l.rate = float32(.06 * min(1, max(.05, 2*(1-float64(i)/float64(wanted)))))
		sheep := judge(l)
		if rng.IntN(3) > 0 {
			sheep = others[rng.IntN(len(others))]
		}
		share += float64(l.play(e, s, sheep, rng))
		if played++; played == max(1, wanted/20) {
			t.Logf("%d games; share of the sheep %.3f", i+1, share/float64(played))
			share, played = 0, 0
			if err := os.WriteFile(dir+"/net.bin", l.net(t), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// play plays a game against sheep with the given evaluation, learns from it, and returns its
// result.
func (l *learner) play(e *engine, s *search.Searcher[node, change], sheep judge, rng *rand.Rand) float32 {
	p := start(0, allSheep-min(rng.IntN(7), rng.IntN(7)))
	for range rng.IntN(7) {
		p, _ = p.play(random(p, p.appendChanges(nil), rng))
	}
	foxesDepth, sheepDepth := 2+rng.IntN(2), 3-rng.IntN(3)/2
	// probabilities of random moves
	slips, tries := []float64{0, 0, 0, .01, .03}[rng.IntN(5)], []float64{0, 0, .02}[rng.IntN(3)]
	var boards []board
	tried := map[int]bool{} // boards after which the foxes tried something else than their best move
	e.seed = rng.Uint64()
	for p.end() == "" {
		// where the foxes must capture, only the position after the capture is evaluated
		if !p.foxesToMove || p.jumpers() == 0 {
			boards = append(boards, p.board)
		}
		list, wild, depth := p.appendChanges(nil), slips, sheepDepth
		e.judge = sheep
		if p.foxesToMove {
			e.judge, wild, depth = l, tries, foxesDepth
		}
		c := list[rng.IntN(len(list))]
		switch {
		case rng.Float64() >= wild:
			c = s.Search(context.Background(), node{p.board, p.quiet.length},
				search.Limits{Depth: depth, History: p.past()}).Move
		case p.foxesToMove:
			tried[len(boards)-1] = true
		}
		p, _ = p.play(c)
	}
	result := float32(0.5)
	switch o, _ := (rules{}).Outcome(p); o.Winners() {
	case games.SeatSet(sheepSeat):
		result = 1
	case games.SeatSet(foxesSeat):
		result = 0
	}
	const trust = 0.8 // the weight of the result of a game against the values of the positions before it
	goal := result
	for i, b := range slices.Backward(boards) {
		v := expected(l.logit(&b))
		if tried[i] {
			goal = v
			continue
		}
		l.learn(&b, goal)
		goal = (1-trust)*v + trust*goal
	}
	return result
}

// strangers returns evaluations with random weights.
func strangers(rng *rand.Rand) (list []judge) {
	between := func(lo, hi int) int { return lo + rng.IntN(hi-lo+1) }
	for range 80 {
		w, steep := chosen(), between(35, 125)
		for n := range w.sheep {
			w.sheep[n] += even
		}
		for r := range w.row {
			w.row[r] = w.row[r] * steep * between(90, 110) / 10_000
		}
		w.paddock, w.backed, w.freedom, w.oneFox = between(0, 25), between(0, 18), between(0, 14), between(300, 900)
		w.mobility, w.cramped, w.hanging, w.loose, w.shut = between(0, 8), between(0, 40), between(20, 60),
			between(0, 12), between(0, 25)
		list = append(list, newTunedJudge(w))
	}
	return list
}

// learner holds the weights of a net that are learnt. Its logits are from the sheep's view.
type learner struct {
	foxParts  *[64 * 64][parts]uint32
	same      []uint32     // for each pattern, its number or that of its mirror image
	weights   [][2]float32 // early and late
	sum, size [][2]float32 // sums of the errors so far; weights whose errors cancel out learn slowly
	rate      float32
}

func newLearner() *learner {
	l := &learner{
		foxParts: foxParts(), same: sameParts(), weights: make([][2]float32, patterns),
		sum: make([][2]float32, patterns), size: make([][2]float32, patterns),
	}
	for i := range l.weights {
		l.sum[i], l.size[i] = [2]float32{.3, .3}, [2]float32{1, 1}
	}
	return l
}

// net returns the net in its file's form: what was learnt and the weights chosen by hand.
func (l *learner) net(t *testing.T) []byte {
	t.Helper()
	var list [2][patterns]int16
	for i, hand := range handParts(chosen()) {
		for k := range list {
			list[k][i] = int16(math.Round(float64(l.weights[l.same[i]][k])*logit)) + int16(hand)
		}
	}
	var out bytes.Buffer
	w, _ := flate.NewWriter(&out, flate.BestCompression)
	if err := binary.Write(w, binary.LittleEndian, &list); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func expected(logit float32) float32 { return float32(1 / (1 + math.Exp(-float64(logit)))) }

func (l *learner) sheepValue(b *board) int { return int(logit * l.logit(b)) }

func (l *learner) logit(b *board) (v float32) {
	var list [parts]uint32
	b.parts(l.foxParts, &list)
	late := float32(b.lateness()) / 8
	for _, i := range list {
		w := &l.weights[l.same[i]]
		v += w[0]*(1-late) + w[1]*late
	}
	return v
}

// learn changes the weights so that the value of a board moves towards a target.
func (l *learner) learn(b *board, goal float32) {
	off := goal - expected(l.logit(b))
	var list [parts]uint32
	b.parts(l.foxParts, &list)
	late := float32(b.lateness()) / 8
	for _, i := range list {
		i = l.same[i]
		for k, share := range [2]float32{1 - late, late} {
			d, sum, size := off*share, &l.sum[i][k], &l.size[i][k]
			l.weights[i][k] += l.rate * d * max(*sum, -*sum) / *size
			*sum += d
			*size += max(d, -d)
		}
	}
}

// areaOf describes an area of the board and the numbers of its patterns.
type areaOf struct {
	from   int // number of its first pattern
	points []point
	pairs  []uint32
	middle bool // the pattern is its own mirror image
}

func allAreas() (list []areaOf) {
	for i, corner := range append(centre[:], sides[:]...) {
		a := areaOf{from: inBoxes + i*boxSize, pairs: pairs9, middle: i < centreBoxes}
		for k := range 9 {
			a.points = append(a.points, corner+point(k/3*side+k%3))
		}
		list = append(list, a)
	}
	for i := range 3 {
		a := areaOf{from: inRows + i*lineSize, pairs: pairs7, middle: true}
		for column := range 7 {
			a.points = append(a.points, at(column, 3+i))
		}
		list = append(list, a)
	}
	for i := range 2 {
		a := areaOf{from: inColumns + i*lineSize, pairs: pairs7, middle: i == 1}
		for row := range 7 {
			a.points = append(a.points, at(2+i, 1+row))
		}
		list = append(list, a)
	}
	return list
}

// each calls f with all patterns that an area can have.
func (a *areaOf) each(f func(i int, foxes, sheep set)) {
	for fox, pair := range a.pairs {
		if fox != 0 && pair == 0 {
			continue
		}
		for bits := range len(a.pairs) {
			if foxes, sheep := a.set(fox), a.set(bits); foxes&sheep == 0 && (foxes|sheep)&^board33 == 0 {
				f(a.from+int(pair)+bits, foxes, sheep)
			}
		}
	}
}

func (a *areaOf) set(bits int) (s set) {
	for k, p := range a.points {
		if bits>>k&1 != 0 {
			s |= p.set()
		}
	}
	return s
}

func (a *areaOf) has(s set) bool { return s&^a.set(len(a.pairs)-1) == 0 }

// sameParts returns for each pattern the lower of its number and that of its mirror image.
func sameParts() []uint32 {
	same := make([]uint32, patterns)
	for i := range same {
		same[i] = uint32(i)
	}
	for _, a := range allAreas() {
		if !a.middle {
			continue
		}
		numbers := map[[2]set]int{}
		a.each(func(i int, foxes, sheep set) {
			numbers[[2]set{foxes, sheep}] = i
			if j, ok := numbers[[2]set{foxes.mirrored(), sheep.mirrored()}]; ok {
				same[i] = min(same[i], same[j])
				same[j] = same[i]
			}
		})
	}
	for i := range 64 * 64 {
		if foxes := set(1)<<(i>>6) | set(1)<<(i&63)&^1; foxes&^board33 == 0 && (i&63 == 0 || i&63 > i>>6) {
			m := foxes.mirrored()
			j := int(m.first()) << 6
			if m &= m - 1; m != 0 {
				j |= int(m.first())
			}
			same[inFoxes+i] = uint32(inFoxes + min(i, j))
		}
	}
	return same
}

// handParts returns weights chosen by hand as those of patterns. Each part of a value belongs to
// one area that has all its points.
func handParts(w weights) []int {
	list := make([]int, patterns)
	areas := allAreas()
	owner := func(s set) int {
		return slices.IndexFunc(areas, func(a areaOf) bool { return a.has(s) || a.has(s.mirrored()) })
	}
	columns := newTunedJudge(w).columns
	for n, a := range areas {
		a.each(func(i int, foxes, sheep set) {
			for s := sheep; s != 0; s &= s - 1 {
				p := s.first().set()
				if owner(p) == n {
					list[i] += int(columns.value(p))
				}
				if p>>up&sheep != 0 && owner(p|p>>up) == n {
					list[i] += w.backed
				}
			}
			empty := board33 &^ (foxes | sheep)
			for s := foxes; s != 0; s &= s - 1 {
				fox := s.first()
				for _, j := range jumps[fox] {
					if sheep.has(j.over) && empty.has(j.land) && owner(fox.set()|j.over.set()|j.land.set()) == n {
						list[i] -= w.hanging
					}
				}
				if owner(fox.set()|neighbours[fox]) == n {
					steps := (neighbours[fox] & empty).len()
					list[i] -= w.mobility * steps
					if steps <= 1 {
						list[i] += w.cramped
					}
				}
			}
		})
	}
	for n, v := range w.sheep {
		list[inSheep+n], list[inSheep+32+n] = v, v
	}
	for n := range 64 {
		list[inFreedom+n] = n * w.freedom
		list[inFoxes+n<<6] = w.oneFox
	}
	for n := range 32 {
		list[inLoose+n] = -n * w.loose
	}
	for n := range room {
		list[inRoom+n] = (room - n) * w.shut
	}
	return list
}

// handParts turns the weights chosen by hand into values of patterns. For every board these values
// add up to what tunedJudge says.
func TestHandParts(t *testing.T) {
	w := chosen()
	hand, j := handParts(w), newTunedJudge(w)
	rng := rand.New(rand.NewPCG(4, 4))
	for seed := range uint64(20) {
		for p := opening(12+int(seed%9), seed); p.end() == ""; p, _ = p.play(random(p, p.appendChanges(nil), rng)) {
			var list [parts]uint32
			p.parts(foxParts(), &list)
			got := 0
			for _, i := range list {
				got += hand[i]
			}
			if want := j.sheepValue(&p.board); got != want {
				t.Fatalf("%s is worth %d to the sheep, want %d", text(p), got, want)
			}
		}
	}
}

// A board and its mirror image have the same value.
func TestMirrored(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for seed := range uint64(20) {
		for p := opening(12+int(seed%9), seed); p.end() == ""; p, _ = p.play(random(p, p.appendChanges(nil), rng)) {
			other := p.board
			other.sheep, other.foxes = p.sheep.mirrored(), p.foxes.mirrored()
			if got, want := learnt().sheepValue(&other), learnt().sheepValue(&p.board); got != want {
				t.Fatalf("the mirror image of %s is worth %d to the sheep, want %d", text(p), got, want)
			}
		}
	}
}
