package learn

import (
	"strings"
	"testing"

	"paddock/bot/coach"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/stratego"
)

// A hint says what its move is worth. Where every move loses, it says "even": otherwise the advice
// sounds as if it were bad.
func TestHintReason(t *testing.T) {
	pos, err := kalah.New().Start(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	worth := func(best, next float64) games.Review[string] {
		return games.Review[string]{
			Measure: games.ByMargin,
			Moves:   []games.Reviewed[string]{{Move: "3", Value: best, Proven: true}, {Move: "1", Value: next, Proven: true}},
		}
	}
	for want, h := range map[string]coach.Hint{
		"With it, South wins by 4 beans. With the next best, hole 1, South loses by 2 beans.": {Move: "3", Worth: worth(4, -2)},
		"With it, it ends level; hole 1 is about as good.":                                    {Move: "3", Worth: worth(0, 0)},
		"Even with it, South loses by 2 beans.":                                               {Move: "3", Worth: worth(-2, -5)},
		"":                                                                                    {Move: "2", Worth: worth(4, -2)},
		"It's your only move.":                                                                {Move: "3", Worth: games.Review[string]{Moves: []games.Reviewed[string]{{Move: "3"}}}},
	} {
		if got := hintReason(pos.View(0), h).String(); got != want {
			t.Errorf("%+v: %q, want %q", h.Worth.Moves, got, want)
		}
	}
	lure := worth(4, -2)
	lure.Moves[0].Remark = games.Say("It gives up a bean.")
	if got := advice(lang.English, match.Match{}, pos.View(0), coach.Hint{Move: "3", Worth: lure}); !strings.Contains(got,
		"**. Why: hole 3 sows again. It gives up a bean. With it, South wins by 4 beans.") {
		t.Errorf("the price of a move comes before its worth: %q", got)
	}
	late := coach.Hint{Move: "3", Worth: lure, Why: games.Why{Move: "1", Says: games.Say("leads far away"), Later: true}}
	if got := advice(lang.English, match.Match{}, pos.View(0), late); strings.Contains(got, "far away") {
		t.Errorf("a hint tells what may be turns later: %q", got)
	}
	guess := worth(.03, .02)
	guess.Measure, guess.Moves[0].Proven = games.ByChance, false
	hidden := *pos.View(0)
	hidden.Game = stratego.New()
	for want, v := range map[string]*games.View{
		"With it, South wins about 3 games of 100. With the next best, hole 1, it's a draw with best play.": pos.View(0), "": &hidden,
	} {
		if got := hintReason(v, coach.Hint{Move: "3", Worth: guess}).String(); got != want {
			t.Errorf("a guess: %q, want %q", got, want)
		}
	}
}
