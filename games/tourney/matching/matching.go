// Package matching pairs things up at the least total cost: minimum-cost perfect matching in a general graph, by Edmonds' blossom method in its
// primal-dual form, in O(n³). It knows nothing of tournaments and nothing of chance: the same costs give the same pairs.
//
// Start reading at [Cheapest]; blossom.go is the method.
package matching

// Forbidden is the cost of a pair that must not be.
const Forbidden int64 = -1

// Cheapest pairs all of 0 to n-1, each once, so that the costs of the pairs add up to as little as can be. It asks for the cost of each two once, i < j;
// a cost is Forbidden or not negative, and n²/2 times the largest must stay below 2⁶⁰. Partner says who is with whom; ok is false if n is odd or
// nobody can be paired without a forbidden pair.
func Cheapest(n int, cost func(i, j int) int64) (partner []int, ok bool) {
	if n%2 == 1 {
		return nil, false
	}
	costs := make([][]int64, n)
	largest := int64(0)
	for i := range costs {
		costs[i] = make([]int64, n)
		for j := range i {
			costs[i][j] = cost(j, i)
			largest = max(largest, costs[i][j])
		}
	}
	// The method looks for the largest total weight. A pair more is worth more than any saving, and a forbidden pair costs more than all others.
	best := largest*int64(n/2) + 2
	g := newGraph(n)
	for i := range costs {
		for j := range i {
			w := int64(1)
			if costs[i][j] != Forbidden {
				w = best - costs[i][j]
			}
			g.join(i+1, j+1, w)
		}
	}
	g.solve()
	partner = make([]int, n)
	for i := range partner {
		j := g.mate[i+1] - 1
		if j < 0 || costs[max(i, j)][min(i, j)] == Forbidden {
			return nil, false
		}
		partner[i] = j
	}
	return partner, true
}
