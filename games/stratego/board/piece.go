package board

import (
	"strconv"
	"strings"
)

// Rank is the rank of a piece: '1' (Marshal, the highest) to '9' (Scout), 'S' (Spy), 'F' (Flag),
// 'B' (Bomb). Other nodes have Blank, Lake or Unknown (S5).
type Rank byte

// Ranks that no army has.
const (
	Blank   Rank = ' '
	Lake    Rank = '#'
	Unknown Rank = '?' // a piece whose rank the viewer does not know
)

// Names of some ranks.
const (
	Marshal Rank = '1'
	General Rank = '2'
	Miner   Rank = '8'
	Scout   Rank = '9'
	Spy     Rank = 'S'
	Flag    Rank = 'F'
	Bomb    Rank = 'B'
)

// Ranks lists the ranks of an army in the order of Counts (S6).
var Ranks = [12]Rank{Flag, '1', '2', '3', '4', '5', '6', '7', Miner, Scout, Spy, Bomb}

var rankNames = map[Rank]string{
	'1': "Marshal", '2': "General", '3': "Colonel", '4': "Major", '5': "Captain", '6': "Lieutenant", '7': "Sergeant",
	Miner: "Miner", Scout: "Scout",
	Spy: "Spy", Flag: "Flag", Bomb: "Bomb", Unknown: "unknown piece",
}

func (r Rank) Name() string { return rankNames[r] }

// Many returns a number of pieces of the rank: "1 Scout", "2 Scouts".
func (r Rank) Many(n int) string {
	name := r.Name()
	switch {
	case n == 1:
	case r == Spy:
		name = "Spies"
	default:
		name += "s"
	}
	return strconv.Itoa(n) + " " + name
}

// Numbers is a way to number the ranks (S5).
type Numbers string

// Classic numbers count down from the Marshal, 1, as all texts do. Modern numbers count up to the
// Marshal, 10, and are for drawings only.
const (
	ClassicNumbers Numbers = "classic"
	ModernNumbers  Numbers = "modern"
)

// Glyph returns a rank as one character.
func (n Numbers) Glyph(r Rank) string {
	switch {
	case n != ModernNumbers || r < '1' || r > '9':
		return string(rune(r))
	case r == Marshal:
		return "X"
	}
	return string(rune('1' + '0' + 10 - r))
}

// fromModern replaces modern numbers. A 1 alone is none, so it becomes no rank.
var fromModern = strings.NewReplacer("10", "1", "1", "0", "X", "1", "x", "1", "9", "2", "8", "3", "7", "4", "6", "5",
	"5", "6", "4", "7", "3", "8", "2", "9")

// FromModern returns a text of ranks in modern numbers, with X or 10 for the Marshal, in classic ones.
func FromModern(text string) string { return fromModern.Replace(text) }

// gravonRanks holds the ranks of the letters B to M, and again N to Y, of the Gravon archive.
const gravonRanks = "BS987654321F"

// FromGravon returns the rank of a letter of the Gravon archive, which writes Red's army with B to M
// and Blue's with N to Y. An A is an empty square.
func FromGravon(letter byte) (r Rank, blue, ok bool) {
	switch {
	case letter == 'A':
		return '.', false, true
	case letter >= 'B' && letter <= 'M':
		return Rank(gravonRanks[letter-'B']), false, true
	case letter >= 'N' && letter <= 'Y':
		return Rank(gravonRanks[letter-'N']), true, true
	}
	return 0, false, false
}

// Title returns a rank's name, with its number if it has one: "General (2)".
func (n Numbers) Title(r Rank) string {
	switch {
	case r < '1' || r > '9':
		return r.Name()
	case n == ModernNumbers && r == Marshal:
		return r.Name() + " (10)"
	}
	return r.Name() + " (" + n.Glyph(r) + ")"
}

// Title returns the rank's name, with its classic number if it has one: "General (2)" (S5).
func (r Rank) Title() string { return ClassicNumbers.Title(r) }

// Movable reports whether pieces of the rank can move at all (S19). An unknown piece might.
func (r Rank) Movable() bool { return r >= '1' && r <= '9' || r == Spy || r == Unknown }

// ParseRank reads a rank's character or name, ignoring case (S5, S10).
func ParseRank(text string) (Rank, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) == 1 {
		r := Rank(strings.ToUpper(text)[0])
		_, ok := rankNames[r]
		return r, ok && r != Unknown
	}
	for short, r := range map[string]Rank{"gen": General, "col": '3', "maj": '4', "cap": '5', "lt": '6', "sgt": '7'} {
		if text == short {
			return r, true
		}
	}
	for r, name := range rankNames {
		if r != Unknown && text == strings.ToLower(name) {
			return r, true
		}
	}
	return 0, false
}

// Result is the result of a piece moving onto another one (S24).
type Result int

// Results of a fight. Error means that the two pieces cannot fight.
const (
	Error Result = iota - 1
	Win
	Lose
	Tie
)

// String returns the result as a word.
func (r Result) String() string {
	switch r {
	case Win:
		return "win"
	case Lose:
		return "lose"
	case Tie:
		return "tie"
	}
	return "error"
}

// Fight returns the result of an attack between two known ranks of different teams (S21).
func Fight(attacker, defender Rank) Result {
	switch {
	case !attacker.Movable() || attacker == Unknown || defender == Unknown || defender == Lake || defender == Blank:
		return Error
	case defender == Flag:
		return Win
	case defender == Bomb:
		if attacker == Miner {
			return Win
		}
		return Lose
	case attacker == defender:
		return Tie
	case attacker == Spy:
		if defender == Marshal {
			return Win
		}
		return Lose // an unknown piece loses like a piece of the lowest rank
	case defender == Spy || attacker < defender:
		return Win
	}
	return Lose
}

