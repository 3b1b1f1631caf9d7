package ahead

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	boards "paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	lines "paddock/games/match/ahead"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

// The golden file lists every message of this feature with its texts, buttons and menus.
func TestMessages(t *testing.T) {
	t.Parallel()
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	maker := &boards.Maker{Games: catalog.Games(), Draw: func(scene.Scene) ([]byte, error) {
		return []byte("png"), nil
	}, Log: slog.New(slog.DiscardHandler)}
	var page strings.Builder
	show := func(name string, m discord.Message) {
		raw, err := json.Marshal(m.Parts)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "%s, private %t, files %d: %s\n", name, m.Private, len(m.Files), raw)
	}
	ann, bob := match.Player{User: "1", Name: "Ann"}, match.Player{User: "2", Name: "Bob"}
	for i, c := range []struct {
		game  games.ID
		moves []string // the opponent of Ann, who begins the line
		half  string
	}{
		{"kalah", []string{"3", "1", "2"}, ""},
		{"halatafl", []string{"d4d5", "c7c6"}, "d5"},
		{"fish", []string{"a1"}, ""},
	} {
		in := lang.All[i%len(lang.All)]
		made, err := svc.Tables.Propose(t.Context(), match.Proposal{
			Game: c.game, Setup: games.Setup{Seats: 2}, Seated: true, By: ann, With: []match.Player{ann, bob},
			Place: match.Place{Guild: "club", Channel: "hall"}, Cause: match.Cause(c.game),
		})
		if err != nil {
			t.Fatal(err)
		}
		view, err := made.Match.View(0)
		if err != nil {
			t.Fatal(err)
		}
		for n := range len(c.moves) + 1 {
			p := lines.From(view)
			for _, move := range c.moves[:n] {
				if p, err = p.Play(move); err != nil {
					t.Fatal(c.game, move, err)
				}
			}
			u := match.User{ID: ann.User, Style: []match.Style{match.Image, match.Text, match.Words}[n%3]}
			note := ""
			if n == 1 {
				note = "A note."
				u.SetNotebook(made.Match.ID, match.Notebook{Lines: []match.Line{{From: 1, Plies: p.Plies()}}})
			}
			steps := lines.From(view).Steps(p.Plies())
			show(fmt.Sprintf("%s after %d moves", c.game, n),
				trialMessage(maker, in, made.Match, steps, choose.Choice{}, u, note))
			if n == len(c.moves) {
				show(fmt.Sprintf("%s with half a move", c.game),
					trialMessage(maker, in, made.Match, steps, choose.Choice{Half: c.half, Open: true}, u, ""))
				var many []match.Line
				for range discord.MaxOptions + 1 {
					many = append(many, match.Line{From: 1, Plies: p.Plies()})
				}
				show("no lines", linesMessage(in, made.Match, nil, ""))
				show("one line", linesMessage(in, made.Match, many[:1], "A note."))
				if i == 0 {
					show("many lines", linesMessage(in, made.Match, many, ""))
				}
			}
		}
		show("no notes", noteMessage(in, made.Match, "", ""))
		show("notes", noteMessage(in, made.Match, "*one*\ntwo", "A note."))
		fmt.Fprintf(&page, "form: %+v\n", noteModal(in, made.Match, "*one*"))
	}
	small, err := svc.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Setup: games.Setup{Seats: 2, Options: games.Options{"holes": "3", "beans": "1"}}, Seated: true,
		By: ann, With: []match.Player{ann, bob}, Place: match.Place{Guild: "club", Channel: "hall"}, Cause: "small",
	})
	if err != nil {
		t.Fatal(err)
	}
	view, err := small.Match.View(0)
	if err != nil {
		t.Fatal(err)
	}
	end := lines.From(view)
	for end.Mover() != games.Spectator {
		if end, err = end.Play(end.Moves("", 1)[0]); err != nil {
			t.Fatal(err)
		}
	}
	show("over", trialMessage(maker, lang.English, small.Match, lines.From(view).Steps(end.Plies()), choose.Choice{},
		match.User{ID: ann.User}, ""))
	long := match.Line{}
	for n := range 40 {
		long.Plies = append(long.Plies, match.Ply{Seat: games.Seat(n % 2), Move: fmt.Sprint(n % 6)})
	}
	fmt.Fprintf(&page, "keys: %s %s %s\n", lineKey(match.Line{}), lineKey(match.Line{Plies: long.Plies[:2]}),
		lineKey(long))
	golden.Check(t, "testdata/messages.txt", page.String())
}
