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
	backed    = foxOn + places           // sheep with another right behind: they cannot be jumped from the front
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

// sheepValue returns the value of a board to the sheep.
func (w *fitted) sheepValue(b *board) int {
	empty := b.empty()
	v := w[sheepLeft+b.sheep.len()]
	for i, s := range placeSets {
		v += w[sheepOn+i] * int32((b.sheep & s).len())
		if b.foxes&s != 0 {
			v += w[foxOn+i] * int32((b.foxes & s).len())
		}
	}
	v += w[backed] * int32((b.sheep & (b.sheep << up)).len())
	v += w[freedom] * int32((b.sheep<<up&empty).len()+(b.sheep<<side&empty).len()+(b.sheep>>side&empty).len())
	v += w[loose] * int32(b.loose().len())
	single := b.foxes&(b.foxes-1) == 0
	for s := b.foxes; s != 0; s &= s - 1 {
		fox := s.first()
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
