package board

import (
	"slices"
	"testing"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// P44: the caption tells the newest move with its fight, so the news list only earlier fights.
// After a takeback or a ruling the caption is about something else, and after the end the result
// stands in its place.
func TestNewestFightIsNoNews(t *testing.T) {
	moved := func(said string) match.Event {
		return match.Event{Kind: match.Moved, Said: []games.Sentence{games.Say(said)}}
	}
	for name, c := range map[string]struct {
		status match.Status
		after  []match.Event
		want   []string
	}{
		"the newest of two": {match.Running, nil, []string{"A fight"}},
		"with an offer":     {match.Running, []match.Event{{Kind: match.Offered}}, []string{"A fight"}},
		"after the end":     {match.Over, nil, []string{"A fight"}},
		"taken back": {
			match.Running,
			[]match.Event{{Kind: match.Undone}},
			[]string{"A fight", "Another", lang.English.Speak(sayWasUndone)},
		},
	} {
		rec := match.Match{Record: match.Record{Status: c.status, Players: make([]match.Player, 2)}}
		unseen := append([]match.Event{moved("A fight"), moved("Another")}, c.after...)
		if got := News(lang.English, rec, games.Spectator, unseen, nil); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
