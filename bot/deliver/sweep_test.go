package deliver

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games/match"
)

// A sweep marks everything in parts, and never many more keys than the engine can handle.
func TestSweepsTakeAll(t *testing.T) {
	for _, all := range []int{0, 1, SweepPart, 2*SweepPart + 1, ahead + 3*SweepPart} {
		l := &looks{during: func() { time.Sleep(time.Second) }}
		engineOf(t, l, func(e *Engine, _ *error) {
			var stored []match.Match
			var ids []match.ID
			for i := range all {
				id := match.ID(fmt.Sprintf("m%06d", i))
				ids = append(ids, id)
				stored = append(stored, match.Match{Record: match.Record{ID: id}})
			}
			list := func(_ context.Context, after match.ID, most int) (part []match.Match, err error) {
				for _, m := range stored {
					if m.ID > after && len(part) < most {
						part = append(part, m)
					}
				}
				return part, nil
			}
			marked, waiting := 0, 0
			mark := func(id match.ID) {
				marked++
				e.Mark(Board.key(id, ""), string(id))
				e.mu.Lock()
				waiting = max(waiting, len(e.pending))
				e.mu.Unlock()
			}
			if err := e.eachMatch(e.ctx, list, func(m match.Match) { mark(m.ID) }); err != nil || marked != all {
				t.Errorf("%d of %d matches, %v", marked, all, err)
			}
			if err := e.eachPart(e.ctx, ids, mark); err != nil || marked != 2*all {
				t.Errorf("%d of %d ids, %v", marked-all, all, err)
			}
			if waiting > ahead+SweepPart {
				t.Errorf("%d marks wait at once, want at most %d", waiting, ahead+SweepPart)
			}
			time.Sleep(time.Hour)
			synctest.Wait()
		})
	}
}

// A sweep ends with its context, even if the engine never has room.
func TestSweepsEnd(t *testing.T) {
	l := &looks{during: func() { time.Sleep(time.Hour) }}
	engineOf(t, l, func(e *Engine, _ *error) {
		ctx, cancel := context.WithTimeout(e.ctx, time.Minute)
		defer cancel()
		n := 0
		endless := func(context.Context, match.ID, int) ([]match.Match, error) {
			return make([]match.Match, SweepPart), nil
		}
		err := e.eachMatch(ctx, endless, func(match.Match) {
			n++
			e.Mark(Board.key(match.ID(fmt.Sprint(n)), ""), "c1")
		})
		if err == nil || n > ahead+2*SweepPart {
			t.Errorf("a sweep without an end has marked %d and returns %v", n, err)
		}
	})
}

// The start of the bot waits until the newest boards are shown, but for a second at most, and no
// longer than the bot runs.
func TestFreshWaits(t *testing.T) {
	for _, c := range []struct {
		takes, ends, want time.Duration
	}{
		{0, time.Minute, 0},
		{freshWithin / 2, time.Minute, freshWithin / 2},
		{time.Minute, time.Minute, freshWithin},
		{time.Minute, freshWithin / 2, freshWithin / 2},
	} {
		atDesk(t, "kalah", func(d *desk) {
			d.engine.Close()
			d.moves()
			l := &looks{during: func() { time.Sleep(c.takes) }}
			d.boards.Engine = NewEngine(d.Context(), func(error) {}, nil, quiet)
			d.boards.Engine.Register(Board, l, nil)
			ctx, cancel := context.WithTimeout(d.Context(), c.ends)
			defer cancel()
			began := time.Now()
			d.must(d.boards.Fresh(ctx))
			if took := time.Since(began); took < c.want || took > c.want+2*freshPause || l.count() != 1 {
				t.Errorf("with a board that takes %v the start waits %v, want %v; %d looks", c.takes, took, c.want,
					l.count())
			}
			d.boards.Engine.Close()
		})
	}
}
