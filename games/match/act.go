package match

import "paddock/games"

// Job is a move that a computer player has to make.
type Job struct {
	Match  ID
	Head   Seq
	Seat   games.Seat
	View   *games.View
	Player string
	Budget games.Budget // the level's, with the seed of this very turn
}

// Act is who does something to a match, and where it came from.
type Act struct {
	Match ID
	User  UserID
	// Head is the board that the user saw, as in a button's id; 0 is the newest. An act made on a board whose position has changed since
	// is refused with ErrStale.
	Head Seq
	// Cause is remembered with what it brings about. The same one again changes nothing and is no error: Change.Repeat is set.
	Cause Cause
}

// Change is what a call has done.
type Change struct {
	Match  Match
	Events []Event       // appended to the log; none if nothing changed
	Game   []games.Event // what moves and rulings brought about at the board, in order
	Repeat bool          // the cause had been applied before, and this call did nothing
	Ping   bool          // nothing changed, but the waiting players are to be pinged now (P43)
}

// Decision is a result that nobody has played for. By is the name of the member who has decided so, for a Reason that everybody may read; if it is
// empty the time of a tournament's round is up.
type Decision struct {
	Place  [games.MaxSeats]int8 // by seat, as in games.Outcome
	By     string
	Reason string
}

// Order is what a moderator imposes on a match: their name, and the reason, both of which everybody may read.
type Order struct {
	By     string
	Reason string
}

// HandOver is that a moderator has given what one member had in a match to another: a seat, or as Spectator the ownership alone.
type HandOver struct {
	Event    Seq
	Seat     games.Seat
	From, To Player
	Order
	Asking UserID `json:",omitempty"` // who has decided so, as long as To has not answered
}

// Says is what has happened, in a sentence without who has decided it.
func (h HandOver) Says() games.Sentence {
	switch {
	case h.Seat == games.Spectator && h.From.Name == "":
		return games.Say("%s takes charge of the match.", h.To.Name)
	case h.Seat == games.Spectator:
		return games.Say("%s takes charge of the match, in the place of %s.", h.To.Name, h.From.Name)
	}
	return games.Say("%s plays on in the place of %s.", h.To.Name, h.From.Name)
}

// HandedOver is the hand-over of an event.
func (r Record) HandedOver(event Seq) (h HandOver, ok bool) {
	for _, h := range r.HandOvers {
		if h.Event == event {
			return h, true
		}
	}
	return HandOver{}, false
}

// Why begins a sentence.
func (d Decision) Why() (Code, games.Sentence) {
	if d.By == "" {
		return CodeRoundOver, games.Say("The time of this round is up")
	}
	return CodeMember, games.Say("By decision of %s (%s)", d.By, d.Reason)
}
