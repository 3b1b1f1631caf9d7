package bot

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/match"
)

// listen registers the handlers of gateway events. They run in the connection's read loop, so they
// only enqueue.
func (b *bot) listen(s *discordgo.Session) {
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Ready) {
		tasks.Guard(b.log, "ready", func() { b.ready(e) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			tasks.Guard(b.log, "interaction", func() { b.router.Receive(e.RawData) })
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) {
		b.event("guild", func(ctx context.Context) error { return b.guildBack(ctx, match.GuildID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) {
		if e.Guild == nil || e.Unavailable { // the server has an outage; the bot was not removed (P74)
			return
		}
		b.event("guild", func(ctx context.Context) error { return b.guildGone(ctx, match.GuildID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildUpdate) { b.pages.SightChanged(match.GuildID(e.ID)) })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildRoleUpdate) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildRoleDelete) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelUpdate) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
		b.event("channel", func(context.Context) error {
			b.boards.MayAgain(match.ChannelID(e.ID))
			return nil
		})
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelDelete) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
		b.event("channel", func(ctx context.Context) error { return b.channelGone(ctx, match.ChannelID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadUpdate) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
		if meta := e.ThreadMetadata; meta != nil {
			id, locked := match.ChannelID(e.ID), meta.Locked
			b.event("channel", func(ctx context.Context) error { return b.threadLocked(ctx, id, locked) })
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadDelete) {
		b.pages.SightChanged(match.GuildID(e.GuildID))
		b.event("channel", func(ctx context.Context) error { return b.channelGone(ctx, match.ChannelID(e.ID)) })
	})
}

// event queues the work of a gateway event. Events of one queue are handled in order.
func (b *bot) event(lane string, f func(context.Context) error) {
	b.events.Do(lane, func() {
		ctx, cancel := b.router.Handling()
		defer cancel()
		if err := f(ctx); err != nil {
			b.log.Error("an event was not dealt with", "event", lane, "err", discord.Redact(err))
		}
	})
}

// ready stores the bot's user and checks the servers that it is in.
func (b *bot) ready(e *discordgo.Ready) {
	var app, user string
	if e.Application != nil {
		app = e.Application.ID
	}
	if e.User != nil {
		user = e.User.ID
	}
	b.event("guild", func(ctx context.Context) error { return b.absent(ctx, e.Guilds, e.Shard) })
	b.known(app, user)
}

// known stores the bot's user, and registers its commands if they have changed.
func (b *bot) known(app, user string) {
	b.mu.Lock()
	if app != "" {
		b.appID = app
	}
	if user != "" {
		b.botID = user
	}
	app = b.appID
	b.mu.Unlock()
	b.router.RegisterFor(app)
}

// absent suspends the matches of servers that removed the bot during its downtime: READY lists all
// servers of its shard. Other events of servers wait until it is done, because a server may come
// back meanwhile. Requests of people don't wait.
func (b *bot) absent(ctx context.Context, in []*discordgo.Guild, shard *[2]int) error {
	there := map[match.GuildID]bool{}
	for _, g := range in {
		there[match.GuildID(g.ID)] = true
	}
	here := func(id match.GuildID) bool {
		return there[id] || shard != nil && discord.ShardOf(string(id), shard[1]) != shard[0]
	}
	played, err := b.matches.Read.Guilds(ctx)
	played = slices.DeleteFunc(played, here)
	err = errors.Join(err, b.endSeries(ctx, func(id match.GuildID) bool { return !here(id) }))
	return errors.Join(err, each(ctx, b, played, func(ctx context.Context, id match.GuildID) error {
		list, err := b.matches.Read.ByGuild(ctx, id)
		if slices.ContainsFunc(list, func(m match.Match) bool { return m.Parked == nil }) {
			err = errors.Join(err, b.guildGone(ctx, id))
		}
		return err
	}))
}

// atOnce is the number of changes that are made concurrently. Concurrent changes share the commits of
// the store.
const atOnce = 16

// each calls do for every element, several at a time and without a time limit. When the bot ends,
// the rest is left to the next start.
func each[T any](ctx context.Context, b *bot, list []T, do func(context.Context, T) error) error {
	ctx = context.WithoutCancel(ctx)
	failed := make([]error, len(list))
	places := make(chan struct{}, atOnce)
	var all sync.WaitGroup
	for i, v := range list {
		if b.ctx.Err() != nil {
			break
		}
		places <- struct{}{}
		all.Go(func() {
			failed[i] = do(ctx, v)
			<-places
		})
	}
	all.Wait()
	return errors.Join(failed...)
}

// threadLocked suspends the matches of a locked thread, where nobody can play, and resumes them
// when it is unlocked (P76).
func (b *bot) threadLocked(ctx context.Context, ch match.ChannelID, locked bool) error {
	list, err := b.matches.Read.ByChannel(ctx, ch, "")
	if err != nil || locked {
		return errors.Join(err, b.parkAll(ctx, list, match.CodeLocked))
	}
	var failed []error
	for _, m := range list {
		if m.Parked != nil && m.Parked.Why == match.CodeLocked {
			_, err := b.matches.Referee.Resume(ctx, match.Act{Match: m.ID}, m.Place)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// channelGone suspends the matches of a deleted channel or thread (P72).
func (b *bot) channelGone(ctx context.Context, ch match.ChannelID) error {
	list, err := b.matches.Read.ByChannel(ctx, ch, "")
	if err != nil {
		return err
	}
	err = b.parkAll(ctx, list, match.CodeChannelGone)
	for _, f := range b.features {
		if e, ok := f.(channelEnder); ok {
			err = errors.Join(err, e.ChannelGone(ctx, ch))
		}
	}
	return err
}

// guildGone suspends the matches of a server that removed the bot, and ends its series of
// tournaments (P73).
func (b *bot) guildGone(ctx context.Context, id match.GuildID) error {
	if err := b.people.ChangeGuild(ctx, id, func(g *match.Guild) { g.Gone = b.cfg.Now() }); err != nil {
		return err
	}
	list, err := b.matches.Read.ByGuild(ctx, id)
	if err != nil {
		return err
	}
	return errors.Join(b.parkAll(ctx, list, match.CodeServerLeft),
		b.endSeries(ctx, func(in match.GuildID) bool { return in == id }))
}

// endSeries ends the tournament series of servers that removed the bot.
func (b *bot) endSeries(ctx context.Context, gone func(match.GuildID) bool) error {
	// the cancellation has no sentence, because the bot can no longer write to the organisers
	return b.tournaments.Abandon(ctx, func(p match.Place) bool { return gone(p.Guild) }, games.Sentence{})
}

func (b *bot) parkAll(ctx context.Context, list []match.Match, why match.Code) error {
	return each(ctx, b, list, func(ctx context.Context, m match.Match) error {
		_, err := b.matches.Referee.Park(ctx, m.ID, why, "")
		return err
	})
}

// guildBack resumes the matches of a server that has the bot again. After each start Discord
// announces every server in this way.
func (b *bot) guildBack(ctx context.Context, id match.GuildID) error {
	g, err := b.matches.Settings.Guild(ctx, id)
	if err != nil || g.Gone.IsZero() {
		return err
	}
	if err := b.people.ChangeGuild(ctx, id, func(g *match.Guild) { g.Gone = time.Time{} }); err != nil {
		return err
	}
	return b.matches.Referee.Return(ctx, id)
}

// channelEnder is a feature that ends its messages in a deleted channel.
type channelEnder interface {
	ChannelGone(ctx context.Context, ch match.ChannelID) error
}
