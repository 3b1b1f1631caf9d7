package ends

import (
	"encoding/binary"
	"math/bits"
)

// shape holds the number of sheep in each row, and identifies a slice.
type shape [7]uint8

// key returns the number of a shape.
func (s shape) key() int {
	k := 0
	for r, n := range s {
		k = k*(int(width(r+1))+1) + int(n)
	}
	return k
}

const shapes = 4 * 4 * 8 * 8 * 8 * 4 * 4

// sum returns the sum of the rows of all sheep.
func (s shape) sum() (sum int) {
	for r, n := range s {
		sum += (r + 1) * int(n)
	}
	return sum
}

func width(r int) uint8 {
	if r >= 3 && r <= 5 {
		return 7
	}
	return 3
}

// shapesOf lists the shapes with a given number of sheep and sum of rows.
func shapesOf(sheep, sum int) (list []shape) {
	var s shape
	var fill func(r, left int)
	fill = func(r, left int) {
		if r == 7 {
			if left == 0 && s.sum() == sum {
				list = append(list, s)
			}
			return
		}
		for n := 0; n <= min(left, int(width(r+1))); n++ {
			s[r] = uint8(n)
			fill(r+1, left-n)
		}
		s[r] = 0
	}
	fill(0, sheep)
	return list
}

// sums returns the least and the greatest sum of rows for a number of sheep.
func sums(sheep int) (least, greatest int) {
	left := sheep
	for r := 1; r <= 7; r++ {
		n := min(left, int(width(r)))
		least += n * r
		left -= n
	}
	left = sheep
	for r := 7; r >= 1; r-- {
		n := min(left, int(width(r)))
		greatest += n * r
		left -= n
	}
	return least, greatest
}

// pattern numbers the sets of columns of a row. Sets of each size are numbered apart.
type pattern struct {
	number [128]uint8 // by pattern: its number among the patterns of equal size
	lists  [8][]set   // by size: the points, in the order of numbers
}

var patterns = makePatterns()

func makePatterns() (list [8]pattern) {
	for r := 1; r <= 7; r++ {
		for columns := range 128 {
			var s set
			for c := range 7 {
				if columns>>c&1 != 0 {
					s |= 1 << (c*side + r)
				}
			}
			if s&^field != 0 {
				continue
			}
			n := bits.OnesCount64(s)
			list[r].number[columns] = uint8(len(list[r].lists[n]))
			list[r].lists[n] = append(list[r].lists[n], s)
		}
	}
	return list
}

// place returns the key of the shape of a set of sheep, and the number of the set among the sets of
// this shape.
func place(sheep set) (key, number int) {
	for r := 1; r <= 7; r++ {
		here := columns(sheep, r)
		n := bits.OnesCount8(uint8(here))
		key = key*(int(width(r))+1) + n
		number = number*len(patterns[r].lists[n]) + int(patterns[r].number[here])
	}
	return key, number
}

// first compares a set of sheep with its mirror image. It returns the place with the lesser number,
// and whether that is the mirror image's.
func first(sheep set) (key, number int, mirrored bool) {
	key, number = place(sheep)
	if _, other := place(mirror(sheep)); other < number {
		return key, other, true
	}
	return key, number, false
}

// sets lists all sets of sheep of a shape by their numbers.
func (s shape) sets() []set {
	list := []set{0}
	for r := 1; r <= 7; r++ {
		var longer []set
		for _, x := range list {
			for _, y := range patterns[r].lists[s[r-1]] {
				longer = append(longer, x|y)
			}
		}
		list = longer
	}
	return list
}

// The values around a set of sheep with n free points are n*(n+1)/2 bits, for the two points of the
// foxes in rising order. Twice the same point stands for a single fox there. If all bits are equal
// they are not stored.

// triangle holds the ranks of the two foxes' points for each bit.
type triangle struct {
	points int
	base   [34]int // by rank of the first fox: number of its first bit, less the rank
	ranks  [][2]uint8
}

var triangles = makeTriangles()

func makeTriangles() (list [34]triangle) {
	for n := range list {
		t := &list[n]
		t.points = n
		for i := range n {
			t.base[i] = len(t.ranks) - i
			for j := i; j < n; j++ {
				t.ranks = append(t.ranks, [2]uint8{uint8(i), uint8(j)})
			}
		}
	}
	return list
}

func (t *triangle) bytes() int { return (len(t.ranks) + 7) / 8 }

// kind says how the values of a set of sheep are stored.
type kind uint8

const (
	none  kind = iota // no bit is set
	all               // every bit is set
	mixed             // a record is stored
)

// A part has the values of one slice: a directory, then records. The directory has an entry for
// each blockSize sets of sheep: the records before it, bits for sets with a record, and bits for
// sets with all values true.
const (
	blockSize  = 256
	entryBytes = 4 + 2*blockSize/8
)

