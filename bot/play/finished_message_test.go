package play

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage/storagetest"
)

// labels returns the labels of the buttons in the rows of a message.
func labels(m discord.Message) (list []string) {
	for _, p := range m.Parts {
		if row, ok := p.(discordgo.ActionsRow); ok {
			for _, b := range row.Components {
				if b, ok := b.(discordgo.Button); ok {
					list = append(list, b.Label)
				}
			}
		}
	}
	return list
}

// The text of a button is read back; any other text is refused.
func TestFinishedText(t *testing.T) {
	for _, f := range []finishedFilter{
		{},
		{Game: "kalah"},
		{How: match.FinishedLost},
		{With: "12"},
		{Game: "fish", How: match.FinishedWon, With: "12"},
	} {
		for _, page := range []int{0, 7} {
			gotPage, got, err := parseFinishedText(finishedText(page, f))
			if gotPage != page || got != f || err != nil {
				t.Errorf("page %d of %+v is read as page %d of %+v, %v", page, f, gotPage, got, err)
			}
		}
	}
	for _, text := range []string{"", "1", "1//", "1////", "-1///", "x///", "1//ww/"} {
		if _, _, err := parseFinishedText(text); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// The test checks the totals, streaks and buttons of a page of finished matches.
func TestFinishedMessage(t *testing.T) {
	for _, c := range []struct {
		name   string
		l      finishedList
		says   string
		labels []string
	}{
		{
			"one page",
			finishedList{Total: finishedTotal{Won: 9, Lost: 1, Streak: 2, Longest: 5}},
			"### Your finished matches (10)\n9 won, 0 drawn, 1 lost. You won the last 2, and once 5 in a row.", nil,
		},
		{"one win", finishedList{Total: finishedTotal{Won: 1, Streak: 1, Longest: 1}}, "1 won, 0 drawn, 0 lost", nil},
		{
			"all won",
			finishedList{Total: finishedTotal{Won: 3, Streak: 3, Longest: 3}},
			"3 won, 0 drawn, 0 lost. You won the last 3.", nil,
		},
		{
			"the first of two",
			finishedList{Total: finishedTotal{Won: 9, Lost: 2, Longest: 5}},
			"(11)\n9 won, 0 drawn, 2 lost. You once won 5 in a row.",
			[]string{"Next page"},
		},
		{
			"the second of two",
			finishedList{Page: 1, Total: finishedTotal{Drawn: 20}},
			"(20)\n0 won, 20 drawn, 0 lost",
			[]string{"Previous page"},
		},
		{
			"the second of three",
			finishedList{Page: 1, Total: finishedTotal{Drawn: 21}},
			"(21)",
			[]string{"Previous page", "Next page"},
		},
		{
			"with a member",
			finishedList{Filter: finishedFilter{With: "7"}, Total: finishedTotal{Won: 1}},
			"### Your finished matches with <@7> (1)", nil,
		},
	} {
		m := finishedMessage(lang.English, c.l)
		if !strings.Contains(m.Words(), c.says) {
			t.Errorf("%s: the page does not say %q, but:\n%s", c.name, c.says, m.Words())
		}
		if got := labels(m); !slices.EqualFunc(got, c.labels, strings.Contains) {
			t.Errorf("%s: the buttons are %q, want %q", c.name, got, c.labels)
		}
	}
	at := time.Unix(1_700_000_000, 0)
	e := finishedEntry{Finished: match.Finished{
		Match: "abc", Game: "kalah", How: match.FinishedDrawn, Rated: true,
		Ended: at,
	}}
	if got, want := finishedLine(lang.English, e, "1", nil),
		"**kalah** · drawn · rated · <t:1700000000:f> · `abc`"; got != want {
		t.Errorf("the line of a match that cannot be read is %s, want %s", got, want)
	}
}

// The golden file has a page of finished matches with all its parts.
func TestFinishedMessageInFull(t *testing.T) {
	t.Parallel()
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	var page strings.Builder
	l := finishedList{
		Filter: finishedFilter{How: match.FinishedWon},
		Total:  finishedTotal{Won: 21, Streak: 21, Longest: 21}, Page: 1, User: "1",
	}
	bobs := []match.UserID{"2", "2", "3"} // two of them have the same name
	for i, how := range []match.FinishedHow{
		match.FinishedWon, match.FinishedDrawn, match.FinishedLost,
		match.FinishedWon,
	} {
		id := match.ID(fmt.Sprint("match", i))
		e := finishedEntry{Finished: match.Finished{
			Match: id, Game: "kalah", How: how, Rated: i == 0,
			Ended: time.Unix(1_700_000_000, 0),
		}}
		if i < 3 {
			e.Match = svc.Read.Of(match.Record{
				ID: id, Game: "kalah", Status: match.Over,
				Players: []match.Player{{User: "1", Name: "Ann"}, {User: bobs[i], Name: "Bob"}},
				Place:   match.Place{Guild: "club", Channel: "hall"},
				Shown:   match.Shown{Channel: "hall", Message: "8"},
			})
		}
		l.Entries = append(l.Entries, e)
	}
	show := func(in lang.Language) {
		raw, err := json.Marshal(finishedMessage(in, l).Parts)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "%s\n", raw)
	}
	for _, in := range lang.All {
		show(in)
	}
	l.Entries = l.Entries[3:] // a match that cannot be read, so that there is nothing to export
	show(lang.English)
	golden.Check(t, "testdata/finished.txt", page.String())
}
