package kalah

import (
	"testing"

	"paddock/games"
)

// The assertions of the two course reports on which Kalah was first based, by their names in
// docs/rules/kalah.md. "board" cases have no turns, captures or ends; "game" cases follow the
// rules.

func TestBoardOfTheReports(t *testing.T) {
	// BT1 (doBoardTests)
	b := newBoard(3, 2)
	if b.m != 3 || b.totalBeans() != 12 || b.beans(south, pot) != 0 || b.beansInPlay(south) != 6 {
		t.Errorf("BT1: %d holes, %d beans, %d in South's pot, %d in its row; want 3, 12, 0, 6", b.m, b.totalBeans(),
			b.beans(south, pot), b.beansInPlay(south))
	}
	// BT2
	b.setBeans(south, 1, 1)
	b.moveToPot(south, 2, south)
	wantBoard(t, "BT2", b, [4]int{2, 1, 0, 2}, [4]int{0, 2, 2, 2})
	if b.totalBeans() != 11 || b.beansInPlay(south) != 3 {
		t.Errorf("BT2: %d beans, %d in South's row; want 11, 3", b.totalBeans(), b.beansInPlay(south))
	}
	// BT3
	seat, hole, ok := b.sow(south, 3)
	if seat != north || hole != 3 || !ok {
		t.Errorf("BT3: the sow ends at hole %d of %s (%t), want hole 3 of North", hole, seatName(seat), ok)
	}
	wantBoard(t, "BT3", b, [4]int{3, 1, 0, 0}, [4]int{0, 2, 2, 3})
	if b.beansInPlay(south) != 1 || b.beansInPlay(north) != 7 {
		t.Errorf("BT3: %d and %d beans in play, want 1 and 7", b.beansInPlay(south), b.beansInPlay(north))
	}

	// OB1, the otherBoardTest of the second report: 15 beans go around a small board
	b = newBoard(3, 0)
	b.setBeans(south, 1, 15)
	seat, hole, _ = b.sow(south, 1)
	if seat != south || hole != 2 || b.totalBeans() != 15 {
		t.Errorf("OB1: the sow of 15 ends at hole %d of %s with %d beans, want hole 2 of South with 15", hole,
			seatName(seat), b.totalBeans())
	}
	wantBoard(t, "OB1", b, [4]int{2, 2, 3, 2}, [4]int{0, 2, 2, 2})
}

func wantBoard(t *testing.T, name string, b board, wantSouth, wantNorth [4]int) {
	t.Helper()
	if got := [4]int(b.rows[south][:4]); got != wantSouth {
		t.Errorf("%s: South's pot and holes = %v, want %v", name, got, wantSouth)
	}
	if got := [4]int(b.rows[north][:4]); got != wantNorth {
		t.Errorf("%s: North's pot and holes = %v, want %v", name, got, wantNorth)
	}
}

// These are the assertions MI1–MI3 (misc), with the two lines that the report lacks.
func TestSettingUpOfTheReports(t *testing.T) {
	b := newBoard(3, 10)
	before := b
	for _, hole := range append([]int{-1}, seq(4, 99)...) {
		if b.setBeans(south, hole, 1) || b.setBeans(north, hole, 1) {
			t.Errorf("MI1: beans were set in hole %d of 3", hole)
		}
	}
	if b != before {
		t.Errorf("MI1: refused calls changed the board to %v", b.rows)
	}
	b.sow(south, 1)
	b.moveToPot(north, 1, north)
	wantSouth, wantNorth := [4]int{2, 1, 12, 12}, [4]int{11, 0, 11, 11}
	wantBoard(t, "MI2", b, wantSouth, wantNorth)
	for hole := 1; hole <= 3; hole++ {
		if b.setBeans(south, hole, -1) || b.setBeans(north, hole, -1) {
			t.Errorf("MI3: -1 beans were put into hole %d", hole)
		}
	}
	wantBoard(t, "MI3", b, wantSouth, wantNorth)
	if !b.setBeans(south, pot, 7) || b.beans(south, pot) != 7 {
		t.Errorf("setting up a pot was refused")
	}
	for _, hole := range []int{-1, pot, 4} {
		if b.moveToPot(south, hole, south) {
			t.Errorf("hole %d was moved to a pot", hole)
		}
		if _, _, ok := b.sow(south, hole); ok {
			t.Errorf("hole %d was sown", hole)
		}
	}
	b.setBeans(south, 2, 0)
	if _, _, ok := b.sow(south, 2); ok {
		t.Errorf("an empty hole was sown")
	}
}

func seq(from, to int) (list []int) {
	for i := from; i <= to; i++ {
		list = append(list, i)
	}
	return list
}

