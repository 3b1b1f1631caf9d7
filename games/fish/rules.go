package fish

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"paddock/games"
)

// Phases of a game of Fish.
const (
	Placing games.Phase = "place"
	Moving  games.Phase = "move"
)

// Colour is a player's colour.
type Colour int8

// The colours in the order in which they are dealt (F17).
const (
	Red Colour = iota
	White
	Brown
	Black
)

var colourNames = [games.MaxSeats]string{"red", "white", "brown", "black"}

func (c Colour) String() string { return colourNames[c] }

// Said returns the colour's name as a translatable sentence.
func (c Colour) Said() games.Sentence { return games.Say(colourNames[c]) }

// Letter returns the letter of the colour's penguins (F44).
func (c Colour) Letter() string { return string("RWNK"[c]) }

// Position is a position of Fish. It is comparable and copied by assignment; equal positions are
// equal values.
type Position struct {
	Shape    Shape
	Seats    int8
	Penguins int8           // number of each player's penguins
	Phase    games.Phase    // Placing or Moving; empty when the game is over
	ToMove   games.Seat     // meaningless when the game is over
	Fish     [maxCells]int8 // fish by tile, including tiles under penguins; 0 is a hole
	Players  [games.MaxSeats]Player
}

// Player is the state of one seat.
type Player struct {
	Colour Colour
	Fish   int32 // fish won so far, without the tiles under its penguins (F20)
	Tiles  int16
	Count  int8              // number of penguins on the board
	At     [maxPenguins]Cell // cells of the penguins in the order of placement; 0 from Count on
	Out    int8              // 0 while in the game; 1 for the first player removed, 2 for the second, ...
}

// Move is a placement (From is noCell) or a move.
type Move struct{ From, To Cell }

type rules struct{}

func (rules) Start(s games.Setup) (Position, error) {
	p := Position{Shape: official, Seats: int8(s.Seats), Phase: Placing}
	rng := rand.New(rand.NewPCG(s.Seed, 0x66697368))
	if err := p.deal(rng, s.Options); err != nil {
		return Position{}, err
	}
	p.Penguins = int8(s.Options.Int("penguins"))
	if p.Penguins == 0 {
		p.Penguins = 6 - p.Seats // rule F17
	}
	for i := range p.Players[:p.Seats] {
		p.Players[i].Colour = Colour(i)
	}
	p.Players[0].Fish = int32(s.Options.Int("odds"))
	if have, want := bits.OnesCount64(p.placeable()), int(p.Seats)*int(p.Penguins); have < want {
		// rule F1
		return Position{}, games.Refuse("%d penguins don't fit: there is only room on %s. Choose a larger board, fewer holes or fewer penguins.", want, tileCount(have))
	}
	return p, nil
}

// deal makes the board (F29).
func (p *Position) deal(rng *rand.Rand, o games.Options) error {
	rows, cols := o.Int("rows"), o.Int("columns")
	switch {
	case o["rules"] != "course":
		p.dealOfficial(rng)
	case o["board"] != "":
		return p.layBoard(o["board"])
	case rows*cols > maxCells:
		return games.Refuse("%d × %d makes %d tiles, and a board can have %d at most. Choose fewer rows or columns.",
			rows, cols, rows*cols, maxCells)
	default:
		p.Shape = Shape{Rows: int8(rows), Cols: int8(cols)}
		p.dealCourse(rng, o.Int("fish"), o.Int("holes"))
	}
	return nil
}

// dealOfficial shuffles 30 tiles with one fish, 20 with two and 10 with three (F13).
func (p *Position) dealOfficial(rng *rand.Rand) {
	n := p.Shape.geometry().cells
	for i := range n {
		p.Fish[i] = int8(1 + i/30 + i/50)
	}
	rng.Shuffle(n, func(i, j int) { p.Fish[i], p.Fish[j] = p.Fish[j], p.Fish[i] })
}

// dealCourse puts the same number of fish on each tile, or 1 to 5 at random if fish is 0, and makes
// random holes (F29).
func (p *Position) dealCourse(rng *rand.Rand, fish, holes int) {
	n := p.Shape.geometry().cells
	for i := range n {
		p.Fish[i] = int8(fish)
		if fish == 0 {
			p.Fish[i] = int8(1 + rng.IntN(5))
		}
	}
	for _, i := range rng.Perm(n)[:min(holes, n)] {
		p.Fish[i] = 0
	}
}

