package router

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/show"
	"paddock/games"
)

type (
	// Handler deals with a request and says what to answer. An error is explained to the person alone.
	Handler func(context.Context, *Request) (discord.Reply, error)
	// Completer lists what the option being typed could become.
	Completer func(context.Context, *Request) []*Choice
	// Actions are the handlers of buttons and menus.
	Actions map[show.Action]Handler

	// Option is Discord's.
	Option = discordgo.ApplicationCommandOption
	// Choice is Discord's.
	Choice = discordgo.ApplicationCommandOptionChoice
)

// Command is something that people can type, or choose in a member's menu: its definition, who may use it, what it does and what it offers while it
// is typed. Each is one value in a file of its own; table.go lists them, and registration, router, /help and the tests of limits range over that list.
type Command struct {
	Name     string // as typed; of a sub-command its own word
	Help     string // what it does, in English, at most 100 characters
	Where    Where
	NotHere  *games.Sentence // said to who uses it elsewhere all the same
	Managers bool            // only for members who may manage the server, with all sub-commands
	UserMenu bool            // an entry in a member's menu
	Arranges bool            // only of games in which pieces are arranged in secret
	Cost     int             // what it takes from the allowance of who uses it, see CostBoard

	HelpOf   func(Builder, *games.Game) string // instead of Help, of a game's command
	Options  func(Builder, *games.Game) []*Option
	Run      Handler
	Complete Completer
	Subs     []*Command
}

// Where is where a command can be used.
type Where int

// The places.
const (
	WithBot    Where = iota // in servers and in direct messages with the bot
	Everywhere              // also among people in direct messages, where all the bot can do is answer
	InServers               // only in servers where the bot is a member
)

// Set is all commands and actions, for a catalogue of games.
type Set struct {
	Games   []*games.Game
	Common  []*Command
	PerGame []*Command
	Actions Actions
	Costs   map[show.Action]int // as Command.Cost
}

// OfGame lists the sub-commands of a game's command.
func (s *Set) OfGame(g *games.Game) []*Command {
	return slices.DeleteFunc(slices.Clone(s.PerGame), func(c *Command) bool { return c.Arranges && !g.Arranges })
}

// Find is the command of a path such as "kalah move" or "tournament join", and the game of a game's command.
func (s *Set) Find(path string) (*Command, *games.Game) {
	first, rest, _ := strings.Cut(path, " ")
	for _, g := range s.Games {
		if string(g.ID) == first {
			return named(s.OfGame(g), rest), g
		}
	}
	c := named(s.Common, path)
	if c == nil {
		if c = named(s.Common, first); c != nil {
			c = named(c.Subs, rest).under(c)
		}
	}
	if c == nil || c.Run == nil {
		return nil, nil
	}
	return c, nil
}

// under is a sub-command with the conditions of the command that it belongs to.
func (c *Command) under(whole *Command) *Command {
	if c == nil {
		return nil
	}
	sub := *c
	sub.Where, sub.NotHere, sub.Managers = whole.Where, whole.NotHere, whole.Managers
	return &sub
}

func named(list []*Command, name string) *Command {
	if i := slices.IndexFunc(list, func(c *Command) bool { return c.Name == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// define is a command as Discord registers it.
func (c *Command) define(a Builder) *discordgo.ApplicationCommand {
	d := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: c.Name, Description: a.In.Text(c.Help), Options: []*Option{},
		Contexts:         &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall},
	}
	switch c.Where {
	case Everywhere:
		*d.Contexts = append(*d.Contexts, discordgo.InteractionContextPrivateChannel)
	case InServers:
		d.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
		d.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	}
	if c.Managers {
		manage := int64(discordgo.PermissionManageGuild)
		d.DefaultMemberPermissions = &manage
	}
	if c.UserMenu {
		d.Type, d.Options = discordgo.UserApplicationCommand, nil
		return d
	}
	for _, sub := range c.Subs {
		d.Options = append(d.Options, sub.defineSub(a, nil))
	}
	if c.Options != nil {
		d.Options = append(d.Options, c.Options(a, nil)...)
	}
	return d
}

// defineSub is a sub-command, of a game's command or of another.
func (c *Command) defineSub(a Builder, g *games.Game) *Option {
	help := a.In.Text(c.Help)
	if c.HelpOf != nil {
		help = c.HelpOf(a, g)
	}
	o := &Option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: c.Name, Description: help}
	if c.Options != nil {
		o.Options = c.Options(a, g)
	}
	return o
}

// Definitions is everything that can be typed, made from the catalogue: a further game has its commands with no change here (P49).
func (s *Set) Definitions(in lang.Language) (list []*discordgo.ApplicationCommand) {
	a := Builder{in, s.Games}
	for _, g := range s.Games {
		game := (&Command{Name: string(g.ID), Help: g.Summary}).define(a)
		for _, c := range s.OfGame(g) {
			game.Options = append(game.Options, c.defineSub(a, g))
		}
		list = append(list, game)
	}
	for _, c := range s.Common {
		list = append(list, c.define(a))
	}
	return list
}

// Localised is the same in all languages.
func (s *Set) Localised() []*discordgo.ApplicationCommand {
	list := s.Definitions(lang.English)
	for _, in := range lang.All[1:] {
		locales := localesOf(in)
		for i, said := range s.Definitions(in) {
			localise(list[i], said, in, locales)
		}
	}
	return list
}
