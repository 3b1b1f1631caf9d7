package record

import "paddock/games"

// Sentences about reports, and about pictures to share.
var (
	sayLabelReport = games.Say("Report a problem")
	sayReported    = games.Say("Here is the match as you know it, without names. " +
		"Send the file with a few words on what you expected and what happened instead. " +
		"It doesn't give away the other side's secrets.")
	sayReportedOwn = games.Say("It shows all you know, your own pieces too. " +
		"Until the match is over, don't give it to anybody who shouldn't see them.")
	sayShareHow = games.Say("Only you can see this. " +
		"Save the picture and post it wherever you like; the words below it are for copying.")
	sayShareNot    = games.Say("I couldn't draw the picture just now. `/match export` has the match as text.")
	sayShareTurn   = games.Say("Move %d turned the match")
	sayShareLegend = [2]games.Sentence{games.Say("played"), games.Say("better")}
	sayShareEarly  = games.Say("You can share a picture when the match is over. See how it stands with `/board`.")
)

// sayPlayedOut marks a move that was played out, in the list of moves.
var sayPlayedOut = games.Say("played out")

// Sentences about imported games.
var (
	sayImportHead    = games.Say("%s · a recorded game")
	sayImportOn      = games.Say("You can go on from this board: you play %s, the side to move, and it isn't rated.")
	sayImportSecrets = games.Say("In %s players hide things, and here you see them all. " +
		"So you can step through it, but not play on.")
	sayPlayOnLater   = games.Say("You can play on from a board as soon as its match is over, if it has no secrets.")
	sayImportForeign = games.Say("This isn't a text from `/match export`, but it looks like a " +
		"game. Press what it is, or leave it: nothing is stored.")
	sayImportRuled = games.Say("It ended here. %s.")
	sayImportBig   = games.Say("This file is too large: a game as text has at most %d KB. " +
		"Nothing has changed. Attach a file from `/match export`.")
	sayImportGame = games.Say("This text says that it's a game of %s, which I don't know. Nothing has changed.")
	sayImportLost = games.Say("I couldn't fetch the file from Discord. Nothing has changed. " +
		"Use `/match import` again, and attach it once more.")
	sayImportForm     = games.Say("A game as text")
	sayImportField    = games.Say("The text from /match export")
	sayMenuImportOn   = games.Say("Go on against the computer")
	sayMenuImportWith = games.Say("Challenge a member to go on")
)

// Sentences about rulings.
var (
	sayNoRuling = games.Say("The referee hasn't had to decide anything in this match. " +
		"See its moves with `/match history`.")
	sayWhyMoves = games.Say("*Review* explains the moves: what was a mistake, and what was better.")
)

// Sentences about history, replay, receipts and export.
var (
	sayLongLog        = games.Say("This match is too long for an animation. `/match history` shows it move by move.")
	sayNoPast         = games.Say("Nobody has moved in this match yet. The moves will appear here.")
	sayNoPicture      = games.Say("I couldn't draw the animation just now. `/match history` shows the moves.")
	sayNoReceipts     = games.Say("This match has no receipts yet. I make them when everybody has confirmed a set-up.")
	sayReceiptsClosed = games.Say("Receipts prove at the end that nobody has changed a set-up. " +
		"You needn't do anything.\n" +
		"-# Each is the SHA-256 of 16 secret bytes and a set-up. " +
		"I publish both after the match, unless the players agreed otherwise.")
	sayReceiptFits   = games.Say("%s's set-up fits its receipt: nobody has changed it.")
	SayReceiptBroken = games.Say("⚠️ %s's set-up does NOT fit its receipt: one of them was changed.")
	sayReceiptsWhole = games.Say("You needn't do anything.")
	sayReceiptSelf   = games.Say("-# To check without me, run the file's lines in a shell: " +
		"each prints what stands below it. The last is the seal, made before the first move.")
	sayMoves    = games.Say("Moves of all players: %d")
	sayPage     = games.Say("page %d of %d")
	sayExported = games.Say("The match as text, to keep or to analyse:")
)
