// Package help is the feature with `/help` and the rules of the games. Start reading at [Feature.Part].
package help

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
)

// Feature answers `/help` and `/rules`.
type Feature struct {
	*answer.Base
	set func() *request.Set // all commands of the bot
}

// New returns the feature. It calls set with the first request, when all commands of the bot are known.
func New(b *answer.Base, set func() *request.Set) *Feature { return &Feature{Base: b, set: set} }

// Part returns the commands and buttons of the help.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common:  []*request.Command{f.rulesCommand(), {Name: "help", Help: "What I can do", Where: request.Everywhere, Run: f.help}},
		Actions: request.Actions{component.ActRules: f.rulesButton, component.ActHelp: f.help},
	}
}

// allCommands is the Text of a button that leads to the list of all commands.
const allCommands = "all"

// helpPage is the number of bytes of the list of all commands that fit on a page.
const helpPage = 2500

// help handles `/help` and its buttons: the first commands that a newcomer needs, or a page of the list of all commands.
func (f *Feature) help(_ context.Context, r *request.Request) (request.Reply, error) {
	if page, what := board.ParsePage(r.Target.Text); what == allCommands {
		return request.ReplyPrivate(r, f.helpOnAll(r, page)), nil
	}
	lines := []string{"### " + r.In.Speak(sayWhatICanDo), r.In.Speak(sayHelpIntro), ""}
	for _, c := range []struct {
		path string
		does games.Sentence
	}{
		{"play", sayHelpPlay}, {"games", sayHelpGames}, {"board", sayHelpBoard}, {"rules", sayHelpRules}, {"learn", sayHelpLearn}, {"settings general", sayHelpSettings},
	} {
		lines = append(lines, r.CommandText(c.path)+" "+r.In.Speak(c.does))
	}
	if r.UserInstall {
		lines = append(lines, r.In.Speak(say.Away))
	}
	m := discord.TextMessage(strings.Join(lines, "\n"),
		component.Button(r.In.Speak(sayLabelPlayNow), discordgo.PrimaryButton, component.Target{Action: component.ActGames}),
		component.Button(r.In.Speak(say.LabelLearn), discordgo.SecondaryButton, component.Target{Action: component.ActLesson}),
		component.Button(r.In.Speak(sayLabelSettings), discordgo.SecondaryButton, component.Target{Action: component.ActSettings}),
		component.Button(r.In.Speak(sayLabelAll), discordgo.SecondaryButton, component.Target{Action: component.ActHelp, Text: allCommands}))
	m.Parts = append(m.Parts, discord.ButtonRows(board.RulesButtons(r.In, f.Games))...)
	return request.ReplyPrivate(r, m), nil
}

// helpOnAll returns a page of the list of all commands, one to a line.
func (f *Feature) helpOnAll(r *request.Request, page int) discord.Message {
	var lines []string
	under := func(whole string, subs []*request.Command) string {
		var names []string
		for _, c := range subs {
			names = append(names, "`/"+r.In.Name(whole)+" "+r.In.Name(c.Name)+"`")
		}
		return strings.Join(names, " · ")
	}
	lines = append(lines, r.In.Speak(sayAlsoTyped))
	for _, c := range f.set().Common {
		switch help := r.In.Text(c.Help); {
		case c.UserMenu:
			lines = append(lines, r.In.Say(sayInMenu, r.In.Name(c.Name)))
		case c.OnBoards:
			lines = append(lines, r.In.Say(sayOnBoards, r.In.Name(c.Name)))
		case len(c.Subs) > 0:
			lines = append(lines, "**"+help+"**: "+under(c.Name, c.Subs))
		default:
			lines = append(lines, "`/"+r.In.Name(c.Name)+"` "+help)
		}
	}
	for _, g := range f.Games {
		lines = append(lines, "**"+g.Name+"**: "+r.In.Text(g.Summary)+". "+under(string(g.ID), f.set().OfGame(g)))
	}
	if slices.ContainsFunc(f.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, r.In.Speak(sayOperator))
	}
	pages := answer.Paged(lines, helpPage)
	page = min(page, len(pages)-1)
	buttons := board.PageButtons(r.In, page, len(pages), say.LabelEarlier, say.LabelMore, func(page int) component.Target {
		return component.Target{Action: component.ActHelp, Text: board.PageText(page, allCommands)}
	})
	back := component.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton, component.Target{Action: component.ActHelp})
	return discord.TextMessage("### "+r.In.Speak(sayAllCommands)+"\n"+pages[page], append([]discordgo.MessageComponent{back}, buttons...)...)
}
