package render_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/image/draw"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/lesson"
	"paddock/games/referee"
	"paddock/games/scene"
	"paddock/render"
	"paddock/render/chart"
)

// TestSheets writes contact sheets of all pictures to the folder that PADDOCK_SHEETS names, for a
// person to look at. For each game they show its start, middle, choices and end, its variants,
// cards and thumbnails, and the charts. Pictures are as high as on a desktop (350 pixels), as wide
// as on a phone (360), and without colours. PADDOCK_ONLY selects sheets by a part of their names,
// such as "fish-variants-dark".
func TestSheets(t *testing.T) {
	dir := os.Getenv("PADDOCK_SHEETS")
	if dir == "" {
		t.Skip("set PADDOCK_SHEETS to a folder to write sheets of all pictures")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	only := os.Getenv("PADDOCK_ONLY")
	wanted := func(name string) bool { return strings.Contains(name, only) }
	r := render.New(nil, 1)
	list := make(map[string]func() []scene.Scene)
	for _, g := range catalog.Games() {
		id := string(g.ID)
		list[id+"-game"] = sync.OnceValue(func() []scene.Scene {
			return sheetMoments(t, g, games.Setup{Seats: g.MinSeats, Seed: 3})
		})
		if g.Hidden {
			list[id+"-public"] = sync.OnceValue(func() []scene.Scene { return sheetPublic(t, g) })
		}
		list[id+"-lessons"] = sync.OnceValue(func() []scene.Scene { return sheetLessons(t, g) })
		list[id+"-cards"] = sync.OnceValue(func() []scene.Scene { return sheetCards(t, g) })
		if len(sheetVariants[id]) == 0 {
			continue
		}
		list[id+"-variants"] = sync.OnceValue(func() (all []scene.Scene) {
			for _, v := range sheetVariants[id] {
				v.Seed = 4
				all = append(all, sheetMoments(t, g, v)...)
			}
			return all
		})
	}
	for theme, look := range map[string]scene.Look{
		"dark": {}, "light": {Light: true}, "contrast": {Contrast: true},
		"large": {Large: true},
	} {
		for name, scenes := range list {
			if name += "-" + theme; wanted(name) {
				var pictures [][]byte
				for _, s := range scenes() {
					s.Look = look
					if s.Beside != nil {
						beside := *s.Beside
						beside.Scene.Look, s.Beside = look, &beside
					}
					b, err := r.PNG(s)
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					pictures = append(pictures, b)
				}
				writeSheets(t, filepath.Join(dir, name), pictures)
			}
		}
		if name := "charts-" + theme; wanted(name) {
			var pictures [][]byte
			for _, c := range sheetCharts() {
				c.Look = look
				b, err := r.Chart(c)
				if err != nil {
					t.Fatal(err)
				}
				pictures = append(pictures, b)
			}
			writeSheets(t, filepath.Join(dir, name), pictures)
		}
	}
}

// sheetVariants lists games with other than default options.
var sheetVariants = map[string][]games.Setup{
	"fish": {
		{Seats: 3},
		{Seats: 4},
		{Seats: 2, Options: games.Options{"rules": "course"}},
		{Seats: 2, Options: games.Options{"rules": "course", "rows": "5", "columns": "3"}},
		{Seats: 4, Options: games.Options{"rules": "course", "rows": "16", "columns": "4"}},
	},
	"kalah": {
		{Seats: 2, Options: games.Options{"holes": "3", "beans": "3"}},
		{Seats: 2, Options: games.Options{"holes": "9", "beans": "6"}},
	},
	"stratego": {
		{Seats: 2, Options: games.Options{"army": "barrage"}},
		{Seats: 2, Options: games.Options{"army": "duel"}},
	},
}

// writeSheets writes pictures as they are, and as screens show them.
func writeSheets(t *testing.T, name string, pictures [][]byte) {
	t.Helper()
	var full, desktop, phone, grey []image.Image
	for _, b := range pictures {
		m, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		w, h := m.Bounds().Dx(), m.Bounds().Dy()
		shown := scaled(m, min(550, w*350/h), min(350, h*550/w))
		full, desktop, phone = append(full, m), append(desktop, shown), append(phone, scaled(m, 360, h*360/w))
		grey = append(grey, greyed(shown))
	}
	for size, list := range map[string][]image.Image{"full": full, "desktop": desktop, "phone": phone, "grey": grey} {
		var out bytes.Buffer
		if err := png.Encode(&out, sheet(list, 4)); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name+"-"+size+".png", out.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// sheetCards returns the cards of a finished match, with its course and with the board at its
// turning point, and the thumbnail.
func sheetCards(t *testing.T, g *games.Game) []scene.Scene {
	moments := sheetMoments(t, g, games.Setup{Seats: g.MinSeats, Seed: 3})
	end, middle := moments[len(moments)-1], moments[len(moments)-5]
	end.Form, end.Title, end.Result = scene.Card, g.Name, "Marge won against Homer."
	plain := end
	plain.Result = "Marge with a name that takes much room won 36 to 12, after a long fight."
	for i := range 40 {
		end.Course = append(end.Course, .5+float64(i)/90+.1*math.Sin(float64(i)/3))
	}
	both := end
	turn := middle.Quiet()
	if n := len(middle.Path); n > 1 {
		turn.Tracks = []scene.Track{
			{Path: middle.Path},
			{Path: append([]int{middle.Path[0]}, middle.Path[n-1]-1), Better: true},
		}
	}
	both.Beside = &scene.Beside{Scene: turn, Label: "Move 19 turned the match", Move: 18, Legend: [2]string{"played", "better"}}
	thumb := moments[0]
	thumb.Form = scene.Thumb
	review := turn
	return []scene.Scene{plain, end, both, thumb, review}
}

// sheetPublic returns what everybody sees of a game with secrets: both set-ups, one confirmed, the
// start, the middle and the end, in every size.
func sheetPublic(t *testing.T, g *games.Game) (list []scene.Scene) {
	t.Helper()
	for _, setup := range append([]games.Setup{{Seats: g.MinSeats}}, sheetVariants[string(g.ID)]...) {
		setup.Seed = 3
		pos, err := g.Start(setup)
		if err != nil {
			t.Fatal(err)
		}
		var before *games.Position
		var by games.Seat
		var moves []string
		phase := ""
		for n := uint64(0); n <= longest; n++ {
			_, over := pos.Outcome()
			if n == longest && !over {
				pos, over = resigned(t, pos), true
			}
			now := fmt.Sprint(pos.Turn().Phase, pos.Turn().Waiting.Len() == 1 && n < 2)
			if now != phase || n == 50 || over {
				list = append(list, drawn(pos, before, games.Spectator, by, moves))
			}
			if phase = now; over {
				break
			}
			mover, move, next := goOn(t, g, pos, n)
			before, by, moves, pos = pos, mover, []string{move}, next
		}
	}
	return list
}

// sheetLessons returns the boards of the lessons, as in their messages.
func sheetLessons(t *testing.T, g *games.Game) (list []scene.Scene) {
	t.Helper()
	for _, b := range lesson.Of(g.ID) {
		pos, err := b.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		s := pos.View(b.Seat).Choosing("").Draw(nil, nil, games.Spectator, nil)
		s.Cropped = true
		list = append(list, s)
	}
	return list
}

// sheetCharts returns the charts of tournaments and reviews.
func sheetCharts() []chart.Chart {
	list := []string{"Marge", "Homer", "Lisa", "Bartholomew the Second", "Ned", "Computer 1", "Moe", "Maggie"}
	table := chart.Chart{Title: "Iceberg Cup", Head: []string{"#", "player", "points", "wins", "score"}}
	for i, name := range list {
		table.Rows = append(table.Rows,
			[]string{strconv.Itoa(i + 1), name, strconv.Itoa(14 - 2*i), strconv.Itoa(7 - i), strconv.Itoa(60 - 20*i)})
	}
	final := table
	final.Rows = slices.Clone(table.Rows)
	final.Rows[2], final.Rows[3] = slices.Clone(table.Rows[2]), slices.Clone(table.Rows[3])
	final.Rows[2][1], final.Rows[3][1] = list[3], list[2]
	final.Podium = []string{list[0], list[1], list[3]}
	two := final
	two.Podium, two.Rows = list[:2], table.Rows[:2]
	bracket := chart.Chart{
		Title: "Club bracket", Titles: []string{"Round 1", "Round 2", "Final"},
		ThirdTitle: "third place", Third: &chart.Pair{A: "Lisa", ScoreA: "20", B: "Moe", ScoreB: "28", Won: 2},
	}
	for n, winners := 4, list; n > 0; n /= 2 {
		var level []chart.Pair
		var next []string
		for i := range n {
			level = append(level, chart.Pair{A: winners[2*i], ScoreA: "27", B: winners[2*i+1], ScoreB: "21", Won: 1})
			next = append(next, winners[2*i])
		}
		winners = next
		bracket.Levels = append(bracket.Levels, level)
	}
	open := bracket
	open.Third, open.Levels = nil, [][]chart.Pair{bracket.Levels[0], {{A: "Marge", B: "Lisa"}, {A: "Ned"}}, {{}}}
	game := func(names ...string) (g []chart.Line) {
		for i, name := range names {
			g = append(g, chart.Line{Name: name, Score: strconv.Itoa(40 - 7*i), Won: i == 0})
		}
		return g
	}
	knockout := chart.Chart{Title: "Iceberg Cup", Rounds: []chart.Round{
		{Title: "Round 1", Games: [][]chart.Line{game(list[:4]...), game(list[4:]...), game("Ann", "Bob", "Cleo")}},
		{Title: "Final", Games: [][]chart.Line{game("Marge", "Ann", "Ned")}},
	}}
	running := chart.Chart{Title: "Iceberg Cup", Rounds: []chart.Round{
		{Title: "Round 1", Games: [][]chart.Line{
			game("Marge", "Homer"),
			{{Name: "Lisa"}, {Name: "Bartholomew the Second"}},
		}},
		{Title: "Final", Games: [][]chart.Line{{{Name: "Marge"}, {}}}},
	}}
	four := chart.Chart{
		Title: "Club bracket", Titles: []string{"Round 1", "Final"},
		Levels: [][]chart.Pair{{{A: "Marge", B: "Homer"}, {A: "Lisa", B: "Ned"}}, {{}}},
	}
	var course chart.Course
	for i := range 60 {
		course.Shares = append(course.Shares, .5+.4*math.Sin(float64(i)/9)*math.Cos(float64(i)))
	}
	course.Turns, course.Names = []int{7, 24, 41}, [2]string{"South Marge", "North Homer"}
	return []chart.Chart{table, final, two, bracket, open, knockout, running, four, {Title: "Kalah", Course: &course}}
}

// sheetMoments returns five scenes of a match of the usual computer player, as the player to move
// sees them: the start, the middle, the choice of a piece, the choice of a target, and the end.
func sheetMoments(t *testing.T, g *games.Game, setup games.Setup) (list []scene.Scene) {
	t.Helper()
	pos, err := g.Start(setup)
	if err != nil {
		t.Fatal(err)
	}
	var before *games.Position
	var by games.Seat
	var moves []string
	turns, middle := 0, 31
	if g.ID == "kalah" {
		middle = 13
	}
	if len(setup.Options) > 0 {
		middle = 9
	}
	for n := uint64(0); ; n++ {
		_, over := pos.Outcome()
		seat := games.Spectator
		if g.Hidden {
			seat = 0
		}
		if playing := !g.Arranges || pos.Turn().Phase != referee.SettingUp; playing {
			turns++
		} else if n == 0 {
			list = append(list, drawn(pos, before, seat, by, moves))
		}
		if turns == longest && !over {
			pos, over = resigned(t, pos), true
		}
		if turns == 1 || over {
			list = append(list, drawn(pos, before, seat, by, moves))
		}
		if over {
			told := drawn(pos, before, seat, by, moves)
			told.Told, told.Sides = true, slices.Clone(told.Sides)
			end, _ := pos.Outcome()
			for i := range told.Sides {
				told.Sides[i].Won = end.Winners().Has(games.Seat(told.Sides[i].Seat))
			}
			return append(list, told)
		}
		if turns == middle || turns > middle && turns < middle+9 && g.Hidden && len(list) < 5 &&
			pos.Turn().Waiting.Has(0) {
			list = append(list, drawn(pos, before, seat, by, moves))
			who := seat
			if !g.Hidden {
				for who = range pos.Turn().Waiting.All() {
					break
				}
			}
			legal := slices.Collect(pos.View(who).Legal())
			half := legal[len(legal)/3]
			for _, choice := range []string{"", half} {
				v := pos.View(seat).Choosing(choice)
				if choice != "" {
					if some := pos.View(who).Complete(""); len(some) > 0 {
						v = pos.View(seat).Choosing(some[len(some)/2].Text)
					}
				}
				list = append(list, v.Draw(names, before.View(seat), by, moves))
			}
		}
		mover, move, next := goOn(t, g, pos, n)
		before, by, moves, pos = pos, mover, []string{move}, next
	}
}

// longest is the number of turns after which a match on a sheet ends, because somebody resigns.
const longest = 300

func resigned(t *testing.T, pos *games.Position) *games.Position {
	t.Helper()
	played, err := pos.Rule(games.Ruling{Kind: games.Resign, Seat: 1})
	if err != nil {
		t.Fatal(err)
	}
	return played.Next
}

func scaled(m image.Image, w, h int) image.Image {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.CatmullRom.Scale(out, out.Rect, m, m.Bounds(), draw.Src, nil)
	return out
}

func greyed(m image.Image) image.Image {
	out := image.NewGray(m.Bounds())
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// sheet arranges pictures in rows, on Discord's grey background.
func sheet(list []image.Image, perRow int) image.Image {
	const gap = 12
	w, h, x, y, row := 0, 0, gap, gap, 0
	var at []image.Point
	for i, m := range list {
		if i%perRow == 0 && i > 0 {
			x, y, row = gap, y+row+gap, 0
		}
		at = append(at, image.Pt(x, y))
		x, row = x+m.Bounds().Dx()+gap, max(row, m.Bounds().Dy())
		w, h = max(w, x), max(h, y+row+gap)
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	draw.Draw(out, out.Rect, image.NewUniform(color.RGBA{0x31, 0x33, 0x38, 0xFF}), image.Point{}, draw.Src)
	for i, m := range list {
		draw.Draw(out, m.Bounds().Add(at[i]), m, image.Point{}, draw.Src)
	}
	return out
}

// goOn lets a computer player make the next move. It returns who moved, the move and the position
// after it.
func goOn(t *testing.T, g *games.Game, pos *games.Position,
	seed uint64,
) (mover games.Seat, move string, next *games.Position) {
	t.Helper()
	for mover = range pos.Turn().Waiting.All() {
		break
	}
	move, err := pos.View(mover).Choose(context.Background(), g.DefaultLevel, games.Budget{Nodes: 1500, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	played, err := pos.Play(mover, move)
	if err != nil {
		t.Fatal(err)
	}
	return mover, move, played.Next
}
