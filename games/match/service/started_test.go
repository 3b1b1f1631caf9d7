package service_test

import (
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/match/service"
	"paddock/games/referee"
)

// P19, P88, P103, P133: the table lists the time that Ann has when her clock starts again, by the
// event and by the kind of clock. If somebody else starts the clock, she has time to notice it; if
// she does, she has the time that was left. Her bank never grows.
func TestP103_WhoeverStartsTheClock(t *testing.T) {
	kinds := []struct {
		name  string
		terms referee.Policy
		used  time.Duration // how long Ann thinks before the event
		left  time.Duration // what is left then
		least time.Duration // time that she has when somebody else starts the clock
		bank  time.Duration // the whole of her bank after either
	}{
		{
			"ten seconds of an hour",
			referee.Policy{PerMove: time.Hour},
			time.Hour - 10*time.Second,
			10 * time.Second, 10 * time.Minute, 0,
		},
		{"half of an hour", referee.Policy{PerMove: time.Hour}, 30 * time.Minute, 30 * time.Minute, 30 * time.Minute, 0},
		{
			"two minutes of six hours",
			referee.Policy{PerMove: 6 * time.Hour},
			6*time.Hour - 2*time.Minute,
			2 * time.Minute, 36 * time.Minute, 0,
		},
		{
			"a second of five minutes",
			referee.Policy{PerMove: 5 * time.Minute},
			5*time.Minute - time.Second,
			time.Second, 5 * time.Minute, 0,
		},
		{
			"a minute of a day, before grace",
			referee.Policy{PerMove: day, Grace: 2},
			day - time.Minute,
			time.Minute, day / 10, 0,
		},
		{
			"a minute of a day, before a bank",
			referee.Policy{PerMove: day, Bank: referee.Bank{Time: 2 * day}},
			day - time.Minute, time.Minute, time.Minute, 2 * day,
		},
		{"the last minute of a bank", referee.Policy{
			PerMove: day,
			Bank:    referee.Bank{Time: 2 * day, Increment: time.Hour},
		}, 3*day - time.Minute, time.Minute, day / 10, time.Minute},
		{"no clock", referee.Policy{PerMove: -1}, day, 0, 0, 0},
	}
	pause := func(w *world) {
		w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
		w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
		w.sleep(50 * time.Hour)
	}
	parked := func(w *world) {
		w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
		w.sleep(50 * time.Hour)
	}
	there := match.Place{Guild: "guild", Channel: "elsewhere"}
	resume := func(w *world, users ...match.UserID) {
		for _, u := range users {
			w.must(w.svc.Referee.Resume(ctx, w.by(u), there))
		}
	}
	for _, event := range []struct {
		name   string
		others bool
		happen func(*world)
	}{
		{"nothing", false, func(*world) {}},
		{"a pause that she ends", false, func(w *world) { pause(w); w.must(w.svc.Referee.Resume(ctx, w.by(ann), here)) }},
		{"a pause that he ends", true, func(w *world) { pause(w); w.must(w.svc.Referee.Resume(ctx, w.by(bob), here)) }},
		{"another channel, she agrees last", false, func(w *world) { parked(w); resume(w, bob, ann) }},
		{"another channel, he agrees last", true, func(w *world) { parked(w); resume(w, ann, bob) }},
		{"an unlocked thread", true, func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeLocked, ""))
			w.sleep(50 * time.Hour)
			w.must(w.svc.Referee.Resume(ctx, match.Act{Match: w.id}, here))
		}},
		{"the bot is invited again", true, func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeServerLeft, ""))
			w.sleep(50 * time.Hour)
			if err := w.svc.Referee.Return(ctx, here.Guild); err != nil {
				w.Fatal(err)
			}
		}},
		{"a free takeback", false, func(w *world) {
			w.play(ann, "a1")
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
		}},
		{"a takeback by consent", true, func(w *world) {
			w.play(ann, "a1")
			w.sleep(2 * time.Minute)
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			w.sleep(2 * time.Minute)
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
		}},
		{"two takebacks by consent", true, func(w *world) {
			for range 2 {
				w.play(ann, "a1")
				w.sleep(2 * time.Minute)
				w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
				w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			}
		}},
	} {
		for _, kind := range kinds {
			t.Run(event.name+"/"+kind.name, func(t *testing.T) {
				w := newWorld(t, func(c *service.Config) { c.Grace = 0 })
				w.duel("nim", func(p *match.Proposal) {
					p.PerMove, p.Bank, p.Grace = kind.terms.PerMove, kind.terms.Bank, kind.terms.Grace
				})
				w.sleep(kind.used)
				event.happen(w)
				want := kind.left
				if event.others {
					want = kind.least
				}
				r := w.record()
				if kind.terms.PerMove < 0 {
					if !r.Clock.Deadline.IsZero() {
						t.Errorf("there is a deadline: %v", r.Clock.Deadline)
					}
					return
				}
				if got := r.Clock.Deadline.Sub(w.now()); got != want {
					t.Errorf("%v left, want %v", got, want)
				}
				if got := r.Clock.BankLeft(0) + min(r.Clock.Drawn, want); got != kind.bank {
					t.Errorf("%v in the bank, want %v", got, kind.bank)
				}
				if r.Clock.Given != (want != kind.left) {
					t.Errorf("given: %v, although %v was left and is %v now", r.Clock.Given, kind.left, want)
				}
				w.sleep(want - time.Second)
				if r := w.record(); r.Status != match.Running || !r.Clock.Reminded && want > kind.left {
					t.Errorf("a second before the end it is %s, reminded %v", r.Status, r.Clock.Reminded)
				}
				w.play(ann, "a1")
				if got := w.record().Clock.BankLeft(0); got > kind.bank+kind.terms.Bank.Increment {
					t.Errorf("after her move %v is in the bank, want no more than %v and the increment", got, kind.bank)
				}
			})
		}
	}
}

