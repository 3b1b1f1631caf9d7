package bot

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// The limits of messages that the bot has to keep itself within.
const (
	maxText       = 4000 // displayable characters of a message
	maxAlt        = 1024
	maxOptions    = 25
	maxLabel      = 80
	maxOptionText = 100
	maxRow        = 5
)

func textPart(s string) discordgo.MessageComponent {
	return discordgo.TextDisplay{Content: cut(s, maxText-200)}
}

func box(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.Container{Components: parts}
}

func row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

func button(label string, style discordgo.ButtonStyle, t target) discordgo.Button {
	return discordgo.Button{Label: cut(label, maxLabel), Style: style, CustomID: t.mustID()}
}

func link(label, url string) discordgo.Button {
	return discordgo.Button{Label: label, Style: discordgo.LinkButton, URL: url}
}

// picturePart shows a file of the message; its description is what a screen reader says.
func picturePart(f file) discordgo.MessageComponent {
	item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.name}}
	if f.alt != "" {
		item.Description = &f.alt
	}
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}}
}

// words is a message of nothing but text, with buttons if there are any.
func words(text string, buttons ...discordgo.MessageComponent) message {
	m := message{parts: []discordgo.MessageComponent{textPart(text)}}
	if len(buttons) > 0 {
		m.parts = append(m.parts, row(buttons...))
	}
	return m
}

// evenly splits buttons into rows of at most five, as even as possible, longer rows first.
func evenly(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for n := (len(buttons) + maxRow - 1) / maxRow; n > 0; n-- {
		k := (len(buttons) + n - 1) / n
		rows = append(rows, row(buttons[:k]...))
		buttons = buttons[k:]
	}
	return rows
}

// plain is the message's text alone: what is sent when Discord finds fault with the rest.
func (m message) plain() message {
	var texts []string
	for part := range everyPart(m.parts) {
		if t, ok := part.(discordgo.TextDisplay); ok {
			texts = append(texts, t.Content)
		}
	}
	if len(texts) == 0 {
		texts = []string{sayWentWrong.String()}
	}
	plain := words(cut(strings.Join(texts, "\n"), maxText-200))
	plain.ping, plain.private, plain.silent = m.ping, m.private, m.silent
	return plain
}

// everyPart yields components and what they contain.
func everyPart(parts []discordgo.MessageComponent) func(func(discordgo.MessageComponent) bool) {
	return func(yield func(discordgo.MessageComponent) bool) {
		for _, p := range parts {
			if !yield(p) {
				return
			}
			switch p := p.(type) {
			case discordgo.Container:
				for inner := range everyPart(p.Components) {
					if !yield(inner) {
						return
					}
				}
			case discordgo.ActionsRow:
				for _, inner := range p.Components {
					if !yield(inner) {
						return
					}
				}
			}
		}
	}
}

// stripped is a message of ours without its controls: what remains of a board when a newer one stands below. Its picture stays.
func stripped(old *discordgo.Message) message {
	return message{parts: withoutControls(old.Components), keepFiles: true}
}

func withoutControls(parts []discordgo.MessageComponent) []discordgo.MessageComponent {
	var kept []discordgo.MessageComponent
	for _, p := range parts {
		switch p := p.(type) {
		case *discordgo.Container:
			kept = append(kept, discordgo.Container{Components: withoutControls(p.Components)})
		case *discordgo.MediaGallery:
			kept = append(kept, keptGallery(p))
		case *discordgo.TextDisplay:
			kept = append(kept, *p)
		}
	}
	return kept
}

// keptGallery refers to the files by name again: what Discord gives back is the address they have for the time being.
func keptGallery(g *discordgo.MediaGallery) discordgo.MessageComponent {
	kept := discordgo.MediaGallery{}
	for _, item := range g.Items {
		kept.Items = append(kept.Items, discordgo.MediaGalleryItem{
			Media:       discordgo.UnfurledMediaItem{URL: "attachment://" + boardFile},
			Description: item.Description,
		})
	}
	return kept
}

// controls reports whether a message has anything to press.
func controls(old *discordgo.Message) bool {
	for _, p := range old.Components {
		c, ok := p.(*discordgo.Container)
		if !ok {
			if _, isRow := p.(*discordgo.ActionsRow); isRow {
				return true
			}
			continue
		}
		for _, inner := range c.Components {
			if _, isRow := inner.(*discordgo.ActionsRow); isRow {
				return true
			}
		}
	}
	return false
}
