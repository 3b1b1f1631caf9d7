package discord

import "github.com/bwmarrin/discordgo"

// Discord's components as encoding/json writes them in one pass. discordgo's own types each write what they contain on their own, and encoding/json then
// reads and copies it again for each component around it: for a board with its buttons that is more than half of the time.
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

// encodable are components of which encoding/json makes what it makes of parts, sooner.
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
