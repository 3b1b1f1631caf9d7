package halatafl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/cputime"
	"paddock/games/search"
)

// player chooses moves in matches between computer players. A new one is made for each game's seed.
type player func(p position, seed uint64) change

// searching returns a player with a limit of nodes or depth.
func searching(limits search.Limits) player {
	return thinking(newMind(8<<20), limits)
}

func thinking(m *mind, limits search.Limits) player {
	return func(p position, seed uint64) change {
		if list := p.appendChanges(nil); len(list) == 1 {
			return list[0]
		}
		return m.think(context.Background(), p, limits, seed)
	}
}

// rival returns an opponent with another evaluation: simple weights chosen by hand, with or without
// the capture search.
func rival(limits search.Limits, captures bool) player {
	g := &guessing{engine: &engine{}, captures: captures}
	s := search.New[node, change](g, 1<<20)
	return func(p position, _ uint64) change {
		limits.History = p.past()
		g.draw = 0
		return s.Search(context.Background(), node{p.board, p.quiet.length}, limits).Move
	}
}

// guessing returns the engine with another evaluation.
type guessing struct {
	*engine
	captures bool
}

func (g *guessing) Eval(p *node) int {
	switch {
	case !p.foxesToMove:
		return firstGuess.sheepValue(&p.board)
	case g.captures && p.jumpers() != 0:
		return -g.afterCapture(p, firstGuess)
	}
	return -firstGuess.sheepValue(&p.board)
}

var firstGuess = makeFirstGuess()

func makeFirstGuess() *tunedJudge {
	w := chosen()
	for n := range w.sheep {
		w.sheep[n] += even
	}
	w.row = [8]int{0, 0, 4, 10, 18, 28, 40, 52}
	w.paddock, w.backed, w.freedom, w.oneFox, w.mobility, w.hanging, w.loose, w.shut = 12, 4, 2, 400, 6, 30, 0, 0
	return newTunedJudge(w)
}

func nodes(n int64) search.Limits { return search.Limits{Nodes: n} }
func depth(n int) search.Limits   { return search.Limits{Depth: n} }

func ruleOfThumb(pick func(position, []change, *rand.Rand) change) player {
	return func(p position, seed uint64) change {
		return pick(p, p.appendChanges(nil), chance(p, games.Budget{Seed: seed}))
	}
}

// score counts games by their results: sheep, foxes, draws, and the reasons.
type score struct {
	sheep, foxes, draws int
	reasons             map[games.Reason]int
	plies               int
}

// points returns the sheep's share.
func (s score) points() float64 {
	return (float64(s.sheep) + float64(s.draws)/2) / float64(s.sheep+s.foxes+s.draws)
}

// match plays n games from starts with four random plies that leave no capture open.
func match(sheep, foxes player, handicap, n int) score {
	s := score{reasons: map[games.Reason]int{}}
	for seed := range uint64(n) {
		p := opening(handicap, seed)
		for p.end() == "" {
			who := sheep
			if p.foxesToMove {
				who = foxes
			}
			p, _ = p.play(who(p, seed))
			s.plies++
		}
		s.reasons[p.end()]++
		s.add(p)
	}
	return s
}

// add counts a game that has ended.
func (s *score) add(p position) {
	switch o, _ := (rules{}).Outcome(p); o.Winners() {
	case 1:
		s.sheep++
	case 2:
		s.foxes++
	default:
		s.draws++
	}
}

func opening(sheep int, seed uint64) position {
	for try := uint64(0); ; try++ {
		rng := rand.New(rand.NewPCG(seed, try))
		p := start(0, sheep)
		for range 4 {
			p, _ = p.play(random(p, p.appendChanges(nil), rng))
		}
		if p.jumpers() == 0 && p.end() == "" {
			return p
		}
	}
}

