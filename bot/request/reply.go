package request

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
)

// InPlace is like ReplyPrivate, for a message that becomes a private board. Sum is the digest of that board.
func InPlace(r *Request, m discord.Message, sum string) discord.Reply {
	r.Shows = sum
	return ReplyPrivate(r, m)
}

// ReplyPrivate answers with a message that only the person sees. If a private message was clicked, the answer replaces it.
func ReplyPrivate(r *Request, m discord.Message) discord.Reply {
	out := discord.Reply{Message: m}
	if r.OnPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// explained is an error with a message for the person.
type explained struct {
	message discord.Message
	why     error // the cause for errors.Is; may be nil
}

func (e *explained) Unwrap() error { return e.why }

// Explain returns an error with a message for the person.
func Explain(m discord.Message) error { return &explained{message: m} }

// Explanation returns the text of an error of Refuse, so that another message can quote it. It is empty for other errors.
func Explanation(err error) string {
	e, ok := errors.AsType[*explained](err)
	if !ok {
		return ""
	}
	for _, p := range e.message.Parts {
		if t, ok := p.(discordgo.TextDisplay); ok {
			return t.Content
		}
	}
	return ""
}

// Refuse returns an error with a sentence for the person and buttons below it.
func Refuse(text string, buttons ...discordgo.MessageComponent) error {
	return &explained{message: discord.TextMessage(text, buttons...)}
}

// ReplyText returns a private reply with one text.
func ReplyText(text string, buttons ...discordgo.MessageComponent) discord.Reply {
	return discord.Reply{Message: discord.TextMessage(text, buttons...)}
}
