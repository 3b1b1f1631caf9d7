package router

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games/match"
)

// What is kept of answers that reached nobody: the newest few, as far as they are words.
const (
	mostUnsaid   = 3
	unsaidLength = 600 // characters
)

// onlySaid reports whether what a reply tells is told nowhere else: boards are kept up to date by themselves.
func onlySaid(r *Request, out discord.Reply) bool {
	switch out.Kind {
	case discord.ReplyPrivate:
		return true
	case discord.ReplyUpdate:
		return r.ephemeral() && r.keep == nil && r.played == nil && r.shows == ""
	}
	return false
}

// AnswerElsewise gives a private answer that Discord did not take for as long as it could be given: by direct message, or else with the person's next
// interaction. What it tells is done, so it must reach them (P4, P78).
func AnswerElsewise(ctx context.Context, r *Request, m discord.Message) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discord.CallWithin)
	defer cancel()
	m.Private = false // a direct message is private by itself
	told, err := r.Boards.Tell(ctx, r.User, m)
	if told {
		return
	}
	r.Log.Warn("an answer could not be given by direct message either", "cause", r.Ix.ID, "err", discord.Redact(err))
	text := discord.OneLine(wordsOf(m.Parts), unsaidLength)
	if text == "" {
		return
	}
	err = r.People.Change(context.WithoutCancel(ctx), r.User, func(u *match.User) {
		u.Unsaid = append(u.Unsaid[max(0, len(u.Unsaid)-mostUnsaid+1):], match.Unsaid{At: r.Now(), Text: text})
	})
	if err != nil {
		r.Log.Error("an answer that reached nobody could not be kept", "cause", r.Ix.ID, "err", err)
	}
}

// wordsOf are the texts of a message's parts.
func wordsOf(parts []discordgo.MessageComponent) string {
	var words []string
	for _, p := range parts {
		switch p := p.(type) {
		case discordgo.TextDisplay:
			words = append(words, p.Content)
		case discordgo.Container:
			words = append(words, wordsOf(p.Components))
		}
	}
	return strings.TrimSpace(strings.Join(words, " "))
}

// tellUnsaid tells somebody who has just been answered what could not be said to them before, once.
func tellUnsaid(ctx context.Context, r *Request) {
	u, err := r.People.User(ctx, r.User)
	if err != nil || len(u.Unsaid) == 0 {
		return
	}
	var lines []string
	for _, said := range u.Unsaid {
		lines = append(lines, r.In.Say(say.Unsaid, discord.DateTime(said.At), said.Text))
	}
	if err := r.Answer.Also(ctx, discord.TextMessage(strings.Join(lines, "\n"))); err != nil {
		r.Log.Info("an earlier answer could not be given yet", "cause", r.Ix.ID, "err", discord.Redact(err))
		return
	}
	told := u.Unsaid[len(u.Unsaid)-1].At
	err = r.People.Change(ctx, r.User, func(u *match.User) {
		for len(u.Unsaid) > 0 && !u.Unsaid[0].At.After(told) {
			u.Unsaid = u.Unsaid[1:]
		}
	})
	if err != nil {
		r.Log.Error("could not note that an earlier answer was given", "cause", r.Ix.ID, "err", err)
	}
}
