// Package review analyses a played game: the value of each move compared with the best one, the
// mistakes of each seat, and the turning points among them. It takes the moves and their seats' views and
// returns values. It shows and stores nothing, and works for every game whose rules are a
// [games.Reviewer].
//
// It goes backwards from the end, where searches reach the end of the game: exact values there make
// those of earlier moves exact. Start reading at [Work].
package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"paddock/games"
)

// Ply is a move and its seat's view before it.
type Ply struct {
	Seat games.Seat
	Move string
	View *games.View
	Wins bool // the move ended the game, and its seat has won it
}

// Budget limits a review. The same plies and nodes give the same review unless time runs out.
type Budget struct {
	Nodes int64  // positions to visit for each move
	Seed  uint64 // seed of searches that need randomness
}

// Seed derives the seed of the search that analyses the board after some moves from the seed of the whole review.
func Seed(seed uint64, moves int) uint64 { return seed + uint64(moves) }

// Work is a review in progress.
type Work struct {
	plies  []Ply
	budget Budget
	left   int // number of plies not analysed yet, counted from the first
	made   Review
	lines  *Lines // what follows the last move that was analysed, if that is a mistake
}

// Begin starts a review of a game's moves, in the order of play.
func Begin(plies []Ply, b Budget) *Work {
	made := Review{Moves: make([]Move, len(plies))}
	made.Secrets = len(plies) > 0 && plies[0].View.Game.Hidden
	return &Work{plies: plies, budget: b, left: len(plies), made: made}
}

// Step analyses the last move that is not analysed yet, or finds a move that follows a mistake or the better
// move, until ctx ends. It reports whether anything is left.
func (w *Work) Step(ctx context.Context) (more bool) {
	switch {
	case w.lines != nil:
		w.lines.Step(ctx)
		m := &w.made.Moves[w.left]
		m.Why, m.Then, m.After = w.lines.Why, w.lines.Then, w.lines.After
		if !w.lines.More() {
			w.lines = nil
		}
	case w.left > 0:
		w.left--
		w.look(ctx, w.left)
	}
	return w.left > 0 || w.lines != nil
}

// Review returns the results so far; moves not analysed yet have no values.
func (w *Work) Review() Review { return w.made }

// look analyses the i-th move.
func (w *Work) look(ctx context.Context, i int) {
	p, m := w.plies[i], &w.made.Moves[i]
	*m = Move{Seat: p.Seat, Played: p.Move}
	r, ok := p.View.Review(ctx, games.Budget{Nodes: w.budget.Nodes, Seed: Seed(w.budget.Seed, i)})
	if !ok || len(r.Moves) == 0 {
		return
	}
	m.Measure, m.Choices = r.Measure, len(r.Moves)
	var best *games.Reviewed[string]
	for j := range r.Moves {
		moved := &r.Moves[j]
		if moved.Move == p.Move {
			if value, exact, ok := w.after(i, r.Measure); ok && exact {
				moved.Value, moved.Proven = value, true
			}
			m.Known, m.Value, m.Exact = true, moved.Value, moved.Proven
		}
		if best == nil || moved.Value > best.Value || moved.Value == best.Value && moved.Move == p.Move {
			best = moved
		}
	}
	// An estimate from what the player could know may rate a winning move low. It is not set as proven,
	// because the opponent's move before it would then be judged by what they could not know.
	if p.Wins && r.Measure == games.ByChance {
		best = &games.Reviewed[string]{Move: p.Move, Value: 1}
		m.Known, m.Value = true, 1
	}
	m.Best, m.BestValue, m.BestExact = best.Move, best.Value, best.Proven
	m.Only = r.Only(func(move string) bool { return move == best.Move })
	// A board has one value: that by which its own moves are judged. It comes from a deeper search than that of
	// the move before it, so that a mistake has to be one by both.
	if value, exact, ok := w.after(i, r.Measure); ok && !m.Exact && m.Known {
		m.doubted = !m.mistaken()
		m.Value, m.Exact = value, exact
	}
	if m.mistaken() {
		answer := ""
		if i+1 < len(w.plies) && w.made.Moves[i+1].Known {
			answer = w.made.Moves[i+1].Best
		}
		w.lines = Follow(p.View, m.Best, p.Move, answer, false, w.budget)
	}
}

