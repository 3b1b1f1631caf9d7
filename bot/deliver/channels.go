package deliver

import (
	"context"
	"slices"
	"strconv"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/show"
	"paddock/bot/show/results"
	"paddock/games/match"
	"paddock/games/tourney"
)

// A server may have a channel for results, and one for everything that mentions somebody (P25). One in which nothing can be posted any more is given up,
// and all is as if it had none.

// callsAt is where people are mentioned: in the channel that the server has for that, otherwise where a match or tournament is.
func (d *Deps) callsAt(ctx context.Context, at match.Place) match.Place {
	if at.Guild == "" {
		return at
	}
	if g, err := d.People.Guild(ctx, at.Guild); err == nil && g.Calls != "" {
		at.Channel = g.Calls
	}
	return at
}

// callApart calls upon somebody in the channel that the server has for that.
func (b *Boards) callApart(ctx context.Context, m match.Match, at match.Place, u match.UserID, unseen []match.Event) (ref match.MessageRef, err error) {
	text := show.WaitsForYou(b.People.LanguageAt(ctx, at, m.Owner), m, unseen, u)
	only := nonce("k-%s-%s%s", m.ID, strconv.FormatInt(int64(m.Board()), 36), tail(match.MessageID(u), 6))
	ref.Channel = at.Channel
	ref.Message, err = b.post(ctx, at.Channel, text, only)
	if err == nil || passing(err) {
		return ref, err
	}
	if err := b.giveUp(ctx, at.Guild, err, func(g *match.Guild) *match.ChannelID { return &g.Calls }); err != nil {
		return ref, err
	}
	ref.Channel = m.Place.Channel
	if ref.Message, err = b.post(ctx, m.Place.Channel, text, only); err != nil && !passing(err) {
		b.Log.Info("somebody could not be called", "match", m.ID, "err", discord.Redact(err))
		return match.MessageRef{}, nil
	}
	return ref, err
}

// announce posts a result in the channel that the server has for them, if it has one. An error is one that will pass.
func (d *Deps) announce(ctx context.Context, at match.Place, only string, message func(lang.Language) discord.Message) error {
	g, err := d.People.Guild(ctx, at.Guild)
	if err != nil || g.Results == "" {
		return err
	}
	_, err = d.post(ctx, g.Results, message(d.People.LanguageAt(ctx, at, "")), only)
	if err == nil || passing(err) {
		return err
	}
	return d.giveUp(ctx, at.Guild, err, func(g *match.Guild) *match.ChannelID { return &g.Results })
}

// giveUp takes a channel of a server out of use in which nothing can be posted.
func (d *Deps) giveUp(ctx context.Context, g match.GuildID, why error, which func(*match.Guild) *match.ChannelID) error {
	switch f, _ := discord.Classify(why); f {
	case discord.ChannelGone, discord.NoAccess, discord.Forbidden, discord.ThreadLocked:
	default:
		d.Log.Error("something could not be posted in a channel of a server", "guild", g, "err", discord.Redact(why))
		return nil
	}
	d.Log.Info("a channel is given up", "guild", g, "err", discord.Redact(why))
	return d.People.ChangeGuild(context.WithoutCancel(ctx), g, func(g *match.Guild) { *which(g) = "" })
}

// announce announces the result of a match, if that is still to be done.
func (n *Notices) announce(ctx context.Context, m *match.Match) error {
	at := slices.IndexFunc(m.Notices, func(what match.Notice) bool { return what.Kind == match.Announced })
	if at < 0 {
		return nil
	}
	seen := *m
	err := n.Deps.announce(ctx, m.Place, nonce("a-%s", m.ID), func(in lang.Language) discord.Message { return results.Match(in, seen) })
	if err != nil {
		return err
	}
	what := m.Notices[at]
	m.Notices = slices.Delete(slices.Clone(m.Notices), at, at+1)
	return n.Matches.Delivery.MarkTold(context.WithoutCancel(ctx), m.ID, what)
}

// announce announces the end of a tournament, if that is still to be done.
func (t *TournamentNotices) announce(ctx context.Context, r *tourney.Record) error {
	at := slices.IndexFunc(r.Notices, func(what tourney.Notice) bool { return what.Kind == tourney.Announced })
	if at < 0 {
		return nil
	}
	seen := *r
	err := t.Deps.announce(ctx, r.Place, nonce("ta-%s", r.ID), func(in lang.Language) discord.Message { return results.Tournament(in, seen) })
	if err != nil {
		return err
	}
	no := r.Notices[at].No
	r.Notices = slices.Delete(slices.Clone(r.Notices), at, at+1)
	return t.service.MarkTold(context.WithoutCancel(ctx), r.ID, no)
}
