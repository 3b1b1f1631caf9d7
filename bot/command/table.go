package command

import (
	"maps"

	"paddock/games"
)

// newSet lists every command: a new one is a value in a file of its own and a line here. The order is that of /help.
func newSet(catalogue []*games.Game) *set {
	return &set{
		games: catalogue,
		perGame: []*Command{
			startCommand, challengeCommand, moveCommand, gameBoardCommand, gameResignCommand, gameRulesCommand, watchCommand, nudgeCommand,
			setupCommand, verifyCommand,
		},
		common: []*Command{
			gamesCommand, boardCommand, resignCommand, drawCommand, takebackCommand, historyCommand, exportCommand, whyCommand, rulesCommand,
			helpCommand, settingsCommand, privacyCommand, eraseCommand, resumeCommand, tournamentCommand, statsCommand, topCommand,
			blockCommand, unblockCommand, serverCommand, challengeMenu,
		},
		actions: merged(
			moveActions, boardActions, gamesActions, resignActions, drawActions, takebackActions, claimActions, rematchActions, replayActions,
			watchActions, challengeActions, tableActions, setupActions, savedActions, eraseActions, tournamentActions,
		),
	}
}

func merged(all ...actions) actions {
	m := make(actions)
	for _, some := range all {
		maps.Copy(m, some)
	}
	return m
}
