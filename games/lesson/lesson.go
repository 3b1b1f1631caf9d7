// Package lesson contains the first lessons of each game: a few boards, each with one idea and one
// move to find. The rules judge a move by its effect; some boards list answers as well. The package
// knows games by their ids and positions by their texts. A game may have no lessons. Start reading
// at [Of].
package lesson

import (
	"slices"
	"strings"

	"paddock/games"
)

// Board is one board of a game's lessons.
type Board struct {
	Position string         // position text
	Seat     games.Seat     // the seat to move
	Idea     games.Sentence // the idea to learn
	Ask      games.Sentence // the task
	Right    games.Sentence // text shown after a right move
	wrong    []wrong
	aim      aim
}

// wrong is one kind of wrong answer and its explanation.
type wrong struct {
	when aim // the condition; nil: every move without another explanation
	say  games.Sentence
}

// Answer is a move on a board of a lesson, and its result.
type Answer struct {
	At, Next *games.Position
	Moves    []string // canonical moves
	Right    bool
	Say      games.Sentence // why the move is right or wrong
}

// Of returns the boards of a game's lessons, from first to last.
func Of(id games.ID) []Board {
	switch id {
	case "kalah":
		return kalah
	case "halatafl":
		return halatafl
	case "stratego":
		return stratego
	case "fish":
		return fish
	}
	return nil
}

// Start returns the position of a board.
func (b Board) Start(g *games.Game) (*games.Position, error) { return g.Parse(b.Position) }

// Try judges a move. The error is a *games.Refusal if the move is not legal.
func (b Board) Try(g *games.Game, move string) (Answer, error) {
	at, err := b.Start(g)
	if err != nil {
		return Answer{}, err
	}
	done, err := at.Play(b.Seat, move)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{At: at, Next: done.Next, Moves: done.Moves}
	t := try{seat: b.Seat, at: at, Played: done}
	if b.aim(t) {
		a.Right, a.Say = true, b.Right
		return a, nil
	}
	for _, w := range b.wrong {
		if w.when == nil || w.when(t) {
			a.Say = w.say
			break
		}
	}
	return a, nil
}

// try is a move that a learner made.
type try struct {
	games.Played
	seat games.Seat
	at   *games.Position // the position before the move
}

// move returns the last move of the played text.
func (t try) move() string { return t.Moves[len(t.Moves)-1] }

// aim reports whether a move reaches a goal, or makes a certain mistake.
type aim func(try) bool

// again holds if the same seat moves again.
func again(t try) bool { return t.Next.Turn().Waiting.Has(t.seat) }

// wins holds if the seat has won.
func wins(t try) bool {
	o, over := t.Next.Outcome()
	return over && o.Winners() == games.SeatSet(t.seat)
}

// gains holds if the seat has more points than before, in games with points.
func gains(t try) bool {
	before, _ := t.at.Standing()
	after, _ := t.Next.Standing()
	return after.Score[t.seat] > before.Score[t.seat]
}

// safe holds if the opponent has no jump.
func safe(t try) bool {
	for m := range t.Next.View(1 - t.seat).Legal() {
		if strings.Contains(m, "x") {
			return false
		}
	}
	return true
}

// happens returns an aim that is reached by a move with an event of the given kind for a seat.
func happens(kind games.EventKind, seat games.Seat) aim {
	return func(t try) bool {
		return slices.ContainsFunc(t.Events, func(e games.Event) bool { return e.Kind == kind && e.Seat == seat })
	}
}

// plays returns the aim to play one of some moves.
func plays(moves ...string) aim {
	return func(t try) bool { return slices.Contains(moves, t.move()) }
}

// arranges returns the aim that the seat's arrangement is as in the text.
func arranges(text string) aim {
	return func(t try) bool {
		a, ok := t.Next.View(t.seat).Arrangement()
		return ok && a.Text == text
	}
}

// begins and ends return the aims to move from, or to, a place.
func begins(from string) aim { return func(t try) bool { return strings.HasPrefix(t.move(), from) } }
func ends(to string) aim     { return func(t try) bool { return strings.HasSuffix(t.move(), to) } }
