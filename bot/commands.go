package bot

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/games"
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

// commands is everything that can be typed, made from the catalogue: a further game has its commands with no change here (P49).
func commands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	var set []*discordgo.ApplicationCommand
	for _, g := range catalogue {
		set = append(set, slash(string(g.ID), g.Summary, gameCommands(g)...))
	}
	set = append(set, commonCommands(catalogue)...)
	server := slash("server", "See or change how I behave in this server",
		choice(optThreads, "Open a thread for each match", false, "on", "a thread for each match", "off", "matches in the channel"),
		choice(optStyle, "How boards are posted", false, "image", "picture", "text", "monospace text"),
		timeOption("Time for each move, when nothing else is agreed", false),
		integer(optLimit, "Running matches that a member may have here", 1, 50),
		choice(optCups, "Who may create tournaments", false, "everybody", "everybody", "managers", "those who may manage the server"),
	)
	manage := int64(discordgo.PermissionManageGuild)
	server.DefaultMemberPermissions = &manage
	server.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
	challenge := slash(userCommand, "")
	challenge.Type, challenge.Options = discordgo.UserApplicationCommand, nil
	challenge.Contexts = server.Contexts
	return append(set, server, challenge)
}

func commonCommands(catalogue []*games.Game) []*discordgo.ApplicationCommand {
	var names []string
	var personal []*discordgo.ApplicationCommandOption
	for _, g := range catalogue {
		names = append(names, string(g.ID), g.Name)
		for _, o := range g.Personal {
			personal = append(personal, gameOption(o))
		}
	}
	which := matchOption()
	return []*discordgo.ApplicationCommand{
		slash("games", "My matches, the most urgent first"),
		slash("board", "Show the board of a match, to you alone", which),
		slash("resign", "Give a match up", which),
		slash("draw", "Offer a draw, or agree to one", which),
		slash("takeback", "Take your last move back, or agree to it", which),
		slash("history", "The moves of a match", which, integer(optAt, "The board after this many moves", 0, 5000)),
		slash("export", "A match as text, to keep or to analyse", which),
		slash("resume", "Go on here with a match whose channel is gone", which),
		slash("why", "The referee's decisions in a match, and the rule behind the last one", which),
		slash("rules", "How a game is played", choice(optGame, "Which game", true, names...)),
		slash("help", "What I can do"),
		slash("settings", "How boards are shown to you", join([]*discordgo.ApplicationCommandOption{
			choice(optStyle, "How boards are shown to you", false, "image", "picture", "text", "monospace text", "words", "the position in words"),
		}, personal)...),
		slash("privacy", "What I store of you, for how long, who sees it, and how to have it deleted"),
		slash("delete-my-data", "Remove you and everything I know of you; I ask once more"),
		tournamentCommand(catalogue),
	}
}

