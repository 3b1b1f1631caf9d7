package board

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
)

var noon = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)

// bookOf returns the referee's book of a match of Ann, Bob and Cid with this log.
func bookOf(game games.ID, log []match.Event, change func(*match.Record), refused ...match.Refused) string {
	r := match.Record{
		Game: game, Status: match.Running,
		Players: []match.Player{{User: "a", Name: "Ann"}, {User: "b", Name: "Bob"}, {User: "c", Name: "Cid"}},
	}
	r.Clock.Policy.PerMove = 24 * time.Hour
	for i := range log {
		log[i].Seq, log[i].At = match.Seq(i+1), noon.Add(time.Duration(i)*time.Hour)
	}
	if change != nil {
		change(&r)
	}
	m := service.New(service.Config{Games: catalog.Games()}).Read.Of(r)
	return Book(lang.English, m, log, refused)
}

// P39: the referee's book lists each event with the player it concerns, and the rule that explains
// the last entry.
func TestP39Book(t *testing.T) {
	began := match.Event{
		Kind: match.Began, Seat: games.Spectator,
		Note: "fish/1 rules=course penguins=1 phase=move board=1/1/0/1/1/1/1 players=red:0:0:e1;white:0:0:a1;brown:0:0:b1 turn=red",
	}
	grace := match.Event{Kind: match.Extended, Seat: 1, User: "b", Code: match.CodeGrace}
	for _, c := range []struct {
		name    string
		log     []match.Event
		change  func(*match.Record)
		refused []match.Refused
		lines   []string
		why     string
	}{
		{
			"a forced pass",
			[]match.Event{began, {Kind: match.Moved, Seat: 0, Move: "e1-g1"}},
			nil, nil,
			[]string{"**had no move**, Bob: Bob can't move and misses a turn."},
			"If you have no legal move",
		},
		{
			"a burnt day of grace",
			[]match.Event{grace},
			nil, nil,
			[]string{"**more time**, Bob: 1 day of grace used up"},
			"you use up your grace first",
		},
		{
			"a seat lost by time after grace, of three",
			[]match.Event{grace, {Kind: match.Ruled, Seat: 1, Ruling: games.Time, Code: match.CodeClock}},
			func(r *match.Record) { r.Clock.Grace[1] = 1 }, nil,
			[]string{"**more time**, Bob", "**lost on time**, Bob: the clock ran out"},
			"takes the late player out of the game",
		},
		{
			"refusals, between what happened before and after",
			[]match.Event{
				grace,
				{Kind: match.Reminded, Seat: games.Spectator},
				{Kind: match.Reminded, User: "a", Seat: 0},
			},
			nil,
			[]match.Refused{{
				At: noon.Add(time.Minute), Seat: 1, Move: "`z9`",
				Why: games.Say("There is no %s.", "*z9*"),
			}},
			[]string{
				"**more time**, Bob", "**refused**: \\`z9\\` – There is no \\*z9\\*.", "**reminded**\n",
				"**reminded**: Ann is waiting",
			},
			"",
		},
		{
			"a seat lost by time after grace, of two",
			[]match.Event{{Kind: match.Ruled, Seat: 1, Ruling: games.Time, Code: match.CodeClock}},
			func(r *match.Record) { r.Game, r.Players, r.Clock.Grace[1] = "kalah", r.Players[:2], 1 }, nil,
			[]string{"**lost on time**, Bob: the clock ran out"},
			"so did all days of grace",
		},
		{
			"a seat lost by time without grace, of two",
			[]match.Event{{Kind: match.Ruled, Seat: 1, Ruling: games.Time, Code: match.CodeClaimed}},
			func(r *match.Record) { r.Game, r.Players, r.Clock.Grace[0] = "kalah", r.Players[:2], 1 }, nil,
			[]string{"**lost on time**, Bob: "},
			"The time for a move ran out, and that loses",
		},
		{
			"a time of nobody",
			[]match.Event{{Kind: match.Ruled, Seat: games.Spectator, Ruling: games.Time, Code: match.CodeClock}},
			func(r *match.Record) { r.Game, r.Players = "kalah", r.Players[:2] }, nil,
			[]string{"**lost on time**: the clock ran out"},
			"The time for a move ran out, and that loses",
		},
		{
			"a bank",
			[]match.Event{{Kind: match.Extended, Seat: 1, Code: match.CodeBank}},
			nil, nil,
			[]string{"**more time**, Bob"},
			"your time bank is used",
		},
		{
			"a night",
			[]match.Event{{Kind: match.Extended, Seat: 1, Code: match.CodeHours}},
			nil, nil,
			[]string{"**more time**, Bob"},
			"No time runs out in a player's night",
		},
		{
			"a gift",
			[]match.Event{{Kind: match.Extended, Seat: 1, Code: match.CodeGift}},
			nil, nil,
			[]string{"**more time**, Ann: a gift from the opponent"},
			"Whoever is waiting can give",
		},
		{
			"an outage",
			[]match.Event{{Kind: match.Extended, Seat: 1, Code: match.CodeOutage}},
			nil, nil,
			[]string{"**more time**, Bob"},
			"Nobody can move while I'm away",
		},
		{
			"a claim",
			[]match.Event{{Kind: match.Lapsed, Seat: 1}},
			nil, nil,
			[]string{"Bob"},
			"the others may take them out, or wait",
		},
		{
			"removed by a moderator",
			[]match.Event{{
				Kind: match.Ruled, Seat: 1, Ruling: games.Remove, Code: match.CodeModerator, By: "Mod",
				Note: "away",
			}},
			nil, nil,
			[]string{"Bob: By decision of Mod (away)"},
			"take a player out of a tournament",
		},
		{
			"removed by the clock, then decided",
			[]match.Event{
				{Kind: match.Ruled, Seat: 1, Ruling: games.Remove, Code: match.CodeClock},
				{
					Kind: match.Ruled, Seat: games.Spectator, Ruling: match.RulingDecide, Code: match.CodeMember,
					Note: "late",
				},
				{Kind: match.Moved, Seat: 0, Move: "x"},
			},
			func(r *match.Record) { r.DecidedBy = "Dan" }, nil,
			[]string{"Bob: the clock ran out", "By decision of Dan (late)"},
			"Whoever runs a tournament can decide",
		},
		{
			"a refusal", nil, nil,
			[]match.Refused{{At: noon, Seat: 0, Move: "z9", Why: games.Say("No.")}},
			[]string{"**refused**: z9 – No."},
			lang.English.Speak(sayRefusedReason),
		},
		{"a moderator", []match.Event{
			{Kind: match.HandedOver, Seat: 1, User: "m", Code: match.CodeModerator, By: "Mod", Note: "ill"},
			{
				Kind: match.Ruled, Seat: games.Spectator, User: "m", Ruling: match.RulingAbort, Code: match.CodeModerator,
				By: "Mo", Note: "spam",
			},
		}, func(r *match.Record) {
			r.HandOvers = []match.HandOver{{
				Event: 1, Seat: 1, From: match.Player{Name: "Ben"},
				To: match.Player{Name: "Bob"}, Order: match.Order{By: "Mod", Reason: "ill"},
			}}
		}, nil, []string{
			"**handed over**: Bob plays on for Ben. By decision of Mod (ill).",
			"**moderator**: By decision of Mo (spam)",
		}, "can end any match there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := bookOf("fish", c.log, c.change, c.refused...)
			at := 0
			for _, want := range c.lines {
				i := strings.Index(text[at:], want)
				if i < 0 {
					t.Fatalf("after %d bytes there is no %q in\n%s", at, want, text)
				}
				at += i
			}
			if n := strings.Count(text, "\n* "); n != len(c.lines) {
				t.Errorf("the book has %d entries, want %d:\n%s", n, len(c.lines), text)
			}
			if c.why == "" == strings.Contains(text, "**Why:**") || !strings.Contains(text[at:], c.why) {
				t.Errorf("the rule is not %q in\n%s", c.why, text)
			}
		})
	}
	if text := bookOf("fish", []match.Event{began}, nil); text != "" {
		t.Errorf("without an entry the book is\n%s", text)
	}
}

