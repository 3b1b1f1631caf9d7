package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
)

// seated starts a tournament game between the given players.
func (w *world) seated(game games.ID, players ...match.Player) match.Record {
	w.Helper()
	p := w.proposal(game, "desk", players...)
	p.Seated, p.Tournament, p.PerMove, p.Setup.Seats = true, "cup", 24*time.Hour, len(players)
	return w.must(w.svc.Tables.Propose(ctx, p)).Match.Record
}

// F67: a tournament's game begins at once with everybody seated, without a limit. It cannot be
// cancelled and does not count towards limits.
func TestF67_SeatedMatchesBeginAtOnce(t *testing.T) {
	w := newWorld(t, func(c *service.Config) { c.Limit = 1 })
	for range 3 {
		r := w.seated("nim", player(bob), player(ann))
		if r.Status != match.Running || r.Players[0].User != bob || r.Players[1].User != ann || r.Tournament != "cup" {
			t.Fatalf("%s with %v of %q, want a running match, Bob first", r.Status, r.Players, r.Tournament)
		}
	}
	w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Cancel(ctx, w.by(ann)) })
	w.duel("nim")
	w.refused(match.ErrBadProposal, func() (match.Change, error) {
		p := w.proposal("nim", ann, player(ann), player(ann))
		p.Seated = true
		return w.svc.Tables.Propose(ctx, p)
	})
	w.refused(match.ErrBadProposal, func() (match.Change, error) {
		p := w.proposal("nim", ann, player(ann))
		p.Seated = true
		return w.svc.Tables.Propose(ctx, p)
	})
}

// F68: a referee's decision ends a match. The log has it with the reason and its author, and still
// replays.
func TestF68_DecidedByTheReferee(t *testing.T) {
	w := newWorld(t)
	r := w.seated("fish", player(ann), player(bob), player(cat))
	r = w.must(w.svc.Referee.Decide(ctx, w.by(cat),
		match.Decision{Place: [games.MaxSeats]int8{2, 1, 2}, By: "Cat", Reason: "Bob was first"})).Match.Record
	if r.Status != match.Over || r.Reason != games.ByReferee || r.Outcome.Winners() != games.SeatSet(1) ||
		!strings.Contains(r.Result, "Bob was first") {
		t.Errorf("%s by %s, %v, %q; want over by the referee, won by Bob, with the reason", r.Status, r.Reason,
			r.Outcome, r.Result)
	}
	w.refused(match.ErrOver, func() (match.Change, error) {
		return w.svc.Referee.Decide(ctx, w.by(cat), match.Decision{Place: [games.MaxSeats]int8{1, 2, 2}})
	})
	log, err := w.svc.Read.Log(ctx, r.ID)
	if err != nil {
		t.Fatal(err)
	}
	if e := log[len(log)-2]; e.Kind != match.Ruled || e.User != cat || e.Seat != games.Spectator ||
		e.Ruling != match.RulingDecide || e.Code != match.CodeMember || e.Note != "Bob was first" ||
		r.DecidedBy != "Cat" {
		t.Errorf("the log ends with %+v, want the decision and who made it", e)
	}
	if _, err := match.Frames(w.svc.Read.Of(r).Rules(), r, log); err != nil {
		t.Error("the log does not replay:", err)
	}
}

// F67: the players removed by the clock are known afterwards, without those who resigned or lost.
func TestF67_RemovalsByTheClock(t *testing.T) {
	w := newWorld(t)
	r := w.seated("fish", player(ann), player(bob), player(cat))
	w.sleep(24 * time.Hour)
	w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	got, err := w.svc.Read.Removals(ctx, w.match())
	if err != nil || len(got) != 1 || got[0] != r.Players[0].User {
		t.Errorf("Removals = %v, %v; want Ann alone", got, err)
	}
}

// F67: an event is the removal of a person by the clock only if its kind, ruling, seat, user and code all
// say so.
func TestF67_RemovalsAreRead(t *testing.T) {
	w := newWorld(t)
	r := w.seated("fish", player(ann), match.Player{Computer: games.Easy}, player(bob))
	var want []match.UserID
	for name, c := range map[string]struct {
		event   match.Event
		removed bool
	}{
		"a seat is removed":     {match.Event{Kind: match.Ruled, Ruling: games.Remove, Seat: 2}, true},
		"its time has run out":  {match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 2}, true},
		"a turn is skipped":     {match.Event{Kind: match.Ruled, Ruling: games.Skip, Seat: 2}, false},
		"a computer is removed": {match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 1}, false},
		"a player claims it":    {match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 2, User: ann}, false},
		"a moderator removes": {match.Event{
			Kind: match.Ruled, Ruling: games.Remove, Seat: 2, Code: match.CodeModerator,
		}, false},
		"no ruling":       {match.Event{Kind: match.Moved, Ruling: games.Time, Seat: 2}, false},
		"nobody's seat":   {match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: games.Spectator}, false},
		"a seat too many": {match.Event{Kind: match.Ruled, Ruling: games.Time, Seat: 3}, false},
	} {
		r.Head = w.record().Head
		if _, err := w.store.Append(ctx, r, c.event); err != nil {
			t.Fatal(err)
		}
		if c.removed {
			want = append(want, bob)
		}
		if got, err := w.svc.Read.Removals(ctx, w.match()); !slices.Equal(got, want) || err != nil {
			t.Fatalf("%s: Removals = %v, %v; want %v", name, got, err, want)
		}
	}
}
