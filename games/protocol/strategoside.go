package protocol

import (
	"errors"
	"fmt"
	"strings"

	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// StrategoSide is the referee's side of the 2012 competition's protocol (S100) for one program. It
// turns the view of the program's seat into lines, and answers into moves. Paddock's own rules
// apply. The zero value is a game that has not begun.
type StrategoSide struct {
	v     view.View
	asked bool // the program was asked for its set-up
	told  int  // number of plies that the program knows
}

// Ask takes the text of a view whose seat is to move. It returns what to write, and how many lines
// to read as the answer. With no lines to read, call Answer without lines for the move. The error
// means that the protocol cannot express this game, or that the program's last answer was refused.
func (p *StrategoSide) Ask(text string) (write string, answers int, err error) {
	last := p.v
	if p.v, err = view.ReadView(text); err != nil {
		return "", 0, err
	}
	if p.v.Phase == view.Setup {
		return p.askSetup()
	}
	n := p.v.Log.Len()
	if last.Phase == view.Play && last.Log.Len() == n {
		return "", 0, errors.New("the last answer was ILLEGAL")
	}
	var out strings.Builder
	if n == 0 {
		out.WriteString("START\n")
	}
	for ; p.told < n; p.told++ {
		ply := p.v.Log.At(p.told)
		fmt.Fprintf(&out, "%s %s\n", moveLine(view.Move{From: ply.From, To: ply.To}), outcomeWords(ply))
	}
	for y := range board.Size {
		for x := range board.Size {
			out.WriteByte(p.square(board.Square(y*board.Size + x)))
		}
		out.WriteByte('\n')
	}
	return out.String(), 1, nil
}

// askSetup first asks for a set-up, ignoring any draft, and then confirms it.
func (p *StrategoSide) askSetup() (write string, answers int, err error) {
	switch {
	case p.v.Army != [2]board.Counts{board.Classic, board.Classic}:
		return "", 0, errors.New("this referee knows the classic army alone")
	case p.asked && p.v.Check(view.Move{Kind: view.Confirm}) != nil:
		return "", 0, errors.New("the set-up was ILLEGAL")
	case p.asked:
		return "", 0, nil
	}
	p.asked = true
	colour := "RED"
	if p.v.Seat == view.Blue {
		colour = "BLUE"
	}
	return colour + " opponent 10 10\n", view.Rows, nil
}

// Answer returns the move in the lines of an answer.
func (p *StrategoSide) Answer(lines []string) (move string, err error) {
	switch {
	case p.v.Phase == view.Setup && len(lines) == 0:
		return view.Move{Kind: view.Confirm}.String(), nil
	case p.v.Phase == view.Setup:
		return p.setup(lines), nil
	}
	words := append(strings.Fields(lines[0]), "OK") // "OK" stands for the outcome, which the program does not know
	ply, rest, ok := readPly(words)
	if !ok || len(rest) != 1 {
		return "", fmt.Errorf("%w: %.80q", errLine, lines[0])
	}
	return view.Move{From: ply.From, To: ply.To}.String(), nil
}

// setup converts the rows, lowest y first, to a seat's own notation: front row first, from its
// left.
func (p *StrategoSide) setup(lines []string) string {
	rows := make([]string, len(lines))
	for i, line := range lines {
		at := i
		if p.v.Seat == view.Red {
			at = len(lines) - 1 - i
		}
		rows[at] = strings.ToUpper(strings.TrimSpace(line))
	}
	text := strings.Join(rows, "/")
	if p.v.Seat == view.Blue {
		text = player.Mirror(text)
	}
	return view.Move{Kind: view.Set, Rows: text}.String()
}

// square returns a square as the program sees it.
func (p *StrategoSide) square(s board.Square) byte {
	man := p.v.At(s)
	switch {
	case s.IsLake():
		return '+'
	case man.None():
		return '.'
	case man.Seat != p.v.Seat:
		return '#'
	}
	return rankByte(man.Rank)
}

// outcomeWords returns the outcome of a ply, such as KILLS 9 s.
func outcomeWords(p view.Ply) string {
	if !p.Fight() {
		return "OK"
	}
	word := map[board.Result]string{board.Win: "KILLS", board.Lose: "DIES", board.Tie: "BOTHDIE"}[p.Result()]
	return fmt.Sprintf("%s %c %c", word, rankByte(p.Attacker), rankByte(p.Defender))
}
