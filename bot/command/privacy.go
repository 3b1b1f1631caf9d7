package command

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
)

var privacyCommand = &Command{
	Name: "privacy", Help: "What I store of you, for how long, who sees it, and how to have it deleted", Where: Everywhere, run: privacy,
}

// privacy is `/privacy`: what is stored of people (P30).
func privacy(_ context.Context, r *request) (discord.Reply, error) {
	var lines []string
	for _, s := range say.Privacy {
		lines = append(lines, r.in.Speak(s))
	}
	return replyText(strings.Join(lines, "\n")), nil
}
