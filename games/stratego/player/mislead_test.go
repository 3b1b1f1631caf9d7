package player

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// misleading is a player that plays against the learnt habits: of twelve random moves it makes the
// one after which its weights explain the piece's true rank worst. One move in five is any legal
// one, so that pieces are shown.
func misleading(v view.View, rng *rand.Rand) view.Move {
	moves := v.Steps(v.Seat, true)
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, least := moves[0], 1.0
	if rng.IntN(5) == 0 {
		return best
	}
	for _, m := range moves[:min(len(moves), 12)] {
		f := v.Facts
		if !v.At(m.To).None() || !f.Follow(view.Ply{From: m.From, To: m.To}) {
			continue
		}
		w := watch(&f, v.Seat)
		if w.board[m.To].rank != still {
			continue
		}
		x := w.traits(m.To)
		p := learntOf(&v.Army[v.Seat]).explain(&x, true)
		sum := 0.0
		for r, n := range v.Army[v.Seat] {
			sum += p[r] * float64(n)
		}
		if said := p[board.TranslateRank(v.At(m.From).Rank)] / sum; said < least {
			best, least = m, said
		}
	}
	return best
}

// misled plays at most 260 plies between the misleading player, with a random set-up, and a level. It
// returns opinions about the misleading player's hidden pieces, every sixty plies.
func misled(t *testing.T, seed uint64) (all []opinion) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 78))
	seat := games.Seat(seed % 2)
	f := view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	f.Arrange(seat, anySetup(board.Classic, rng))
	f.Arrange(1-seat, Setup(board.Classic, rng))
	for n := range 260 {
		mover := f.ToMove()
		if mover != seat && n%60 >= 30 && n%60 < 32 {
			all = append(all, opinionsAbout(&f, seat, strconv.FormatUint(seed, 10))...)
		}
		var m view.Move
		if mover == seat {
			m = misleading(f.For(seat), rng)
		} else {
			var err error
			b := games.Budget{Nodes: 1500, Seed: seed*1000 + uint64(n)}
			if m, err = Levels[games.Medium].Step(context.Background(), f.For(mover), b); err != nil {
				t.Fatal(err)
			}
		}
		p := view.Ply{From: m.From, To: m.To}
		if d := f.At(m.To); !d.None() {
			p.Attacker, p.Defender = f.At(m.From).Rank, d.Rank
		}
		if f.Follow(p); p.Defender == board.Flag || len(f.Steps(f.ToMove(), true)) == 0 {
			break
		}
	}
	return all
}

// S61: the pieces that a side moved and then showed decide how far its moves are judged by learnt
// habits. Beliefs about a player that misleads cost at most .02 bits more than counting.
// PADDOCK_GAMES is the number of games.
func TestS61Misled(t *testing.T) {
	wanted, _ := strconv.ParseUint(os.Getenv("PADDOCK_GAMES"), 10, 64)
	var all []opinion
	for seed := range max(8, wanted) {
		all = append(all, misled(t, seed)...)
	}
	gain := 0.0
	for _, o := range all {
		gain += math.Log2(o.said/o.counted) / float64(len(all))
	}
	t.Log(gained(all))
	if gain < -0.02 {
		t.Errorf("beliefs cost %.3f bits a hidden piece more than counting", -gain)
	}
}
