package service_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/referee"
)

func TestP8_ReminderAndRulingAtTheRightMinute(t *testing.T) {
	agreed := func(lapse referee.Lapse, grace int) func(*match.Proposal) {
		return func(p *match.Proposal) { p.PerMove, p.Lapse, p.Grace = 50*time.Hour, lapse, grace }
	}
	tests := []struct {
		name   string
		game   games.ID
		change func(*match.Proposal)
		want   []string
		status match.Status
	}{
		{
			"forfeit", "nim", agreed(referee.Forfeit, -1),
			[]string{"40h0m0s reminded", "50h0m0s ruled ended"},
			match.Over,
		},
		{"P32: three days of grace, then the ruling", "nim", agreed(referee.Forfeit, 3), []string{
			"40h0m0s reminded", "50h0m0s extended", "74h0m0s extended", "98h0m0s extended", "122h0m0s ruled ended",
		}, match.Over},
		{
			"claim", "nim", agreed(referee.Claim, -1),
			[]string{"40h0m0s reminded", "50h0m0s lapsed", "100h0m0s ruled ended"},
			match.Over,
		},
		{"skip, where the game knows it", "race", agreed(referee.Skip, -1), []string{ // F5: a lapse skips the turn
			"40h0m0s reminded", "50h0m0s ruled", // Ann does not move and is skipped
			"90h0m0s reminded", "100h0m0s ruled", // Bob does not move and is skipped
			// Ann lapses in the second of her turns in a row, so she is removed
			"140h0m0s reminded", "150h0m0s ruled ended",
		}, match.Over},
		{
			"skip, where it does not", "nim", agreed(referee.Skip, -1),
			[]string{"40h0m0s reminded", "50h0m0s ruled ended"},
			match.Over,
		},
		// F3: a lapse in placement removes the seat
		{"in placement the seat is removed at once", "race", func(p *match.Proposal) {
			agreed(referee.Skip, -1)(p)
			p.Setup.Options = games.Options{"place": "1"}
		}, []string{"40h0m0s reminded", "50h0m0s ruled ended"}, match.Over},
		{"P32: grace in placement", "race", func(p *match.Proposal) {
			agreed(referee.Forfeit, 1)(p)
			p.Setup.Options = games.Options{"place": "1"}
		}, []string{"40h0m0s reminded", "50h0m0s extended", "74h0m0s ruled ended"}, match.Over},
		{"P8: a claim in placement", "race", func(p *match.Proposal) {
			agreed(referee.Claim, 1)(p)
			p.Setup.Options = games.Options{"place": "1"}
		}, []string{"40h0m0s reminded", "50h0m0s extended", "74h0m0s lapsed", "124h0m0s ruled ended"}, match.Over},
		{"P32: none on a short clock", "nim", func(p *match.Proposal) {
			agreed(referee.Forfeit, 3)(p)
			p.PerMove = 10 * time.Minute
		}, []string{"8m0s reminded", "10m0s ruled ended"}, match.Over},
		{"P32: half days at half a day a move", "nim", func(p *match.Proposal) {
			agreed(referee.Forfeit, 2)(p)
			p.PerMove = 12 * time.Hour
		}, []string{"9h36m0s reminded", "12h0m0s extended", "24h0m0s extended", "36h0m0s ruled ended"}, match.Over},
		// S50: a late set-up is completed
		{"a set-up is completed for all who are late", "race", func(p *match.Proposal) {
			agreed(referee.Forfeit, -1)(p)
			p.Setup.Options = games.Options{"ready": "1"}
		}, []string{"40h0m0s reminded", "50h0m0s ruled ruled", "90h0m0s reminded", "100h0m0s ruled ended"}, match.Over},
		{"no clock", "nim", func(p *match.Proposal) { p.PerMove = -1 }, nil, match.Running},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel(tt.game, tt.change)
			if got := w.sleep(90 * day); !slices.Equal(got, tt.want) {
				t.Errorf("happened %q\nwant     %q", got, tt.want)
			}
			if got := w.record().Status; got != tt.status {
				t.Errorf("in the end it is %s, want %s", got, tt.status)
			}
		})
	}
}

