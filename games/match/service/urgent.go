package service

import (
	"cmp"
	"math"
	"slices"

	"paddock/games/match"
)

// urgency returns a sort key for a user's matches; smaller is more urgent. The order is: a win to
// claim, their turn, an invitation, the opponent's turn, open, parked.
func urgency(r match.Record, u match.UserID) int {
	switch {
	case r.Claimable().Has(r.SeatOf(u)):
		return -1
	case r.Parked != nil:
		return 4
	case r.Awaits(u):
		return 0
	case r.Status == match.Open && r.Invited == u:
		return 1
	case r.Status == match.Running:
		return 2
	}
	return 3
}

// deadline returns a sort key for a match's deadline; none is the latest.
func deadline(m match.Match) int64 {
	if m.Clock.Deadline.IsZero() {
		return math.MaxInt64
	}
	return m.Clock.Deadline.UnixNano()
}

// sortUrgent sorts a user's matches by urgency, then by deadline. Matches without a deadline come
// last, the newest of them first.
func sortUrgent(list []match.Match, u match.UserID) {
	slices.SortStableFunc(list, func(a, b match.Match) int {
		return cmp.Or(cmp.Compare(urgency(a.Record, u), urgency(b.Record, u)), cmp.Compare(deadline(a), deadline(b)))
	})
}
