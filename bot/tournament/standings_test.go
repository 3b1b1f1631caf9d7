package tournament

import (
	"slices"
	"strings"
	"testing"

	"paddock/bot/lang"
	"paddock/games/match"
	"paddock/games/tourney"
)

// F77: the chart of a tournament is in the language of the reader.
func TestF77_ChartsSpeakTheReadersLanguage(t *testing.T) {
	league := tourney.Record{Terms: tourney.Terms{Name: "Cup", Format: tourney.RoundRobin{}.Name()}}
	bracket := tourney.Record{Terms: tourney.Terms{
		Name: "Cup", Format: tourney.Bracket{}.Name(), Third: true,
		Seats: 2,
	}}
	for _, name := range []string{"Ann", "Bob", "Cleo", "Dag"} {
		bracket.Entrants = append(bracket.Entrants, match.Player{User: match.UserID(name), Name: name})
	}
	for in, want := range map[lang.Language][2]string{
		lang.English: {"… and 3 more", "third place"},
		lang.Swedish: {"… och 3 till", "tredje plats"},
		lang.German:  {"… und 3 weitere", "dritter Platz"},
	} {
		if got := drawn(in, league).More(3); got != want[0] {
			t.Errorf("%s: rows that don't fit are %q, want %q", in.Code(), got, want[0])
		}
		if got := drawn(in, bracket).Titles; !slices.Equal(got,
			[]string{in.Say(sayTournamentRoundTitle, 1), in.Speak(sayTournamentFinal)}) {
			t.Errorf("%s: the rounds are called %q", in.Code(), got)
		}
		if got := drawn(in, bracket); got.Third == nil || got.ThirdTitle != want[1] {
			t.Errorf("%s: over the game for the third place stands %q, want %q", in.Code(), got.ThirdTitle, want[1])
		}
	}
}

// F80: a table of divisions names each, counts places within it, and shows during the season which
// places can still be reached. At the end it says where people play next.
func TestF80_TableOfDivisions(t *testing.T) {
	r := cup(tourney.Divisions{}, 6)
	r.Size, r.Division, r.Every, r.Status = 3, []int{0, 0, 0, 1, 1, 1}, tourney.Weekly, tourney.Running
	r.Played = []tourney.Round{
		{Games: []tourney.Game{won(0, 1), won(3, 4)}},
		{Games: []tourney.Game{won(0, 2), won(3, 5)}},
	}
	got := standingText(lang.English, r, 99)
	for _, line := range []string{"Division 1", "Division 2"} {
		if !strings.Contains(got, line) {
			t.Errorf("the table has no %s:\n%s", line, got)
		}
	}
	lines := strings.Split(got, "\n")
	if len(lines) != 9 || !strings.HasSuffix(lines[2], " 1") || !strings.HasSuffix(lines[3], "2–3") ||
		!strings.HasPrefix(lines[6], "  1  ") {
		t.Errorf("the table is\n%s", got)
	}
	if rows := drawn(lang.English, r).Rows; len(rows) != 8 || rows[4][1] != "Division 2" {
		t.Errorf("the chart has the rows %v", rows)
	}
	if words := standingWords(lang.English, r); !strings.Contains(words, "Division 2: ") {
		t.Errorf("in words: %s", words)
	}
	r.Played = append(r.Played, tourney.Round{Games: []tourney.Game{won(1, 2), won(4, 5)}})
	r.Status = tourney.Over
	if podium := drawn(lang.English, r).Podium; len(podium) != 3 || podium[0] != r.Entrants[0].Name {
		t.Errorf("the podium is %v", podium)
	}
	for e, want := range map[tourney.Entrant]string{
		0: "and you have won!", 1: "You finished in place 2 of division 1. ",
		2: "You finished in place 3 of division 1. You move down: next season you play in division 2.",
		3: "You finished in place 1 of division 2. You move up: next season you play in division 1.",
	} {
		n := tourney.Notice{Kind: tourney.Ended, To: r.Entrants[e].User, Place: int(e) + 1}
		if got := noticeText(lang.English, r, n, ""); !strings.HasSuffix(strings.TrimSpace(got),
			strings.TrimSpace(want)) {
			t.Errorf("player %d reads %s, want %s", e, got, want)
		}
	}
}
