package deliver

import (
	"context"
	"slices"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Tokens are the tokens of interactions in channels where the bot is not a member. There the bot's
// own token reaches nothing: a new message is a follow-up of somebody's interaction, and a message
// can be changed only by the token of the interaction that created or updated it. A token is valid
// for a quarter of an hour. Tokens are kept in memory; after a restart the next press brings one.
// The zero value holds none. Tokens is safe for concurrent use.
type Tokens struct {
	mu       sync.Mutex
	channels map[match.ChannelID][]*token // tokens by channel, oldest first
	swept    time.Time
}

// token is the token of one answered interaction.
type token struct {
	answer  *discord.Responder
	until   time.Time
	left    int               // messages that can still be sent; 0 if nobody else would see them
	reaches []match.MessageID // messages that the token can change
}

const (
	// followUps is the number of follow-ups that the bot uses of one interaction. Discord allows five
	// where the bot is not a member (change log of 2024-06-27). The answer itself takes up to two.
	followUps = 3
	// mostTokens is the number of tokens that are kept of a channel.
	mostTokens = 16
)

// Add keeps the token of an answered interaction in a channel. Muted means that only the person who
// asked sees new messages.
func (t *Tokens) Add(ch match.ChannelID, answer *discord.Responder, muted bool, now time.Time) {
	add := &token{answer: answer, until: now.Add(discord.Lasts), left: followUps}
	if muted {
		add.left = 0
	}
	if id := answer.Clicked(); id != "" {
		add.reaches = []match.MessageID{match.MessageID(id)}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.channels == nil {
		t.channels = make(map[match.ChannelID][]*token)
	}
	if now.Sub(t.swept) > discord.Lasts {
		t.swept = now
		for ch, list := range t.channels {
			t.keep(ch, list, now)
		}
	}
	list := append(t.channels[ch], add)
	t.keep(ch, list[max(0, len(list)-mostTokens):], now)
}

// keep keeps those tokens of a channel that are still valid. The caller holds the lock.
func (t *Tokens) keep(ch match.ChannelID, list []*token, now time.Time) {
	list = slices.DeleteFunc(slices.Clone(list), func(x *token) bool { return !now.Before(x.until) })
	if t.channels[ch] = list; len(list) == 0 {
		delete(t.channels, ch)
	}
}

// find returns the newest valid token of a channel that fits, or nil.
func (t *Tokens) find(ch match.ChannelID, now time.Time, fits func(*token) bool) *token {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, x := range slices.Backward(t.channels[ch]) {
		if now.Before(x.until) && fits(x) {
			return x
		}
	}
	return nil
}

func canPost(x *token) bool { return x.left > 0 }

func reaches(id match.MessageID) func(*token) bool {
	return func(x *token) bool { return id != "" && slices.Contains(x.reaches, id) }
}

// use makes a request with the newest token that fits. If Discord refuses the token, it tries the
// next one. Without any it returns discord.ErrNoToken.
func (t *Tokens) use(ch match.ChannelID, now time.Time, fits func(*token) bool, do func(*token) error) error {
	for {
		x := t.find(ch, now, fits)
		if x == nil {
			return discord.ErrNoToken
		}
		err := do(x)
		switch f, _ := discord.Classify(err); f {
		case discord.NoFailure, discord.Transient, discord.RateLimited, discord.MessageGone, discord.TooLarge,
			discord.InvalidRequest:
			return err
		}
		t.mu.Lock()
		t.channels[ch] = slices.DeleteFunc(slices.Clone(t.channels[ch]), func(other *token) bool { return other == x })
		t.mu.Unlock()
	}
}

// postAt creates a message at a place: with the bot's token, or where the bot is not a member with
// the token of an interaction. Messages sent with such a token have no nonce, so a lost answer may
// lead to a second message.
func (d *Deps) postAt(ctx context.Context, at match.Place, m discord.Message,
	nonce string,
) (id match.MessageID, err error) {
	if at.Outside == "" {
		return d.Post(ctx, at.Channel, m, nonce)
	}
	err = d.Tokens.use(at.Channel, d.Now(), canPost, func(x *token) error {
		made, err := x.answer.Post(ctx, m)
		if err != nil {
			return err
		}
		id = match.MessageID(made)
		d.Tokens.mu.Lock()
		defer d.Tokens.mu.Unlock()
		x.left--
		x.reaches = append(x.reaches, id)
		return nil
	})
	return id, err
}

// editAt replaces one of the bot's messages at a place, see postAt.
func (d *Deps) editAt(ctx context.Context, at match.Place, ch match.ChannelID, id match.MessageID,
	m discord.Message,
) error {
	if at.Outside == "" {
		return d.Edit(ctx, ch, id, m)
	}
	return d.Tokens.use(ch, d.Now(), reaches(id), func(x *token) error { return x.answer.Edit(ctx, string(id), m) })
}

// deleteAt deletes one of the bot's messages at a place, see postAt.
func (d *Deps) deleteAt(ctx context.Context, at match.Place, ch match.ChannelID, id match.MessageID) error {
	if at.Outside == "" {
		return d.Client.Delete(ctx, string(ch), string(id))
	}
	return d.Tokens.use(ch, d.Now(), reaches(id), func(x *token) error { return x.answer.Delete(ctx, string(id)) })
}

// Posts reports whether a message can be posted at a place now.
func (d *Deps) Posts(at match.Place) bool {
	return at.Outside == "" || d.Tokens.find(at.Channel, d.Now(), canPost) != nil
}

// edits reports whether the newest board of a match can be changed now.
func (d *Deps) edits(m match.Match) bool {
	return m.Place.Outside == "" || d.Tokens.find(m.Shown.Channel, d.Now(), reaches(m.Shown.Message)) != nil
}

// Heard keeps the token of an answered interaction where the bot is not a member, and shows what the
// channel has not been shown. The match is the one that the interaction is about; it may be empty.
func (b *Boards) Heard(ctx context.Context, at match.Place, about match.ID, answer *discord.Responder, muted bool) {
	b.Tokens.Add(at.Channel, answer, muted, b.Now())
	list, err := b.Matches.Read.ByChannel(ctx, at.Channel, "")
	if err == nil && about != "" {
		var m match.Match
		m, err = b.Matches.Read.Match(ctx, about)
		list = append(list, m)
	}
	if err != nil {
		b.Log.Info("the matches of a channel could not be read", "channel", at.Channel, "err", err)
	}
	for _, m := range list {
		if m.Place.Outside != "" && m.Place.Channel == at.Channel &&
			(m.Shown.Head < m.Head || b.memory.board(m.ID).Wanted) {
			b.Mark(m)
		}
	}
}

// Want asks for a new board message of a match, with the next token that can post one.
func (b *Boards) Want(id match.ID) {
	b.memory.changeBoard(id, func(b *boardMemory) { b.Wanted = true })
}

// writable returns, for a place where nothing can be posted, the users of an audience who can get
// direct messages, to be notified by them.
func (d *Deps) writable(ctx context.Context, a audience) audience {
	can := func(list []match.UserID) (some []match.UserID) {
		for _, id := range list {
			if d.mayWrite(ctx, id) {
				some = append(some, id)
			}
		}
		return some
	}
	a.byDM, a.here = append(can(a.byDM), can(a.here)...), nil
	a.asleep, a.ByDigest = can(a.asleep), can(a.ByDigest)
	return a
}

// mayWrite reports whether a user of a match where the bot is not a member can be sent direct
// messages: they have installed the bot, or have used its direct messages. The bot does not try
// others, because Discord refuses it (50278).
func (d *Deps) mayWrite(ctx context.Context, id match.UserID) bool {
	u, err := d.People.User(ctx, id)
	return !d.failed(ctx, err, "could not read whether a user can be written to") && canWrite(u)
}

// canWrite is mayWrite for a user who is known.
func canWrite(u match.User) bool { return (u.Installed || u.DM != "") && !u.DMClosed }
