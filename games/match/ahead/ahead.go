// Package ahead is the arithmetic of moves that have not been played yet: lines that somebody tries out, and conditional moves, "if they play this, I play
// that" (P26, P97). A line is judged from the view of the seat whose owner enters it and from nothing else, so that nobody can find out by entering one
// what is hidden from them; and it comes about by moves as they stand in the log for everybody. Nothing here changes a match: paddock/games/match/service
// plays what [Next] says. Start reading at [From], then [Next].
package ahead

import (
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/match"
)

// Bounds of what one person prepares for one match.
const (
	MostLines = 25
	MostPlies = 20
)

// Position is the end of a line as one seat may know it: the positions that fit all that the seat knows, of which there is one where nothing is hidden. It
// is a value.
type Position struct {
	seat    games.Seat
	worlds  []*games.Position
	plies   []match.Ply
	unclear bool // what the last ply has brought about follows from what is hidden
}

// mostWorlds is how many positions stand for all that can be hidden.
const mostWorlds = 24

// From is the beginning of a line: what a view knows.
func From(view *games.View) Position {
	p := Position{seat: view.Seat}
	n := uint64(1)
	if view.Game.Hidden {
		n = mostWorlds
	}
	for seed := range n {
		p.worlds = append(p.worlds, view.Guess(seed+1))
	}
	return p
}

// Plies are the moves of the line so far.
func (p Position) Plies() []match.Ply { return slices.Clip(p.plies) }

// View is what the seat would know of the position; not ok where that follows from what is hidden from it.
func (p Position) View() (view *games.View, ok bool) {
	if p.unclear {
		return nil, false
	}
	return p.worlds[0].View(p.seat), true
}

// Over reports whether the line has come to the end of the game.
func (p Position) Over() bool {
	_, over := p.worlds[0].Outcome()
	return over && !p.unclear
}

// Mover is the seat that is to move, Spectator if there is none or that is unclear.
func (p Position) Mover() games.Seat {
	if p.Over() {
		return games.Spectator
	}
	for seat := range p.worlds[0].Turn().Waiting.All() {
		return seat
	}
	return games.Spectator
}

// Moves are what whoever is to move could play as far as the seat knows, in the order of the game's own list, those that begin with a text and at most so
// many: in a game with secrets all that is possible in any of the positions.
func (p Position) Moves(begin string, most int) (moves []string) {
	mover := p.Mover()
	if mover == games.Spectator {
		return nil
	}
	seen := map[string]bool{}
	for _, w := range p.worlds {
		for m := range w.View(mover).Legal() {
			if len(moves) == most {
				return moves
			}
			if !seen[m] && strings.HasPrefix(m, begin) {
				seen[m] = true
				moves = append(moves, m)
			}
		}
		if mover == p.seat && !p.unclear { // the same in all of them
			break
		}
	}
	return moves
}

// Choosing is the view from which whoever is to move chooses, by the controls of the game; not ok where it would show what is hidden from the seat, or
// something made up: then there are only Moves.
func (p Position) Choosing() (view *games.View, ok bool) {
	mover := p.Mover()
	if mover == games.Spectator || p.unclear || mover != p.seat && p.worlds[0].Game.Hidden {
		return nil, false
	}
	return p.worlds[0].View(mover), true
}

// Play goes on with a move text of whoever is to move, which may hold several moves of a turn. The error is a *games.Refusal.
func (p Position) Play(text string) (Position, error) {
	mover := p.Mover()
	if mover == games.Spectator {
		return p, games.Refuse("The line ends here, because the game is over then. Take a step back, or begin anew.")
	}
	if len(p.plies) >= MostPlies {
		return p, games.Refuse("A line has at most %d moves. Take a step back, or begin anew.", MostPlies)
	}
	next := Position{seat: p.seat}
	var first error
	var moves []string
	for _, w := range p.worlds {
		done, err := w.Play(mover, text)
		if err != nil {
			if first == nil {
				first = err
			}
			continue
		}
		next.worlds, moves = append(next.worlds, done.Next), done.Moves
	}
	switch {
	case len(next.worlds) > 0:
	case p.worlds[0].Game.Hidden && mover != p.seat, p.unclear: // what such a refusal says would be made up
		return p, games.Refuse("As far as you can know %q can't be played then. Choose another move.", text)
	default:
		return p, first
	}
	next.plies = slices.Clip(p.plies)
	for _, m := range moves {
		next.plies = append(next.plies, match.Ply{Seat: mover, Move: m})
	}
	next.unclear = p.unclear || next.differs()
	return next, nil
}

