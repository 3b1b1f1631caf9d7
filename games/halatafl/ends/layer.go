package ends

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// A layer holds all slices with one number of sheep and one sum of rows, with the sheep to move. It
// is stored as a whole:
//
//	magic, number of sheep, sum of rows, number of slices (one byte each after the magic, two for the slices)
//	for each slice its key, and the lengths of its two parts (four bytes each, little-endian)
//	the parts
//	the SHA-256 of all before

const magic = "halatafl ends 1\n"

// Pattern matches the names of layers.
const Pattern = "halatafl-[0-9][0-9]-*[0-9]"

// Name returns the name of a layer: "halatafl-09-54".
func Name(sheep, sum int) string { return fmt.Sprintf("halatafl-%02d-%02d", sheep, sum) }

// layer is a layer in memory.
type layer struct {
	sheep, sum int
	shapes     []shape
	slices     []*slice
}

func (l *layer) addTo(st *store) {
	for i, sh := range l.shapes {
		st[sh.key()] = l.slices[i]
	}
}

// encode returns the layer as it is stored.
func (l *layer) encode() []byte {
	b := append([]byte(magic), byte(l.sheep), byte(l.sum))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(l.shapes)))
	for i, sh := range l.shapes {
		b = binary.LittleEndian.AppendUint32(b, uint32(sh.key()))
		for _, p := range l.slices[i].parts {
			b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
		}
	}
	for _, sl := range l.slices {
		for _, p := range sl.parts {
			b = append(b, p...)
		}
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// decode parses a stored layer in the format of encode, and checks its checksum. The layer shares the
// memory of b, so b must not change afterwards.
func decode(b []byte, sheep, sum int) (*layer, error) {
	if len(b) < len(magic)+4+sha256.Size || !bytes.HasPrefix(b, []byte(magic)) {
		return nil, errors.New("not a table")
	}
	body, tail := b[:len(b)-sha256.Size], b[len(b)-sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], tail) {
		return nil, errors.New("the checksum is wrong")
	}
	l := &layer{sheep: sheep, sum: sum, shapes: shapesOf(sheep, sum)}
	head := body[len(magic):]
	if int(head[0]) != sheep || int(head[1]) != sum || int(binary.LittleEndian.Uint16(head[2:])) != len(l.shapes) {
		return nil, errors.New("a table of other positions")
	}
	head = head[4:]
	parts := head[12*len(l.shapes):]
	for _, sh := range l.shapes {
		sl := &slice{count: sh.count()}
		for q := range sl.parts {
			n := int(binary.LittleEndian.Uint32(head[4+4*q:]))
			sl.parts[q], parts = part(parts[:n:n]), parts[n:]
		}
		head = head[12:]
		l.slices = append(l.slices, sl)
	}
	return l, nil
}

// count returns how many sets of sheep have the shape.
func (s shape) count() int {
	n := 1
	for r := 1; r <= 7; r++ {
		n *= len(patterns[r].lists[s[r-1]])
	}
	return n
}
