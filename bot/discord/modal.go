package discord

import (
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// The limits of forms.
const (
	MaxModalTitle  = 45
	maxTextInputs  = 5
	MaxInputLabel  = 45
	MaxPlaceholder = 100
)

// Modal is a modal: what a person is asked to fill in, as an answer to a click. What they enter comes back as an interaction with the form's id and
// the fields' values.
type Modal struct {
	Title  string
	ID     string // custom id
	Inputs []TextInput
	Late   string // sent instead when an answer has been deferred: a form can only be a first answer
}

// TextInput is a text input.
type TextInput struct {
	Label, Placeholder, Value string
	Max                       int  // characters; 0: no limit but Discord's
	Long                      bool // of several lines; it may be left empty
}

// body is the form as Discord reads it.
func (f Modal) body() any {
	var rows []discordgo.MessageComponent
	for i, field := range f.Inputs[:min(len(f.Inputs), maxTextInputs)] {
		style := discordgo.TextInputShort
		if field.Long {
			style = discordgo.TextInputParagraph
		}
		rows = append(rows, Row(discordgo.TextInput{
			CustomID: strconv.Itoa(i), Label: Truncate(field.Label, MaxInputLabel), Style: style,
			Value: field.Value, Placeholder: Truncate(field.Placeholder, MaxPlaceholder), MaxLength: field.Max,
		}))
	}
	return struct {
		CustomID   string                       `json:"custom_id"`
		Title      string                       `json:"title"`
		Components []discordgo.MessageComponent `json:"components"`
	}{f.ID, Truncate(f.Title, MaxModalTitle), rows}
}

// ModalValues are the values of a form's fields in their order.
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
