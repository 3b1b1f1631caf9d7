// Package challenge begins matches: games against the computer, challenges, the lobby, calls to a game, rematches and fair odds. Each file has one command
// with its buttons, and sentences.go has the sentences.
package challenge

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/request"
	"paddock/games/match"
)

// Feature holds the commands and buttons by which matches begin.
type Feature struct {
	*answer.Base
}

// New makes the feature, and registers how members are called when somebody looks for a game.
func New(b *answer.Base, d deliver.Deps, notices *deliver.Notices) *Feature {
	notices.TellBy(match.LooksForGame, caller{Client: b.Client, Matches: b.Matches, People: b.People, Now: b.Now, Send: d.TellOnce}.call)
	return &Feature{Base: b}
}

// Part returns the commands and actions of the feature.
func (f *Feature) Part() request.Part {
	return request.Part{
		PerGame: []*request.Command{f.startCommand(), f.challengeCommand()},
		Common: []*request.Command{
			f.playCommand(), f.lobbyCommand(), f.callMeCommand(), f.challengeMenu(),
		},
		Actions: request.Actions{
			ActPick: f.challengePicked, component.ActOdds: f.takeOdds, actLobby: f.listLobby, actNoCalls: f.stopCalls,
			component.ActJoin: f.join, component.ActDecline: f.decline, component.ActRevoke: f.revoke, component.ActLeave: f.leave, component.ActBegin: f.begin,
			component.ActRematch: f.rematch, component.ActGames: f.showGames, component.ActLevel: f.againstComputer, actWhom: f.againstMember, actAnyone: f.againstAnyone,
			actForm: f.form, actOthers: f.otherPlayers,
		},
	}
}
