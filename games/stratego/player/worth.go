package player

import (
	"math"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// What winning is worth beside pieces. Who takes a Flag that may be one of several pieces wins with that chance only, so it is not worth everything.
const (
	flagTaken = 2000  // a Flag that nobody knew
	flagLost  = 4000  // ours
	stuck     = 10000 // nothing left that can move
)

// base is what pieces are worth, in the order of board.Ranks, while all ranks are still there.
var base = [12]int{0, 400, 280, 180, 120, 80, 50, 30, 60, 25, 60, 45}

// worth is what the pieces of a position are worth to its viewer, and the plan that follows from it: where to go.
type worth struct {
	ours   int8
	value  [2][12]int32     // of a rank by seat
	reveal [12]int32        // what it costs when ours becomes known
	learn  [12]int32        // what it brings when theirs does
	field  [12][cells]int32 // of our ranks: how good it is to be there, by what can be reached from there
	chance [12][80]int32    // what an attack of our rank on their man brings on average
	odds   [80][12]float32  // what their men may be
	eager  float64          // 0 to 1: how long nothing has happened
}

// newWorth appraises a view in which hidden men have been sampled as worlds.
func newWorth(v *view.View, worlds []*world) *worth {
	p := &worth{ours: int8(v.Seat), eager: min(1, max(0, float64(v.Log.Quiet()-30)/120))}
	w := worlds[0]
	for _, other := range worlds {
		for i := range w.men {
			if w.men[i].cell >= 0 && i < 40*int(w.men[i].seat)+w.count[w.men[i].seat] {
				p.odds[i][other.men[i].rank] += 1 / float32(len(worlds))
			}
		}
	}
	p.appraise(v, w)
	for r := range base {
		price := 0.12
		if r >= marshal && r <= 3 {
			price = 0.16
		}
		p.reveal[r] = int32(price * (1 - p.eager) * float64(p.value[p.ours][r]))
		p.learn[r] = int32(0.06*(1+4*p.eager)*float64(p.value[1-p.ours][r])) + 4
	}
	p.expect(w)
	p.plan(w)
	return p
}

// appraise says what ranks are worth by what is left: with the Marshal gone the other side's General rules, without it the Spy has nothing to do.
func (p *worth) appraise(v *view.View, w *world) {
	var left [2]board.Counts
	lost := v.Lost()
	for s := range left {
		left[s] = v.Army[s]
		for i, n := range lost[s] {
			left[s][i] -= n
		}
	}
	for s := range left {
		other := left[1-s]
		p.value[s] = [12]int32{}
		higher := 0
		for r := 1; r < 12; r++ {
			value := base[r]
			if r <= 7 {
				value = (value + base[1+min(higher, 6)]) / 2
				if other[r] > 0 {
					higher++
				}
			}
			p.value[s][r] = int32(value)
		}
		if other[marshal] == 0 {
			p.value[s][spy] = 15
		}
		if left[s][miner] <= 2 && other[bomb] > 0 {
			p.value[s][miner] = 110
		}
		if w.movable[s] <= 3 { // the last that can move are worth the game
			for r := range p.value[s] {
				if mobile[r] {
					p.value[s][r] += int32(400 / max(1, w.movable[s]))
				}
			}
		}
	}
}

// gain is what comes of our rank attacking theirs.
func (p *worth) gain(r, q int, known, theirsKnown bool) (g int32) {
	mine, theirs := p.value[p.ours][r], p.value[1-p.ours][q]
	if !theirsKnown {
		g += p.learn[q]
	}
	if !known {
		g -= p.reveal[r]
	}
	switch {
	case q == flag:
		return flagTaken
	case fights[r][q] == int8(board.Win):
		return g + theirs
	case fights[r][q] == int8(board.Lose):
		return g - mine
	}
	return g + theirs - mine
}

// expect fills chance from odds.
func (p *worth) expect(w *world) {
	base := 40 * (1 - int(p.ours))
	for i := base; i < base+w.count[1-p.ours]; i++ {
		if w.men[i].cell < 0 {
			continue
		}
		for r := range 12 {
			if !mobile[r] {
				continue
			}
			sum := float32(0)
			for q, odds := range p.odds[i] {
				if odds > 0 {
					sum += odds * float32(p.gain(r, q, false, !w.men[i].hidden))
				}
			}
			p.chance[r][i] = int32(sum)
		}
	}
}

// plan makes the fields: each of their men draws those of our ranks that gain from attacking it, the nearer the more. That is how a walk of
// ten steps is begun that no search sees the end of (S62).
func (p *worth) plan(w *world) {
	scale := 0.25 * (1 + 3*p.eager)
	base := 40 * (1 - int(p.ours))
	for i := base; i < base+w.count[1-p.ours]; i++ {
		if w.men[i].cell < 0 {
			continue
		}
		far := p.distances(w, int(w.men[i].cell))
		for r := range 12 {
			g := float64(p.chance[r][i]) * scale
			if g <= 0 || !mobile[r] {
				continue
			}
			for c, d := range far {
				if d > 0 {
					p.field[r][c] = max(p.field[r][c], int32(g*pull[min(d, 40)]))
				}
			}
		}
	}
}

// pull is how much of a target is felt at a distance.
var pull = func() (t [41]float64) {
	for d := range t {
		t[d] = math.Pow(0.9, float64(d))
	}
	return t
}()

// distances are the steps to a cell around lakes, our Bombs and Flag, and their men; 0 where there is no way.
func (p *worth) distances(w *world, target int) (far [cells]int) {
	queue := []int{target}
	far[target] = 1
	for len(queue) > 0 {
		c := queue[0]
		queue = queue[1:]
		for _, d := range directions {
			n := c + d
			if far[n] != 0 || w.at[n] == water {
				continue
			}
			if t := w.at[n]; t >= 0 && (w.men[t].seat != p.ours || !mobile[w.men[t].rank]) {
				continue
			}
			far[n] = far[c] + 1
			queue = append(queue, n)
		}
	}
	far[target] = 0
	return far
}
