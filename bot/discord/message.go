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

// Message is a whole message: always Components V2, always complete, so that an edit never leaves half of the old one behind.
type Message struct {
	Parts   []discordgo.MessageComponent
	Files   []File
	Ping    []string // ids of the users who are notified; nobody else ever is
	Private bool     // only the person answered sees it
	Silent  bool     // posted without a notification
}

// File is a file of a message, shown by a part that refers to attachment://name. What it is stands in its name: .png, .gif or .txt.
type File struct {
	Name, Alt string
	Data      []byte
}

// contentType is the media type of a file.
func (f File) contentType() string {
	switch ext := path.Ext(f.Name); ext {
	case ".png", ".gif":
		return "image/" + ext[1:]
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	return "application/octet-stream"
}

// messageBody is a message as Discord reads it. Unlike discordgo's own types it carries flags on every path, and says of every field what becomes of it.
type messageBody struct {
	Flags           discordgo.MessageFlags            `json:"flags"`
	Content         *string                           `json:"content"` // null
	Embeds          []*discordgo.MessageEmbed         `json:"embeds"`  // empty, not nil
	Components      []any                             `json:"components"`
	Attachments     []attachment                      `json:"attachments"` // all that stay; empty, not nil
	AllowedMentions *discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Nonce           string                            `json:"nonce,omitempty"`
	EnforceNonce    bool                              `json:"enforce_nonce,omitempty"`
}

type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"`
}

// body makes the body of m. New says whether a message is created, for only then are notifications and privacy decided.
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

// Digest tells messages that look the same from those that don't.
func (m Message) Digest() string {
	h := sha256.New()
	text, _ := json.Marshal(m.Parts) // plain data: can't fail
	h.Write(text)
	for _, f := range m.Files {
		h.Write(f.Data)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

// Plain is the message's text alone: what is sent when Discord finds fault with the rest.
func (m Message) Plain() Message {
	var texts []string
	for part := range everyPart(m.Parts) {
		if t, ok := part.(discordgo.TextDisplay); ok {
			texts = append(texts, t.Content)
		}
	}
	if len(texts) == 0 {
		for _, f := range m.Files {
			texts = append(texts, f.Alt)
		}
	}
	plain := TextMessage(Truncate(strings.Join(texts, "\n"), maxText-200))
	plain.Ping, plain.Private, plain.Silent = m.Ping, m.Private, m.Silent
	return plain
}

// Later reports whether a was made later than b, both ids of Discord: numbers that grow with time.
// See https://discord.com/developers/docs/reference#snowflakes.
func Later(a, b string) bool { return len(a) > len(b) || len(a) == len(b) && a > b }
