package tournament

import (
	"paddock/games"
	"paddock/games/tourney"
)

var (
	sayTournamentOver = games.Say("%s is over")
	sayEventAbout     = games.Say("A tournament of %s. Follow the link to sign up: it begins at this time, or as soon as all places are taken.")
)

// sayTournamentStatuses holds the names of statuses.
var sayTournamentStatuses = map[tourney.Status]games.Sentence{
	tourney.Open: games.Say("open"), tourney.Running: games.Say("running"), tourney.Over: games.Say("over"),
	tourney.Cancelled: games.Say("cancelled"),
}

// saySeasons holds the intervals between seasons.
var saySeasons = map[tourney.Interval]games.Sentence{
	tourney.Weekly: games.Say("a new season every week"), tourney.FourWeeks: games.Say("a new season every four weeks"),
	tourney.Monthly: games.Say("a new season every month"),
}

// sayMissedRounds holds what a missed round counts.
var sayMissedRounds = map[tourney.Late]games.Sentence{
	tourney.LateForNothing: games.Say("nothing"), tourney.LateForHalf: games.Say("half a win"),
}

// sayResultOrigins names where a result comes from if the game was not played to its end.
var sayResultOrigins = map[tourney.How]games.Sentence{
	tourney.Judged: games.Say("judged"), tourney.Overruled: games.Say("override"), tourney.Void: games.Say("void"),
	tourney.Released: games.Say("goes on outside the tournament"),
}

// sayTieBreaks holds the names of tie-breaks, in full and as headings of columns.
var sayTieBreaks = map[string]struct{ Name, Short games.Sentence }{
	"head to head":     {games.Say("head to head"), games.Say("h2h")},
	"Sonneborn–Berger": {games.Say("Sonneborn–Berger"), games.Say("S–B")},
	"score difference": {games.Say("score difference"), games.Say("diff")},
	"Buchholz":         {games.Say("Buchholz"), games.Say("Buch")},
	"wins":             {games.Say("wins"), games.Say("wins")},
	"score":            {games.Say("score"), games.Say("score")},
}

// sayTournamentFormats holds the names of formats.
var sayTournamentFormats = map[string]games.Sentence{
	"knockout": games.Say("knockout"), "bracket": games.Say("bracket"), "roundrobin": games.Say("round robin"),
	"swiss": games.Say("swiss"), "league": games.Say("league"), "divisions": games.Say("divisions"),
}

// Sentences for a moderator who has changed a tournament.
var (
	sayEntrantRemoved       = games.Say("%s is out of **%s**. I'll tell them why.")
	sayTournamentHandedOver = games.Say("**%s** is now run by %s. I'll let them know.")
)

// Sentences of notices to players.
var (
	sayNoticeNext      = games.Say("In **%s** you now play against %s.")
	sayNoticeNextSolo  = games.Say("In **%s** your next game begins.")
	sayNoticeBye       = games.Say("In **%s** you have a bye in round %d: you go through without a game.")
	sayNoticeOut       = games.Say("%s You're out of **%s**.")
	sayNoticeLate      = games.Say("Your time ran out, so you're out of **%s**.")
	sayNoticeStep      = games.Say("**%s**: %s")
	sayNoticeConfirm   = games.Say("You have won **%s**: please confirm it by %s (%s), or you lose it.")
	sayNoticePlace     = games.Say("**%s** is over, and you finished in place %d. %s")
	sayNoticeDivision  = games.Say("**%s** is over. You finished in place %d of division %d. %s")
	sayNoticeUp        = games.Say("You move up: next season you play in division %d.")
	sayNoticeDown      = games.Say("You move down: next season you play in division %d.")
	sayNoticeWon       = games.Say("**%s** is over, and you have won!")
	sayPlaceless       = games.Say("Its channel is gone, so the tournament has ended.")
	saySeriesPlaceless = games.Say("Its channel is gone, so the series has ended.")
	sayNoticeSeason    = games.Say("You played last season. The sign-up for **%s** is open in %s.")
	sayNoticeGoesOn    = games.Say("Your match goes on with the same clock, and is rated as agreed. As long as nobody has moved, you can cancel it.")
	sayNoticeCancelled = games.Say("**%s** is cancelled. %s")
)

