package service_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// failingStore fails on demand, like a full disk.
type failingStore struct {
	match.Store
	failAppend func(match.Record) bool
	fail       atomic.Bool // every write fails
}

var errDisk = errors.New("no space left on device")

func (s *failingStore) Append(ctx context.Context, r match.Record, events ...match.Event) (match.Seq, error) {
	if s.fail.Load() || s.failAppend != nil && s.failAppend(r) {
		return 0, errDisk
	}
	return s.Store.Append(ctx, r, events...)
}

func (s *failingStore) Record(ctx context.Context, id match.ID) (match.Record, error) {
	if s.fail.Load() {
		return match.Record{}, errDisk
	}
	return s.Store.Record(ctx, id)
}

func TestAWholeMatch(t *testing.T) {
	w := newWorld(t)
	// three heaps of 1, 2 and 3 stones
	w.duel("nim", func(p *match.Proposal) { p.Setup.Options = games.Options{"stones": "3"} })
	w.play(ann, "c3")
	w.play(bob, "B1")
	w.play(ann, "a 1")
	c := w.play(bob, "b1")
	if c.Match.Status != match.Over || c.Match.Result != "Second took the last stone." || c.Match.Reason != "last" {
		t.Errorf("result: %s %q %q", c.Match.Status, c.Match.Reason, c.Match.Result)
	}
	if got := c.Match.Outcome.Winners(); got != games.SeatSet(1) {
		t.Errorf("winners = %b, want Bob", got)
	}
	r := w.record()
	if got := r.Outcome.Say.String(); got != r.Result {
		t.Errorf("stored outcome says %q, want %q", got, r.Result)
	}
	if !r.Due.IsZero() || r.Waiting != 0 {
		t.Errorf("after the end: due %v, waiting %b", r.Due, r.Waiting)
	}
	w.wantLog("created joined began moved:c3 moved:b1 moved:a1 moved:b1 ended:last")
	w.refused(match.ErrOver, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(ann), "a1") })
	w.refused(match.ErrOver, func() (match.Change, error) { return w.svc.Play.Resign(ctx, w.by(ann)) })
	w.refused(match.ErrOver, func() (match.Change, error) {
		return w.svc.Moderate.End(ctx, w.by(cat), match.Order{By: "Cat", Reason: "spam"})
	})
}

// A refusal stores nothing and changes no clock; the tables of package decide list what is refused.
func TestRefusals(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	// the sentence says whose turn it is (P79)
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(bob), "a1") })
	_, err := w.svc.Play.Move(ctx, w.by(ann), "a9") // the refusal explains the rule (P6)
	refusal, ok := errors.AsType[*games.Refusal](err)
	if !ok || !strings.Contains(refusal.Error(), "Heap a holds 3, so") {
		t.Errorf("illegal move: %v, want the game's own refusal", err)
	}
	due := w.record().Due
	if w.wait(time.Hour); !w.record().Due.Equal(due) {
		t.Error("a refused move has touched the clock")
	}
	if _, err := w.svc.Play.Move(ctx, match.Act{Match: "nothere", User: ann}, "a1"); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("unknown match: %v, want ErrUnknown", err)
	}
	if say, ok := match.Sentence(errors.New("boom")); ok || strings.Contains(say.String(), "boom") {
		t.Errorf("Sentence of an unknown error = %q, %v, want a general apology", say, ok)
	}
	w.wantLog("created joined began")
}

// MayMove refuses with the same sentence as Move, and stores nothing.
func TestMayMove(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	if err := w.svc.Play.MayMove(ctx, w.by(ann)); err != nil {
		t.Errorf("whose turn it is: %v", err)
	}
	stale := w.by(bob)
	stale.Head = w.record().Board()
	w.play(ann, "c3")
	agree := func(a match.Act) {
		t.Helper()
		head := w.record().Head
		got := w.svc.Play.MayMove(ctx, a)
		if _, want := w.svc.Play.Move(ctx, a, "b1"); want == nil || sentence(got) != sentence(want) {
			t.Errorf("MayMove = %v, Move = %v", got, want)
		}
		if w.record().Head != head {
			t.Error("a question was stored")
		}
	}
	agree(w.by(ann))
	agree(w.by(cat))
	agree(stale)
	agree(match.Act{Match: "nothere", User: bob})
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	agree(w.by(bob))
}

