package kalah

import (
	_ "embed"
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// The value of a hole at the horizon, in eighths of a bean. The numbers are a rounded fit to the
// exact values of 6,000 positions of (6,4). In words: spread your beans, and do not let them spill
// into the other row, unless a hole holds so many that they come round again.
const (
	eighths = 8
	onMove  = 8   // value of having the move
	filled  = 6   // value of a hole that is not empty
	distant = 2   // value of such a hole for each place of distance from the pot
	kept    = 7   // value of a bean that would stay in its own row or pot
	ready   = -5  // value of a hole that would be sown exactly into the pot: the chance of another sow passes
	spilt   = -36 // value of a hole whose beans reach the other row
	beyond  = 1   // value of such a hole for each bean beyond the pot
	round   = 11  // value of such a hole for each bean that would come round to the own row
)

// worth returns the value of a hole to its owner, from its beans and its distance to the pot, on a
// board of m holes a side.
func worth(beans, away, m int) int {
	if beans == 0 {
		return 0
	}
	v := filled + distant*away + kept*min(beans, away)
	if beans == away {
		v += ready
	}
	if beyondPot := beans - away; beyondPot > 0 {
		v += spilt + beyond*beyondPot + round*max(0, beyondPot-m)
	}
	return v
}

// estimate is what the search thinks of positions at its horizon on one size of board: a sum of
// values of holes, in sixteenths of a bean, to the seat to move. For six holes a side the values are
// fitted to searches (TestFit); for other sizes they follow the formula of worth.
type estimate struct {
	onMove [stages]int16
	// value of a hole by stage, side (0: of the seat to move), place in the order of sowing, and beans
	holes [stages][2][packedHoles][packedBeans + 1]int16
	// value of a hole of the seat to move together with the hole opposite, by place and the beans of
	// both: what a sow could capture or lose; nil where the formula counts
	facing *[packedHoles][facingBeans][facingBeans]int16
}

const (
	sixteenths  = 16
	stages      = 4 // a stage of the game is a range of sixteen beans in play
	facingBeans = 16
	fittedHoles = 6
	fittedBeans = 24 // a hole with more beans counts like one with a bean less than this
)

func stage(beans int) int { return min(beans/16, stages-1) }

//go:embed weights.txt
var weightsText string

// estimateFor returns the values for boards of m holes a side.
func estimateFor(m int) *estimate {
	if m == fittedHoles {
		return readEstimate(weightsText)
	}
	return formulaFor(m)
}

// formulaFor returns the values by the formula of worth.
func formulaFor(m int) *estimate {
	e := new(estimate)
	for s := range stages {
		e.onMove[s] = onMove * sixteenths / eighths
		for from := range m {
			for beans := range packedBeans + 1 {
				v := int16(worth(beans, m-from, m) * sixteenths / eighths)
				e.holes[s][0][from][beans], e.holes[s][1][from][beans] = v, -v
			}
		}
	}
	return e
}

// readEstimate reads the values in the order of the fields of estimate.
func readEstimate(text string) *estimate {
	e := &estimate{facing: new([packedHoles][facingBeans][facingBeans]int16)}
	text, _ = strings.CutPrefix(text, weightsTitle)
	in := strings.NewReader(text)
	for v := range e.fitted() {
		if _, err := fmt.Fscan(in, v); err != nil {
			panic(fmt.Sprintf("weights.txt: %v", err))
		}
	}
	for s := range stages {
		for side := range 2 {
			for from := range fittedHoles {
				row := &e.holes[s][side][from]
				for beans := fittedBeans; beans < len(row); beans++ {
					row[beans] = row[fittedBeans-1]
				}
			}
		}
	}
	return e
}

const weightsTitle = "# What holes are worth at the horizon, see estimate.go. TestFit wrote it.\n"

// fitted yields the values that are fitted.
func (e *estimate) fitted() iter.Seq[*int16] {
	return func(yield func(*int16) bool) {
		for s := range stages {
			if !yield(&e.onMove[s]) {
				return
			}
			for side := range 2 {
				for from := range fittedHoles {
					for beans := range fittedBeans {
						if !yield(&e.holes[s][side][from][beans]) {
							return
						}
					}
				}
			}
		}
		for from := range fittedHoles {
			for own := range facingBeans {
				for opp := range facingBeans {
					if !yield(&e.facing[from][own][opp]) {
						return
					}
				}
			}
		}
	}
}

// of returns the estimate of a position, in beans.
func (e *estimate) of(m int, p *pair) int {
	s := stage(sum(p.own) + sum(p.opp))
	v, own, opp := int(e.onMove[s]), p.own, p.opp
	holes := &e.holes[s]
	for i := range m {
		i &= packedHoles - 1
		v += int(holes[0][i][uint8(own)]) + int(holes[1][i][uint8(opp)])
		own, opp = own>>8, opp>>8
	}
	if e.facing != nil {
		own, opp = p.own, bits.ReverseBytes64(p.opp<<(8*(packedHoles-m)))
		for i := range m {
			own8, opp8 := min(uint8(own), facingBeans-1), min(uint8(opp), facingBeans-1)
			v += int(e.facing[i&(packedHoles-1)][own8][opp8])
			own, opp = own>>8, opp>>8
		}
	}
	return (v + sixteenths/2) >> 4 // rounded to the nearest number; the constant sixteenths is 1<<4
}