func TestP8_AMoveWindsTheClock(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.PerMove = 50 * time.Hour })
	w.sleep(49 * time.Hour)
	w.play(ann, "1!") // earns another turn: the time for a move and the reminder begin again
	if got, want := w.sleep(49*time.Hour), []string{"40h0m0s reminded"}; !slices.Equal(got, want) {
		t.Errorf("happened %q, want %q", got, want)
	}
	w.play(ann, "1")
	if got, want := w.sleep(45*time.Hour), []string{"40h0m0s reminded"}; !slices.Equal(got, want) {
		t.Errorf("happened %q, want %q", got, want)
	}
}

// A ruling that leaves the same seat to move still begins a new turn: with new time and a new ping.
func TestARulingBeginsATurn(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) {
		p.PerMove = 10 * time.Hour
		p.Setup.Options = games.Options{"ready": "1"}
	})
	w.play(bob, "ready")
	w.show()
	w.sleep(10 * time.Hour) // the referee completes Ann's set-up, and she is to move
	if r := w.record(); r.Turn != 2 || r.Clock.Deadline.Sub(w.now()) != 10*time.Hour {
		t.Errorf("turn %d with %v left, want 2 with 10h", r.Turn, r.Clock.Deadline.Sub(w.now()))
	}
	if s := w.show(); !slices.Equal(s.Ping, []match.UserID{ann}) {
		t.Errorf("%+v, want a ping for Ann", s)
	}
}

// A computer player has a budget; the clock does not run during its turn.
func TestTheClockBindsNoComputer(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("nim", ann, match.Player{Computer: games.Easy})
	p.PerMove = time.Hour
	w.must(w.svc.Tables.Propose(ctx, p))
	r := w.play(ann, "a1").Match.Record
	if r.Due.Before(w.now().Add(30*day)) || !r.Clock.Deadline.IsZero() {
		t.Errorf("on the computer's turn something is due at %v, deadline %v", r.Due, r.Clock.Deadline)
	}
	w.sleep(day)
	job, _, _ := w.svc.Computers.Job(ctx, w.id)
	w.must(w.svc.Computers.Answer(ctx, job, "a1"))
	if got, want := w.sleep(time.Hour), []string{"48m0s reminded", "1h0m0s ruled ended"}; !slices.Equal(got, want) {
		t.Errorf("on Ann's turn happened %q, want %q", got, want)
	}
}

