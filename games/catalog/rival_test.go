//go:build rival

package catalog

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/cputime"
	oldfish "paddock/testdata/rival/games/fish"
	oldhalatafl "paddock/testdata/rival/games/halatafl"
	oldkalah "paddock/testdata/rival/games/kalah"
)

var (
	rivalGame    = flag.String("game", "fish", "which game")
	rivalSeats   = flag.Int("seats", 2, "players; one of them is ours, and takes every seat in turn")
	rivalOptions = flag.String("options", "", "the game's options, name=value,...")
	rivalGames   = flag.Int("games", 100, "games to play")
	rivalFirst   = flag.Int("first", 0, "the first game's number: others are played on other boards or openings")
	rivalMillis  = flag.Int("ms", 10, "processor time of a move; with 0 the players' nodes or depth are limit enough")
	rivalTheirMs = flag.Int("theirms", 0, "processor time of the rival's move, if it is another")
	rivalNodes   = flag.Int64("nodes", 0, "nodes of a move")
	rivalOurs    = flag.String("ours", games.Master, "our player")
	rivalTheirs  = flag.String("theirs", games.Master, "the rival's player")
	rivalSelf    = flag.Bool("self", false, "the rival is of today, too")
	rivalOpening = flag.Int("opening", -1, "random moves at first; -1: as is usual for the game")
)

// TestRival plays the present computer players against those of an earlier commit, in one process
// with equal processor time a move. The earlier commit's games are in testdata/rival, which is
// never committed. These commands put the games of commit 78eaa43 there and play:
//
//	mkdir -p testdata/rival
//	git archive 78eaa43 games/halatafl games/kalah games/fish games/search | tar x -C testdata/rival
//	grep -rlE 'paddock/games/(search|fish)"' testdata/rival | xargs sed -i -E 's#"paddock/games/(search|fish)"#"paddock/testdata/rival/games/\1"#'
//	sed -i -E 's/, MoveOption: [^,}]*//' testdata/rival/games/*/*.go
//	GOMAXPROCS=1 go test -tags rival ./games/catalog -run Rival -v -timeout 5h -args -game fish -seats 2 -games 160 -ms 4 -first 2000
func TestRival(t *testing.T) {
	id := games.ID(*rivalGame)
	ours := named(t, id)
	theirs := map[games.ID]*games.Game{
		"fish": oldfish.New(), "halatafl": oldhalatafl.New(),
		"kalah": oldkalah.New(),
	}[id]
	if *rivalSelf {
		theirs = ours
	}
	opening := *rivalOpening
	if opening < 0 {
		opening = map[games.ID]int{"halatafl": 4, "kalah": 2}[id]
	}
	var all tally
	bySeat := make([]tally, *rivalSeats)
	began := time.Now()
	for i := *rivalFirst; i < *rivalFirst+*rivalGames; i++ {
		mine := games.Seat(i % *rivalSeats)
		share := rivalMatch(t, ours, theirs, i, opening, mine)
		all.add(share)
		bySeat[mine].add(share)
		if all.n%20 == 0 || all.n == *rivalGames {
			t.Logf("%s %s: %s, by seat %s; %s", id, *rivalOptions, all, bySeat, time.Since(began).Round(time.Second))
		}
	}
}

// named returns the game with an id.
func named(t *testing.T, id games.ID) *games.Game {
	t.Helper()
	i := slices.IndexFunc(Games(), func(g *games.Game) bool { return g.ID == id })
	if i < 0 {
		t.Fatalf("there is no game %q", id)
	}
	return Games()[i]
}

// rivalMatch plays a game between this version of a computer player and an older one. It returns
// the score of this version.
func rivalMatch(t *testing.T, ours, theirs *games.Game, i, opening int, mine games.Seat) float64 {
	p := rivalStart(t, ours, uint64(i / *rivalSeats), opening)
	for ply := uint64(0); ; ply++ {
		if o, over := p.Outcome(); over {
			if w := o.Winners(); w.Has(mine) {
				return 1 / float64(w.Len())
			}
			return 0
		}
		g, name, seat, millis := theirs, *rivalTheirs, first(p.Turn().Waiting), *rivalMillis
		if *rivalTheirMs > 0 {
			millis = *rivalTheirMs
		}
		if seat == mine {
			g, name, millis = ours, *rivalOurs, *rivalMillis
		}
		q, err := g.Parse(p.Text())
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := cputime.Limit(t.Context(), time.Duration(millis)*time.Millisecond)
		move, err := q.View(seat).Choose(ctx, name, games.Budget{Seed: uint64(i)<<20 + ply, Nodes: *rivalNodes})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		played, err := p.Play(seat, move)
		if err != nil {
			t.Fatal(err)
		}
		p = played.Next
	}
}

// rivalStart returns the position after some random moves; for Halatafl one without an open
// capture.
func rivalStart(t *testing.T, g *games.Game, seed uint64, opening int) *games.Position {
	options := games.Options{}
	for _, o := range strings.Split(*rivalOptions, ",") {
		if name, value, ok := strings.Cut(o, "="); ok {
			options[name] = value
		}
	}
	for try := uint64(0); ; try++ {
		setup, err := g.Complete(games.Setup{Seats: *rivalSeats, Seed: seed, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(seed, try))
		for range opening {
			var legal []string
			for m := range p.View(games.Spectator).Legal() {
				legal = append(legal, m)
			}
			played, err := p.Play(first(p.Turn().Waiting), legal[rng.IntN(len(legal))])
			if err != nil {
				t.Fatal(err)
			}
			p = played.Next
		}
		capture := false
		for m := range p.View(games.Spectator).Legal() {
			capture = capture || g.ID == "halatafl" && strings.Contains(m, "x")
		}
		if _, over := p.Outcome(); !over && !capture {
			return p
		}
	}
}

func first(set games.Seats) games.Seat {
	for s := range set.All() {
		return s
	}
	return games.Spectator
}

// tally adds up the scores of games.
type tally struct {
	n   int
	sum float64
}

func (y *tally) add(share float64) { y.n, y.sum = y.n+1, y.sum+share }

func (y tally) String() string {
	const z = 1.96
	f := float64(max(y.n, 1))
	share := y.sum / f
	mid := (share + z*z/(2*f)) / (1 + z*z/f)
	half := z / (1 + z*z/f) * math.Sqrt(share*(1-share)/f+z*z/(4*f*f))
	return fmt.Sprintf("%.3f (%.3f–%.3f) of %d", share, mid-half, mid+half, y.n)
}
