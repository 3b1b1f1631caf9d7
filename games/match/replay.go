package match

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
)

// frame is a position of a match's past: what made it and what that brought about at the board.
type frame struct {
	event    Event
	position *games.Position
	said     []games.Event
}

func (f frame) movedBy(seat games.Seat) bool { return f.event.Kind == Moved && f.event.Seat == seat }

// Replay plays the log of a match again and calls f with each event that made a position, those that were taken back included. It stops
// when f returns false. An error says which event no longer agrees with the rules; f has been called with those before it.
func (m Match) Replay(log []Event, f func(Event, *games.Position) bool) error {
	frames, err := frames(m.rules, m.Record, log)
	for _, made := range frames {
		if !f(made.event, made.position) {
			return nil
		}
	}
	return err
}

// Said is what an event of a log brought about at the board, beside the position: captures, penguins that leave. The log is played again up to it.
func (m Match) Said(log []Event, seq Seq) []games.Event {
	frames, _ := frames(m.rules, m.Record, log[:min(int(seq), len(log))])
	if len(frames) == 0 || frames[len(frames)-1].event.Seq != seq {
		return nil
	}
	return frames[len(frames)-1].said
}

// frames plays a log again.
func frames(g *games.Game, r Record, log []Event) ([]frame, error) {
	if g == nil {
		return nil, fmt.Errorf("match %s: %w: %s", r.ID, ErrUnknownGame, r.Game)
	}
	var frames []frame
	for _, e := range log {
		f, made, err := replay(g, r, frames, e)
		if err != nil {
			return frames, fmt.Errorf("match %s: event %d (%s): %w", r.ID, e.Seq, e.Kind, err)
		}
		if made {
			frames = append(frames, f)
		}
	}
	return frames, nil
}

// replay is the frame that an event makes after the frames before it, if it makes one.
func replay(g *games.Game, r Record, before []frame, e Event) (f frame, made bool, err error) {
	f.event = e
	if e.Kind == Began {
		f.position, err = g.Parse(e.Note)
		return f, true, err
	}
	if len(before) == 0 {
		return f, false, nil
	}
	at := before[len(before)-1].position
	switch e.Kind {
	case Moved, Arranged:
		done, err := at.Play(e.Seat, e.Move)
		f.position, f.said = done.Next, done.Events
		return f, true, err
	case Ruled:
		done, err := at.Rule(games.Ruling{Kind: e.Ruling, Seat: e.Seat, Seed: rulingSeed(r, e.Seq, e.Seat)})
		if errors.Is(err, games.ErrNoRuling) { // the match ended instead
			return f, false, nil
		}
		f.position, f.said = done.Next, done.Events
		return f, true, err
	case Undone:
		i := slices.IndexFunc(before, func(b frame) bool { return b.event.Seq == e.restores() })
		if i < 0 {
			return f, false, fmt.Errorf("there is no position %q", e.Note)
		}
		f.position = before[i].position
		return f, true, nil
	}
	return f, false, nil
}

// standing leaves out what was taken back: the frames that lead to the last position.
func standing(frames []frame) []frame {
	var live []frame
	for _, f := range frames {
		if f.event.Kind != Undone {
			live = append(live, f)
			continue
		}
		live = live[:1+slices.IndexFunc(live, func(l frame) bool { return l.event.Seq == f.event.restores() })]
	}
	return live
}

// lastTurn is what a Record says about the last turn, from the frames that lead to its position.
func lastTurn(live []frame) (before string, seat games.Seat, moves []string) {
	seat = live[len(live)-1].event.Seat
	i := len(live) - 1
	for ; i > 0 && live[i].movedBy(seat); i-- {
		moves = append(moves, live[i].event.Move)
	}
	if len(moves) == 0 {
		return "", games.Spectator, nil
	}
	slices.Reverse(moves)
	return live[i].position.Text(), seat, moves
}
