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

// Modal is a form that answers a click. The entered values come back as an interaction with the form's id.
type Modal struct {
	Title  string
	ID     string // custom id
	Inputs []TextInput
	Late   string // sent instead after a deferral, because a form can only be a first response
}

// TextInput is a text input.
type TextInput struct {
	Label, Placeholder, Value string
	Max                       int  // characters; 0: only Discord's limit
	Long                      bool // several lines; may stay empty
}

// body returns the form in Discord's JSON.
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
