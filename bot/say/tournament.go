package say

import (
	"paddock/games"
	"paddock/games/tourney"
)

// What is said about tournaments.
var (
	NoTournaments       = games.Say("This bot keeps no tournaments. Start a match instead, or ask whoever runs the bot.")
	TournamentDM        = games.Say("A tournament needs a server where others can join it, and this is a direct message. Use the command in a channel of a server.")
	TournamentManagers  = games.Say("In this server only those who may manage it create tournaments. Ask one of them; you can join any that is open.")
	WhichTournament     = games.Say("There are several tournaments here, so I can't tell which one you mean. Say it with the option `tournament:`.")
	NoTournament        = games.Say("There is no tournament here. `/tournament create` opens the sign-up of one.")
	TournamentCreated   = games.Say("The sign-up of **%s** is open in %s. You take part only if you join it yourself.")
	TournamentJoined    = games.Say("You have joined **%s**. I'll mention you when it is your turn.")
	TournamentLeft      = games.Say("You have left **%s**.")
	TournamentStarted   = games.Say("**%s** begins.")
	TournamentConfirmed = games.Say("Your win of **%s** is confirmed.")
	TournamentCancelled = games.Say("**%s** is cancelled.")
	SeriesStopped       = games.Say("No further season follows **%s**.")
	TournamentDecided   = games.Say("The game is decided, and the log of **%s** says so.")
	TournamentNoWinner  = games.Say("%s does not play this game. Its players are %s; write `shared` if nobody is to win alone.")
	TournamentOptions   = games.Say("%q is not an option of the game. Write them as `name=value`, with blanks between them: `rules=course rows=6`.")

	TournamentSignUp    = games.Say("**Sign-up** until %s (%s), or until %s by %s")
	TournamentNoLimit   = games.Say("**Sign-up**, until %s starts it")
	TournamentFull      = games.Say("%d players are there")
	TournamentStartsIt  = games.Say("it is started")
	TournamentPlayers   = games.Say("**Players (%d of %d)** %s")
	TournamentNobody    = games.Say("nobody yet")
	TournamentFills     = games.Say("Places that are free at the start are taken by computer players (%s).")
	TournamentRound     = games.Say("**Round %d**")
	TournamentUntil     = games.Say("The round ends %s (%s): games that are open then are judged.")
	TournamentBye       = games.Say("%s has a bye")
	TournamentOut       = games.Say("Out: %s")
	TournamentOver      = games.Say("%s is over")
	TournamentGame      = games.Say("a game of a tournament: `/tournament status` says how it stands")
	TournamentMore      = games.Say("… and %d more")
	TournamentAllPlayed = games.Say("All games have been played.")
	TournamentAllThere  = games.Say("The winners have confirmed it.")
	TournamentConfirm   = games.Say("%s: please confirm your win by %s (%s), or you lose it.")
	TournamentCode      = games.Say("Games between computers are not shown here while they are played. `/board game:` with a game's code shows it.")
	TournamentBreaks    = games.Say("Ties on points are broken by %s.")
	TournamentFinal     = games.Say("Final")
	TournamentNoStand   = games.Say("Nothing has been played yet.")
	TournamentEither    = games.Say("%s or %s")
	TournamentShared    = games.Say("the first place is shared")
	TournamentSeats     = games.Say("games of up to %d")

	TournamentNextSeason = games.Say("The sign-up of the next season opens %s (%s).")
	TournamentRoundTime  = games.Say("%s for each round")
	TournamentPlayer     = games.Say("player")
	TournamentHowFar     = games.Say("how far")
	TournamentPlaceBy    = games.Say("%s. %s, points: %s.")
	TournamentRoundTitle = games.Say("Round %d")
	TournamentPoints     = games.Say("points")
	TournamentByeShort   = games.Say("bye")
)

// TournamentStatuses say how far a tournament is.
var TournamentStatuses = map[tourney.Status]games.Sentence{
	tourney.Open: games.Say("open"), tourney.Running: games.Say("running"), tourney.Over: games.Say("over"), tourney.Cancelled: games.Say("cancelled"),
}

// Seasons say how often a tournament is repeated.
var Seasons = map[tourney.Interval]games.Sentence{
	tourney.Weekly: games.Say("a new season every week"), tourney.FourWeeks: games.Say("a new season every four weeks"), tourney.Monthly: games.Say("a new season every month"),
}

// ResultOrigins say where a result comes from that was not played for to the end.
var ResultOrigins = map[tourney.How]games.Sentence{
	tourney.Judged: games.Say("judged"), tourney.Overruled: games.Say("override"), tourney.Void: games.Say("void"),
	tourney.Released: games.Say("goes on by itself"),
}

// TieBreaks are the names of tie-breaks, in full and as they fit over a column.
var TieBreaks = map[string]struct{ Name, Short games.Sentence }{
	"head to head":     {games.Say("head to head"), games.Say("h2h")},
	"Sonneborn–Berger": {games.Say("Sonneborn–Berger"), games.Say("S–B")},
	"score difference": {games.Say("score difference"), games.Say("diff")},
	"Buchholz":         {games.Say("Buchholz"), games.Say("Buch")},
	"wins":             {games.Say("wins"), games.Say("wins")},
	"score":            {games.Say("score"), games.Say("score")},
}

// TournamentFormats are the names of formats.
var TournamentFormats = map[string]games.Sentence{
	"knockout": games.Say("knockout"), "bracket": games.Say("bracket"), "roundrobin": games.Say("round robin"), "swiss": games.Say("swiss"), "league": games.Say("league"),
}

// Labels of a tournament's buttons.
var (
	LabelTournamentJoin     = games.Say("Join")
	LabelTournamentLeave    = games.Say("Leave")
	LabelTournamentStart    = games.Say("Start now")
	LabelTournamentStanding = games.Say("Standings")
	LabelTournamentBracket  = games.Say("All rounds")
	LabelTournamentConfirm  = games.Say("I'm here")
)
