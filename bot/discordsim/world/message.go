package world

import (
	"encoding/json"
	"strings"
	"time"
)

// Flags are Discord's message flags.
type Flags int

// The flags that a bot sets or reads.
const (
	FlagCrossposted           Flags = 1 << 0 // published to the followers of an announcement channel
	FlagSuppressEmbeds        Flags = 1 << 2
	FlagEphemeral             Flags = 1 << 6
	FlagLoading               Flags = 1 << 7 // "is thinking…": a deferred answer that is not filled yet
	FlagSuppressNotifications Flags = 1 << 12
	FlagComponentsV2          Flags = 1 << 15
)

// Message is a snapshot of a message. JSON keys are Discord's. The fields below "Beyond Discord"
// are for tests and pages, and are never sent to the bot.
type Message struct {
	ID          MessageID        `json:"id"`
	ChannelID   ChannelID        `json:"channel_id"`
	GuildID     GuildID          `json:"guild_id,omitempty"`
	Type        int              `json:"type"`
	AuthorID    UserID           `json:"author_id"`
	AuthorName  string           `json:"author_name"`
	Content     string           `json:"content"`
	Components  []Component      `json:"components"`
	Embeds      []Embed          `json:"embeds"`
	Attachments []Attachment     `json:"attachments"`
	Flags       Flags            `json:"flags"`
	Timestamp   time.Time        `json:"timestamp"`
	Edited      time.Time        `json:"edited_timestamp,omitzero"`
	Mentions    []UserID         `json:"mentions"` // users who may be mentioned by allowed_mentions
	Everyone    bool             `json:"mention_everyone"`
	Reference   MessageID        `json:"reference,omitempty"`
	Nonce       string           `json:"nonce,omitempty"`
	Source      *MessageSource   `json:"interaction_metadata,omitempty"`
	ThreadID    ChannelID        `json:"thread_id,omitempty"` // the thread begun from this message
	Pinned      bool             `json:"pinned,omitempty"`
	PinnedAt    time.Time        `json:"pinned_at,omitzero"`
	Poll        *json.RawMessage `json:"poll,omitempty"`

	// These fields are not part of Discord's messages.
	VisibleTo UserID   `json:"visible_to,omitempty"` // of an ephemeral message: the only user who sees it
	Notified  []UserID `json:"notified,omitempty"`   // the users that were notified
	Edits     int      `json:"edits,omitempty"`      // number of edits
}

// MessageSource is the interaction that a message answers.
type MessageSource struct {
	ID     InteractionID `json:"id"`
	Type   int           `json:"type"`
	UserID UserID        `json:"user_id"`
	Name   string        `json:"name,omitempty"` // name of the command

	// the installs that applied to the interaction, see State.OwnersOf
	Owners map[string]string `json:"authorizing_integration_owners,omitempty"`
}

// Embed is the visible part of a rich embed.
type Embed struct {
	Title       string       `json:"title,omitempty"`
	Description string       `json:"description,omitempty"`
	URL         string       `json:"url,omitempty"`
	Color       int          `json:"color,omitempty"`
	Author      *EmbedText   `json:"author,omitempty"`
	Footer      *EmbedText   `json:"footer,omitempty"`
	Image       *Media       `json:"image,omitempty"`
	Thumbnail   *Media       `json:"thumbnail,omitempty"`
	Fields      []EmbedField `json:"fields,omitempty"`
	Type        string       `json:"type"`
}

// EmbedText is an embed's author (Name) or footer (Text).
type EmbedText struct {
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
}

// EmbedField is a heading and a text.
type EmbedField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// Attachment is a file of a message. Content is the file itself.
type Attachment struct {
	ID          AttachmentID `json:"id"`
	Filename    string       `json:"filename"`
	Size        int          `json:"size"`
	URL         string       `json:"url"`
	ProxyURL    string       `json:"proxy_url"`
	ContentType string       `json:"content_type,omitempty"`
	Description string       `json:"description,omitempty"`
	Ephemeral   bool         `json:"ephemeral,omitempty"`
	Content     []byte       `json:"-"`
}

// Exists returns false for the zero Message, which stands for a missing one.
func (m Message) Exists() bool { return m.ID != "" }

