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

// RemovePenguin takes the penguin off that stands on a tile, which is named as in moves: the memo's remove_penguin. The tile stays, as when its player is
// removed (F3); a penguin that is stuck leaves by itself, with its tile (F24). It is a *games.Refusal if the tile does not exist or nobody stands there.
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

// Result is the outcome, if the game is over.
func (p Position) Result() (games.Outcome, bool) { return rules{}.Outcome(p) }

// Format writes a move in the position before it (F31).
func (p Position) Format(m Move) string { return rules{}.Format(p, m) }

// Neighbours are the cells around a cell in the course's order N, NE, SE, S, SW, NW; -1 where there is none.
func (s Shape) Neighbours(c Cell) [6]Cell { return s.geometry().neighbours[c] }

// ReachCount is the number of tiles that could be reached from a cell in straight lines (F61).
func (p Position) ReachCount(from Cell) int { return bits.OnesCount64(p.Reach(from)) }

// NewCourse is a game on a uniform course board, before the first placement; a *games.Refusal if the penguins do not fit (F1).
func NewCourse(rows, cols, fish, seats int) (Position, error) {
	return rules{}.Start(games.Setup{Seats: seats, Options: games.Options{
		"rules": "course", "rows": itoa(rows), "columns": itoa(cols), "fish": itoa(fish), "holes": "0", "penguins": "0",
	}})
}