// Sentences of answers to commands, of messages about tournaments, and on buttons.
var (
	sayTournamentDM            = games.Say("You can't hold a tournament in direct messages. Use the command in a channel of a server.")
	sayWhichTournament         = games.Say("There are several tournaments here. Say which one you mean with `tournament:`.")
	sayNoTournament            = games.Say("There is no tournament here yet. Start one with `/tournament create`.")
	sayTournamentCreated       = games.Say("The sign-up for **%s** is open in %s. If you want to play, join too.")
	sayTournamentJoined        = games.Say("You have joined **%s**. I'll tell you when it's your turn.")
	sayTournamentAskLate       = games.Say("**%s** is running. You'd play from round %d of %d on; a missed round counts %s.")
	sayTournamentLate          = games.Say("open to late players until half of it is over: a missed round counts %s")
	sayTournamentAskLeave      = games.Say("Do you really want to leave **%s**? You lose the game that you are playing in it, and you can't come back.")
	sayTournamentStayed        = games.Say("Good: you still play in **%s**.")
	sayTournamentLeft          = games.Say("You have left **%s**.")
	sayTournamentStarted       = games.Say("**%s** begins.")
	sayTournamentConfirmed     = games.Say("You've confirmed that you won **%s**.")
	sayTournamentCancelled     = games.Say("**%s** is cancelled.")
	saySeriesStopped           = games.Say("After **%s** there will be no further season.")
	sayTournamentDecided       = games.Say("The game is decided. It's in the log of **%s**.")
	sayTournamentNoWinner      = games.Say("%s doesn't play in this game. Its players are %s; type `shared` if they share the win.")
	sayTournamentOptions       = games.Say("%q is not an option of the game. Write them as `name=value`, with blanks between them: `rules=course rows=6`.")
	sayTournamentSignUp        = games.Say("**Sign-up** closes %s, or when %s starts it")
	sayTournamentSignUpFull    = games.Say("**Sign-up** closes %s, with %d players, or when %s starts it")
	sayTournamentNoLimit       = games.Say("**Sign-up**, until %s starts it")
	sayTournamentManager       = games.Say("a moderator")
	sayTournamentPlayers       = games.Say("**Players (%d of %d)** %s")
	sayTournamentNobody        = games.Say("nobody yet")
	sayTournamentFills         = games.Say("Computer players fill the free places at the start (%s).")
	sayTournamentRound         = games.Say("**Round %d**")
	sayTournamentUntil         = games.Say("The round ends %s (%s). Then I judge open games by their score.")
	sayTournamentBye           = games.Say("%s has a bye")
	sayTournamentOut           = games.Say("Out: %s")
	sayTournamentMore          = games.Say("… and %d more")
	sayTournamentAllPlayed     = games.Say("All games have been played.")
	sayTournamentAllThere      = games.Say("The winners have confirmed it.")
	sayTournamentConfirm       = games.Say("%s: please confirm your win by %s (%s), or you lose it.")
	sayTournamentCode          = games.Say("To watch two computers play, type `/board game:` and the code beside their game.")
	sayTournamentBreaks        = games.Say("Ties on points are broken by %s.")
	sayTournamentFinal         = games.Say("Final")
	sayTournamentNoStand       = games.Say("Nothing has been played yet.")
	sayTournamentShared        = games.Say("the first place is shared")
	sayTournamentSeats         = games.Say("up to %d in a game")
	sayTournamentNextSeason    = games.Say("The sign-up for the next season opens %s (%s).")
	sayTournamentRoundTime     = games.Say("%s for each round")
	sayTournamentLots          = games.Say("places by lot")
	sayTournamentThird         = games.Say("a game for third place")
	sayTournamentConfirms      = games.Say("winners confirm their win in time, or lose it")
	sayTournamentPlayer        = games.Say("player")
	sayTournamentChances       = games.Say("can be")
	sayTournamentDivision      = games.Say("Division %d")
	sayTournamentHowFar        = games.Say("how far")
	sayTournamentPlaceBy       = games.Say("%s. %s, points: %s.")
	sayTournamentRoundTitle    = games.Say("Round %d")
	sayTournamentPoints        = games.Say("points")
	sayTournamentByeShort      = games.Say("bye")
	sayLabelTournamentJoin     = games.Say("Join")
	sayLabelTournamentLate     = games.Say("Join late")
	sayLabelTournamentLeaveYes = games.Say("Yes, leave")
	sayLabelTournamentStay     = games.Say("No, play on")
	sayLabelTournamentLeave    = games.Say("Leave")
	sayLabelTournamentStart    = games.Say("Start now")
	sayLabelTournamentStanding = games.Say("Standings")
	sayLabelTournamentBracket  = games.Say("All rounds")
	sayLabelTournamentPublish  = games.Say("Publish to followers")
	sayTournamentPublished     = games.Say("The result of **%s** is published to those who follow this channel.")
	sayTournamentTwice         = games.Say("The result of **%s** was published before.")
	sayTournamentNotPublished  = games.Say("Discord didn't publish the result. A channel can publish ten messages an hour, and I need *Send Messages* there. Press again later.")
	sayTournamentNoFollowers   = games.Say("Only an announcement channel has followers. The result of **%s** is in another kind of channel.")
	sayLabelTournamentConfirm  = games.Say("I'm here")
	sayLabelTournamentCancel   = games.Say("Cancel the tournament")
	// on the question whether to cancel
	sayLabelTournamentCancelYes = games.Say("Yes, cancel it")
	sayLabelTournamentKeep      = games.Say("No, it goes on")
	sayLabelTournamentChange    = games.Say("Change it")
	sayLabelTournamentAgain     = games.Say("Another like this")
	sayTournamentAskCancel      = games.Say("Do you really want to cancel **%s**? Others have joined already.")
	sayTournamentKept           = games.Say("Good: the sign-up for **%s** goes on.")
	sayTournamentForm           = games.Say("New tournament")
	sayTournamentAnyNumber      = games.Say("As many as come")
	sayTournamentGame           = games.Say("Say which game with `game:`, or leave out some options and choose in the form.")
)
