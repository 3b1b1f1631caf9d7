package tourney_test

import (
	"testing"

	"paddock/games/match"
	"paddock/games/tourney"
)

// joinLate asks to join the running tournament, with the rounds that the user knows to miss.
func (w *world) joinLate(u match.UserID, missed int) (tourney.Record, error) {
	return w.svc.JoinLate(ctx, w.id, match.Player{User: u, Name: string(u)}, missed)
}

// F81: until its middle a Swiss or a league can be joined, if the organiser has said so. Refusals say
// why.
func TestF81_JoinLate(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "swiss")
	terms.Late, terms.Rounds, terms.Most = tourney.LateForHalf, 3, 5
	w.create(terms, ann, bob, cid)
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate(dee, 0) })
	w.start()
	if missed, all, ok := w.record().MissesNow(); missed != 1 || all != 3 || !ok {
		t.Errorf("misses %d of %d rounds, %t; want 1 of 3", missed, all, ok)
	}
	short := w.record()
	short.Rounds = 2
	if missed, all, ok := short.MissesNow(); missed != 1 || all != 2 || !ok {
		t.Errorf("misses %d of %d rounds, %t; want half of 2", missed, all, ok)
	}
	w.refused(tourney.ErrEntered, func() (tourney.Record, error) { return w.joinLate(bob, 1) })
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate(dee, 0) })
	if _, err := w.svc.Leave(ctx, w.id, cid); err != nil {
		t.Fatal(err)
	}
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate(cid, 1) })
	w.restart()
	r := w.must(w.joinLate(dee, 1))
	if e := r.EntrantOf(dee); e != 3 || r.Since[e] != 1 || r.Standings()[1].Points < 0.5 {
		t.Errorf("the late entrant is %d, since %v: %+v", e, r.Since, r.Standings())
	}
	if say := r.Log[len(r.Log)-1].Say.String(); say != "dee joins late and plays from round 2 on." {
		t.Errorf("the log says %q", say)
	}
	w.depart(ann) // the organiser leaves, and the tournament stays
	r = w.record()
	if len(r.Played) != 2 {
		t.Fatalf("%d rounds, want the second one", len(r.Played))
	}
	if w.game(dee).SeatOf(bob) < 0 {
		t.Errorf("round 2 is %+v", r.Played[1])
	}
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate("eve", 2) })
	if r = w.win(dee); r.Standings()[0].Entrant != 3 {
		t.Errorf("the standings are %+v", r.Standings())
	}
}

// F81: a user to whom late joining was not offered can't join late, and other formats don't offer
// it.
func TestF81_JoinLateRefused(t *testing.T) {
	w := newWorld(t, nil)
	for _, bad := range []struct {
		format string
		late   tourney.Late
	}{{"knockout", tourney.LateForHalf}, {"roundrobin", tourney.LateForNothing}, {"swiss", "twice"}} {
		w.id = ""
		terms := w.terms("nim", bad.format)
		terms.Late = bad.late
		w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
	}
	w.create(w.terms("nim", "league"), ann, bob)
	w.start()
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate(dee, 1) })

	terms := w.terms("nim", "league")
	terms.Name, terms.Late, terms.Most = "Full", tourney.LateForNothing, 2
	w.create(terms, ann, bob)
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.joinLate(dee, 1) })
}
