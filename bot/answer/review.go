package answer

import "paddock/games/scene"

// Review is the review of a finished match as a page shows it. Texts have Discord's markup.
type Review struct {
	Says   []string
	Course []float64 // the first seat's share of the win after each move of a match of two
	Turns  []Turn
}

// Turn is a mistake in a finished match.
type Turn struct {
	Says string // the move that was played, and a better one
	Step int    // the number of moves before the mistake
	// the board before the mistake, with the move that was played and the better one
	Drawn  scene.Scene
	Better string // that better move
}

// Hint is a move that is advised to a player. Says has Discord's markup.
type Hint struct {
	Says string
	Move string
}
