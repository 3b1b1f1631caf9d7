package chart

import (
	"fmt"
	"testing"
)

// F77: the part of a bracket that is still to be played is drawn with an empty place for each open
// game, to which a line leads. That part is the first to be left out if there is no room.
func TestF77_TreeToCome(t *testing.T) {
	pairs := func(n, size int) (games [][]Line) {
		for i := range n {
			game := make([]Line, size)
			for k := range game {
				game[k].Name = fmt.Sprintf("Player %d", i*size+k)
			}
			games = append(games, game)
		}
		return games
	}
	counted := func(rounds ...Round) (places, lines int) {
		for _, m := range Lay(Chart{Title: "Cup", Rounds: rounds}).Marks {
			switch {
			case m.Shape == Plate && m.Ink == Hair && m.H == 10:
				places++
			case m.Shape == Plate && m.Ink == Soft:
				lines++
			}
		}
		return places, lines / 3 // a line has three parts
	}
	first, second := Round{Games: pairs(4, 2)}, Round{Games: [][]Line{{{}, {}}, {{}, {}}}}
	final := Round{Games: [][]Line{{{}, {}}}}
	if places, lines := counted(first, second, final); places != 6 || lines != 6 {
		t.Errorf("%d places and %d lines to come, want 6 of each", places, lines)
	}
	first.Games[0][1].Won, second.Games[0][0].Name = true, "Player 1"
	if places, lines := counted(first, second, final); places != 5 || lines != 6 {
		t.Errorf("after a game: %d places and %d lines to come, want 5 and 6", places, lines)
	}
	if places, _ := counted(Round{Games: pairs(60, 2)}, Round{Games: [][]Line{make([]Line, 2)}}); places != 0 {
		t.Errorf("%d places to come beside a round that fills the picture", places)
	}
}

// F77: a band marks the winner's way through a bracket or knockout. It joins the winner's plates
// from round to round, and ends on a bright one.
func TestF77_ChampionsPath(t *testing.T) {
	won := func(names ...string) (list []Line) {
		for i, name := range names {
			list = append(list, Line{Name: name, Won: i == 0})
		}
		return list
	}
	for name, c := range map[string]Chart{
		"bracket": {Levels: [][]Pair{
			{{A: "Ann", B: "Bob", Won: 2}, {A: "Cleo", B: "Dan", Won: 1}},
			{{A: "Bob", B: "Cleo", Won: 1}},
		}},
		"knockout": {Rounds: []Round{
			{Games: [][]Line{won("Ann", "Bob", "Cleo"), won("Dan", "Eve", "Finn")}},
			{Games: [][]Line{won("Dan", "Ann")}},
		}},
	} {
		way, end := 0, 0
		for _, m := range Lay(c).Marks {
			switch {
			case m.Shape == Plate && m.Ink == Glow:
				way++
			case m.Shape == Plate && m.Ink == Gold && m.W > 64: // wider than the bar under the title
				end++
			}
		}
		const want = 1 + 3 // the plate in the first round, and the pieces of a line with two corners
		if way != want || end != 1 {
			t.Errorf("%s: %d pieces of the way and %d of its end, want %d and 1", name, way, end, want)
		}
	}
}

// P36: the number of a turning point does not hide the curve: a line leads to it from a spot, into the
// half that the curve leaves free. A swatch at each name explains the areas.
func TestTurningPointsDoNotHideTheCurve(t *testing.T) {
	c := Course{Shares: []float64{.5, .6, .2, .3, .9, .8, .9}, Turns: []int{2, 4}, Names: [2]string{"Ann", "Bob"}}
	var spots, pills, swatches []Mark
	for _, m := range Lay(Chart{Course: &c}).Marks {
		switch {
		case m.Shape == Disc && m.Ink == Lost:
			spots = append(spots, m)
		case m.Shape == Plate && m.Ink == Lost:
			pills = append(pills, m)
		case m.Shape == Plate && m.W == m.H && m.Size > 0 && (m.Ink == ahead[0] || m.Ink == ahead[1]):
			swatches = append(swatches, m)
		}
	}
	if len(spots) != 2 || len(pills) != 2 || len(swatches) != 2 {
		t.Fatalf("%d spots, %d numbers and %d swatches, want 2 of each", len(spots), len(pills), len(swatches))
	}
	for i, spot := range spots {
		if pill := pills[i]; spot.Y > pill.Y-10 && spot.Y < pill.Y+pill.H+10 {
			t.Errorf("the number at %d hides the curve at %d", pill.Y, spot.Y)
		}
	}
}

