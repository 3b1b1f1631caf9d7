package kalah

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/games"
)

// at reads a position or fails the test.
func at(t testing.TB, text string) position {
	t.Helper()
	p, err := rules{}.ParseText(text)
	if err != nil {
		t.Fatalf("ParseText(%q): %v", text, err)
	}
	return p
}

func text(p position) string { return string(rules{}.AppendText(nil, p)) }

const start64 = "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard"

// The test checks the worked examples of the rules, computed by an independent referee.
var worked = []struct {
	rule, what, before string
	hole               int
	after              string
}{
	{
		"K6", "start, hole 3 ends in South's pot", start64, 3,
		"kalah/1 m=6 to=S south=4.4.0.5.5.5:1 north=4.4.4.4.4.4:0 rules=standard",
	},
	{
		"K7", "lone last bean, opposite hole holds 2", "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", 1,
		"kalah/1 m=3 to=N south=0.0.3:4 north=1.0.0:0 rules=standard",
	},
	{
		"K7", "lone last bean, opposite hole empty", "kalah/1 m=3 to=N south=0.1.0:3 north=0.1.0:0 rules=standard", 2,
		"kalah/1 m=3 to=S south=0.1.0:3 north=1.0.0:0 rules=standard",
	},
	{
		"K8", "two laps and one bean into a hole that was empty before",
		"kalah/1 m=3 to=S south=15.0.0:0 north=0.8.0:0 rules=standard", 1,
		"kalah/1 m=3 to=N south=2.3.2:2 north=2.10.2:0 rules=standard",
	},
	{
		"K9", "exactly 2m+1 beans end in their own hole", "kalah/1 m=3 to=S south=7.0.0:0 north=0.0.1:0 rules=standard", 1,
		"kalah/1 m=3 to=N south=0.1.1:3 north=0.1.2:0 rules=standard",
	},
	{
		"K9", "the same from hole 2", "kalah/1 m=3 to=S south=0.7.1:0 north=0.0.1:0 rules=standard", 2,
		"kalah/1 m=3 to=N south=1.0.2:3 north=1.0.2:0 rules=standard",
	},
	{
		"K5", "North passes its own pot and skips South's", "kalah/1 m=3 to=N south=1.0.2:0 north=0.9.0:0 rules=standard",
		2, "kalah/1 m=3 to=N south=2.1.3:0 north=2.1.1:2 rules=standard",
	},
	{
		"K6", "17 beans, last one in the pot on the third visit",
		"kalah/1 m=3 to=S south=17.0.0:0 north=1.0.0:0 rules=standard", 1,
		"kalah/1 m=3 to=S south=2.3.3:3 north=3.2.2:0 rules=standard",
	},
	{
		"K11", "last bean in the own pot, own row empty", "kalah/1 m=3 to=N south=0.0.1:3 north=1.0.0:0 rules=standard", 1,
		"kalah/1 m=3 to=- south=0.0.0:4 north=0.0.0:1 rules=standard",
	},
	{
		"K11", "mover runs out, other row swept to its owner, tie",
		"kalah/1 m=3 to=S south=0.0.1:0 north=1.0.0:0 rules=standard", 3,
		"kalah/1 m=3 to=- south=0.0.0:1 north=0.0.0:1 rules=standard",
	},
	{
		"K11", "the capture empties North's row", "kalah/1 m=3 to=S south=1.0.3:0 north=0.2.0:1 rules=standard", 1,
		"kalah/1 m=3 to=- south=0.0.0:6 north=0.0.0:1 rules=standard",
	},
	{
		"K11", "the mover fills the other row while its own runs out",
		"kalah/1 m=3 to=S south=0.0.4:0 north=0.0.1:0 rules=standard", 3,
		"kalah/1 m=3 to=- south=0.0.0:1 north=0.0.0:4 rules=standard",
	},
	{
		"K22", "empty-capture takes the lone bean alone",
		"kalah/1 m=4 to=S south=1.0.0.2:0 north=1.0.3.1:0 rules=empty-capture", 1,
		"kalah/1 m=4 to=N south=0.0.0.2:1 north=1.0.3.1:0 rules=empty-capture",
	},
	{
		"K7", "the same under the standard rule", "kalah/1 m=4 to=S south=1.0.0.2:0 north=1.0.3.1:0 rules=standard", 1,
		"kalah/1 m=4 to=N south=0.1.0.2:0 north=1.0.3.1:0 rules=standard",
	},
	{
		"K3", "more than 255 beans in one hole", "kalah/1 m=2 to=S south=300.0:0 north=1.1:0 rules=standard", 1,
		"kalah/1 m=2 to=N south=60.60:60 north=61.61:0 rules=standard",
	},
}

