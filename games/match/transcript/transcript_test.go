package transcript_test

import (
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/transcript"
	"paddock/games/stratego"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// begun returns a running match at its first position, and the Began event.
func begun(t *testing.T, g *games.Game, setup games.Setup) (match.Record, []match.Event) {
	t.Helper()
	at, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	r := match.Record{
		ID: "m1", Game: g.ID, Setup: setup, Status: match.Running, Position: at.Text(),
		Players: []match.Player{{User: "71", Name: "Ann"}, {User: "72", Name: "Bob"}},
	}
	for seat := range at.Turn().Waiting.All() {
		r.Waiting |= games.SeatSet(seat)
	}
	return r, []match.Event{{Seq: 1, At: noon, Kind: match.Began, Note: at.Text(), User: "71"}}
}

func of(r match.Record, g *games.Game) match.Match {
	var known match.Parsings
	return known.Match(r, g)
}

// S37: the record of a finished match has the set-ups, as a position to begin with, only if the
// players agreed to reveal them.
func TestRecordRevealsWhatWasAgreed(t *testing.T) {
	g := stratego.New()
	for reveal, want := range map[string]bool{"after": true, "never": false} {
		r, log := begun(t, g, games.Setup{Seats: 2, Seed: 1, Options: games.Options{"reveal": reveal}})
		at, err := g.Parse(r.Position)
		if err != nil {
			t.Fatal(err)
		}
		for seat := range games.Seat(2) {
			for _, move := range []string{"set:9639594196/7952S79354/869B847B69/87BFB85B8B", "confirm"} {
				done, err := at.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				at = done.Next
				log = append(log,
					match.Event{Seq: match.Seq(len(log) + 1), At: noon, Kind: match.Arranged, Seat: seat, Move: move})
			}
		}
		r.Status, r.Position = match.Over, at.Text()
		out, err := transcript.Record(of(r, g), log, nil)
		if err != nil || (out.Start != "") != want {
			t.Errorf("reveal %s: the record starts with %q, %v; want a position: %t", reveal, out.Start, err, want)
		}
	}
}

// Each log line has time, kind and side. It contains no names, no secret set-ups, and no words of a
// moderator.
func TestLog(t *testing.T) {
	g := stratego.New()
	r, log := begun(t, g, games.Setup{Seats: 2, Seed: 1, Options: games.Options{"army": "barrage"}})
	log = append(
		log,
		match.Event{Seq: 2, At: noon, Kind: match.Arranged, Seat: 1, User: "72", Move: "random"},
		match.Event{
			Seq: 3, At: noon, Kind: match.Arranged, Seat: 1, User: "72", Move: "confirm",
			Said: []games.Sentence{games.Say("BLUE is ready")},
		},
		match.Event{Seq: 4, At: noon, Kind: match.Sealed, Seat: 1, Note: "digest"},
		match.Event{Seq: 5, At: noon, Kind: match.Moved, Seat: 0, User: "71", Move: "a4a5", Cause: "99"},
		match.Event{Seq: 6, At: noon, Kind: match.Undone, User: "71", Note: "4"},
		match.Event{Seq: 7, At: noon, Kind: match.Offered, User: "72", Code: match.CodeDraw},
		match.Event{
			Seq: 8, At: noon, Kind: match.Ruled, Seat: 1, Ruling: games.Resign, Code: match.CodeModerator,
			By: "Eve", Note: "told Bob to stop",
		},
		match.Event{Seq: 9, At: noon, Kind: match.Ended, Note: "Bob has resigned"},
	)
	const at = "log 2026-01-02T12:00:00Z "
	want := strings.Join([]string{
		at + "began", at + "arranged blue", at + "sealed blue", at + "moved red a4a5", at + "undone",
		at + "offered draw", at + "ruled resign blue moderator", at + "ended",
	}, "\n")
	want = strings.Replace(want, "ruled resign blue", "ruled blue resign", 1)
	if got := strings.Join(transcript.Log(of(r, g), log), "\n"); got != want {
		t.Errorf("Log = \n%s\nwant\n%s", got, want)
	}
}

// P62, P11: the report of a set-up is the same whatever the opponent has arranged, and how often.
// It contains the seat's own set-up.
func TestReportOfASetUp(t *testing.T) {
	g := stratego.New()
	r, log := begun(t, g, games.Setup{Seats: 2, Seed: 1, Options: games.Options{"army": "barrage"}})
	reports := func(moves ...string) (list []string) {
		at, err := g.Parse(r.Position)
		if err != nil {
			t.Fatal(err)
		}
		now, events := r, log
		for _, move := range moves {
			done, err := at.Play(1, move)
			if err != nil {
				t.Fatal(err)
			}
			at = done.Next
			events = append(events[:len(events):len(events)],
				match.Event{Seq: match.Seq(len(events) + 1), At: noon, Kind: match.Arranged, Seat: 1, Move: move})
			now.Drafts++
		}
		now.Position, now.Head = at.Text(), match.Seq(len(events))
		for _, seat := range []games.Seat{games.Spectator, 0, 1} {
			text, err := transcript.Report(of(now, g), events, seat, nil, "v1", noon)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, text)
		}
		return list
	}
	first := reports()
	second := reports("clear")
	for i, who := range []string{"a spectator", "RED"} {
		if first[i] != second[i] {
			t.Errorf("the report of %s depends on what BLUE arranges:\n%s\nand\n%s", who, first[i], second[i])
		}
	}
	if first[2] == second[2] {
		t.Error("BLUE's own report does not have what BLUE has arranged")
	}
}

