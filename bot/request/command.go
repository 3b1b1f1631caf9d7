package request

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/games"
)

type (
	// Handler handles a request and returns the answer. Its error is explained privately to the
	// person who asked.
	Handler func(context.Context, *Request) (Reply, error)
	// Completer returns the choices for the option that is being typed.
	Completer func(context.Context, *Request) []*Choice
	// Actions are the handlers of buttons, menus and forms.
	Actions map[component.Action]Handler

	Option = discordgo.ApplicationCommandOption
	Choice = discordgo.ApplicationCommandOptionChoice
)

// Command is a slash command or a command of a context menu. Registration, routing, /help and the
// tests of limits use the commands of a Set. Features list theirs in a [Part].
type Command struct {
	Name string // the name that people type; a sub-command has only its last word
	// the parent command, possibly of another feature; empty: the command has no parent, or stands
	// in its parent's Subs
	In       string
	Help     string // what it does, in English, at most 100 characters
	Where    Where
	NotHere  *games.Sentence // the refusal where the command can't be used
	Managers bool            // only members who may manage the server can use it and its sub-commands
	UserMenu bool            // the command is in the menu of a member
	OnBoards bool            // the command is in the menu of a message, and is about the match that the message shows
	Arranges bool            // the command is only for games whose pieces are arranged in secret
	Cost     int             // cost for the user's allowance, see CostBoard

	// if not nil, returns the help of a sub-command for a game, in place of Help
	HelpOf   func(Builder, *games.Game) string
	Options  func(Builder, *games.Game) []*Option
	Run      Handler
	Complete Completer
	Subs     []*Command
}

// Values of Where, the places in which a command can be used.
type Where int

// Values of Where, the places in which a command can be used.
const (
	WithBot    Where = iota // in servers and in direct messages with the bot
	Everywhere              // also in chats between people, where the bot can only answer
	InServers               // only in servers where the bot is a member
)

// Set holds all commands and actions for a catalogue of games.
type Set struct {
	Games   []*games.Game
	Common  []*Command
	PerGame []*Command
	Actions Actions
	Costs   map[component.Action]int // cost of a component's action, like Command.Cost

	Activity bool // the application has an activity, see Part.Activity
}

// Part holds the commands and actions of one feature.
type Part struct {
	PerGame []*Command // sub-commands of every game's command
	Common  []*Command
	Actions Actions
	Costs   map[component.Action]int // cost of a component's action, like Command.Cost

	Activity bool // Discord must register the command that opens the application's activity
}

// Order lists commands in the order in which they are shown: "draw", "match pause". Unlisted ones
// come last.
type Order struct{ PerGame, Common []string }

// Combine makes a Set from the parts of all features. It panics if two features handle the same
// action, if two commands have the same name, or if a command's parent does not exist.
func Combine(catalogue []*games.Game, order Order, parts ...Part) *Set {
	s := &Set{Games: catalogue, Actions: make(Actions), Costs: make(map[component.Action]int)}
	for _, p := range parts {
		s.PerGame = append(s.PerGame, p.PerGame...)
		s.Common = append(s.Common, p.Common...)
		for a, h := range p.Actions {
			if s.Actions[a] != nil {
				panic("two features handle the action " + string(a))
			}
			s.Actions[a] = h
		}
		maps.Copy(s.Costs, p.Costs)
		s.Activity = s.Activity || p.Activity
	}
	slices.SortStableFunc(s.PerGame, by(order.PerGame))
	slices.SortStableFunc(s.Common, by(order.Common))
	s.group()
	return s
}

// group moves each sub-command to the Subs of its parent.
func (s *Set) group() {
	all, taken := s.Common, make(map[string]bool)
	s.Common = slices.DeleteFunc(slices.Clone(all), func(c *Command) bool { return c.In != "" })
	for _, c := range all {
		if c.In == "" {
			continue
		}
		whole := named(s.Common, c.In)
		if whole == nil || whole.Run != nil {
			panic("/" + c.path() + " is a sub-command of a command that has none")
		}
		whole.Subs = append(whole.Subs, c)
	}
	claim := func(path string) {
		if taken[path] {
			panic("two commands are called /" + path)
		}
		taken[path] = true
	}
	for _, g := range s.Games {
		claim(string(g.ID))
	}
	for _, c := range s.PerGame {
		claim("any game's " + c.Name)
	}
	for _, c := range s.Common {
		claim(c.Name)
		for _, sub := range c.Subs {
			claim(c.Name + " " + sub.Name)
		}
	}
}

