// Package scene describes a board before it is drawn: cells with pieces, counts and marks, lines,
// margins, captions, and the whole position in words. Games make scenes from views; paddock/render
// turns scenes into monospace text and pictures and knows no game. Text, picture and words come
// from one Scene, so they can't disagree.
package scene

import (
	"slices"
)

// Family is the geometry of a board: how its cells are arranged.
type Family string

// The families of boards that can be drawn.
const (
	Pits    Family = "pits"    // two rows of holes and a pot at either end (Kalah); row 0 is the upper one
	Graph   Family = "graph"   // points joined by lines (Halatafl)
	Squares Family = "squares" // a grid of equal squares (Stratego)
	Hexes   Family = "hexes"   // hexagons, pointed or flat top (Fish)
)

// Scene is a board to be drawn for one viewer.
type Scene struct {
	Family Family
	Cols   int // size of the grid of cells
	Rows   int
	Cells  []Cell
	Lines  []Line // lines of a Graph, each between two points

	FlatTop  bool // Hexes: a flat side on top, odd rows shifted; otherwise a point on top
	ShiftRow int  // Hexes with a point on top: rows with this parity (0 or 1) are shifted right by half a tile
	// the second seat is at the bottom: labels and cells are already in drawing order; in Pits only
	// the picture is turned
	Turned bool

	ColLabels []string // below and, in Pits, above the board, left to right
	RowLabels []string // left of the board, top to bottom; empty in Pits
	Sides     []Side   // the players in seat order
	TextWidth int      // columns of a cell in monospace text, without the space between cells

	Above   []string  // lines above the text board: counts, phase
	Below   []string  // lines below it: the last turn or the result, then whose turn it is
	Title   string    // for a Card: the game's name
	Course  []float64 // for a Card: the first seat's share of the win after each move, from 0 to 1; may be empty
	Beside  *Beside   // for a Card: a board that is shown instead of this one; may be nil
	Caption string    // the last turn, one line
	Legend  string    // what a mark means that a picture shows for the first time; may be empty
	// how the match ended, one line, drawn across the picture; empty while it continues. With a
	// result no side is to move
	Result string
	Told   bool   // the message around the picture shows the result, so the picture leaves it out
	Note   string // what is counted on the board, drawn next to a Graph: "paddock 2/9"
	// Squares: the first row that a picture shows and the first one after it that is cut off; zero:
	// all rows
	Window [2]int
	Arrows bool // Pits: a picture shows which way beans are sown
	// Hexes: a picture shows only the tiles and what is marked, as large as they fit
	Cropped bool
	// cells that the last move went through, start first: an arrow or polyline; in Pits the way of
	// the beans, not drawn
	Path   []int
	Tracks []Track // moves to compare, drawn on the board before the pieces; text leaves them out
	Form   Form    // which kind of picture to draw
	Words  string  // the whole position in words, last move first, at most 1,024 characters: the alt text
	Look   Look    // the viewer's preferences for pictures
}

// Quiet returns the scene without the last move and the player to move. Only pieces, counts, scores
// and the caption remain.
func (s Scene) Quiet() Scene {
	s.Cells, s.Sides, s.Path = slices.Clone(s.Cells), slices.Clone(s.Sides), nil
	for i := range s.Cells {
		s.Cells[i].Marks &= Moved | Known
		s.Cells[i].Gain, s.Cells[i].Fallen = 0, [2]Piece{}
	}
	for i := range s.Sides {
		s.Sides[i].ToMove = false
	}
	return s
}

// Track is a move to compare with another: the move that was played, or a better one.
type Track struct {
	Path   []int // cells that the move goes through, as in Scene.Path
	Better bool
}

// Beside is a board of the same family that a Card shows: where the match turned.
type Beside struct {
	Scene Scene
	Label string // heading of the board
	// what the marks of its Tracks mean, written below the board: the cross, then the ring
	Legend [2]string
	Move   int // the move that was made on the board, as an index of Course
}

// Form is a kind of picture.
type Form uint8

// Forms of pictures of a scene.
const (
	Whole Form = iota // the board with everything around it
	Thumb             // a small square picture of the game: no position can be read from it
	Card              // a result in large letters beside a small board, for showing elsewhere
	Icon              // one piece alone, for buttons and menus, where it is 20 pixels high
)

// IconOf returns the icon of a piece on a board of a family. Without a piece it is what the
// family's places hold, such as a bean.
func IconOf(f Family, p Piece) Scene {
	return Scene{Form: Icon, Family: f, Cols: 1, Rows: 1, Cells: []Cell{{Piece: p}}}
}