// after returns the value to the seat of a move of the board that it leads to, if that is analysed.
func (w *Work) after(i int, by games.Measure) (value float64, exact, ok bool) {
	if i+1 >= len(w.plies) || w.made.Secrets {
		return 0, false, false
	}
	next := w.made.Moves[i+1]
	if !next.Known || next.Measure != by || w.plies[i].View.Guess(0).Seats() > 2 {
		return 0, false, false
	}
	switch {
	case next.Seat == w.plies[i].Seat:
		return next.BestValue, next.BestExact, true
	case by == games.ByChance:
		return 1 - next.BestValue, next.BestExact, true
	}
	return -next.BestValue, next.BestExact, true
}

// Review holds the values of the moves of a game, in their order.
type Review struct {
	Moves   []Move
	Secrets bool // each move is judged by what its seat could know
}

// Move holds the value of a move to its seat, compared with the best one.
type Move struct {
	Seat             games.Seat
	Played, Best     string
	Measure          games.Measure
	Value, BestValue float64   // values in the Measure
	Exact, BestExact bool      // whether the values are proven
	Known            bool      // Value and BestValue are known
	Only             bool      // Best is proven to be better than all others
	Choices          int       // number of legal moves
	Why              games.Why // why Best is better, for mistakes
	// moves that the strongest computer player would make after Best, for mistakes without secrets
	Then  []Ply
	After *games.Position // the position after Then

	doubted bool // not a mistake by the search that compares the moves
}

// scale is the lead that raises the chance to win from one half to two thirds.
const scale = 6

// share converts a value into a share of the win, from 0 to 1. A proven value gives the result
// itself.
func share(by games.Measure, value float64, exact bool) float64 {
	switch {
	case by == games.ByChance:
		return value
	case exact && value != 0:
		return (1 + math.Copysign(1, value)) / 2
	}
	return 1 / (1 + math.Exp(-value*math.Ln2/scale))
}

// Loss returns the part of the share of the win that the move lost, from 0 to 1.
func (m Move) Loss() float64 {
	if !m.Known || m.Played == m.Best || m.doubted {
		return 0
	}
	return max(0, share(m.Measure, m.BestValue, m.BestExact)-share(m.Measure, m.Value, m.Exact))
}

// mistake is the least Loss of a mistake.
const mistake = 0.1

// mistaken reports whether a move is a mistake: there was a choice, and it lost much of the win or of
// the margin. A player who is far behind can lose little of the win, but still much of the margin.
// Proven margins do not count, because they may be bounds.
func (m Move) mistaken() bool {
	lost := m.Measure == games.ByMargin && !m.Exact && !m.BestExact && m.BestValue-m.Value >= scale
	return m.Choices > 1 && m.Known && m.Played != m.Best && !m.doubted && (lost || m.Loss() >= mistake)
}

// Mistakes counts the mistakes of a seat that Shown returns, and its moves with a choice whose value is
// known. One game is too short for a grade: where everything is decided, random moves can look like
// those of a master.
func (r Review) Mistakes(seat games.Seat) (n, of int) {
	for _, i := range r.Shown() {
		if r.Moves[i].Seat == seat {
			n++
		}
	}
	for _, m := range r.Moves {
		if m.Seat == seat && m.Known && m.Choices > 1 {
			of++
		}
	}
	return n, of
}

// behind is the share of the win below which a player is behind.
const behind = 0.4

