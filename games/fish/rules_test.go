package fish

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest"
)

const sample = "fish/1 rules=official penguins=3 phase=move board=1321022/12313112/1221303/02123111/1101110/21211012/0222122/32211303 players=red:3:3:d7,d5,a1;white:4:3:h4,c3,h8;brown:4:2:c4,f4,d6 turn=brown"

func parse(t *testing.T, text string) Position {
	t.Helper()
	p, err := rules{}.ParseText(text)
	if err != nil {
		t.Fatalf("ParseText(%q): %v", text, err)
	}
	return p
}

// play plays moves, or rulings written as "skip red" or "remove red", and returns the resulting
// text.
func play(t *testing.T, p Position, steps ...string) Position {
	t.Helper()
	for _, step := range steps {
		if kind, colour, ok := strings.Cut(step, " "); ok {
			seat := slices.IndexFunc(p.Players[:p.Seats], func(pl Player) bool { return pl.Colour.String() == colour })
			next, _, err := rules{}.Rule(p, games.Ruling{Kind: games.RulingKind(kind), Seat: games.Seat(seat)})
			if err != nil {
				t.Fatalf("%s: %v", step, err)
			}
			p = next
			continue
		}
		m, err := rules{}.Parse(p, step)
		if err == nil {
			err = rules{}.Check(p, m)
		}
		if err != nil {
			t.Fatalf("%s: %v", step, err)
		}
		p, _ = rules{}.Apply(p, p.ToMove, m)
	}
	return p
}

func text(p Position) string { return string(rules{}.AppendText(nil, p)) }

func TestConformance(t *testing.T) { gamestest.Kit{Nodes: 50, Lit: true}.Run(t, New()) }

func TestPlaythrough(t *testing.T) {
	gamestest.Playthrough(t, New(), games.Setup{Seats: 3, Seed: 5}, "testdata/playthrough.txt")
}

func TestF13OfficialDeal(t *testing.T) {
	for seed := range uint64(20) {
		p, err := rules{}.Start(games.Setup{Seats: 2, Seed: seed, Options: games.Options{"rules": "official"}})
		if err != nil {
			t.Fatal(err)
		}
		var got [6]int
		for _, f := range p.Fish[:60] {
			got[f]++
		}
		if want := [6]int{0, 30, 20, 10}; got != want {
			t.Errorf("seed %d deals %v, want %v", seed, got, want)
		}
	}
}

// F13 and F15: the neighbours of some official tiles, as in the picture, and the whole board
// compared with the course's 15×4.
func TestF15Geometry(t *testing.T) {
	g := official.geometry()
	for name, want := range map[string]string{
		"a1": "a2 b2 b1", "b1": "a1 b2 c1", "b2": "b1 a1 a2 b3 c2 c1", "c1": "b1 b2 c2 d2 d1", "h1": "g1 h2",
		"h8": "h7 g7", "d8": "d7 c7 e7", "e7": "e6 d7 d8 f8 f7",
	} {
		var got []string
		for _, n := range g.neighbours[g.byName[name]] {
			if n != noCell {
				got = append(got, g.names[n])
			}
		}
		wantNames := strings.Fields(want)
		slices.Sort(got)
		slices.Sort(wantNames)
		if !slices.Equal(got, wantNames) {
			t.Errorf("neighbours of %s: %v, want %v", name, got, wantNames)
		}
	}
	course := Shape{Rows: 15, Cols: 4}
	at := map[[2]int]Cell{}
	for i := range Cell(60) {
		r, c := official.Course(i)
		at[[2]int{r, c}] = i
	}
	turned := course.geometry()
	for i := range Cell(60) {
		r, c := course.Course(i)
		for d, n := range turned.neighbours[i] {
			want := noCell
			if n != noCell {
				rn, cn := course.Course(n)
				want = at[[2]int{rn, cn}]
			}
			if got := g.neighbours[at[[2]int{r, c}]][d]; got != want {
				t.Errorf("direction %d from %s: %d, on the turned board %d", d, turned.names[i], got, want)
			}
		}
	}
}

