// Package ahead computes with moves that have not been played yet: trial lines, and conditional
// moves, "if they play this, I play that" (P26, P97). A line is judged only from the view of its
// owner's seat, so entering one reveals nothing hidden. A line comes true when the public log
// contains its moves. Nothing here changes a match; paddock/games/match/service plays the result of
// [Next]. Start reading at [From], then [Next].
package ahead

import (
	"errors"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/match"
)

// Limits on what one person prepares for one match.
const (
	MostLines = 25
	MostPlies = 20
)

// Position is the end of a line from the view of one seat. It holds full positions that fit the
// view; without hidden information there is exactly one. It is a value.
type Position struct {
	seat    games.Seat
	worlds  []*games.Position
	plies   []match.Ply
	unclear bool // hidden information decides the effect of the last ply
}

// mostWorlds is the number of positions that represent all possible hidden states.
const mostWorlds = 24

// From returns the beginning of a line: the position of a view.
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

// Plies returns the moves of the line so far.
func (p Position) Plies() []match.Ply { return slices.Clip(p.plies) }

// View returns what the seat would know of the position. It returns false where that depends on
// hidden information.
func (p Position) View() (view *games.View, ok bool) {
	if p.unclear {
		return nil, false
	}
	return p.worlds[0].View(p.seat), true
}

// Over reports whether the line has reached the end of the game.
func (p Position) Over() bool {
	_, over := p.worlds[0].Outcome()
	return over && !p.unclear
}

// Mover returns the seat that is to move, or Spectator if there is none or hidden information
// decides it.
func (p Position) Mover() games.Seat {
	if p.Over() {
		return games.Spectator
	}
	for seat := range p.worlds[0].Turn().Waiting.All() {
		return seat
	}
	return games.Spectator
}

// Moves returns at most the given number of moves of the seat to move that begin with a text, in
// the order of the game's own list. In a game with secrets it returns the moves that are possible
// in any of the positions.
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
		if mover == p.seat && !p.unclear { // all positions of the game lead to the same moves
			break
		}
	}
	return moves
}

// Complete lists ways to continue a half-typed move of the seat to move that are possible in any of
// the positions. They have texts alone, because a label could name a piece that is only guessed.
func (p Position) Complete(text string) (ways []games.Completion) {
	mover := p.Mover()
	if mover == games.Spectator {
		return nil
	}
	seen := map[string]bool{}
	for _, w := range p.worlds {
		for _, c := range w.View(mover).Complete(text) {
			if !seen[c.Text] {
				seen[c.Text] = true
				ways = append(ways, games.Completion{Text: c.Text, Whole: c.Whole})
			}
		}
	}
	return ways
}

// Choosing returns the view that the game's controls need to choose the next move. It returns false
// where the view would show hidden or invented facts; then only Moves and Complete help.
func (p Position) Choosing() (view *games.View, ok bool) {
	mover := p.Mover()
	if mover == games.Spectator || p.unclear || mover != p.seat && p.worlds[0].Game.Hidden {
		return nil, false
	}
	return p.worlds[0].View(mover), true
}

// Play adds a move text of the seat to move. The text may hold several moves of a turn. The error
// is a *games.Refusal.
func (p Position) Play(text string) (Position, error) {
	mover := p.Mover()
	if mover == games.Spectator {
		return p, games.Refuse("The game is over at this point. Take a step back, or start again.")
	}
	if len(p.plies) >= MostPlies {
		return p, games.Refuse("A line can have %d moves at most. Take a step back, or start again.", MostPlies)
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
	case p.worlds[0].Game.Hidden && mover != p.seat, p.unclear: // the refusal would describe an invented position
		return p, games.Refuse("As far as you know, %q won't be possible then. Choose another move.", text)
	case mover == p.seat:
		return p, first
	default: // the game's sentence addresses the mover, who does not read this answer
		if why, ok := errors.AsType[*games.Refusal](first); ok {
			first = games.Refuse("The other side can't play that. They would be told: %s", why.Say)
		}
		return p, first
	}
	next.plies = slices.Clip(p.plies)
	for _, m := range moves {
		next.plies = append(next.plies, match.Ply{Seat: mover, Move: m})
	}
	next.unclear = p.unclear || next.differs()
	return next, nil
}