func (rules) Turn(p Position) games.Turn {
	if p.Phase == "" {
		return games.Turn{}
	}
	return games.Turn{Waiting: games.SeatSet(p.ToMove), Phase: p.Phase}
}

func (rules) View(p Position, _ games.Seat) Position { return p }

func (rules) Legal(p Position) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		if p.Phase == Placing {
			for set := p.placeable(); set != 0; set &= set - 1 {
				if !yield(Move{noCell, Cell(bits.TrailingZeros64(set))}) {
					return
				}
			}
			return
		}
		if p.Phase != Moving {
			return
		}
		for from := range p.sorted(p.ToMove) { // in the order of rule F23
			for set := p.Reach(from); set != 0; set &= set - 1 {
				if !yield(Move{from, Cell(bits.TrailingZeros64(set))}) {
					return
				}
			}
		}
	}
}

// sorted yields a seat's penguins, the top left one first.
func (p *Position) sorted(seat games.Seat) iter.Seq[Cell] {
	var set uint64
	for _, c := range p.penguins(seat) {
		set |= 1 << c
	}
	return func(yield func(Cell) bool) {
		for s := set; s != 0; s &= s - 1 {
			if !yield(Cell(bits.TrailingZeros64(s))) {
				return
			}
		}
	}
}

func (p *Position) penguins(seat games.Seat) []Cell {
	pl := &p.Players[seat]
	return pl.At[:pl.Count]
}

// Occupied returns the cells with a penguin.
func (p *Position) Occupied() (set uint64) {
	for s := range games.Seat(p.Seats) {
		for _, c := range p.penguins(s) {
			set |= 1 << c
		}
	}
	return set
}

// Free returns the tiles without a penguin.
func (p *Position) Free() (set uint64) {
	for i, f := range p.Fish {
		if f > 0 {
			set |= 1 << i
		}
	}
	return set &^ p.Occupied()
}

// placeable returns the tiles on which a penguin can be placed (F19).
func (p *Position) placeable() uint64 {
	free := p.Free()
	if p.Shape.Official {
		for i, f := range p.Fish {
			if f > 1 {
				free &^= 1 << i
			}
		}
	}
	return free
}

// Reach returns the cells that a penguin can move to (F20).
func (p *Position) Reach(from Cell) uint64 { return p.Shape.geometry().reach(from, p.Free()) }

// canMove reports whether a seat has a penguin with a legal move.
func (p *Position) canMove(seat games.Seat) bool {
	g, free := p.Shape.geometry(), p.Free()
	for _, c := range p.penguins(seat) {
		if !g.stuck(c, free) {
			return true
		}
	}
	return false
}

func (rules) Apply(p Position, seat games.Seat, m Move) (Position, []games.Event) {
	pl := &p.Players[seat]
	if p.Phase == Placing {
		pl.At[pl.Count] = m.To
		pl.Count++
		return p, p.pass()
	}
	for i, c := range pl.At[:pl.Count] {
		if c == m.From {
			pl.At[i] = m.To
		}
	}
	p.take(seat, m.From) // F20: the penguin's seat gets the tile that it leaves
	events := append(p.freeStuck(), p.pass()...)
	return p, events
}

// take gives a tile to a seat and leaves a hole.
func (p *Position) take(seat games.Seat, c Cell) {
	pl := &p.Players[seat]
	pl.Fish += int32(p.Fish[c])
	pl.Tiles++
	p.Fish[c] = 0
}

// removePenguin removes the penguin on a tile and returns its seat, or Spectator if there is none.
// The tile stays.
func (p *Position) removePenguin(c Cell) games.Seat {
	for s := range games.Seat(p.Seats) {
		pl := &p.Players[s]
		if i := slices.Index(pl.At[:pl.Count], c); i >= 0 {
			copy(pl.At[i:], pl.At[i+1:pl.Count])
			pl.Count--
			pl.At[pl.Count] = 0
			return s
		}
	}
	return games.Spectator
}

