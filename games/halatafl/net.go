package halatafl

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"math/bits"
	"sync"
)

// The evaluation is a sum over the patterns of a board: what stands on each of 23 small areas, and
// six counts. Left and right are mirrored. The weights are those of two evaluations together,
// because each alone was far weaker. One was learnt from games, the other chosen by hand
// (TestLearnNet).

// logit is the value that means odds of e to 1.
const logit = 200

// weight is what a pattern is worth to the sheep, as early + late<<16: with twenty sheep, and with
// twelve or fewer. So one addition adds both.
type weight int32

// Every pattern has a number, the index of its weight. Patterns of the same kind have consecutive
// numbers. The constants inBoxes to inFoxes are the first numbers of the kinds.
const (
	boxSize  = 46 << 9 // at most two foxes on nine points, and any sheep
	lineSize = 29 << 7 // the same on seven points

	inBoxes   = 0
	inRows    = inBoxes + (centreBoxes+sideBoxes)*boxSize
	inColumns = inRows + 3*lineSize
	inSheep   = inColumns + 2*lineSize // number of sheep; 32 more if the foxes are to move
	inTempo   = inSheep + 64           // sum of the sheep's rows
	inFreedom = inTempo + 256          // moves of the sheep
	inLoose   = inFreedom + 64         // loose sheep
	inRoom    = inLoose + 32           // points that foxes can walk to
	inFoxes   = inRoom + 16            // places of both foxes
	patterns  = inFoxes + 64*64

	centreBoxes = 5
	sideBoxes   = 6
	areas       = centreBoxes + 3 + 1 + 2*(sideBoxes+1)
	parts       = areas + 6 // patterns of a board
)

// The lower left corners of the squares of 3 × 3 points that have patterns: those in the middle
// columns, and those on the left. The squares on the right are mirror images of those on the left.
var (
	centre = [centreBoxes]point{at(2, 1), at(2, 2), at(2, 3), at(2, 4), at(2, 5)}
	sides  = [sideBoxes]point{at(0, 3), at(1, 3), at(1, 1), at(1, 2), at(1, 4), at(1, 5)}
)

// box returns the pieces of a square as nine bits. Points beside the board are empty.
func (s set) box(corner point) uint32 {
	s >>= corner & 63
	return uint32(s&7 | s>>5&(7<<3) | s>>10&(7<<6))
}

// onRow and onColumn return the pieces of a line as seven bits.
func (s set) onRow(row int) uint32 {
	return uint32((s >> (row & 7) & 0x01010101010101) * 0x0102040810204080 >> 56 & 127)
}

func (s set) onColumn(column int) uint32 { return uint32(s >> (column*side + 1) & 127) }

var odd, twos, fours = rows(1, 3, 5, 7), rows(2, 3, 6, 7), rows(4, 5, 6, 7)

// sumOfRows adds up the rows of all points.
func (s set) sumOfRows() int { return (s & odd).len() + 2*(s&twos).len() + 4*(s&fours).len() }

// mirrored swaps left and right.
func (s set) mirrored() set { return set(bits.ReverseBytes64(uint64(s)) >> side) }

// pairs9 and pairs7 number the sets of at most two foxes among so many points, times the sets of
// sheep there.
var pairs9, pairs7 = numberPairs(9), numberPairs(7)

func numberPairs(points int) []uint32 {
	list, n := make([]uint32, 1<<points), uint32(0)
	for size := range 3 {
		for s := range list {
			if bits.OnesCount(uint(s)) == size {
				list[s] = n << points
				n++
			}
		}
	}
	return list
}

// foxParts holds the numbers of a board's patterns as they are without sheep. The index is the
// point of the first fox times 64, plus the point of the second fox, or 0 if there is one fox.
var foxParts = sync.OnceValue(makeFoxParts)

func makeFoxParts() *[64 * 64][parts]uint32 {
	all := new([64 * 64][parts]uint32)
	for i := range all {
		foxes := set(1)<<(i>>6) | set(1)<<(i&63)&^1
		if foxes&^board33 != 0 {
			continue
		}
		list := all[i][:0]
		for k, p := range centre {
			list = append(list, uint32(inBoxes+k*boxSize)+pairs9[foxes.box(p)])
		}
		for k := range 3 {
			list = append(list, uint32(inRows+k*lineSize)+pairs7[foxes.onRow(3+k)])
		}
		list = append(list, inColumns+lineSize+pairs7[foxes.onColumn(3)])
		for range 2 {
			for k, p := range sides {
				list = append(list, uint32(inBoxes+(centreBoxes+k)*boxSize)+pairs9[foxes.box(p)])
			}
			list = append(list, inColumns+pairs7[foxes.onColumn(2)])
			foxes = foxes.mirrored()
		}
		_ = append(list, inSheep, inTempo, inFreedom, inLoose, inRoom, inFoxes+uint32(i))
	}
	return all
}

