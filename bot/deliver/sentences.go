package deliver

import "paddock/games"

// Sentences about digests.
var (
	SayDigestTitle = games.Say("## Your day")
	sayDigestMore  = games.Say("-# and %d more. See them all in `/games`.")
)

// Sentences about servers and their members.
var (
	sayAbsent      = games.Say("%s has left the server. When the clock runs out, it decides the match.")
	sayLackingHere = games.Say("You manage that server, so I tell you this once: its matches go on, but I can't update their boards.")
)
