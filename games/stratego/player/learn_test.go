package player

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// The players of the learning games: quick ones of several kinds, so that no single style counts as everybody's.
var teachers = []Level{
	{Worlds: 12, Depth: 3, Nodes: 1500},
	{Worlds: 16, Depth: 2, Nodes: 1500},
	{Worlds: 8, Depth: 2, Nodes: 800, Noise: 20},
	{Worlds: 4, Depth: 1, Nodes: 400, Noise: 40, Wild: 0.05},
}

// variedSetup returns a set-up of the players, one from people's shares, or a template; for small armies also a random one.
func variedSetup(army board.Counts, rng *rand.Rand) string {
	switch kind := rng.IntN(4); {
	case kind == 0 && army != board.Classic:
		return anySetup(army, rng)
	case kind == 0:
		if d := fromMarginals(rng); view.FirstStep(view.Red, d.String()) {
			return d.String()
		}
	case kind == 1:
		t := Templates[rng.IntN(len(Templates))]
		for t.Army != army {
			t = Templates[rng.IntN(len(Templates))]
		}
		if rng.IntN(2) == 0 {
			return Mirror(t.Rows)
		}
		return t.Rows
	}
	return Setup(army, rng)
}

// lesson plays a game from a seed.
func lesson(army board.Counts, seed uint64) view.Facts {
	rng := rand.New(rand.NewPCG(seed, 21))
	f := view.Facts{Army: [2]board.Counts{army, army}, Phase: view.Play, Turn: games.SeatSet(view.Red)}
	for s := range games.Seat(2) {
		f.Setups[s] = variedSetup(army, rng)
		f.Arrange(s, f.Setups[s])
	}
	pair := [2]int{rng.IntN(len(teachers)), rng.IntN(len(teachers))}
	for seat := view.Red; f.Phase == view.Play; seat = 1 - seat {
		over := func(winner games.Seat, reason games.Reason) {
			f.Phase, f.Turn, f.Result = view.Over, 0, view.Result{Winner: winner, Reason: reason}
		}
		switch t := teachers[pair[seat]]; {
		case len(f.Steps(seat, true)) == 0:
			over(1-seat, view.ByImmobility)
		case f.Log.Quiet() >= view.ClaimAfter:
			over(games.Spectator, view.ByClaim)
		case f.Log.Len() >= view.PlyLimit:
			over(games.Spectator, view.ByLength)
		default:
			m, err := t.Step(context.Background(), f.For(seat), games.Budget{Seed: seed})
			if err != nil {
				panic(err)
			}
			p := view.Ply{From: m.From, To: m.To}
			if d := f.At(m.To); !d.None() {
				p.Attacker, p.Defender = f.At(m.From).Rank, d.Rank
			}
			f.Follow(p)
		}
	}
	return f
}

// lessons reads the stored games of a file, and plays and stores more up to the number wanted. An interrupted run can continue.
func lessons(t *testing.T, army board.Counts, path string, want int) (all []view.Facts) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<16)
	for len(all) < want && lines.Scan() {
		f, err := view.ParseFacts(lines.Text())
		if err != nil {
			t.Fatalf("game %d: %v", len(all), err)
		}
		all = append(all, f)
	}
	begin, had := time.Now(), len(all)
	for len(all) < want {
		f := lesson(army, uint64(len(all)))
		if _, err := fmt.Fprintln(file, f.Text()); err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
		if n := len(all) - had; n%20 == 0 {
			took := time.Since(begin)
			fmt.Printf("%d of %d games, %v, %v to go\n", len(all), want, took.Round(time.Second), (took * time.Duration(want-len(all)) / time.Duration(n)).Round(time.Second))
		}
	}
	return all
}

// tally counts chances and taken chances, by habit and rank.
type tally struct{ had, took [habits][ranks]float64 }

// add counts the chances in a finished game, from the facts that both players know at its end.
func (c *tally) add(f *view.Facts) {
	start, ok := f.Rewind()
	if !ok {
		return
	}
	for seat := range games.Seat(2) {
		watch(f, seat, func(origin board.Square, habit int, chosen bool) {
			r := board.TranslateRank(start.At(origin).Rank)
			c.had[habit][r]++
			if chosen {
				c.took[habit][r]++
			}
		}, func(exhibit) {})
	}
}

// rare is how many chances weigh as much as the prior.
const rare = 200

// kin maps a habit to similar ones, whether or not the piece made the last ply: the same direction, kind of step and threat, or the same kind of
// attack.
func kin(h int) int {
	if h %= fresh; h < quiets {
		return h / leads
	}
	return quiets/leads + h - quiets
}

