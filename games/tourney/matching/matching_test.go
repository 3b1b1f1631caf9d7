package matching

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"
	"time"
)

// least returns the least cost by full search over sets of the remaining items: at most 16.
// Infinite if there is no pairing.
func least(n int, cost func(i, j int) int64) int64 {
	known := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		known[set] = math.MaxInt64
		if bits.OnesCount(uint(set))%2 == 1 {
			continue
		}
		i := bits.TrailingZeros(uint(set))
		for j := i + 1; j < n; j++ {
			if rest := set &^ (1<<i | 1<<j); set&(1<<j) != 0 && cost(i, j) != Forbidden &&
				known[rest] != math.MaxInt64 {
				known[set] = min(known[set], known[rest]+cost(i, j))
			}
		}
	}
	return known[1<<n-1]
}

// total checks that each item is paired with one other, and adds up the costs.
func total(t *testing.T, partner []int, cost func(i, j int) int64) (sum int64) {
	t.Helper()
	for i, j := range partner {
		if j == i || j < 0 || partner[j] != i {
			t.Fatalf("%d is with %d in %v", i, j, partner)
		}
		if i < j {
			if cost(i, j) == Forbidden {
				t.Fatalf("%d and %d must not be paired", i, j)
			}
			sum += cost(i, j)
		}
	}
	return sum
}

// ends calls Cheapest, and panics if that takes so long that the search has no end.
func ends(n int, cost func(i, j int) int64) (partner []int, ok bool) {
	defer time.AfterFunc(10*time.Second, func() { panic("the search doesn't end") }).Stop()
	return Cheapest(n, cost)
}

func TestCheapestAgainstTryingEverything(t *testing.T) {
	unpaired := 0
	for seed := range uint64(6000) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 * (1 + rng.IntN(5))
		if seed%100 == 0 {
			n = 12
		}
		most := []int64{1, 2, 3, 10, 1000, 1 << 40}[rng.IntN(6)]
		gaps := rng.Float64() * 0.9
		costs := make([]int64, n*n)
		for i := range costs {
			costs[i] = rng.Int64N(most + 1)
			if rng.Float64() < gaps {
				costs[i] = Forbidden
			}
		}
		cost := func(i, j int) int64 { return costs[min(i, j)*n+max(i, j)] }
		want := least(n, cost)
		partner, ok := ends(n, cost)
		if ok != (want != math.MaxInt64) {
			t.Fatalf("seed %d: paired %t, want %t", seed, ok, !ok)
		}
		if !ok {
			unpaired++
			continue
		}
		if got := total(t, partner, cost); got != want {
			t.Fatalf("seed %d: %v costs %d, want %d", seed, partner, got, want)
		}
	}
	if unpaired < 300 || unpaired > 5000 {
		t.Errorf("%d of 6000 graphs can't be paired, want many of both kinds", unpaired)
	}
}

// Large graphs of known least cost: a random pairing costs nothing, all other pairs something.
func TestCheapestFindsTheHiddenPairs(t *testing.T) {
	for _, n := range []int{64, 200} {
		rng := rand.New(rand.NewPCG(uint64(n), 2))
		order := rng.Perm(n)
		hidden := make([]int, n)
		for i := 0; i < n; i += 2 {
			hidden[order[i]], hidden[order[i+1]] = order[i+1], order[i]
		}
		noise := make([]int64, n*n)
		for i := range noise {
			noise[i] = 1 + rng.Int64N(3)
		}
		cost := func(i, j int) int64 {
			if hidden[i] == j {
				return 0
			}
			return noise[i*n+j]
		}
		start := time.Now()
		partner, ok := ends(n, cost)
		t.Logf("%d in %v", n, time.Since(start).Round(10*time.Microsecond))
		for i := range partner {
			if partner[i] != hidden[i] {
				t.Fatalf("n=%d: %d is with %d, want %d", n, i, partner[i], hidden[i])
			}
		}
		if !ok {
			t.Errorf("n=%d: nothing found", n)
		}
	}
}

// Graphs with too many vertices for a full search, whose dual values prove the matching: no edge can have
// more weight than they allow it, and the matched ones have all of it.
func TestDualValuesProveTheMatching(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 2 * (8 + rng.IntN(13))
		g := newGraph(n)
		most := 1 + rng.Int64N(12)
		for u := 1; u <= n; u++ {
			for v := 1; v < u; v++ {
				g.join(u, v, 1+rng.Int64N(most)*rng.Int64N(2))
			}
		}
		timer := time.AfterFunc(10*time.Second, func() { panic("the search doesn't end") })
		g.solve()
		timer.Stop()
		for u := 1; u <= n; u++ {
			for v := 1; v < u; v++ {
				slack := g.slack(g.edge[u][v])
				for b := n + 1; b <= g.nodes; b++ {
					if g.top[b] != 0 && g.holds[b][u] != 0 && g.holds[b][v] != 0 {
						slack += g.dual[b]
					}
				}
				if slack < 0 || g.mate[u] == v && slack > 0 {
					t.Fatalf("seed %d: the edge of %d and %d has the slack %d, matched: %t", seed, u, v, slack,
						g.mate[u] == v)
				}
			}
			if g.mate[u] == 0 || g.mate[g.mate[u]] != u {
				t.Fatalf("seed %d: %d is with %d", seed, u, g.mate[u])
			}
		}
		for b := n + 1; b <= g.nodes; b++ {
			if g.top[b] != 0 && g.dual[b] < 0 {
				t.Fatalf("seed %d: blossom %d has the value %d", seed, b, g.dual[b])
			}
		}
	}
}

func TestCheapestOfNobodyAndOfOddNumbers(t *testing.T) {
	if partner, ok := Cheapest(0, nil); !ok || len(partner) != 0 {
		t.Errorf("nobody: %v, %t", partner, ok)
	}
	if _, ok := Cheapest(3, func(i, j int) int64 { return 0 }); ok {
		t.Error("three are paired")
	}
}
