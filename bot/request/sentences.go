package request

import (
	"paddock/games"
)

var (
	sayOldButton     = games.Say("I don't know this button any more: it comes from another version of me. `/games` lists your matches, `/board` shows the current board.")
	sayThisChannel   = games.Say("This channel")
	sayNotInGroup    = games.Say("I'm not in this chat. This command works only in a server where I am, or in direct messages with me: open my profile and press *Message*.")
	sayNobody        = games.Say("Discord didn't tell me who you are, so I did nothing. Please try again.")
	sayMemberTooFast = games.Say("That's more pictures than I can draw for you at once. Nothing has changed; try again in %d s.")
	sayServerTooFast = games.Say("That's more pictures than I can draw for this server at once. Nothing has changed; try again in %d s.")
	sayNoCommand     = games.Say("I don't know this command: Discord may still show an old list. Try again in a minute, or see `/help`.")
	sayUnsaid        = games.Say("I answered you %s, but Discord didn't take it: %s")
	sayAskAgain      = games.Say("The buttons didn't get through: please ask again.")
	sayDefault       = games.Say("%s (otherwise %s)")
)
