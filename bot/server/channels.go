package server

import (
	"context"
	"slices"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/bot/sight"
	"paddock/games"
	"paddock/games/match"

	"github.com/bwmarrin/discordgo"
)

func (f *Feature) serverChannels() *request.Command {
	return &request.Command{
		Name: "channels", Help: "See or change where matches may begin, and where results and pings go",
		Run: f.channels,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Channel(optAllow, "Add a channel where matches may begin; from then on they begin in no other",
					request.PlayTypes),
				a.Channel(optForbid, "Take a channel away; with none left, matches may begin everywhere",
					request.PlayTypes),
				a.Channel(optResults, "Where I announce results", request.PostTypes),
				a.Channel(optPings, "Where I mention people, instead of at the board", request.PostTypes),
				a.Choice(optClear, "What needs no channel of its own any more", false, optResults, "results", optPings,
					"pings"),
			}
		},
	}
}

// Names of options.
const (
	optResults = "results"
	optPings   = "pings"
	optClear   = "clear"
)

// channelSetting is a setting of a server that is a list of channels.
type channelSetting struct {
	name string // name of the setting in component ids and in the audit log
	of   func(match.Guild) []match.ChannelID
	set  func(*match.Guild, []match.ChannelID)
	// returns the list after the options of the command
	typed func(r *request.Request, was []match.ChannelID) []match.ChannelID
	// posted in the chosen channel; empty: no message
	hello games.Sentence
}

func channelSettings() []channelSetting {
	return []channelSetting{
		{
			name: settingChannels, typed: changedChannels,
			of:  func(g match.Guild) []match.ChannelID { return g.Channels },
			set: func(g *match.Guild, is []match.ChannelID) { g.Channels = is },
		},
		{
			name: settingResults, typed: chosenChannel(optResults), hello: sayResultsHere,
			of:  func(g match.Guild) []match.ChannelID { return oneOrNone(g.Results) },
			set: func(g *match.Guild, is []match.ChannelID) { g.Results = firstOf(is) },
		},
		{
			name: settingCalls, typed: chosenChannel(optPings), hello: sayCallsHere,
			of:  func(g match.Guild) []match.ChannelID { return oneOrNone(g.Calls) },
			set: func(g *match.Guild, is []match.ChannelID) { g.Calls = firstOf(is) },
		},
	}
}

// changedChannels returns the channels in which matches may begin, with the one of optAllow and
// without the one of optForbid.
func changedChannels(r *request.Request, was []match.ChannelID) []match.ChannelID {
	is := append(slices.Clone(was), oneOrNone(match.ChannelID(r.Text(optAllow)))...)
	forbidden := match.ChannelID(r.Text(optForbid))
	return slices.DeleteFunc(is, func(c match.ChannelID) bool { return c == forbidden })
}

// chosenChannel returns the channel that an option names, or none if optClear names the option.
func chosenChannel(option string) func(*request.Request, []match.ChannelID) []match.ChannelID {
	return func(r *request.Request, was []match.ChannelID) []match.ChannelID {
		if r.Text(optClear) == option {
			return nil
		}
		if is := oneOrNone(match.ChannelID(r.Text(option))); is != nil {
			return is
		}
		return was
	}
}

// channels handles `/server channels` and its panel: where matches may begin, and where results and
// pings are posted.
func (f *Feature) channels(ctx context.Context, r *request.Request) (request.Reply, error) {
	if err := checkManages(r); err != nil {
		return request.Reply{}, err
	}
	g, err := f.People.Guild(ctx, r.Guild)
	if err != nil {
		return request.Reply{}, err
	}
	for _, s := range channelSettings() {
		was := s.of(g)
		is, err := chosenChannels(r, s, was)
		if err != nil {
			return request.Reply{}, err
		}
		if slices.Equal(is, was) {
			continue
		}
		if err := f.changeChannels(ctx, r, s, was, is); err != nil {
			return request.Reply{}, err
		}
		s.set(&g, is)
	}
	return request.ReplyPrivate(r, channelsMessage(r.In, g)), nil
}

