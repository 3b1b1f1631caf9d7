package service_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// P44: when a game refuses a move, the sentence names people instead of seats ("Ann" for "South"). The
// error still contains the *games.Refusal of the game.
func TestRefusalsNamePeople(t *testing.T) {
	w := newWorld(t)
	w.seated("fish", player(ann), player(bob))
	view, err := w.match().View(0)
	if err != nil {
		t.Fatal(err)
	}
	taken := ""
	for taken = range view.Legal() {
		break
	}
	w.play(ann, taken)
	_, err = w.svc.Play.Move(ctx, w.by(bob), taken)
	_, illegal := errors.AsType[*games.Refusal](err)
	want := "There is already a penguin on " + taken + " (" + w.record().Players[0].Called() + "). Choose a free tile."
	if said, _ := match.Sentence(err); !illegal || said.String() != want {
		t.Errorf("%v: %q, want %q", err, said, want)
	}
}

// P19, P44: after a takeback the match has the same record of the last turns as before the move.
func TestP19_TakebackKeepsTheTurnsBefore(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("fish", ann)
	p.Setup.Seats, p.PerMove = 3, 24*time.Hour
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	for range 15 {
		was := w.record()
		seat := slices.Collect(was.Waiting.All())[0]
		view, err := w.match().View(seat)
		if err != nil {
			t.Fatal(err)
		}
		for move := range view.Legal() {
			w.play(was.Players[seat].User, move)
			w.must(w.svc.Play.Takeback(ctx, w.by(was.Players[seat].User)))
			is := w.record()
			if !reflect.DeepEqual(is.Earlier, was.Earlier) || !reflect.DeepEqual(is.LastSaid, was.LastSaid) ||
				is.Before != was.Before || is.LastSeat != was.LastSeat ||
				!slices.Equal(is.LastMoves, was.LastMoves) {
				t.Fatalf("after move %d and its takeback: %v, then %d %v; want %v, then %d %v", was.Moves, is.Earlier,
					is.LastSeat, is.LastMoves, was.Earlier, was.LastSeat, was.LastMoves)
			}
			w.play(was.Players[seat].User, move)
			break
		}
	}
}

// P19: after any takeback the clock is as it was before the move, under every policy, and any
// number of times. If the opponent agrees, there is at least a tenth of the time per move.
func TestP19_TheClockAfterATakeback(t *testing.T) {
	const perMove = 24 * time.Hour
	for _, tt := range []struct {
		name  string
		lapse referee.Lapse
		think time.Duration // time before the move
		wait  time.Duration // time between the move and the takeback
		ask   bool          // whether the opponent has to agree
		left  time.Duration // expected time left
	}{
		{"free", referee.Forfeit, 10 * time.Hour, 30 * time.Second, false, 14*time.Hour - 30*time.Second},
		{
			"free after the reminder", referee.Forfeit, 23 * time.Hour, 30 * time.Second, false,
			time.Hour - 30*time.Second,
		},
		{"free under skip", referee.Skip, 10 * time.Hour, 0, false, 14 * time.Hour},
		{
			"by consent, while the opponent thought", referee.Forfeit, 10 * time.Hour, 20 * time.Hour, true,
			14 * time.Hour,
		},
		{
			"by consent, a minute before the end", referee.Forfeit, 24*time.Hour - time.Minute, 2 * time.Hour, true,
			24 * time.Hour / 10,
		},
		{
			"by consent under claim, after time was up", referee.Claim, 25 * time.Hour, 2 * time.Hour, true,
			24 * time.Hour / 10,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) { p.PerMove, p.Lapse = perMove, tt.lapse })
			w.sleep(tt.think)
			before := w.record().Clock
			w.play(ann, "a1")
			w.sleep(tt.wait)
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			if tt.ask {
				w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			}
			c := w.record().Clock
			if got := c.Deadline.Sub(w.now()); got != tt.left {
				t.Errorf("%v left, want %v", got, tt.left)
			}
			least := tt.left == perMove/10 // the opponent has started the clock, so there was time to see the move
			if c.Lapsed || c.Grace != before.Grace || c.Reminded != (before.Reminded && !least) {
				t.Errorf("the clock is %+v, want as it was: %+v", c, before)
			}
			if got := w.record().Claimable(); got != 0 {
				t.Errorf("seats %b may claim what the opponent has just given", got)
			}
		})
	}
}

