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

// Text is a text display, cut to what a message can hold.
func Text(s string) discordgo.MessageComponent {
	return discordgo.TextDisplay{Content: Truncate(s, maxText-200)}
}

// Container frames parts.
func Container(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.Container{Components: parts}
}

// Row is an action row: up to five buttons, or one menu.
func Row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

// LinkButton leads to an address.
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

// TextWithPicture is a text with a small picture of the message's files beside it.
func TextWithPicture(text discordgo.MessageComponent, f File) discordgo.MessageComponent {
	small := discordgo.Thumbnail{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
	if f.Alt != "" {
		small.Description = &f.Alt
	}
	return discordgo.Section{Components: []discordgo.MessageComponent{text}, Accessory: small}
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
			case discordgo.Section:
				for _, inner := range p.Components {
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
