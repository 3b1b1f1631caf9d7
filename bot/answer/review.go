package answer

// Review is the review of a finished match as a page shows it. Texts have Discord's markup.
type Review struct {
	Says   []string
	Course []float64 // how much of the win the first of two seats had after each move
	Turns  []Turn    // where the match turned
}

// Turn is a move that was a mistake: what was better, and the number of the board on which it was made.
type Turn struct {
	Says  string
	Board int
}
