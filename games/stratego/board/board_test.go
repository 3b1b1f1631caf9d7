package board

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// S21: the table has a row for each attacker and a column for each defender.
const table = `
. 1 2 3 4 5 6 7 8 9 S F B
1 T W W W W W W W W W W L
2 L T W W W W W W W W W L
3 L L T W W W W W W W W L
4 L L L T W W W W W W W L
5 L L L L T W W W W W W L
6 L L L L L T W W W W W L
7 L L L L L L T W W W W L
8 L L L L L L L T W W W W
9 L L L L L L L L T W W L
S W L L L L L L L L T W L
F E E E E E E E E E E E E
B E E E E E E E E E E E E
`

func TestS21Interact(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	defenders := strings.Fields(lines[0])[1:]
	count := map[string]int{}
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, want := range cells[1:] {
			a, d := Rank(cells[0][0]), Rank(defenders[i][0])
			got := strings.ToUpper(NewGamePiece(a, Red).Interact(NewGamePiece(d, Blue)).String()[:1])
			if got != want {
				t.Errorf("%c attacks %c: %s, want %s", a, d, got, want)
			}
			count[got]++
			if r := NewGamePiece(a, Red).Interact(NewGamePiece(d, Red)); r != Error {
				t.Errorf("%c attacks its own %c: %v, want an error", a, d, r)
			}
		}
	}
	if count["W"] != 57 || count["L"] != 53 || count["T"] != 10 || count["E"] != 24 {
		t.Errorf("results %v, want 57 W, 53 L, 10 T, 24 E", count)
	}
	for _, other := range []*Piece{NewPiece(), NewBarrier(), nil} {
		if r := NewGamePiece(Marshal, Red).Interact(other); r != Error {
			t.Errorf("attacking %v: %v, want an error", other, r)
		}
	}
	for _, p := range []*Piece{NewPiece(), NewBarrier()} {
		if r := p.Interact(NewGamePiece(Flag, Blue)); r != Error {
			t.Errorf("%v attacks: %v, want an error", p, r)
		}
	}
}

// S24: the three results of a fight have different values that are not negative, and an error is
// -1.
func TestS24Results(t *testing.T) {
	if Error != -1 || Win < 0 || Lose < 0 || Tie < 0 || Win == Lose || Lose == Tie || Win == Tie {
		t.Errorf("Error %d, Win %d, Lose %d, Tie %d", Error, Win, Lose, Tie)
	}
}

// checkLinks walks the whole graph from First and reports wrong links.
func checkLinks(t *testing.T, b *Board) {
	t.Helper()
	nodes := 0
	for row := b.First(); row != nil; row = row.S() {
		for p := row; p != nil; p = p.E() {
			nodes++
			if p.E() != nil && p.E().W() != p || p.S() != nil && p.S().N() != p {
				t.Fatal("a link does not lead back")
			}
			if p.E() != nil && p.S() != nil && p.E().S() != p.S().E() {
				t.Fatal("east then south is not south then east")
			}
			if p.E() != nil && p.N() == nil && p.E().N() != nil || row == p && p.W() != nil {
				t.Fatal("a link leads over the edge")
			}
		}
	}
	if nodes != Squares {
		t.Fatalf("%d nodes are reachable, want %d", nodes, Squares)
	}
}

func TestGraphAfterEveryPlacement(t *testing.T) {
	b := New()
	checkLinks(t, b)
	b.SetBarriers()
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		l := Location{rng.IntN(12) - 1, rng.IntN(12) - 1}
		p := NewGamePiece(Ranks[rng.IntN(12)], Teams[rng.IntN(2)])
		want := l.Valid() && !l.Square().IsLake()
		if got := b.SetPiece(p, l); got != want {
			t.Fatalf("SetPiece at %v = %v, want %v", l, got, want)
		}
		if want && b.Piece(l) != p {
			t.Fatalf("another piece stands at %v", l)
		}
		checkLinks(t, b)
	}
	for _, s := range Lakes {
		if p := b.Piece(s.Location()); p.Type() != Lake || !p.Placed() {
			t.Errorf("%v is no barrier any more", s)
		}
	}
}

