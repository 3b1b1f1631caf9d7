package match

import "time"

// Showing says how the present state of a match is to reach its channel (P43).
type Showing struct {
	Edit   bool      // bring the newest message up to date; otherwise post a new one and strip the old one of its controls
	Ping   []UserID  // to mention in the new message: each at most once a turn
	PingAt time.Time // when those who wait will be pinged if they still haven't moved; zero: not at all
}
