package show

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Names under which audit logs have settings that are lists of channels or roles; their values are made by IDList.
const (
	SettingChannels        = "channels"
	SettingResults         = "results-channel"
	SettingCalls           = "pings-channel"
	SettingOverviews       = "overview-channels"
	SettingPlayRoles       = "play-roles"
	SettingTournamentRoles = "tournament-roles"
)

// listSettings says what these are, how one of the list is mentioned, and what it means that there is none.
var listSettings = map[string]struct {
	what, none games.Sentence
	mention    string
}{
	SettingChannels:        {say.ChannelsAre, say.Everywhere, "<#%s>"},
	SettingResults:         {say.ResultsAre, say.Nowhere, "<#%s>"},
	SettingCalls:           {say.CallsAre, say.WhereTheyAre, "<#%s>"},
	SettingOverviews:       {say.OverviewsAre, say.Nowhere, "<#%s>"},
	SettingPlayRoles:       {say.PlayRolesAre, say.Everybody, "<@&%s>"},
	SettingTournamentRoles: {say.TournamentRolesAre, say.Everybody, "<@&%s>"},
}

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
	people := append(slices.Clone(a.Whom), a.By)
	by, what := "**"+apart(a.By, people)+"**", "**"+discord.Escape(a.Tournament)+"**"
	if a.Match != "" {
		what = "`" + string(a.Match) + "`"
		if g, ok := l.Game(a.Game); ok {
			what = g.Name + " " + what
		}
	}
	whom := make([]string, len(a.Whom), len(a.Whom)+2)
	for i, p := range a.Whom {
		whom[i] = apart(p, people)
	}
	all := games.And(whom)
	whom = append(whom, "", "") // a line may name fewer than its sentence does
	reason := discord.Escape(a.Reason)
	switch a.Did {
	case match.AuditEnd:
		return in.Say(say.AuditEnd, by, what, all, reason)
	case match.AuditOffer:
		return in.Say(say.AuditOffer, by, what, whom[0], whom[1], reason)
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
	case match.AuditSeries:
		return in.Say(say.AuditSeries, by, what)
	}
	help, was, is := l.setting(in, a)
	return in.Say(say.AuditSetting, by, help, was, is)
}

// apart is what somebody is called in a line of the log; a mention, where another of its people is called the same.
func apart(p match.Player, people []match.Player) string {
	if namesake(p, match.Match{Record: match.Record{Players: people}}) {
		return discord.Mention(string(p.User))
	}
	return PlayerName(p)
}

// setting names what was set, and its values before and after.
func (l AuditLog) setting(in lang.Language, a match.Audit) (help, was, is string) {
	if l, is := listSettings[a.Setting]; is {
		return in.Speak(l.what), listNames(in, a.Setting, strings.Fields(a.Was)), listNames(in, a.Setting, strings.Fields(a.Is))
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

// IDList is a list of channels or roles as audit logs keep it.
func IDList[ID ~string](list []ID) string {
	ids := make([]string, len(list))
	for i, id := range list {
		ids[i] = string(id)
	}
	return strings.Join(ids, " ")
}

// ChannelMentions are channels as they stand in a text, to be pressed.
func ChannelMentions(list []match.ChannelID) []string { return mentions(SettingChannels, list) }

// RoleMentions are roles as they stand in a text. They notify nobody.
func RoleMentions(list []match.RoleID) []string { return mentions(SettingPlayRoles, list) }

func mentions[ID ~string](setting string, list []ID) []string {
	names := make([]string, len(list))
	for i, id := range list {
		names[i] = fmt.Sprintf(listSettings[setting].mention, id)
	}
	return names
}

func listNames[ID ~string](in lang.Language, setting string, list []ID) string {
	if len(list) == 0 {
		return in.Speak(listSettings[setting].none)
	}
	return in.Speak(games.And(mentions(setting, list)))
}

// Roles shows which roles of a server may play and which may create tournaments, each with a menu that changes it.
func Roles(in lang.Language, play, tournaments []match.RoleID) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + in.Speak(say.ServerSettings) + "\n-# " + in.Speak(say.RolesNote))}
	for _, s := range []struct {
		setting string
		list    []match.RoleID
	}{{SettingPlayRoles, play}, {SettingTournamentRoles, tournaments}} {
		least := 0
		menu := discordgo.SelectMenu{
			MenuType: discordgo.RoleSelectMenu, CustomID: Target{Action: ActRoles, Text: s.setting}.MustID(), Placeholder: in.Speak(say.Everybody),
			MinValues: &least, MaxValues: discord.MaxOptions,
		}
		for _, role := range s.list {
			menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{ID: string(role), Type: discordgo.SelectMenuDefaultValueRole})
		}
		parts = append(parts, discord.Text(in.Speak(listSettings[s.setting].what)+": **"+listNames(in, s.setting, s.list)+"**"), discord.Row(menu))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}

// Channels shows in which channels of a server matches may begin, and where results and mentions stand, each with a menu that changes it.
func Channels(in lang.Language, g match.Guild, types []discordgo.ChannelType) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + in.Speak(say.ServerSettings) + "\n-# " + in.Speak(say.ChannelsNote))}
	for _, s := range []struct {
		setting string
		list    []match.ChannelID
		most    int
	}{{SettingChannels, g.Channels, discord.MaxOptions}, {SettingResults, OneOrNone(g.Results), 1}, {SettingCalls, OneOrNone(g.Calls), 1}} {
		least := 0
		menu := discordgo.SelectMenu{
			MenuType: discordgo.ChannelSelectMenu, CustomID: Target{Action: ActChannels, Text: s.setting}.MustID(), Placeholder: in.Speak(listSettings[s.setting].none),
			MinValues: &least, MaxValues: s.most, ChannelTypes: types,
		}
		for _, c := range s.list {
			menu.DefaultValues = append(menu.DefaultValues, discordgo.SelectMenuDefaultValue{ID: string(c), Type: discordgo.SelectMenuDefaultValueChannel})
		}
		parts = append(parts, discord.Text(in.Speak(listSettings[s.setting].what)+": **"+listNames(in, s.setting, s.list)+"**"), discord.Row(menu))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(append(parts, discord.Text("-# "+in.Speak(say.PostsNote)))...)}}
}

// OneOrNone is a channel as a list; none if it is empty.
func OneOrNone(c match.ChannelID) []match.ChannelID {
	if c == "" {
		return nil
	}
	return []match.ChannelID{c}
}
