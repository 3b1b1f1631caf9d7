package cli_test

import (
	"archive/zip"
	crand "crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/record"
	"paddock/storage"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/transfer"
)

// P130: an archive contains a finished match of a server only if all its players have agreed, and none
// of them was erased. The rules can replay each match in it. It contains no id, name or seed of the
// database, and a set-up of Stratego only if the match was to reveal set-ups.
func TestP130Dump(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.PlayedOut("")
		s.Begin("/fish challenge user:@Bob" + story.Small)
		s.PlayOut(s.Bob) // the late player is removed
		s.Begin("/kalah challenge user:@Bob holes:2 beans:2 first:me")
		s.PlayOut()
		for _, reveal := range []string{"after", "never"} {
			s.Armies("army:barrage reveal:" + reveal)
			s.Confirm(s.Ann)
			s.Confirm(s.Bob)
			s.AnyMove(rand.New(rand.NewPCG(1, 2)))
			s.Resigns(s.Bob)
		}
		s.Slash(s.Cid, "/kalah start level:first holes:2 beans:1 first:me")
		s.PlayOut()
		s.Slash(s.Ann, "/kalah challenge user:@Eve first:me") // Eve's data is deleted later
		s.Click(s.Eve, s.Board(), "Accept")
		s.Resigns(s.Ann)
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me") // a match that continues
		s.Click(s.Bob, s.Board(), "Accept")
		s.SayYes(s.Eve, "/privacy delete-my-data")
		s.Wait(time.Minute)

		s.Halt()
		if texts := dumped(t, s.Path); len(texts) != 0 {
			t.Errorf("P130: %d matches of people who have not agreed", len(texts))
		}
		s.Start()
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid} {
			s.Private(s.Slash(u, "/settings general archive:on"), "without names")
		}
		s.Halt()
		texts := dumped(t, s.Path)
		count := map[games.ID]int{}
		unseen := 0
		for name, text := range texts {
			r, err := record.Parse(text)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if count[r.Game]++; r.Start == "" {
				unseen++
				if strings.Contains(text, "now ") || !strings.Contains(text, "\nred ") ||
					!strings.HasSuffix(text, "\nruled resign blue\n") {
					t.Errorf("P130: a match whose set-ups stay hidden is\n%s", text)
				}
				continue
			}
			for _, g := range catalog.Games() {
				if g.ID == r.Game {
					replays(t, g, r)
				}
			}
		}
		if count["kalah"] != 3 || count["fish"] != 1 || count["stratego"] != 2 || unseen != 1 || len(texts) != 6 {
			t.Errorf("P130: %v, %d without set-ups; want three of Kalah, one of Fish, two of Stratego, one of them without", count, unseen)
		}
		all := ""
		for name, text := range texts {
			all += name + "\n" + text
		}
		private := secrets(t, s.Path)
		if len(private) < 60 {
			t.Errorf("only %d ids and names are looked for", len(private))
		}
		for _, what := range private {
			if strings.Contains(all, what) {
				t.Errorf("P130: the archive has %q", what)
			}
		}
		again := dumped(t, s.Path)
		for name := range texts {
			if again[name] != "" {
				t.Errorf("P130: two archives call a match %s, so their key is the same", name)
			}
		}

		s.Start()
		s.Private(s.Slash(s.Bob, "/settings general archive:off"), "without names")
		s.Halt()
		if texts := dumped(t, s.Path); len(texts) != 1 {
			t.Errorf("P130: %d matches without Bob's, want Cid's alone", len(texts))
		}
		if texts := dumped(t, s.Path, "-server", "1"); len(texts) != 0 {
			t.Errorf("P130: %d matches of another server", len(texts))
		}
		s.Start()
	}, story.WithAll)
}