// P3, P80: simultaneous or repeated requests make only one move.
func TestP3_AHundredClicksAreOneMove(t *testing.T) {
	tests := []struct {
		name  string
		act   func(w *world, i int) match.Act
		wants string // the error that all requests except one get
	}{
		{"the same interaction again and again", func(w *world, i int) match.Act {
			return match.Act{Match: w.id, User: ann, Cause: "one"}
		}, "repeat"},
		{"a hundred clicks on one board", func(w *world, i int) match.Act {
			return match.Act{Match: w.id, User: ann, Head: 3, Cause: match.Cause(fmt.Sprint("click", i))}
		}, match.ErrStale.Error()},
		{"a hundred commands", func(w *world, i int) match.Act {
			return match.Act{Match: w.id, User: ann, Cause: match.Cause(fmt.Sprint("command", i))}
		}, match.ErrNotYourTurn.Error()},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim")
			answers := make([]string, 100)
			var all sync.WaitGroup
			for i := range answers {
				all.Go(func() {
					c, err := w.svc.Play.Move(ctx, tt.act(w, i), "a1")
					switch {
					case err != nil:
						answers[i] = err.Error()
					case c.Repeat:
						answers[i] = "repeat"
					default:
						answers[i] = "played"
					}
				})
			}
			all.Wait()
			slices.Sort(answers)
			counted := map[string]int{}
			for _, a := range answers {
				counted[a]++
			}
			if counted["played"] != 1 || counted[tt.wants] != 99 {
				t.Errorf("answers = %v, want 1 played and 99 %q", counted, tt.wants)
			}
			w.wantLog("created joined began moved:a1")
			if got := w.record().Turn; got != 2 {
				t.Errorf("turn = %d, want 2", got)
			}
		})
	}
}

func TestP3_ARepeatIsAnsweredWithTheStateAsItIs(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	act := w.by(ann)
	w.must(w.svc.Play.Move(ctx, act, "a1"))
	w.play(bob, "a1")
	announced := len(w.announced())
	c := w.must(w.svc.Play.Move(ctx, act, "a1"))
	if !c.Repeat || len(c.Events) != 0 || c.Match.Moves != 2 {
		t.Errorf("repeat = %+v, want the state after two moves", c)
	}
	if len(w.announced()) != announced {
		t.Error("a repeat was announced")
	}
	p := w.proposal("nim", cat, player(ann))
	first := w.must(w.svc.Tables.Propose(ctx, p))
	if again := w.must(w.svc.Tables.Propose(ctx, p)); !again.Repeat || again.Match.ID != first.Match.ID {
		t.Errorf("a proposal again = %v, repeat %v, want %v again", again.Match.ID, again.Repeat, first.Match.ID)
	}
}

// K8, K18: several moves of one turn are one turn: no other player is notified, and the board shows
// all of them.
func TestTurnOfSeveralMovesAccumulates(t *testing.T) {
	w := newWorld(t)
	w.duel("race")
	start := w.record().Position
	w.play(ann, "1!")
	w.wait(time.Hour)
	c := w.play(ann, "2!-3")
	r := c.Match
	if got, want := strings.Join(r.LastMoves, " "), "1! 2! 3"; got != want || r.LastSeat != 0 || r.Before != start {
		t.Errorf("last turn = seat %d %q before %q, want seat 0 %q before %q", r.LastSeat, got, r.Before, want, start)
	}
	if len(c.Events) != 2 || len(c.Game) != 1 || r.Turn != 2 {
		t.Errorf("%d events, %d of the game, turn %d, want 2, 1, 2", len(c.Events), len(c.Game), r.Turn)
	}
	_, err := w.svc.Play.Move(ctx, w.by(bob), "1!-9") // either all moves are played, or none
	if _, ok := errors.AsType[*games.Refusal](err); !ok || w.record().Moves != 3 {
		t.Errorf("a chain with an illegal end: %v, %d moves, want refused, 3", err, w.record().Moves)
	}
	w.play(bob, "1")
	if r := w.record(); len(r.LastMoves) != 1 || r.LastSeat != 1 || r.Turn != 3 {
		t.Errorf("Bob's turn: %v by %d, turn %d", r.LastMoves, r.LastSeat, r.Turn)
	}
	if got := w.record().Acted[1]; !got.Equal(w.now()) {
		t.Errorf("Bob acted at %v, want now", got)
	}
}

