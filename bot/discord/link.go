package discord

import (
	"slices"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// LinkBy sets the function that edits every text of a message before it is sent. It turns the names
// of commands into links.
func (c *Client) LinkBy(link func(text string) string) { c.link.Store(&link) }

// body returns the body of a message with its links and icons. It leaves the links out if the
// message would become too long.
func (c *Client) body(m Message, isNew bool) messageBody {
	if link := c.link.Load(); link != nil {
		if parts, size := linked(m.Parts, *link); size <= maxText {
			m.Parts = parts
		}
	}
	parts := m.Parts
	m.Parts = withIcons(parts, c.findIcon)
	w := m.body(isNew)
	w.plain = func() []discordgo.MessageComponent { return withIcons(parts, noIcon) }
	return w
}

// linked returns a copy of components with links in their texts, and the length of these texts.
func linked(parts []discordgo.MessageComponent, link func(string) string) (out []discordgo.MessageComponent, size int) {
	out = slices.Clone(parts)
	for i, p := range out {
		n := 0
		switch p := p.(type) {
		case discordgo.TextDisplay:
			p.Content = link(p.Content)
			n, out[i] = utf8.RuneCountInString(p.Content), p
		case discordgo.Container:
			p.Components, n = linked(p.Components, link)
			out[i] = p
		case discordgo.Section:
			p.Components, n = linked(p.Components, link)
			out[i] = p
		}
		size += n
	}
	return out, size
}
