// Package matching pairs items at the lowest total cost. It is minimum-cost perfect matching in a
// general graph, by Edmonds' blossom method in its primal-dual form, in O(n³). It knows no
// tournaments and uses no randomness: equal costs give equal pairs.
//
// Start reading at [Cheapest]; blossom.go contains the method.
package matching

// Forbidden is the cost of a pair that is not allowed.
const Forbidden int64 = -1

// Cheapest pairs all of 0 to n-1 so that the total cost is as low as possible. It calls cost once
// for each i < j. A cost is Forbidden or not negative, and n²/2 times the largest must stay below
// 2⁶⁰. Partner maps each item to the other of its pair. It returns false if n is odd or every
// pairing contains a forbidden pair.
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
	// The method maximises weight. One more pair outweighs all savings, and a forbidden pair costs
	// more than all others.
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
