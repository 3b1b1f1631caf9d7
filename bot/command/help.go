package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
)

var helpCommand = &router.Command{Name: "help", Help: "What I can do", Where: router.Everywhere, Run: help}

// help is `/help`: every command, in a line each.
func help(_ context.Context, r *router.Request) (discord.Reply, error) {
	lines := []string{"### " + r.In.Speak(say.WhatICanDo)}
	for _, g := range r.Games {
		var names []string
		for _, c := range r.Set.OfGame(g) {
			names = append(names, "`/"+r.In.Name(string(g.ID))+" "+r.In.Name(c.Name)+"`")
		}
		lines = append(lines, "**"+g.Name+"**: "+r.In.Text(g.Summary)+". "+strings.Join(names, " · "))
	}
	if slices.ContainsFunc(r.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, r.In.Speak(say.Operator))
	}
	lines = append(lines, r.In.Speak(say.AlsoTyped))
	for _, c := range r.Set.Common {
		line := fmt.Sprintf("`/%s` %s", r.In.Name(c.Name), r.In.Text(c.Help))
		if c.UserMenu {
			line = r.In.Say(say.InMenu, r.In.Name(c.Name))
		}
		lines = append(lines, line)
	}
	if r.UserInstall {
		lines = append(lines, r.In.Speak(say.Away))
	}
	return router.ReplyText(strings.Join(lines, "\n")), nil
}
