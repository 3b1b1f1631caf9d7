package player

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// S60: variety of set-ups. PADDOCK_STRENGTH=1 draws all 10,000, otherwise a sample is drawn.
func TestS60Variety(t *testing.T) {
	n := 400
	if os.Getenv("PADDOCK_STRENGTH") != "" {
		n = 10_000
	}
	rng := rand.New(rand.NewPCG(1, 1))
	seen, at := map[string]bool{}, map[int]int{}
	for range n {
		text := Setup(board.Classic, rng)
		seen[text] = true
		at[strings.IndexByte(text, byte(board.Flag))]++
	}
	bits, most := 0.0, 0.0
	for _, k := range at {
		p := float64(k) / float64(n)
		bits -= p * math.Log2(p)
		most = max(most, p)
	}
	t.Logf("%d draws, %d distinct, Flag %.2f bits, most frequent square %.3f", n, len(seen), bits, most)
	if len(seen) < n-n/1000 || bits < 3.2 || most > 0.2 {
		t.Errorf("of %d draws %d are distinct, the Flag has %.2f bits and one square %.3f", n, len(seen), bits, most)
	}
}

// S60: in small armies, too, the Flag is not on any square too often.
func TestS60SmallArmies(t *testing.T) {
	for name, army := range map[string]board.Counts{"barrage": board.Barrage, "duel": board.Duel} {
		total, most := 0.0, 0.0
		for _, w := range flagWeights(&army) {
			total += w
			most = max(most, w)
		}
		if share := most / total; share > 0.2 {
			t.Errorf("%s: the Flag is on one square in %.3f of set-ups, want at most 0.2", name, share)
		} else {
			t.Logf("%s: %.3f", name, share)
		}
	}
}

// S60: in a small army a Flag on a lane mostly has a piece ahead of it. Other pieces stand on
// squares where Flags are common, so that a piece's square alone seldom shows that it is the Flag.
func TestS60Shelter(t *testing.T) {
	const n = 200
	rng := rand.New(rand.NewPCG(4, 1))
	open, share := 0, 0.0
	for range n {
		rows := strings.ReplaceAll(Setup(board.Barrage, rng), "/", "")
		var d draft
		all := 0.0
		for s := range d {
			if rank := board.TranslateRank(board.Rank(rows[s])); rank >= 0 {
				d[s] = int8(rank) + 1
				all += sparseWeight(flag, s)
			}
		}
		at := strings.IndexByte(rows, byte(board.Flag))
		if onLane(at) && !d.covered(at) {
			open++
		}
		share += sparseWeight(flag, at) / all / n
	}
	t.Logf("%d of %d Flags stand open to a Scout, and their squares tell them with %.3f", open, n, share)
	if open > n/8 || share > 0.25 {
		t.Errorf("%d of %d Flags stand open to a Scout, want at most %d; their squares tell them with %.3f, want at most 0.25", open, n, n/8, share)
	}
}

func TestS60Conditions(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	custom := board.Counts{1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 38}
	for _, army := range []board.Counts{
		board.Classic, board.Barrage, board.Duel, custom,
		{1, 1},
		{1, 0, 0, 0, 0, 0, 0, 0, 39},
	} {
		for range 10 {
			text := Setup(army, rng)
			rows, err := view.ReadSetup(text, army)
			if err != nil || rows != text || !view.FirstStep(view.Blue, text) {
				t.Fatalf("army %v: %s: %v", army, text, err)
			}
			var f view.Facts
			f.Army = [2]board.Counts{army, army}
			if f.Arrange(view.Red, text); f.Missing(view.Red) != (board.Counts{}) {
				t.Errorf("army %v: %s lacks something", army, text)
			}
			if army[bomb] < 10 && army.Sum() < 40 && len(view.Warnings(text)) > 0 {
				t.Errorf("army %v: %s: %v", army, text, view.Warnings(text))
			}
			if back := text[33:]; army == board.Classic && strings.ContainsAny(back, "12") {
				t.Errorf("Marshal or General on the back row: %s", text)
			}
		}
	}
}

// About half of the classic set-ups have Bombs on all sides of the Flag, so that only a Miner can
// reach it. If all set-ups had, everybody would know where to look. Of people's set-ups 44 in 100
// have it.
func TestS60WalledFlag(t *testing.T) {
	const n = 150
	rng := rand.New(rand.NewPCG(3, 1))
	walled := 0
	for range n {
		rows := strings.ReplaceAll(Setup(board.Classic, rng), "/", "")
		at, open := strings.IndexByte(rows, byte(board.Flag)), 0
		for s := range rows {
			if next(s, at) && rows[s] != byte(board.Bomb) {
				open++
			}
		}
		if open == 0 {
			walled++
		}
	}
	if walled < n*2/5 || walled > n*7/10 {
		t.Errorf("%d of %d Flags are walled in, want between 40 and 70 of 100", walled, n)
	}
}

// The test checks what docs/strength.md says under "Truths" about the places of Flag and Bombs in
// set-ups.
func TestFlagsAndBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of drawing set-ups")
	}
	rng := rand.New(rand.NewPCG(1, 1))
	const n = 1000
	sealed, back, front := 0.0, 0.0, 0.0
	for range n {
		rows := strings.Split(Setup(board.Classic, rng), "/")
		front += float64(strings.Count(rows[0], "B"))
		for y, row := range rows {
			x := strings.IndexByte(row, 'F')
			if x < 0 {
				continue
			}
			if y == 3 {
				back++
			}
			open := y == 0
			for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if i, j := y+d[0], x+d[1]; i >= 0 && i < 4 && j >= 0 && j < 10 && rows[i][j] != 'B' {
					open = true
				}
			}
			if !open {
				sealed++
			}
		}
	}
	for what, c := range map[string][3]float64{
		"Flags behind Bombs on all sides": {sealed / n, .63, .06},
		"Flags on the back row":           {back / n, .94, .03},
		"Bombs among front pieces":        {front / n / 10, .054, .02},
	} {
		if math.Abs(c[0]-c[1]) > c[2] {
			t.Errorf("%s: %.3f, want %.3f ± %.2f", what, c[0], c[1], c[2])
		}
	}
}
