package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
)

var privacyCommand = &router.Command{
	Name: "privacy", Help: "What I store of you, for how long, who sees it, and how to have it deleted", Where: router.Everywhere, Run: privacy,
}

// privacy is `/privacy`: what is stored of people (P30).
func privacy(_ context.Context, r *router.Request) (discord.Reply, error) {
	var lines []string
	for _, s := range say.Privacy {
		lines = append(lines, r.In.Speak(s))
	}
	return router.ReplyText(strings.Join(lines, "\n")), nil
}
