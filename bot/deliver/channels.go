package deliver

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games/match"
)

// A server may have a channel for results and one for messages that mention people (P25). A channel
// that can't be posted to any more is removed from its settings.

// CallsAt returns where people are mentioned: the server's channel for calls, otherwise the given
// place.
func (d *Deps) CallsAt(ctx context.Context, at match.Place) match.Place {
	if at.Guild == "" {
		return at
	}
	g, err := d.People.Guild(ctx, at.Guild)
	d.failed(ctx, err, "could not read whether a server has a channel for calls", "guild", at.Guild)
	if g.Calls != "" {
		at.Channel = g.Calls
	}
	return at
}

// Announce posts a result in the server's channel for results, unless the place is that channel and
// shows the result already. An error is temporary.
func (d *Deps) Announce(ctx context.Context, at match.Place, only string,
	message func(lang.Language) discord.Message,
) error {
	g, err := d.People.Guild(ctx, at.Guild)
	if err != nil || g.Results == "" || g.Results == at.Channel {
		return err
	}
	_, err = d.Post(ctx, g.Results, message(d.People.LanguageAt(ctx, at, "")), only)
	if err == nil || passing(err) {
		return err
	}
	return d.giveUp(ctx, at.Guild, err, func(g *match.Guild) *match.ChannelID { return &g.Results })
}

// giveUp removes a channel from a server's settings if the error says that it can't be posted to.
func (d *Deps) giveUp(ctx context.Context, g match.GuildID, why error,
	which func(*match.Guild) *match.ChannelID,
) error {
	switch f, _ := discord.Classify(why); f {
	case discord.ChannelGone, discord.NoAccess, discord.Forbidden, discord.ThreadLocked:
	default:
		d.Log.Error("Discord refused a message in a channel of the settings", "guild", g, "err", discord.Redact(why))
		return nil
	}
	d.Log.Info("a channel is removed from a server's settings", "guild", g, "err", discord.Redact(why))
	return d.People.ChangeGuild(context.WithoutCancel(ctx), g, func(g *match.Guild) { *which(g) = "" })
}
