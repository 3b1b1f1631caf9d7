package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/ratings"
)

var topCommand = &Command{
	Name: "top", Help: "The best players of a game in this server", run: top,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.choice(optGame, "Which game", true, a.gameNames()...),
			a.choice(optList, "Who is ranked; people if you don't say", false, "people", "people", listComputers, "computer players"),
		}
	},
}

const (
	listComputers = "computers"
	topShown      = 15 // how many `/top` ranks
)

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
		return replyText(r.in.Say(say.TopNone, g.Name, g.ID)), nil
	}
	lines := []string{r.in.Say(heading, g.Name)}
	for i, s := range list[:min(topShown, len(list))] {
		lines = append(lines, r.in.Say(say.TopLine, i+1, show.RankedName(g, s.Who), show.Rating(s), s.Won, s.Drawn, s.Lost()))
	}
	if i := slices.IndexFunc(list, func(s ratings.Standing) bool { return s.Who.User == r.user }); i >= 0 {
		lines = append(lines, r.in.Say(say.TopYou, i+1, len(list)))
	}
	return replyText(strings.Join(append(lines, r.in.Speak(say.TopFoot)), "\n")), nil
}
