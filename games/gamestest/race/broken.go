package race

import (
	"errors"

	"paddock/games"
)

// Broken is a race whose rules can fail, as those of a game with a fault or with a damaged position
// can. It knows when the game is decided.
type Broken struct {
	race
	at int // calls that can fail until one does; 0: none does
}

// ErrBroken is the failure.
var ErrBroken = errors.New("the rules of this race are broken")

// Game returns the game.
func (b *Broken) Game() *games.Game { return games.New(b, walker) }

// FailAt makes the nth call from now that can fail do so, or none for 0. It reports whether the
// failure that was asked for before has happened.
func (b *Broken) FailAt(n int) (failed bool) {
	failed = b.at < 0
	b.at = n
	return failed
}

func (b *Broken) fail() error {
	switch b.at {
	case 0:
		return nil
	case 1:
		b.at = -1
		return ErrBroken
	}
	b.at--
	return nil
}

func (b *Broken) Start(s games.Setup) (position, error) {
	if err := b.fail(); err != nil {
		return position{}, err
	}
	return b.race.Start(s)
}

func (b *Broken) Check(p position, m string) error {
	if err := b.fail(); err != nil {
		return err
	}
	return b.race.Check(p, m)
}

func (b *Broken) Rule(p position, r games.Ruling) (position, []games.Event, error) {
	if err := b.fail(); err != nil {
		return p, nil, err
	}
	return b.race.Rule(p, r)
}

func (b *Broken) ParseText(text string) (position, error) {
	if err := b.fail(); err != nil {
		return position{}, err
	}
	return b.race.ParseText(text)
}

// Finish holds the game for decided when the seat to move can reach the goal by one step.
func (b *Broken) Finish(p position, _ int64) (games.Finish, bool) {
	if b.Turn(p).Phase != games.Play || p.Steps[p.ToGo]+1 < p.Goal {
		return games.Finish{}, false
	}
	seat := games.SeatSet(p.ToGo)
	return games.Finish{Moves: []string{"1"}, Seats: seat, Reason: games.Say("One step is left.")}, true
}
