// Package checking is what a check of a database consists of whichever engine keeps it: how it is asked for, what it reports, and what can be said of a match from
// its record and its log alone. What an engine keeps beside them it compares itself: see storage.Check and postgres.Check. It reads nothing that is stored.
package checking

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/fault"
)

// Report is what was found in a database.
type Report struct {
	Schema   int
	Matches  int
	Events   int
	Bytes    int64    // of a file
	Problems []string // none if the database is sound; at most Most
	More     int      // problems beside those
}

// Most is how many problems a report tells.
const Most = 1000

// Err is nil if there are no problems, otherwise an error around fault.ErrDamaged that tells the first. It is for a file.
func (r Report) Err(path string) error {
	if len(r.Problems) == 0 {
		return nil
	}
	return fault.Damaged(path, errors.New(r.Problems[0]))
}

// Config is how a database is checked. The zero Config looks at all that is stored, but for the rules of games.
type Config struct {
	Games    []*games.Game                     // by whose rules each log is played again, to see whether it leads to the position; none: no log is
	Progress func(stage string, done, all int) // is told how far it is, now and then, and an empty stage at the end; nil: nobody is
}

// Checker gathers what is wrong.
type Checker struct {
	Config Config
	Report Report
}

// Problem adds a problem to the report.
func (c *Checker) Problem(format string, args ...any) {
	if len(c.Report.Problems) == Most {
		c.Report.More++
		return
	}
	c.Report.Problems = append(c.Report.Problems, fmt.Sprintf(format, args...))
}

// Stage says how far the check is.
func (c *Checker) Stage(name string, done, all int) {
	if c.Config.Progress != nil {
		c.Config.Progress(name, done, all)
	}
}

// Match counts a match, and says now and then how many have been looked at.
func (c *Checker) Match(all int) {
	if c.Report.Matches++; c.Report.Matches%1000 == 0 {
		c.Stage("checking matches", c.Report.Matches, all)
	}
}

// Replay checks that a match's log leads to its position, and that its record waits for whom the position waits for. A log that is not whole is not played.
func (c *Checker) Replay(r match.Record, events []match.Event) {
	i := slices.IndexFunc(c.Config.Games, func(g *games.Game) bool { return g.ID == r.Game })
	if i < 0 || r.Position == "" || len(events) != int(r.Head) {
		return
	}
	frames, err := match.Frames(c.Config.Games[i], r, events)
	if err != nil {
		c.Problem("match %s: its log can't be played again by the rules: %v", r.ID, err)
		return
	}
	if len(frames) == 0 || frames[len(frames)-1].Position.Text() != r.Position {
		c.Problem("match %s: its log does not lead to its position", r.ID)
		return
	}
	if r.Status != match.Running {
		return
	}
	last := frames[len(frames)-1].Position
	if _, over := last.Outcome(); over {
		c.Problem("match %s: it is over by its log, and running by its record", r.ID)
	} else if waiting := last.Turn().Waiting; waiting != r.Waiting {
		c.Problem("match %s: by its log it waits for seats %b, and by its record for %b", r.ID, waiting, r.Waiting)
	}
}
