package kalah

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"paddock/games"
)

func TestWhy(t *testing.T) {
	for _, test := range []struct{ position, better, other, answer, want string }{
		{"m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0", "3", "1", "", "3 sows again"},
		{"m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0", "1", "3", "", ""},
		// hole 3 of South ends in its pot; then hole 1 ends in hole 2, which is empty, opposite North's five beans
		{"m=3 to=S south=1.0.1:0 north=1.5.1:0", "3", "1", "", "3 sows again and can capture 6 beans with hole 1"},
		{"m=3 to=S south=2.2.1:0 north=4.4.0:0", "3", "1", "", "3 sows again and can gain 2 beans with holes 2 and 3"},
		{"m=3 to=S south=1.0.3:1 north=1.2.0:0", "1", "3", "", "1 captures 3 beans"},
		// hole 2 of North ends in its empty hole 1, opposite the two beans that South leaves there
		{"m=3 to=S south=2.1.0:0 north=0.1.0:0", "1", "2", "", "2 lets North capture 3 beans with hole 2"},
		{"m=3 to=S south=2.1.0:0 north=0.1.0:0", "1", "", "", "1 prevents the capture of 3 beans"},
	} {
		p, err := New().Parse("kalah/1 " + test.position + " rules=standard")
		if err != nil {
			t.Fatal(err)
		}
		why := p.View(games.Spectator).Why(test.better, test.other, false)
		if got := strings.TrimSpace(why.Move + " " + why.Says.String()); got != test.want {
			t.Errorf("%s: %s is better than %s because %q, want %q", test.position, test.better, test.other, got,
				test.want)
		}
	}
}

// Whatever an explanation says can be played.
func TestEffectsAreTrue(t *testing.T) {
	said := map[string]int{}
	rng := rand.New(rand.NewPCG(1, 2))
	for game := range 300 {
		p := position{board: newBoard(6, 1+game%6)}
		for p.toMove != over {
			var legal []move
			for m := range (rules{}).Legal(p) {
				legal = append(legal, m)
				for _, e := range (rules{}).Effects(p, m) {
					if e.Says.Format != "" {
						said[e.Says.Format]++
						checkEffect(t, p, m, e)
					}
				}
			}
			p.play(legal[rng.IntN(len(legal))])
		}
	}
	if len(said) != 8 {
		t.Errorf("these were said: %v, want eight kinds", said)
	}
}

// checkEffect plays what an effect says.
func checkEffect(t *testing.T, p position, m move, e games.Effect) {
	t.Helper()
	next := p
	played := next.play(m)
	beans, holes, found := 0, "", true
	switch e.Says.Format {
	case "captures %s":
		found = fmt.Sprint(countBeans(played.captured)) == fmt.Sprint(e.Says.Args[0])
	case "prevents the capture of %s":
		p.toMove, found = 1-p.toMove, false
		for h := range (rules{}).Legal(p) {
			before := p
			n := before.play(h).captured
			found = found || countBeans(n).String() == fmt.Sprint(e.Says.Args[0]) && !next.captures(h)
		}
	case "sows again":
		found = played.again
	case "sows again and can capture %s with %s", "sows again and can gain %s with %s":
		holes, found = fmt.Sprint(e.Says.Args[1]), played.again
		if strings.Contains(e.Says.Format, "capture") {
			_, _ = fmt.Sscan(fmt.Sprint(e.Says.Args[0]), &beans)
		}
	case "sows again and can prevent the capture of %s with %s":
		holes, found = fmt.Sprint(e.Says.Args[1]), false
		theirs := next
		theirs.toMove = 1 - next.toMove
		for h := range (rules{}).Legal(theirs) {
			before := theirs
			found = found || countBeans(before.play(h).captured).String() == fmt.Sprint(e.Says.Args[0])
		}
	case "lets %s capture %s with %s":
		holes, found = fmt.Sprint(e.Says.Args[2]), next.toMove == 1-p.toMove
		_, _ = fmt.Sscan(fmt.Sprint(e.Says.Args[1]), &beans)
	case "lets %s gain %s with %s":
		holes, found = fmt.Sprint(e.Says.Args[2]), next.toMove == 1-p.toMove
	}
	captured, mover, start := 0, next.toMove, next
	list := strings.FieldsFunc(holes, func(r rune) bool { return r < '0' || r > '9' })
	for _, h := range list {
		hole, err := (rules{}).Parse(next, h)
		if err != nil || !next.valid(hole) || next.toMove != mover {
			found = false
			break
		}
		captured = max(captured, next.play(hole).captured)
	}
	if strings.Contains(e.Says.Format, "gain %s") {
		gained := next.beans(mover, pot) - start.beans(mover, pot)
		found = found && fmt.Sprint(e.Says.Args[len(e.Says.Args)-2]) == countBeans(gained).String()
	}
	capture := strings.Contains(e.Says.Format, "capture") && !strings.Contains(e.Says.Format, "prevent") &&
		holes != ""
	if !found || capture && captured == 0 || beans > 0 && captured != beans {
		t.Errorf("of %d in %s it is said that it %s", int(m), (rules{}).AppendText(nil, p), e.Says)
	}
}
