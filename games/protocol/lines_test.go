package protocol

import (
	"bytes"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/fish"
)

func TestFishLines(t *testing.T) {
	in := "go 5 fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red\nhello\ngo 5 fish/2\nquit\ngo\n"
	var out bytes.Buffer
	if err := serveLines(t.Context(), fish.New(), "hard", strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[0], "move a1-") || !strings.HasPrefix(lines[1], "error ") ||
		!strings.HasPrefix(lines[2], "error ") {
		t.Errorf("answers %q, want a move and two errors", lines)
	}
}

// Every line except `quit` gets a line as its answer.
func FuzzFishLines(f *testing.F) {
	f.Add("go 0 fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red")
	f.Add("go 1 fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red\nhello")
	f.Add("go -1 fish/2\nquit\n\n")
	game := fish.New()
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		err := serveLines(t.Context(), game, games.Easy, strings.NewReader(in), &out)
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, "move ") && !strings.HasPrefix(line, "error ") {
				t.Errorf("%q is answered by %q, %v", in, line, err)
			}
		}
	})
}
