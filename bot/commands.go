package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// userCommand is the entry in the menu of a member (P52).
const userCommand = "Challenge to a game"

// Options of commands. Their names are also the keys by which handlers read them.
const (
	optUser    = "user"
	optLevel   = "level"
	optVersus  = "versus"
	optPlayers = "players"
	optTime    = "time"
	optThread  = "thread"
	optLate    = "late"
	optGame    = "game" // which match, or in /rules which game
	optText    = "text"
	optStyle   = "style"
	optThreads = "threads"
	optLimit   = "limit"
	optCups    = "tournaments"
	optAt      = "at"
	optRows    = "rows"
	optShow    = "show"

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

// commands is everything that can be typed, in all languages.
func commands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	set := author{lang.English}.commands(catalogue)
	for _, in := range lang.All[1:] {
		locales := localesOf(in)
		for i, said := range (author{in}).commands(catalogue) {
			localise(set[i], said, in, locales)
		}
	}
	return set
}

// author writes the command set in a language: descriptions and the labels of choices, while names stay as they are. See localise.
type author struct{ in lang.Language }

// commands is everything that can be typed, made from the catalogue: a further game has its commands with no change here (P49).
func (a author) commands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	var set []*discordgo.ApplicationCommand
	for _, g := range catalogue {
		set = append(set, a.slash(string(g.ID), g.Summary, a.gameCommands(g)...))
	}
	set = slices.Concat(set, a.commonCommands(catalogue), a.statsCommands(catalogue), a.blockCommands())
	server := a.slash("server", "See or change how I behave in this server",
		a.choice(optThreads, "Open a thread for each match", false, "on", "a thread for each match", "off", "matches in the channel"),
		a.choice(optStyle, "How boards are posted", false, "image", "picture", "text", "monospace text"),
		a.timeOption("Time for each move, when nothing else is agreed", false),
		a.integer(optLimit, "Running matches that a member may have here", 1, 50),
		a.choice(optCups, "Who may create tournaments", false, "everybody", "everybody", "managers", "those who may manage the server"),
		a.languageOption("The language of what I post here", "as the server's settings say"),
	)
	manage := int64(discordgo.PermissionManageGuild)
	server.DefaultMemberPermissions = &manage
	inServers(server)
	challenge := a.slash(userCommand, "")
	challenge.Type, challenge.Options = discordgo.UserApplicationCommand, nil
	inServers(challenge)
	return append(set, server, challenge)
}

func (a author) commonCommands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	var names []string
	var personal []*discordgo.ApplicationCommandOption
	for _, g := range catalogue {
		names = append(names, string(g.ID), g.Name)
		for _, o := range g.Personal {
			personal = append(personal, a.gameOption(o))
		}
	}
	which := a.matchOption()
	return append(everywhere(
		a.slash("games", "My matches, the most urgent first"),
		a.slash("board", "Show the board of a match, to you alone", which),
		a.slash("resign", "Give a match up", which),
		a.slash("draw", "Offer a draw, or agree to one", which),
		a.slash("takeback", "Take your last move back, or agree to it", which),
		a.slash("history", "The moves of a match", which, a.integer(optAt, "The board after this many moves", 0, 5000)),
		a.slash("export", "A match as text, to keep or to analyse", which),
		a.slash("why", "The referee's decisions in a match, and the rule behind the last one", which),
		a.slash("rules", "How a game is played", a.choice(optGame, "Which game", true, names...)),
		a.slash("help", "What I can do"),
		a.slash("settings", "How boards are shown to you, how you hear of your turn, and in which language I answer",
			join([]*discordgo.ApplicationCommandOption{
				a.choice(optStyle, "How boards are shown to you", false, "image", "picture", "text", "monospace text", "words", "the position in words"),
				a.languageOption("The language in which I answer you", "as your Discord says"),
				a.choice(optNotify, "How you hear that it is your turn", false, notifyMention, "a mention at the board", string(match.ByDM), "a direct message", string(match.ByNothing), "not at all"),
			}, personal)...),
		a.slash("privacy", "What I store of you, for how long, who sees it, and how to have it deleted"),
		a.slash("delete-my-data", "Remove you and everything I know of you; I ask once more"),
	), a.slash("resume", "Go on here with a match whose channel is gone", which), a.tournamentCommand(catalogue))
}

