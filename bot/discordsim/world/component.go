package world

import (
	"encoding/json"
	"slices"
	"strings"
)

// ComponentType is Discord's number for a type of component.
type ComponentType int

// The types of components.
const (
	TypeActionRow         ComponentType = 1
	TypeButton            ComponentType = 2
	TypeStringSelect      ComponentType = 3
	TypeTextInput         ComponentType = 4
	TypeUserSelect        ComponentType = 5
	TypeRoleSelect        ComponentType = 6
	TypeMentionableSelect ComponentType = 7
	TypeChannelSelect     ComponentType = 8
	TypeSection           ComponentType = 9
	TypeTextDisplay       ComponentType = 10
	TypeThumbnail         ComponentType = 11
	TypeMediaGallery      ComponentType = 12
	TypeFile              ComponentType = 13
	TypeSeparator         ComponentType = 14
	TypeContainer         ComponentType = 17
	TypeLabel             ComponentType = 18
	TypeFileUpload        ComponentType = 19
	TypeRadioGroup        ComponentType = 21
	TypeCheckboxGroup     ComponentType = 22
	TypeCheckbox          ComponentType = 23
)

// IsSelect reports whether the type is a select menu.
func (t ComponentType) IsSelect() bool {
	return t == TypeStringSelect || t >= TypeUserSelect && t <= TypeChannelSelect
}

// Button styles; links open a page and never reach the bot.
const (
	StylePrimary   = 1
	StyleSecondary = 2
	StyleSuccess   = 3
	StyleDanger    = 4
	StyleLink      = 5
	StylePremium   = 6
)

// Component is one node of a component tree. It has the fields of all types; Type decides which
// ones are used.
type Component struct {
	Type     ComponentType `json:"type"`
	ID       int           `json:"id,omitempty"`
	CustomID string        `json:"custom_id,omitempty"`

	// Buttons and selects.
	Style       int            `json:"style,omitempty"`
	Label       string         `json:"label,omitempty"`
	Emoji       *Emoji         `json:"emoji,omitempty"`
	URL         string         `json:"url,omitempty"`
	SKU         string         `json:"sku_id,omitempty"`
	Disabled    bool           `json:"disabled,omitempty"`
	Placeholder string         `json:"placeholder,omitempty"`
	MinValues   *int           `json:"min_values,omitempty"`
	MaxValues   *int           `json:"max_values,omitempty"`
	Options     []SelectOption `json:"options,omitempty"`

	// Text inputs and labels of a modal.
	Value       string     `json:"value,omitempty"`
	Required    *bool      `json:"required,omitempty"` // whether a value is required; nil means true
	MinLength   *int       `json:"min_length,omitempty"`
	MaxLength   *int       `json:"max_length,omitempty"`
	Description *string    `json:"description,omitempty"` // description of a label, or alt text of a thumbnail
	Component   *Component `json:"component,omitempty"`
	Default     bool       `json:"default,omitempty"` // whether a checkbox is checked at first

	// Fields of components for layout and content.
	Components  []Component   `json:"components,omitempty"`
	Accessory   *Component    `json:"accessory,omitempty"`
	Content     string        `json:"content,omitempty"`
	Media       *Media        `json:"media,omitempty"`
	Items       []GalleryItem `json:"items,omitempty"`
	File        *Media        `json:"file,omitempty"`
	Spacing     int           `json:"spacing,omitempty"`
	Divider     *bool         `json:"divider,omitempty"` // whether a line is shown; nil means true
	AccentColor *int          `json:"accent_color,omitempty"`
	Spoiler     bool          `json:"spoiler,omitempty"`
}

// Emoji is a unicode emoji (Name) or a custom one (ID).
type Emoji struct {
	ID       string `json:"id,omitempty"`
	Name     string `json:"name,omitempty"`
	Animated bool   `json:"animated,omitempty"`
}

// AppEmoji is an emoji that the application has uploaded.
type AppEmoji struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Picture []byte `json:"picture"`
}

// SelectOption is one line of a string select.
type SelectOption struct {
	Label       string `json:"label"`
	Value       string `json:"value"`
	Description string `json:"description,omitempty"`
	Emoji       *Emoji `json:"emoji,omitempty"`
	Default     bool   `json:"default,omitempty"`
}

