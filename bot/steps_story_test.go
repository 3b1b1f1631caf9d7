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
	"paddock/bot/story"
	"paddock/games/match"
)

// death ends the bot between two steps. A step is an effect that others can see: a write to the
// store or a request to Discord. The fatal step happens or not; later steps never happen.
type death struct {
	mu    sync.Mutex
	left  int  // number of steps before the fatal one; negative: there is none
	after bool // the fatal step happens, and only its answer is lost
	dead  bool
	steps int // number of steps so far
}

var errDead = errors.New("the process is dead")

// strike runs a step. At the fatal step the bot dies: strike and all later calls return errDead.
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
		_ = step() // the step happens, but its answer is lost
	}
	return errDead
}

// mortalStore is a store whose process may die at any write.
type mortalStore struct {
	bot.Store
	*death
}

func (s mortalStore) Append(ctx context.Context, r match.Record, e ...match.Event) (head match.Seq, err error) {
	err = s.strike(func() (err error) { head, err = s.Store.Append(ctx, r, e...); return err })
	return head, err
}

func (s mortalStore) SetShown(ctx context.Context, id match.ID, head match.Seq, shown match.Shown,
	due time.Time,
) error {
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

// P1: the bot dies between any two steps of two turns, one by a click, one by a command, a day
// apart. After the restart all acknowledged moves are there, none twice, and the board is up to
// date. Each player was notified once of each turn, because of the nonce and the record of what was
// shown.
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

// dieAt runs the story with a death, and returns the number of steps.
func dieAt(t *testing.T, step int, after bool) (steps int) {
	t.Helper()
	d := &death{left: -1, after: after}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		calls := map[string]int{}
		s.Sim.Subscribe("", func(e discordsim.Event) {
			if e.Type == discordsim.EventNotification && strings.Contains(e.Message.Text(), "your turn") {
				calls[s.Sim.User(e.For).GlobalName]++
			}
		})
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Wait(24 * time.Hour)
		d.mu.Lock()
		d.left, d.steps = step, 0
		d.mu.Unlock()
		first := s.Sim.As(s.Ann).Click(s.Board(), "1 (4)")
		s.Wait(story.AMoment)
		reviveIfDead(s, d)
		acked := first.Answer() == discordsim.AnswerUpdate
		if n := s.Moves(s.Only().ID); acked && n != 1 || n > 1 {
			t.Errorf("%d moves, acknowledged: %v", n, acked)
		}
		if s.Moves(s.Only().ID) == 0 { // the move was lost, so Ann tries again
			s.Click(s.Ann, s.Board(), "1 (4)")
		}
		s.Wait(24 * time.Hour)
		second := s.Sim.As(s.Bob).In(s.Hall).Slash("/kalah move move:2")
		s.Wait(story.AMoment)
		reviveIfDead(s, d)
		acked = second.Err() == nil && strings.Contains(second.Message().Text(), "You played")
		if n := s.Moves(s.Only().ID); acked && n != 2 || n > 2 {
			t.Errorf("%d moves, acknowledged: %v", n, acked)
		}
		if s.Moves(s.Only().ID) == 1 {
			s.Slash(s.Bob, "/kalah move move:2")
		}
		s.Wait(time.Hour)
		steps = d.steps

		rec := s.Only()
		if rec.Shown.Head != rec.Head || rec.Shown.Message != match.MessageID(s.Board().ID) {
			t.Errorf("head %d, shown %+v, the newest message is %s", rec.Head, rec.Shown, s.Board().ID)
		}
		s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
		if calls["Ann"] != 2 || calls["Bob"] != 1 {
			t.Errorf("called %v, want Ann twice and Bob once", calls)
		}
		boards := 0
		for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
			if slices.ContainsFunc(m.Labels(), func(l string) bool { return strings.HasPrefix(l, "1 (") }) {
				boards++
			}
		}
		if boards > 2 { // two boards are allowed, because the bot tries only once to delete the old board
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

// reviveIfDead restarts a bot that has died. The last requests of the dead bot reach nobody.
func reviveIfDead(s *story.Story, d *death) {
	s.Helper()
	d.mu.Lock()
	dead := d.dead
	d.mu.Unlock()
	if !dead {
		return
	}
	s.Halt()
	d.mu.Lock()
	d.dead, d.left = false, -1
	d.mu.Unlock()
	s.Start()
	s.Wait(time.Minute)
	synctest.Wait()
}
