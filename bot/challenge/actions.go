package challenge

import (
	"paddock/bot/component"
)

// Actions of this feature's buttons and menus.
const (
	actNoCalls component.Action = "nc" // stop notifying the presser of open challenges in the server in Text
	ActPick    component.Action = "f"  // choose a game and challenge the member in Text to it
	actLobby   component.Action = "lo" // show a page of the server's open challenges
	// ask for a member to challenge to the game in Text; with a chosen value, challenge that member
	actWhom component.Action = "whom"
	// make an open challenge to the game in Text, such as "kalah", or "fish/3" with the number of
	// players
	actAnyone component.Action = "any"
	// open the form of the command in Text, such as "kalah/start", or run the command as the form
	// says
	actForm component.Action = "form"
	// send the form of a challenge whose member was left empty, with the choices in Text, such as
	// "kalah?first=me": to everybody, or to the member that is chosen now
	actEverybody component.Action = "all"
	actNamed     component.Action = "named"
	actRules     component.Action = "how"  // show the rules of the game in Text in the place of all games
	actOthers    component.Action = "lvls" // show the computer players of the game in Text that are not levels
)
