package say

import (
	"paddock/games"
	"paddock/games/match"
)

// TakenOut says that a moderator has removed a player. It takes the moderator, the player and the
// reason.
var TakenOut = games.Say("%s, a moderator, has taken %s out of this match. Reason: %s.")

// RulingNames holds the names of rulings in the log of a match.
var RulingNames = map[games.RulingKind]games.Sentence{
	games.Skip: games.Say("turn skipped"), games.Remove: games.Say("out of the game"),
	games.Time: games.Say("lost on time"), games.Resign: games.Say("resigned"),
	games.Agree: games.Say("draw agreed"), match.RulingDecide: games.Say("decided"),
	match.RulingAbort: games.Say("moderator"),
}

// Notes holds the reasons of rulings and events of the clock.
var Notes = map[match.Code]games.Sentence{
	match.CodeWish:      games.Say("the player wanted it"),
	match.CodeAgreed:    games.Say("both agreed"),
	match.CodeClaimed:   games.Say("claimed"),
	match.CodeClock:     games.Say("the clock ran out"),
	match.CodeGrace:     games.Say("grace"),
	match.CodeBank:      games.Say("time bank"),
	match.CodeOutage:    games.Say("I was away"),
	match.CodeHours:     games.Say("night or vacation"),
	match.CodeGift:      games.Say("a gift from the opponent"),
	match.CodeRoundOver: games.Say("The time of this round is up"),
}

// Decision says who has decided, and why.
var Decision = games.Say("By decision of %s (%s)")
