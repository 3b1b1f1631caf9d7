package match

import (
	"cmp"
	"time"

	"paddock/games"
)

// Showing says how the present state of a match is to reach its channel (P43).
type Showing struct {
	Edit   bool        // bring the newest message up to date; otherwise post a new one and strip the old one of its controls
	Ping   []UserID    // to mention in the new message: each at most once a turn
	PingAt time.Time   // when those who wait will be pinged if they still haven't moved; zero: not at all
	Asleep games.Seats // those of them who were to be pinged, and may not be called until PingAt; it is for who shows the match to find that out
}

// Show is the arithmetic of P43. There is one message per turn: what happens within a turn edits it. A new turn edits it too if the message is younger
// than the window and all members who are waited for have moved within the window; then they are pinged, by a new message, when they have let
// a window pass. Otherwise a new turn is a new message that pings them.
//
// A computer player counts as somebody who has just moved and is never pinged. Where only one member plays nobody else keeps him
// waiting, so he is not pinged either (P7). The window is the match's own, if its server has set one.
func Show(r Record, window time.Duration, now time.Time) Showing {
	window = cmp.Or(r.Quick, window)
	there := r.Shown.Message != "" && r.Shown.Channel == r.Place.Channel
	young := there && now.Sub(r.Shown.At) < window
	sameTurn := there && r.Shown.Turn == r.Turn
	switch {
	case r.Status == Open && r.Invited != "" && (!there || r.Shown.Asleep != 0 && !now.Before(r.Shown.Wake)):
		return Showing{Ping: []UserID{r.Invited}}
	case r.Status != Running:
		return Showing{Edit: sameTurn || young || there && r.Turn == 0}
	case r.Parked != nil:
		return Showing{Edit: there}
	case sameTurn:
		at := r.PingAt(window)
		if at.IsZero() || now.Before(at) {
			return Showing{Edit: true, PingAt: at}
		}
		return Showing{Ping: r.pinged()}
	case young && r.Shown.Pinged >= r.Turn: // a turn that was taken back and made again
		return Showing{Edit: true}
	case young && r.quick(window, now):
		s := Showing{Edit: true}
		if len(r.pinged()) > 0 {
			s.PingAt = r.Clock.Started.Add(window)
		}
		return s
	}
	if r.Shown.Pinged >= r.Turn && (!there || now.Sub(r.Shown.At) < pingRest) { // the message of this turn was lost, the match has moved, or see above
		return Showing{}
	}
	return Showing{Ping: r.pinged()}
}

// pingRest is for how long a turn that was taken back and made again pings nobody for the second time.
const pingRest = time.Hour

// PingAt is when the members who are waited for have to be pinged because the message of this turn came without a ping; zero if that
// is not so.
func (r Record) PingAt(window time.Duration) time.Time {
	if r.Status == Open && r.Shown.Asleep != 0 {
		return r.Shown.Wake
	}
	if r.Status != Running || r.Parked != nil || r.Shown.Turn != r.Turn || r.Shown.Pinged >= r.Turn || len(r.pinged()) == 0 {
		return time.Time{}
	}
	at := r.Clock.Started.Add(cmp.Or(r.Quick, window))
	if r.Shown.Asleep != 0 && r.Shown.Wake.After(at) {
		at = r.Shown.Wake
	}
	return at
}

// quick reports whether all members who are waited for have moved within the window.
func (r Record) quick(window time.Duration, now time.Time) bool {
	for seat := range r.Bound().All() {
		if int(seat) >= len(r.Acted) || r.Acted[seat].IsZero() || now.Sub(r.Acted[seat]) >= window {
			return false
		}
	}
	return true
}

// pinged is who is to be pinged for this turn: not who has just moved and was answered in the same moment (P7).
func (r Record) pinged() []UserID {
	if len(r.Members()) < 2 {
		return nil
	}
	var users []UserID
	for seat := range (r.Bound() &^ r.Answered).All() {
		if held := r.Shown.Asleep; held == 0 || r.Shown.Turn != r.Turn || held.Has(seat) {
			users = append(users, r.Players[seat].User)
		}
	}
	return users
}
