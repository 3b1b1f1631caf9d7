package arena

import (
	"context"
	"fmt"

	"paddock/games"
)

// seat is a player in a game. Its own goroutine calls the player, so a player that never answers
// does not block others.
type seat struct {
	player Player
	jobs   chan func()
}

// missed is how many calls wait for a busy player. Later calls are dropped.
const missed = 16

// sit starts a goroutine that calls a player. It ends with leave, or when a call in progress at
// that time returns.
func sit(p Player) *seat {
	s := &seat{player: p, jobs: make(chan func(), missed)}
	go func() {
		for job := range s.jobs {
			job()
		}
	}()
	return s
}

func (s *seat) leave() { close(s.jobs) }

// ask asks for a move. When ctx has ended it returns ErrLate, whatever the player does.
func (s *seat) ask(ctx context.Context, v *games.View) (string, error) {
	type answer struct {
		move string
		err  error
	}
	answers := make(chan answer, 1)
	job := func() {
		var a answer
		defer func() {
			if r := recover(); r != nil {
				a.err = fmt.Errorf("the player panicked: %v", r)
			}
			answers <- a
		}()
		if ctx.Err() == nil { // an earlier turn of the player may have lasted until the end of this one
			a.move, a.err = s.player.Move(ctx, v)
		}
	}
	select {
	case s.jobs <- job:
	case <-ctx.Done():
		return "", ErrLate
	}
	select {
	case a := <-answers:
		if ctx.Err() != nil {
			return "", ErrLate
		}
		return a.move, a.err
	case <-ctx.Done():
		return "", ErrLate
	}
}

// tell reports something to a player, if it listens and is not too busy.
func (s *seat) tell(what func(Listener)) {
	l, ok := s.player.(Listener)
	if !ok {
		return
	}
	job := func() {
		defer func() { _ = recover() }() // a panic of a listener is ignored
		what(l)
	}
	select {
	case s.jobs <- job:
	default:
	}
}