func TestP9_TwoSweepersMakeOneRuling(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.PerMove = time.Hour })
	w.wait(time.Hour)
	other := service.New(w.cfg) // stands for another process, which has its own locks
	var all sync.WaitGroup
	for i := range 20 {
		svc := w.svc
		if i%2 == 1 {
			svc = other
		}
		all.Go(func() {
			if _, err := svc.Referee.Attend(ctx, w.id); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	w.wantLog("created joined began ruled:skip")
}

func TestP9_P70_OutageIsAddedToClocksThatRanOut(t *testing.T) {
	w := newWorld(t)
	agreed := func(d time.Duration) func(*match.Proposal) {
		return func(p *match.Proposal) { p.PerMove = d }
	}
	short := w.duel("nim", agreed(10*time.Hour)).ID
	long := w.duel("nim", agreed(10*day)).ID
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	challenge := w.id
	deadline := func(id match.ID) time.Time {
		w.id = id
		return w.record().Clock.Deadline
	}
	before := []time.Time{deadline(short), deadline(long), deadline(challenge)}

	w.wait(time.Hour)
	if err := w.svc.Referee.Alive(ctx); err != nil {
		t.Fatal(err)
	}
	const down = 8 * day
	w.wait(down)
	w.restart()
	n, err := w.svc.Referee.Recover(ctx)
	if err != nil || n != 2 {
		t.Errorf("Recover = %d, %v, want 2", n, err)
	}
	w.attend()
	for i, tt := range []struct {
		id    match.ID
		added time.Duration
	}{{short, down}, {long, 0}, {challenge, down}} {
		if got, want := deadline(tt.id), before[i].Add(tt.added); !got.Equal(want) {
			t.Errorf("deadline of %s = %v, want %v", tt.id, got, want)
		}
		if got := w.record().Status; got != match.Running && got != match.Open {
			t.Errorf("%s is %s", tt.id, got)
		}
	}
	w.id = short
	w.wantLog("created joined began extended:outage")
	if n, err := w.svc.Referee.Recover(ctx); n != 0 || err != nil {
		t.Errorf("Recover again = %d, %v, want nothing to do", n, err)
	}
	if got, _ := w.store.Note(ctx, "alive"); got != w.now().Format(time.RFC3339Nano) {
		t.Errorf("last alive %q, want now: the next outage begins here", got)
	}
	if got := w.sleep(10 * time.Hour); !slices.Contains(got, "9h0m0s ruled ended") {
		t.Errorf("happened %q, want the ruling nine hours after the restart", got)
	}
}

func TestFirstStartRecoversNothing(t *testing.T) {
	w := newWorld(t)
	if n, err := w.svc.Referee.Recover(ctx); n != 0 || err != nil {
		t.Errorf("Recover = %d, %v", n, err)
	}
}

// 10 moves in two minutes make one message and no ping. Then silence makes one ping, and a move
// next day a new message (P43).
func TestP43_QuickPlay(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.Setup.Options = games.Options{"goal": "99"} })
	if s := w.show(); s.Edit || !slices.Equal(s.Ping, []match.UserID{ann}) {
		t.Errorf("first board: %+v, want a new message that pings Ann", s)
	}
	w.play(ann, "1")
	if s := w.show(); s.Edit || !slices.Equal(s.Ping, []match.UserID{bob}) {
		t.Errorf("Bob has not moved yet: %+v, want a new message that pings him", s)
	}
	turn := []match.UserID{bob, ann}
	for i := range 10 {
		w.wait(12 * time.Second)
		w.play(turn[i%2], "1")
		s := w.show()
		if i == 0 { // Ann has moved within the window, so from now on they play quickly
			continue
		}
		if !s.Edit || len(s.Ping) > 0 || !s.PingAt.Equal(w.now().Add(5*time.Minute)) {
			t.Errorf("quick move %d: %+v, want an edit, and a ping in 5 minutes", i, s)
		}
	}
	if got := w.sleep(4 * time.Minute); len(got) > 0 {
		t.Errorf("happened %q within the window, want nothing", got)
	}
	if got := w.sleep(time.Minute); len(got) != 1 || got[0] != "1m0s ping" {
		t.Errorf("happened %q, want a ping when the window has passed", got)
	}
	if s := w.show(); s.Edit || len(s.Ping) != 1 {
		t.Errorf("ping: %+v, want a new message with one ping", s)
	}
	if got := w.sleep(38 * time.Hour); len(got) > 0 {
		t.Errorf("happened %q after the ping, want silence until the reminder", got)
	}
	u := w.record().Players[slices.Collect(w.record().Waiting.All())[0]].User
	w.play(u, "1")
	if s := w.show(); s.Edit || len(s.Ping) != 1 {
		t.Errorf("a move next day: %+v, want a new message with a ping", s)
	}
}

// P48: if the computer begins, the first board waits a short time for its move; no other board
// waits.
func TestP48_FirstBoardWaitsForTheComputer(t *testing.T) {
	for _, c := range []struct {
		name  string
		side  string
		slow  bool // whether the computer has not moved when the wait ends
		waits bool
	}{
		{name: "the computer begins", side: "them", waits: true},
		{name: "a slow one begins", side: "them", slow: true, waits: true},
		{name: "Ann begins", side: "me"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			p := w.proposal("nim", ann, match.Player{Computer: games.Easy})
			p.Side = c.side
			w.must(w.svc.Tables.Propose(ctx, p))
			answer := func(move string) {
				t.Helper()
				job, ok, err := w.svc.Computers.Job(ctx, w.id)
				if !ok || err != nil {
					t.Fatal("the computer has nothing to do:", err)
				}
				w.must(w.svc.Computers.Answer(ctx, job, move))
			}
			s := w.svc.Delivery.Show(w.match())
			if got := !s.Wait.IsZero(); got != c.waits {
				t.Fatalf("%+v, want it to wait: %t", s, c.waits)
			}
			switch {
			case c.slow:
				w.sleep(s.Wait.Sub(w.now()))
			case c.waits:
				answer("a1")
			}
			if s := w.show(); s.Edit || !s.Wait.IsZero() {
				t.Errorf("%+v, want a first board now", s)
			}
			if c.slow {
				answer("a1")
			}
			w.play(ann, "b1")
			if s := w.svc.Delivery.Show(w.match()); !s.Wait.IsZero() {
				t.Errorf("%+v, want no later board to wait", s)
			}
		})
	}
}