// These are the assertions GT0–GT4 (doGameTests), in which every move is forced.
func TestGameOfTheReports(t *testing.T) {
	p := at(t, "kalah/1 m=3 to=S south=2.0.0:0 north=0.1.2:0 rules=standard")
	for _, step := range []struct {
		name  string
		hole  move
		after string
	}{
		{"GT1", 1, "kalah/1 m=3 to=N south=0.1.0:3 north=0.1.0:0 rules=standard"},
		{"GT2", 2, "kalah/1 m=3 to=S south=0.1.0:3 north=1.0.0:0 rules=standard"},
		{"GT3", 2, "kalah/1 m=3 to=N south=0.0.1:3 north=1.0.0:0 rules=standard"},
		{"GT4", 1, "kalah/1 m=3 to=- south=0.0.0:4 north=0.0.0:1 rules=standard"},
	} {
		var legal []move
		for m := range (rules{}).Legal(p) {
			legal = append(legal, m)
		}
		if len(legal) != 1 || legal[0] != step.hole {
			t.Errorf("%s: legal holes %v, want only %d", step.name, legal, step.hole)
		}
		p, _ = rules{}.Apply(p, p.toMove, step.hole)
		if got := text(p); got != step.after {
			t.Errorf("%s:\n got %s\nwant %s", step.name, got, step.after)
		}
	}
	if o, ended := (rules{}).Outcome(p); !ended || o.Winners() != games.SeatSet(south) {
		t.Errorf("GT4: outcome %v (over: %t), want a win of South", o, ended)
	}
}

// turnOf plays a whole turn of a computer player and returns the position and the holes.
func turnOf(t *testing.T, p position, player string) (position, []move) {
	t.Helper()
	var holes []move
	for seat := p.toMove; p.toMove == seat; {
		m := choose1(t, p, player)
		p.play(m)
		holes = append(holes, m)
	}
	return p, holes
}

func choose1(t *testing.T, p position, player string) move {
	t.Helper()
	return chooseBy(t.Context(), t, p, player, games.Budget{Nodes: 20_000, Seed: 1})
}

// PT1 (doPlayerTests): names are kept; the tests of matches cover who has to act.
func TestNamesOfTheReports(t *testing.T) {
	pos, err := New().Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	sc := pos.View(games.Spectator).Draw([]string{"Marge", "Homer"}, nil, 0, nil)
	if got, want := sc.Sides[south].Name+" and "+sc.Sides[north].Name, "Marge and Homer"; got != want {
		t.Errorf("PT1: names = %s, want %s", got, want)
	}
}

// PT2 (doPlayerTests)
func TestPlayersOfTheReports(t *testing.T) {
	p := at(t, "kalah/1 m=3 to=S south=2.0.2:0 north=2.2.2:0 rules=standard")
	for _, player := range []string{"first", "random", "smart"} {
		if m := choose1(t, p, player); m != 1 && m != 3 {
			t.Errorf("PT2: %s chose %d, want 1 or 3", player, m)
		}
	}
	if m := choose1(t, p, "first"); m != 1 {
		t.Errorf("first chose %d, want 1", m)
	}
	if err := (rules{}).Check(p, 2); err == nil {
		t.Errorf("PT2: a person may sow hole 2, which is empty")
	}
	wantValues(t, "PT2", p, values{}, map[move]int{1: -8, 3: -2})
}

// OG1 (otherGameTest): the test shows that two of its assertions hold. The other three expect a
// capture because hole 2 was empty before the sow. But the hole holds 2 beans when the last one
// arrives, which decides (K8).
func TestLapsOfTheReports(t *testing.T) {
	p := at(t, "kalah/1 m=3 to=S south=15.0.0:0 north=0.8.0:0 rules=standard")
	p.play(1)
	if got := text(p); got != "kalah/1 m=3 to=N south=2.3.2:2 north=2.10.2:0 rules=standard" {
		t.Errorf("OG1: %s", got)
	}
	for _, c := range []struct {
		assertion string
		seat      games.Seat
		hole      int
		expected  int // the report expects this
		beans     int // the rules say this
	}{
		{"assert(g.beans(SOUTH, 1) == 2)", south, 1, 2, 2},
		{"assert(g.beans(NORTH, POT) == 0)", north, pot, 0, 0},
		{"assert(g.beans(NORTH, 2) == 0)", north, 2, 0, 10},
		{"assert(g.beans(SOUTH, 2) == 0)", south, 2, 0, 3},
		{"assert(g.beans(SOUTH, 0) == 15)", south, pot, 15, 2},
	} {
		if got := p.beans(c.seat, c.hole); got != c.beans {
			t.Errorf("OG1: %s of the report: %d beans, want %d (the report expects %d)", c.assertion, got, c.beans,
				c.expected)
		}
	}
	// The report's value equals a capture of the last bean and the ten opposite.
	if captured := p.beans(south, pot) + p.beans(south, 2) + p.beans(north, 2); captured != 15 {
		t.Errorf("OG1: with a capture South's pot would hold %d beans, and the report expects 15", captured)
	}
}

// ER1 (extraRoundTest)
func TestSecondSowOfTheReports(t *testing.T) {
	p, holes := turnOf(t, at(t, "kalah/1 m=3 to=S south=17.0.0:0 north=1.0.0:0 rules=standard"), "first")
	if len(holes) != 2 || holes[0] != 1 || holes[1] != 1 {
		t.Errorf("ER1: first sowed %v, want 1-1", holes)
	}
	if got := [4]int(p.rows[south][:4]); got != [4]int{3, 0, 4, 4} {
		t.Errorf("ER1: South's pot and holes = %v, want [3 0 4 4]", got)
	}
}

