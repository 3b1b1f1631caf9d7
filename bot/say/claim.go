package say

import "paddock/games"

// claiming holds the sentences of a match in which an expired clock can be claimed.
type claiming struct {
	Policy  games.Sentence // in a challenge: what an expired clock means
	Ends    games.Sentence // how long an expired clock can stay unclaimed: takes that time
	Button  games.Sentence
	Board   games.Sentence // takes the player who may claim, and when the clock decides without a claim
	Notice  games.Sentence // to those who may claim: takes the late player
	ToLate  games.Sentence // to the late player: takes the match
	Done    games.Sentence // to the player who has claimed
	Agreed  games.Sentence // in /match why: the rule for an expired clock
	Verdict games.Sentence // in /match why: the rule for the end of the match
}

var claimWin = claiming{
	Policy:  games.Say("when it runs out, the opponent may claim the win"),
	Ends:    games.Say("unclaimed for %s it is won all the same"),
	Button:  games.Say("Claim the win"),
	Board:   games.Say("⏰ The time for this move has run out: %s may claim the win, or wait on. Unclaimed the match ends %s."),
	Notice:  games.Say("⏰ The time of %s has run out: you may claim the win, or wait on."),
	ToLate:  games.Say("⏰ Your time has run out, and your opponent may claim the win. It is your turn: %s"),
	Done:    games.Say("You have claimed the win."),
	Agreed:  games.Say("It was agreed that when the time for a move runs out the opponent may claim the win, or wait on."),
	Verdict: games.Say("The time agreed for a move ran out, and that loses the match."),
}

var claimSeat = claiming{
	Policy:  games.Say("when it runs out, the others may put the late player out of the game"),
	Ends:    games.Say("after %s more it happens by itself"),
	Button:  games.Say("Put out of the game"),
	Board:   games.Say("⏰ The time for this move has run out: %s may put the late one out of the game, or wait on. It happens by itself %s."),
	Notice:  games.Say("⏰ The time of %s has run out: you may put them out of the game, or wait on."),
	ToLate:  games.Say("⏰ Your time has run out, and the others may put you out of the game. It is your turn: %s"),
	Done:    games.Say("The late one is out of the game."),
	Agreed:  games.Say("You agreed that a player who runs out of time may be put out of the game by the others, or waited for."),
	Verdict: games.Say("The time agreed for a move ran out, and that puts the late one out of the game."),
}

// ClaimOf returns the sentences for a number of players. Between two players the win is claimed. With more players the late one is out and the
// others continue.
func ClaimOf(players int) claiming {
	if players > 2 {
		return claimSeat
	}
	return claimWin
}
