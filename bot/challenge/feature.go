// Package challenge begins matches: games against the computer, challenges, the lobby,
// notifications of open challenges, rematches and fair odds. Each file has one command with its
// buttons, and sentences.go has the sentences.
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

// New makes the feature, and registers how members are notified when somebody looks for a game.
func New(b *answer.Base, d deliver.Deps, notices *deliver.Notices) *Feature {
	notices.TellBy(match.LooksForGame,
		caller{Client: b.Client, Matches: b.Matches, People: b.People, Now: b.Now, Send: d.TellOnce}.call)
	return &Feature{Base: b}
}

// Part returns the commands and actions of the feature.
func (f *Feature) Part() request.Part {
	return request.Part{
		PerGame: []*request.Command{f.startCommand(), f.challengeCommand()},
		Common: []*request.Command{
			{
				Name: "play", Help: "Begin a match: look at the games and choose one", Where: request.Everywhere,
				Run: f.showGames,
			},
			{
				Name: "lobby", Help: "Open challenges in this server", Where: request.InServers, NotHere: &sayLobbyDM,
				Run: f.listLobby,
			},
			f.callMeCommand(),
			{Name: UserCommand, Where: request.Everywhere, UserMenu: true, Run: f.pickGame},
		},
		Actions: request.Actions{
			ActPick: f.challengePicked, component.ActOdds: f.takeOdds, actLobby: f.listLobby, actNoCalls: f.stopCalls,
			component.ActJoin: f.join, component.ActBegin: f.OnMatch(f.begin),
			component.ActDecline: f.Does(f.Matches.Tables.Decline, sayDeclined),
			component.ActRevoke:  f.Does(f.Matches.Tables.Revoke, sayRevoked),
			component.ActLeave:   f.Does(f.Matches.Tables.Leave, sayLeft),
			component.ActRematch: f.rematch, component.ActGames: f.showGames, component.ActLevel: f.againstComputer,
			actWhom: f.againstMember, actAnyone: f.againstAnyone,
			actForm: f.form, actEverybody: f.sendFilled, actNamed: f.sendFilled, actOthers: f.otherPlayers,
			actRules: f.showRules,
		},
	}
}
