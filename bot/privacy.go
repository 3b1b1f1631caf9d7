package bot

import (
	"context"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// privacy is `/privacy`: what is stored of people (P30).
func (b *bot) privacy(_ context.Context, r *request) (discord.Reply, error) {
	var lines []string
	for _, s := range say.Privacy {
		lines = append(lines, r.in.Speak(s))
	}
	return sentence(strings.Join(lines, "\n")), nil
}

// askDelete is `/delete-my-data`: it says what will happen and asks once more.
func (b *bot) askDelete(ctx context.Context, r *request) (discord.Reply, error) {
	list, err := b.svc.Read.ByUser(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	running := 0
	for _, rec := range list {
		if rec.Status == match.Running && rec.SeatOf(r.user) != games.Spectator {
			running++
		}
	}
	return sentence(r.in.Say(say.AskDelete, running),
		button(r.in.Speak(say.LabelDeleteYes), discordgo.DangerButton, target{Action: actDeleteYes}),
		button(r.in.Speak(say.LabelDeleteNo), discordgo.SecondaryButton, target{Action: actDeleteNo})), nil
}

// deleteData removes the presser. The wish is stored first, so that it is carried out whatever happens.
func (b *bot) deleteData(ctx context.Context, r *request) (discord.Reply, error) {
	gone, err := b.svc.Erase.Begin(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	if !b.depart(ctx, gone) {
		return b.privately(r, r.in.Speak(say.Deleting)), nil
	}
	return b.privately(r, r.in.Speak(say.Deleted)), nil
}

func (b *bot) keepData(_ context.Context, r *request) (discord.Reply, error) {
	return b.privately(r, r.in.Speak(say.Kept)), nil
}

const (
	departRetry  = time.Minute      // after a failure
	departWithin = 10 * time.Minute // for all records of a large store
)

// depart removes a person: from tournaments, from matches, from memory. If it fails it is tried again, and reports false.
func (b *bot) depart(ctx context.Context, gone match.Erasure) bool {
	b.left.add(gone.User, false)
	b.outbox.alone(match.ID("user " + gone.User))() // a change that has begun is let through, and erased
	err := b.cups.forget(ctx, gone)
	if err == nil {
		err = b.svc.Erase.Finish(ctx, gone)
	}
	if err != nil {
		b.log.Error("somebody could not be removed yet", "err", err)
		time.AfterFunc(departRetry, func() { b.departLater(gone) })
		return false
	}
	b.languages.forget(gone.User)
	b.left.add(gone.User, true)
	return true
}

// departLater tries again, with more time.
func (b *bot) departLater(gone match.Erasure) {
	if b.ctx.Err() != nil {
		return // at the next start
	}
	b.lanes.Do("departures", func() {
		ctx, cancel := context.WithTimeout(b.ctx, departWithin)
		defer cancel()
		b.depart(ctx, gone)
	})
}

// resumeDepartures goes on with what was left undone at the last end, before anything is shown.
func (b *bot) resumeDepartures(ctx context.Context) {
	list, err := b.svc.Erase.Pending(ctx)
	if err != nil {
		b.log.Error("could not list who wants to be removed", "err", err)
	}
	for _, gone := range list {
		ctx, cancel := context.WithTimeout(ctx, departWithin)
		b.depart(ctx, gone)
		cancel()
	}
}

// forget removes a person from the tournaments.
func (c *cups) forget(ctx context.Context, gone match.Erasure) error {
	if c == nil {
		return nil
	}
	if err := c.svc.Retire(ctx, gone.User); err != nil {
		return err
	}
	return c.svc.Forget(ctx, gone)
}

// leavers are those who have been removed since the start, so that work which was under way for them writes nothing about them again. Who comes
// back is no longer among them. The zero leavers is ready.
type leavers struct {
	mu   sync.Mutex
	done map[match.UserID]bool // false while the removal is going on
}

func (l *leavers) add(u match.UserID, done bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done == nil {
		l.done = make(map[match.UserID]bool)
	}
	l.done[u] = done
}

func (l *leavers) has(u match.UserID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, left := l.done[u]
	return left
}

// back takes note that somebody is here again.
func (l *leavers) back(u match.UserID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.done[u] {
		delete(l.done, u)
	}
}
