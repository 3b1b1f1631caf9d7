// Package referee is time policy as arithmetic: what a clock says at a time it is told, when somebody has to be reminded, and which
// ruling a lapsed clock calls for. It reads no clock, sleeps never and knows no game, so a 24-hour match in a channel and a 5-second
// tournament of computer players share it, and tests use any times they like.
package referee

import "time"

// Lapse is what happens to a seat whose clock has run out.
type Lapse string

// The lapse policies.
const (
	Forfeit Lapse = "forfeit" // the seat loses the match
	Skip    Lapse = "skip"    // the turn goes on; a second lapse in the seat's turns running removes it
	Claim   Lapse = "claim"   // the opponent may claim the win, or wait on
)

// Policy is what the players have agreed on about time. The zero Policy has no clock.
type Policy struct {
	PerMove time.Duration // 0: unlimited
	Lapse   Lapse
	Grace   int // days of grace a seat has before the ruling, each burnt whole
}

// Clock is the state of a match's clock. It is a value; times are absolute, so it means the same after a restart.
type Clock struct {
	Policy   Policy
	Started  time.Time `json:",omitzero"` // when the waiting seats' turn began
	Deadline time.Time `json:",omitzero"` // when it lapses; zero: no clock is running
	Reminded bool      // the reminder for this turn has been given
	Lapsed   bool      // the deadline has passed and the opponent may claim
	Lapses   [4]int    // lapses in a row, by seat
	Grace    [4]int    // grace days burnt, by seat
}
