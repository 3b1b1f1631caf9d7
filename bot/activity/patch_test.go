package activity

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
)

// rebuilt rebuilds a picture like a page, from the drawings that it has.
func rebuilt(p picture, had map[string]string) string {
	if p.SVG != "" {
		return p.SVG
	}
	var old, lines []string
	for hash := range strings.SplitSeq(p.From, ".") {
		old = append(old, strings.Split(had[hash], "\n")...)
	}
	for _, op := range p.Ops {
		switch op := op.(type) {
		case string:
			lines = append(lines, strings.Split(op, "\n")...)
		case [2]int:
			lines = append(lines, old[op[0]:op[0]+op[1]]...)
		}
	}
	return strings.Join(lines, "\n")
}

// A drawing is rebuilt from any older ones that a page has, byte for byte, and few bytes are sent.
func TestDifferences(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var d drawings
	had, order := map[string]string{}, []string{}
	lines := strings.Split(strings.Repeat("a line\nanother line\n\n", 40), "\n")
	for n := range 2000 {
		for range rng.IntN(6) {
			i := rng.IntN(len(lines))
			switch rng.IntN(3) {
			case 0:
				lines[i] = fmt.Sprint("line ", rng.IntN(50))
			case 1:
				lines = slices.Insert(lines, i, fmt.Sprint("new ", n))
			case 2:
				if len(lines) > 10 {
					lines = slices.Delete(lines, i, i+1)
				}
			}
		}
		svg := strings.Join(lines, "\n")
		p := d.picture(ann, svg, strings.Join(order[:min(len(order), rng.IntN(mostHad+1))], "."))
		if len(order) > 0 && p.Hash == order[0] && p.SVG == "" && p.Ops == nil {
			continue // the drawing has not changed
		}
		if got := rebuilt(p, had); got != svg {
			t.Fatalf("after %d drawings %+v becomes\n%s\nwant\n%s", n, p, got, svg)
		}
		had[p.Hash] = svg
		order = append([]string{p.Hash}, order...)
	}
	if first, again := d.picture(ann, "a\nb\nc\nd", ""), d.picture(ann, "a\nb\nx\nd", ""); first.SVG == "" ||
		again.SVG == "" {
		t.Error("a page without a drawing does not get it whole")
	}
	a := d.picture(ann, "a\nb\nc\nd", "").Hash
	if p := d.picture(ann, "a\nb\nx\nd", a); p.SVG != "" || fmt.Sprint(p.Ops) != "[[0 2] x [3 1]]" ||
		p.Hash != d.picture(bob, "a\nb\nx\nd", "").Hash {
		t.Errorf("a change of one line is sent as %+v", p)
	}
	if p := d.picture(bob, "a\nb\nx\nd", a); p.SVG == "" {
		t.Errorf("by naming the drawing of somebody else one gets %+v", p)
	}
}

// The cache of drawings is limited.
func TestDrawingsAreForgotten(t *testing.T) {
	var d drawings
	for n := range mostDrawings + 100 {
		d.picture(match.UserID(fmt.Sprint(n)), fmt.Sprint("drawing ", n), "")
	}
	if len(d.kept) != mostDrawings || len(d.order) != mostDrawings {
		t.Errorf("%d drawings are kept, in an order of %d", len(d.kept), len(d.order))
	}
	one := d.picture(ann, "one", "")
	for n := range mostDrawings {
		d.picture(bob, fmt.Sprint("drawing ", n), "")
	}
	if p := d.picture(ann, "one", one.Hash); p.SVG != "" {
		t.Errorf("a page that has a drawing is sent it again: %+v", p)
	}
	if p := d.picture(ann, "one\ntwo", one.Hash); p.From != one.Hash {
		t.Errorf("a drawing that a page still has is forgotten: %+v", p)
	}
	if d.picture(ann, "one\ntwo", one.Hash); len(d.kept) != len(d.order) {
		t.Errorf("%d drawings are kept, in an order of %d", len(d.kept), len(d.order))
	}
}
