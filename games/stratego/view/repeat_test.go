package view

import (
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
)

// chronicle implements S28 and S29 literally: it keeps the square of every piece, by identity,
// after every ply.
type chronicle struct {
	ids   [board.Squares]int // identity of the piece on a square, plus 1; 0: the square is empty
	owner map[int]games.Seat
	plies []Ply
	by    []games.Seat
	after [][board.Squares]int // content of ids after each ply
	moved []int                // the seat of each ply
	c     [2]int
}

func (k *chronicle) add(p Ply, seat games.Seat) {
	other := 1 - seat
	id := k.ids[p.From]
	if p.Fight() {
		k.c = [2]int{}
		if p.Result() != board.Lose {
			k.ids[p.To] = 0
		}
		if p.Result() == board.Win {
			k.ids[p.To] = id
		}
		k.ids[p.From] = 0
	} else {
		k.ids[p.To], k.ids[p.From] = id, 0
		grow := func(s games.Seat, yes bool) {
			if k.c[s]++; !yes {
				k.c[s] = 0
			}
		}
		last := len(k.plies) - 1
		grow(other, last >= 0 && p.From.Location().IsAdjacent(k.plies[last].To.Location()))
		grow(seat, k.enemyNear(p.To, seat))
	}
	k.plies, k.by, k.moved, k.after = append(k.plies, p), append(k.by, seat), append(k.moved, id),
		append(k.after, k.ids)
}

func (k *chronicle) enemyNear(s board.Square, seat games.Seat) bool {
	for o, id := range k.ids {
		if id > 0 && k.owner[id] != seat && board.Square(o).Location().IsAdjacent(s.Location()) {
			return true
		}
	}
	return false
}

// borders lists the borders that a straight move crosses, each as the pair of adjacent squares.
func borders(from, to board.Square) (list [][2]board.Square) {
	d := board.Square(1)
	if from.File() == to.File() {
		d = board.Size
	}
	for s := min(from, to); s < max(from, to); s += d {
		list = append(list, [2]board.Square{s, s + d})
	}
	return list
}

func (k *chronicle) refused(from, to board.Square, seat games.Seat) bool {
	// S28: a border that this piece crossed in each of its side's last three plies.
	var own []int
	for i := len(k.plies) - 1; i >= 0 && len(own) < 3; i-- {
		if k.by[i] == seat {
			own = append(own, i)
		}
	}
	for _, b := range borders(from, to) {
		times := 0
		for _, i := range own {
			for _, o := range borders(k.plies[i].From, k.plies[i].To) {
				if o == b && k.moved[i] == k.ids[from] {
					times++
				}
			}
		}
		if times == 3 {
			return true
		}
	}
	// The rest checks rule S29.
	if k.ids[to] != 0 || !k.enemyNear(to, seat) || len(own) == 0 {
		return false
	}
	if p := k.plies[own[0]]; k.moved[own[0]] == k.ids[from] && to == p.From {
		return false
	}
	next := k.ids
	next[to], next[from] = next[from], 0
	for i := max(0, len(k.plies)-k.c[seat]); i < len(k.plies); i++ {
		if k.by[i] == seat && k.after[i] == next {
			return true
		}
	}
	return false
}

// S28, S29: the rules derived from the log agree with a literal implementation, in games of few
// pieces that chase each other.
func TestS28S29AgainstTheWords(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	twoSquare, chased := 0, 0
	for range 400 {
		f := Facts{Phase: Play, Turn: games.SeatSet(Red), Army: [2]board.Counts{board.Classic, board.Classic}}
		k := &chronicle{owner: map[int]games.Seat{}}
		id := 1
		put := func(s board.Square, seat games.Seat, r board.Rank) {
			if f.At(s).None() && !s.IsLake() {
				f.Put(s, Man{Seat: seat, Rank: r})
				k.ids[s], k.owner[id] = id, seat
				id++
			}
		}
		put(0, Red, board.Flag)
		put(99, Blue, board.Flag)
		corner := board.Square(10*rng.IntN(4) + rng.IntN(7))
		for i := range 2 + rng.IntN(3) {
			seat := games.Seat(i % 2)
			put(corner+board.Square(rng.IntN(4)+10*rng.IntN(3)), seat,
				[]board.Rank{'3', '1', '5', '9', '8'}[rng.IntN(5)])
		}
		for range 80 {
			seat := f.ToMove()
			all, got := f.Steps(seat, false), f.Steps(seat, true)
			allowed := map[Move]bool{}
			for _, m := range got {
				allowed[m] = true
			}
			for _, m := range all {
				want := !k.refused(m.From, m.To, seat)
				if allowed[m] != want {
					t.Fatalf("%s in %s: allowed %v, want %v", m, f.Text(), allowed[m], want)
				}
				if !want && k.c[seat] > 2 {
					chased++
				} else if !want {
					twoSquare++
				}
			}
			if len(got) == 0 {
				break
			}
			m := got[rng.IntN(len(got))]
			quiet := func() bool { return f.At(m.To).None() }
			for try := 0; try < 12 && !(quiet() && (k.enemyNear(m.To, seat) || k.enemyNear(m.From, seat))); try++ {
				m = got[rng.IntN(len(got))]
			}
			p := Ply{From: m.From, To: m.To}
			if d := f.At(m.To); !d.None() {
				p.Attacker, p.Defender = f.At(m.From).Rank, d.Rank
			}
			k.add(p, seat)
			f.Follow(p)
			if f.Phase == Over {
				break
			}
		}
	}
	if twoSquare < 20 || chased < 20 {
		t.Errorf("only %d two-square and %d chase refusals came up", twoSquare, chased)
	}
}
