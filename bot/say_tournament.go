package bot

import (
	"paddock/games"
	"paddock/games/tourney"
)

// What is said about tournaments.
var (
	sayNoCups       = games.Say("This bot keeps no tournaments. Start a match instead, or ask whoever runs the bot.")
	sayCupDM        = games.Say("A tournament needs a server where others can join it, and this is a direct message. Use the command in a channel of a server.")
	sayCupManagers  = games.Say("In this server only those who may manage it create tournaments. Ask one of them; you can join any that is open.")
	sayWhichCup     = games.Say("There are several tournaments here, so I can't tell which one you mean. Say it with the option `tournament:`.")
	sayNoCup        = games.Say("There is no tournament here. `/tournament create` opens the sign-up of one.")
	sayCupCreated   = games.Say("The sign-up of **%s** is open in %s. You take part only if you join it yourself.")
	sayCupJoined    = games.Say("You have joined **%s**. I'll mention you when it is your turn.")
	sayCupLeft      = games.Say("You have left **%s**.")
	sayCupStarted   = games.Say("**%s** begins.")
	sayCupConfirmed = games.Say("Your win of **%s** is confirmed.")
	sayCupCancelled = games.Say("**%s** is cancelled.")
	sayCupDecided   = games.Say("The game is decided, and the log of **%s** says so.")
	sayCupNoWinner  = games.Say("%s does not play this game. Its players are %s; write `shared` if nobody is to win alone.")
	sayCupOptions   = games.Say("%q is not an option of the game. Write them as `name=value`, with blanks between them: `rules=course rows=6`.")

	sayCupSignUp    = games.Say("**Sign-up** until %s (%s), or until %s by %s")
	sayCupNoLimit   = games.Say("**Sign-up**, until %s starts it")
	sayCupFull      = games.Say("%d players are there")
	sayCupStartsIt  = games.Say("it is started")
	sayCupPlayers   = games.Say("**Players (%d of %d)** %s")
	sayCupNobody    = games.Say("nobody yet")
	sayCupFills     = games.Say("Places that are free at the start are taken by computer players (%s).")
	sayCupRound     = games.Say("**Round %d**")
	sayCupUntil     = games.Say("The round ends %s (%s): games that are open then are judged.")
	sayCupBye       = games.Say("%s has a bye")
	sayCupOut       = games.Say("Out: %s")
	sayCupOver      = games.Say("%s is over")
	sayCupGame      = games.Say("a game of a tournament: `/tournament status` says how it stands")
	sayCupMore      = games.Say("… and %d more")
	sayCupAllPlayed = games.Say("All games have been played.")
	sayCupAllThere  = games.Say("The winners have confirmed it.")
	sayCupConfirm   = games.Say("%s: please confirm your win until %s (%s). Who doesn't, loses it.")
	sayCupCode      = games.Say("Games between computers are not shown here while they are played. `/board game:` with a game's code shows it.")
	sayCupBreaks    = games.Say("Equal points are parted by %s.")
	sayCupFinal     = games.Say("Final")
	sayCupNoStand   = games.Say("Nothing has been played yet.")
	sayCupEither    = games.Say("%s or %s")
	sayCupShared    = games.Say("the first place is shared")
	sayCupSeats     = games.Say("games of up to %d")

	sayCupRoundTime  = games.Say("%s for each round")
	sayCupPlayer     = games.Say("player")
	sayCupHowFar     = games.Say("how far")
	sayCupPlaceBy    = games.Say("%s. %s, %s points.")
	sayCupRoundTitle = games.Say("Round %d")
	sayCupPoints     = games.Say("points")
	sayCupByeShort   = games.Say("bye")
)

// cupStatuses say how far a tournament is.
var cupStatuses = map[tourney.Status]games.Sentence{
	tourney.Open: games.Say("open"), tourney.Running: games.Say("running"), tourney.Over: games.Say("over"), tourney.Cancelled: games.Say("cancelled"),
}

// origins say where a result comes from that was not played for to the end.
var origins = map[tourney.How]games.Sentence{
	tourney.Judged: games.Say("judged"), tourney.Overruled: games.Say("override"), tourney.Void: games.Say("void"),
}

// tieBreaks are the names of tie-breaks, in full and as they fit over a column.
var tieBreaks = map[string]struct{ name, short games.Sentence }{
	"head to head":     {games.Say("head to head"), games.Say("h2h")},
	"Sonneborn–Berger": {games.Say("Sonneborn–Berger"), games.Say("S–B")},
	"score difference": {games.Say("score difference"), games.Say("diff")},
	"Buchholz":         {games.Say("Buchholz"), games.Say("Buch")},
	"wins":             {games.Say("wins"), games.Say("wins")},
	"score":            {games.Say("score"), games.Say("score")},
}

// cupFormats are the names of formats.
var cupFormats = map[string]games.Sentence{
	"knockout": games.Say("knockout"), "bracket": games.Say("bracket"), "roundrobin": games.Say("round robin"), "swiss": games.Say("swiss"), "league": games.Say("league"),
}

// Labels of a tournament's buttons.
var (
	labelCupJoin     = games.Say("Join")
	labelCupLeave    = games.Say("Leave")
	labelCupStart    = games.Say("Start now")
	labelCupStanding = games.Say("Standings")
	labelCupBracket  = games.Say("All rounds")
	labelCupConfirm  = games.Say("I'm here")
)
