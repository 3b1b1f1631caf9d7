package command

import (
	"context"
	"slices"
	"strconv"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var serverChannels = &router.Command{
	Name: "channels", Help: "See or change in which channels matches may begin", Run: channels,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Channel(router.OptAllow, "A channel more in which they may begin; the first leaves out all others"),
			a.Channel(router.OptForbid, "A channel less; without any they may begin everywhere"),
		}
	},
}

// channels is `/server channels` and its panel: where matches and tournaments may begin.
func channels(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := checkManages(r); err != nil {
		return discord.Reply{}, err
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	is, err := chosenChannels(r, g.Channels)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(is) > discord.MaxOptions {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.ChannelsFull))
	}
	if !slices.Equal(is, g.Channels) {
		if err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) { g.Channels = is }); err != nil {
			return discord.Reply{}, err
		}
		err = note(ctx, r, match.Audit{Did: match.AuditSetting, Setting: show.SettingChannels, Was: show.IDList(g.Channels), Is: show.IDList(is)})
		if err != nil {
			return discord.Reply{}, err
		}
	}
	return router.ReplyPrivate(r, show.Channels(r.In, is, router.ChannelTypes)), nil
}

// chosenChannels is the list of channels as a request makes it: of the panel's menu what was picked, of the command one more or less.
func chosenChannels(r *router.Request, was []match.ChannelID) ([]match.ChannelID, error) {
	is := slices.Clone(was)
	if r.Answer.IsComponent() && r.Target.Text != "" {
		is = nil
		for _, c := range r.Values {
			if _, err := strconv.ParseUint(c, 10, 64); err != nil {
				return nil, show.ErrID
			}
			is = append(is, match.ChannelID(c))
		}
	}
	if c := match.ChannelID(r.Text(router.OptAllow)); c != "" {
		is = append(is, c)
	}
	forbidden := match.ChannelID(r.Text(router.OptForbid))
	is = slices.DeleteFunc(is, func(c match.ChannelID) bool { return c == forbidden })
	slices.Sort(is)
	return slices.Compact(is), nil
}

// mayBegin refuses to begin something that others see in a channel where its server does not want it, and says where to go (P25). Of a thread only the
// one in which the request was made is known to belong to a channel.
func mayBegin(ctx context.Context, r *router.Request, at match.Place) error {
	if at.Guild == "" {
		return nil
	}
	g, err := r.People.Guild(ctx, at.Guild)
	if err != nil {
		return err
	}
	allowed := func(c match.ChannelID) bool { return c != "" && slices.Contains(g.Channels, c) }
	if len(g.Channels) == 0 || allowed(at.Channel) || at.Channel == r.Channel && allowed(r.Parent()) {
		return nil
	}
	return router.Refuse(r.In.Say(say.NotInChannel, games.And(show.ChannelMentions(g.Channels))))
}
