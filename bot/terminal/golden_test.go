package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/record"
	"paddock/games/tourney"
)

// transcript runs a command for each line of arguments, and returns what it writes. DIR in a line
// is a folder, and ^ a blank.
func transcript(t *testing.T, dir string, command func(ctx context.Context, args []string, out, errs io.Writer) error,
	lines ...string,
) string {
	t.Helper()
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, "# %s\n", line)
		var errs strings.Builder
		args := strings.Fields(strings.ReplaceAll(line, "DIR", dir))
		for i := range args {
			args[i] = strings.ReplaceAll(args[i], "^", " ")
		}
		err := command(t.Context(), args, &b, &errs)
		fmt.Fprintf(&b, "errors: %s%v\n", errs.String(), err)
	}
	// the number of processors
	text := regexp.MustCompile(`(at the same time) \(default \d+\)`).ReplaceAllString(b.String(), "$1")
	return strings.ReplaceAll(text, dir, "DIR")
}

// The golden file has whole sessions on a terminal, in which people and computers play and every
// command is typed. Of a long screen that resembles an earlier one, the page lists the lines that
// differ.
func TestSessions(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"record.txt": "match m1\ngame kalah\nsouth Ann\nnorth Bob\nstart kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nsouth 2\n",
		"seats.txt":  "game fish\n" + opened(t, "fish", 3),
		"chess.txt":  "game chess\nstart x\n",
		"short.txt":  "paddock game kalah\n",
		"west.txt":   "paddock game kalah\nkalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\nwest 1\n",
		"zero.txt":   "paddock game kalah\nkalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n0 1\n",
		"wrong.txt":  "paddock game kalah\nkalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n1 9\n",
		"good.txt":   "paddock game kalah\nkalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n1 2\n1 1\n2 3\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var p golden.Pages
	for n, s := range []struct{ args, typed string }{
		{
			"kalah -level first -seed 1",
			"help|legal|9|x|1|undo|undo|3|1|board|save|save DIR/kept.txt|save DIR/no/kept.txt|resign|no|resign|yes",
		},
		{
			"kalah -level first -seed 1",
			"load|load DIR/none.txt|load DIR/short.txt|load DIR/west.txt|load DIR/zero.txt|load DIR/wrong.txt|load DIR/chess.txt|load DIR/good.txt|LOAD DIR/kept.txt|quit",
		},
		{"kalah -side north -holes 2 -beans 2 -level first -seed 1", "undo|2|2|1|1|2|1|2|1"},
		{"kalah -side both -holes 2 -beans 1 -seed 1", "1|2|1|2|1|2"},
		{"kalah -side none -level first,random -holes 2 -beans 2 -seed 1", "||||||||||||"},
		{"kalah -side none -run -level first -holes 2 -beans 1 -seed 1", ""},
		{"kalah -side both -position kalah/1^m=3^to=S^south=0.0.1:9^north=0.0.1:1^rules=standard", "3"},
		{"DIR/record.txt -side both", "2|undo|undo|undo|quit"},
		{"DIR/seats.txt", ""},
		{"DIR/seats.txt -seats 3 -side both", "quit"},
		{"DIR/chess.txt", ""},
		{"halatafl -side foxes -level random -seed 2", "legal|quit"},
		{"stratego -level random -army duel -seed 3", "legal|confirm|legal|board|resign|y"},
		{"stratego -side both -army duel -seed 3", "|confirm||confirm||board|resign|YES|save DIR/x"},
		{"fish -seats 3 -side 2 -level random -seed 4 -rules course -rows 4 -columns 4", "legal|resign|yes"},
		{"fish -seats 3 -side both -seed 4", "resign|yes|save DIR/x|quit"},
		{"kalah -help", ""},
		{"stratego -help", ""},
		{"fish -help", ""},
		{"", ""},
		{"-side both", ""},
		{"chess", ""},
		{"KALAH -side west", ""},
		{"fish -seats 3 -side 4", ""},
		{"kalah -side 0", ""},
		{"kalah -level god", ""},
		{"kalah now", ""},
		{"kalah -holes 99", ""},
		{"kalah -position x", ""},
		{"kalah -dance", ""},
	} {
		typed := strings.NewReader(strings.ReplaceAll(strings.ReplaceAll(s.typed, "DIR", dir), "|", "\n") + "\n")
		p.Say("typed: %s", s.typed)
		all := transcript(t, dir, func(ctx context.Context, args []string, out, errs io.Writer) error {
			return Run(ctx, catalog.Games(), args, typed, out, errs)
		}, s.args)
		empty := 0
		for i, screen := range strings.Split(strings.TrimSuffix(all, "\n"), "\n\n") {
			if screen == "" {
				empty++
				continue
			} else if empty > 0 {
				p.Say("(%d times nothing)", empty)
				empty = 0
			}
			if strings.Count(screen, "\n") < 3 {
				p.Say("%s", screen)
			} else {
				p.Add(fmt.Sprintf("%d.%d", n, i), screen)
			}
		}
	}
	golden.Check(t, "testdata/sessions.txt", p.String())
}

