package protocol

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// chooser picks a move of Stratego for the viewing seat: first the set-up, then steps. The referee
// of this protocol knows no claims.
type chooser func(v view.View) (view.Move, error)

// errLine is wrapped by errors about lines that are unknown or contradict the game.
var errLine = errors.New("unexpected line")

// serveStratego plays one game of Stratego over lines with the referee of the 2012 competition
// (S100). It uses only what that referee tells a player (S99). It returns when the referee ends the
// game or the input ends.
//
// That referee's board has x from left to right and y from top to bottom, with RED at the top. Here
// x is the file and y the rank minus one. So the board is mirrored, which does not matter in play.
func serveStratego(in io.Reader, out io.Writer, choose chooser) error {
	p := &strategoSession{lines: bufio.NewScanner(in), out: out, choose: choose}
	err := p.setUp()
	for err == nil {
		err = p.turn()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

type strategoSession struct {
	lines  *bufio.Scanner
	out    io.Writer
	choose chooser
	v      view.View
}

// line reads the next non-empty line; io.EOF at the end of the input or the game.
func (p *strategoSession) line() (string, error) {
	for p.lines.Scan() {
		if text := strings.TrimSpace(p.lines.Text()); text != "" {
			if strings.HasPrefix(text, "QUIT") {
				return "", io.EOF
			}
			return text, nil
		}
	}
	if err := p.lines.Err(); err != nil {
		return "", err
	}
	return "", io.EOF
}

// setUp reads our colour and answers with four rows, the lowest y first.
func (p *strategoSession) setUp() error {
	text, err := p.line()
	if err != nil {
		return err
	}
	p.v = view.View{Facts: view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Setup,
		Turn: games.SeatSet(view.Red, view.Blue),
	}}
	switch strings.Fields(text)[0] {
	case "RED":
	case "BLUE":
		p.v.Seat = view.Blue
	default:
		return fmt.Errorf("%w: %q", errLine, text)
	}
	m, err := p.choose(p.v)
	if err != nil {
		return err
	}
	rows, err := view.ReadSetup(m.Rows, board.Classic)
	if err != nil {
		return err
	}
	p.v.Arrange(p.v.Seat, rows)
	first := board.Square(0)
	if p.v.Seat == view.Blue {
		first = 60
	}
	for y := range view.Rows {
		row := make([]byte, board.Size)
		for x := range row {
			row[x] = rankByte(p.v.At(first + board.Square(y*board.Size+x)).Rank)
		}
		if _, err := fmt.Fprintf(p.out, "%s\n", row); err != nil {
			return err
		}
	}
	return p.begin()
}

// begin puts the opponent's army on the board, with unknown ranks.
func (p *strategoSession) begin() error {
	other := 1 - p.v.Seat
	for s := range board.Square(board.Squares) {
		if view.AtHome(other, s) {
			p.v.Put(s, view.Man{Seat: other, Rank: board.Unknown})
		}
	}
	p.v.Phase, p.v.Turn = view.Play, games.SeatSet(view.Red)
	p.v.Setups[p.v.Seat], p.v.Setups[other] = p.v.SetupText(p.v.Seat), view.Secret
	return nil
}

// turn reads the opponent's move or START, and ten rows of the known board. It answers with a move
// and reads its outcome.
func (p *strategoSession) turn() error {
	text, err := p.line()
	if err != nil {
		return err
	}
	if text != "START" {
		if err := p.follow(1-p.v.Seat, text); err != nil {
			return err
		}
	}
	for range board.Size {
		if _, err := p.line(); err != nil {
			return err
		}
	}
	if len(p.v.Steps(p.v.Seat, true)) == 0 { // this package's rules may forbid a step that the other referee allows
		_, err := fmt.Fprintln(p.out, "SURRENDER")
		return err
	}
	m, err := p.choose(p.v)
	if err == nil && m.Kind != view.Step {
		err = fmt.Errorf("the answer %s is no step", m)
	}
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(p.out, moveLine(m)); err != nil {
		return err
	}
	if text, err = p.line(); err != nil {
		return err
	}
	return p.follow(p.v.Seat, text)
}

// follow applies a seat's move and its outcome: "4 6 UP 1 KILLS 9 s".
func (p *strategoSession) follow(mover games.Seat, text string) error {
	bad := fmt.Errorf("%w: %q", errLine, text)
	ply, outcome, ok := readPly(strings.Fields(text))
	if !ok {
		return bad
	}
	switch outcome[0] {
	case "OK":
	case "KILLS", "DIES", "BOTHDIE":
		if len(outcome) < 3 {
			return bad
		}
		attacker, ok1 := board.ParseRank(outcome[1])
		defender, ok2 := board.ParseRank(outcome[2])
		if !ok1 || !ok2 || board.Fight(attacker, defender) == board.Error {
			return bad
		}
		ply.Attacker, ply.Defender = attacker, defender
	default: // any other word is a victory or an illegal move, which ends the game
		return io.EOF
	}
	if !p.possible(mover, ply) || !p.v.Follow(ply) {
		return bad
	}
	return nil
}

// readPly reads the squares of a move and returns the words after them, which are its outcome.
func readPly(words []string) (ply view.Ply, outcome []string, ok bool) {
	if len(words) < 4 {
		return ply, nil, false
	}
	x, errX := strconv.Atoi(words[0])
	y, errY := strconv.Atoi(words[1])
	far, outcome := 1, words[3:]
	if n, err := strconv.Atoi(words[3]); err == nil && len(words) > 4 {
		far, outcome = n, words[4:]
	}
	d, ok := ways[words[2]]
	if errX != nil || errY != nil || !ok || far < 1 || far >= board.Size {
		return ply, nil, false
	}
	tx, ty := x+far*d[0], y+far*d[1]
	if !(board.Location{X: x, Y: y}).Valid() || !(board.Location{X: tx, Y: ty}).Valid() {
		return ply, nil, false
	}
	return view.Ply{From: board.Square(y*board.Size + x), To: board.Square(ty*board.Size + tx)}, outcome, true
}

// possible reports whether a ply fits the known board. The mover has a piece there, and its target
// is free or has a piece of the opponent.
func (p *strategoSession) possible(mover games.Seat, ply view.Ply) bool {
	from, to := p.v.At(ply.From), p.v.At(ply.To)
	if from.None() || from.Seat != mover || ply.To.IsLake() || ply.Fight() == to.None() {
		return false
	}
	is := func(m view.Man, rank board.Rank) bool { return m.Rank == board.Unknown || m.Rank == rank }
	return !ply.Fight() || to.Seat != mover && is(from, ply.Attacker) && is(to, ply.Defender)
}

// ways maps the referee's names of directions to steps; y counts downwards.
var ways = map[string][2]int{"UP": {0, -1}, "DOWN": {0, 1}, "LEFT": {-1, 0}, "RIGHT": {1, 0}}

// moveLine returns a step in the referee's notation.
func moveLine(m view.Move) string {
	x, y := m.From.File(), m.From.Row()
	dx, dy := m.To.File()-x, m.To.Row()-y
	way, far := "RIGHT", dx
	switch {
	case dx < 0:
		way, far = "LEFT", -dx
	case dy < 0:
		way, far = "UP", -dy
	case dy > 0:
		way, far = "DOWN", dy
	}
	text := fmt.Sprintf("%d %d %s", x, y, way)
	if far > 1 {
		text += fmt.Sprintf(" %d", far)
	}
	return text
}

// rankByte returns a rank in the referee's notation.
func rankByte(r board.Rank) byte {
	if r == board.Spy {
		return 's'
	}
	return byte(r)
}
