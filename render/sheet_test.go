package render_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/image/draw"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/referee"
	"paddock/games/scene"
	"paddock/render"
)

// TestSheets writes contact sheets of all pictures to the folder that PADDOCK_SHEETS names, to be looked at: for each game its start, middle, choices
// and end; dark and light; as high as a desktop shows them (350 pixels), as wide as a phone does (390), and without colours.
func TestSheets(t *testing.T) {
	dir := os.Getenv("PADDOCK_SHEETS")
	if dir == "" {
		t.Skip("set PADDOCK_SHEETS to a folder to write sheets of all pictures")
	}
	r := render.New(nil, 1)
	for _, g := range catalog.Games() {
		moments := sheetMoments(t, g)
		for name, look := range map[string]scene.Look{"dark": {}, "light": {Light: true}, "contrast": {Contrast: true}, "large": {Large: true}} {
			var full, desktop, phone, grey []image.Image
			for _, s := range moments {
				s.Look = look
				b, err := r.PNG(s)
				if err != nil {
					t.Fatal(err)
				}
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
				if err := os.WriteFile(filepath.Join(dir, string(g.ID)+"-"+name+"-"+size+".png"), out.Bytes(), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// sheetMoments returns five scenes of a match of the usual computer player, as the player to move sees them: the start, the middle, the choice of a piece, the
// choice of a target, and the end.
func sheetMoments(t *testing.T, g *games.Game) (list []scene.Scene) {
	pos, err := g.Start(games.Setup{Seats: g.MinSeats, Seed: 3})
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
		if turns == 1 || over || turns == 300 {
			list = append(list, drawn(pos, before, seat, by, moves))
		}
		if over || turns == 300 {
			told := drawn(pos, before, seat, by, moves)
			told.Told, told.Sides = true, slices.Clone(told.Sides)
			told.Sides[0].Won = true
			return append(list, told)
		}
		if turns == middle || turns > middle && turns < middle+9 && g.Hidden && len(list) < 5 && pos.Turn().Waiting.Has(0) {
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
		var mover games.Seat
		for mover = range pos.Turn().Waiting.All() {
			break
		}
		move, err := pos.View(mover).Choose(context.Background(), g.DefaultLevel, games.Budget{Nodes: 1500, Seed: n})
		if err != nil {
			t.Fatal(err)
		}
		played, err := pos.Play(mover, move)
		if err != nil {
			t.Fatal(err)
		}
		before, by, moves, pos = pos, mover, []string{move}, played.Next
	}
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

// sheet lays pictures out in rows, on the grey of Discord.
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
