package fish

import "paddock/games"

// Standing ranks the players as if the game ended now, by what they have won so far (F68): the fish under penguins count for nobody yet.
func (rules) Standing(p Position) games.Outcome {
	p.Phase = ""
	o, _ := rules{}.Outcome(p)
	return o
}
