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

// Order is a moderator's intervention in a match: their name and their reason. Everybody may read
// both.
type Order struct {
	By     string
	Reason string
}

// HandOver records that a moderator gave a member's seat to another member. If Seat is Spectator,
// the ownership of the match was handed over instead.
type HandOver struct {
	Event    Seq
	Seat     games.Seat
	From, To Player
	Order
	Asking   UserID `json:",omitempty"` // the moderator who started the hand-over, until To has answered
	EndsPair bool   `json:",omitempty"` // the match was the first of a pair, and no second one follows
}

// Says describes the hand-over in a sentence that does not name the moderator.
func (h HandOver) Says() games.Sentence {
	switch {
	case h.Seat == games.Spectator && h.From.Name == "":
		return games.Say("%s takes over the match.", h.To.Name)
	case h.Seat == games.Spectator:
		return games.Say("%s takes over the match from %s.", h.To.Name, h.From.Name)
	case h.From.Channel != "":
		return games.Say("%s decides for %s.", h.To.Name, h.From.Name)
	case h.EndsPair:
		return games.Say("%s plays on for %s, and no second match follows.", h.To.Name, h.From.Name)
	}
	return games.Say("%s plays on for %s.", h.To.Name, h.From.Name)
}

// HandedOver returns the hand-over recorded in an event.
func (r Record) HandedOver(event Seq) (h HandOver, ok bool) {
	for _, h := range r.HandOvers {
		if h.Event == event {
			return h, true
		}
	}
	return HandOver{}, false
}

// Why returns the code of the decision, and the sentence that introduces its reason.
func (d Decision) Why() (Code, games.Sentence) {
	if d.By == "" {
		return CodeRoundOver, games.Say("The time of this round is up")
	}
	return CodeMember, games.Say("By decision of %s (%s)", d.By, d.Reason)
}