// parts writes the numbers of a board's patterns into list.
func (b *board) parts(all *[64 * 64][parts]uint32, list *[parts]uint32) {
	foxes, sheep, empty := b.foxes, b.sheep, b.empty()
	i := uint(foxes.first()&63) << 6
	if foxes &= foxes - 1; foxes != 0 {
		i |= uint(foxes.first() & 63)
	}
	*list = all[i&(64*64-1)]
	list[0] += sheep.box(centre[0])
	list[1] += sheep.box(centre[1])
	list[2] += sheep.box(centre[2])
	list[3] += sheep.box(centre[3])
	list[4] += sheep.box(centre[4])
	list[5] += sheep.onRow(3)
	list[6] += sheep.onRow(4)
	list[7] += sheep.onRow(5)
	list[8] += sheep.onColumn(3)
	sheep.sideParts((*[sideBoxes + 1]uint32)(list[9:]))
	sheep.mirrored().sideParts((*[sideBoxes + 1]uint32)(list[16:]))
	list[areas] += uint32(sheep.len())
	if b.foxesToMove {
		list[areas] += 32
	}
	list[areas+1] += uint32(sheep.sumOfRows())
	list[areas+2] += uint32((sheep << up & empty).len() + (sheep << side & empty).len() + (sheep >> side & empty).len())
	list[areas+3] += uint32(b.loose().len())
	list[areas+4] += uint32(min(room, b.walkable().len()))
}

func (s set) sideParts(list *[sideBoxes + 1]uint32) {
	list[0] += s.box(sides[0])
	list[1] += s.box(sides[1])
	list[2] += s.box(sides[2])
	list[3] += s.box(sides[3])
	list[4] += s.box(sides[4])
	list[5] += s.box(sides[5])
	list[6] += s.onColumn(2)
}

// lateness returns how many eighths of a weight are its late part.
func (b *board) lateness() int { return min(allSheep-b.sheep.len(), 8) }

// net values boards by their patterns.
type net struct {
	foxParts *[64 * 64][parts]uint32
	weights  [patterns]weight
}

// sheepValue returns the value of a board to the sheep. The logistic function of it, divided by
// logit, is about their expected score.
func (n *net) sheepValue(b *board) int {
	var list [parts]uint32
	b.parts(n.foxParts, &list)
	sum := weight(0)
	for _, i := range list {
		sum += n.weights[i]
	}
	early := int(int16(sum))
	late := int(sum-weight(early)) >> 16
	return (early*8 + (late-early)*b.lateness()) >> 4 // eight eighths of two evaluations
}

// netBytes holds all early weights and then all late ones, compressed.
//
//go:embed net.bin
var netBytes []byte

// learnt returns the evaluation of all computer players that search.
var learnt = sync.OnceValue(func() *net { return readNet(netBytes) })

func readNet(data []byte) *net {
	var list [2][patterns]int16
	if err := binary.Read(flate.NewReader(bytes.NewReader(data)), binary.LittleEndian, &list); err != nil {
		panic(err)
	}
	n := &net{foxParts: foxParts()}
	for i := range n.weights {
		n.weights[i] = weight(list[0][i]) + weight(list[1][i])<<16
	}
	return n
}

// room is how many empty points foxes should be able to walk to. Behind a wall of two rows they
// would be caught in the end.
const room = 12

// walkable returns empty points that foxes could walk to if no sheep moved: all of them, or at
// least room.
func (b *board) walkable() set {
	empty, reached := b.empty(), b.foxes
	for {
		next := reached | empty&reached.beside()
		if walk := next & empty; next == reached || walk.len() >= room {
			return walk
		}
		reached = next
	}
}

// loose returns the sheep without sheep on either side along some line: a fox beside them could
// jump.
func (b *board) loose() set {
	e := board33 &^ b.sheep
	straight := e<<up&(e>>up) | e<<side&(e>>side)
	diagonal := e<<(side+up)&(e>>(side+up)) | e<<(side-up)&(e>>(side-up))
	return b.sheep & (straight | diagonal&joints)
}