func TestWorkedExamples(t *testing.T) {
	for _, w := range worked {
		t.Run(w.rule+" "+w.what, func(t *testing.T) {
			p := at(t, w.before)
			if err := (rules{}).Check(p, move(w.hole)); err != nil {
				t.Fatalf("Check(%d): %v", w.hole, err)
			}
			next, _ := rules{}.Apply(p, p.toMove, move(w.hole))
			if got := text(next); got != w.after {
				t.Errorf("after %d:\n got %s\nwant %s", w.hole, got, w.after)
			}
		})
	}
}

func TestEvents(t *testing.T) {
	tests := []struct {
		rule, before string
		hole         move
		want         string
	}{
		{"K6", start64, 3, "again 0 South sows again."},
		{"K10", start64, 1, ""},
		{"K7", "kalah/1 m=3 to=S south=1.0.3:1 north=1.2.0:0 rules=standard", 1, "capture 0 South captured 3 beans."},
		{"K11", "kalah/1 m=3 to=N south=0.0.1:3 north=1.0.0:0 rules=standard", 1, "sweep 0 The bean left went to South's pot."},
		{
			"K12", "kalah/1 m=3 to=S south=1.0.3:0 north=0.2.0:1 rules=standard", 1,
			"capture 0 South captured 3 beans.; sweep 0 The 3 beans left went to South's pot.",
		},
		{
			"K22", "kalah/1 m=4 to=S south=1.0.0.2:0 north=1.0.3.1:0 rules=empty-capture", 1,
			"capture 0 South captured 1 bean.",
		},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			p := at(t, test.before)
			_, events := rules{}.Apply(p, p.toMove, test.hole)
			var said []string
			for _, e := range events {
				said = append(said, fmt.Sprintf("%s %d %s", e.Kind, e.Seat, e.Say))
			}
			if got := strings.Join(said, "; "); got != test.want {
				t.Errorf("events of %d = %q, want %q", test.hole, got, test.want)
			}
		})
	}
}

func TestStart(t *testing.T) {
	tests := []struct {
		rule    string
		options games.Options
		want    string
	}{
		{"K2 default", nil, start64},
		{
			"K2",
			games.Options{"holes": "3", "beans": "2"},
			"kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard",
		},
		{
			"K1 smallest",
			games.Options{"holes": "1", "beans": "1"},
			"kalah/1 m=1 to=S south=1:0 north=1:0 rules=standard",
		},
		{
			"K3 largest",
			games.Options{"holes": "12", "beans": "24"},
			"kalah/1 m=12 to=S south=" + strings.Repeat("24.", 11) + "24:0 north=" + strings.Repeat("24.", 11) +
				"24:0 rules=standard",
		},
		{
			"K14 no beans",
			games.Options{"holes": "2", "beans": "0"},
			"kalah/1 m=2 to=- south=0.0:0 north=0.0:0 rules=standard",
		},
		{"K22", games.Options{"rules": "empty-capture"}, strings.Replace(start64, "standard", "empty-capture", 1)},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			p, err := New().Start(games.Setup{Options: test.options})
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Text(); got != test.want {
				t.Errorf("Start(%v) = %q, want %q", test.options, got, test.want)
			}
		})
	}
}

