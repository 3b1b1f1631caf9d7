package show

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
)

// Setting is one thing that can be set, as a panel shows it: what it is, how it is now, and a menu of what it could be.
type Setting struct {
	Label, Now string
	Target     Target // of the menu
	Choices    []discordgo.SelectMenuOption
}

// Panel shows settings and changes them: a line and a menu for each.
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
