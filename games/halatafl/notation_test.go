package halatafl

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"paddock/games"
)

const (
	startText  = "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -"
	chainText  = "halatafl/1 2F/3/3S3/3FS2/4S1S/S1S/SSS f standard -"
	circleText = "halatafl/1 3/3/3S3/2S1S2/2FS3/SSS/SSS f standard -"
	// On this board c7 goes to e5 and from there to c5 or g5.
	forkText = "halatafl/1 F1F/1S1/3S1S1/7/SSSSSSS/SSS/SSS f standard -"
)

func TestParse(t *testing.T) {
	tests := []struct{ name, position, typed, want string }{
		{"H28 step", startText, "d4-d5", "d4-d5"},
		{"case and spaces", startText, " D4 - D5", "d4-d5"},
		{"no sign", startText, "d4d5", "d4-d5"},
		{"words", startText, "d4 to d5", "d4-d5"},
		{"arrow", startText, "d4->d5", "d4-d5"},
		{"piece with one move", startText, "d4", "d4-d5"},
		{"beginning of a point", startText, "a", "a4-a5"},
		{"H28 chain", chainText, "d4xf4xd2", "d4xf4xd2"},
		{"jumps with other signs", chainText, "d4-f4:d2", "d4xf4xd2"},
		{"beginning of one chain", chainText, "d4xf4", "d4xf4xd2"},
		{"beginning with sign", chainText, "d4xf4x", "d4xf4xd2"},
		{"beginning with half a point", chainText, "d4xf", "d4xf4xd2"},
		{"start and end", chainText, "d4-d2", "d4xf4xd2"},
		{"H29 the path is kept as typed", circleText, "c3xe3xe5xc5xc3", "c3xe3xe5xc5xc3"},
		{"H29 one move by two paths", circleText, "c3", "c3xc5xe5xe3xc3"},
		{"H29 beginning of the other path", circleText, "c3xe3", "c3xe3xe5xc5xc3"},
		{"fork by its end", forkText, "c7xg5", "c7xe5xg5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := must(t, test.position)
			m, err := rules{}.Parse(p, test.typed)
			if err == nil {
				err = rules{}.Check(p, m)
			}
			if err != nil || m.String() != test.want {
				t.Errorf("%q is read as %s, %v; want %s", test.typed, m, err, test.want)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct{ name, position, typed, want string }{
		{
			"H6 backwards", "halatafl/1 F1F/3/3S3/7/SSSSSSS/SSS/SSS s standard -", "d5-d4",
			"Sheep never move backwards. The sheep on d5 can play d5-c5, d5-d6 or d5-e5.",
		},
		{"H6 back onto another", startText, "a4-a3", "Sheep never move backwards. The sheep on a4 can play a4-a5."},
		{"H6 diagonally", startText, "d4-c5", "Sheep never move diagonally. The sheep on d4 can play d4-d5."},
		{
			"H6 too far", startText, "d4-d6",
			"A sheep steps one point at a time, forward or sideways. The sheep on d4 can play d4-d5.",
		},
		{
			"H6 occupied", startText, "d3-d4",
			"There is already a sheep on d4. The sheep on d3 can't move. You can move these: a4, b4, c4, d4, e4, f4, g4.",
		},
		{
			"sheep never jump", startText, "d3xd5xd7",
			"Sheep never jump: they step one point forward or sideways. The sheep on d3 can't move. You can move these: a4, b4, c4, d4, e4, f4, g4.",
		},
		{"no passing", startText, "e4-e4", "You can't pass: a piece has to move. The sheep on e4 can play e4-e5."},
		{"no piece", startText, "d5-d6", "There is no piece on d5. You can move these: a4, b4, c4, d4, e4, f4, g4."},
		{
			"not yours", startText, "c7-c6",
			"There is a fox on c7, but it's the sheep's turn. You can move these: a4, b4, c4, d4, e4, f4, g4.",
		},
		{
			"not yours either", forkText, "a3-a4",
			"There is a sheep on a3, but it's the foxes' turn. A fox has to capture: c7xe5xc5, c7xe5xg5 or e7xc5xe5xg5.",
		},
		{
			"piece alone that can't move", startText, "d3",
			"No move begins with “d3”. The sheep on d3 can't move. You can move these: a4, b4, c4, d4, e4, f4, g4.",
		},
		{
			"column without a piece", forkText, "g",
			"No move begins with “g”. A fox has to capture: c7xe5xc5, c7xe5xg5 or e7xc5xe5xg5.",
		},
		{
			"H7 no line", "halatafl/1 2F/F2/7/SSSSSSS/SSSSSSS/SSS/SSS f standard -", "c6-d7",
			"No line joins c6 and d7. The fox on c6 can play c6-c5, c6-c7 or c6-d6.",
		},
		{
			"H7 occupied", "halatafl/1 FF1/3/7/SSSSSSS/SSSSSSS/SSS/SSS f standard -", "c7-d7",
			"There is already a fox on d7. The fox on c7 can play c7-c6 or c7-d6.",
		},
		{
			"H8 nothing to jump over", "halatafl/1 FF1/3/7/SSSSSSS/SSSSSSS/SSS/SSS f standard -", "c7xc5",
			"There is no sheep on c6 to jump over. The fox on c7 can play c7-c6 or c7-d6.",
		},
		{
			"H8 not straight", chainText, "d4xe6",
			"A fox can't get from d4 to e6 in one jump. A fox has to capture: d4xd6 or d4xf4xd2.",
		},
		{
			"H8 taken", "halatafl/1 2F/3/3S3/3FS2/5SS/S1S/SSS f standard -", "d4xb4",
			"There is no sheep on c4 to jump over. A fox has to capture: d4xd6 or d4xf4.",
		},
		{
			"H8 landing taken", "halatafl/1 1S1/1S1/3S3/3FS2/6S/S1S/SSS f standard -", "d4xd6",
			"A jump has to end on an empty point, but there is a sheep on d6. A fox has to capture: d4xf4.",
		},
		{"H9", chainText, "d4-c4", "A fox has to capture: d4xd6 or d4xf4xd2."},
		{"H9 the other fox", chainText, "e7-e6", "A fox has to capture: d4xd6 or d4xf4xd2."},
		{"H10 stopping early", forkText, "c7xe5", "The fox has to keep jumping: c7xe5xc5 or c7xe5xg5."},
		{
			"H11 captured twice", "halatafl/1 2F/3/3S3/3F3/5SS/SSS/SSS f standard -", "d4xd6xd4",
			"The sheep on d5 is already captured. A fox has to capture: d4xd6.",
		},
		{
			"longest", "halatafl/1 2F/3/3S3/3FS2/4S1S/S1S/SSS f longest -", "d4xd6",
			"With these rules you have to take the longest capture, which is 2 sheep. A fox has to capture: d4xf4xd2.",
		},
		{
			"several", forkText, "c7",
			"“c7” could be several moves: c7xe5xc5 or c7xe5xg5. Type more of the one you mean.",
		},
		{
			"many", "halatafl/1 F1F/3/7/S1SSSSS/SSSSSSS/SSS/SSS f standard -", "c7-",
			"“c7-” could be several moves: c7-c6, c7-d6 or c7-d7. Type more of the one you mean.",
		},
		{"nothing", startText, " ", "Type a move, like e4-e5, or c7xc5xe3 for two jumps."},
		{
			"nonsense", startText, "hello   there",
			"“hello there” isn't a move. Type something like e4-e5, or c7xc5xe3 for two jumps.",
		},
		{
			"off the board", startText, "b4-b6",
			"There is no point “b6” on the board. Columns are a to g, rows 1 to 7. Rows 1, 2, 6 and 7 only have c, d and e.",
		},
		{
			"too long", startText, strings.Repeat("d4", 22),
			"That move is too long: a fox makes at most 20 jumps in a turn.",
		},
		{
			"over", "halatafl/1 SSS/FSF/SSSSSSS/7/7/3/3 s standard -", "c5-d5",
			"The game is over: The foxes win! The sheep cannot move.",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := play(must(t, test.position), test.typed)
			var r *games.Refusal
			if !errors.As(err, &r) {
				t.Fatalf("%q: %v, want a refusal", test.typed, err)
			}
			if got := r.Error(); got != test.want {
				t.Errorf("%q is refused with\n%s\nwant\n%s", test.typed, got, test.want)
			}
		})
	}
}

func TestComplete(t *testing.T) {
	tests := []struct {
		name, position, typed string
		// expected completions as text|label; an exclamation mark stands for a whole move
		want []string
	}{
		{
			"pieces", startText, "",
			[]string{
				"a4|sheep a4", "b4|sheep b4", "c4|sheep c4", "d4|sheep d4", "e4|sheep e4", "f4|sheep f4",
				"g4|sheep g4",
			},
		},
		{"pieces of a column", startText, "D", []string{"d4|sheep d4"}},
		{"no such piece: all", forkText, "g", []string{"c7|fox c7", "e7|fox e7"}},
		{"capturing foxes only", chainText, "", []string{"d4|fox d4"}},
		{
			"steps", "halatafl/1 F1F/3/7/S1SSSSS/SSSSSSS/SSS/SSS f standard -", "c7",
			[]string{"c7-c6|c6!", "c7-d6|d6!", "c7-d7|d7!"},
		},
		{
			"steps of a column", "halatafl/1 F1F/3/7/S1SSSSS/SSSSSSS/SSS/SSS f standard -", "c7-d",
			[]string{"c7-d6|d6!", "c7-d7|d7!"},
		},
		{
			"hops, lone ones followed", chainText, "d4",
			[]string{"d4xd6|d6, captures d5!", "d4xf4xd2|f4 → d2, captures e4 and e3!"},
		},
		{"up to a fork", forkText, "c7", []string{"c7xe5x|e5, captures d6"}},
		{"at a fork", forkText, "c7xe5x", []string{"c7xe5xc5|c5, captures d5!", "c7xe5xg5|g5, captures f5!"}},
		{"half a landing", forkText, "c7xe5xg", []string{"c7xe5xg5|g5, captures f5!"}},
		{"whole", forkText, "c7xe5xg5", []string{"c7xe5xg5|e5 → g5, captures d6 and f5!"}},
		{"start and end", forkText, "c7-g5", []string{"c7xe5xg5|e5 → g5, captures d6 and f5!"}},
		{
			"wrong turn: back to the last point that fits", forkText, "c7xe5xa1",
			[]string{"c7xe5xc5|c5, captures d5!", "c7xe5xg5|g5, captures f5!"},
		},
		{
			"both ways round", circleText, "c3",
			[]string{
				"c3xc5xe5xe3xc3|c5 → e5 → e3 → c3, captures c4, d5, e4 and d3!",
				"c3xe3xe5xc5xc3|e3 → e5 → c5 → c3, captures d3, e4, d5 and c4!",
			},
		},
		{
			"longest", "halatafl/1 2F/3/3S3/3FS2/4S1S/S1S/SSS f longest -", "d4",
			[]string{"d4xf4xd2|f4 → d2, captures e4 and e3!"},
		},
		{"optional", "halatafl/1 2F/3/3S3/3F3/5SS/SSS/SSS f optional -", "d4x", []string{"d4xd6|d6, captures d5!"}},
		{
			"huff warns", "halatafl/1 2F/3/3S3/3F3/5SS/SSS/SSS f huff -", "e7-d7",
			[]string{"e7-d7|d7, and you lose the fox that could capture!"},
		},
		{"over", "halatafl/1 SSS/FSF/SSSSSSS/7/7/3/3 s standard -", "", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range (rules{}).Complete(must(t, test.position), test.typed) {
				s := c.Text + "|" + c.Label.String()
				if c.Whole {
					s += "!"
				}
				got = append(got, s)
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("Complete(%q) = %q, want %q", test.typed, got, test.want)
			}
		})
	}
}

func TestButtons(t *testing.T) {
	p := must(t, "halatafl/1 2F/3/2S4/1F3SS/SSSSSSS/SSS/SSS f standard -")
	got := rules{}.Buttons(p, sheepSeat)
	if len(got) != 1 || got[0].Move != "b4xd6" || got[0].Label.String() != "b4 → d6, captures c5 (your only move)" ||
		!got[0].Enabled {
		t.Errorf("Buttons with one legal move = %v", got)
	}
	if got := (rules{}).Buttons(must(t, startText), sheepSeat); got != nil {
		t.Errorf("Buttons at the start = %v, want none", got)
	}
}

func TestParseText(t *testing.T) { // rules H30 and H31
	refused := []struct{ name, text, want string }{
		{"other game", "kalah/1 4.4", "I can't read this as a position of Halatafl."},
		{
			"other version", strings.Replace(startText, "/1", "/2", 1),
			"I can't read this as a position of Halatafl.",
		},
		{"too short", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s", "A position has five parts"},
		{"too few rows", "halatafl/1 F1F/3/7/SSSSSSS/SSS/SSS s standard -", "A board has 7 rows"},
		{"short row", "halatafl/1 F1F/3/7/SSSSSS/SSSSSSS/SSS/SSS s standard -", "Row 4 has 7 points"},
		{"long row", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSSS/SSS s standard -", "Row 2 has 3 points"},
		{"two digits", "halatafl/1 F1F/12/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "Row 6 has 3 points"},
		{"other letters", "halatafl/1 f1f/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "Row 7 has 3 points"},
		{"zero", "halatafl/1 F1F/30/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -", "Row 6 has 3 points"},
		{
			"21 sheep", "halatafl/1 F1F/3/S6/SSSSSSS/SSSSSSS/SSS/SSS s standard -",
			"A board has 20 sheep at most. I count 21.",
		},
		{
			"3 foxes", "halatafl/1 FFF/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard -",
			"A board has 2 foxes at most. I count 3.",
		},
		{
			"side", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS x standard -",
			"Who is to move? Write s for the sheep or f for the foxes",
		},
		{"rules", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s chess -", `I don't know the rules "chess".`},
		{
			"optional+huff", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s optional+huff -",
			`I don't know the rules "optional+huff".`,
		},
		{
			"order of rules", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s huff+longest -",
			`I don't know the rules "huff+longest".`,
		},
		{"no quiet moves", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard ", `I can't read the quiet move "".`},
		{"isn't a move", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard c6-c7.", `I can't read the quiet move "".`},
		{"a jump", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard c5xc7", `I can't read the quiet move "c5xc7".`},
		{"a pass", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard c7-c7", `I can't read the quiet move "c7-c7".`},
		{
			"no piece at the end", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard c7-c6",
			"Quiet move 1, c7-c6, can't have been made: it can't be undone",
		},
		{
			"start taken", "halatafl/1 FF1/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard d7-c7",
			"Quiet move 1, d7-c7, can't have been made: it can't be undone",
		},
		{
			"wrong side", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS f standard c6-c7",
			"Quiet move 1, c6-c7, can't have been made: it can't be undone",
		},
		{
			"not alternating", "halatafl/1 F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s standard e6-e7.c6-c7",
			"Quiet move 1, e6-e7, can't have been made: it can't be undone",
		},
		{
			"forward is not quiet", "halatafl/1 F1F/3/3S3/SSS1SSS/SSSSSSS/SSS/SSS f standard d4-d5",
			"Quiet move 1, d4-d5, can't have been made: it was not quiet.",
		},
		{"backward is not legal", "halatafl/1 F1F/3/7/SSS1SSS/SSSSSSS/SSS/SSS f standard d5-d4", ""},
		{
			"H9 ought to have captured", "halatafl/1 2F/3/3S3/2F1S2/4S1S/S1S/SSS s standard d4-c4",
			"Quiet move 1, d4-c4, can't have been made: it was not legal.",
		},
		{
			"huff is not quiet", "halatafl/1 2F/3/3S3/2F1S2/4S1S/S1S/SSS s huff d4-c4",
			"Quiet move 1, d4-c4, can't have been made: it was not quiet.",
		},
		{
			"81 quiet moves", startText[:len(startText)-1] + strings.Repeat("c7-c6.", 80) + "c7-c6",
			"There are 80 quiet moves at most",
		},
	}
	for _, test := range refused {
		t.Run(test.name, func(t *testing.T) {
			_, err := rules{}.ParseText(test.text)
			var r *games.Refusal
			if !errors.As(err, &r) || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("ParseText(%q): %v, want a refusal that begins with %q", test.text, err, test.want)
			}
		})
	}
	accepted := []struct{ name, text, want string }{
		{"start", startText, startText},
		{
			"fox's step", "halatafl/1 1FF/3/7/SSS1SSS/SSSSSSS/SSS/SSS s standard c7-d7",
			"halatafl/1 1FF/3/7/SSS1SSS/SSSSSSS/SSS/SSS s standard c7-d7",
		},
		{"finished", "halatafl/1 3/3/7/SSS4/7/3/3 s standard -", "halatafl/1 3/3/7/SSS4/7/3/3 s standard -"},
		{
			"H13 stuck fox", "halatafl/1 FSF/SS1/2S1S2/7/SS3SS/SSS/3 f standard -",
			"halatafl/1 1SF/SS1/2S1S2/7/SS3SS/SSS/3 f standard -",
		},
		{
			"H13 not when the paddock is full", "halatafl/1 SSS/SSS/SSSSSSS/SF5/SSS4/3/3 f standard -",
			"halatafl/1 SSS/SSS/SSSSSSS/SF5/SSS4/3/3 f standard -",
		},
		{
			"stuck fox with surround_off", "halatafl/1 FSF/SS1/2S1S2/7/SS3SS/SSS/3 f surround_off -",
			"halatafl/1 FSF/SS1/2S1S2/7/SS3SS/SSS/3 f surround_off -",
		},
	}
	for _, test := range accepted {
		t.Run(test.name, func(t *testing.T) {
			p, err := rules{}.ParseText(test.text)
			if got := text(p); got != test.want || err != nil {
				t.Errorf("ParseText(%q) = %q, %v; want %q", test.text, got, err, test.want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"d4-d5", "c7xe5xg5", "c7x", "d4 to d5", "e", "d4xf4xd2x", "-", "ctoc", "d4d5d6"} {
		f.Add(seed)
	}
	positions := []position{}
	for _, text := range []string{startText, chainText, circleText, forkText, "halatafl/1 " + explosions[0].position} {
		p, err := rules{}.ParseText(text)
		if err != nil {
			f.Fatal(err)
		}
		positions = append(positions, p)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		for _, p := range positions {
			for _, c := range (rules{}).Complete(p, typed) {
				if m, err := (rules{}).Parse(p, c.Text); c.Whole && (err != nil || m.String() != c.Text) {
					t.Errorf("Complete(%q) calls %q whole, which is read as %s, %v", typed, c.Text, m, err)
				}
			}
			m, err := rules{}.Parse(p, typed)
			if err == nil {
				err = rules{}.Check(p, m)
			}
			if err != nil {
				var r *games.Refusal
				if !errors.As(err, &r) {
					t.Errorf("%q: %v, want a refusal", typed, err)
				}
				continue
			}
			if again, err := (rules{}).Parse(p, m.String()); again != m || err != nil {
				t.Errorf("%q is read as %s, which is read as %s, %v", typed, m, again, err)
			}
		}
	})
}

func FuzzParseText(f *testing.F) {
	for _, seed := range []string{
		startText, chainText, circleText,
		"halatafl/1 1FF/3/7/SSS1SSS/SSSSSSS/SSS/SSS s standard c7-d7",
		"halatafl/1 FSF/SS1/2S1S2/7/SS3SS/SSS/3 f longest+surround_off -",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := rules{}.ParseText(s)
		if err != nil {
			return
		}
		if again, err := (rules{}).ParseText(text(p)); again != p || err != nil {
			t.Errorf("%q is read as %q, which is read as %q, %v", s, text(p), text(again), err)
		}
	})
}
