package person

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/request"
)

var privacyCommand = &request.Command{
	In: "privacy", Name: "show", Help: "What I store of you, for how long, who sees it, and how to have it deleted", Where: request.Everywhere, Run: showPrivacy,
}

// showPrivacy is `/privacy show`: what the bot stores of a user, how long, and who sees it (P30).
func showPrivacy(_ context.Context, r *request.Request) (discord.Reply, error) {
	var lines []string
	for _, s := range sayPrivacy {
		lines = append(lines, r.In.Speak(s))
	}
	return request.ReplyText(strings.Join(lines, "\n")), nil
}
