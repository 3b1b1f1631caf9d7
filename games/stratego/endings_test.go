package stratego

import (
	"math/rand/v2"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// randomEnding returns a position with RED to move: each Flag in a corner behind two Bombs, all
// ranks that can move known, and the pieces that can move on random squares.
func randomEnding(t *testing.T, rng *rand.Rand, red, blue string) *games.Position {
	t.Helper()
	f := view.Facts{Phase: view.Play, Turn: games.SeatSet(0)}
	put := func(s board.Square, m view.Man) {
		f.Put(s, m)
		f.Army[m.Seat][board.TranslateRank(m.Rank)]++
	}
	for seat, at := range [2][3]string{{"a1", "a2", "b1"}, {"a10", "a9", "b10"}} {
		for i, rank := range []board.Rank{board.Flag, board.Bomb, board.Bomb} {
			s, _, _ := board.ParseSquare(at[i])
			put(s, view.Man{Seat: games.Seat(seat), Rank: rank})
		}
	}
	for seat, ranks := range [2]string{red, blue} {
		for _, rank := range ranks {
			s := board.Square(rng.IntN(board.Squares))
			for s.IsLake() || !f.At(s).None() {
				s = board.Square(rng.IntN(board.Squares))
			}
			put(s, view.Man{Seat: games.Seat(seat), Rank: board.Rank(rank), Moved: true, Known: true})
		}
	}
	pos, err := New().Parse(f.Text())
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

// S67: hard catches a Sergeant with two Colonels in no more plies than it takes, against itself, and
// reviews know how such endings end.
func TestS67Endings(t *testing.T) {
	for seed := range uint64(3) {
		pos := randomEnding(t, rand.New(rand.NewPCG(seed, 7)), "33", "7")
		plies := 0
		for ; pos.Turn().Waiting != 0; plies++ {
			seat := seatToMove(pos)
			move, err := pos.View(seat).Choose(t.Context(), games.Hard, games.Budget{Nodes: 2000, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			if r := reviewed(t, pos, seat); seat == red && r.Value != 1 || seat == blue && r.Value != 0 {
				t.Errorf("seat %d's best move is worth %g in %s", seat, r.Value, pos.Text())
			}
			pos = as(t, pos, seat, move)
		}
		if o, _ := pos.Outcome(); o.Winners() != games.SeatSet(red) || plies > 52 {
			t.Errorf("%v after %d plies: %s", o, plies, pos.Text())
		}
	}
	pos := randomEnding(t, rand.New(rand.NewPCG(1, 7)), "33", "9")
	if r := reviewed(t, pos, red); r.Value != .5 {
		t.Errorf("two Colonels against a Scout are worth %g", r.Value)
	}
}

// reviewed returns the review of a seat's moves.
func reviewed(t *testing.T, pos *games.Position, seat games.Seat) games.Review[string] {
	t.Helper()
	v := pos.View(seat)
	r, ok := v.Review(t.Context(), games.Budget{Nodes: 2000})
	if !ok {
		t.Fatal("no review")
	}
	return r
}

// A player must expect that an unknown piece may take the Flag, or may be harmless. A review gives a move
// some share of the win for the second case.
func TestReviewWeighsADangerByItsOdds(t *testing.T) {
	pos, err := New().Parse("stratego/1 rules=isf army=1,0,0,0,0,0,0,0,0,2,0,1 reveal=after phase=play turn=red board=" +
		"bFb9bB......./........../........../.....b9..../..~~..~~../..~~..~~../........../........../r9r9......../.....rF.... red=- blue=- moves=- result=-")
	if err != nil {
		t.Fatal(err)
	}
	least, most := 1.0, 0.0
	for _, m := range reviewed(t, pos, red).Moves {
		least, most = min(least, m.Value), max(most, m.Value)
	}
	if least < .05 || most < .3 {
		t.Errorf("the moves are worth %.2f to %.2f", least, most)
	}
}
