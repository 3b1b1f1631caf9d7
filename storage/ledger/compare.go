package ledger

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/layout"
)

// Comparison compares the stored standings of a game in a server, and the skills stored with each
// result, with what follows from the results. It is given first all results, oldest first, then all
// standings.
type Comparison struct {
	books   [2]*Book // by pool
	where   string
	problem func(format string, args ...any)
}

// Compare begins a comparison. Problem is called for each difference.
func Compare(g match.GuildID, game games.ID, erased Erased, problem func(format string, args ...any)) *Comparison {
	c := &Comparison{where: fmt.Sprintf("server %q, %s", g, game), problem: problem}
	for pool := range c.books {
		c.books[pool] = Open(Change{Key: Key{g, game, match.Pool(pool)}}, erased, nil)
	}
	return c
}

// Result compares the skills before a result.
func (c *Comparison) Result(e Entry) {
	if want := c.books[e.Pool()].Add(e.Result); !slices.Equal(e.Before, want) {
		is, _ := json.Marshal(e.Before) // can't fail, because it only holds numbers
		want, _ := json.Marshal(want)
		c.problem("match %s: the skills of its players before it are kept as %s, and by the results %s", e.Match, is,
			want)
	}
}

// Standing compares a stored standing, or the error of reading it. Who is its layout.PlayerKey.
func (c *Comparison) Standing(who string, pool int, s match.Standing, err error) {
	if err != nil || layout.PlayerKey(s.Who) != who || int(s.Pool) != pool || pool < 0 || pool >= len(c.books) {
		c.problem("%s: the standing of %s is that of %s%s", c.where, who, layout.PlayerKey(s.Who), Unread(err))
		return
	}
	b := c.books[pool]
	s.Who = b.erased.player(s.Who)
	if s != b.now[s.Who] {
		c.problem("%s: the standing of %s is not what follows from the results", c.where, who)
	}
	delete(b.now, s.Who)
}

// Finish reports the standings that are missing.
func (c *Comparison) Finish() {
	for _, b := range c.books {
		for _, p := range slices.SortedFunc(maps.Keys(b.now), comparePlayers) {
			c.problem("%s: the standing of %s is missing", c.where, layout.PlayerKey(p))
		}
	}
}
