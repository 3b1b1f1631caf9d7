package person

import (
	"context"
	"strings"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/ratings"
)

func (f *Feature) topCommand() *request.Command {
	return &request.Command{
		Name: "top", Help: "The best players of a game, in this server or on all", Run: f.top,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Choice(request.OptGame, "Which game", true, a.GameNames()...),
				a.Choice(optList, "Who is listed; otherwise people", false, "people", "people", listComputers,
					"computer players", listEverywhere, "people from all servers who want to be listed"),
				a.Choice(optListed, "Whether you are on the list of all servers, with your ratings in this one", false,
					"true", "yes, list me there", "false", "no, take me off"),
			}
		},
	}
}

// Names of options, and values of the list.
const (
	optList        = "list"
	optListed      = "listed" // stored in match.User.ListedIn
	listComputers  = "computers"
	listEverywhere = "everywhere"
)

// topShown is how many players `/top` lists.
const topShown = 15

// top handles `/top`: the best players of a game in this server, or among the members of all
// servers who chose to be listed (P121).
func (f *Feature) top(ctx context.Context, r *request.Request) (request.Reply, error) {
	guild, pool, heading, none := r.Guild, match.AmongPeople, sayTop, sayTopNone
	switch {
	case r.Text(optList) == listEverywhere || r.Text(optListed) != "":
		guild, heading, none = match.Everywhere, sayTopEverywhere, sayTopEverywhereNone
	case r.Guild == "":
		return request.Reply{}, refuseOutside(r)
	case r.Text(optList) == listComputers:
		pool, heading = match.WithComputers, sayTopComputers
	}
	g, ok := f.Matches.Read.Game(games.ID(r.Text(request.OptGame)))
	if !ok {
		return request.Reply{}, request.ErrNoHandler
	}
	if err := f.enlist(ctx, r); err != nil {
		return request.Reply{}, err
	}
	list, err := f.Matches.Read.Ranking(ctx, guild, g.ID, pool, topShown, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	lines := []string{r.In.Say(heading, g.Name)}
	if list.Of == 0 {
		lines = []string{r.In.Say(none, g.Name, g.ID)}
	}
	for i, s := range list.Top {
		name := board.RankedName(g, s.Who)
		if guild == match.Everywhere {
			if name, err = f.listedName(ctx, s.Who.User); err != nil {
				return request.Reply{}, err
			}
		}
		lines = append(lines, r.In.Say(sayTopLine, i+1, name, board.Rating(r.In, s, f.Now()), s.Won, s.Drawn, s.Lost()))
	}
	if list.Place > 0 {
		lines = append(lines, r.In.Say(sayTopYou, list.Place, list.Of))
	}
	if guild == match.Everywhere {
		foot, err := f.listedFoot(ctx, r)
		if err != nil {
			return request.Reply{}, err
		}
		lines = append(lines, foot)
	}
	if list.Of > 0 {
		lines = append(lines, r.In.Say(sayTopFoot, ratings.Settling))
	}
	return request.ReplyText(strings.Join(lines, "\n")), nil
}

// enlist adds the user to the list of all servers, or removes them, as an option says.
func (f *Feature) enlist(ctx context.Context, r *request.Request) error {
	in, as := r.Guild, r.AccountName()
	switch r.Text(optListed) {
	case "":
		return nil
	case "true":
		if in == "" || as == "" {
			return request.Refuse(r.In.Speak(sayListHere))
		}
	default:
		in, as = "", ""
	}
	return f.People.Change(ctx, r.User, func(u *match.User) { u.ListedIn, u.ListedAs = in, as })
}

// listedName returns the name of a user in the list of all servers. Members of other servers could
// not read a mention.
func (f *Feature) listedName(ctx context.Context, id match.UserID) (string, error) {
	u, err := f.People.User(ctx, id)
	return discord.Escape(u.ListedAs), err
}

// listedFoot returns the last line of the list of all servers: whether the user is in it, and how
// to change that.
func (f *Feature) listedFoot(ctx context.Context, r *request.Request) (string, error) {
	u, err := f.People.User(ctx, r.User)
	if u.ListedIn == "" {
		return r.In.Speak(sayNotListed), err
	}
	return r.In.Say(sayListed, discord.Escape(u.ListedAs)), err
}
