// Command boards draws every game of the catalogue at several moments, as text, picture and replay,
// and tournaments, for the documentation:
//
//	go run ./render/boards -out docs/boards
//
// A computer player plays the games with a fixed number of nodes, so the same program writes the
// same files. The command is not part of the bot. After a change in paddock/render, look at its
// files at full size and at the width of a phone.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/referee"
	"paddock/games/scene"
	"paddock/render"
)

// names are long enough to test how long names are drawn.
var names = []string{"Marge", "Homer", "Lisa", "Bart"}

// moments lists the numbers of turns after which a board is written. The end is written too.
var moments = []int{0, 1, 12, 36}

const (
	longest = 400 // most turns of a game
	replay  = 25  // most positions of an animation
)

func main() {
	log.SetFlags(0)
	var look scene.Look
	flag.BoolVar(&look.Light, "light", false, "for a light Discord")
	flag.BoolVar(&look.Contrast, "contrast", false, "strong contrasts")
	flag.BoolVar(&look.Large, "large", false, "larger pieces")
	out := flag.String("out", "docs/boards", "folder to write to; it is made if need be")
	only := flag.String("game", "", "one game instead of all")
	all := flag.Bool("all", false, "every value of every option too")
	flag.Parse()
	if err := run(*out, *only, look, *all); err != nil {
		log.Fatal(err)
	}
}

func run(out, only string, look scene.Look, all bool) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	p := press{out: out, look: look, renderer: render.New(nil, 1)}
	for _, g := range catalog.Games() {
		if only != "" && string(g.ID) != only {
			continue
		}
		for _, v := range variants(g, all) {
			if err := p.game(g, v); err != nil {
				return fmt.Errorf("%s: %w", v.name, err)
			}
		}
	}
	if only != "" {
		return nil
	}
	return p.charts()
}

// variant is a choice of options, and the beginning of its file names.
type variant struct {
	name  string
	setup games.Setup
}

// fileName returns a value of an option as part of a file name.
func fileName(value string) string {
	return strings.Join(strings.FieldsFunc(value, func(r rune) bool { return r == ' ' || r == ',' }), "-")
}

func variants(g *games.Game, all bool) []variant {
	list := []variant{{string(g.ID), games.Setup{Seats: g.MinSeats}}}
	if !all {
		return list
	}
	for n := g.MinSeats + 1; n <= g.MaxSeats; n++ {
		list = append(list, variant{fmt.Sprintf("%s-%d-seats", g.ID, n), games.Setup{Seats: n}})
	}
	for _, o := range g.Options {
		for _, value := range o.Values() {
			if value != o.Default {
				setup := games.Setup{Seats: g.MaxSeats, Options: games.Options{o.Name: value}}
				list = append(list, variant{fmt.Sprintf("%s-%s-%s", g.ID, o.Name, fileName(value)), setup})
			}
		}
	}
	return list
}

// press writes files.
type press struct {
	out      string
	look     scene.Look
	renderer *render.Renderer
}

// game plays one game and writes its boards.
func (p *press) game(g *games.Game, v variant) error {
	setup, err := g.Complete(v.setup)
	if err != nil {
		return err
	}
	pos, err := g.Start(setup)
	if err != nil {
		return err
	}
	viewers := []games.Seat{games.Spectator}
	if g.Hidden {
		viewers = append(viewers, 0, 1)
	}
	var frames []scene.Scene // one move per frame, as spectators see it
	show := func(pos *games.Position, t turn) {
		if !g.Arranges || pos.Turn().Phase != referee.SettingUp {
			frames = append(frames, p.looked(t.draw(pos, games.Spectator)))
		}
	}
	show(pos, turn{})
	last := turn{}
	for n := 0; ; n++ {
		_, over := pos.Outcome()
		for _, viewer := range viewers {
			s := p.looked(last.draw(pos, viewer))
			if err := p.board(v.name+seen(g, viewer), s, n, over); err != nil {
				return err
			}
		}
		if over || n == longest {
			break
		}
		if pos, last, err = next(g, pos, uint64(n), show); err != nil {
			return err
		}
	}
	gif, err := p.renderer.GIF(context.Background(), frames[:min(len(frames), replay)], render.Pace{})
	if err != nil {
		return err
	}
	return p.write(v.name+"-replay.gif", gif)
}

func (p *press) looked(s scene.Scene) scene.Scene {
	s.Look = p.look
	return s
}

func seen(g *games.Game, viewer games.Seat) string {
	if !g.Hidden {
		return ""
	}
	return "-" + strings.ToLower(g.SeatName(viewer))
}

// board writes a position if it is one of the moments, as NAME-012.png or NAME-end.png and the same
// as text.
func (p *press) board(name string, s scene.Scene, n int, over bool) error {
	if !over && !slices.Contains(moments, n) {
		return nil
	}
	if name += fmt.Sprintf("-%03d", n); over {
		name = name[:len(name)-3] + "end"
	}
	png, err := p.renderer.PNG(s)
	if err != nil {
		return err
	}
	fmt.Printf("%-40s %6d bytes, text %4d and words %4d characters\n", name, len(png), len([]rune(render.Text(s))),
		len([]rune(s.Words)))
	if err := p.write(name+".png", png); err != nil {
		return err
	}
	return p.write(name+".txt", []byte(render.Text(s)+"\n\n"+s.Words+"\n"))
}

func (p *press) write(name string, data []byte) error {
	return os.WriteFile(filepath.Join(p.out, name), data, 0o644)
}

// turn is all moves of one seat before another is to move.
type turn struct {
	before *games.Position
	seat   games.Seat
	moves  []string
}

func (t turn) draw(pos *games.Position, viewer games.Seat) scene.Scene {
	if t.before == nil {
		return pos.View(viewer).Draw(names, nil, 0, nil)
	}
	return pos.View(viewer).Draw(names, t.before.View(viewer), t.seat, t.moves)
}

// next plays one turn with the game's usual computer player and shows the position after each move.
func next(g *games.Game, pos *games.Position, seed uint64,
	show func(*games.Position, turn),
) (*games.Position, turn, error) {
	t := turn{before: pos}
	for t.seat = range pos.Turn().Waiting.All() {
		break
	}
	for range 100 {
		move, err := pos.View(t.seat).Choose(context.Background(), g.DefaultLevel,
			games.Budget{Nodes: 3000, Seed: seed})
		if err != nil {
			return nil, t, err
		}
		played, err := pos.Play(t.seat, move)
		if err != nil {
			return nil, t, err
		}
		before := pos
		pos = played.Next
		t.moves = append(t.moves, move)
		show(pos, turn{before, t.seat, []string{move}})
		if !pos.Turn().Waiting.Has(t.seat) {
			break
		}
	}
	return pos, t, nil
}
