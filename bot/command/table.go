// Package command is what people can ask for: every command, button, menu and form. Each command is one value in a file of its own (see router.Command),
// with its definition, who may use it, what it does and what it offers while it is typed; table.go lists them. A handler decodes a request, calls the
// match service and returns a reply; what others see is brought up to date by paddock/bot/deliver. It knows no particular game, but ranges over the
// catalogue, and it never decides what is legal. Start reading at [Table]; how a request comes here is
// in paddock/bot/router.
package command

import (
	"maps"

	"paddock/bot/command/ahead"
	"paddock/bot/command/files"
	"paddock/bot/command/finished"
	"paddock/bot/command/follow"
	"paddock/bot/command/hours"
	"paddock/bot/command/learn"
	"paddock/bot/command/lobby"
	"paddock/bot/command/lookout"
	"paddock/bot/command/odds"
	"paddock/bot/command/past"
	"paddock/bot/command/roles"
	"paddock/bot/router"
	"paddock/bot/show"
	"paddock/games"
)

// Table lists every command: a new one is a value in a file of its own and a line here. The order is that of /help.
func Table(catalogue []*games.Game) *router.Set {
	return &router.Set{
		Games: catalogue,
		PerGame: []*router.Command{
			startCommand, challengeCommand, moveCommand, gameBoardCommand, gameResignCommand, gameRulesCommand, watchCommand, nudgeCommand,
			setupCommand, verifyCommand,
		},
		Common: []*router.Command{
			gamesCommand, boardCommand, resignCommand, drawCommand, takebackCommand, historyCommand, past.Command, ahead.WhatIf, ahead.Conditional, ahead.Notes, finished.Command, learn.ReviewCommand, learn.HintCommand, learn.PuzzleCommand, learn.LessonCommand, files.Export, files.Import, whyCommand, files.Report, rulesCommand,
			helpCommand, playCommand, settingsCommand, privacyCommand, eraseCommand, resumeCommand, tournamentCommand, statsCommand, topCommand, lobby.Command, lookout.Command, follow.Command,
			hours.Command, hours.Vacation, hours.Pause, hours.GiveTime, blockCommand, unblockCommand, serverCommand, challengeMenu,
		},
		Actions: merged(
			moveActions, boardActions, gamesActions, resignActions, drawActions, takebackActions, claimActions, rematchActions, replayActions, historyActions,
			watchActions, receiptActions, challengeActions, tableActions, seatActions, resumeActions, setupActions, savedActions, eraseActions, tournamentActions,
			playActions, rulesActions, helpActions, settingsActions, serverActions, roles.Actions,
			past.Actions, ahead.Actions, learn.Actions,
			hours.Actions, hours.PauseActions,
			finished.Actions, files.Actions, importActions, lobby.Actions, odds.Actions, follow.Actions, lookout.Actions,
		),
		Costs: merged(map[show.Action]int{show.ActBoard: router.CostBoard, show.ActReplay: router.CostReplay}, past.Costs, learn.Costs, ahead.Costs, files.Costs),
	}
}

// merged puts tables of actions together.
func merged[T any, M ~map[show.Action]T](all ...M) M {
	m := make(M)
	for _, some := range all {
		maps.Copy(m, some)
	}
	return m
}
