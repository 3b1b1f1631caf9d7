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

var topCommand = &router.Command{
	Name: "top", Help: "The best players of a game in this server", Run: top,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Choice(router.OptGame, "Which game", true, a.GameNames()...),
			a.Choice(optList, "Who is ranked; people if you don't say", false, "people", "people", listComputers, "computer players"),
		}
	},
}

const (
	listComputers = "computers"
	topShown      = 15 // how many `/top` ranks
)

// top is `/top`: who is best at a game in this server.
func top(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.Guild == "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.StatsHere))
	}
	g, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
	if !ok {
		return discord.Reply{}, router.ErrNoHandler
	}
	pool, heading := match.AmongPeople, say.Top
	if r.Text(optList) == listComputers || r.Guild == "" {
		pool, heading = match.WithComputers, say.TopComputers
	}
	list, err := r.Matches.Read.Ranking(ctx, r.Guild, g.ID, pool, topShown, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	if list.Of == 0 {
		return router.ReplyText(r.In.Say(say.TopNone, g.Name, g.ID)), nil
	}
	lines := []string{r.In.Say(heading, g.Name)}
	for i, s := range list.Top {
		lines = append(lines, r.In.Say(say.TopLine, i+1, show.RankedName(g, s.Who), show.Rating(s, r.Now()), s.Won, s.Drawn, s.Lost()))
	}
	if list.Place > 0 {
		lines = append(lines, r.In.Say(say.TopYou, list.Place, list.Of))
	}
	return router.ReplyText(strings.Join(append(lines, r.In.Speak(say.TopFoot)), "\n")), nil
}
