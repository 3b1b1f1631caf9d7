package discord

import (
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// The limits of Discord that the bot must keep for messages.
const (
	maxText       = 4000 // displayable characters of a message
	MaxAlt        = 1024
	MaxOptions    = 25
	MaxLabel      = 80
	MaxOptionText = 100
	maxRow        = 5
)

// Text returns a text display, cut to Discord's limit.
func Text(s string) discordgo.MessageComponent {
	return discordgo.TextDisplay{Content: Truncate(s, maxText-200)}
}

// Container returns a frame around parts.
func Container(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.Container{Components: parts}
}

// Spoiler returns a frame around parts that are covered until the reader uncovers them.
func Spoiler(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.Container{Components: parts, Spoiler: true}
}

// Accent is a colour at the edge of a container.
type Accent int

// Accent colours of messages: those of pictures in the dark theme (docs/look.md).
const (
	AccentNone Accent = 0
	AccentTurn Accent = 0x4BE3A4
	AccentWon  Accent = 0xF2A51E
)

// Accented returns a frame around parts with an accent.
func Accented(a Accent, parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	c := discordgo.Container{Components: parts}
	if a != AccentNone {
		c.AccentColor = new(int(a))
	}
	return c
}

// Row returns an action row: up to five buttons, or one menu.
func Row(parts ...discordgo.MessageComponent) discordgo.MessageComponent {
	return discordgo.ActionsRow{Components: parts}
}

// LinkButton returns a button that opens an address.
func LinkButton(label, url string) discordgo.Button {
	return discordgo.Button{Label: label, Style: discordgo.LinkButton, URL: url}
}

// Picture returns a part that shows a picture among the files; its description is for screen
// readers.
func Picture(f File) discordgo.MessageComponent {
	item := discordgo.MediaGalleryItem{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
	if f.Alt != "" {
		item.Description = &f.Alt
	}
	return discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{item}}
}

// Attachment returns a part that offers a file to open or save.
func Attachment(f File) discordgo.MessageComponent {
	return discordgo.FileComponent{File: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
}

// TextWithPicture returns a text beside a small picture of the message's files.
func TextWithPicture(text discordgo.MessageComponent, f File) discordgo.MessageComponent {
	small := discordgo.Thumbnail{Media: discordgo.UnfurledMediaItem{URL: "attachment://" + f.Name}}
	if f.Alt != "" {
		small.Description = &f.Alt
	}
	return discordgo.Section{Components: []discordgo.MessageComponent{text}, Accessory: small}
}

// TextWithPortrait returns a text beside a member's avatar. The address is one of Portrait.
func TextWithPortrait(text discordgo.MessageComponent, url, name string) discordgo.MessageComponent {
	name = Truncate(name, MaxAlt)
	return discordgo.Section{
		Components: []discordgo.MessageComponent{text},
		Accessory:  discordgo.Thumbnail{Media: discordgo.UnfurledMediaItem{URL: url}, Description: &name},
	}
}

// Portrait returns the address of a user's avatar, from which Discord itself fetches it. It is
// empty if there is no avatar.
func Portrait(user, hash string) string {
	if !avatarHash.MatchString(hash) {
		return ""
	}
	return "https://cdn.discordapp.com/avatars/" + user + "/" + hash + ".png?size=128"
}

// avatarHash matches the hash of an avatar. That of an animated one begins with a_.
var avatarHash = regexp.MustCompile(`^(a_)?[0-9a-f]{8,64}$`)

// TextWithButton returns a text with a button at its side.
func TextWithButton(text discordgo.MessageComponent, b discordgo.Button) discordgo.MessageComponent {
	return discordgo.Section{Components: []discordgo.MessageComponent{text}, Accessory: b}
}

// TextMessage returns a message with a text and optional buttons.
func TextMessage(text string, buttons ...discordgo.MessageComponent) Message {
	m := Message{Parts: []discordgo.MessageComponent{Text(text)}}
	if len(buttons) > 0 {
		m.Parts = append(m.Parts, Row(buttons...))
	}
	return m
}

// ButtonRows splits buttons into rows of at most five, as even as possible, longer rows first. If there
// are up to twenty, each row fits the width of a phone.
func ButtonRows(buttons []discordgo.MessageComponent) []discordgo.MessageComponent {
	rows := evenRows(buttons, (len(buttons)+maxRow-1)/maxRow)
	for len(buttons) <= fewButtons && slices.ContainsFunc(rows, breaks) {
		rows = evenRows(buttons, len(rows)+1)
	}
	return rows
}

// evenRows splits buttons into n rows.
func evenRows(buttons []discordgo.MessageComponent, n int) (rows []discordgo.MessageComponent) {
	for ; n > 0; n-- {
		k := (len(buttons) + n - 1) / n
		rows = append(rows, Row(buttons[:k]...))
		buttons = buttons[k:]
	}
	return rows
}

// breaks reports whether a row of several buttons is too wide for a phone 390 pixels wide.
func breaks(row discordgo.MessageComponent) bool {
	list, width := row.(discordgo.ActionsRow).Components, 0
	for _, part := range list {
		if b, ok := part.(discordgo.Button); ok {
			width += utf8.RuneCountInString(b.Label) + buttonEdge
			if b.Emoji != nil {
				width += iconWidth
			}
		}
	}
	return len(list) > 1 && width > phoneWidth
}

// Widths in characters, and the number of buttons whose rows fit a phone. The edge of a button
// includes the gap to the next one.
const (
	fewButtons = 20
	phoneWidth = 51
	buttonEdge = 6
	iconWidth  = 3
)

// everyPart returns components and those that they contain.
func everyPart(parts []discordgo.MessageComponent) (all []discordgo.MessageComponent) {
	for _, p := range parts {
		all = append(all, p)
		switch p := p.(type) {
		case discordgo.Container:
			all = append(all, everyPart(p.Components)...)
		case discordgo.Section:
			all = append(append(all, p.Components...), p.Accessory)
		case discordgo.ActionsRow:
			all = append(all, p.Components...)
		}
	}
	return all
}