// In a simultaneous turn, a seat that still waits continues its turn and does not begin one.
func TestSimultaneousTurns(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.Setup.Options = games.Options{"ready": "1"} })
	begun := w.record().Clock
	w.wait(time.Hour)
	r := w.play(bob, "ready").Match.Record
	if r.Turn != 1 || r.Clock.Deadline != begun.Deadline || r.Waiting != games.SeatSet(0) {
		t.Errorf("turn %d, deadline %v, waiting %b, want Ann waiting on in turn 1", r.Turn, r.Clock.Deadline, r.Waiting)
	}
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(bob), "ready") })
	w.wait(time.Hour)
	r = w.play(ann, "ready").Match.Record
	if r.Clock.Deadline.Equal(begun.Deadline) {
		t.Error("the clock of ordinary play has not begun")
	}
}

func TestP19_Takeback(t *testing.T) {
	t.Run("free within a minute", func(t *testing.T) {
		w := newWorld(t)
		start := w.duel("nim")
		w.play(ann, "a1")
		w.wait(time.Minute)
		r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match.Record
		if r.Position != start.Position || r.Waiting != games.SeatSet(0) || r.Moves != 0 || len(r.LastMoves) != 0 {
			t.Errorf("position %q, waiting %b, %d moves, last %v", r.Position, r.Waiting, r.Moves, r.LastMoves)
		}
		w.wantLog("created joined began moved:a1 undone:3")
		w.play(ann, "a2")
		w.refused(match.ErrStale, func() (match.Change, error) { // this board shows the move that was taken back
			act := w.by(bob)
			act.Head = 4
			return w.svc.Play.Move(ctx, act, "b1")
		})
	})
	t.Run("the whole turn, back to the turn before it", func(t *testing.T) {
		w := newWorld(t)
		w.duel("race")
		w.play(ann, "1!-1")
		r := w.play(bob, "2!").Match.Record
		w.play(bob, "1")
		got := w.must(w.svc.Play.Takeback(ctx, w.by(bob))).Match.Record
		if got.Before == "" || got.LastSeat != 0 || strings.Join(got.LastMoves, " ") != "1! 1" ||
			got.Before == r.Before {
			t.Errorf("last turn = seat %d %v before %q, want Ann's", got.LastSeat, got.LastMoves, got.Before)
		}
		w.play(bob, "3")
		got = w.must(w.svc.Play.Takeback(ctx, w.by(bob))).Match.Record // the same player may take a move back again
		w.wantLog("created joined began moved:1! moved:1 moved:2! moved:1 undone:5 moved:3 undone:5")
		if got.Moves != 2 {
			t.Errorf("%d moves stand, want 2", got.Moves)
		}
	})
	t.Run("with an offer of a draw", func(t *testing.T) {
		w := newWorld(t)
		w.duel("nim")
		w.play(ann, "a1")
		w.must(w.svc.Play.OfferDraw(ctx, w.by(bob)))
		if r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match.Record; r.DrawOffer != nil {
			t.Error("the offer was made at another position, and stands")
		}
		if r := w.must(w.svc.Play.OfferDraw(ctx, w.by(ann))).Match.Record; r.Status != match.Running {
			t.Error("Ann has accepted an offer that was taken back with the move")
		}
	})
	t.Run("by consent after a minute", func(t *testing.T) {
		w := newWorld(t)
		start := w.duel("nim")
		w.play(ann, "a1")
		w.wait(61 * time.Second)
		r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match.Record
		if r.UndoOffer == nil || r.Position == start.Position {
			t.Fatalf("offer %v, position %q, want asked and not done", r.UndoOffer, r.Position)
		}
		if c := w.must(w.svc.Play.Takeback(ctx, w.by(ann))); len(c.Events) > 0 {
			t.Error("asking twice is not asking once")
		}
		r = w.must(w.svc.Play.Takeback(ctx, w.by(bob))).Match.Record
		if r.Position != start.Position || r.UndoOffer != nil {
			t.Errorf("after Bob's consent: %q, offer %v", r.Position, r.UndoOffer)
		}
	})
	t.Run("by consent when the opponent has moved", func(t *testing.T) {
		w := newWorld(t)
		start := w.duel("nim")
		w.play(ann, "a1")
		w.play(bob, "b1")
		if r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match.Record; r.UndoOffer == nil {
			t.Fatal("taken back without asking Bob")
		}
		if r := w.must(w.svc.Play.Takeback(ctx, w.by(bob))).Match.Record; r.Position != start.Position {
			t.Errorf("position %q, want the start", r.Position)
		}
	})
	t.Run("declined", func(t *testing.T) {
		w := newWorld(t)
		w.duel("nim")
		w.play(ann, "a1")
		w.wait(time.Hour)
		w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
		if r := w.must(w.svc.Play.DeclineTakeback(ctx, w.by(bob))).Match.Record; r.UndoOffer != nil {
			t.Error("the wish stands")
		}
		w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
		if r := w.play(bob, "b1").Match.Record; r.UndoOffer != nil || r.Moves != 2 {
			t.Error("moving has not declined the wish")
		}
	})
	t.Run("the computer never minds", func(t *testing.T) {
		w := newWorld(t)
		start := w.must(w.svc.Tables.Propose(ctx,
			w.proposal("nim", ann, match.Player{Computer: games.Easy}))).Match.Record
		w.play(ann, "a1")
		job, _, _ := w.svc.Computers.Job(ctx, w.id)
		w.must(w.svc.Computers.Answer(ctx, job, "b1"))
		w.wait(time.Hour)
		if r := w.must(w.svc.Play.Takeback(ctx, w.by(ann))).Match.Record; r.Position != start.Position {
			t.Errorf("position %q, want the start", r.Position)
		}
	})
	t.Run("not after a secret is out", func(t *testing.T) {
		w := newWorld(t)
		w.duel("darkrace")
		w.play(ann, "1")
		w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
		w.play(ann, "3") // a Scout that runs is revealed, which can't be taken back
		w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
	})
	t.Run("not behind a ruling", func(t *testing.T) {
		w := newWorld(t)
		w.duel("race")
		w.play(ann, "1")
		w.sleep(49 * time.Hour) // Bob's time runs out, so he is skipped
		w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(ctx, w.by(ann)) })
	})
}

