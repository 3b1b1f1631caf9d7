package tourney_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
	"paddock/games/tourney"
)

// depart erases a person everywhere, as the bot does.
func (w *world) depart(u match.UserID) {
	w.Helper()
	gone := match.Erasure{User: u, As: "x7"}
	for range 2 { // the erasure is made twice, as after a crash
		for _, step := range []error{w.svc.Retire(ctx, u), w.svc.Forget(ctx, gone), w.matches.Erase.Finish(ctx, gone)} {
			if step != nil {
				w.Fatal(step)
			}
		}
	}
	text, err := json.Marshal(w.record())
	if err != nil {
		w.Fatal(err)
	}
	if strings.Contains(string(text), `"`+string(u)+`"`) || strings.Contains(string(text), "Ann") {
		w.Errorf("the tournament still knows the person: %s", text)
	}
	if list, err := w.store.TournamentsOf(ctx, u); len(list) != 0 || err != nil {
		w.Errorf("TournamentsOf = %v, %v; want none", list, err)
	}
	ids, err := w.store.Mentions(ctx, u)
	for _, id := range ids { // the list may contain other matches, too
		r, _ := w.store.Record(ctx, id)
		if slices.Contains(r.Players, match.Player{User: u, Name: "Ann"}) || r.Owner == u {
			w.Errorf("match %s still knows the person", id)
		}
	}
	if err != nil {
		w.Error(err)
	}
}

// P30: a person who is erased during a tournament loses the running game and plays no more. The
// tournament goes on to its end even if they created it.
func TestP30InTheMiddle(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "roundrobin"), ann, bob, cid)
	r := w.start()
	playing := slices.IndexFunc(r.Played[0].Games, func(g tourney.Game) bool {
		return slices.Contains(g.Pairing, r.EntrantOf(ann)) && !g.Pairing.Bye()
	})
	w.depart(ann)
	if playing >= 0 {
		m, err := w.matches.Read.Match(ctx, r.Played[0].Games[playing].Match)
		if err != nil || m.Status != match.Over {
			t.Errorf("her game is %s, %v; want over", m.Status, err)
		}
	}
	for n := 0; w.attend().Status == tourney.Running; n++ {
		r := w.record()
		round, _ := r.Going()
		i := slices.IndexFunc(round.Games, func(g tourney.Game) bool { return !g.Done })
		if n > 5 || i < 0 {
			t.Fatalf("no end: %+v", r)
		}
		for _, e := range round.Games[i].Pairing {
			if r.Entrants[e].Gone != "" {
				t.Fatalf("a game with a former player: %+v", round.Games[i])
			}
		}
		w.win(bob)
	}
	r = w.record()
	if r.Status != tourney.Over || r.Result != "Bob wins the tournament." {
		t.Errorf("%s, %q; want over, won by Bob", r.Status, r.Result)
	}
}

// P30: when the organiser is erased during the sign-up, only moderators can start it. The refusal
// names nobody.
func TestP30OfAnOrganiser(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), bob, cid)
	w.depart(ann)
	_, err := w.svc.Start(ctx, w.id, tourney.By{User: bob, Name: "Bob"})
	if !errors.Is(err, tourney.ErrNotYours) || strings.Contains(err.Error(), match.FormerPlayer) {
		t.Errorf("Bob may not start it: %v", err)
	}
	w.must(w.svc.Start(ctx, w.id, tourney.By{User: dee, Moderator: true}))
}

// P30: a finished tournament keeps its result, won by a former player, and is not announced again.
func TestP30AfterTheEnd(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "knockout")
	terms.Most = 2
	r := w.create(terms, ann, bob)
	w.win(ann)
	for r = w.attend(); r.Status == tourney.Running; r = w.attend() {
		w.win(ann)
	}
	if err := w.svc.MarkShown(ctx, r.ID,
		tourney.Shown{Version: r.Version, Rounds: -1, Message: "m1", At: w.clock}); err != nil {
		t.Fatal(err)
	}
	w.told()
	w.depart(ann)
	r = w.record()
	if r.Result != match.FormerPlayer+" wins the tournament." || r.Unsettled() {
		t.Errorf("%q, unsettled: %t; want won by a former player, and settled", r.Result, r.Unsettled())
	}
}

// P30: the name of an erased official disappears from their decisions, in the tournament and in the
// match, under every name.
func TestP30OfWhoDecides(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "roundrobin"), bob, cid)
	w.start()
	m := w.game(bob)
	by := tourney.By{User: ann, Name: "Annabel"}
	w.must(w.svc.Override(ctx, w.id, by, tourney.Call{Match: m.ID, Winner: 0, Reason: "a wrong button"}))
	w.depart(ann)
	now, err := w.matches.Read.Match(ctx, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	m = now.Record
	if want := "By decision of " + match.FormerPlayer + " (a wrong button)"; !strings.HasPrefix(m.Result, want) {
		t.Errorf("the match ended: %q, want it to begin with %q", m.Result, want)
	}
	log, err := w.matches.Read.Log(ctx, m.ID)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := json.Marshal(log); strings.Contains(string(text), by.Name) {
		t.Errorf("the log still knows the name: %s", text)
	}
}
