package tourney_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
)

// P82: a tournament begins without entrants who have left the server, however the sign-up ends.
// Discord is asked without the lock of the tournaments.
func TestP82_ATournamentBeginsWithoutThoseWhoHaveLeft(t *testing.T) {
	for _, c := range []struct {
		name string
		most int
		gone []match.UserID
		end  func(*world) error
		want tourney.Status
		left int // entrants
	}{
		{"the last place", 3, []match.UserID{bob}, func(w *world) error { w.join(cid); return nil }, tourney.Open, 2},
		{"nobody has left", 3, nil, func(w *world) error { w.join(cid); return nil }, tourney.Running, 3},
		{"by its owner", 8, []match.UserID{cid}, func(w *world) error {
			w.join(cid)
			w.start()
			return nil
		}, tourney.Running, 2},
		{"by its owner, too few", 8, []match.UserID{bob}, func(w *world) error {
			_, err := w.svc.Start(ctx, w.id, tourney.By{User: ann, Name: "Ann"})
			if !errors.Is(err, tourney.ErrTooFew) {
				return errors.Join(errors.New("want ErrTooFew"), err)
			}
			return nil
		}, tourney.Open, 1},
		{"by the clock", 8, []match.UserID{bob}, func(w *world) error {
			w.join(cid)
			w.wait(8 * 24 * time.Hour)
			w.attend()
			return nil
		}, tourney.Running, 2},
		{"by the clock, too few", 8, []match.UserID{bob}, func(w *world) error {
			w.wait(8 * 24 * time.Hour)
			w.attend()
			return nil
		}, tourney.Cancelled, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			w.absent = func(_ context.Context, g match.GuildID, users []match.UserID) []match.UserID {
				if g != here.Guild {
					t.Errorf("asked about the server %q", g)
				}
				// this call waits for ever if the tournaments are locked while Discord is asked
				if _, err := w.svc.Leave(ctx, w.id, "nobody"); err == nil {
					t.Error("nobody has left a tournament")
				}
				return slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool {
					return !slices.Contains(c.gone, u)
				})
			}
			w.restart()
			terms := w.terms("nim", "roundrobin")
			terms.Most = c.most
			w.create(terms, ann, bob)
			if err := c.end(w); err != nil {
				t.Error(err)
			}
			if r := w.record(); r.Status != c.want || len(r.Entrants) != c.left {
				t.Errorf("it is %s with %v, want %s with %d", r.Status, r.Entrants, c.want, c.left)
			}
		})
	}
}