func TestRulesByNumber(t *testing.T) {
	// Each case is a position, steps from it, and the position after them.
	for _, tt := range []struct{ name, before, steps, after string }{
		{
			"F2 placing in turn",
			"fish/1 rules=course penguins=2 phase=place board=11111/11111 players=red:0:0:-;white:0:0:- turn=red",
			"a1,b1,a2", "fish/1 rules=course penguins=2 phase=place board=11111/11111 players=red:0:0:a1,a2;white:0:0:b1 turn=white",
		},
		{
			"F3 late in placing: removed, tiles stay, nobody places twice",
			"fish/1 rules=course penguins=2 phase=place board=11111/11111 players=red:0:0:a1;white:0:0:b1;brown:0:0:- turn=brown", "remove brown,a3,b3", "fish/1 rules=course penguins=2 phase=move board=11111/11111 players=red:0:0:a1,a3;white:0:0:b1,b3;brown:0:0:x1 turn=red",
		},
		{"F5 skip passes the turn", sample, "skip brown", strings.Replace(sample, "turn=brown", "turn=red", 1)},
		{
			"F20 the tile left is taken",
			"fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red",
			"a1-c1", "fish/1 rules=course penguins=1 phase=move board=03/11/11/11/11 players=red:2:1:c1;white:0:0:e1 turn=white",
		},
		{
			"F21 the first seat still in begins",
			"fish/1 rules=course penguins=1 phase=place board=11111/11111 players=red:0:0:x1;white:0:0:b1;brown:0:0:- turn=brown", "a2", "fish/1 rules=course penguins=1 phase=move board=11111/11111 players=red:0:0:x1;white:0:0:b1;brown:0:0:a2 turn=white",
		},
		{
			"F26 the last one left wins and collects (official)",
			"fish/1 rules=official penguins=1 phase=move board=3333333/33333333/3333333/33333333/3333333/33333333/3333333/33333333 players=red:0:0:a1;white:9:9:h8 turn=red", "remove white", "fish/1 rules=official penguins=1 phase=over board=0333333/33333333/3333333/33333333/3333333/33333333/3333333/33333333 players=red:3:1:-;white:9:9:x1 turn=-",
		},
		{
			"F26 the last one left wins (course)",
			"fish/1 rules=course penguins=1 phase=move board=11/11/11 players=red:0:0:a1;white:9:9:c1 turn=white",
			"remove red", "fish/1 rules=course penguins=1 phase=over board=11/11/11 players=red:0:0:x1;white:9:9:c1 turn=-",
		},
		{
			"F24 a stuck penguin leaves with its tile",
			"fish/1 rules=official penguins=1 phase=move board=1100000/11000000/0000000/00000000/0000000/00000000/0000000/00000011 players=red:0:0:a1;white:0:0:h8 turn=red", "a1-b1", "fish/1 rules=official penguins=1 phase=move board=0100000/11000000/0000000/00000000/0000000/00000000/0000000/00000011 players=red:1:1:b1;white:0:0:h8 turn=white",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := text(play(t, parse(t, tt.before), strings.Split(tt.steps, ",")...)); got != tt.after {
				t.Errorf("after %s:\n got %s\nwant %s", tt.steps, got, tt.after)
			}
		})
	}
}

// F17: colours in seat order, 6 - N penguins each; F29: an option changes the number.
func TestF17Dealt(t *testing.T) {
	for seats, want := range map[int]string{
		2: "4 [red white]", 3: "3 [red white brown]",
		4: "2 [red white brown black]",
	} {
		p := deal(t, games.Setup{Seats: seats})
		var colours []string
		for _, pl := range p.Players[:p.Seats] {
			colours = append(colours, pl.Colour.String())
		}
		if got := fmt.Sprint(p.Penguins, " ", colours); got != want {
			t.Errorf("%d seats: %s, want %s", seats, got, want)
		}
	}
	if p := deal(t, games.Setup{Seats: 4, Options: games.Options{"penguins": "1"}}); p.Penguins != 1 {
		t.Errorf("%d penguins each, want 1 as asked for", p.Penguins)
	}
}

