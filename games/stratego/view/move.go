package view

import (
	"strings"

	"paddock/games"
	"paddock/games/stratego/board"
)

// Kind says what a move does.
type Kind uint8

// The kinds of moves. All but Step and Claim belong to phase Setup (S14).
const (
	Step    Kind = iota // a piece goes to another square, perhaps into a fight
	Claim               // claims a draw instead of a step (S33)
	Confirm             // makes the set-up final (S15)
	Clear               // removes all pieces from the board
	Set                 // replaces everything by Rows
	Place               // puts a piece of Rank on From
	Remove              // removes the piece on From
	Swap                // swaps the pieces on From and To
)

// Move is a move. It is comparable.
type Move struct {
	Kind     Kind
	From, To board.Square
	Rank     board.Rank // rank of the piece for Place
	Rows     string     // for Set: as typed; Parse makes it canonical (S12)
}

// String returns the move in canonical notation (S14, S38).
func (m Move) String() string {
	switch m.Kind {
	case Claim:
		return "claim"
	case Confirm:
		return "confirm"
	case Clear:
		return "clear"
	case Set:
		return "set:" + m.Rows
	case Place:
		return "place:" + string(rune(m.Rank)) + m.From.String()
	case Remove:
		return "remove:" + m.From.String()
	case Swap:
		return "swap:" + m.From.String() + m.To.String()
	}
	return m.From.String() + m.To.String()
}

// Parse reads a move as people type it (S14, S38). It checks the form of a set-up text, but not
// legality.
func (v *View) Parse(text string) (Move, error) {
	text = strings.ToLower(strings.TrimSpace(text))
	if v.Phase == Setup {
		return v.parseEdit(text)
	}
	if strings.HasPrefix(text, "claim") && len(text) < 20 {
		return Move{Kind: Claim}, nil
	}
	from, to, ok := twoSquares(text)
	if !ok {
		return Move{}, games.Refuse("I can't read that move. Type two squares, for example a4a5 or a4-a5%s.",
			v.orClaim())
	}
	return Move{From: from, To: to}, nil
}

func (v *View) orClaim() string {
	if v.Log.Quiet() >= ClaimAfter {
		return ", or claim for a draw"
	}
	return ""
}

// twoSquares reads two squares with any usual separator between them.
func twoSquares(text string) (from, to board.Square, ok bool) {
	from, rest, ok := board.ParseSquare(text)
	if !ok {
		return 0, 0, false
	}
	to, rest, ok = board.ParseSquare(strings.TrimLeft(rest, " \t-–>x→:,"))
	return from, to, ok && strings.TrimSpace(rest) == ""
}

// parseEdit reads a move of phase Setup.
func (v *View) parseEdit(text string) (Move, error) {
	verb, rest := text, ""
	if i := strings.IndexAny(text, ": "); i >= 0 {
		verb, rest = text[:i], strings.TrimLeft(text[i:], ": ")
	}
	switch verb {
	case "confirm":
		return Move{Kind: Confirm}, nil
	case "clear":
		return Move{Kind: Clear}, nil
	case "set":
		rows, err := ReadSetup(rest, v.army())
		return Move{Kind: Set, Rows: rows}, err
	case "place":
		for i := 1; i < len(rest); i++ {
			s, after, ok := board.ParseSquare(strings.TrimSpace(rest[i:]))
			if r, known := board.ParseRank(rest[:i]); ok && known && after == "" {
				return Move{Kind: Place, Rank: r, From: s}, nil
			}
		}
		return Move{}, games.Refuse("I can't read that. After place type a rank and a square, for example place:9a4 or place: miner b2.")
	case "remove":
		if s, after, ok := board.ParseSquare(rest); ok && after == "" {
			return Move{Kind: Remove, From: s}, nil
		}
		return Move{}, games.Refuse("I can't read that. After remove type a square, for example remove:a4.")
	case "swap":
		if from, to, ok := twoSquares(rest); ok {
			return Move{Kind: Swap, From: from, To: to}, nil
		}
		return Move{}, games.Refuse("I can't read that. After swap type two squares, for example swap:a1d1.")
	}
	return Move{}, games.Refuse("Set up your army first. Type place, remove, swap, set, clear or confirm, for example swap:a1d1.")
}

// army returns the viewing seat's army.
func (v *View) army() board.Counts {
	if v.Seat == Blue {
		return v.Army[Blue]
	}
	return v.Army[Red]
}
