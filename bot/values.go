package bot

import (
	"slices"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/games/tourney"
)

// userCommand is the entry in the menu of a member (P52).
const userCommand = "Challenge to a game"

var startCommand = &Command{
	Name: "start", helpOf: startHelp, run: start,
	options: func(a author, g *games.Game) []*option {
		return slices.Concat(a.levelOptions(g), a.sideOption(g), a.matchOptions(g))
	},
}

// startHelp says what start does in a game of two, or of more.
func startHelp(a author, g *games.Game) string {
	if g.MaxSeats > 2 {
		return a.in.Text("Open a table for others to join, or play the computer")
	}
	return a.in.Text("Play against the computer, or watch two of them")
}

// levelOptions choose computer players, and in a game for more than two how many play.
func (a author) levelOptions(g *games.Game) []*option {
	var list []*option
	for _, o := range []struct{ name, help string }{
		{optLevel, "The computer player you play against"},
		{optVersus, "Watch: another computer player in your place"},
	} {
		c := a.choice(o.name, o.help, false)
		for _, p := range g.Players {
			c.Choices = append(c.Choices, &choice{Name: discord.Truncate(p.Name+" · "+a.in.Text(p.Help), 100), Value: p.Name})
		}
		list = append(list, c)
	}
	if g.MaxSeats > 2 {
		list = append(list, a.integer(optPlayers, "How many play", g.MinSeats, g.MaxSeats))
	}
	return list
}

// matchOptions are what start and challenge agree on: the options of the game, the clock, rating, thread.
func (a author) matchOptions(g *games.Game) []*option {
	var list []*option
	for _, o := range g.Options {
		list = append(list, a.gameOption(o))
	}
	late := a.choice(optLate, "What happens when somebody's time runs out", false,
		string(referee.Forfeit), "the match is lost, after days of grace", string(referee.Claim), "the opponent may claim the win, or wait on")
	return append(list, a.timeOption("Time for each move", true), late, a.boolean(optRating, "Whether it counts for the ratings; yes if you don't say"),
		a.boolean(optThread, "Play in a thread of its own"))
}

var challengeCommand = &Command{
	Name: "challenge", Help: "Challenge a member, or anyone who likes", run: challenge,
	options: func(a author, g *games.Game) []*option {
		return slices.Concat([]*option{a.userOption()}, a.sideOption(g), a.matchOptions(g))
	},
}

var challengeMenu = &Command{Name: userCommand, Where: InServers, UserMenu: true, run: pickGame}

var challengeActions = actions{show.ActPick: challengePicked}

var moveCommand = &Command{
	Name: "move", Help: "Make a move", run: move, complete: completeMove,
	options: func(a author, g *games.Game) []*option {
		move := a.str(moveOption(g), "Your move: choose one or type it", len(g.MoveSteps) == 0)
		move.Autocomplete = true
		list := []*option{move}
		for _, name := range g.MoveSteps {
			step := a.str(name, a.in.Say(say.Stepwise, a.in.Name(name)), false)
			step.Autocomplete = true
			list = append(list, step)
		}
		return append(list, a.matchOption())
	},
}

var moveActions = actions{show.ActPlay: playButton, show.ActMenu: chooseFrom, show.ActOpen: openMenu, show.ActBack: menuBack}

var gameBoardCommand = &Command{Name: "board", Help: "Show the board, to you alone", options: onlyMatch, run: showBoard, complete: completeMatch}

var gameResignCommand = &Command{Name: "resign", Help: "Give the match up", options: onlyMatch, run: askResign, complete: completeMatch}

var gameRulesCommand = &Command{
	Name: "rules", run: rules,
	helpOf: func(a author, g *games.Game) string { return a.in.Say(say.HowPlayed, g.Name) },
}

var watchCommand = &Command{Name: "watch", Help: "See the newest match of this channel", run: watchMatch}

var nudgeCommand = &Command{
	Name: "nudge", Help: "Ask those who are waited for to move, once in a turn", options: onlyMatch, run: nudge, complete: completeMatch,
}

var setupCommand = &Command{
	Name: "setup", Help: "Arrange your pieces, seen by you alone", Arranges: true, run: setup, complete: completeMatch,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.str(optRows, "All at once: your rows, the front row first, / between them", false),
			a.boolean(optShow, "Send it to you again"), a.matchOption(),
		}
	},
}

var setupActions = actions{
	show.ActSetup: openSetup, show.ActArrange: arrangeButton, show.ActChoose: arrangeChosen, show.ActForm: arrangeForm, show.ActSendAgain: sendAgainButton,
}

var savedActions = actions{show.ActSave: askName, show.ActSaved: save, show.ActLoad: load, show.ActForget: forget}

var verifyCommand = &Command{
	Name: "verify", Help: "Check that nobody has changed their set-up", Arranges: true, options: onlyMatch, run: verify, complete: completeMatch,
}

var gamesCommand = &Command{Name: "games", Help: "My matches, the most urgent first", Where: Everywhere, run: listMatches}

var gamesActions = actions{show.ActList: listPage, show.ActNextMatch: nextMatch}

