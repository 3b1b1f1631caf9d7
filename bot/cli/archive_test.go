package cli

import (
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
)

// finished returns a match that Ann lost to Bob, with its log.
func finished(t *testing.T) (match.Record, []match.Event) {
	t.Helper()
	at, err := kalah.New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	done, err := at.Play(0, "1")
	if err != nil {
		t.Fatal(err)
	}
	outcome := games.Win(1, "resigned", games.Say("%s resigned.", "Ann"))
	rec := match.Record{
		ID: "k3f9", Game: "kalah", Status: match.Over, Outcome: &outcome,
		Place: match.Place{Guild: "41", Channel: "42"}, Position: done.Next.Text(),
		Players: []match.Player{{User: "71", Name: "Ann"}, {User: "72", Name: "Bob"}},
	}
	log := []match.Event{
		{Seq: 1, Kind: match.Began, Note: at.Text()},
		{Seq: 2, Kind: match.Moved, User: "71", Move: "1"},
		{Seq: 3, Kind: match.Ruled, Ruling: games.Resign, User: "71"},
	}
	return rec, log
}

func textOf(a *archive, r match.Record, log []match.Event) (name, text string, ok bool) {
	var known match.Parsings
	return a.text(known.Match(r, kalah.New()), log)
}

// P130: the test lists which matches belong into an archive.
func TestP130Which(t *testing.T) {
	for _, c := range []struct {
		name   string
		guild  match.GuildID
		silent match.UserID // has not agreed
		change func(*match.Record)
		want   bool
	}{
		{"finished", "", "", nil, true},
		{"of the server", "41", "", nil, true},
		{"of another server", "43", "", nil, false},
		{"a player has not agreed", "", "72", nil, false},
		{"somebody else has not agreed", "", "73", nil, true},
		{"against a computer", "", "", func(r *match.Record) { r.Players[1] = match.Player{Computer: "easy"} }, true},
		{"of computers", "", "", func(r *match.Record) {
			r.Players = []match.Player{{Computer: "easy"}, {Computer: "hard"}}
		}, false},
		{"in direct messages", "", "", func(r *match.Record) { r.Place.Guild = "" }, false},
		{"running", "", "", func(r *match.Record) { r.Status = match.Running }, false},
		{"closed", "", "", func(r *match.Record) { r.Status = match.Closed }, false},
		{"of an erased member", "", "", func(r *match.Record) {
			r.Players[0] = match.Player{Name: "Former player", Gone: "x"}
		}, false},
	} {
		r, log := finished(t)
		if c.change != nil {
			c.change(&r)
		}
		agreed := map[match.UserID]bool{"71": true, "72": true, c.silent: false}
		if _, text, ok := textOf(newArchive(c.guild, agreed), r, log); ok != c.want || ok != (text != "") {
			t.Errorf("%s: in the archive %t, want %t: %s", c.name, ok, c.want, text)
		}
	}
}

// P130: within an archive everybody has one pseudonym, in another archive a different one. A
// computer player keeps its name.
func TestP130Pseudonyms(t *testing.T) {
	both := map[match.UserID]bool{"71": true, "72": true}
	a := newArchive("", both)
	r, log := finished(t)
	name, first, _ := textOf(a, r, log)
	lines := strings.Split(first, "\n")
	if _, again, _ := textOf(a, r, log); again != first || !strings.HasPrefix(name, "kalah-match-") ||
		len(lines) != 9 || lines[5] != "south 1" || lines[6] != "ruled resign south" {
		t.Errorf("%s is\n%s\nthen\n%s", name, first, again)
	}
	r.ID, r.Players[1] = "k3fa", match.Player{Computer: "easy"}
	if _, text, _ := textOf(a, r, log); !strings.Contains(text, lines[2]) || strings.Contains(text, lines[0]) ||
		!strings.Contains(text, "north Computer (easy)\n") {
		t.Errorf("Ann's other match is\n%s\nwant her as %q", text, lines[2])
	}
	if _, text, _ := textOf(newArchive("", both), r, log); strings.Contains(text, lines[2]) {
		t.Error("two archives share their pseudonyms")
	}
}
