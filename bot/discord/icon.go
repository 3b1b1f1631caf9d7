package discord

import (
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Icon names an application emoji that a button or a menu's option shows, if the application has it. An empty name is none.
func Icon(name string) *discordgo.ComponentEmoji {
	if name == "" {
		return nil
	}
	return &discordgo.ComponentEmoji{Name: name}
}

// IconsBy sets the function that finds the application emoji of an Icon. Messages that were made earlier keep theirs.
func (c *Client) IconsBy(find func(name string) (emoji discordgo.ComponentEmoji, ok bool)) {
	c.icons.Store(&find)
}

// findIcon finds the emoji of a named icon, or nil.
func (c *Client) findIcon(name string) *discordgo.ComponentEmoji {
	if find := c.icons.Load(); find != nil {
		if emoji, ok := (*find)(name); ok {
			return &emoji
		}
	}
	return nil
}

// withIcons returns components with the application's emojis in place of named icons, without those that the application lacks.
func (c *Client) withIcons(parts []discordgo.MessageComponent) []discordgo.MessageComponent {
	out := slices.Clone(parts)
	for i, p := range out {
		switch p := p.(type) {
		case discordgo.Container:
			p.Components = c.withIcons(p.Components)
			out[i] = p
		case discordgo.ActionsRow:
			p.Components = c.withIcons(p.Components)
			out[i] = p
		case discordgo.Button:
			if p.Emoji != nil && p.Emoji.ID == "" {
				p.Emoji = c.findIcon(p.Emoji.Name)
				out[i] = p
			}
		case discordgo.SelectMenu:
			p.Options = slices.Clone(p.Options)
			for i := range p.Options {
				if o := &p.Options[i]; o.Emoji != nil && o.Emoji.ID == "" {
					o.Emoji = c.findIcon(o.Emoji.Name)
				}
			}
			out[i] = p
		}
	}
	return out
}