// P19: a move can also be taken back in a match without a clock.
func TestP19_ATakebackWithoutAClock(t *testing.T) {
	w := newWorld(t)
	start := w.duel("nim", func(p *match.Proposal) { p.PerMove = -1 })
	w.play(ann, "a1")
	w.sleep(30 * time.Second)
	if r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match; r.Position != start.Position ||
		!r.Clock.Deadline.IsZero() {
		t.Errorf("the position is %s until %v, want that of the start, for ever", r.Position, r.Clock.Deadline)
	}
}

// P19: no number of takebacks gains time.
func TestP19_ManyTakebacksWinNoTime(t *testing.T) {
	w := newWorld(t)
	start := w.duel("nim", func(p *match.Proposal) { p.PerMove = time.Hour })
	for range 40 {
		w.play(ann, "a1")
		w.sleep(time.Minute)
		w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
	}
	if got := w.record().Clock.Deadline; !got.Equal(start.Clock.Deadline) {
		t.Errorf("after 40 takebacks the deadline is %v, want %v as at the start", got, start.Clock.Deadline)
	}
	w.sleep(19*time.Minute + 30*time.Second)
	w.play(ann, "a1")
	w.sleep(45 * time.Second)
	w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
	if got := w.record(); got.Status != match.Running || got.Waiting != games.SeatSet(1) {
		t.Errorf("%s, waiting %b, want the move to stand: the time for another has run out", got.Status, got.Waiting)
	}
}

// F5: a move that is taken back does not reset the count of lapses.
func TestP19_ATakebackBringsLapsesBack(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.PerMove = time.Hour })
	w.sleep(time.Hour) // Ann's time runs out, so she is skipped
	w.play(bob, "1")
	w.play(ann, "1")
	w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
	w.sleep(time.Hour)
	if got := w.record(); got.Status != match.Over {
		t.Errorf("the match is %s, want over: Ann was late in two of her turns running", got.Status)
	}
}

// P88: a match that was parked between a move and its takeback has as much time left as before.
func TestP19_TakebackAfterARest(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = 24 * time.Hour })
	w.sleep(4 * time.Hour)
	w.play(ann, "a1")
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
	w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
	w.sleep(50 * time.Hour)
	w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
	w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
	w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
	if got := w.record().Clock.Deadline.Sub(w.now()); got != 20*time.Hour {
		t.Errorf("%v left, want 20h", got)
	}
}

// P7: one ping per turn of the opponent, despite takebacks.
func TestP7_TwentyTakebacksPingOnce(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.show()
	w.sleep(time.Hour)
	pings, posts := map[match.UserID]int{}, 0
	look := func() {
		s := w.show()
		for _, u := range s.Ping {
			pings[u]++
		}
		if !s.Edit {
			posts++
		}
	}
	for range 20 {
		w.play(ann, "a1")
		look()
		w.wait(20 * time.Second)
		w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
		look()
		w.wait(20 * time.Second)
	}
	w.play(ann, "a2")
	look()
	if got := w.sleep(time.Hour); len(got) > 0 {
		t.Errorf("happened %q, want no delayed ping either", got)
	}
	if pings[bob] != 1 || pings[ann] != 0 {
		t.Errorf("pings %v, want one for Bob", pings)
	}
	if posts > 4 {
		t.Errorf("%d messages, want edits", posts)
	}
	w.play(bob, "b1")
	if s := w.show(); len(s.Ping) != 1 || s.Ping[0] != ann {
		t.Errorf("%+v, want the next turn to ping Ann as ever", s)
	}
}

// P7: a move that is made again hours later pings again, because the first ping led to nothing.
func TestP7_AMoveMadeAnewMuchLaterPings(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.show()
	w.sleep(time.Hour)
	w.play(ann, "a1")
	w.show()
	w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
	w.show()
	w.sleep(5 * time.Hour)
	w.play(ann, "a2")
	if s := w.show(); len(s.Ping) != 1 || s.Ping[0] != bob {
		t.Errorf("%+v, want a ping for Bob", s)
	}
}