// path returns the words of a common command, such as "match pause".
func (c *Command) path() string { return strings.TrimSpace(c.In + " " + c.Name) }

// by returns a comparison of commands by the positions of their names in a list.
func by(names []string) func(x, y *Command) int {
	place := func(c *Command) int {
		if at := slices.Index(names, c.path()); at >= 0 {
			return at
		}
		return len(names)
	}
	return func(x, y *Command) int { return place(x) - place(y) }
}

// OfGame returns the sub-commands of a game's command.
func (s *Set) OfGame(g *games.Game) []*Command {
	return slices.DeleteFunc(slices.Clone(s.PerGame), func(c *Command) bool { return c.Arranges && !g.Arranges })
}

// Find returns the command at a path such as "kalah move" or "tournament join", or nil. For a
// game's command it also returns the game.
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

// under returns a copy of a sub-command with the restrictions of its parent. If the parent can be
// used everywhere, its sub-commands have their own places.
func (c *Command) under(whole *Command) *Command {
	if c == nil {
		return nil
	}
	sub := *c
	if whole.Where != Everywhere {
		sub.Where, sub.NotHere = whole.Where, whole.NotHere
	}
	sub.Managers = sub.Managers || whole.Managers
	return &sub
}

func named(list []*Command, name string) *Command {
	if i := slices.IndexFunc(list, func(c *Command) bool { return c.Name == name }); i >= 0 {
		return list[i]
	}
	return nil
}

// define returns the command in the form in which Discord registers it.
func (c *Command) define(a Builder) *discordgo.ApplicationCommand {
	d := &discordgo.ApplicationCommand{
		Type: discordgo.ChatApplicationCommand, Name: c.Name, Description: a.In.Text(c.Help), Options: []*Option{},
		Contexts: &[]discordgo.InteractionContextType{
			discordgo.InteractionContextGuild,
			discordgo.InteractionContextBotDM,
		},
		IntegrationTypes: &[]discordgo.ApplicationIntegrationType{
			discordgo.ApplicationIntegrationGuildInstall,
			discordgo.ApplicationIntegrationUserInstall,
		},
	}
	switch c.Where {
	case Everywhere:
		*d.Contexts = append(*d.Contexts, discordgo.InteractionContextPrivateChannel)
	case InServers:
		d.Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextGuild}
		d.IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	}
	if c.Managers {
		d.DefaultMemberPermissions = new(int64(discordgo.PermissionManageGuild))
	}
	if c.UserMenu {
		d.Type, d.Options = discordgo.UserApplicationCommand, nil
		return d
	}
	if c.OnBoards {
		d.Type, d.Options = discordgo.MessageApplicationCommand, nil
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

// HelpFor returns what the command does. G is nil outside a game's command.
func (c *Command) HelpFor(a Builder, g *games.Game) string {
	if c.HelpOf != nil {
		return c.HelpOf(a, g)
	}
	return a.In.Text(c.Help)
}

// defineSub returns a sub-command in the form in which Discord registers it. G is nil outside a
// game's command.
func (c *Command) defineSub(a Builder, g *games.Game) *Option {
	o := &Option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: c.Name, Description: c.HelpFor(a, g)}
	if c.Options != nil {
		o.Options = c.Options(a, g)
	}
	return o
}

// Definitions returns all commands in one language as Discord registers them: the general ones, the
// games, and those with sub-commands. A new game in the catalogue gets its commands without a
// change here (P49).
func (s *Set) Definitions(in lang.Language) (list []*discordgo.ApplicationCommand) {
	a := Builder{in, s.Games}
	for _, c := range s.Common {
		if len(c.Subs) == 0 {
			list = append(list, c.define(a))
		}
	}
	for _, g := range s.Games {
		game := (&Command{Name: string(g.ID), Help: g.Summary, Where: Everywhere}).define(a)
		for _, c := range s.OfGame(g) {
			game.Options = append(game.Options, c.defineSub(a, g))
		}
		list = append(list, game)
	}
	for _, c := range s.Common {
		if len(c.Subs) > 0 {
			list = append(list, c.define(a))
		}
	}
	return list
}

// Localised returns Definitions in English with the translations to all other languages.
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
