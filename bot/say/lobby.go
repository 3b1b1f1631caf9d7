package say

import "paddock/games"

// The lobby, and the conditions of challenges that are open to all.
var (
	Lobby       = games.Say("### Who looks for a game here (%d)")
	LobbyEmpty  = games.Say("Nobody looks for a game here at the moment. `/%s challenge` without a member is open to all, and stands here then.")
	LobbyYours  = games.Say("You are in this already.")
	LobbyDM     = games.Say("The lobby lists the open challenges of a server, and this is a direct message. Use the command in a server.")
	WantsRating = games.Say("for ratings from %d to %d")
	WantsAgain  = games.Say("offered anew when it has been accepted (%d left)")
	WantsClock  = games.Say("for a reliability of %d %% at least")
)
