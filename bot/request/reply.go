package request

import (
	"errors"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Reply is a handler's answer, and what becomes of its message later. At most one of Done, Remark,
// Panel and Keep is set, and only for a message that one person sees.
type Reply struct {
	Kind    discord.ReplyKind
	Message discord.Message
	Modal   discord.Modal

	Done   *match.Match // the person has changed this match: the message is deleted once a board shows the change
	Glance bool         // the board shows all that the message about Done says
	Remark *match.Match // the message is a private note on this match, and is deleted when the match ends
	Panel  *match.Match // the message is deleted when the person acts in this match, or when it ends
	Keep   *match.Match // the message shows this match, and is kept up to date
	Once   bool         // the private note, or the message of Keep, is deleted after one move
	Sum    string       // the digest of the private board that the message becomes; empty: it shows something else
}

// Sent returns the part of the reply that Discord is sent.
func (out Reply) Sent() discord.Reply {
	return discord.Reply{Kind: out.Kind, Message: out.Message, Modal: out.Modal}
}

// ReplyPrivate answers with a message that only the person sees. If a private message was clicked,
// the answer replaces it.
func ReplyPrivate(r *Request, m discord.Message) Reply {
	out := Reply{Message: m}
	if r.OnPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// explained is an error with a message for the person.
type explained struct {
	message discord.Message
	why     error // the underlying error, for errors.Is; may be nil
}

func (e *explained) Unwrap() error { return e.why }

// Explain returns an error with a message for the person.
func Explain(m discord.Message) error { return &explained{message: m} }

// Explanation returns the text of an error of Refuse, so that another message can quote it. It is
// empty for other errors.
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
func ReplyText(text string, buttons ...discordgo.MessageComponent) Reply {
	return Reply{Message: discord.TextMessage(text, buttons...)}
}
