package player

import (
	"math"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// Values of winning and losing, relative to pieces. A Flag that may be one of several pieces is
// captured with that chance only, so its value is limited.
const (
	flagTaken = 800   // value of a Flag that nobody knew; a greater value makes strong pieces attack Bombs at random
	flagLost  = 4000  // cost of losing our Flag
	stuck     = 10000 // cost of having no movable piece left
)

// base is the value of pieces, in the order of board.Ranks, while all ranks are in the game.
var base = [12]int{0, 400, 280, 180, 120, 80, 50, 30, 60, 25, 60, 45}

// worth holds the values of a position's pieces to its viewer, and the plan that follows: where the
// pieces should go.
type worth struct {
	ours   int8
	value  [2][12]int32     // value of each rank, by seat
	reveal [12]int32        // cost of revealing our rank
	learn  [12]int32        // gain of learning their rank
	field  [12][cells]int32 // value of each of our ranks on each cell, for what the piece can reach from there
	danger [12][cells]int32 // how bad an enemy of each rank on each cell is for us
	gates  []gate
	chance [12][80]int32   // average gain of an attack by our rank on an enemy piece
	alarm  [12][80]float64 // danger to our Flag that such an attack ends on average
	odds   *odds           // odds of the ranks of enemy pieces
	siege  [80]float32     // likelihood that an enemy piece is a Bomb beside the enemy Flag
	lure   float64         // how strongly an enemy attracts a piece, for each unit that attacking it gains
	eager  float64         // a factor that grows from 0 to 1 while nothing happens
}

// newWorth values a view, from sampled worlds and the odds of ranks.
func newWorth(v *view.View, worlds []*world, p *odds) *worth {
	left := v.Army
	for s, lost := range v.Lost() {
		for i, n := range lost {
			left[s][i] -= n
		}
	}
	return newWorthOf(int8(v.Seat), v.Log.Quiet(), v.Army[v.Seat].Sum() < smallArmy, &left, worlds, p)
}

// newWorthOf makes a worth like newWorth, from a seat, the number of plies since the last fight,
// whether the army is small, and the ranks left in both armies.
func newWorthOf(ours int8, quiet int, small bool, left *[2]board.Counts, worlds []*world, known *odds) *worth {
	p := &worth{ours: ours, odds: known, lure: 0.25, eager: min(1, max(0, float64(quiet-30)/120))}
	if small { // few pieces stand in the way, so enemies are soon reached
		p.lure = 0.6
	}
	w := worlds[0]
	p.besiege(worlds)
	p.appraise(left, w)
	for r := range base {
		price := 0.12
		if r >= marshal && r <= strong {
			price = 0.16
		}
		p.reveal[r] = int32(price * (1 - p.eager) * float64(p.value[p.ours][r]))
		p.learn[r] = int32(0.06*(1+4*p.eager)*float64(p.value[1-p.ours][r])) + 4
	}
	p.guard(w)
	p.expect(w)
	p.plan(w)
	p.beware(w)
	return p
}

// appraise values ranks by what is left. Without the Marshal, for example, the other side's General
// is the strongest, and the Spy has no target.
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
		// if so few movable pieces are left they must be spared, because without any the game is
		// lost
		if w.movable[s] <= 3 {
			for r := range p.value[s] {
				if mobile[r] {
					p.value[s][r] += int32(400 / max(1, w.movable[s]))
				}
			}
		}
	}
}

// gain returns the value of an attack by our rank on theirs.
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
		if q == bomb && r <= strong {
			mine += int32(dread * float64(mine))
		}
		return g - mine
	}
	return g + theirs - mine
}

// The strongest ranks leave it to others to find out where the Bombs are.
const (
	strong = 3   // the last of these ranks, the Colonel
	dread  = 0.6 // what losing one to a Bomb costs beyond its value, as a share of the value
)

// breach is the value of removing a Bomb beside their Flag.
const breach = 250

// besiege fills siege: the likelihood that each enemy is a Bomb beside their Flag.
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

// expect computes what each of our ranks gains on average by an attack on each enemy, from the odds
// of the enemy's rank.
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
						p.alarm[r][i] += float64(odds) * float64(max(0, p.danger[q][w.men[i].cell]-afar))
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

// The danger of an enemy beside our Flag, and the factor for each step of distance.
const (
	beside  = 800
	fading  = 0.7
	through = 3    // steps that a movable piece on the way costs, because it must be fought or may move away
	afar    = 100  // the highest danger that needs no defence
	urgency = 0.75 // attraction for each unit of danger beyond afar
)

// menace maps the distance of an enemy from our Flag to its danger.
var menace = func() (t [80]int32) {
	for d := range t {
		t[d] = int32(beside * math.Pow(fading, float64(d-1)))
	}
	return t
}()

// guard fills danger. Enemies are more dangerous the nearer they are to our Flag; Bombs on the way
// stop all but Miners. Without this, a far superior side loses to a single piece that walks in.
func (p *worth) guard(w *world) {
	for _, m := range w.men[40*int(p.ours) : 40*int(p.ours)+w.count[p.ours]] {
		if m.rank != flag || m.cell < 0 {
			continue
		}
		for _, d := range directions {
			if n := m.cell + int16(d); w.at[n] != water {
				p.gates = append(p.gates, p.newGate(w, n))
			}
		}
		for r := range int8(12) {
			for c := range int16(cells) {
				for k := range p.gates {
					if d := p.gates[k].raid(r, c); mobile[r] && d > 0 {
						p.danger[r][c] = max(p.danger[r][c], menace[min(d, len(menace)-1)])
					}
				}
			}
		}
	}
}

// toll returns how many steps a piece on the way to our Flag costs the enemy; 0 blocks the way.
func (p *worth) toll(t *man, bombs int) int {
	switch {
	case t.seat != p.ours:
		return 1
	case t.rank == bomb:
		return bombs
	case t.rank == flag:
		return 0
	}
	return through
}

// plan makes the fields of our ranks. Each enemy attracts the ranks that gain from attacking it,
// more strongly when near. So pieces start walks of ten steps whose end no search sees (S62).
func (p *worth) plan(w *world) {
	scale := p.lure * (1 + 3*p.eager)
	var have [12]bool // by rank: whether we have a piece of the rank that can move
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
				p.draw(r, float64(p.chance[r][i])*scale+urgency*p.alarm[r][i], &far)
			}
		}
	}
}

// caution is the share of our known Marshal's value that a Spy beside it costs.
const caution = 0.5

// beware keeps our known Marshal away from pieces that may be the Spy. A few worlds often show none
// of them as the Spy.
func (p *worth) beware(w *world) {
	known := false
	for _, m := range w.men[40*int(p.ours) : 40*int(p.ours)+w.count[p.ours]] {
		known = known || m.rank == marshal && m.known && m.cell >= 0
	}
	if !known {
		return
	}
	base := 40 * (1 - int(p.ours))
	for i := base; i < base+w.count[1-p.ours]; i++ {
		if m := &w.men[i]; m.cell >= 0 && m.hidden {
			risk := int32(caution * float64(p.odds[i][spy]) * float64(p.value[p.ours][marshal]))
			for _, d := range directions {
				p.field[marshal][int(m.cell)+d] -= risk
			}
		}
	}
}

// draw adds a target's attraction to the field of a rank.
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

// pull maps a distance to the strength of attraction.
var pull = func() (t [41]float64) {
	for d := range t {
		t[d] = math.Pow(0.9, float64(d))
	}
	return t
}()

// distances returns the steps from each cell to a target, 0 if there is no way. A man on the way
// counts as many steps as toll returns; 0 blocks the way.
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
