package deliver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
)

// Deps is what all subjects of this package use.
type Deps struct {
	Engine  *Engine
	Client  *discord.Client
	Matches *service.Service
	Show    *board.Maker
	People  *people.Book
	Log     *slog.Logger
	Self    func() string // the bot's own user id
	Now     func() time.Time
	Tokens  *Tokens // nil: there is no place where the bot is not a member
}

// failed reports whether err is an error. It logs the error unless ctx was cancelled, as it is when
// the bot stops.
func (d *Deps) failed(ctx context.Context, err error, what string, args ...any) bool {
	if err != nil && !errors.Is(ctx.Err(), context.Canceled) {
		d.Log.Error(what, append(args, "err", err)...)
	}
	return err != nil
}

// Post creates a message in a channel. Within some minutes, calls with the same nonce create only
// one.
func (d *Deps) Post(ctx context.Context, ch match.ChannelID, m discord.Message, nonce string) (match.MessageID, error) {
	id, err := d.Client.Post(ctx, string(ch), m, nonce)
	return match.MessageID(id), err
}

// Edit replaces the content of one of the bot's messages.
func (d *Deps) Edit(ctx context.Context, ch match.ChannelID, id match.MessageID, m discord.Message) error {
	return d.Client.Edit(ctx, string(ch), string(id), m)
}

// Send sends a message, with retries, or less of it if Discord refuses it; see
// [discord.Message.SendReduced].
func (d *Deps) Send(ctx context.Context, m discord.Message, bare func() (discord.Message, error),
	send func(discord.Message) error,
) (refused, err error) {
	refused, err = m.SendReduced(bare, func(m discord.Message) error {
		return discord.Retry(ctx, func() error { return send(m) })
	})
	if f, _ := discord.Classify(refused); f == discord.InvalidRequest {
		d.Log.Error("a message was refused", "err", discord.Redact(refused))
	}
	return refused, err
}

// errReduced is returned by Look after it has shown a message without its picture or its controls,
// because Discord refused the complete one. The engine tries again after a while, a few times.
var errReduced = errors.New("deliver: the whole message was refused, and less of it is shown")

// openDM returns the channel of direct messages with a user, and opens it first if necessary.
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

// Alone returns the only person of a match in this person's direct messages. There nobody else
// reads the match's board, so that it may show what they know. It returns false for every other
// match, and while the channel of the direct messages is unknown.
func (d *Deps) Alone(ctx context.Context, m match.Match) (match.User, bool) {
	seat := m.OnlyPerson()
	if m.Place.Guild != "" || seat == games.Spectator {
		return match.User{}, false
	}
	u, err := d.People.User(ctx, m.Players[seat].User)
	return u, err == nil && u.DM == m.Place.Channel
}

// Tell sends a user a direct message and reports whether it was sent. It does not try closed direct
// messages (P75), and that is no error.
func (d *Deps) Tell(ctx context.Context, id match.UserID, m discord.Message) (told bool, err error) {
	sent, err := d.sendDirect(ctx, id, m, "")
	return sent.Message != "", err
}

// TellOnce sends a user a direct message; calls with the same nonce send one. It gives up after
// permanent errors and returns only temporary ones.
func (d *Deps) TellOnce(ctx context.Context, id match.UserID, m discord.Message, only string) error {
	if _, err := d.sendDirect(ctx, id, m, only); passing(err) {
		return err
	}
	return nil
}

// sendDirect sends a message like Tell, with a nonce. It returns the message, or the zero
// MessageRef if the user can't be written to. If Discord no longer knows the stored channel, it
// opens a new one.
func (d *Deps) sendDirect(ctx context.Context, id match.UserID, m discord.Message,
	nonce string,
) (match.MessageRef, error) {
	u, err := d.People.User(ctx, id)
	if err != nil || u.DMClosed {
		return match.MessageRef{}, err
	}
	sent, err := d.postDirect(ctx, u, m, nonce)
	f, _ := discord.Classify(err)
	if f == discord.ChannelGone && u.DM != "" {
		u.DM = ""
		sent, err = d.postDirect(ctx, u, m, nonce)
		f, _ = discord.Classify(err)
	}
	if f == discord.DMClosed {
		return match.MessageRef{}, d.People.Change(ctx, id, (*match.User).CloseDM)
	}
	if err != nil {
		return match.MessageRef{}, err
	}
	return sent, nil
}

// postDirect posts a message in the channel of direct messages with a user.
func (d *Deps) postDirect(ctx context.Context, u match.User, m discord.Message,
	nonce string,
) (sent match.MessageRef, err error) {
	if sent.Channel, err = d.openDM(ctx, u); err == nil {
		sent.Message, err = d.Post(ctx, sent.Channel, m, nonce)
	}
	return sent, err
}

// Nonce formats a message's nonce, cut to the length that Discord accepts. It must identify what
// the message shows and replaces, so that a repetition after a crash creates no second message.
func Nonce(format string, args ...any) string {
	return discord.Truncate(fmt.Sprintf(format, args...), maxNonce)
}

const maxNonce = 25

// Tail returns the last n bytes of an id.
func Tail(id match.MessageID, n int) string { return string(id[max(0, len(id)-n):]) }

// passing reports whether an error is temporary.
func passing(err error) bool {
	switch f, _ := discord.Classify(err); f {
	case discord.Transient, discord.RateLimited, discord.DMTooFast, discord.TokenRejected:
		return true
	}
	return false
}
