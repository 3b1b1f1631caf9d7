package tournament

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/tourney"
)

// The golden file has the messages and charts of tournaments of each format, from the sign-up to
// the end. It says which messages have a picture.
func TestMessages(t *testing.T) {
	var page strings.Builder
	known := map[string]string{}
	for _, format := range []tourney.Format{
		tourney.Swiss{},
		tourney.RoundRobin{},
		tourney.Knockout{},
		tourney.Bracket{},
	} {
		for _, c := range []struct {
			name   string
			change func(r *tourney.Record)
			only   tourney.Format // nil: all
		}{
			{"open", func(*tourney.Record) {}, nil},
			{
				"open until noon, without players", func(r *tourney.Record) { r.Entrants, r.Deadline = nil, noon },
				tourney.Swiss{},
			},
			{"open, with one name too many", func(r *tourney.Record) {
				r.Entrants, r.Most = cup(format, namesShown+1).Entrants, 50
			}, tourney.Swiss{}},
			{"open, with all names", func(r *tourney.Record) {
				r.Entrants, r.Game = cup(format, namesShown).Entrants, "gone"
			}, tourney.Swiss{}},
			{"open until noon, with terms", func(r *tourney.Record) {
				r.Deadline, r.Most, r.Fill, r.NoWeekends, r.NoVacations, r.RoundTime, r.Every = noon, 8, games.Easy,
					true, true, 48*time.Hour, tourney.Weekly
				r.Game, r.Seats, r.Options, r.Bank = "fish", 4, games.Options{"rules": "course", "rows": ""},
					referee.Bank{Time: 72 * time.Hour}
			}, nil},
			{"cancelled", func(r *tourney.Record) {
				r.Status, r.Verdict, r.Fill = tourney.Cancelled, games.Say("It was cancelled by %s.", "Z*e"), games.Easy
			}, nil},
			{"in the first round", func(r *tourney.Record) {
				r.Status, r.Deadline, r.Fill, r.Played = tourney.Running, noon, games.Easy,
					[]tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), going(2, 3)}}}
			}, nil},
			{"in the second round, one out", func(r *tourney.Record) {
				r.Status, r.Third, r.Out = tourney.Running, true, []tourney.Entrant{1}
				r.Played = []tourney.Round{
					{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 0, 0)}},
					{Began: noon.Add(time.Hour), Games: []tourney.Game{going(0, 2), won(1, 3, 25, 23)}},
				}
				r.Log = []tourney.Entry{
					{At: noon, Say: games.Say("early")},
					{At: noon.Add(time.Hour), Say: games.Say("late")},
				}
			}, nil},
			{"called", func(r *tourney.Record) {
				r.Status, r.Called, r.Asked, r.Deadline = tourney.Running, true, []tourney.Entrant{0}, noon
				r.Played = []tourney.Round{
					{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}},
					{Began: noon.Add(time.Hour), Games: []tourney.Game{won(0, 2, 28, 20)}},
				}
			}, nil},
			{"called, with nobody left to ask", func(r *tourney.Record) {
				r.Status, r.Called, r.Played = tourney.Running, true,
					[]tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}}}
			}, tourney.Swiss{}},
			{"called in vain", func(r *tourney.Record) {
				r.Status, r.Called, r.Asked, r.Verdict = tourney.Over, true, []tourney.Entrant{0},
					games.Say("Nobody wins")
				r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}}}
			}, tourney.Swiss{}},
			{"confirmed", func(r *tourney.Record) {
				r.Status, r.Called, r.Verdict = tourney.Over, true, games.Say("Aa wins")
				r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}}}
			}, tourney.Swiss{}},
			{"over, with a shared place", func(r *tourney.Record) {
				r.Status, r.Verdict, r.Every, r.Deadline = tourney.Over, games.Say("Aa wins"), tourney.Weekly, noon
				r.Played = []tourney.Round{{
					Began: noon,
					Games: []tourney.Game{
						won(0, 1, 30, 12),
						{
							Pairing: tourney.Pairing{2, 3}, Match: "m23", Done: true, Place: []int{1, 1},
							How: tourney.Overruled,
						},
					},
				}}
			}, tourney.Swiss{}},
			{"of three", func(r *tourney.Record) {
				r.Status, r.Entrants = tourney.Running,
					append(r.Entrants[:2:2], match.Player{Name: "Computer 1 (easy)", Computer: "easy"})
				r.Played = []tourney.Round{{
					Began: noon,
					Games: []tourney.Game{{Pairing: tourney.Pairing{0}, Done: true}, going(2, 3)},
				}}
			}, tourney.Bracket{}},
			{"over", func(r *tourney.Record) {
				r.Status, r.Third, r.Verdict, r.Out = tourney.Over, true, games.Say("Aa wins"), []tourney.Entrant{1}
				r.Played = []tourney.Round{
					{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}},
					{Began: noon.Add(time.Hour), Games: []tourney.Game{won(0, 2, 28, 20), won(3, 1, 26, 22)}},
				}
			}, nil},
		} {
			if c.only != nil && c.only != format {
				continue
			}
			r := cup(format, 4)
			c.change(&r)
			if r.Format == (tourney.Bracket{}).Name() { // its first round pairs the first with the last
				seeded := []tourney.Entrant{0, 3, 1, 2}
				for _, round := range r.Played {
					for _, g := range round.Games {
						for i, e := range g.Pairing {
							g.Pairing[i] = seeded[e]
						}
					}
				}
				for i, e := range r.Out {
					r.Out[i] = seeded[e]
				}
			}
			for _, in := range []lang.Language{lang.English, lang.Swedish} {
				if in == lang.Swedish &&
					(c.only != nil || format != (tourney.Swiss{}) && format != (tourney.Bracket{})) {
					continue // the page has a message with the same words
				}
				v := tournamentView{Record: r, Links: map[match.ID]string{"m01": "https://discord.com/x"}}
				pictured := v
				pictured.Pictures = true
				at := fmt.Sprintf("%s, %s, %s", format.Name(), c.name, in.Code())
				fmt.Fprintf(&page, "## %s: stage %d\n", at, stage(r))
				var pictures []string
				show := func(what string, message func(tournamentView) discord.Message) {
					m := message(v)
					text := strings.ReplaceAll(m.Words(), "\n", " / ")
					if list := labels(m); len(list) > 0 {
						text += fmt.Sprintf(" %q", list)
					}
					if len(m.Ping) > 0 {
						text += fmt.Sprintf(" rings %q", m.Ping)
					}
					if m.Silent {
						text += " in silence"
					}
					if before := known[text]; before != "" {
						text = "as " + before
					} else if known[text] = what + " of " + at; len(text) < 60 {
						delete(known, text)
					}
					fmt.Fprintf(&page, "%s: %s\n", what, text)
					if len(message(pictured).Files) > 0 {
						pictures = append(pictures, what)
					}
				}
				for n := range len(r.Played) + 1 {
					if n == stage(r) {
						continue
					}
					show(fmt.Sprint("stage ", n), func(v tournamentView) discord.Message {
						return tournamentMessage(maker(), in, v, n)
					})
				}
				show("newest", func(v tournamentView) discord.Message { return newestMessage(maker(), in, v) })
				if r.Called && !r.Live() {
					show("call", func(v tournamentView) discord.Message {
						return tournamentMessage(maker(), in, v, len(r.Played)+1)
					})
				}
				show("standings", func(v tournamentView) discord.Message { return standings(maker(), in, v) })
				show("rounds", func(v tournamentView) discord.Message { return rounds(maker(), in, v) })
				if len(r.Played) > 0 {
					ch := drawn(in, r)
					fmt.Fprintf(&page, "chart: %q %v %v %v %q", ch.Title, ch.Head, ch.Rows, ch.Levels, ch.Titles)
					fmt.Fprintf(&page, " %v podium %q %q", ch.Rounds, ch.Podium, ch.ThirdTitle)
					if ch.Third != nil {
						fmt.Fprintf(&page, " %+v", *ch.Third)
					}
					fmt.Fprintf(&page, "; pictures: %s\nin words: %s\n", strings.Join(pictures, ", "),
						standingWords(in, r))
				} else if len(pictures) > 0 {
					t.Errorf("%s: before the first round, pictures are in %q", at, pictures)
				}
			}
		}
	}
	golden.Check(t, "testdata/messages.txt", page.String())
}