// gameCommands are the sub-commands that every game has.
func gameCommands(g *games.Game) []*discordgo.ApplicationCommandOption {
	var levels, side []*discordgo.ApplicationCommandOption
	for _, o := range []struct{ name, help string }{
		{optLevel, "The computer player you play against"},
		{optVersus, "Watch: another computer player in your place"},
	} {
		c := choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices, &discordgo.ApplicationCommandOptionChoice{Name: cut(p.Name+" · "+p.Help, 100), Value: p.Name})
		}
		levels = append(levels, c)
	}
	if g.SideOption != "" {
		side = append(side, sideOption(g))
	}
	if g.MaxSeats > 2 {
		levels = append(levels, integer(optPlayers, "How many play", g.MinSeats, g.MaxSeats))
	}
	var rest []*discordgo.ApplicationCommandOption
	for _, o := range g.Options {
		rest = append(rest, gameOption(o))
	}
	late := choice(optLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "the match is lost, after days of grace", string(referee.Claim), "the opponent may claim the win, or wait on")
	rest = append(rest, timeOption("Time for each move", true), late, boolean(optThread, "Play in a thread of its own"))
	move := str(moveOption(g), "Your move: choose one or type it", len(g.MoveSteps) == 0)
	move.Autocomplete = true
	moving := []*discordgo.ApplicationCommandOption{move}
	for _, name := range g.MoveSteps {
		step := str(name, "Your move step by step: "+name, false)
		step.Autocomplete = true
		moving = append(moving, step)
	}
	list := []*discordgo.ApplicationCommandOption{
		sub("start", startHelp(g), join(levels, side, rest)...),
		sub("challenge", "Challenge a member, or anyone who likes", join([]*discordgo.ApplicationCommandOption{userOption()}, side, rest)...),
		sub("move", "Make a move", append(moving, matchOption())...),
		sub("board", "Show the board, to you alone", matchOption()),
		sub("resign", "Give the match up", matchOption()),
		sub("rules", "How "+g.Name+" is played"),
		sub("watch", "See the newest match of this channel"),
		sub("nudge", "Ask those who are waited for to move, once in a turn", matchOption()),
	}
	if g.Arranges {
		list = append(list,
			sub("setup", "Arrange your pieces, seen by you alone", str(optRows, "All at once: your rows, the front row first, / between them", false),
				boolean(optShow, "Send it to you again"), matchOption()),
			sub("verify", "Check that nobody has changed their set-up", matchOption()))
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
func sideOption(g *games.Game) *discordgo.ApplicationCommandOption {
	if g.SideOption == "first" {
		return choice("first", "Who goes first", false, "me", "I do", "them", "the other", "random", "by chance")
	}
	list := make([]string, 0, 2*len(g.SeatNames)+2)
	for _, name := range g.SeatNames {
		list = append(list, strings.ToLower(name), name)
	}
	return choice(g.SideOption, "Your side", false, append(list, "random", "by chance")...)
}

func gameOption(o games.Option) *discordgo.ApplicationCommandOption {
	if o.Read != nil {
		text := str(o.Name, o.Help, false)
		text.MaxLength = maxOptionText
		return text
	}
	if len(o.Choices) == 0 {
		return integer(o.Name, cut(fmt.Sprintf("%s (%s if you don't say)", o.Help, o.Default), 100), max(o.Min, o.From), o.Max)
	}
	c := choice(o.Name, o.Help, false)
	for _, v := range o.Choices {
		c.Choices = append(c.Choices, &discordgo.ApplicationCommandOptionChoice{Name: cut(v.Label, 100), Value: v.Value})
	}
	return c
}

// timeOption offers times per move, and no clock at all if that may be chosen.
func timeOption(help string, unlimited bool) *discordgo.ApplicationCommandOption {
	var list []string
	for _, t := range timesPerMove {
		if t.per > 0 || unlimited {
			list = append(list, t.value, t.label)
		}
	}
	return choice(optTime, help, false, list...)
}

func userOption() *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionUser, Name: optUser, Description: "Whom; nobody: whoever accepts first",
	}
}

// matchOption says which match is meant, for those who have several in a channel (P42).
func matchOption() *discordgo.ApplicationCommandOption {
	o := str(optGame, "Which match, if you have several here", false)
	o.Autocomplete = true
	return o
}

// slash is a slash command. Commands can be used in servers and in the bot's direct messages, never elsewhere (P60).
func slash(name, help string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommand {
	if options == nil {
		options = []*discordgo.ApplicationCommandOption{}
	}
	return &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: name, Description: help, Options: options,
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall},
	}
}

func sub(name, help string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, Description: help, Options: options,
	}
}

func str(name, help string, required bool) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionString, Name: name, Description: help, Required: required,
	}
}

// choice is a string option with values and their labels in turn.
func choice(name, help string, required bool, valuesAndLabels ...string) *discordgo.ApplicationCommandOption {
	o := str(name, help, required)
	for i := 0; i+1 < len(valuesAndLabels); i += 2 {
		o.Choices = append(o.Choices, &discordgo.ApplicationCommandOptionChoice{Name: valuesAndLabels[i+1], Value: valuesAndLabels[i]})
	}
	return o
}

func integer(name, help string, least, most int) *discordgo.ApplicationCommandOption {
	low := float64(least)
	return &discordgo.ApplicationCommandOption{
		Type: discordgo.ApplicationCommandOptionInteger, Name: name, Description: help, MinValue: &low, MaxValue: float64(most),
	}
}

func boolean(name, help string) *discordgo.ApplicationCommandOption {
	return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionBoolean, Name: name, Description: help}
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
