package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// series opens the sign-up of the first season of a round robin of two.
func (w *world) series(every tourney.Interval) tourney.Record {
	w.Helper()
	terms := w.terms("nim", "roundrobin")
	terms.Name, terms.Most, terms.Every = "Cup", 2, every
	return w.create(terms)
}

// seasons lists the tournaments of the channel, the oldest first: "Cup over".
func (w *world) seasons() (list []string) {
	w.Helper()
	all, err := w.store.ChannelTournaments(ctx, here.Channel, 100)
	if err != nil {
		w.Fatal(err)
	}
	slices.SortFunc(all, func(a, b tourney.Record) int { return a.Season - b.Season })
	for _, r := range all {
		list = append(list, fmt.Sprint(r.Name, " ", r.Status))
	}
	return list
}

func (w *world) wantSeasons(when string, want ...string) {
	w.Helper()
	if got := w.seasons(); !slices.Equal(got, want) {
		w.Errorf("%s: %q, want %q", when, got, want)
	}
}

// due attends to all passed deadlines, as the ticker does, and continues with the newest season.
func (w *world) due() {
	w.Helper()
	for range 10 {
		id, at, ok, err := w.svc.Due(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if !ok || w.clock.Before(at) {
			break
		}
		if _, err := w.svc.Attend(ctx, id); err != nil {
			w.Fatal(err)
		}
	}
	all, err := w.store.ChannelTournaments(ctx, here.Channel, 1)
	if err != nil {
		w.Fatal(err)
	}
	w.id = all[0].ID
}

// P27: when the next season opens, by interval, by the end of the season, and if its creator is
// gone.
func TestNextSeason(t *testing.T) {
	moderator := tourney.By{User: dee, Name: "Dee", Moderator: true}
	owner := tourney.By{User: ann, Name: "Ann"}
	lengths := map[tourney.Interval]time.Time{
		tourney.Weekly: monday.AddDate(0, 0, 7), tourney.FourWeeks: monday.AddDate(0, 0, 28),
		tourney.Monthly: monday.AddDate(0, 1, 0),
	}
	type ending struct {
		name string
		goes bool
		do   func(*world)
	}
	played := func(w *world) { w.join(bob); w.join(cid); w.win(bob) }
	endings := []ending{
		{"played", true, played},
		{"played late", true, func(w *world) { w.join(bob); w.join(cid); w.wait(24 * time.Hour); w.win(bob) }},
		{"cancelled in the sign-up", false, func(w *world) { w.must(w.svc.Cancel(ctx, w.id, owner)) }},
		{"cancelled in a round", false, func(w *world) {
			w.join(bob)
			w.join(cid)
			w.must(w.svc.Cancel(ctx, w.id, moderator))
		}},
		{"too few", false, func(w *world) { w.join(bob); w.wait(24 * time.Hour); w.attend() }},
		{"the last one", false, func(w *world) { w.must(w.svc.EndSeries(ctx, w.id, owner)); played(w) }},
		{"stopped when it was over", false, func(w *world) {
			played(w)
			w.must(w.svc.EndSeries(ctx, w.id, moderator))
		}},
		{"channel gone", false, func(w *world) {
			played(w)
			if err := w.svc.Abandon(ctx, func(p match.Place) bool { return p.Channel == here.Channel },
				games.Say("Its channel is gone, so the series has ended.")); err != nil {
				w.Fatal(err)
			}
		}},
		{"another channel gone", true, func(w *world) {
			played(w)
			if err := w.svc.Abandon(ctx, func(p match.Place) bool { return p.Channel == "attic" },
				games.Say("Its channel is gone, so the series has ended.")); err != nil {
				w.Fatal(err)
			}
		}},
	}
	creators := []ending{
		{"there", true, func(*world) {}},
		{"erased", false, func(w *world) { w.depart(ann) }},
		{"handed over", true, func(w *world) {
			if w.record().Live() {
				w.must(w.svc.HandOver(ctx, w.id, owner,
					tourney.HandOver{To: match.Player{User: dee, Name: "Dee"}, Reason: "holidays"}))
			}
		}},
	}
	for every, opens := range lengths {
		for _, end := range endings {
			for _, creator := range creators {
				for _, early := range []bool{false, true} { // whether the creator leaves before the season begins
					if early && end.name != "played" { // whoever is no longer the creator cannot end the season
						continue
					}
					t.Run(fmt.Sprintf("%s/%s/%s/early:%t", every, end.name, creator.name, early), func(t *testing.T) {
						w := newWorld(t, storagetest.NewMemory())
						w.series(every)
						if early {
							creator.do(w)
						}
						end.do(w)
						if !early {
							creator.do(w)
						}
						w.clock = opens.Add(-time.Second)
						w.due()
						if got := w.seasons(); len(got) != 1 {
							t.Errorf("before its time: %q", got)
						}
						w.wait(time.Second)
						w.due()
						w.due()
						want := 1
						if end.goes && creator.goes {
							want = 2
						}
						if got := w.seasons(); len(got) != want {
							t.Fatalf("at its time: %q, want %d", got, want)
						}
						if r := w.record(); want == 2 &&
							(r.Name != "Cup season 2" || r.Status != tourney.Open || r.Season != 2 ||
								len(r.Entrants) != 0 || r.Most != 2 || r.Every != every) {
							t.Errorf("the second season is %+v", r)
						}
						if r := w.record(); want == 2 && creator.name == "handed over" && early && r.Owner.User != dee {
							t.Errorf("the second season is run by %v, want Dee", r.Owner)
						}
					})
				}
			}
		}
	}
}

// P94: entrants of the last season are told once that sign-up is open. Those who were removed or
// have already joined are not told, and nobody after the sign-up.
func TestSeasonIsTold(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "roundrobin")
	terms.Name, terms.Every = "Cup", tourney.Weekly
	w.create(terms, bob, cid, dee)
	w.start()
	w.must(w.svc.Remove(ctx, w.id, tourney.By{User: ann, Name: "Ann"}, tourney.Removal{User: dee, Reason: "rude"}))
	for n := 0; w.attend().Status == tourney.Running; n++ {
		if n > 5 {
			t.Fatal("it never ends")
		}
		w.win(bob)
	}
	w.told()
	first := w.id
	w.wait(7 * 24 * time.Hour)
	w.due()
	w.wantTold("when season 2 opens", "bob season", "cid season")
	w.restart()
	w.due()
	w.wantTold("after a restart")
	w.id = first
	w.wantTold("of the first season")
	w.wait(24 * time.Hour)
	w.due()
	w.wantSeasons("nobody has joined", "Cup over", "Cup season 2 cancelled")
	if r := w.record(); !strings.Contains(r.Result, "there won't be another") {
		t.Errorf("it ended with %q", r.Result)
	}

	w = newWorld(t, nil)
	w.series(tourney.Weekly)
	w.join(bob)
	w.join(cid)
	w.win(bob)
	w.told()
	w.wait(7 * 24 * time.Hour)
	w.due()
	w.join(bob)
	if list := w.record().Notices; len(list) != 1 || list[0].To != cid {
		t.Errorf("to be told when Bob has joined: %+v, want Cid alone", list)
	}
	w.join(dee)
	if slices.ContainsFunc(w.record().Notices, func(n tourney.Notice) bool { return n.Kind == tourney.SeasonOpen }) {
		t.Errorf("to be told of a sign-up that is over: %+v", w.record().Notices)
	}
}

