package play

import (
	"paddock/games"
)

// Sentences about finished matches.
var (
	sayFinished        = games.Say("### Your finished matches (%d)")
	sayLabelFinished   = games.Say("Finished matches")
	sayFinishedWith    = games.Say("### Your finished matches with %s (%d)")
	sayFinishedTotal   = games.Say("%d won, %d drawn, %d lost.")
	sayWonLast         = games.Say("You won the last %d.")
	sayWonLastAndOnce  = games.Say("You won the last %d, and once %d in a row.")
	sayWonOnce         = games.Say("You once won %d in a row.")
	sayNothingFinished = games.Say("You have no finished matches yet. `/games` lists your running ones.")
	sayFinishedNone    = games.Say("You have no finished match like that. `/games finished:all` lists all of yours.")
	sayFinishedBot     = games.Say("%s is a bot. To see your matches against computers, choose no member.")
	sayFinishedSelf    = games.Say("That's you. Choose the member you have played with, or nobody.")
	sayFinishedExport  = games.Say("Export one of them")
)

// Sentences about following other people's matches.
var (
	sayFollowing     = games.Say("You follow this match. When it's over, I tell you in a direct message, or in your daily one: %s")
	sayFollowEnded   = games.Say("You no longer follow this match.")
	sayFollowNotTold = games.Say("But you have turned off all my messages: `/settings general` changes that.")
	sayFollowDM      = games.Say("You can't follow a match from a direct message. Use the command where the match is played.")
	sayYouFollow     = games.Say("You follow these (`/settings follow` with `stop:` ends it):")
	sayLabelUnfollow = games.Say("Stop following")
)

// Sentences about pauses and gifts of time.
var (
	sayAskedPause    = games.Say("I've asked your opponent for a pause. It begins when they agree.")
	sayPaused        = games.Say("The match is paused until one of you presses *Go on* under its board.")
	sayPauseDeclined = games.Say("You have declined the pause. The match goes on.")
	sayTimeGiven     = games.Say("You have given your opponent more time.")
)

// Sentences about moves, set-ups, offers, resigning, resuming and lists of matches.
var (
	sayNoneParked       = games.Say("None of your matches is paused, so there is nothing to go on with. `/games` lists them.")
	sayNoMove           = games.Say("There is no move in that. Type one in `/%s move` with `%s:`, or step by step with `%s:`.")
	sayNoSetup          = games.Say("There is nothing to set up in this match right now. Its board shows what you can do.")
	sayNudged           = games.Say("I've told them that you are waiting. You can do that once a turn.")
	sayAskResign        = games.Say("Do you really want to give up %s? That can't be taken back.")
	sayAskAbandon       = games.Say("Do you really want to give up %s? As long as nobody goes on with it elsewhere, it then has no result.")
	sayAbandoned        = games.Say("You have given the match up. It has no result.")
	sayResigned         = games.Say("You have resigned.")
	sayCancelled        = games.Say("The match is cancelled, without a result.")
	sayOffered          = games.Say("You have offered a draw. It stands until your opponent moves.")
	sayDrawn            = games.Say("You have agreed to a draw.")
	sayNoDraw           = games.Say("You have declined the draw. The match goes on.")
	sayUndone           = games.Say("Your last move is taken back.")
	sayAskedUndo        = games.Say("I've asked your opponent whether you may take your move back.")
	sayAgreedPlayOut    = games.Say("You agree to end it now. The match ends when the others agree too.")
	sayNoUndo           = games.Say("You have declined: the move stands.")
	sayChosen           = games.Say("Chosen: %s.")
	saySentByDM         = games.Say("I've sent it to you as a direct message, unless you don't accept mine.")
	sayNothingToArrange = games.Say("You have nothing to set up right now. Begin a match first: `/%s challenge` challenges a member.")
	saySaved            = games.Say("Saved as %s.")
	saySavedFull        = games.Say("You have already saved %d set-ups for this army, and I keep no more. Delete one, or use its name again.")
	saySaveNameless     = games.Say("A saved set-up needs a name of at most 32 characters, so that you can find it again. Please give it one.")
	saySavedGone        = games.Say("You have no such set-up saved for this army. *Save* keeps the one you see.")
	saySavedDeleted     = games.Say("It's deleted.")
	sayForgetWhich      = games.Say("Which of your saved set-ups do you want to delete?")
	sayWantResume       = games.Say("I've asked the others to go on here. That happens when they use `/match resume` here too.")
	sayResumedThere     = games.Say("The match goes on in %s.")
	sayResumeLater      = games.Say("That question is settled. To go on in another channel, all of you use `/match resume` there.")
	sayWaitResume       = games.Say("You agree to go on in %s. That happens when the others agree too.")
	SayNoneWaits        = games.Say("No other match is waiting for you. `/games` lists all of yours.")
	sayItsName          = games.Say("Its name")
	sayReplaced         = games.Say("replaces one of the same name")
	sayStepwise         = games.Say("Your move step by step: %s")
	saySetAside         = games.Say("⚠️ Your match `%s` was damaged in my memory, so it can't go on. Please tell whoever runs the bot.")
	sayNoGames          = games.Say("You have no matches. `/play` begins one, against me or a member.")
	sayStranded         = games.Say("A match that is out of reach waits until you go on with it in another channel, or give it up.")
	sayLabelGoOnHere    = games.Say("Go on here")
	sayLabelGiveUp      = games.Say("Give up")
	sayLabelYes         = games.Say("Yes, I resign")
	sayLabelNo          = games.Say("No, play on")
)

// sayNoResumeOutside refuses to continue a match where the bot is not a member.
var sayNoResumeOutside = games.Say("A match can't move to a chat where I'm not a member. Continue it in a server where I am.")
