package png16

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/png"
	"slices"
	"testing"
)

// image/png, which shares no code with Writer, reads back every pixel, also of a part of a picture
// and of a width that leaves half a byte. A writer may be used again, and its files stay.
func TestEncode(t *testing.T) {
	palette := make([]color.RGBA, 16)
	for i := range palette {
		palette[i] = color.RGBA{uint8(3 * i), uint8(255 - i), uint8(i * i), 255}
	}
	whole := image.NewPaletted(image.Rect(-2, 5, 13, 24), nil)
	for i := range whole.Pix {
		whole.Pix[i] = uint8(i*7+i/15) % 16
	}
	var w Writer
	var files [][]byte
	parts := []image.Rectangle{whole.Rect, image.Rect(-1, 6, 3, 10), image.Rect(12, 23, 13, 24), image.Rect(0, 5, 10, 24)}
	for _, part := range parts {
		m := whole.SubImage(part).(*image.Paletted)
		file := w.Encode(m, palette)
		files = append(files, file)
		if !bytes.Equal(new(Writer).Encode(m, palette), file) {
			t.Errorf("%v: a new writer makes another file", part)
		}
	}
	for i, part := range parts {
		read, err := png.Decode(bytes.NewReader(files[i]))
		if err != nil {
			t.Fatalf("%v: %v", part, err)
		}
		m, ok := read.(*image.Paletted)
		if !ok || m.Rect.Size() != part.Size() || len(m.Palette) != 16 {
			t.Fatalf("%v: %T of %v in %d colours, want 16 colours", part, read, read.Bounds(), len(m.Palette))
		}
		for c, is := range m.Palette {
			if is != color.Color(palette[c]) {
				t.Errorf("%v: colour %d is %v, want %v", part, c, is, palette[c])
			}
		}
		for y := range part.Dy() {
			for x := range part.Dx() {
				got, want := m.ColorIndexAt(x, y), whole.ColorIndexAt(part.Min.X+x, part.Min.Y+y)
				if got != want {
					t.Fatalf("%v: pixel %d,%d is %d, want %d", part, x, y, got, want)
				}
			}
		}
	}
	// a test of its own for the parts that image/png does not read
	var chunks []string
	for rest := files[0][8:]; len(rest) > 0; {
		n := int(binary.BigEndian.Uint32(rest))
		chunks = append(chunks, string(rest[4:8]))
		if crc32.ChecksumIEEE(rest[4:8+n]) != binary.BigEndian.Uint32(rest[8+n:]) {
			t.Errorf("the checksum of %s is wrong", rest[4:8])
		}
		rest = rest[12+n:]
	}
	if want := []string{"IHDR", "PLTE", "IDAT", "IEND"}; !slices.Equal(chunks, want) {
		t.Errorf("chunks %q, want %q", chunks, want)
	}
}

// Fewer than 16 colours leave the rest of the palette black.
func TestEncodeFewColours(t *testing.T) {
	m := image.NewPaletted(image.Rect(0, 0, 2, 1), nil)
	m.Pix[1] = 1
	file := new(Writer).Encode(m, []color.RGBA{{9, 8, 7, 255}, {1, 2, 3, 255}})
	read, err := png.Decode(bytes.NewReader(file))
	if err != nil || read.At(1, 0) != color.Color(color.RGBA{1, 2, 3, 255}) {
		t.Errorf("the second pixel is %v (%v)", read.At(1, 0), err)
	}
}
