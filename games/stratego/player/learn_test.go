package player

import (
	"bufio"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// variedSetup returns a set-up of the players, one from people's shares, or a template; for small
// armies also a random one.
func variedSetup(army board.Counts, rng *rand.Rand) string {
	switch kind := rng.IntN(4); {
	case kind == 0 && army != board.Classic:
		return anySetup(army, rng)
	case kind == 0:
		if d := fromMarginals(rng); view.FirstStep(view.Red, d.String()) {
			return d.String()
		}
	case kind == 1:
		t := Templates[rng.IntN(len(Templates))]
		for t.Army != army {
			t = Templates[rng.IntN(len(Templates))]
		}
		if rng.IntN(2) == 0 {
			return Mirror(t.Rows)
		}
		return t.Rows
	}
	return Setup(army, rng)
}

// lesson is an example for learning: a position of a game with the true ranks of one side's hidden
// pieces.
type lesson struct {
	left  board.Counts
	prior [][ranks]float64 // probability of each rank by the square where the piece began, for the true kind of set-up
	moved []bool
	trait [][traits]float32
	rank  []int
}

// study is the interval between two examples from a game, in plies for each piece of an army.
const study = 0.75

// lessons returns the examples from the games of a file. If people is true, its set-ups are like
// people's, otherwise random.
func lessons(t *testing.T, name string, people bool) (all []*lesson) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for lines := bufio.NewScanner(file); lines.Scan(); {
		who, text, _ := strings.Cut(lines.Text(), " ")
		game, err := view.ParseFacts(text)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := game.Rewind()
		if !ok {
			t.Fatalf("%s: a game without its beginning", name)
		}
		f.Phase, f.Turn, f.Result = view.Play, games.SeatSet(view.Red), view.Result{}
		seat := games.Seat(who[0] - '0')
		every := max(6, int(study*float64(f.Army[seat].Sum())))
		for ply := range game.Log.Len() {
			if ply%every >= every-2 && f.ToMove() != seat {
				all = append(all, newLesson(&f, seat, people))
			}
			f.Follow(game.Log.At(ply))
		}
	}
	return all
}