// F29: a custom board is a course board; short rows end in holes (F14).
func TestF29OwnBoard(t *testing.T) {
	p := deal(t, games.Setup{Seats: 2, Options: games.Options{"board": " [[1,2], [3], [0,5],[1,1]] ", "penguins": "2"}})
	if got, want := text(p), "fish/1 rules=course penguins=2 phase=place board=12/30/05/11 players=red:0:0:-;white:0:0:- turn=red"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, bad := range []string{
		"[]", "[[]]", "[[6]]", "[[-1]]", "[[1],[2,3]", `[["1"]]`,
		"[" + strings.Repeat("[1],", 26) + "[1]]", "[[" + strings.Repeat("1,", 64) + "1]]",
	} {
		if _, err := New().Start(games.Setup{
			Seats:   2,
			Options: games.Options{"board": bad, "penguins": "1"},
		}); err == nil {
			t.Errorf("the board %s was accepted", bad)
		}
	}
	official := games.Setup{Seats: 2, Options: games.Options{"rules": "official", "rows": "5"}}
	if _, err := New().Start(official); err == nil || !strings.Contains(err.Error(), "rules:course") {
		t.Errorf("five rows under official rules: %v, want a refusal that names rules:course", err)
	}
	if p := deal(t, games.Setup{Seats: 2, Options: games.Options{"rows": "5"}}); !strings.Contains(text(p),
		"rules=course") {
		t.Error("five rows were dealt under the official rules")
	}
	if _, err := New().Start(games.Setup{
		Seats:   2,
		Options: games.Options{"board": "[[1,2,3]]", "penguins": "2"},
	}); err == nil {
		t.Error("four penguins were to be placed on three tiles") // rule F1
	}
}

// F19: penguins are placed on tiles with one fish under the official rules, and on any tile under
// the course's.
func TestF19Placement(t *testing.T) {
	for set, want := range map[string]int{"official": 30, "course": 40} {
		p := deal(t, games.Setup{Seats: 2, Seed: 3, Options: games.Options{"rules": set}})
		moves := p.Moves()
		if len(moves) != want {
			t.Errorf("%s: %d tiles to place on, want %d", set, len(moves), want)
		}
		for _, m := range moves {
			if set == "official" && p.Fish[m.To] != 1 {
				t.Errorf("%s has %d fish and may be placed on", p.Format(m), p.Fish[m.To])
			}
		}
	}
}

// F16, F23: moves are sorted by origin, then by target, row by row from a and by number.
func TestF23Order(t *testing.T) {
	p := parse(t, sample)
	var got []string
	for _, m := range p.Moves() {
		got = append(got, p.Format(m))
	}
	if !strings.HasPrefix(strings.Join(got, " "), "c4-") || !slices.IsSorted(got) ||
		len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("moves %v, want them sorted from c4 on, without repeats", got)
	}
}

// F22: there is no voluntary pass.
func TestF22NoPass(t *testing.T) {
	p := parse(t, sample)
	for _, word := range []string{"pass", "-", "skip", ""} {
		if m, err := (rules{}).Parse(p, word); err == nil {
			t.Errorf("Parse(%q) = %v, want a refusal", word, m)
		}
	}
	if after, _, err := (rules{}).Rule(p, games.Ruling{Kind: games.Skip, Seat: p.ToMove + 1}); err == nil ||
		after != p {
		t.Errorf("a seat that isn't to move was skipped: %v", err)
	}
}

