package challenge

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/scene"
)

// gallery makes the message of `/play`: each game with its summary, a small picture, and buttons.
// Alone removes the buttons that challenge members, and closed removes all that begin a match. Note
// tells the reader why.
func gallery(k *board.Maker, in lang.Language, catalogue []*games.Game, prefer games.Options, note string,
	alone, closed bool,
) discord.Message {
	m := discord.Message{}
	learn := component.Button(in.Speak(say.LabelLearn), discordgo.SecondaryButton,
		component.Target{Action: component.ActLesson})
	heading := discord.TextWithButton(discord.Text(board.JoinLines("### "+in.Speak(sayWhichGame), note)), learn)
	parts := []discordgo.MessageComponent{heading}
	for _, g := range catalogue[:min(len(catalogue), board.MostPlayed)] {
		about := discord.Text("**" + g.Name + "**\n" + in.Text(g.Summary))
		if f, ok := miniature(k, in, g, prefer); ok {
			m.Files = append(m.Files, f)
			about = discord.TextWithPicture(about, f)
		}
		rules := component.Button(in.Speak(say.LabelRules), discordgo.SecondaryButton,
			component.Target{Action: actRules, Text: string(g.ID)})
		parts = append(parts, about, discord.Row(append(beginnings(in, g, alone, closed), rules)...))
	}
	m.Parts = []discordgo.MessageComponent{discord.Container(parts...)}
	return m
}

// beginnings returns the buttons that begin a match of a game: against the computer, and, unless alone is
// set, with a member. There are none if closed is set.
func beginnings(in lang.Language, g *games.Game, alone, closed bool) (buttons []discordgo.MessageComponent) {
	at := func(a component.Action) component.Target { return component.Target{Action: a, Text: string(g.ID)} }
	if !closed {
		buttons = append(buttons,
			component.Button(in.Speak(sayLabelComputer), discordgo.PrimaryButton, at(component.ActLevel)))
	}
	if !closed && !alone {
		buttons = append(buttons,
			component.Button(in.Speak(sayLabelChallenge), discordgo.SecondaryButton, at(actWhom)))
	}
	return buttons
}

// miniature returns a small picture of a game, made from its first example. It returns false if
// there is none or it can't be drawn.
func miniature(k *board.Maker, in lang.Language, g *games.Game, prefer games.Options) (discord.File, bool) {
	if len(g.Examples) == 0 {
		return discord.File{}, false
	}
	p, err := g.Parse(g.Examples[0].After)
	if err != nil {
		return discord.File{}, false // the method Rules of board.Maker logs the error
	}
	s := board.Liked(p.View(games.Spectator).In(in.Speak).Prefer(prefer).Draw(nil, nil, 0, nil), prefer)
	s.Form = scene.Thumb
	var png []byte
	if !tasks.Guard(k.Log, "drawing", func() { png, err = k.Draw(s) }) || err != nil || len(png) > board.MaxFile {
		return discord.File{}, false
	}
	return discord.File{Name: string(g.ID) + ".png", Alt: g.Name, Data: png}, true
}

// levels makes the message with a button for each level of a game, and its description. The level
// that is offered first has a blue button.
func levels(in lang.Language, g *games.Game, first answer.Offer) discord.Message {
	lines := []string{in.Say(sayWhichLevel, g.Name)}
	var buttons []discordgo.MessageComponent
	if len(g.Quick) > 0 {
		lines[0] = in.Say(sayQuickOrLevel, g.Name)
		short, usual := quickTerms(in, g, first)
		lines = append(lines, "* **"+in.Speak(sayLabelQuick)+"**: "+short, "* "+in.Say(sayUsualTerms, usual))
		buttons = append(buttons, component.Button(in.Speak(sayLabelQuick)+" · "+first.Level, discordgo.PrimaryButton,
			component.Target{Action: component.ActLevel, Text: string(g.ID) + "/" + first.Level + "/" + quick}))
	}
	if g.MaxSeats == 2 {
		lines[0] += " " + in.Say(sayYouBegin, in.Text(g.SeatName(0)))
	}
	for _, p := range g.Players {
		if !isLevel(p.Name) {
			continue
		}
		indent := ""
		if len(g.Quick) > 0 {
			indent = "  "
		}
		lines = append(lines, indent+"* **"+p.Name+"**: "+in.Text(p.Help))
		style := discordgo.SecondaryButton
		if p.Name == first.Level && len(g.Quick) == 0 {
			style = discordgo.PrimaryButton
		}
		buttons = append(buttons,
			component.Button(p.Name, style,
				component.Target{Action: component.ActLevel, Text: string(g.ID) + "/" + p.Name}))
	}
	m := discord.Message{Parts: []discordgo.MessageComponent{discord.Text(strings.Join(lines, "\n"))}}
	if len(buttons) > 0 {
		m.Parts = append(m.Parts, discord.Row(buttons...))
	}
	more := []discordgo.MessageComponent{formButton(in, g, pathStart)}
	if slices.ContainsFunc(g.Players, func(p games.PlayerInfo) bool { return !isLevel(p.Name) }) {
		more = append(more, component.Button(in.Speak(sayLabelOthers), discordgo.SecondaryButton,
			component.Target{Action: actOthers, Text: string(g.ID)}))
	}
	m.Parts = append(m.Parts, discord.Row(append(more, backToGames(in))...))
	return m
}