// Shifted returns 1 for rows of Hexes that are shifted right by half a tile, otherwise 0.
func (s *Scene) Shifted(row int) int {
	if s.FlatTop {
		return row & 1
	}
	return 1 - (row+s.ShiftRow)&1
}

// Look is how a viewer wants pictures drawn. The zero Look is the default. Text and words are the
// same for all.
type Look struct {
	Light    bool // for Discord's light theme; otherwise for the dark one
	Contrast bool // strong contrasts
	Large    bool // larger pieces, letters and numbers on the board
}

// Side is one player of the board.
type Side struct {
	Seat   int8
	Label  string // the names of seat and player: "South Marge"
	Name   string // the player's name alone, may be empty
	Score  string // "12", "18 sheep", "fish 23 · tiles 9"
	Points int    // what the game counts, if anything: fish, beans
	ToMove bool
	Won    bool   // the side has won; false if all sides share the win
	Lost   []Loss // what the side has lost
}

// Loss is a kind of piece that a side has lost, and how many of them.
type Loss struct {
	Piece Piece
	Count int
}

// Cell is one place on the board.
type Cell struct {
	Col, Row int    // position in drawing order; (0,0) is top left
	Name     string // name as players type it: "c5", "3"
	Ground   Ground
	Piece    Piece  // the zero Piece is none
	Count    int    // beans in a hole, fish on a tile
	Gain     int    // beans that the last turn sowed here
	Text     string // the cell's content in monospace text, at most TextWidth columns
	Words    string // the cell's name and content for screen readers: "c5, fox"
	Help     string // what the reader's own piece here does, if the game's pieces differ
	Marks    Marks
	Fallen   [2]Piece // with Fight: the pieces that left the board here; those not needed are zero
	Owner    int8     // the seat that owns this hole, pot or camp
}

// Ground is the kind of a cell.
type Ground string

// Values of Ground, what a cell looks like without pieces. The zero Ground is not drawn.
const (
	Plain Ground = "plain"
	Goal  Ground = "goal"  // a special field: Halatafl's paddock
	Water Ground = "water" // a lake, or a tile that is gone
	Hole  Ground = "hole"  // a hole of Kalah
	Pot   Ground = "pot"   // a store of Kalah: Col 0 is the left one, Col Cols-1 the right one
	Tile  Ground = "tile"  // a tile of Fish
	Camp  Ground = "camp"  // Squares: a place in the line-up of an army that is still out of sight; Owner is its seat
)

// Piece is a piece on a cell.
type Piece struct {
	Shape  Shape
	Letter string // text drawn on the piece: a rank, a penguin's colour; may be empty
	Rank   Rank   // insignia of a Soldier, if its rank is known
	Seat   int8   // the seat that owns it
}

// Rank is the insignia of a soldier. It does not depend on the number that an edition uses for the
// rank.
type Rank uint8

// The ranks, the highest last. The zero Rank is unknown.
const (
	NoRank Rank = iota
	Flag
	Bomb
	Spy
	Scout
	Miner
	Sergeant
	Lieutenant
	Captain
	Major
	Colonel
	General
	Marshal
)

// Shape is how a piece is drawn. Pieces of different sides differ by shape or letter and by
// luminance, never by colour alone.
type Shape string

// The shapes.
const (
	NoPiece Shape = ""
	Sheep   Shape = "sheep"
	Fox     Shape = "fox"
	Soldier Shape = "soldier" // a Stratego piece; its Letter is its rank, or "?"
	Penguin Shape = "penguin"
)

// Marks highlight a cell.
type Marks uint16

// The marks of cells. A cell can have several marks.
const (
	From     Marks = 1 << iota // the last move began here
	To                         // the last move ended here
	Captured                   // something was captured here in the last turn; Ghost says what
	Target                     // a legal target of the piece being moved
	Movable                    // a piece of the side to move that can move; some games do not mark these
	Must                       // a piece that has to capture
	Moved                      // Stratego: the piece has moved
	Known                      // Stratego: its rank is public
	Fight                      // Stratego: the last move, or the one before it, was a fight here
	GhostFox                   // with Captured: a fox was captured; otherwise a sheep or beans
	Chosen                     // the piece that was chosen to move; its targets are marked Target
	Earlier                    // with From or To: a move before the last one, which the reader has not been told of
)

// Has reports whether all marks of want are set.
func (m Marks) Has(want Marks) bool { return m&want == want }

// Line joins two points of a Graph.
type Line struct {
	A, B   int  // indexes of Cells
	Strong bool // whether the line is drawn thicker: a border or a row of the paddock
}