// P7: n slow turns between people make n pings, each to the player to move.
func TestP7_SlowTurnsPingOnce(t *testing.T) {
	w := newWorld(t)
	w.duel("race", func(p *match.Proposal) { p.Setup.Options = games.Options{"goal": "99"} })
	want := []match.UserID{ann, bob}
	w.show()
	for i := range 10 {
		w.sleep(time.Hour)
		w.play(want[i%2], "1!") // earns another turn of the same seat, which pings nobody
		if s := w.show(); !s.Edit || len(s.Ping) > 0 || !s.PingAt.IsZero() {
			t.Errorf("second move of the turn: %+v, want an edit without ping", s)
		}
		w.sleep(time.Hour)
		w.play(want[i%2], "1")
		if s := w.show(); s.Edit || !slices.Equal(s.Ping, want[(i+1)%2:(i+1)%2+1]) {
			t.Errorf("turn %d: %+v, want a new message that pings the other", i, s)
		}
	}
	w.sleep(time.Hour)
	w.must(w.svc.Play.OfferDraw(ctx, w.by(bob))) // the turn stays the same, but the board needs an update
	if s := w.show(); !s.Edit || len(s.Ping) > 0 {
		t.Errorf("a draw offer: %+v, want an edit", s)
	}
}

// An undelivered ping is requested again until it is delivered.
func TestP43_APingThatFailedIsAskedForAgain(t *testing.T) {
	w := newWorld(t)
	w.duel("race")
	w.show()
	w.play(ann, "1")
	w.show()
	w.play(bob, "1")
	w.show() // no ping yet, because Ann moved within the window
	got := w.sleep(7 * time.Minute)
	if want := []string{"5m0s ping", "6m0s ping", "7m0s ping"}; !slices.Equal(got, want) {
		t.Errorf("happened %q, want %q", got, want)
	}
	w.show()
	if got := w.sleep(time.Hour); len(got) > 0 {
		t.Errorf("happened %q after the ping, want nothing", got)
	}
}

// P7, P43, P48: a computer is never pinged. Its answer does not ping a person who plays alone
// against it.
func TestP43_AgainstTheComputer(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	if s := w.show(); s.Edit || len(s.Ping) > 0 {
		t.Errorf("first board: %+v, want a new message without ping", s)
	}
	w.sleep(time.Hour)
	w.play(ann, "a1")
	if s := w.show(); s.Edit || len(s.Ping) > 0 {
		t.Errorf("after an hour: %+v, want a new message without ping", s)
	}
	job, _, _ := w.svc.Computers.Job(ctx, w.id)
	w.must(w.svc.Computers.Answer(ctx, job, "a1"))
	if s := w.show(); !s.Edit || len(s.Ping) > 0 || !s.PingAt.IsZero() {
		t.Errorf("the answer: %+v, want an edit of the same message and no ping", s)
	}
	if got := w.sleep(29 * day); len(got) > 0 { // without a clock nothing ever happens (P2)
		t.Errorf("happened %q, want nothing: there is no clock", got)
	}
	w.play(ann, "b1")
}

// With people and a computer, the player after the computer is pinged like any other.
func TestP43_PeopleAndAComputer(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("race", ann, match.Player{Computer: games.Medium}, match.Player{})
	p.Setup.Seats = 3
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.show()
	w.sleep(time.Hour)
	w.play(ann, "1")
	if s := w.show(); len(s.Ping) > 0 {
		t.Errorf("the computer's turn: %+v, want no ping", s)
	}
	job, _, _ := w.svc.Computers.Job(ctx, w.id)
	w.must(w.svc.Computers.Answer(ctx, job, "1"))
	if s := w.show(); s.Edit || !slices.Equal(s.Ping, []match.UserID{bob}) {
		t.Errorf("Bob's turn: %+v, want a new message that pings him", s)
	}
}

// Quick play of two players does not prevent the ping of a third.
func TestP43_QuickPlayIsEachPlayersOwn(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("race", ann)
	p.Setup.Seats = 3
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	for _, u := range []match.UserID{ann, bob, cat} {
		w.play(u, "1")
		w.show()
	}
	w.sleep(time.Hour)
	w.play(ann, "1")
	w.show()
	w.play(bob, "1")
	if s := w.show(); s.Edit || !slices.Equal(s.Ping, []match.UserID{cat}) {
		t.Errorf("Cat's turn, an hour after her last: %+v, want a new message that pings her", s)
	}
}

func TestP43_TheEndAndWhatComesAfter(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
	if s := w.show(); s.Edit || !slices.Equal(s.Ping, []match.UserID{bob}) {
		t.Errorf("challenge: %+v, want a message that pings Bob", s)
	}
	w.sleep(time.Hour)
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.show()
	w.sleep(time.Hour)
	w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	if s := w.show(); s.Edit || len(s.Ping) > 0 {
		t.Errorf("the result: %+v, want a new message without ping", s)
	}
	w.sleep(time.Hour)
	w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
	if s := w.show(); !s.Edit {
		t.Errorf("a wish for a rematch: %+v, want an edit of the result", s)
	}
}

