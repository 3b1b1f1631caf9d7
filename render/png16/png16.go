// Package png16 writes pictures of 16 colours as PNG. Start reading at [Writer].
package png16

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"

	"github.com/klauspost/compress/zlib"
)

// Writer writes pictures of 16 colours as PNG, two pixels per byte. A file has the signature, IHDR,
// PLTE, one IDAT and IEND, without time or program. image/png allocates its buffers anew for every
// picture. compress/zlib needs several times as long for files a twentieth smaller.
type Writer struct {
	out bytes.Buffer
	z   *zlib.Writer
	row []byte
}

// Level is a compromise: lower levels make larger files in hardly less time, higher ones take far
// longer.
const Level = 6

var pngSignature = []byte("\x89PNG\r\n\x1a\n")

// Encode returns a picture as a new slice.
func (w *Writer) Encode(m *image.Paletted, palette []color.RGBA) []byte {
	w.out.Reset()
	w.out.Write(pngSignature)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], uint32(m.Rect.Dx()))
	binary.BigEndian.PutUint32(head[4:], uint32(m.Rect.Dy()))
	head[8], head[9] = 4, 3 // four bits for each pixel, with a palette
	w.end(w.begin("IHDR", head[:]))

	var colors [3 * 16]byte
	for i, c := range palette {
		colors[3*i], colors[3*i+1], colors[3*i+2] = c.R, c.G, c.B
	}
	w.end(w.begin("PLTE", colors[:]))

	start := w.begin("IDAT", nil)
	w.pixels(m)
	w.end(start)
	w.end(w.begin("IEND", nil))
	return bytes.Clone(w.out.Bytes())
}

// begin writes the head of a chunk and its first data, and returns where the chunk began.
func (w *Writer) begin(name string, data []byte) int {
	start := w.out.Len()
	w.out.WriteString("\x00\x00\x00\x00")
	w.out.WriteString(name)
	w.out.Write(data)
	return start
}

// end fills in the length of the chunk that began at start and adds its checksum.
func (w *Writer) end(start int) {
	chunk := w.out.Bytes()[start:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(chunk[4:]))
	w.out.Write(sum[:])
}

// pixels writes the compressed pixels. There are no errors, because the level is valid and a write
// to memory can't fail.
func (w *Writer) pixels(m *image.Paletted) {
	if w.z == nil {
		w.z, _ = zlib.NewWriterLevel(&w.out, Level)
	} else {
		w.z.Reset(&w.out)
	}
	n := m.Rect.Dx()
	w.row = append(w.row[:0], make([]byte, 1+(n+1)/2)...) // the first byte: no filter
	for y := m.Rect.Min.Y; y < m.Rect.Max.Y; y++ {
		at := m.PixOffset(m.Rect.Min.X, y)
		Pack(w.row[1:], m.Pix[at:at+n])
		_, _ = w.z.Write(w.row)
	}
	_ = w.z.Close()
}

// Pack puts two pixels of src into each byte of dst, eight pixels at a time while there are as many.
func Pack(dst, src []byte) {
	for len(src) >= 8 && len(dst) >= 4 {
		p := binary.LittleEndian.Uint64(src)
		p = (p<<4 | p>>8) & 0x00ff00ff00ff00ff
		p = (p | p>>8) & 0x0000ffff0000ffff
		binary.LittleEndian.PutUint32(dst, uint32(p|p>>16))
		dst, src = dst[4:], src[8:]
	}
	for i := range dst {
		if 2*i+1 < len(src) {
			dst[i] = src[2*i]<<4 | src[2*i+1]
		} else {
			dst[i] = src[2*i] << 4
		}
	}
}
