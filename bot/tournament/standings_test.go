package tournament

import (
	"testing"

	"paddock/bot/lang"
	"paddock/games/match"
	"paddock/games/tourney"
)

// F77: the chart of a tournament is in the language of the reader.
func TestF77_ChartsSpeakTheReadersLanguage(t *testing.T) {
	league := tourney.Record{Name: "Cup", Format: tourney.RoundRobin{}.Name()}
	bracket := tourney.Record{Name: "Cup", Format: tourney.Bracket{}.Name(), Third: true, Seats: 2}
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dag"} {
		bracket.Entrants = append(bracket.Entrants, match.Player{User: match.UserID(name), Name: name})
	}
	for in, want := range map[lang.Language][2]string{
		lang.English: {"… and 3 more", "third place"},
		lang.Swedish: {"… och 3 till", "tredje plats"},
		lang.German:  {"… und 3 weitere", "dritter Platz"},
	} {
		if got := chart(in, league).More(3); got != want[0] {
			t.Errorf("%s: rows that don't fit are %q, want %q", in.Code(), got, want[0])
		}
		if got := chart(in, bracket); got.Third == nil || got.ThirdTitle != want[1] {
			t.Errorf("%s: over the game for the third place stands %q, want %q", in.Code(), got.ThirdTitle, want[1])
		}
	}
}
