package service_test

import (
	"fmt"
	"strings"
	"testing"

	"paddock/games/match"
)

// P30: an erasure is announced only after the name is gone.
func TestP30_AnErasureIsAnnouncedWithoutTheName(t *testing.T) {
	for _, c := range []struct {
		state string
		begin func(*world)
		want  match.Status
	}{
		{"a challenge of their own", func(w *world) {
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", bob, player(ann))))
		}, match.Closed},
		{"a challenge to them", func(w *world) {
			w.must(w.svc.Tables.Propose(ctx, w.proposal("nim", ann, player(bob))))
		}, match.Closed},
		{"a match", func(w *world) { w.duel("nim") }, match.Over},
		{
			"a match that others play on", func(w *world) { w.seated("fish", player(ann), player(bob), player(cat)) },
			match.Running,
		},
	} {
		t.Run(c.state, func(t *testing.T) {
			w := newWorld(t)
			c.begin(w)
			gone, err := w.svc.Erase.Begin(ctx, bob)
			if err != nil {
				t.Fatal(err)
			}
			told := 0
			w.svc.OnChange(func(c match.Change) {
				told++
				log, err := w.store.History(ctx, w.id, 0)
				if err != nil {
					t.Error(err)
				}
				if s := fmt.Sprint(w.record(), log); strings.Contains(s, "Bob") || strings.Contains(s, string(bob)) {
					t.Errorf("announced while the store says %s", s)
				}
				if s := fmt.Sprint(c.Match.Record); !strings.Contains(s, string(bob)) {
					t.Errorf("the change is of %s, want Bob in it: what is shown to Bob is to be looked at too", s)
				}
			})
			if err := w.svc.Erase.Finish(ctx, gone); err != nil {
				t.Fatal(err)
			}
			if got := w.record().Status; told != 1 || got != c.want {
				t.Errorf("announced %d times, the match is %s; want once, %s", told, got, c.want)
			}
		})
	}
}