// Media is a picture or file; AttachmentID is set for the message's own attachments.
type Media struct {
	URL          string       `json:"url"`
	ProxyURL     string       `json:"proxy_url,omitempty"`
	AttachmentID AttachmentID `json:"attachment_id,omitempty"`
	ContentType  string       `json:"content_type,omitempty"`
	ID           string       `json:"id,omitempty"`
}

// GalleryItem is one picture of a media gallery; Description is its alt text.
type GalleryItem struct {
	Media       Media   `json:"media"`
	Description *string `json:"description"`
	Spoiler     bool    `json:"spoiler"`
}

// alwaysPresent lists, for each type, the keys that Discord writes even if they are empty.
var alwaysPresent = map[ComponentType]map[string]any{
	TypeThumbnail:    {"description": nil, "spoiler": false},
	TypeSeparator:    {"divider": true, "spacing": 1},
	TypeContainer:    {"accent_color": nil, "spoiler": false},
	TypeFile:         {"name": nil, "size": nil, "spoiler": false},
	TypeSection:      {},
	TypeActionRow:    {},
	TypeMediaGallery: {},
	TypeTextDisplay:  {},
}

// MarshalJSON writes the component like Discord's responses.
func (c Component) MarshalJSON() ([]byte, error) {
	type plain Component
	b, err := json.Marshal(plain(c))
	if err != nil {
		return nil, err
	}
	extra := alwaysPresent[c.Type]
	if c.Type.IsSelect() {
		extra = map[string]any{"min_values": 1, "max_values": 1}
	}
	if len(extra) == 0 {
		return b, nil
	}
	all := make(map[string]json.RawMessage)
	if err := json.Unmarshal(b, &all); err != nil {
		return nil, err
	}
	for k, v := range extra {
		if _, ok := all[k]; !ok {
			all[k] = JSON(v)
		}
	}
	return json.Marshal(all)
}

// Name returns the visible name of the component: its label, else its emoji, else its placeholder
// or custom id.
func (c Component) Name() string {
	switch {
	case c.Label != "":
		return c.Label
	case c.Emoji != nil && c.Emoji.Name != "":
		return c.Emoji.Name
	case c.Placeholder != "":
		return c.Placeholder
	}
	return c.CustomID
}

// AnswersTo reports whether name means this component.
func (c Component) AnswersTo(name string) bool {
	return name != "" && (c.CustomID == name || c.Label == name || c.Placeholder == name ||
		c.Emoji != nil && (c.Emoji.Name == name || strings.TrimSpace(c.Emoji.Name+" "+c.Label) == name))
}

// Walk visits the components and their children in display order, until visit returns false.
func Walk(list []Component, visit func(Component) bool) bool {
	for _, c := range list {
		if !visit(c) || !Walk(c.Components, visit) {
			return false
		}
		if c.Accessory != nil && !Walk([]Component{*c.Accessory}, visit) {
			return false
		}
		if c.Component != nil && !Walk([]Component{*c.Component}, visit) {
			return false
		}
	}
	return true
}

// Transform rebuilds a tree, applying change to every node, parents first.
func Transform(list []Component, change func(*Component)) []Component {
	out := slices.Clone(list)
	for i := range out {
		c := &out[i]
		change(c)
		c.Components = Transform(c.Components, change)
		for _, sub := range []**Component{&c.Accessory, &c.Component} {
			if *sub != nil {
				one := Transform([]Component{**sub}, change)
				*sub = &one[0]
			}
		}
	}
	return out
}

// Preset returns the initial value of a form's field: its text, or the values of the preselected
// options, separated by commas.
func (c Component) Preset() string {
	if c.Default {
		return "true"
	}
	if c.Value != "" {
		return c.Value
	}
	var values []string
	for _, o := range c.Options {
		if o.Default {
			values = append(values, o.Value)
		}
	}
	return strings.Join(values, ",")
}

// Modal is a form that the bot opened for one person.
type Modal struct {
	Interaction InteractionID `json:"interaction_id"` // the interaction that the form answers
	CustomID    string        `json:"custom_id"`
	Title       string        `json:"title"`
	Components  []Component   `json:"components"`
	ChannelID   ChannelID     `json:"channel_id"`
	Source      MessageID
}

// Inputs returns the fields to fill in, in order.
func (m Modal) Inputs() []Component {
	var out []Component
	Walk(m.Components, func(c Component) bool {
		if c.CustomID != "" {
			out = append(out, c)
		}
		return true
	})
	return out
}
