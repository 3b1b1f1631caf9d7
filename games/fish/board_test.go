package fish

import (
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/render"
)

// F45: the sample position as printed in the rules.
const sampleBoard = `     1   2   3   4   5   6   7
a    R1  3   2   1   .   2   2
b  1   2   3   1   3   1   1   2
c    1   2   W2  N1  3   .   3
d  .   2   1   2   R3  N1  R1  1
e    1   1   .   1   1   1   .
f  2   1   2   N1  1   .   1   2
g    .   2   2   2   1   2   2
h  3   2   2   W1  1   3   .   W3
   1   2   3   4   5   6   7   8
`

func TestF45TextBoard(t *testing.T) {
	got := render.Text(rules{}.Draw(parse(t, sample), games.Drawing[Position]{}))
	if !strings.HasPrefix(got, sampleBoard) {
		t.Errorf("got\n%s\nwant it to begin with\n%s", got, sampleBoard)
	}
}

// P17: the words contain the fish on every tile and the places of the penguins.
func TestWordsParseBack(t *testing.T) {
	for _, text := range []string{sample, New().Examples[0].After} {
		p := parse(t, text)
		sc := rules{}.Draw(p, games.Drawing[Position]{})
		_, rows, _ := strings.Cut(sc.Words, "0 is a hole: row ")
		told := make(map[string]string)
		for _, row := range strings.Split(strings.TrimSuffix(rows, "."), "; ") {
			letter, tiles, _ := strings.Cut(row, ": ")
			for i, n := range strings.Split(tiles, ", ") {
				told[letter+strconv.Itoa(i+1)] = n
			}
		}
		for _, c := range sc.Cells {
			if told[c.Name] != strconv.Itoa(c.Count) {
				t.Errorf("%s holds %d fish, in words %q: %s", c.Name, c.Count, told[c.Name], sc.Words)
			}
			if c.Piece.Letter != "" && !strings.Contains(sc.Words, " "+c.Name) {
				t.Errorf("the penguin on %s is not told: %s", c.Name, sc.Words)
			}
		}
	}
}
