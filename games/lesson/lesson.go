// Package lesson has the first lessons of each game: a few boards, each with one idea and one move to be found. A move is judged by what the rules make of it,
// never by a list of answers alone. It knows the games by their ids and positions by their texts; a game without lessons has none. Start reading at [Of].
package lesson

import (
	"slices"
	"strings"

	"paddock/games"
)

// Board is one board of a game's lessons.
type Board struct {
	Position string         // text
	Seat     games.Seat     // whose move is asked for
	Idea     games.Sentence // what there is to learn
	Ask      games.Sentence // what to do here
	Right    games.Sentence // said of a move that does it
	wrong    []wrong
	aim      aim
}

// wrong is why a move does not do what was asked.
type wrong struct {
	when aim // nil: always
	say  games.Sentence
}

// Answer is a move on a board of a lesson, and what came of it.
type Answer struct {
	At, Next *games.Position
	Moves    []string // as they were played
	Right    bool
	Say      games.Sentence // why it does what was asked, or why not
}

// Of lists the boards of a game's lessons, from first to last.
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

// Start is the position of a board.
func (b Board) Start(g *games.Game) (*games.Position, error) { return g.Parse(b.Position) }

// Try judges a move. The error is a *games.Refusal: the move is not legal.
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

// try is a move that somebody has made.
type try struct {
	games.Played
	seat games.Seat
	at   *games.Position // before it
}

// move is the last one of the text that was played.
func (t try) move() string { return t.Moves[len(t.Moves)-1] }

// aim reports whether a move does what was asked, or has gone wrong in some way.
type aim func(try) bool

// again is to move once more.
func again(t try) bool { return t.Next.Turn().Waiting.Has(t.seat) }

// wins is to have won.
func wins(t try) bool {
	o, over := t.Next.Outcome()
	return over && o.Winners() == games.SeatSet(t.seat)
}

// gains is to have more points than before, in games that can tell.
func gains(t try) bool {
	before, _ := t.at.Standing()
	after, _ := t.Next.Standing()
	return after.Score[t.seat] > before.Score[t.seat]
}

// safe is that the other side has no jump.
func safe(t try) bool {
	for m := range t.Next.View(1 - t.seat).Legal() {
		if strings.Contains(m, "x") {
			return false
		}
	}
	return true
}

// happens is that an event comes about for a seat.
func happens(kind games.EventKind, seat games.Seat) aim {
	return func(t try) bool {
		return slices.ContainsFunc(t.Events, func(e games.Event) bool { return e.Kind == kind && e.Seat == seat })
	}
}

// plays is one of some moves.
func plays(moves ...string) aim {
	return func(t try) bool { return slices.Contains(moves, t.move()) }
}

// begins and ends are moves from, and to, somewhere.
func begins(from string) aim { return func(t try) bool { return strings.HasPrefix(t.move(), from) } }
func ends(to string) aim     { return func(t try) bool { return strings.HasSuffix(t.move(), to) } }
