package service_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// F3, F5, F9: three play Fish. One misses the placement and is out. One is skipped, moves, is
// skipped twice in a row and is out. The last player has won.
func TestFishIsRefereed(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("fish", ann)
	p.Setup.Seats, p.PerMove = 3, 24*time.Hour
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	r := w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat")).Match.Record
	seat := func(s games.Seat) match.UserID { return r.Players[s].User }
	move := func(s games.Seat) {
		t.Helper()
		view, err := w.svc.Read.Of(w.record()).View(s)
		if err != nil {
			t.Fatal(err)
		}
		for text := range view.Legal() {
			w.play(seat(s), text)
			return
		}
		t.Fatalf("seat %d has no move in %s", s, view)
	}
	phase := func() games.Phase {
		pos, err := w.svc.Read.Of(w.record()).Parse()
		if err != nil {
			t.Fatal(err)
		}
		return pos.Turn().Phase
	}
	w.sleep(24 * time.Hour) // the first seat does not place a penguin in time
	if _, err := w.svc.Play.Resign(ctx, w.by(seat(0))); err == nil || w.record().Status != match.Running {
		t.Errorf("who is out could still end the match: %v", err)
	}
	for s := games.Seat(1); phase() == "place"; s = 3 - s {
		move(s)
	}
	move(1)
	w.sleep(24 * time.Hour) // seat 2 does not move in time, so it is skipped
	move(1)
	move(2)
	move(1)
	for range 2 {
		if !w.record().Waiting.Has(2) {
			t.Fatalf("waiting %b, want seat 2", w.record().Waiting)
		}
		w.sleep(24 * time.Hour)
		if w.record().Status == match.Running {
			move(1)
		}
	}
	if r := w.record(); r.Status != match.Over || r.Outcome.Winners() != games.SeatSet(1) {
		t.Errorf("%s, %v, want over, won by seat 1", r.Status, r.Outcome)
	}
	var rulings []string
	log, _ := w.svc.Read.Log(ctx, w.id)
	for _, e := range log {
		if e.Kind == match.Ruled {
			rulings = append(rulings, fmt.Sprint(e.Seat, " ", e.Ruling, " ", e.Code))
		}
	}
	want := "[0 remove clock 2 skip clock 2 skip clock 2 remove clock]"
	if got := fmt.Sprint(rulings); got != want {
		t.Errorf("rulings %s\nwant    %s", got, want)
	}
}

// Three people, computers and sweepers act at random and at the same time. Afterwards every log is
// complete and replays to its match's position. Every match waits for a player or has ended, and
// the file is sound.
func TestChaos(t *testing.T) {
	file := filepath.Join(ram.Dir(t), "chaos.db")
	store, err := storage.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	w := newWorld(t)
	w.store, w.cfg.Store, w.cfg.Limit = store, store, 100
	w.restart()
	var ids []match.ID
	for i := range 6 {
		p := w.proposal("race", []match.UserID{ann, bob, cat}[i%3])
		// each table is in a server of its own, because each owner may have one open table in a
		// server
		p.Place.Guild = match.GuildID(fmt.Sprint("guild ", i))
		p.Setup.Seats, p.Setup.Options, p.PerMove = 2+i%3, games.Options{"goal": "30", "ready": fmt.Sprint(i % 2)},
			time.Hour
		ids = append(ids, w.must(w.svc.Tables.Propose(ctx, p)).Match.Record.ID)
	}
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			lot := rand.New(rand.NewPCG(uint64(worker), 9))
			for i := range 150 {
				w.wait(time.Duration(lot.IntN(60)) * time.Second)
				chaos(w.svc, lot, match.Act{
					Match: ids[lot.IntN(len(ids))], User: []match.UserID{ann, bob, cat}[lot.IntN(3)],
					Cause: match.Cause(fmt.Sprint(worker, " ", i-lot.IntN(2))),
				})
			}
		})
	}
	all.Wait()
	for _, id := range ids {
		w.id = id
		soundness(w)
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if report, err := storage.Check(ctx, file); err != nil || len(report.Problems) > 0 {
		t.Errorf("the file is not sound: %v, %v", report.Problems, err)
	}
}

// chaos performs one random act and ignores the result.
func chaos(svc *service.Service, lot *rand.Rand, a match.Act) {
	moves := []string{"1", "2", "1!", "3!-1", "ready", "nonsense"}
	switch lot.IntN(24) {
	case 0:
		svc.Play.OfferDraw(ctx, a)
	case 1:
		svc.Play.Takeback(ctx, a)
	case 2:
		svc.Play.DeclineTakeback(ctx, a)
	case 3:
		svc.Referee.Park(ctx, a.Match, match.CodeChannelGone, a.Cause)
	case 4:
		svc.Referee.Resume(ctx, a, here)
	case 5, 6, 7:
		svc.Tables.Join(ctx, a, string(a.User))
	case 8:
		svc.Tables.Begin(ctx, a, match.Player{Computer: games.Medium})
	case 9, 10:
		svc.Referee.Attend(ctx, a.Match)
	case 11, 12:
		if job, ok, err := svc.Computers.Job(ctx, a.Match); ok && err == nil {
			svc.Computers.Answer(ctx, job, "1")
		}
	case 13:
		svc.Tables.Rematch(ctx, a)
	case 14:
		if r, err := svc.Read.Match(ctx, a.Match); err == nil {
			svc.Delivery.MarkShown(ctx, a.Match,
				match.Shown{Head: r.Head, Channel: here.Channel, Message: "m", Turn: r.Turn})
		}
	case 15:
		if lot.IntN(10) == 0 {
			svc.Play.Resign(ctx, a)
		}
	default:
		svc.Play.Move(ctx, a, moves[lot.IntN(len(moves))])
	}
}

// soundness checks what must hold for a match after any acts.
func soundness(w *world) {
	w.Helper()
	r := w.record()
	log, err := w.svc.Read.Log(ctx, w.id)
	if err != nil {
		w.Fatal(err)
	}
	for i, e := range log {
		if e.Seq != match.Seq(i+1) {
			w.Errorf("%s: event %d is numbered %d", r.ID, i+1, e.Seq)
		}
	}
	if len(log) != int(r.Head) {
		w.Errorf("%s: head %d, but the log has %d events", r.ID, r.Head, len(log))
	}
	frames, err := match.Frames(w.svc.Read.Of(r).Rules(), r, log)
	if err != nil {
		w.Error(err)
	}
	last := ""
	if len(frames) > 0 {
		last = frames[len(frames)-1].Position.Text()
	}
	if last != r.Position {
		w.Errorf("%s: the log leads to %q, the match is at %q", r.ID, last, r.Position)
	}
	if running := r.Status == match.Running; running != (r.Waiting != 0) {
		w.Errorf("%s is %s and waits for %b", r.ID, r.Status, r.Waiting)
	}
	if !r.Shown.At.IsZero() || r.Made > r.Head || r.Shown.Head > r.Head {
		w.Errorf("%s: made at %d, shown to %d of %d", r.ID, r.Made, r.Shown.Head, r.Head)
	}
}
