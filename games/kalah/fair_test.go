package kalah

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games/gamestest/cputime"
	"paddock/games/search"
)

// fairProofs is the log of TestWriteFair. A line holds a candidate, its value (=, + or - for South,
// ? if not found yet), and the depth and nodes of its proof.
const fairProofs = "testdata/fair-proofs.txt"

// TestWriteFair looks for the fair starts of (6,4) for PADDOCK_FAIR minutes of processor time, the
// likeliest first, and writes fair.txt. It continues its log. A candidate that needs too many nodes
// is left for the next round, with eight times as many. It needs 1.5 GB.
func TestWriteFair(t *testing.T) {
	minutes, _ := strconv.Atoi(os.Getenv("PADDOCK_FAIR"))
	if minutes == 0 {
		t.Skip("PADDOCK_FAIR is not set: looks for fair starts for so many minutes")
	}
	end := cputime.Used() + time.Duration(minutes)*time.Minute
	log, err := os.OpenFile(fairProofs, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	done := readProofs(t)
	list := likeliestFirst(t, candidates(newBoard(bookHoles, 4)), done)
	pr := newProver(t, 6, 230<<20, 1<<30)
	for nodes := int64(25_000_000); nodes <= 10_000_000_000; nodes *= 8 {
		for i, p := range list {
			if known, ok := done[p.start()]; ok && (known.sign != '?' || known.nodes >= nodes) {
				continue
			}
			if cputime.Used() > end {
				break
			}
			found := pr.sign(t, p, nodes)
			done[p.start()] = found
			fmt.Fprintln(log, found)
			fair := fairList(done)
			t.Logf("%d of %d with %d nodes: %v; %d fair, %v left", i+1, len(list), nodes, found,
				strings.Count(fair, "\n")-1, (end - cputime.Used()).Round(time.Second))
			if err := os.WriteFile("fair.txt", []byte(fair), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// proof is a candidate for a fair start, with its proven value.
type proof struct {
	start string // the position in the form of position.start
	sign  byte   // the result for South: '=', '+' or '-'; '?' if not proven with so many nodes
	depth int
	nodes int64
}

func (f proof) String() string { return fmt.Sprintf("%s %c %d %d", f.start, f.sign, f.depth, f.nodes) }

func readProofs(t *testing.T) map[string]proof {
	t.Helper()
	known := map[string]proof{}
	text, err := os.ReadFile(fairProofs)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		if len(f) != 6 || !strings.HasSuffix(line, "\n") {
			continue // the line is incomplete, because the process was killed while it was written
		}
		p := proof{start: strings.Join(f[:3], " "), sign: f[3][0]}
		p.depth, p.nodes = number(t, f[4]), int64(number(t, f[5]))
		known[p.start] = p // replaces an earlier line, which had fewer nodes
	}
	return known
}

// fairList returns the content of fair.txt.
func fairList(known map[string]proof) string {
	var lines []string
	for _, p := range known {
		if p.sign == '=' {
			lines = append(lines, fmt.Sprintf("%s %d %d\n", p.start, p.depth, p.nodes))
		}
	}
	slices.Sort(lines)
	return "# Fair starts of (6,4) by the standard rule, see fair.go.\n" + strings.Join(lines, "")
}

// start writes a position with South to move in the format of fair.txt.
func (p position) start() string {
	var b strings.Builder
	for seat, row := range p.rows {
		for hole := 1; hole <= p.m; hole++ {
			b.WriteByte(digits[row[hole]])
		}
		if seat == 0 {
			b.WriteByte(' ')
		}
	}
	fmt.Fprintf(&b, " %d:%d", p.rows[south][pot], p.rows[north][pot])
	return b.String()
}

// candidates returns all positions after moving one or two beans of a start's holes to other holes
// or pots (K26), each once.
func candidates(b board) []position {
	start := position{board: b}
	once := moved([]position{start})
	var list []position
	seen := map[position]bool{start: true}
	for _, p := range append(once, moved(once)...) {
		if !seen[p] && max(p.rows[south][pot], p.rows[north][pot]) <= 2 {
			seen[p] = true
			list = append(list, p)
		}
	}
	return list
}

// moved returns the positions after moving one bean from a hole to another hole or a pot.
func moved(list []position) (next []position) {
	for _, p := range list {
		for from := range 2 * (p.m + 1) {
			for to := range 2 * (p.m + 1) {
				q := p
				a, b := &q.rows[from/(p.m+1)][from%(p.m+1)], &q.rows[to/(p.m+1)][to%(p.m+1)]
				if from%(p.m+1) == pot || a == b || *a == 0 {
					continue
				}
				*a--
				*b++
				next = append(next, q)
			}
		}
	}
	return next
}

// likeliestFirst sorts candidates: those that a quick search values nearest to zero come first.
func likeliestFirst(t *testing.T, list []position, done map[string]proof) []position {
	quick := &thinker{table: true}
	guess := map[position]int{}
	for _, p := range list {
		if known, ok := done[p.start()]; ok && known.sign != '?' {
			continue
		}
		margin := quick.think(t.Context(), p, sturdy, search.Limits{Nodes: 10_000}).margin
		guess[p] = 1 + max(margin, -margin)
	}
	slices.SortStableFunc(list, func(a, b position) int { return guess[a] - guess[b] })
	return list
}

// prover finds whether a position is won, drawn or lost. That is quicker than finding its margin.
type prover struct {
	game *question
	s    *search.Searcher[pair, uint8]
	warm bool
}

// question is the search of one root position. The bounds of the root are the window in which a
// value matters.
type question struct {
	packed
	root  pair
	needs int // the margin that the seat to move needs from the beans in the holes for a draw
}

func (q *question) Bounds(p *pair) (lo, hi int) {
	if *p == q.root { // the root can't occur again (K16), so its bounds hold only here
		return q.needs, q.needs
	}
	return q.packed.Bounds(p)
}

func newProver(t *testing.T, m, endings, table int) *prover {
	e := newEndgame(m, standard, endings)
	pr := &prover{game: &question{packed: packed{
		m: m, style: practised, laps: lapsFor(m), ends: e,
		wait: patience{ctx: t.Context()},
	}}}
	pr.s = search.New[pair, uint8](pr.game, table)
	return pr
}

// sign returns the result of a position with South to move.
func (pr *prover) sign(t *testing.T, p position, nodes int64) proof {
	t.Helper()
	rows, ok := p.pack()
	if !ok || p.toMove != south {
		t.Fatalf("%s is no start", text(p))
	}
	pr.game.root, pr.game.needs = rows, p.beans(north, pot)-p.beans(south, pot)
	r := pr.s.Search(t.Context(), rows, search.Limits{Nodes: nodes, Warm: pr.warm, TableDepth: 2})
	pr.warm = true
	found := proof{start: p.start(), sign: '?', depth: r.Depth, nodes: r.Nodes}
	switch {
	case !r.Proven:
		found.nodes = nodes
	case r.Value > pr.game.needs:
		found.sign = '+'
	case r.Value < pr.game.needs:
		found.sign = '-'
	default:
		found.sign = '='
	}
	return found
}
