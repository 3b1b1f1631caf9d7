package stratego

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// arrangements lists ways to set up: that of our players, templates, and two that were not used to
// fit the prior.
var arrangements = []struct {
	name    string
	classic bool // for the classic army alone
	rows    func(army board.Counts, rng *rand.Rand) string
}{
	{"usual", false, player.Setup},
	{"template", true, func(_ board.Counts, rng *rand.Rand) string {
		t := player.Templates[rng.IntN(12)]
		if rng.IntN(2) == 0 {
			return player.Mirror(t.Rows)
		}
		return t.Rows
	}},
	{"guarded", true, func(army board.Counts, rng *rand.Rand) string { return shuffledSetup(army, rng, true) }},
	{"random", false, func(army board.Counts, rng *rand.Rand) string { return shuffledSetup(army, rng, false) }},
}

// shuffledSetup returns a random set-up; a guarded Flag stands on the back row with Bombs on all
// sides.
func shuffledSetup(army board.Counts, rng *rand.Rand, guarded bool) string {
	for {
		var rows [40]byte
		var rest []byte
		bombs := 0
		if guarded {
			f := 30 + rng.IntN(10)
			rows[f] = 'F'
			for _, s := range []int{f - 10, f - 1, f + 1} {
				if s < 40 && s >= 20 && (s/10 == f/10 || s == f-10) {
					rows[s] = 'B'
					bombs++
				}
			}
		}
		for i, n := range army {
			for range n {
				switch r := byte(board.Ranks[i]); {
				case guarded && r == 'F':
				case guarded && r == 'B' && bombs > 0:
					bombs--
				default:
					rest = append(rest, r)
				}
			}
		}
		rest = append(rest, strings.Repeat(".", len(rows)-army.Sum())...)
		rng.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
		for s := range rows {
			if rows[s] == 0 {
				rows[s], rest = rest[0], rest[1:]
			}
		}
		var b strings.Builder
		for r := range 4 {
			if r > 0 {
				b.WriteByte('/')
			}
			b.Write(rows[10*r : 10*r+10])
		}
		if text := b.String(); view.FirstStep(view.Red, text) {
			return text
		}
	}
}

// TestGamesOfOutsiders plays games for TestOutsiders of the package player, and writes them to the
// folder PADDOCK_BELIEFS. The opponents are our players and rivals. PADDOCK_ARMY is the army
// (default classic).
func TestGamesOfOutsiders(t *testing.T) {
	dir := os.Getenv("PADDOCK_BELIEFS")
	if dir == "" {
		t.Skip("PADDOCK_BELIEFS is not set: it names a folder for games")
	}
	styles := []struct {
		name   string
		choose chooser
		games  int
	}{
		{"bookkeeper", bookkeeper, 100},
		{"rules", ruleBased, 100},
		{"medium", level(games.Medium, 1500), 60},
		{"master", level(games.Master, 4000), 60},
		{"aimless", aimless, 100},
		{"contrary", contrary, 100},
	}
	name := cmp.Or(os.Getenv("PADDOCK_ARMY"), "classic")
	army, err := board.ParseCounts(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range arrangements {
		if a.classic && army != board.Classic {
			continue
		}
		for _, style := range styles {
			var lines strings.Builder
			for seed := range uint64(style.games) {
				rng := rand.New(rand.NewPCG(seed, 77))
				seat := games.Seat(seed % 2)
				var players [2]chooser
				var setups [2]string
				players[seat], players[1-seat] = style.choose, styles[rng.IntN(3)].choose
				setups[seat], setups[1-seat] = a.rows(army, rng), player.Setup(army, rng)
				f := playOut(army, setups, players, seed)
				fmt.Fprintln(&lines, seat, f.Text())
			}
			file := fmt.Sprintf("%s %s-%s.txt", name, a.name, style.name)
			if err := os.WriteFile(filepath.Join(dir, file), []byte(lines.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// playOut plays at most 260 plies, and stops before a ply that ends the game.
func playOut(army board.Counts, setups [2]string, players [2]chooser, seed uint64) view.Facts {
	f := view.Facts{Army: [2]board.Counts{army, army}, Phase: view.Play, Turn: games.SeatSet(view.Red), Setups: setups}
	for s, rows := range setups {
		f.Arrange(games.Seat(s), rows)
	}
	for f.Log.Len() < 260 {
		seat := f.ToMove()
		m := players[seat](f.For(seat), seed*1000+uint64(f.Log.Len()))
		p := view.Ply{From: m.From, To: m.To}
		if d := f.At(m.To); !d.None() {
			p.Attacker, p.Defender = f.At(m.From).Rank, d.Rank
		}
		before := f
		if f.Follow(p); m.Kind != view.Step || p.Defender == 'F' || len(f.Steps(f.ToMove(), true)) == 0 {
			return before
		}
	}
	return f
}
