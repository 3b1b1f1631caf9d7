package say

import "paddock/games"

// claiming holds the sentences of a match in which an expired clock can be claimed.
type claiming struct {
	// for a challenge: what happens when the clock runs out; argument: how long a claim stays open
	Policy  games.Sentence
	Button  games.Sentence
	Board   games.Sentence // arguments: the player who may claim, and when the clock decides without a claim
	Notice  games.Sentence // for the players who may claim; argument: the late player
	ToLate  games.Sentence // for the late player; argument: the match
	Done    games.Sentence // for the player who has claimed
	Agreed  games.Sentence // for /match why: the rule for an expired clock
	Verdict games.Sentence // for /match why: the rule for the end of the match
}

var claimWin = claiming{
	Policy:  games.Say("run out of time and your opponent may claim the win; after %s more it comes by itself"),
	Button:  games.Say("Claim the win"),
	Board:   games.Say("⏰ The time for this move has run out: %s may claim the win, or wait. The match ends by itself %s."),
	Notice:  games.Say("⏰ %s has run out of time: you may claim the win, or wait."),
	ToLate:  games.Say("⏰ Your time has run out, and your opponent may claim the win. It's your turn: %s"),
	Done:    games.Say("You have claimed the win."),
	Agreed:  games.Say("You agreed that if your time runs out, your opponent may claim the win or wait."),
	Verdict: games.Say("The time for a move ran out, and that loses the match."),
}

var claimSeat = claiming{
	Policy:  games.Say("run out of time and the others may take you out; after %s more it happens by itself"),
	Button:  games.Say("Take out"),
	Board:   games.Say("⏰ The time for this move has run out: %s may take the late player out, or wait. It happens by itself %s."),
	Notice:  games.Say("⏰ %s has run out of time: you may take them out of the game, or wait."),
	ToLate:  games.Say("⏰ Your time has run out, and the others may take you out of the game. It's your turn: %s"),
	Done:    games.Say("The late player is out of the game."),
	Agreed:  games.Say("You agreed that if a player runs out of time, the others may take them out, or wait."),
	Verdict: games.Say("The time for a move ran out, and that takes the late player out of the game."),
}

// ClaimOf returns the sentences for a number of players. In a match of two, the opponent claims the
// win. With more players, the late player is out and the others continue.
func ClaimOf(players int) claiming {
	if players > 2 {
		return claimSeat
	}
	return claimWin
}
