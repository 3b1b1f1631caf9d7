// Package arena runs one game between programs, like the referee in the Fish memo. It asks the
// players in turn, keeps their clock, tells them what happened, and rules on players who are late
// or fail. A player can be a level of this program or anything else that implements [Player], such
// as a program behind a pipe. A player may be slow, fail, panic or answer nonsense; the game
// continues.
//
// The package creates no randomness and stores nothing; contexts limit time. Package referee
// chooses the ruling for a lapse. Start reading at [Table.Play]; seat.go shows how a player is
// asked.
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
	// Move chooses a move of the viewing seat. Ctx ends with the player's clock; a later answer is
	// ignored. An error counts as no answer. Calls come one at a time.
	Move(ctx context.Context, v *games.View) (string, error)
}

// Listener is implemented by players that follow other players' turns too (F8). Calls come in
// order, between those of Move, and cost the player's own time. A player that is busy for long
// misses some. That does no harm because each view is complete.
type Listener interface {
	// State is called for all remaining players, at the start and after every accepted move, skip
	// and removal. Refused moves are not reported.
	State(v *games.View)
	// Answer is called only for the player who moved, with the canonical move, or with the
	// *games.Refusal.
	Answer(move string, refused error)
	// Over is called for all players, including removed ones.
	Over(o games.Outcome)
}

// Table holds the players of a game and their time per move. With the zero Clock there is no limit,
// and only failures lead to rulings.
type Table struct {
	Clock   time.Duration // time per move; the memo on Fish's referee says 5 s
	Players []Player      // players in the order of seats
}

// MostRefusals is the number of illegal answers that end a turn. After the last one the player has
// failed.
const MostRefusals = 3

// ErrLate is the cause of a ruling on a player who did not answer in time.
var ErrLate = errors.New("arena: no answer in time")

// Incident is a ruling of the referee and its cause.
type Incident struct {
	games.Ruling
	Cause error // ErrLate, or the player's failure
}

// Step is a move or a ruling.
type Step struct {
	Seat   games.Seat
	Move   string // canonical; empty for a ruling
	Ruling games.RulingKind
}

// Played is a finished game.
type Played struct {
	Outcome   games.Outcome
	Incidents []Incident
	Steps     []Step          // all moves and rulings, in order
	Last      *games.Position // the final position
}

// Out returns the seats that were removed from the game.
func (p Played) Out() (set games.Seats) {
	for _, i := range p.Incidents {
		if i.Kind != games.Skip {
			set |= games.SeatSet(i.Seat)
		}
	}
	return set
}

// Play plays a game from a position to its end. A player who is late or fails misses the turn. A
// player leaves the game at the second lapse in consecutive turns, or at once while penguins are
// placed (F3, F5). In a game without skips that player loses. The error is that of ctx.
func (t Table) Play(ctx context.Context, pos *games.Position) (Played, error) {
	g := game{
		pos: pos, clock: referee.Clock{Policy: referee.Policy{PerMove: time.Second, Lapse: referee.Skip}},
		limit: t.Clock,
	}
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
			g.played.Outcome, g.played.Last = o, g.pos
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

// game is a running game. Its clock counts turns; contexts measure the time.
type game struct {
	pos    *games.Position
	seats  []*seat
	clock  referee.Clock
	limit  time.Duration
	ended  *games.Outcome // result of a ruling that ended the game
	played Played
}

func (g *game) outcome() (games.Outcome, bool) {
	if g.ended != nil {
		return *g.ended, true
	}
	return g.pos.Outcome()
}

// turn asks the players to move and applies the result.
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

// ask asks a player until a move is legal, the time is up, or there were too many illegal answers.
// The error says why there is no move.
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
			for _, m := range played.Moves {
				g.played.Steps = append(g.played.Steps, Step{Seat: to, Move: m})
			}
			s.tell(func(l Listener) { l.Answer(move, nil) })
			return nil
		}
		s.tell(func(l Listener) { l.Answer(move, refused) })
		if n == MostRefusals {
			return fmt.Errorf("%d illegal answers, the last %q: %w", n, move, refused)
		}
	}
}

// fallbacks lists the rulings to try, in order, if the game does not know the intended one.
var fallbacks = []games.RulingKind{games.Time, games.Remove}

// rule applies a ruling.
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
		g.record(r, cause)
		return nil
	}
	r.Kind = games.Time
	g.record(r, cause)
	o := games.Outcome{Reason: games.ByTime}
	for s := range g.seats {
		o.Place[s] = 1
	}
	o.Place[r.Seat] = int8(len(g.seats))
	o.Say = games.Say("%s ran out of time, so the match is over.", g.pos.Game.SeatName(r.Seat))
	g.ended = &o
	return nil
}

func (g *game) record(r games.Ruling, cause error) {
	g.played.Incidents = append(g.played.Incidents, Incident{r, cause})
	g.played.Steps = append(g.played.Steps, Step{Seat: r.Seat, Ruling: r.Kind})
}

// tellState reports the state to all remaining players.
func (g *game) tellState() {
	out := g.played.Out()
	for i, s := range g.seats {
		if seat := games.Seat(i); !out.Has(seat) {
			view := g.pos.View(seat)
			s.tell(func(l Listener) { l.State(view) })
		}
	}
}
