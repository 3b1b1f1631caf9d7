package match

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
)

// Frame is a position of a match's past: what made it and what that brought about at the board.
type Frame struct {
	Event    Event
	Position *games.Position
	Said     []games.Event
}

// MovedBy reports whether the frame is a move of a seat.
func (f Frame) MovedBy(seat games.Seat) bool { return f.Event.Kind == Moved && f.Event.Seat == seat }

// Replay plays the log of a match again and calls f with each event that made a position, those that were taken back included. It stops
// when f returns false. An error says which event no longer agrees with the rules; f has been called with those before it.
func (m Match) Replay(log []Event, f func(Event, *games.Position) bool) error {
	frames, err := Frames(m.rules, m.Record, log)
	for _, made := range frames {
		if !f(made.Event, made.Position) {
			return nil
		}
	}
	return err
}

// Said is what an event of a log brought about at the board, beside the position: captures, penguins that leave. The log is played again up to it.
func (m Match) Said(log []Event, seq Seq) []games.Event {
	frames, _ := Frames(m.rules, m.Record, log[:min(int(seq), len(log))])
	if len(frames) == 0 || frames[len(frames)-1].Event.Seq != seq {
		return nil
	}
	return frames[len(frames)-1].Said
}

// Frames plays a log again.
func Frames(g *games.Game, r Record, log []Event) ([]Frame, error) {
	if g == nil {
		return nil, fmt.Errorf("match %s: %w: %s", r.ID, ErrUnknownGame, r.Game)
	}
	var frames []Frame
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
func replay(g *games.Game, r Record, before []Frame, e Event) (f Frame, made bool, err error) {
	f.Event = e
	if e.Kind == Began {
		f.Position, err = g.Parse(e.Note)
		return f, true, err
	}
	if len(before) == 0 {
		return f, false, nil
	}
	at := before[len(before)-1].Position
	switch e.Kind {
	case Moved, Arranged:
		done, err := at.Play(e.Seat, e.Move)
		f.Position, f.Said = done.Next, done.Events
		return f, true, err
	case Ruled:
		done, err := at.Rule(games.Ruling{Kind: e.Ruling, Seat: e.Seat, Seed: RulingSeed(r, e.Seq, e.Seat)})
		if errors.Is(err, games.ErrNoRuling) { // the match ended instead
			return f, false, nil
		}
		f.Position, f.Said = done.Next, done.Events
		return f, true, err
	case Undone:
		i := slices.IndexFunc(before, func(b Frame) bool { return b.Event.Seq == e.restores() })
		if i < 0 {
			return f, false, fmt.Errorf("there is no position %q", e.Note)
		}
		f.Position = before[i].Position
		return f, true, nil
	}
	return f, false, nil
}

// rulingStream keeps the chance of rulings apart from other uses of a seed.
const rulingStream = 0x72756c696e67 // "ruling"

// RulingSeed is the chance of a ruling. It follows from the match's secret seed and the number of its event, so a replay of the log agrees.
func RulingSeed(r Record, seq Seq, seat games.Seat) uint64 {
	return Mix(r.Setup.Seed^rulingStream, uint64(seq)<<8|uint64(seat))
}

// Mix is the finaliser of SplitMix64 over two numbers.
func Mix(a, b uint64) uint64 {
	x := a + b*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Played leaves out what was taken back: the frames that lead to the last position.
func Played(frames []Frame) []Frame {
	var live []Frame
	for _, f := range frames {
		if f.Event.Kind != Undone {
			live = append(live, f)
			continue
		}
		live = live[:1+slices.IndexFunc(live, func(l Frame) bool { return l.Event.Seq == f.Event.restores() })]
	}
	return live
}

// WithoutUndone leaves out of a log what was taken back, and that it was.
func WithoutUndone(log []Event) []Event {
	var list []Event
	for _, e := range log {
		if e.Kind != Undone {
			list = append(list, e)
			continue
		}
		list = slices.DeleteFunc(list, func(l Event) bool {
			return l.Seq > e.restores() && (l.Kind == Moved || l.Kind == Arranged || l.Kind == Ruled)
		})
	}
	return list
}

// LastTurn is what a Record says about the last turn, from the frames that lead to its position.
func LastTurn(live []Frame) (before string, seat games.Seat, moves []string) {
	seat = live[len(live)-1].Event.Seat
	i := len(live) - 1
	for ; i > 0 && live[i].MovedBy(seat); i-- {
		moves = append(moves, live[i].Event.Move)
	}
	if len(moves) == 0 {
		return "", games.Spectator, nil
	}
	slices.Reverse(moves)
	return live[i].Position.Text(), seat, moves
}
