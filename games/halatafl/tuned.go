package halatafl

// weights are what the features of a board are worth to the sheep, in hundredths of a sheep. They were tuned by hand, in matches between
// computer players. Who plays the foxes judges by them: foxes do better when they cling to each other and choke the sheep, whom H22 loses the game when they run out of
// steps, than by fitted weights.
type weights struct {
	sheep    [allSheep + 1]int // by the number left
	row      [8]int            // a sheep on a row
	paddock  int               // a sheep in the paddock
	backed   int               // a sheep with another right behind it: it can't be jumped from the front
	freedom  int               // a move that the sheep have
	oneFox   int               // there is only one fox
	mobility int               // a step that a fox has, to the foxes
	cramped  int               // a fox with at most one step
	hanging  int               // a capture that threatens while the sheep are to move
	loose    int               // a sheep that could be jumped over along some line if a fox came there
}

func (w *weights) sheepValue(b *board) int {
	empty := b.empty()
	v := w.sheep[b.sheep.len()]
	for row := 2; row <= 7; row++ {
		v += w.row[row] * (b.sheep & rowSets[row]).len()
	}
	v += w.paddock * (b.sheep & paddock).len()
	v += w.backed * (b.sheep & (b.sheep << up)).len()
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
	return v
}

// loose is the set of sheep with no sheep on either side of them along some line: a fox that came there could jump.
func (b *board) loose() set {
	e := board33 &^ b.sheep
	straight := e<<up&(e>>up) | e<<side&(e>>side)
	diagonal := e<<(side+up)&(e>>(side+up)) | e<<(side-up)&(e>>(side-up))
	return b.sheep & (straight | diagonal&joints)
}

var rowSets = makeRowSets()

func makeRowSets() (sets [8]set) {
	for row := 1; row <= 7; row++ {
		sets[row] = board33 & rows(row)
	}
	return sets
}

// tunedWeights are in use for the foxes.
var tunedWeights = tuned()

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
	}
	for n := range w.sheep {
		w.sheep[n] = 100 * (n - 17)
		if n < 12 { // the last few are worth more
			w.sheep[n] -= 40 * (12 - n)
		}
	}
	return w
}
