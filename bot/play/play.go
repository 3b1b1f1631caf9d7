// Package play is the feature for running matches: moves, set-ups, draws, takebacks, resigning,
// claims, pauses, watching and following. It also lists a user's matches. Start reading at
// [Feature.Part].
package play

import (
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/bot/say"
)

// Feature holds the commands and buttons of running matches.
type Feature struct {
	*answer.Base
}

func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part returns the commands and actions of the feature.
func (f *Feature) Part() request.Part {
	return request.Part{
		PerGame: []*request.Command{f.moveCommand(), f.setupCommand()},
		Common:  f.commands(),
		Actions: f.actions(),
		Costs: map[component.Action]int{
			component.ActBoard: request.CostBoard, component.ActShow: request.CostBoard,
		},
	}
}

// commands returns the commands that are the same for all games.
func (f *Feature) commands() []*request.Command {
	return []*request.Command{
		{
			Name: "games", Help: "Your matches, the most urgent first, or your finished ones",
			Where: request.Everywhere, Options: finishedOptions, Run: f.listMatches,
		},
		f.OfMatch(request.Command{
			Name: "board", Help: "Show the board of a match, to you alone",
			Where: request.Everywhere, Run: f.OnNewest(f.showBoard), Cost: request.CostBoard,
		}),
		f.OfMatch(request.Command{
			Name: "resign", Help: "Give up a match", Where: request.Everywhere,
			Run: f.OnMatch(f.askResign),
		}),
		f.OfMatch(request.Command{
			Name: "draw", Help: "Offer a draw, or agree to one", Where: request.Everywhere,
			Run: f.OnMatch(f.offerDraw),
		}),
		f.OfMatch(request.Command{
			Name: "takeback", Help: "Take your last move back, or let your opponent",
			Where: request.Everywhere, Run: f.OnMatch(f.takeback),
		}),
		f.OfMatch(request.Command{
			In: "match", Name: "resume",
			Help: "Go on here with a match whose channel is gone", Run: f.resume,
		}),
		f.followCommand(),
		f.OfMatch(request.Command{
			In: "match", Name: "pause", Help: "Ask for a pause in a match, or agree to one",
			Where: request.Everywhere, Run: f.OnMatch(f.pause),
		}),
		f.giveTimeCommand(),
		f.OfMatch(request.Command{
			In: "match", Name: "nudge",
			Help: "Remind whoever you are waiting for, once a turn", Where: request.Everywhere,
			Run: f.OnMatch(f.nudge),
		}),
		{
			In: "match", Name: "watch", Help: "See the newest match in this channel",
			Where: request.Everywhere, Run: f.watchMatch, Cost: request.CostBoard,
		},
	}
}

// actions returns what the buttons and menus of the feature do.
func (f *Feature) actions() request.Actions {
	play, steps := f.Matches.Play, answer.Steps{Play: f.play, Show: f.step}
	return request.Actions{
		component.ActPlay: steps.Button, component.ActPlayOnce: steps.Button, component.ActSure: f.playSure,
		component.ActSureOnce: f.playSure,
		component.ActMenu:     steps.Menu, component.ActMenuOnce: steps.Menu, component.ActOpen: steps.Open,
		component.ActOpenOnce: steps.Open,
		component.ActBack:     f.menuBack, component.ActBackOnce: f.menuBack,
		component.ActShow:  f.OnMatch(f.showAnew),
		component.ActBoard: f.OnMatch(f.showBoard), component.ActMore: f.OnMatch(f.more),
		component.ActMoreTime: f.OnMatch(f.moreTime),
		component.ActNext:     f.Does(play.Next, say.Done), component.ActPlayOn: f.Does(play.PlayOn, say.Done),
		component.ActList: f.listPage, actStranded: f.chooseStranded,
		component.ActNextMatch: f.nextMatch, actFinished: f.turnFinished,
		component.ActResign: f.OnMatch(f.askResign), ActResignYes: f.resign, ActDismiss: f.dismiss,
		component.ActCancel: f.Does(play.Cancel, sayCancelled),
		component.ActDraw:   f.OnMatch(f.offerDraw), component.ActNoDraw: f.Does(play.DeclineDraw, sayNoDraw),
		component.ActTakeback: f.OnMatch(f.takeback), component.ActNoUndo: f.Does(play.DeclineTakeback, sayNoUndo),
		component.ActPlayOut: f.OnMatch(f.playOut), component.ActClaim: f.OnMatch(f.claim),
		component.ActResume: f.OnMatch(f.resumeThere),
		component.ActPause:  f.OnMatch(f.pause), component.ActNoPause: f.Does(play.DeclinePause, sayPauseDeclined),
		component.ActGoOn:  f.OnMatch(f.goOn),
		component.ActSetup: f.OnMatch(f.openSetup), component.ActSendAgain: f.sendAgainButton,
		component.ActArrange: f.arrangeButton,
		component.ActPanel:   f.arrangePanel, component.ActChoose: f.arrangeChosen, ActForm: f.arrangeForm,
		component.ActSave: f.askName, ActSaved: f.save, component.ActLoad: f.load, component.ActForget: f.forget,
		component.ActFollow: f.startFollowing,
	}
}
