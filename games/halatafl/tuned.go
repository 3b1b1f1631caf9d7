package halatafl

// weights are the values of a board's features to the sheep, in hundredths of a sheep. They were tuned by hand in matches between computer players.
// Players of the foxes use them because fitted weights were weaker: foxes do better when they stay together and block the sheep, who lose without
// steps (H22).
type weights struct {
	sheep    [allSheep + 1]int // value of all sheep, by their number
	row      [8]int            // value per sheep, by row
	paddock  int               // value per sheep in the paddock
	backed   int               // value per sheep with another right behind it, which cannot be jumped from the front
	freedom  int               // value per possible move of the sheep
	oneFox   int               // value for the sheep if there is only one fox
	mobility int               // value per possible step of a fox, for the foxes
	cramped  int               // value per fox with at most one step
	hanging  int               // value per threatened capture while the sheep are to move
	loose    int               // value per sheep that a fox could jump over along some line from the right place
	shut     int               // value per empty point by which the foxes can walk to fewer than room
}

// tunedJudge holds weights, with their values by column.
type tunedJudge struct {
	weights
	columns *byColumn
}

func newTunedJudge(w weights) *tunedJudge {
	return &tunedJudge{w, makeColumns(func(p point) int32 {
		v := w.row[p.row()]
		if paddock.has(p) {
			v += w.paddock
		}
		return int32(v)
	}, int32(w.backed))}
}

func (w *tunedJudge) sheepValue(b *board) int {
	empty := b.empty()
	v := w.sheep[b.sheep.len()] + int(w.columns.value(b.sheep))
	v += w.freedom * ((b.sheep << up & empty).len() + (b.sheep << side & empty).len() + (b.sheep >> side & empty).len())
	v -= w.loose * b.loose().len()
	if b.foxes&(b.foxes-1) == 0 {
		v += w.oneFox
	}
	for s := b.foxes; s != 0; s &= s - 1 {
		fox := s.first()
		steps := (neighbours[fox] & empty).len()
		v -= w.mobility * steps
		if steps <= 1 {
			v += w.cramped
		}
		for _, j := range jumps[fox] {
			if b.sheep.has(j.over) && empty.has(j.land) {
				v -= w.hanging
			}
		}
	}
	return v + w.shut*max(0, room-b.walkable().len())
}

// room is how many empty points foxes should be able to walk to. Behind a wall of two rows they would be caught in the end.
const room = 12

// walkable returns empty points that foxes could walk to if no sheep moved: all of them, or at least room.
func (b *board) walkable() set {
	empty, reached := b.empty(), b.foxes
	for {
		d := reached & joints
		next := reached | empty&(reached<<up|reached>>up|reached<<side|reached>>side|d<<(side+up)|d>>(side+up)|d<<(side-up)|d>>(side-up))
		if walk := next & empty; next == reached || walk.len() >= room {
			return walk
		}
		reached = next
	}
}

// loose returns the sheep without sheep on either side along some line: a fox beside them could jump.
func (b *board) loose() set {
	e := board33 &^ b.sheep
	straight := e<<up&(e>>up) | e<<side&(e>>side)
	diagonal := e<<(side+up)&(e>>(side+up)) | e<<(side-up)&(e>>(side-up))
	return b.sheep & (straight | diagonal&joints)
}

// foxesJudge values boards for the foxes.
var foxesJudge = newTunedJudge(tuned())

// even is the sum of all other values in a position with equal chances, where the fitted weights add up to nothing. Without it the foxes would take
// a draw by repetition for a success when they are winning, and a deeper search would find more such draws.
const even = 700

func tuned() weights {
	w := weights{
		row:      [8]int{0, 0, 6, 14, 25, 39, 56, 73},
		paddock:  20,
		backed:   14,
		freedom:  12,
		oneFox:   900,
		mobility: 1,
		cramped:  30,
		hanging:  55,
		loose:    10,
		shut:     25,
	}
	for n := range w.sheep {
		w.sheep[n] = 100*(n-17) - even
		if n < 12 { // the last sheep are worth more
			w.sheep[n] -= 40 * (12 - n)
		}
	}
	return w
}
