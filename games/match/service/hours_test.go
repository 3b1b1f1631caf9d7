package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/referee"
)

// hours sets a user's hours and adapts their clocks.
func (w *world) hours(u match.UserID, change func(*calendar.Hours)) {
	w.Helper()
	if _, err := w.svc.Settings.ChangeUser(ctx, u, func(u *match.User) { change(&u.Hours) }); err != nil {
		w.Fatal(err)
	}
	if err := w.svc.Referee.Rewind(ctx, u); err != nil {
		w.Fatal(err)
	}
}

// away puts a user on vacation for some days from now on.
func (w *world) away(u match.UserID, days int) {
	w.Helper()
	w.hours(u, func(h *calendar.Hours) {
		taken, _, refused := h.Take(w.now(), w.now(), days)
		if refused != "" {
			w.Fatalf("no vacation: %s", refused)
		}
		*h = taken
	})
}

func sleeps(from, to int) func(*calendar.Hours) {
	return func(h *calendar.Hours) { h.Night = calendar.Night{From: from * 60, To: to * 60} }
}

// P24, P101, P103: the table lists deadlines with night, weekend, vacation, takeback, grace, pause,
// gift and tournament. The test begins on a Monday at noon UTC. Ann has a day for each move and
// sleeps from 10 to 13, which includes the end of a day from noon.
func TestDeadlinesGoByPeoplesHours(t *testing.T) {
	const moved = 25 * time.Hour // one day, moved to the end of Ann's night
	night := sleeps(10, 13)
	for _, tt := range []struct {
		name  string
		terms func(*match.Proposal)
		story func(*world)
		want  time.Duration // expected time from the beginning to the deadline
	}{
		{"plain", nil, func(*world) {}, day},
		{"her night", nil, func(w *world) { w.hours(ann, night) }, moved},
		{"her night again and again", nil, func(w *world) {
			for range 5 {
				w.hours(ann, night)
				w.hours(ann, sleeps(11, 20))
				w.hours(ann, night)
			}
		}, moved},
		{"a night given up", nil, func(w *world) { w.hours(ann, night); w.hours(ann, sleeps(0, 0)) }, day},
		{"his night is none of her clock's", nil, func(w *world) { w.hours(bob, night) }, day},
		{"her next move", nil, func(w *world) { w.hours(ann, night); w.play(ann, "a1"); w.play(bob, "a1") }, moved},
		{"his move", nil, func(w *world) { w.hours(ann, night); w.play(ann, "a1") }, day},
		// the vacation until Wednesday midnight, and then 24 hours for the move
		{"a vacation", nil, func(w *world) { w.away(ann, 3) }, 84 * time.Hour},
		{
			"a vacation, and its night", nil, func(w *world) { w.hours(ann, sleeps(22, 7)); w.away(ann, 3) },
			91 * time.Hour,
		},
		{
			"a vacation that is known before the move", nil, func(w *world) { w.away(bob, 3); w.play(ann, "a1") },
			84 * time.Hour,
		},
		{"back at once", nil, func(w *world) {
			w.away(ann, 10)
			w.wait(5 * time.Hour)
			w.hours(ann, func(h *calendar.Hours) { *h, _ = h.Return(w.now()) })
		}, 29 * time.Hour},
		{"a vacation ahead", nil, func(w *world) {
			w.hours(ann, func(h *calendar.Hours) { *h, _, _ = h.Take(w.now().Add(day), w.now(), 2) })
		}, 72 * time.Hour},
		{"a vacation where none count", func(p *match.Proposal) { p.NoVacations = true }, func(w *world) {
			w.away(ann, 3)
		}, day},
		{"his vacation while she is to move", nil, func(w *world) { w.away(bob, 3) }, day},
		{"weekends off", func(p *match.Proposal) { p.NoWeekends = true }, func(w *world) {
			w.wait(4*day - time.Hour) // now it is Friday, 11 o'clock
			w.play(ann, "a1")
		}, 6*day + 23*time.Hour},
		{
			"weekends off, and her night", func(p *match.Proposal) { p.NoWeekends, p.Side = true, "them" },
			func(w *world) {
				w.hours(ann, night)
				w.wait(4 * day)
				w.play(bob, "a1")
			}, 7*day + time.Hour,
		},
		{"a free takeback", nil, func(w *world) {
			w.hours(ann, night)
			w.wait(time.Hour)
			w.play(ann, "a1")
			w.wait(30 * time.Second)
			w.takeback(ann)
		}, moved},
		{"a free takeback on vacation", nil, func(w *world) {
			w.away(ann, 3)
			w.wait(time.Hour)
			w.play(ann, "a1")
			w.takeback(ann)
		}, 84 * time.Hour},
		{"by consent, on vacation: what was left is left again", nil, func(w *world) {
			w.wait(4 * time.Hour)
			w.away(ann, 3)
			w.play(ann, "a1")
			w.wait(10 * time.Hour)
			w.takeback(ann)
			w.takeback(bob)
		}, 80 * time.Hour},
		{
			"grace that ends in her night", func(p *match.Proposal) { p.Lapse, p.Grace = referee.Forfeit, 1 },
			func(w *world) {
				w.sleep(day)
				w.hours(ann, sleeps(11, 14))
			}, 2*day + 2*time.Hour,
		},
		{"grace on a vacation", func(p *match.Proposal) { p.Lapse, p.Grace = referee.Forfeit, 1 }, func(w *world) {
			w.sleep(day + time.Hour)
			w.away(ann, 2)
		}, 12*time.Hour + 2*day + 23*time.Hour},
		{"a rest", nil, func(w *world) {
			w.hours(ann, night)
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
			w.wait(2 * time.Hour)
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
		}, moved + 2*time.Hour},
		{"a rest that ends on a vacation", nil, func(w *world) {
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
			w.wait(day)
			w.away(ann, 2)
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
		}, 12*time.Hour + 2*day + day},
		{"a rest over a weekend off", func(p *match.Proposal) { p.NoWeekends = true }, func(w *world) {
			w.sleep(3 * day) // two lapses, which use days of grace
			w.play(ann, "a1")
			w.wait(12 * time.Hour) // now it is Friday midnight, and 12 hours are left
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
			w.wait(2 * day) // now it is Sunday midnight
			w.must(w.svc.Referee.Resume(ctx, w.by(ann), here))
		}, 7 * day},
		{"a pause", nil, func(w *world) {
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.wait(10 * day)
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
		}, 11 * day},
		{
			"a gift", nil, func(w *world) { w.wait(time.Hour); w.must(w.svc.Play.GiveTime(ctx, w.by(bob), 12*time.Hour)) },
			36 * time.Hour,
		},
		{"a gift into her night", nil, func(w *world) {
			w.hours(ann, sleeps(22, 7))
			w.must(w.svc.Play.GiveTime(ctx, w.by(bob), 12*time.Hour))
		}, 43 * time.Hour},
		{"a gift, and then a vacation", nil, func(w *world) {
			w.must(w.svc.Play.GiveTime(ctx, w.by(bob), day))
			w.away(ann, 1)
		}, 12*time.Hour + 2*day},
		{"a gift after time was up", func(p *match.Proposal) { p.Lapse, p.Grace = referee.Claim, -1 }, func(w *world) {
			w.sleep(30 * time.Hour)
			w.must(w.svc.Play.GiveTime(ctx, w.by(bob), day))
		}, 54 * time.Hour},
		{"an outage", nil, func(w *world) {
			w.hours(ann, night)
			w.alive()
			w.wait(day + 6*time.Hour)
			if _, err := w.svc.Referee.Recover(ctx); err != nil {
				w.Fatal(err)
			}
		}, 55 * time.Hour},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) {
				p.PerMove, p.Lapse, p.Grace = day, referee.Forfeit, 5
				if tt.terms != nil {
					tt.terms(p)
				}
			})
			tt.story(w)
			if got := w.record().Clock.Deadline.Sub(monday); got != tt.want {
				t.Errorf("due %v after the beginning, want %v: %+v", got, tt.want, w.record().Clock)
			}
		})
	}
}