// P36: names of players are not cut beside a curve; the player who is ahead in its upper half comes
// first.
func TestNamesAtTheCurveAreWhole(t *testing.T) {
	names := [2]string{"Paddock (medium, South)", "Alexandra the Great (North)"}
	var y []int
	for _, m := range Lay(Chart{Course: &Course{Shares: []float64{.5, .6, .2}, Names: names}}).Marks {
		if m.Shape == Text && len(y) < 2 && m.Text == names[len(y)] {
			y = append(y, m.Y)
		}
	}
	if len(y) != 2 || y[0] >= y[1] {
		t.Errorf("the names are at the heights %v, want both, the first above the second", y)
	}
}

// In a table without places, such as what somebody has played, names begin below the title.
func TestNamesBeginBelowTheTitle(t *testing.T) {
	at := func(row ...string) (x map[string]int) {
		x = make(map[string]int)
		head := []string{"", "", "rating"}
		for _, m := range Lay(Chart{Title: "Marge", Head: head, Rows: [][]string{row}}).Marks {
			if m.Shape == Text {
				x[m.Text] = m.X
			}
		}
		return x
	}
	if x := at("", "Kalah", "1500"); x["Kalah"] != x["Marge"] {
		t.Errorf("without places the name is at %d, the title at %d", x["Kalah"], x["Marge"])
	}
	if x := at("1", "Homer", "1500"); x["Homer"] <= x["1"] {
		t.Errorf("the place is at %d, the name at %d", x["1"], x["Homer"])
	}
}

// A long name is not cut where the other columns of a bracket have room to spare. If they have
// none, it is cut, and short names are not.
func TestLongNamesTakeSpareRoom(t *testing.T) {
	const long, longer = "Bartholomew the Second", "Bartholomew the Second of Springfield and Shelbyville"
	texts := func(name string) map[string]bool {
		all := make(map[string]bool)
		for _, m := range Lay(Chart{
			Titles: []string{"Round 1", "Round 2", "Final"},
			Levels: [][]Pair{
				{{A: name, ScoreA: "20", B: "Ann", ScoreB: "28", Won: 2}, {A: "Bob"}, {A: "Cleo"}, {A: "Dan"}},
				{{A: "Ann"}, {}},
				{{}},
			},
			ThirdTitle: "third place", Third: &Pair{},
		}).Marks {
			if m.Shape == Plate && m.X+m.W > Width-edge/2 {
				t.Errorf("a plate ends at %d, want it inside the picture", m.X+m.W)
			}
			all[m.Text] = true
		}
		return all
	}
	for _, name := range []string{long, longer} {
		all := texts(name)
		if all[name] != (name == long) {
			t.Errorf("%q is whole: %t", name, all[name])
		}
		for _, short := range []string{"Ann", "Round 1", "Round 2", "Final", "third place"} {
			if !all[short] {
				t.Errorf("beside %q, %q is not whole", name, short)
			}
		}
	}
}

// The game for the third place is below the final, as far down as the badge in another column.
func TestThirdPlaceUsesRoomBesideTheBadge(t *testing.T) {
	d := Lay(Chart{
		Levels: [][]Pair{
			{{A: "Ann"}, {A: "Bob"}, {A: "Cleo"}, {A: "Dan"}},
			{{}, {}},
			{{A: "Ann", B: "Bob"}},
		},
		ThirdTitle: "third place", Third: &Pair{A: "Finn", B: "Guy"},
	})
	var final, third, end int
	for _, m := range d.Marks {
		switch {
		case m.Text == "Bob":
			final = m.Y
		case m.Text == "third place":
			third = m.Y
		case m.Text == "Guy":
			end = m.Y
		}
	}
	if third < final+80 || end < d.Height-BadgeHeight || end > d.Height-edge {
		t.Errorf("the final ends at %d, the third place is from %d to %d in a picture %d high", final, third, end, d.Height)
	}
}