// P130: a database in PostgreSQL gives the same archive, except for the pseudonyms.
func TestP130DumpFromPostgres(t *testing.T) {
	t.Parallel()
	url := pgtest.New(t).Database(t)
	file := filepath.Join(ram.Dir(t), "paddock.db")
	store, err := storage.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	matches := service.New(service.Config{Store: store, Games: catalog.Games(), Now: time.Now, Rand: crand.Reader})
	const n = 450 // the text fills more than two pages
	for i := range n {
		players := []match.Player{{User: "71", Name: "Ann"}, {User: "72", Name: "Bob"}}
		made, err := matches.Tables.Propose(t.Context(), match.Proposal{
			Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, PerMove: time.Hour, By: players[0],
			With: players, Place: match.Place{Guild: "41", Channel: "42"}, Cause: match.Cause(fmt.Sprint(i)),
		})
		if err == nil && i%2 == 0 {
			_, err = matches.Play.Resign(t.Context(),
				match.Act{Match: made.Match.ID, User: "72", Cause: match.Cause(fmt.Sprint("r", i))})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range []match.UserID{"71", "72"} {
		if _, err := store.UpdateUser(t.Context(), u, func(u *match.User) { u.Archive = true }); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := run(t, nil, "", "migrate-store", file, url); code != 0 {
		t.Fatal(errs)
	}
	for args, want := range map[string]string{
		"health -db " + url:        "The bot is running and can store moves.\n",
		"check " + url:             fmt.Sprintf(" is sound: matches %d, events ", n),
		"check -repair -db " + url: fmt.Sprintf(" is sound: matches %d, events ", n),
	} {
		if code, out, errs := run(t, nil, "", strings.Fields(args)...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d, %s%s", args, code, out, errs)
		}
	}
	if here, there := dumped(t, file), dumped(t, url); len(here) != n/2 || len(there) != n/2 {
		t.Errorf("P130: %d matches from the file, %d from PostgreSQL, want %d", len(here), len(there), n/2)
	}
}

// dumped runs `paddock dump` and returns its texts by name.
func dumped(t *testing.T, path string, more ...string) map[string]string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "archive.zip")
	args := append(append([]string{"dump", "-db", path}, more...), file)
	code, out, errs := run(t, nil, "", args...)
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	if code, _, errs := run(t, nil, "", args...); code != 1 || !strings.Contains(errs, "It was not touched") {
		t.Errorf("over an archive: exit code %d, %q", code, errs)
	}
	z, err := zip.OpenReader(file)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	if want := fmt.Sprintf("%s has %d matches without names. Left out: ", file, len(z.File)); !strings.HasPrefix(out,
		want) {
		t.Errorf("it says %q, want %q", out, want)
	}
	texts := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if texts[f.Name] = string(text); f.Modified.Year() > 1980 {
			t.Errorf("P130: %s says when it was made: %v", f.Name, f.Modified)
		}
	}
	return texts
}

// replays replays a record.
func replays(t *testing.T, g *games.Game, r record.Record) {
	t.Helper()
	at, steps, err := r.Replay(g)
	if err != nil {
		t.Errorf("P130: %s can't be played again: %v", r.Match, err)
		return
	}
	if len(steps) > 0 {
		at = steps[len(steps)-1].Next
	}
	if at.Text() != r.Now {
		t.Errorf("P130: %s ends in %s, want %s", r.Match, at.Text(), r.Now)
	}
	if len(r.Players) < g.MinSeats {
		t.Errorf("P130: %s has the players %v", r.Match, r.Players)
	}
}

// secrets lists all ids, names and seeds of a database.
func secrets(t *testing.T, path string) (list []string) {
	t.Helper()
	store, err := storage.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	add := func(text []byte) {
		d := json.NewDecoder(strings.NewReader(string(text)))
		d.UseNumber()
		var v any
		if err := d.Decode(&v); err != nil {
			return // the value is plain text, not JSON
		}
		list = append(list, named(v, "")...)
	}
	for _, kind := range []transfer.Kind{
		transfer.Matches, transfer.Users, transfer.Guilds, transfer.Tournaments,
		transfer.Audits, transfer.Causes,
	} {
		items, _, err := storage.Mover{Bolt: store}.Export(t.Context(), kind, "", 1000)
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range items {
			list = append(list, item.Key)
			add(item.Value)
			for _, e := range item.Events {
				add(e)
			}
		}
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool {
		return len(s) < 3 || strings.HasPrefix(s, "Computer")
	})
}

// named returns the values below the keys that hold ids, names and seeds, and every long number.
func named(v any, key string) (list []string) {
	switch v := v.(type) {
	case map[string]any:
		for k, inner := range v {
			list = append(list, named(inner, k)...)
			if _, err := strconv.ParseUint(k, 10, 64); err == nil {
				list = append(list, k)
			}
		}
	case []any:
		for _, inner := range v {
			list = append(list, named(inner, key)...)
		}
	case json.Number:
		if len(v) > 12 {
			list = append(list, string(v))
		}
	case string:
		_, err := strconv.ParseUint(v, 10, 64)
		if err == nil && len(v) > 6 ||
			slices.Contains([]string{
				"ID", "User", "Name", "Owner", "Invited", "Guild", "Channel", "Message", "By",
				"Gone", "Cause", "RematchID", "Digest", "Salt",
			}, key) {
			list = append(list, v)
		}
	}
	return list
}
