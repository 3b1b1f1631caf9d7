package bot_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/match"
)

// death ends the bot between two steps. Steps are what others can see: a write to the store, a request to Discord. The step at which it strikes
// is done or not done, nothing after it is.
type death struct {
	mu    sync.Mutex
	left  int  // steps until it strikes; negative: it doesn't
	after bool // the last step is done, and only its answer is lost
	dead  bool
	steps int // seen in all
}

var errDead = errors.New("the process is dead")

// strike runs a step, or not.
func (d *death) strike(step func() error) error {
	d.mu.Lock()
	if d.dead {
		d.mu.Unlock()
		return errDead
	}
	d.steps++
	if d.left > 0 {
		d.left--
		d.mu.Unlock()
		return step()
	}
	if d.left < 0 {
		d.mu.Unlock()
		return step()
	}
	d.dead = true
	d.mu.Unlock()
	if d.after {
		_ = step() // done, but nobody learns of it
	}
	return errDead
}

// mortalStore is a store whose process may die at any write.
type mortalStore struct {
	match.Store
	*death
}

func (s mortalStore) Append(ctx context.Context, r match.Record, e ...match.Event) (head match.Seq, err error) {
	err = s.strike(func() (err error) { head, err = s.Store.Append(ctx, r, e...); return err })
	return head, err
}

func (s mortalStore) SetShown(ctx context.Context, id match.ID, head match.Seq, shown match.Shown, due time.Time) error {
	return s.strike(func() error { return s.Store.SetShown(ctx, id, head, shown, due) })
}

func (s mortalStore) SetDue(ctx context.Context, id match.ID, head match.Seq, due time.Time) error {
	return s.strike(func() error { return s.Store.SetDue(ctx, id, head, due) })
}

// mortalLine is a line to Discord whose process may die at any request.
type mortalLine struct {
	next http.RoundTripper
	*death
}

func (l mortalLine) RoundTrip(r *http.Request) (answer *http.Response, err error) {
	err = l.strike(func() (err error) { answer, err = l.next.RoundTrip(r); return err })
	if err != nil && answer != nil {
		answer.Body.Close()
		answer = nil
	}
	return answer, err
}

// P1: the bot dies between any two steps of two turns, one by a click, one by a command, a day apart. After the restart the moves that were
// acknowledged are there, none twice, the board shows the head, and each player was called once for each turn: by the nonce, and because what
// has been shown is recorded.
func TestDeathBetweenAnyTwoSteps(t *testing.T) {
	t.Parallel()
	total := dieAt(t, -1, false)
	if total < 8 {
		t.Fatalf("%d steps, too few to be true", total)
	}
	for step := range total {
		for _, after := range []bool{false, true} {
			if testing.Short() && after != (step%2 == 0) {
				continue
			}
			t.Run(fmt.Sprintf("step %d done %v", step, after), func(t *testing.T) { dieAt(t, step, after) })
		}
	}
}

// dieAt tells the story with a death, and returns how many steps there were.
func dieAt(t *testing.T, step int, after bool) (steps int) {
	t.Helper()
	d := &death{left: -1, after: after}
	tell(t, func(s *story) {
		s.waste = true
		calls := map[string]int{}
		s.sim.Subscribe("", func(e discordsim.Event) {
			if e.Type == discordsim.EventNotification && strings.Contains(e.Message.Text(), "your turn") {
				calls[s.sim.User(e.For).GlobalName]++
			}
		})
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.wait(24 * time.Hour)
		d.mu.Lock()
		d.left, d.steps = step, 0
		d.mu.Unlock()
		first := s.sim.As(s.ann).Click(s.board(), "1 (4)")
		s.wait(aMoment)
		s.reviveIfDead(d)
		acked := first.Answer() == discordsim.AnswerUpdate
		if n := s.moves(s.only().ID); acked && n != 1 || n > 1 {
			t.Errorf("%d moves, acknowledged: %v", n, acked)
		}
		if s.moves(s.only().ID) == 0 { // she tries again
			s.click(s.ann, s.board(), "1 (4)")
		}
		s.wait(24 * time.Hour)
		second := s.sim.As(s.bob).In(s.hall).Slash("/kalah move move:2")
		s.wait(aMoment)
		s.reviveIfDead(d)
		acked = second.Err() == nil && strings.Contains(second.Message().Text(), "You played")
		if n := s.moves(s.only().ID); acked && n != 2 || n > 2 {
			t.Errorf("%d moves, acknowledged: %v", n, acked)
		}
		if s.moves(s.only().ID) == 1 {
			s.slash(s.bob, "/kalah move move:2")
		}
		s.wait(time.Hour)
		steps = d.steps

		rec := s.only()
		if rec.Shown.Head != rec.Head || rec.Shown.Message != match.MessageID(s.board().ID) {
			t.Errorf("head %d, shown %+v, the newest message is %s", rec.Head, rec.Shown, s.board().ID)
		}
		s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn")
		if calls["Ann"] != 2 || calls["Bob"] != 1 {
			t.Errorf("called %v, want Ann twice and Bob once", calls)
		}
		boards := 0
		for _, m := range s.sim.Messages(s.hall, s.eve) {
			if slices.ContainsFunc(m.Labels(), func(l string) bool { return strings.HasPrefix(l, "1 (") }) {
				boards++
			}
		}
		if boards > 2 { // stripping is one try
			t.Errorf("%d boards have buttons", boards)
		}
	}, func(c *bot.Config) {
		c.Store = mortalStore{c.Store, d}
		attach := c.Attach
		c.Attach = func(dg *discordgo.Session) {
			attach(dg)
			dg.Client.Transport = mortalLine{dg.Client.Transport, d}
		}
	})
	return steps
}

// reviveIfDead restarts a bot that has died. What it still tries to do as it ends reaches nobody.
func (s *story) reviveIfDead(d *death) {
	s.Helper()
	d.mu.Lock()
	dead := d.dead
	d.mu.Unlock()
	if !dead {
		return
	}
	s.halt()
	d.mu.Lock()
	d.dead, d.left = false, -1
	d.mu.Unlock()
	s.start()
	s.wait(time.Minute)
	synctest.Wait()
}