var boardCommand = &Command{
	Name: "board", Help: "Show the board of a match, to you alone", Where: Everywhere, options: onlyMatch, run: showBoard, complete: completeMatch,
}

var boardActions = actions{show.ActBoard: boardButton}

var resignCommand = &Command{Name: "resign", Help: "Give a match up", Where: Everywhere, options: onlyMatch, run: askResign, complete: completeMatch}

var resignActions = actions{show.ActResign: askResign, show.ActResignYes: resign, show.ActDismiss: dismiss, show.ActCancel: cancelButton}

var drawCommand = &Command{
	Name: "draw", Help: "Offer a draw, or agree to one", Where: Everywhere, options: onlyMatch, run: offerDraw, complete: completeMatch,
}

var drawActions = actions{show.ActDraw: offerDraw, show.ActNoDraw: declineDraw}

var takebackCommand = &Command{
	Name: "takeback", Help: "Take your last move back, or agree to it", Where: Everywhere, options: onlyMatch, run: takeback, complete: completeMatch,
}

var takebackActions = actions{show.ActTakeback: takeback, show.ActNoUndo: declineTakeback}

var claimActions = actions{show.ActClaim: claim}

var watchActions = actions{show.ActNext: next, show.ActPlayOn: playOn}

var rematchActions = actions{show.ActRematch: rematch}

var historyCommand = &Command{
	Name: "history", Help: "The moves of a match", Where: Everywhere, run: history, complete: completeMatch,
	options: func(a author, _ *games.Game) []*option {
		return []*option{a.matchOption(), a.integer(optAt, "The board after this many moves", 0, 5000)}
	},
}

var replayActions = actions{show.ActReplay: replay}

var exportCommand = &Command{
	Name: "export", Help: "A match as text, to keep or to analyse", Where: Everywhere, options: onlyMatch, run: export, complete: completeMatch,
}

var whyCommand = &Command{
	Name: "why", Help: "The referee's decisions in a match, and the rule behind the last one", Where: Everywhere, options: onlyMatch, run: why,
	complete: completeMatch,
}

var rulesCommand = &Command{
	Name: "rules", Help: "How a game is played", Where: Everywhere, run: rules,
	options: func(a author, _ *games.Game) []*option {
		return []*option{a.choice(optGame, "Which game", true, a.gameNames()...)}
	},
}

var helpCommand = &Command{Name: "help", Help: "What I can do", Where: Everywhere, run: help}

var settingsCommand = &Command{
	Name: "settings", Help: "How boards are shown to you, how you hear of your turn, and in which language I answer", Where: Everywhere, run: settings,
	options: func(a author, _ *games.Game) []*option {
		list := []*option{
			a.choice(optStyle, "How boards are shown to you", false, "image", "picture", "text", "monospace text", "words", "the position in words"),
			a.languageOption("The language in which I answer you", "as your Discord says"),
			a.choice(optNotify, "How you hear that it is your turn", false,
				notifyMention, "a mention at the board", string(match.ByDM), "a direct message", string(match.ByNothing), "not at all"),
		}
		for _, g := range a.games {
			for _, o := range g.Personal {
				list = append(list, a.gameOption(o))
			}
		}
		return list
	},
}

var privacyCommand = &Command{
	Name: "privacy", Help: "What I store of you, for how long, who sees it, and how to have it deleted", Where: Everywhere, run: privacy,
}

var eraseCommand = &Command{Name: "delete-my-data", Help: "Remove you and everything I know of you; I ask once more", Where: Everywhere, run: askDelete}

var eraseActions = actions{show.ActDeleteYes: deleteData, show.ActDeleteNo: keepData}

var resumeCommand = &Command{
	Name: "resume", Help: "Go on here with a match whose channel is gone", options: onlyMatch, run: resume, complete: completeMatch,
}

var tableActions = actions{show.ActJoin: join, show.ActDecline: decline, show.ActRevoke: revoke, show.ActLeave: leave, show.ActBegin: begin}

var statsCommand = &Command{
	Name: "stats", Help: "Matches, ratings and reliability of a member in this server", run: stats,
	options: func(a author, _ *games.Game) []*option {
		who := a.userOption()
		who.Description = a.in.Text("Whose; your own if you don't say")
		return []*option{who, a.choice(optGame, "Which game; all if you don't say", false, a.gameNames()...)}
	},
}

var topCommand = &Command{
	Name: "top", Help: "The best players of a game in this server", run: top,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.choice(optGame, "Which game", true, a.gameNames()...),
			a.choice(optList, "Who is ranked; people if you don't say", false, "people", "people", listComputers, "computer players"),
		}
	},
}

var blockCommand = &Command{
	Name: "block", Help: "Come to no match with a member any more; they are not told", run: block,
	options: func(a author, _ *games.Game) []*option {
		whom := a.userOption()
		whom.Description = a.in.Text("Whom; without a name you see whom you have blocked")
		return []*option{whom}
	},
}

var unblockCommand = &Command{
	Name: "unblock", Help: "Take a block back", run: unblock,
	options: func(a author, _ *games.Game) []*option {
		whom := a.userOption()
		whom.Description, whom.Required = a.in.Text("Whom"), true
		return []*option{whom}
	},
}

