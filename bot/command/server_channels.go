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
	Name: "channels", Help: "See or change in which channels matches may begin, and where results and pings stand", Run: channels,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{
			a.Channel(router.OptAllow, "Add a channel where they may begin; from the first on they begin in no others"),
			a.Channel(router.OptForbid, "Take a channel away; with none left they may begin everywhere"),
			a.Channel(optResults, "Where results are to be announced"),
			a.Channel(optPings, "Where people are to be mentioned, instead of at the board"),
			a.Choice(optClear, "What is to have no channel of its own any more", false, optResults, "results", optPings, "pings"),
		}
	},
}

const (
	optResults = "results"
	optPings   = "pings"
	optClear   = "clear"
)

// channelSetting is a setting of a server that is a list of channels.
type channelSetting struct {
	name  string // in ids and in the audit log
	of    func(match.Guild) []match.ChannelID
	set   func(*match.Guild, []match.ChannelID)
	typed func(r *router.Request, was []match.ChannelID) []match.ChannelID // what the command's options make of it
	hello games.Sentence                                                   // is posted in one that is chosen; empty: nothing is posted there
}

// channelSettings are these.
func channelSettings() []channelSetting {
	return []channelSetting{
		{
			name: show.SettingChannels, typed: allowed,
			of:  func(g match.Guild) []match.ChannelID { return g.Channels },
			set: func(g *match.Guild, is []match.ChannelID) { g.Channels = is },
		},
		{
			name: show.SettingResults, typed: oneChannel(optResults), hello: say.ResultsHere,
			of:  func(g match.Guild) []match.ChannelID { return show.OneOrNone(g.Results) },
			set: func(g *match.Guild, is []match.ChannelID) { g.Results = firstOf(is) },
		},
		{
			name: show.SettingCalls, typed: oneChannel(optPings), hello: say.CallsHere,
			of:  func(g match.Guild) []match.ChannelID { return show.OneOrNone(g.Calls) },
			set: func(g *match.Guild, is []match.ChannelID) { g.Calls = firstOf(is) },
		},
	}
}

func firstOf(list []match.ChannelID) match.ChannelID {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

// allowed is one channel more or less of those in which matches may begin.
func allowed(r *router.Request, was []match.ChannelID) []match.ChannelID {
	is := append(slices.Clone(was), show.OneOrNone(match.ChannelID(r.Text(router.OptAllow)))...)
	forbidden := match.ChannelID(r.Text(router.OptForbid))
	return slices.DeleteFunc(is, func(c match.ChannelID) bool { return c == forbidden })
}

// oneChannel is the channel that an option names, or none if that is wanted.
func oneChannel(option string) func(*router.Request, []match.ChannelID) []match.ChannelID {
	return func(r *router.Request, was []match.ChannelID) []match.ChannelID {
		if r.Text(optClear) == option {
			return nil
		}
		if is := show.OneOrNone(match.ChannelID(r.Text(option))); is != nil {
			return is
		}
		return was
	}
}

// channels is `/server channels` and its panel: where matches and tournaments may begin, and where results and mentions stand.
func channels(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := checkManages(r); err != nil {
		return discord.Reply{}, err
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	for _, s := range channelSettings() {
		was := s.of(g)
		is, err := chosenChannels(r, s, was)
		if err != nil {
			return discord.Reply{}, err
		}
		if slices.Equal(is, was) {
			continue
		}
		if err := s.change(ctx, r, was, is); err != nil {
			return discord.Reply{}, err
		}
		s.set(&g, is)
	}
	return router.ReplyPrivate(r, show.Channels(r.In, g, router.ChannelTypes)), nil
}

// change stores a list of channels, if all that is to be done there can be.
func (s channelSetting) change(ctx context.Context, r *router.Request, was, is []match.ChannelID) error {
	if len(is) > discord.MaxOptions {
		return router.Refuse(r.In.Speak(say.ChannelsFull))
	}
	if at := firstOf(is); at != "" && s.hello.Format != "" {
		in := r.People.LanguageAt(ctx, match.Place{Guild: r.Guild, Channel: at}, r.User)
		m := discord.TextMessage("-# " + in.Speak(s.hello))
		m.Silent = true
		if _, err := r.Client.Post(ctx, string(at), m, "s-"+r.Ix.ID); err != nil {
			r.Log.Info("a channel was not taken into use", "guild", r.Guild, "err", discord.Redact(err))
			return router.Refuse(r.In.Say(say.CannotPost, "<#"+string(at)+">", say.PermitView, say.PermitSend))
		}
	}
	if err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) { s.set(g, is) }); err != nil {
		return err
	}
	return note(ctx, r, match.Audit{Did: match.AuditSetting, Setting: s.name, Was: show.IDList(was), Is: show.IDList(is)})
}

// chosenChannels is a list of channels as a request makes it: of the panel's menu what was picked, of the command what its options say.
func chosenChannels(r *router.Request, s channelSetting, was []match.ChannelID) ([]match.ChannelID, error) {
	if r.Answer.IsComponent() && r.Target.Text != s.name {
		return was, nil
	}
	is := s.typed(r, was)
	if r.Answer.IsComponent() {
		is = nil
		for _, c := range r.Values {
			if _, err := strconv.ParseUint(c, 10, 64); err != nil {
				return nil, show.ErrID
			}
			is = append(is, match.ChannelID(c))
		}
	}
	is = slices.Clone(is)
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
