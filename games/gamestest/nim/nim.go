// Package nim is a small game for tests, Nim: two seats take turns to remove any number of stones
// from one heap, and the player who takes the last stone wins. It proves that a game is one folder
// and one line of the catalogue.
package nim

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/scene"
)

const heaps = 3

// position is the whole game: stones by heap, and the seat to move. It is comparable and copied by
// assignment.
type position struct {
	Heaps [heaps]int
	ToGo  games.Seat
}

// move takes Count stones from a heap; people see heaps as a, b, c.
type move struct{ Heap, Count int }

// New returns the game.
func New() *games.Game {
	return games.New(rules{},
		player(games.Easy, "takes anything", random),
		player(games.Medium, "looks for the winning move every other time", sometimes),
		player(games.Hard, "plays perfectly", perfect),
		player(games.Master, "plays perfectly", perfect))
}

type rules struct{}

func (rules) Info() games.Info {
	return games.Info{
		ID: "nim", Name: "Nim", Summary: "Take stones from one of three heaps; the last stone wins", Version: 1,
		MinSeats: 2, MaxSeats: 2, SeatNames: []string{"First", "Second"}, SideOption: "first",
		Options: []games.Option{{
			Name: "stones", Help: "Stones in the largest heap", Default: "5", Min: 3,
			Max: 12,
		}},
		DefaultLevel: games.Medium,
		Rules:        "Take one or more stones from a single heap. Whoever takes the last stone wins.",
		Examples: []games.Example{{
			Position: "nim/1 1.0.2 to=0", Move: "c1", After: "nim/1 1.0.1 to=1",
			Say: "First leaves two equal heaps and wins whatever Second does.",
		}},
	}
}

func (rules) Start(s games.Setup) (position, error) {
	n := s.Options.Int("stones")
	return position{Heaps: [heaps]int{n - 2, n - 1, n}}, nil
}

func (rules) Turn(p position) games.Turn {
	if p.stones() == 0 {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(p.ToGo), Phase: games.Play}
}

func (rules) Outcome(p position) (games.Outcome, bool) {
	if p.stones() > 0 {
		return games.Outcome{}, false
	}
	winner := 1 - p.ToGo
	return games.Win(winner, "last", games.Say("%s took the last stone.", seatName(winner))), true
}

func (rules) View(p position, _ games.Seat) position { return p }

func (rules) Legal(p position) iter.Seq[move] {
	return func(yield func(move) bool) {
		for h, n := range p.Heaps {
			for c := 1; c <= n; c++ {
				if !yield(move{h, c}) {
					return
				}
			}
		}
	}
}

func (rules) Check(p position, m move) error {
	if left := p.Heaps[m.Heap]; m.Count < 1 || m.Count > left {
		return games.Refuse("Heap %c holds %d, so you can't take %d. Take at least one and at most what is there.",
			'a'+m.Heap, left, m.Count)
	}
	return nil
}

func (rules) Apply(p position, seat games.Seat, m move) (position, []games.Event) {
	p.Heaps[m.Heap] -= m.Count
	p.ToGo = 1 - seat
	return p, nil
}

func (rules) Format(_ position, m move) string { return fmt.Sprintf("%c%d", 'a'+m.Heap, m.Count) }

func (rules) Parse(_ position, text string) (move, error) {
	text = strings.ToLower(strings.ReplaceAll(text, " ", ""))
	if len(text) < 2 || text[0] < 'a' || text[0] >= 'a'+heaps {
		return move{}, games.Refuse("A move is a heap and a number, for instance b2.")
	}
	n, err := strconv.Atoi(text[1:])
	if err != nil {
		return move{}, games.Refuse("A move is a heap and a number, for instance b2.")
	}
	return move{Heap: int(text[0] - 'a'), Count: n}, nil
}

