package bot_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/discordsim/schema"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/gamestest/nim"
)

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// catalogueAndToy returns all games and a game outside the catalogue, which needs no change in the
// bot (P49).
func catalogueAndToy() []*games.Game {
	return append(append([]*games.Game{}, catalog.Games()...), nim.New())
}

// The limits of the test are those that Discord documents for application commands.
func TestCommandsKeepWithinLimits(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range bot.Commands(&answer.Base{Games: catalogueAndToy()}).Localised() {
		if seen[c.Name] {
			t.Errorf("two commands are called %q", c.Name)
		}
		seen[c.Name] = true
		if c.Type != discordgo.ChatApplicationCommand {
			if c.Description != "" || len(c.Options) != 0 || utf8.RuneCountInString(c.Name) > 32 {
				t.Errorf("the menu command %q has a description, options or too long a name", c.Name)
			}
			continue
		}
		checkNames(t, "/"+c.Name, c.Name, c.Description)
		checkOptions(t, "/"+c.Name, c.Options)
		if size := commandSize(c); size > 8000 {
			t.Errorf("/%s has %d characters, at most 8,000 are allowed", c.Name, size)
		}
	}
}

// P49: there are few commands, and no game has a command of its own that repeats one for all games.
func TestCommandsAreFew(t *testing.T) {
	set := bot.Commands(&answer.Base{Games: catalog.Games()})
	slash, subs, options := 0, 0, 0
	for _, c := range set.Localised() {
		if c.Type != discordgo.ChatApplicationCommand {
			continue
		}
		slash++
		for path, list := range paths(c) {
			options += len(list)
			if path != c.Name {
				subs++
			}
		}
	}
	t.Logf("%d commands, %d sub-commands, %d options", slash, subs, options)
	if slash > 25 {
		t.Errorf("%d commands, at most 25 are wanted", slash)
	}
	for _, c := range set.PerGame {
		for _, path := range []string{c.Name, "match " + c.Name} {
			if same, _ := set.Find(path); same != nil {
				t.Errorf("every game has a command %q, and so has /%s", c.Name, path)
			}
		}
	}
}

// P60: the installs that offer a command, and its contexts: servers (0), the bot's direct messages
// (1), others' (2). Unlisted commands, those of the games, are offered everywhere.
func TestCommandContexts(t *testing.T) {
	type offer struct{ installs, contexts string }
	posting, private, servers := offer{"[0 1]", "[0 1]"}, offer{"[0 1]", "[0 1 2]"}, offer{"[0]", "[0]"}
	wanted := map[string]offer{
		"play": private, "games": private, "board": private, "resign": private, "draw": private, "takeback": private,
		"hint": private, "review": private, "learn": private,
		"rules": private, "help": private, "match": private, "settings": private, "privacy": private,
		"lobby": servers, "tournament": servers, "server": servers,
		"puzzle": posting, "stats": posting, "top": posting, "Review this match": posting,
	}
	for _, c := range bot.Commands(&answer.Base{Games: catalogueAndToy()}).Localised() {
		want, named := wanted[c.Name]
		if !named {
			want = private
		}
		if c.IntegrationTypes == nil || c.Contexts == nil {
			t.Errorf("%s leaves to Discord where it is offered", c.Name)
			continue
		}
		if got := (offer{fmt.Sprint(*c.IntegrationTypes), fmt.Sprint(*c.Contexts)}); got != want {
			t.Errorf("%s is offered by installs %s in contexts %s, want %+v", c.Name, got.installs, got.contexts, want)
		}
	}
}

func checkNames(t *testing.T, at, name, description string) {
	t.Helper()
	if !commandName.MatchString(name) || strings.ToLower(name) != name {
		t.Errorf("%s: %q is not a name", at, name)
	}
	if n := utf8.RuneCountInString(description); n < 1 || n > 100 {
		t.Errorf("%s: the description has %d characters, want 1 to 100: %q", at, n, description)
	}
}

func checkOptions(t *testing.T, at string, list []*request.Option) {
	t.Helper()
	if len(list) > 25 {
		t.Errorf("%s has %d options, at most 25 are allowed", at, len(list))
	}
	seen, optional, subs := map[string]bool{}, false, 0
	for _, o := range list {
		here := at + " " + o.Name
		checkNames(t, here, o.Name, o.Description)
		if seen[o.Name] {
			t.Errorf("%s is there twice", here)
		}
		seen[o.Name] = true
		if o.Required && optional {
			t.Errorf("%s is required and stands behind an optional one", here)
		}
		optional = optional || !o.Required
		if o.Type == discordgo.ApplicationCommandOptionSubCommand {
			subs++
		}
		if o.Autocomplete && len(o.Choices) > 0 {
			t.Errorf("%s has choices and autocomplete", here)
		}
		checkChoices(t, here, o.Choices)
		checkOptions(t, here, o.Options)
	}
	if subs > 0 && subs != len(list) {
		t.Errorf("%s has sub-commands beside options", at)
	}
}