// differs reports whether the seat would see different things in the positions.
func (p Position) differs() bool {
	for _, w := range p.worlds[1:] {
		if w.View(p.seat).Text() != p.worlds[0].View(p.seat).Text() {
			return true
		}
	}
	return false
}

// Steps are the positions of a line from the beginning on, as far as it can be played.
func (p Position) Steps(plies []match.Ply) []Position {
	steps := []Position{p}
	for _, ply := range plies {
		if p.Mover() != ply.Seat {
			break
		}
		next, err := p.Play(ply.Move)
		if err != nil {
			break
		}
		p = next
		steps = append(steps, p)
	}
	return steps
}

// Conditional is a line as conditional moves of a seat: up to its own last move. False if it has no move of the seat's own after one of somebody else.
func Conditional(plies []match.Ply, seat games.Seat) ([]match.Ply, bool) {
	for len(plies) > 0 && plies[len(plies)-1].Seat != seat {
		plies = plies[:len(plies)-1]
	}
	others := slices.ContainsFunc(plies, func(p match.Ply) bool { return p.Seat != seat })
	return slices.Clone(plies), others
}

// Add puts a line in front of others, which lose what it contradicts: an answer of the seat's own to the same moves that is another one, and what is part
// of the new line anyway. It reports false if there are too many.
func Add(lines []match.Line, l match.Line, seat games.Seat) ([]match.Line, bool) {
	kept := []match.Line{l}
	for _, old := range lines {
		if old.From != l.From || !contradicts(old.Plies, l.Plies, seat) {
			kept = append(kept, old)
		}
	}
	return kept, len(kept) <= MostLines
}

// contradicts reports whether two lines part at a move of the seat's own, or one is the beginning of the other.
func contradicts(a, b []match.Ply, seat games.Seat) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i].Seat == seat
		}
	}
	return true
}

// Stands reports whether a line has come about so far: what has been played since it began is its beginning, and it goes on.
func Stands(l match.Line, played []match.Ply) bool {
	return len(played) < len(l.Plies) && slices.Equal(played, l.Plies[:len(played)])
}

// Next is the move that is to be played for a seat, by the lines of its owner and the log of the match: the answer to what others have played.
func Next(lines []match.Line, log []match.Event, seat games.Seat) (move string, ok bool) {
	for _, l := range lines {
		played, goesOn := match.Since(log, l.From)
		if !goesOn || !Stands(l, played) || l.Plies[len(played)].Seat != seat {
			continue
		}
		if slices.ContainsFunc(played, func(p match.Ply) bool { return p.Seat != seat }) {
			return l.Plies[len(played)].Move, true
		}
	}
	return "", false
}

// Split are the lines that can still come about after what is in a log, and those that can't any more: they have been played to their end, or something
// else has happened. Played is what has been of all those that are gone.
func Split(lines []match.Line, log []match.Event) (stand, done, missed []match.Line) {
	for _, l := range lines {
		played, goesOn := match.Since(log, l.From)
		switch {
		case goesOn && Stands(l, played):
			stand = append(stand, l)
		case len(played) >= len(l.Plies) && slices.Equal(played[:len(l.Plies)], l.Plies):
			done = append(done, l)
		default:
			missed = append(missed, l)
		}
	}
	return stand, done, missed
}

// Rebase is a line as it goes on from a later position of the match; false if it does not go on.
func Rebase(l match.Line, log []match.Event, made match.Seq) (match.Line, bool) {
	played, goesOn := match.Since(log, l.From)
	if !goesOn || len(played) > len(l.Plies) || !slices.Equal(played, l.Plies[:len(played)]) {
		return match.Line{From: made}, false
	}
	return match.Line{From: made, Plies: slices.Clone(l.Plies[len(played):])}, true
}
