package activity

import (
	"paddock/bot/say"
	"paddock/games"
)

// Sentences of the page about a match.
var (
	sayNotBegun       = games.Say("Waiting for players")
	sayAtRest         = games.Say("Paused: %s")
	sayMayClaim       = games.Say("Their time is up: you may claim the win")
	sayArrange        = games.Say("Arrange your pieces, then confirm")
	sayTheyArrange    = games.Say("Still setting up: %s")
	sayFront          = games.Say("Your top row faces your opponent")
	sayOpen           = games.Say("your opponent knows what it is")
	sayYouAgain       = games.Say("Your turn again")
	sayYourTurn       = games.Say("Your turn")
	sayThinks         = games.Say("%s is thinking")
	sayVotesInChannel = games.Say("%s votes at the board in its channel")
	sayVotesHere      = games.Say("%s votes: tap the move that you want")
	sayTheirTurn      = games.Say("%s to move")
	saySureResign     = games.Say("Do you really want to resign?")
	saySureCancel     = games.Say("Cancel the match, without a result?")
	sayTapPiece       = games.Say("Tap a piece with a ring, then where it goes.")
	sayTapPlace       = games.Say("Tap one of the places with a ring.")
	sayTrialToMove    = games.Say("%s to move")
	sayTrialOver      = games.Say("The game is over here. Take a step back, or start again.")
	sayTrialUnclear   = games.Say("Nobody can know how this ends, so the line ends here. Take its last move back, or go back to the match.")
	sayQuick          = games.Say("quick, %s")
)

// Sentences that refuse what a user of the page has asked for.
var (
	sayNotYours      = games.Say("You don't play in this match. You can watch it.")
	sayVoteElsewhere = games.Say("Only who sees the channel of this match votes there. You can watch it here.")
	sayNoBegin       = games.Say("You can't begin a match there now. Either you don't see the channel, it isn't for " +
		"matches any more, or you lack a role to play. Ask whoever manages the server.")
	sayVoteRole   = games.Say("This server lets members with a certain role play and vote. Ask a moderator for it.")
	sayByCommand  = games.Say("Here the page can't begin a match. Close it and type /play.")
	sayByReview   = games.Say("Here the page can't begin a match. Close it and go on from a board of Review below the match.")
	sayNoTrial    = games.Say("You can try out moves in your own running matches.")
	sayNoAnswer   = games.Say("Add your answer to their move first. Then you can save it.")
	sayLinesFull  = games.Say("You can't save more automatic replies. Drop one first.")
	saySavedGone  = games.Say("This saved set-up is gone, or it's for another army. Choose another one.")
	sayStrange    = games.Say("I didn't understand that. Please reload the page: it may be an old one.")
	saySignIn     = games.Say("Discord didn't tell me who you are. Close the board and open it again.")
	sayNotThere   = games.Say("Discord doesn't see you at this board. Close it and open it again.")
	sayManyPages  = games.Say("You have too many boards open. Close one and reload this one.")
	sayNoMatch    = games.Say("There is no such match here, or you can't see it from this channel.")
	sayLinkDead   = games.Say("This link doesn't work any more. Ask the players for a new one.")
	sayDiscordOff = games.Say("Discord isn't answering right now. Please try again in a minute.")
)

// Sentences that tell a reader of the page why they can't use a button at the moment.
var (
	sayEarlier     = games.Say("This is an earlier board. Go to the newest one first.")
	sayIsOver      = games.Say("This match is over.")
	sayPaused      = games.Say("The match is paused.")
	sayDrawLater   = games.Say("You can offer a draw after the first move.")
	sayDrawOffered = games.Say("A draw has already been offered.")
	sayUndoAsked   = games.Say("A takeback has already been asked for.")
	sayNoUndo      = games.Say("You have no move to take back yet.")
)