// A report has the position, the state and the refused moves, each on one line whatever was typed.
func TestReport(t *testing.T) {
	g := kalah.New()
	r, log := begun(t, g, games.Setup{Seats: 2})
	refused := []match.Refused{{At: noon, Seat: 0, Move: "9\nstart x", Why: games.Say("There is no hole %d.", 9)}}
	text, err := transcript.Report(of(r, g), log, 0, refused, "v1", noon)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\nmatch m1\n", "\ngame kalah\n", "\nstart kalah/1 ", "\nnow kalah/1 ", "\nstate program v1\n",
		"\nstate reader south\n", "\nstate waiting south\n", "\nstate seat north member\n",
		"\nrefused 2026-01-02T12:00:00Z \"9\\nstart x\" There is no hole 9.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
	if watched, err := transcript.Report(of(r, g), log, games.Spectator, nil, "v1", noon); err != nil ||
		!strings.Contains(watched, "\nstate reader spectator\n") {
		t.Errorf("%v; the report does not say that a spectator reads it:\n%s", err, watched)
	}
	if strings.Contains(text, "Ann") || strings.Contains(text, "71") {
		t.Errorf("the report names somebody:\n%s", text)
	}
}

// S78: of a match whose position can't be read there is no report.
func TestReportOfAnUnreadablePosition(t *testing.T) {
	g := kalah.New()
	r, log := begun(t, g, games.Setup{Seats: 2, Seed: 1})
	r.Position = "4 4 4"
	if text, err := transcript.Report(of(r, g), log, 0, nil, "v1", noon); err == nil || text != "" {
		t.Errorf("the report is %q, %v", text, err)
	}
}

// P62: programs read reports of matches, so their text is compared whole. Each case changes one thing of a
// match.
func TestReportsStay(t *testing.T) {
	g := kalah.New()
	var page strings.Builder
	for _, c := range []struct {
		name   string
		change func(r *match.Record, log []match.Event) []match.Event
	}{
		{"running", func(r *match.Record, log []match.Event) []match.Event {
			r.Turn, r.Clock.Policy.PerMove, r.Clock.Deadline = 2, time.Hour, noon.Add(time.Hour)
			return append(log, match.Event{Seq: 2, At: noon, Kind: match.Moved, Seat: 0, Move: "1"})
		}},
		{"of a channel against the computer, and parked", func(r *match.Record, log []match.Event) []match.Event {
			r.Players = []match.Player{{User: "71", Channel: "hall"}, {Computer: games.Easy}}
			r.Parked = &match.Parking{Why: match.CodeLocked}
			return append(log, match.Event{
				Seq: 2, At: noon, Kind: match.Parked, Seat: games.Spectator, Code: match.CodeLocked,
			})
		}},
		{"open", func(r *match.Record, _ []match.Event) []match.Event {
			r.Status, r.Position, r.Waiting, r.Players[1] = match.Open, "", 0, match.Player{}
			r.Setup.Options = games.Options{"beans": "4", "start": "fair"}
			return []match.Event{{Seq: 1, At: noon, Kind: match.Created, Seat: games.Spectator}}
		}},
		{"over by a ruling", func(r *match.Record, log []match.Event) []match.Event {
			r.Status, r.Waiting, r.Reason = match.Over, 0, games.ByTime
			r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{2, 1}}
			return append(log, match.Event{Seq: 2, At: noon, Kind: match.Ruled, Seat: 0, Ruling: games.Time})
		}},
		{"with a past that can't be played", func(r *match.Record, log []match.Event) []match.Event {
			return append(log, match.Event{Seq: 2, At: noon, Kind: match.Moved, Seat: 0, Move: "9"})
		}},
	} {
		r, log := begun(t, g, games.Setup{Seats: 2})
		log = c.change(&r, log)
		text, err := transcript.Report(of(r, g), log, 0, nil, "v1", noon)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		page.WriteString("= " + c.name + "\n" + text)
	}
	r, log := begun(t, g, games.Setup{Seats: 2})
	rec, err := transcript.Record(of(r, g), log, []string{"Ann", "Bob"})
	if err != nil {
		t.Error(err)
	}
	page.WriteString("= a record with names\n" + rec.Text())
	golden.Check(t, "testdata/reports.txt", page.String())
}
