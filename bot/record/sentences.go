package record

import "paddock/games"

// Reports and pictures to share.
var (
	sayLabelReport = games.Say("Report a problem")
	sayReported    = games.Say("Here is this match as you may know it, without names: put the file beside a description of what you expected and what happened instead. While the match runs it has no secret of the other side.")
	sayReportedOwn = games.Say("It has what you know yourself, your own pieces too: until the match is over, give it to nobody who should not know them.")
	sayShareHow    = games.Say("A picture for elsewhere: save or copy it. The words below it can be copied too.")
	sayShareNot    = games.Say("I could not draw the picture just now. `/match export` has the match as text.")
	sayShareTurn   = games.Say("Turning point: %d")
	sayShareEnd    = games.Say("The end")
	sayShareEarly  = games.Say("A picture to share is there when the match is over. `/board` shows how it stands.")
)

// sayPlayedOut marks a move that was played out, in the list of moves.
var sayPlayedOut = games.Say("played out")

// Imported games.
var (
	sayImportHead     = games.Say("%s · imported")
	sayImportOn       = games.Say("You can go on from this board: you play %s, the side to move, and it is not rated.")
	sayImportSecrets  = games.Say("%s has secrets, and here you know them all. So you can step through it, but not play on.")
	sayImportRuled    = games.Say("A decision of the referee ended it: %s (%s).")
	sayImportBig      = games.Say("This file is too large: a game as text has at most %d KB. Nothing was changed. Attach a file that `/match export` has written.")
	sayImportNoText   = games.Say("This file is no text, so there is no game in it. Nothing was changed. Attach a file that `/match export` has written.")
	sayImportGame     = games.Say("This text says that it is a game of %s, which I don't know. Nothing was changed.")
	sayImportLost     = games.Say("I could not fetch the file from Discord. Nothing was changed. Use `/match import` again, and attach it anew.")
	sayImportForm     = games.Say("A game as text")
	sayImportField    = games.Say("What /match export has written")
	sayMenuImportOn   = games.Say("Go on against the computer")
	sayMenuImportWith = games.Say("Challenge a member to go on")
)

var sayNoRuling = games.Say("The referee has not had to decide anything in this match. `/match history` lists its moves.")

// History, replay, receipts and export.
var (
	sayLongLog        = games.Say("This match is too long for an animation. `/match history` shows it move by move.")
	sayNoPast         = games.Say("Nothing has been played in this match yet, so there is no past of it to show. Its moves appear here as they are made.")
	sayNoPicture      = games.Say("I could not draw the animation just now. `/match history` shows the moves.")
	sayNoReceipts     = games.Say("This match has no receipts, because they are made when everybody has confirmed a set-up. Look again when the match is on.")
	sayReceiptsClosed = games.Say("Each receipt is the SHA-256 of 16 secret bytes and a set-up. Set-ups and secrets are published when the match is over, unless the players have agreed otherwise; then anybody can check them.")
	sayReceiptFits    = games.Say("%s's set-up fits its receipt: nobody has changed it.")
	SayReceiptBroken  = games.Say("⚠️ %s's set-up does NOT fit its receipt: one of them was changed.")
	sayReceiptSelf    = games.Say("-# Run the lines in a shell to check them without me: each prints the number below it, which has stood in the channel from the beginning.")
	sayMovesSoFar     = games.Say("Moves so far: %d")
	sayPage           = games.Say("page %d of %d")
	sayExported       = games.Say("The match as text, to keep or to analyse:")
)