// The second report's SmartPlayer plays a single legal hole without a search, and so do all
// searching players here.
func TestOnlyHole(t *testing.T) {
	for _, tt := range []struct {
		position string
		want     move // the only legal hole; 0: there are several or none
	}{
		{"kalah/1 m=6 to=S south=0.0.0.0.0.9:0 north=4.4.4.4.4.4:0 rules=standard", 6},
		{"kalah/1 m=3 to=N south=0.0.3:4 north=1.0.0:0 rules=standard", 1}, // TS4 of the report
		{"kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", 0},
		{"kalah/1 m=3 to=- south=0.0.0:4 north=0.0.0:1 rules=standard", 0},
	} {
		p := at(t, tt.position)
		if m, only := p.only(); m != tt.want || only != (tt.want > 0) {
			t.Errorf("%s: only() = %d, %t, want %d", tt.position, m, only, tt.want)
		}
		for _, player := range []string{"smart", "easy", "medium", "hard", "master"} {
			if tt.want > 0 && choose1(t, p, player) != tt.want {
				t.Errorf("%s: %s doesn't choose hole %d, the only one", tt.position, player, tt.want)
			}
		}
	}
}

// These are the positions TS1–TS4 (testSmartPlayer) of the report's pictures, with exact values.
func TestSmartPlayerOfTheReports(t *testing.T) {
	const picture1 = "kalah/1 m=6 to=S south=0.2.2.2.2.0:2 north=2.0.2.2.0.0:0 rules=standard"
	ts1 := at(t, picture1)
	known := values{}
	wantValues(t, "TS1", ts1, known, map[move]int{2: 4, 3: -2, 4: 2, 5: 4})
	ts2 := ts1
	ts2.toMove = north
	wantValues(t, "TS2", ts2, known, map[move]int{1: 4, 3: 8, 4: 2})
	ts3 := at(t, "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard")
	wantValues(t, "TS3", ts3, known, map[move]int{1: 6, 3: 2})
	for _, player := range []string{"smart", games.Hard, games.Master} {
		if m := choose1(t, ts1, player); m != 2 && m != 5 {
			t.Errorf("TS1: %s chose %d, want 2 or 5", player, m)
		}
		if m := choose1(t, ts2, player); m != 4 {
			t.Errorf("TS2: %s chose %d, want 4: North captures", player, m)
		}
		if m := choose1(t, ts3, player); m != 1 {
			t.Errorf("TS3: %s chose %d, want 1: South captures", player, m)
		}
		ts4 := ts3
		ts4.play(1)
		if m := choose1(t, ts4, player); m != 1 {
			t.Errorf("TS4: %s chose %d, want the only legal hole 1", player, m)
		}
	}
}

// wantValues compares the exact final margin (South − North) after each legal hole; known caches
// values for exhaust.
func wantValues(t *testing.T, name string, p position, known values, want map[move]int) {
	t.Helper()
	got := map[move]int{}
	for m := range (rules{}).Legal(p) {
		next := p
		next.play(m)
		got[m] = exhaust(next, known)
	}
	for m := range want {
		if got[m] != want[m] || len(got) != len(want) {
			t.Errorf("%s: values of the holes = %v, want %v", name, got, want)
			return
		}
	}
}

// values maps holes a side, seat to move and beans in all holes to the future margin. All positions
// are of one variant.
type values map[[2 + 2*maxHoles]uint8]int

func keyOf(p position) (k [2 + 2*maxHoles]uint8) {
	k[0], k[1] = uint8(p.m), uint8(p.toMove)
	for hole := 1; hole <= p.m; hole++ {
		k[2*hole], k[2*hole+1] = uint8(p.rows[south][hole]), uint8(p.rows[north][hole])
	}
	return k
}

// exhaust returns the final margin (South − North) with best play, by plain minimax over the rules.
// Every search must agree with it. It caches positions without their pots.
func exhaust(p position, known values) int {
	ahead := p.beans(south, pot) - p.beans(north, pot)
	if p.toMove == over {
		return ahead
	}
	p.rows[south][pot], p.rows[north][pot] = 0, 0
	k := keyOf(p)
	if v, ok := known[k]; ok {
		return ahead + v
	}
	best, found := 0, false
	for m := range (rules{}).Legal(p) {
		next := p
		next.play(m)
		v := exhaust(next, known)
		if !found || p.toMove == south && v > best || p.toMove == north && v < best {
			best, found = v, true
		}
	}
	known[k] = best
	return ahead + best
}

// setBeans changes a hole for a set-up; hole 0 is the pot. It refuses unknown holes and negative
// counts.
func (b *board) setBeans(s games.Seat, hole, beans int) bool {
	if hole < 0 || hole > b.m || beans < 0 {
		return false
	}
	b.rows[s][hole] = beans
	return true
}