func (w *world) takeback(u match.UserID) {
	w.Helper()
	w.must(w.svc.Play.Takeback(ctx, w.by(u)))
}

func (w *world) alive() {
	w.Helper()
	if err := w.svc.Referee.Alive(ctx); err != nil {
		w.Fatal(err)
	}
}

// P24: if a process dies before it has adapted the clocks to a vacation, no match is lost, because
// the vacation is checked when a clock runs out. A tournament game that ignores vacations is lost.
func TestP24_AVacationCountsWhenTheClockRunsOut(t *testing.T) {
	for _, counts := range []bool{true, false} {
		w := newWorld(t)
		w.duel("nim", func(p *match.Proposal) {
			p.PerMove, p.Lapse, p.Grace, p.NoVacations = day, referee.Forfeit, -1, !counts
		})
		_, err := w.svc.Settings.ChangeUser(ctx, ann, func(u *match.User) {
			u.Hours, _, _ = u.Hours.Take(w.now(), w.now(), 3)
		})
		if err != nil {
			t.Fatal(err)
		}
		w.sleep(2 * day)
		if got := w.record().Status == match.Running; got != counts {
			t.Errorf("vacations count: %v, but it runs on: %v", counts, got)
		}
	}
}

// P102: reminders come at the chosen times, each once, and not at night.
func TestP102_RemindersOfOnesOwn(t *testing.T) {
	for _, tt := range []struct {
		name  string
		hours func(*calendar.Hours)
		want  []string
	}{
		{"usual", func(*calendar.Hours) {}, []string{"38h24m0s reminded", "48h0m0s ruled ended"}},
		{
			"a day and three hours before", func(h *calendar.Hours) { h.Remind = []time.Duration{day, 3 * time.Hour} },
			[]string{"24h0m0s reminded", "45h0m0s reminded", "48h0m0s ruled ended"},
		},
		{
			"never", func(h *calendar.Hours) { h.Remind = []time.Duration{calendar.NoReminder} },
			[]string{"48h0m0s ruled ended"},
		},
		{
			"not at night", func(h *calendar.Hours) { sleeps(22, 7)(h); h.Remind = []time.Duration{11 * time.Hour} },
			[]string{"43h0m0s reminded", "48h0m0s ruled ended"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.hours(ann, tt.hours)
			w.duel("nim", func(p *match.Proposal) { p.PerMove, p.Lapse, p.Grace = 2*day, referee.Forfeit, -1 })
			if got := w.sleep(3 * day); !slices.Equal(got, tt.want) {
				t.Errorf("happened %q\nwant     %q", got, tt.want)
			}
		})
	}
}

