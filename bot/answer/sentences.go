package answer

import (
	"paddock/games"
)

// About conditional moves.
var (
	sayLinesDropped = games.Say("Your conditional moves were dropped, because something else was played: %s")
	sayLinesIllegal = games.Say("Your conditional move %s was not played, because it is not legal: %s It is your turn.")
	sayLinesWait    = games.Say("Your conditional move %s waits, because the other player asked for something, such as a draw or a pause, which only you can answer. Answer it and then move yourself.")
)

// sayVoteInServer refuses a vote outside a server.
var sayVoteInServer = games.Say("Only people can vote, in a channel of a server. Vote at the board there.")

// sayNotInChannel names the channels in which matches may begin.
var sayNotInChannel = games.Say("In this server matches begin elsewhere. Go to %s and use the command there.")

// Roles that are needed to play or to create tournaments.
var (
	sayRoleToPlay    = games.Say("In this server matches are for members with one of the roles %s. Ask those who manage it for one, or play me in a direct message.")
	sayRoleElsewhere = games.Say("In that server only some roles may play, and which you have I see nowhere but there. Use the button or the command in its channel.")
	sayRoleToCreate  = games.Say("In this server tournaments are created by members with one of the roles %s. Ask one of them to create it; anybody who may play can join.")
)

// About a match: which one is meant, what was done, what prevents it.
var (
	sayNoMatch        = games.Say("You have no match running here, so there is nothing to do. `/games` lists your matches everywhere; `/help` says how to start one.")
	sayWhich          = games.Say("You have several matches here, so I can't tell which one you mean. Say it with the option `game:`, or use the buttons under its board.")
	sayWhichOne       = games.Say("You have several matches here. Which one do you mean?")
	sayChooseMatch    = games.Say("Choose a match")
	sayNoBot          = games.Say("%s is a bot and can't answer a challenge. Play my computer players instead: `/%s start`.")
	sayNotSelf        = games.Say("You can't challenge yourself. Choose another member, or play the computer: `/%s start`.")
	sayNoThread       = games.Say("I may not open threads here, so the match is played in the channel.")
	sayPostingBlocked = games.Say("Discord would not take the board in the channel of this match. I'll try again; the match itself is safe, and `/board` shows it.")
	sayMoved          = games.Say("You played %s.")
	sayMovedNext      = games.Say("You played %s. %s")
	sayStarted        = games.Say("Your match has begun: the board is in %s.")
	sayChallenged     = games.Say("Your challenge stands in %s. I'll tell you when it is accepted.")
	sayOpened         = games.Say("Your challenge is open to all in %s. I'll tell you when the match begins.")
	sayDMClosed       = games.Say("I can't write to you, because your direct messages are closed to me. This button shows you the same at any time. To open them: the server's menu, *Privacy Settings*, *Direct Messages*; then press *Send it to me*.")
	sayOnlyLose       = games.Say("Against good play you can only lose this match: that is proven. `/resign` gives it up, or you play on.")
	sayRepeat         = games.Say("That has been done already.")
	sayThisChat       = games.Say("this chat")
	sayTimeLeft       = games.Say("%s left")
	sayPermitThreads  = games.Say("*Send Messages in Threads*")
)

// SayTournamentManagers refuses to create a tournament to members who may not manage the server.
var SayTournamentManagers = games.Say("In this server only those who may manage it create tournaments. Ask one of them; you can join any that is open.")
