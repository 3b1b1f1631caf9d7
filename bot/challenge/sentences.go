package challenge

import (
	"paddock/games"
)

// The lobby.
var (
	sayLobby      = games.Say("### Who looks for a game here (%d)")
	sayLobbyEmpty = games.Say("Nobody looks for a game here at the moment. `/%s challenge` without a member is open to all, and stands here then.")
	sayLobbyYours = games.Say("You are in this already.")
	sayLobbyDM    = games.Say("The lobby lists the open challenges of a server, and this is a direct message. Use the command in a server.")
)

// Calls to a game.
var (
	sayLookoutOn     = games.Say("I'll write to you when somebody here looks for a game you could accept: at most once a day, and not while you play many. I keep quiet in your night (`/settings hours`). `/settings call-me game:off` ends it.")
	sayLookoutOff    = games.Say("You are not called any more when somebody looks for a game there.")
	sayLookoutHere   = games.Say("When somebody looks for a game, this is where you hear of it.")
	sayLookoutNotify = games.Say("You have chosen one message a day, or to hear of nothing, so I can't call you in between. `/settings general` changes that; `/lobby` lists who looks for a game.")
	sayLookoutDM     = games.Say("People look for a game in servers, and this is a direct message. Use the command in a server.")
	sayLookoutCall   = games.Say("Somebody looks for a game:")
	sayLookoutWhy    = games.Say("You wanted to be called for this, at most once a day.")
	sayLabelNoCalls  = games.Say("Stop calling me")
)

// sayRivalAccepts refuses to accept a challenge for a channel elsewhere.
var sayRivalAccepts = games.Say("This challenge is for %s, so somebody there accepts it for all. Go there and press the button.")

// Fairer terms.
var (
	sayOddsTaken  = games.Say("The terms are changed.")
	sayLevelTaken = games.Say("%s plays in its place.")
)

// Challenges, rematches and the gallery of games.
var (
	sayJoined         = games.Say("You are in.")
	sayDeclined       = games.Say("You have declined.")
	sayRevoked        = games.Say("You have revoked the challenge.")
	sayLeft           = games.Say("You have given your seat back.")
	sayRematch        = games.Say("You'd like a rematch. It begins when your opponent presses *Rematch* too.")
	sayWhichGame      = games.Say("What would you like to play?")
	sayOnlyComputers  = games.Say("Here you play against the computer; members are challenged in a server where I am.")
	sayWhichLevel     = games.Say("How strong should the computer be at %s?")
	sayWhomTo         = games.Say("Whom would you like to challenge to %s?")
	sayLabelComputer  = games.Say("Computer")
	sayLabelChallenge = games.Say("Challenge")
	sayLabelAnyone    = games.Say("Open challenge")
	sayMenuGames      = games.Say("Which game?")
	sayMenuLevels     = games.Say("Choose a computer player")
	sayOtherPlayers   = games.Say("More computer players at %s, simple ones and those of older programs:")
	sayLabelOthers    = games.Say("Other players")
	sayLabelForm      = games.Say("Side, time, rules …")
	sayLevel          = games.Say("How strong")
	sayUsualTime      = games.Say("As usual here")
	sayOneOrMany      = games.Say("With %s players anybody may join, so choose no member; or choose two players and your opponent.")
	sayMenuMembers    = games.Say("Choose a member")
)
