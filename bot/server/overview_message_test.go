package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// An overview lists matches until it is full and counts the others. It is never longer than Discord
// allows.
func TestOverviewLeavesOutWhatDoesNotFit(t *testing.T) {
	if got := overviewMessage(lang.English, nil).Words(); !strings.Contains(got,
		"### Matches here (0)\nNobody is playing right now") {
		t.Errorf("an overview without matches is %s", got)
	}
	m := match.Match{Record: match.Record{
		ID: "abc", Game: "kalah", Status: match.Running,
		Players: []match.Player{{User: "1", Name: strings.Repeat("a", 30)}, {User: "2", Name: strings.Repeat("b", 30)}},
		Place:   match.Place{Guild: "1", Channel: "2"},
	}}
	m.Clock.Started = time.Unix(1_000_000_000, 0)
	m.Waiting = games.SeatSet(1)
	var list []match.Match
	for range 100 {
		list = append(list, m)
	}
	words := overviewMessage(lang.English, list).Words()
	shown := strings.Count(words, "\n* ")
	if shown < 10 || shown > 99 || len(words) > 4000 || !strings.Contains(words, "### Matches here (100)\n") {
		t.Errorf("the overview of 100 matches shows %d of them in %d bytes", shown, len(words))
	}
	if want := fmt.Sprintf("\n… and more matches: %d\n", 100-shown); !strings.Contains(words, want) {
		t.Errorf("the overview does not say %q:\n%s", want, words)
	}
}
