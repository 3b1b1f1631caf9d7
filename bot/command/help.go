package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
)

var helpCommand = &Command{Name: "help", Help: "What I can do", Where: Everywhere, run: help}

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
	return replyText(strings.Join(lines, "\n")), nil
}