// gameCommands are the sub-commands that every game has.
func (a author) gameCommands(g *games.Game) []*discordgo.ApplicationCommandOption {
	var levels, side []*discordgo.ApplicationCommandOption
	for _, o := range []struct{ name, help string }{
		{optLevel, "The computer player you play against"},
		{optVersus, "Watch: another computer player in your place"},
	} {
		c := a.choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices, &discordgo.ApplicationCommandOptionChoice{Name: discord.Truncate(p.Name+" · "+a.in.Text(p.Help), 100), Value: p.Name})
		}
		levels = append(levels, c)
	}
	if g.SideOption != "" {
		side = append(side, a.sideOption(g))
	}
	if g.MaxSeats > 2 {
		levels = append(levels, a.integer(optPlayers, "How many play", g.MinSeats, g.MaxSeats))
	}
	var rest []*discordgo.ApplicationCommandOption
	for _, o := range g.Options {
		rest = append(rest, a.gameOption(o))
	}
	late := a.choice(optLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "the match is lost, after days of grace", string(referee.Claim), "the opponent may claim the win, or wait on")
	rest = append(rest, a.timeOption("Time for each move", true), late, a.boolean(optRating, "Whether it counts for the ratings; yes if you don't say"),
		a.boolean(optThread, "Play in a thread of its own"))
	move := a.str(moveOption(g), "Your move: choose one or type it", len(g.MoveSteps) == 0)
	move.Autocomplete = true
	moving := []*discordgo.ApplicationCommandOption{move}
	for _, name := range g.MoveSteps {
		step := a.str(name, a.in.Say(say.Stepwise, a.in.Name(name)), false)
		step.Autocomplete = true
		moving = append(moving, step)
	}
	list := []*discordgo.ApplicationCommandOption{
		a.sub("start", startHelp(g), join(levels, side, rest)...),
		a.sub("challenge", "Challenge a member, or anyone who likes", join([]*discordgo.ApplicationCommandOption{a.userOption()}, side, rest)...),
		a.sub("move", "Make a move", append(moving, a.matchOption())...),
		a.sub("board", "Show the board, to you alone", a.matchOption()),
		a.sub("resign", "Give the match up", a.matchOption()),
		a.sub("rules", a.in.Say(say.HowPlayed, g.Name)),
		a.sub("watch", "See the newest match of this channel"),
		a.sub("nudge", "Ask those who are waited for to move, once in a turn", a.matchOption()),
	}
	if g.Arranges {
		list = append(list,
			a.sub("setup", "Arrange your pieces, seen by you alone", a.str(optRows, "All at once: your rows, the front row first, / between them", false),
				a.boolean(optShow, "Send it to you again"), a.matchOption()),
			a.sub("verify", "Check that nobody has changed their set-up", a.matchOption()))
	}
	return list
}

func startHelp(g *games.Game) string {
	if g.MaxSeats > 2 {
		return "Open a table for others to join, or play the computer"
	}
	return "Play against the computer, or watch two of them"
}

// moveOption is the name of the option that takes a move.
func moveOption(g *games.Game) string {
	if g.MoveOption != "" {
		return g.MoveOption
	}
	return "move"
}

// sideOption offers who takes which seat: by the seats' names, or by who goes first.
func (a author) sideOption(g *games.Game) *discordgo.ApplicationCommandOption {
	if g.SideOption == "first" {
		return a.choice("first", "Who goes first", false, "me", "I do", "them", "the other", "random", "by chance")
	}
	list := make([]string, 0, 2*len(g.SeatNames)+2)
	for _, name := range g.SeatNames {
		list = append(list, strings.ToLower(name), name)
	}
	return a.choice(g.SideOption, "Your side", false, append(list, "random", "by chance")...)
}

