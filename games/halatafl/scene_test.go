package halatafl

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/games"
	"paddock/games/scene"
	"paddock/render"
)

// draw draws a position after a move from the one before it.
func draw(t *testing.T, before, typed string) scene.Scene {
	t.Helper()
	p := must(t, before)
	if typed == "" {
		return rules{}.Draw(p, games.Drawing[position]{Names: []string{"Ann", "Bob"}})
	}
	next, _, err := play(p, typed)
	if err != nil {
		t.Fatal(err)
	}
	return rules{}.Draw(next, games.Drawing[position]{
		Names: []string{"Ann", "Bob"},
		Last:  games.Last[position]{Before: p, Seat: p.toMove(), Moves: []string{typed}},
	})
}

const startBoard = `S 20  F 2  paddock 0/9
7         F===o===F
          | \ | / |
6         o===o===o
          | / | \ |
5 .---.---o===o===o---.---.
  | \ | / | \ | / | \ | / |
4 S---S---S---S---S---S---S
  | / | \ | / | \ | / | \ |
3 S---S---S---S---S---S---S
          | \ | / |
2         S---S---S
          | / | \ |
1         S---S---S
  a   b   c   d   e   f   g
sheep to move`

const laterBoard = `S 18  F 2  paddock 3/9
7         F===o===o
          | \ | / |
6         o===S===o
          | / | \ |
5 .---.---S===o===S---F---S
  | \ | / | \ | / | \ | / |
4 S---.---.---S---.---.---S
  | / | \ | / | \ | / | \ |
3 .---S---S---S---S---S---.
          | \ | / |
2         S---S---S
          | / | \ |
1         S---S---S
  a   b   c   d   e   f   g
sheep to move`

func TestTextBoard(t *testing.T) { // rule H32
	if got := render.Text(draw(t, startText, "")); got != startBoard {
		t.Errorf("the start looks like\n%s\nwant\n%s", got, startBoard)
	}
	const later = "halatafl/1 F2/1S1/2S1SFS/S2S2S/1SSSSS1/SSS/SSS s standard -"
	if got := render.Text(draw(t, later, "")); got != laterBoard {
		t.Errorf("a later board looks like\n%s\nwant\n%s", got, laterBoard)
	}
}

func TestSceneOfLastMove(t *testing.T) {
	tests := []struct {
		name, position, move     string
		from, to, captured, must string
		foxes                    string // captured foxes
		path, caption, below     string
	}{
		{"start", startText, "", "", "", "", "", "", "", "", "sheep to move"},
		{
			"step", startText, "d4-d5", "d4", "d5", "", "", "", "d4 d5", "Sheep d4 moved to d5.",
			"Sheep d4 moved to d5.|foxes to move",
		},
		{
			"chain", chainText, "d4xf4xd2", "d4", "d2", "e3 e4", "", "", "d4 f4 d2",
			"Fox d4 jumped to f4 and d2, capturing e4 and e3.",
			"Fox d4 jumped to f4 and d2, capturing e4 and e3.|The foxes win! Fewer than 9 sheep are left.",
		},
		{
			"offer", "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS s standard -", "d5-e5", "d5", "e5", "", "", "", "d5 e5",
			"Sheep d5 moved to e5.", "Sheep d5 moved to e5.|foxes to move",
		},
		{
			"foxes must capture", "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS s standard -", "d5-d6", "d5", "d6", "",
			"c7 e7", "", "d5 d6", "Sheep d5 moved to d6.", "Sheep d5 moved to d6.|foxes to move",
		},
		{
			"optional: no halo", "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS s optional -", "d5-d6", "d5", "d6", "", "",
			"", "d5 d6", "Sheep d5 moved to d6.", "Sheep d5 moved to d6.|foxes to move",
		},
		{
			"H13", "halatafl/1 FSF/SS1/2S4/4S2/SS3SS/SSS/3 s standard -", "e4-e5", "e4", "e5", "c7", "e7", "c7", "e4 e5",
			"Sheep e4 moved to e5. Fox c7 is surrounded and caught.",
			"Sheep e4 moved to e5. Fox c7 is surrounded and caught.|foxes to move",
		},
		{
			"huff, where it stepped to", "halatafl/1 2F/3/3S3/3FS2/4SSS/SSS/SSS f huff -", "d4-c4", "d4", "c4", "c4", "",
			"c4", "d4 c4", "Fox d4 moved to c4. Fox c4 is lost, because it could have captured.",
			"Fox d4 moved to c4. Fox c4 is lost, because it could have captured.|sheep to move",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := draw(t, test.position, test.move)
			marked := func(m scene.Marks) string { return marked(s, m) }
			for _, c := range []struct{ what, got, want string }{
				{"From", marked(scene.From), test.from},
				{"To", marked(scene.To), test.to},
				{"Captured", marked(scene.Captured), test.captured},
				{"Must", marked(scene.Must), test.must},
				{"GhostFox", marked(scene.GhostFox), test.foxes},
				{"caption", s.Caption, test.caption},
				{"below", strings.Join(s.Below, "|"), test.below},
			} {
				if c.got != c.want {
					t.Errorf("%s = %q, want %q", c.what, c.got, c.want)
				}
			}
			var path []string
			for _, i := range s.Path {
				path = append(path, s.Cells[i].Name)
			}
			if got := strings.Join(path, " "); got != test.path {
				t.Errorf("path %q, want %q", got, test.path)
			}
		})
	}
}

// marked lists the cells with a mark, by column.
func marked(s scene.Scene, m scene.Marks) string {
	var all set
	for _, c := range s.Cells {
		if c.Marks.Has(m) {
			all |= at(c.Col, 7-c.Row).set()
		}
	}
	return names(all)
}