// words holds the words of the page, by the names that it uses. The page itself contains none.
var words = map[string]games.Sentence{
	"again":    games.Say("Try again"),
	"hint":     games.Say("Hint"),
	"hinting":  games.Say("I'm thinking about it. My advice will be here in a moment."),
	"playIt":   games.Say("Play it"),
	"tryIt":    games.Say("Try it"),
	"left":     games.Say("%s left"),
	"levels":   games.Say("For other levels and opponents, close this page and type /play."),
	"anew":     games.Say("Start over"),
	"back":     games.Say("Back"),
	"backOne":  games.Say("One move back"),
	"board":    games.Say("Board: %s"),
	"cancel":   games.Say("Cancel"),
	"choose":   games.Say("Which one?"),
	"choice":   games.Say("can be chosen"),
	"close":    games.Say("Back to the match"),
	"closed":   games.Say("You can't do anything there now. Tap one of the places with a ring."),
	"confirm":  games.Say("Play %s?"),
	"denied":   games.Say("Discord didn't tell me who you are. Try again, and allow it if Discord asks."),
	"computer": games.Say("Play the computer"),
	"alone":    games.Say("No other match is waiting for you now."),
	"drag":     games.Say("Drag a piece to another square, or tap both."),
	"begins":   games.Say("This begins a new match against the computer in the channel. Begin it?"),
	"earlier":  games.Say("Previous mistake"),
	"empty":    games.Say("You have no match running. For other levels and opponents, close this page and type /play."),
	"first":    games.Say("First board"),
	"fresh":    games.Say("New match here"),
	"gone":     games.Say("The connection is lost. I'm trying again."),
	"here":     games.Say("Also played here"),
	"keep":     games.Say("Save as reply"),
	"kept":     games.Say("Saved. I play it as soon as it fits."),
	"last":     games.Say("Newest board"),
	"later":    games.Say("Next mistake"),
	"learn":    games.Say("Learn and practise"),
	"loading":  games.Say("A moment, please …"),
	"matches":  games.Say("Your matches"),
	"many":     games.Say("I closed this board, because you have many others open. Reload it to go on."),
	"move":     games.Say("After %s of %s moves"),
	"moves":    games.Say("Moves"),
	"next":     games.Say("Next match"),
	"no":       games.Say("No"),
	"note":     games.Say("Notes"),
	"noteHint": games.Say("Only you can read this."),
	"offline":  games.Say("Open this board from Discord: press *Open board* below a match."),
	"old":      games.Say("This page needs JavaScript, and a browser at least as new as Chrome 108, Firefox 105 or Safari 15.4."),
	"on":       games.Say("One move on"),
	"past":     games.Say("This is an earlier board. The arrows below it lead to the newest one."),
	"people":   games.Say("Here: %s"),
	"picked":   games.Say("You have chosen %s. It can go to: %s."),
	"pieces":   games.Say("Still to place"),
	"play":     games.Say("Play"),
	"rematch":  games.Say("To the new match"),
	"rules":    say.LabelRules,
	"replay":   games.Say("Play the moves"),
	"review":   games.Say("Review"),
	"reviews":  games.Say("I'm looking at every move of this match. What I find will be here in half a minute or so."),
	"save":     games.Say("Save"),
	"shut":     saySignIn,
	"silent":   sayDiscordOff,
	"stale":    games.Say("The match has gone on. This is the newest board."),
	"target":   games.Say("can go here"),
	"trial":    games.Say("Try moves for both sides. Nobody else sees them, and they don't count."),
	"try":      games.Say("Try moves"),
	"up":       games.Say("Time is up"),
	"yes":      games.Say("Yes"),
}

// Sentences that explain the marks at a curve.
var (
	sayCourseDot  = games.Say("a mistake")
	sayCourseHere = games.Say("the board above")
)

// sayCourse describes a curve to those who don't see it.
var sayCourse = games.Say("How the match went. Up: %s is ahead. Down: %s is ahead.")

// Sentences on buttons.
var (
	sayLabelOpen     = games.Say("Open board")
	sayLabelTakeback = games.Say("Take back")
	sayLabelLast     = games.Say("As last time")
	sayLabelSaved    = games.Say("Saved set-ups")
	sayLabelUnlink   = games.Say("Stop sharing")
)

// Sentences about links.
var (
	sayLink        = games.Say("Everybody with this link can watch the match, as the channel sees it: %s")
	sayLinkGone    = games.Say("The link doesn't work any more.")
	sayLinkEarly   = games.Say("A match can be shared once it has begun. Try again then.")
	sayLinkErased  = games.Say("A player's data has been deleted, so this match stays in its channel.")
	sayLinkOff     = games.Say("Whoever runs me has switched links off. Show people the channel instead.")
	sayLinkPrivate = games.Say("Not everybody in the server sees this channel, so its matches stay here.")
	sayLinkPlayers = games.Say("Only players and moderators can share a match. Ask one of them.")
	sayCantOpen    = games.Say("Your Discord can't open the board. This link works everywhere:")
)