// freeStuck removes the penguins that cannot move, each with its tile (F24). All leave at once; the
// order does not matter because their tiles become holes.
func (p *Position) freeStuck() (events []games.Event) {
	if !p.Shape.Official || p.Phase != Moving {
		return nil
	}
	g, free := p.Shape.geometry(), p.Free()
	for s := range games.Seat(p.Seats) {
		before := p.Players[s]
		for _, c := range before.At[:before.Count] {
			if !g.stuck(c, free) {
				continue
			}
			events = append(events,
				games.Event{
					Kind: "stuck", Seat: s,
					Say: games.Say(sayStuck.Format, p.Players[s].Colour.Said(), g.names[c], int(p.Fish[c])),
				})
			p.removePenguin(c)
			p.take(s, c)
		}
	}
	return events
}

// pass gives the turn to the next seat that can act. It changes the phase when all penguins are
// placed, and ends the game when nobody can act (F2, F21, F25, F26).
func (p *Position) pass() (events []games.Event) {
	if p.lastOneIn() {
		return nil
	}
	if p.Phase == Placing {
		if next, ok := p.next(func(s games.Seat) bool { return p.Players[s].Count < p.Penguins }); ok {
			p.ToMove = next
			return nil
		}
		p.Phase = Moving
		p.ToMove = games.Seat(p.Seats - 1) // without a later seat, the first remaining seat is next (F21)
		events = p.freeStuck()
	}
	next, ok := p.next(p.canMove)
	if !ok {
		p.end()
		return events
	}
	for s := p.after(p.ToMove); s != next; s = p.after(s) {
		if p.Players[s].Count > 0 {
			events = append(events,
				games.Event{
					Kind: games.Passed, Seat: s,
					Say: games.Say("%s can't move and misses a turn.", p.Players[s].Colour.Said()),
				})
		}
	}
	p.ToMove = next
	return events
}

func (p *Position) after(s games.Seat) games.Seat { return (s + 1) % games.Seat(p.Seats) }

// next returns the first remaining seat after the mover for which can is true; the mover itself
// comes last.
func (p *Position) next(can func(games.Seat) bool) (games.Seat, bool) {
	s := p.ToMove
	for range p.Seats {
		s = p.after(s)
		if p.Players[s].Out == 0 && can(s) {
			return s, true
		}
	}
	return 0, false
}

// lastOneIn ends the game if only one player is left. Under the official rules that player collects
// the tiles under its penguins (F26).
func (p *Position) lastOneIn() bool {
	in, last := 0, games.Seat(0)
	for s := range games.Seat(p.Seats) {
		if p.Players[s].Out == 0 {
			in, last = in+1, s
		}
	}
	if in > 1 {
		return false
	}
	if in == 1 && p.Shape.Official {
		before := p.Players[last]
		for _, c := range before.At[:before.Count] {
			p.removePenguin(c)
			p.take(last, c)
		}
	}
	p.end()
	return true
}

func (p *Position) end() { p.Phase, p.ToMove = "", 0 }

// Rule applies a ruling. Skip passes the turn on (F5). Remove, a resignation and a final loss by
// time take a player out of the game: its penguins leave, their tiles stay, and the turn order
// closes up (F3).
func (rules) Rule(p Position, r games.Ruling) (Position, []games.Event, error) {
	if p.Phase == "" || r.Seat < 0 || int8(r.Seat) >= p.Seats || p.Players[r.Seat].Out > 0 {
		return p, nil, games.ErrNoRuling
	}
	switch r.Kind {
	case games.Skip:
		if p.Phase == Placing || r.Seat != p.ToMove {
			return p, nil, games.ErrNoRuling
		}
		return p, p.pass(), nil
	case games.Remove, games.Resign, games.Time:
		return p.remove(r.Seat)
	}
	return p, nil, games.ErrNoRuling
}

