package request

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match/vote"
	"paddock/games/referee"
)

// Names of options that several commands have.
const (
	OptRating   = "rated"
	OptUser     = "user"
	OptPlayers  = "players"
	OptTime     = "time"
	OptThread   = "thread"
	OptLate     = "timeout"
	OptBank     = "bank"
	OptGame     = "game" // a match; in /rules a game
	optText     = "text"
	OptStyle    = "style"
	OptReason   = "reason"
	OptWeekends = "weekends-off"
	OptFinish   = "finish" // whether the rest is played out when the match is decided
	OptSeat     = "seat"   // who plays the proposer's side
	OptRival    = "rival"  // the channel that is challenged
	OptVote     = "vote"   // how long a vote is open
	OptVoters   = "voters" // how many members vote at most, see vote.Terms
	OptLanguage = "language"
	OptLook     = "look"
)

// times are the choices of an option that stands for a duration.
type times []struct {
	value string
	d     time.Duration
	label string
}

// of returns the duration of an option value; 0 for none.
func (l times) of(value string) time.Duration {
	for _, t := range l {
		if t.value == value {
			return t.d
		}
	}
	return 0
}

// timesPerMove are the choices of the option OptTime.
var timesPerMove = times{
	{"10m", 10 * time.Minute, "10 minutes a move"},
	{"1h", time.Hour, "1 hour a move"},
	{"6h", 6 * time.Hour, "6 hours a move"},
	{"24h", 24 * time.Hour, "1 day a move"},
	{"48h", 48 * time.Hour, "2 days a move"},
	{"72h", 72 * time.Hour, "3 days a move"},
	{"168h", 168 * time.Hour, "7 days a move"},
	{"none", 0, "no clock"},
}

// TimesPerMove returns the values and labels of the times per move in turn. Unlimited includes "no
// clock".
func TimesPerMove(unlimited bool) (valuesAndLabels []string) {
	for _, t := range timesPerMove {
		if t.d > 0 || unlimited {
			valuesAndLabels = append(valuesAndLabels, t.value, t.label)
		}
	}
	return valuesAndLabels
}

// Values of the option OptSeat.
const (
	seatMe          = "me"
	SeatChannel     = "channel"
	SeatChannelOpen = "channel-open"
)

// voteWindows are the choices of the option OptVote.
var voteWindows = times{
	{"10m", 10 * time.Minute, "10 minutes"},
	{"1h", time.Hour, "1 hour"},
	{"6h", 6 * time.Hour, "6 hours"},
	{"12h", 12 * time.Hour, "12 hours"},
	{"24h", 24 * time.Hour, "1 day"},
	{"48h", 48 * time.Hour, "2 days"},
}

// VoteWindow returns how long a vote is open, by an option value; 0 for none.
func VoteWindow(value string) time.Duration { return voteWindows.of(value) }

// SeatOptions returns the options by which a channel plays, for games without secrets.
func (a Builder) SeatOptions(g *games.Game) []*Option {
	if g.Hidden {
		return nil
	}
	var windows []string
	for _, w := range voteWindows {
		windows = append(windows, w.value, w.label)
	}
	return []*Option{
		a.Choice(OptSeat, "Who plays your side", false, seatMe, "you", SeatChannel, "this channel votes, in secret",
			SeatChannelOpen, "this channel votes, everybody sees the count"),
		a.Choice(OptVote, "How long the channel can vote on a move", false, windows...),
		a.Integer(OptVoters, "How many vote at most, so that I can count sooner", 2, vote.MostVoters),
	}
}

// banks are the choices of the option OptBank.
var banks = []struct {
	value string
	bank  referee.Bank
	label string
}{
	{"3", referee.Bank{Time: 72 * time.Hour}, "3 days for the whole match"},
	{"10", referee.Bank{Time: 240 * time.Hour}, "10 days for the whole match"},
	{"30", referee.Bank{Time: 720 * time.Hour}, "30 days for the whole match"},
	{"10+12", referee.Bank{Time: 240 * time.Hour, Increment: 12 * time.Hour}, "10 days; each move gives back 12 hours"},
	{"30+24", referee.Bank{Time: 720 * time.Hour, Increment: 24 * time.Hour}, "30 days; each move gives back a day"},
}

// BankOption returns the option of the time bank.
func (a Builder) BankOption() *Option {
	var choices []string
	for _, b := range banks {
		choices = append(choices, b.value, b.label)
	}
	return a.Choice(OptBank, "Extra time for each player, used only when a move takes longer", false, choices...)
}

// BankValue returns the option value of a time bank; empty for none.
func BankValue(b referee.Bank) string {
	for _, known := range banks {
		if known.bank == b {
			return known.value
		}
	}
	return ""
}

// Bank returns the time bank of an option value; none for an unknown one.
func Bank(value string) referee.Bank {
	for _, b := range banks {
		if b.value == value {
			return b.bank
		}
	}
	return referee.Bank{}
}

