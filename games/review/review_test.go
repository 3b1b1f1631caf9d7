package review_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/review"
	"paddock/games/stratego"
)

// played plays a random game of at most the given number of moves, and returns its plies for a
// review.
func played(t *testing.T, g *games.Game, setup games.Setup, most int) []review.Ply {
	t.Helper()
	at, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(setup.Seed, 5))
	var plies []review.Ply
	for range most {
		if _, over := at.Outcome(); over {
			break
		}
		for seat := range at.Turn().Waiting.All() {
			legal := slices.Collect(at.View(seat).Legal())
			move := legal[rng.IntN(len(legal))]
			plies = append(plies, review.Ply{Seat: seat, Move: move, View: at.View(seat)})
			at = play(t, at, seat, move)
			break
		}
	}
	return plies
}

func play(t *testing.T, at *games.Position, seat games.Seat, move string) *games.Position {
	t.Helper()
	done, err := at.Play(seat, move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return done.Next
}

// reviewed returns a finished review.
func reviewed(t *testing.T, plies []review.Ply, nodes int64) review.Review {
	t.Helper()
	w := review.Begin(plies, review.Budget{Nodes: nodes, Seed: 1})
	for steps := 1; w.Step(t.Context()); steps++ {
		if steps > 30*len(plies) {
			t.Fatalf("after %d steps for %d moves Step goes on", steps, len(plies))
		}
	}
	if w.Step(t.Context()) {
		t.Error("Step goes on when nothing is left")
	}
	return w.Review()
}

// mostKnown is the most positions that minimax stores.
const mostKnown = 1000

// margin returns the lead of the first seat at the end by best play: plain minimax over the rules.
// Tiles decide between equal fish. It gives up when known is full.
func margin(t *testing.T, at *games.Position, known map[string]float64) float64 {
	if o, over := at.Outcome(); over {
		lead, tiles := float64(o.Score[0]-o.Score[1]), float64(o.Tiebreak[0]-o.Tiebreak[1])
		if lead == 0 && tiles != 0 {
			return math.Copysign(games.ByTiebreak, tiles)
		}
		return lead
	}
	text := at.Text()
	if v, ok := known[text]; ok || len(known) >= mostKnown {
		return v
	}
	best, first := 0.0, true
	for seat := range at.Turn().Waiting.All() {
		for m := range at.View(seat).Legal() {
			v := margin(t, play(t, at, seat, m), known)
			if first || seat == 0 && v > best || seat == 1 && v < best {
				best, first = v, false
			}
		}
	}
	known[text] = best
	return best
}

// Near the end of games of Kalah and Fish proven values agree with plain minimax: the played move,
// the best one, and whether it is the only one.
func TestExactEnds(t *testing.T) {
	for _, test := range []struct {
		game  *games.Game
		setup games.Setup
	}{
		{kalah.New(), games.Setup{Options: games.Options{"beans": "3"}}},
		{kalah.New(), games.Setup{Options: games.Options{"beans": "4"}}},
		{fish.New(), games.Setup{Seats: 2}},
	} {
		checked := 0
		for seed := range uint64(4) {
			test.setup.Seed = seed
			plies := played(t, test.game, test.setup, 1000)
			plies = plies[max(0, len(plies)-12):]
			r := reviewed(t, plies, 20_000)
			known := map[string]float64{}
			for i := len(plies) - 1; i >= 0; i-- {
				p, m := plies[i], r.Moves[i]
				at, err := test.game.Parse(p.View.Text())
				if err != nil {
					t.Fatal(err)
				}
				sign := 1 - 2*float64(p.Seat)
				best, n := sign*margin(t, at, known), 0
				if len(known) >= mostKnown {
					break
				}
				value := sign * margin(t, play(t, at, p.Seat, p.Move), known)
				for move := range p.View.Legal() {
					if sign*margin(t, play(t, at, p.Seat, move), known) == best {
						n++
					}
				}
				checked++
				if !m.Exact || !m.BestExact || m.Value != value || m.BestValue != best {
					t.Errorf("%s, seed %d: %s in %s: %+v; want worth %g, best %g", test.game.ID, seed, p.Move, p.View,
						m, value, best)
				}
				if m.Only && n != 1 || (m.Played == m.Best) != (value == best) {
					t.Errorf("%s, seed %d: %+v, but %d moves are best", test.game.ID, seed, m, n)
				}
			}
		}
		if checked < 5 {
			t.Errorf("%s: only %d moves were checked", test.game.ID, checked)
		}
	}
}

// A review finds Halatafl's forced wins, and the move that misses them.
func TestForcedWins(t *testing.T) {
	for _, test := range []struct {
		name, from, move, best string
		missed                 bool
	}{
		{"H20 the chain that wins", "2F/3/3S3/3FS2/4SS1/S1S/SSS f standard -", "d4xf4xd2", "d4xf4xd2", false},
		{"H19 the paddock", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -", "d4-d5", "d4-d5", false},
		{"H19 the paddock is missed", "SSS/SSS/2S1S2/3S3/4F2/F2/3 s standard -", "d4-c4", "d4-d5", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			at, err := halatafl.New().Parse("halatafl/1 " + test.from)
			if err != nil {
				t.Fatal(err)
			}
			var seat games.Seat
			for seat = range at.Turn().Waiting.All() {
			}
			m := reviewed(t, []review.Ply{{Seat: seat, Move: test.move, View: at.View(seat)}}, 30_000).Moves[0]
			if m.Best != test.best || !m.BestExact || m.BestValue != 1 {
				t.Errorf("%+v, want %s as a proven win", m, test.best)
			}
			if missed := m.Loss() > 0.3; missed != test.missed {
				t.Errorf("%s gives away %.2f of the win", test.move, m.Loss())
			}
		})
	}
}

// An exact value after a move makes the move before it exact, even if the search did not reach the
// end.
func TestTheEndTellsWhatCameBefore(t *testing.T) {
	plies := played(t, kalah.New(), games.Setup{Seed: 2, Options: games.Options{"beans": "4"}}, 1000)
	plies = plies[len(plies)-30:]
	const nodes = 100
	r := reviewed(t, plies, nodes)
	told := 0
	for i := range plies[:len(plies)-1] {
		alone := review.Begin(plies[i:i+1], review.Budget{Nodes: nodes})
		alone.Step(t.Context())
		if m := alone.Review().Moves[0]; !m.Exact && r.Moves[i].Exact {
			told++
			if next := r.Moves[i+1]; next.BestValue != r.Moves[i].Value && next.BestValue != -r.Moves[i].Value {
				t.Errorf("move %d is worth %g and the next one %g", i, r.Moves[i].Value, next.BestValue)
			}
		}
	}
	if told == 0 {
		t.Error("the end has told nothing about the moves before it")
	}
}

// A move that a player misses several times running is one mistake: the worst of these. After another
// move of that player, or if the move now does something else, it is a new one.
func TestSameMoveMissedTwice(t *testing.T) {
	missed := func(seat games.Seat, best string, loss float64, why string) review.Move {
		m := review.Move{
			Seat: seat, Played: "a", Best: best, Measure: games.ByChance, Value: 0.6 - loss, BestValue: 0.6,
			Known: true, Choices: 2,
		}
		if why != "" {
			m.Why = games.Why{Move: best, Says: games.Say(why, 1)}
		}
		return m
	}
	r := review.Review{Moves: []review.Move{
		missed(0, "b", 0.2, "wins %d"), missed(1, "c", 0.3, ""), // 0
		missed(0, "b", 0.4, "wins %d"), missed(1, "c", 0.2, ""), // 2
		missed(0, "b", 0.3, "wins %d"), missed(1, "c", 0.5, "saves %d"), // 4
		missed(0, "b", 0.3, "saves %d"), missed(1, "c", 0, ""), // 6
		missed(0, "d", 0.3, "saves %d"), missed(1, "c", 0.2, "saves %d"), // 8
	}}
	if got, want := r.Shown(), []int{2, 5, 6, 8, 9}; !slices.Equal(got, want) {
		t.Errorf("Shown() = %v, want %v", got, want)
	}
	for seat, want := range []int{3, 2} {
		if n, of := r.Mistakes(games.Seat(seat)); n != want || of != 5 {
			t.Errorf("seat %d has %d mistakes in %d moves, want %d in 5", seat, n, of, want)
		}
	}
}

// Mistakes and turning points follow from the losses of moves.
func TestMistakes(t *testing.T) {
	chance := func(seat games.Seat, best, value float64) review.Move {
		m := review.Move{
			Seat: seat, Played: "a", Best: "b", Measure: games.ByChance, Value: value, BestValue: best,
			Known: true, Choices: 2,
		}
		if best == value {
			m.Best = "a"
		}
		return m
	}
	forced := chance(0, 1, 0)
	forced.Choices = 1
	won := review.Move{
		Seat: 1, Played: "a", Best: "b", Measure: games.ByMargin, Value: -1, BestValue: 1, Exact: true,
		BestExact: true, Known: true, Choices: 3,
	}
	r := review.Review{Moves: []review.Move{
		chance(0, 0.5, 0.5), chance(1, 0.6, 0.55), chance(0, 0.5, 0.3), forced, won,
		{Seat: 1, Choices: 4},
	}}
	for seat, want := range []([2]int){{1, 2}, {1, 2}, {0, 0}} {
		if n, of := r.Mistakes(games.Seat(seat)); n != want[0] || of != want[1] {
			t.Errorf("seat %d has %d mistakes in %d moves, want %d in %d", seat, n, of, want[0], want[1])
		}
	}
	if got, want := r.Shown(), []int{2, 4}; !slices.Equal(got, want) {
		t.Errorf("Shown() = %v, want %v, as many as are counted", got, want)
	}
	for winners, want := range map[games.Seats]int{0: 3, games.SeatSet(0): 4, games.SeatSet(1): 3} {
		if got, ok := r.Decisive(winners); !ok || got != want {
			t.Errorf("Decisive(%b) = %d, %t, want %d", winners, got, ok, want)
		}
	}
	if got, ok := r.Decisive(games.SeatSet(0, 1)); ok {
		t.Errorf("Decisive finds move %d although everybody has won", got)
	}
}

// A mistake in a game that is lost already is no turning point, whatever it costs, nor is a mistake
// after which the game is still as good as won.
func TestNothingTurnsWhereItIsDecided(t *testing.T) {
	for _, c := range []struct {
		measure     games.Measure
		best, value float64
		exact       bool // both are proven
		turns       bool
	}{
		{games.ByMargin, -5, -14, false, false}, // the value grows from "should lose by about 5" to more
		{games.ByMargin, -5, -14, true, false},
		{games.ByMargin, 14, 5, false, false},
		{games.ByMargin, 5, 1, true, false},
		{games.ByMargin, 5, -1, true, true},
		{games.ByMargin, 0, -2, true, true},
		{games.ByMargin, 6, 0, false, true},
		{games.ByMargin, -1, -12, false, true}, // the value changes from almost even to lost
		{games.ByChance, 0.3, 0.05, false, false},
		{games.ByChance, 0.95, 0.7, false, false},
		{games.ByChance, 0.7, 0.3, false, true},
		{games.ByChance, 0.5, 0.3, false, true},
	} {
		r := review.Review{Moves: []review.Move{{
			Played: "a", Best: "b", Measure: c.measure, Value: c.value, BestValue: c.best, Exact: c.exact,
			BestExact: c.exact, Known: true, Choices: 2,
		}}}
		if _, ok := r.Decisive(0); ok != c.turns {
			t.Errorf("%+v: decisive is %t", c, ok)
		}
	}
}

// A player is behind from the beginning if even their best first move gives them clearly less than
// half of the win.
func TestBehind(t *testing.T) {
	first := func(seat games.Seat, known bool, best float64) review.Move {
		return review.Move{
			Seat: seat, Played: "a", Best: "a", Measure: games.ByChance, BestValue: best, Known: known,
			Choices: 2,
		}
	}
	r := review.Review{Moves: []review.Move{
		first(0, false, 0.1), first(1, true, 0.39), first(0, true, 0.41),
		first(1, true, 0.9), first(0, true, 0.1),
	}}
	for seat, want := range []bool{false, true, false} {
		if got := r.Behind(games.Seat(seat)); got != want {
			t.Errorf("Behind(%d) = %t, want %t", seat, got, want)
		}
	}
}

// A review of Stratego uses each seat's knowledge at the time: another hidden army of the opponent
// changes nothing.
func TestStrategoByWhatWasKnown(t *testing.T) {
	review := func(blue string) review.Review {
		at, err := stratego.New().Parse("stratego/1 rules=isf army=1,1,1,0,0,0,0,0,2,2,1,2 reveal=after phase=play turn=red board=" + blue +
			"/........../........../........../..~~..~~../..~~..~~../........../........../r9r8......../....rF.r1... red=- blue=- moves=- result=-")
		if err != nil {
			t.Fatal(err)
		}
		return reviewed(t, []review.Ply{{Seat: 0, Move: "a2a3", View: at.View(0)}}, 100_000)
	}
	a, b := review("b9b8b1.bF....."), review("bFb9b8.b1.....")
	if !reflect.DeepEqual(a.Moves, b.Moves) || !a.Moves[0].Known || a.Moves[0].BestExact {
		t.Errorf("a review knows what its seat could not know:\n%+v\n%+v", a.Moves, b.Moves)
	}
}

// Random play makes at least twice as many mistakes as the strongest player, in every game without
// secrets.
func TestMistakesTellLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("long: games of several levels")
	}
	t.Parallel()
	for _, g := range []*games.Game{kalah.New(), halatafl.New(), fish.New()} {
		t.Run(string(g.ID), func(t *testing.T) {
			share, nodes := map[string]float64{}, int64(20_000)
			// there are about twenty moves, so a thousand nodes for each would see less than the
			// players
			if g.ID == "halatafl" {
				nodes = 80_000
			}
			for _, level := range []string{random, games.Master} {
				mistakes, moves := 0, 0
				// the positions are from the beginnings of games, because a game that is decided
				// has no mistakes any more
				for seed := range uint64(2) {
					r := reviewed(t, playedBy(t, g, level, seed), nodes)
					for seat := range games.Seat(2) {
						n, of := r.Mistakes(seat)
						mistakes, moves = mistakes+n, moves+of
					}
				}
				t.Logf("%s: mistakes in %d of %d moves", level, mistakes, moves)
				share[level] = float64(mistakes) / float64(moves)
			}
			if share[random] < 2*share[games.Master] {
				t.Errorf("mistakes in %.2f of random moves and in %.2f of the strongest player's", share[random],
					share[games.Master])
			}
		})
	}
}

