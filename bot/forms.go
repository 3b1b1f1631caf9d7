package bot

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/lang"
	"paddock/games"
)

// The limits of forms.
const (
	maxFormTitle  = 45
	maxFormFields = 5
	maxFieldLabel = 45
	maxFieldHint  = 100
)

// form is what a person is asked to fill in, as an answer to a click. What they put in comes back as a request with the form's target and
// the fields' values.
type form struct {
	title  string
	at     target
	fields []games.Field
	late   string // said instead when it is too late for a form
}

// newForm is a form in the language of who fills it in.
func newForm(in lang.Language, title string, at target, fields ...games.Field) form {
	f := form{title: in.Text(title), at: at, late: in.Speak(sayFormLate)}
	for _, field := range fields {
		field.Label, field.Placeholder = in.Text(field.Label), in.Text(field.Placeholder)
		f.fields = append(f.fields, field)
	}
	return f
}

// wire is the form as Discord reads it.
func (f form) wire() any {
	var rows []discordgo.MessageComponent
	for i, field := range f.fields[:min(len(f.fields), maxFormFields)] {
		rows = append(rows, row(discordgo.TextInput{
			CustomID: strconv.Itoa(i), Label: cut(field.Label, maxFieldLabel), Style: discordgo.TextInputShort,
			Value: field.Value, Placeholder: cut(field.Placeholder, maxFieldHint), MaxLength: field.Max,
		}))
	}
	return struct {
		CustomID   string                       `json:"custom_id"`
		Title      string                       `json:"title"`
		Components []discordgo.MessageComponent `json:"components"`
	}{f.at.mustID(), cut(f.title, maxFormTitle), rows}
}

// filledIn are the values of a form's fields in their order.
func filledIn(data discordgo.ModalSubmitInteractionData) []string {
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
