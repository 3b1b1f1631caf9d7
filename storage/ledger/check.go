package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
	"paddock/storage/transfer"
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
	// function called from time to time with the progress, and with an empty stage at the end; may
	// be nil
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

// Unread returns the end of a sentence on an entry: that it can't be read, if there is an error.
// The error of the decoder is left out, because it helps only developers.
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

// Log is the log of a match, as its lines are read.
type Log struct {
	Events []match.Event // the events that can be read
	Lines  match.Seq     // number of lines
	Last   match.Seq     // number of the last line
}

// Add adds the next line: its number, and its event or the error of reading it. The function
// problem is called for each problem of the line.
func (l *Log) Add(id match.ID, seq match.Seq, e match.Event, err error, problem func(format string, args ...any)) {
	if l.Lines++; seq != l.Last+1 {
		problem("match %s: after its event %d comes event %d", id, l.Last, seq)
	}
	l.Last = seq
	if err != nil {
		problem("match %s: event %d: %v", id, seq, err)
		return
	}
	if e.Seq != seq {
		problem("match %s: its event %d is event %d", id, seq, e.Seq)
	}
	l.Events = append(l.Events, e)
}

// Log checks that a log ends at the head of its match.
func (c *Checker) Log(id match.ID, l Log, head match.Seq) {
	if l.Last != head || l.Lines != head {
		c.Problem("match %s: it has %d events, the last of them is number %d, and head %d", id, l.Lines, l.Last, head)
	}
	c.Report.Events += int(l.Lines)
}

// Remembered checks the stored cause of an event; nil: none is stored. The newest day with data
// says whether it must be.
func (c *Checker) Remembered(id match.ID, e match.Event, stored *Cause, newest uint32) {
	switch {
	case stored == nil && Kept(e, newest):
		c.Derived("match %s: the cause %s of its event %d is forgotten too early", id, e.Cause, e.Seq)
	case stored != nil && (stored.Match != id || stored.Seq > e.Seq):
		c.Derived("cause %s: it is that of event %d of match %s, and remembered as that of event %d of match %s",
			e.Cause, e.Seq, id, stored.Seq, stored.Match)
	}
}

// Caused checks that a stored cause is that of its event; a zero event if there is none.
func (c *Checker) Caused(stored Cause, e match.Event) {
	if e.Cause != stored.Cause {
		c.Derived("cause %s: it is not that of event %d of match %s", stored.Cause, stored.Seq, stored.Match)
	}
}

// Item checks that an entry of a user, a server, a note or an audit log can be read and belongs to
// its key.
func (c *Checker) Item(kind transfer.Kind, key string, text []byte) {
	what, of, err := "", "", error(nil)
	switch kind {
	case transfer.Users:
		var u match.User
		err = json.Unmarshal(text, &u)
		what, of = "user", string(u.ID)
	case transfer.Guilds:
		var g match.Guild
		err = json.Unmarshal(text, &g)
		what, of = "server", string(g.ID)
	case transfer.Notes:
		err = json.Unmarshal(text, new(string))
		what, of = "note", key
	case transfer.Audits:
		var a match.Audit
		a, err = layout.ReadAudit(text)
		what, of = "line of the audit log", AuditKey(a.Guild, a.No)
	}
	if err != nil || of != key {
		c.Problem("%s %s: the entry is of %q%s", what, key, of, Unread(err))
	}
}

// Tournament checks that a tournament can be read and belongs to its id. It returns false if not.
func (c *Checker) Tournament(id string, text []byte) (r tourney.Record, ok bool) {
	r, err := ReadTournament(text)
	if err != nil || string(r.ID) != id || r.Version < 1 {
		c.Problem("tournament %s: it is that of %q, version %d%s", id, r.ID, r.Version, Unread(err))
		return r, false
	}
	return r, true
}
