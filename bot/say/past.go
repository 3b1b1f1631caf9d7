package say

import "paddock/games"

// What is said of a match's past.
var (
	SinceYourMove     = games.Say("Since your move %s:")
	NothingSince      = games.Say("Nothing has happened since your move %s.")
	SinceTheBeginning = games.Say("Since the beginning:")
	LastMoves         = games.Say("The last moves:")
	MovesLeftOut      = games.Say("… %d more before these")
	ByRuling          = games.Say("a decision of the referee")
	OfMoves           = games.Say("of %d so far")

	LabelCatchUp = games.Say("What I missed")
	LabelThrough = games.Say("Step through it")
	LabelFirst   = games.Say("First board")
	LabelOneBack = games.Say("One back")
	LabelOneOn   = games.Say("One on")
	LabelLast    = games.Say("Newest board")
)