// P27: a season without people is the last one, even if computers could play it.
func TestComputersPlayNoSeries(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "roundrobin")
	terms.Most, terms.Fill, terms.Every = 2, "easy", tourney.Weekly
	w.create(terms)
	w.wait(24 * time.Hour)
	if r := w.attend(); r.Status != tourney.Cancelled {
		t.Errorf("%s, want cancelled", r.Status)
	}
}

// Limits count seasons: a waiting series takes the place and the name of its next season.
func TestSeasonsCount(t *testing.T) {
	w := newWorld(t, nil)
	first := w.series(tourney.Weekly)
	w.join(bob)
	w.join(cid)
	w.win(bob)
	terms := w.terms("nim", "roundrobin")
	terms.Name = "cup Season 2"
	w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
	for i := range 2 {
		terms := w.terms("nim", "roundrobin")
		terms.Name, terms.SignUp = fmt.Sprint("Other ", i), -1
		w.create(terms)
	}
	w.refused(tourney.ErrLimit, func() (tourney.Record, error) { return w.svc.Create(ctx, w.terms("nim", "swiss")) })
	terms = w.terms("nim", "swiss")
	terms.Owner, terms.SignUp = match.Player{User: dee, Name: "Dee"}, -1
	w.create(terms)
	w.must(w.svc.HandOver(ctx, w.id, tourney.By{User: dee, Name: "Dee"},
		tourney.HandOver{To: match.Player{User: ann, Name: "Ann"}, Reason: "holidays"}))
	w.wait(7 * 24 * time.Hour)
	w.due()
	w.id = first.ID
	r := w.record()
	if r.Waits() || r.Every != "" {
		t.Errorf("a series beyond the limit waits until %s, want it ended", r.Deadline)
	}
	if !slices.ContainsFunc(r.Notices, func(n tourney.Notice) bool {
		return n.To == ann && n.Kind == tourney.SeriesEnded && strings.Contains(n.Why.String(), "that's the limit")
	}) {
		t.Errorf("its owner is told %+v", r.Notices)
	}
	if got := w.seasons(); len(got) != 4 {
		t.Errorf("%q, want no second season", got)
	}
}

