// Package help is the feature with `/help` and the rules of the games. Start reading at
// [Feature.Part].
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

// New returns the feature. It calls set with the first request, when all commands of the bot are
// known.
func New(b *answer.Base, set func() *request.Set) *Feature { return &Feature{Base: b, set: set} }

// Part returns the commands and buttons of the help.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{
			f.rulesCommand(),
			{Name: "help", Help: "What I can do", Where: request.Everywhere, Run: f.help},
		},
		Actions: request.Actions{component.ActRules: f.rulesButton, component.ActHelp: f.help},
	}
}

// help handles `/help`, its buttons and its menu: the first commands that a newcomer needs, or the
// topic that was chosen.
func (f *Feature) help(_ context.Context, r *request.Request) (request.Reply, error) {
	list := f.topics(r)
	if len(r.Values) == 1 {
		if i := slices.IndexFunc(list, func(t topic) bool { return t.id == r.Values[0] }); i >= 0 {
			return request.ReplyPrivate(r, list[i].message(r.In, list)), nil
		}
	}
	lines := []string{"### " + r.In.Speak(sayWhatICanDo), r.In.Speak(sayHelpIntro), ""}
	for _, c := range []struct {
		path string
		does games.Sentence
	}{
		{"play", sayHelpPlay},
		{"games", sayHelpGames},
		{"lobby", sayHelpLobby},
		{"puzzle", sayHelpPuzzle},
		{"learn", sayHelpLearn},
		{"settings general", sayHelpSettings},
	} {
		if command, _ := f.set().Find(c.path); command != nil && r.MayUse(command) {
			lines = append(lines, r.CommandText(c.path)+" "+r.In.Speak(c.does))
		}
	}
	if r.UserInstall {
		lines = append(lines, r.In.Speak(say.Away))
	}
	m := discord.TextMessage(strings.Join(lines, "\n"),
		component.Button(r.In.Speak(say.LabelPlay), discordgo.PrimaryButton,
			component.Target{Action: component.ActGames}),
		component.Button(r.In.Speak(say.LabelLearn), discordgo.SecondaryButton,
			component.Target{Action: component.ActLesson}),
		component.Button(r.In.Speak(sayLabelSettings), discordgo.SecondaryButton,
			component.Target{Action: component.ActSettings}))
	m.Parts = append(m.Parts, menu(r.In, list, ""))
	m.Parts = append(m.Parts, discord.ButtonRows(board.RulesButtons(r.In, f.Games))...)
	return request.ReplyPrivate(r, m), nil
}