// F32, F33: only the canonical form of a line is read.
func TestF33Canonical(t *testing.T) {
	parse(t, sample)
	for what, change := range map[string][2]string{
		"another version":        {"fish/1", "fish/2"},
		"two blanks":             {" phase", "  phase"},
		"another order":          {"rules=official penguins=3", "penguins=3 rules=official"},
		"a leading zero":         {"penguins=3", "penguins=03"},
		"capitals":               {"turn=brown", "turn=Brown"},
		"nobody's colour":        {"turn=brown", "turn=black"},
		"a fourth penguin":       {"c4,f4,d6", "c4,f4,d6,b1"},
		"a penguin on a hole":    {"c4,f4,d6", "c4,f4,a5"},
		"two on one tile":        {"c4,f4,d6", "c4,f4,d7"},
		"four fish on a tile":    {"board=1321022", "board=1421022"},
		"a short row":            {"1321022/", "132102/"},
		"a ninth row":            {"32211303", "32211303/1111111"},
		"over, with moves left":  {"phase=move", "phase=over"},
		"a player twice":         {"white:", "red:"},
		"blank at the end":       {"turn=brown", "turn=brown "},
		"removed, but to move":   {"brown:4:2:c4,f4,d6", "brown:4:2:x1"},
		"fish that aren't there": {"red:3:3", "red:-3:3"},
	} {
		bad := strings.Replace(sample, change[0], change[1], 1)
		if p, err := (rules{}).ParseText(bad); err == nil || bad == sample {
			t.Errorf("%s: %q was read as %q", what, bad, text(p))
		}
	}
}

func TestF31Refusals(t *testing.T) {
	p := parse(t, sample)
	for move, want := range map[string]string{
		"d7-d8": "The penguin on d7 belongs to red.",
		"c4-c4": "at least one tile",
		"c4-h1": "not in a straight line",
		"z9-a1": "There is no tile z9.",
		"a5-a6": "a5 is a hole.",
		"a2-a3": "There is no penguin on a2.",
		"hello": "Name the penguin's tile",
		"c4":    "Name the penguin's tile",
	} {
		m, err := rules{}.Parse(p, move)
		if err == nil {
			err = rules{}.Check(p, m)
		}
		if err == nil {
			t.Errorf("%s was accepted", move)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %q, want it to say %q", move, err, want)
		}
	}
}

func TestSampleHas23Moves(t *testing.T) {
	n := 0
	for range (rules{}).Legal(parse(t, sample)) {
		n++
	}
	if n != 23 {
		t.Errorf("brown has %d moves, want 23 (F34)", n)
	}
}

func TestF27Places(t *testing.T) {
	for _, tt := range []struct {
		players string
		rules   string
		want    [4]int8
		say     string
	}{
		{
			"red:5:2:-;white:5:3:-;brown:4:9:-", "official",
			[4]int8{2, 1, 3},
			"white wins with 5 fish and more tiles, 3 to 2.",
		},
		{
			"red:5:2:-;white:5:3:-;brown:5:3:-;black:5:1:-", "official",
			[4]int8{3, 1, 1, 4},
			"white and brown share the win with 5 fish each and more tiles, 3 to 2.",
		},
		{
			"red:5:2:-;white:6:3:-;brown:6:3:-", "official",
			[4]int8{3, 1, 1},
			"white and brown share the win with 6 fish each.",
		},
		{"red:5:2:x1;white:5:3:-;brown:4:1:-", "official", [4]int8{3, 1, 2}, "white wins with 5 fish."},
		{
			"red:5:2:-;white:5:3:-;brown:4:9:-", "course",
			[4]int8{1, 1, 3},
			"red and white share the win with 5 fish each.",
		},
		{"red:5:2:x2;white:9:3:x1;brown:4:9:-;black:0:0:-", "course", [4]int8{3, 4, 1, 2}, "brown wins with 4 fish."},
	} {
		board := "0000000/00000000/0000000/00000000/0000000/00000000/0000000/00000000"
		if tt.rules == "course" {
			board = "00/00"
		}
		p := parse(t, "fish/1 rules="+tt.rules+" penguins=1 phase=over board="+board+" players="+tt.players+" turn=-")
		o, over := rules{}.Outcome(p)
		if !over || o.Place != tt.want {
			t.Errorf("%s, %s: places %v, want %v", tt.players, tt.rules, o.Place, tt.want)
		}
		if o.Say.String() != tt.say {
			t.Errorf("%s, %s: says %q, want %q", tt.players, tt.rules, o.Say, tt.say)
		}
	}
}

