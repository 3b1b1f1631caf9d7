package view

import (
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"

	"paddock/games"
	"paddock/games/stratego/board"
)

// The seats (S4).
const (
	Red  games.Seat = 0
	Blue games.Seat = 1
)

// The phases. During Setup both seats arrange their pieces, hidden from the other (S11).
const (
	Setup games.Phase = "setup"
	Play  games.Phase = games.Play
	Over  games.Phase = "over"
)

// Limits of a game, in plies (S33, S34).
const (
	ClaimAfter = 200
	QuietLimit = 400
	PlyLimit   = 2000
)

// Reasons for the end of a game of Stratego (S40).
const (
	ByFlag       games.Reason = "flag"
	ByImmobility games.Reason = "immobile"
	ByClaim      games.Reason = "claim"
	ByQuiet      games.Reason = "quiet"
	ByLength     games.Reason = "length"
)

// Man is the known part of a piece, by value. The zero Man is no piece.
type Man struct {
	Seat  games.Seat // owner of the piece
	Rank  board.Rank // 0: there is no piece; board.Unknown: the viewer does not know the rank
	Moved bool       // the piece has moved, which everybody sees (S23)
	Known bool       // the rank is public (S23)
}

// None reports whether there is no piece.
func (m Man) None() bool { return m.Rank == 0 }

// Ply is one ply of play. In a fight both ranks are public (S23).
type Ply struct {
	From, To           board.Square
	Attacker, Defender board.Rank // ranks of the fight; 0 if there was no fight
}

// Fight reports whether two pieces met.
func (p Ply) Fight() bool { return p.Attacker != 0 }

// Result returns the outcome of the fight (S39).
func (p Ply) Result() board.Result { return board.Fight(p.Attacker, p.Defender) }

// Log is the list of plies since the start of play, oldest first, packed so that it can be compared
// and shared. The zero Log is empty.
type Log string

const packed = 4 // number of bytes of a ply

// Len returns the number of plies.
func (l Log) Len() int { return len(l) / packed }

// At returns the i-th ply, from 0.
func (l Log) At(i int) Ply {
	b := l[packed*i : packed*(i+1)]
	return Ply{From: board.Square(b[0]), To: board.Square(b[1]), Attacker: board.Rank(b[2]), Defender: board.Rank(b[3])}
}

// Add returns the log with one more ply.
func (l Log) Add(p Ply) Log {
	return l + Log([]byte{byte(p.From), byte(p.To), byte(p.Attacker), byte(p.Defender)})
}

// Quiet returns the number of plies since the last fight.
func (l Log) Quiet() int {
	n := 0
	for i := l.Len() - 1; i >= 0 && !l.At(i).Fight(); i-- {
		n++
	}
	return n
}

// Result is how a game ended. The zero Result means that the game continues.
type Result struct {
	Winner games.Seat // games.Spectator if the game is a draw
	Reason games.Reason
}

// Facts is a game's state: the whole state for the rules, and what For leaves of it for a viewer.
// It is a value. Copies share a board; a change first copies the board.
type Facts struct {
	Casual bool // whether the match has no rules against repetition (S26)
	Never  bool // hidden ranks stay hidden after the end (S37)
	Army   [2]board.Counts
	Phase  games.Phase
	Turn   games.Seats  // seats that have to confirm in Setup; the seat to move in Play
	pieces *board.Board // never modified in place; nil: an empty board
	// Setups holds the confirmed set-ups by seat as text (S12); empty before, Secret if the viewer
	// may not know it.
	Setups [2]string
	Log    Log
	Result Result
}

// Secret replaces a confirmed set-up that the viewer does not know.
const Secret = "?"

// View is what one seat may know of a game, by value.
type View struct {
	Seat games.Seat // the viewer; may be games.Spectator
	Facts
}

// For returns what a seat may know (S42).
func (f Facts) For(seat games.Seat) View {
	v := View{Seat: seat, Facts: f}
	if f.Phase == Over && !f.Never {
		return v
	}
	v.pieces = f.Board()
	for s, p := range v.pieces.GamePieces() {
		switch {
		case seatOf(p) == seat:
		case f.Phase == Setup:
			v.pieces.SetPiece(board.NewPiece(), s.Location())
		case !p.Known:
			p.SetType(board.Unknown)
		}
	}
	for other, rows := range f.Setups {
		if games.Seat(other) != seat && rows != "" {
			v.Setups[other] = Secret
		}
	}
	return v
}