func TestSetPieceRefuses(t *testing.T) {
	b := New()
	p := NewGamePiece(Scout, Red)
	if !b.SetPiece(p, Location{0, 0}) || b.First() != p {
		t.Error("a piece at (0,0) must become the first")
	}
	if b.SetPiece(p, Location{5, 5}) {
		t.Error("a piece that stands on a board was placed again")
	}
	if b.SetPiece(nil, Location{5, 5}) {
		t.Error("nil was placed")
	}
	if c := p.Copy(); c.Placed() || !c.Equal(p) {
		t.Error("a copy has rank and team, but no links")
	}
}

// Impossible steps are refused and change nothing: off the board, into lakes, over pieces, onto own
// pieces, diagonal ones, and those of immovable or unknown pieces.
func TestMoveRefuses(t *testing.T) {
	b := New()
	b.SetBarriers()
	for at, p := range map[string]*Piece{
		"b4": NewGamePiece(Miner, Red), "c4": NewGamePiece(Scout, Red), "b3": NewGamePiece(Bomb, Red),
		"a4": NewGamePiece(Unknown, Blue), "j4": NewGamePiece('4', Blue),
		"h4": NewGamePiece(Flag, Blue), "a10": NewGamePiece(Scout, Blue),
	} {
		s, _, _ := ParseSquare(at)
		b.SetPiece(p, s.Location())
	}
	before := b.Output(Red) + b.Output(Blue)
	for _, step := range []string{
		"b4b6", "b4c5", "c4c5", "c4c6", "b4c4", "b4b3", "b3b2", "b4a4", "c4j4", "c4d5",
		"e4e5", "c5c4", "h4h3", "a4a5x", "b4b4",
	} {
		from, rest, _ := ParseSquare(step)
		to, rest, _ := ParseSquare(rest)
		toL := to.Location()
		if rest != "" {
			toL = Location{-1, 5}
		}
		if b.Move(from.Location(), toL) {
			t.Errorf("%s was made", step)
		}
		if after := b.Output(Red) + b.Output(Blue); after != before {
			t.Fatalf("%s was refused and has changed the board:\n%s", step, after)
		}
	}
	if b.Move(Location{0, 0}, Location{0, -1}) || b.Move(Location{-1, 0}, Location{0, 0}) {
		t.Error("a step over the edge was made")
	}
	checkLinks(t, b)
}

// S22, S23: the pieces and marks after each result.
func TestMoveAndInteract(t *testing.T) {
	for _, tt := range []struct {
		attacker, defender Rank
		from, to           string // expected content of both squares, as everybody sees them
	}{
		{'3', '5', ".", "r3'!"},
		{'5', '3', ".", "b3!"},
		{'5', '5', ".", "."},
		{'5', Bomb, ".", "bB!"},
		{Miner, Bomb, ".", "r8'!"},
		{Spy, Marshal, ".", "rS'!"},
		{Marshal, Spy, ".", "r1'!"},
		{'5', Flag, ".", "r5'!"},
		{'5', Blank, ".", "r?'"},
	} {
		b := New()
		from, to := Location{0, 0}, Location{1, 0}
		p, other := NewGamePiece(tt.attacker, Red), NewGamePiece(tt.defender, Blue)
		b.SetPiece(p, from)
		if tt.defender != Blank {
			b.SetPiece(other, to)
		}
		if !b.Move(from, to) {
			t.Errorf("%c x %c was refused", tt.attacker, tt.defender)
		}
		if f, g := b.Piece(from).String(), b.Piece(to).String(); f != tt.from || g != tt.to {
			t.Errorf("%c x %c leaves %s and %s, want %s and %s", tt.attacker, tt.defender, f, g, tt.from, tt.to)
		}
		if gone := b.Piece(from) != p && b.Piece(to) != p; gone == p.Placed() {
			t.Errorf("%c x %c: the attacker has links: %v", tt.attacker, tt.defender, p.Placed())
		}
		checkLinks(t, b)
	}
}

