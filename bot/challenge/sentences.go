package challenge

import (
	"paddock/games"
)

// Sentences about the lobby.
var (
	sayLobby      = games.Say("### Open challenges here (%d)")
	sayLobbyEmpty = games.Say("Nobody is looking for a game here right now. " +
		"Challenge everybody, and yours is listed here.")
	sayLobbyYours = games.Say("You're in already.")
	sayLobbyLink  = games.Say("challenge")
	sayLobbyDM    = games.Say("There is no lobby in direct messages. Use the command in a server.")
)

// Sentences that tell members of an open challenge.
var (
	sayLookoutOn = games.Say("I'll write to you when somebody here is looking for a game " +
		"that suits you, at most once a day. I keep quiet while you play many, and in your " +
		"night (`/settings hours`). `/settings call-me game:off` ends it.")
	sayLookoutOff    = games.Say("I no longer tell you when somebody is looking for a game there.")
	sayLookoutHere   = games.Say("When somebody is looking for a game, I tell you here.")
	sayLookoutNotify = games.Say("You have chosen one message a day, or none, so I can't tell " +
		"you in between. `/settings general` changes that; `/lobby` lists open challenges.")
	sayLookoutDM    = games.Say("In a direct message there is nobody to play but me. Use the command in a server.")
	sayLookoutCall  = games.Say("Somebody is looking for a game:")
	sayLookoutWhy   = games.Say("You wanted to hear of this, at most once a day.")
	sayLabelNoCalls = games.Say("Stop telling me")
)

// sayRivalAccepts refuses to accept a challenge for a channel elsewhere.
var sayRivalAccepts = games.Say("This challenge is for %s. Go there and press the button: one of you accepts for all.")

// Sentences about fairer terms.
var (
	sayOddsTaken  = games.Say("The terms are changed.")
	sayLevelTaken = games.Say("%s plays instead.")
)

// Sentences about challenges, rematches and the gallery of games.
var (
	sayOwnTable = games.Say("This is your table, and you have a seat. " +
		"*Join* is for the others; you can begin now with computers.")
	sayLabelQuick    = games.Say("Quick game")
	sayQuickTerms    = games.Say("%s, against *%s*")
	sayQuickAgain    = games.Say("%s, against *%s* now that you have won")
	sayUsualTerms    = games.Say("**Full game**: %s, against one of these:")
	sayJoined        = games.Say("You are in.")
	sayDeclined      = games.Say("You have declined.")
	sayRevoked       = games.Say("You have withdrawn the challenge.")
	sayLeft          = games.Say("You have left your seat.")
	sayRematch       = games.Say("You'd like a rematch. It begins when your opponent presses *Rematch* too.")
	sayWhichGame     = games.Say("What would you like to play?")
	sayOnlyComputers = games.Say("Here you play against the computer. " +
		"To play with others, use me in your chat with them, or in a server where I am.")
	sayQuickOrLevel   = games.Say("A quick game of %s, or the full one? How strong should the computer be?")
	sayWhichLevel     = games.Say("How strong should the computer be at %s?")
	sayYouBegin       = games.Say("You play %s and begin.")
	sayWhomTo         = games.Say("Whom would you like to challenge to %s?")
	sayHowMany        = games.Say("Or let anybody join a match of:")
	sayLabelSize      = games.Say("%d players")
	sayLabelComputer  = games.Say("Computer")
	sayLabelChallenge = games.Say("Challenge")
	sayLabelAnyone    = games.Say("Open challenge")
	sayMenuGames      = games.Say("Which game?")
	sayMenuLevels     = games.Say("Choose a computer player")
	sayOtherPlayers   = games.Say("More computer players at %s, simple ones and some from older programs:")
	sayLabelOthers    = games.Say("Other players")
	sayLabelForm      = games.Say("Side, time, rules …")
	sayLevel          = games.Say("How strong")
	sayUsualTime      = games.Say("The usual time here")
	sayOneOrMany      = games.Say("With %s players anybody can join, so leave the member out. " +
		"To challenge one member, choose two players.")
	sayForEverybody   = games.Say("You have named nobody. Is this challenge to %s for everybody here?")
	sayLabelEverybody = games.Say("Yes, for everybody")
	sayMenuMembers    = games.Say("Choose a member")
)