// P101, P103: a short clock that somebody else starts in Ann's night counts from the morning.
func TestP103_StartedAtNight(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = time.Hour })
	w.hours(ann, sleeps(22, 7))
	w.wait(time.Hour - time.Minute) // 12:59
	w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
	w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
	w.sleep(14 * time.Hour) // 2:59
	w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
	if got, want := w.record().Clock.Deadline, monday.Add(19*time.Hour+10*time.Minute); !got.Equal(want) {
		t.Errorf("the deadline is %v, want %v, ten minutes after her night", got, want)
	}
}

// P24, P103: a vacation or weekend that begins shortly before the deadline leaves time afterwards,
// and leaves the same time however often the clocks are adapted to the hours.
func TestP103_AfterTimeOff(t *testing.T) {
	const friday = 4*day - time.Hour // Friday, 11 o'clock, after the Monday at noon when the test begins
	for _, tt := range []struct {
		name  string
		terms func(*match.Proposal)
		story func(*world)
		want  time.Duration
	}{
		{"a vacation", func(p *match.Proposal) { p.PerMove = time.Hour }, func(w *world) {
			w.wait(time.Hour - 10*time.Second)
			w.away(ann, 3)
		}, 60*time.Hour + 10*time.Minute},
		{"a vacation, looked at again", func(p *match.Proposal) { p.PerMove = time.Hour }, func(w *world) {
			w.wait(time.Hour - 10*time.Second)
			w.away(ann, 3)
			for range 5 {
				w.hours(ann, func(h *calendar.Hours) { h.Zone = "UTC" })
			}
		}, 60*time.Hour + 10*time.Minute},
		{
			"a weekend", func(p *match.Proposal) { p.PerMove, p.NoWeekends = 13*time.Hour+time.Minute, true },
			func(w *world) {
				w.wait(friday)
				w.play(ann, "a1")
			}, 6*day + 12*time.Hour + 78*time.Minute + 6*time.Second,
		},
		{
			"a weekend with much of the time left", func(p *match.Proposal) { p.PerMove, p.NoWeekends = day, true },
			func(w *world) {
				w.wait(friday)
				w.play(ann, "a1")
			}, 6*day + 23*time.Hour,
		},
		{"a weekend with a bank", func(p *match.Proposal) {
			p.PerMove, p.NoWeekends, p.Bank.Time = 13*time.Hour+time.Minute, true, day
		}, func(w *world) {
			w.wait(friday)
			w.play(ann, "a1")
		}, 6*day + 12*time.Hour + time.Minute},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", tt.terms)
			tt.story(w)
			if got := w.record().Clock.Deadline.Sub(monday); got != tt.want {
				t.Errorf("the deadline is after %v, want %v", got, tt.want)
			}
		})
	}
}

// P106: when a moderator removes somebody from a parked match, the others' clock starts with time
// to notice it.
func TestP103_AModeratorStartsTheClock(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("race", ann, match.Player{}, match.Player{})
	p.PerMove = time.Hour
	w.must(w.svc.Tables.Propose(ctx, p))
	w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	w.must(w.svc.Tables.Join(ctx, w.by(cat), "Cat"))
	seat := games.Seat(0)
	for !w.record().Waiting.Has(seat) {
		seat++
	}
	out := w.record().Players[(seat+1)%3].User
	w.wait(time.Hour - time.Minute)
	w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
	w.must(w.svc.Moderate.Remove(ctx, w.by("mod"), out, match.Order{By: "Mod", Reason: "he left"}))
	if r := w.record(); !r.Waiting.Has(seat) || r.Clock.Deadline.Sub(w.now()) != 10*time.Minute {
		t.Errorf("seats %b wait, with %v left, want the same seat with ten minutes", r.Waiting,
			r.Clock.Deadline.Sub(w.now()))
	}
}