func (r rules) Complete(p position, text string) []games.Completion {
	text = strings.ToLower(strings.TrimSpace(text))
	var list []games.Completion
	if text == "" {
		for h, n := range p.Heaps {
			if n > 0 {
				list = append(list,
					games.Completion{
						Text:  string(rune('a' + h)),
						Label: games.Say("heap %s · stones: %d", string(rune('a'+h)), n),
					})
			}
		}
		return list
	}
	for m := range r.Legal(p) {
		if s := r.Format(p, m); strings.HasPrefix(s, text) {
			list = append(list,
				games.Completion{
					Text: s, Label: games.Say("take %d from heap %s", m.Count, string(rune('a'+m.Heap))),
					Whole: true,
				})
		}
	}
	return list
}

func (rules) AppendText(b []byte, p position) []byte {
	return fmt.Appendf(b, "nim/1 %d.%d.%d to=%d", p.Heaps[0], p.Heaps[1], p.Heaps[2], p.ToGo)
}

func (r rules) ParseText(text string) (position, error) {
	var p position
	_, err := fmt.Sscanf(text, "nim/1 %d.%d.%d to=%d", &p.Heaps[0], &p.Heaps[1], &p.Heaps[2], &p.ToGo)
	if err != nil || p.ToGo < 0 || p.ToGo > 1 || string(r.AppendText(nil, p)) != text {
		return position{}, games.Refuse("This is no position of Nim. One looks like this: nim/1 3.4.5 to=0.")
	}
	return p, nil
}

func (r rules) Draw(p position, d games.Drawing[position]) scene.Scene {
	result := d.Result(r.Outcome(p))
	sc := scene.Scene{
		Family: scene.Squares, Cols: heaps, Rows: 1, RowLabels: []string{""}, TextWidth: 2,
		Result: result, Turned: d.Facing == 1,
	}
	words := "Nim."
	for h, n := range p.Heaps {
		name := string(rune('a' + h))
		sc.ColLabels = append(sc.ColLabels, name)
		sc.Cells = append(sc.Cells, scene.Cell{
			Col: h, Name: name, Ground: scene.Plain, Count: n, Text: strconv.Itoa(n),
			Words: fmt.Sprintf("%s, %d", name, n),
		})
		words += fmt.Sprintf(" Heap %s: %d.", name, n)
	}
	for s := range games.Seat(2) {
		side := scene.Side{Seat: int8(s), Label: seatName(s), ToMove: s == p.ToGo && result == ""}
		if int(s) < len(d.Names) {
			side.Name = d.Names[s]
			side.Label += " " + side.Name
		}
		sc.Sides = append(sc.Sides, side)
	}
	if len(d.Last.Moves) > 0 {
		sc.Caption = "last: " + seatName(d.Last.Seat) + " " + strings.Join(d.Last.Moves, "-")
		sc.Below = []string{sc.Caption}
	}
	if result != "" {
		sc.Below = append(sc.Below, result)
	}
	if sc.Words = words + " " + result; result == "" {
		sc.Words = words + " " + seatName(p.ToGo) + " to move."
	}
	return sc
}

func (p position) stones() (n int) {
	for _, h := range p.Heaps {
		n += h
	}
	return n
}

func seatName(s games.Seat) string { return rules{}.Info().SeatNames[s] }

func player(name, help string, choose func(position, games.Budget) move) games.Player[position, move] {
	return games.Player[position, move]{
		Name: name, Help: help,
		Choose: func(_ context.Context, p position, b games.Budget) (move, error) { return choose(p, b), nil },
	}
}

func random(p position, b games.Budget) move {
	rng := rand.New(rand.NewPCG(b.Seed, 0))
	moves := slices.Collect(rules{}.Legal(p))
	return moves[rng.IntN(len(moves))]
}

func sometimes(p position, b games.Budget) move {
	if b.Seed%2 == 0 {
		return random(p, b)
	}
	return perfect(p, b)
}

// perfect leaves heaps whose binary digits cancel out (Bouton 1901), if possible.
func perfect(p position, b games.Budget) move {
	x := p.Heaps[0] ^ p.Heaps[1] ^ p.Heaps[2]
	for h, n := range p.Heaps {
		if left := n ^ x; left < n {
			return move{h, n - left}
		}
	}
	return random(p, b)
}
