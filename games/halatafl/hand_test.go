package halatafl

// weights are the values of a board's features to the sheep, in hundredths of a sheep.
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

// tunedJudge judges by weights. It holds them with their values by column.
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

// even is what the evaluation adds up to in a position with equal chances, and is subtracted.
// Without that, winning foxes would prefer a draw by repetition, and a deeper search would find
// more draws.
const even = 700

// chosen returns the weights that were chosen by hand. They are the fixed part of the net.
func chosen() weights {
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

// byColumn holds the value of the sheep by column and by their rows there, one bit for each row.
type byColumn [7][1 << side]int32

// makeColumns adds up the values of sheep on their points, and of each sheep with another right
// behind it.
func makeColumns(sheep func(point) int32, backed int32) *byColumn {
	t := new(byColumn)
	for column := range t {
		for rows := range set(1 << side) {
			v := backed * int32((rows & (rows << up)).len())
			for s := rows & (board33 >> (side * column)); s != 0; s &= s - 1 {
				v += sheep(at(column, int(s.first())))
			}
			t[column][rows] = v
		}
	}
	return t
}

// value returns the value of all sheep.
func (t *byColumn) value(sheep set) int32 {
	return t[0][uint8(sheep)] + t[1][uint8(sheep>>side)] + t[2][uint8(sheep>>(2*side))] + t[3][uint8(sheep>>(3*side))] +
		t[4][uint8(sheep>>(4*side))] + t[5][uint8(sheep>>(5*side))] + t[6][uint8(sheep>>(6*side))]
}
