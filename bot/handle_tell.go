package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func (b *bot) rules(_ context.Context, r *request) (discord.Reply, error) {
	g := r.game
	if g == nil {
		found, ok := b.svc.Read.Game(games.ID(r.text(optGame)))
		if !ok {
			return discord.Reply{}, errNoHandler
		}
		g = found
	}
	parts := []discordgo.MessageComponent{discord.Text("### " + g.Name + "\n" + r.in.Text(g.Rules))}
	var files []discord.File
	if len(g.Examples) > 0 {
		board, f := b.example(r.in, g, g.Examples[0])
		parts, files = append(parts, board...), f
	}
	parts = append(parts, discord.Text(r.in.Say(say.HowToPlay, g.ID, g.ID)))
	return discord.Reply{Message: discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files}}, nil
}

// example draws an example of the rules; an example that can't be drawn is left out.
func (b *bot) example(in lang.Language, g *games.Game, e games.Example) ([]discordgo.MessageComponent, []discord.File) {
	before, err := g.Parse(e.Position)
	if err != nil {
		b.log.Error("an example can't be read", "game", g.ID, "err", err)
		return nil, nil
	}
	after, err := g.Parse(e.After)
	if err != nil {
		b.log.Error("an example can't be read", "game", g.ID, "err", err)
		return nil, nil
	}
	seat := games.Spectator
	for s := range before.Turn().Waiting.All() {
		seat = s
		break
	}
	view := after.View(games.Spectator)
	drawn := view.In(in.Speak).Draw(nil, before.View(games.Spectator), seat, []string{e.Move})
	board, files := b.picture(in, drawn, match.Image)
	return append([]discordgo.MessageComponent{discord.Text("**" + discord.Escape(e.Move) + "**: " + in.Text(e.Say))}, board...), files
}

// help is `/help`: every command, in a line each.
func (b *bot) help(_ context.Context, r *request) (discord.Reply, error) {
	lines := []string{"### " + r.in.Speak(say.WhatICanDo)}
	for _, g := range b.cfg.Games {
		line := "**" + g.Name + "**: " + r.in.Text(g.Summary) + "."
		names := []string{"start", "challenge", "move", "board", "resign", "rules", "watch", "nudge"}
		if g.Arranges {
			names = append(names, "setup", "verify")
		}
		for i, name := range names {
			line += [2]string{" ", " · "}[min(i, 1)] + "`/" + r.in.Name(string(g.ID)) + " " + r.in.Name(name) + "`"
		}
		lines = append(lines, line)
	}
	if slices.ContainsFunc(b.cfg.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, r.in.Speak(say.Operator))
	}
	lines = append(lines, r.in.Speak(say.AlsoTyped))
	for _, c := range (author{r.in}).commands(b.cfg.Games) {
		if _, isGame := b.svc.Read.Game(games.ID(c.Name)); isGame {
			continue
		}
		line := fmt.Sprintf("`/%s` %s", r.in.Name(c.Name), c.Description)
		if c.Type == discordgo.UserApplicationCommand {
			line = r.in.Say(say.InMenu, r.in.Name(c.Name))
		}
		lines = append(lines, line)
	}
	if r.away {
		lines = append(lines, r.in.Speak(say.Away))
	}
	return sentence(strings.Join(lines, "\n")), nil
}

// settings is `/settings`: how boards are shown to one person, and in which language they are answered.
func (b *bot) settings(ctx context.Context, r *request) (discord.Reply, error) {
	code := r.text(optLanguage)
	if err := b.setNotify(ctx, r); err != nil {
		return discord.Reply{}, err
	}
	var u match.User
	err := b.changeUser(ctx, r.user, func(now *match.User) {
		if style := match.Style(r.text(optStyle)); style != "" {
			now.Style = style
		}
		if code != "" {
			now.Language = strings.TrimPrefix(code, ownLanguage)
		}
		for _, g := range b.cfg.Games {
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
	r.in = spoken(u)
	lines := []string{r.in.Say(say.Style, say.ShownAs[cmp.Or(u.Style, match.Image)])}
	for _, g := range b.cfg.Games {
		for _, o := range g.Personal {
			lines = append(lines, r.in.Say(say.Personal, g.Name, r.in.Name(o.Name), cmp.Or(u.Prefer[o.Name], o.Default)))
		}
	}
	lines = append(lines, r.in.Speak(say.NotifiedBy[u.Notify]), r.in.Say(say.Language, r.in.OwnName()))
	return sentence(strings.Join(lines, "\n")), nil
}

// server is `/server`: what the bot does in this server; changed by those who manage it (P25).
func (b *bot) server(ctx context.Context, r *request) (discord.Reply, error) {
	if r.guild == "" {
		return discord.Reply{}, refuse(r.in.Speak(say.ServerDM))
	}
	if !r.manages() {
		return discord.Reply{}, refuse(r.in.Speak(say.NoManage))
	}
	if len(r.options) > 0 {
		if err := b.changeGuild(ctx, r.guild, r.serverOptions); err != nil {
			return discord.Reply{}, err
		}
	}
	g, err := b.svc.Settings.Guild(ctx, r.guild)
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
	if v := r.text(optCups); v != "" {
		g.OwnCups = v == "managers"
	}
	if v := r.text(optLanguage); v != "" {
		g.Language = strings.TrimPrefix(v, ownLanguage)
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
	return in.Say(say.Server, threads, style, per, limit, creates, spokenAt(g).OwnName())
}