// differs reports whether the seat would see a difference between the positions.
func (p Position) differs() bool {
	return slices.ContainsFunc(p.worlds[1:], func(w *games.Position) bool {
		return w.View(p.seat).Text() != p.worlds[0].View(p.seat).Text()
	})
}

// Steps returns the positions along a line, as far as it can be played.
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

// Conditional returns a line as conditional moves of a seat: up to that seat's last move. It
// returns false if the seat has no move in it after a move of another seat.
func Conditional(plies []match.Ply, seat games.Seat) ([]match.Ply, bool) {
	last := 0
	for i, p := range plies {
		if p.Seat == seat {
			last = i + 1
		}
	}
	plies = plies[:last]
	others := slices.ContainsFunc(plies, func(p match.Ply) bool { return p.Seat != seat })
	return slices.Clone(plies), others
}

// Add puts a line in front of others. It removes other answers to the same moves, and lines that
// are part of the new one. It returns false if there would be too many lines.
func Add(lines []match.Line, l match.Line, seat games.Seat) ([]match.Line, bool) {
	kept := []match.Line{l}
	for _, old := range lines {
		if old.From != l.From || !contradicts(old.Plies, l.Plies, seat) {
			kept = append(kept, old)
		}
	}
	return kept, len(kept) <= MostLines
}

// Prepare returns the lines of a notebook with a new one. Made is the event of the present
// position, where the new line begins. Lines that can't be reached any more are left out, and so are
// lines without a move left, which are beginnings of the new one. It returns false if there would be
// too many lines.
func Prepare(lines []match.Line, log []match.Event, made match.Seq, plies []match.Ply,
	seat games.Seat,
) ([]match.Line, bool) {
	var kept []match.Line
	for _, l := range lines {
		if l, goesOn := Rebase(l, log, made); goesOn {
			kept = append(kept, l)
		}
	}
	return Add(kept, match.Line{From: made, Plies: plies}, seat)
}

// contradicts reports whether two lines first differ at a move of the seat, or one is the beginning
// of the other.
func contradicts(a, b []match.Ply, seat games.Seat) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i].Seat == seat
		}
	}
	return true
}

// Stands reports whether a line can still come true: it begins with the moves played since, and has
// at least one more.
func Stands(l match.Line, played []match.Ply) bool {
	return len(played) < len(l.Plies) && slices.Equal(played, l.Plies[:len(played)])
}

// Next returns the move that the seat's lines prescribe after the log of the match, if any.
func Next(lines []match.Line, log []match.Event, seat games.Seat) (move string, ok bool) {
	for _, l := range lines {
		played, goesOn := since(log, l.From)
		if !goesOn || !Stands(l, played) || l.Plies[len(played)].Seat != seat {
			continue
		}
		if slices.ContainsFunc(played, func(p match.Ply) bool { return p.Seat != seat }) {
			return l.Plies[len(played)].Move, true
		}
	}
	return "", false
}

// Split divides lines by a log. Stand holds those that can still come true, done those played to
// their end, and missed those that no longer fit.
func Split(lines []match.Line, log []match.Event) (stand, done, missed []match.Line) {
	for _, l := range lines {
		played, goesOn := since(log, l.From)
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

// Rebase returns the rest of a line from a later position of the match. It returns false if the
// line does not reach that position.
func Rebase(l match.Line, log []match.Event, made match.Seq) (match.Line, bool) {
	played, goesOn := since(log, l.From)
	if !goesOn || len(played) > len(l.Plies) || !slices.Equal(played, l.Plies[:len(played)]) {
		return match.Line{From: made}, false
	}
	return match.Line{From: made, Plies: slices.Clone(l.Plies[len(played):])}, true
}

// since returns the moves after the event that made a position. GoesOn is false if anything else
// happened since: a takeback, a ruling, a new player in a seat.
func since(log []match.Event, from match.Seq) (plies []match.Ply, goesOn bool) {
	i := slices.IndexFunc(log, func(e match.Event) bool { return e.Seq == from })
	if i < 0 {
		return nil, false
	}
	for _, e := range log[i+1:] {
		switch e.Kind {
		case match.Moved:
			plies = append(plies, match.Ply{Seat: e.Seat, Move: e.Move})
		case match.Undone, match.Ruled, match.HandedOver, match.Ended:
			return plies, false
		}
	}
	return plies, true
}
