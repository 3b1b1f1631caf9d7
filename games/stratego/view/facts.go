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

// The phases. Setup is the one in which both seats arrange their pieces, unseen by the other (S11).
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

// The ways in which a game ends (S40).
const (
	ByFlag       games.Reason = "flag"
	ByImmobility games.Reason = "immobile"
	ByClaim      games.Reason = "claim"
	ByQuiet      games.Reason = "quiet"
	ByLength     games.Reason = "length"
)

// Man is what is known of the piece on a square, by value. The zero Man is none.
type Man struct {
	Seat  games.Seat // whose it is
	Rank  board.Rank // 0: no piece; board.Unknown: the viewer does not know
	Moved bool       // has moved, which everybody sees (S23)
	Known bool       // its rank is public (S23)
}

// None reports whether there is no piece.
func (m Man) None() bool { return m.Rank == 0 }

// Ply is one ply of play. In a fight both ranks are public (S23).
type Ply struct {
	From, To           board.Square
	Attacker, Defender board.Rank // 0 when it was no fight
}

// Fight reports whether two pieces met.
func (p Ply) Fight() bool { return p.Attacker != 0 }

// Result is the outcome of the fight (S39).
func (p Ply) Result() board.Result { return board.Fight(p.Attacker, p.Defender) }

// Log is the plies since the start of play, oldest first, packed so that it can be compared and shared. The zero Log is empty.
type Log string

const packed = 4 // bytes of a ply

// Len is the number of plies.
func (l Log) Len() int { return len(l) / packed }

// At is the i-th ply from 0.
func (l Log) At(i int) Ply {
	b := l[packed*i : packed*(i+1)]
	return Ply{From: board.Square(b[0]), To: board.Square(b[1]), Attacker: board.Rank(b[2]), Defender: board.Rank(b[3])}
}

// Add is the log with one more ply.
func (l Log) Add(p Ply) Log {
	return l + Log([]byte{byte(p.From), byte(p.To), byte(p.Attacker), byte(p.Defender)})
}

// Quiet is the number of plies since the last fight.
func (l Log) Quiet() int {
	n := 0
	for i := l.Len() - 1; i >= 0 && !l.At(i).Fight(); i-- {
		n++
	}
	return n
}

// Result is how a game ended. The zero Result is that of a game that goes on.
type Result struct {
	Winner games.Seat // games.Spectator in a draw
	Reason games.Reason
}

// Facts are a game as it stands: to the rules all of it, to a viewer what is left by For. They are a value: a copy shares its board until one of the two
// changes it, and whoever changes it takes a copy of the board first.
type Facts struct {
	Casual bool // no rules against repetition (S26)
	Never  bool // what was hidden stays hidden after the end (S37)
	Army   [2]board.Counts
	Phase  games.Phase
	Turn   games.Seats  // in Setup who has still to confirm, in Play who is to move
	pieces *board.Board // never modified in place; nil: an empty board
	// Setups are the confirmed set-ups by seat as text (S12); empty before, Secret where the viewer may not know it.
	Setups [2]string
	Log    Log
	Result Result
}

// Secret stands for a confirmed set-up that the viewer does not know.
const Secret = "?"

// View is what one seat may know of a game, by value.
type View struct {
	Seat games.Seat // whose eyes; games.Spectator
	Facts
}

// For is what a seat may know (S42).
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

// ToMove is the seat to move in phase Play; games.Spectator in others.
func (f *Facts) ToMove() games.Seat {
	if f.Phase != Play {
		return games.Spectator
	}
	if f.Turn.Has(Red) {
		return Red
	}
	return Blue
}

// Mover is the seat that made the i-th ply.
func (f *Facts) Mover(i int) games.Seat { return (f.first() + games.Seat(i&1)) & 1 }

// first is the seat that made ply 0: RED (S18), but in a position made up for a test it may be BLUE.
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
	case man.None(): // both have left the board: nobody can tell
		return Red
	case last.Fight() && last.Result() == board.Lose:
		man.Seat = 1 - man.Seat
	}
	return (man.Seat + games.Seat((n-1)&1)) & 1
}

// Lost counts by seat what was lost in fights, which everybody knows (S23).
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

// Board is a copy of the board: the caller's own.
func (f *Facts) Board() *board.Board { return f.graph().Clone() }

// graph is the board, not to be modified.
func (f *Facts) graph() *board.Board {
	if f.pieces == nil {
		return emptyBoard
	}
	return f.pieces
}

// emptyBoard holds the lakes and nothing else.
var emptyBoard = func() *board.Board {
	b := board.New()
	b.SetBarriers()
	return b
}()

// change is the board to be modified: one that no other facts share.
func (f *Facts) change() *board.Board {
	f.pieces = f.Board()
	return f.pieces
}

// At is what stands on a square.
func (f *Facts) At(s board.Square) Man { return manOf(f.graph().Piece(s.Location())) }

// Men are the pieces on the board by square: a1, b1, ..., j10.
func (f *Facts) Men() iter.Seq2[board.Square, Man] {
	return func(yield func(board.Square, Man) bool) {
		for s, p := range f.graph().GamePieces() {
			if !yield(s, manOf(p)) {
				return
			}
		}
	}
}

// Put puts a piece on a square in place of what stands there; the zero Man clears it. Nothing can be put on a lake.
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

// seatOf is whose a game piece is.
func seatOf(p *board.Piece) games.Seat {
	if p.Team() == board.Teams[Red] {
		return Red
	}
	return Blue
}

// What prints Facts or a View without asking for its text gets what a spectator may know (S80, S89).

// String is the spectator's view text.
func (f Facts) String() string { return f.For(games.Spectator).Text() }

// GoString is String.
func (f Facts) GoString() string { return f.String() }

// Format is String whatever the verb.
func (f Facts) Format(s fmt.State, _ rune) { _, _ = s.Write([]byte(f.String())) }

// LogValue is String.
func (f Facts) LogValue() slog.Value { return slog.StringValue(f.String()) }

// MarshalJSON is String.
func (f Facts) MarshalJSON() ([]byte, error) { return json.Marshal(f.String()) }
