package tourney

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// Interval is the time between the sign-ups of two seasons. With the zero Interval a tournament is
// played once.
type Interval string

// The intervals. They are stored.
const (
	Weekly    Interval = "week"
	FourWeeks Interval = "four weeks"
	Monthly   Interval = "month"
)

// Intervals lists the intervals in the order of menus.
var Intervals = []Interval{Weekly, FourWeeks, Monthly}

// after returns the moment one interval after t. After a month it is this day of the month, or the
// last one of a shorter month.
func (i Interval) after(t time.Time, day int) time.Time {
	switch i {
	case Weekly:
		return t.AddDate(0, 0, 7)
	case FourWeeks:
		return t.AddDate(0, 0, 28)
	}
	month := t.AddDate(0, 0, 1-t.Day()).AddDate(0, 1, 0)
	last := month.AddDate(0, 1, -1).Day()
	return month.AddDate(0, 0, min(day, last)-1)
}

// Waits reports whether the tournament is a finished season whose next season opens at its
// Deadline.
func (r Record) Waits() bool { return r.Status == Over && r.Every != "" && !r.Deadline.IsZero() }

// awaitNext sets the opening of the next season after a finished one: an interval after its own
// opening, or now if that is later.
func (r *Record) awaitNext(now time.Time) {
	if r.Every == "" {
		return
	}
	r.Deadline = r.Every.after(r.Created, r.openingDay())
	if r.Deadline.Before(now) {
		r.Deadline = now
	}
}

// openingDay returns the day of the month on which monthly seasons open: that of this one, or a
// later one for which this month was too short.
func (r *Record) openingDay() int {
	if lastDay := r.Created.AddDate(0, 0, 1).Day() == 1; lastDay {
		return max(r.Day, r.Created.Day())
	}
	return r.Created.Day()
}

// tooFew reports whether not enough entrants have joined in time. A series needs at least one
// person, because computers alone would play it for ever.
func (r *Record) tooFew() bool {
	return len(r.Entrants) < 2 && r.Fill == "" || len(r.Entrants) == 0 && r.Every != ""
}

// endSeries cancels the next season.
func (r *Record) endSeries() {
	if r.Waits() {
		r.Deadline = time.Time{}
	}
	r.Every = ""
}

// seriesName returns the tournament's name without the number of its season.
func (r *Record) seriesName() string {
	return strings.TrimSuffix(r.Name, seasonSuffix(r.Season))
}

// seasonSuffix returns the end of a season's name. The first season has the name of the series.
func seasonSuffix(n int) string {
	if n < 2 {
		return ""
	}
	return fmt.Sprintf(" season %d", n)
}

// room returns the greatest length of a name of a series, or of a single tournament.
func (r *Record) room() int {
	if r.Every == "" {
		return nameLength
	}
	return nameLength - len(seasonSuffix(1000))
}

// follows reports whether a season comes directly after another.
func (r *Record) follows(old Record) bool { return r.Cause == old.next().Cause }

// next returns the terms of the next season. Its cause is this season's id, so it is made only
// once.
func (r *Record) next() Terms {
	t := r.Terms
	t.Name = r.seriesName() + seasonSuffix(r.Season+1)
	t.Season, t.Ladder, t.Day = r.Season+1, r.ladder(), r.openingDay()
	t.Cause = match.Cause("s:" + r.ID)
	return t
}

// invite tells the entrants of the last season that sign-up is open, except those who were removed
// from it.
func (r *Record) invite(old Record) {
	for e, p := range old.Entrants {
		if !old.removedFrom(Game{Pairing: Pairing{Entrant(e)}}) {
			r.notifyUser(Notice{At: r.Created, To: p.User, Kind: SeasonOpen})
		}
	}
}

// openSeason opens the season after a tournament, if it is time. It stores the new season before it
// changes the old one. If the process dies in between, the cause finds the new season again. If the
// rules refuse the season, the series ends and its owner is told why.
func (s *Service) openSeason(ctx context.Context, id ID) error {
	unlock, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	old, err := s.Tournament(ctx, id)
	if err != nil || !old.Waits() || !old.due(s.now()) {
		return err
	}
	r, err := s.compose(old.next())
	if err == nil {
		r.invite(old)
		_, err = s.admit(ctx, r, false)
	}
	var refused *match.Problem
	switch {
	case errors.As(err, &refused) && refused.Kind != match.ErrStore:
		old.log(s.now(), "", "", "I couldn't open another season, so the series has ended.")
		old.notifyUser(Notice{At: s.now(), To: old.Owner.User, Kind: SeriesEnded, Why: refused.Say})
		old.Every = ""
	case err != nil:
		return err
	}
	old.Deadline = time.Time{}
	_, err = s.put(ctx, old)
	return err
}

// EndSeries cancels the next season; the present one continues. It returns ErrNotYours or ErrEnded.
func (s *Service) EndSeries(ctx context.Context, id ID, by By) (Record, error) {
	return s.act(ctx, id, func(r *Record) (bool, error) {
		if err := by.may(r); err != nil {
			return false, err
		}
		if r.Every == "" || !r.Live() && !r.Waits() {
			return false, problem(ErrEnded,
				"There is no season after %s anyway. See how it stands with `/tournament status`.", r.Name)
		}
		r.endSeries()
		r.log(s.now(), by.User, "", "%s has ended the series. This was the last season.", by.Name)
		return true, nil
	})
}

// Abandon ends the series in places where no season can be played any more. Running games continue.
// The organiser is told why, unless why is the zero Sentence.
func (s *Service) Abandon(ctx context.Context, gone func(match.Place) bool, why games.Sentence) error {
	list, err := s.Unsettled(ctx)
	failed := []error{err}
	for _, r := range list {
		if r.Every == "" || !gone(r.Place) {
			continue
		}
		_, err := s.write(ctx, r.ID, func(r *Record) (bool, error) {
			newest := r.Waits() || r.Status != Over
			r.endSeries()
			if newest && why.Format != "" {
				r.notifyUser(Notice{At: s.now(), To: r.Owner.User, Kind: SeriesEnded, Why: why})
			}
			return true, nil
		})
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}