// random is a level that plays any legal move.
const random = "random"

// playedBy plays a game of a level against itself, of at most 40 moves, and returns its plies.
func playedBy(t *testing.T, g *games.Game, level string, seed uint64) (plies []review.Ply) {
	t.Helper()
	at, err := g.Start(games.Setup{Seats: 2, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 5))
	for len(plies) < 40 {
		if _, over := at.Outcome(); over {
			break
		}
		for seat := range at.Turn().Waiting.All() {
			v := at.View(seat)
			var move string
			if level == random {
				legal := slices.Collect(v.Legal())
				move = legal[rng.IntN(len(legal))]
			} else if move, err = v.Choose(t.Context(), games.Master,
				games.Budget{Nodes: 5000, Seed: seed<<32 + uint64(len(plies))}); err != nil {
				t.Fatal(err)
			}
			plies = append(plies, review.Ply{Seat: seat, Move: move, View: v})
			at = play(t, at, seat, move)
			break
		}
	}
	return plies
}

// The move that wins a game is never a mistake, even if its player could not know that it would
// win. The opponent's last move is still judged by what the opponent could know.
func TestWinIsNoMistake(t *testing.T) {
	at, err := stratego.New().Parse("stratego/1 rules=isf army=1,1,1,0,0,0,0,0,2,2,1,2 reveal=after phase=play turn=blue board=" +
		"bFb9b8.b1...../r1........./........../........../..~~..~~../..~~..~~../........../........../..r8......./....rF.r9... " +
		"red=- blue=- moves=- result=-")
	if err != nil {
		t.Fatal(err)
	}
	next := play(t, at, 1, "e10e9")
	var before [2]review.Move
	for i, wins := range []bool{false, true} {
		r := reviewed(t, []review.Ply{
			{Seat: 1, Move: "e10e9", View: at.View(1)}, {Seat: 0, Move: "a9a8", View: next.View(0), Wins: wins},
		}, 100_000)
		before[i] = r.Moves[0]
		if m := r.Moves[1]; (m.Loss() == 0) != wins || (m.Best == m.Played) != wins {
			t.Errorf("wins %t: %+v", wins, m)
		}
	}
	if !reflect.DeepEqual(before[0], before[1]) {
		t.Errorf("the move before it is %+v, and if the next one wins %+v", before[0], before[1])
	}
}

