package halatafl

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/search"
)

// Every player finds a legal move on every board: all rules, handicaps, one fox or two, either
// side.
func TestPlayersAlwaysMove(t *testing.T) {
	for _, player := range players() {
		t.Run(player.Name, func(t *testing.T) {
			for seed := range uint64(120) {
				rng := rand.New(rand.NewPCG(seed, 11))
				p := start(ruleset(seed)%(1<<len(tokens)), 9+int(seed%12))
				if p.rules.has(optional) {
					p.rules &^= huff
				}
				if seed%3 == 0 {
					p.foxes &= p.foxes - 1
				}
				for range rng.IntN(40) {
					if next, _ := p.play(random(p, p.appendChanges(nil), rng)); next.end() == "" {
						p = next
					}
				}
				m, err := player.Choose(context.Background(), p, games.Budget{Nodes: 60, Seed: seed})
				if err != nil || !p.isLegal(m) {
					t.Errorf("%s: chose %s, %v; want a legal move", text(p), m, err)
				}
			}
		})
	}
}

// choices counts the moves that a player chooses with many seeds.
func choices(t *testing.T, name, position string) map[string]int {
	t.Helper()
	p := must(t, "halatafl/1 "+position)
	got := map[string]int{}
	for _, player := range players() {
		if player.Name != name {
			continue
		}
		for seed := range uint64(600) {
			m, err := player.Choose(context.Background(), p, games.Budget{Seed: seed, Nodes: 2000})
			if err != nil {
				t.Fatal(err)
			}
			got[m.String()]++
		}
	}
	return got
}

func TestGreedy(t *testing.T) {
	tests := []struct {
		name, position string
		want           map[string]int // expected number of each move among 600 choices
	}{
		{"1: the fox with the longer chain", forkBoard, map[string]int{"e7xc5xe5xg5": 600}},
		{"1: its longest chain", "2F/3/3S3/3FS2/4S1S/SSS/SSS f optional -", map[string]int{"d4xd6": 300, "d4xf4": 300}},
		{"1: not the shorter chain", "2F/3/3S3/3FS2/4SSS/S1S/SSS f standard -", map[string]int{"d4xf4xd2": 600}},
		{"2: threats in proportion", threatBoard, map[string]int{"e5-d4": 300, "e5-e4": 150, "e5-f4": 150}},
		{
			"3: any fox, any step", "F1F/3/7/S5S/SSSSSSS/SSS/SSS f standard -",
			map[string]int{"c7-c6": 100, "c7-d6": 100, "c7-d7": 100, "e7-d6": 100, "e7-d7": 100, "e7-e6": 100},
		},
		{
			"sheep: forward, near the paddock, safe", "F2/3/7/SS1S1SS/SSSSSSS/SSS/S2 s standard -",
			map[string]int{"d4-d5": 600},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := choices(t, "greedy", test.position)
			for m, n := range got {
				if want := test.want[m]; n < want*7/10 || n > want*13/10 {
					t.Errorf("%s was chosen %d times of 600, want %d; all choices: %v", m, n, want, got)
				}
			}
			for m := range test.want {
				if got[m] == 0 {
					t.Errorf("%s was never chosen: %v", m, got)
				}
			}
		})
	}
}

const (
	forkBoard = "F1F/1S1/3S1S1/7/SSSSSSS/SSS/SSS f standard -"
	// The fox on e5 can threaten two sheep from d4, one from e4 and one from f4; the fox on c7
	// none.
	threatBoard = "F2/3/4F2/2S4/SS1SS2/S2/SSS f standard -"
)

func TestThreats(t *testing.T) {
	p := must(t, "halatafl/1 "+threatBoard)
	for to, want := range map[string]int{"d4": 2, "e4": 1, "f4": 1, "d5": 0, "d6": 0, "e6": 0, "f5": 0} {
		m, err := rules{}.Parse(p, "e5-"+to)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.threats(m.change()); got != want {
			t.Errorf("threats from %s = %d, want %d", to, got, want)
		}
	}
}

