package record

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/review"
	"paddock/games/scene"
)

// sketches returns a Maker whose pictures tell in words what a drawing shows beside the position.
func sketches() *board.Maker {
	draw := func(s *scene.Scene) string {
		marked := map[string]scene.Marks{}
		for _, c := range s.Cells {
			if c.Marks != 0 {
				marked[c.Name] = c.Marks
			}
		}
		var won []string
		for _, side := range s.Sides {
			won = append(won, fmt.Sprint(side.Label, " ", side.Won))
		}
		return fmt.Sprintf("form %d %q, result %q, course %v, %+v, turned %t, caption %q, path %v, tracks %v, marked %v, won %v", s.Form, s.Title, s.Result, s.Course, s.Look, s.Turned, s.Caption, s.Path, s.Tracks, marked, won)
	}
	return &board.Maker{
		Games: catalog.Games(), Log: slog.New(slog.DiscardHandler),
		Draw: func(s scene.Scene) ([]byte, error) {
			text := draw(&s)
			if s.Beside != nil {
				text += fmt.Sprintf("\nbeside %q of move %d: %s", s.Beside.Label, s.Beside.Move, draw(&s.Beside.Scene))
			}
			return []byte(text), nil
		},
	}
}

// newFeature returns the feature without a store.
func newFeature() *Feature {
	return New(&answer.Base{
		Games: catalog.Games(), Matches: new(service.Service), Show: sketches(),
		Log: slog.New(slog.DiscardHandler),
	}, nil)
}

// The golden file lists the commands and actions that the feature registers.
func TestPart(t *testing.T) {
	golden.Check(t, "testdata/part.txt", dump.Part(newFeature().Part(), catalog.Games()))
}

// played returns a match that is over, with its log.
func played(t *testing.T, g games.ID, setup games.Setup, outcome *games.Outcome,
	moves ...string,
) (match.Match, []match.Event) {
	t.Helper()
	var known match.Parsings
	for _, game := range catalog.Games() {
		if game.ID != g {
			continue
		}
		at, err := game.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		rec := match.Record{
			ID: "m1", Game: g, Setup: setup, Status: match.Over,
			Ended: time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC), Outcome: outcome,
		}
		for _, name := range []string{"Ann_x", "Bob", "Cid"}[:setup.Seats] {
			rec.Players = append(rec.Players, match.Player{User: match.UserID("7" + name), Name: name})
		}
		log := []match.Event{{Seq: 1, Kind: match.Began, Seat: games.Spectator, Note: at.Text()}}
		for _, move := range moves {
			for seat := range at.Turn().Waiting.All() {
				done, err := at.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				at, rec.LastSeat, rec.LastMoves = done.Next, seat, done.Moves
				log = append(log, match.Event{Seq: match.Seq(len(log) + 1), Kind: match.Moved, Seat: seat, Move: move})
				break
			}
		}
		rec.Position, rec.Moves, rec.Head = at.Text(), len(moves), match.Seq(len(log))
		rec.Shown = match.Shown{Channel: "7", Message: "8"}
		return known.Match(rec, game), log
	}
	t.Fatalf("no game %s", g)
	return match.Match{}, nil
}

const (
	kalahText = "game kalah\nsouth Ann_x\nnorth **B**\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\nsouth 3\nnorth 1\n"
	overText  = "game kalah\nstart kalah/1 m=3 to=S south=0.0.1:9 north=0.0.1:1 rules=standard\nsouth 3\n"
)

// The golden file has an imported game at each of its boards, for members who like pictures, text
// and words; in servers and in direct messages.
func TestImported(t *testing.T) {
	f := newFeature()
	fish, _ := played(t, "fish", games.Setup{Seats: 3, Seed: 1}, nil)
	var b strings.Builder
	for _, c := range []struct {
		name, text string
		n          int
		in         lang.Language
		u          match.User
		with       bool
	}{
		{
			"the first board", kalahText, 0, lang.English,
			match.User{Prefer: games.Options{"look": board.LookLight}},
			true,
		},
		{"after a move", kalahText, 1, lang.English, match.User{Prefer: games.Options{"look": board.LookLight}}, false},
		{"after a move, as text", kalahText, 2, "de", match.User{Style: match.Text}, true},
		{"the last board", kalahText, 3, "sv", match.User{Style: match.Words}, true},
		{"resigned", kalahText + "ruled resign north\n", 3, lang.English, match.User{}, true},
		{
			"before the last move of a resigned match", kalahText + "ruled resign north\n", 2, lang.English,
			match.User{Style: match.Words},
			false,
		},
		{"over by the board", overText, 1, lang.English, match.User{Style: match.Words}, true},
		{
			"over by the board, and then resigned", overText + "ruled resign north\n", 1, lang.English,
			match.User{Style: match.Words},
			true,
		},
		{
			"no moves", "game kalah\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n", 0, lang.English,
			match.User{Style: match.Words},
			true,
		},
		{
			"a player of three removed", "game fish\nstart " + fish.Position + "\nruled remove red\n", 1, lang.English,
			match.User{Style: match.Words},
			true,
		},
		{
			"three players", "game fish\nstart " + fish.Position + "\n", 0, lang.English,
			match.User{Style: match.Words},
			true,
		},
	} {
		i, err := f.parseGame(&request.Request{In: c.in}, []byte(c.text))
		if err != nil {
			fmt.Fprintf(&b, "# %s: %v\n", c.name, err)
			continue
		}
		fmt.Fprintf(&b, "# %s\n%s", c.name, dump.Message(importedBoard(f.Show, c.in, i, c.n, c.u, c.with)))
	}
	golden.Check(t, "testdata/imported.txt", b.String())
}

