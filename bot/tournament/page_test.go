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
	"paddock/games/tourney"
)

// Every message and chart of tournaments of each format, from the sign-up to the end. The page is reviewed as a diff.
func TestMessages(t *testing.T) {
	var page strings.Builder
	for _, format := range []tourney.Format{tourney.Swiss{}, tourney.RoundRobin{}, tourney.Knockout{}, tourney.Bracket{}} {
		for _, c := range []struct {
			name   string
			change func(r *tourney.Record)
		}{
			{"open", func(*tourney.Record) {}},
			{"open until noon, with terms", func(r *tourney.Record) {
				r.Deadline, r.Most, r.Fill, r.NoWeekends, r.NoVacations, r.RoundTime, r.Every = noon, 8, games.Easy, true, true, 48*time.Hour, tourney.Weekly
			}},
			{"cancelled", func(r *tourney.Record) {
				r.Status, r.Verdict = tourney.Cancelled, games.Say("It was cancelled by Zoe.")
			}},
			{"in the first round", func(r *tourney.Record) {
				r.Status, r.Deadline, r.Fill, r.Played = tourney.Running, noon, games.Easy, []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), going(2, 3)}}}
			}},
			{"in the second round, one out", func(r *tourney.Record) {
				r.Status, r.Third, r.Out = tourney.Running, true, []tourney.Entrant{1}
				r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 0, 0)}}, {Began: noon.Add(time.Hour), Games: []tourney.Game{going(0, 2), won(1, 3, 25, 23)}}}
				r.Log = []tourney.Entry{{At: noon, Say: games.Say("early")}, {At: noon.Add(time.Hour), Say: games.Say("late")}}
			}},
			{"called", func(r *tourney.Record) {
				r.Status, r.Called, r.Asked, r.Deadline = tourney.Running, true, []tourney.Entrant{0}, noon
				r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}}, {Began: noon.Add(time.Hour), Games: []tourney.Game{won(0, 2, 28, 20)}}}
			}},
			{"over", func(r *tourney.Record) {
				r.Status, r.Third, r.Verdict, r.Out = tourney.Over, true, games.Say("Aa wins"), []tourney.Entrant{1}
				r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{won(0, 1, 30, 12), won(2, 3, 20, 10)}}, {Began: noon.Add(time.Hour), Games: []tourney.Game{won(0, 2, 28, 20), won(3, 1, 26, 22)}}}
			}},
		} {
			r := cup(format, 4)
			c.change(&r)
			if r.Format == (tourney.Bracket{}).Name() { // whose first round pairs the first with the last
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
				v := tournamentView{Record: r, Links: map[match.ID]string{"m01": "https://discord.com/x"}}
				fmt.Fprintf(&page, "## %s, %s, %s: stage %d\n", format.Name(), c.name, in.Code(), stage(r))
				show := func(what string, m discord.Message) {
					fmt.Fprintf(&page, "%s: %s %q rings %q silent %t\n", what, strings.ReplaceAll(m.Words(), "\n", " / "), labels(m), m.Ping, m.Silent)
				}
				for n := range len(r.Played) + 1 {
					show(fmt.Sprint("stage ", n), tournamentMessage(maker(), in, v, n))
				}
				if r.Called {
					show("call", confirmCall(in, r))
				}
				if !r.Live() {
					show("end", ending(maker(), in, v))
				}
				show("standings", standings(maker(), in, v))
				show("rounds", rounds(maker(), in, v))
				if len(r.Played) > 0 {
					ch := chart(in, r)
					third := ch.Third
					ch.More, ch.Third = nil, nil
					fmt.Fprintf(&page, "chart: %+v", ch)
					if third != nil {
						fmt.Fprintf(&page, " third: %+v", *third)
					}
					fmt.Fprintf(&page, "\nin words: %s\n", standingWords(in, r))
				}
				page.WriteString("\n")
			}
		}
	}
	golden.Check(t, "testdata/messages.txt", page.String())
}
