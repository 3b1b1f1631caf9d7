package match

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
)

// Frame is a past position of a match, with the event that made it and the game events of that
// step.
type Frame struct {
	Event    Event
	Position *games.Position
	Said     []games.Event
}

// Said returns the game events that an event of the log caused, such as captures. It plays the log
// again up to that event.
func (m Match) Said(log []Event, seq Seq) []games.Event {
	frames, _ := Frames(m.rules, m.Record, log[:min(int(seq), len(log))])
	if len(frames) == 0 || frames[len(frames)-1].Event.Seq != seq {
		return nil
	}
	return frames[len(frames)-1].Said
}

// Frames plays a log again and returns its positions.
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

// replay returns the frame that an event adds to the earlier ones, if it makes a position.
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
		if errors.Is(err, games.ErrNoRuling) { // a game without such a ruling ends
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

// rulingStream separates the randomness of rulings from other uses of a seed.
const rulingStream = 0x72756c696e67 // the number is the letters of "ruling" in ASCII

// RulingSeed returns the random seed of a ruling. It depends only on the match's secret seed, the
// event's number and the seat, so a replay gives the same result.
func RulingSeed(r Record, seq Seq, seat games.Seat) uint64 {
	return Mix(r.Setup.Seed^rulingStream, uint64(seq)<<8|uint64(seat))
}

// Mix combines two numbers with the finaliser of SplitMix64.
func Mix(a, b uint64) uint64 {
	x := a + b*0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Played returns the frames that lead to the last position, without those that were taken back.
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

// WithoutUndone returns the log without takebacks and the moves that they undid.
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