// Behind reports whether a seat was behind at its first move whose value is known, whatever it
// would have played.
func (r Review) Behind(seat games.Seat) bool {
	for _, m := range r.Moves {
		if m.Seat == seat && m.Known {
			return share(m.Measure, m.BestValue, m.BestExact) < behind
		}
	}
	return false
}

// turning is the least Loss of a turning point.
const turning = 0.15

// turns reports whether a move is a turning point: it lost much of the win, and with it a lead or an
// even game. In a game that is lost, or that stays as good as won, nothing turns.
func (m Move) turns() bool {
	return m.Loss() >= turning && share(m.Measure, m.BestValue, m.BestExact) >= behind &&
		share(m.Measure, m.Value, m.Exact) <= 1-behind
}

// Shown returns the indices of the moves that a review shows, in the order of play: all mistakes. In a
// game with secrets values are guesses, so that only turning points are shown. If a seat misses the same
// move several times running, and for no other reason, only the worst of these mistakes is shown.
func (r Review) Shown() (moves []int) {
	var last [games.MaxSeats]int // how many moves are shown up to the latest move of each seat, if it is a mistake
	for i, m := range r.Moves {
		n := last[m.Seat]
		switch {
		case r.Secrets && !m.turns(), !r.Secrets && !m.mistaken():
			last[m.Seat] = 0
		case n == 0 || !m.repeats(r.Moves[moves[n-1]]):
			moves = append(moves, i)
			last[m.Seat] = len(moves)
		case m.Loss() > r.Moves[moves[n-1]].Loss():
			moves[n-1] = i
		}
	}
	slices.Sort(moves)
	return moves
}

// repeats reports whether a mistake misses the same move as another one, unless that move now does
// something else.
func (m Move) repeats(other Move) bool {
	told := m.Why.Move == m.Best && other.Why.Move == m.Best // both reasons say what it does
	return m.Best == other.Best && (!told || m.Why.Says.Format == other.Why.Says.Format)
}

// Greatest returns the most important of Shown, in the order of play: first those of a seat, then
// turning points, then those with the greatest Loss. The first parameter limits their number. In a game
// with secrets a seat gets its own alone, because it did not see what the others judged by.
func (r Review) Greatest(most int, own games.Seat) []int {
	moves := r.Shown()
	if r.Secrets && own != games.Spectator {
		moves = slices.DeleteFunc(moves, func(i int) bool { return r.Moves[i].Seat != own })
	}
	rank := func(i int) (n float64) {
		m := r.Moves[i]
		if n = -m.Loss(); m.turns() {
			n--
		}
		if m.Seat == own {
			n -= 2
		}
		return n
	}
	slices.SortStableFunc(moves, func(a, b int) int { return cmp.Compare(rank(a), rank(b)) })
	moves = moves[:min(most, len(moves))]
	slices.Sort(moves)
	return moves
}

// Decisive returns the index of the mistake that decided a match: the turning point with the
// greatest Loss among those of players who have not won. Without winners those of all players
// count. It returns false if there is none.
func (r Review) Decisive(winners games.Seats) (move int, ok bool) {
	for i, m := range r.Moves {
		if winners.Has(m.Seat) || !m.turns() {
			continue
		}
		if !ok || m.Loss() > r.Moves[move].Loss() {
			move, ok = i, true
		}
	}
	return move, ok
}

// Course returns the share of the win that the first of two seats had after each move, from 0 to 1.
// A move with unknown value keeps the share before it. In a game with secrets it is what one seat could know:
// the other seat judged by something else. A win of the other one ends it.
func (r Review) Course(by games.Seat) []float64 {
	list := make([]float64, len(r.Moves))
	now := 0.5
	for i, m := range r.Moves {
		ends := i == len(r.Moves)-1 && m.Value == 1
		if m.Known && (!r.Secrets || m.Seat == by || ends) {
			if now = share(m.Measure, m.Value, m.Exact); m.Seat != 0 {
				now = 1 - now
			}
		}
		list[i] = now
	}
	return list
}
