package service

import (
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

// sortUrgent sorts a user's matches by urgency, then by deadline. Matches without a deadline come
// last, the newest of them first.
func sortUrgent(list []match.Match, u match.UserID) {
	slices.SortStableFunc(list, func(a, b match.Match) int {
		if d := urgency(a.Record, u) - urgency(b.Record, u); d != 0 {
			return d
		}
		da, db := a.Clock.Deadline, b.Clock.Deadline
		switch {
		case da.IsZero() && db.IsZero():
			return 0
		case da.IsZero():
			return 1
		case db.IsZero():
			return -1
		}
		return da.Compare(db)
	})
}
