package say

import "paddock/games"

// Claiming is what is said where a time that has run out may be claimed.
type Claiming struct {
	Policy  games.Sentence // in a challenge, after "when it runs out"
	Ends    games.Sentence // takes how long it may go unclaimed
	Button  games.Sentence
	Board   games.Sentence // takes who may claim and when it ends by itself
	Notice  games.Sentence // to who may claim; takes who is late
	ToLate  games.Sentence // takes the match
	Done    games.Sentence // to who has claimed
	Agreed  games.Sentence // the rule behind the time that ran out
	Verdict games.Sentence // the rule behind its end
}

var claimWin = Claiming{
	Policy:  games.Say("the opponent may claim the win"),
	Ends:    games.Say("unclaimed for %s it is won all the same"),
	Button:  games.Say("Claim the win"),
	Board:   games.Say("⏰ The time for this move has run out: %s may claim the win, or wait on. Unclaimed the match ends %s."),
	Notice:  games.Say("⏰ The time of %s has run out: you may claim the win, or wait on."),
	ToLate:  games.Say("⏰ Your time has run out, and your opponent may claim the win. It is your turn: %s"),
	Done:    games.Say("You have claimed the win."),
	Agreed:  games.Say("It was agreed that when the time for a move runs out the opponent may claim the win, or wait on."),
	Verdict: games.Say("The time agreed for a move ran out, and that loses the match."),
}

var claimSeat = Claiming{
	Policy:  games.Say("the others may put the late one out of the game"),
	Ends:    games.Say("after %s more it happens by itself"),
	Button:  games.Say("Put out of the game"),
	Board:   games.Say("⏰ The time for this move has run out: %s may put the late one out of the game, or wait on. It happens by itself %s."),
	Notice:  games.Say("⏰ The time of %s has run out: you may put them out of the game, or wait on."),
	ToLate:  games.Say("⏰ Your time has run out, and the others may put you out of the game. It is your turn: %s"),
	Done:    games.Say("The late one is out of the game."),
	Agreed:  games.Say("It was agreed that when the time for a move runs out the others may put the late one out of the game, or wait on."),
	Verdict: games.Say("The time agreed for a move ran out, and that puts the late one out of the game."),
}

// ClaimOf is what is said in a match of so many players. Of two, the win is claimed; of more, the late one goes and the others play on.
func ClaimOf(players int) Claiming {
	if players > 2 {
		return claimSeat
	}
	return claimWin
}
