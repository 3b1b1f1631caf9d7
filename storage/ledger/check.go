package ledger

import (
	"errors"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/storage/fault"
)

// Report is the result of a check.
type Report struct {
	Schema   int
	Matches  int
	Events   int
	Bytes    int64    // size of a file
	Problems []string // at most Most problems; none if the database is sound
	More     int      // number of problems beyond Most
	Damage   string   // the first problem in primary data, such as a move; empty: a repair can mend everything
	Mended   []string // problems that the database has and its copy has not
}

// Most is the largest number of problems in a report.
const Most = 1000

// Mendable reports whether there are problems and a repair mends them all.
func (r Report) Mendable() bool { return len(r.Problems) > 0 && r.Damage == "" }

// Err returns nil if there are no problems, otherwise an error with the first one and what to do.
// The error wraps fault.ErrDerived if a repair mends all problems, and fault.ErrDamaged if not. It
// is for a file.
func (r Report) Err(path string) error {
	switch {
	case r.Mendable():
		return fault.Derived(path, r.Problems[0], len(r.Problems)+r.More)
	case len(r.Problems) > 0:
		return fault.Damaged(path, errors.New(r.Damage))
	}
	return nil
}

// Config says how to check a database. The zero Config checks all stored data, except by the rules
// of games.
type Config struct {
	// the games whose logs are replayed, to see whether they lead to the position; none: no log is
	// replayed
	Games []*games.Game
	// called from time to time with the progress, and with an empty stage at the end; may be nil
	Progress func(stage string, done, all int)
}

// Checker collects problems.
type Checker struct {
	Config Config
	Report Report
}

// Problem adds a problem in primary data: records, logs, settings or pages. Of an error in args it
// says what fault.Plain says.
func (c *Checker) Problem(format string, args ...any) {
	plain(args)
	if c.Report.Damage == "" {
		c.Report.Damage = fmt.Sprintf(format, args...)
	}
	c.Derived(format, args...)
}

// Derived adds a problem in data that a repair rebuilds from records and logs.
func (c *Checker) Derived(format string, args ...any) {
	plain(args)
	if len(c.Report.Problems) == Most {
		c.Report.More++
		return
	}
	c.Report.Problems = append(c.Report.Problems, fmt.Sprintf(format, args...))
}

func plain(args []any) {
	for i, arg := range args {
		if err, ok := arg.(error); ok {
			args[i] = fault.Plain(err)
		}
	}
}

// Unread returns the end of a sentence on an entry: that it can't be read, if there is an error. The
// error itself is a decoder's, which helps nobody who has no source.
func Unread(err error) string {
	if err == nil {
		return ""
	}
	return " (it can't be read)"
}

// Stage reports the progress of the check.
func (c *Checker) Stage(name string, done, all int) {
	if c.Config.Progress != nil {
		c.Config.Progress(name, done, all)
	}
}

// Match counts a match, and reports the progress from time to time.
func (c *Checker) Match(all int) {
	if c.Report.Matches++; c.Report.Matches%1000 == 0 {
		c.Stage("checking matches", c.Report.Matches, all)
	}
}

// Replay checks that a match's log leads to its position, and that record and position wait for the
// same seats. It skips an incomplete log.
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
