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

// listen registers the handlers of gateway events. They run on the connection's read loop, so they only enqueue.
func (b *bot) listen(s *discordgo.Session) {
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Ready) {
		tasks.Guard(b.log, "ready", func() { b.ready(e) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			tasks.Guard(b.log, "interaction", func() { b.router.Receive(e.RawData, interaction(e)) })
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildCreate) {
		b.event("guild", func(ctx context.Context) error { return b.guildBack(ctx, match.GuildID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.GuildDelete) {
		if e.Guild == nil || e.Unavailable { // an outage, not a farewell (P74)
			return
		}
		b.event("guild", func(ctx context.Context) error { return b.guildGone(ctx, match.GuildID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelUpdate) {
		b.event("channel", func(context.Context) error {
			b.boards.MayAgain(match.ChannelID(e.ID))
			return nil
		})
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ChannelDelete) {
		b.event("channel", func(ctx context.Context) error { return b.channelGone(ctx, match.ChannelID(e.ID)) })
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadUpdate) {
		if meta := e.ThreadMetadata; meta != nil {
			id, locked := match.ChannelID(e.ID), meta.Locked
			b.event("channel", func(ctx context.Context) error { return b.threadLocked(ctx, id, locked) })
		}
	})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.ThreadDelete) {
		b.event("channel", func(ctx context.Context) error { return b.channelGone(ctx, match.ChannelID(e.ID)) })
	})
}

// interaction is what discordgo has made of an event, nil if it could not read it.
func interaction(e *discordgo.Event) *discordgo.Interaction {
	if c, ok := e.Struct.(*discordgo.InteractionCreate); ok && c.Interaction != nil && c.Data != nil {
		return c.Interaction
	}
	return nil
}

// event does the work of a gateway event, off the read loop and in order.
func (b *bot) event(lane string, f func(context.Context) error) {
	b.events.Do(lane, func() {
		ctx, cancel := b.router.Handling()
		defer cancel()
		if err := f(ctx); err != nil {
			b.log.Error("an event was not dealt with", "event", lane, "err", discord.Redact(err))
		}
	})
}

// ready takes note of who the bot is, and of the servers that it is in.
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

// known takes note of who the bot is, and has the command set sent if it has changed.
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

// absent parks the matches of servers that the bot was removed from while it was down: READY lists all of its shard that it is in. What else happens to
// servers waits until it is done, for one may come back meanwhile; nothing that people do waits.
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

// atOnce is how many of many changes are made at the same time: they share commits.
const atOnce = 16

// each does something with all of a list, some at a time and however long that takes. At the end of the bot it leaves the rest for the next start.
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

// threadLocked parks the matches of a locked thread, where nobody can play, and goes on with them when it is unlocked (P76).
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

// channelGone parks the matches of a deleted channel or thread (P72).
func (b *bot) channelGone(ctx context.Context, ch match.ChannelID) error {
	list, err := b.matches.Read.ByChannel(ctx, ch, "")
	if err != nil {
		return err
	}
	return errors.Join(b.parkAll(ctx, list, match.CodeChannelGone), b.tournamentGone(ctx, ch))
}

// guildGone parks the matches of a server that the bot was removed from, and ends its series of tournaments (P73).
func (b *bot) guildGone(ctx context.Context, id match.GuildID) error {
	if err := b.people.ChangeGuild(ctx, id, func(g *match.Guild) { g.Gone = b.cfg.Now() }); err != nil {
		return err
	}
	list, err := b.matches.Read.ByGuild(ctx, id)
	if err != nil {
		return err
	}
	return errors.Join(b.parkAll(ctx, list, match.CodeServerLeft), b.endSeries(ctx, func(in match.GuildID) bool { return in == id }))
}

// endSeries ends the series of tournaments of servers that the bot was removed from.
func (b *bot) endSeries(ctx context.Context, gone func(match.GuildID) bool) error {
	if b.tournaments == nil {
		return nil
	}
	return b.tournaments.Abandon(ctx, func(p match.Place) bool { return gone(p.Guild) }, games.Sentence{}) // who runs one may not be written to any more
}

func (b *bot) parkAll(ctx context.Context, list []match.Match, why match.Code) error {
	return each(ctx, b, list, func(ctx context.Context, m match.Match) error {
		_, err := b.matches.Referee.Park(ctx, m.ID, why, "")
		return err
	})
}

// guildBack takes up the matches of a server that the bot is in again. After every start each server is announced so.
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

func (b *bot) tournamentGone(ctx context.Context, ch match.ChannelID) error {
	if b.tournamentMessages == nil {
		return nil
	}
	return b.tournamentMessages.ChannelGone(ctx, ch)
}
