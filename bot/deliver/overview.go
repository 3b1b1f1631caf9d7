package deliver

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/bot/show/overview"
	"paddock/games/match"
)

// Overviews are the messages that list the matches of a channel or server, whose turn it is and since when (P100). They stand where those who manage the
// server have put them, and are edited a few times an hour at most; they never ping.
type Overviews struct {
	Deps

	mu     sync.Mutex
	looked map[match.GuildID]time.Time           // when each server was last looked at
	none   map[match.GuildID]bool                // of which this process knows that there was none then
	shown  map[match.MessageID][sha256.Size]byte // digests of what they show
}

// overviewPause is the least time between two edits of the same overview; overviewAsk is after how long it is asked again whether there is one, which
// another process may have made.
const (
	overviewPause = 2 * time.Minute
	overviewAsk   = 10 * time.Minute
)

// NewOverviews makes the overviews of an engine.
func NewOverviews(d Deps) *Overviews {
	o := &Overviews{Deps: d, looked: make(map[match.GuildID]time.Time), none: make(map[match.GuildID]bool), shown: make(map[match.MessageID][sha256.Size]byte)}
	d.Engine.subjects[Overview] = o
	return o
}

// Changed takes note of a change of a match.
func (o *Overviews) Changed(c match.Change) {
	if g := c.Match.Place.Guild; g != "" && len(c.Events) > 0 {
		o.mark(g)
	}
}

// Refresh shows what has been set for a server at once.
func (o *Overviews) Refresh(g match.GuildID) {
	o.mu.Lock()
	delete(o.looked, g)
	delete(o.none, g)
	o.mu.Unlock()
	o.mark(g)
}

func (o *Overviews) mark(g match.GuildID) {
	o.mu.Lock()
	at, none := o.looked[g], o.none[g]
	o.mu.Unlock()
	if none && time.Since(at) < overviewAsk {
		return
	}
	o.Engine.markAfter(Key{Kind: Overview, ID: string(g)}, "overview "+string(g), time.Until(at.Add(overviewPause)))
}

func (o *Overviews) look(ctx context.Context, k Key) error {
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
		m := overview.Message(o.People.LanguageAt(ctx, match.Place{Guild: id, Channel: at}, ""), meant)
		if err := o.show(ctx, id, at, v, m); err != nil {
			return err
		}
	}
	return nil
}

// show posts or edits an overview. One that can't be shown any more where it stands is given up.
func (o *Overviews) show(ctx context.Context, g match.GuildID, at match.ChannelID, v match.Overview, m discord.Message) error {
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
	whole := func(discord.Failure) (discord.Message, error) { return m.Plain(), nil }
	if v.Message != "" {
		err = o.send(ctx, m, whole, func(m discord.Message) error { return o.edit(ctx, at, v.Message, m) })
	}
	if f, _ := discord.Classify(err); v.Message == "" || f == discord.MessageGone {
		only := nonce("o-%s/%s", at, tail(v.Message, 4))
		err = o.send(ctx, m, whole, func(m discord.Message) (err error) {
			v.Message, err = o.post(ctx, at, m, only)
			return err
		})
		if err == nil {
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

// failed does nothing: the next change tries again.
func (o *Overviews) failed(context.Context, Key, discord.Failure) (again bool) { return false }
