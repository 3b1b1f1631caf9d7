package fish

import (
	"bytes"
	"encoding/json"
	"slices"

	"paddock/games"
)

// State is a position as the course's programs exchange it (F34): players in turn order, the first is to move; removed ones are left out.
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

// State is the position in the course's form; an official board is turned (F15).
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

// ReadState reads a State under the course's rules, in the phase of moves (F34). Missing spots of ragged rows are holes.
func ReadState(data []byte) (Position, error) {
	var st State
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&st); err != nil {
		return Position{}, games.Refuse("This is no state of Fish: %v.", err)
	}
	cols := 0
	for _, row := range st.Board {
		cols = max(cols, len(row))
	}
	if len(st.Board) > maxRows || cols == 0 || len(st.Board)*cols > maxCells {
		return Position{}, games.Refuse("This is no state of Fish: the board has no tiles or more than %d.", maxCells)
	}
	p := Position{Shape: Shape{Rows: int8(len(st.Board)), Cols: int8(cols)}, Phase: Moving}
	for r, row := range st.Board {
		for c, fish := range row {
			if fish < 0 || fish > 9 {
				return Position{}, games.Refuse("This is no state of Fish: %d fish on a tile.", fish)
			}
			p.Fish[r*cols+c] = int8(fish)
		}
	}
	return p, p.readStatePlayers(st.Players)
}

func (p *Position) readStatePlayers(players []StatePlayer) error {
	if len(players) < 1 || len(players) > games.MaxSeats {
		return games.Refuse("This is no state of Fish: it has %d players.", len(players))
	}
	p.Seats = int8(len(players))
	for s, sp := range players {
		colour := slices.Index(colourNames[:], sp.Color)
		if colour < 0 || sp.Score < 0 || sp.Score > maxScore || len(sp.Places) > maxPenguins {
			return games.Refuse("This is no state of Fish: player %d is impossible.", s+1)
		}
		pl := &p.Players[s]
		pl.Colour, pl.Fish = Colour(colour), int32(sp.Score)
		for _, at := range sp.Places {
			if at[0] < 0 || at[1] < 0 || at[0] >= int(p.Shape.Rows) || at[1] >= int(p.Shape.Cols) {
				return games.Refuse("This is no state of Fish: a penguin stands off the board.")
			}
			pl.At[pl.Count] = Cell(at[0]*int(p.Shape.Cols) + at[1])
			pl.Count++
		}
		p.Penguins = max(p.Penguins, pl.Count, 1)
	}
	if problem := p.statesProblem(); problem != "" {
		return games.Refuse("This is no state of Fish: %s.", problem)
	}
	return nil
}

// statesProblem is problem for a State, whose first player may be unable to move.
func (p *Position) statesProblem() string {
	q := *p
	q.Phase = ""
	if problem := q.problem(); problem != "" && problem != "the game is not over, for a penguin can move" {
		return problem
	}
	return ""
}