func TestP93_AFailingStoreRefusesAndAnnouncesNothing(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	failing := &failingStore{Store: w.store}
	w.cfg.Store = failing
	w.restart()
	announced := len(w.announced())
	for name, broken := range map[string]func(){
		"writing": func() { failing.failAppend = func(match.Record) bool { return true } },
		"all":     func() { failing.fail.Store(true) },
	} {
		broken()
		_, err := w.svc.Play.Move(ctx, w.by(ann), "a1")
		if say := sentence(err); !errors.Is(err, match.ErrStore) || !strings.Contains(say, "wasn't saved") ||
			!strings.Contains(say, "try again") {
			t.Errorf("%s fails: %v, %q", name, err, say)
		}
		if !errors.Is(err, errDisk) {
			t.Errorf("%s fails: %v does not say why in the log", name, err)
		}
	}
	if len(w.announced()) != announced {
		t.Error("a move that was not saved was announced")
	}
	failing.failAppend = nil
	failing.fail.Store(false)
	w.play(ann, "a1")
}

func TestChangesAreAnnouncedInOrderAfterTheCommit(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.play(ann, "a1")
	w.play(bob, "a1")
	head := match.Seq(0)
	for i, c := range w.announced() {
		for _, e := range c.Events {
			head++
			if e.Seq != head {
				t.Errorf("change %d announces event %d, want %d", i, e.Seq, head)
			}
		}
		if c.Match.Head != head {
			t.Errorf("change %d has head %d, want %d", i, c.Match.Head, head)
		}
	}
	log, err := w.svc.Read.Log(ctx, w.id)
	if err != nil || len(log) != int(head) {
		t.Errorf("log has %d events (%v), announced were %d", len(log), err, head)
	}
	for i, e := range log {
		if e.Seq != match.Seq(i+1) {
			t.Errorf("event %d of the log is numbered %d", i+1, e.Seq)
		}
	}
}