// A user without the right cannot end a series, and nobody can end what is not a series.
func TestEndSeriesIsRefused(t *testing.T) {
	w := newWorld(t, nil)
	w.series(tourney.Weekly)
	w.refused(tourney.ErrNotYours, func() (tourney.Record, error) {
		return w.svc.EndSeries(ctx, w.id, tourney.By{User: bob, Name: "Bob"})
	})
	by := tourney.By{User: ann, Name: "Ann"}
	w.must(w.svc.EndSeries(ctx, w.id, by))
	w.refused(tourney.ErrEnded, func() (tourney.Record, error) { return w.svc.EndSeries(ctx, w.id, by) })
	terms := w.terms("nim", "swiss")
	terms.Name, terms.Every = "Another", "fortnight"
	w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
	// a name that is too long with the number of a season appended
	terms.Name, terms.Every = strings.Repeat("x", 55), tourney.Weekly
	w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
}

// P27: monthly seasons are counted from the first one. A month that is too short for its day moves
// one season only; a season that opens late moves those after it.
func TestMonthlySeasonsKeepToTheirDay(t *testing.T) {
	for _, c := range []struct {
		late int // days that the second season begins too late
		want []string
	}{
		{0, []string{"31 Jan", "28 Feb", "31 Mar", "30 Apr", "31 May", "30 Jun", "31 Jul"}},
		{5, []string{"31 Jan", "28 Feb", "5 Apr", "5 May", "5 Jun"}},
		{30, []string{"31 Jan", "28 Feb", "30 Apr", "31 May", "30 Jun"}},
	} {
		w := newWorld(t, storagetest.NewMemory())
		w.clock = time.Date(2027, 1, 31, 12, 0, 0, 0, time.UTC)
		w.series(tourney.Monthly)
		for n, want := range c.want {
			r := w.record()
			if got := r.Created.Format("2 Jan"); got != want {
				t.Errorf("%d days late: season %d opens %s, want %s", c.late, n+1, got, want)
			}
			w.join(bob)
			w.join(cid)
			if n == 1 && c.late > 0 {
				w.clock = time.Date(2027, 3, 31+c.late, 12, 0, 0, 0, time.UTC)
			}
			if r = w.win(bob); r.Deadline.After(w.clock) {
				w.clock = r.Deadline
			}
			w.due()
		}
	}
}

// P1: wherever the process dies while a season opens, and whatever number of processes open it,
// there is one second season, and everybody is told once.
func TestSeasonOpensOnce(t *testing.T) {
	for _, after := range []bool{false, true} {
		for n := 1; ; n++ {
			s := &frail{Memory: storagetest.NewMemory(), left: -1, after: after}
			w := newWorld(t, s)
			first := w.series(tourney.Weekly)
			w.join(bob)
			w.join(cid)
			w.win(bob)
			w.told()
			w.wait(7 * 24 * time.Hour)
			s.left = n
			_, err := w.svc.Attend(ctx, first.ID)
			died := s.dead
			if died != (err != nil) || err != nil && !errors.Is(err, errDead) {
				t.Fatalf("killed at write %d (after: %t): %v", n, after, err)
			}
			s.dead, s.left = false, -1
			other := tourney.New(tourney.Config{Store: s, Matches: w.matches, Now: func() time.Time { return w.clock }})
			for _, svc := range []*tourney.Service{w.svc, other} {
				if _, err := svc.Attend(ctx, first.ID); err != nil {
					t.Fatal(err)
				}
			}
			w.due()
			w.wantSeasons(fmt.Sprintf("killed at write %d (after: %t)", n, after), "Cup over", "Cup season 2 open")
			w.wantTold("of the second season", "bob season", "cid season")
			if !died {
				if n != 3 {
					t.Errorf("opening a season took %d writes, want 2", n-1)
				}
				break
			}
		}
	}
}