// P103: the table lists agreements about time, and their refusals.
func TestP103_PausesAndGifts(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = day })
	act := w.svc.Play
	// she is to move herself
	w.refused(match.ErrTooEarly, func() (match.Change, error) { return act.GiveTime(ctx, w.by(ann), time.Hour) })
	w.refused(match.ErrBadProposal, func() (match.Change, error) { return act.GiveTime(ctx, w.by(bob), -time.Hour) })
	w.refused(match.ErrBadProposal, func() (match.Change, error) { return act.GiveTime(ctx, w.by(bob), 31*day) })
	if e := w.must(act.GiveTime(ctx, w.by(bob), 30*day)).Events[0]; e.Seat != w.record().SeatOf(bob) {
		t.Errorf("seat %d gives the time, want Bob's", e.Seat)
	}
	w.refused(match.ErrTooLate, func() (match.Change, error) { return act.GiveTime(ctx, w.by(bob), 30*day) })
	w.refused(match.ErrNotYours, func() (match.Change, error) { return act.GiveTime(ctx, w.by(cat), time.Hour) })
	w.refused(match.ErrNotYours, func() (match.Change, error) { return act.OfferPause(ctx, w.by(cat)) })
	w.refused(match.ErrTooLate, func() (match.Change, error) { return act.DeclinePause(ctx, w.by(ann)) })

	w.must(act.OfferPause(ctx, w.by(ann)))
	w.must(act.DeclinePause(ctx, w.by(bob)))
	w.must(act.OfferPause(ctx, w.by(bob)))
	w.play(ann, "a1") // a move declines the request
	w.must(act.OfferPause(ctx, w.by(ann)))
	if r := w.must(act.OfferPause(ctx, w.by(bob))).Match; r.Parked == nil || r.Parked.Why != match.CodePause ||
		r.RestOffer != nil {
		t.Errorf("after both have asked: %+v, offer %v", r.Parked, r.RestOffer)
	}
	w.refused(match.ErrParked, func() (match.Change, error) { return act.Move(ctx, w.by(bob), "a1") })
	if _, err := act.Move(ctx, w.by(bob), "a1"); !strings.Contains(sentence(err), "Press *Go on*") {
		t.Errorf("a move in a pause is told %q, want how either player ends it", sentence(err))
	}
	w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
	w.play(bob, "a1")
	w.wantLog("created joined began extended:gift offered:pause declined:pause offered:pause declined:pause moved:a1 offered:pause parked:pause resumed:channel moved:a1")

	w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, match.Player{Computer: "easy"})))
	w.refused(match.ErrTooLate, func() (match.Change, error) { return act.OfferPause(ctx, w.by(ann)) })
}

// P101: nobody is nudged at night.
func TestP101_NoNudgeAtNight(t *testing.T) {
	w := newWorld(t)
	w.duel("nim", func(p *match.Proposal) { p.PerMove = 2 * day })
	w.hours(ann, sleeps(22, 7))
	w.wait(11 * time.Hour)
	w.refused(match.ErrTooEarly, func() (match.Change, error) { return w.svc.Play.Nudge(ctx, w.by(bob)) })
	w.wait(9 * time.Hour)
	w.must(w.svc.Play.Nudge(ctx, w.by(bob)))
}
