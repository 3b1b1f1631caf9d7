package command

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

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
	list, err := r.Matches.Read.Standings(ctx, r.Guild, g.ID, pool)
	if err != nil {
		return discord.Reply{}, err
	}
	list = slices.DeleteFunc(list, func(s match.Standing) bool { return s.Rated == 0 || s.Who.Gone != "" })
	now := r.Now()
	slices.SortStableFunc(list, func(a, b match.Standing) int { // those of whom little is known come last, by how they are rated so far
		return cmp.Compare(uncertain(a, now), uncertain(b, now))
	})
	if len(list) == 0 {
		return router.ReplyText(r.In.Say(say.TopNone, g.Name, g.ID)), nil
	}
	lines := []string{r.In.Say(heading, g.Name)}
	for i, s := range list[:min(topShown, len(list))] {
		lines = append(lines, r.In.Say(say.TopLine, i+1, show.RankedName(g, s.Who), show.Rating(s, now), s.Won, s.Drawn, s.Lost()))
	}
	if i := slices.IndexFunc(list, func(s match.Standing) bool { return s.Who.User == r.User }); i >= 0 {
		lines = append(lines, r.In.Say(say.TopYou, i+1, len(list)))
	}
	return router.ReplyText(strings.Join(append(lines, r.In.Speak(say.TopFoot)), "\n")), nil
}

func uncertain(s match.Standing, now time.Time) int {
	if show.Certain(s, now) {
		return 0
	}
	return 1
}
