// Package fishtest speaks to Fish as other people's programs do: the university course's test harnesses (F61–F65), one JSON value in
// and one out, and a line protocol on which a computer player can meet other engines. Everything is answered by the product's own
// rules and players; there is no second engine here.
package fishtest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/fish"
)

// Kinds are the harnesses.
var Kinds = []string{"3_xboard", "4_xstate", "5_xtree", "6_xstrategy", "8_xref"}

// Run answers one input of a harness: 3_xboard, 4_xstate, 5_xtree, 6_xstrategy or 8_xref.
func Run(kind string, in []byte) ([]byte, error) {
	harness, ok := map[string]func([]byte) (any, error){
		"3_xboard": xboard, "4_xstate": xstate, "5_xtree": xtree, "6_xstrategy": xstrategy, "8_xref": xref,
	}[kind]
	if !ok {
		return nil, fmt.Errorf("fishtest: no harness %q", kind)
	}
	out, err := harness(in)
	if err != nil {
		return nil, fmt.Errorf("fishtest: %s: %w", kind, err)
	}
	return json.Marshal(out)
}

// place is a row and a column of the course's board.
type place [2]int

func at(p fish.Position, c fish.Cell) place {
	r, col := p.Shape.Course(c)
	return place{r, col}
}

func cell(p fish.Position, at place) (fish.Cell, error) {
	c, ok := p.Shape.Cell(at[0], at[1])
	if !ok {
		return c, fmt.Errorf("%v is off the board", at)
	}
	return c, nil
}

// xboard counts the tiles in straight lines from a place, without penguins (F61).
func xboard(in []byte) (any, error) {
	var q struct {
		Position place
		Board    [][]int
	}
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	// A state has players; this one's stands where the question begins.
	state, err := json.Marshal(fish.State{Board: q.Board, Players: []fish.StatePlayer{{Color: "red", Places: [][2]int{}}}})
	if err != nil {
		return nil, err
	}
	p, err := fish.ReadState(state, false)
	if err != nil {
		return nil, err
	}
	from, err := cell(p, q.Position)
	if err != nil {
		return nil, err
	}
	return p.ReachCount(from), nil
}

// step is the neighbour of a cell that a penguin can go to, the first one in the course's order.
func step(p fish.Position, from fish.Cell) (fish.Cell, bool) {
	reach := p.Reach(from)
	for _, n := range p.Shape.Neighbours(from) {
		if n >= 0 && reach&(1<<n) != 0 {
			return n, true
		}
	}
	return 0, false
}

// xstate moves the first player's first penguin by one step and shows the state, or false (F61).
func xstate(in []byte) (any, error) {
	p, err := fish.ReadState(in, false)
	if err != nil {
		return nil, err
	}
	if p.Players[0].Count == 0 {
		return false, nil
	}
	from := p.Players[0].At[0]
	to, ok := step(p, from)
	if !ok {
		return false, nil
	}
	next := p.Play(fish.Move{From: from, To: to})
	next.ToMove = 1 % games.Seat(p.Seats) // in a State turns go round, whoever can move
	return next.State(), nil
}

// xtree plays a move and asks how the second player gets next to where it went, or false (F62).
func xtree(in []byte) (any, error) {
	var q struct {
		State    json.RawMessage
		From, To place
	}
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	p, err := fish.ReadState(q.State, false)
	if err != nil {
		return nil, err
	}
	from, err := cell(p, q.From)
	if err != nil {
		return nil, err
	}
	to, err := cell(p, q.To)
	if err != nil {
		return nil, err
	}
	p = p.Play(fish.Move{From: from, To: to})
	if p.Seats < 2 {
		return false, nil
	}
	second := p.Players[1]
	penguins := slices.Clone(second.At[:second.Count])
	slices.Sort(penguins)
	for _, n := range p.Shape.Neighbours(to) {
		for _, from := range penguins {
			if n >= 0 && p.Reach(from)&(1<<n) != 0 {
				return [2]place{at(p, from), at(p, n)}, nil
			}
		}
	}
	return false, nil
}

// xstrategy is the course's strategy of a depth, or false (F63).
func xstrategy(in []byte) (any, error) {
	var q [2]json.RawMessage
	var depth int
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(q[0], &depth); err != nil {
		return nil, err
	}
	p, err := fish.ReadState(q[1], false)
	if err != nil {
		return nil, err
	}
	m, ok := p.CourseMove(depth)
	if !ok {
		return false, nil
	}
	return [2]place{at(p, m.From), at(p, m.To)}, nil
}

// xref plays a whole game of the course's strategies and names its winners (F65).
func xref(in []byte) (any, error) {
	var q struct {
		Row, Column, Fish int
		Players           [][2]any
	}
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	p, err := fish.NewCourse(q.Row, q.Column, q.Fish, len(q.Players))
	if err != nil {
		return nil, err
	}
	for {
		o, over := p.Result()
		if over {
			winners := []string{}
			for s := range o.Winners().All() {
				winners = append(winners, fmt.Sprint(q.Players[s][0]))
			}
			slices.Sort(winners)
			return winners, nil
		}
		depth, _ := q.Players[p.ToMove][1].(float64)
		m, _ := p.CourseMove(int(depth))
		p = p.Play(m)
	}
}

// Serve plays a computer player over lines (F64): `go MS fish/1 ...` is answered by `move d3-d5` or `move d3` after at most so many milliseconds, `quit` or
// the end of the input ends it, and whatever can't be read is answered by `error` and why.
func Serve(ctx context.Context, game *games.Game, player string, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for n := uint64(0); lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "quit" {
			return nil
		}
		answer, err := reply(ctx, game, player, line, n)
		if err != nil {
			answer = "error " + err.Error()
		}
		if _, err := fmt.Fprintln(out, answer); err != nil {
			return err
		}
	}
	return lines.Err()
}

func reply(ctx context.Context, game *games.Game, player, line string, seed uint64) (string, error) {
	words := strings.SplitN(line, " ", 3)
	if len(words) != 3 || words[0] != "go" {
		return "", fmt.Errorf("want go MS and a position text")
	}
	ms, err := strconv.Atoi(words[1])
	if err != nil || ms < 0 || ms > 3_600_000 {
		return "", fmt.Errorf("%q is no number of milliseconds", words[1])
	}
	pos, err := game.Parse(words[2])
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
	defer cancel()
	for seat := range pos.Turn().Waiting.All() {
		move, err := pos.View(seat).Choose(ctx, player, games.Budget{Seed: seed})
		return "move " + move, err
	}
	return "", fmt.Errorf("the game is over")
}
