package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

var statsCommand = &Command{
	Name: "stats", Help: "Matches, ratings and reliability of a member in this server", run: stats,
	options: func(a author, _ *games.Game) []*option {
		who := a.userOption()
		who.Description = a.in.Text("Whose; your own if you don't say")
		return []*option{who, a.choice(optGame, "Which game; all if you don't say", false, a.gameNames()...)}
	},
}

// Options of `/stats` and `/top`.
const (
	optList   = "list"
	optRating = "rated"
)

// stats is `/stats`: what somebody has achieved in this server.
func stats(ctx context.Context, r *request) (discord.Reply, error) {
	who, name := r.user, r.name
	if id := r.text(optUser); id != "" {
		user, shown := r.person(id)
		if user == nil {
			return discord.Reply{}, errNoActor
		}
		if user.Bot {
			return discord.Reply{}, refuse(r.in.Say(say.StatsBot, discord.Escape(shown)))
		}
		who, name = match.UserID(id), shown
	}
	if r.guild == "" && who != r.user {
		return discord.Reply{}, refuse(r.in.Speak(say.StatsHere))
	}
	me := match.Player{User: who}
	lines := []string{r.in.Say(say.StatsOf, discord.Escape(name))}
	late, played := 0, 0
	for _, g := range r.Games {
		if only := r.text(optGame); only != "" && only != string(g.ID) {
			continue
		}
		results, err := r.Matches.Read.Results(ctx, r.guild, g.ID)
		if err != nil {
			return discord.Reply{}, err
		}
		people, computers := show.StandingOf(results, ratings.People, me), show.StandingOf(results, ratings.Computers, me)
		late, played = late+people.Late+computers.Late, played+people.Played+computers.Played
		if people.Played > 0 {
			lines = append(lines, r.in.Say(say.Stats, g.Name, show.Rating(people), people.Played, people.Won, people.Drawn, people.Lost()))
		} else if computers.Played > 0 {
			lines = append(lines, "**"+g.Name+"**")
		}
		if c := computers; c.Played > 0 {
			lines = append(lines, r.in.Say(say.StatsAgainst, c.Played, c.Won, c.Drawn, c.Lost()))
		}
	}
	if played == 0 {
		return replyText(r.in.Say(say.StatsNone, discord.Escape(name), r.Games[0].ID)), nil
	}
	lines = append(lines, r.in.Say(say.Reliable, show.Reliability(late, played), late, played))
	return replyText(strings.Join(lines, "\n")), nil
}
