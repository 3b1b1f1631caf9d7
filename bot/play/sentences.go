package play

import (
	"paddock/games"
)

// Finished matches.
var (
	sayFinished         = games.Say("### Your finished matches (%d)")
	sayFinishedWith     = games.Say("### Your finished matches with %s (%d)")
	sayFinishedTotal    = games.Say("%d won, %d drawn, %d lost.")
	sayFinishedStreak   = games.Say("Wins in a row: %d now, %d at most.")
	sayFinishedNoStreak = games.Say("Matches without a win: %d now. Wins in a row: %d at most.")
	sayFinishedNone     = games.Say("You have finished no match like that. `/games finished:all` lists all that you have finished.")
	sayFinishedBot      = games.Say("%s is no member who plays. For your matches against computers ask without a member.")
	sayFinishedSelf     = games.Say("That is yourself. Name the member with whom you have played, or nobody.")
	sayFinishedExport   = games.Say("Export one of them")
)

// Following other people's matches.
var (
	sayFollowing     = games.Say("You follow this match, and are told by direct message, or in your daily one, when it is over: %s")
	sayFollowEnded   = games.Say("You follow this match no longer.")
	sayFollowNotTold = games.Say("But you have chosen to hear of nothing: `/settings general` changes that.")
	sayFollowDM      = games.Say("Matches of others are played in servers, and this is a direct message. Use the command where the match is.")
	sayYouFollow     = games.Say("You follow (`/settings follow` with `stop:` ends it):")
	sayLabelUnfollow = games.Say("Stop following")
)

// Pauses and gifts of time.
var (
	sayAskedPause    = games.Say("I have asked your opponent for a pause. It begins when they agree.")
	sayPaused        = games.Say("The match is at rest. `/match resume` goes on, by either of you.")
	sayPauseDeclined = games.Say("You have declined the pause. The match goes on.")
	sayTimeGiven     = games.Say("You have given your opponent more time.")
)

// Moves, set-ups, offers, resigning, resuming and lists of matches.
var (
	sayOldBoard         = games.Say("This board is old: the match has gone on since, so nothing was changed.")
	sayNotYourTurn      = games.Say("It is not your turn: %s is to move. I'll mention you when it is.")
	sayNoneParked       = games.Say("None of your matches is at rest, so there is nothing to go on with. `/games` lists them.")
	sayNoMove           = games.Say("That says no move. Give one to `/%s move` with `%s:`, or step by step with `%s:`.")
	sayNoSetup          = games.Say("There is nothing to set up in this match at the moment: its board shows what can be done.")
	sayNudged           = games.Say("I have asked for a move on your behalf. You can do that once in a turn.")
	sayAskResign        = games.Say("Do you really want to give up %s? That can't be taken back.")
	sayResigned         = games.Say("You have resigned.")
	sayDismissed        = games.Say("Good: the match goes on.")
	sayCancelled        = games.Say("The match is cancelled, without a result.")
	sayOffered          = games.Say("You have offered a draw. It stands until the next move.")
	sayDrawn            = games.Say("You have agreed to a draw.")
	sayNoDraw           = games.Say("You have declined the draw. The match goes on.")
	sayUndone           = games.Say("Your last move is taken back.")
	sayAskedUndo        = games.Say("I have asked your opponent whether you may take your move back.")
	sayAgreedPlayOut    = games.Say("You agree to have the rest played out. It happens when the others agree too.")
	sayNoUndo           = games.Say("You have declined: the move stands.")
	sayConfirmed        = games.Say("Your set-up is confirmed.")
	sayAsk              = games.Say("Choose squares, several at once if the same is to stand on them.")
	sayAskOn            = games.Say("Chosen: %s. Now choose what is to stand there.")
	saySentByDM         = games.Say("I have sent it to your direct messages, if they are open to me.")
	sayNothingToArrange = games.Say("You have nothing to set up at the moment: a set-up begins with a match. `/%s challenge` challenges a member.")
	saySaved            = games.Say("Saved as %s.")
	saySavedFull        = games.Say("You have saved %d set-ups for this army already, which is as many as I keep. Delete one, or use its name again.")
	saySaveNameless     = games.Say("A saved set-up needs a name of at most 32 characters, so that you can find it again. Please give it one.")
	saySavedGone        = games.Say("You have no such set-up saved for this army. *Save* keeps the one you see.")
	saySavedDeleted     = games.Say("It is deleted.")
	sayForgetWhich      = games.Say("Which of your saved set-ups do you want to delete?")
	sayResumed          = games.Say("The match goes on here.")
	sayWantResume       = games.Say("You'd like to go on here. It happens when the others say `/match resume` here too; they are asked now.")
	sayResumedThere     = games.Say("The match goes on in %s.")
	sayResumeLater      = games.Say("That is no longer asked. The match goes on where all of you say `/match resume`.")
	sayWaitResume       = games.Say("You agree to go on in %s. It happens when the others agree too.")
	SayNoneWaits        = games.Say("No other match waits for you. `/games` lists all of yours.")
	sayItsName          = games.Say("Its name")
	sayReplaced         = games.Say("one you have already is replaced")
	sayStepwise         = games.Say("Your move step by step: %s")
	saySetAside         = games.Say("⚠️ Your match `%s` was damaged in my memory, so it can't go on. Please tell whoever runs the bot.")
	sayNoGames          = games.Say("You have no matches. `/play` begins one, against me or a member.")
	sayLabelYes         = games.Say("Yes, I resign")
	sayLabelNo          = games.Say("No, play on")
)
