package record_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest"
	"paddock/games/record"
)

// P104: a game of every kind and option leads to the same positions after it is written and read.
func TestRoundTrip(t *testing.T) {
	for _, g := range catalog.Games() {
		for _, setup := range gamestest.Setups(g) {
			at, err := g.Start(setup)
			if err != nil {
				continue // the values of these options exclude each other
			}
			r := record.Record{
				Match: "abc", Game: g.ID, Start: at.Text(),
				Players: []string{record.Side(g, 0) + " Ann"},
			}
			rng := rand.New(rand.NewPCG(3, 4))
			for n := 0; n < 40; n++ {
				if _, over := at.Outcome(); over {
					break
				}
				for seat := range at.Turn().Waiting.All() {
					legal := slices.Collect(at.View(seat).Legal())
					if len(legal) == 0 {
						continue
					}
					done, err := at.Play(seat, legal[rng.IntN(len(legal))])
					if err != nil {
						t.Fatal(err)
					}
					r.Steps = append(r.Steps, record.Step{Side: record.Side(g, seat), Move: done.Moves[0]})
					at = done.Next
					break
				}
			}
			r.Now = at.Text()
			again, err := record.Parse(r.Text())
			if err != nil || again.Text() != r.Text() {
				t.Fatalf("%s: %v; read\n%s\nwritten\n%s", g.ID, err, again.Text(), r.Text())
			}
			_, steps, err := again.Replay(g)
			if err != nil || len(steps) != len(r.Steps) || len(steps) > 0 &&
				steps[len(steps)-1].Next.Text() != at.Text() {
				t.Errorf("%s %v: %d steps of %d, %v", g.ID, setup.Options, len(steps), len(r.Steps), err)
			}
		}
	}
}

// A bad record is refused with a sentence, and nothing is played.
func TestBadRecords(t *testing.T) {
	const start = "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard"
	for text, want := range map[string]string{
		"":                           "isn't the record of a game",
		"hello":                      "isn't the record of a game",
		"game kalah\nsouth 3":        "say where the game begins",
		"game kalah\nstart nonsense": "",
		"game chess\nstart x":        "another game",
		"game kalah\nstart " + start + "\nnorth 1":                                "Step 1: ",
		"game kalah\nstart " + start + "\neast 1":                                 "isn't a side in Kalah",
		"game kalah\nstart " + start + "\nsouth 9":                                "Step 1: ",
		"game kalah\nstart " + start + "\nsouth 1\nnow " + start:                  "don't lead to",
		"game kalah\n" + strings.Repeat("x", record.MaxBytes):                     "too long to be the record",
		"game kalah\nstart " + start + "\n" + strings.Repeat("south 1\n", 30_000): "too long to be the record",
	} {
		r, err := record.Parse(text)
		if err == nil {
			_, _, err = r.Replay(catalog.Games()[1])
		}
		refusal, ok := errors.AsType[*games.Refusal](err)
		if !ok || !strings.Contains(refusal.Error(), want) {
			t.Errorf("%.60q: %v, want a refusal with %q", text, err, want)
		}
	}
}

