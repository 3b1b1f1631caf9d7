package stratego

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"paddock/games"
	"paddock/games/gamestest"
	"paddock/games/scene"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
	"paddock/render"
)

// The test draws the three printed boards of S55.
var boards = map[games.Seat]string{
	red: `
10 ? ? ? ? ? ? ? ? ? ?
 9 ? ? ? ? ? ? ? ? ? ?
 8 ? ? ? ? ? ? ? ? ? ?
 7 ? ? ? ? . . ? ? . .
 6 9*. ~ ~ . . ~ ~ ?'?'
 5 . . ~ ~ . ?'~ ~ . .
 4 . 6 3 9 . 9 4 1 9 6
 3 7 9 5 2 S 7 9 3 5 4
 2 8 6 9 B 8 4 7 B 6 9
 1 8 7 B F B 8 5 B 8 B
   a b c d e f g h i j
own: ' moved, * known · other's: ? hidden, 7! known
BLUE moved i7 to i6
RED to move`,
	blue: `
 1 ? ? ? ? ? ? ? ? ? ?
 2 ? ? ? ? ? ? ? ? ? ?
 3 ? ? ? ? ? ? ? ? ? ?
 4 ? ? ? ? ? . ? ? ? .
 5 . . ~ ~ 9'. ~ ~ . .
 6 6'9'~ ~ . . ~ ~ . 9!
 7 . . 1 4 . . 9 3 6 9
 8 4 5 3 9 7 S 2 5 9 7
 9 9 6 B 7 4 8 B 9 6 8
10 B 8 B 5 8 B F B 7 8
   j i h g f e d c b a
own: ' moved, * known · other's: ? hidden, 7! known
BLUE moved i7 to i6
RED to move`,
	games.Spectator: `
10 b? b? b? b? b? b? b? b? b? b?
 9 b? b? b? b? b? b? b? b? b? b?
 8 b? b? b? b? b? b? b? b? b? b?
 7 b? b? b? b? .  .  b? b? .  .
 6 r9!.  ~~ ~~ .  .  ~~ ~~ b?'b?'
 5 .  .  ~~ ~~ .  b?'~~ ~~ .  .
 4 .  r? r? r? .  r? r? r? r? r?
 3 r? r? r? r? r? r? r? r? r? r?
 2 r? r? r? r? r? r? r? r? r? r?
 1 r? r? r? r? r? r? r? r? r? r?
   a  b  c  d  e  f  g  h  i  j
r RED, b BLUE · ? hidden, ! known, ' moved
BLUE moved i7 to i6
RED to move`,
}

func TestS55Boards(t *testing.T) {
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	for seat, want := range boards {
		if got := render.Text(pos.View(seat).Draw(nil, nil, 0, nil)); got != strings.TrimPrefix(want, "\n") {
			t.Errorf("seat %d sees\n%s\nwant%s", seat, got, want)
		}
	}
}

