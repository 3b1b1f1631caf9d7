package think

import (
	"slices"
	"testing"
	"time"

	"paddock/games/match"
)

// A server or member that had nothing waiting starts with the least thinking time that others have used: neither before all of them nor behind them.
func TestNewcomersStartWithTheLeastTimeUsed(t *testing.T) {
	q := newQueue(1)
	add := func(server, user, id string) {
		q.add(&turn{match: match.ID(id), server: match.GuildID(server), member: match.UserID(user), player: "g easy"})
	}
	add("old", "ann", "a1")
	add("older", "bob", "b1")
	q.servers["old"], q.servers["older"] = 3*time.Second, 5*time.Second
	q.members[member{"old", "ann"}], q.members[member{"older", "bob"}] = 3*time.Second, 5*time.Second
	add("new", "cid", "c1")
	add("old", "dan", "d1")
	if got, want := q.servers["new"], 3*time.Second; got != want {
		t.Errorf("a new server starts with %v used, want %v", got, want)
	}
	if got, want := q.members[member{"old", "dan"}], 3*time.Second; got != want {
		t.Errorf("a new member starts with %v used, want %v", got, want)
	}
	var order []match.ID
	for m := q.take(false); m != nil; m = q.take(false) {
		order = append(order, m.match)
		q.release(m, 2*time.Second)
	}
	if want := []match.ID{"a1", "c1", "d1", "b1"}; !slices.Equal(order, want) {
		t.Errorf("the order is %q, want %q", order, want)
	}
}