// P104: every line after the start is read or refused, whatever its blanks, in whatever message or
// file it stands, so that no move is left out.
func TestEveryLineIsReadOrRefused(t *testing.T) {
	const head = "match x\ngame kalah\nsouth Ann\nnorth Bob\n" +
		"start kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard\n"
	for moves, want := range map[string]string{
		"south 3\nsouth 6\nnorth 4\n":               "",
		"south\t3\nsouth\u00a06\nnorth\u20094":      "",
		"south   3 \nsouth \u202f6\r\nnorth\u30004": "",
		"south 3\nsouth 6\nnorth 4\n```\n":          "",
		"south3\nsouth 6\nnorth 4":                  `I can't read line 6: "south3"`,
		"south,3\nsouth 6\nnorth 4":                 `I can't read line 6: "south,3"`,
		"south 3\n\nsouth\nnorth 4":                 `I can't read line 8: "south"`,
		"south 3\nsouth 6\nnorth 4\nruled":          `I can't read line 9: "ruled"`,
		"south 3\nsouth 6\nnorth 4\nnow":            `I can't read line 9: "now"`,
		"south 3\nruled resing south\nsouth 6":      `Step 2: "resing" isn't a ruling.`,
		"south 3\nruled resign south\nsouth 6":      "Step 3: the ruling before it ended the game.",
	} {
		text := head + moves
		quoted := "Here it is:\n> " + strings.ReplaceAll(text, "\n", "\n> ")
		fenced := "here it is:\nnow look\nstart reading\n\n```\n" + text
		files := map[string][]byte{"UTF-8": []byte(text), "quoted": []byte(quoted), "in a message": []byte(fenced)}
		for name, order := range map[string]binary.AppendByteOrder{
			"UTF-16 little": binary.LittleEndian, "UTF-16 big": binary.BigEndian,
		} {
			for _, unit := range utf16.Encode([]rune("\ufeff" + text)) {
				files[name] = order.AppendUint16(files[name], unit)
			}
		}
		for name, file := range files {
			r, err := record.Read(file)
			var steps []record.Played
			if err == nil {
				_, steps, err = r.Replay(catalog.Games()[1])
			}
			prefix, _, _ := strings.Cut(want, " line ")
			switch {
			case want != "" && (err == nil || !strings.HasPrefix(err.Error(), prefix)):
				t.Errorf("%s, %q: %d steps, %v, want %s", name, moves, len(steps), err, want)
			case want != "" && name != "quoted" && name != "in a message" && !strings.HasPrefix(err.Error(), want):
				t.Errorf("%s, %q: %v, want %s", name, moves, err, want)
			case want == "" && (err != nil || len(steps) != 3):
				t.Errorf("%s, %q: %d steps, %v, want 3", name, moves, len(steps), err)
			case want == "" && !slices.Equal(r.Players, []string{"south Ann", "north Bob"}):
				t.Errorf("%s: players %q", name, r.Players)
			}
		}
	}
	for _, file := range []string{"\xff\xfe\x00", "game kalah\x00", "\xff\xfea", "\xc3("} {
		if _, err := record.Read([]byte(file)); err == nil {
			t.Errorf("%q is a record", file)
		}
	}
}

// FuzzParse: a record that can be read survives writing and reading, and is only played by the
// rules of its game.
func FuzzParse(f *testing.F) {
	f.Add("match a\ngame kalah\nsouth Ann\nstart kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard\nsouth 3-1\nruled resign north\nended x\nnow y\njson {}\n# z")
	f.Add("game fish\nruled remove red\n")
	for _, g := range catalog.Games() {
		if at, err := g.Start(games.Setup{Seed: 1}); err == nil {
			for m := range at.View(0).Legal() {
				f.Add("\ufeffgame " + string(g.ID) + "\r\nstart " + at.Text() + "\r\n" + record.Side(g, 0) + " " + m +
					"\nruled resign " + record.Side(g, 1) + "\n")
				break
			}
		}
	}
	all := catalog.Games()
	f.Fuzz(func(t *testing.T, text string) {
		r, err := record.Parse(text)
		if err != nil {
			return
		}
		again, err := record.Parse(r.Text())
		if err != nil || again.Text() != r.Text() {
			t.Fatalf("%v: read again it is\n%q, not\n%q", err, again.Text(), r.Text())
		}
		for _, g := range all {
			if start, steps, err := r.Replay(g); err == nil &&
				(start == nil || len(steps) > 0 && steps[0].Before != start) {
				t.Errorf("%q is played from nowhere", text)
			}
		}
	})
}

// However long the unreadable text is, the refusal is short.
func TestRefusalsAreShort(t *testing.T) {
	long := strings.Repeat("Q9", 100_000)
	for _, g := range catalog.Games() {
		start, err := g.Start(games.Setup{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		side := record.Side(g, 0)
		head := "game " + string(g.ID) + "\nstart "
		for _, text := range []string{
			head + long, head + strings.Fields(start.Text())[0] + " " + long, head + start.Text() + long,
			head + start.Text() + " " + long,
			head + start.Text() + "\n" + long + " 1", head + start.Text() + "\n" + side + " " + long,
			head + start.Text() + "\nruled " + long + " " + side,
			head + start.Text() + "\nruled skip " + long, head + strings.Replace(start.Text(), "=", "="+long, 1),
		} {
			r, err := record.Parse(text)
			if err == nil {
				_, _, err = r.Replay(g)
			}
			if err != nil && len(err.Error()) > 1000 {
				t.Errorf("%s: %d bytes of %.60q … refuse %.60q …", g.ID, len(err.Error()), err.Error(), text)
			}
		}
	}
}
