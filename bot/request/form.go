package request

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
)

// Field returns an option of a command as a field of a form: its choices or numbers, or a member.
// It returns false for other options. Chosen, if not empty, is the preselected value.
func Field(in lang.Language, o *Option, chosen string) (discord.Field, bool) {
	f := discord.Field{Name: o.Name, Label: o.Description}
	if utf8.RuneCountInString(f.Label) > discord.MaxInputLabel {
		f.Label, f.Help = games.Capital(strings.ReplaceAll(in.Name(o.Name), "-", " ")), o.Description
	}
	add := func(label, value string) {
		f.Choices = append(f.Choices, discordgo.SelectMenuOption{Label: label, Value: value, Default: value == chosen})
	}
	switch {
	case o.Type == discordgo.ApplicationCommandOptionUser:
	case len(o.Choices) > 0:
		for _, c := range o.Choices {
			value, _ := c.Value.(string)
			add(c.Name, value)
		}
	case o.Type == discordgo.ApplicationCommandOptionInteger && o.MinValue != nil &&
		int(o.MaxValue-*o.MinValue) < discord.MaxOptions:
		for n := int(*o.MinValue); n <= int(o.MaxValue); n++ {
			add(strconv.Itoa(n), strconv.Itoa(n))
		}
	default:
		return f, false
	}
	return f, true
}

// IsForm reports whether the request is a submitted form.
func (r *Request) IsForm() bool { return r.filled != nil }

// Filled returns the choice in a field of the submitted form, or "".
func (r *Request) Filled(name string) string { return r.filled[name] }

// RunFilled runs the command at a path, with the choices in the submitted form as its options.
func (r *Request) RunFilled(ctx context.Context, path string) (Reply, error) {
	return r.RunWith(ctx, path, r.Filled)
}

// RunWith runs the command at a path, with values as the texts of its options.
func (r *Request) RunWith(ctx context.Context, path string, value func(option string) string) (Reply, error) {
	c, g := r.router.Set.Find(path)
	if c == nil || c.Options == nil {
		return Reply{}, ErrNoHandler
	}
	r.become(path, c, g, value)
	run, err := routeCommand(r)
	if err != nil {
		return Reply{}, err
	}
	return run(ctx, r)
}
