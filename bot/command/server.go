package command

import (
	"cmp"
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

var serverCommand = &router.Command{
	Name: "server", Help: "See or change how I behave in this server", Where: router.InServers, NotHere: &say.ServerDM, Managers: true, Run: server,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Choice(router.OptThreads, "Open a thread for each match", false, "on", "a thread for each match", "off", "matches in the channel"),
			a.Choice(router.OptStyle, "How boards are posted", false, "image", "picture", "text", "monospace text"),
			a.TimeOption("Time for each move, when nothing else is agreed", false),
			a.Integer(router.OptLimit, "Running matches that a member may have here", 1, 50),
			a.Choice(router.OptTournaments, "Who may create tournaments", false, "everybody", "everybody", "managers", "those who may manage the server"),
			a.LanguageOption("The language of what I post here", "as the server's settings say"),
		}
	},
}

// server is `/server`: what the bot does in this server; changed by those who manage it (P25).
func server(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if len(r.Options) > 0 {
		if err := r.People.ChangeGuild(ctx, r.Guild, serverOptions(r)); err != nil {
			return discord.Reply{}, err
		}
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyText(serverText(r.In, g)), nil
}

// serverOptions puts what the command says into a server's settings.
func serverOptions(r *router.Request) func(*match.Guild) {
	return func(g *match.Guild) {
		if v := r.Text(router.OptThreads); v != "" {
			g.Threads = v == "on"
		}
		if v := r.Text(router.OptStyle); v != "" {
			g.Style = match.Style(v)
		}
		if v := r.Text(router.OptTime); v != "" {
			g.PerMove = router.PerMove(v)
		}
		if n, ok := r.Number(router.OptLimit); ok {
			g.Limit = n
		}
		if v := r.Text(router.OptTournaments); v != "" {
			g.OwnCups = v == "managers"
		}
		if v := r.Text(router.OptLanguage); v != "" {
			g.Language = strings.TrimPrefix(v, people.Auto)
		}
	}
}

func serverText(in lang.Language, g match.Guild) string {
	threads, style, per, limit := say.Off, say.PostedAs[cmp.Or(g.Style, match.Image)], games.Say(say.Usual.Format, games.Say("%d days", 2)), games.Say(say.Usual.Format, "5")
	if g.Threads {
		threads = say.On
	}
	if g.PerMove > 0 {
		per = say.Span(g.PerMove)
	}
	if g.Limit > 0 {
		limit = games.Say("%d", g.Limit)
	}
	creates := say.Everybody
	if g.OwnCups {
		creates = say.Managers
	}
	return in.Say(say.Server, threads, style, per, limit, creates, people.LanguageOfGuild(g).OwnName())
}
