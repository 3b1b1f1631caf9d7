// Package race is a small game for tests, for two to four: a move is 1 to 3 steps, and the first to
// reach the goal wins. It goes on without a player, skips turns, can begin with a turn of all at
// once, and can be played with secrets.
package race

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"sync/atomic"

	"paddock/games"
	"paddock/games/scene"
)

// race is the rules. A move with an exclamation mark ("2!") earns another turn. With the option
// ready the seats first say "ready", all at once. With the option place each first says "here" in
// turn. It can skip and remove seats, as Fish can.
type race struct{ hidden bool }

type position struct {
	Seats int
	Steps [games.MaxSeats]int
	Out   games.Seats
	Ready games.Seats // seats that have not said "ready" yet
	Here  int         // number of seats that still have to say "here"
	ToGo  games.Seat
	Goal  int
}

// New returns the game; hidden, it is called darkrace and counts as one with secrets.
func New(hidden bool) *games.Game { return games.New(race{hidden}, walker) }

// walker is the computer player.
var walker = games.Player[position, string]{Name: games.Medium, Help: "walks", Choose: walk}

func walk(_ context.Context, p position, _ games.Budget) (string, error) {
	switch {
	case p.Ready != 0:
		return "ready", nil
	case p.Here > 0:
		return "here", nil
	}
	return "1", nil
}

func (r race) Info() games.Info {
	id := games.ID("race")
	if r.hidden {
		id = "darkrace"
	}
	number := func(name, value string, most int) games.Option {
		return games.Option{Name: name, Help: name, Default: value, Max: most}
	}
	return games.Info{
		ID: id, Name: "Race", Summary: "a toy", Version: 1, Hidden: r.hidden, MinSeats: 2, MaxSeats: 4,
		SeatNames: []string{"Red", "Green", "Blue", "Grey"}, DefaultLevel: games.Medium,
		Options: []games.Option{number("goal", "9", 99), number("ready", "0", 1), number("place", "0", 1)},
	}
}

func (race) Start(s games.Setup) (position, error) {
	p := position{Seats: s.Seats, Goal: s.Options.Int("goal")}
	if s.Options.Int("ready") == 1 {
		p.Ready = 1<<s.Seats - 1
	}
	if s.Options.Int("place") == 1 {
		p.Here = s.Seats
	}
	if p.Goal < 1 {
		return p, games.Refuse("A race needs a goal. Choose one from 1 to 99.")
	}
	return p, nil
}

func (p position) winner() (games.Seat, bool) {
	left := games.Seats(1<<p.Seats-1) &^ p.Out
	for s := range games.Seat(p.Seats) {
		if p.Steps[s] >= p.Goal || left == games.SeatSet(s) {
			return s, true
		}
	}
	return 0, false
}

func (race) Turn(p position) games.Turn {
	_, over := p.winner()
	switch {
	case over:
		return games.Turn{}
	case p.Ready != 0:
		return games.Turn{Waiting: p.Ready, Phase: "setup"}
	case p.Here > 0:
		return games.Turn{Waiting: games.SeatSet(p.ToGo), Phase: "place"}
	}
	return games.Turn{Waiting: games.SeatSet(p.ToGo), Phase: games.Play}
}

func (race) Outcome(p position) (games.Outcome, bool) {
	winner, over := p.winner()
	if !over {
		return games.Outcome{}, false
	}
	o := games.Outcome{
		Score: p.Steps, Reason: "goal",
		Say: games.Say("Seat %d wins with %d steps.", int(winner)+1, p.Steps[winner]),
	}
	for s := range p.Seats {
		o.Place[s] = 2
	}
	o.Place[winner] = 1
	return o, true
}

func (p position) next() position {
	p.Here = max(p.Here-1, 0)
	for {
		p.ToGo = (p.ToGo + 1) % games.Seat(p.Seats)
		if !p.Out.Has(p.ToGo) {
			return p
		}
	}
}

func (race) View(p position, _ games.Seat) position { return p }

func (race) Legal(p position) iter.Seq[string] {
	return func(yield func(string) bool) {
		list := []string{"1", "2", "3", "1!", "2!", "3!"}
		if p.Ready != 0 {
			list = []string{"ready"}
		} else if p.Here > 0 {
			list = []string{"here"}
		}
		for _, m := range list {
			if !yield(m) {
				return
			}
		}
	}
}

func (r race) Check(p position, m string) error {
	for legal := range r.Legal(p) {
		if m == legal {
			return nil
		}
	}
	return games.Refuse("%q is no move of this race. You can take 1, 2 or 3 steps.", m)
}

func (race) Apply(p position, seat games.Seat, m string) (position, []games.Event) {
	switch {
	case m == "ready":
		p.Ready &^= games.SeatSet(seat)
		return p, nil
	case m == "here":
		return p.next(), nil
	}
	steps, _ := strconv.Atoi(strings.TrimSuffix(m, "!"))
	p.Steps[seat] += steps
	if !strings.HasSuffix(m, "!") {
		p = p.next()
	}
	if steps == 3 {
		return p, []games.Event{{Kind: "run", Seat: seat, Say: games.Say("Seat %d runs.", int(seat)+1)}}
	}
	return p, nil
}

func (race) Rule(p position, r games.Ruling) (position, []games.Event, error) {
	switch r.Kind {
	case games.Skip:
		if p.Ready != 0 {
			p.Ready &^= games.SeatSet(r.Seat)
			return p, nil, nil
		}
		return p.next(), nil, nil
	case games.Remove:
		if p.Out.Has(r.Seat) {
			return p, nil, games.Refuse("Seat %d has left already. There is nothing to remove.", int(r.Seat)+1)
		}
		p.Out |= games.SeatSet(r.Seat)
		if p.ToGo == r.Seat {
			if _, over := p.winner(); !over {
				p = p.next()
			}
		}
		return p, []games.Event{{Kind: "removed", Seat: r.Seat}}, nil
	}
	return p, nil, games.ErrNoRuling
}

func (race) Split(text string) []string                             { return strings.Split(text, "-") }
func (race) Format(_ position, m string) string                     { return m }
func (race) Parse(_ position, text string) (string, error)          { return strings.TrimSpace(text), nil }
func (race) Complete(position, string) []games.Completion           { return nil }
func (race) Draw(position, games.Drawing[position]) (s scene.Scene) { return s }

func (race) AppendText(b []byte, p position) []byte {
	return fmt.Appendf(b, "race/1 %d %d %d %d %d %d %d", p.Seats, p.Steps, p.Out, p.Ready, p.Here, p.ToGo, p.Goal)
}

// Parses counts the position texts of races that were read.
var Parses atomic.Int64

func (race) ParseText(text string) (p position, err error) {
	Parses.Add(1)
	text = strings.NewReplacer("[", "", "]", "").Replace(text)
	_, err = fmt.Sscanf(text, "race/1 %d %d %d %d %d %d %d %d %d %d", &p.Seats, &p.Steps[0], &p.Steps[1], &p.Steps[2],
		&p.Steps[3], &p.Out, &p.Ready, &p.Here, &p.ToGo, &p.Goal)
	if err != nil {
		return p, games.Refuse("This is no position of a race.")
	}
	return p, nil
}
