package kalah

import "paddock/games"

// Standing compares the pots as they are: the outcome if the game ended now without a sweep.
func (rules) Standing(p position) games.Outcome {
	p.toMove = over
	o, _ := rules{}.Outcome(p)
	return o
}
