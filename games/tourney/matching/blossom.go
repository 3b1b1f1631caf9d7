package matching

import (
	"math"
	"slices"
)

// graph is a complete graph with positive weights, and the state of the search for a matching of
// maximum weight. Nodes are numbered from 1; 0 is none. Nodes up to n are vertices. Those above are
// blossoms: odd cycles that are treated as one node. Vertices and blossoms have dual values. An
// edge is tight when the dual values of its ends add up to twice its weight. Trees of tight edges
// grow from the nodes without a mate. When two trees meet, all edges on the path between their
// roots swap between matched and unmatched.
type graph struct {
	n, nodes int      // number of vertices, and the highest node in use
	edge     [][]edge // the edge between two nodes; for a blossom, the edge with the least slack of its vertices
	dual     []int64
	mate     []int   // the vertex at the other end of the matched edge
	top      []int   // the outermost blossom that contains a node, or the node itself; 0 for an unused blossom
	parent   []int   // in the tree: the vertex from which an inner node was reached
	label    []label // label of a topmost node
	near     []int   // of an outer node: the vertex with the least slack to a topmost node
	ring     [][]int // the nodes of a blossom in the order of its cycle, the base first
	holds    [][]int // holds[b][v] is the node of b's ring that contains vertex v; 0 if none
	seen     []int   // for each node, the number of the call of meet that last visited it
	look     int
	heaviest int64
	queue    []int // outer vertices with edges to scan
}

// edge is an edge between two vertices.
type edge struct {
	u, v   int
	weight int64
}

// label is the position of a node in the trees.
type label int8

const (
	free  label = iota // the node is in no tree
	outer              // an even number of edges from its root
	inner              // an odd number of edges from its root
)

func newGraph(n int) *graph {
	size := n + n/2 + 2
	g := &graph{
		n: n, nodes: n, edge: make([][]edge, size), dual: make([]int64, size), mate: make([]int, size),
		top: make([]int, size), parent: make([]int, size),
		label: make([]label, size), near: make([]int, size), ring: make([][]int, size), holds: make([][]int, size),
		seen: make([]int, size),
	}
	for i := range size {
		g.edge[i] = make([]edge, size)
		g.holds[i] = make([]int, n+1)
	}
	for v := 1; v <= n; v++ {
		g.top[v], g.holds[v][v] = v, v
	}
	return g
}

// join sets the weight of an edge between two vertices.
func (g *graph) join(u, v int, weight int64) {
	g.edge[u][v], g.edge[v][u] = edge{u, v, weight}, edge{v, u, weight}
	g.heaviest = max(g.heaviest, weight)
}

func (g *graph) solve() {
	for v := 1; v <= g.n; v++ { // the dual value makes the heaviest edges tight
		g.dual[v] = g.heaviest
	}
	for g.phase() {
	}
}

// slack returns how far an edge is from being tight.
func (g *graph) slack(e edge) int64 { return g.dual[e.u] + g.dual[e.v] - 2*e.weight }

func (g *graph) isTop(x int) bool { return g.top[x] == x }

// phase grows trees until the matching has one more edge. It returns false if that is impossible.
func (g *graph) phase() bool {
	g.queue = g.queue[:0]
	for x := 1; x <= g.nodes; x++ {
		g.label[x], g.near[x] = free, 0
	}
	for x := 1; x <= g.nodes; x++ {
		if g.isTop(x) && g.mate[x] == 0 {
			g.parent[x], g.label[x] = 0, outer
			g.enqueue(x)
		}
	}
	if len(g.queue) == 0 {
		return false
	}
	for {
		if g.scan() {
			return true
		}
		d, more := g.step()
		if !more {
			return false
		}
		g.shift(d)
		if g.follow() {
			return true
		}
		g.expandEmpty()
	}
}

// scan examines the edges of all vertices in the queue, and reports whether a tight edge extended
// the matching.
func (g *graph) scan() bool {
	for len(g.queue) > 0 {
		u := g.queue[0]
		g.queue = g.queue[1:]
		for v := 1; v <= g.n; v++ {
			switch {
			case g.top[u] == g.top[v]:
			case g.slack(g.edge[u][v]) > 0:
				g.noteNear(u, g.top[v])
			case g.tight(g.edge[u][v]):
				return true
			}
		}
	}
	return false
}

