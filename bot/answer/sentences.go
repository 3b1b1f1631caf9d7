package answer

import (
	"paddock/games"
)

// Sentences about conditional moves.
var (
	sayLinesDropped = games.Say("Things went differently, so I dropped your automatic replies: %s")
	sayLinesIllegal = games.Say("I couldn't play your automatic reply %s: %s It's your turn.")
	sayLinesWait    = games.Say("Your automatic reply %s is waiting: the other player asked you something, such as for a draw or a pause. Answer first, then move yourself.")
)

// sayVoteInServer refuses a vote outside a server.
var sayVoteInServer = games.Say("Only people can vote, in a server's channel. Vote at the board there.")

// sayNotInChannel names the channels in which matches may begin.
var sayNotInChannel = games.Say("In this server matches begin elsewhere. Go to %s and use the command there.")

// Sentences about roles that are needed to play or to create tournaments.
var (
	sayRoleToPlay    = games.Say("To play in this server you need one of the roles %s. Ask whoever manages it for one, or play me in a direct message.")
	sayRoleElsewhere = games.Say("In that server only some roles may play, and I can't see yours from here. Use the button or the command in its channel.")
	sayRoleToCreate  = games.Say("To create a tournament in this server you need one of the roles %s. Ask somebody who has one; everybody who may play can join.")
)

// Sentences about a match: which one is meant, what was done, what prevents it.
var (
	sayNoMatch        = games.Say("You have no match running here. `/games` lists all your matches, and `/play` begins one.")
	sayWhich          = games.Say("You have several matches here, so which one do you mean? Choose it with `game:`, or use the buttons under its board.")
	sayWhichOne       = games.Say("You have several matches here. Which one do you mean?")
	sayChooseMatch    = games.Say("Choose a match")
	sayNoBot          = games.Say("%s is a bot and can't answer a challenge. Play my computer players instead: `/%s start`.")
	sayTimedOut       = games.Say("%s has a timeout until %s and can't answer before.")
	sayScreened       = games.Say("%s hasn't agreed to this server's rules yet and can't answer before.")
	sayCannotSee      = games.Say("%s can't see this channel and so can't answer. Withdraw the challenge, and make it where they can.")
	sayNotSelf        = games.Say("You can't challenge yourself. Choose another member, or play the computer: `/%s start`.")
	sayNoThread       = games.Say("I can't open threads here, so the match is played in the channel.")
	sayThreadAlready  = games.Say("This is a thread already, so the match is played here.")
	sayStaysVisible   = games.Say("I've opened no thread, so that everybody in the channel sees it.")
	sayPostingBlocked = games.Say("Discord didn't take the board in the channel of this match. I'll try again. The match is safe, and `/board` shows it.")
	sayMoved          = games.Say("You played %s.")
	sayMovedNext      = games.Say("You played %s. %s")
	sayStarted        = games.Say("Your match has begun: the board is in %s.")
	sayChallenged     = games.Say("Your challenge is in %s. I'll tell you when it's accepted.")
	sayTableOpened    = games.Say("Your table is in %s, and you have a seat. It begins when all seats are taken, or now with computers.")
	sayOpened         = games.Say("Your challenge is open to all in %s. I'll tell you when the match begins.")
	sayDMClosed       = games.Say("I can't send you direct messages, so I show you this here. To turn them on, open the server's menu (*Privacy Settings*, *Direct Messages*), then press *More* and *Send it to me*.")
	sayOnlyLose       = games.Say("If your opponent plays well, you can no longer save this match. `/resign` ends it, or play on.")
	sayRepeat         = games.Say("That has been done already.")
	sayMuted          = games.Say("In this server only you would see my answers, so no match can begin. Ask a moderator to let you *Use External Apps*.")
	sayThisChat       = games.Say("this chat")
	sayTimeLeft       = games.Say("%s left")
)

// SayTournamentManagers refuses to create a tournament to members who may not manage the server.
var SayTournamentManagers = games.Say("Only those who manage this server create tournaments here. Ask one of them; you can join any that is open.")
