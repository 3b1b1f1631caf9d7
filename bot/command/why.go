package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
)

var whyCommand = &router.Command{
	Name: "why", Help: "The referee's decisions in a match, and the rule behind the last one", Where: router.Everywhere, Options: router.OnlyMatch, Run: why,
	Complete: router.CompleteMatch,
}

// why is `/why`: the referee's book of a match, and the rule behind its last entry (P39).
func why(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return discord.Reply{}, err
	}
	text := show.Book(r.In, rec, log, r.Matches.Read.Refused(rec, r.User))
	report := show.Button(r.In.Speak(say.LabelReport), discordgo.SecondaryButton, show.Target{Match: rec.ID, Head: rec.Board(), Action: show.ActReport})
	buttons := append(show.BoardLinks(r.In, rec), report)
	if text == "" {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.NoRuling), buttons...)
	}
	return router.Privately(r, text, buttons...), nil
}