// A menu has at most 25 computer players, in their order, and the text above it names the side to
// move.
func TestImportedWithManyLevels(t *testing.T) {
	f := newFeature()
	i, err := f.parseGame(&request.Request{In: lang.English}, []byte(kalahText))
	if err != nil {
		t.Fatal(err)
	}
	many := *i.Game
	many.Players = slices.Repeat(many.Players, 9)
	i.Game = &many
	parts := i.continueMenus(lang.English, 3, false)
	menu, ok := parts[1].(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu)
	if !ok || len(menu.Options) != discord.MaxOptions || menu.Options[0].Value != many.Players[0].Name {
		t.Errorf("of %d levels are offered %+v", len(many.Players), menu)
	}
}

// The course of a match of two comes from its review, if that has at least two values, and
// otherwise from the score. A match of three has no course.
func TestCourse(t *testing.T) {
	kalah, log := played(t, "kalah", games.Setup{Seats: 2}, nil, "3", "1")
	frames, err := match.Frames(kalah.Rules(), kalah.Record, log)
	if err != nil {
		t.Fatal(err)
	}
	fish, _ := played(t, "fish", games.Setup{Seats: 3, Seed: 1}, nil)
	moves := slices.Repeat([]review.Move{{
		Played: "3", Measure: games.ByChance, Value: 0.9, BestValue: 0.9, Known: true,
		Choices: 2,
	}}, 3)
	score := board.ScoreCourse(kalah, frames)
	for n, want := range map[int][]float64{
		0: score, 1: score, 2: review.Review{Moves: moves[:2]}.Course(0),
		3: review.Review{Moves: moves}.Course(0),
	} {
		if got := course(kalah, frames, review.Review{Moves: moves[:n]}); !slices.Equal(got, want) {
			t.Errorf("with %d reviewed moves the course is %v, want %v", n, got, want)
		}
	}
	if got := course(fish, nil, review.Review{Moves: moves}); got != nil {
		t.Errorf("a match of three has the course %v", got)
	}
}

// A report names the version of the program, with its commit if that is known.
func TestVersion(t *testing.T) {
	info := &debug.BuildInfo{
		Main:     debug.Module{Version: "v1.2"},
		Settings: []debug.BuildSetting{{Key: "vcs", Value: "git"}},
	}
	for _, want := range []string{"v1.2", "v1.2 abc"} {
		if got := version(info, true); got != want {
			t.Errorf("the version is %q, want %q", got, want)
		}
		info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.revision", Value: "abc"},
			debug.BuildSetting{Key: "vcs.time", Value: "now"})
	}
	if got := version(nil, false); got != "unknown" {
		t.Errorf("without information the version is %q", got)
	}
}

// Without a file a form asks for the text of a game.
func TestImportForm(t *testing.T) {
	got, err := newFeature().importGame(t.Context(), &request.Request{In: lang.English})
	want := discord.Modal{
		Title: sayImportForm.Format, ID: "1::0:imf:", Late: lang.English.Speak(say.FormLate),
		Inputs: []discord.TextInput{{Label: sayImportField.Format, Max: mostPasted, Long: true}},
	}
	if err != nil || got.Kind != discord.ReplyModal || !reflect.DeepEqual(got.Modal, want) {
		t.Errorf("the form is %+v, %v; want %+v", got, err, want)
	}
}

