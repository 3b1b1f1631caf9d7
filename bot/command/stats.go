package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var statsCommand = &router.Command{
	Name: "stats", Help: "Matches, ratings and reliability of a member in this server", Run: stats,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		who := a.UserOption()
		who.Description = a.In.Text("Whose; your own if you don't say")
		return []*router.Option{who, a.Choice(router.OptGame, "Which game; all if you don't say", false, a.GameNames()...)}
	},
}

// Options of `/stats` and `/top`.
const (
	optList   = "list"
	optRating = "rated"
)

// stats is `/stats`: what somebody has achieved in this server.
func stats(ctx context.Context, r *router.Request) (discord.Reply, error) {
	who := r.User
	if id := r.Text(router.OptUser); id != "" {
		user, shown := r.Person(id)
		if user == nil {
			return discord.Reply{}, router.ErrNoActor
		}
		if user.Bot {
			return discord.Reply{}, router.Refuse(r.In.Say(say.StatsBot, discord.Escape(shown)))
		}
		who = match.UserID(id)
	}
	if r.Guild == "" && who != r.User {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.StatsHere))
	}
	theirs, err := r.Matches.Read.StandingsOf(ctx, r.Guild, match.Player{User: who})
	if err != nil {
		return discord.Reply{}, err
	}
	name := discord.Mention(string(who)) // others may be called the same
	lines := []string{r.In.Say(say.StatsOf, name)}
	late, played, all := 0, 0, 0 // of the first two those between people (P110)
	for _, g := range r.Games {
		if only := r.Text(router.OptGame); only != "" && only != string(g.ID) {
			continue
		}
		people, computers := show.StandingOf(theirs, g.ID, match.AmongPeople), show.StandingOf(theirs, g.ID, match.WithComputers)
		late, played, all = late+people.Late, played+people.Played, all+people.Played+computers.Played
		if people.Played > 0 {
			lines = append(lines, r.In.Say(say.Stats, g.Name, show.RatingWithin(people, r.Now()), people.Played, people.Won, people.Drawn, people.Lost()))
		} else if computers.Played > 0 {
			lines = append(lines, "**"+g.Name+"**")
		}
		if c := computers; c.Played > 0 {
			lines = append(lines, r.In.Say(say.StatsAgainst, c.Played, c.Won, c.Drawn, c.Lost()))
		}
	}
	if all == 0 {
		return router.ReplyText(r.In.Say(say.StatsNone, name, r.Games[0].ID)), nil
	}
	if played > 0 {
		lines = append(lines, r.In.Say(say.Reliable, show.Reliability(late, played), late, played))
	}
	return router.ReplyText(strings.Join(lines, "\n")), nil
}