// TestStrength plays matches with far fewer nodes than the levels have, so that it takes a minute.
// It requires correspondingly less than HG2 to HG4.
func TestStrength(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: matches between computer players take minutes")
	}
	tests := []struct {
		name         string
		sheep, foxes player
		handicap, n  int
		least, most  float64 // score of the sheep, per cent
	}{
		{"HG2 few nodes v greedy", searching(nodes(2000)), ruleOfThumb(greedy), 20, 100, 99, 100},
		{"HG2 depth 3 v greedy", searching(depth(3)), ruleOfThumb(greedy), 20, 200, 97, 100},
		{"HG2 equal nodes", searching(nodes(5000)), searching(nodes(5000)), 20, 20, 90, 100},
		{"HG2 a tenth of the nodes", searching(nodes(5000)), rival(nodes(500), false), 20, 20, 95, 100},
		{"HG3 random sheep", ruleOfThumb(random), searching(nodes(2000)), 20, 100, 0, 1},
		{"HG3 greedy sheep", ruleOfThumb(greedy), searching(nodes(5000)), 20, 40, 0, 15},
		{"HG3 depth 1", rival(depth(1), false), searching(nodes(5000)), 20, 20, 0, 25},
		{"HG3 depth 2", rival(depth(2), false), searching(nodes(20_000)), 20, 20, 0, 35},
		{"HG3 depth 3", rival(depth(3), false), searching(nodes(20_000)), 20, 20, 0, 40},
		{"HG3 depth 3 that looks at captures", rival(depth(3), true), searching(nodes(100_000)), 20, 24, 0, 40},
		{"HG3 depth 4", rival(depth(4), false), searching(nodes(20_000)), 20, 10, 0, 100},
		{"HG4 easy v medium", easy, searching(depth(3)), 15, 40, 0, 40},
		{"HG4 medium v easy", searching(depth(3)), easy, 15, 40, 60, 100},
		{"HG4 medium v 5,000 nodes", searching(depth(3)), searching(nodes(5000)), 15, 40, 0, 45},
		{"HG4 5,000 nodes v medium", searching(nodes(5000)), searching(depth(3)), 15, 40, 60, 100},
		{"HG4 2,000 v 10,000 nodes", searching(nodes(2000)), searching(nodes(10_000)), 15, 20, 0, 50},
		{"HG4 10,000 v 2,000 nodes", searching(nodes(10_000)), searching(nodes(2000)), 15, 20, 50, 100},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := match(test.sheep, test.foxes, test.handicap, test.n)
			t.Logf("sheep–foxes–draws %d–%d–%d, %.1f%% to the sheep, %d plies a game: %v", s.sheep, s.foxes, s.draws,
				100*s.points(), s.plies/test.n, s.reasons)
			if got := 100 * s.points(); got < test.least || got > test.most {
				t.Errorf("the sheep got %.1f%% of the points, want %g to %g", got, test.least, test.most)
			}
		})
	}
}

// easy makes the move of the level easy, without a limit of time.
func easy(p position, seed uint64) change { return sold(games.Easy, 0)(p, seed) }

// sold returns a level with a limit of processor time for each move.
func sold(name string, perMove time.Duration) player {
	return func(p position, seed uint64) change {
		ctx, cancel := cputime.Limit(context.Background(), perMove)
		defer cancel()
		return choice(ctx, name, p, games.Budget{Seed: seed})
	}
}

// counted returns a level with a limit of positions for each move.
func counted(name string, nodes int64) player {
	return func(p position, seed uint64) change {
		return choice(context.Background(), name, p, games.Budget{Nodes: nodes, Seed: seed})
	}
}

func choice(ctx context.Context, name string, p position, b games.Budget) change {
	l := levels[slices.IndexFunc(levels, func(l level) bool { return l.name == name })]
	m, err := l.choose(ctx, p, b)
	if err != nil {
		panic(err)
	}
	return m.change()
}

// TestFoxesWithTime measures foxes against twenty sheep that look three plies ahead, by depth,
// positions and processor time for a move. Each game is a subtest, so that -run can choose which to
// play.
func TestFoxesWithTime(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("PADDOCK_STRENGTH is not set: the games take hours")
	}
	tests := []struct {
		name  string
		foxes player
	}{
		{"depth 4", searching(depth(4))},
		{"depth 5", searching(depth(5))},
		{"depth 6", searching(depth(6))},
		{"depth 7", searching(depth(7))},
		{"depth 8", searching(depth(8))},
		{"100,000 positions", counted(games.Master, 100_000)},
		{"350,000 positions", counted(games.Master, 350_000)},
		{"100ms", sold(games.Master, 100*time.Millisecond)},
		{"1s", sold(games.Master, time.Second)},
	}
	for _, test := range tests {
		sheep := rival(depth(3), true)
		var all score
		for seed := range uint64(300) {
			t.Run(fmt.Sprintf("%s/%03d", test.name, seed), func(t *testing.T) {
				p := opening(20, seed)
				for p.end() == "" {
					if p.foxesToMove {
						p, _ = p.play(test.foxes(p, seed))
					} else {
						p, _ = p.play(sheep(p, seed))
					}
					all.plies++
				}
				all.add(p)
				t.Logf("%s; %d for the foxes, %d for the sheep, %d draws so far", p.end(), all.foxes, all.sheep,
					all.draws)
			})
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	m := newMind(largeMemory.bytes)
	p := opening(20, 3)
	b.ReportAllocs()
	var nodes int64
	began := cputime.Used()
	for b.Loop() {
		r := m.searcher.Search(context.Background(), node{board: p.board}, search.Limits{Nodes: 300_000})
		nodes += r.Nodes
		b.ReportMetric(float64(r.Depth), "depth")
	}
	b.ReportMetric(float64(nodes)/(cputime.Used()-began).Seconds(), "nodes/cpu-s")
}
