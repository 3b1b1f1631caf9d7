// Package transcript writes a match as a text that people keep, continue from, or attach to a bug
// report. It contains the game in the format of paddock/games/record, and the log as everybody, or
// one seat, may know it. The package decides nothing: it reveals only what the views of the game
// reveal. docs/record.md describes the lines. Start reading at [Record].
package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/record"
	"paddock/games/referee"
)

// Record returns the game of a match. Names are the players' names by seat, or none to leave them
// out. If everything may be known, the record includes the starting position, so that it can be
// replayed. In a game with secrets that is after the end, if the players agreed to reveal them. The
// record leaves out moves that were taken back. On an error it still returns the part that can be
// replayed.
func Record(rec match.Match, log []match.Event, names []string) (record.Record, error) {
	g := rec.Rules()
	out := record.Record{Match: string(rec.ID), Game: rec.Game}
	for s, name := range names {
		out.Players = append(out.Players, record.Side(g, games.Seat(s))+" "+name)
	}
	frames, err := match.Frames(g, rec.Record, log)
	live := match.Played(frames)
	begun := slices.IndexFunc(live, func(f match.Frame) bool {
		return !g.Arranges || f.Position.Turn().Phase != referee.SettingUp
	})
	if begun < 0 {
		return out, err
	}
	first := live[begun].Position
	if !g.Hidden || rec.Status == match.Over &&
		first.Open(games.Spectator).Text() != first.View(games.Spectator).Text() {
		out.Start = first.Text()
	}
	for _, f := range live[begun+1:] {
		out.Steps = append(out.Steps, stepOf(g, f.Event))
	}
	for _, e := range log { // adds the ruling that ended the match, if the game has no rule for it
		if e.Kind == match.Ruled && rec.Outcome != nil &&
			!slices.ContainsFunc(frames, func(f match.Frame) bool { return f.Event.Seq == e.Seq }) {
			out.Steps = append(out.Steps, stepOf(g, e))
		}
	}
	return out, err
}

// stepOf returns the move or ruling of an event.
func stepOf(g *games.Game, e match.Event) record.Step {
	side := record.Side(g, max(e.Seat, 0)) // a draw by agreement has no seat
	if e.Kind == match.Ruled {
		return record.Step{Side: side, Ruling: e.Ruling}
	}
	return record.Step{Side: side, Move: e.Move}
}

// Log returns lines for all public events, including those that were taken back: time, kind, side
// and move. It contains no names and no ids of users or messages. It does not show secret set-ups
// or how many there were (S85).
func Log(rec match.Match, log []match.Event) (lines []string) {
	for _, e := range log {
		if e.Secret() {
			continue
		}
		words := []string{"log", e.At.UTC().Format(time.RFC3339), string(e.Kind)}
		if int(e.Seat) < len(rec.Players) && e.Seat >= 0 && slices.Contains(sided, e.Kind) {
			words = append(words, record.Side(rec.Rules(), e.Seat))
		}
		switch e.Kind {
		case match.Moved:
			words = append(words, e.Move, string(e.Code))
		case match.Ruled:
			words = append(words, string(e.Ruling), string(e.Code))
		case match.Offered, match.Declined, match.Extended, match.Parked:
			words = append(words, string(e.Code))
		}
		lines = append(lines, strings.Join(strings.Fields(strings.Join(words, " ")), " "))
	}
	return lines
}

// sided lists the kinds of events that belong to a seat.
var sided = []match.EventKind{match.Moved, match.Arranged, match.Sealed, match.Ruled, match.HandedOver}

// Report returns a match for a bug report, as a seat may know it. It has the record without names,
// that seat's view of the position, the clock, the log, and the seat's refused moves. Programs that
// read records can read it.
func Report(rec match.Match, log []match.Event, seat games.Seat, refused []match.Refused, version string,
	now time.Time,
) (string, error) {
	lines := []string{"# A report of Paddock, without names: put it beside a description of what you expected and what happened instead."}
	r := record.Record{Match: string(rec.ID), Game: rec.Game}
	var failed error
	if rec.Position != "" {
		view, err := rec.View(seat)
		if err != nil {
			return "", err
		}
		r, failed = Record(rec, log, nil)
		r.Now = view.Text()
	}
	lines = append(lines, strings.TrimSuffix(r.Text(), "\n"))
	lines = append(lines, states(rec, seat, version, now)...)
	if failed != nil {
		lines = append(lines, "state unplayable the past can't be played again by these rules")
	}
	lines = append(lines, Log(rec, log)...)
	for _, r := range refused {
		lines = append(lines, strings.Join([]string{
			"refused", r.At.UTC().Format(time.RFC3339), strconv.Quote(r.Move),
			strings.Join(strings.Fields(r.Why.String()), " "),
		}, " "))
	}
	return strings.Join(lines, "\n") + "\n", nil
}

// states returns the lines of a report that say what a match is now, as keys and values. Seats have
// the kind of their player instead of a name.
func states(rec match.Match, reader games.Seat, version string, now time.Time) (lines []string) {
	g := rec.Rules()
	state := func(key string, value any) {
		lines = append(lines, strings.TrimSpace(fmt.Sprint("state ", key, " ", value)))
	}
	state("program", version)
	state("at", now.UTC().Format(time.RFC3339))
	state("reader", record.Side(g, reader))
	state("status", rec.Status)
	state("reason", rec.Reason)
	for _, name := range slices.Sorted(maps.Keys(rec.Setup.Options)) {
		state("option", name+" "+strconv.Quote(rec.Setup.Options[name]))
	}
	for s, p := range rec.Players {
		kind := "member"
		switch {
		case p.Computer != "":
			kind = p.Computer
		case p.Channel != "":
			kind = "channel"
		case p.Empty():
			kind = "nobody"
		}
		state("seat", record.Side(g, games.Seat(s))+" "+kind)
	}
	state("turn", rec.Turn)
	for s := range rec.Waiting.All() {
		state("waiting", record.Side(g, s))
	}
	state("clock", rec.Clock.Policy.PerMove)
	if !rec.Clock.Deadline.IsZero() {
		state("deadline", rec.Clock.Deadline.UTC().Format(time.RFC3339))
	}
	if rec.Parked != nil {
		state("parked", rec.Parked.Why)
	}
	return lines
}