// ToMove returns the seat to move in phase Play; otherwise games.Spectator.
func (f *Facts) ToMove() games.Seat {
	if f.Phase != Play {
		return games.Spectator
	}
	if f.Turn.Has(Red) {
		return Red
	}
	return Blue
}

// Mover returns the seat that made the i-th ply.
func (f *Facts) Mover(i int) games.Seat { return (f.first() + games.Seat(i&1)) & 1 }

// first returns the seat of ply 0: RED (S18), except in artificial test positions.
func (f *Facts) first() games.Seat {
	n := f.Log.Len()
	if f.Phase == Play {
		return (f.ToMove() + games.Seat(n&1)) & 1
	}
	if n == 0 || f.Setups[Red] != "" {
		return Red
	}
	last := f.Log.At(n - 1)
	man := f.At(last.To)
	switch {
	case man.None(): // if both pieces have left the board, the square does not show them
		return Red
	case last.Fight() && last.Result() == board.Lose:
		man.Seat = 1 - man.Seat
	}
	return (man.Seat + games.Seat((n-1)&1)) & 1
}

// Lost returns the pieces lost in fights by seat, which are public (S23).
func (f *Facts) Lost() (lost [2]board.Counts) {
	for i := range f.Log.Len() {
		p := f.Log.At(i)
		if !p.Fight() {
			continue
		}
		mover, result := f.Mover(i), p.Result()
		if result != board.Win {
			lost[mover][board.TranslateRank(p.Attacker)]++
		}
		if result != board.Lose {
			lost[1-mover][board.TranslateRank(p.Defender)]++
		}
	}
	return lost
}

// Board returns a copy of the board that the caller may change.
func (f *Facts) Board() *board.Board { return f.graph().Clone() }

// graph returns the shared board, which must not be modified.
func (f *Facts) graph() *board.Board {
	if f.pieces == nil {
		return emptyBoard
	}
	return f.pieces
}

// emptyBoard holds only the lakes.
var emptyBoard = func() *board.Board {
	b := board.New()
	b.SetBarriers()
	return b
}()

// change returns a board that may be modified, because no other facts share it.
func (f *Facts) change() *board.Board {
	f.pieces = f.Board()
	return f.pieces
}

// At returns the piece on a square.
func (f *Facts) At(s board.Square) Man { return manOf(f.graph().Piece(s.Location())) }

// Men yields the pieces on the board by square: a1, b1, ..., j10.
func (f *Facts) Men() iter.Seq2[board.Square, Man] {
	return func(yield func(board.Square, Man) bool) {
		for s, p := range f.graph().GamePieces() {
			if !yield(s, manOf(p)) {
				return
			}
		}
	}
}

// Put replaces the piece on a square; the zero Man clears it. It does nothing on a lake.
func (f *Facts) Put(s board.Square, m Man) { f.change().SetPiece(pieceOf(m), s.Location()) }

func manOf(p *board.Piece) Man {
	if p == nil || p.Kind() != board.GamePiece {
		return Man{}
	}
	return Man{Seat: seatOf(p), Rank: p.Type(), Moved: p.Moved, Known: p.Known}
}

func pieceOf(m Man) *board.Piece {
	if m.None() {
		return board.NewPiece()
	}
	p := board.NewGamePiece(m.Rank, board.Teams[m.Seat])
	p.Moved, p.Known = m.Moved, m.Known
	return p
}

// seatOf returns the owner of a game piece.
func seatOf(p *board.Piece) games.Seat {
	if p.Team() == board.Teams[Red] {
		return Red
	}
	return Blue
}

// Facts print as spectators see the match, in every way of printing, so that a log or an error
// reveals no hidden rank (S80, S89).

// String returns the text of the spectator's view.
func (f Facts) String() string { return f.For(games.Spectator).Text() }

func (f Facts) GoString() string { return f.String() }

// Format prints the spectator's view, whatever verb the format string has, such as %v or %#v.
func (f Facts) Format(s fmt.State, _ rune) { _, _ = s.Write([]byte(f.String())) }

func (f Facts) LogValue() slog.Value { return slog.StringValue(f.String()) }

// MarshalJSON returns the spectator's view as a JSON string.
func (f Facts) MarshalJSON() ([]byte, error) { return json.Marshal(f.String()) }
