package match

import "slices"

// urgency orders matches for a user: a win to claim, to move, invited, waiting for others, at rest; smaller is more urgent.
func urgency(r Record, u UserID) int {
	switch {
	case r.Claimable().Has(r.SeatOf(u)):
		return -1
	case r.Parked != nil:
		return 4
	case r.Status == Running && r.Waiting.Has(r.SeatOf(u)):
		return 0
	case r.Status == Open && r.Invited == u:
		return 1
	case r.Status == Running:
		return 2
	}
	return 3
}

// SortUrgent sorts matches of a user by urgency, then by deadline; those without a deadline come last, the newest of them first.
func SortUrgent(list []Match, u UserID) {
	slices.SortStableFunc(list, func(a, b Match) int {
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