// A mistake without secrets is followed by the moves that probably come after the better move: legal ones,
// to the end of the next turn of the same player.
func TestThen(t *testing.T) {
	for _, g := range []*games.Game{kalah.New(), halatafl.New(), fish.New()} {
		plies := played(t, g, games.Setup{Seed: 3, Seats: 2}, 40)
		r, found := reviewed(t, plies, 5000), 0
		for _, i := range r.Shown() {
			m, at := r.Moves[i], play(t, plies[i].View.Guess(1), plies[i].Seat, r.Moves[i].Best)
			turns := 0 // of the same seat after another one's
			for n, p := range m.Then {
				if at = play(t, at, p.Seat, p.Move); p.Seat == m.Seat && n > 0 && m.Then[n-1].Seat != p.Seat {
					turns++
				}
			}
			_, over := at.Outcome()
			if m.After == nil || m.After.Text() != at.Text() || turns > 1 || len(m.Then) > 4 ||
				len(m.Then) == 0 && !over {
				t.Errorf("%s, move %d: after %s come %v", g.ID, i+1, m.Best, m.Then)
			}
			found += len(m.Then)
		}
		if found == 0 {
			t.Errorf("%s: nothing follows %d mistakes", g.ID, len(r.Shown()))
		}
	}
}

// In games that are won by a margin, a review does not rate a move higher because it wins: another move
// may win by more.
func TestWinByAMarginKeepsIt(t *testing.T) {
	at, err := kalah.New().Parse("kalah/1 m=3 to=S south=0.1.1:10 north=0.0.1:2 rules=standard")
	if err != nil {
		t.Fatal(err)
	}
	for move := range at.View(0).Legal() {
		want := reviewed(t, []review.Ply{{Seat: 0, Move: move, View: at.View(0)}}, 100_000)
		got := reviewed(t, []review.Ply{{Seat: 0, Move: move, View: at.View(0), Wins: true}}, 100_000)
		if !reflect.DeepEqual(got.Moves[0], want.Moves[0]) || !want.Moves[0].Exact {
			t.Errorf("%s: %+v, want %+v", move, got.Moves[0], want.Moves[0])
		}
	}
}

