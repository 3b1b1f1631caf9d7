package say

import "paddock/games"

// What is said of games that people bring along as text.
var (
	ImportHead    = games.Say("%s · imported")
	ImportOn      = games.Say("You can go on from this board: you play %s, the side to move, and it is not rated.")
	ImportSecrets = games.Say("%s has secrets, and here you know them all. So you can step through it, but not play on.")
	ImportRuled   = games.Say("A decision of the referee ended it: %s (%s).")
	FromPosition  = games.Say("goes on from an imported position")

	ImportBig    = games.Say("This file is too large: a game as text has at most %d KB. Nothing was changed. Attach a file that `/export` has written.")
	ImportNoText = games.Say("This file is no text, so there is no game in it. Nothing was changed. Attach a file that `/export` has written.")
	ImportGame   = games.Say("This text says that it is a game of %s, which I don't know. Nothing was changed.")
	ImportLost   = games.Say("I could not fetch the file from Discord. Nothing was changed. Use `/import` again, and attach it anew.")
	ImportForm   = games.Say("A game as text")
	ImportField  = games.Say("What /export has written")

	MenuImportOn   = games.Say("Go on against the computer")
	MenuImportWith = games.Say("Challenge a member to go on")
)
