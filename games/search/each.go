package search

import (
	"context"
	"math"
)

// Each values n moves equally deeply. In rounds that double the nodes it continues until every
// value is certain, ctx ends or the nodes are used (0: no limit). The function value searches after
// the i-th move with a number of nodes and returns how many it used. It must return at least a
// guess when ctx has ended.
func Each(ctx context.Context, n int, nodes int64,
	value func(ctx context.Context, i int, nodes int64) (certain bool, used int64),
) {
	const first = 2048
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	certain := make([]bool, n)
	for share, round := int64(first), 0; ; share, round = min(2*share, math.MaxInt64/2), round+1 {
		open := 0
		for i := range n {
			if certain[i] || round > 0 && (ctx.Err() != nil || nodes <= 0) {
				continue
			}
			open++
			var used int64
			certain[i], used = value(ctx, i, max(1, min(share, nodes)))
			nodes -= max(1, used)
		}
		if open == 0 {
			return
		}
	}
}