// quick ends the text of the button that begins a game's short variant.
const quick = "quick"

// quickTerms describes a game's short variant against a computer player, and the usual game. A
// member who has won before is told why the computer plays better than the first time.
func quickTerms(in lang.Language, g *games.Game, first answer.Offer) (quick, full string) {
	var short, usual []string
	for _, o := range g.Options {
		if v := g.Quick[o.Name]; v != "" {
			short = append(short, board.ChoiceTerms(in, o, v))
			usual = append(usual, board.ChoiceTerms(in, o, o.Default))
		}
	}
	says := sayQuickTerms
	if first.Won {
		says = sayQuickAgain
	}
	return in.Say(says, strings.Join(short, ", "), first.Level), strings.Join(usual, ", ")
}

// isLevel reports whether a computer player is one of the levels that every game has.
func isLevel(name string) bool {
	return slices.Contains([]string{games.Easy, games.Medium, games.Hard, games.Master}, name)
}

// others makes the menu of a game's computer players that are not levels.
func others(in lang.Language, g *games.Game) discord.Message {
	var options []discordgo.SelectMenuOption
	for _, p := range g.Players {
		if !isLevel(p.Name) && len(options) < discord.MaxOptions {
			options = append(options,
				discordgo.SelectMenuOption{
					Label: p.Name, Value: p.Name,
					Description: discord.Truncate(in.Text(p.Help), discord.MaxOptionText),
				})
		}
	}
	m := discord.TextMessage(in.Say(sayOtherPlayers, g.Name))
	if len(options) > 0 {
		m.Parts = append(m.Parts,
			component.Menu(in.Speak(sayMenuLevels), options,
				component.Target{Action: component.ActLevel, Text: string(g.ID)}))
	}
	back := component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton,
		component.Target{Action: component.ActLevel, Text: string(g.ID) + "/"})
	m.Parts = append(m.Parts, discord.Row(back))
	return m
}

// whom makes the menu of members to challenge to a game. For an open challenge to a game of several
// sizes there is a button for each size.
func whom(in lang.Language, g *games.Game) discord.Message {
	text, more := in.Say(sayWhomTo, g.Name),
		[]discordgo.MessageComponent{formButton(in, g, pathChallenge), backToGames(in)}
	open := func(label, id string) discordgo.MessageComponent {
		return component.Button(label, discordgo.SecondaryButton, component.Target{Action: actAnyone, Text: id})
	}
	rows := []discordgo.MessageComponent{discord.Row(discordgo.SelectMenu{
		MenuType: discordgo.UserSelectMenu, CustomID: component.Target{Action: actWhom, Text: string(g.ID)}.MustID(),
		Placeholder: in.Speak(sayMenuMembers),
	})}
	if g.MinSeats == g.MaxSeats {
		more = append([]discordgo.MessageComponent{open(in.Speak(sayLabelAnyone), string(g.ID))}, more...)
	} else {
		text += "\n" + in.Speak(sayHowMany)
		var sizes []discordgo.MessageComponent
		for n := g.MinSeats; n <= g.MaxSeats; n++ {
			sizes = append(sizes, open(in.Say(sayLabelSize, n), fmt.Sprint(g.ID, "/", n)))
		}
		rows = append(rows, discord.ButtonRows(sizes)...)
	}
	return discord.Message{Parts: append([]discordgo.MessageComponent{discord.Text(text)},
		append(rows, discord.Row(more...))...)}
}

func backToGames(in lang.Language) discordgo.MessageComponent {
	return component.Button(in.Speak(say.LabelBack), discordgo.SecondaryButton,
		component.Target{Action: component.ActGames})
}