// The graph is intact after 10,000 random steps with all pieces, and a clone shares no node with
// it.
func TestGraphAfterEveryMove(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	b := New()
	moved := 0
	for moved < 10_000 {
		var from []Square
		var to []Location
		for s := range b.GamePieces() {
			b.Targets(s.Location(), func(l Location) bool {
				from, to = append(from, s), append(to, l)
				return true
			})
		}
		if len(from) == 0 || moved%500 == 0 { // the line begins a new game
			b = New()
			b.SetBarriers()
			for range 60 {
				b.SetPiece(NewGamePiece(Ranks[rng.IntN(12)], Teams[rng.IntN(2)]),
					Location{rng.IntN(Size), rng.IntN(Size)})
			}
			moved++
			continue
		}
		i := rng.IntN(len(from))
		old, text := b.Clone(), b.Output(Red)+b.Output(Blue)
		if !b.Move(from[i].Location(), to[i]) {
			t.Fatalf("%v to %v is a target and was refused", from[i], to[i])
		}
		checkLinks(t, b)
		if old.Output(Red)+old.Output(Blue) != text {
			t.Fatal("a step on a board has changed its clone")
		}
		moved++
	}
}

// The test checks the operations of the seed code on single pieces of each kind.
func TestKinds(t *testing.T) {
	wall, man, blank := NewBarrier(), NewGamePiece(Miner, Red), NewPiece()
	wall.SetType('1')
	wall.SetTeam(Red)
	if wall.Type() != Lake || wall.Team() != "" || wall.Kind() != Barrier {
		t.Errorf("a barrier has become %c of %q", wall.Type(), wall.Team())
	}
	if man.SetType('1'); man.Type() != Marshal || man.Kind() != GamePiece {
		t.Errorf("the piece is %c, want the Marshal", man.Type())
	}
	if blank.SetType('1'); blank.IsMoveValid(Location{}, Location{1, 0}) || blank.Interact(man) != Error ||
		blank.Kind() != Generic {
		t.Error("a generic piece moves or fights")
	}
	links := []struct {
		set func(*Piece, *Piece)
		get func(*Piece) *Piece
	}{
		{(*Piece).SetN, (*Piece).N},
		{(*Piece).SetS, (*Piece).S},
		{(*Piece).SetW, (*Piece).W},
		{(*Piece).SetE, (*Piece).E},
	}
	for i, l := range links {
		p := NewPiece()
		l.set(p, man)
		for j, o := range links {
			if got := o.get(p); (got == man) != (i == j) {
				t.Errorf("link %d after link %d was set: %v", j, i, got)
			}
		}
		if !p.Placed() || man.Placed() {
			t.Error("a link is one way and is enough to stand somewhere")
		}
	}
}

func TestPieceShape(t *testing.T) {
	for _, tt := range []struct {
		rank     Rank
		from, to string
		want     bool
	}{
		{Scout, "a1", "a9", true},
		{Scout, "a1", "j1", true},
		{Scout, "a1", "b2", false},
		{Miner, "a1", "a2", true},
		{Miner, "a1", "a3", false},
		{Miner, "a1", "a1", false},
		{Flag, "a1", "a2", false},
		{Bomb, "a1", "a2", false},
		{Lake, "a1", "a2", false},
		{Blank, "a1", "a2", false},
	} {
		from, _, _ := ParseSquare(tt.from)
		to, _, _ := ParseSquare(tt.to)
		if got := NewGamePiece(tt.rank, Red).IsMoveValid(from.Location(), to.Location()); got != tt.want {
			t.Errorf("%c %s-%s: %v, want %v", tt.rank, tt.from, tt.to, got, tt.want)
		}
	}
	p := NewPiece()
	if p.SetTeam("GREENS"); p.Team() != "GREE" {
		t.Errorf("team %q, want its first four characters", p.Team())
	}
}

func TestS2Locations(t *testing.T) {
	for name, want := range map[string]Location{"a10": {0, 0}, "a1": {0, 9}, "j10": {9, 0}, "e5": {4, 5}} {
		s, rest, ok := ParseSquare(name)
		if !ok || rest != "" || s.Location() != want || s.String() != name || want.String() != name {
			t.Errorf("%s is %v, called %v, want %v", name, s.Location(), s, want)
		}
	}
}

