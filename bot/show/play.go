package show

import (
	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
)

// mostPlayed is how many games a message has room for, at seven components each.
const mostPlayed = 5

// Play shows the games to somebody who wants to begin a match: what each is about, a small picture, and buttons. Alone says that members can't be
// challenged here, closed that no match can be played at all; both are said by the note.
func (k *Maker) Play(in lang.Language, catalogue []*games.Game, prefer games.Options, note string, alone, closed bool) discord.Message {
	m := discord.Message{}
	parts := []discordgo.MessageComponent{discord.Text(JoinLines("### "+in.Speak(say.WhichGame), note))}
	for _, g := range catalogue[:min(len(catalogue), mostPlayed)] {
		about := discord.Text("**" + g.Name + "**\n" + in.Text(g.Summary))
		if f, ok := k.miniature(in, g, prefer); ok {
			m.Files = append(m.Files, f)
			about = discord.TextWithPicture(about, f)
		}
		at := func(a Action) Target { return Target{Action: a, Text: string(g.ID)} }
		var buttons []discordgo.MessageComponent
		if !closed {
			buttons = append(buttons, Button(in.Speak(say.LabelComputer), discordgo.PrimaryButton, at(ActLevel)))
		}
		if !closed && !alone {
			buttons = append(buttons, Button(in.Speak(say.LabelChallenge), discordgo.SecondaryButton, at(ActWhom)))
		}
		buttons = append(buttons, Button(in.Speak(say.LabelRules), discordgo.SecondaryButton, at(ActRules)))
		parts = append(parts, about, discord.Row(buttons...))
	}
	parts = append(parts, discord.Row(Button(in.Speak(say.LabelLearn), discordgo.SecondaryButton, Target{Action: ActLesson})))
	m.Parts = []discordgo.MessageComponent{discord.Container(parts...)}
	return m
}

// miniature is a picture of a game's first example; a game without one, or that can't be drawn, goes without.
func (k *Maker) miniature(in lang.Language, g *games.Game, prefer games.Options) (discord.File, bool) {
	if len(g.Examples) == 0 {
		return discord.File{}, false
	}
	p, err := g.Parse(g.Examples[0].After)
	if err != nil {
		return discord.File{}, false // the rules say so in the log
	}
	s := Liked(p.View(games.Spectator).In(in.Speak).Prefer(prefer).Draw(nil, nil, 0, nil), prefer)
	var png []byte
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(s) }) || err != nil || len(png) > maxFile {
		return discord.File{}, false
	}
	return discord.File{Name: string(g.ID) + ".png", Alt: discord.Truncate(s.Words, discord.MaxAlt), Data: png}, true
}

// Levels is a menu of the computer players of a game.
func Levels(in lang.Language, g *games.Game) discord.Message {
	var options []discordgo.SelectMenuOption
	for _, p := range g.Players[:min(len(g.Players), discord.MaxOptions)] {
		options = append(options, discordgo.SelectMenuOption{Label: p.Name, Value: p.Name, Description: discord.Truncate(in.Text(p.Help), discord.MaxOptionText)})
	}
	m := discord.TextMessage(in.Say(say.WhichLevel, g.Name))
	m.Parts = append(m.Parts, discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: Target{Action: ActLevel, Text: string(g.ID)}.MustID(), Placeholder: in.Speak(say.MenuLevels), Options: options,
	}), discord.Row(backToGames(in)))
	return m
}

// Whom is a menu of members to challenge to a game.
func Whom(in lang.Language, g *games.Game) discord.Message {
	m := discord.TextMessage(in.Say(say.WhomTo, g.Name))
	m.Parts = append(m.Parts, discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: Target{Action: ActWhom, Text: string(g.ID)}.MustID(), Placeholder: in.Speak(say.MenuMembers),
	}), discord.Row(
		Button(in.Speak(say.LabelAnyone), discordgo.SecondaryButton, Target{Action: ActAnyone, Text: string(g.ID)}), backToGames(in)))
	return m
}

func backToGames(in lang.Language) discordgo.MessageComponent {
	return Button(in.Speak(say.LabelBack), discordgo.SecondaryButton, Target{Action: ActGames})
}

// RulesButtons lead to the rules of each game.
func RulesButtons(in lang.Language, catalogue []*games.Game) []discordgo.MessageComponent {
	var list []discordgo.MessageComponent
	for _, g := range catalogue[:min(len(catalogue), mostPlayed)] {
		list = append(list, Button(in.Say(say.LabelRulesOf, g.Name), discordgo.SecondaryButton, Target{Action: ActRules, Text: string(g.ID)}))
	}
	return list
}
