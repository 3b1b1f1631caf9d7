package think_test

import (
	"iter"
	"strconv"

	"paddock/games"
	"paddock/games/scene"
)

// count is a position of a game that never ends: seat 0 adds 1, 2 or 3.
type count int

type countRules struct{ hidden bool }

func (r countRules) Info() games.Info {
	return games.Info{
		ID: "count", Name: "Count", Hidden: r.hidden, MinSeats: 2, MaxSeats: 2,
		SeatNames: []string{"One", "Two"},
	}
}
func (countRules) Start(games.Setup) (count, error)     { return 0, nil }
func (countRules) Turn(count) games.Turn                { return games.Turn{Waiting: 1, Phase: games.Play} }
func (countRules) Outcome(count) (games.Outcome, bool)  { return games.Outcome{}, false }
func (countRules) View(c count, _ games.Seat) count     { return c }
func (countRules) Format(_ count, m int) string         { return strconv.Itoa(m) }
func (countRules) Parse(_ count, s string) (int, error) { return strconv.Atoi(s) }
func (countRules) Check(_ count, m int) error {
	if m < 1 || m > 3 {
		return games.Refuse("%d is not 1, 2 or 3.", m)
	}
	return nil
}

func (countRules) Apply(c count, _ games.Seat, m int) (count, []games.Event) {
	return c + count(m), nil
}
func (countRules) Complete(count, string) []games.Completion        { return nil }
func (countRules) AppendText(b []byte, c count) []byte              { return strconv.AppendInt(b, int64(c), 10) }
func (countRules) ParseText(string) (count, error)                  { return 0, nil }
func (countRules) Draw(count, games.Drawing[count]) (s scene.Scene) { return s }

func (countRules) Legal(count) iter.Seq[int] {
	return func(yield func(int) bool) {
		for m := 1; m <= 3 && yield(m); m++ {
		}
	}
}
