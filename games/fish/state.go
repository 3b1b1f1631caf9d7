package fish

import (
	"bytes"
	"encoding/json"
	"slices"

	"paddock/games"
)

// State is a position in the exchange format of the course (F34). Players are in turn order and the
// first is to move; removed players are left out.
type State struct {
	Players []StatePlayer `json:"players"`
	Board   [][]int       `json:"board"`
}

// StatePlayer is a player of a State. Places are rows and columns of the course's board.
type StatePlayer struct {
	Color  string   `json:"color"`
	Score  int      `json:"score"`
	Places [][2]int `json:"places"`
}

// State returns the position in the course's format; an official board is turned (F15).
func (p Position) State() State {
	g := p.Shape.geometry()
	rows, cols := int(p.Shape.Rows), int(p.Shape.Cols)
	if p.Shape.Official {
		rows, cols = 15, 4
	}
	st := State{Board: make([][]int, rows)}
	for r := range st.Board {
		st.Board[r] = make([]int, cols)
	}
	for i := range g.cells {
		r, c := p.Shape.Course(Cell(i))
		st.Board[r][c] = int(p.Fish[i])
	}
	for i := range games.Seat(p.Seats) {
		s := (p.ToMove + i) % games.Seat(p.Seats)
		pl := &p.Players[s]
		if pl.Out > 0 {
			continue
		}
		sp := StatePlayer{Color: pl.Colour.String(), Score: int(pl.Fish), Places: [][2]int{}}
		for _, c := range p.penguins(s) {
			r, col := p.Shape.Course(c)
			sp.Places = append(sp.Places, [2]int{r, col})
		}
		st.Players = append(st.Players, sp)
	}
	return st
}

// Exchange returns the State in JSON, for an export (F34).
func (rules) Exchange(p Position) string {
	b, err := json.Marshal(p.State())
	if err != nil {
		panic(err) // the encoding of a State can't fail
	}
	return string(b)
}

var _ games.Exchanger[Position] = rules{}

// ReadState reads a State of the moving phase, under the official or the course's rules (F34).
// Missing spots of ragged rows are holes.
func ReadState(data []byte, boxed bool) (Position, error) {
	var st State
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&st); err != nil {
		return Position{}, games.Refuse("I can't read this as a state of Fish: %v.", err)
	}
	p := Position{Shape: official, Phase: Moving}
	if !boxed {
		var err error
		if p.Shape, err = shapeOf(st.Board); err != nil {
			return Position{}, err
		}
	}
	if err := p.layTiles(st.Board); err != nil {
		return Position{}, err
	}
	return p, p.readStatePlayers(st.Players)
}

// shapeOf returns the smallest course board that fits the rows.
func shapeOf(rows [][]int) (Shape, error) {
	cols := 0
	for _, row := range rows {
		cols = max(cols, len(row))
	}
	if len(rows) > maxRows || cols == 0 || len(rows)*cols > maxCells {
		return Shape{}, games.Refuse("A course board has from 1 to %d tiles, in at most %d rows.", maxCells, maxRows)
	}
	return Shape{Rows: int8(len(rows)), Cols: int8(cols)}, nil
}

// readBoard reads the option board, rows of fish as JSON, and pads the rows to equal length (F14).
func readBoard(text string) (string, error) {
	var rows [][]int
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return "", games.Refuse("I can't read this board. Write its rows as JSON, a number of fish for each tile and 0 for a hole: [[1,2],[0,3],[2,2]].")
	}
	shape, err := shapeOf(rows)
	if err != nil {
		return "", err
	}
	for i, row := range rows {
		for _, fish := range row {
			if fish < 0 || fish > 5 {
				return "", games.Refuse("A tile has 1 to 5 fish, and a hole is 0. I can't use %d.", fish)
			}
		}
		rows[i] = append(slices.Clone(row), make([]int, int(shape.Cols)-len(row))...)
	}
	b, err := json.Marshal(rows)
	return string(b), err
}

// layBoard puts the option's board into the position.
func (p *Position) layBoard(text string) error {
	var rows [][]int
	if err := json.Unmarshal([]byte(text), &rows); err != nil {
		return err
	}
	var err error
	if p.Shape, err = shapeOf(rows); err != nil {
		return err
	}
	return p.layTiles(rows)
}

func (p *Position) layTiles(rows [][]int) error {
	most := 9
	if p.Shape.Official {
		most = 3
	}
	for r, row := range rows {
		for c, fish := range row {
			cell, ok := p.Shape.Cell(r, c)
			switch {
			case !ok:
				return games.Refuse("I can't read this as a state of Fish: an official board, turned, has 15 rows of 4.")
			case fish < 0 || fish > most:
				return games.Refuse("I can't read this as a state of Fish: %d fish on a tile.", fish)
			}
			p.Fish[cell] = int8(fish)
		}
	}
	return nil
}

func (p *Position) readStatePlayers(players []StatePlayer) error {
	if len(players) < 1 || len(players) > games.MaxSeats {
		return games.Refuse("I can't read this as a state of Fish: it has %d players.", len(players))
	}
	p.Seats = int8(len(players))
	for s, sp := range players {
		colour := slices.Index(colourNames[:], sp.Color)
		if colour < 0 || sp.Score < 0 || sp.Score > maxScore || len(sp.Places) > maxPenguins {
			return games.Refuse("I can't read this as a state of Fish: player %d is impossible.", s+1)
		}
		pl := &p.Players[s]
		pl.Colour, pl.Fish = Colour(colour), int32(sp.Score)
		for _, at := range sp.Places {
			c, ok := p.Shape.Cell(at[0], at[1])
			if !ok {
				return games.Refuse("I can't read this as a state of Fish: a penguin stands off the board.")
			}
			pl.At[pl.Count] = c
			pl.Count++
		}
		p.Penguins = max(p.Penguins, pl.Count, 1)
	}
	if problem := p.statesProblem(); problem != "" {
		return games.Refuse("I can't read this as a state of Fish: %s.", problem)
	}
	return nil
}

// statesProblem checks a State like problem. The first player of a State may be unable to move.
func (p *Position) statesProblem() string {
	q := *p
	q.Phase = ""
	if problem := q.problem(); problem != "" && problem != "the game is not over, for a penguin can move" {
		return problem
	}
	return ""
}
