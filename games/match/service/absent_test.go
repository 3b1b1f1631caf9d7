package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/match"
)

// P82: nothing begins with a player who has left the server. Their open challenge closes, their seat
// at a table becomes free, and there is no rematch, no second match of a pair and no repeated
// challenge.
func TestP82_NothingBeginsWithAPlayerWhoHasLeft(t *testing.T) {
	challenge := func(game games.ID, side string) func(*world) {
		return func(w *world) {
			p := w.proposal(game, ann, player(bob))
			p.Side = side
			w.must(w.svc.Tables.Propose(ctx, p))
		}
	}
	table := func(w *world) {
		w.must(w.svc.Tables.Propose(ctx, w.proposal("fish", ann, match.Player{}, match.Player{})))
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	}
	over := func(w *world) {
		w.duel("nim")
		w.must(w.svc.Play.Resign(ctx, w.by(bob)))
	}
	pair := func(w *world) {
		challenge("halatafl", "sheep")(w)
		w.must(w.svc.Tables.Odds(ctx, w.by(ann), "Ann"))
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
		w.must(w.svc.Play.Resign(ctx, w.by(ann)))
	}
	again := func(w *world) {
		p := w.proposal("nim", ann)
		p.Wants.Again = 1
		w.must(w.svc.Tables.Propose(ctx, p))
		w.must(w.svc.Tables.Join(ctx, w.by(bob), "Bob"))
	}
	join := func(u match.UserID) func(*world) error {
		return func(w *world) error {
			_, err := w.svc.Tables.Join(ctx, w.by(u), names[u])
			return err
		}
	}
	odds := func(w *world) error {
		_, err := w.svc.Tables.Odds(ctx, w.by(bob), "Bob")
		return err
	}
	begin := func(w *world) error {
		_, err := w.svc.Tables.Begin(ctx, w.by(ann), match.Player{})
		return err
	}
	rematch := func(w *world) error {
		_, err := w.svc.Tables.Rematch(ctx, w.by(bob))
		return err
	}
	attend := func(w *world) error {
		_, err := w.svc.Referee.Attend(ctx, w.id)
		return err
	}
	const left = "The challenger has left the server"
	for _, c := range []struct {
		name   string
		before func(*world)
		gone   match.UserID
		act    func(*world) error
		says   string // what the refusal says; empty: nothing is refused
		log    string // the log, if somebody has left
		all    string // the states of the server's open and running matches if somebody has left
		usual  string // the states of those matches if nobody has left
	}{
		{"a challenge", challenge("nim", ""), ann, join(bob), left, "created ended:revoked", "", "running"},
		{"other terms", challenge("halatafl", "sheep"), ann, odds, left, "created ended:revoked", "", "open"},
		{"a table", table, ann, join(cat), left, "created joined ended:revoked", "", "running"},
		{"the last seat", table, bob, join(cat), "", "created joined left joined", "open", "running"},
		{"a table that begins", table, bob, begin, "needs at least 2", "created joined left", "open", "running"},
		{
			"a rematch", over, ann, rematch, "Ann has left the server", "created joined began ruled:resign ended:resign",
			"", "",
		},
		{
			"the second of a pair", pair, bob, attend, "",
			"created offered:odds joined began ruled:resign ended:resign", "", "running",
		},
		{"a challenge that comes back", again, ann, attend, "", "created joined began", "running", "open running"},
	} {
		for _, left := range []bool{true, false} {
			t.Run(fmt.Sprint(c.name, " ", left), func(t *testing.T) {
				var gone match.UserID
				w := newWorld(t)
				w.cfg.Absent = func(_ context.Context, g match.GuildID, users []match.UserID) []match.UserID {
					if g != here.Guild {
						t.Errorf("asked about the server %q", g)
					}
					// this call waits for ever if the match is locked while Discord is asked
					if _, err := w.svc.Tables.Revoke(ctx, w.by("nobody")); err == nil {
						t.Error("nobody has revoked a match")
					}
					return slices.DeleteFunc(users, func(u match.UserID) bool { return u != gone })
				}
				w.restart()
				c.before(w)
				says, all := "", c.usual
				if left {
					gone, says, all = c.gone, c.says, c.all
				}
				err := c.act(w)
				if (err != nil) != (says != "") || err != nil && !strings.Contains(sentence(err), says) {
					t.Errorf("the answer is %v, %q; want %q", err, sentence(err), says)
				}
				if got := w.log(); left && got != c.log {
					t.Errorf("the log is %q, want %q", got, c.log)
				}
				list, err := w.store.ByGuild(ctx, here.Guild)
				if err != nil {
					t.Fatal(err)
				}
				var states []string
				for _, r := range list {
					states = append(states, string(r.Status))
				}
				slices.Sort(states)
				if got := strings.Join(states, " "); got != all {
					t.Errorf("the server's matches are %q, want %q", got, all)
				}
			})
		}
	}
}
