package request

import (
	"context"
	"net/url"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/games"
	"paddock/games/match"
)

// Again returns the target of a button that repeats the typed command of the request for a match.
// For a menu the match is empty, and its values are matches. It returns false if the request is not
// a command, or if its options don't fit into the button.
func (r *Request) Again(id match.ID) (component.Target, bool) {
	given := r.Given()
	for _, o := range r.Options {
		// the value of a member or a file option is only an id, whose object a button can't repeat
		if o.Type > discordgo.ApplicationCommandOptionBoolean {
			return component.Target{}, false
		}
	}
	given.Del(OptGame)
	t := component.Target{Match: id, Action: component.ActAgain, Text: r.Path + "?" + given.Encode()}
	_, fits := t.ID()
	return t, fits && r.Path != ""
}

// Given returns the options of the request as texts.
func (r *Request) Given() url.Values {
	given := url.Values{}
	for name, o := range r.Options {
		switch v := o.Value.(type) {
		case string:
			given.Set(name, v)
		case float64:
			given.Set(name, strconv.FormatFloat(v, 'f', -1, 64))
		case bool:
			given.Set(name, strconv.FormatBool(v))
		}
	}
	return given
}

// again turns the request of a button of [Request.Again] into the command that it repeats. It
// returns false if the button names no command or no match.
func (r *Request) again() bool {
	path, query, _ := strings.Cut(r.Target.Text, "?")
	given, err := url.ParseQuery(query)
	c, g := r.router.Set.Find(path)
	id := string(r.Target.Match)
	if len(r.Values) == 1 {
		id = r.Values[0]
	}
	if err != nil || c == nil || c.Options == nil || id == "" {
		return false
	}
	given.Set(OptGame, id)
	r.become(path, c, g, given.Get)
	return true
}

// become turns the request of a button or form into the command at a path, with values as the texts
// of its options.
func (r *Request) become(path string, c *Command, g *games.Game, value func(option string) string) {
	r.Path, r.Game, r.Target, r.Values = path, g, component.Target{}, nil
	r.Options = make(map[string]*discordgo.ApplicationCommandInteractionDataOption)
	for _, o := range c.Options(Builder{r.In, r.router.Set.Games}, g) {
		if text := value(o.Name); text != "" {
			r.Options[o.Name] = &discordgo.ApplicationCommandInteractionDataOption{
				Name: o.Name, Type: o.Type,
				Value: valueOf(o.Type, text),
			}
		}
	}
}

// valueOf returns an option's value as JSON decodes it.
func valueOf(kind discordgo.ApplicationCommandOptionType, text string) any {
	switch kind {
	case discordgo.ApplicationCommandOptionInteger:
		n, _ := strconv.ParseFloat(text, 64)
		return n
	case discordgo.ApplicationCommandOptionBoolean:
		return text == "true"
	}
	return text
}

// inPlace returns a handler whose private answer replaces the clicked private message.
func inPlace(run Handler) Handler {
	return func(ctx context.Context, r *Request) (Reply, error) {
		out, err := run(ctx, r)
		if err == nil && out.Kind == discord.ReplyPrivate && r.OnPrivate() {
			out.Kind = discord.ReplyUpdate
		}
		return out, err
	}
}