func checkChoices(t *testing.T, at string, list []*request.Choice) {
	t.Helper()
	if len(list) > 25 {
		t.Errorf("%s has %d choices, at most 25 are allowed", at, len(list))
	}
	names, values := map[string]bool{}, map[any]bool{}
	for _, c := range list {
		if n := utf8.RuneCountInString(c.Name); n < 1 || n > 100 {
			t.Errorf("%s: a choice has %d characters: %q", at, n, c.Name)
		}
		if names[c.Name] || values[c.Value] {
			t.Errorf("%s: the choice %q (%v) is there twice", at, c.Name, c.Value)
		}
		names[c.Name], values[c.Value] = true, true
	}
}

// commandSize returns the size that Discord counts: names, descriptions and choices.
func commandSize(c *discordgo.ApplicationCommand) int {
	n := longest(c.Name, request.Deref(c.NameLocalizations)) +
		longest(c.Description, request.Deref(c.DescriptionLocalizations))
	var walk func([]*request.Option)
	walk = func(list []*request.Option) {
		for _, o := range list {
			n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
			for _, ch := range o.Choices {
				s, _ := ch.Value.(string)
				n += longest(ch.Name, ch.NameLocalizations) + utf8.RuneCountInString(s)
			}
			walk(o.Options)
		}
	}
	walk(c.Options)
	return n
}

// longest returns the length of a text in the language in which it is longest.
func longest(english string, said map[discordgo.Locale]string) int {
	n := utf8.RuneCountInString(english)
	for _, s := range said {
		n = max(n, utf8.RuneCountInString(s))
	}
	return n
}

// P49: every command has a handler and is found by its path, and every option with autocomplete has
// a function for it.
func TestCommandsHaveHandlers(t *testing.T) {
	list := bot.Commands(&answer.Base{Games: catalogueAndToy()})
	for _, c := range list.Localised() {
		for path, options := range paths(c) {
			found, _ := list.Find(path)
			if found == nil {
				t.Errorf("/%s has no handler", path)
				continue
			}
			if slices.ContainsFunc(options, func(o *request.Option) bool { return o.Autocomplete }) &&
				found.Complete == nil {
				t.Errorf("/%s has an option that completes itself, but nothing to do it", path)
			}
		}
	}
}

// paths returns a command's sub-commands with their options, or the command itself if it has none.
func paths(c *discordgo.ApplicationCommand) map[string][]*request.Option {
	list := make(map[string][]*request.Option)
	for _, o := range c.Options {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand {
			list[c.Name+" "+o.Name] = o.Options
		}
	}
	if len(list) == 0 {
		list[c.Name] = c.Options
	}
	return list
}

// Discord's own schema accepts the whole set.
func TestCommandsFitTheSchema(t *testing.T) {
	s, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(bot.Commands(&answer.Base{Games: catalogueAndToy()}).Localised())
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Validate("PUT", "/applications/{application_id}/commands", raw); err != nil {
		t.Error(err)
	}
}

// The command set is reviewed as a diff, because it is the first thing that people see.
func TestCommandsGolden(t *testing.T) {
	raw, err := json.MarshalIndent(outline(bot.Commands(&answer.Base{Games: catalog.Games()}).Localised()), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "commands.json"), string(raw)+"\n")
}

// P49: Discord lists options in their order, so those that most people want come first.
func TestP49WantedOptionsComeFirst(t *testing.T) {
	for _, c := range bot.Commands(&answer.Base{Games: catalog.Games()}).Localised() {
		for _, sub := range c.Options {
			if sub.Name != "start" && sub.Name != "challenge" || len(sub.Options) < 10 {
				continue
			}
			var first []string
			for _, o := range sub.Options[:5] {
				first = append(first, o.Name)
			}
			who := map[string]string{"start": "level", "challenge": "user"}[sub.Name]
			if first[0] != who || !slices.Contains(first, "time") || !slices.Contains(first, "rated") {
				t.Errorf("/%s %s begins with %v, want %s first, time and rated soon", c.Name, sub.Name, first, who)
			}
		}
	}
}

// outline returns a command set in a readable form.
func outline(set []*discordgo.ApplicationCommand) map[string]any {
	var options func([]*request.Option) map[string]any
	options = func(list []*request.Option) map[string]any {
		m := map[string]any{}
		for _, o := range list {
			switch {
			case len(o.Options) > 0:
				m[o.Name+": "+o.Description] = options(o.Options)
			case len(o.Choices) > 0:
				var names []string
				for _, c := range o.Choices {
					names = append(names, c.Name)
				}
				m[o.Name+": "+o.Description] = names
			default:
				m[o.Name+": "+o.Description] = o.Type.String()
			}
		}
		return m
	}
	out := map[string]any{}
	for _, c := range set {
		out["/"+c.Name+": "+c.Description] = options(c.Options)
	}
	return out
}
