package discord

import (
	"encoding/json"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// The limits of forms.
const (
	MaxModalTitle  = 45
	MaxFields      = 5
	MaxInputLabel  = 45
	MaxPlaceholder = 100
)

// Modal is a form that answers a click. The entered values come back as an interaction with the
// form's id.
type Modal struct {
	Title  string
	ID     string // custom id
	Inputs []TextInput
	Fields []Field // labelled fields below the inputs
	Late   string  // message sent instead of the form after a deferral, because a form can only be a first response
}

// TextInput is a text input.
type TextInput struct {
	Label, Placeholder, Value string
	Max                       int  // most characters; 0: only Discord's limit
	Long                      bool // the input has several lines and may stay empty
}

// Field is a labelled field with a choice; see [ReadForm]. Without choices it asks for a member of
// the server, or with Text for a line of text.
type Field struct {
	Name        string // the key of the value in a submitted form
	Label, Help string
	Choices     []discordgo.SelectMenuOption // the one with Default is chosen at first
	Placeholder string                       // text of a menu without a choice
	Value       string                       // the text at first
	Text        bool
	Required    bool
}

// mostRadios is the most choices that a form shows as radio buttons. More are shown in a menu.
const mostRadios = 4

// The types of a form's parts that discordgo does not know.
const (
	labelType discordgo.ComponentType = 18
	radioType discordgo.ComponentType = 21
)

// label is a field of a form with its label, in Discord's JSON.
type label struct {
	Type        discordgo.ComponentType `json:"type"`
	Label       string                  `json:"label"`
	Description string                  `json:"description,omitempty"`
	Component   choosing                `json:"component"`
}

// choosing is a group of radio buttons, or a menu of choices or members, in Discord's JSON.
type choosing struct {
	Type        discordgo.ComponentType      `json:"type"`
	CustomID    string                       `json:"custom_id"`
	Placeholder string                       `json:"placeholder,omitempty"`
	Required    bool                         `json:"required"`
	Options     []discordgo.SelectMenuOption `json:"options,omitempty"`
	Style       discordgo.TextInputStyle     `json:"style,omitempty"`
	Value       string                       `json:"value,omitempty"`
}

// body returns the field in Discord's JSON.
func (f Field) body() label {
	c := choosing{Type: discordgo.UserSelectMenuComponent, CustomID: f.Name, Required: f.Required}
	for _, o := range f.Choices[:min(len(f.Choices), MaxOptions)] {
		o.Label, o.Description = Truncate(o.Label, MaxOptionText), Truncate(o.Description, MaxOptionText)
		c.Options = append(c.Options, o)
	}
	switch n := len(c.Options); {
	case f.Text:
		c.Type, c.Style, c.Value = discordgo.TextInputComponent, discordgo.TextInputShort, f.Value
	case n > mostRadios || n == 1:
		c.Type = discordgo.SelectMenuComponent
	case n > 1:
		c.Type = radioType
	}
	if c.Type != radioType {
		c.Placeholder = Truncate(f.Placeholder, MaxPlaceholder)
	}
	return label{
		Type: labelType, Label: Truncate(f.Label, MaxInputLabel), Description: Truncate(f.Help, MaxOptionText),
		Component: c,
	}
}

// body returns the form in Discord's JSON.
func (f Modal) body() any {
	var rows []any
	for i, field := range f.Inputs[:min(len(f.Inputs), MaxFields)] {
		style := discordgo.TextInputShort
		if field.Long {
			style = discordgo.TextInputParagraph
		}
		rows = append(rows, Row(discordgo.TextInput{
			CustomID: strconv.Itoa(i), Label: Truncate(field.Label, MaxInputLabel), Style: style,
			Value: field.Value, Placeholder: Truncate(field.Placeholder, MaxPlaceholder), MaxLength: field.Max,
		}))
	}
	for _, field := range f.Fields[:min(len(f.Fields), MaxFields-len(rows))] {
		rows = append(rows, field.body())
	}
	return struct {
		CustomID   string `json:"custom_id"`
		Title      string `json:"title"`
		Components []any  `json:"components"`
	}{f.ID, Truncate(f.Title, MaxModalTitle), rows}
}

// ModalValues returns the values of a form's fields in order.
func ModalValues(data discordgo.ModalSubmitInteractionData) []string {
	var values []string
	for _, part := range data.Components {
		r, ok := part.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, inner := range r.Components {
			if input, ok := inner.(*discordgo.TextInput); ok {
				values = append(values, input.Value)
			}
		}
	}
	return values
}

// Form holds the choices in the labelled fields of a form.
type Form struct {
	Values  map[string]string // values by the name of the field; unanswered fields are missing
	Users   map[string]*discordgo.User
	Members map[string]*discordgo.Member
}

// ReadForm reads the labelled fields of a submitted form from an interaction as received; discordgo
// does not know them.
func ReadForm(raw []byte) Form {
	var in struct {
		Data struct {
			Components []struct {
				Component struct {
					CustomID string   `json:"custom_id"`
					Value    string   `json:"value"`
					Values   []string `json:"values"`
				} `json:"component"`
			} `json:"components"`
			Resolved resolved `json:"resolved"`
		} `json:"data"`
	}
	_ = json.Unmarshal(raw, &in) // on a value of the wrong type, Unmarshal still reads the rest
	f := Form{make(map[string]string), values(in.Data.Resolved.Users), values(in.Data.Resolved.Members)}
	for _, c := range in.Data.Components {
		switch chosen := c.Component; {
		case chosen.Value != "":
			f.Values[chosen.CustomID] = chosen.Value
		case len(chosen.Values) > 0:
			f.Values[chosen.CustomID] = chosen.Values[0]
		}
	}
	delete(f.Values, "")
	return f
}
