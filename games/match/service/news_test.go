package service_test

import (
	"fmt"
	"slices"
	"testing"

	"paddock/games/match"
)

// A new challenge has a notice for users who look for a game. The end of a match has one for the server's
// results channel and one for each user who follows the match.
func TestNewsBecomesNotices(t *testing.T) {
	w := newWorld(t)
	place := w.proposal("nim", ann).Place
	if err := w.svc.Lookout.Start(w.ctx, place.Guild, cat, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := w.store.UpdateGuild(w.ctx, place.Guild, func(g *match.Guild) { g.Results = "news" }); err != nil {
		t.Fatal(err)
	}
	told := func() (list []string) {
		for _, n := range w.record().Notices {
			list = append(list, fmt.Sprintf("%s %s", n.Kind, n.To))
		}
		return list
	}
	open := w.must(w.svc.Tables.Propose(w.ctx, w.proposal("nim", ann)))
	w.id = open.Match.ID
	if got, want := told(), string(match.LooksForGame)+" "; !slices.Contains(got, want) {
		t.Errorf("of a new match are told %q, want %q among them", got, want)
	}
	w.must(w.svc.Tables.Join(w.ctx, w.by(bob), "Bob"))
	if err := w.svc.Follow.Start(w.ctx, cat, w.id); err != nil {
		t.Fatal(err)
	}
	w.must(w.svc.Play.Resign(w.ctx, w.by(bob)))
	for _, want := range []string{string(match.Announced) + " ", string(match.FollowedEnd) + " " + string(cat)} {
		if got := told(); !slices.Contains(got, want) {
			t.Errorf("of the end are told %q, want %q among them", got, want)
		}
	}
}