func TestS10Army(t *testing.T) {
	a := NewArmy(Classic)
	if a.Capacity() != 40 || a.Remaining() != 40 {
		t.Errorf("capacity %d, remaining %d, want 40", a.Capacity(), a.Remaining())
	}
	if a.Deallocate(Flag) {
		t.Error("a second Flag came from nowhere")
	}
	if !a.Allocate(Flag) || a.Allocate(Flag) || a.Remaining() != 39 {
		t.Error("there is one Flag to place")
	}
	if !a.Deallocate(Flag) || a.Remaining() != 40 {
		t.Error("the Flag goes back")
	}
	if a.Allocate('0') || a.Allocate(Lake) {
		t.Error("something that is no rank was placed")
	}
	if got := a.Output(Red); !strings.HasPrefix(got, "RED's Remaining Armies\n1 × Flag, 1 × Marshal (1), ") {
		t.Errorf("tray %q", got)
	}
	for _, bad := range []string{
		"", "1,2", "2,1,1,1,1,1,1,1,1,1,1,1", "1,0,0,0,0,0,0,0,0,0,0,6",
		"1,9,9,9,9,9,0,0,0,0,0,0", "1,-1,1,1,1,1,1,1,1,1,1,1",
	} {
		if _, err := ParseCounts(bad); err == nil {
			t.Errorf("army %q was accepted", bad)
		}
	}
	for name, want := range map[string]Rank{"marshal": '1', "GEN": '2', "lt": '6', "b": Bomb, "9": Scout, "Spy": Spy} {
		if got, ok := ParseRank(name); !ok || got != want {
			t.Errorf("ParseRank(%q) = %c, %v, want %c", name, got, ok, want)
		}
	}
}

func TestPiecesInWords(t *testing.T) {
	for text, want := range map[string]string{
		"1 flag, 1 marshal, 2 scouts": "Flag, Marshal, 2 Scouts",
		"Flag; a Spy and 3 lts":       "Flag, 3 Lieutenants, Spy",
		"flag, flag, 2 8, 1 B":        "2 Flags, 2 Miners, Bomb",
		"2 spies + one gen":           "General, 2 Spies",
		"4 scouts, 4 scouts":          "8 Scouts",
		strings.TrimSuffix(Classic.Words(),
			", Bomb"): "Flag, Marshal, General, 2 Colonels, 3 Majors, 4 Captains, 4 Lieutenants, 4 Sergeants, 5 Miners, 8 Scouts, Spy, 6 Bombs",
	} {
		c, err := ParsePieces(text)
		if got := c.Words(); got != want || err != nil {
			t.Errorf("ParsePieces(%q) = %q, %v, want %q", text, got, err, want)
		}
		if again, err := ParsePieces(want); again != c || err != nil {
			t.Errorf("ParsePieces(%q) = %v, %v, want %v", want, again, err, c)
		}
	}
	for bad, want := range map[string]string{
		"": `"" is no piece`, "scouts": "how many scouts", "2 dragons": `"dragons" is no rank`, "dragon": "is no rank",
		"41 scouts": "no number of pieces", "0 scouts": "no number of pieces",
		"-1 scouts": "no number of pieces", "2 big scouts": "is no piece with its number", "scout,": "is no piece",
		"8": `"8" is no rank`, "x scouts": `"x" is no number`,
	} {
		if c, err := ParsePieces(bad); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParsePieces(%q) = %v, %v, want an error with %q", bad, c, err, want)
		}
	}
}

// S89: a piece or board printed without a seat shows what a spectator sees.
func TestS89PrintingHides(t *testing.T) {
	b := New()
	b.SetPiece(NewGamePiece(Marshal, Red), Location{0, 9})
	known := NewGamePiece(Scout, Blue)
	known.Known, known.Moved = true, true
	b.SetPiece(known, Location{1, 9})
	last := func(s string) string { l := strings.Split(strings.TrimSpace(s), "\n"); return l[len(l)-1] }
	if got := last(b.String()); !strings.HasPrefix(got, "r?  b9'!") {
		t.Errorf("a spectator sees %q", got)
	}
	if got := last(b.Output(Red)); !strings.HasPrefix(got, "r1  b9'!") {
		t.Errorf("red sees %q", got)
	}
}
