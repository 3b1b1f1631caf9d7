package discord

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"path"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// Message is a complete message in Components V2, so that an edit leaves nothing of the old message
// behind.
type Message struct {
	Parts   []discordgo.MessageComponent
	Files   []File
	Ping    []string // ids of the users to notify; nobody else is notified
	Private bool     // only the person who asked sees the message
	Silent  bool     // the message is posted without a notification
}

// File is a file of a message. A part shows it by a reference to attachment://name. The extension,
// .png, .gif or .txt, gives the type.
type File struct {
	Name, Alt string
	Data      []byte
}

// contentType returns the media type of a file.
func (f File) contentType() string {
	switch ext := path.Ext(f.Name); ext {
	case ".png", ".gif":
		return "image/" + ext[1:]
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// messageBody is a message in Discord's JSON. Unlike discordgo's own types it has flags for every
// request, and a value for every field.
type messageBody struct {
	Flags      discordgo.MessageFlags    `json:"flags"`
	Content    *string                   `json:"content"` // always null, so that no old content stays
	Embeds     []*discordgo.MessageEmbed `json:"embeds"`  // empty and not nil, so that no old embeds stay
	Components []any                     `json:"components"`
	// all attachments that stay; empty and not nil if there are none
	Attachments     []attachment                      `json:"attachments"`
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`

	plain func() []discordgo.MessageComponent // returns the components without icons; nil: they have none
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// body returns the body of m. isNew means that a message is created: only then Discord decides
// about notifications and privacy.
func (m Message) body(isNew bool) messageBody {
	w := messageBody{
		Flags:      discordgo.MessageFlagsIsComponentsV2,
		Embeds:     []*discordgo.MessageEmbed{},
		Components: encodable(m.Parts), Attachments: make([]attachment, len(m.Files)),
		AllowedMentions: &discordgo.MessageAllowedMentions{
			Parse: []discordgo.AllowedMentionType{},
		},
	}
	w.AllowedMentions.Users = append(w.AllowedMentions.Users, m.Ping...)
	if isNew && m.Private {
		w.Flags |= discordgo.MessageFlagsEphemeral
	}
	if isNew && m.Silent && !m.Private {
		w.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	for i, f := range m.Files {
		w.Attachments[i] = attachment{ID: fmt.Sprint(i), Filename: f.Name, Description: f.Alt}
	}
	return w
}

// plainBody returns the body of a message without components, which also people see who follow an
// announcement channel. It pings nobody.
func plainBody(text string, files []File) messageBody {
	w := Message{Files: files, Silent: true}.body(true)
	w.Flags &^= discordgo.MessageFlagsIsComponentsV2
	w.Content = &text
	return w
}

// Digest returns a digest that is equal for messages that look the same.
func (m Message) Digest() string {
	h := sha256.New()
	text, _ := json.Marshal(m.Parts) // the value is plain data, whose encoding can't fail
	h.Write(text)
	for _, f := range m.Files {
		h.Write(f.Data)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Words returns only the text of the message, or the alternative texts of its files.
func (m Message) Words() string {
	var texts []string
	for _, part := range everyPart(m.Parts) {
		if t, ok := part.(discordgo.TextDisplay); ok {
			texts = append(texts, t.Content)
		}
	}
	if len(texts) == 0 {
		for _, f := range m.Files {
			texts = append(texts, f.Alt)
		}
	}
	return strings.Join(texts, "\n")
}

// HasControls reports whether the message has buttons or menus other than links.
func (m Message) HasControls() bool {
	for _, part := range everyPart(m.Parts) {
		switch part := part.(type) {
		case discordgo.Button:
			if part.Style != discordgo.LinkButton {
				return true
			}
		case discordgo.SelectMenu:
			return true
		}
	}
	return false
}

// WithoutPictures returns a message with the same texts and controls, and with the alternative texts
// in place of its pictures. Other files are left out.
func (m Message) WithoutPictures() Message {
	m.Parts, m.Files = withoutPictures(m.Parts), nil
	return m
}

func withoutPictures(parts []discordgo.MessageComponent) (list []discordgo.MessageComponent) {
	for _, p := range parts {
		switch p := p.(type) {
		case discordgo.Container:
			p.Components = withoutPictures(p.Components)
			list = append(list, p)
		case discordgo.Section:
			if _, small := p.Accessory.(discordgo.Thumbnail); small {
				list = append(list, p.Components...)
			} else {
				list = append(list, p)
			}
		case discordgo.MediaGallery:
			for _, item := range p.Items {
				if item.Description != nil {
					list = append(list, Text(*item.Description))
				}
			}
		case discordgo.FileComponent:
		default:
			list = append(list, p)
		}
	}
	return list
}

// ChannelURL returns the address of a channel in Discord's clients. Root is the id of its server, or @me
// for direct messages.
func ChannelURL(root, channel string) string {
	return "https://discord.com/channels/" + root + "/" + channel
}

// WithoutLink returns the message without its link buttons to url. A row that has no other button goes
// too.
func (m Message) WithoutLink(url string) Message {
	m.Parts = withoutLink(m.Parts, url)
	return m
}

func withoutLink(parts []discordgo.MessageComponent, url string) (list []discordgo.MessageComponent) {
	for _, p := range parts {
		switch p := p.(type) {
		case discordgo.Container:
			p.Components = withoutLink(p.Components, url)
			list = append(list, p)
		case discordgo.ActionsRow:
			if p.Components = withoutLink(p.Components, url); len(p.Components) > 0 {
				list = append(list, p)
			}
		case discordgo.Button:
			if p.URL != url {
				list = append(list, p)
			}
		default:
			list = append(list, p)
		}
	}
	return list
}

// SendReduced sends a message. If Discord refuses it, it is sent without its pictures, so that its
// controls stay, and if need be only its text. The function bare makes the message without
// pictures; nil: [Message.WithoutPictures]. The first result is the first refusal.
func (m Message) SendReduced(bare func() (Message, error), send func(Message) error) (refused, err error) {
	err = send(m)
	f, _ := Classify(err)
	if len(m.Files) > 0 && (f == InvalidRequest || f == TooLarge || f == Forbidden) {
		refused = err
		text := m.WithoutPictures()
		if bare != nil {
			if text, err = bare(); err != nil {
				return refused, err
			}
			text.Ping, text.Private, text.Silent = m.Ping, m.Private, m.Silent
		}
		err = send(text)
		f, _ = Classify(err)
	}
	if f == InvalidRequest || f == TooLarge {
		if refused == nil {
			refused = err
		}
		err = send(m.Plain())
	}
	return refused, err
}

// Plain returns a message with only the text. It is sent when Discord refuses the complete message.
func (m Message) Plain() Message {
	plain := TextMessage(Truncate(m.Words(), maxText-200))
	plain.Ping, plain.Private, plain.Silent = m.Ping, m.Private, m.Silent
	return plain
}

// Later reports whether an object with id a was made later than one with id b. Ids of Discord are
// numbers that grow with time. See https://discord.com/developers/docs/reference#snowflakes.
func Later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }
