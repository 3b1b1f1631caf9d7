package say

import "paddock/games"

// What somebody has finished.
var (
	Finished         = games.Say("### Your finished matches (%d)")
	FinishedWith     = games.Say("### Your finished matches with %s (%d)")
	FinishedTotal    = games.Say("%d won, %d drawn, %d lost.")
	FinishedStreak   = games.Say("Wins in a row: %d now, %d at most.")
	FinishedNoStreak = games.Say("Matches without a win: %d now. Wins in a row: %d at most.")
	FinishedNone     = games.Say("You have finished no match like that. Without options the command lists all that you have finished.")
	FinishedBot      = games.Say("%s is no member who plays. For your matches against computers ask without a member.")
	FinishedSelf     = games.Say("That is yourself. Name the member with whom you have played, or nobody.")
	FinishedExport   = games.Say("Export one of them")
	LabelNewer       = games.Say("… Newer")
	LabelOlder       = games.Say("Older …")
)
