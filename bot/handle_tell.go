package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func rules(_ context.Context, r *request) (discord.Reply, error) {
	g := r.game
	if g == nil {
		found, ok := r.Matches.Read.Game(games.ID(r.text(optGame)))
		if !ok {
			return discord.Reply{}, errNoHandler
		}
		g = found
	}
	return discord.Reply{Message: r.Show.Rules(r.in, g)}, nil
}

// help is `/help`: every command, in a line each.
func help(_ context.Context, r *request) (discord.Reply, error) {
	lines := []string{"### " + r.in.Speak(say.WhatICanDo)}
	for _, g := range r.Games {
		var names []string
		for _, c := range r.set.ofGame(g) {
			names = append(names, "`/"+r.in.Name(string(g.ID))+" "+r.in.Name(c.Name)+"`")
		}
		lines = append(lines, "**"+g.Name+"**: "+r.in.Text(g.Summary)+". "+strings.Join(names, " · "))
	}
	if slices.ContainsFunc(r.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, r.in.Speak(say.Operator))
	}
	lines = append(lines, r.in.Speak(say.AlsoTyped))
	for _, c := range r.set.common {
		line := fmt.Sprintf("`/%s` %s", r.in.Name(c.Name), r.in.Text(c.Help))
		if c.UserMenu {
			line = r.in.Say(say.InMenu, r.in.Name(c.Name))
		}
		lines = append(lines, line)
	}
	if r.userInstall {
		lines = append(lines, r.in.Speak(say.Away))
	}
	return sentence(strings.Join(lines, "\n")), nil
}

// settings is `/settings`: how boards are shown to one person, and in which language they are answered.
func settings(ctx context.Context, r *request) (discord.Reply, error) {
	code := r.text(optLanguage)
	if err := setNotify(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	var u match.User
	err := r.People.Change(ctx, r.user, func(now *match.User) {
		if style := match.Style(r.text(optStyle)); style != "" {
			now.Style = style
		}
		if code != "" {
			now.Language = strings.TrimPrefix(code, people.Auto)
		}
		for _, g := range r.Games {
			for _, o := range g.Personal {
				if v := r.text(o.Name); v != "" {
					if now.Prefer == nil {
						now.Prefer = make(games.Options)
					}
					now.Prefer[o.Name] = v
				}
			}
		}
		u = *now
	})
	if err != nil {
		return discord.Reply{}, err
	}
	r.in = people.LanguageOfUser(u)
	lines := []string{r.in.Say(say.Style, say.ShownAs[cmp.Or(u.Style, match.Image)])}
	for _, g := range r.Games {
		for _, o := range g.Personal {
			lines = append(lines, r.in.Say(say.Personal, g.Name, r.in.Name(o.Name), cmp.Or(u.Prefer[o.Name], o.Default)))
		}
	}
	lines = append(lines, r.in.Speak(say.NotifiedBy[u.Notify]), r.in.Say(say.Language, r.in.OwnName()))
	return sentence(strings.Join(lines, "\n")), nil
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
	return sentence(serverText(r.in, g)), nil
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

// How people hear that something waits for them (P28): by a mention in the message that says so, by a direct message that leads there, or not at
// all.
const (
	optNotify     = "notify"
	notifyMention = "mention"
)

// setNotify is what `/settings notify:` does. Direct messages are chosen only by who can get one.
func setNotify(ctx context.Context, r *request) error {
	chosen := r.text(optNotify)
	switch chosen {
	case "":
		return nil
	case notifyMention:
		chosen = string(match.ByMention)
	case string(match.ByDM):
		if err := r.People.Change(ctx, r.user, func(u *match.User) { u.DMClosed = false }); err != nil {
			return err
		}
		if err := r.Boards.Tell(ctx, r.user, discord.TextMessage(r.in.Speak(say.NotifyHere))); err != nil {
			return err
		}
		if u, err := r.People.User(ctx, r.user); err != nil || u.DMClosed {
			return refuse(r.in.Speak(say.NotifyClosed))
		}
	}
	return r.People.Change(ctx, r.user, func(u *match.User) { u.Notify = match.Notify(chosen) })
}
