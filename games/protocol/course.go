package protocol

import (
	"encoding/json"
	"fmt"
	"slices"

	"paddock/games"
	"paddock/games/fish"
)

// courseKinds lists the test harnesses of the university course in which the Fish project was set,
// in the order of its milestones.
var courseKinds = []string{"3_xboard", "4_xstate", "5_xtree", "6_xstrategy", "8_xref"}

// course answers one input of a harness in courseKinds: one JSON value in, one out (F61 to F65).
func course(kind string, in []byte) ([]byte, error) {
	harness := map[string]func([]byte) (any, error){
		"3_xboard": xboard, "4_xstate": xstate, "5_xtree": xtree, "6_xstrategy": xstrategy, "8_xref": xref,
	}[kind]
	out, err := harness(in)
	if err != nil {
		return nil, fmt.Errorf("the input of %s can't be answered: %w", kind, err)
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

// xboard counts the tiles in straight lines from a place on a board without penguins (F61).
func xboard(in []byte) (any, error) {
	var q struct {
		Position place
		Board    [][]int
	}
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	// A fish.State needs at least one player, so this one stands at the place of the question.
	state, err := json.Marshal(fish.State{
		Board:   q.Board,
		Players: []fish.StatePlayer{{Color: "red", Places: [][2]int{}}},
	})
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

// step returns the first neighbour of a cell that a penguin can move to, in the course's order.
func step(p fish.Position, from fish.Cell) (fish.Cell, bool) {
	reach := p.Reach(from)
	for _, n := range p.Shape.Neighbours(from) {
		if n >= 0 && reach&(1<<n) != 0 {
			return n, true
		}
	}
	return 0, false
}

// xstate moves the first player's first penguin by one step and returns the state, or false (F61).
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
	next.ToMove = 1 % games.Seat(p.Seats) // in the course's rules the turn passes on even to a player who cannot move
	return next.State(), nil
}

// xtree plays a move and returns how the second player can move next to its target, or false (F62).
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

// maxDepth limits the depth of a course's strategy. The course's tests use 1 and 2, and a few a
// little more. Each further turn multiplies the time.
const maxDepth = 5

func checkDepth(depth int) error {
	if depth < 1 || depth > maxDepth {
		return fmt.Errorf("the depth is %d, but must be from 1 to %d", depth, maxDepth)
	}
	return nil
}

// xstrategy returns the move of the course's strategy at a depth, or false (F63).
func xstrategy(in []byte) (any, error) {
	var q [2]json.RawMessage
	var depth int
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(q[0], &depth); err != nil {
		return nil, err
	}
	if err := checkDepth(depth); err != nil {
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

// contestant is a player that the program xref names: a name and the depth of its strategy, as a
// JSON array of two.
type contestant struct {
	name  string
	depth int
}

func (c *contestant) UnmarshalJSON(in []byte) error {
	var pair []json.RawMessage
	if err := json.Unmarshal(in, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("%s is no player: want a name and a depth", in)
	}
	if err := json.Unmarshal(pair[0], &c.name); err != nil {
		return err
	}
	if err := json.Unmarshal(pair[1], &c.depth); err != nil {
		return err
	}
	return checkDepth(c.depth)
}

// xref plays a whole game of the course's strategies and returns the names of its winners (F65).
func xref(in []byte) (any, error) {
	var q struct {
		Row, Column, Fish int
		Players           []contestant
	}
	if err := json.Unmarshal(in, &q); err != nil {
		return nil, err
	}
	if info := fish.New().Info; len(q.Players) < info.MinSeats || len(q.Players) > info.MaxSeats {
		return nil, fmt.Errorf("there are %d players, but must be from %d to %d", len(q.Players), info.MinSeats,
			info.MaxSeats)
	}
	p, err := fish.NewCourse(q.Row, q.Column, q.Fish, len(q.Players))
	if err != nil {
		return nil, err
	}
	for {
		if o, over := p.Result(); over {
			return winners(o, q.Players), nil
		}
		m, ok := p.CourseMove(q.Players[p.ToMove].depth)
		if !ok {
			return nil, fmt.Errorf("player %d can do nothing", p.ToMove+1)
		}
		p = p.Play(m)
	}
}

// winners returns the names of the players in first place, sorted by their bytes.
func winners(o games.Outcome, players []contestant) []string {
	names := []string{}
	for s := range o.Winners().All() {
		names = append(names, players[s].name)
	}
	slices.Sort(names)
	return names
}
