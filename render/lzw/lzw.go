// Package lzw compresses the pixels of a GIF. Start reading at [Packer].
package lzw

import (
	"bytes"
)

// Clear is the transparent colour, which keeps the old pixel.
const Clear = 0

// Packer compresses pixels for a GIF: LZW with codes of up to 12 bits. Unlike compress/lzw it can
// choose: for an unchanged pixel it writes the pixel's colour or the clear one, whichever makes the
// longer run. It finds the longest runs in the table as it grows, so nothing is tried twice.
type Packer struct {
	out   *bytes.Buffer
	block [256]byte
	n     int

	literals  uint32 // number of codes that stand for one pixel
	bits      uint32
	have      uint
	next      [maxCodes][1 << pixelBits]uint16 // the code for a code's pixels and one further pixel; 0: there is none
	first     [maxCodes]uint8                  // the first pixel of each code
	now, then []uint16                         // codes of one length whose pixels agree with the picture so far
}

const (
	maxCodes  = 1 << 12
	pixelBits = 5 // most bits of a pixel
)

// Pack writes pixels of the given number of bits, row by row. Was holds the pixels shown before:
// where both agree, the clear colour may be used. A nil was means that nothing has been shown.
func (p *Packer) Pack(out *bytes.Buffer, colourBits int, pixels, was []uint8) {
	size := uint(max(colourBits, 2)) // a GIF allows no fewer bits
	clearCode := uint32(1) << size
	endCode := uint16(clearCode + 1)
	out.WriteByte(byte(size))
	p.literals = clearCode
	p.out, p.n, p.bits, p.have = out, 0, 0, 0
	width, last := size+1, endCode
	p.restart()
	p.put(clearCode, width)
	before := -1 // the previous code; with the first pixel of the next one it becomes a run of the table
	for len(pixels) > 0 {
		code, n := p.run(pixels, was, before, last)
		p.put(uint32(code), width)
		if last++; last == 1<<width {
			width++
		}
		before = int(code)
		if last == maxCodes-1 {
			p.put(clearCode, width)
			width, last, before = size+1, endCode, -1
			p.restart()
		}
		_ = pixels[n-1] // a run of no pixels is a defect: the loop must not run for ever
		pixels = pixels[n:]
		if was != nil {
			was = was[n:]
		}
	}
	p.put(uint32(endCode), width)
	if p.have > 0 { // fewer than eight bits
		p.byte(byte(p.bits))
	}
	p.flush()
	out.WriteByte(0)
}

func (p *Packer) restart() {
	clear(p.next[:1<<pixelBits])
	for i := range uint16(1 << pixelBits) {
		p.first[i] = uint8(i)
	}
}

// run chooses the next code and how many pixels it stands for. It enters `entry`, the previous code
// plus one pixel; the next code may be entry itself.
func (p *Packer) run(pixels, was []uint8, before int, entry uint16) (code uint16, n int) {
	if before < 0 {
		return p.longest(pixels, was)
	}
	clear(p.next[entry][:])
	p.first[entry] = p.first[before]
	guess := pixels[0]
	if was != nil && was[0] == guess {
		guess = Clear
	}
	free := p.next[before][guess] == 0
	if free {
		p.next[before][guess] = entry
	}
	if code, n = p.longest(pixels, was); p.first[code] == guess {
		return code, n
	}
	if free {
		p.next[before][guess] = 0
		if code == entry {
			code, n = p.longest(pixels, was)
		}
	}
	if f := p.first[code]; p.next[before][f] == 0 {
		p.next[before][f] = entry
	}
	return code, n
}

// longest returns the longest run in the table that matches the next pixels, and its length.
func (p *Packer) longest(pixels, was []uint8) (code uint16, n int) {
	const most = 8 // most runs tracked at a time
	p.now = append(p.now[:0], uint16(pixels[0]))
	if was != nil && was[0] == pixels[0] {
		if p.now[0] = Clear; uint32(pixels[0]) < p.literals {
			p.now = append(p.now, uint16(pixels[0]))
		}
	}
	for n = 1; n < len(pixels); n++ {
		same := was != nil && was[n] == pixels[n]
		p.then = p.then[:0]
		for _, c := range p.now {
			if same {
				if longer := p.next[c][Clear]; longer != 0 {
					p.then = append(p.then, longer)
				}
			}
			if longer := p.next[c][pixels[n]]; longer != 0 && len(p.then) < most {
				p.then = append(p.then, longer)
			}
		}
		if len(p.then) == 0 {
			break
		}
		p.now, p.then = p.then, p.now
	}
	return p.now[0], n
}

// put writes a code of the given number of bits.
func (p *Packer) put(code uint32, width uint) {
	p.bits |= code << p.have
	for p.have += width; p.have >= 8; p.have -= 8 {
		p.byte(byte(p.bits))
		p.bits >>= 8
	}
}

// byte adds a byte to the block, which is at most 255 bytes long and preceded by its length.
func (p *Packer) byte(b byte) {
	p.n++
	p.block[p.n] = b
	if p.n == 255 {
		p.flush()
	}
}

func (p *Packer) flush() {
	if p.n > 0 {
		p.block[0] = byte(p.n)
		p.out.Write(p.block[:p.n+1])
		p.n = 0
	}
}
