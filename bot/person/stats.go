package person

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
	"paddock/render/chart"
)

func (f *Feature) statsCommand() *request.Command {
	return &request.Command{
		Name: "stats", Help: "A member's matches, ratings and reliability in this server", Run: f.stats,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Member(request.OptUser, "Whose; otherwise your own", false),
				a.Choice(request.OptGame, "Which game; otherwise all", false, a.GameNames()...),
			}
		},
	}
}

// refuseOutside returns the refusal of what is known in a server of the bot only.
func refuseOutside(r *request.Request) error {
	if r.UserInstall {
		return request.Refuse(r.In.Speak(say.NotMember))
	}
	return request.Refuse(r.In.Speak(sayStatsHere))
}

// stats handles `/stats`: the matches, ratings and reliability of a member in this server, or in
// direct messages the user's own (P23).
func (f *Feature) stats(ctx context.Context, r *request.Request) (request.Reply, error) {
	who, called := r.User, r.Name
	if id := r.Text(request.OptUser); id != "" {
		user, shown := r.Person(id)
		if user == nil {
			return request.Reply{}, request.ErrNoActor
		}
		if user.Bot {
			return request.Reply{}, request.Refuse(r.In.Say(sayStatsBot, discord.Escape(shown)))
		}
		who, called = match.UserID(id), shown
	}
	if r.Guild == "" && who != r.User {
		return request.Reply{}, refuseOutside(r)
	}
	theirs, err := f.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: who})
	if err != nil {
		return request.Reply{}, err
	}
	var shown []*games.Game
	for _, g := range f.Games {
		if only := r.Text(request.OptGame); only == "" || only == string(g.ID) {
			shown = append(shown, g)
		}
	}
	name := discord.Mention(string(who)) // the text is a mention, because members can have the same name
	t := tally(r.In, shown, theirs, f.Now())
	if len(t.lines) == 0 {
		return request.ReplyText(r.In.Say(sayStatsNone, name)), nil
	}
	return request.Reply{Message: statsMessage(f.Show, r.In, name, called, t, f.Likes(ctx, r))}, nil
}

// statsTable is what a member has played: in words, and as the rows of a table.
type statsTable struct {
	lines        []string
	rows         [][]string
	late, played int // matches between people only (P110)
}

// tally returns what a member has played of some games.
func tally(in lang.Language, shown []*games.Game, theirs []match.Standing, now time.Time) (t statsTable) {
	for _, g := range shown {
		people, computers := board.StandingOf(theirs, g.ID, match.AmongPeople),
			board.StandingOf(theirs, g.ID, match.WithComputers)
		t.late, t.played = t.late+people.Late, t.played+people.Played
		if people.Played+computers.Played > 0 {
			rating := none
			if !ratings.Settles(people) {
				rating = board.RatingWithin(in, people, now)
			}
			t.rows = append(t.rows, []string{"", g.Name, rating, counts(people), counts(computers)})
		}
		if people.Played > 0 {
			t.lines = append(t.lines, in.Say(sayStats, g.Name, board.RatingWithin(in, people, now), people.Played,
				people.Won, people.Drawn, people.Lost()))
		}
		if computers.Played > 0 {
			if people.Played == 0 {
				t.lines = append(t.lines, "**"+g.Name+"**")
			}
			t.lines = append(t.lines,
				in.Say(sayStatsAgainst, computers.Played, computers.Won, computers.Drawn, computers.Lost()))
		}
	}
	return t
}

// none is the cell of a table for a number that does not exist yet.
const none = "–"

// counts writes how many matches were won, drawn and lost, as a cell of a table.
func counts(s match.Standing) string {
	if s.Played == 0 {
		return none
	}
	return fmt.Sprintf("%d / %d / %d", s.Won, s.Drawn, s.Lost())
}

// statsMessage returns what a member has played: a table as a picture, or the lines for those who
// read no pictures.
func statsMessage(k *board.Maker, in lang.Language, mention, called string, t statsTable,
	u match.User,
) discord.Message {
	head, foot := in.Say(sayStatsOf, mention), ""
	if t.played > 0 {
		foot = in.Say(sayReliable, board.Reliability(t.late, t.played), t.late, t.played)
	}
	var png []byte
	err := errNoTable
	if k.Chart != nil && u.Style != match.Text && u.Style != match.Words {
		tasks.Guard(k.Log, "drawing", func() {
			png, err = k.Chart(chart.Chart{
				Title: called, Rows: t.rows, Look: board.LikedLook(u.Prefer),
				Head: []string{"", "", in.Speak(sayStatsRating), in.Speak(sayStatsPeople), in.Speak(sayStatsComputers)},
			})
		})
	}
	if err != nil {
		return discord.TextMessage(board.JoinLines(head+"\n"+strings.Join(t.lines, "\n"), foot))
	}
	words := strings.NewReplacer("**", "", "\n- ", ": ", "- ", "").Replace(strings.Join(t.lines, ". "))
	p := discord.File{Name: "stats.png", Alt: discord.Truncate(words, discord.MaxAlt), Data: png}
	m := discord.TextMessage(head)
	m.Parts = append(m.Parts, discord.Picture(p),
		discord.Text(strings.TrimSpace("-# "+in.Say(sayStatsLegend, ratings.Settling)+"\n"+foot)))
	m.Files = []discord.File{p}
	return m
}

// errNoTable means that there is no picture of a table.
var errNoTable = errors.New("person: a table is not drawn")