// noteNear records vertex u as the nearest to the topmost node x, if it is nearer than the known
// one.
func (g *graph) noteNear(u, x int) {
	if g.near[x] == 0 || g.slack(g.edge[u][x]) < g.slack(g.edge[g.near[x]][x]) {
		g.near[x] = u
	}
}

// findNear finds the outer vertex that is nearest to x.
func (g *graph) findNear(x int) {
	g.near[x] = 0
	for u := 1; u <= g.n; u++ {
		if g.top[u] != x && g.label[g.top[u]] == outer {
			g.noteNear(u, x)
		}
	}
}

// step returns how far the dual values can change before an edge becomes tight or a blossom's value
// reaches zero. It returns false if a vertex's value would reach zero first: then no matching has
// more weight.
func (g *graph) step() (d int64, ok bool) {
	d = math.MaxInt64
	for x := 1; x <= g.nodes; x++ {
		if !g.isTop(x) {
			continue
		}
		if x > g.n && g.label[x] == inner {
			d = min(d, g.dual[x]/2)
		}
		if g.near[x] == 0 {
			continue
		}
		switch s := g.slack(g.edge[g.near[x]][x]); g.label[x] {
		case free:
			d = min(d, s)
		case outer: // both ends' dual values change, so half the slack is enough
			d = min(d, s/2)
		}
	}
	for v := 1; v <= g.n; v++ {
		if g.label[g.top[v]] == outer && g.dual[v] <= d {
			return 0, false
		}
	}
	return d, true
}

// shift changes the dual values; tight edges in the trees stay tight.
func (g *graph) shift(d int64) {
	for v := 1; v <= g.n; v++ {
		switch g.label[g.top[v]] {
		case outer:
			g.dual[v] -= d
		case inner:
			g.dual[v] += d
		}
	}
	for b := g.n + 1; b <= g.nodes; b++ {
		if !g.isTop(b) {
			continue
		}
		switch g.label[b] {
		case outer:
			g.dual[b] += 2 * d
		case inner:
			g.dual[b] -= 2 * d
		}
	}
}

// follow uses the edges that have become tight, and reports whether the matching was extended.
func (g *graph) follow() bool {
	for x := 1; x <= g.nodes; x++ {
		if u := g.near[x]; g.isTop(x) && u != 0 && g.top[u] != x && g.slack(g.edge[u][x]) == 0 &&
			g.tight(g.edge[u][x]) {
			return true
		}
	}
	return false
}

// expandEmpty opens the inner blossoms whose dual value is zero. The dual value of a vertex is
// never zero.
func (g *graph) expandEmpty() {
	for x := 1; x <= g.nodes; x++ {
		if g.isTop(x) && g.label[x] == inner && g.dual[x] == 0 {
			g.expand(x)
		}
	}
}

// tight uses a tight edge from an outer node. It grows the tree, closes a blossom, or reports that
// two trees have met and the matching has one more edge.
func (g *graph) tight(e edge) bool {
	u, v := g.top[e.u], g.top[e.v]
	switch g.label[v] {
	case free:
		g.parent[v], g.label[v] = e.u, inner
		next := g.top[g.mate[v]]
		g.near[next] = 0
		g.label[next] = outer
		g.enqueue(next)
	case outer:
		base := g.meet(u, v)
		if base == 0 {
			g.augment(u, v)
			g.augment(v, u)
			return true
		}
		g.shrink(u, base, v)
	}
	return false
}

