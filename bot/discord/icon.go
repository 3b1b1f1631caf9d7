package discord

import (
	"bytes"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Icon names an application emoji that a button or a menu's option shows, if the application has
// it. An empty name is none.
func Icon(name string) *discordgo.ComponentEmoji {
	if name == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: name}
}

// iconSource finds application emojis.
type iconSource struct {
	find func(name string) (emoji discordgo.ComponentEmoji, ok bool)
	lost func()
}

// IconsBy sets the function that finds the application emoji of an Icon, and one that is called
// when Discord does not know an emoji that was found. Messages that were made earlier keep their
// emojis.
func (c *Client) IconsBy(find func(name string) (emoji discordgo.ComponentEmoji, ok bool), lost func()) {
	c.icons.Store(&iconSource{find, lost})
}

// findIcon finds the emoji of a named icon, or nil.
func (c *Client) findIcon(name string) *discordgo.ComponentEmoji {
	if from := c.icons.Load(); from != nil {
		if emoji, ok := from.find(name); ok {
			return &emoji
		}
	}
	return nil
}

// noIcon finds no emoji.
func noIcon(string) *discordgo.ComponentEmoji { return nil }

// withIcons returns components with the emojis that find returns in place of named icons.
func withIcons(parts []discordgo.MessageComponent,
	find func(name string) *discordgo.ComponentEmoji,
) []discordgo.MessageComponent {
	out := slices.Clone(parts)
	for i, p := range out {
		switch p := p.(type) {
		case discordgo.Container:
			p.Components = withIcons(p.Components, find)
			out[i] = p
		case discordgo.ActionsRow:
			p.Components = withIcons(p.Components, find)
			out[i] = p
		case discordgo.Button:
			if p.Emoji != nil && p.Emoji.ID == "" {
				p.Emoji = find(p.Emoji.Name)
				out[i] = p
			}
		case discordgo.SelectMenu:
			p.Options = slices.Clone(p.Options)
			for i := range p.Options {
				if o := &p.Options[i]; o.Emoji != nil && o.Emoji.ID == "" {
					o.Emoji = find(o.Emoji.Name)
				}
			}
			out[i] = p
		}
	}
	return out
}

// iconed is a body that may show icons. Without them it can be sent once more.
type iconed interface {
	withoutIcons() (body any, ok bool)
}

func (w messageBody) withoutIcons() (body any, ok bool) {
	if w.plain == nil {
		return nil, false
	}
	w.Components, w.plain = encodable(w.plain()), nil
	return w, true
}

func (b callbackBody) withoutIcons() (body any, ok bool) {
	data, ok := b.Data.(iconed)
	if ok {
		b.Data, ok = data.withoutIcons()
	}
	return b, ok
}

// iconRefused reports whether Discord has refused a message because of an emoji, for example
// because somebody has deleted it.
func iconRefused(err error) bool {
	rest, ok := errors.AsType[*discordgo.RESTError](err)
	return ok && bytes.Contains(rest.ResponseBody, []byte("INVALID_EMOJI"))
}

// loseIcons makes the next messages come without icons.
func (c *Client) loseIcons() {
	if from := c.icons.Load(); from != nil {
		from.lost()
	}
}
