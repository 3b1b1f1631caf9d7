package ledger

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
)

// Appendable refuses records and events that some engine can't store.
func Appendable(r match.Record, events []match.Event) error {
	if r.ID == "" || len(events) == 0 || r.Head < 0 {
		return fmt.Errorf("storage: a record needs an id (%q), a head (%d) and events (%d)", r.ID, r.Head, len(events))
	}
	err := errors.Join(layout.Nameable("match", string(r.ID)), layout.Nameable("channel", string(r.Place.Channel)),
		layout.Nameable("server", string(r.Place.Guild)))
	for _, u := range layout.UsersOf(r) {
		err = errors.Join(err, layout.Nameable("user", string(u)))
	}
	for _, e := range events {
		err = errors.Join(err, layout.Nameable("cause", string(e.Cause)))
	}
	return err
}

// Edit changes a record without an event. It reports whether there is anything to store.
type Edit func(*match.Record) (bool, error)

// Shown is the Edit of match.Store.SetShown.
func Shown(head match.Seq, shown match.Shown, due time.Time) Edit {
	return func(r *match.Record) (bool, error) {
		switch {
		case r.Head != head:
			return false, match.ErrConflict
		case shown.Head < r.Shown.Head:
			return false, nil
		}
		r.Shown, r.Due = shown, due
		return true, nil
	}
}

// Told is the Edit of match.Store.SetTold.
func Told(told []match.Notice) Edit {
	return func(r *match.Record) (bool, error) {
		before := len(r.Notices)
		r.Notices = slices.DeleteFunc(r.Notices, func(n match.Notice) bool { return slices.Contains(told, n) })
		return len(r.Notices) < before, nil
	}
}

// Due is the Edit of match.Store.SetDue.
func Due(head match.Seq, due time.Time) Edit {
	return func(r *match.Record) (bool, error) {
		if r.Head != head {
			return false, match.ErrConflict
		}
		r.Due = due
		return true, nil
	}
}

// Lists says in which lists of a store a match is.
type Lists struct {
	Due      *int64         // when the match is due; nil: never
	Behind   bool           // whether the match's board is not up to date
	Untold   bool           // whether the match has undelivered notices
	Thinking bool           // whether a computer player has to move
	Live     bool           // whether the match is open or running, and so in the lists of its channel and server
	Users    []match.UserID // users whose list of live matches contains the match
	Result   *match.Result  // the result; nil: the match has none
}

// ListsOf returns the lists of a record.
func ListsOf(r match.Record) Lists {
	l := Lists{
		Behind: r.Shown.Head < r.Head, Untold: len(r.Notices) > 0, Thinking: r.Thinking() != 0,
		Live: r.Status == match.Open || r.Status == match.Running,
	}
	if !r.Due.IsZero() {
		l.Due = new(layout.UnixNano(r.Due))
	}
	if l.Live {
		l.Users = layout.UsersOf(r)
	}
	if result, over := r.Finished(); over {
		l.Result = &result
	}
	return l
}

// NewTournament returns a tournament's next version, and the version that must be stored at
// present.
func NewTournament(r tourney.Record) (now tourney.Record, expected int, err error) {
	if r.ID == "" || r.Version < 0 {
		return r, 0, fmt.Errorf("storage: a tournament needs an id (%q) and a version (%d)", r.ID, r.Version)
	}
	expected = r.Version
	r.Version++
	return r, expected, errors.Join(layout.Nameable("tournament", string(r.ID)),
		layout.Nameable("channel", string(r.Place.Channel)))
}

// AuditLine refuses a line of an audit log that can't be stored.
func AuditLine(a match.Audit) error {
	if a.Guild == "" {
		return errors.New("storage: a line of an audit log needs a server")
	}
	return layout.Nameable("server", string(a.Guild))
}

// Cause is the event that a request caused.
type Cause struct {
	Cause match.Cause
	Match match.ID
	Seq   match.Seq
	Day   uint32 // see layout.DayOf
}

// Kept reports whether the cause of an event must be known on the newest day with data: those of
// that day and of the day before, so that a request that Discord repeats is known for 24 hours.
func Kept(e match.Event, newest uint32) bool { return e.Cause != "" && layout.DayOf(e.At)+1 >= newest }
