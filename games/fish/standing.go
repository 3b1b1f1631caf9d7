package fish

import "paddock/games"

// Standing ranks the players by the fish won so far (F68). Fish under penguins do not count yet.
func (rules) Standing(p Position) games.Outcome {
	p.Phase = ""
	o, _ := rules{}.Outcome(p)
	return o
}