// S5: modern numbers change only the drawing, and only for the reader who chose them. The ranks
// stay the same.
func TestS5ModernNumbers(t *testing.T) {
	modern := games.Options{"numbers": "modern"}
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	classic, drawn := pos.View(red).Draw(nil, nil, 0, nil), pos.View(red).Prefer(modern).Draw(nil, nil, 0, nil)
	want := map[string]string{
		"1": "X", "2": "9", "3": "8", "4": "7", "5": "6", "6": "5", "7": "4", "8": "3", "9": "2",
		"S": "S", "F": "F", "B": "B", "?": "?", "": "",
	}
	for i, c := range classic.Cells {
		if got := drawn.Cells[i].Piece.Letter; got != want[c.Piece.Letter] {
			t.Errorf("%s is drawn %q, want %q", c.Name, got, want[c.Piece.Letter])
		}
	}
	if got := drawn.Sides[blue].Lost; !slices.Equal(got,
		[]scene.Loss{{Piece: soldier(board.ModernNumbers, '5', blue), Count: 1}}) {
		t.Errorf("BLUE lost %+v, want its Captain", got)
	}
	text := render.Text(drawn)
	for _, line := range []string{
		" 4 . 5 8 2 . 2 7 X 2 5\n", "modern numbers: X Marshal, 9 General … 2 Scout\n",
		" 6 2*. ~ ~",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
	spy := slices.IndexFunc(New().Examples, func(e games.Example) bool {
		return strings.Contains(e.Say, "The Spy attacks the Marshal")
	})
	after, err := New().Parse(New().Examples[spy].After)
	if err != nil {
		t.Fatal(err)
	}
	sc := after.View(blue).Prefer(modern).Draw(nil, nil, 0, nil)
	if got, want := sc.Caption, "RED's Spy a5 attacks Marshal (10) a6: Spy wins"; got != want {
		t.Errorf("caption %q, want %q", got, want)
	}
	if public := after.View(games.Spectator).Draw(nil, nil, 0, nil); !strings.Contains(public.Caption, "Marshal (1)") {
		t.Errorf("the public caption is %q", public.Caption)
	}
}

// S56: a picture's scene has every field that the picture needs.
func TestS56Picture(t *testing.T) {
	pos, _ := New().Parse(sample)
	sc := pos.View(red).Draw([]string{"Ann", "Bob"}, nil, 0, nil)
	at := map[string]scene.Cell{}
	for _, c := range sc.Cells {
		at[c.Name] = c
	}
	for name, want := range map[string]scene.Cell{
		"a6": {
			Piece: scene.Piece{Shape: scene.Soldier, Letter: "9", Rank: scene.Scout, Seat: 0},
			Marks: scene.Known | scene.Moved,
		},
		"i6": {Piece: scene.Piece{Shape: scene.Soldier, Letter: "?", Seat: 1}, Marks: scene.Moved | scene.To},
		"i7": {Marks: scene.From},
		"d1": {Piece: scene.Piece{Shape: scene.Soldier, Letter: "F", Rank: scene.Flag, Seat: 0}},
	} {
		if got := at[name]; got.Piece != want.Piece || got.Marks != want.Marks {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
	if at["c5"].Ground != scene.Water || at["c4"].Ground != scene.Plain {
		t.Errorf("c5 is %s, c4 %s", at["c5"].Ground, at["c4"].Ground)
	}
	if got := sc.Sides[blue]; len(got.Lost) != 1 || got.Label != "BLUE Bob" || got.Score != "39 pieces" || got.ToMove {
		t.Errorf("BLUE's side: %+v", got)
	}
	if len(sc.Path) != 2 || sc.Cells[sc.Path[0]].Name != "i7" || sc.Cells[sc.Path[1]].Name != "i6" {
		t.Errorf("path %v", sc.Path)
	}
	fight := play(t, pos, "a6a7")
	before := pos.View(games.Spectator)
	sc = fight.View(games.Spectator).Draw(nil, before, red, []string{"a6a7"})
	if want := "RED's Scout (9) a6 attacks Scout (9) a7: both leave"; sc.Caption != want {
		t.Errorf("caption %q, want %q", sc.Caption, want)
	}
	if c := sc.Cells[sc.Path[1]]; !c.Marks.Has(scene.Fight | scene.To) {
		t.Errorf("the fight's square has marks %b", c.Marks)
	}
}

// S56: the first board on which a player sees the mark of a moved piece says what it means. At the end
// there are no such marks any more, because all is shown.
func TestS56DotsAreExplained(t *testing.T) {
	pos, err := New().Parse("stratego/1 " + few + "phase=play turn=red board=....bF...../b8........./" +
		"........../........../..~~..~~../..~~..~~../........../........../r9........./....rF..... " +
		"red=- blue=- moves=- result=-")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		move string
		said bool
	}{{"", false}, {"a2a3", true}, {"a9a8", true}, {"a3a4", true}, {"a8a7", true}, {"a4a5", false}} {
		if c.move != "" {
			pos = play(t, pos, c.move)
		}
		for _, seat := range []games.Seat{red, blue, games.Spectator} {
			if said := pos.View(seat).Draw(nil, nil, 0, nil).Legend != ""; said != c.said {
				t.Errorf("after %q the board of seat %d explains the dot: %t, want %t", c.move, seat, said, c.said)
			}
		}
	}
	dots := func(pos *games.Position) (n int) {
		for _, c := range pos.View(red).Draw(nil, nil, 0, nil).Cells {
			if c.Marks&(scene.Moved|scene.Known) != 0 {
				n++
			}
		}
		return n
	}
	over, err := pos.Rule(games.Ruling{Kind: games.Resign, Seat: red})
	if err != nil {
		t.Fatal(err)
	}
	if now, end := dots(pos), dots(over.Next); now != 2 || end != 0 {
		t.Errorf("%d marks on the board and %d at the end, want 2 and none", now, end)
	}
	side := over.Next.View(red).Draw(nil, nil, 0, nil).Sides[red]
	if side.Score != "2 pieces" || len(side.Lost) > 0 {
		t.Errorf("the end counts %q, and shows %d kinds of losses; want 2 pieces and none", side.Score, len(side.Lost))
	}
}

// S85: in the set-up others see neither squares nor edits, only which seats are ready.
func TestS85SetupIsUnseen(t *testing.T) {
	pos := start(t, nil)
	edited := as(t, pos, red, "swap:a1d3")
	for _, seat := range []games.Seat{blue, games.Spectator} {
		a := pos.View(seat)
		b := edited.View(seat)
		if a.Text() != b.Text() ||
			render.Text(a.Draw(nil, nil, 0, nil)) != render.Text(b.Draw(nil, pos.View(seat), red,
				[]string{"swap:a1d3"})) {
			t.Errorf("seat %d notices an edit", seat)
		}
		if !slices.Equal(a.Draw(nil, nil, 0, nil).Cells, b.Draw(nil, nil, 0, nil).Cells) {
			t.Errorf("seat %d sees an edit on a square", seat)
		}
		if w := b.Draw(nil, pos.View(seat), red, []string{"swap:a1d3"}).Words; strings.Contains(w, "a1") &&
			seat == games.Spectator {
			t.Errorf("the words tell of it: %s", w)
		}
	}
	sc := as(t, pos, red, "confirm").View(games.Spectator).Draw(nil, nil, 0, nil)
	if sc.Caption != "RED is ready, BLUE is still setting up" || sc.Sides[red].Score != "ready" ||
		sc.Sides[blue].Score != "not ready" {
		t.Errorf("caption %q, sides %+v", sc.Caption, sc.Sides)
	}
	own := pos.View(blue)
	if later := as(t, pos, red, "confirm").View(blue); !reflect.DeepEqual(own.Draw(nil, nil, 0, nil),
		later.Draw(nil, nil, 0, nil)) || own.Draw(nil, nil, 0, nil).Sides[red].ToMove {
		t.Errorf("BLUE's own set-up says whether RED is ready: %+v", later.Draw(nil, nil, 0, nil).Sides)
	}
}

// S85: while armies are set up, everybody sees a line-up as large as each army, the same for any
// set-up. Players see their own pieces instead.
func TestS85ArmiesAreLinedUp(t *testing.T) {
	for army, want := range map[string]int{"classic": 40, "barrage": 8, "duel": 10} {
		pos := start(t, games.Options{"army": army})
		lined := func(pos *games.Position, seat games.Seat) (cells []scene.Cell, of [2]int) {
			cells = pos.View(seat).Draw(nil, nil, 0, nil).Cells
			for _, c := range cells {
				if c.Ground == scene.Camp {
					of[c.Owner]++
				}
			}
			return cells, of
		}
		before, of := lined(pos, games.Spectator)
		if of != [2]int{want, want} {
			t.Errorf("%s: line-ups of %v places, want %d each", army, of, want)
		}
		if _, of := lined(pos, red); of != [2]int{} {
			t.Errorf("%s: RED sees line-ups of %v places", army, of)
		}
		one := as(t, pos, red, "confirm")
		if after, _ := lined(one, games.Spectator); !slices.Equal(before, after) {
			t.Errorf("%s: RED's set-up changes the squares that everybody sees", army)
		}
		if _, of := lined(as(t, one, blue, "confirm"), games.Spectator); of != [2]int{} {
			t.Errorf("%s: line-ups of %v places after the set-up", army, of)
		}
	}
}

// S54, P17: the words name every piece, use whole words, and fit into an alt text.
func TestWordsFit(t *testing.T) {
	pos, _ := New().Parse(sample)
	w := pos.View(red).Draw(nil, nil, 0, nil).Words
	if n := utf8.RuneCountInString(w); n > wordsCut ||
		!strings.HasPrefix(w, "BLUE moved i7 to i6. RED to move. RED lost Captain.") {
		t.Errorf("%d characters: %s", n, w)
	}
	for _, piece := range []string{
		"RED: Flag d1; Marshal h4;", "Spy e3;", " Moved: a6. Known to BLUE: a6.",
		"BLUE: hidden f5, i6 through j6,", "a10 through j10.",
	} {
		if !strings.Contains(w, piece) {
			t.Errorf("the words lack %q: %s", piece, w)
		}
	}
}

// P17: the words of any position can be read back to what the viewer knows of each square.
func TestWordsParseBack(t *testing.T) {
	pos := start(t, nil)
	for _, text := range []string{pos.Text(), sample, New().Examples[1].After} {
		p, err := New().Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []games.Seat{games.Spectator, red, blue} {
			sc := p.View(seat).Draw(nil, nil, 0, nil)
			told := readWords(sc.Words)
			for _, c := range sc.Cells {
				want := ""
				if c.Piece.Shape != scene.NoPiece {
					want = [2]string{"RED", "BLUE"}[c.Piece.Seat] + " " + c.Piece.Letter
					if c.Marks.Has(scene.Moved) {
						want += " moved"
					}
				}
				if told[c.Name] != want {
					t.Errorf("seat %d: %s is %q, in words %q: %s", seat, c.Name, want, told[c.Name], sc.Words)
				}
			}
		}
	}
}

// readWords reads pieces back from words, by square: "RED 9 moved".
func readWords(words string) map[string]string {
	told := map[string]string{}
	glyphs := map[string]string{"hidden": "?"}
	for _, r := range board.Ranks {
		glyphs[view.RankName(r).String()] = board.ClassicNumbers.Glyph(r)
	}
	each := func(list string, do func(square string)) {
		for _, run := range strings.Split(list, ", ") {
			from, to, many := strings.Cut(run, " through ")
			if !many {
				to = from
			}
			for file := from[0]; file <= to[0]; file++ {
				do(string(file) + from[1:])
			}
		}
	}
	army := ""
	for _, said := range strings.Split(words, ". ") {
		what, list, ok := strings.Cut(strings.TrimSuffix(said, "."), ": ")
		switch {
		case !ok:
		case what == "RED", what == "BLUE":
			army = what
			for _, group := range strings.Split(list, "; ") {
				rank, squares, _ := strings.Cut(group, " ")
				each(squares, func(s string) { told[s] = army + " " + glyphs[rank] })
			}
		case what == "Moved":
			each(list, func(s string) { told[s] += " moved" })
		}
	}
	return told
}

// S51: pieces of a rank, and the targets of a piece in its row, are in the order in which they stand on
// the board that the player sees, from left to right. Blue's board is turned.
func TestS51InTheOrderOfTheBoard(t *testing.T) {
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	for seat, right := range map[games.Seat]int{red: 1, blue: -1} {
		at := pos
		if seat == blue {
			done, err := at.Play(red, "a6a5")
			if err != nil {
				t.Fatal(err)
			}
			at = done.Next
		}
		v, pairs := at.View(seat), 0
		ordered := func(what, one, other string) {
			if pairs++; strings.Compare(one[:1], other[:1])*right > 0 {
				t.Errorf("seat %d: %s %s come in this order", seat, what, one+", "+other)
			}
		}
		before, kind := "", ""
		for _, piece := range v.Complete("") {
			square, rank, _ := strings.Cut(piece.Label.String(), " ")
			if rank == kind {
				ordered("pieces", before, square)
			}
			before, kind = square, rank
			last := ""
			for _, c := range v.Complete(piece.Text) {
				to := strings.TrimPrefix(c.Text, piece.Text)
				if c.Whole && to[1:] == piece.Text[1:] {
					if last != "" {
						ordered("targets", last, to)
					}
					last = to
				}
			}
		}
		if pairs < 3 {
			t.Errorf("seat %d: only %d pairs are compared", seat, pairs)
		}
	}
}

// S51, S52: texts are bare squares; labels name the player's own pieces.
func TestS51S52Complete(t *testing.T) {
	pos, _ := New().Parse(sample)
	v := pos.View(red)
	// the buttons are sorted by rank: a button stays at its place when its piece goes to another
	// row
	var pieces []string
	for _, c := range v.Complete("") {
		if pieces = append(pieces, c.Label.String()); c.Whole || !strings.HasPrefix(c.Label.String(), c.Text+" ") {
			t.Errorf("Complete of nothing has %+v", c)
		}
	}
	const want = "b4 Lieutenant, j4 Lieutenant, a3 Sergeant, a6 Scout, d4 Scout, f4 Scout, i4 Scout, e3 Spy"
	if got := strings.Join(pieces, ", "); got != want {
		t.Errorf("the pieces are %s", got)
	}
	moves := v.Complete("A6-")
	var got []string
	for _, c := range moves {
		got = append(got, c.Text+"="+c.Label.String())
	}
	if want := "a6a4=a6 Scout to a4 a6a5=a6 Scout to a5 a6b6=a6 Scout to b6 a6a7=a6 Scout to a7, attacks unknown piece"; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	if list := pos.View(blue).Complete(""); len(list) != 0 {
		t.Errorf("S70: who is not to move gets %v", list)
	}
	if list := pos.View(games.Spectator).Complete("a"); len(list) != 0 {
		t.Errorf("S70: a spectator gets %v", list)
	}
}

// The golden file is one whole game with short armies.
func TestPlaythrough(t *testing.T) {
	gamestest.Playthrough(t, New(), games.Setup{Seed: playthroughSeed, Options: games.Options{"army": "barrage"}},
		"testdata/playthrough.txt")
}

// playthroughSeed is a seed that makes a short game.
const playthroughSeed = 51

// S23, S57: a step of two squares or more shows a Scout, and the sentence says why.
func TestS57_FarStepsSayWhy(t *testing.T) {
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	for move, want := range map[string]string{
		"j4j5": "RED moved j4 to j5", "i4i5": "RED moved i4 to i5",
		"a6a4": "RED moved a6 to a4, as only a Scout can",
	} {
		next := play(t, pos, move)
		for _, seat := range []games.Seat{red, blue, games.Spectator} {
			if got := next.View(seat).Draw(nil, nil, 0, nil).Caption; got != want {
				t.Errorf("after %s seat %d reads %q, want %q", move, seat, got, want)
			}
		}
	}
}

// S57: a fight is shown on every board for two plies: in the picture, in the caption, below the
// text board and in the words.
func TestS57_FightOutlivesItsAnswer(t *testing.T) {
	pos, err := New().Parse(sample)
	if err != nil {
		t.Fatal(err)
	}
	fight, spelled := "RED's Scout (9) a6 attacks Scout (9) a7: both leave", "RED's Scout a6 attacks Scout a7: both leave"
	for _, c := range []struct {
		moves, last, words string
		fallen             string
	}{
		{"a6a7", fight, spelled + ". ", "a7: 9 9"},
		{"i6i5", fight + ", then BLUE moved i6 to i5", spelled + ", then BLUE moved i6 to i5. ", "a7: 9 9"},
		{"j4j5", "RED moved j4 to j5", "RED moved j4 to j5. ", ""},
	} {
		pos = play(t, pos, c.moves)
		for _, seat := range []games.Seat{red, blue, games.Spectator} {
			sc := pos.View(seat).Draw(nil, nil, 0, nil)
			seen := ""
			for _, cell := range sc.Cells {
				if cell.Marks.Has(scene.Fight) {
					seen += cell.Name + ": " + cell.Fallen[0].Letter + " " + cell.Fallen[1].Letter
				}
			}
			if seen != c.fallen {
				t.Errorf("after %s seat %d sees fallen pieces %q, want %q", c.moves, seat, seen, c.fallen)
			}
			if sc.Caption != c.last || !slices.Contains(sc.Below, c.last) || !strings.HasPrefix(sc.Words, c.words) {
				t.Errorf("after %s seat %d reads %q, %q and %q, want %q and %q", c.moves, seat, sc.Caption, sc.Below,
					sc.Words, c.last, c.words)
			}
		}
	}
}