// All searching players find wins within a move or two.
func TestLevelsSeeWhatIsNear(t *testing.T) {
	tests := []struct{ name, position, want string }{
		{"H19 the paddock", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -", "d4-d5"},
		{"H14 both foxes", "FFS/SSS/2S1S2/3S3/SS3SS/3/3 s standard -", "d4-d5"},
		{"H20 the chain that wins", "2F/3/3S3/3FS2/4SS1/S1S/SSS f standard -", "d4xf4xd2"},
	}
	for _, test := range tests {
		for _, level := range levels {
			if level.slack > 0 {
				continue
			}
			t.Run(test.name+"/"+level.name, func(t *testing.T) {
				p := must(t, "halatafl/1 "+test.position)
				m, err := level.choose(context.Background(), p, games.Budget{Nodes: 3000})
				if err != nil || m.String() != test.want {
					t.Errorf("chose %s, %v; want %s", m, err, test.want)
				}
			})
		}
	}
}

// Easy varies its moves and wins when it can. It does not give away sheep for nothing, and never
// allows a chain of captures.
func TestEasyIsSensible(t *testing.T) {
	if got := choices(t, games.Easy, "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -"); got["d4-d5"] != 600 {
		t.Errorf("easy won at once %d times of 600: %v", got["d4-d5"], got)
	}
	got := choices(t, games.Easy, "F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -")
	if len(got) < 3 {
		t.Errorf("easy begins in %d ways, want several: %v", len(got), got)
	}
	for seed := range uint64(60) {
		p := opening(18, seed)
		least := 20
		given := map[change]int{}
		for _, c := range p.appendChanges(nil) {
			next, _ := p.play(c)
			given[c] = next.longestCapture()
			least = min(least, given[c])
		}
		m, err := levels[0].choose(context.Background(), p, games.Budget{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if n := given[m.change()]; n > least+1 {
			t.Errorf("%s: %s gives away %d sheep, although %d are enough", text(p), m, n, least)
		}
	}
}

func TestContext(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, level := range levels {
		p := start(0, 20)
		if m, err := level.choose(ended, p, games.Budget{}); err != nil || !p.isLegal(m) {
			t.Errorf("%s with a context that has ended: %s, %v; want a legal move", level.name, m, err)
		}
	}
}

// The history given to the search is the earlier positions of the game.
func TestPast(t *testing.T) { // H23, repetition
	p := must(t, "halatafl/1 F1F/3/3S3/7/SSSSSSS/SSS/SSS s standard -")
	var want []uint64
	for _, m := range []string{"d5-c5", "e7-e6", "c5-d5", "e6-e7", "d5-e5"} {
		n := node{board: p.board}
		want = append(want, n.key())
		p = playAll(t, p, m)
	}
	if got := p.past(); !slices.Equal(got, want) {
		t.Errorf("past = %x, want %x", got, want)
	}
	if want[0] != want[4] {
		t.Error("the repeated position has another key")
	}
	p = playAll(t, p, "e7-d7", "a3-a4")
	if got := p.past(); len(got) != 0 {
		t.Errorf("past after a forward step = %x, want none", got)
	}
}

func TestKeys(t *testing.T) {
	known := map[uint64]board{}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		p := start(0, 20)
		for p.end() == "" {
			n := node{p.board, p.quiet.length}
			if old, ok := known[n.key()]; ok && old != p.board {
				t.Fatalf("%s and %s have the same key", text(p), old.appendBoard(nil))
			}
			known[n.key()] = p.board
			p, _ = p.play(random(p, p.appendChanges(nil), rng))
		}
	}
	p := start(0, 20)
	other := p
	other.foxesToMove = true
	if a, b := (&node{board: p.board}), (&node{board: other.board}); a.key() == b.key() {
		t.Error("the side to move does not change the key")
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	m := newMind(1 << 20)
	root := node{board: opening(20, 1).board}
	run := func() { m.searcher.Search(context.Background(), root, search.Limits{Nodes: 20_000}) }
	run()
	if got := testing.AllocsPerRun(3, run); got > 60 {
		t.Errorf("a search of 20,000 nodes made %.0f allocations, want at most a few for its result", got)
	}
}

// A match gets back the search state (mind) of its last moves. Only a few of these are kept, and a
// search with a node budget ignores earlier results.
func TestMemory(t *testing.T) {
	y := &memory{bytes: 1 << 18, most: 2}
	var minds []*mind
	var roots []node
	for seed := range uint64(3) {
		m, warm := y.borrow(node{}, true)
		if warm {
			t.Error("a new mind knows something")
		}
		p := opening(18, seed)
		p, _ = p.play(m.think(context.Background(), p, search.Limits{Nodes: 20_000}, 1))
		p, _ = p.play(m.think(context.Background(), p, search.Limits{Nodes: 20_000, Warm: true}, 1))
		minds, roots = append(minds, m), append(roots, node{p.board, p.quiet.length})
	}
	for _, m := range minds {
		y.giveBack(m)
	}
	if len(y.idle) != 2 {
		t.Fatalf("%d minds are kept, want 2", len(y.idle))
	}
	if m, warm := y.borrow(roots[1], true); m != minds[1] || !warm {
		t.Errorf("the mind that knows the second match was not found (warm %t)", warm)
	}
	if _, warm := y.borrow(roots[0], false); warm {
		t.Error("a mind was warm for one who did not ask for it")
	}
}

// A side that is ahead accepts a slightly lower value to avoid a draw; a side that is behind does
// not.
func TestContempt(t *testing.T) {
	m := newMind(1 << 16)
	for sheep, ahead := range map[int]bool{12: false, 20: true} {
		p := opening(sheep, 3) // values of positions with the sheep to move
		m.think(context.Background(), p, search.Limits{Nodes: 1}, 1)
		// the value from the foxes' view
		if worth := m.engine.draw; ahead != (worth > 0) || worth < 0 || worth > contempt {
			t.Errorf("%d sheep: a draw is worth %d to the foxes", sheep, worth)
		}
	}
}

// Foxes that are behind keep the choice of a shallow search, although a deeper one finds a slightly
// better move. A warm table would make the first search deep as well, so what an earlier search
// left makes no difference.
func TestFoxesBehind(t *testing.T) {
	const budget = 60_000
	kept := 0
	m := newMind(1 << 20)
	for seed := range uint64(12) {
		p := opening(20, seed)
		p, _ = p.play(m.think(t.Context(), p, depth(3), seed))
		root := node{p.board, p.quiet.length}
		if p.jumpers() != 0 || root.ahead() >= 0 {
			continue
		}
		few := m.think(t.Context(), p, depth(steady), seed)
		cold := m.think(t.Context(), p, nodes(budget), seed)
		if warm := m.think(t.Context(), p, search.Limits{Nodes: budget, Warm: true}, seed); warm != cold {
			t.Errorf("%s: warm the foxes choose %s, cold %s", text(p), p.path(warm), p.path(cold))
		}
		if best := m.searcher.Search(t.Context(), root, nodes(budget)).Move; cold == few && best != few {
			kept++
		}
	}
	if kept == 0 {
		t.Error("in no position foxes kept a choice that a deeper search changes")
	}
}

// Foxes that are far behind do not search more positions than the limit for lost positions.
func TestFoxesFarBehind(t *testing.T) {
	p := must(t, "halatafl/1 S2/S2/SS3SS/SFSS2S/2S1S2/SSS/1SS f standard -")
	m := newMind(1 << 20)
	if some, more := m.think(t.Context(), p, nodes(enough), 4),
		m.think(t.Context(), p, nodes(8*enough), 4); some != more {
		t.Errorf("with %d positions they choose %s, with more %s", enough, p.path(some), p.path(more))
	}
}

// Foxes can walk to the empty points that they can reach along lines, one point after the other.
func TestWalkable(t *testing.T) {
	narrow := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		points := reading
		rng.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		var b board
		for i, p := range points[:10+rng.IntN(13)] {
			if i < 2 {
				b.foxes |= p.set()
			} else {
				b.sheep |= p.set()
			}
		}
		var want set
		for next := b.foxes; next != 0; {
			var beside set
			for ; next != 0; next &= next - 1 {
				beside |= neighbours[next.first()]
			}
			next = beside & b.empty() &^ want
			want |= next
		}
		if got := b.walkable(); got != want && (got.len() < room || got&^want != 0) {
			t.Errorf("sheep %s, foxes %s: foxes can walk to %s, want %s", names(b.sheep), names(b.foxes), names(got),
				names(want))
		}
		if want.len() < room {
			narrow++
		}
	}
	if narrow == 0 {
		t.Error("the foxes were never short of room: this test can't fail")
	}
}
