package kalah

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/scene"
	"paddock/render"
)

func TestTextBoard(t *testing.T) {
	tests := []struct {
		name, start, names string
		moves              string
		want               string
	}{
		{"K23 start", start64, "Marge Homer", "", `
  North Homer
    1  2  3  4  5  6
    4  4  4  4  4  4
 0                    0
    4  4  4  4  4  4
    1  2  3  4  5  6
> South Marge`},
		{"K23 after South's 3", start64, "Marge Homer", "3", `
  North Homer
    1  2  3  4  5  6
    4  4  4  4  4  4
 0                    1
    4  4  0  5  5  5
    1  2  3  4  5  6
> South Marge
South sowed hole 3 and sows again`},
		{"K23 doGameTests", "kalah/1 m=3 to=S south=2.0.0:0 north=0.1.2:0 rules=standard", "Bart Homer", "", `
  North Homer
    1  2  3
    0  1  2
 0           0
    2  0  0
    1  2  3
> South Bart`},
		{"K23 after a capture", "kalah/1 m=3 to=S south=2.0.0:0 north=0.1.2:0 rules=standard", "Bart Homer", "1", `
> North Homer
    1  2  3
    0  1  0
 0           3
    0  1  0
    1  2  3
  South Bart
South sowed hole 1 and captured 3 beans`},
		{
			"K23 printBoard, the widest flat board",
			"kalah/1 m=9 to=S south=2.2.2.2.2.2.2.2.2:0 north=2.2.2.2.2.2.2.2.2:0 rules=standard", "SOUTH NORTH", "", `
  North NORTH
    1  2  3  4  5  6  7  8  9
    2  2  2  2  2  2  2  2  2
 0                             0
    2  2  2  2  2  2  2  2  2
    1  2  3  4  5  6  7  8  9
> South SOUTH`,
		},
		{
			"K23 (12,4), turned",
			"kalah/1 m=12 to=S south=4.4.4.4.4.4.4.4.4.4.4.4:0 north=4.4.4.4.4.4.4.4.4.4.4.4:0 rules=standard",
			"Marge Homer", "", `
  North Homer
         0 pot
     S   N
 1   4   4   1
 2   4   4   2
 3   4   4   3
 4   4   4   4
 5   4   4   5
 6   4   4   6
 7   4   4   7
 8   4   4   8
 9   4   4   9
10   4   4  10
11   4   4  11
12   4   4  12
pot  0
> South Marge`,
		},
		{"K23 three digits", "kalah/1 m=2 to=S south=300.0:0 north=1.1:1000 rules=standard", "Marge Homer", "", `
  North Homer
       1   2
       1   1
1000            0
     300   0
       1   2
> South Marge`},
		{"K23 result", "kalah/1 m=3 to=N south=0.0.1:3 north=1.0.0:0 rules=standard", "Bart Homer", "1", `
  North Homer
    1  2  3
    0  0  0
 1           4
    0  0  0
    1  2  3
  South Bart
North sowed hole 1. The bean left went to South's pot
South won 4 to 1.`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			sc := drawAfter(t, test.start, strings.Fields(test.names), test.moves)
			if got, want := render.Text(sc), test.want[1:]; got != want {
				t.Errorf("text board:\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// drawAfter draws the position after a turn of the seat to move.
func drawAfter(t *testing.T, start string, names []string, chain string) scene.Scene {
	t.Helper()
	before, err := New().Parse(start)
	if err != nil {
		t.Fatal(err)
	}
	if chain == "" {
		return before.View(games.Spectator).Draw(names, nil, 0, nil)
	}
	seat := at(t, start).toMove
	played, err := before.Play(seat, chain)
	if err != nil {
		t.Fatal(err)
	}
	return played.Next.View(games.Spectator).Draw(names, before.View(games.Spectator), seat, played.Moves)
}

// K24: arrows show the way of sowing until both players have a bean in their pot. So they don't come
// and go from turn to turn.
func TestFirstBoardsShowTheWay(t *testing.T) {
	tests := []struct {
		start, chain string
		want         bool
	}{
		{start64, "", true},
		{start64, "1", true}, // North's first board
		{start64, "3", true},
		{"kalah/1 m=3 to=N south=0.1.0:1 north=0.1.2:0 rules=standard", "", true},
		{"kalah/1 m=3 to=S south=0.1.0:1 north=0.1.2:0 rules=standard", "", true},
		{"kalah/1 m=3 to=N south=0.1.0:1 north=0.1.2:1 rules=standard", "", false},
		{"kalah/1 m=3 to=S south=0.1.0:1 north=0.1.2:1 rules=standard", "", false},
		{"kalah/1 m=1 to=S south=1:0 north=1:0 rules=standard", "1", false}, // it is over
	}
	for _, tt := range tests {
		if got := drawAfter(t, tt.start, nil, tt.chain).Arrows; got != tt.want {
			t.Errorf("%s, %q: arrows %t, want %t", tt.start, tt.chain, got, tt.want)
		}
	}
}

func TestNamesAreCut(t *testing.T) {
	sc := drawAfter(t, start64, []string{strings.Repeat("é", 30), ""}, "")
	if got, want := sc.Sides[south].Label, "South "+strings.Repeat("é", 23)+"…"; got != want {
		t.Errorf("K23: label %q, want %q", got, want)
	}
	if got, want := sc.Sides[north].Label, "North"; got != want {
		t.Errorf("label without a name %q, want %q", got, want)
	}
}

// K24: the picture marks origin, gains, last place and captured hole of the last turn.
func TestMarks(t *testing.T) {
	tests := []struct{ name, start, chain, want string }{
		{"one sow", start64, "1", "S1 from, S2 +1, S3 +1, S4 +1, S5 +1 to"},
		{"into the pot", start64, "3", "S3 from, S4 +1, S5 +1, S6 +1, Sp +1 to"},
		{
			"two sows: what came to a hole that was sown is gone", start64, "3-6",
			"N3 +1 to, N4 +1, N5 +1, N6 +1, S3 from, S4 +1, S5 +1, S6 from, Sp +2",
		},
		{
			"a capture", "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", "1",
			"N2 captured, S1 from, S2 to, Sp +3",
		},
		{
			"laps", "kalah/1 m=3 to=S south=15.0.0:0 north=0.8.0:0 rules=standard", "1",
			"N1 +2, N2 +2, N3 +2, S1 from +2, S2 +3 to, S3 +2, Sp +2",
		},
		{"the end", "kalah/1 m=3 to=S south=0.0.4:0 north=0.0.1:0 rules=standard", "3", "N1 to, Np +4, S3 from, Sp +1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, c := range drawAfter(t, test.start, nil, test.chain).Cells {
				if note := noteOf(c); note != "" {
					got = append(got, note)
				}
			}
			if got := strings.Join(got, ", "); got != test.want {
				t.Errorf("marks = %s, want %s", got, test.want)
			}
		})
	}
}

func noteOf(c scene.Cell) string {
	note := ""
	if c.Marks.Has(scene.From) {
		note += " from"
	}
	if c.Gain > 0 {
		note += fmt.Sprintf(" +%d", c.Gain)
	}
	if c.Marks.Has(scene.To) {
		note += " to"
	}
	if c.Marks.Has(scene.Captured) {
		note += " captured"
	}
	if note != "" {
		note = seatName(games.Seat(c.Owner)).String()[:1] + c.Name[:1] + note
	}
	return note
}

func TestWords(t *testing.T) {
	tests := []struct{ name, start, chain, want string }{
		{"K25", start64, "3", "Last sow: South sowed hole 3, last bean in South's pot. South to move again. Kalah, 6 holes a side, standard rule. South's holes 1 to 6: 4, 4, 0, 5, 5, 5. South's pot: 1. North's holes 1 to 6: 4, 4, 4, 4, 4, 4. North's pot: 0."},
		{
			"start", "kalah/1 m=1 to=S south=3:0 north=4:0 rules=empty-capture", "",
			"South to move. Kalah, 1 hole a side, empty-capture rule. South's hole 1: 3. South's pot: 0. North's hole 1: 4. North's pot: 0.",
		},
		{
			"chain", start64, "3-6",
			"Last sows: South sowed holes 3 and 6, last bean in North's hole 3. North to move. Kalah, 6 holes a side, standard rule. South's holes 1 to 6: 4, 4, 0, 5, 5, 0. South's pot: 2. North's holes 1 to 6: 4, 4, 5, 5, 5, 5. North's pot: 0.",
		},
		{
			"capture", "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", "1",
			"Last sow: South sowed hole 1, last bean in South's hole 2, captured 3 beans. North to move. " +
				"Kalah, 3 holes a side, standard rule. South's holes 1 to 3: 0, 0, 3. South's pot: 4. " +
				"North's holes 1 to 3: 1, 0, 0. North's pot: 0.",
		},
		{
			"the end", "kalah/1 m=3 to=S south=0.0.1:0 north=1.0.0:0 rules=standard", "3",
			"Last sow: South sowed hole 3, last bean in South's pot. Tie, 1 to 1. The bean left went to North's pot. Kalah, 3 holes a side, standard rule. South's holes 1 to 3: 0, 0, 0. South's pot: 1. North's holes 1 to 3: 0, 0, 0. North's pot: 1.",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := drawAfter(t, test.start, nil, test.chain).Words; got != test.want {
				t.Errorf("words:\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// K12: the last board of a game tells its last turn, and whose pot the beans left in a row went to. The
// result stands in a line of its own, which a message can leave out.
func TestK12LeftIsTold(t *testing.T) {
	for _, c := range []struct{ start, move, turn, left string }{
		{
			"kalah/1 m=3 to=S south=0.0.1:4 north=1.0.0:0 rules=standard", "3",
			"South sowed hole 3", "The bean left went to North's pot.",
		},
		{
			"kalah/1 m=3 to=S south=0.0.1:4 north=1.2.0:0 rules=standard", "3",
			"South sowed hole 3", "The 3 beans left went to North's pot.",
		},
		{
			"kalah/1 m=3 to=S south=1.0.0:4 north=1.2.0:0 rules=standard", "1",
			"South sowed hole 1 and captured 3 beans", "The bean left went to North's pot.",
		},
		{
			"kalah/1 m=3 to=N south=1.0.4:4 north=1.0.0:0 rules=standard", "1",
			"North sowed hole 1", "The 5 beans left went to South's pot.",
		},
	} {
		s, caption := drawAfter(t, c.start, nil, c.move), c.turn+". "+strings.TrimSuffix(c.left, ".")
		if s.Caption != caption || !slices.Equal(s.Below, []string{caption, s.Result}) || s.Result == "" ||
			!strings.Contains(s.Words, c.left) {
			t.Errorf("%s: the end says %q, below the board %q, in words %q; want %q", c.start, s.Caption, s.Below,
				s.Words, caption)
		}
	}
}

// The path of a sow leads through the cells that receive its beans, for an animated picture.
func TestPathIsTheWayOfTheBeans(t *testing.T) {
	for chain, want := range map[string]string{
		"6": "South 6, South pot, North 6, North 5, North 4", "3": "South 3, South 4, South 5, South 6, South pot",
		"3-6": "",
	} {
		sc := drawAfter(t, start64, nil, chain)
		var got []string
		for _, i := range sc.Path {
			got = append(got, seatName(games.Seat(sc.Cells[i].Owner)).String()+" "+sc.Cells[i].Name)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s goes through %v, want %s", chain, got, want)
		}
	}
}

var (
	wordsHead = regexp.MustCompile(`(?:(South|North) to move(?: again)?|South won .*|North won .*|Tie, .*)\. Kalah, (\d+) holes? a side, (\S+) rule\.`)
	wordsRow  = regexp.MustCompile(`(South|North)'s holes? 1(?: to \d+)?: ([\d, ]+)\. (?:South|North)'s pot: (\d+)\.`)
)

// parseWords reads a position from its words (K25). That shows that the words contain the whole
// position.
func parseWords(words string) (p position, err error) {
	head := wordsHead.FindStringSubmatch(words)
	rows := wordsRow.FindAllStringSubmatch(words, -1)
	if head == nil || len(rows) != 2 {
		return p, fmt.Errorf("can't be read: %s", words)
	}
	line := "kalah/1 m=" + head[2] + " to=" + map[string]string{"South": "S", "North": "N", "": "-"}[head[1]]
	for _, row := range rows {
		line += " " + strings.ToLower(row[1]) + "=" + strings.ReplaceAll(row[2], ", ", ".") + ":" + row[3]
	}
	return rules{}.ParseText(line + " rules=" + head[3])
}

func TestWordsParseBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, setup := range []games.Options{
		nil,
		{"holes": "12", "beans": "24", "rules": "empty-capture"},
		{"holes": "1", "beans": "9"},
		{"beans": "0"},
	} {
		pos, err := New().Start(games.Setup{Options: setup})
		if err != nil {
			t.Fatal(err)
		}
		p, before := at(t, pos.Text()), position{}
		var last games.Last[position]
		for {
			words := (rules{}).Draw(p, games.Drawing[position]{Last: last}).Words
			if got, err := parseWords(words); err != nil || got != p {
				t.Fatalf("K25: the words of %s read as %s (%v): %s", text(p), text(got), err, words)
			}
			if len(words) > 1024 {
				t.Errorf("K25: %d characters: %s", len(words), words)
			}
			if p.toMove == over {
				break
			}
			before = p
			last = games.Last[position]{Before: before, Seat: p.toMove}
			for seat := p.toMove; p.toMove == seat; {
				m := p.random(rng)
				p.play(m)
				last.Moves = append(last.Moves, strconv.Itoa(int(m)))
			}
		}
	}
}

// A turn may be long, but its description is short.
func TestLongTurn(t *testing.T) {
	p := at(t, "kalah/1 m=12 to=S south=12.11.10.9.8.7.6.5.4.3.2.1:0 north=999.0.0.0.0.0.0.0.0.0.0.1:0 rules=standard")
	last := games.Last[position]{Before: p, Seat: south}
	for p.toMove == south {
		hole := maxHoles
		for ; !p.valid(move(hole)) || !ends(p, move(hole)); hole-- {
			if hole == 1 {
				break
			}
		}
		if !p.valid(move(hole)) {
			break
		}
		p.play(move(hole))
		last.Moves = append(last.Moves, strconv.Itoa(hole))
	}
	sc := rules{}.Draw(p, games.Drawing[position]{Last: last})
	if len(last.Moves) <= chainCut || len(sc.Caption) > 100 || len(sc.Words) > 1024 {
		t.Errorf("%d sows: caption of %d, words of %d characters: %s", len(last.Moves), len(sc.Caption), len(sc.Words),
			sc.Caption)
	}
}

func ends(p position, m move) bool { return p.play(m).again }

// K24: a person who plays North alone sees North at the bottom of the picture. The text board stays
// as it is.
func TestK24Turned(t *testing.T) {
	pos, err := New().Start(games.Setup{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	draw := func(v *games.View) scene.Scene { return v.Draw(nil, nil, 0, nil) }
	for name, tt := range map[string]struct {
		view *games.View
		want bool
	}{
		"South":                  {pos.View(south), false},
		"North":                  {pos.View(north), true},
		"everybody":              {pos.View(games.Spectator), false},
		"North, seen by all":     {pos.View(games.Spectator).Facing(north), true},
		"South, the only person": {pos.View(games.Spectator).Facing(south), false},
	} {
		s := draw(tt.view)
		if s.Turned != tt.want {
			t.Errorf("%s: turned %t, want %t", name, s.Turned, tt.want)
		}
		if list := tt.view.Buttons(); (list[0].Move == "6") != tt.want {
			t.Errorf("%s: the first button is %s", name, list[0].Move)
		}
		if got, want := render.Text(s), render.Text(draw(pos.View(south))); got != want {
			t.Errorf("%s: the text is\n%s\nwant\n%s", name, got, want)
		}
	}
}