// opened returns the first position of a game and a move of each seat but the last.
func opened(t *testing.T, id games.ID, seats int) string {
	t.Helper()
	g, err := named("play", catalog.Games(), []string{string(id)})
	if err != nil {
		t.Fatal(err)
	}
	at, err := g.Start(games.Setup{Seats: seats, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	text := "start " + at.Text() + "\n"
	for seat := range games.Seat(seats - 1) {
		for move := range at.View(seat).Legal() {
			done, err := at.Play(seat, move)
			if err != nil {
				t.Fatal(err)
			}
			at, text = done.Next, text+record.Side(g, seat)+" "+move+"\n"
			break
		}
	}
	return text
}

// The golden file has tournaments of each format, with and without a third place, and refused
// input. The golden file is reviewed as a diff.
func TestTournaments(t *testing.T) {
	const small = "kalah -holes 2 -beans 2 -level first,random -seed 1 -clock 0 -workers 1"
	lines := []string{
		small + " -format bracket -players 6 -third",
		"fish -rules course -rows 4 -columns 4 -level random -seed 1 -clock 0 -workers 2 -players 5 -seats 3",
		small + " -players 1", small + " -players 1001", small + " -seats 3", small + " -rounds 101",
		small + " -rounds -1", small + " -format dance", small + " now", small + " -level god", small + " -workers 0",
		small + " -nodes -1",
		small + " -clock 1s -move 1s", small + " -holes 99", "", "fish -help",
	}
	for _, f := range tourney.Formats {
		lines = append(lines, small+" -players 5 -format "+f.Name())
	}
	got := transcript(t, t.TempDir(), func(ctx context.Context, args []string, out, errs io.Writer) error {
		return Tournament(ctx, catalog.Games(), args, out, errs)
	}, lines...)
	golden.Check(t, "testdata/tournaments.txt", got)
}

// The golden file has series of games in each form of report, and refused input. The golden file is
// reviewed as a diff.
func TestSeries(t *testing.T) {
	const small = "kalah -holes 3 -beans 2 -opening 2 -seed 1 -clock 0 -workers 1 -games 4"
	got := transcript(t, t.TempDir(), func(ctx context.Context, args []string, out, errs io.Writer) error {
		return Arena(ctx, catalog.Games(), args, out, errs)
	}, small+" -players first,random", small+" -a first -b random", small+" -a first -b random -json",
		small+" -a first -b random -markdown", small+" -a first -b random -sprt 0,50", small+" -ladder random,first",
		"fish -rules course -rows 4 -columns 4 -opening 0 -seed 1 -clock 0 -workers 1 -games 3 -seats 3 -a random -b greedy",
		"kalah -holes 2 -beans 1 -games 2 -a random -b first", // the game is over in its opening
		"kalah -holes 3 -beans 2 -opening 2 -seed 1 -clock 0 -workers 1 -nodes 50 -games 60 -a hard -b random -sprt 0,300", "kalah -holes 3 -beans 2 -opening 2 -seed 1 -clock 0 -workers 1 -nodes 50 -games 60 -a random -b hard -sprt 0,300",
		small+" -a sh^testdata/first.sh", small+" -games 0", small+" -opening -1", small+" -sprt x",
		small+" -sprt 50,0", small+" -players first", small+" -players first,random,first -sprt 0,50",
		small+" -ladder first,random -players first,random", small+" -json -markdown",
		"fish -seats 1", "fish -seats 5", "kalah -holes 99", "stratego -a s100:", small+" -a first@0",
		small+" -against all -nodes 20 -games 1 -markdown", "fish -help", small+" now", small+" -workers 0", "",
	)
	golden.Check(t, "testdata/series.txt", got)
}
