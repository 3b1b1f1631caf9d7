package player

import (
	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/ending"
	"paddock/games/stratego/view"
)

// solved returns the solved ending of a view (S67); nil if too many pieces can move, or if the
// viewer does not know from public facts which of them has which rank.
func solved(v *view.View) *ending.Ending {
	left, lost := v.Army, v.Lost()
	movers, hidden, still := 0, 0, 0 // hidden and still are the enemy's pieces of unknown rank that have moved or not
	for s := range left {
		for i := range left[s] {
			left[s][i] -= lost[s][i]
		}
	}
	enemy := 1 - v.Seat
	var men []ending.Man
	for s, m := range v.Men() {
		men = append(men, ending.Man{Seat: m.Seat, Rank: m.Rank, At: s, Wall: m.Rank == board.Unknown && !m.Moved})
		switch {
		case m.Rank == board.Unknown && m.Moved:
			hidden++
			movers++
		case m.Rank == board.Unknown:
			still++
		case m.Rank.Movable():
			movers++
		}
		if m.Seat == enemy && m.Rank != board.Unknown {
			left[enemy][board.TranslateRank(m.Rank)]--
		}
	}
	rank, ok := onlyMover(&left[enemy], hidden)
	if !ok || movers > ending.MostMovers {
		return nil
	}
	for i := range men {
		switch m := &men[i]; {
		case m.Wall && still == 1:
			m.Rank, m.Wall = board.Flag, false
		case m.Rank == board.Unknown && !m.Wall:
			m.Rank = rank
		}
	}
	return ending.Solve(men)
}

// onlyMover returns the rank of all pieces that can move among those of unknown rank, of which so
// many have moved. It returns false if there may be others.
func onlyMover(left *board.Counts, moved int) (rank board.Rank, ok bool) {
	for i, n := range left {
		if !board.Ranks[i].Movable() || n == 0 {
			continue
		}
		if rank != 0 || int(n) != moved {
			return 0, false
		}
		rank = board.Ranks[i]
	}
	return rank, moved == 0 || rank != 0
}

// finish returns the moves that keep the result of a solved ending, the one that wins soonest or
// loses latest alone, and whether it wins.
func finish(e *ending.Ending, seat games.Seat, moves []view.Move) (kept []view.Move, wins bool) {
	best := ending.Value(0)
	for _, m := range moves {
		v, ok := e.After(seat, m.From, m.To)
		switch {
		case ok && v.Loses() && (!wins || v < best):
			kept, best, wins = append(kept[:0], m), v, true
		case wins || ok && v.Wins():
		default:
			kept = append(kept, m)
		}
	}
	if len(kept) > 0 {
		return kept, wins
	}
	for _, m := range moves {
		if v, _ := e.After(seat, m.From, m.To); v > best {
			kept, best = append(kept[:0], m), v
		}
	}
	return kept, false
}
