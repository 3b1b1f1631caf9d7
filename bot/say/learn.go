package say

import "paddock/games"

// What is said by reviews, hints and puzzles.
var (
	LabelReview    = games.Say("Review")
	Reviewing      = games.Say("I am looking at every move of this match, whenever no computer player has to move. What I find will stand here, mostly within half a minute.")
	ReviewEarly    = games.Say("A match is reviewed when it is over; until then there is no help with it. `/history` shows its moves.")
	ReviewClosed   = games.Say("The players of this match have agreed that nothing is revealed, so there is no review of it. `/history` shows its moves.")
	ReviewNothing  = games.Say("There is nothing to review in this match, because no move was made or its game can't be reviewed.")
	ReviewBusy     = games.Say("I have as much to think about as I can. Nothing is lost; ask again in a minute.")
	ReviewFailed   = games.Say("This review went wrong on my side. The match itself is safe; `/history` shows its moves.")
	ReviewAccuracy = games.Say("%s: accuracy %d %%")
	ReviewOpen     = games.Say("%s: never had a choice")
	ReviewExact    = games.Say("By my strongest search. Moves seen: %d, solved exactly: %d.")
	ReviewGuess    = games.Say("By my strongest search: good guesses, and nothing is proven.")
	ReviewNoTurn   = games.Say("No single move turned this match.")
	ReviewTurns    = games.Say("Where the match turned:")
	ReviewTurn     = games.Say("**Move %d, %s:** %s was played (%s); %s was better (%s).")
	ReviewPicture  = games.Say("The board after %s.")
	ReviewBefore   = games.Say("Before move %d")

	CardTurn    = games.Say("Where it turned: %s")
	CardRatings = games.Say("Rating: %s")

	ValueAhead  = games.Say("%d ahead at the end")
	ValueBehind = games.Say("%d behind at the end")
	ValueLevel  = games.Say("level at the end")
	ValueWin    = games.Say("a certain win")
	ValueDraw   = games.Say("a certain draw")
	ValueLoss   = games.Say("a certain loss")
	ValueProven = games.Say("%s, proven")
	ValueShare  = games.Say("%d %% of the win")

	Hinting  = games.Say("I am thinking about it; my advice will stand here in a moment.")
	Hint     = games.Say("I'd play %s.")
	HintNot  = games.Say("Hints are for unrated matches against the computer alone: here they would not be fair.")
	HintTurn = games.Say("It is not your turn in this match, so there is nothing to advise. Ask again when it is.")

	PuzzleHead    = games.Say("### Puzzle of the day · %s")
	PuzzleAsk     = games.Say("**%s** is to move. Exactly one move is best, and that is proven. Which one?")
	PuzzleFrom    = games.Say("From a match of this server.")
	PuzzlePick    = games.Say("Your answer")
	PuzzleLooking = games.Say("I am looking for today's puzzle in the matches that were played here. It will stand here in a moment.")
	PuzzleOld     = games.Say("That puzzle was of another day. `/puzzle` shows today's.")
	PuzzleRight   = games.Say("✅ %s is right: it comes to %s, and everything else to %s at best.")
	PuzzleWrong   = games.Say("❌ %s is not the best. That was %s: it comes to %s, and everything else to %s at best.")
	PuzzleStreak  = games.Say("Days in a row: **%d** · your best: **%d**")
	PuzzleCounted = games.Say("You have answered today's puzzle before, so this one does not count.")
)
