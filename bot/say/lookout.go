package say

import "paddock/games"

// Being called when somebody looks for a game.
var (
	LookoutOn     = games.Say("You are called by direct message when somebody looks for a game here that you could accept: at most once a day, never in your night (`/hours`), and not while you play many. `/call-me game:off` ends it.")
	LookoutOff    = games.Say("You are not called any more when somebody looks for a game there.")
	LookoutHere   = games.Say("When somebody looks for a game, this is where you hear of it.")
	LookoutNotify = games.Say("You have chosen one message a day, or to hear of nothing, so I can't call you in between. `/settings` changes that; `/lobby` lists who looks for a game.")
	LookoutDM     = games.Say("People look for a game in servers, and this is a direct message. Use the command in a server.")
	LookoutCall   = games.Say("Somebody looks for a game:")
	LookoutWhy    = games.Say("You wanted to be called for this, at most once a day.")

	LabelNoCalls = games.Say("Call me no longer")
)
