package service_test

import (
	"slices"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/referee"
)

// P133: the table lists what remains of Ann's bank of ten days after time off, pauses, gifts,
// takebacks and downtime of the bot. The test begins on a Monday at noon; she has a day for each
// move.
func TestP133_BankByPeoplesHours(t *testing.T) {
	const bank = 10 * day
	for _, tt := range []struct {
		name  string
		terms func(*match.Proposal)
		story func(*world)
		want  time.Duration
	}{
		{"a move in time", nil, func(w *world) { w.sleep(20 * time.Hour); w.play(ann, "a1") }, bank},
		{"a move after two days", nil, func(w *world) { w.sleep(2 * day); w.play(ann, "a1") }, bank - day},
		{"two such moves", nil, func(w *world) {
			w.sleep(2 * day)
			w.play(ann, "a1")
			w.play(bob, "a1")
			w.sleep(4 * day)
			w.play(ann, "a1")
		}, bank - 4*day},
		{
			"each move gives back half a day", func(p *match.Proposal) { p.Bank.Increment = 12 * time.Hour },
			func(w *world) {
				w.sleep(2 * day)
				w.play(ann, "a1")
				w.play(bob, "a1")
				w.play(ann, "a1")
			}, bank,
		},
		{"his late move", nil, func(w *world) { w.play(ann, "a1"); w.sleep(5 * day); w.play(bob, "a1") }, bank},
		{"weekends off", func(p *match.Proposal) { p.NoWeekends = true }, func(w *world) {
			w.wait(3*day + 22*time.Hour) // now it is Friday, 10 o'clock
			w.play(ann, "a1")
			w.play(bob, "a1")
			w.sleep(4 * day) // her bank is used from Monday 10 to Tuesday 10
			w.play(ann, "a1")
		}, bank - 2*day - 22*time.Hour - day},
		{"a vacation while it runs", nil, func(w *world) {
			w.sleep(36 * time.Hour) // now it is Wednesday, 0 o'clock
			w.away(ann, 3)
			w.sleep(4 * day)
			w.play(ann, "a1")
		}, bank - 36*time.Hour},
		{"a night at its end", nil, func(w *world) {
			w.hours(ann, sleeps(10, 13))
			w.sleep(25*time.Hour + day)
			w.play(ann, "a1")
		}, bank - day},
		{"a pause", nil, func(w *world) {
			w.sleep(36 * time.Hour)
			w.must(w.svc.Play.OfferPause(ctx, w.by(ann)))
			w.must(w.svc.Play.OfferPause(ctx, w.by(bob)))
			w.sleep(20 * day)
			w.must(w.svc.Referee.Resume(ctx, w.by(bob), here))
			w.sleep(12 * time.Hour)
			w.play(ann, "a1")
		}, bank - day},
		{"a gift", nil, func(w *world) {
			w.sleep(36 * time.Hour)
			w.must(w.svc.Play.GiveTime(ctx, w.by(bob), day))
			w.sleep(day)
			w.play(ann, "a1")
		}, bank - 12*time.Hour},
		{"a takeback", nil, func(w *world) {
			w.sleep(2 * day)
			w.play(ann, "a1")
			w.wait(30 * time.Second)
			w.takeback(ann)
			w.play(ann, "a1")
		}, bank - day - 30*time.Second},
		{"the bot was away", nil, func(w *world) {
			w.sleep(2 * day)
			w.alive()
			w.wait(20 * day)
			if _, err := w.svc.Referee.Recover(ctx); err != nil {
				w.Fatal(err)
			}
			w.play(ann, "a1")
		}, bank - day},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) {
				p.PerMove, p.Lapse, p.Grace, p.Bank = day, referee.Forfeit, 3, referee.Bank{Time: bank}
				if tt.terms != nil {
					tt.terms(p)
				}
			})
			tt.story(w)
			if got := w.record().Clock.BankLeft(0); got != tt.want {
				t.Errorf("%v are left in the bank, want %v", got, tt.want)
			}
		})
	}
}

// P133: the table lists reminders and rulings of a clock with a bank. Under every policy the bank
// replaces grace.
func TestP133_BankThenRuling(t *testing.T) {
	for _, tt := range []struct {
		lapse referee.Lapse
		want  []string
	}{
		{referee.Forfeit, []string{
			"19h12m0s reminded", "24h0m0s extended", "62h24m0s reminded",
			"72h0m0s ruled ended",
		}},
		{referee.Claim, []string{
			"19h12m0s reminded", "24h0m0s extended", "62h24m0s reminded", "72h0m0s lapsed",
			"96h0m0s ruled ended",
		}},
	} {
		w := newWorld(t)
		w.duel("nim", func(p *match.Proposal) {
			p.PerMove, p.Lapse, p.Grace, p.Bank = day, tt.lapse, 3, referee.Bank{Time: 2 * day}
		})
		if got := w.sleep(30 * day); !slices.Equal(got, tt.want) {
			t.Errorf("%s: happened %q\nwant     %q", tt.lapse, got, tt.want)
		}
	}
	w := newWorld(t)
	p := w.proposal("nim", ann)
	p.Bank.Time = time.Hour
	w.refused(match.ErrBadProposal, func() (match.Change, error) { return w.svc.Tables.Propose(ctx, p) })
}
