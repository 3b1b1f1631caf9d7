package request

import (
	"paddock/games"
)

var (
	sayOldButton     = games.Say("I don't know this button any more: it comes from another version of me. `/games` lists your matches, `/board` shows the current board.")
	sayThisChannel   = games.Say("This channel")
	sayNobody        = games.Say("Discord didn't tell me who you are, so I did nothing. Please try again.")
	sayMemberTooFast = games.Say("You ask for pictures and replays faster than I may make them for one member. Nothing was changed; try again in %d s.")
	sayServerTooFast = games.Say("The members of this server ask for pictures and replays faster than I may make them for one server. Nothing was changed; try again in %d s.")
	sayNoCommand     = games.Say("I don't know this command: Discord may still show an old list. Try again in a minute, or see `/help`.")
	sayUnsaid        = games.Say("Earlier, %s, Discord did not take what I answered you: %s")
	sayAskAgain      = games.Say("Its buttons did not get through: please ask for it again.")
	sayDefault       = games.Say("%s (%s if you don't say)")
)
