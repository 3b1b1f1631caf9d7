// Package finished has the command that lists the matches which somebody has finished, over all servers, for them alone. What is shown is made by
// paddock/bot/show/finished.
package finished

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/finished"
	"paddock/games"
	"paddock/games/match"
	lookback "paddock/games/match/finished"
)

// Command is `/finished`.
var Command = &router.Command{
	Name: "finished", Help: "My finished matches: with whom, how they ended, and what that adds up to", Where: router.Everywhere, Run: list,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		who := a.UserOption()
		who.Description = a.In.Text("Only those with this member; all if you don't say")
		return []*router.Option{
			who, a.Choice(router.OptGame, "Which game; all if you don't say", false, a.GameNames()...),
			a.Choice(optHow, "How they ended; all if you don't say", false, "w", "won", "d", "drawn", "l", "lost"),
		}
	},
}

// Actions are the buttons that turn its pages.
var Actions = router.Actions{show.ActFinished: turn}

const optHow = "result"

// list is `/finished` (P105).
func list(ctx context.Context, r *router.Request) (discord.Reply, error) {
	f := lookback.Filter{Game: games.ID(r.Text(router.OptGame))}
	if how := r.Text(optHow); how != "" {
		f.How = match.FinishedHow(how[0])
	}
	if id := r.Text(router.OptUser); id != "" {
		user, name := r.Person(id)
		switch {
		case user == nil:
			return discord.Reply{}, router.ErrNoActor
		case user.Bot:
			return discord.Reply{}, router.Refuse(r.In.Say(say.FinishedBot, discord.Escape(name)))
		case id == string(r.User):
			return discord.Reply{}, router.Refuse(r.In.Speak(say.FinishedSelf))
		}
		f.With = match.UserID(id)
	}
	return page(ctx, r, 0, f)
}

// turn turns the page.
func turn(ctx context.Context, r *router.Request) (discord.Reply, error) {
	n, f, err := finished.ParseText(r.Target.Text)
	if err != nil {
		return discord.Reply{}, err
	}
	return page(ctx, r, n, f)
}

func page(ctx context.Context, r *router.Request, n int, f lookback.Filter) (discord.Reply, error) {
	all, err := r.Matches.Read.Finished(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	meant := f.Of(all)
	if len(meant) == 0 {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.FinishedNone))
	}
	n = min(n, (len(meant)-1)/finished.OnPage)
	l := finished.List{Filter: f, Total: lookback.Sum(meant), Page: n, User: r.User}
	for _, one := range meant[n*finished.OnPage : min((n+1)*finished.OnPage, len(meant))] {
		rec, err := r.Matches.Read.Match(ctx, one.Match)
		if err != nil {
			r.Log.Warn("a finished match can't be read", "match", one.Match, "err", err)
			rec = match.Match{}
		}
		l.Entries = append(l.Entries, finished.Entry{Finished: one, Match: rec})
	}
	return router.ReplyPrivate(r, finished.Message(r.In, l)), nil
}
