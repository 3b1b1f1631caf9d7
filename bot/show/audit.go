package show

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// SettingChannels is the name under which audit logs have the channels in which matches may begin; its values are made by ChannelList.
const SettingChannels = "channels"

// SettingNames is what a setting of a server is, and what its values are called.
type SettingNames struct {
	Help   string
	Values map[string]string
}

// AuditLog is a page of what those who manage a server have done, the newest first.
type AuditLog struct {
	Lines    []match.Audit
	Settings map[string]SettingNames
	Game     func(games.ID) (*games.Game, bool)
	Newer    bool // there is something newer than the page
	Older    bool // and older
}

// Audit shows a page of an audit log.
func Audit(in lang.Language, l AuditLog) discord.Message {
	lines := []string{"### " + in.Speak(say.AuditTitle)}
	if len(l.Lines) == 0 {
		lines = append(lines, in.Speak(say.AuditEmpty))
	}
	for _, a := range l.Lines {
		lines = append(lines, "* "+discord.DateTime(a.At)+" "+l.says(in, a))
	}
	var buttons []discordgo.MessageComponent
	if l.Older {
		last := l.Lines[len(l.Lines)-1].No
		buttons = append(buttons, Button(in.Speak(say.LabelEarlier), discordgo.SecondaryButton, Target{Action: ActAudit, Text: strconv.Itoa(last)}))
	}
	if l.Newer {
		buttons = append(buttons, Button(in.Speak(say.LabelNewest), discordgo.SecondaryButton, Target{Action: ActAudit}))
	}
	return discord.TextMessage(strings.Join(lines, "\n"), buttons...)
}

// says is a line of the log in words.
func (l AuditLog) says(in lang.Language, a match.Audit) string {
	by, what := "**"+PlayerName(a.By)+"**", "**"+discord.Escape(a.Tournament)+"**"
	if a.Match != "" {
		what = "`" + string(a.Match) + "`"
		if g, ok := l.Game(a.Game); ok {
			what = g.Name + " " + what
		}
	}
	whom := make([]string, 2)
	for i, p := range a.Whom[:min(len(a.Whom), len(whom))] {
		whom[i] = PlayerName(p)
	}
	reason := discord.Escape(a.Reason)
	switch a.Did {
	case match.AuditEnd:
		return in.Say(say.AuditEnd, by, what, playerList(a.Whom), reason)
	case match.AuditHandOver:
		return in.Say(say.AuditHandOver, by, what, whom[0], whom[1], reason)
	case match.AuditRemove:
		return in.Say(say.AuditRemove, by, what, whom[0], reason)
	case match.AuditDecide:
		return in.Say(say.AuditDecide, by, what, reason)
	case match.AuditStart:
		return in.Say(say.AuditStart, by, what)
	case match.AuditCancel:
		return in.Say(say.AuditCancel, by, what)
	}
	help, was, is := l.setting(in, a)
	return in.Say(say.AuditSetting, by, help, was, is)
}

func playerList(list []match.Player) games.Sentence {
	var names []string
	for _, p := range list {
		names = append(names, PlayerName(p))
	}
	return games.And(names)
}

// setting names what was set, and its values before and after.
func (l AuditLog) setting(in lang.Language, a match.Audit) (help, was, is string) {
	if a.Setting == SettingChannels {
		return in.Speak(say.ChannelsAre), channelNames(in, channelsOf(a.Was)), channelNames(in, channelsOf(a.Is))
	}
	names := l.Settings[a.Setting]
	value := func(v string) string {
		if v == "" {
			return in.Speak(say.NotSet)
		}
		return discord.Escape(in.Text(cmp.Or(names.Values[v], v)))
	}
	return in.Text(cmp.Or(names.Help, a.Setting)), value(a.Was), value(a.Is)
}

// ChannelList is a list of channels as audit logs keep it.
func ChannelList(list []match.ChannelID) string {
	ids := make([]string, len(list))
	for i, c := range list {
		ids[i] = string(c)
	}
	return strings.Join(ids, " ")
}

func channelsOf(list string) (channels []match.ChannelID) {
	for _, id := range strings.Fields(list) {
		channels = append(channels, match.ChannelID(id))
	}
	return channels
}

// ChannelMentions are channels as they stand in a text, to be pressed.
func ChannelMentions(list []match.ChannelID) []string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = "<#" + string(c) + ">"
	}
	return names
}

func channelNames(in lang.Language, list []match.ChannelID) string {
	if len(list) == 0 {
		return in.Speak(say.Everywhere)
	}
	return in.Speak(games.And(ChannelMentions(list)))
}

// Channels shows in which channels of a server matches may begin, with a menu that changes it.
func Channels(in lang.Language, list []match.ChannelID, types []discordgo.ChannelType) discord.Message {
	least := 0
	menu := discordgo.SelectMenu{
		MenuType: discordgo.ChannelSelectMenu, CustomID: Target{Action: ActChannels, Text: SettingChannels}.MustID(), Placeholder: in.Speak(say.Everywhere),
		MinValues: &least, MaxValues: discord.MaxOptions, ChannelTypes: types,
	}
	for _, c := range list {
		menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{ID: string(c), Type: discordgo.SelectMenuDefaultValueChannel})
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(
		discord.Text("### "+in.Speak(say.ServerSettings)+"\n-# "+in.Speak(say.ChannelsNote)),
		discord.Text(in.Speak(say.ChannelsAre)+": **"+channelNames(in, list)+"**"), discord.Row(menu),
	)}}
}