func TestOutcome(t *testing.T) {
	tests := []struct{ rule, text, say, place, score string }{
		{
			"K13 South", "kalah/1 m=1 to=- south=0:25 north=0:23 rules=standard", "South won 25 to 23.", "[1 2 0 0]",
			"[25 23 0 0]",
		},
		{
			"K13 North", "kalah/1 m=1 to=- south=0:5 north=0:23 rules=standard", "North won 23 to 5.", "[2 1 0 0]",
			"[5 23 0 0]",
		},
		{
			"K13 tie", "kalah/1 m=1 to=- south=0:24 north=0:24 rules=standard", "Tie, 24 to 24.", "[1 1 0 0]",
			"[24 24 0 0]",
		},
		{
			"K14 nothing", "kalah/1 m=3 to=S south=0.0.0:0 north=0.0.0:0 rules=standard", "Tie, 0 to 0.", "[1 1 0 0]",
			"[0 0 0 0]",
		},
		{
			"K14 swept", "kalah/1 m=3 to=S south=0.0.0:1 north=0.4.1:0 rules=standard", "North won 5 to 1.", "[2 1 0 0]",
			"[1 5 0 0]",
		},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			o, ended := rules{}.Outcome(at(t, test.text))
			if !ended || o.Say.String() != test.say || fmt.Sprint(o.Place) != test.place ||
				fmt.Sprint(o.Score) != test.score {
				t.Errorf("Outcome = %q %v %v (over: %t), want %q %s %s", o.Say, o.Place, o.Score, ended, test.say,
					test.place, test.score)
			}
		})
	}
}

func TestStanding(t *testing.T) {
	o := rules{}.Standing(at(t, "kalah/1 m=2 to=S south=1.0:3 north=9.0:5 rules=standard"))
	if o.Winners() != games.SeatSet(north) || o.Score[south] != 3 || o.Score[north] != 5 {
		t.Errorf("Standing at 3 to 5 = %v %v, want North ahead", o.Place, o.Score)
	}
}

// More than half of all beans wins, but does not end the game.
func TestHalfIsNotTheEnd(t *testing.T) {
	p := at(t, "kalah/1 m=2 to=S south=1.0:20 north=1.0:0 rules=standard")
	if _, ended := (rules{}).Outcome(p); ended {
		t.Errorf("K15: the game is over at 20 to 0 with beans in both rows")
	}
}

func TestRefusals(t *testing.T) {
	tests := []struct{ rule, before, move, say string }{
		{
			"K18 empty", "kalah/1 m=6 to=S south=4.4.0.5.5.5:1 north=4.4.4.4.4.4:0 rules=standard", "3",
			"Hole 3 is empty. You can sow 1, 2, 4, 5 or 6.",
		},
		{
			"K18 empty, one left", "kalah/1 m=2 to=S south=4.0:1 north=4.4:0 rules=standard", "2",
			"Hole 2 is empty. You can only sow 1.",
		},
		{
			"K18 two left", "kalah/1 m=3 to=S south=4.0.1:1 north=4.4.1:0 rules=standard", "2",
			"Hole 2 is empty. You can sow 1 or 3.",
		},
		{
			"K18 no such hole", "kalah/1 m=3 to=S south=4.0.1:1 north=4.4.1:0 rules=standard", "4",
			"There is no hole 4. You can sow 1 or 3.",
		},
		{
			"K4 a pot", "kalah/1 m=3 to=S south=4.0.1:1 north=4.4.1:0 rules=standard", "0",
			"There is no hole 0. You can sow 1 or 3.",
		},
		{
			"K19 unreadable", "kalah/1 m=3 to=S south=4.0.1:1 north=4.4.1:0 rules=standard", "x",
			`"x" isn't the number of a hole. You can sow 1 or 3.`,
		},
		{
			"K19 chain without extra turn", start64, "1-2",
			"1 doesn't earn another move, so you can't add 2. Nothing was played.",
		},
		{"K19 chain with an empty hole", start64, "3-3", "Hole 3 is empty. You can sow 1, 2, 4, 5 or 6."},
		{"K18 over", "kalah/1 m=3 to=- south=0.0.0:1 north=0.0.0:4 rules=standard", "1", "The game is over."},
	}
	for _, test := range tests {
		t.Run(test.rule, func(t *testing.T) {
			p, err := New().Parse(test.before)
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Play(south, test.move)
			var refused *games.Refusal
			if !errors.As(err, &refused) || refused.Error() != test.say {
				t.Errorf("Play(%q) = %v, want refusal %q", test.move, err, test.say)
			}
			if got := p.Text(); got != test.before {
				t.Errorf("a refused move changed the position to %s", got)
			}
		})
	}
	p, _ := New().Parse(start64)
	if _, err := p.Play(north, "1"); err == nil || err.Error() != "It isn't North's turn." {
		t.Errorf("K18: North's move on South's turn: %v", err)
	}
}

