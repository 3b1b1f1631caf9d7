package command

import (
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/say"
	"paddock/games"
)

// Options of commands. Their names are also the keys by which handlers read them.
const (
	optUser        = "user"
	optLevel       = "level"
	optVersus      = "versus"
	optPlayers     = "players"
	optTime        = "time"
	optThread      = "thread"
	optLate        = "late"
	optGame        = "game" // which match, or in /rules which game
	optText        = "text"
	optStyle       = "style"
	optThreads     = "threads"
	optLimit       = "limit"
	optTournaments = "tournaments"
	optAt          = "at"
	optRows        = "rows"
	optShow        = "show"

	optLanguage = "language"
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

// author writes definitions of commands in a language: descriptions and the labels of choices, while names stay as they are. See localise.
type author struct {
	in    lang.Language
	games []*games.Game
}

// gameNames are choices of all games.
func (a author) gameNames() (valuesAndLabels []string) {
	for _, g := range a.games {
		valuesAndLabels = append(valuesAndLabels, string(g.ID), g.Name)
	}
	return valuesAndLabels
}

// onlyMatch are the options of a command that takes nothing but a match.
func onlyMatch(a author, _ *games.Game) []*option { return []*option{a.matchOption()} }

// moveOption is the name of the option that takes a move.
func moveOption(g *games.Game) string {
	if g.MoveOption != "" {
		return g.MoveOption
	}
	return "move"
}

// sideOption offers who takes which seat: by the seats' names, or by who goes first. It is empty where seats are not chosen.
func (a author) sideOption(g *games.Game) []*option {
	switch g.SideOption {
	case "":
		return nil
	case "first":
		return []*option{a.choice("first", "Who goes first", false, "me", "I do", "them", "the other", "random", "by chance")}
	}
	list := make([]string, 0, 2*len(g.SeatNames)+2)
	for _, name := range g.SeatNames {
		list = append(list, strings.ToLower(name), name)
	}
	return []*option{a.choice(g.SideOption, "Your side", false, append(list, "random", "by chance")...)}
}

func (a author) gameOption(o games.Option) *option {
	if o.Read != nil {
		text := a.str(o.Name, o.Help, false)
		text.MaxLength = discord.MaxOptionText
		return text
	}
	if len(o.Choices) == 0 {
		return a.integer(o.Name, discord.Truncate(a.in.Say(say.Default, a.in.Text(o.Help), o.Default), 100), max(o.Min, o.From), o.Max)
	}
	c := a.choice(o.Name, o.Help, false)
	for _, v := range o.Choices {
		c.Choices = append(c.Choices, &choice{Name: discord.Truncate(a.in.Text(v.Label), 100), Value: v.Value})
	}
	return c
}

// timeOption offers times per move, and no clock at all if that may be chosen.
func (a author) timeOption(help string, unlimited bool) *option {
	var list []string
	for _, t := range timesPerMove {
		if t.per > 0 || unlimited {
			list = append(list, t.value, t.label)
		}
	}
	return a.choice(optTime, help, false, list...)
}

// languageOption offers the languages, each by its own name, and what it is when nothing is chosen.
func (a author) languageOption(help, otherwise string) *option {
	o := a.choice(optLanguage, help, false, people.Auto, otherwise)
	for _, l := range lang.All {
		o.Choices = append(o.Choices, &choice{Name: l.OwnName(), Value: l.Code()})
	}
	return o
}

func (a author) userOption() *option {
	return &option{
		Type: discordgo.ApplicationCommandOptionUser, Name: optUser, Description: a.in.Text("Whom; nobody: whoever accepts first"),
	}
}

// matchOption says which match is meant, for those who have several in a channel (P42).
func (a author) matchOption() *option {
	o := a.str(optGame, "Which match, if you have several here", false)
	o.Autocomplete = true
	return o
}

func (a author) str(name, help string, required bool) *option {
	return &option{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: a.in.Text(help), Required: required,
	}
}

// choice is a string option with values and their labels in turn.
func (a author) choice(name, help string, required bool, valuesAndLabels ...string) *option {
	o := a.str(name, help, required)
	for i := 0; i+1 < len(valuesAndLabels); i += 2 {
		o.Choices = append(o.Choices, &choice{Name: a.in.Text(valuesAndLabels[i+1]), Value: valuesAndLabels[i]})
	}
	return o
}

func (a author) integer(name, help string, least, most int) *option {
	low := float64(least)
	return &option{
		Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: a.in.Text(help), MinValue: &low, MaxValue: float64(most),
	}
}

func (a author) boolean(name, help string) *option {
	return &option{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: a.in.Text(help)}
}

// localesOf are the names that Discord has for a language.
func localesOf(in lang.Language) []discordgo.Locale {
	var list []discordgo.Locale
	for l := range discordgo.Locales {
		if l != discordgo.Unknown && lang.Match(string(l)) == in {
			list = append(list, l)
		}
	}
	return list
}

// localise adds to a command, its options and their choices what the same command is in a language. Names that people type are translated for
// Discord's eyes only: what arrives here are the English ones.
func localise(c, said *discordgo.ApplicationCommand, in lang.Language, locales []discordgo.Locale) {
	names, help := deref(c.NameLocalizations), deref(c.DescriptionLocalizations)
	add(&names, locales, c.Name, in.Name(c.Name))
	add(&help, locales, c.Description, said.Description)
	c.NameLocalizations, c.DescriptionLocalizations = ref(names), ref(help)
	localiseOptions(c.Options, said.Options, in, locales)
}

func localiseOptions(list, said []*option, in lang.Language, locales []discordgo.Locale) {
	for i, o := range list {
		add(&o.NameLocalizations, locales, o.Name, in.Name(o.Name))
		add(&o.DescriptionLocalizations, locales, o.Description, said[i].Description)
		for j, c := range o.Choices {
			add(&c.NameLocalizations, locales, c.Name, said[i].Choices[j].Name)
		}
		localiseOptions(o.Options, said[i].Options, in, locales)
	}
}

// add notes a text for locales if it is not the English one.
func add(m *map[discordgo.Locale]string, locales []discordgo.Locale, english, text string) {
	if text == english {
		return
	}
	if *m == nil {
		*m = make(map[discordgo.Locale]string)
	}
	for _, l := range locales {
		(*m)[l] = text
	}
}

func deref(m *map[discordgo.Locale]string) map[discordgo.Locale]string {
	if m == nil {
		return nil
	}
	return *m
}

func ref(m map[discordgo.Locale]string) *map[discordgo.Locale]string {
	if m == nil {
		return nil
	}
	return &m
}
