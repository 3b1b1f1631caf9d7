package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"paddock/bot/discord"
	"paddock/games/match"
	"paddock/games/tourney"
)

// cups runs the tournaments: it tells the tournament service when a match has ended and when a deadline has passed, and brings channels up to
// date, both by conditions of the store, so that nothing is lost by a crash: a result that has not been taken in, a version that has not
// been shown.
type cups struct {
	b    *bot
	svc  *tourney.Service
	log  *slog.Logger
	wake chan struct{} // holds a token when there is something to look at

	mu      sync.Mutex
	pending map[tourney.ID]bool      // to be attended to
	shows   map[tourney.ID]bool      // to be shown, and not yet looked at
	shown   map[tourney.ID]time.Time // when last
	failed  map[tourney.ID]int       // failures in a row; run's own
}

const (
	cupRetry = 5 * time.Second // after a failure; longer after each further one
	cupRest  = time.Hour       // at most, for a tournament that is broken
	cupPause = 4 * time.Second // between two edits of the same message
	cupSleep = time.Minute     // at most, whatever the store says: the clock may be put forward
)

// newCups is nil where the store keeps no tournaments.
func newCups(b *bot) *cups {
	store := b.cfg.Tournaments
	if store == nil {
		store, _ = b.cfg.Store.(tourney.Store)
	}
	if store == nil {
		return nil
	}
	c := &cups{
		b: b, log: b.log, wake: make(chan struct{}, 1),
		pending: make(map[tourney.ID]bool), shows: make(map[tourney.ID]bool), shown: make(map[tourney.ID]time.Time),
		failed: make(map[tourney.ID]int),
	}
	c.svc = tourney.New(tourney.Config{Store: store, Matches: b.svc, Now: b.cfg.Now, Log: b.log})
	c.svc.OnChange(func(r tourney.Record) {
		c.attend(r.ID) // a change that failed half-way is gone on with
		c.mark(r)
	})
	b.svc.OnChange(func(ch match.Change) {
		if r := ch.Match; r.Tournament != "" && (r.Status == match.Over || r.Status == match.Closed) {
			c.attend(tourney.ID(r.Tournament))
		}
	})
	return c
}

// attend asks for a look at a tournament. It returns at once.
func (c *cups) attend(id tourney.ID) {
	c.mu.Lock()
	c.pending[id] = true
	c.mu.Unlock()
	c.signal()
}

func (c *cups) signal() {
	if c == nil {
		return
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// resume takes up what was left undone at the last end, before anything else happens.
func (c *cups) resume(ctx context.Context) {
	if c == nil {
		return
	}
	if err := c.svc.Resume(ctx); err != nil {
		c.log.Error("could not take up the tournaments", "err", err)
	}
	list, err := c.svc.Unsettled(ctx)
	if err != nil {
		c.log.Error("could not list the tournaments", "err", err)
	}
	for _, r := range list {
		c.attend(r.ID)
		c.mark(r)
	}
}

// run attends to tournaments until ctx ends.
func (c *cups) run(ctx context.Context) {
	if c == nil {
		return
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.wake:
		case <-timer.C:
		}
		timer.Reset(c.tick(ctx))
	}
}

// tick does what there is to do and says when to come again.
func (c *cups) tick(ctx context.Context) time.Duration {
	looked := c.take()
	for id := range looked {
		c.attendTo(ctx, id)
	}
	id, at, ok, err := c.svc.Due(ctx)
	switch now := c.b.cfg.Now(); {
	case err != nil:
		return cupRetry
	case !ok:
		return cupSleep
	case !now.Before(at) && (looked[id] || c.failed[id] > 0): // it failed, and is tried again in its time
		return cupRetry
	case !now.Before(at):
		c.attend(id)
		return cupRetry
	default:
		return min(cupSleep, at.Sub(now))
	}
}

func (c *cups) attendTo(ctx context.Context, id tourney.ID) {
	_, err := c.svc.Attend(ctx, id)
	if err == nil || errors.Is(err, tourney.ErrUnknown) || ctx.Err() != nil {
		delete(c.failed, id)
		return
	}
	c.log.Error("could not attend to a tournament", "tournament", id, "err", err)
	wait := min(cupRetry<<min(c.failed[id], 12), cupRest)
	c.failed[id]++
	time.AfterFunc(wait, func() { c.attend(id) })
}

func (c *cups) take() map[tourney.ID]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.pending
	c.pending = make(map[tourney.ID]bool)
	return all
}

// mark asks for the channel of a tournament to be brought up to date, in the channel's lane: after the boards that are waiting there.
func (c *cups) mark(r tourney.Record) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.shows[r.ID] {
		return
	}
	c.shows[r.ID] = true
	look := func() { c.look(r.ID) }
	if wait := time.Until(c.shown[r.ID].Add(cupPause)); wait > 0 {
		time.AfterFunc(wait, func() { c.b.outbox.queue(r.Place.Channel, look) })
		return
	}
	c.b.outbox.queue(r.Place.Channel, look)
}

