package terminal

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/halatafl"
	"paddock/games/kalah"
)

var two = []*games.Game{kalah.New(), halatafl.New()}

// typed plays with arguments and lines of input, and returns the output.
func typed(t *testing.T, args string, lines ...string) (out string, err error) {
	t.Helper()
	var b, errs strings.Builder
	in := strings.NewReader(strings.Join(append(lines, ""), "\n"))
	err = Run(t.Context(), two, strings.Fields(args), in, &b, &errs)
	return b.String() + errs.String(), err
}

// wantInOrder checks that all parts occur, one after the other.
func wantInOrder(t *testing.T, got string, parts ...string) {
	t.Helper()
	rest := got
	for _, part := range parts {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			t.Errorf("no %q in its place in\n%s", part, got)
			return
		}
		rest = after
	}
}

// Two people at one keyboard play a match with 3 holes and 2 beans to the end. K19 lists its moves.
func TestTwoPeople(t *testing.T) {
	out, err := typed(t, "kalah -holes 3 -beans 2 -side both", "1", "1", "1", "2-1-3", "2", "1-2-1-3", "3", "9")
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "South> South: 1", "North> North: 1", "South> South: 1", "North> North: 2 1 3",
		"South> South: 2",
		"North> North: 1 2 1 3", "South> South: 3", "North won 10 to 2.")
	if strings.HasSuffix(out, "Goodbye.\n") {
		t.Error("the game went on after its end")
	}
}

// A refused move gets a reason and changes nothing, and the same seat is asked again (K18).
func TestRefusals(t *testing.T) {
	out, err := typed(t, "kalah -holes 3 -beans 2 -side both", "7", "1-2", "x", "", "2")
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "South> ", "You can sow 1, 2 or 3.", "South> ", "Nothing was played", "South> ", "South> ",
		"South> South: 2", "South sows again", "South> ")
	if n := strings.Count(out, "South: "); n != 1 {
		t.Errorf("%d moves were played, want 1:\n%s", n, out)
	}
}

// A person plays North against the computer that always sows the lowest hole.
func TestAgainstTheComputer(t *testing.T) {
	out, err := typed(t, "kalah -holes 3 -beans 2 -side north -level first", "legal", "1", "undo", "quit")
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "South (first): 1", "North> 1 2 3", "North> North: 1", "South (first): 1", "North> ",
		"North> Goodbye.")
	boards := strings.Count(out, "South (first): 1")
	if boards != 2 {
		t.Errorf("after undo it must be North's first turn again, with no move of the computer:\n%s", out)
	}
}

func TestUndoAtTheStart(t *testing.T) {
	out, _ := typed(t, "kalah", "undo")
	wantInOrder(t, out, "South> There is nothing to take back", "South> \nGoodbye.")
}

// Two computers wait for Enter before each turn, unless -run is given; the end of the input ends
// the game.
func TestWatching(t *testing.T) {
	out, err := typed(t, "kalah -holes 3 -beans 2 -side none -level first", "", "", "")
	if err != nil {
		t.Error(err)
	}
	if n := strings.Count(out, "Press Enter to continue."); n != 4 {
		t.Errorf("Enter was asked for %d times, want 4: before each of three turns, and then the input ends\n%s", n,
			out)
	}
	wantInOrder(t, out, "South (first): 1", "North (first): 1", "Goodbye.")
	out, err = typed(t, "kalah -holes 3 -beans 2 -side none -level first,random -seed 7 -run")
	if err != nil || strings.Contains(out, "Press Enter") {
		t.Errorf("a game that runs on its own asks for Enter, or fails: %v\n%s", err, out)
	}
	wantInOrder(t, out, "South (first): ", "South sowed ", "North (random): ", "North sowed ")
	again, _ := typed(t, "kalah -holes 3 -beans 2 -side none -level first,random -seed 7 -run")
	if again != out {
		t.Error("the same seed makes another game")
	}
}

