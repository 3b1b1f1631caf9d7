package command

import (
	"cmp"
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

var serverCommand = &Command{
	Name: "server", Help: "See or change how I behave in this server", Where: InServers, NotHere: &say.ServerDM, Managers: true, run: server,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.choice(optThreads, "Open a thread for each match", false, "on", "a thread for each match", "off", "matches in the channel"),
			a.choice(optStyle, "How boards are posted", false, "image", "picture", "text", "monospace text"),
			a.timeOption("Time for each move, when nothing else is agreed", false),
			a.integer(optLimit, "Running matches that a member may have here", 1, 50),
			a.choice(optTournaments, "Who may create tournaments", false, "everybody", "everybody", "managers", "those who may manage the server"),
			a.languageOption("The language of what I post here", "as the server's settings say"),
		}
	},
}

// server is `/server`: what the bot does in this server; changed by those who manage it (P25).
func server(ctx context.Context, r *request) (discord.Reply, error) {
	if len(r.options) > 0 {
		if err := r.People.ChangeGuild(ctx, r.guild, r.serverOptions); err != nil {
			return discord.Reply{}, err
		}
	}
	g, err := r.People.Guild(ctx, r.guild)
	if err != nil {
		return discord.Reply{}, err
	}
	return replyText(serverText(r.in, g)), nil
}

// serverOptions puts what the command says into a server's settings.
func (r *request) serverOptions(g *match.Guild) {
	if v := r.text(optThreads); v != "" {
		g.Threads = v == "on"
	}
	if v := r.text(optStyle); v != "" {
		g.Style = match.Style(v)
	}
	if v := r.text(optTime); v != "" {
		g.PerMove = perMove(v)
	}
	if n, ok := r.number(optLimit); ok {
		g.Limit = n
	}
	if v := r.text(optTournaments); v != "" {
		g.OwnCups = v == "managers"
	}
	if v := r.text(optLanguage); v != "" {
		g.Language = strings.TrimPrefix(v, people.Auto)
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
