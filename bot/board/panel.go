package board

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
)

// Setting is a setting in a panel: its name, its present value, and a menu of values.
type Setting struct {
	Label, Now string
	Target     component.Target // of the menu
	Choices    []discordgo.SelectMenuOption
}

// Panel makes a message with a line and a menu for each setting.
func Panel(title, note string, list []Setting) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + title + "\n-# " + note)}
	for _, s := range list {
		parts = append(parts, discord.Text(s.Label+": **"+discord.Escape(s.Now)+"**"), discord.Row(discordgo.SelectMenu{
			MenuType: discordgo.StringSelectMenu, CustomID: s.Target.MustID(), Placeholder: discord.Truncate(s.Now, discord.MaxPlaceholder),
			Options: s.Choices[:min(len(s.Choices), discord.MaxOptions)],
		}))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}
