package fish

import (
	"math/bits"
	"slices"
	"strings"

	"paddock/games"
)

// Moves lists the legal moves of the seat to move (F23).
func (p Position) Moves() []Move { return slices.Collect(rules{}.Legal(p)) }

// Play plays a legal move of the seat to move.
func (p Position) Play(m Move) Position {
	next, _ := rules{}.Apply(p, p.ToMove, m)
	return next
}

// RemovePenguin removes the penguin on a tile, given by name: the memo's remove_penguin. The tile
// stays, as when a player is removed (F3). A stuck penguin leaves by itself and with its tile
// (F24). It returns a *games.Refusal if the tile does not exist or has no penguin.
func (p Position) RemovePenguin(tile string) (Position, error) {
	c, ok := p.Shape.geometry().byName[strings.ToLower(strings.TrimSpace(tile))]
	if !ok {
		return p, games.Refuse("There is no tile %q on this board.", tile)
	}
	if p.removePenguin(c) == games.Spectator {
		return p, games.Refuse("No penguin stands on %s, so none can be removed.", p.Shape.geometry().names[c])
	}
	return p, nil
}

// Result returns the outcome, if the game is over.
func (p Position) Result() (games.Outcome, bool) { return rules{}.Outcome(p) }

// Format writes a move in the position before it (F31).
func (p Position) Format(m Move) string { return rules{}.Format(p, m) }

// Neighbours returns the cells around a cell in the course's order N, NE, SE, S, SW, NW; -1 where
// there is none.
func (s Shape) Neighbours(c Cell) [6]Cell { return s.geometry().neighbours[c] }

// ReachCount returns the number of tiles within straight lines from a cell (F61).
func (p Position) ReachCount(from Cell) int { return bits.OnesCount64(p.Reach(from)) }

// NewCourse returns a game on a uniform course board, before the first placement. It returns a
// *games.Refusal if the penguins do not fit (F1).
func NewCourse(rows, cols, fish, seats int) (Position, error) {
	return rules{}.Start(games.Setup{Seats: seats, Options: games.Options{
		"rules": "course", "rows": itoa(rows), "columns": itoa(cols), "fish": itoa(fish), "holes": "0", "penguins": "0",
	}})
}