// The test replays the record of K19 for (3,2), in which both seats always play the lowest hole.
func TestRecord(t *testing.T) {
	p, err := New().Start(games.Setup{Options: games.Options{"holes": "3", "beans": "2"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, turn := range strings.Fields("1 1 1 2-1-3 2 1-2-1-3 3") {
		played, err := p.Play(games.Seat(i%2), turn)
		if err != nil {
			t.Fatalf("turn %d, %s: %v", i+1, turn, err)
		}
		if got := strings.Join(played.Moves, "-"); got != turn {
			t.Errorf("turn %d was recorded as %s, want %s", i+1, got, turn)
		}
		p = played.Next
	}
	if o, ended := p.Outcome(); !ended || o.Score[south] != 2 || o.Score[north] != 10 {
		t.Errorf("the record ends at %v (over: %t), want 2 to 10", o.Score, ended)
	}
}

// Sowing bean by bean as in K5 agrees with board.sow, which sows whole laps.
func TestSowBeanByBean(t *testing.T) {
	for m := 1; m <= maxHoles; m++ {
		for beans := 1; beans <= 4*m+6; beans++ {
			for hole := 1; hole <= m; hole++ {
				for _, seat := range []games.Seat{south, north} {
					got := newBoard(m, 1)
					got.rows[seat][hole] = beans
					want := got
					seatAt, holeAt := slowSow(&want, seat, hole)
					s, h, ok := got.sow(seat, hole)
					if got != want || s != seatAt || h != holeAt || !ok {
						t.Errorf("K5: %s sows %d of %d beans, m=%d: %v ending at %d/%d, want %v at %d/%d",
							seatName(seat), hole, beans, m, got.rows, s, h, want.rows, seatAt, holeAt)
					}
				}
			}
		}
	}
}

func slowSow(b *board, seat games.Seat, hole int) (games.Seat, int) {
	// The whole ring from South's hole 1 on: South 1..m, South's pot, North m..1, North's pot.
	type place struct {
		seat games.Seat
		hole int
	}
	var ring []place
	for i := 1; i <= b.m; i++ {
		ring = append(ring, place{south, i})
	}
	ring = append(ring, place{south, pot})
	for i := b.m; i >= 1; i-- {
		ring = append(ring, place{north, i})
	}
	ring = append(ring, place{north, pot})
	i := slices.Index(ring, place{seat, hole})
	n := b.rows[seat][hole]
	b.rows[seat][hole] = 0
	for n > 0 {
		i = (i + 1) % len(ring)
		if ring[i] == (place{1 - seat, pot}) {
			continue
		}
		b.rows[ring[i].seat][ring[i].hole]++
		n--
	}
	return ring[i].seat, ring[i].hole
}

func perft(p position, depth int) (leaves int) {
	if depth == 0 {
		return 1
	}
	for hole := 1; hole <= p.m; hole++ {
		if p.valid(move(hole)) {
			next := p
			next.play(move(hole))
			leaves += perft(next, depth-1)
		}
	}
	return leaves
}

// Perft counts of docs/rules/kalah.md; the tables of testdata are in data_test.go.
func TestPerft(t *testing.T) {
	if got, want := perft(at(t, start64), 7), 114_430; got != want {
		t.Errorf("perft of (6,4) to depth 7 = %d, want %d", got, want)
	}
	p := at(t, "kalah/1 m=3 to=S south=2.2.2:0 north=2.2.2:0 rules=standard")
	if got, want := perft(p, 8), 431; got != want {
		t.Errorf("perft of (3,2) to depth 8 = %d, want %d", got, want)
	}
}

func TestNoAllocation(t *testing.T) {
	p := at(t, start64)
	var r rules
	sink := 0
	got := testing.AllocsPerRun(100, func() {
		for hole := 1; hole <= p.m; hole++ {
			if p.valid(move(hole)) {
				next := p
				next.play(move(hole))
				sink += next.m
			}
		}
		for _, quiet := range []move{1, 3} { // a sow without events, and one that earns another sow
			next, events := r.Apply(p, south, quiet)
			sink += next.m + len(events)
		}
	})
	if got != 0 {
		t.Errorf("generating and playing moves made %.0f allocations, want none", got)
	}
}

func BenchmarkApply(b *testing.B) {
	p := at(b, start64)
	b.ReportAllocs()
	for b.Loop() {
		rules{}.Apply(p, south, 3)
	}
}