// The memo's remove_penguin: the penguin leaves and the tile stays; an empty tile is refused with a
// sentence.
func TestF3_RemovePenguin(t *testing.T) {
	const before = "fish/1 rules=course penguins=2 phase=move board=123/454/321 players=red:0:0:a1,b2;white:4:1:c3,a3 turn=red"
	for _, tt := range []struct{ tile, after string }{
		{"a1", "fish/1 rules=course penguins=2 phase=move board=123/454/321 players=red:0:0:b2;white:4:1:c3,a3 turn=red"},
		{" B2", "fish/1 rules=course penguins=2 phase=move board=123/454/321 players=red:0:0:a1;white:4:1:c3,a3 turn=red"},
		{"c3", "fish/1 rules=course penguins=2 phase=move board=123/454/321 players=red:0:0:a1,b2;white:4:1:a3 turn=red"},
		{"a2", ""},
		{"d1", ""},
		{"", ""},
	} {
		p := parse(t, before)
		next, err := p.RemovePenguin(tt.tile)
		if tt.after == "" {
			if err == nil || len(err.Error()) < 20 || next != p {
				t.Errorf("%q: %v, %v; want it refused with a sentence", tt.tile, next, err)
			}
			continue
		}
		if got := string(rules{}.AppendText(nil, next)); err != nil || got != tt.after {
			t.Errorf("%q: %v\n got %s\nwant %s", tt.tile, err, got, tt.after)
		}
		if next.Fish != p.Fish || next.Free()&^p.Free() == 0 {
			t.Errorf("%q: the tile is not free and whole", tt.tile)
		}
	}
}

// F27, F72: an outcome contains the tiles, which break a tournament's ties between games.
func TestF72_OutcomeHasTheTiles(t *testing.T) {
	p := parse(t, "fish/1 rules=course penguins=1 phase=over board=00/00 players=red:5:2:-;white:5:3:- turn=-")
	if o, _ := (rules{}).Outcome(p); o.Place != [4]int8{1, 1} || o.Tiebreak != [4]int{2, 3} {
		t.Errorf("places %v, tiles %v; want shared, and 2 and 3", o.Place, o.Tiebreak)
	}
}

// Whole games of an independent implementation are replayed step by step. Odd lines of the file use
// the official rules, even lines the course rules.
func TestDataGames(t *testing.T) {
	type step struct {
		Position, Event string
		Legal           []string
	}
	dec, played := json.NewDecoder(gamestest.Data(t, "fish/own/games.jsonl")), 0
	for ; ; played++ {
		var game struct {
			Steps []step
			Ranks []int8
		}
		if err := dec.Decode(&game); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		t.Run(fmt.Sprintf("game %d", played+1), func(t *testing.T) {
			for i, s := range game.Steps[:len(game.Steps)-1] {
				p := parse(t, s.Position)
				var legal []string
				for m := range (rules{}).Legal(p) {
					legal = append(legal, rules{}.Format(p, m))
				}
				if !slices.Equal(legal, s.Legal) {
					t.Errorf("step %d, %s:\n got %v\nwant %v", i, s.Position, legal, s.Legal)
				}
				if got := text(play(t, p, s.Event)); got != game.Steps[i+1].Position {
					t.Errorf("step %d, after %s:\n got %s\nwant %s", i, s.Event, got, game.Steps[i+1].Position)
				}
			}
			o, over := rules{}.Outcome(parse(t, game.Steps[len(game.Steps)-1].Position))
			if !over || !slices.Equal(o.Place[:len(game.Ranks)], game.Ranks) {
				t.Errorf("over: %t, places %v, want %v", over, o.Place, game.Ranks)
			}
		})
	}
	if played < 12 {
		t.Errorf("only %d games, want 12", played)
	}
}