// Loading reports whether the answer is deferred and people see "is thinking…".
func (m Message) Loading() bool { return m.Flags&FlagLoading != 0 }

// Ephemeral reports whether only VisibleTo sees the message.
func (m Message) Ephemeral() bool { return m.Flags&FlagEphemeral != 0 }

// Silent reports whether the message was posted without a notification.
func (m Message) Silent() bool { return m.Flags&FlagSuppressNotifications != 0 }

// Text returns all displayed text in order, one line each: content, text displays and embeds. It
// excludes labels of controls, names of files and alt texts.
func (m Message) Text() string {
	var lines []string
	add := func(texts ...string) {
		for _, t := range texts {
			if t != "" {
				lines = append(lines, t)
			}
		}
	}
	add(m.Content)
	Walk(m.Components, func(c Component) bool {
		add(c.Content)
		return true
	})
	for _, e := range m.Embeds {
		if e.Author != nil {
			add(e.Author.Name)
		}
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
		if e.Footer != nil {
			add(e.Footer.Text)
		}
	}
	return strings.Join(lines, "\n")
}

// Buttons returns the buttons in display order, including disabled ones.
func (m Message) Buttons() []Component {
	return m.Where(func(c Component) bool { return c.Type == TypeButton })
}

// Selects returns the select menus in display order.
func (m Message) Selects() []Component {
	return m.Where(func(c Component) bool { return c.Type.IsSelect() })
}

// Button returns a button by label, emoji or custom id.
func (m Message) Button(name string) (Component, bool) {
	for _, c := range m.Buttons() {
		if c.AnswersTo(name) {
			return c, true
		}
	}
	return Component{}, false
}

// Labels returns the names of the enabled buttons.
func (m Message) Labels() []string {
	var out []string
	for _, c := range m.Buttons() {
		if !c.Disabled {
			out = append(out, c.Name())
		}
	}
	return out
}

// AltTexts returns the descriptions of all pictures in display order; of a classic message, those
// of its attachments.
func (m Message) AltTexts() []string {
	var out []string
	Walk(m.Components, func(c Component) bool {
		if c.Type == TypeThumbnail && c.Description != nil {
			out = append(out, *c.Description)
		}
		for _, item := range c.Items {
			if item.Description != nil {
				out = append(out, *item.Description)
			}
		}
		return true
	})
	if m.Flags&FlagComponentsV2 == 0 {
		for _, a := range m.Attachments {
			if a.Description != "" {
				out = append(out, a.Description)
			}
		}
	}
	return out
}

// Pictures returns the attachments that galleries, thumbnails and file components show, in order.
func (m Message) Pictures() []Attachment {
	var out []Attachment
	show := func(media *Media) {
		if media == nil || media.AttachmentID == "" {
			return
		}
		for _, a := range m.Attachments {
			if a.ID == media.AttachmentID {
				out = append(out, a)
			}
		}
	}
	Walk(m.Components, func(c Component) bool {
		show(c.Media)
		show(c.File)
		for i := range c.Items {
			show(&c.Items[i].Media)
		}
		return true
	})
	return out
}

// Where returns the components for which want returns true, in display order.
func (m Message) Where(want func(Component) bool) []Component {
	var out []Component
	Walk(m.Components, func(c Component) bool {
		if want(c) {
			out = append(out, c)
		}
		return true
	})
	return out
}

// Attachment returns a file of the message; nil if there is none.
func (m *Message) Attachment(id AttachmentID) *Attachment {
	for i := range m.Attachments {
		if m.Attachments[i].ID == id {
			return &m.Attachments[i]
		}
	}
	return nil
}

// visible reports whether a user sees a message in a channel that the user sees.
func (m *Message) visible(to UserID) bool { return m.VisibleTo == "" || m.VisibleTo == to }

// snapshotMessage copies a message. Copies share the inner slices, which never change in place.
func snapshotMessage(m *Message) *Message {
	out := *m
	return &out
}

// Empty reports whether a message would show nothing. In a classic message, buttons alone do not
// count.
func (m *Message) Empty() bool {
	if m.Flags&FlagComponentsV2 != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Attachments) == 0 && m.Poll == nil && !m.Loading()
}
