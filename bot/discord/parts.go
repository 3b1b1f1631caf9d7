package discord

import (
	"github.com/bwmarrin/discordgo"
)

// The limits of messages that the bot has to keep itself within.
const (
	maxText       = 4000 // displayable characters of a message
	MaxAlt        = 1024
	MaxOptions    = 25
	MaxLabel      = 80
	MaxOptionText = 100
	maxRow        = 5
)

func Text(s string) discordgo.MessageComponent {
	return discordgo.TextDisplay{Content: Truncate(s, maxText-200)}
}

func Container(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.Container{Components: parts}
}

func Row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

func LinkButton(label, url string) discordgo.Button {
	return discordgo.Button{Label: label, Style: discordgo.LinkButton, URL: url}
}

// Picture shows a file of the message; its description is what a screen reader says.
func Picture(f File) discordgo.MessageComponent {
	item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
	if f.Alt != "" {
		item.Description = &f.Alt
	}
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}}
}

// Attachment shows a file of the message to be opened or saved.
func Attachment(f File) discordgo.MessageComponent {
	return discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
}

// TextMessage is a message of nothing but text, with buttons if there are any.
func TextMessage(text string, buttons ...discordgo.MessageComponent) Message {
	m := Message{Parts: []discordgo.MessageComponent{Text(text)}}
	if len(buttons) > 0 {
		m.Parts = append(m.Parts, Row(buttons...))
	}
	return m
}

// ButtonRows splits buttons into rows of at most five, as even as possible, longer rows first.
func ButtonRows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for n := (len(buttons) + maxRow - 1) / maxRow; n > 0; n-- {
		k := (len(buttons) + n - 1) / n
		rows = append(rows, Row(buttons[:k]...))
		buttons = buttons[k:]
	}
	return rows
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

// WithoutControls is a message of ours without its controls. Its pictures stay; file is the name that they were sent under.
func WithoutControls(old *discordgo.Message, file string) Message {
	return Message{Parts: keptParts(old.Components, file), KeepFiles: true}
}

func keptParts(parts []discordgo.MessageComponent, file string) []discordgo.MessageComponent {
	var kept []discordgo.MessageComponent
	for _, p := range parts {
		switch p := p.(type) {
		case *discordgo.Container:
			kept = append(kept, discordgo.Container{Components: keptParts(p.Components, file)})
		case *discordgo.MediaGallery:
			kept = append(kept, keptGallery(p, file))
		case *discordgo.TextDisplay:
			kept = append(kept, *p)
		}
	}
	return kept
}

// keptGallery refers to the file by its name again: what Discord gives back is a temporary address.
func keptGallery(g *discordgo.MediaGallery, file string) discordgo.MessageComponent {
	kept := discordgo.MediaGallery{}
	for _, item := range g.Items {
		kept.Items = append(kept.Items, discordgo.MediaGalleryItem{
			Media:       discordgo.UnfurledMediaItem{URL: "attachment://" + file},
			Description: item.Description,
		})
	}
	return kept
}

// HasControls reports whether a message has anything to press.
func HasControls(old *discordgo.Message) bool {
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