func TestSceneOfStart(t *testing.T) {
	s := draw(t, startText, "")
	strong := 0
	for _, l := range s.Lines {
		if l.Strong {
			strong++
		}
	}
	if len(s.Cells) != 33 || len(s.Lines) != 72 || strong != 6 {
		t.Errorf("%d cells, %d lines, %d strong; want 33, 72 and 6", len(s.Cells), len(s.Lines), strong)
	}
	for _, c := range s.Cells {
		want := scene.Plain
		if strings.Contains("c5 d5 e5 c6 d6 e6 c7 d7 e7", c.Name) {
			want = scene.Goal
		}
		if c.Ground != want || c.Name != at(c.Col, 7-c.Row).String() {
			t.Errorf("cell %s at column %d, row %d has the ground %s, want %s", c.Name, c.Col, c.Row, c.Ground, want)
		}
	}
	want := []scene.Side{
		{Seat: 0, Label: "Sheep Ann", Name: "Ann", Score: "20 sheep", ToMove: true},
		{Seat: 1, Label: "Foxes Bob", Name: "Bob", Score: "2 foxes"},
	}
	if len(s.Sides) != 2 || !reflect.DeepEqual(s.Sides, want) {
		t.Errorf("sides %+v, want %+v", s.Sides, want)
	}
}

func TestWords(t *testing.T) { // rule H34
	tests := []struct{ name, position, move, want string }{
		{
			"start", startText, "",
			"Sheep to move. Halatafl, standard rules. 20 sheep: c1, d1, e1, c2, d2, e2, a3, b3, c3, d3, e3, f3, g3, a4, b4, c4, d4, e4, f4, g4. 2 foxes: c7, e7. Paddock 0 of 9.",
		},
		{
			"chain", "halatafl/1 F1F/1S1/7/3S3/SS3SS/SSS/SSS f standard -", "c7xe5xc3",
			"Last move: fox c7 jumped to e5 and c3, capturing d6 and d4. Sheep to move. Halatafl, standard rules. 10 sheep: c1, d1, e1, c2, d2, e2, a3, b3, f3, g3. 2 foxes: c3, e7. Paddock 0 of 9.",
		},
		{
			"one fox, other rules", "halatafl/1 3/3/F6/SSSSSSS/SSSSSSS/SSS/SSS f longest+huff -", "a5-b5",
			"Last move: fox a5 moved to b5. Sheep to move. Halatafl, longest+huff rules. 20 sheep: c1, d1, e1, c2, d2, e2, a3, b3, c3, d3, e3, f3, g3, a4, b4, c4, d4, e4, f4, g4. 1 fox: b5. Paddock 0 of 9.",
		},
		{
			"over", "halatafl/1 FFS/SSS/2S1S2/3S3/SS3SS/3/3 s standard -", "d4-d5",
			"Last move: sheep d4 moved to d5. Fox c7 is surrounded and caught. Fox d7 is surrounded and caught. The sheep win! Both foxes are caught. Halatafl, standard rules. 11 sheep: a3, b3, f3, g3, c5, d5, e5, c6, d6, e6, e7. No foxes. Paddock 7 of 9.",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := draw(t, test.position, test.move).Words; got != test.want {
				t.Errorf("words\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

var (
	wordsRules  = regexp.MustCompile(`(Sheep|Foxes) to move\. Halatafl, ([a-z+_]+) rules\.`)
	wordsPieces = regexp.MustCompile(`(\d+) (sheep|foxe?s?): ([a-g1-7, ]+)\.`)
	wordsCount  = regexp.MustCompile(`Paddock (\d) of 9\.`)
)

// readWords reads the board of a running game from its words.
func readWords(words string) (b board, ok bool) {
	head := wordsRules.FindStringSubmatch(words)
	count := wordsCount.FindStringSubmatch(words)
	if head == nil || count == nil {
		return b, false
	}
	b.foxesToMove = head[1] == "Foxes"
	b.rules, _ = parseRules(head[2])
	for _, m := range wordsPieces.FindAllStringSubmatch(words, -1) {
		pieces := &b.foxes
		if m[2] == "sheep" {
			pieces = &b.sheep
		}
		list := strings.Split(m[3], ", ")
		for _, name := range list {
			*pieces |= at(int(name[0]-'a'), int(name[1]-'0')).set()
		}
		if strconv.Itoa(len(list)) != m[1] {
			return b, false
		}
	}
	return b, strconv.Itoa((b.sheep & paddock).len()) == count[1]
}

func TestWordsParseBack(t *testing.T) { // rule H34
	longestText := 0
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 9))
		p := start(ruleset(seed%4), 20)
		if p.rules.has(optional) && p.rules.has(huff) {
			p.rules = 0
		}
		var last games.Last[position]
		for p.end() == "" {
			words := rules{}.Draw(p, games.Drawing[position]{Last: last}).Words
			longestText = max(longestText, utf8.RuneCountInString(words))
			if b, ok := readWords(words); !ok || b != p.board {
				t.Fatalf("%s\nread back as %s, want %s", words, b.appendBoard(nil), text(p))
			}
			list := p.appendChanges(nil)
			m := p.path(list[rng.IntN(len(list))])
			last = games.Last[position]{Before: p, Seat: p.toMove(), Moves: []string{m.String()}}
			p, _ = rules{}.Apply(p, p.toMove(), m)
		}
	}
	if longestText > 400 {
		t.Errorf("the longest words have %d characters, want about 400 at most", longestText)
	}
}
