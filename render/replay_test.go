package render_test

import (
	"bytes"
	"context"
	"image/gif"
	"testing"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/scene"
	"paddock/render"
)

// match returns n positions of a game that a computer player plays against itself, one move per
// frame, as spectators see it.
func match(tb testing.TB, g *games.Game, n int) []scene.Scene {
	tb.Helper()
	setup := games.Setup{Seats: g.MinSeats}
	if g.ID == "kalah" {
		setup.Options = games.Options{"beans": "6"} // the loop makes the match longer
	}
	pos, err := g.Start(setup)
	if err != nil {
		tb.Fatal(err)
	}
	var frames []scene.Scene
	var before *games.Position
	var by games.Seat
	var moves []string
	for seed := uint64(1); ; seed++ {
		if !g.Arranges || pos.Turn().Phase != games.Phase("setup") {
			frames = append(frames, drawn(pos, before, games.Spectator, by, moves))
		}
		if _, over := pos.Outcome(); over || len(frames) == n {
			return frames
		}
		for by = range pos.Turn().Waiting.All() {
			break
		}
		move, err := pos.View(by).Choose(context.Background(), g.DefaultLevel, games.Budget{Nodes: 2000, Seed: seed})
		if err != nil {
			tb.Fatal(err)
		}
		played, err := pos.Play(by, move)
		if err != nil {
			tb.Fatal(err)
		}
		before, moves, pos = pos, []string{move}, played.Next
	}
}

// BenchmarkReplay measures a match of 60 positions whose pieces move along their way.
func BenchmarkReplay(b *testing.B) {
	for _, g := range catalog.Games() {
		frames := match(b, g, 60)
		b.Run(string(g.ID), func(b *testing.B) {
			r := render.New(nil, 1)
			var out []byte
			var err error
			b.ReportAllocs()
			for b.Loop() {
				if out, err = r.GIF(context.Background(), frames, render.Pace{}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(out)), "B/gif")
			b.ReportMetric(float64(len(frames)), "positions")
			m, err := gif.DecodeAll(bytes.NewReader(out))
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(m.Image)), "images")
			b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N*len(m.Image)), "ms/image")
		})
	}
}
