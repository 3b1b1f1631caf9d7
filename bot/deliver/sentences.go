package deliver

import "paddock/games"

// About digests.
var (
	SayDigestTitle = games.Say("## Your day")
	sayDigestMore  = games.Say("-# and %d more. See them all in `/games`.")
)

// About servers and their members.
var (
	sayAbsent      = games.Say("%s has left the server. The clock runs on, and decides the match when it runs out.")
	sayLackingHere = games.Say("I tell you this once, because you manage that server: its matches go on, but I can't update their boards.")
)
