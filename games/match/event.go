package match

import (
	"strconv"
	"time"

	"paddock/games"
)

// EventKind tells events of the log apart.
type EventKind string

// What can happen to a match.
const (
	Created  EventKind = "created"  // as a challenge, a table, or running at once
	Joined   EventKind = "joined"   // somebody took a seat; a challenge is accepted by joining it
	Left     EventKind = "left"     // somebody gave a seat back before the start
	Began    EventKind = "began"    // the first position was made; Note is its text
	Moved    EventKind = "moved"    // Move was played by Seat
	Arranged EventKind = "arranged" // Move was made by Seat in a secret set-up: nobody else may ever see it in the log
	Sealed   EventKind = "sealed"   // what Seat has confirmed is fixed: Note is the digest of its Receipt, for all to see
	Ruled    EventKind = "ruled"    // the referee decided: Note is the games.RulingKind and, after a space, why
	Offered  EventKind = "offered"  // User or Seat offered or asked for what Note says: "draw", "takeback", "rematch", "resume"
	Declined EventKind = "declined" // a challenge was declined, or what Note says: "draw", "takeback"
	Stepped  EventKind = "stepped"  // the computers may play one turn, or on to the end if Note is "on"
	Extended EventKind = "extended" // the clock was lengthened: Note is "grace" or "outage"
	Lapsed   EventKind = "lapsed"   // the clock ran out and the opponent may claim
	Undone   EventKind = "undone"   // a takeback: the position is that of Seq Note again
	Reminded EventKind = "reminded" // the waiting seats were reminded of the clock, or nudged by a User
	Parked   EventKind = "parked"   // Note says why
	Resumed  EventKind = "resumed"  // in Note's channel
	Ended    EventKind = "ended"    // the match is Over or Closed; Note is the reason
)

// Event is one line of a match's log. It is never changed, except that a person who wants to be removed is taken out of it (Erasure).
type Event struct {
	Seq   Seq
	At    time.Time
	Kind  EventKind
	Cause Cause      `json:",omitempty"`
	User  UserID     `json:",omitempty"`
	Seat  games.Seat `json:",omitempty"`
	Move  string     `json:",omitempty"`
	Note  string     `json:",omitempty"`

	// Said is what this brought about at the board, in games with secrets, where the moves alone don't tell: such as fights (S57). It is public.
	Said []games.Sentence `json:",omitempty"`
}

// Secret reports whether nobody but the event's seat may notice that it happened (S85): what it changed is not to be seen, and no message may be
// sent or edited because of it.
func (e Event) Secret() bool { return e.Kind == Arranged && len(e.Said) == 0 }

// restores is the event whose position an Undone event brings back.
func (e Event) restores() Seq {
	n, _ := strconv.ParseInt(e.Note, 10, 64)
	return Seq(n)
}

// Notes of events: of Offered and Declined, and as said beside them.
const (
	noteDraw     = "draw"
	noteTakeback = "takeback"
	noteRematch  = "rematch"
	noteResume   = "resume"

	noteOn     = "on"     // of Stepped
	noteGrace  = "grace"  // of Extended
	noteOutage = "outage" // of Extended
)

// Reasons for closing a match without a result.
const (
	byDecline    games.Reason = "declined"
	byRevoking   games.Reason = "revoked"
	byExpiry     games.Reason = "expired"
	byCancelling games.Reason = "cancelled"
	byModerator  games.Reason = "moderator"
)