var serverCommand = &Command{
	Name: "server", Help: "See or change how I behave in this server", Where: InServers, NotHere: &say.ServerDM, Managers: true, run: server,
	options: func(a author, _ *games.Game) []*option {
		return []*option{
			a.choice(optThreads, "Open a thread for each match", false, "on", "a thread for each match", "off", "matches in the channel"),
			a.choice(optStyle, "How boards are posted", false, "image", "picture", "text", "monospace text"),
			a.timeOption("Time for each move, when nothing else is agreed", false),
			a.integer(optLimit, "Running matches that a member may have here", 1, 50),
			a.choice(optTournaments, "Who may create tournaments", false, "everybody", "everybody", "managers", "those who may manage the server"),
			a.languageOption("The language of what I post here", "as the server's settings say"),
		}
	},
}

var tournamentCommand = &Command{
	Name: "tournament", Help: "Tournaments of people and computer players", Where: InServers,
	subs: []*Command{
		tournamentCreate, tournamentJoin, tournamentLeave, tournamentStart, tournamentStatus, tournamentStandings, tournamentBracket, tournamentCancel,
		tournamentOverride,
	},
}

// onlyTournament are the options of a command that takes nothing but a tournament.
func onlyTournament(a author, _ *games.Game) []*option { return []*option{a.whichTournament()} }

func (a author) whichTournament() *option {
	o := a.str(optTournament, "Which tournament, if there are several here", false)
	o.Autocomplete = true
	return o
}

var tournamentCreate = &Command{
	Name: "create", Help: "Open the sign-up of a tournament in this channel", run: cupCreate, complete: completeTournament,
	options: func(a author, _ *games.Game) []*option {
		var formats []string
		for _, f := range tourney.Formats {
			formats = append(formats, f.Name(), formatHelp[f.Name()])
		}
		setup := a.str(optSetup, "Options of the game, such as rules=course rows=6", false)
		setup.Autocomplete = true
		return []*option{
			a.choice(optGame, "Which game", true, a.gameNames()...),
			a.choice(optFormat, "How it is played; knockout if you don't say", false, formats...),
			a.str(optName, "What it is called", false),
			a.integer(optPlayers, "How many can join; it begins when all are there", 2, tourney.MostEntrants),
			a.choice(optSignUp, "How long people can join; 1 day if you don't say", false, cupTimes...),
			a.choice(optFill, "Computer players that take the free places at the start", false, games.Easy, "easy", games.Medium, "medium", games.Hard, "hard", games.Master, "master"),
			a.timeOption("Time for each move; 1 day if you don't say", false),
			a.choice(optRound, "How long a round may take; open games are then judged", false, cupTimes...),
			a.integer(optSeats, "The most players in a game", 2, games.MaxSeats),
			a.integer(optRounds, "Rounds of a Swiss or a league, or how often everybody meets", 1, 20),
			a.boolean(optThird, "A game for the third place of a bracket"),
			a.boolean(optThread, "A thread for each game of people"),
			a.boolean(optConfirm, "Winners must confirm their win within the time of a move, or lose it"),
			setup,
		}
	},
}

var (
	tournamentJoin      = &Command{Name: "join", Help: "Take part", options: onlyTournament, run: cupJoin, complete: completeTournament}
	tournamentLeave     = &Command{Name: "leave", Help: "Give your place back, or withdraw from a tournament that is on", options: onlyTournament, run: cupLeave, complete: completeTournament}
	tournamentStart     = &Command{Name: "start", Help: "End the sign-up now; for who has created it", options: onlyTournament, run: cupStart, complete: completeTournament}
	tournamentStatus    = &Command{Name: "status", Help: "How a tournament stands", options: onlyTournament, run: cupStatus, complete: completeTournament}
	tournamentStandings = &Command{Name: "standings", Help: "The standing of all players", options: onlyTournament, run: cupStandings, complete: completeTournament}
	tournamentBracket   = &Command{Name: "bracket", Help: "All rounds and their results", options: onlyTournament, run: cupBracket, complete: completeTournament}
	tournamentCancel    = &Command{Name: "cancel", Help: "End a tournament without winners; for who has created it", options: onlyTournament, run: cupCancel, complete: completeTournament}
)

var tournamentOverride = &Command{
	Name: "override", Help: "Decide a game of this round; for who has created it, and for moderators", run: cupOverride, complete: completeTournament,
	options: func(a author, _ *games.Game) []*option {
		game := a.str(optGame, "The game of this round that is to be decided", true)
		winner := a.str(optWinner, "Who is to have won it", true)
		game.Autocomplete, winner.Autocomplete = true, true
		return []*option{game, winner, a.str(optReason, "Why; everybody can read it", true), a.whichTournament()}
	},
}

var tournamentActions = actions{
	show.ActTournamentJoin: cupJoin, show.ActTournamentLeave: cupLeave, show.ActTournamentStart: cupStart,
	show.ActTournamentStandings: cupStandings, show.ActTournamentRounds: cupBracket, show.ActTournamentConfirm: cupConfirm,
}
