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
	Name: "top", Help: "The best players of a game, in this server or in all", Run: top,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Choice(router.OptGame, "Which game", true, a.GameNames()...),
			a.Choice(optList, "Who is ranked; people if you don't say", false, "people", "people", listComputers, "computer players", listEverywhere, "people of all servers who want to be listed"),
			a.Choice(optListed, "Whether you are in the list of all servers, with your ratings in this one", false, "true", "yes, list me there", "false", "no, take me out"),
		}
	},
}

const (
	listComputers  = "computers"
	listEverywhere = "everywhere"
	optListed      = "listed" // see match.User.ListedIn
	topShown       = 15       // how many `/top` ranks
)

// top is `/top`: who is best at a game in this server, or among those of all servers who want to be listed (P121).
func top(ctx context.Context, r *router.Request) (discord.Reply, error) {
	guild, pool, heading, none := r.Guild, match.AmongPeople, say.Top, say.TopNone
	switch {
	case r.Text(optList) == listEverywhere || r.Text(optListed) != "":
		guild, heading, none = match.Everywhere, say.TopEverywhere, say.TopEverywhereNone
	case r.Guild == "":
		return discord.Reply{}, router.Refuse(r.In.Speak(say.StatsHere))
	case r.Text(optList) == listComputers:
		pool, heading = match.WithComputers, say.TopComputers
	}
	g, ok := r.Matches.Read.Game(games.ID(r.Text(router.OptGame)))
	if !ok {
		return discord.Reply{}, router.ErrNoHandler
	}
	if err := enlist(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	list, err := r.Matches.Read.Ranking(ctx, guild, g.ID, pool, topShown, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	lines := []string{r.In.Say(heading, g.Name)}
	if list.Of == 0 {
		lines = []string{r.In.Say(none, g.Name, g.ID)}
	}
	for i, s := range list.Top {
		name := show.RankedName(g, s.Who)
		if guild == match.Everywhere {
			if name, err = listedName(ctx, r, s.Who.User); err != nil {
				return discord.Reply{}, err
			}
		}
		lines = append(lines, r.In.Say(say.TopLine, i+1, name, show.Rating(s, r.Now()), s.Won, s.Drawn, s.Lost()))
	}
	if list.Place > 0 {
		lines = append(lines, r.In.Say(say.TopYou, list.Place, list.Of))
	}
	if guild == match.Everywhere {
		foot, err := listedFoot(ctx, r)
		if err != nil {
			return discord.Reply{}, err
		}
		lines = append(lines, foot)
	}
	if list.Of > 0 {
		lines = append(lines, r.In.Speak(say.TopFoot))
	}
	return router.ReplyText(strings.Join(lines, "\n")), nil
}

// enlist puts who asks into the list of all servers, or takes them out, if they say so.
func enlist(ctx context.Context, r *router.Request) error {
	in, as := r.Guild, r.AccountName()
	switch r.Text(optListed) {
	case "":
		return nil
	case "true":
		if in == "" || as == "" {
			return router.Refuse(r.In.Speak(say.ListHere))
		}
	default:
		in, as = "", ""
	}
	return r.People.Change(ctx, r.User, func(u *match.User) { u.ListedIn, u.ListedAs = in, as })
}

// listedName is what somebody is called in the list of all servers, where a mention would say nothing to strangers.
func listedName(ctx context.Context, r *router.Request, id match.UserID) (string, error) {
	u, err := r.People.User(ctx, id)
	return discord.Escape(u.ListedAs), err
}

// listedFoot says under the list of all servers who is in it, and how to get in or out.
func listedFoot(ctx context.Context, r *router.Request) (string, error) {
	u, err := r.People.User(ctx, r.User)
	if u.ListedIn == "" {
		return r.In.Speak(say.NotListed), err
	}
	return r.In.Say(say.Listed, discord.Escape(u.ListedAs)), err
}
