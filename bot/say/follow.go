package say

import "paddock/games"

// Following a match that one does not play.
var (
	Following     = games.Say("You follow this match, and are told by direct message, or in your daily one, when it is over: %s")
	FollowEnded   = games.Say("You follow this match no longer.")
	FollowNotTold = games.Say("But you have chosen to hear of nothing: `/settings` changes that.")
	FollowDM      = games.Say("Matches of others are played in servers, and this is a direct message. Use the command where the match is.")
	FollowedOver  = games.Say("A match that you follow is over: %s")
	YouFollow     = games.Say("You follow (`/follow` with `stop:` ends it):")

	LabelFollow   = games.Say("Follow")
	LabelUnfollow = games.Say("Stop following")
)