// Team is a side's name, at most four characters; empty for blank squares and barriers.
type Team string

// The teams. Red is seat 0 and moves first.
const (
	Red  Team = "RED"
	Blue Team = "BLUE"
)

// Teams lists the teams by seat.
var Teams = [2]Team{Red, Blue}

// Kind is the kind of a piece. It decides how the piece moves, fights and may be changed.
type Kind uint8

// Kinds of pieces on a square.
const (
	Generic   Kind = iota // a blank square: it never moves or interacts
	GamePiece             // a piece of an army
	Barrier               // always of type '#': it never moves or interacts
)

// Piece is a node of the board, linked to its neighbours. The zero Piece is not ready: use
// NewPiece, NewGamePiece or NewBarrier.
type Piece struct {
	kind       Kind
	rank       Rank
	Moved      bool // the piece has moved, which everybody knows
	Known      bool // its rank is public
	team       Team
	n, s, w, e *Piece
}

// NewPiece returns a generic piece: a blank square.
func NewPiece() *Piece { return &Piece{rank: Blank} }

// NewGamePiece returns a piece of a team.
func NewGamePiece(r Rank, t Team) *Piece {
	p := &Piece{kind: GamePiece}
	p.SetType(r)
	p.SetTeam(t)
	return p
}

// NewBarrier returns a barrier.
func NewBarrier() *Piece { return &Piece{kind: Barrier, rank: Lake} }

// Copy returns a piece of the same kind, type and team off the board. It copies no links, because
// two boards must not share nodes.
func (p *Piece) Copy() *Piece {
	return &Piece{kind: p.kind, rank: p.rank, team: p.team, Moved: p.Moved, Known: p.Known}
}

func (p *Piece) Kind() Kind { return p.kind }

// Type returns the piece's rank. It is Blank or Lake for other nodes.
func (p *Piece) Type() Rank { return p.rank }

// Team returns the owner of the piece.
func (p *Piece) Team() Team { return p.team }

// N returns the neighbour in the north, nil beyond the edge.
func (p *Piece) N() *Piece { return p.n }

// S returns the neighbour in the south.
func (p *Piece) S() *Piece { return p.s }

// W returns the neighbour in the west.
func (p *Piece) W() *Piece { return p.w }

// E returns the neighbour in the east.
func (p *Piece) E() *Piece { return p.e }

// SetN links the piece to a neighbour in the north, in one direction.
func (p *Piece) SetN(o *Piece) { p.n = o }

// SetS links the piece to a neighbour in the south, in one direction.
func (p *Piece) SetS(o *Piece) { p.s = o }

// SetW links the piece to a neighbour in the west, in one direction.
func (p *Piece) SetW(o *Piece) { p.w = o }

// SetE links the piece to a neighbour in the east, in one direction.
func (p *Piece) SetE(o *Piece) { p.e = o }

// SetType changes the piece's type. A barrier keeps its own.
func (p *Piece) SetType(r Rank) {
	if p.kind != Barrier {
		p.rank = r
	}
}

// SetTeam shortens the team's name to four characters. A barrier has no team.
func (p *Piece) SetTeam(t Team) {
	if r := []rune(string(t)); len(r) > 4 {
		t = Team(r[:4])
	}
	if p.kind != Barrier {
		p.team = t
	}
}

// Equal reports whether two pieces have the same type and team.
func (p *Piece) Equal(o *Piece) bool { return p.rank == o.rank && p.team == o.team }

// Placed reports whether the piece is on a board.
func (p *Piece) Placed() bool { return p.n != nil || p.s != nil || p.w != nil || p.e != nil }

// IsMoveValid reports whether the piece could move from one location to another on an empty board.
// Only game pieces move, except Flags and Bombs. A Scout moves any distance along its row or
// column, all others one step. The board checks the squares between.
func (p *Piece) IsMoveValid(from, to Location) bool {
	switch {
	case p.kind != GamePiece || !p.rank.Movable() || from == to:
		return false
	case p.rank == Scout || p.rank == Unknown:
		return from.SameRow(to) || from.SameColumn(to)
	}
	return from.IsAdjacent(to)
}

// Interact returns the result of the piece moving onto another one (S21). Only game pieces of
// different teams interact.
func (p *Piece) Interact(o *Piece) Result {
	if o == nil || p.kind != GamePiece || o.kind != GamePiece || p.team == o.team {
		return Error
	}
	return Fight(p.rank, o.rank)
}

// String returns the piece as a spectator sees it (S89).
func (p *Piece) String() string { return p.text("") }

// text returns the piece as a team sees it: side, rank or ?, and its marks.
func (p *Piece) text(to Team) string {
	switch p.kind {
	case Generic:
		return "."
	case Barrier:
		return "~"
	}
	s, rank := p.team.Initial(), "?"
	if p.Known || to != "" && p.team == to {
		rank = string(rune(p.rank))
	}
	s += rank
	if p.Moved {
		s += "'"
	}
	if p.Known {
		s += "!"
	}
	return s
}

// Initial returns the team's first letter in lower case: r or b; empty for no team.
func (t Team) Initial() string { return strings.ToLower(string(t[:min(1, len(t))])) }
