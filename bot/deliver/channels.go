package deliver

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games/match"
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