// The golden file has the picture to share: with and without a review, after moves at the board of
// two and of three.
func TestShared(t *testing.T) {
	k := sketches()
	won := &games.Outcome{Place: [games.MaxSeats]int8{2, 1}, Reason: "resigned", Say: games.Say("`Bob` wins.")}
	kalah, kalahLog := played(t, "kalah", games.Setup{Seats: 2}, won, "3", "1", "3", "1", "2")
	fish, fishLog := played(t, "fish", games.Setup{Seats: 3, Seed: 1}, won)
	move := func(played string, lost float64) review.Move {
		return review.Move{
			Played: played, Best: "6", Measure: games.ByChance, Value: 0.9 - lost, BestValue: 0.9,
			Known: true, Choices: 2,
		}
	}
	turned := review.Review{Moves: []review.Move{
		move("3", 0), move("1", 0.6), move("3", 0), move("1", 0),
		move("2", 0),
	}}
	later := review.Review{Moves: []review.Move{move("3", 0), move("1", 0), move("3", 0), move("1", 0.6), move("2", 0)}}
	var b strings.Builder
	for _, c := range []struct {
		name string
		m    match.Match
		log  []match.Event
		r    review.Review
		in   lang.Language
	}{
		{"without a review", kalah, kalahLog, review.Review{}, lang.English},
		{"reviewed", kalah, kalahLog, turned, "de"},
		{"turned by a move that was played before", kalah, kalahLog, later, lang.English},
		{
			"a review of another match", kalah, kalahLog,
			review.Review{Moves: []review.Move{move("3", 0), move("5", 0.6)}},
			lang.English,
		},
		{"three players", fish, fishLog, turned, lang.English},
		{
			"with a log that can't be played", kalah,
			append(kalahLog[:1:1], match.Event{Seq: 2, Kind: match.Moved, Move: "99"}), turned, lang.English,
		},
	} {
		m, err := shareMessage(k, c.in, c.m, c.log, c.r)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&b, "# %s\n%s", c.name, dump.Message(m))
	}
	golden.Check(t, "testdata/shared.txt", b.String())
	for name, draw := range map[string]func(scene.Scene) ([]byte, error){
		"broken":    func(scene.Scene) ([]byte, error) { return nil, errors.New("no ink") },
		"panicking": func(scene.Scene) ([]byte, error) { panic("no ink") },
	} {
		k.Draw = draw
		if _, err := shareMessage(k, lang.English, kalah, kalahLog, turned); !errors.Is(err, errNoPicture) {
			t.Errorf("with a %s renderer: %v", name, err)
		}
	}
}

// The golden file has the moves of a match as a list: with their consequences, what a moderator
// decided, and what was played out; without what was taken back.
func TestMoveLines(t *testing.T) {
	m, log := played(t, "kalah", games.Setup{Seats: 2}, nil, "3", "1")
	log[1].Said = []games.Sentence{games.Say("%s sows again.", games.Say("South")), games.Say("And more.")}
	log = append(log,
		match.Event{Seq: 4, Kind: match.Moved, Seat: 1, Move: "5"},
		match.Event{Seq: 5, Kind: match.Undone, Seat: 1, Note: "3"},
		match.Event{Seq: 6, Kind: match.Ruled, Code: match.CodeModerator, Seat: 1, By: "Mod", Note: "spam"},
		match.Event{Seq: 6, Kind: match.Ruled, Code: match.CodeModerator, Seat: 0, By: "Mod", Note: "spam"},
		match.Event{
			Seq: 7, Kind: match.Ruled, Code: match.CodeModerator, Seat: games.Spectator, By: "Mod",
			Note: "spam",
		},
		match.Event{Seq: 8, Kind: match.Ruled, Seat: 1},
		match.Event{Seq: 9, Kind: match.Moved, Seat: 0, Move: "2", Code: match.CodeDecided},
	)
	for in, want := range map[lang.Language]string{
		lang.English: "1. Ann_x played hole 3\n   Ann_x sows again.\n   And more.\n2. Ann_x played hole 1\n   Mod, a moderator, has taken Bob out of this match. Reason: spam.\n   Mod, a moderator, has taken Ann_x out of this match. Reason: spam.\n3. Ann_x played hole 2 · played out",
		"de":         "1. Ann_x hat Mulde 3 gespielt\n   Ann_x sät noch einmal.\n   And more.\n2. Ann_x hat Mulde 1 gespielt\n   Mod hat Bob als Moderation aus dieser Partie genommen. Grund: spam.\n   Mod hat Ann_x als Moderation aus dieser Partie genommen. Grund: spam.\n3. Ann_x hat Mulde 2 gespielt · ausgespielt",
	} {
		if got := strings.Join(moveLines(in, m, games.Spectator, log), "\n"); got != want {
			t.Errorf("in %s the moves are\n%s\nwant\n%s", in.OwnName(), got, want)
		}
	}
	want := "1. You played hole 3\n   You sow again.\n   And more.\n2. You played hole 1"
	if got := strings.Join(moveLines(lang.English, m, 0, log)[:2], "\n"); got != want {
		t.Errorf("the player reads\n%s\nwant\n%s", got, want)
	}
}
