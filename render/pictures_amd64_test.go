package render

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"maps"
	"slices"
	"strings"
	"testing"

	"paddock/games/gamestest/golden"
	"paddock/games/scene"
)

// TestPicturesStayAsTheyWereLookedAt compares all pictures, pixel by pixel, and texts with those
// that a person has looked at. No other test notices a line that is slightly wrong, or a label in
// the wrong size. After a change, look at the pictures that are named (PADDOCK_SHEETS,
// PADDOCK_CHARTS), then use -update.
//
// The pictures of other processors may differ in a shade, because Go rounds products differently
// there.
func TestPicturesStayAsTheyWereLookedAt(t *testing.T) {
	t.Parallel()
	r := New(nil, 1)
	var list strings.Builder
	note := func(name string, b []byte) { fmt.Fprintf(&list, "%s: %.6x\n", name, sha256.Sum256(b)) }
	drawn := func(name string, b []byte, err error) {
		t.Helper()
		m, decoded := png.Decode(bytes.NewReader(b))
		if err != nil || decoded != nil {
			t.Fatalf("%s: %v, %v", name, err, decoded)
		}
		pixels := image.NewRGBA(m.Bounds())
		draw.Draw(pixels, m.Bounds(), m, image.Point{}, draw.Src)
		note(fmt.Sprintf("%s, %d × %d", name, m.Bounds().Dx(), m.Bounds().Dy()), pixels.Pix)
	}
	all := scenes()
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := all[name]
		looks := []scene.Look{{}, {Large: true}}
		if slices.Contains(benchmarked, name) {
			looks = append(looks, scene.Look{Light: true}, scene.Look{Contrast: true})
		}
		for _, s.Look = range looks {
			b, err := r.PNG(s)
			drawn(fmt.Sprintf("%s %+v", name, s.Look), b, err)
		}
		s = all[name]
		svg, err := r.SVG(s)
		if err != nil {
			t.Fatal(err)
		}
		note(name+", SVG", svg)
		note(name+", text", []byte(Text(s)))
		s.Form = scene.Thumb
		b, err := r.PNG(s)
		drawn(name+", thumbnail", b, err)
		card, beside := cardOf(scenes()[name])
		b, err = r.PNG(card)
		drawn(name+", card", b, err)
		card.Beside = &beside
		b, err = r.PNG(card)
		drawn(name+", card of two", b, err)
	}
	odd := oddPictures()
	for _, name := range slices.Sorted(maps.Keys(odd)) {
		b, err := r.PNG(odd[name])
		looked(t, name, b)
		drawn(name, b, err)
	}
	for _, name := range benchmarked {
		gif, err := r.GIF(context.Background(), replay(name, 8), Pace{})
		if err != nil {
			t.Fatal(err)
		}
		note(name+", replay", gif)
	}
	named := drawnCharts()
	for _, name := range slices.Sorted(maps.Keys(named)) {
		b, err := r.Chart(named[name])
		drawn("chart "+name, b, err)
	}
	golden.Check(t, "testdata/pictures.txt", list.String())
}

// oddPictures returns icons, and pictures that the middle of a game never shows: cards of boards
// without pieces, with points, with names that the fonts lack and with scores that don't fit, odd
// seas, armies out of sight, and lost pieces of every rank.
func oddPictures() map[string]scene.Scene {
	list := map[string]scene.Scene{"icon of beans": scene.IconOf(scene.Pits, scene.Piece{})}
	for seat := range int8(4) {
		p := scene.Piece{Shape: scene.Penguin, Letter: "RWNK"[seat : seat+1], Seat: seat}
		list[fmt.Sprint("icon of penguin ", seat)] = scene.IconOf(scene.Hexes, p)
	}
	for i, shape := range []scene.Shape{scene.Sheep, scene.Fox} {
		list["icon of "+string(shape)] = scene.IconOf(scene.Graph, scene.Piece{Shape: shape, Seat: int8(i)})
	}
	for seat := range int8(2) {
		for rank := scene.NoRank; rank <= scene.Marshal; rank++ {
			p := scene.Piece{Shape: scene.Soldier, Letter: "?FBS23456789X"[rank : rank+1], Rank: rank, Seat: seat}
			list[fmt.Sprintf("icon of soldier %2d of %d", rank, seat)] = scene.IconOf(scene.Squares, p)
		}
	}
	for _, name := range benchmarked {
		card, _ := cardOf(scenes()[name])
		with := func(what string, change func(s *scene.Scene)) {
			s := card
			s.Cells, s.Sides = slices.Clone(s.Cells), slices.Clone(s.Sides)
			change(&s)
			list["card of "+name+" "+what] = s
		}
		with("without pieces", func(s *scene.Scene) {
			for i := range s.Cells {
				s.Cells[i].Piece, s.Cells[i].Ground = scene.Piece{}, scene.Plain
			}
		})
		with("with points", func(s *scene.Scene) {
			for i := range s.Sides {
				s.Sides[i].Points = 12 * i
			}
		})
		with("in other letters", func(s *scene.Scene) { s.Result, s.Caption = "日本 won.", "south won, 25 to 23" })
		with("with long scores", func(s *scene.Scene) {
			for i := range s.Sides {
				s.Sides[i].Score = "a score that leaves no room for the seat"
			}
		})
	}
	for _, flat := range []bool{false, true} {
		for name, rows := range map[string][]string{
			"of one tile": {"1"}, "that is high": slices.Repeat([]string{"1 2"}, 20),
			"that is wide": {strings.Repeat("3 ", 14)}, "of three rows": {"1 2 3", "1 R2 .", "3 2 1"},
		} {
			list[fmt.Sprintf("sea %s, flat %t", name, flat)] = fishScene(flat, rows...)
		}
	}
	for _, note := range []string{"paddock 2/9", "9", "in the paddock stand 2 of the 9 sheep"} {
		s := scenes()["halatafl chain"]
		s.Note = note
		list["halatafl, "+strings.ReplaceAll(note, "/", " of ")] = s
	}
	for ready := range int8(2) {
		s := scenes()["stratego red"]
		s.Sides, s.Cells = slices.Clone(s.Sides), slices.Clone(s.Cells)
		for i := range s.Sides {
			s.Sides[i].ToMove = s.Sides[i].Seat != ready
		}
		for i := range s.Cells {
			if row := s.Cells[i].Row; row < 4 || row > 5 {
				s.Cells[i].Ground, s.Cells[i].Owner, s.Cells[i].Piece = scene.Camp, int8(row/6), scene.Piece{}
			}
		}
		list[fmt.Sprint("stratego, ready is seat ", ready)] = s
	}
	s := scenes()["stratego red"]
	s.Sides = slices.Clone(s.Sides)
	for i := range s.Sides {
		s.Sides[i].Lost = nil
		for rank := scene.Flag; rank <= scene.Marshal; rank++ {
			p := scene.Piece{Shape: scene.Soldier, Letter: "?FBS23456789X"[rank : rank+1], Rank: rank, Seat: int8(i)}
			s.Sides[i].Lost = append(s.Sides[i].Lost, scene.Loss{Piece: p, Count: int(rank)})
		}
	}
	list["stratego with losses of every rank"] = s
	return list
}