func TestP43_ALostMessageIsPostedAnewWithoutAPing(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.show()
	lost := w.record().Shown
	lost.Message = ""
	if err := w.svc.Delivery.MarkShown(ctx, w.id, lost); err != nil {
		t.Fatal(err)
	}
	if s := w.show(); s.Edit || len(s.Ping) > 0 {
		t.Errorf("%+v, want a new message without a second ping (P7, P71)", s)
	}
}

func TestWhatIsShownLaterStays(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.show()
	early := w.record().Shown
	w.must(w.svc.Play.Move(ctx, w.by(ann), "a1"))
	w.show()
	later := w.record().Shown
	if err := w.svc.Delivery.MarkShown(ctx, w.id, early); !errors.Is(err, match.ErrShownLater) {
		t.Errorf("the record of something earlier: %v, want ErrShownLater", err)
	}
	if got := w.record().Shown; got != later || got.Head <= early.Head {
		t.Errorf("%+v is on record, want %+v", got, later)
	}
}

func TestP72_ParkAndResume(t *testing.T) {
	other := match.Place{Guild: here.Guild, Channel: "elsewhere"}
	parked := func(t *testing.T) (w *world, left time.Duration) {
		w = newWorld(t)
		w.duel("nim", func(p *match.Proposal) { p.PerMove = 10 * time.Hour })
		w.wait(3 * time.Hour)
		left = w.record().Clock.Deadline.Sub(w.now())
		w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone"))
		w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "gone again"))
		w.wantLog("created joined began parked:channel-gone")
		if got := w.sleep(30 * day); len(got) > 0 {
			t.Errorf("happened %q while parked, want nothing", got)
		}
		w.refused(match.ErrParked, func() (match.Change, error) { return w.svc.Play.Move(ctx, w.by(ann), "a1") })
		return w, left
	}
	resumed := func(w *world, left time.Duration, at match.Place) {
		w.Helper()
		r := w.record()
		if r.Parked != nil || r.Place != at {
			w.Fatalf("parked %v, place %v, want resumed at %v", r.Parked, r.Place, at)
		}
		if got := r.Clock.Deadline.Sub(w.now()); got != left { // the time left stays the same (P88)
			w.Errorf("left on the clock = %v, want %v", got, left)
		}
		w.play(ann, "a1")
	}
	t.Run("P40: elsewhere when both agree", func(t *testing.T) {
		w, left := parked(t)
		w.refused(match.ErrNotYours, func() (match.Change, error) {
			return w.svc.Referee.Resume(ctx, w.by(cat), other)
		})
		if r := w.must(w.svc.Referee.Resume(ctx, w.by(ann), other)).Match.Record; r.Parked == nil {
			t.Error("resumed by one alone")
		}
		if c := w.must(w.svc.Referee.Resume(ctx, w.by(ann), other)); len(c.Events) > 0 {
			t.Error("asking twice is not asking once")
		}
		w.must(w.svc.Referee.Resume(ctx, w.by(bob), other))
		resumed(w, left, other)
	})
	t.Run("P73: in the same place by anyone of them", func(t *testing.T) {
		w, left := parked(t)
		w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
		resumed(w, left, here)
	})
	t.Run("P73: by the bot itself", func(t *testing.T) {
		w, left := parked(t)
		w.must(w.svc.Referee.Resume(ctx, w.by(""), here))
		resumed(w, left, here)
	})
	t.Run("P73: kept 90 days", func(t *testing.T) {
		w, _ := parked(t)
		w.sleep(61 * day)
		if r := w.record(); r.Status != match.Closed || r.Outcome != nil {
			t.Errorf("%s, outcome %v, want closed without", r.Status, r.Outcome)
		}
	})
	t.Run("one may give it up meanwhile", func(t *testing.T) {
		w, _ := parked(t)
		if r := w.must(w.svc.Play.Resign(ctx, w.by(ann))).Match.Record; r.Status != match.Closed || r.Parked != nil ||
			!r.Clock.Stopped.IsZero() {
			t.Errorf("%s, parked %v, clock stopped %v", r.Status, r.Parked, r.Clock.Stopped)
		}
	})
	t.Run("what is over is not parked", func(t *testing.T) {
		w := newWorld(t)
		w.duel("nim")
		w.must(w.svc.Play.Resign(ctx, w.by(ann)))
		if c := w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, "")); len(c.Events) > 0 ||
			c.Match.Parked != nil {
			t.Errorf("parked %v, events %v", c.Match.Parked, c.Events)
		}
	})
	t.Run("a challenge in a lost channel is closed", func(t *testing.T) {
		w := newWorld(t)
		w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
		if r := w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone,
			"")).Match.Record; r.Status != match.Closed {
			t.Errorf("%s, want closed", r.Status)
		}
	})
	t.Run("P41: the bot moves a match into its thread", func(t *testing.T) {
		w := newWorld(t)
		w.duel("nim")
		w.show()
		w.must(w.svc.Referee.Resume(ctx, w.by(""), other))
		if s := w.show(); s.Edit || len(s.Ping) > 0 {
			t.Errorf("%+v, want a new message there, and no second ping", s)
		}
	})
}