// Two games without a seed begin with different boards; two games with the same seed begin with the
// same board.
func TestSeedsDiffer(t *testing.T) {
	play := func(flags ...string) string {
		var out strings.Builder
		if err := Run(t.Context(), catalog.Games(), append([]string{"fish", "-side", "both"}, flags...),
			strings.NewReader("quit\n"), &out, &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if first, second := play(), play(); first == second {
		t.Error("boards are the same without a seed")
	}
	if first, second := play("-seed", "5"), play("-seed", "5"); first != second {
		t.Error("boards differ with the same seed")
	}
}

func TestPosition(t *testing.T) {
	var b strings.Builder
	text := "kalah/1 m=3 to=S south=0.0.1:0 north=1.0.0:0 rules=standard"
	if err := Run(t.Context(), two, []string{"kalah", "-side", "both", "-position", text}, strings.NewReader("3\n"), &b,
		&b); err != nil {
		t.Error(err)
	}
	wantInOrder(t, b.String(), "South: 3", "Tie, 1 to 1.") // the end by rule K11
}

func TestResign(t *testing.T) {
	out, err := typed(t, "halatafl -side both", "resign", "no", "d4-d5", "resign", "yes", "legal")
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "Sheep> Do you really want to give up?", "Sheep> Sheep: d4-d5",
		"Foxes> Do you really want to give up?", "Foxes resigned; the win goes to Sheep.\n")
	if strings.Contains(out, "Goodbye") {
		t.Errorf("the game went on after the resignation:\n%s", out)
	}
}

func TestSaveAndLoad(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	saved, err := typed(t, "kalah -holes 3 -beans 2 -side both", "1", "1", "1", "save "+file, "board")
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := typed(t, "kalah -side both", "load "+file)
	if err != nil {
		t.Fatal(err)
	}
	_, want, _ := strings.Cut(saved, "Saved in "+file+".\nNorth> ")
	if want == "" || !strings.HasSuffix(loaded, want) {
		t.Errorf("after load there is\n%s\nwant at its end\n%s", loaded, want)
	}
	played, _ := typed(t, "kalah -side both", "load "+file, "undo", "1", "2-1-3", "2", "1-2-1-3", "3")
	wantInOrder(t, played, "South> South: 1", "North won 10 to 2.")

	other, _ := typed(t, "halatafl -side both", "load "+file, "load", "save", "load "+file+".none", "d4-d5")
	wantInOrder(t, other, "holds no game of Halatafl", "Name the file", "Name the file", "could not be read",
		"Sheep: d4-d5")
	for _, bad := range []string{
		"", "hello", "paddock game kalah", "paddock game kalah\nkalah/1",
		"paddock game kalah\nkalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard\n2 1",
	} {
		if err := os.WriteFile(file, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := typed(t, "kalah -side both", "load "+file, "1")
		if err != nil {
			t.Error(err)
		}
		wantInOrder(t, out, "holds no game of Kalah that can be played on", "South> South: 1")
	}
}

func TestHelpAndRules(t *testing.T) {
	out, _ := typed(t, "kalah", "help", "RULES", "board")
	wantInOrder(t, out, "Type a move such as 1, or", "save FILE", "resign", "Sowing.", "South> ")
	for _, c := range commands() {
		if c.help == "" || !strings.Contains(out, c.name) {
			t.Errorf("help says nothing of %s", c.name)
		}
	}
	if strings.Contains(out, "**") {
		t.Error("the rules are shown with their markup")
	}
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct{ args, say string }{
		{"", "Which game?"},
		{"-side none", "Which game?"},
		{"chess", "There is no game"},
		{"kalah -level nobody", "has no level"},
		{"kalah -side east", "is not a side of Kalah: South, North, both or none"},
		{"kalah -side 3", "is not a side"},
		{"kalah -holes 99", "holes must be"},
		{"kalah -position kalah/9", "kalah"},
		{"kalah -nothing", "flag provided but not defined"},
		{"kalah 3", "is not understood"},
	} {
		out, err := typed(t, c.args)
		if !errors.Is(err, ErrUsage) || !strings.Contains(out, c.say) {
			t.Errorf("play %s: %v, %s; want ErrUsage and %q", c.args, err, out, c.say)
		}
	}
	out, err := typed(t, "kalah -help")
	if err != nil {
		t.Errorf("-help: %v", err)
	}
	wantInOrder(t, out, "-beans number", "1 to 24", "-level level", "-rules one", "empty-capture", "-side seat")
}

// A signal ends a game that waits for input, at once and without an error.
func TestEndOfContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in, typing, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer typing.Close()
	out, ready := newSignalled("South> ")
	go func() {
		<-ready
		cancel()
	}()
	if err := Run(ctx, two, []string{"kalah"}, in, out, out); err != nil {
		t.Errorf("Run = %v, want nil", err)
	}
	wantInOrder(t, out.String(), "South> \nGoodbye.")
}

// signalled is a buffer that signals when it contains a given text.
type signalled struct {
	strings.Builder
	want  string
	ready chan struct{}
	told  bool
}

func newSignalled(want string) (*signalled, <-chan struct{}) {
	s := &signalled{want: want, ready: make(chan struct{})}
	return s, s.ready
}

func (s *signalled) Write(p []byte) (int, error) {
	n, err := s.Builder.Write(p)
	if !s.told && strings.Contains(s.String(), s.want) {
		s.told = true
		close(s.ready)
	}
	return n, err
}

// Every game of the catalogue can be started, shown and left, whatever its options are.
func TestEveryGame(t *testing.T) {
	for _, g := range catalog.Games() {
		t.Run(string(g.ID), func(t *testing.T) {
			var b strings.Builder
			args := []string{string(g.ID), "-side", "none", "-level", g.Players[0].Name, "-seed", "1"}
			if err := Run(t.Context(), catalog.Games(), args, strings.NewReader("\n"), &b, &b); err != nil {
				t.Error(err)
			}
			wantInOrder(t, b.String(), g.Name, "Press Enter to continue.", "Goodbye.")
			b.Reset()
			args = []string{string(g.ID), "-side", "both"}
			if err := Run(t.Context(), catalog.Games(), args, strings.NewReader("\nlegal\nhelp\nboard\n"), &b,
				&b); err != nil {
				t.Error(err)
			}
			wantInOrder(t, b.String(), "> ", "resign", "Goodbye.")
		})
	}
}

// P104: a file from /match export can be continued. Errors in the file are reported before the game
// starts.
func TestPlayFile(t *testing.T) {
	const start = "match x\ngame kalah\nsouth Ann\nstart kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard\n"
	file := filepath.Join(t.TempDir(), "export.txt")
	for _, test := range []struct{ text, typed, want string }{
		{start + "south 3\nsouth 1\n", "3", "North: 3"},
		{start + "south 3\nsouth 1\n", "undo", "South> "},
		{start + "south 7\n", "", "Step 1: "},
		{"hello", "", "isn't the record of a game"},
		{"game kalah\nsouth 3\n", "", "say where the game begins"},
		{"game chess\nstart x\n", "", "none of the games"},
	} {
		if err := os.WriteFile(file, []byte(test.text), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs strings.Builder
		_ = Run(t.Context(), catalog.Games(), []string{file, "-side", "both"}, strings.NewReader(test.typed+"\n"), &out,
			&errs)
		if got := out.String() + errs.String(); !strings.Contains(got, test.want) {
			t.Errorf("%q: %s\nwant %q in it", test.text, got, test.want)
		}
	}
}
