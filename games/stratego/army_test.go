package stratego

import (
	"context"
	"errors"
	"strings"
	"testing"

	"paddock/games"
)

// S7, S8, S9: armies by name, by counts, and with a handicap; the position text contains them.
func TestS8S9Armies(t *testing.T) {
	for _, c := range []struct {
		options games.Options
		army    string
	}{
		{nil, "1,1,1,2,3,4,4,4,5,8,1,6"},
		{games.Options{"army": "duel"}, "1,1,1,0,0,0,0,0,2,2,1,2"},
		{games.Options{"counts": "1,1,0,0,0,0,0,0,2,3,1,2"}, "1,1,0,0,0,0,0,0,2,3,1,2"},
		{games.Options{"counts": "1 flag, 5 scouts"}, "1,0,0,0,0,0,0,0,0,5,0,0"},
		{games.Options{"handicap": "blue without Marshal"}, "1,1,1,2,3,4,4,4,5,8,1,6;1,0,1,2,3,4,4,4,5,8,1,6"},
		{
			games.Options{"army": "barrage", "handicap": "RED without 2 scouts and a spy"},
			"1,1,1,0,0,0,0,0,1,0,0,1;1,1,1,0,0,0,0,0,1,2,1,1",
		},
	} {
		pos, err := New().Start(games.Setup{Seed: 1, Options: c.options})
		if err != nil {
			t.Errorf("%v: %v", c.options, err)
			continue
		}
		if text := pos.Text(); !strings.Contains(text, " army="+c.army+" ") {
			t.Errorf("%v: %s, want army=%s", c.options, text, c.army)
		}
		for _, seat := range []games.Seat{red, blue} {
			if err := pos.View(seat).Check("confirm"); err != nil {
				t.Errorf("%v: the first set-up of %s: %v", c.options, name(seat), err)
			}
		}
	}
}

func TestS8S9ArmiesRefused(t *testing.T) {
	for _, c := range []struct {
		options games.Options
		want    string
	}{
		{games.Options{"counts": "5 scouts"}, "exactly one Flag, not 0"},
		{games.Options{"counts": "2 flags, 5 scouts"}, "exactly one Flag, not 2"},
		{games.Options{"counts": "flag, 6 bombs"}, "needs a piece that can move"},
		{games.Options{"counts": "flag, 40 scouts"}, "at most 40 pieces, not 41"},
		{games.Options{"counts": "1,2,3"}, "not 3"},
		{games.Options{"counts": "flag, 3 knights"}, `"knights" is no rank`},
		{games.Options{"counts": "flag, 3 scouts", "army": "duel"}, "Leave one of the two out"},
		{games.Options{"handicap": "BLUE"}, "a side and what it lacks"},
		{games.Options{"handicap": "GREEN without Spy"}, "a side and what it lacks"},
		{games.Options{"handicap": "BLUE without Flag"}, "can't give up the Flag"},
		{games.Options{"handicap": "BLUE without 2 Spies"}, "can't do without 2 Spies: the army has Flag, Marshal"},
		{games.Options{"handicap": "RED without 3 Scouts", "counts": "flag, 3 scouts"}, "needs a piece that can move"},
	} {
		_, err := New().Start(games.Setup{Seed: 1, Options: c.options})
		var refusal *games.Refusal
		if !errors.As(err, &refusal) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want a refusal with %q", c.options, err, c.want)
		}
	}
}

// An army that was agreed has one displayed form, however it was typed.
func TestS8S9OneForm(t *testing.T) {
	g := New()
	setup, err := g.Complete(games.Setup{Options: games.Options{
		"counts":   "1,1,0,0,0,0,0,0,2,3,1,2",
		"handicap": "  blue WITHOUT a scout",
	}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := setup.Options["counts"], "Flag, Marshal, 2 Miners, 3 Scouts, Spy, 2 Bombs"; got != want {
		t.Errorf("counts %q, want %q", got, want)
	}
	if got, want := setup.Options["handicap"], "BLUE without Scout"; got != want {
		t.Errorf("handicap %q, want %q", got, want)
	}
}

// S59: every level sets up and plays armies of all shapes, including unequal ones.
func TestS59OddArmies(t *testing.T) {
	for _, options := range []games.Options{
		{"counts": "flag, scout"},
		{"counts": "flag, 38 bombs, miner"},
		{"counts": "flag, 39 scouts"},
		{"counts": "flag, 10 marshals, 3 spies"},
		{"handicap": "RED without Marshal, General, 6 Bombs"},
	} {
		pos, err := New().Start(games.Setup{Seed: 3, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for ply := range 24 {
			if _, over := pos.Outcome(); over {
				break
			}
			level := games.Levels[ply%len(games.Levels)]
			for seat := range pos.Turn().Waiting.All() {
				move, err := pos.View(seat).Choose(context.Background(), level,
					games.Budget{Nodes: 200, Seed: uint64(ply)})
				if err != nil {
					t.Fatalf("%v, ply %d, %s: %v", options, ply, level, err)
				}
				played, err := pos.Play(seat, move)
				if err != nil {
					t.Fatalf("%v, ply %d, %s: %v", options, ply, level, err)
				}
				pos = played.Next
			}
		}
	}
}
