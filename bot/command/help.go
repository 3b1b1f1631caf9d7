package command

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
)

var helpCommand = &router.Command{Name: "help", Help: "What I can do", Where: router.Everywhere, Run: help}

var helpActions = router.Actions{show.ActHelp: help}

// allCommands is the text of the button that lists every command.
const allCommands = "all"

// help is `/help`: what one needs to begin, as commands to be pressed, and buttons that lead on; every command is behind one of them.
func help(_ context.Context, r *router.Request) (discord.Reply, error) {
	if r.Answer.IsComponent() && r.Target.Text == allCommands {
		return router.ReplyPrivate(r, helpOnAll(r)), nil
	}
	lines := []string{"### " + r.In.Speak(say.WhatICanDo), r.In.Speak(say.HelpIntro), ""}
	for _, c := range []struct {
		path string
		does games.Sentence
	}{
		{"play", say.HelpPlay}, {"games", say.HelpGames}, {"board", say.HelpBoard}, {"rules", say.HelpRules}, {"learn", say.HelpLearn}, {"settings", say.HelpSettings},
	} {
		lines = append(lines, r.CommandLink(c.path)+" "+r.In.Speak(c.does))
	}
	if r.UserInstall {
		lines = append(lines, r.In.Speak(say.Away))
	}
	m := discord.TextMessage(strings.Join(lines, "\n"),
		show.Button(r.In.Speak(say.LabelPlayNow), discordgo.PrimaryButton, show.Target{Action: show.ActGames}),
		show.Button(r.In.Speak(say.LabelLearn), discordgo.SecondaryButton, show.Target{Action: show.ActLesson}),
		show.Button(r.In.Speak(say.LabelSettings), discordgo.SecondaryButton, show.Target{Action: show.ActSettings}),
		show.Button(r.In.Speak(say.LabelAll), discordgo.SecondaryButton, show.Target{Action: show.ActHelp, Text: allCommands}))
	m.Parts = append(m.Parts, discord.ButtonRows(show.RulesButtons(r.In, r.Games))...)
	return router.ReplyPrivate(r, m), nil
}

// helpOnAll is every command, in a line each.
func helpOnAll(r *router.Request) discord.Message {
	lines := []string{"### " + r.In.Speak(say.AllCommands)}
	for _, g := range r.Games {
		var names []string
		for _, c := range r.Set.OfGame(g) {
			names = append(names, "`/"+r.In.Name(string(g.ID))+" "+r.In.Name(c.Name)+"`")
		}
		lines = append(lines, "**"+g.Name+"**: "+r.In.Text(g.Summary)+". "+strings.Join(names, " · "))
	}
	if slices.ContainsFunc(r.Games, func(g *games.Game) bool { return g.Hidden }) {
		lines = append(lines, r.In.Speak(say.Operator))
	}
	lines = append(lines, r.In.Speak(say.AlsoTyped))
	for _, c := range r.Set.Common {
		line := "`/" + r.In.Name(c.Name) + "` " + r.In.Text(c.Help)
		if c.UserMenu {
			line = r.In.Say(say.InMenu, r.In.Name(c.Name))
		}
		lines = append(lines, line)
	}
	return discord.TextMessage(strings.Join(lines, "\n"), show.Button(r.In.Speak(say.LabelBack), discordgo.SecondaryButton, show.Target{Action: show.ActHelp}))
}