func TestStepByStep(t *testing.T) {
	w := newWorld(t)
	computer := match.Player{Computer: games.Medium}
	p := w.proposal("race", ann, computer, computer)
	p.Watch, p.Step = true, true
	w.must(w.svc.Tables.Propose(ctx, p))
	answer := func() bool {
		job, ok, err := w.svc.Computers.Job(ctx, w.id)
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			w.must(w.svc.Computers.Answer(ctx, job, "1"))
		}
		return ok
	}
	if answer() {
		t.Error("a computer moved before Next")
	}
	w.refused(match.ErrNotYours, func() (match.Change, error) { return w.svc.Play.Next(ctx, w.by(bob)) })
	head := w.record().Head
	w.must(w.svc.Play.Next(ctx, w.by(ann)))
	if c := w.must(w.svc.Play.Next(ctx, w.by(ann))); len(c.Events) > 0 { // the computer is still thinking
		t.Error("a second Next was not absorbed")
	}
	if !answer() || answer() {
		t.Error("Next did not release one turn exactly")
	}
	w.refused(match.ErrStale, func() (match.Change, error) {
		act := w.by(ann)
		act.Head = head
		return w.svc.Play.Next(ctx, act)
	})
	w.must(w.svc.Play.PlayOn(ctx, w.by(ann)))
	for range 3 {
		if !answer() {
			t.Error("Play on does not play on")
		}
	}
	// Ann only watches computers, so she may cancel
	if r := w.must(w.svc.Play.Cancel(ctx, w.by(ann))).Match.Record; r.Status != match.Closed {
		t.Errorf("%s, want closed", r.Status)
	}
}

func TestAForgottenStepMatchIsClosed(t *testing.T) {
	w := newWorld(t)
	computer := match.Player{Computer: games.Medium}
	p := w.proposal("race", ann, computer, computer)
	p.Watch, p.Step = true, true
	w.must(w.svc.Tables.Propose(ctx, p))
	if got := w.sleep(8 * day); len(got) != 1 || got[0] != "168h0m0s ended" {
		t.Errorf("happened %q, want an end after 7 days", got)
	}
}

// P39: only the refused player can read a refusal.
func TestP39_RefusalsOfOnesOwn(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	if _, err := w.svc.Play.Move(ctx, w.by(ann), "z9"); err == nil {
		t.Fatal("an impossible move was played")
	}
	for u, want := range map[match.UserID]int{ann: 1, bob: 0, cat: 0} {
		if got := w.svc.Read.Refused(w.match(), u); len(got) != want {
			t.Errorf("%s reads %+v, want %d refusals", u, got, want)
		}
	}
}

func TestP92_LateAnswersOfComputersAreRefused(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	if _, ok, _ := w.svc.Computers.Job(ctx, w.id); ok {
		t.Error("there is a job on Ann's turn")
	}
	w.play(ann, "a1")
	job, ok, err := w.svc.Computers.Job(ctx, w.id)
	if !ok || err != nil {
		t.Fatalf("no job: %v", err)
	}
	if again, _, _ := w.svc.Computers.Job(ctx, w.id); again.Budget.Seed != job.Budget.Seed || job.Budget.Seed == 0 {
		t.Errorf("seeds %d and %d of the same turn, want equal", job.Budget.Seed, again.Budget.Seed)
	}
	w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
	w.play(ann, "a2")
	w.refused(match.ErrStale, func() (match.Change, error) { return w.svc.Computers.Answer(ctx, job, "b1") })
	fresh, _, _ := w.svc.Computers.Job(ctx, w.id)
	if fresh.Budget.Seed == job.Budget.Seed {
		t.Error("two turns think with the same seed")
	}
	w.must(w.svc.Computers.Answer(ctx, fresh, "b1"))
	if c := w.must(w.svc.Computers.Answer(ctx, fresh, "b1")); !c.Repeat {
		t.Error("the same answer twice was played twice")
	}
	w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	if _, ok, _ := w.svc.Computers.Job(ctx, w.id); ok {
		t.Error("there is a job after the end")
	}
}

func TestP48_PendingTurnsAreFoundAfterARestart(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	w.play(ann, "a1")
	waiting := w.id
	// id of a match in which Bob is to move
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", bob, match.Player{Computer: games.Easy})))
	w.restart()
	list, err := w.svc.Computers.Thinking(ctx, 9)
	if err != nil || len(list) != 1 || list[0].ID != waiting {
		t.Errorf("Thinking = %v, %v, want %v", list, err, waiting)
	}
}
