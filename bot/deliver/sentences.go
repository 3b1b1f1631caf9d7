package deliver

import "paddock/games"

// About digests.
var (
	SayDigestTitle = games.Say("## Your day")
	sayDigestMore  = games.Say("-# and more: %d. `/games` lists them all.")
)

// About servers and their members.
var (
	sayAbsent      = games.Say("%s has left the server. The clock runs on as usual; when it ends the match is decided.")
	sayLackingHere = games.Say("You manage that server, so I tell you, once: its matches there go on, but their boards are not brought up to date.")
)
