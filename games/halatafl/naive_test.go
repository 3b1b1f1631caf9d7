package halatafl

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// geometryTable is the table of all neighbours and jumps on the rules page.
const geometryTable = `
c1 | c2 d1 d2 | c2>c3 d1>e1 d2>e3
d1 | c1 d2 e1 | d2>d3
e1 | d1 d2 e2 | d1>c1 d2>c3 e2>e3
c2 | c1 c3 d2 | c3>c4 d2>e2
d2 | c1 c2 c3 d1 d3 e1 e2 e3 | c3>b4 d3>d4 e3>f4
e2 | d2 e1 e3 | d2>c2 e3>e4
a3 | a4 b3 b4 | a4>a5 b3>c3 b4>c5
b3 | a3 b4 c3 | b4>b5 c3>d3
c3 | b3 b4 c2 c4 d2 d3 d4 | b3>a3 b4>a5 c2>c1 c4>c5 d2>e1 d3>e3 d4>e5
d3 | c3 d2 d4 e3 | c3>b3 d2>d1 d4>d5 e3>f3
e3 | d2 d3 d4 e2 e4 f3 f4 | d2>c1 d3>c3 d4>c5 e2>e1 e4>e5 f3>g3 f4>g5
f3 | e3 f4 g3 | e3>d3 f4>f5
g3 | f3 f4 g4 | f3>e3 f4>e5 g4>g5
a4 | a3 a5 b4 | b4>c4
b4 | a3 a4 a5 b3 b5 c3 c4 c5 | c3>d2 c4>d4 c5>d6
c4 | b4 c3 c5 d4 | b4>a4 c3>c2 c5>c6 d4>e4
d4 | c3 c4 c5 d3 d5 e3 e4 e5 | c4>b4 d3>d2 d5>d6 e4>f4
e4 | d4 e3 e5 f4 | d4>c4 e3>e2 e5>e6 f4>g4
f4 | e3 e4 e5 f3 f5 g3 g4 g5 | e3>d2 e4>d4 e5>d6
g4 | f4 g3 g5 | f4>e4
a5 | a4 b4 b5 | a4>a3 b4>c3 b5>c5
b5 | a5 b4 c5 | b4>b3 c5>d5
c5 | b4 b5 c4 c6 d4 d5 d6 | b4>a3 b5>a5 c4>c3 c6>c7 d4>e3 d5>e5 d6>e7
d5 | c5 d4 d6 e5 | c5>b5 d4>d3 d6>d7 e5>f5
e5 | d4 d5 d6 e4 e6 f4 f5 | d4>c3 d5>c5 d6>c7 e4>e3 e6>e7 f4>g3 f5>g5
f5 | e5 f4 g5 | e5>d5 f4>f3
g5 | f4 f5 g4 | f4>e3 f5>e5 g4>g3
c6 | c5 c7 d6 | c5>c4 d6>e6
d6 | c5 c6 c7 d5 d7 e5 e6 e7 | c5>b4 d5>d4 e5>f4
e6 | d6 e5 e7 | d6>c6 e5>e4
c7 | c6 d6 d7 | c6>c5 d6>e5 d7>e7
d7 | c7 d6 e7 | d6>d5
e7 | d6 d7 e6 | d6>c5 d7>c7 e6>e5`

// naive is a second implementation of the rules, as simple as possible, on the table above and a
// map.
type naive struct {
	on    map[string]byte // 'S', 'F', or nothing
	foxes bool            // the foxes are to move
	rules string
}

var (
	naivePoints     []string
	naiveNeighbours = map[string][]string{}
	naiveJumps      = map[string][][2]string{}
)

func init() {
	for line := range strings.Lines(strings.TrimSpace(geometryTable)) {
		part := strings.Split(line, "|")
		p := strings.TrimSpace(part[0])
		naivePoints = append(naivePoints, p)
		naiveNeighbours[p] = strings.Fields(part[1])
		for _, j := range strings.Fields(part[2]) {
			over, land, _ := strings.Cut(j, ">")
			naiveJumps[p] = append(naiveJumps[p], [2]string{over, land})
		}
	}
	slices.Sort(naivePoints)
}

func naiveOf(p position) naive {
	n := naive{on: map[string]byte{}, foxes: p.foxesToMove, rules: p.rules.String()}
	for _, point := range reading {
		if p.sheep.has(point) {
			n.on[point.String()] = 'S'
		} else if p.foxes.has(point) {
			n.on[point.String()] = 'F'
		}
	}
	return n
}

func (n naive) clone() naive {
	on := map[string]byte{}
	for p, c := range n.on {
		on[p] = c
	}
	n.on = on
	return n
}

func (n naive) all(piece byte) (list []string) {
	for _, p := range naivePoints {
		if n.on[p] == piece {
			list = append(list, p)
		}
	}
	return list
}

// chains lists all paths of jumps that continue from the last point of path.
func (n naive) chains(path []string) (list [][]string) {
	at := path[len(path)-1]
	for _, j := range naiveJumps[at] {
		if n.on[j[0]] != 'S' || n.on[j[1]] != 0 {
			continue
		}
		next := n.clone()
		delete(next.on, at)
		delete(next.on, j[0])
		next.on[j[1]] = 'F'
		longer := append(slices.Clone(path), j[1])
		if on := next.chains(longer); len(on) > 0 {
			list = append(list, on...)
		} else {
			list = append(list, longer)
		}
	}
	return list
}