// In a game with secrets the curve is by the judgements of one seat, and ends with the win of either. If it
// showed the judgement of the seat to move, it would go up and down with every move.
func TestCourseWithSecrets(t *testing.T) {
	var r review.Review
	for i := range 6 {
		m := review.Move{Seat: games.Seat(i % 2), Known: true, Measure: games.ByChance, Value: 0.6}
		if m.Seat == 1 {
			m.Value = 0.8
		}
		r.Moves = append(r.Moves, m)
	}
	for _, c := range []struct {
		secrets bool
		by      games.Seat
		last    float64
		want    string
	}{
		{false, 0, 0.8, "[0.60 0.20 0.60 0.20 0.60 0.20]"},
		{true, 0, 0.8, "[0.60 0.60 0.60 0.60 0.60 0.60]"},
		{true, 1, 0.8, "[0.50 0.20 0.20 0.20 0.20 0.20]"},
		{true, 0, 1, "[0.60 0.60 0.60 0.60 0.60 0.00]"},
	} {
		r.Secrets, r.Moves[5].Value = c.secrets, c.last
		if got := fmt.Sprintf("%.2f", r.Course(c.by)); got != c.want {
			t.Errorf("%+v: the course is %s", c, got)
		}
	}
}

// The most important mistakes are those of the reader, then those that turned the game, then those
// that lost most. They are told in the order of play.
func TestGreatestMistakes(t *testing.T) {
	lost := func(seat games.Seat, best, value float64) review.Move {
		return review.Move{
			Seat: seat, Played: "a", Best: "b", Measure: games.ByChance, Value: value, BestValue: best, Known: true,
			Choices: 2,
		}
	}
	r := review.Review{Moves: []review.Move{
		lost(0, 0.95, 0.65), lost(1, 0.5, 0.3), lost(0, 0.35, 0.24), lost(1, 0.6, 0.52), lost(0, 0.7, 0.3),
	}}
	for i := range r.Moves {
		r.Moves[i].Best += fmt.Sprint(i) // each misses another move
	}
	for _, c := range []struct {
		most int
		own  games.Seat
		want []int
	}{
		{0, 0, []int{}},
		{1, games.Spectator, []int{4}},
		{2, games.Spectator, []int{1, 4}},
		{1, 1, []int{1}},
		{3, 0, []int{0, 2, 4}},
		{3, 1, []int{0, 1, 4}},
		{9, 1, []int{0, 1, 2, 4}},
	} {
		if got := r.Greatest(c.most, c.own); !slices.Equal(got, c.want) {
			t.Errorf("Greatest(%d, %d) = %v, want %v", c.most, c.own, got, c.want)
		}
	}
	r.Secrets = true // values are guesses
	if got, want := r.Shown(), []int{1, 4}; !slices.Equal(got, want) {
		t.Errorf("with secrets Shown() = %v, want the turning points %v", got, want)
	}
	for own, want := range map[games.Seat][]int{games.Spectator: {1, 4}, 0: {4}, 1: {1}} {
		if got := r.Greatest(4, own); !slices.Equal(got, want) {
			t.Errorf("with secrets Greatest(4, %d) = %v, want %v", own, got, want)
		}
	}
}