func (a author) gameOption(o games.Option) *discordgo.ApplicationCommandOption {
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
		c.Choices = append(c.Choices, &discordgo.ApplicationCommandOptionChoice{Name: discord.Truncate(a.in.Text(v.Label), 100), Value: v.Value})
	}
	return c
}

// timeOption offers times per move, and no clock at all if that may be chosen.
func (a author) timeOption(help string, unlimited bool) *discordgo.ApplicationCommandOption {
	var list []string
	for _, t := range timesPerMove {
		if t.per > 0 || unlimited {
			list = append(list, t.value, t.label)
		}
	}
	return a.choice(optTime, help, false, list...)
}

// languageOption offers the languages, each by its own name, and what it is when nothing is chosen.
func (a author) languageOption(help, otherwise string) *discordgo.ApplicationCommandOption {
	o := a.choice(optLanguage, help, false, ownLanguage, otherwise)
	for _, l := range lang.All {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: l.OwnName(), Value: l.Code()})
	}
	return o
}

func (a author) userOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionUser, Name: optUser, Description: a.in.Text("Whom; nobody: whoever accepts first"),
	}
}

// matchOption says which match is meant, for those who have several in a channel (P42).
func (a author) matchOption() *discordgo.ApplicationCommandOption {
	o := a.str(optGame, "Which match, if you have several here", false)
	o.Autocomplete = true
	return o
}

// slash is a slash command that can be used in servers and in the bot's direct messages, by who has installed the bot for themselves too (P60).
func (a author) slash(name, help string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	if options == nil {
		options = []*discordgo.ApplicationCommandOption{}
	}
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, Description: a.in.Text(help), Options: options,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall},
	}
}

// inServers makes a command one that needs the bot in the server.
func inServers(c *discordgo.ApplicationCommand) {
	c.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	c.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
}

// everywhere makes commands such that can be used also among people in direct messages, where all the bot can do is answer.
func everywhere(list ...*discordgo.ApplicationCommand) []*discordgo.ApplicationCommand {
	for _, c := range list {
		*c.Contexts = append(*c.Contexts, discordgo.InteractionContextPrivateChannel)
	}
	return list
}

func (a author) sub(name, help string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, Description: a.in.Text(help), Options: options,
	}
}

func (a author) str(name, help string, required bool) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: a.in.Text(help), Required: required,
	}
}

// choice is a string option with values and their labels in turn.
func (a author) choice(name, help string, required bool, valuesAndLabels ...string) *discordgo.ApplicationCommandOption {
	o := a.str(name, help, required)
	for i := 0; i+1 < len(valuesAndLabels); i += 2 {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: a.in.Text(valuesAndLabels[i+1]), Value: valuesAndLabels[i]})
	}
	return o
}

func (a author) integer(name, help string, least, most int) *discordgo.ApplicationCommandOption {
	low := float64(least)
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: a.in.Text(help), MinValue: &low, MaxValue: float64(most),
	}
}

func (a author) boolean(name, help string) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: a.in.Text(help)}
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

func localiseOptions(list, said []*discordgo.ApplicationCommandOption, in lang.Language, locales []discordgo.Locale) {
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

func join(lists ...[]*discordgo.ApplicationCommandOption) []*discordgo.ApplicationCommandOption {
	var all []*discordgo.ApplicationCommandOption
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// fingerprint changes when the command set or the application does: only then is the set sent, for Discord counts creations.
func fingerprint(app string, set []*discordgo.ApplicationCommand) string {
	raw, _ := json.Marshal(set) // plain data: can't fail
	sum := sha256.Sum256(append(raw, app...))
	return hex.EncodeToString(sum[:])
}
