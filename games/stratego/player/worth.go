package player

import (
	"math"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// What winning is worth beside pieces. Who takes a Flag that may be one of several pieces wins with that chance only, so it is not worth everything.
const (
	flagTaken = 800   // a Flag that nobody knew: more, and strong pieces throw themselves on Bombs
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
	danger [12][cells]int32 // of their ranks: how bad it is for us that they are there
	chance [12][80]int32    // what an attack of our rank on their man brings on average
	odds   [80][12]float32  // what their men may be
	siege  [80]float32      // how likely a man of theirs is a Bomb beside their Flag
	eager  float64          // 0 to 1: how long nothing has happened
}

// newWorth appraises a view in which hidden men have been sampled as worlds.
func newWorth(v *view.View, worlds []*world) *worth {
	left := v.Army
	for s, lost := range v.Lost() {
		for i, n := range lost {
			left[s][i] -= n
		}
	}
	return newWorthOf(int8(v.Seat), v.Log.Quiet(), &left, worlds)
}

// newWorthOf is newWorth for a seat that many plies after the last fight, with so much left of the armies.
func newWorthOf(ours int8, quiet int, left *[2]board.Counts, worlds []*world) *worth {
	p := &worth{ours: ours, eager: min(1, max(0, float64(quiet-30)/120))}
	w := worlds[0]
	for _, other := range worlds {
		for i := range w.men {
			if w.men[i].cell >= 0 && i < 40*int(w.men[i].seat)+w.count[w.men[i].seat] {
				p.odds[i][other.men[i].rank] += 1 / float32(len(worlds))
			}
		}
	}
	p.besiege(worlds)
	p.appraise(left, w)
	for r := range base {
		price := 0.12
		if r >= marshal && r <= 3 {
			price = 0.16
		}
		p.reveal[r] = int32(price * (1 - p.eager) * float64(p.value[p.ours][r]))
		p.learn[r] = int32(0.06*(1+4*p.eager)*float64(p.value[1-p.ours][r])) + 4
	}
	p.guard(w)
	p.expect(w)
	p.plan(w)
	return p
}

// appraise says what ranks are worth by what is left: with the Marshal gone the other side's General rules, without it the Spy has nothing to do.
func (p *worth) appraise(left *[2]board.Counts, w *world) {
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

// breach is what it is worth to remove a Bomb that stands beside their Flag.
const breach = 250

// besiege fills siege.
func (p *worth) besiege(worlds []*world) {
	for _, w := range worlds {
		base := 40 * (1 - int(p.ours))
		for i := base; i < base+w.count[1-p.ours]; i++ {
			if m := &w.men[i]; m.cell >= 0 && m.rank == flag {
				for _, d := range directions {
					if o := w.at[int(m.cell)+d]; o >= 0 && int(o)/40 == base/40 && w.men[o].rank == bomb {
						p.siege[o] += 1 / float32(len(worlds))
					}
				}
			}
		}
	}
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
					g := p.gain(r, q, false, !w.men[i].hidden)
					if q != flag && fights[r][q] != int8(board.Lose) {
						g += p.danger[q][w.men[i].cell]
					}
					sum += odds * float32(g)
				}
			}
			if r == miner {
				sum += breach * p.siege[i]
			}
			p.chance[r][i] = int32(sum)
		}
	}
}

// Danger is what one of their men beside our Flag costs us, and what is left of it with each step that it is farther away.
const (
	beside  = 300
	fading  = 0.65
	through = 3 // steps that it takes to get past a man who can move: he may go, or has to be fought
)

// menace is the danger at a distance.
var menace = func() (t [80]int32) {
	for d := range t {
		t[d] = int32(beside * math.Pow(fading, float64(d-1)))
	}
	return t
}()

// guard fills danger: their men are the more of a threat the nearer they are to our Flag, Bombs in the way keep all but Miners off. Without it a
// game far ahead is lost to a single piece that walked in.
func (p *worth) guard(w *world) {
	for _, m := range w.men[40*int(p.ours) : 40*int(p.ours)+w.count[p.ours]] {
		if m.rank != flag || m.cell < 0 {
			continue
		}
		walls := w.distances(m.cell, func(t *man) int { return p.toll(t, 0) })
		mined := w.distances(m.cell, func(t *man) int { return p.toll(t, 2) })
		for r := range 12 {
			far := &walls
			if r == miner {
				far = &mined
			}
			for c, d := range far {
				if mobile[r] && d > 0 {
					p.danger[r][c] = menace[min(d, len(menace)-1)]
				}
			}
		}
	}
}

// toll is how many steps a man in their way to our Flag costs them.
func (p *worth) toll(t *man, bombs int) int {
	switch {
	case t.seat != p.ours:
		return 1
	case t.rank == bomb:
		return bombs
	}
	return through
}

// plan makes the fields of the ranks that we have: each of their men draws those that gain from attacking it, the nearer the more. That is how a walk of
// ten steps is begun that no search sees the end of (S62).
func (p *worth) plan(w *world) {
	scale := 0.25 * (1 + 3*p.eager)
	var have [12]bool // and that can walk
	for _, m := range w.men[40*int(p.ours) : 40*int(p.ours)+w.count[p.ours]] {
		have[m.rank] = have[m.rank] || m.cell >= 0 && mobile[m.rank]
	}
	base := 40 * (1 - int(p.ours))
	for _, m := range w.men[base : base+w.count[1-p.ours]] {
		if m.cell < 0 {
			continue
		}
		i, most := w.at[m.cell], int32(0)
		for r := range have {
			if have[r] {
				most = max(most, p.chance[r][i])
			}
		}
		if most == 0 {
			continue
		}
		far := w.distances(m.cell, func(t *man) int {
			if t.seat != p.ours || !mobile[t.rank] {
				return 0
			}
			return through
		})
		for r := range have {
			if have[r] && p.chance[r][i] > 0 {
				p.draw(r, float64(p.chance[r][i])*scale, &far)
			}
		}
	}
}

// draw lets a target that a rank of ours gains so much from be felt by it at a distance.
func (p *worth) draw(rank int, gain float64, far *[cells]int) {
	var felt [len(pull)]int32
	for d := range felt {
		felt[d] = int32(gain * pull[d])
	}
	field := &p.field[rank]
	for c, d := range far {
		if d > 0 {
			field[c] = max(field[c], felt[min(d, len(pull)-1)])
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

// distances are the steps from each cell to a target, 0 where there is no way. Going through a man takes as many steps as his toll says; 0 is no way.
func (w *world) distances(target int16, toll func(t *man) int) (far [cells]int) {
	queue := append(make([]int16, 0, 2*cells), target)
	for i := 0; i < len(queue); i++ {
		c := queue[i]
		cost := 1
		if t := w.at[c]; t >= 0 && c != target {
			cost = toll(&w.men[t])
		}
		for _, d := range directions {
			n := c + int16(d)
			if cost == 0 || n == target || w.at[n] == water || far[n] != 0 && far[n] <= far[c]+cost {
				continue
			}
			far[n] = far[c] + cost
			queue = append(queue, n)
		}
	}
	return far
}
