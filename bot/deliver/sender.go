package deliver

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/show"
	"paddock/games/match"
	"paddock/games/match/service"
)

// Deps is what the kinds have in common.
type Deps struct {
	Engine  *Engine
	Client  *discord.Client
	Matches *service.Service
	Show    *show.Maker
	People  *people.Book
	Log     *slog.Logger
	Self    func() string // the bot's own user id
	Now     func() time.Time
}

// post creates a message in a channel. Calls with the same nonce within some minutes make one message.
func (d *Deps) post(ctx context.Context, ch match.ChannelID, m discord.Message, nonce string) (match.MessageID, error) {
	id, err := d.Client.Post(ctx, string(ch), m, nonce)
	return match.MessageID(id), err
}

// edit replaces one of the bot's messages.
func (d *Deps) edit(ctx context.Context, ch match.ChannelID, id match.MessageID, m discord.Message) error {
	return d.Client.Edit(ctx, string(ch), string(id), m)
}

// send sends a message, with retries. One that is found invalid becomes its plain text; one whose picture is not allowed or too large becomes what
// withoutPicture makes of it; each once.
func (d *Deps) send(ctx context.Context, m discord.Message, withoutPicture func(discord.Failure) (discord.Message, error), send func(discord.Message) error) error {
	err := discord.Retry(ctx, func() error { return send(m) })
	switch f, _ := discord.Classify(err); {
	case f == discord.InvalidRequest:
		d.Log.Error("a message was refused", "err", discord.Redact(err))
		return send(m.Plain())
	case (f == discord.Forbidden || f == discord.TooLarge) && len(m.Files) > 0:
		plain, making := withoutPicture(f)
		if making != nil {
			return making
		}
		plain.Silent = m.Silent
		return send(plain)
	}
	return err
}

// openDM is the channel of direct messages with a person, opened if need be.
func (d *Deps) openDM(ctx context.Context, u match.User) (match.ChannelID, error) {
	if u.DM != "" {
		return u.DM, nil
	}
	id, err := d.Client.OpenDM(ctx, string(u.ID))
	if err != nil {
		return "", err
	}
	return match.ChannelID(id), d.People.Change(ctx, u.ID, func(u *match.User) { u.DM = match.ChannelID(id) })
}

// Tell sends a person a direct message, and reports whether it was sent. Who does not want any is not asked again (P75); that is no error.
func (d *Deps) Tell(ctx context.Context, id match.UserID, m discord.Message) (told bool, err error) {
	sent, err := d.sendDirect(ctx, id, m, "")
	return sent.Message != "", err
}

// sendDirect is Tell with a nonce. It returns the message, or none if the person can't be written to.
func (d *Deps) sendDirect(ctx context.Context, id match.UserID, m discord.Message, nonce string) (match.MessageRef, error) {
	u, err := d.People.User(ctx, id)
	if err != nil || u.DMClosed {
		return match.MessageRef{}, err
	}
	ch, err := d.openDM(ctx, u)
	sent := match.MessageRef{Channel: ch}
	if err == nil {
		sent.Message, err = d.post(ctx, ch, m, nonce)
	}
	if f, _ := discord.Classify(err); f == discord.DMClosed {
		return match.MessageRef{}, d.People.Change(ctx, id, func(u *match.User) { u.DMClosed = true })
	}
	if err != nil {
		return match.MessageRef{}, err
	}
	return sent, nil
}

// nonce is what tells a message from all others: made of what it shows and what it replaces, so that a repetition after a crash makes no second
// message.
func nonce(format string, args ...any) string {
	return discord.Truncate(fmt.Sprintf(format, args...), maxNonce)
}

const maxNonce = 25

// tail is the last n bytes of an id.
func tail(id match.MessageID, n int) string { return string(id[max(0, len(id)-n):]) }

// passing reports whether trying again will help.
func passing(err error) bool {
	switch f, _ := discord.Classify(err); f {
	case discord.Transient, discord.RateLimited, discord.DMTooFast, discord.TokenRejected:
		return true
	}
	return false
}
