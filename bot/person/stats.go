package person

import (
	"context"
	"strings"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
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
	who := r.User
	if id := r.Text(request.OptUser); id != "" {
		user, shown := r.Person(id)
		if user == nil {
			return request.Reply{}, request.ErrNoActor
		}
		if user.Bot {
			return request.Reply{}, request.Refuse(r.In.Say(sayStatsBot, discord.Escape(shown)))
		}
		who = match.UserID(id)
	}
	if r.Guild == "" && who != r.User {
		return request.Reply{}, refuseOutside(r)
	}
	theirs, err := f.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: who})
	if err != nil {
		return request.Reply{}, err
	}
	name := discord.Mention(string(who)) // a mention, because members can have the same name
	lines := []string{r.In.Say(sayStatsOf, name)}
	late, played, all := 0, 0, 0 // late and played count matches between people only (P110)
	for _, g := range f.Games {
		if only := r.Text(request.OptGame); only != "" && only != string(g.ID) {
			continue
		}
		people, computers := board.StandingOf(theirs, g.ID, match.AmongPeople),
			board.StandingOf(theirs, g.ID, match.WithComputers)
		late, played, all = late+people.Late, played+people.Played, all+people.Played+computers.Played
		if people.Played > 0 {
			lines = append(lines,
				r.In.Say(sayStats, g.Name, board.RatingWithin(r.In, people, f.Now()), people.Played, people.Won,
					people.Drawn, people.Lost()))
		} else if computers.Played > 0 {
			lines = append(lines, "**"+g.Name+"**")
		}
		if c := computers; c.Played > 0 {
			lines = append(lines, r.In.Say(sayStatsAgainst, c.Played, c.Won, c.Drawn, c.Lost()))
		}
	}
	if all == 0 {
		return request.ReplyText(r.In.Say(sayStatsNone, name)), nil
	}
	if played > 0 {
		lines = append(lines, r.In.Say(sayReliable, board.Reliability(late, played), late, played))
	}
	return request.ReplyText(strings.Join(lines, "\n")), nil
}
