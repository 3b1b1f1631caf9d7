package match

import "paddock/games"

// Job is a move that a computer player has to make.
type Job struct {
	Match  ID
	Head   Seq
	Seat   games.Seat
	View   *games.View
	Player string
	Budget games.Budget // the level's budget, with a seed for this turn
}

// Act identifies who acts on a match, which board they saw, and which request caused it.
type Act struct {
	Match ID
	User  UserID
	// Head is the version of the board that the user saw, as in a button's id; 0 means the newest.
	// If the position has changed since, the act fails with ErrStale.
	Head Seq
	// Cause is stored with the events of the act. A second act with the same cause changes nothing,
	// returns no error and sets Change.Repeat.
	Cause Cause
	// Named is the name of the channel to which Referee.Resume moves the match. A channel's seat
	// takes that name. If it is empty, the seat keeps its old name.
	Named string
}

// Change is the result of a call that writes to a match.
type Change struct {
	Match  Match
	Events []Event       // appended to the log; none if nothing changed
	Game   []games.Event // events of the game caused by moves and rulings, in order
	Repeat bool          // the cause was applied before, so this call did nothing
	Ping   bool          // nothing changed, but the waiting players must be pinged now (P43)

	Unasked UserID // the member who no longer has to say whether they take a seat over; empty: nobody
}

// Decision is a result set by a person instead of by play. By is that member's name, and everybody
// may read the Reason. By is empty when the time of a tournament's round is up.
type Decision struct {
	Place  [games.MaxSeats]int8 // places by seat, as in games.Outcome
	By     string
	Reason string
}

// Why returns the code of the decision, and the sentence that introduces its reason.
func (d Decision) Why() (Code, games.Sentence) {
	if d.By == "" {
		return CodeRoundOver, games.Say("The time of this round is up")
	}
	return CodeMember, games.Say("By decision of %s (%s)", d.By, d.Reason)
}
