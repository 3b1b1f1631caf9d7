package ledger

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
	"paddock/storage/transfer"
)

func running(edit func(*match.Record)) match.Record {
	r := match.Record{
		ID: "m1", Head: 2, Game: "kalah", Status: match.Running, Owner: "ann", Invited: "cid",
		Place: match.Place{Guild: "g1", Channel: "c1"}, Created: noon, Shown: match.Shown{Head: 2},
		Players: []match.Player{{User: "ann"}, {User: "bob"}, {Computer: "easy"}},
	}
	if edit != nil {
		edit(&r)
	}
	return r
}

// All storage engines refuse names that can't be part of a key in one of them.
func TestRefusals(t *testing.T) {
	long, zero := strings.Repeat("x", 256), "a\x00b"
	event := []match.Event{{Kind: match.Moved}}
	add := func(edit func(*match.Record), events []match.Event) error { return Appendable(running(edit), events) }
	for name, c := range map[string]struct {
		err  error
		want bool
	}{
		"a record":          {add(nil, event), false},
		"the longest names": {add(func(r *match.Record) { r.ID, r.Owner = match.ID(long[1:]), "" }, event), false},
		"no head yet":       {add(func(r *match.Record) { r.Head = 0 }, event), false},
		"no id":             {add(func(r *match.Record) { r.ID = "" }, event), true},
		"no event":          {add(nil, nil), true},
		"a negative head":   {add(func(r *match.Record) { r.Head = -1 }, event), true},
		"a long id":         {add(func(r *match.Record) { r.ID = match.ID(long) }, event), true},
		"a zero byte":       {add(func(r *match.Record) { r.Place.Channel = match.ChannelID(zero) }, event), true},
		"a long server":     {add(func(r *match.Record) { r.Place.Guild = match.GuildID(long) }, event), true},
		"a long player":     {add(func(r *match.Record) { r.Players[1].User = match.UserID(long) }, event), true},
		"a long guest":      {add(func(r *match.Record) { r.Invited = match.UserID(long) }, event), true},
		"a long cause":      {add(nil, []match.Event{{}, {Cause: match.Cause(long)}}), true},
		"an erasure":        {ErasureOf(match.Erasure{User: "ann", As: "x"}), false},
		"of nobody":         {ErasureOf(match.Erasure{As: "x"}), true},
		"without a name":    {ErasureOf(match.Erasure{User: "ann"}), true},
		"of a long name":    {ErasureOf(match.Erasure{User: match.UserID(long), As: "x"}), true},
		"an audit line":     {AuditLine(match.Audit{Guild: "g1"}), false},
		"of no server":      {AuditLine(match.Audit{}), true},
		"of a zero byte":    {AuditLine(match.Audit{Guild: match.GuildID(zero)}), true},
	} {
		if (c.err != nil) != c.want {
			t.Errorf("%s: %v, want a refusal: %t", name, c.err, c.want)
		}
	}
	inZero := tourney.Record{ID: "t1"}
	inZero.Place.Channel = match.ChannelID(zero)
	for _, c := range []struct {
		r        tourney.Record
		expected int
		refused  bool
	}{
		{tourney.Record{ID: "t1"}, 0, false},
		{tourney.Record{ID: "t1", Version: 7}, 7, false},
		{tourney.Record{}, 0, true},
		{tourney.Record{ID: "t1", Version: -1}, 0, true},
		{tourney.Record{ID: tourney.ID(long)}, 0, true},
		{inZero, 0, true},
	} {
		now, expected, err := NewTournament(c.r)
		if (err != nil) != c.refused || err == nil && (expected != c.expected || now.Version != c.expected+1) {
			t.Errorf("NewTournament(%+v) = version %d, %d expected, %v; want %d expected, refused: %t", c.r, now.Version,
				expected, err, c.expected, c.refused)
		}
	}
}