// part is a stored part. In an empty part no value is true.
type part []byte

// find returns the kind of a set of sheep, and its record if there is one.
func (p part) find(count, number int, t *triangle) (kind, []byte) {
	if len(p) == 0 {
		return none, nil
	}
	kind, at := find((*[entryBytes]byte)(p[number/blockSize*entryBytes:]), number)
	if kind != mixed {
		return kind, nil
	}
	directory := (count + blockSize - 1) / blockSize * entryBytes
	return mixed, p[directory+at*t.bytes():][:t.bytes()]
}

// find returns the kind of a set of sheep by its entry, and the number of its record if there is
// one.
func find(e *[entryBytes]byte, number int) (k kind, record int) {
	i, bit := number%blockSize/8, byte(1)<<(number%8)
	switch {
	case e[4+blockSize/8+i]&bit != 0:
		return all, 0
	case e[4+i]&bit == 0:
		return none, 0
	}
	return mixed, int(binary.LittleEndian.Uint32(e[:])) + before(e[4:4+blockSize/8], number%blockSize)
}

// before counts the bits that are set before bit i.
func before(b []byte, i int) (n int) {
	for ; i >= 64; i -= 64 {
		n += bits.OnesCount64(binary.LittleEndian.Uint64(b))
		b = b[8:]
	}
	return n + bits.OnesCount64(binary.LittleEndian.Uint64(b)&(1<<i-1))
}

// partWriter builds a part. Sets of sheep come in the order of their numbers.
type partWriter struct {
	t         *triangle
	directory []byte
	records   []byte
	stored    uint32
	started   int // number of directory entries begun
	used      bool
}

func newPartWriter(count int, t *triangle) *partWriter {
	return &partWriter{t: t, directory: make([]byte, (count+blockSize-1)/blockSize*entryBytes)}
}

// add adds the values of a set of sheep: the rows for its free points, and the set of points for a
// single fox. It returns the number of true values.
func (w *partWriter) add(number int, free set, rows []set, single set) (ones int) {
	for ; w.started <= number/blockSize; w.started++ {
		binary.LittleEndian.PutUint32(w.directory[w.started*entryBytes:], w.stored)
	}
	ones = bits.OnesCount64(single)
	for _, r := range rows {
		ones += bits.OnesCount64(r)
	}
	pairs := ones - bits.OnesCount64(single)
	ones -= pairs / 2
	e := w.directory[number/blockSize*entryBytes:]
	i, bit := number%blockSize/8, byte(1)<<(number%8)
	switch ones {
	case 0:
		return 0
	case len(w.t.ranks):
		e[4+blockSize/8+i] |= bit
		w.used = true
		return ones
	}
	e[4+i] |= bit
	w.used = true
	w.stored++
	at := len(w.records)
	w.records = append(w.records, make([]byte, w.t.bytes())...)
	record := w.records[at:]
	i = 0
	for f := free; f != 0; f &= f - 1 {
		low := f & -f
		r := rows[i]&^(low-1) | single&low
		for ; r != 0; r &= r - 1 {
			b := w.t.base[i] + bits.OnesCount64(free&(r&-r-1))
			record[b/8] |= 1 << (b % 8)
		}
		i++
	}
	return ones
}

func (w *partWriter) part() part {
	if !w.used {
		return nil
	}
	for ; w.started*entryBytes < len(w.directory); w.started++ {
		binary.LittleEndian.PutUint32(w.directory[w.started*entryBytes:], w.stored)
	}
	return append(w.directory, w.records...)
}

// matrix holds the values around one set of sheep by points: bit q of row p is the value with foxes
// on p and q.
type matrix [64]set

// read adds the values of a record to the matrix, for the given free points.
func (m *matrix) read(record []byte, t *triangle, free set) {
	var points [33]int
	for i := range t.points {
		points[i] = bits.TrailingZeros64(free)
		free &= free - 1
	}
	for i, b := range record {
		for ; b != 0; b &= b - 1 {
			pair := t.ranks[8*i+bits.TrailingZeros8(b)]
			p, q := points[pair[0]], points[pair[1]]
			m[p] |= 1 << q
			m[q] |= 1 << p
		}
	}
}

// row returns the points q for which the value with foxes on ranks i and q is true, as bits of the
// record's ranks.
func (t *triangle) row(record []byte, i int) (ranks set) {
	for j := range i {
		b := t.base[j] + i
		ranks |= set(record[b/8]>>(b%8)&1) << j
	}
	for j := i; j < t.points; j++ {
		b := t.base[i] + j
		ranks |= set(record[b/8]>>(b%8)&1) << j
	}
	return ranks
}
