package discord

import "github.com/bwmarrin/discordgo"

// These types are Discord's components in a form that encoding/json writes in one pass. discordgo's
// own types encode their contents separately, and encoding/json then reads and copies those again
// for each level. For a board with buttons that takes more than half of the time.
type (
	containerFields discordgo.Container
	rowFields       discordgo.ActionsRow
	buttonFields    discordgo.Button
	textFields      discordgo.TextDisplay

	container struct {
		containerFields
		Components []any                   `json:"components"`
		Type       discordgo.ComponentType `json:"type"`
	}
	row struct {
		rowFields
		Components []any                   `json:"components"`
		Type       discordgo.ComponentType `json:"type"`
	}
	button struct {
		buttonFields
		Type discordgo.ComponentType `json:"type"`
	}
	text struct {
		textFields
		Type discordgo.ComponentType `json:"type"`
	}
)

// encodable converts components to values with the same JSON that encode faster.
func encodable(parts []discordgo.MessageComponent) []any {
	if parts == nil {
		return nil
	}
	all := make([]any, len(parts))
	for i, p := range parts {
		switch p := p.(type) {
		case discordgo.Container:
			all[i] = container{containerFields(p), encodable(p.Components), p.Type()}
		case discordgo.ActionsRow:
			all[i] = row{rowFields(p), encodable(p.Components), p.Type()}
		case discordgo.Button:
			if p.Style == 0 {
				p.Style = discordgo.PrimaryButton
			}
			all[i] = button{buttonFields(p), p.Type()}
		case discordgo.TextDisplay:
			all[i] = text{textFields(p), p.Type()}
		default:
			all[i] = p
		}
	}
	return all
}
