package lzw

import (
	"bytes"
	"compress/lzw"
	"fmt"
	"io"
	"math/rand/v2"
	"testing"
)

// unpack reads what Pack has written: the size of a pixel, blocks, and an empty block.
// compress/lzw, which shares no code with Packer, decodes their content.
func unpack(t *testing.T, packed []byte) []byte {
	t.Helper()
	size := int(packed[0])
	var codes []byte
	for packed = packed[1:]; ; {
		n := int(packed[0])
		if n == 0 {
			break
		}
		if n < 255 && packed[n+1] != 0 {
			t.Errorf("a block of %d bytes is followed by another", n)
		}
		codes, packed = append(codes, packed[1:n+1]...), packed[n+1:]
	}
	if len(packed) != 1 {
		t.Errorf("%d bytes follow the last block", len(packed)-1)
	}
	in := bytes.NewReader(codes)
	pixels, err := io.ReadAll(lzw.NewReader(in, lzw.LSB, size))
	if err != nil || in.Len() > 0 {
		t.Errorf("the blocks end with %v, and %d bytes too many", err, in.Len())
	}
	return pixels
}

// stripes returns pixels of the given number of colours in runs, which a seed determines.
func stripes(seed uint64, n, colours, longest int) []uint8 {
	lot := rand.New(rand.NewPCG(seed, 1))
	list := make([]uint8, 0, n)
	for len(list) < n {
		c := uint8(1 + lot.IntN(colours))
		for range 1 + lot.IntN(longest) {
			list = append(list, c)
		}
	}
	return list[:n]
}

// Packed pixels are read back, unchanged ones as themselves or as transparent, and the data is as
// short as when it was compared with gifsicle (TestReplayIsSmall in paddock/render). A packer may
// be used again.
func TestPack(t *testing.T) {
	var p Packer
	for _, c := range []struct {
		n, bits, colours, longest int
		changed                   int // one pixel in so many differs from the one before; 0: nothing was shown before
		want                      int
	}{
		{0, 2, 1, 1, 0, 4},
		{1, 1, 1, 1, 0, 5},
		{1, 5, 16, 1, 1, 6},
		{2, 2, 3, 1, 0, 5},
		{300, 1, 1, 300, 0, 18},
		{300, 4, 15, 1, 0, 204},
		{4000, 5, 16, 1, 0, 2493},
		{20000, 5, 16, 1, 0, 12237},
		{20000, 5, 16, 9, 0, 5035},
		{20000, 2, 3, 40, 0, 908},
		{20000, 5, 16, 1, 2, 8887},
		{20000, 5, 16, 9, 7, 3661},
		{20000, 2, 3, 5, 30, 736},
		{20000, 5, 16, 3, 1000, 224},
		{20000, 2, 16, 3, 5, 3097}, // unchanged pixels have colours that the table does not know
	} {
		name := fmt.Sprintf("%+v", c)
		pixels, was := stripes(1, c.n, c.colours, c.longest), []uint8(nil)
		if c.changed > 0 {
			was = bytes.Clone(pixels)
			lot := rand.New(rand.NewPCG(2, 3))
			for i := range pixels {
				if lot.IntN(c.changed) == 0 {
					pixels[i] = uint8(1 + lot.IntN(min(c.colours, 1<<c.bits-1)))
				}
			}
		}
		var out bytes.Buffer
		out.WriteString("before")
		p.Pack(&out, c.bits, pixels, was)
		packed, _ := bytes.CutPrefix(out.Bytes(), []byte("before"))
		got := unpack(t, packed)
		if len(got) != len(pixels) {
			t.Errorf("%s: %d pixels, want %d", name, len(got), len(pixels))
			continue
		}
		for i, is := range got {
			if is != pixels[i] && (is != Clear || was == nil || was[i] != pixels[i]) {
				t.Errorf("%s: pixel %d is %d, want %d", name, i, is, pixels[i])
				break
			}
		}
		if len(packed) != c.want {
			t.Errorf("%s: %d bytes, want %d", name, len(packed), c.want)
		}
	}
}