func (p Position) remove(seat games.Seat) (Position, []games.Event, error) {
	out := int8(1)
	for _, pl := range p.Players {
		if pl.Out >= out {
			out = pl.Out + 1
		}
	}
	pl := &p.Players[seat]
	pl.Out = out
	before := *pl
	for _, c := range before.At[:before.Count] {
		p.removePenguin(c)
	}
	said := games.Say("%s is out of the game.", pl.Colour.Said())
	switch {
	case p.lastIn(): // nobody can get the tiles any more
	case before.Count == 1:
		said = games.Say("%s is out of the game. The penguin leaves, and the tile under it stays.", pl.Colour.Said())
	case before.Count > 1:
		said = games.Say("%s is out of the game. The penguins leave, and the tiles under them stay.", pl.Colour.Said())
	}
	events := []games.Event{{Kind: "removed", Seat: seat, Say: said}}
	if p.lastOneIn() {
		return p, events, nil
	}
	events = append(events, p.freeStuck()...)
	if p.ToMove == seat { // the removal may have freed tiles, so that another seat can move
		events = append(events, p.pass()...)
	}
	return p, events, nil
}

// Outcome ranks by fish, and under the official rules then by tiles; equal players share a place
// (F27). Removed players come last, the latest removed best.
func (rules) Outcome(p Position) (games.Outcome, bool) {
	if p.Phase != "" {
		return games.Outcome{}, false
	}
	o := games.Outcome{Reason: "fish"}
	var winners []games.Sentence
	for s := range games.Seat(p.Seats) {
		o.Score[s], o.Tiebreak[s] = int(p.Players[s].Fish), int(p.Players[s].Tiles)
		o.Place[s] = 1
		for other := range games.Seat(p.Seats) {
			if p.ahead(other, s) {
				o.Place[s]++
			}
		}
		if o.Place[s] == 1 {
			winners = append(winners, p.Players[s].Colour.Said())
		}
	}
	if p.lastIn() {
		o.Reason = games.ByLeaving
	}
	o.Say = p.resultSentence(winners, o)
	return o, true
}

func (p *Position) lastIn() bool {
	in := 0
	for _, pl := range p.Players[:p.Seats] {
		if pl.Out == 0 {
			in++
		}
	}
	return in <= 1
}

func (p *Position) resultSentence(winners []games.Sentence, o games.Outcome) games.Sentence {
	first := slices.Index(o.Place[:p.Seats], 1)
	fish, tiles := o.Score[first], o.Tiebreak[first]
	next := parted(p, o, first)
	who := winners[0]
	if len(winners) > 1 {
		who = games.Say("%s and %s", games.Join(winners[:len(winners)-1], ", "), winners[len(winners)-1])
	}
	switch {
	case o.Reason == games.ByLeaving && p.Shape.Official && tiles > 0 && p.Seats == 2:
		return games.Say("%s is out, so %s also gets the fish under the penguins and wins with %d.",
			p.Players[1-first].Colour.Said(), who, fish)
	case o.Reason == games.ByLeaving && p.Shape.Official && tiles > 0:
		return games.Say("Nobody else is left, so %s also gets the fish under the penguins and wins with %d.", who,
			fish)
	case o.Reason == games.ByLeaving:
		return games.Say("%s wins with %d fish, as nobody else is left.", who, fish)
	case len(winners) == 1 && next >= 0:
		return games.Say("%s wins with %d fish and more tiles, %d to %d.", who, fish, tiles, next)
	case len(winners) == 1:
		return games.Say("%s wins with %d fish.", who, fish)
	case next >= 0:
		return games.Say("%s share the win with %d fish each and more tiles, %d to %d.", who, fish, tiles, next)
	}
	return games.Say("%s share the win with %d fish each.", who, fish)
}

// parted returns the highest number of tiles among the players who have as many fish as a winner
// but have fewer tiles. It returns -1 if there is no such player (F27).
func parted(p *Position, o games.Outcome, winner int) (tiles int) {
	tiles = -1
	for s := range p.Seats {
		if o.Place[s] > 1 && p.Players[s].Out == 0 && o.Score[s] == o.Score[winner] {
			tiles = max(tiles, o.Tiebreak[s])
		}
	}
	return tiles
}

// ahead reports whether a ranks before b.
func (p *Position) ahead(a, b games.Seat) bool {
	x, y := &p.Players[a], &p.Players[b]
	if x.Out != y.Out {
		return y.Out != 0 && (x.Out == 0 || x.Out > y.Out)
	}
	if x.Out != 0 || x.Fish != y.Fish {
		return x.Out == 0 && x.Fish > y.Fish
	}
	return p.Shape.Official && x.Tiles > y.Tiles
}
