package server

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"time"

	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/sight"
	"paddock/games/match"
)

// overviews keeps the messages that list the matches of a channel or server up to date (P100). They
// say whose turn it is and since when. Edits are rare and ping nobody.
type overviews struct {
	deliver.Deps

	mu     sync.Mutex
	looked map[match.GuildID]time.Time           // under mu: when the overviews of each server were last read
	none   map[match.GuildID]bool                // under mu: servers that had no overview then
	shown  map[match.MessageID][sha256.Size]byte // under mu: digest of what each message shows
}

// overviewPause is the least time between two edits of an overview. An edit comes overviewDelay
// after a change, because a new board is posted in the meantime, to which the overview links. A
// server without an overview is checked again after overviewAsk, because another process may have
// made one.
const (
	overviewPause = 2 * time.Minute
	overviewDelay = 15 * time.Second
	overviewAsk   = 10 * time.Minute
)

// newOverviews registers overviews with the engine.
func newOverviews(d deliver.Deps) *overviews {
	o := &overviews{
		Deps: d, looked: make(map[match.GuildID]time.Time), none: make(map[match.GuildID]bool),
		shown: make(map[match.MessageID][sha256.Size]byte),
	}
	d.Engine.Register(overviewKind, o, nil)
	return o
}

// Changed marks the server of a match whose log has grown.
func (o *overviews) Changed(c match.Change) {
	if g := c.Match.Place.Guild; g != "" && len(c.Events) > 0 {
		o.mark(g, overviewDelay)
	}
}

// refresh updates the overviews of a server at once.
func (o *overviews) refresh(g match.GuildID) {
	o.mu.Lock()
	delete(o.looked, g)
	delete(o.none, g)
	o.mu.Unlock()
	o.mark(g, 0)
}

// mark asks the engine to update the overviews of a server after a delay, and after the pause since
// their last edit.
func (o *overviews) mark(g match.GuildID, delay time.Duration) {
	o.mu.Lock()
	at, none := o.looked[g], o.none[g]
	o.mu.Unlock()
	if none && time.Since(at) < overviewAsk {
		return
	}
	o.Engine.MarkAfter(deliver.Key{Kind: overviewKind, ID: string(g)}, "overview "+string(g),
		max(delay, time.Until(at.Add(overviewPause))))
}

// Look updates the overviews of a server.
func (o *overviews) Look(ctx context.Context, k deliver.Key) error {
	id := match.GuildID(k.ID)
	g, err := o.People.Guild(ctx, id)
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.looked[id], o.none[id] = time.Now(), len(g.Overviews) == 0
	o.mu.Unlock()
	if len(g.Overviews) == 0 {
		return nil
	}
	list, err := o.Matches.Read.ByGuild(ctx, id)
	if err != nil {
		return err
	}
	for at, v := range g.Overviews {
		var meant []match.Match
		for _, m := range list {
			if v.Of == "" || m.Place.Channel == v.Of {
				meant = append(meant, m)
			}
		}
		m := overviewMessage(o.People.LanguageAt(ctx, match.Place{Guild: id, Channel: at}, ""), meant)
		if err := o.show(ctx, id, at, v, m); err != nil {
			return err
		}
	}
	return nil
}

// show edits an overview, or posts it if its message is gone. It forgets an overview whose channel
// is gone or closed to the bot.
func (o *overviews) show(ctx context.Context, g match.GuildID, at match.ChannelID, v match.Overview,
	m discord.Message,
) error {
	text, err := json.Marshal(m.Parts)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	o.mu.Lock()
	same := v.Message != "" && o.shown[v.Message] == sum
	o.mu.Unlock()
	if same {
		return nil
	}
	if v.Message != "" {
		_, err = o.Send(ctx, m, nil, func(m discord.Message) error { return o.Edit(ctx, at, v.Message, m) })
	}
	if f, _ := discord.Classify(err); v.Message == "" || f == discord.MessageGone {
		only := deliver.Nonce("o-%s/%s", at, deliver.Tail(v.Message, 4))
		_, err = o.Send(ctx, m, nil, func(m discord.Message) (err error) {
			v.Message, err = o.Post(ctx, at, m, only)
			return err
		})
		if err == nil {
			o.pin(ctx, match.Place{Guild: g, Channel: at}, v.Message)
			err = o.People.ChangeGuild(context.WithoutCancel(ctx), g, func(g *match.Guild) {
				if _, wanted := g.Overviews[at]; wanted {
					g.Overviews[at] = v
				}
			})
		}
	}
	switch f, _ := discord.Classify(err); f {
	case discord.NoFailure:
		o.mu.Lock()
		o.shown[v.Message] = sum
		o.mu.Unlock()
	case discord.ChannelGone, discord.NoAccess, discord.Forbidden, discord.ThreadLocked:
		o.Log.Info("an overview is given up", "guild", g, "why", f)
		return o.People.ChangeGuild(context.WithoutCancel(ctx), g, func(g *match.Guild) { delete(g.Overviews, at) })
	}
	return err
}

// pin pins a new overview if the bot may. Without a pin the message works too.
func (o *overviews) pin(ctx context.Context, at match.Place, id match.MessageID) {
	may, known, err := sight.Permissions(ctx, o.Client, at, match.UserID(o.Self()))
	if known && may&discord.PermissionPinMessages != 0 {
		err = o.Client.Pin(ctx, string(at.Channel), string(id))
	}
	if err != nil {
		o.Log.Info("an overview is not pinned", "guild", at.Guild, "err", discord.Redact(err))
	}
}

// Sweep marks all servers with open or running matches, in parts with pauses between them.
func (o *overviews) Sweep(ctx context.Context) error {
	list, err := o.Matches.Read.Guilds(ctx)
	if err != nil {
		return err
	}
	for len(list) > 0 {
		began := time.Now()
		part := list[:min(deliver.SweepPart, len(list))]
		list = list[len(part):]
		for _, g := range part {
			o.mark(g, 0)
		}
		if !o.Engine.Rest(ctx, began) {
			return ctx.Err()
		}
	}
	return nil
}

// overviewKind is the [deliver.Kind] of standing messages.
const overviewKind deliver.Kind = "overview"