// P30: a person who is erased while the next season is open is not told of it, and their own series
// ends.
func TestP30InASeries(t *testing.T) {
	w := newWorld(t, nil)
	w.series(tourney.Weekly)
	w.join(ann)
	w.join(bob)
	w.win(ann)
	w.told()
	w.wait(7 * 24 * time.Hour)
	w.due()
	w.depart(ann)
	w.wantTold("of the second season", "bob season")
	w.join(bob)
	w.join(cid)
	w.win(bob)
	w.wait(30 * 24 * time.Hour)
	w.due()
	w.wantSeasons("nobody runs it any more", "Cup over", "Cup season 2 over")
}

// F80: a season in two divisions, and the next one. The winner of the lower division and the last
// of the higher one change places. A newcomer begins at the bottom, and an erased person is in no
// division.
func TestF80_SeasonsOfDivisions(t *testing.T) {
	w := newWorld(t, nil)
	// without ratings, the order of joining decides about divisions
	people := []match.UserID{"ann", "bob", "cat", "dan", "eve", "fay"}
	terms := w.terms("nim", "divisions")
	terms.Name, terms.Every, terms.Size, terms.Most = "Cup", tourney.Weekly, 3, 6
	r := w.create(terms, people...)
	if want := []int{0, 0, 0, 1, 1, 1}; !slices.Equal(r.Division, want) {
		t.Fatalf("divisions %v, want %v", r.Division, want)
	}
	for w.attend().Status == tourney.Running {
		round, _ := ptr(w.record()).Going()
		for _, g := range round.Games {
			if !g.Done && !g.Pairing.Bye() { // the player who comes first in the alphabet wins
				r := w.record()
				first := min(r.Entrants[g.Pairing[0]].User, r.Entrants[g.Pairing[1]].User)
				w.win(first)
			}
		}
	}
	r = w.record()
	var order []match.UserID
	for _, s := range r.Standings() {
		order = append(order, r.Entrants[s.Entrant].User)
	}
	if !slices.Equal(order, people) {
		t.Errorf("in the end %v, want %v", order, people)
	}
	for e, want := range []int{0, 0, 1, 0, 1, 1} {
		if got := r.Next(tourney.Entrant(e)); got != want {
			t.Errorf("%s plays in division %d next, want %d", people[e], got, want)
		}
	}
	if err := w.svc.Forget(ctx, match.Erasure{User: "bob", As: "x7"}); err != nil {
		t.Fatal(err)
	}
	w.wait(8 * 24 * time.Hour)
	w.due()
	all, err := w.store.ChannelTournaments(ctx, here.Channel, 1)
	if err != nil || all[0].Season != 2 {
		t.Fatalf("no second season: %v", err)
	}
	for _, rung := range all[0].Ladder {
		if rung.User == "bob" {
			t.Error("an erased member is in the ladder")
		}
	}
	w.id = all[0].ID
	for _, u := range []match.UserID{"gus", "fay", "eve", "dan", "cat", "ann"} {
		r = w.join(u)
	}
	// Bob's place is filled from below, so Cat stays up
	if want := []int{1, 1, 1, 0, 0, 0}; !slices.Equal(r.Division, want) {
		t.Errorf("second season: %v, want %v", r.Division, want)
	}
}

func ptr[T any](v T) *T { return &v }

// rated is a store in which everybody has ratings.
type rated struct{ store }

func (rated) StandingsOf(context.Context, match.GuildID, match.Player) ([]match.Standing, error) {
	rate := func(game games.ID, pool match.Pool, rating float64) match.Standing {
		return match.Standing{Game: game, Pool: pool, Skill: match.Skill{Rating: rating}}
	}
	return []match.Standing{
		rate("kalah", match.AmongPeople, 1), rate("nim", match.WithComputers, 2), rate("nim", match.AmongPeople, 3),
	}, nil
}

// F80: newcomers are divided by their rating among people in the game.
func TestF80_RatingsOfNewcomers(t *testing.T) {
	for format, want := range map[string]string{"divisions": "[3 3]", "swiss": "[]"} {
		w := newWorld(t, rated{storagetest.NewMemory()})
		if r := w.create(w.terms("nim", format), bob, cid); fmt.Sprint(r.Skill) != want {
			t.Errorf("%s: ratings %v, want %s", format, r.Skill, want)
		}
	}
}
