// Package arena runs one game between programs, as the referee of Fish's memo does: it asks the players in turn, keeps their clock, tells them what has
// happened, and rules on who is late or fails. A player can be a level of this program or anything else that implements [Player], such as another program
// behind a pipe; it may be slow, fail, panic or answer nonsense, and the game goes on.
//
// It makes no chance and stores nothing; a context that ends keeps the clock. Which ruling a lapse calls for says package referee. Start reading at
// [Table.Play]; seat.go is how a player is asked.
package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Player is a program that plays.
type Player interface {
	// Move chooses a move of the viewing seat. Ctx ends with the player's clock; what is answered afterwards counts for nothing. An error is as good as no
	// answer. Calls come one at a time.
	Move(ctx context.Context, v *games.View) (string, error)
}

// Listener is implemented by players that want to know more than whose turn it is (F8). The calls come in order, between those of Move, on the
// player's own time; a player that is busy for long misses some, which does no harm, for a view is whole.
type Listener interface {
	// State is told to all who are still in: at the start and after every accepted move, skip and removal. Nobody is told of what was refused.
	State(v *games.View)
	// Answer is told to the player who moved, alone: the move as it was played, or why it was refused, a *games.Refusal.
	Answer(move string, refused error)
	// Over is told to all, the removed included.
	Over(o games.Outcome)
}

// Table is who plays, and how long they may think. The zero Clock is none: then only failing is ruled on.
type Table struct {
	Clock   time.Duration // for each move; 5 s in the memo
	Players []Player      // by seat
}

// MostRefusals is how many illegal answers a turn bears: with the last one the player has failed.
const MostRefusals = 3

// ErrLate is the cause of a ruling on somebody who has not answered in time.
var ErrLate = errors.New("arena: no answer in time")

// Incident is a ruling of the referee, and why.
type Incident struct {
	games.Ruling
	Cause error // ErrLate, or how the player has failed
}

// Played is a game that was played to its end.
type Played struct {
	Outcome   games.Outcome
	Incidents []Incident
}

// Out is the seats that were put out of the game.
func (p Played) Out() (set games.Seats) {
	for _, i := range p.Incidents {
		if i.Kind != games.Skip {
			set |= games.SeatSet(i.Seat)
		}
	}
	return set
}

// Play plays a game from a position to its end. Who is late or fails loses the turn, and at the second time in their turns running, or while
// penguins are placed, they leave the game (F3, F5); in a game that knows no skip they have lost. The error is that of ctx.
func (t Table) Play(ctx context.Context, pos *games.Position) (Played, error) {
	g := game{pos: pos, clock: referee.Clock{Policy: referee.Policy{PerMove: time.Second, Lapse: referee.Skip}}, limit: t.Clock}
	for _, p := range t.Players {
		g.seats = append(g.seats, sit(p))
	}
	defer func() {
		for _, s := range g.seats {
			s.leave()
		}
	}()
	g.tellState()
	for {
		if o, over := g.outcome(); over {
			g.played.Outcome = o
			for _, s := range g.seats {
				s.tell(func(l Listener) { l.Over(o) })
			}
			return g.played, nil
		}
		if err := g.turn(ctx); err != nil {
			return g.played, err
		}
		g.tellState()
	}
}

// game is a game while it is played. Its clock runs in turns, not in time: the time is kept by contexts.
type game struct {
	pos    *games.Position
	seats  []*seat
	clock  referee.Clock
	limit  time.Duration
	ended  *games.Outcome // by a ruling after which the game can't go on
	played Played
}

func (g *game) outcome() (games.Outcome, bool) {
	if g.ended != nil {
		return *g.ended, true
	}
	return g.pos.Outcome()
}

// turn asks whoever is to move, and carries out what comes of it.
func (g *game) turn(ctx context.Context) error {
	turn := g.pos.Turn()
	var to games.Seat
	for to = range turn.Waiting.All() {
		break
	}
	g.clock = referee.After(g.clock, referee.Change{Fresh: true}, time.Time{})
	cause := g.ask(ctx, to)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if cause == nil {
		g.clock = referee.After(g.clock, referee.Change{Moved: games.SeatSet(to)}, time.Time{})
		return nil
	}
	clock, verdict := referee.Judge(g.clock, games.SeatSet(to), turn.Phase, g.clock.Deadline)
	g.clock = clock
	for _, r := range verdict.Rulings {
		if err := g.rule(r, cause); err != nil {
			return err
		}
	}
	return nil
}

// ask asks a player until a move is legal, the time is up, or the referee's patience is. It returns why there is no move.
func (g *game) ask(ctx context.Context, to games.Seat) error {
	s := g.seats[to]
	if g.limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, g.limit)
		defer cancel()
	}
	for n := 1; ; n++ {
		move, err := s.ask(ctx, g.pos.View(to))
		if err != nil {
			return err
		}
		played, refused := g.pos.Play(to, move)
		if refused == nil {
			g.pos = played.Next
			s.tell(func(l Listener) { l.Answer(move, nil) })
			return nil
		}
		s.tell(func(l Listener) { l.Answer(move, refused) })
		if n == MostRefusals {
			return fmt.Errorf("%d illegal answers, the last %q: %w", n, move, refused)
		}
	}
}

// fallbacks are the rulings that are tried, in their order, where a game does not know the one that is called for.
var fallbacks = []games.RulingKind{games.Time, games.Remove}

// rule carries out a ruling.
func (g *game) rule(r games.Ruling, cause error) error {
	r.Seed = uint64(len(g.played.Incidents) + 1)
	wanted := r.Kind
	for _, r.Kind = range append([]games.RulingKind{wanted}, fallbacks...) {
		done, err := g.pos.Rule(r)
		if errors.Is(err, games.ErrNoRuling) {
			continue
		}
		if err != nil {
			return err
		}
		g.pos = done.Next
		g.played.Incidents = append(g.played.Incidents, Incident{r, cause})
		return nil
	}
	r.Kind = games.Time
	g.played.Incidents = append(g.played.Incidents, Incident{r, cause})
	o := games.Outcome{Reason: games.ByTime}
	for s := range g.seats {
		o.Place[s] = 1
	}
	o.Place[r.Seat] = int8(len(g.seats))
	o.Say = games.Say("%s's time is up, so the match is over.", g.pos.Game.SeatName(r.Seat))
	g.ended = &o
	return nil
}

// tellState tells the state to all who are still in.
func (g *game) tellState() {
	out := g.played.Out()
	for i, s := range g.seats {
		if seat := games.Seat(i); !out.Has(seat) {
			view := g.pos.View(seat)
			s.tell(func(l Listener) { l.State(view) })
		}
	}
}