// Legal moves on the boxed board by another author's program. Its licence keeps them out of the
// repository, so they are only in the full set of test data.
func TestOfficialLegalMovesFullSet(t *testing.T) {
	if os.Getenv("PADDOCK_TESTDATA") == "" {
		t.Skip("PADDOCK_TESTDATA is not set; TestDataGames has lists for the same board")
	}
	f := gamestest.Data(t, "fish/official60/legal_moves.jsonl")
	lines := 0
	for sc := bufio.NewScanner(f); sc.Scan(); lines++ {
		var in struct {
			Tiles, Free []int8
			Players     []struct{ Penguins []Cell }
			Turn        games.Seat
			PerPlayer   int8 `json:"penguins_per_player"`
			Legal       [][2]Cell
		}
		if err := json.Unmarshal(sc.Bytes(), &in); err != nil {
			t.Fatal(err)
		}
		p := Position{
			Shape: official, Seats: int8(len(in.Players)), Penguins: in.PerPlayer, Phase: Moving,
			ToMove: in.Turn,
		}
		for i, free := range in.Free {
			if free == 1 {
				p.Fish[i] = in.Tiles[i]
			}
		}
		for s, pl := range in.Players {
			for _, c := range pl.Penguins {
				p.Fish[c] = in.Tiles[c]
				p.Players[s].At[p.Players[s].Count] = c
				p.Players[s].Count++
			}
		}
		if len(in.Legal) > 0 && in.Legal[0][0] == noCell {
			p.Phase = Placing
		}
		var got [][2]Cell
		for m := range (rules{}).Legal(p) {
			got = append(got, [2]Cell{m.From, m.To})
		}
		if !slices.Equal(got, in.Legal) {
			t.Errorf("line %d:\n got %v\nwant %v", lines+1, got, in.Legal)
		}
	}
	if lines != 150 {
		t.Errorf("read %d lines, want 150", lines)
	}
}

// F34: an official board is turned for export and turned back on import. The player to move comes
// first; tiles are not exported.
func TestF34OfficialState(t *testing.T) {
	p := parse(t, sample)
	got, err := ReadState([]byte(rules{}.Exchange(p)), true)
	if err != nil {
		t.Fatal(err)
	}
	if got.Shape != p.Shape || got.Fish != p.Fish || got.Occupied() != p.Occupied() || got.Players[0].Colour != Brown ||
		got.Players[0].At != p.Players[Brown].At {
		t.Errorf("read back: %+v, want the board of %s with brown first", got, text(p))
	}
	for i := range Cell(60) {
		row, col := official.Course(i)
		if c, ok := official.Cell(row, col); !ok || c != i {
			t.Errorf("cell %d is at %d,%d of the turned board, and there is cell %d (%v)", i, row, col, c, ok)
		}
	}
	for _, bad := range []string{
		`{"players":[{"color":"red","score":0,"places":[]}],"board":[[1,1,1,1,1]]}`,
		`{"players":[{"color":"red","score":0,"places":[]}],"board":[[4]]}`,
		`{"players":[{"color":"red","score":0,"places":[[15,0]]}],"board":[[1]]}`,
	} {
		if _, err := ReadState([]byte(bad), true); err == nil {
			t.Errorf("ReadState(%s) was accepted as official", bad)
		}
	}
}