// changeChannels stores a list of channels and records it in the audit log. It refuses a channel in
// which the bot cannot post its first message.
func (f *Feature) changeChannels(ctx context.Context, r *request.Request, s channelSetting,
	was, is []match.ChannelID,
) error {
	if len(is) > discord.MaxOptions {
		return request.Refuse(r.In.Speak(sayChannelsFull))
	}
	for _, c := range is {
		if slices.Contains(was, c) {
			continue
		}
		if err := f.checkCanPost(ctx, r, c); err != nil {
			return err
		}
	}
	if at := firstOf(is); at != "" && s.hello.Format != "" {
		in := f.People.LanguageAt(ctx, match.Place{Guild: r.Guild, Channel: at}, r.User)
		m := discord.TextMessage("-# " + in.Speak(s.hello))
		m.Silent = true
		if _, err := f.Client.Post(ctx, string(at), m, "s-"+r.Ix.ID); err != nil {
			f.Log.Info("a channel was not taken into use", "guild", r.Guild, "err", discord.Redact(err))
			return request.Refuse(r.In.Say(sayCannotPost, "<#"+string(at)+">", say.PermitView, say.PermitSend))
		}
	}
	if err := f.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) { s.set(g, is) }); err != nil {
		return err
	}
	return f.Note(ctx, r, match.Audit{Did: match.AuditSetting, Setting: s.name, Was: idList(was), Is: idList(is)})
}

// checkCanPost refuses a channel in which the bot lacks the permissions to post, there or in its
// threads.
func (f *Feature) checkCanPost(ctx context.Context, r *request.Request, c match.ChannelID) error {
	may, known, err := sight.Permissions(ctx, f.Client, match.Place{Guild: r.Guild, Channel: c},
		match.UserID(r.Ix.AppID))
	if err != nil {
		return err
	}
	sends := may&(discordgo.PermissionSendMessages|discordgo.PermissionSendMessagesInThreads) != 0
	if known && sends && may&discordgo.PermissionViewChannel != 0 {
		return nil
	}
	return request.Refuse(r.In.Say(sayCannotPost, "<#"+string(c)+">", say.PermitView, say.PermitSend))
}

// chosenChannels returns the list of channels after a request: the choice of its menu, or the list
// changed by the options of the command.
func chosenChannels(r *request.Request, s channelSetting, was []match.ChannelID) ([]match.ChannelID, error) {
	if r.Answer.IsComponent() && r.Target.Text != s.name {
		return was, nil
	}
	is := s.typed(r, was)
	if r.Answer.IsComponent() {
		return pickedIDs[match.ChannelID](r.Values)
	}
	return slices.Compact(slices.Sorted(slices.Values(is))), nil
}

// channelsMessage returns the panel of channels for matches, results and pings, each with a menu.
func channelsMessage(in lang.Language, g match.Guild) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + in.Speak(sayServerSettings) + "\n-# " +
		in.Speak(sayChannelsNote))}
	for _, s := range []struct {
		setting string
		list    []match.ChannelID
		most    int
		types   []discordgo.ChannelType
	}{
		{settingChannels, g.Channels, discord.MaxOptions, request.PlayTypes},
		{settingResults, oneOrNone(g.Results), 1, request.PostTypes},
		{settingCalls, oneOrNone(g.Calls), 1, request.PostTypes},
	} {
		menu := discordgo.SelectMenu{
			MenuType: discordgo.ChannelSelectMenu,
			CustomID: component.Target{Action: ActChannels, Text: s.setting}.MustID(), MaxValues: s.most,
			ChannelTypes: s.types,
		}
		parts = append(parts, listParts(in, s.setting, s.list, menu, discordgo.SelectMenuDefaultValueChannel)...)
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(append(parts,
		discord.Text("-# "+in.Speak(sayPostsNote)))...)}}
}
