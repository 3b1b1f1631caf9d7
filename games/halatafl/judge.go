package halatafl

import (
	_ "embed"
	"strconv"
	"strings"
)

// The evaluation for players of the sheep is a sum of features, weighted by their value to the sheep. The weights were fitted to self-play (see
// TestFit). The logistic function of a value, divided by logit, is the expected score of the sheep. Left and right are mirrored, so points count by
// row and distance from the middle column.

// logit is the value that means odds of e to 1.
const logit = 200

// The features of a board.
const (
	sheepLeft = 0                        // first of the features for the number of sheep
	sheepOn   = sheepLeft + allSheep + 1 // sheep by place
	foxOn     = sheepOn + places         // foxes by place
	backed    = foxOn + places           // sheep with another sheep right behind, which can't be jumped from the front
	freedom   = backed + 1               // moves of the sheep
	loose     = freedom + 1              // sheep that a fox could jump over along some line from the right place
	hanging   = loose + 1                // possible captures
	mobility  = hanging + 1              // steps of the foxes
	cramped   = mobility + 1             // foxes with at most one step
	oneFox    = cramped + 1
	oneMoves  = oneFox + 1 // steps of a fox that is alone
	foxesTurn = oneMoves + 1
	features  = foxesTurn + 1

	places = 20
)

// placeSets lists the points of each place: one, or two that mirror each other.
var placeSets = makePlaces()

func makePlaces() (sets [places]set) {
	i := 0
	for column := 3; column <= 6; column++ {
		for row := 1; row <= 7; row++ {
			if p, ok := onBoard(column, row); ok {
				sets[i] = p.set() | at(6-column, row).set()
				i++
			}
		}
	}
	return sets
}

//go:embed weights.txt
var weightsText string

// fitted holds the values of features to the sheep.
type fitted [features]int32

var fittedWeights = readWeights(weightsText)

func readWeights(text string) (w fitted) {
	i := 0
	for line := range strings.Lines(text) {
		if line[0] == '#' {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			panic(err)
		}
		w[i] = int32(n)
		i++
	}
	if i != features {
		panic("weights.txt has " + strconv.Itoa(i) + " weights")
	}
	return w
}

// byColumn holds the value of the sheep by column and by their rows there, one bit for each row.
type byColumn [7][1 << side]int32

// makeColumns adds up the values of sheep on their points, and of each sheep with another right behind it.
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

// fittedJudge holds the values of fitted by column and by point.
type fittedJudge struct {
	*fitted
	columns *byColumn
	fox     [64]int32
}

var sheepJudge = newFittedJudge(&fittedWeights)

func newFittedJudge(w *fitted) *fittedJudge {
	j := &fittedJudge{fitted: w}
	var place [64]int
	for i, s := range placeSets {
		for ; s != 0; s &= s - 1 {
			place[s.first()] = i
			j.fox[s.first()] = w[foxOn+i]
		}
	}
	j.columns = makeColumns(func(p point) int32 { return w[sheepOn+place[p]] }, w[backed])
	return j
}

// sheepValue returns the value of a board to the sheep.
func (j *fittedJudge) sheepValue(b *board) int {
	w, empty := j.fitted, b.empty()
	v := w[sheepLeft+b.sheep.len()] + j.columns.value(b.sheep)
	v += w[freedom] * int32((b.sheep<<up&empty).len()+(b.sheep<<side&empty).len()+(b.sheep>>side&empty).len())
	v += w[loose] * int32(b.loose().len())
	single := b.foxes&(b.foxes-1) == 0
	for s := b.foxes; s != 0; s &= s - 1 {
		fox := s.first()
		v += j.fox[fox]
		steps := int32((neighbours[fox] & empty).len())
		v += w[mobility] * steps
		if steps <= 1 {
			v += w[cramped]
		}
		if single {
			v += w[oneFox] + w[oneMoves]*steps
		}
		for _, j := range jumps[fox] {
			if b.sheep.has(j.over) && empty.has(j.land) {
				v += w[hanging]
			}
		}
	}
	if b.foxesToMove {
		v += w[foxesTurn]
	}
	return int(v)
}