// look shows a tournament if its channel is behind.
func (c *cups) look(id tourney.ID) {
	c.mu.Lock()
	delete(c.shows, id)
	c.shown[id] = time.Now()
	c.mu.Unlock()
	ctx, cancel := context.WithTimeout(c.b.ctx, time.Minute)
	defer cancel()
	r, err := c.svc.Tournament(ctx, id)
	if err == nil {
		err = c.show(ctx, r)
	}
	switch t, wait := discord.Classify(err); t {
	case discord.NoFailure:
	case discord.Transient, discord.RateLimited:
		c.log.Warn("could not show a tournament", "tournament", id, "trouble", t, "err", discord.Redact(err))
		time.AfterFunc(max(wait, cupRetry), func() { c.mark(r) })
	case discord.TokenRejected:
		c.b.fail(discord.ErrToken)
	default: // trying again by itself would not help: the next change tries again
		c.log.Warn("could not show a tournament", "tournament", id, "trouble", t, "err", discord.Redact(err))
	}
}

// theEnd is the stage at which a tournament is over or cancelled.
const theEnd = -1

// stage is what the newest message about a tournament is about: 0 the sign-up, then the round, one more while winners are to confirm, at last theEnd.
func stage(r tourney.Record) int {
	switch {
	case !r.Live():
		return theEnd
	case r.Called:
		return len(r.Played) + 1
	}
	return len(r.Played)
}

// show brings the channel up to date: the message of a stage is edited, a new stage is a new message, and the old one gets its last form.
func (c *cups) show(ctx context.Context, r tourney.Record) error {
	old, now := r.Shown, stage(r)
	if old.Version >= r.Version && r.Version > 0 {
		return nil
	}
	in := c.b.languageAt(ctx, r.Place, r.Owner.User)
	m := c.compose(ctx, in, r, now)
	if old.Message != "" && old.Rounds == now {
		err := c.send(m, func(m discord.Message) error {
			return c.b.client.Edit(ctx, string(r.Place.Channel), string(old.Message), m)
		})
		if t, _ := discord.Classify(err); t != discord.MessageGone {
			if err != nil {
				return err
			}
			return c.told(ctx, r, old.Message, old.At)
		}
	}
	if old.Message != "" && old.Rounds != now {
		last := c.compose(ctx, in, r, old.Rounds)
		if err := c.send(last, func(m discord.Message) error {
			return c.b.client.Edit(ctx, string(r.Place.Channel), string(old.Message), m)
		}); err != nil {
			c.log.Debug("left an old message about a tournament", "tournament", r.ID, "err", discord.Redact(err))
		}
	}
	var id string
	nonce := discord.Truncate("t-"+string(r.ID)+"-"+pageText(now, tail(string(old.Message), 8)), 25)
	err := c.send(m, func(m discord.Message) (err error) {
		id, err = c.b.client.Post(ctx, string(r.Place.Channel), m, nonce)
		return err
	})
	if err != nil {
		return err
	}
	return c.told(ctx, r, match.MessageID(id), c.b.cfg.Now())
}

func (c *cups) told(ctx context.Context, r tourney.Record, id match.MessageID, at time.Time) error {
	return c.svc.MarkShown(context.WithoutCancel(ctx), r.ID, tourney.Shown{Version: r.Version, Rounds: stage(r), Message: id, At: at})
}

// send sends a message, patiently; a picture that is not welcome is left out, a message that is found wrong becomes its plain text, each once.
func (c *cups) send(m discord.Message, send func(discord.Message) error) error {
	err := discord.Retry(c.b.ctx, func() error { return send(m) })
	switch t, _ := discord.Classify(err); {
	case t == discord.InvalidRequest:
		c.log.Error("a message about a tournament was refused", "err", discord.Redact(err))
		return send(m.Plain())
	case (t == discord.Forbidden || t == discord.TooLarge) && len(m.Files) > 0:
		plain := m.Plain()
		plain.Silent = m.Silent
		return send(plain)
	}
	return err
}

// channelGone ends the tournaments of a deleted channel, because nobody can follow them any more (P72). Their matches are at rest and can be gone
// on with elsewhere, but count for nothing.
func (c *cups) channelGone(ctx context.Context, ch match.ChannelID) error {
	if c == nil {
		return nil
	}
	live, err := c.svc.InChannel(ctx, ch, lookBack)
	for _, r := range live {
		if r.Live() {
			_, ending := c.svc.Cancel(ctx, r.ID, tourney.By{Moderator: true, Name: "me, because its channel is gone"})
			err = errors.Join(err, ending)
		}
	}
	return err
}

// wantThread reports whether a match is a game of a tournament whose games have threads of their own, and has none yet (F77).
func (c *cups) wantThread(ctx context.Context, rec match.Match) bool {
	if c == nil || rec.Tournament == "" || rec.Shown.Head > 0 || rec.Status != match.Running {
		return false
	}
	t, err := c.svc.Tournament(ctx, tourney.ID(rec.Tournament))
	return err == nil && t.Threads && rec.Place == t.Place
}

// intoThread opens a thread for a match and moves the match there. Where that is not allowed the match stays in the channel.
func (c *cups) intoThread(ctx context.Context, rec match.Match) bool {
	t, err := c.svc.Tournament(ctx, tourney.ID(rec.Tournament))
	if err != nil {
		return false
	}
	name := discord.OneLine(t.Name+" · "+c.b.languageAt(ctx, rec.Place, t.Owner.User).Speak(threadPlayers(rec)), 100)
	thread, err := c.b.client.OpenThread(ctx, string(rec.Place.Channel), name)
	if err == nil {
		_, err = c.b.svc.Referee.Resume(ctx, match.Act{Match: rec.ID}, match.Place{Guild: rec.Place.Guild, Channel: match.ChannelID(thread)})
	}
	if err != nil {
		c.log.Warn("a tournament's game stays in the channel", "match", rec.ID, "err", discord.Redact(err))
	}
	return err == nil
}
