package board

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// MostPlayed is the most games that fit a message, at seven components each.
const MostPlayed = 5

// RulesButtons returns a button to the rules of each game.
func RulesButtons(in lang.Language, catalogue []*games.Game) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	for _, g := range catalogue[:min(len(catalogue), MostPlayed)] {
		list = append(list, component.Button(in.Say(sayLabelRulesOf, g.Name), discordgo.SecondaryButton,
			component.Target{Action: component.ActRules, Text: string(g.ID)}))
	}
	return list
}

// Rules makes the message with a game's rules in brief and an example as a picture. Of are the
// options of a match, or nil.
func (k *Maker) Rules(in lang.Language, g *games.Game, of, prefer games.Options) discord.Message {
	parts := []discordgo.MessageComponent{discord.Text("### " + g.Name + "\n" + g.RulesIn(in.Text, of))}
	var files []discord.File
	if len(g.Examples) > 0 {
		board, f := k.example(in, g, g.Examples[0], prefer)
		parts, files = append(parts, board...), f
	}
	parts = append(parts, discord.Text(in.Say(sayHowToPlay, g.ID, g.ID)+"\n"+UsualTerms(in, g)))
	return discord.Message{Parts: []discordgo.MessageComponent{discord.Container(parts...)}, Files: files}
}

// example returns the parts of an example of the rules. An example that can't be read is logged and
// left out.
func (k *Maker) example(in lang.Language, g *games.Game, e games.Example,
	prefer games.Options,
) ([]discordgo.MessageComponent, []discord.File) {
	before, err := g.Parse(e.Position)
	if err == nil {
		after, reading := g.Parse(e.After)
		if err = reading; err == nil {
			return k.step(in, before, after, e, prefer)
		}
	}
	k.Log.Error("an example can't be read", "game", g.ID, "err", err)
	return nil, nil
}

// step returns the parts that show an example's move and the position after it.
func (k *Maker) step(in lang.Language, before, after *games.Position, e games.Example,
	prefer games.Options,
) ([]discordgo.MessageComponent, []discord.File) {
	seat := games.Spectator
	for s := range before.Turn().Waiting.All() {
		seat = s
		break
	}
	drawn := Liked(after.View(games.Spectator).In(in.Speak).Prefer(prefer).Draw(nil, before.View(games.Spectator), seat,
		[]string{e.Move}), prefer)
	board, files := k.Picture(in, drawn, match.Image)
	return append([]discordgo.MessageComponent{discord.Text("**" + discord.Escape(e.Move) + "**: " + in.Text(e.Say))},
		board...), files
}
