package server

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// settingNames holds the labels of a setting and of its values.
type settingNames struct {
	Help   string
	Values map[string]string
}

// auditLog is a page of the audit log of a server, the newest entry first.
type auditLog struct {
	Lines    []match.Audit
	Settings map[string]settingNames
	Game     func(games.ID) (*games.Game, bool)
	Newer    bool // the page is not the newest
	Older    bool // there are older entries
}

// auditMessage returns a page of the audit log as a message.
func auditMessage(in lang.Language, l auditLog) discord.Message {
	lines := []string{"### " + in.Speak(sayAuditTitle)}
	if len(l.Lines) == 0 {
		lines = append(lines, in.Speak(sayAuditEmpty))
	}
	for _, a := range l.Lines {
		lines = append(lines, "* "+discord.DateTime(a.At)+" "+l.line(in, a))
	}
	var buttons []discordgo.MessageComponent
	if l.Older {
		last := l.Lines[len(l.Lines)-1].No
		buttons = append(buttons,
			component.Button(in.Speak(say.LabelNextPage), discordgo.SecondaryButton,
				component.Target{Action: actAudit, Text: strconv.Itoa(last)}))
	}
	if l.Newer {
		buttons = append(buttons,
			component.Button(in.Speak(sayLabelNewest), discordgo.SecondaryButton, component.Target{Action: actAudit}))
	}
	return discord.TextMessage(strings.Join(lines, "\n"), buttons...)
}

// line returns an entry of the log in words.
func (l auditLog) line(in lang.Language, a match.Audit) string {
	people := append(slices.Clone(a.Whom), a.By)
	by, what := "**"+auditName(a.By, people)+"**", "**"+discord.Escape(a.Tournament)+"**"
	if a.Match != "" {
		what = "`" + string(a.Match) + "`"
		if g, ok := l.Game(a.Game); ok {
			what = g.Name + " " + what
		}
	}
	whom := make([]string, len(a.Whom), len(a.Whom)+2)
	for i, p := range a.Whom {
		whom[i] = auditName(p, people)
	}
	all := games.And(whom)
	whom = append(whom, "", "") // an entry may have fewer people than its sentence names
	reason := discord.Escape(a.Reason)
	switch a.Did {
	case match.AuditEnd:
		return in.Say(sayAuditEnd, by, what, all, reason)
	case match.AuditOffer:
		return in.Say(sayAuditOffer, by, what, whom[0], whom[1], reason)
	case match.AuditHandOver:
		return in.Say(sayAuditHandOver, by, what, whom[0], whom[1], reason)
	case match.AuditRemove:
		return in.Say(sayAuditRemove, by, what, whom[0], reason)
	case match.AuditDecide:
		return in.Say(sayAuditDecide, by, what, reason)
	case match.AuditStart:
		return in.Say(sayAuditStart, by, what)
	case match.AuditCancel:
		return in.Say(sayAuditCancel, by, what)
	case match.AuditSeries:
		return in.Say(sayAuditSeries, by, what)
	}
	help, was, is := l.setting(in, a)
	return in.Say(sayAuditSetting, by, help, was, is)
}

// auditName returns the name of a player in an entry, or a mention if two people of the entry have
// the same name.
func auditName(p match.Player, people []match.Player) string {
	if board.Namesake(p, match.Match{Record: match.Record{Players: people}}) {
		return discord.Mention(string(p.User))
	}
	return board.PlayerName(p)
}

// setting returns the label of a setting that was changed, and its values before and after.
func (l auditLog) setting(in lang.Language, a match.Audit) (help, was, is string) {
	if l, is := listSettings[a.Setting]; is {
		return in.Speak(l.what), listNames(in, a.Setting, strings.Fields(a.Was)),
			listNames(in, a.Setting, strings.Fields(a.Is))
	}
	names := l.Settings[a.Setting]
	value := func(v string) string {
		if v == "" {
			return in.Speak(sayNotSet)
		}
		return discord.Escape(in.Text(cmp.Or(names.Values[v], v)))
	}
	return in.Text(cmp.Or(names.Help, a.Setting)), value(a.Was), value(a.Is)
}
