package ends

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
)

// Value says who wins a position with best play.
type Value int

// The values.
const (
	Draw Value = iota
	SheepWin
	FoxesWin
)

// Tables looks positions up in layers. The zero Tables has no layers. Many goroutines may look up
// at once, but not during Add.
type Tables struct {
	layers map[layerID]*openLayer
	most   int
}

type layerID struct{ sheep, sum int }

// openLayer is a layer whose values are read from storage when they are needed.
type openLayer struct {
	r      io.ReaderAt
	slices map[int]openSlice // slices by the key of their shape
}

type openSlice struct {
	count  int
	at     [2]int64 // offsets of the two parts in the layer
	length [2]int64
}

// Most returns the greatest number of sheep for which there is a layer, or 0.
func (t *Tables) Most() int { return t.most }

// Add adds a layer with the given number of bytes. It reads the whole layer once. An error means
// that the layer is damaged.
func (t *Tables) Add(r io.ReaderAt, size int64) error {
	sum, tail := sha256.New(), make([]byte, sha256.Size)
	if size < int64(len(magic)+4+sha256.Size) {
		return fmt.Errorf("%d bytes are too few for a table", size)
	}
	body := size - sha256.Size
	if _, err := io.Copy(sum, io.NewSectionReader(r, 0, body)); err != nil {
		return err
	}
	if _, err := r.ReadAt(tail, body); err != nil {
		return err
	}
	if !bytes.Equal(sum.Sum(nil), tail) {
		return errors.New("the checksum of the table is wrong")
	}
	head := make([]byte, len(magic)+4)
	if _, err := r.ReadAt(head, 0); err != nil {
		return err
	}
	sheep, rows := int(head[len(magic)]), int(head[len(magic)+1])
	shapes := shapesOf(sheep, rows)
	if string(head[:len(magic)]) != magic || sheep > 20 ||
		int(binary.LittleEndian.Uint16(head[len(magic)+2:])) != len(shapes) {
		return errors.New("not a table that this program reads")
	}
	list := make([]byte, 12*len(shapes))
	if _, err := r.ReadAt(list, int64(len(head))); err != nil {
		return err
	}
	l := &openLayer{r, map[int]openSlice{}}
	at := int64(len(head) + len(list))
	for _, sh := range shapes {
		sl := openSlice{count: sh.count()}
		for q := range sl.at {
			sl.at[q], sl.length[q] = at, int64(binary.LittleEndian.Uint32(list[4+4*q:]))
			at += sl.length[q]
		}
		l.slices[sh.key()] = sl
		list = list[12:]
	}
	if at != body {
		return fmt.Errorf("the table has %d bytes instead of %d", body, at)
	}
	if t.layers == nil {
		t.layers = map[layerID]*openLayer{}
	}
	t.layers[layerID{sheep, rows}] = l
	t.most = max(t.most, sheep)
	return nil
}

// Value returns the value of a position with the sheep to move. It returns false if no layer has
// the position, or if reading fails. The game must not be over.
func (t *Tables) Value(sheep, foxes uint64) (Value, bool) {
	n := bits.OnesCount64(sheep)
	if n > t.most {
		return Draw, false
	}
	sum := 0
	for r := 1; r <= 7; r++ {
		sum += r * bits.OnesCount8(uint8(columns(sheep, r)))
	}
	l := t.layers[layerID{n, sum}]
	if l == nil {
		return Draw, false
	}
	key, number, mirrored := first(sheep)
	if mirrored {
		sheep, foxes = mirror(sheep), mirror(foxes)
	}
	free := field &^ sheep
	low := bits.OnesCount64(free & (foxes&-foxes - 1))
	high := bits.OnesCount64(free & (set(1)<<(63-bits.LeadingZeros64(foxes)) - 1))
	tri := &triangles[33-n]
	switch yes, err := l.bit(key, winning, number, tri, tri.base[low]+high); {
	case err != nil:
		return Draw, false
	case yes:
		return SheepWin, true
	}
	switch yes, err := l.bit(key, safe, number, tri, tri.base[low]+high); {
	case err != nil:
		return Draw, false
	case yes:
		return Draw, true
	}
	return FoxesWin, true
}

// bit returns the answer to one question.
func (l *openLayer) bit(key int, q question, number int, t *triangle, bit int) (bool, error) {
	sl := l.slices[key]
	if sl.length[q] == 0 {
		return false, nil
	}
	var entry [entryBytes]byte
	if _, err := l.r.ReadAt(entry[:], sl.at[q]+int64(number/blockSize*entryBytes)); err != nil {
		return false, err
	}
	kind, at := find(&entry, number)
	if kind != mixed {
		return kind == all, nil
	}
	directory := (sl.count + blockSize - 1) / blockSize * entryBytes
	var b [1]byte
	if _, err := l.r.ReadAt(b[:], sl.at[q]+int64(directory+at*t.bytes()+bit/8)); err != nil {
		return false, err
	}
	return b[0]>>(bit%8)&1 != 0, nil
}
