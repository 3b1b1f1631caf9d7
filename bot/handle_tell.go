package bot

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/games"
	"paddock/games/match"
)

// rules is `/rules` and `/kalah rules`: the rules in brief, with an example as a picture.
func (b *bot) rules(_ context.Context, r *request) (reply, error) {
	g := r.game
	if g == nil {
		found, ok := b.svc.Game(games.ID(r.text(optGame)))
		if !ok {
			return reply{}, errNoHandler
		}
		g = found
	}
	parts := []discordgo.MessageComponent{textPart("### " + g.Name + "\n" + g.Rules)}
	var files []file
	if len(g.Examples) > 0 {
		board, f := b.example(g, g.Examples[0])
		parts, files = append(parts, board...), f
	}
	parts = append(parts, textPart(speak(games.Say("Play: `/%s start` against the computer, `/%s challenge` against a member.", g.ID, g.ID))))
	return reply{message: message{parts: []discordgo.MessageComponent{box(parts...)}, files: files}}, nil
}

// example draws an example of the rules; an example that can't be drawn is left out.
func (b *bot) example(g *games.Game, e games.Example) ([]discordgo.MessageComponent, []file) {
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
	drawn := view.Draw(nil, before.View(games.Spectator), seat, []string{e.Move})
	board, files := b.picture(drawn, match.Image)
	return append([]discordgo.MessageComponent{textPart("**" + plainText(e.Move) + "**: " + e.Say)}, board...), files
}

// help is `/help`: every command, in a line each.
func (b *bot) help(_ context.Context, _ *request) (reply, error) {
	lines := []string{"### What I can do"}
	for _, g := range b.cfg.Games {
		lines = append(lines, fmt.Sprintf("**%s**: %s. `/%s start` · `/%s challenge` · `/%s move` · `/%s board` · `/%s resign` · `/%s rules` · `/%s watch`",
			g.Name, g.Summary, g.ID, g.ID, g.ID, g.ID, g.ID, g.ID, g.ID))
		if g.Arranges {
			lines[len(lines)-1] += fmt.Sprintf(" · `/%s setup` · `/%s verify`", g.ID, g.ID)
		}
	}
	if slices.ContainsFunc(b.cfg.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, speak(sayOperator))
	}
	lines = append(lines, "Everything under a board can be pressed or chosen; the same can be typed:")
	for _, c := range commands(b.cfg.Games) {
		if _, isGame := b.svc.Game(games.ID(c.Name)); isGame {
			continue
		}
		line := fmt.Sprintf("`/%s` %s", c.Name, c.Description)
		if c.Type == discordgo.UserApplicationCommand {
			line = fmt.Sprintf("*%s*, in a member's menu under Apps", c.Name)
		}
		lines = append(lines, line)
	}
	return sentence(strings.Join(lines, "\n")), nil
}

// settings is `/settings`: how boards are shown to one person.
func (b *bot) settings(ctx context.Context, r *request) (reply, error) {
	var lines []string
	err := b.changeUser(ctx, r.user, func(u *match.User) {
		lines = nil
		if style := match.Style(r.text(optStyle)); style != "" {
			u.Style = style
		}
		lines = append(lines, say(sayStyle, styleNames[u.Style]))
		for _, g := range b.cfg.Games {
			for _, o := range g.Personal {
				if v := r.text(o.Name); v != "" {
					if u.Prefer == nil {
						u.Prefer = make(games.Options)
					}
					u.Prefer[o.Name] = v
				}
				lines = append(lines, say(sayPersonal, g.Name, o.Name, cmp.Or(u.Prefer[o.Name], o.Default)))
			}
		}
	})
	if err != nil {
		return reply{}, err
	}
	return sentence(strings.Join(lines, "\n")), nil
}

var styleNames = map[match.Style]string{"": "pictures", match.Image: "pictures", match.Text: "monospace text", match.Words: "words"}

// server is `/server`: what the bot does in this server; changed by those who manage it (P25).
func (b *bot) server(ctx context.Context, r *request) (reply, error) {
	if r.guild == "" {
		return reply{}, refuse(speak(sayServerDM))
	}
	if !r.manages() {
		return reply{}, refuse(speak(sayNoManage))
	}
	g, err := b.cfg.Store.Guild(ctx, r.guild)
	if err != nil {
		return reply{}, err
	}
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
	if len(r.options) > 0 {
		if err := b.cfg.Store.PutGuild(ctx, g); err != nil {
			return reply{}, err
		}
	}
	return sentence(serverText(g)), nil
}

func serverText(g match.Guild) string {
	threads, style, per, limit := "off", "picture", "2 days (my default)", "5 (my default)"
	if g.Threads {
		threads = "on"
	}
	if g.Style == match.Text {
		style = "monospace text"
	}
	if g.PerMove > 0 {
		per = span(g.PerMove)
	}
	if g.Limit > 0 {
		limit = fmt.Sprint(g.Limit)
	}
	creates := "everybody"
	if g.OwnCups {
		creates = "those who may manage the server"
	}
	return fmt.Sprintf("### In this server\nA thread for each match: **%s**\nBoards are posted as: **%s**\nTime for each move: **%s**\nRunning matches a member: **%s**\nTournaments are created by: **%s**",
		threads, style, per, limit, creates)
}