// meet returns the outer node at which the paths from two nodes to their roots meet. It returns 0
// if the roots differ.
func (g *graph) meet(u, v int) int {
	g.look++
	for u != 0 || v != 0 {
		if u != 0 {
			if g.seen[u] == g.look {
				return u
			}
			g.seen[u] = g.look
			u = g.top[g.mate[u]]
			if u != 0 {
				u = g.top[g.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// enqueue adds the vertices of a node to the queue.
func (g *graph) enqueue(x int) {
	if x <= g.n {
		g.queue = append(g.queue, x)
		return
	}
	for _, part := range g.ring[x] {
		g.enqueue(part)
	}
}

// setTop sets the outermost blossom of a node and of all that it contains.
func (g *graph) setTop(x, b int) {
	g.top[x] = b
	if x > g.n {
		for _, part := range g.ring[x] {
			g.setTop(part, b)
		}
	}
}

// augment matches u with v and swaps matched and unmatched edges along the path from u to its root.
func (g *graph) augment(u, v int) {
	for {
		next := g.top[g.mate[u]]
		g.setMate(u, v)
		if next == 0 {
			return
		}
		from := g.top[g.parent[next]]
		g.setMate(next, from)
		u, v = from, next
	}
}

// setMate matches node u with node v. Within a blossom it moves the base to the end of that edge.
func (g *graph) setMate(u, v int) {
	e := g.edge[u][v]
	g.mate[u] = e.v
	if u <= g.n {
		return
	}
	exit := g.holds[u][e.u]
	at := g.evenWay(u, exit)
	ring := g.ring[u]
	for i := range at {
		g.setMate(ring[i], ring[i^1])
	}
	g.setMate(exit, v)
	g.ring[u] = slices.Concat(ring[at:], ring[:at])
}

// evenWay turns a blossom's ring so that a part is an even number of steps from the base, and
// returns that number.
func (g *graph) evenWay(b, part int) int {
	ring := g.ring[b]
	at := slices.Index(ring, part)
	if at%2 == 0 {
		return at
	}
	slices.Reverse(ring[1:])
	return len(ring) - at
}

// shrink makes a blossom of the cycle that a tight edge between two outer nodes closes.
func (g *graph) shrink(u, base, v int) {
	b := 1
	for b <= g.nodes && g.top[b] != 0 {
		b++
	}
	g.nodes = max(g.nodes, b)
	g.dual[b], g.label[b], g.mate[b] = 0, outer, g.mate[base]
	ring := []int{base}
	climb := func(x int) {
		for x != base {
			in := g.top[g.mate[x]]
			ring = append(ring, x, in)
			g.enqueue(in)
			x = g.top[g.parent[in]]
		}
	}
	climb(u)
	slices.Reverse(ring[1:])
	climb(v)
	g.ring[b] = ring
	g.setTop(b, b)
	g.inherit(b)
	g.findNear(b)
}

// inherit gives a blossom the least slack edges of its parts.
func (g *graph) inherit(b int) {
	for x := 1; x <= g.nodes; x++ {
		g.edge[b][x], g.edge[x][b] = edge{}, edge{}
	}
	clear(g.holds[b])
	for _, part := range g.ring[b] {
		for x := 1; x <= g.nodes; x++ {
			if e := g.edge[part][x]; e.weight > 0 && (g.edge[b][x].weight == 0 || g.slack(e) < g.slack(g.edge[b][x])) {
				g.edge[b][x], g.edge[x][b] = e, g.edge[x][part]
			}
		}
		for v := 1; v <= g.n; v++ {
			if g.holds[part][v] != 0 {
				g.holds[b][v] = part
			}
		}
	}
}

// expand opens an inner blossom. The path through it stays in the tree; its other parts leave the
// tree.
func (g *graph) expand(b int) {
	for _, part := range g.ring[b] {
		g.setTop(part, part)
	}
	entry := g.holds[b][g.edge[b][g.parent[b]].u]
	at := g.evenWay(b, entry)
	ring := g.ring[b]
	for i := 0; i < at; i += 2 {
		in, out := ring[i], ring[i+1]
		g.parent[in] = g.edge[out][in].u
		g.label[in], g.label[out] = inner, outer
		g.findNear(out)
		g.enqueue(out)
	}
	g.label[entry], g.parent[entry] = inner, g.parent[b]
	for _, part := range ring[at+1:] {
		g.label[part] = free
		g.findNear(part)
	}
	g.top[b] = 0
}