// moves lists all legal paths as text, in byte order.
func (n naive) moves() (list []string) {
	if !n.foxes {
		for _, p := range n.all('S') {
			for _, q := range naiveNeighbours[p] {
				forward := q[0] == p[0] && q[1] == p[1]+1
				sideways := q[1] == p[1]
				if (forward || sideways) && n.on[q] == 0 {
					list = append(list, p+"-"+q)
				}
			}
		}
		slices.Sort(list)
		return list
	}
	var jumped [][]string
	most := 0
	for _, f := range n.all('F') {
		for _, path := range n.chains([]string{f}) {
			jumped = append(jumped, path)
			most = max(most, len(path))
		}
	}
	for _, path := range jumped {
		if !strings.Contains(n.rules, "longest") || len(path) == most {
			list = append(list, strings.Join(path, "x"))
		}
	}
	if len(jumped) == 0 || strings.Contains(n.rules, "optional") || strings.Contains(n.rules, "huff") {
		for _, f := range n.all('F') {
			for _, q := range naiveNeighbours[f] {
				if n.on[q] == 0 {
					list = append(list, f+"-"+q)
				}
			}
		}
	}
	slices.Sort(list)
	return list
}

// different keeps the first path of each move (H29).
func (n naive) different(paths []string) (list []string) {
	known := map[string]bool{}
	for _, path := range paths {
		points := strings.FieldsFunc(path, func(r rune) bool { return r == 'x' || r == '-' })
		over := []string{}
		if strings.Contains(path, "x") {
			for i := 1; i < len(points); i++ {
				over = append(over, naiveOver(points[i-1], points[i]))
			}
		}
		slices.Sort(over)
		key := fmt.Sprint(points[0], points[len(points)-1], over)
		if !known[key] {
			known[key] = true
			list = append(list, path)
		}
	}
	return list
}

func naiveOver(from, to string) string {
	for _, j := range naiveJumps[from] {
		if j[1] == to {
			return j[0]
		}
	}
	panic("no jump from " + from + " to " + to)
}

// play makes a move given as a path, and removes huffed and stuck foxes.
func (n naive) play(path string) naive {
	points := strings.FieldsFunc(path, func(r rune) bool { return r == 'x' || r == '-' })
	next := n.clone()
	from, to := points[0], points[len(points)-1]
	var huffed []string
	if n.foxes && strings.Contains(path, "-") && strings.Contains(n.rules, "huff") {
		for _, f := range n.all('F') {
			if len(n.chains([]string{f})) > 0 {
				if f == from {
					f = to
				}
				huffed = append(huffed, f)
			}
		}
	}
	piece := n.on[from]
	delete(next.on, from)
	next.on[to] = piece
	if strings.Contains(path, "x") {
		for i := 1; i < len(points); i++ {
			delete(next.on, naiveOver(points[i-1], points[i]))
		}
	}
	for _, f := range huffed {
		delete(next.on, f)
	}
	next.foxes = !n.foxes
	full := true
	for _, p := range strings.Fields("c5 d5 e5 c6 d6 e6 c7 d7 e7") {
		full = full && next.on[p] == 'S'
	}
	if next.foxes && !full && !strings.Contains(n.rules, "surround_off") {
		var stuck []string
		for _, f := range next.all('F') {
			free := len(next.chains([]string{f})) > 0
			for _, q := range naiveNeighbours[f] {
				free = free || next.on[q] == 0
			}
			if !free {
				stuck = append(stuck, f)
			}
		}
		for _, f := range stuck {
			delete(next.on, f)
		}
	}
	return next
}

// result returns "sheep", "foxes", "no_moves" (of the side to move) or "", as in the test data.
func (n naive) result() string {
	full := true
	for _, p := range strings.Fields("c5 d5 e5 c6 d6 e6 c7 d7 e7") {
		full = full && n.on[p] == 'S'
	}
	switch {
	case len(n.all('S')) < 9:
		return "foxes"
	case full || len(n.all('F')) == 0:
		return "sheep"
	case len(n.moves()) == 0:
		return "no_moves"
	}
	return ""
}

func TestGeometry(t *testing.T) { // the board by rules H1 and H2
	if got := len(naivePoints); got != 33 || board33.len() != 33 {
		t.Fatalf("the table has %d points, the board %d, want 33", got, board33.len())
	}
	lines, directed := 0, 0
	for _, p := range reading {
		var near []string
		for s := neighbours[p]; s != 0; s &= s - 1 {
			near = append(near, s.first().String())
		}
		if want := naiveNeighbours[p.String()]; !slices.Equal(near, want) {
			t.Errorf("neighbours of %s = %s, want %s", p, near, want)
		}
		var over []string
		for _, j := range jumps[p] {
			over = append(over, j.over.String()+">"+j.land.String())
			if midway(p, j.land) != j.over {
				t.Errorf("midway(%s, %s) = %s, want %s", p, j.land, midway(p, j.land), j.over)
			}
		}
		byOver := slices.Clone(over)
		slices.Sort(byOver)
		var want []string
		for _, j := range naiveJumps[p.String()] {
			want = append(want, j[0]+">"+j[1])
		}
		if slices.Sort(want); !slices.Equal(byOver, want) {
			t.Errorf("jumps of %s = %s, want %s", p, byOver, want)
		}
		if !slices.IsSortedFunc(jumps[p], func(a, b jump) int { return int(a.land) - int(b.land) }) {
			t.Errorf("jumps of %s are not in the order of their landings: %s", p, over)
		}
		lines += neighbours[p].len()
		directed += len(jumps[p])
	}
	if lines != 2*72 || directed != 104 {
		t.Errorf("%d ends of lines and %d jumps, want 144 and 104", lines, directed)
	}
	if got, want := names(paddock), "c5 c6 c7 d5 d6 d7 e5 e6 e7"; got != want { // rule H3
		t.Errorf("paddock = %s, want %s", got, want)
	}
}

func names(s set) string {
	var list []string
	for ; s != 0; s &= s - 1 {
		list = append(list, s.first().String())
	}
	return strings.Join(list, " ")
}