// newLesson returns the example from a position about a seat's pieces.
func newLesson(f *view.Facts, seat games.Seat, people bool) *lesson {
	v := f.For(1 - seat)
	h := newHidden(&v, seat, rand.New(rand.NewPCG(1, 1)))
	w := watch(&v.Facts, seat)
	l := &lesson{left: h.left}
	const who = 2 // the source whose estimates assume set-ups made by people
	for _, s := range h.suspects {
		l.rank = append(l.rank, board.TranslateRank(f.At(s.at).Rank))
		l.moved = append(l.moved, s.moved)
		l.trait = append(l.trait, w.traits(s.at))
		prior := [ranks]float64{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
		if people {
			prior = placesOf(&v.Army[seat], seat, s.origin)[who]
		}
		l.prior = append(l.prior, prior)
	}
	return l
}

// odds returns the odds of each rank by the learnt weights (leanings).
func (l *lesson) odds(by *leanings) [][ranks]float64 {
	weights := make([][ranks]float64, len(l.prior))
	for i := range weights {
		weights[i] = by.explain(&l.trait[i], l.moved[i])
		for r := range weights[i] {
			weights[i][r] *= l.prior[i][r]
		}
	}
	return balance(weights, &l.left)
}

// These are the parameters of the optimiser Adam.
const (
	epochs  = 8
	batch   = 24   // number of examples for a step of the descent
	pace    = 0.01 // size of the first steps
	slowing = 0.02 // the size of the last steps, as a part of the first ones
	shyness = 1e-3 // how strongly weights are drawn to 0
	// factor by which the weights are multiplied in the end, because a new player is less like the
	// others
	modesty = 0.9
)

// learn fits the weights to examples, so that the true ranks become as likely as possible.
func learn(all []*lesson, say func(epoch int, bits float64)) *leanings {
	const keep, keepSquare = 0.9, 0.999
	var l, gradient, mean, square leanings
	rng := rand.New(rand.NewPCG(1, 2))
	steps := 0
	for epoch := range epochs {
		size := pace * math.Pow(slowing, float64(epoch)/epochs)
		bits, n := 0.0, 0.0
		for i, k := range rng.Perm(len(all)) {
			lesson := all[k]
			odds := lesson.odds(&l)
			for i, r := range lesson.rank {
				bits -= math.Log2(max(1e-9, odds[i][r]))
				n++
				lesson.blame(i, &odds[i], &gradient)
			}
			if i%batch < batch-1 {
				continue
			}
			steps++
			unbias, unbiasSquare := 1-math.Pow(keep, float64(steps)), 1-math.Pow(keepSquare, float64(steps))
			for k := range l {
				for r := range l[k] {
					for i, g := range gradient[k][r] {
						w, m, q := &l[k][r][i], &mean[k][r][i], &square[k][r][i]
						g = g/batch + shyness**w
						*m = keep**m + (1-keep)*g
						*q = keepSquare**q + (1-keepSquare)*g*g
						*w -= float32(size * float64(*m) / unbias / (math.Sqrt(float64(*q)/unbiasSquare) + 1e-6))
					}
				}
			}
			gradient = leanings{}
		}
		say(epoch, bits/n)
	}
	return &l
}

// blame adds the gradient of the cost of one piece.
func (l *lesson) blame(i int, odds *[ranks]float64, gradient *leanings) {
	kind := 0
	if l.moved[i] {
		kind = 1
	}
	for r, p := range odds {
		if l.left[r] == 0 || l.moved[i] && !mobile[r] {
			continue
		}
		excess := float32(p)
		if r == l.rank[i] {
			excess--
		}
		g := &gradient[kind][r]
		for j, x := range l.trait[i] {
			if x != 0 {
				g[j] += excess * x
			}
		}
	}
}

// text returns the learnt weights in the format that readDeeds reads.
func (l *leanings) text() string {
	var b strings.Builder
	for _, list := range l {
		for _, row := range list {
			for i, x := range row {
				if i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(strconv.Itoa(int(math.Round(100 * modesty * float64(x)))))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// missed returns the cost of beliefs in bits per hidden piece, measured at some plies of games, and
// the cost of counting alone.
func missed(all []view.Facts, from, to int) (cost, counting float64) {
	n := 0.0
	for i := range all {
		start, ok := all[i].Rewind()
		if !ok {
			continue
		}
		start.Phase, start.Turn, start.Result = view.Play, games.SeatSet(view.Red), view.Result{}
		for ply := range min(to, all[i].Log.Len()) {
			seat := start.ToMove()
			if ply >= from && ply%((to-from)/4) < 2 {
				b, even := believe(start.For(seat), 1-seat), countedOnly(start.For(seat))
				for s, m := range start.Men() {
					if m.Seat != seat && !m.Known {
						r := board.TranslateRank(m.Rank)
						cost -= math.Log2(b[s][r])
						counting -= math.Log2(even[s][r])
						n++
					}
				}
			}
			start.Follow(all[i].Log.At(ply))
		}
	}
	return cost / n, counting / n
}

// countedOnly returns beliefs about hidden enemies from counts alone: moved pieces are neither Flag
// nor Bomb, all else is equally likely.
func countedOnly(v view.View) (b beliefs) {
	left := v.Army[1-v.Seat]
	for i, n := range v.Lost()[1-v.Seat] {
		left[i] -= n
	}
	moved, stay := 0.0, 0.0
	for _, m := range v.Men() {
		switch {
		case m.Seat == v.Seat:
		case m.Rank != board.Unknown:
			left[board.TranslateRank(m.Rank)]--
		case m.Moved:
			moved++
		default:
			stay++
		}
	}
	can := 0.0
	for i, n := range left {
		if mobile[i] {
			can += float64(n)
		}
	}
	for s, m := range v.Men() {
		for r, n := range left {
			switch {
			case m.Seat == v.Seat || m.Rank != board.Unknown:
			case m.Moved && mobile[r]:
				b[s][r] = float64(n) / can
			case !m.Moved && mobile[r]:
				b[s][r] = float64(n) / can * (can - moved) / stay
			case !m.Moved:
				b[s][r] = float64(n) / stay
			}
		}
	}
	return b
}

// TestLearn learns from the games that TestGamesOfStrangers of the package stratego has written
// into the folder PADDOCK_LESSONS. It writes deeds.txt.
func TestLearn(t *testing.T) {
	dir := os.Getenv("PADDOCK_LESSONS")
	if dir == "" {
		t.Skip("PADDOCK_LESSONS is not set: it names the folder of TestGamesOfStrangers")
	}
	text := ""
	for _, all := range [2][]*lesson{
		append(lessons(t, filepath.Join(dir, "people.txt"), true),
			lessons(t, filepath.Join(dir, "random.txt"), false)...),
		append(lessons(t, filepath.Join(dir, "few-people.txt"), true),
			lessons(t, filepath.Join(dir, "few-random.txt"), false)...),
	} {
		l := learn(all, func(epoch int, bits float64) {
			t.Logf("epoch %d: %.4f bits a hidden piece in %d lessons", epoch, bits, len(all))
		})
		text += l.text()
	}
	if err := os.WriteFile("deeds.txt", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
