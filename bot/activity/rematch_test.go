package activity

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// P25, P106: the page refuses a rematch wherever the board on Discord would refuse it.
func TestRematchWhereMatchesMayBegin(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*match.Guild)
		shut    bool
		refused bool
	}{
		"an ordinary server": {func(*match.Guild) {}, false, false},
		"a role that the player has": {func(g *match.Guild) {
			g.PlayRoles = []match.RoleID{match.RoleID(hall.Guild)}
		}, false, false},
		"a role that the player lacks": {
			func(g *match.Guild) { g.PlayRoles = []match.RoleID{"players"} }, false,
			true,
		},
		"another channel for matches": {
			func(g *match.Guild) { g.Channels = []match.ChannelID{"attic"} }, false,
			true,
		},
		"this channel for matches": {
			func(g *match.Guild) { g.Channels = []match.ChannelID{hall.Channel} },
			false, false,
		},
		"a player who doesn't see it now": {func(*match.Guild) {}, true, true},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		if _, err := d.svc.Play.Resign(t.Context(), match.Act{Match: rec.ID, User: bob}); err != nil {
			t.Fatal(err)
		}
		if err := d.People.ChangeGuild(t.Context(), hall.Guild, c.change); err != nil {
			t.Fatal(err)
		}
		d.shut[ann] = c.shut
		status, answer := d.ask(ann, "POST", "/api/matches/"+string(rec.ID)+"/acts",
			posted{Act: component.ActRematch, Cause: "again"})
		now, err := d.svc.Read.Match(t.Context(), rec.ID)
		if err != nil || now.Rematch[string(ann)] == c.refused || (status != http.StatusOK) != c.refused ||
			strings.Contains(answer, "begin a rematch there") != c.refused {
			t.Errorf("%s: %d %.200s, and a rematch is wanted by %v, %v", name, status, answer, now.Rematch, err)
		}
	}
}

// P86: the page shows names without the backslashes that protect them on Discord.
func TestNamesOfOffersArePlain(t *testing.T) {
	d := newDesk(t)
	c, err := d.svc.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, By: match.Player{User: ann, Name: "Ann_*1*"},
		With: []match.Player{{User: ann, Name: "Ann_*1*"}, {User: bob, Name: "Bob"}}, Place: hall, Cause: "begins",
	})
	if err != nil {
		t.Fatal(err)
	}
	id := c.Match.ID
	if _, err := d.svc.Play.OfferDraw(t.Context(), match.Act{Match: id, User: ann}); err != nil {
		t.Fatal(err)
	}
	if v := d.sees(bob, id); len(v.News) != 1 || !strings.HasPrefix(v.News[0], "Ann_*1* offers") {
		t.Errorf("the offer reads %q", v.News)
	}
	if _, err := d.svc.Play.OfferDraw(t.Context(), match.Act{Match: id, User: bob}); err != nil {
		t.Fatal(err)
	}
	d.does(ann, id, "acts", posted{Act: component.ActRematch, Cause: "again"})
	if v := d.sees(bob, id); !strings.Contains(strings.Join(v.News, "\n"), "Ann_*1* ") {
		t.Errorf("the wish reads %q", v.News)
	}
}

// A button that stays, and has no effect now, says why.
func TestButtonsSayWhyTheyAreOff(t *testing.T) {
	for name, c := range map[string]struct {
		change              func(*match.Record)
		back, draws, leaves games.Sentence
	}{
		"before the first move": {func(r *match.Record) { r.Moves = 0 }, sayNoUndo, sayDrawLater, games.Sentence{}},
		"after a move":          {func(*match.Record) {}, games.Sentence{}, games.Sentence{}, games.Sentence{}},
		"before one's own move": {func(r *match.Record) { r.Acted[0] = time.Time{} }, sayNoUndo, games.Sentence{}, games.Sentence{}},
		"after a secret":        {func(r *match.Record) { r.Stands = r.AllSeats() }, sayStands, games.Sentence{}, games.Sentence{}},
		"with offers": {func(r *match.Record) {
			seat := games.Seat(1)
			r.UndoOffer, r.DrawOffer = &seat, &seat
		}, sayUndoAsked, sayDrawOffered, games.Sentence{}},
		"in a pause": {func(r *match.Record) {
			r.Parked = &match.Parking{Why: match.CodePause}
		}, sayPaused, sayPaused, sayPaused},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		rec.Moves, rec.Stands, rec.Acted = 3, 0, []time.Time{rec.Created, rec.Created}
		c.change(&rec.Record)
		got := map[component.Action]string{}
		for _, a := range d.acts(asker{session: session{User: ann}}, rec) {
			if a.Act == component.ActCancel { // until the first move
				a.Act = component.ActResign
			}
			if a.Stays {
				got[a.Act] = a.Off
			}
		}
		want := map[component.Action]string{
			component.ActTakeback: lang.English.Speak(c.back), component.ActDraw: lang.English.Speak(c.draws),
			component.ActResign: lang.English.Speak(c.leaves),
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: the buttons say %q, want %q", name, got, want)
		}
	}
}

// P19, P128: the page offers a takeback only where Discord does: not in a rated match against the
// computer, and not to somebody who only watches.
func TestTakebacksOfPages(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*match.Record)
		want   bool
	}{
		"a match of two":        {func(*match.Record) {}, true},
		"before the first move": {func(r *match.Record) { r.Moves = 0 }, false},
		"against the computer": {func(r *match.Record) {
			r.Players[1], r.Unrated = match.Player{Computer: "easy"}, true
		}, true},
		"against the computer and rated": {
			func(r *match.Record) { r.Players[1] = match.Player{Computer: "easy"} },
			false,
		},
		"between computers": {func(r *match.Record) {
			r.Players = []match.Player{{Computer: "easy"}, {Computer: "easy"}}
		}, false},
	} {
		d := newDesk(t)
		rec := d.begin("kalah", nil)
		rec.Moves, rec.Owner, rec.Stands = 3, ann, 0
		rec.Acted = []time.Time{rec.Created, rec.Created}
		c.change(&rec.Record)
		got := slices.ContainsFunc(d.acts(asker{session: session{User: ann}}, rec), func(a act) bool {
			return a.Act == component.ActTakeback && a.Off == ""
		})
		if got != c.want {
			t.Errorf("%s: a takeback is offered: %t", name, got)
		}
	}
}
