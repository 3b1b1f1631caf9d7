package render

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"slices"
	"testing"

	_ "paddock/games/gamestest/ram" // pictures make garbage
	"paddock/render/chart"
)

// bracket returns a bracket of n players in which the upper one has won the first rounds.
func bracket(pairs, played int) chart.Chart {
	c := chart.Chart{Title: "Club cup", ThirdTitle: "third place"}
	c.Third = &chart.Pair{A: "Dora", B: "Computer 3 (medium)", Won: 2}
	for n := pairs; n > 0; n /= 2 {
		level := make([]chart.Pair, n)
		for i := range level {
			if len(c.Levels) <= played {
				level[i] = chart.Pair{A: fmt.Sprintf("Player %d", i+1), B: "A player with a long name"}
			}
			if len(c.Levels) < played {
				level[i].Won, level[i].ScoreA, level[i].ScoreB = 1+i%2, fmt.Sprint(2-i%2), fmt.Sprint(1+i%2)
			}
		}
		c.Levels = append(c.Levels, level)
	}
	return c
}

func league(n int) chart.Chart {
	c := chart.Chart{
		Title: "League of many", Head: []string{"#", "player", "points", "wins", "score"},
		More: func(n int) string { return fmt.Sprintf("and %d more", n) },
	}
	for i := range n {
		c.Rows = append(c.Rows,
			[]string{fmt.Sprint(i/2 + 1), fmt.Sprintf("Somebody with a name %d", i), "12.5", "3", "-120"})
	}
	return c
}

// podium returns the final table of a league.
func podium() chart.Chart {
	c := league(6)
	c.Title, c.Podium = "Iceberg Cup", []string{"Ann", "Christopher", "A player with a long name"}
	for i := range c.Rows {
		c.Rows[i][0] = fmt.Sprint(i + 1)
	}
	return c
}

func podiumOf(n int) chart.Chart {
	c := podium()
	c.Podium = c.Podium[:n]
	return c
}

// knockout returns the rounds of a knockout, the last of which is still being played.
func knockout(n int) chart.Chart {
	c := chart.Chart{Title: "Iceberg Cup"}
	for ; n > 1; n = (n + 3) / 4 {
		r := chart.Round{Title: fmt.Sprintf("Round %d", len(c.Rounds)+1)}
		for i := 0; i < n; i += 4 {
			game := []chart.Line{
				{Name: fmt.Sprintf("Player %d", i+1)},
				{Name: "A player with a long name and more"},
				{Name: "Computer 17 (medium)"},
				{Name: "Bob"},
			}
			game = game[:min(4, n-i)]
			if n > 4 {
				for j := range game {
					game[j].Score, game[j].Won = fmt.Sprint(40-j), j == 0
				}
			}
			r.Games = append(r.Games, game)
		}
		c.Rounds = append(c.Rounds, r)
	}
	return c
}

// plainCorner reports whether the corner under the clients' badge has only one colour.
func plainCorner(m image.Image, ground color.Color) bool {
	for y := m.Bounds().Dy() - chart.BadgeHeight + 4; y < m.Bounds().Dy(); y++ {
		for x := range chart.BadgeWidth {
			if m.At(x, y) != ground {
				return false
			}
		}
	}
	return true
}

// drawnCharts returns charts of all kinds.
func drawnCharts() map[string]chart.Chart {
	return map[string]chart.Chart{
		"bracket-2": bracket(1, 1), "bracket-9": bracket(8, 2), "bracket-16": bracket(8, 4),
		"bracket-32": bracket(16, 0), "bracket-32 later": bracket(16, 3), "bracket-64": bracket(32, 6),
		"podium": podium(), "podium of two": podiumOf(2), "podium of one": podiumOf(1),
		"table-3": league(3), "table-64": league(64), "knockout-2": knockout(2),
		"knockout-9": knockout(9), "knockout-64": knockout(64),
		"round-64": {Title: "All at once", Rounds: knockout(64).Rounds[:1]},
		"empty":    {Title: "Nothing yet"},
		"strange":  {Title: "日本", Head: []string{"#", "player"}, Rows: [][]string{{"1", "🐧"}}},
	}
}

// F77: standings and brackets of all sizes fit their pictures, and equal ones give equal files.
func TestF77_Charts(t *testing.T) {
	r := New(nil, 1)
	for name, c := range drawnCharts() {
		got, err := r.Chart(c)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		again, _ := New(nil, 1).Chart(c)
		if !bytes.Equal(got, again) {
			t.Errorf("%s: equal charts give different files", name)
		}
		m, err := png.Decode(bytes.NewReader(got))
		if err != nil || m.Bounds().Dx() != chart.Width || m.Bounds().Dy() > maxHeight {
			t.Errorf("%s: %v, %v", name, m.Bounds(), err)
		}
		if ground := m.At(0, m.Bounds().Dy()-1); !plainCorner(m, ground) {
			t.Errorf("%s: something is told under the badge that clients lay over the lower left corner", name)
		}
		if dir := os.Getenv("PADDOCK_CHARTS"); dir != "" { // the test writes the charts for a person to look at
			if err := os.WriteFile(dir+"/"+name+".png", got, 0o600); err != nil {
				t.Error(err)
			}
		}
	}
}

// F77: a chart contains exactly the words that it was given.
func TestF77_ChartsSayWhatTheyAreGiven(t *testing.T) {
	r := New(nil, 1)
	swedish := func(c chart.Chart) chart.Chart {
		c.ThirdTitle, c.More = "tredje plats", func(n int) string { return fmt.Sprintf("… och %d till", n) }
		return c
	}
	for name, c := range map[string]chart.Chart{
		"the game for the third place": bracket(4, 2),
		"rows that don't fit":          league(64),
	} {
		a, err := r.Chart(c)
		b, err2 := r.Chart(swedish(c))
		if err != nil || err2 != nil || bytes.Equal(a, b) {
			t.Errorf("%s: other words give the same picture (%v, %v)", name, err, err2)
		}
	}
}

// F77: a table leaves out columns in which all players are equal only if a name would not fit
// otherwise.
func TestF77_NamesHaveRoom(t *testing.T) {
	table := func(name string, all bool) chart.Chart {
		c := chart.Chart{
			Title: "Cup", Head: []string{"#", "player", "points", "head to head", "S–B", "diff"},
			Rows: [][]string{
				{"", "Division 1"},
				{"1", name + " 1", "1", "0", "0", "26"},
				{"2", name + " 2", "1", "0", "0", "-26"},
			},
		}
		for i := range c.Rows {
			if at := min(3, len(c.Rows[i])); !all {
				c.Rows[i] = slices.Concat(c.Rows[i][:at], c.Rows[i][min(5, len(c.Rows[i])):])
			}
		}
		if !all {
			c.Head = []string{"#", "player", "points", "diff"}
		}
		return c
	}
	draw := func(c chart.Chart) []byte {
		b, err := New(nil, 1).Chart(c)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	if long := "An unusually long name of a player"; !bytes.Equal(draw(table(long, true)), draw(table(long, false))) {
		t.Error("columns of equal cells stay, and names have no room")
	}
	if bytes.Equal(draw(table("Ann", true)), draw(table("Ann", false))) {
		t.Error("columns are left out, though names have room")
	}
}