// P84, P28: records of shown boards and delivered messages are stored once, and never overwrite
// newer ones.
func TestEdits(t *testing.T) {
	later := noon.Add(time.Hour)
	one, two := match.Notice{To: "ann"}, match.Notice{To: "bob"}
	before := func(r *match.Record) { r.Notices, r.Shown.Head = []match.Notice{one, two}, 1 }
	for name, c := range map[string]struct {
		edit  Edit
		want  func(*match.Record) // nil: nothing to store
		wrong error
	}{
		"shown": {
			Shown(2, match.Shown{Head: 2, Message: "9"}, later), func(r *match.Record) {
				r.Shown, r.Due = match.Shown{Head: 2, Message: "9"}, later
			}, nil,
		},
		"shown again": {
			Shown(2, match.Shown{Head: 1, Message: "9"}, later), func(r *match.Record) {
				r.Shown, r.Due = match.Shown{Head: 1, Message: "9"}, later
			}, nil,
		},
		"something older is shown":        {Shown(2, match.Shown{Head: 0}, later), nil, nil},
		"something is shown after a move": {Shown(1, match.Shown{Head: 1}, later), nil, match.ErrConflict},
		"something to come is shown":      {Shown(3, match.Shown{Head: 3}, later), nil, match.ErrConflict},
		"one is told": {
			Told([]match.Notice{one}), func(r *match.Record) { r.Notices = []match.Notice{two} }, nil,
		},
		"all are told": {
			Told([]match.Notice{two, one}), func(r *match.Record) { r.Notices = []match.Notice{} }, nil,
		},
		"others are told":                   {Told([]match.Notice{{To: "cid"}}), nil, nil},
		"a moment is set":                   {Due(2, later), func(r *match.Record) { r.Due = later }, nil},
		"a moment is set too late for that": {Due(1, later), nil, match.ErrConflict},
	} {
		got, want := running(before), running(before)
		changed, err := c.edit(&got)
		if c.want != nil {
			c.want(&want)
		}
		if changed != (c.want != nil) || !errors.Is(err, c.wrong) || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %t, %v, the record is\n%+v\nwant %t, %v,\n%+v", name, changed, err, got, c.want != nil, c.wrong,
				want)
		}
	}
}