func TestStateRoundTrip(t *testing.T) {
	p := parse(t, "fish/1 rules=course penguins=1 phase=move board=23/11/11/11/11 players=red:0:0:a1;white:0:0:e1 turn=red")
	b, err := json.Marshal(p.State())
	if err != nil {
		t.Fatal(err)
	}
	got, err := ReadState(b, false)
	if err != nil || got != p {
		t.Errorf("ReadState(%s) = %+v, %v, want %+v", b, got, err, p)
	}
	ragged, err := ReadState([]byte(`{"players":[{"color":"red","score":0,"places":[[0,0]]},{"color":"white","score":0,"places":[[2,0]]}],"board":[[1],[1,1],[1]]}`), false)
	if err != nil || ragged.Fish[1] != 0 || ragged.Fish[3] != 1 {
		t.Errorf("a ragged board: %v, %v (F14: missing spots are holes)", ragged.Fish[:6], err)
	}
	for _, bad := range []string{
		``, `[]`, `{}`, `{"players":[],"board":[[1]]}`,
		`{"players":[{"color":"pink","score":0,"places":[]}],"board":[[1]]}`,
		`{"players":[{"color":"red","score":0,"places":[[5,5]]}],"board":[[1]]}`,
	} {
		if _, err := ReadState([]byte(bad), false); err == nil {
			t.Errorf("ReadState(%s) was accepted", bad)
		}
	}
}

// F12: after any mix of moves, nonsense, skips and removals fish and tiles are accounted for, and
// the game never stalls.
func FuzzF12Referee(f *testing.F) {
	f.Add(uint64(1), uint8(2), []byte("abcdefghijklmnopqrstuvwxyz"))
	f.Add(uint64(2), uint8(4), bytes.Repeat([]byte{250, 1, 2, 240}, 60))
	f.Fuzz(func(t *testing.T, seed uint64, seats uint8, script []byte) {
		set := "official"
		if seed%2 == 0 {
			set = "course"
		}
		g := New()
		start, err := g.Start(games.Setup{Seats: 2 + int(seats)%3, Seed: seed, Options: games.Options{"rules": set}})
		if err != nil {
			t.Fatal(err)
		}
		p := parse(t, start.Text())
		total := accounted(p)
		rng := rand.New(rand.NewPCG(seed, 1))
		for _, b := range script {
			before := p
			switch {
			case b >= 250:
				p, _, _ = rules{}.Rule(p, games.Ruling{Kind: games.Remove, Seat: games.Seat(b % 4)})
			case b >= 230:
				p, _, _ = rules{}.Rule(p, games.Ruling{Kind: games.Skip, Seat: p.ToMove})
			case p.Phase != "":
				legal := slices.Collect(rules{}.Legal(p))
				p, _ = rules{}.Apply(p, p.ToMove, legal[rng.IntN(len(legal))])
			}
			if got := accounted(p); got != total {
				t.Fatalf("fish won and on the board: %d, before %d\n%s\n%s", got, total, text(before), text(p))
			}
			if again := parse(t, text(p)); again != p {
				t.Fatalf("text round trip of %s", text(p))
			}
			if (p.Phase == "") != (rules{}.Turn(p).Waiting == 0) {
				t.Fatalf("stalled: %s", text(p))
			}
		}
	})
}

// accounted returns the number of all fish, won and on the board.
func accounted(p Position) (n int) {
	for _, f := range p.Fish {
		n += int(f)
	}
	for _, pl := range p.Players {
		n += int(pl.Fish)
	}
	return n
}

func FuzzParse(f *testing.F) {
	f.Add(sample, "d3-d5")
	f.Fuzz(func(t *testing.T, position, move string) {
		p, err := rules{}.ParseText(position)
		if err != nil {
			p = parse(t, sample)
		} else if got := text(p); got != position {
			t.Errorf("%q reads as %q", position, got)
		}
		if m, err := (rules{}).Parse(p, move); err == nil {
			_ = rules{}.Check(p, m)
		}
		rules{}.Complete(p, move)
	})
}

// A penguin catches the fish of the tile that it leaves. So no button of a move has a number of fish:
// it would read as the catch.
func TestF42ButtonsWithoutFish(t *testing.T) {
	p := parse(t, sample)
	ways := 0
	for _, piece := range (rules{}).Complete(p, "") {
		for _, to := range (rules{}).Complete(p, piece.Text) {
			if said := to.Short.String(); strings.ContainsAny(said, " 🐟") || said == "" {
				t.Errorf("after %s the button of %s says %q", piece.Text, to.Text, said)
			}
			ways++
		}
	}
	if ways < 10 {
		t.Errorf("there are %d moves, want more", ways)
	}
}

