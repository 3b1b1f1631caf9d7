package kalah

import (
	"math/rand/v2"
	"testing"

	"paddock/games"
)

const finishNodes = 20_000

// everything plays every line to the end by the rules, without memory. It returns South's least,
// greatest and best margin.
func everything(p position) (lo, hi, value int) {
	if o, over := (rules{}).Outcome(p); over {
		margin := o.Score[south] - o.Score[north]
		return margin, margin, margin
	}
	lo, hi, value = 1000, -1000, 1000
	if p.toMove == south {
		value = -1000
	}
	for m := range (rules{}).Legal(p) {
		next, _ := rules{}.Apply(p, p.toMove, m)
		l, h, v := everything(next)
		lo, hi = min(lo, l), max(hi, h)
		if p.toMove == south {
			value = max(value, v)
		} else {
			value = min(value, v)
		}
	}
	return lo, hi, value
}

// K28: a game is decided if every line of play has the same winner, and best play of both ends it.
func TestFinishIsExact(t *testing.T) {
	t.Parallel()
	decided, open := 0, 0
	for seed := uint64(0); decided < 300 || open < 100; seed++ {
		rng := rand.New(rand.NewPCG(seed, 5))
		options := games.Options{
			"holes": []string{"2", "3", "4", "6"}[seed%4], "beans": "4",
			"rules": standard.String(),
		}
		if seed%8 > 3 {
			options["rules"] = emptyCapture.String()
		}
		p, err := rules{}.Start(games.Setup{Seats: 2, Options: options})
		if err != nil {
			t.Fatal(err)
		}
		for p.toMove != over {
			if p.beansInPlay(south)+p.beansInPlay(north) <= 7 {
				lo, hi, value := everything(p)
				rest, ok := rules{}.Finish(p, finishNodes)
				if want := lo > 0 || hi < 0 || lo == hi; ok != want {
					t.Fatalf("%s: decided is %t, but the margin is from %d to %d", text(p), ok, lo, hi)
				}
				if !ok {
					open++
				} else {
					decided++
					checkRest(t, p, rest, value)
					if got, want := rest.Reason.String(), settled(lo, value, hi).String(); got != want {
						t.Errorf("%s: %q, want %q", text(p), got, want)
					}
				}
			}
			var moves []move
			for m := range (rules{}).Legal(p) {
				moves = append(moves, m)
			}
			p.play(moves[rng.IntN(len(moves))])
		}
	}
}

func checkRest(t *testing.T, p position, rest games.Finish, value int) {
	t.Helper()
	end := p
	for _, text := range rest.Moves {
		m, err := rules{}.Parse(end, text)
		if err == nil {
			err = rules{}.Check(end, m)
		}
		if err != nil {
			t.Fatal(err)
		}
		end, _ = rules{}.Apply(end, end.toMove, m)
	}
	o, over := rules{}.Outcome(end)
	if got := o.Score[south] - o.Score[north]; !over || got != value {
		t.Errorf("%s: %q ends with a margin of %d, want %d", text(p), rest.Moves, got, value)
	}
	if rest.Seats != games.SeatSet(south, north) {
		t.Errorf("%s: the seats are %v, want both to agree", text(p), rest.Seats)
	}
}

// K28: the sentence says what can still change.
func TestFinishSays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, want string
		nodes      int64
	}{
		{
			"kalah/1 m=6 to=S south=0.0.0.0.2.1:40 north=1.0.0.0.0.0:28 rules=standard",
			"South wins by 14 beans with best play, and by at least 12 however the rest is played.", finishNodes,
		},
		{
			"kalah/1 m=6 to=N south=0.0.0.0.2.1:20 north=1.0.0.0.0.0:48 rules=standard",
			"North wins by 26 beans, however the rest is played.", finishNodes,
		},
		{
			"kalah/1 m=6 to=N south=0.0.0.0.1.0:44 north=0.0.0.0.1.1:25 rules=standard",
			"South wins by at least 18 beans, however the rest is played.", finishNodes,
		},
		{"kalah/1 m=2 to=S south=0.1:5 north=1.0:5 rules=standard", "It will be a tie, however the rest is played.", finishNodes},
		{"kalah/1 m=6 to=S south=0.0.0.0.2.1:34 north=1.0.0.0.0.0:35 rules=standard", "", finishNodes},
		// the winner is certain, but the final score is unknown
		{"kalah/1 m=6 to=S south=4.4.4.4.4.4:60 north=4.4.4.4.4.4:0 rules=standard", "", finishNodes},
		{"kalah/1 m=6 to=- south=0.0.0.0.0.0:44 north=0.0.0.0.0.0:28 rules=standard", "", finishNodes},
		{"kalah/1 m=6 to=S south=0.0.0.0.2.1:40 north=1.0.0.0.0.0:28 rules=standard", "", 2},
	} {
		p, err := rules{}.ParseText(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if rest, _ := (rules{}).Finish(p, c.nodes); rest.Reason.String() != c.want {
			t.Errorf("%s: %q, want %q", c.text, rest.Reason, c.want)
		}
	}
}
