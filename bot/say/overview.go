package say

import "paddock/games"

// The message that lists the matches of a channel or server.
var (
	Overview      = games.Say("### Matches here (%d)")
	OverviewNone  = games.Say("Nothing is being played at the moment.")
	OverviewLeft  = games.Say("… further ones: %d")
	OverviewFoot  = games.Say("-# This message is kept up to date and notifies nobody.")
	OverviewTurn  = games.Say("%s to move, since %s")
	OverviewSet   = games.Say("The message stands here, and is brought up to date every few minutes.")
	OverviewGone  = games.Say("The message is out of use.")
	OverviewsAre  = games.Say("Matches are listed in")
	OverviewNever = games.Say("No such message stands in this channel, so there is nothing to take out of use. Choose which matches it is to list, or another channel.")
)