// TimeValue returns the option value of a time per move, or "" if it is no choice.
func TimeValue(per time.Duration) string {
	for _, t := range timesPerMove {
		if t.d == per && per > 0 {
			return t.value
		}
	}
	return ""
}

// PerMove returns the time per move of an option value; it is negative for no clock.
func PerMove(value string) time.Duration {
	return cmp.Or(timesPerMove.of(value), -1)
}

// Builder makes definitions of commands in one language. It translates descriptions and labels.
// Names stay English here; registration adds their translations.
type Builder struct {
	In    lang.Language
	Games []*games.Game
}

// GameNames returns the ids and names of all games in turn, as choices.
func (a Builder) GameNames() (valuesAndLabels []string) {
	for _, g := range a.Games {
		valuesAndLabels = append(valuesAndLabels, string(g.ID), g.Name)
	}
	return valuesAndLabels
}

// SideOption returns the option that chooses a side or who goes first. It returns none for games
// without such a choice.
func (a Builder) SideOption(g *games.Game) []*Option {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []*Option{a.Choice("first", "Who goes first", false, "me", "I do", "them", "my opponent", "random",
			"by lot")}
	}
	list := make([]string, 0, 2*len(g.SeatNames)+2)
	for _, name := range g.SeatNames {
		list = append(list, strings.ToLower(name), name)
	}
	return []*Option{a.Choice(g.SideOption, "Your side", false, append(list, "random", "by lot")...)}
}

// GameOption returns the command option of a game's option, with its choices or limits.
func (a Builder) GameOption(o games.Option) *Option {
	if o.Read != nil {
		text := a.Str(o.TypedName(), o.Help, false)
		text.MaxLength = discord.MaxOptionText
		return text
	}
	if len(o.Choices) == 0 {
		return a.Integer(o.TypedName(), discord.Truncate(a.In.Say(sayDefault, a.In.Text(o.Help), o.Default), 100),
			max(o.Min, o.From), o.Max)
	}
	c := a.Choice(o.TypedName(), o.Help, false)
	for _, v := range o.Choices {
		c.Choices = append(c.Choices, &Choice{Name: discord.Truncate(a.In.Text(v.Label), 100), Value: v.Value})
	}
	return c
}

// TimeOption returns the option of the time per move. Unlimited includes "no clock".
func (a Builder) TimeOption(help string, unlimited bool) *Option {
	return a.Choice(OptTime, help, false, TimesPerMove(unlimited)...)
}

// UserOption returns the option that names an opponent.
func (a Builder) UserOption() *Option {
	return a.Member(OptUser, "Whom; leave it out to challenge everybody", false)
}

// Member returns an option that names a member.
func (a Builder) Member(name, help string, required bool) *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionUser, Name: name, Description: a.In.Text(help),
		Required: required,
	}
}

// Channel returns an option that names a channel of one of the types.
func (a Builder) Channel(name, help string, types []discordgo.ChannelType) *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionChannel, Name: name, Description: a.In.Text(help),
		ChannelTypes: types,
	}
}

// PostTypes are the kinds of channels that have messages. PlayTypes are those in which, or in whose
// threads, matches can be played.
var (
	PostTypes = []discordgo.ChannelType{
		discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildVoice, discordgo.ChannelTypeGuildNews,
		discordgo.ChannelTypeGuildStageVoice,
	}
	PlayTypes = slices.Concat(PostTypes, []discordgo.ChannelType{discordgo.ChannelTypeGuildForum})
)

// MatchOption returns the option that names a match, for people with several matches in a channel
// (P42).
func (a Builder) MatchOption() *Option {
	o := a.Str(OptGame, "Which match, if you have several here", false)
	o.Autocomplete = true
	return o
}

// Str returns a string option.
func (a Builder) Str(name, help string, required bool) *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: a.In.Text(help), Required: required,
	}
}

// Choice returns a string option with values and their labels in turn.
func (a Builder) Choice(name, help string, required bool, valuesAndLabels ...string) *Option {
	o := a.Str(name, help, required)
	for i := 0; i+1 < len(valuesAndLabels); i += 2 {
		o.Choices = append(o.Choices, &Choice{Name: a.In.Text(valuesAndLabels[i+1]), Value: valuesAndLabels[i]})
	}
	return o
}

// Integer returns an integer option with limits.
func (a Builder) Integer(name, help string, least, most int) *Option {
	return &Option{
		Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: a.In.Text(help),
		MinValue: new(float64(least)), MaxValue: float64(most),
	}
}

// File returns an option that takes an attached file.
func (a Builder) File(name, help string) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionAttachment, Name: name, Description: a.In.Text(help)}
}

// Boolean returns a yes-or-no option.
func (a Builder) Boolean(name, help string) *Option {
	return &Option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: a.In.Text(help)}
}
