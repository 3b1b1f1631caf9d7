package fish

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// AppendText writes the position as one line (F32).
func (rules) AppendText(b []byte, p Position) []byte {
	g := p.Shape.geometry()
	name, phase, turn := "course", string(p.Phase), "-"
	if p.Shape.Official {
		name = "official"
	}
	if phase == "" {
		phase = "over"
	} else {
		turn = p.Players[p.ToMove].Colour.String()
	}
	b = fmt.Appendf(b, "fish/1 rules=%s penguins=%d phase=%s board=", name, p.Penguins, phase)
	for i := range g.cells {
		if i > 0 && g.col[i] == 0 {
			b = append(b, '/')
		}
		b = append(b, byte('0'+p.Fish[i]))
	}
	for s := range games.Seat(p.Seats) {
		b = append(b, [2]string{" players=", ";"}[min(s, 1)]...)
		b = p.appendPlayer(b, s)
	}
	return append(append(b, " turn="...), turn...)
}

func (p *Position) appendPlayer(b []byte, s games.Seat) []byte {
	pl, g := &p.Players[s], p.Shape.geometry()
	b = fmt.Appendf(b, "%s:%d:%d:", pl.Colour, pl.Fish, pl.Tiles)
	if pl.Out > 0 {
		return fmt.Appendf(b, "x%d", pl.Out)
	}
	if pl.Count == 0 {
		return append(b, '-')
	}
	for i, c := range p.penguins(s) {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, g.names[c]...)
	}
	return b
}

// ParseText reads what AppendText writes and refuses everything else (F33).
func (r rules) ParseText(text string) (Position, error) {
	p, problem := readPosition(text)
	if problem == "" {
		problem = p.problem()
	}
	if problem == "" && string(r.AppendText(nil, p)) != text {
		problem = "it is not written in the canonical way"
	}
	if problem != "" {
		return Position{}, games.Refuse("I can't read this as a position of Fish: %s.", problem)
	}
	return p, nil
}

func readPosition(text string) (p Position, problem string) {
	fields := strings.Split(text, " ")
	if len(fields) != 7 || fields[0] != "fish/1" {
		return p, "it should begin with fish/1 and have seven fields"
	}
	for i, key := range []string{"rules=", "penguins=", "phase=", "board=", "players=", "turn="} {
		value, ok := strings.CutPrefix(fields[i+1], key)
		if !ok {
			return p, fmt.Sprintf("field %d should begin with %s", i+2, key)
		}
		fields[i+1] = value
	}
	n, err := strconv.Atoi(fields[2])
	if err != nil || n < 1 || n > maxPenguins {
		return p, "penguins must be a number from 1 to 5"
	}
	p.Penguins = int8(n)
	switch fields[3] {
	case "place", "move":
		p.Phase = games.Phase(fields[3])
	case "over":
	default:
		return p, "the phase is neither place, move nor over"
	}
	if problem := p.readBoard(fields[1], strings.Split(fields[4], "/")); problem != "" {
		return p, problem
	}
	if problem := p.readPlayers(strings.Split(fields[5], ";")); problem != "" {
		return p, problem
	}
	return p, p.readTurn(fields[6])
}

func (p *Position) readBoard(name string, rows []string) (problem string) {
	switch {
	case name == "official":
		p.Shape = official
	case name != "course":
		return "the rules are neither official nor course"
	case len(rows) > maxRows || len(rows[0]) == 0 || len(rows)*len(rows[0]) > maxCells:
		return "the board has no tiles or more than 64"
	default:
		p.Shape = Shape{Rows: int8(len(rows)), Cols: int8(len(rows[0]))}
	}
	if len(rows) != int(p.Shape.Rows) {
		return "the board has not the right number of rows"
	}
	i := 0
	for r, row := range rows {
		if len(row) != p.Shape.width(r) {
			return fmt.Sprintf("row %c has not the right number of tiles", 'a'+r)
		}
		for _, digit := range []byte(row) {
			if digit < '0' || digit > '5' || p.Shape.Official && digit > '3' {
				return "a tile has an impossible number of fish"
			}
			p.Fish[i] = int8(digit - '0')
			i++
		}
	}
	return ""
}

func (p *Position) readPlayers(texts []string) (problem string) {
	if len(texts) < 2 || len(texts) > games.MaxSeats {
		return "there must be two to four players"
	}
	p.Seats = int8(len(texts))
	g := p.Shape.geometry()
	for s, text := range texts {
		pl := &p.Players[s]
		parts := strings.Split(text, ":")
		if len(parts) != 4 {
			return "a player is colour:fish:tiles:places"
		}
		colour := slices.Index(colourNames[:], parts[0])
		fish, errFish := strconv.ParseInt(parts[1], 10, 32)
		tiles, errTiles := strconv.ParseInt(parts[2], 10, 16)
		if colour < 0 || errFish != nil || errTiles != nil || fish < 0 || tiles < 0 || tiles > maxCells ||
			fish > maxScore {
			return "a player's colour, fish or tiles can't be read"
		}
		pl.Colour, pl.Fish, pl.Tiles = Colour(colour), int32(fish), int16(tiles)
		if out, ok := strings.CutPrefix(parts[3], "x"); ok {
			n, err := strconv.ParseInt(out, 10, 8)
			if err != nil || n < 1 || n > games.MaxSeats {
				return "a removed player is written x1, x2, ..."
			}
			pl.Out = int8(n)
			continue
		}
		if parts[3] == "-" {
			continue
		}
		for name := range strings.SplitSeq(parts[3], ",") {
			c, ok := g.byName[name]
			if !ok || pl.Count == p.Penguins {
				return "a penguin stands off the board or is one too many"
			}
			pl.At[pl.Count] = c
			pl.Count++
		}
	}
	return ""
}

func (p *Position) readTurn(text string) (problem string) {
	if p.Phase == "" {
		if text != "-" {
			return "a finished game has turn=-"
		}
		return ""
	}
	for s := range games.Seat(p.Seats) {
		if p.Players[s].Colour.String() == text {
			p.ToMove = s
			return ""
		}
	}
	return "nobody has the colour to move"
}

// problem returns what is impossible about a parsed position, or "".
func (p *Position) problem() string {
	var seen, colours uint64
	in := 0
	for s := range games.Seat(p.Seats) {
		pl := &p.Players[s]
		if colours&(1<<pl.Colour) != 0 {
			return "two players have the same colour"
		}
		colours |= 1 << pl.Colour
		if pl.Out == 0 {
			in++
		}
		for other := range s {
			if pl.Out > 0 && pl.Out == p.Players[other].Out {
				return "two players were removed at the same time"
			}
		}
		for _, c := range p.penguins(s) {
			if p.Fish[c] == 0 || seen&(1<<c) != 0 {
				return "a penguin stands on a hole or on another penguin"
			}
			seen |= 1 << c
		}
	}
	return p.phaseProblem(in)
}

func (p *Position) phaseProblem(in int) string {
	canGoOn := false
	for s := range games.Seat(p.Seats) {
		canGoOn = canGoOn || p.canMove(s)
	}
	mover := &p.Players[p.ToMove]
	switch {
	case p.Phase == "" && in > 1 && canGoOn:
		return "the game is not over, for a penguin can move"
	case p.Phase == "":
		return ""
	case in < 2 || mover.Out > 0:
		return "the player to move, or all but one, have left"
	case p.Phase == Placing && (mover.Count >= p.Penguins || p.placeable() == 0):
		return "the player to move has nothing to place, or nowhere to place it"
	case p.Phase == Moving && !p.canMove(p.ToMove):
		return "the player to move can't move"
	}
	return ""
}