// P8: late players are reminded only while the match is running.
func TestNobodyIsCalledUponWhenItIsOver(t *testing.T) {
	rec := match.Match{Record: match.Record{Status: match.Running}}
	unseen := []match.Event{{Kind: match.Reminded}, {Kind: match.Extended, Code: match.CodeGrace}}
	if lines := CallLines(lang.English, rec, unseen); len(lines) != 2 {
		t.Errorf("while it runs: %q, want two lines", lines)
	}
	rec.Status = match.Over
	if lines := CallLines(lang.English, rec, unseen); len(lines) != 0 {
		t.Errorf("when it is over: %q, want none", lines)
	}
}

// If both members of a hand-over have the same name, they are mentioned. Otherwise they are named.
func TestHandOverBetweenNamesakes(t *testing.T) {
	h := match.HandOver{
		Seat: 1, From: match.Player{User: "1", Name: "Sam"}, To: match.Player{User: "2", Name: "Sam"},
		Order: match.Order{By: "Ann", Reason: "away"},
	}
	if got := handedOver(lang.English, h); !strings.Contains(got, "<@2> plays on for <@1>.") {
		t.Errorf("two of one name: %q", got)
	}
	h.To.Name = "Bob"
	if got := handedOver(lang.English, h); !strings.Contains(got, "Bob plays on for Sam.") {
		t.Errorf("two names: %q", got)
	}
}

// The book shows the ten newest entries.
func TestBookIsShort(t *testing.T) {
	log := make([]match.Event, 13)
	for i := range log {
		log[i] = match.Event{Kind: match.Released, Seat: games.Spectator, Note: fmt.Sprint("cup ", i), By: "Mod"}
	}
	text := bookOf("kalah", log, nil)
	for i := range log {
		if shown := strings.Contains(text,
			fmt.Sprintf("The tournament cup %d was", i)); shown != (i >= len(log)-bookEntries) {
			t.Errorf("entry %d of %d is shown: %t", i, len(log), shown)
		}
	}
}