// F19: during placement the board says on which tiles a penguin may be placed. When all are placed, it
// tells each player once how they slide.
func TestF19Prompt(t *testing.T) {
	g := New()
	for _, c := range []struct {
		options games.Options
		want    string
	}{
		{nil, "Place penguin %d of 4 on a one-fish tile"},
		{games.Options{"rules": "course"}, "Place penguin %d of 4 on any free tile"},
	} {
		pos, err := g.Start(games.Setup{Seats: 2, Options: c.options, Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; n <= 10; n++ {
			view := pos.View(games.Spectator)
			want := fmt.Sprintf(c.want, n/2+1)
			switch n {
			case 8, 9:
				want = sayFirstSlide.String()
			case 10:
				want = ""
			}
			if got := view.Prompt().String(); got != want {
				t.Errorf("%v: after %d penguins the board asks %q, want %q", c.options, n, got, want)
			}
			for move := range view.Legal() {
				played, err := pos.Play(slices.Collect(pos.Turn().Waiting.All())[0], move)
				if err != nil {
					t.Fatal(err)
				}
				pos = played.Next
				break
			}
		}
	}
}

// A removal says what happens on the board, however many penguins there are.
func TestRemovalSays(t *testing.T) {
	for of, want := range map[string]string{
		"red:0:0:-;white:0:0:-;brown:0:0:- turn=red":         "red is out of the game.",
		"red:0:0:a1;white:0:0:b1;brown:0:0:- turn=brown":     "red is out of the game. The penguin leaves, and the tile under it stays.",
		"red:0:0:a1,a3;white:0:0:b1;brown:0:0:b2 turn=white": "red is out of the game. The penguins leave, and the tiles under them stay.",
	} {
		p := parse(t, "fish/1 rules=course penguins=2 phase=place board=11111/11111 players="+of)
		if _, events, err := (rules{}).Rule(p, games.Ruling{Kind: games.Resign}); err != nil ||
			events[0].Say.String() != want {
			t.Errorf("%s: %v, %v; want %q", of, events, err, want)
		}
	}
}

// A removal that leaves one player ends the match: under the official rules the sentence about the end says
// where the fish under the last penguins go, and no sentence says that the others' tiles stay.
func TestRemovalEndsSays(t *testing.T) {
	for text, want := range map[string]string{
		"fish/1 rules=official penguins=1 phase=move board=1100000/11000000/0000000/00000000/0000000/00000000/0000000/00000011 " +
			"players=red:3:1:a1;white:4:2:h8 turn=red": "red is out, so white also gets the fish under the penguins and wins with 5.",
		"fish/1 rules=official penguins=1 phase=place board=1100000/11000000/0000000/00000000/0000000/00000000/0000000/00000011 " +
			"players=red:0:0:-;white:0:0:- turn=red": "white wins with 0 fish, as nobody else is left.",
		"fish/1 rules=course penguins=1 phase=move board=11111/11111/11111/11111 " +
			"players=red:3:0:a1;white:4:0:b1 turn=red": "white wins with 4 fish, as nobody else is left.",
	} {
		p := parse(t, text)
		next, events, err := (rules{}).Rule(p, games.Ruling{Kind: games.Resign})
		if err != nil || events[0].Say.String() != "red is out of the game." {
			t.Errorf("%s: %v, %v", text, events, err)
		}
		if o, _ := (rules{}).Outcome(next); o.Say.String() != want {
			t.Errorf("%s: %q, want %q", text, o.Say, want)
		}
	}
}

// The hint for newcomers holds on every first board: a match may begin with all penguins placed (P104).
func TestHintIsNotAboutPlacing(t *testing.T) {
	t.Parallel()
	if hint := New().Hint; strings.Contains(strings.ToLower(hint), "place") {
		t.Errorf("the hint tells somebody whose penguins stand to place them: %q", hint)
	}
}
