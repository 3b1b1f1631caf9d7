package router

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
)

// Options of commands. Their names are also the keys by which handlers read them.
const (
	OptUser        = "user"
	OptLevel       = "level"
	OptVersus      = "versus"
	OptPlayers     = "players"
	OptTime        = "time"
	OptThread      = "thread"
	OptMove        = "move"
	OptLate        = "timeout"
	OptGame        = "game" // which match, or in /rules which game
	optText        = "text"
	OptStyle       = "style"
	OptThreads     = "threads"
	OptLimit       = "limit"
	OptTournaments = "tournaments"
	OptAfter       = "after"
	OptRows        = "rows"
	OptResend      = "resend"
	OptOld         = "old"
	OptNew         = "new"
	OptAllow       = "allow"
	OptForbid      = "forbid"
	OptReason      = "reason"
	OptWeekends    = "weekends-off"
	OptVacations   = "no-vacations"

	OptLanguage = "language"
)

// timesPerMove are the choices of the option time.
var timesPerMove = []struct {
	value string
	per   time.Duration
	label string
}{
	{"10m", 10 * time.Minute, "10 minutes a move"},
	{"1h", time.Hour, "1 hour a move"},
	{"6h", 6 * time.Hour, "6 hours a move"},
	{"24h", 24 * time.Hour, "1 day a move"},
	{"48h", 48 * time.Hour, "2 days a move"},
	{"72h", 72 * time.Hour, "3 days a move"},
	{"168h", 168 * time.Hour, "7 days a move"},
	{"none", 0, "no clock"},
}

// TimesPerMove are the values of times per move and their labels in turn, and no clock at all if that may be chosen.
func TimesPerMove(unlimited bool) (valuesAndLabels []string) {
	for _, t := range timesPerMove {
		if t.per > 0 || unlimited {
			valuesAndLabels = append(valuesAndLabels, t.value, t.label)
		}
	}
	return valuesAndLabels
}

// TimeValue is the value of a time per move; empty if it is none of the choices.
func TimeValue(per time.Duration) string {
	for _, t := range timesPerMove {
		if t.per == per && per > 0 {
			return t.value
		}
	}
	return ""
}

// PerMove is a value of the option time; negative for no clock.
func PerMove(value string) time.Duration {
	for _, t := range timesPerMove {
		if t.value == value && t.per > 0 {
			return t.per
		}
	}
	return -1
}

// Builder writes definitions of commands in a language: descriptions and the labels of choices, while names stay as they are. See localise.
type Builder struct {
	In    lang.Language
	Games []*games.Game
}

// GameNames are choices of all games.
func (a Builder) GameNames() (valuesAndLabels []string) {
	for _, g := range a.Games {
		valuesAndLabels = append(valuesAndLabels, string(g.ID), g.Name)
	}
	return valuesAndLabels
}

// OnlyMatch are the options of a command that takes nothing but a match.
func OnlyMatch(a Builder, _ *games.Game) []*Option { return []*Option{a.MatchOption()} }

// SideOption offers who takes which seat: by the seats' names, or by who goes first. It is empty where seats are not chosen.
func (a Builder) SideOption(g *games.Game) []*Option {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []*Option{a.Choice("first", "Who goes first", false, "me", "I do", "them", "the other", "random", "by chance")}
	}
	list := make([]string, 0, 2*len(g.SeatNames)+2)
	for _, name := range g.SeatNames {
		list = append(list, strings.ToLower(name), name)
	}
	return []*Option{a.Choice(g.SideOption, "Your side", false, append(list, "random", "by chance")...)}
}

// GameOption is an option of a game, with its choices or limits.
func (a Builder) GameOption(o games.Option) *Option {
	if o.Read != nil {
		text := a.Str(o.TypedName(), o.Help, false)
		text.MaxLength = discord.MaxOptionText
		return text
	}
	if len(o.Choices) == 0 {
		return a.Integer(o.TypedName(), discord.Truncate(a.In.Say(say.Default, a.In.Text(o.Help), o.Default), 100), max(o.Min, o.From), o.Max)
	}
	c := a.Choice(o.TypedName(), o.Help, false)
	for _, v := range o.Choices {
		c.Choices = append(c.Choices, &Choice{Name: discord.Truncate(a.In.Text(v.Label), 100), Value: v.Value})
	}
	return c
}

// TimeOption offers times per move, and no clock at all if that may be chosen.
func (a Builder) TimeOption(help string, unlimited bool) *Option {
	return a.Choice(OptTime, help, false, TimesPerMove(unlimited)...)
}

// UserOption names a member.
func (a Builder) UserOption() *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionUser, Name: OptUser, Description: a.In.Text("Whom; leave it out to challenge anyone who likes"),
	}
}

// Member names a member, for what help says.
func (a Builder) Member(name, help string, required bool) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionUser, Name: name, Description: a.In.Text(help), Required: required}
}

// Channel names a channel in which messages can be posted.
func (a Builder) Channel(name, help string) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionChannel, Name: name, Description: a.In.Text(help), ChannelTypes: ChannelTypes}
}

// ChannelTypes are the kinds of channels in which matches can be played, or whose threads they can be played in.
var ChannelTypes = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildStageVoice, discordgo.ChannelTypeGuildForum,
}

// MatchOption says which match is meant, for those who have several in a channel (P42).
func (a Builder) MatchOption() *Option {
	o := a.Str(OptGame, "Which match, if you have several here", false)
	o.Autocomplete = true
	return o
}

// Str is a string option.
func (a Builder) Str(name, help string, required bool) *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: a.In.Text(help), Required: required,
	}
}

// Choice is a string option with values and their labels in turn.
func (a Builder) Choice(name, help string, required bool, valuesAndLabels ...string) *Option {
	o := a.Str(name, help, required)
	for i := 0; i+1 < len(valuesAndLabels); i += 2 {
		o.Choices = append(o.Choices, &Choice{Name: a.In.Text(valuesAndLabels[i+1]), Value: valuesAndLabels[i]})
	}
	return o
}

// Integer is an integer option with limits.
func (a Builder) Integer(name, help string, least, most int) *Option {
	low := float64(least)
	return &Option{
		Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: a.In.Text(help), MinValue: &low, MaxValue: float64(most),
	}
}

// File is an option to which a file is attached.
func (a Builder) File(name, help string) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionAttachment, Name: name, Description: a.In.Text(help)}
}

// Boolean is a yes or no option.
func (a Builder) Boolean(name, help string) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: a.In.Text(help)}
}