// text returns the table of the rates. A rare pair of rank and habit uses the rate of all ranks, scaled by how the rank differs in similar habits.
func (c *tally) text() string {
	var expected, took [habits][ranks]float64 // by the habit that kin returns
	var common [habits]float64
	for h := range habits {
		had, all := 0.0, 0.0
		for r := range ranks {
			if mobile[r] {
				had += c.had[h][r]
				all += c.took[h][r]
			}
		}
		common[h] = (all + 0.02) / (had + 1)
		for r := range ranks {
			expected[kin(h)][r] += common[h] * c.had[h][r]
			took[kin(h)][r] += c.took[h][r]
		}
	}
	var b strings.Builder
	for h := range habits {
		for r := range ranks {
			const never = 1e-4 // the least rate that is written
			rate := never
			if mobile[r] {
				own := common[h] * (took[kin(h)][r] + 3) / (expected[kin(h)][r] + 3)
				rate = min(1, max(never, (c.took[h][r]+rare*own)/(c.had[h][r]+rare)))
			}
			b.WriteString(strconv.Itoa(int(math.Round(-100*math.Log(rate)))) + " ")
		}
		b.WriteByte('\n')
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// missed returns the cost of beliefs in bits a hidden piece at some plies of games, and the cost of counting alone.
func missed(all []view.Facts, from, to int) (cost, counting float64) {
	n := 0.0
	for i := range all {
		start, ok := all[i].Rewind()
		if !ok {
			continue
		}
		start.Phase, start.Turn, start.Result = view.Play, games.SeatSet(view.Red), view.Result{}
		for ply := range min(to, all[i].Log.Len()) {
			seat := start.ToMove()
			if ply >= from && ply%((to-from)/4) < 2 {
				b, even := believe(start.For(seat), 1-seat), countedOnly(start.For(seat))
				for s, m := range start.Men() {
					if m.Seat != seat && !m.Known {
						r := board.TranslateRank(m.Rank)
						cost -= math.Log2(b[s][r])
						counting -= math.Log2(even[s][r])
						n++
					}
				}
			}
			start.Follow(all[i].Log.At(ply))
		}
	}
	return cost / n, counting / n
}

// countedOnly returns beliefs about hidden enemies from counts alone: moved pieces are neither Flag nor Bomb, all else is equally likely.
func countedOnly(v view.View) (b beliefs) {
	left := v.Army[1-v.Seat]
	for i, n := range v.Lost()[1-v.Seat] {
		left[i] -= n
	}
	moved, stay := 0.0, 0.0
	for _, m := range v.Men() {
		switch {
		case m.Seat == v.Seat:
		case m.Rank != board.Unknown:
			left[board.TranslateRank(m.Rank)]--
		case m.Moved:
			moved++
		default:
			stay++
		}
	}
	can := 0.0
	for i, n := range left {
		if mobile[i] {
			can += float64(n)
		}
	}
	for s, m := range v.Men() {
		for r, n := range left {
			switch {
			case m.Seat == v.Seat || m.Rank != board.Unknown:
			case m.Moved && mobile[r]:
				b[s][r] = float64(n) / can
			case !m.Moved && mobile[r]:
				b[s][r] = float64(n) / can * (can - moved) / stay
			case !m.Moved:
				b[s][r] = float64(n) / stay
			}
		}
	}
	return b
}

// TestLearn plays games and learns from them what pieces of each rank do. PADDOCK_LEARN is the number of games. The games are stored in the file
// PADDOCK_LESSONS, so that an interrupted run can continue. The test writes habits.txt.
func TestLearn(t *testing.T) {
	want, _ := strconv.Atoi(os.Getenv("PADDOCK_LEARN"))
	if want == 0 {
		t.Skip("set PADDOCK_LEARN to a number of games to learn from")
	}
	path := os.Getenv("PADDOCK_LESSONS")
	if path == "" {
		path = filepath.Join(os.TempDir(), "stratego-lessons.txt")
	}
	taken, takenLog = rates{}, rates{} // the players of the learning games do not use habits yet
	all := lessons(t, board.Classic, path, want)
	var c tally
	study, exam := all[len(all)/10:], all[:len(all)/10]
	for i := range study {
		c.add(&study[i])
	}
	text := c.text()
	taken, takenLog = readHabits(text)
	cost, counting := missed(exam[:min(len(exam), 60)], 100, 200)
	t.Logf("%d games, of which %d were kept for the examination: %.3f bits a hidden piece at plies 100 to 199, %.3f by counting", len(all), len(exam), cost, counting)
	if err := os.WriteFile("habits.txt", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
