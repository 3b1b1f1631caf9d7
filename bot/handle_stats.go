package bot

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

// Options of `/stats` and `/top`.
const (
	optList   = "list"
	optRating = "rated"
)

const (
	listComputers = "computers"
	topShown      = 15 // how many `/top` ranks
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
		return sentence(r.in.Say(say.StatsNone, discord.Escape(name), r.Games[0].ID)), nil
	}
	lines = append(lines, r.in.Say(say.Reliable, show.Reliability(late, played), late, played))
	return sentence(strings.Join(lines, "\n")), nil
}

// top is `/top`: who is best at a game in this server.
func top(ctx context.Context, r *request) (discord.Reply, error) {
	if r.guild == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.StatsHere))
	}
	g, ok := r.Matches.Read.Game(games.ID(r.text(optGame)))
	if !ok {
		return discord.Reply{}, errNoHandler
	}
	results, err := r.Matches.Read.Results(ctx, r.guild, g.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	pool, heading := ratings.People, say.Top
	if r.text(optList) == listComputers || r.guild == "" {
		pool, heading = ratings.Computers, say.TopComputers
	}
	list := slices.DeleteFunc(ratings.Table(results, pool), func(s ratings.Standing) bool { return s.Rated == 0 || s.Who.Gone != "" })
	if len(list) == 0 {
		return sentence(r.in.Say(say.TopNone, g.Name, g.ID)), nil
	}
	lines := []string{r.in.Say(heading, g.Name)}
	for i, s := range list[:min(topShown, len(list))] {
		lines = append(lines, r.in.Say(say.TopLine, i+1, show.RankedName(g, s.Who), show.Rating(s), s.Won, s.Drawn, s.Lost()))
	}
	if i := slices.IndexFunc(list, func(s ratings.Standing) bool { return s.Who.User == r.user }); i >= 0 {
		lines = append(lines, r.in.Say(say.TopYou, i+1, len(list)))
	}
	return sentence(strings.Join(append(lines, r.in.Speak(say.TopFoot)), "\n")), nil
}