// P84, P89, P18: the index entries of a match follow from its record.
func TestLists(t *testing.T) {
	users := []match.UserID{"ann", "bob", "cid"}
	for name, c := range map[string]struct {
		edit func(*match.Record)
		want Lists
	}{
		"running": {nil, Lists{Live: true, Users: users}},
		"open":    {func(r *match.Record) { r.Status = match.Open }, Lists{Live: true, Users: users}},
		"closed":  {func(r *match.Record) { r.Status = match.Closed }, Lists{}},
		"due": {
			func(r *match.Record) { r.Due = noon }, Lists{Live: true, Users: users, Due: new(noon.UnixNano())},
		},
		"due long ago": {
			func(r *match.Record) { r.Due = time.Unix(-1, 0) }, Lists{Live: true, Users: users, Due: new(int64(0))},
		},
		"behind": {func(r *match.Record) { r.Head = 3 }, Lists{Live: true, Users: users, Behind: true}},
		"untold": {
			func(r *match.Record) { r.Notices = []match.Notice{{To: "ann"}} },
			Lists{Live: true, Users: users, Untold: true},
		},
		"a computer player's turn": {
			func(r *match.Record) { r.Waiting = games.SeatSet(2) }, Lists{Live: true, Users: users, Thinking: true},
		},
		"a person's turn": {
			func(r *match.Record) { r.Waiting = games.SeatSet(1) }, Lists{Live: true, Users: users},
		},
	} {
		if got := ListsOf(running(c.edit)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	over := running(func(r *match.Record) {
		r.Status, r.Ended, r.Outcome = match.Over, noon, &games.Outcome{Place: [games.MaxSeats]int8{1, 2, 3}}
	})
	if got := ListsOf(over); got.Live || got.Users != nil || got.Result == nil || got.Result.Match != "m1" {
		t.Errorf("a match that is over is in %+v, want only its result", got)
	}
}

// The causes of the newest day and of the day before are kept.
func TestKept(t *testing.T) {
	today := layout.DayOf(noon)
	for _, c := range []struct {
		cause match.Cause
		at    time.Time
		want  bool
	}{
		{"i1", noon, true},
		{"i1", noon.Add(48 * time.Hour), true},
		{"i1", noon.Add(-36 * time.Hour), true},
		{"i1", noon.Add(-36*time.Hour - 1), false},
		{"", noon, false},
	} {
		if got := Kept(match.Event{Cause: c.cause, At: c.at}, today); got != c.want {
			t.Errorf("the cause %q of %v is kept: %t, want %t", c.cause, c.at, got, c.want)
		}
	}
}

// Items of a transfer are read back as they were written, or refused.
func TestItems(t *testing.T) {
	c := Cause{Cause: "i1", Match: "m1", Seq: 3, Day: 7}
	if got, err := ReadCause(c.Item()); got != c || err != nil || string(c.Item().Value) != "7 3 m1" {
		t.Errorf("%+v is transferred as %+v, %v", c, got, err)
	}
	if g, no, err := ReadAuditKey(AuditKey("300", 12)); g != "300" || no != 12 || err != nil {
		t.Errorf("line 12 of 300 is transferred as %d of %s, %v", no, g, err)
	}
	for _, text := range []string{"", "7", "7 3", "x 3 m1"} {
		if got, err := ReadCause(transfer.Item{Key: "i1", Value: []byte(text)}); err == nil {
			t.Errorf("%q is the cause %+v", text, got)
		}
	}
	if _, _, err := ReadAuditKey("300"); err == nil {
		t.Error("a key without a number is that of a line")
	}
	text, err := layout.WriteRecord(running(nil))
	if err != nil {
		t.Fatal(err)
	}
	events := [][]byte{[]byte(`{"At":"2026-11-28T12:00:00Z","User":"dan"}`), []byte(`{"Kind":"moved"}`)}
	item := transfer.Item{Key: "m1", Value: text, Events: events}
	if r, log, err := ReadMatch(item); err != nil || r.ID != "m1" || len(log) != 2 || log[0].User != "dan" ||
		!log[0].At.Equal(noon) {
		t.Errorf("ReadMatch = %+v, %+v, %v", r, log, err)
	}
	for want, spoil := range map[string]func(*transfer.Item){
		`that of "m1" with 2 events, and there are 2`: func(i *transfer.Item) { i.Key = "m2" },
		"with 2 events, and there are 1":              func(i *transfer.Item) { i.Events = events[:1] },
		"with 2 events, and there are 3":              func(i *transfer.Item) { i.Events = append(i.Events, events[0]) },
		"with 0 events, and there are 0": func(i *transfer.Item) {
			i.Value, i.Events = []byte(strings.Replace(string(text), `"Head":2`, `"Head":0`, 1)), nil
		},
		"invalid character":     func(i *transfer.Item) { i.Value = text[1:] },
		"event 2 can't be read": func(i *transfer.Item) { i.Events = [][]byte{events[0], []byte("{")} },
		"newer":                 func(i *transfer.Item) { i.Value = []byte(`{"ID":"m1","Head":2,"Form":99}`) },
	} {
		one := item
		spoil(&one)
		if _, _, err := ReadMatch(one); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// P29, P30: an erasure removes a person from the entries of others, in which a block of the person
// survives.
func TestForget(t *testing.T) {
	for _, c := range []struct {
		kind transfer.Kind
		text string
		want []string // parts of the new entry; none: it stays
	}{
		{transfer.Users, `{"ID":"bob","Blocked":["cid","ann"]}`, []string{`"Blocked":["cid"]`, `"Marked":[`}},
		{transfer.Users, `{"ID":"bob","Blocked":["anna"]}`, nil},
		{transfer.Audits, `{"No":1,"Guild":"g1","By":{"User":"ann","Name":"Ann"}}`, []string{match.FormerPlayer, `"No":1`}},
		{transfer.Audits, `{"No":1,"Guild":"g1","By":{"User":"anna"}}`, nil},
	} {
		got, err := Forget(c.kind, []byte(c.text), "ann", match.BlockKey("key"))
		if err != nil || (got == nil) != (c.want == nil) || strings.Contains(string(got), `"ann"`) {
			t.Errorf("Forget(%s) = %s, %v", c.text, got, err)
		}
		for _, part := range c.want {
			if !strings.Contains(string(got), part) {
				t.Errorf("Forget(%s) = %s, want %s in it", c.text, got, part)
			}
		}
	}
	for _, kind := range Naming {
		if _, err := Forget(kind, []byte("{"), "ann", nil); !errors.Is(err, layout.ErrDamaged) {
			t.Errorf("an unreadable entry of %s: %v, want ErrDamaged", kind, err)
		}
	}
}

// Each inconsistency is one problem. A problem that a repair can't solve counts as damage.
func TestCheckRows(t *testing.T) {
	event := func(seq match.Seq) match.Event { return match.Event{Seq: seq, Cause: "i1", At: noon} }
	today := layout.DayOf(noon)
	log := func(head match.Seq, seqs ...match.Seq) func(*Checker) {
		return func(c *Checker) {
			var l Log
			for _, seq := range seqs {
				l.Add("m1", seq, event(seq), nil, c.Problem)
			}
			c.Log("m1", l, head)
		}
	}
	remembered := func(stored *Cause, newest uint32) func(*Checker) {
		return func(c *Checker) { c.Remembered("m1", event(2), stored, newest) }
	}
	caused := func(e match.Event) func(*Checker) {
		return func(c *Checker) { c.Caused(Cause{Cause: "i1", Match: "m1", Seq: 2}, e) }
	}
	item := func(kind transfer.Kind, key, text string) func(*Checker) {
		return func(c *Checker) { c.Item(kind, key, []byte(text)) }
	}
	tournament := func(text string) func(*Checker) {
		return func(c *Checker) { c.Tournament("t1", []byte(text)) }
	}
	for name, c := range map[string]struct {
		check func(*Checker)
		want  string // empty: no problem
		mends bool
	}{
		"an error in words": {
			func(c *Checker) { c.Derived("m1: %v", fmt.Errorf("%w: it is cut off", layout.ErrDamaged)) }, "m1: it is cut off", true,
		},
		"a log":          {log(3, 1, 2, 3), "", true},
		"no first event": {log(2, 2), "after its event 0 comes event 2", false},
		"a gap":          {log(3, 1, 3), "it has 2 events, the last of them is number 3, and head 3", false},
		"no last event":  {log(3, 1, 2), "it has 2 events, the last of them is number 2, and head 3", false},
		"no events":      {log(1), "it has 0 events, the last of them is number 0, and head 1", false},
		"an event too many": {
			log(1, 1, 2), "it has 2 events, the last of them is number 2, and head 1", false,
		},
		"another number": {func(c *Checker) {
			new(Log).Add("m1", 1, event(5), nil, c.Problem)
		}, "its event 1 is event 5", false},
		"an unreadable event": {func(c *Checker) {
			new(Log).Add("m1", 1, match.Event{}, errors.New("spoilt"), c.Problem)
		}, "event 1: spoilt", false},
		"a cause":                     {remembered(&Cause{"i1", "m1", 2, today}, today), "", true},
		"a cause with several events": {remembered(&Cause{"i1", "m1", 1, today}, today), "", true},
		"a cause too few": {
			remembered(nil, today), "the cause i1 of its event 2 is forgotten too early", true,
		},
		"an old cause":         {remembered(nil, today+2), "", true},
		"a cause of yesterday": {remembered(nil, today+1), "forgotten too early", true},
		"a cause of a later one": {
			remembered(&Cause{"i1", "m1", 3, today}, today), "remembered as that of event 3", true,
		},
		"a cause of another": {
			remembered(&Cause{"i1", "m2", 2, today}, today), "event 2 of match m2", true,
		},
		"caused": {caused(event(2)), "", true},
		"not caused": {
			caused(match.Event{}), "cause i1: it is not that of event 2 of match m1", true,
		},
		"a user": {item(transfer.Users, "ann", `{"ID":"ann"}`), "", true},
		"another user": {
			item(transfer.Users, "ann", `{"ID":"bob"}`), `user ann: the entry is of "bob"`, false,
		},
		"an unreadable user": {item(transfer.Users, "ann", `{`), `(it can't be read)`, false},
		"a server":           {item(transfer.Guilds, "g1", `{"ID":"g1"}`), "", true},
		"another server": {
			item(transfer.Guilds, "g1", `{"ID":"g2"}`), `server g1: the entry is of "g2"`, false,
		},
		"a note":                {item(transfer.Notes, "n", `"x"`), "", true},
		"an unreadable note":    {item(transfer.Notes, "n", `{}`), "note n: the entry", false},
		"an audit line":         {item(transfer.Audits, "g1 2", `{"Guild":"g1","No":2}`), "", true},
		"another audit line":    {item(transfer.Audits, "g1 2", `{"Guild":"g1","No":3}`), `of "g1 3"`, false},
		"a tournament":          {tournament(`{"ID":"t1","Version":1}`), "", true},
		"another tournament":    {tournament(`{"ID":"t2","Version":1}`), `it is that of "t2"`, false},
		"a tournament unstored": {tournament(`{"ID":"t1"}`), "version 0", false},
		"a spoilt tournament":   {tournament(`{`), "(it can't be read)", false},
	} {
		check := &Checker{}
		c.check(check)
		said := strings.Join(check.Report.Problems, "\n")
		if c.want == "" && said != "" || !strings.Contains(said, c.want) || (check.Report.Damage == "") != c.mends {
			t.Errorf("%s: %q, damage %q; want %q, and that a repair mends it: %t", name, said, check.Report.Damage, c.want,
				c.mends)
		}
	}
}

// A report lists problems up to its limit, counts the others, and still says whether there is
// damage.
func TestManyProblems(t *testing.T) {
	c := &Checker{}
	if c.Report.Mendable() || c.Report.Err("f") != nil {
		t.Error("a report without problems has something to mend")
	}
	for i := range Most + 5 {
		c.Derived("problem %d", i)
	}
	if c.Report.Err("f") == nil || !c.Report.Mendable() || len(c.Report.Problems) != Most || c.Report.More != 5 {
		t.Errorf("%d problems and %d more, mendable: %t", len(c.Report.Problems), c.Report.More, c.Report.Mendable())
	}
	if c.Problem("a lost %s", "move"); c.Report.Mendable() || c.Report.Damage != "a lost move" || c.Report.More != 6 ||
		!strings.Contains(fmt.Sprint(c.Report.Err("f")), "a lost move") {
		t.Errorf("after damage: %q, %v", c.Report.Damage, c.Report.Err("f"))
	}
	if c.Problem("another"); c.Report.Damage != "a lost move" {
		t.Errorf("the damage is %q, want the first", c.Report.Damage)
	}
}

// The progress is reported after every thousand matches.
func TestStages(t *testing.T) {
	var said []string
	c := &Checker{Config: Config{Progress: func(name string, done, all int) {
		said = append(said, fmt.Sprintf("%s %d/%d", name, done, all))
	}}}
	for range 2001 {
		c.Match(2500)
	}
	c.Stage("the rest", 1, 2)
	want := []string{"checking matches 1000/2500", "checking matches 2000/2500", "the rest 1/2"}
	if !slices.Equal(said, want) {
		t.Errorf("reported: %q, want %q", said, want)
	}
	(&Checker{}).Stage("nobody hears", 1, 2)
}
