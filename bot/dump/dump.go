// Package dump writes messages and commands as text with everything that Discord gets, for the
// golden files of tests.
package dump

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
)

// Message returns a message: its texts, pictures and controls with all their fields, and its files.
// Data is written if it is text.
func Message(m discord.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "private %t, silent %t, notifies %v\n", m.Private, m.Silent, m.Ping)
	for _, p := range m.Parts {
		write(&b, "", decoded(p))
	}
	for _, f := range m.Files {
		fmt.Fprintf(&b, "file %s %q\n", f.Name, f.Alt)
		if utf8.Valid(f.Data) {
			fmt.Fprintf(&b, "%s\n", f.Data)
		}
	}
	return b.String()
}

// decoded returns a value as the JSON that Discord gets.
func decoded(v any) (j any) {
	raw, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(raw, &j)
	}
	if err != nil {
		panic(fmt.Sprintf("%T is no JSON: %v", v, err))
	}
	return j
}

// write writes an object in a line, without empty fields. Longer texts and lists of objects stand
// below it.
func write(b *strings.Builder, indent string, v any) {
	object, ok := v.(map[string]any)
	if !ok {
		fmt.Fprintf(b, "%s%v\n", indent, v)
		return
	}
	var line, below []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		switch value := object[name].(type) {
		case nil:
		case map[string]any, []any:
			below = append(below, name)
		case string:
			if name == "content" {
				below = append(below, name)
			} else if value != "" {
				line = append(line, fmt.Sprintf("%s=%q", name, value))
			}
		default:
			if value != false && value != 0. {
				line = append(line, fmt.Sprintf("%s=%v", name, value))
			}
		}
	}
	fmt.Fprintf(b, "%s%s\n", indent, strings.Join(line, " "))
	for _, name := range below {
		switch value := object[name].(type) {
		case string:
			for l := range strings.SplitSeq(value, "\n") {
				fmt.Fprintf(b, "%s  | %s\n", indent, l)
			}
		case map[string]any:
			fmt.Fprintf(b, "%s  %s:\n", indent, name)
			write(b, indent+"    ", value)
		case []any:
			for _, one := range value {
				write(b, indent+"  ", one)
			}
		}
	}
}

// Part returns what a feature registers: its commands with their options, and its actions with what
// they cost.
func Part(p request.Part, all []*games.Game) string {
	var b strings.Builder
	in := request.Builder{In: lang.English, Games: all}
	for _, c := range p.Common {
		command(&b, in, strings.TrimSpace(c.In+" "+c.Name), c, nil)
	}
	for _, g := range all {
		for _, c := range p.PerGame {
			command(&b, in, string(g.ID)+" "+c.Name, c, g)
		}
	}
	fmt.Fprintf(&b, "activity %t\n", p.Activity)
	actions := slices.AppendSeq(slices.Collect(maps.Keys(p.Actions)), maps.Keys(p.Costs))
	slices.Sort(actions)
	for _, a := range slices.Compact(actions) {
		fmt.Fprintf(&b, "%s: handled %t, cost %d\n", component.Action(a), p.Actions[a] != nil, p.Costs[a])
	}
	return b.String()
}

// command writes a command and its sub-commands. G is nil outside a game's command.
func command(b *strings.Builder, in request.Builder, path string, c *request.Command, g *games.Game) {
	help := c.Help
	if c.HelpOf != nil {
		help = c.HelpOf(in, g)
	}
	fmt.Fprintf(b, "/%s: %s (where %d, managers %t, user menu %t, on boards %t, arranges %t, cost %d, runs %t, completes %t)\n",
		path, help, c.Where, c.Managers, c.UserMenu, c.OnBoards, c.Arranges, c.Cost, c.Run != nil, c.Complete != nil)
	if c.NotHere != nil {
		fmt.Fprintf(b, "  elsewhere: %s\n", in.In.Speak(*c.NotHere))
	}
	var options []*discordgo.ApplicationCommandOption
	if c.Options != nil {
		options = c.Options(in, g)
	}
	for _, o := range options {
		write(b, "  ", decoded(o))
	}
	for _, sub := range c.Subs {
		command(b, in, path+" "+sub.Name, sub, g)
	}
}
