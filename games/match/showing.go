package match

import (
	"cmp"
	"time"

	"paddock/games"
)

// Showing says how to bring a match's channel up to date (P43).
type Showing struct {
	Edit   bool        // edit the newest message; otherwise post a new one and remove the controls of the old one
	Ping   []UserID    // users to mention in the new message, each at most once a turn
	PingAt time.Time   // when the waiting players are pinged if they have not moved; zero: never
	Asleep games.Seats // seats in Ping whose players must not be notified before PingAt; set by the caller of Show
	Wait   time.Time   // until when the first board waits for a computer player's opening move; zero: it does not wait
}

// opensWithin is how long the first board waits for the opening move of a computer player. It is a
// little longer than computers think.
const opensWithin = 3 * time.Second

// Show decides between a new message and an edit, and whom to ping (P43). There is one message per
// turn, and changes within a turn edit it. Normally a new turn posts a new message that pings the
// waiting players. It edits the message instead if the message is younger than the window and all
// waiting members have moved within the window. If they then do not move within a window, a new
// message pings them. The board of an only member in a server stays longer, because a new one would
// take the buttons, or the member's own board, away from under their finger.
//
// A computer player counts as having just moved and is never pinged. The only member of a match is
// not pinged either, because nobody else keeps them waiting (P7). A match has its own window if its
// server has set one.
func Show(r Record, window time.Duration, now time.Time) Showing {
	window = cmp.Or(r.Quick, window)
	there := r.Shown.Message != "" && r.Shown.Channel == r.Place.Channel
	young := there && now.Sub(r.Shown.At) < window
	if there && len(r.Members()) == 1 && r.Place.Guild != "" && now.Sub(r.Shown.At) < stays {
		young = true
	}
	sameTurn := there && r.Shown.Turn == r.Turn
	switch {
	case r.Status == Open && r.Invited != "" && (!there || r.Shown.Asleep != 0 && !now.Before(r.Shown.Wake)):
		return Showing{Ping: []UserID{r.Invited}}
	case r.Status != Running:
		return Showing{Edit: sameTurn || young || there && r.Turn == 0}
	case r.Parked != nil:
		return Showing{Edit: there}
	case r.Shown.Turn == 0 && len(r.Members()) > 0 && r.Bound() == 0 && now.Before(r.Clock.Started.Add(opensWithin)):
		return Showing{Wait: r.Clock.Started.Add(opensWithin)}
	case sameTurn:
		at := r.PingAt(window)
		if at.IsZero() || now.Before(at) {
			return Showing{Edit: true, PingAt: at}
		}
		return Showing{Ping: r.pinged()}
	case young && r.Shown.Pinged >= r.Turn: // the turn is played again after a takeback, and was pinged before
		return Showing{Edit: true}
	case young && r.quick(window, now):
		s := Showing{Edit: true}
		if len(r.pinged()) > 0 {
			s.PingAt = r.Clock.Started.Add(window)
		}
		return s
	}
	// the turn was pinged already; only its message is missing or old
	if r.Shown.Pinged >= r.Turn && (!there || now.Sub(r.Shown.At) < pingRest) {
		return Showing{}
	}
	return Showing{Ping: r.pinged()}
}

// stays is how long the board of a match's only member is edited while they move. Discord limits
// edits of messages that are older than an hour.
const stays = 50 * time.Minute

// pingRest is how long a turn that is played again after a takeback pings nobody a second time.
const pingRest = time.Hour

// PingAt returns when the waiting members must be pinged because this turn's message pinged nobody.
// It is zero if no ping is due.
func (r Record) PingAt(window time.Duration) time.Time {
	if r.Status == Open && r.Shown.Asleep != 0 {
		return r.Shown.Wake
	}
	called := r.Shown.Pinged >= r.Turn && r.Shown.Asleep == 0
	if r.Status != Running || r.Parked != nil || r.Shown.Turn != r.Turn || called || len(r.pinged()) == 0 {
		return time.Time{}
	}
	at := r.Clock.Started.Add(cmp.Or(r.Quick, window))
	if r.Shown.Asleep != 0 && r.Shown.Wake.After(at) {
		at = r.Shown.Wake
	}
	return at
}

// quick reports whether all waiting members have moved within the window.
func (r Record) quick(window time.Duration, now time.Time) bool {
	for seat := range r.Bound().All() {
		if !r.HasActed(seat) || now.Sub(r.Acted[seat]) >= window {
			return false
		}
	}
	return true
}

// pinged returns the users to ping for this turn. It leaves out a player whose move was answered at
// once by a prepared move (P7).
func (r Record) pinged() []UserID {
	if len(r.Members()) < 2 {
		return nil
	}
	var users []UserID
	for seat := range (r.Bound() &^ r.Answered).All() {
		if r.Players[seat].Channel != "" { // nobody is pinged for a vote
			continue
		}
		if held := r.Shown.Asleep; held == 0 || r.Shown.Turn != r.Turn || held.Has(seat) {
			users = append(users, r.Players[seat].User)
		}
	}
	return users
}
