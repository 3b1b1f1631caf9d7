package terminal

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/catalog"
	"paddock/games/gamestest/nim"
	"paddock/games/tourney"
)

// contestOf plays a tournament and returns its output.
func contestOf(t *testing.T, args ...string) (out, errs string, err error) {
	t.Helper()
	var o, e strings.Builder
	err = Tournament(context.Background(), append([]*games.Game{nim.New()}, catalog.Games()...), args, &o, &e)
	return o.String(), e.String(), err
}

// Every format plays to its end: the results of each round, then all standings, then the winner.
func TestTournamentOfEachFormat(t *testing.T) {
	for _, format := range []string{"knockout", "bracket", "roundrobin", "swiss", "league"} {
		t.Run(format, func(t *testing.T) {
			out, errs, err := contestOf(t, "nim", "-format", format, "-players", "6", "-level", "easy,hard", "-seed",
				"7")
			if err != nil || errs != "" {
				t.Fatalf("%v, %q", err, errs)
			}
			for _, want := range []string{
				"Nim, " + format + " of 6 computer players, seed 7", "Round 1\n", "1 easy",
				"6 hard",
			} {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q:\n%s", want, out)
				}
			}
			lines := strings.Split(strings.TrimSpace(out), "\n")
			if last := lines[len(lines)-1]; !strings.HasSuffix(last, "wins.") &&
				!strings.HasSuffix(last, "share first place.") {
				t.Errorf("the last line is %q, want who has won", last)
			}
			again, _, _ := contestOf(t, "nim", "-format", format, "-players", "6", "-level", "easy,hard", "-seed", "7")
			if again != out {
				t.Error("the same seed gives two different tournaments")
			}
		})
	}
}

// A knockout of 64 finishes: here with a limit of positions, and with 50 ms a move if PADDOCK_LONG
// is set.
func TestKnockoutOf64(t *testing.T) {
	args := []string{
		"fish", "-players", "64", "-level", "hard", "-nodes", "60", "-seed", "1", "-rules", "course",
		"-rows", "6", "-columns", "4",
	}
	if os.Getenv("PADDOCK_LONG") != "" {
		args = []string{"fish", "-players", "64", "-level", "hard", "-move", "50ms", "-seed", "1"}
	}
	start := time.Now()
	out, _, err := contestOf(t, args...)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out, "–  "); got < 63-21 { // 21 games of four: 16 in the first round, then 4 and 1
		t.Errorf("%d who played against others, want more:\n%s", got, out)
	}
	if got := strings.Count(out[strings.LastIndex(out, "\n   #"):], " hard "); got < 64 {
		t.Errorf("%d are ranked, want 64:\n%s", got, out)
	}
	t.Logf("%v", time.Since(start).Round(time.Millisecond))
}

// Wrong arguments are refused with a sentence, and nothing is played.
func TestTournamentArguments(t *testing.T) {
	for name, c := range map[string]struct {
		args []string
		say  string
	}{
		"no game":           {nil, "paddock tournament GAME"},
		"no such game":      {[]string{"chess"}, "There is no game \"chess\""},
		"no such format":    {[]string{"nim", "-format", "ladder"}, "ladder"},
		"no such level":     {[]string{"nim", "-level", "genius"}, "no level \"genius\""},
		"one player":        {[]string{"nim", "-players", "1"}, "2 to 1000"},
		"three at nim":      {[]string{"nim", "-seats", "3"}, "for 2 to 2 players"},
		"an unknown option": {[]string{"nim", "-colour", "red"}, "colour"},
		"a bad option":      {[]string{"nim", "-stones", "99"}, "stones"},
		"negative time":     {[]string{"nim", "-move", "-1s"}, "can't be negative"},
		"always late": {
			[]string{"nim", "-move", "6s"},
			"With 6s for each move everybody would be late, for the referee waits 5s",
		},
		"too many rounds": {[]string{"nim", "-rounds", "101"}, "at most 100 rounds"},
	} {
		t.Run(name, func(t *testing.T) {
			out, errs, err := contestOf(t, c.args...)
			if !errors.Is(err, ErrUsage) || out != "" || !strings.Contains(errs, c.say) {
				t.Errorf("%v, %q, %q; want it refused, saying %q", err, out, errs, c.say)
			}
		})
	}
}

// broken is a player that fails at every move, or never answers.
type broken struct{ late bool }

func (b broken) Move(ctx context.Context, _ *games.View) (string, error) {
	if b.late {
		<-ctx.Done()
	}
	return "", errors.New("out of order")
}

// A player that fails or is late loses its game and leaves the tournament. The tournament
// continues.
func TestTournamentGoesOnWithoutWhoFails(t *testing.T) {
	for name, tt := range map[string]struct {
		player broken
		says   string
	}{
		"fails": {broken{}, "2 hard has failed and leaves the game and the tournament: out of order"},
		"late":  {broken{late: true}, "2 hard has not moved within 5s and leaves the game and the tournament"},
	} {
		for _, format := range tourney.Formats {
			t.Run(name+"/"+format.Name(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var out, errs strings.Builder
					c, err := newContest(nim.New(),
						[]string{
							"-format", format.Name(), "-players", "5", "-level", "easy,hard,easy,easy,easy",
							"-seed", "3", "-nodes", "5",
						}, &errs)
					if err != nil {
						t.Fatal(err, errs.String())
					}
					c.out, c.bar = &out, &bar{out: &errs}
					c.player = func(name string, seed uint64) (arena.Player, func()) {
						if name == "hard" {
							return tt.player, func() {}
						}
						return c.newPlayer(name, seed)
					}
					if err := c.run(context.Background()); err != nil {
						t.Fatal(err)
					}
					if strings.Count(out.String(), tt.says) != 1 || strings.Contains(out.String(), "\n2 hard wins") {
						t.Errorf("want it to say once %q, and another winner:\n%s", tt.says, out.String())
					}
					if shown := errs.String(); !strings.Contains(shown, "round 1 [.") ||
						!strings.Contains(shown, "] 0 of") || !strings.Contains(shown, "] 1 of") {
						t.Errorf("the progress is %q", shown)
					}
					if strings.Contains(out.String(), "(0)") {
						t.Errorf("a score of nothing is shown:\n%s", out.String())
					}
				})
			})
		}
	}
}

func TestTournamentEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out strings.Builder
	if err := Tournament(ctx, catalog.Games(), []string{"kalah"}, &out, &out); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
}

// A program takes part in a tournament like a level, by the same words as in the arena, and has
// ended when the game is over.
func TestTournamentWithAProgram(t *testing.T) {
	out, errs, err := contestOf(t, "kalah", "-holes", "3", "-beans", "2", "-format", "roundrobin", "-players", "2",
		"-level", "first,sh testdata/first.sh", "-clock", "1m", "-move", "20s", "-seed", "1")
	if err != nil || errs != "" || strings.Contains(out, "has failed") ||
		!strings.Contains(out, "1 first") || !strings.Contains(out, "2 sh testdata/first.sh") {
		t.Errorf("%v, %q, want a game of the level against the program:\n%s", err, errs, out)
	}
	if _, errs, err = contestOf(t, "kalah", "-level", "sh testdata/first.sh", "-clock", "0"); err == nil ||
		!strings.Contains(errs, "choose a -clock") {
		t.Errorf("a program without a clock: %v, %q", err, errs)
	}
}
