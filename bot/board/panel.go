package board

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Setting is a setting in a panel: its name, its present value, and a button that changes it.
type Setting struct {
	Label, Now string
	Target     component.Target             // target of the button and of the menu that it opens
	Press      games.Sentence               // label of the button; empty: "Change"
	Choices    []discordgo.SelectMenuOption // options of the menu
}

// On and Off are the labels of a setting's button: each names the state that a click sets.
var (
	On  = sayLabelTurnOn
	Off = sayLabelTurnOff
)

// Panel makes a message with a line for each setting and a button at its side. For readers of words
// the button is below and names its setting, because a screen reader may read it alone.
func Panel(in lang.Language, style match.Style, title, note string, list []Setting) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + title + "\n-# " + note)}
	for _, s := range list {
		if s.Press.Format == "" {
			s.Press = sayLabelChange
		}
		line, label := discord.Text(s.Label+": **"+discord.Escape(s.Now)+"**"), in.Speak(s.Press)
		if style == match.Words {
			parts = append(parts, line,
				discord.Row(component.Button(label+": "+s.Label, discordgo.SecondaryButton, s.Target)))
			continue
		}
		parts = append(parts, discord.TextWithButton(line,
			component.Button(label, discordgo.SecondaryButton, s.Target)))
	}
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}}
}

// SettingMenu makes a message with the menu of one setting, and a button back to its panel.
func SettingMenu(in lang.Language, note string, s Setting, panel component.Target) discord.Message {
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(
		discord.Text("### "+s.Label+"\n-# "+note),
		component.Menu(discord.Truncate(s.Now, discord.MaxPlaceholder),
			s.Choices[:min(len(s.Choices), discord.MaxOptions)], s.Target),
		discord.Row(component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, panel)),
	)}}
}