// P82: the clock treats a player who has left the server like any other.
func TestAttendIsIdempotent(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	if c, err := w.svc.Referee.Attend(ctx, w.id); err != nil || len(c.Events) > 0 || c.Ping {
		t.Errorf("attending when nothing is due = %+v, %v", c, err)
	}
	w.wait(40 * time.Hour)
	for range 3 {
		w.must(w.svc.Referee.Attend(ctx, w.id))
	}
	w.wantLog("created joined began reminded")
	if _, err := w.svc.Referee.Attend(ctx, "nothere"); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("attending to no match: %v", err)
	}
}

// An unreadable match neither keeps the scheduler busy nor hides the others.
func TestABrokenMatchIsPostponed(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	r := w.record()
	r.Position = "nim/1 broken"
	if _, err := w.store.Append(ctx, r, match.Event{Kind: match.Reminded, At: w.now()}); err != nil {
		t.Fatal(err)
	}
	w.wait(48 * time.Hour)
	_, err := w.svc.Referee.Attend(ctx, w.id)
	if _, ok := errors.AsType[*games.Refusal](err); err == nil || ok {
		t.Errorf("err = %v, want one that is not for players", err)
	}
	if got := w.record().Due; !got.Equal(w.now().Add(time.Hour)) {
		t.Errorf("due %v, want in an hour", got)
	}
}

// A computer player is not asked for a move in a match that can't be read.
func TestNoJobInABrokenMatch(t *testing.T) {
	w := newWorld(t)
	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: games.Easy})))
	w.play(ann, "a1")
	r := w.record()
	r.Position = "nim/1 broken"
	if _, err := w.store.Append(ctx, r, match.Event{Kind: match.Reminded, At: w.now()}); err != nil {
		t.Fatal(err)
	}
	if job, ok, err := w.svc.Computers.Job(ctx, w.id); err == nil || ok {
		t.Errorf("the job is %v, %t, %v", job, ok, err)
	}
}

// P72, P73: when the bot is back in a server, matches parked because of that continue, except those
// that have lost their channel.
func TestP73_Return(t *testing.T) {
	w := newWorld(t)
	var ids []match.ID
	for _, why := range []match.Code{match.CodeServerLeft, match.CodeChannelGone} {
		w.duel("nim")
		w.must(w.svc.Referee.Park(ctx, w.id, why, ""))
		ids = append(ids, w.id)
	}
	if err := w.svc.Referee.Return(ctx, here.Guild); err != nil {
		t.Fatal(err)
	}
	for i, id := range ids {
		r, err := w.store.Record(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if resting := r.Parked != nil; resting != (i == 1) {
			t.Errorf("match %d is at rest: %v, want %v", i, resting, i == 1)
		}
	}
}

// Notices are held no longer than until the match is due by itself, so that its clock is not late.
func TestHoldKeepsTheClock(t *testing.T) {
	w := newWorld(t)
	w.duel("race")
	w.show()
	due := w.record().Due
	for until, want := range map[time.Time]time.Time{
		due.Add(-time.Minute): due.Add(-time.Minute),
		due.Add(time.Minute):  due,
	} {
		if err := w.svc.Delivery.Hold(w.ctx, w.id, until); err != nil {
			t.Fatal(err)
		}
		if got := w.record().Due; !got.Equal(want) {
			t.Errorf("held until %v, the match is due at %v, want %v", until, got, want)
		}
	}
}
