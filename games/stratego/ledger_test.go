package stratego

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"testing"

	"paddock/games"
	"paddock/games/stratego/board"
	"paddock/games/stratego/view"
)

// prices is the value of pieces in a balance of losses, in the order of board.Ranks.
var prices = [12]int{0, 400, 280, 180, 120, 80, 50, 30, 60, 25, 60, 45}

// balance sums what two players lost in fights, by the cause: first in our attacks, then in theirs.
// A side seldom attacks a known piece that it loses to, so only both together say who gains by a
// cause.
type balance map[string]*[2]loss

// loss is a number of fights, and the value of the pieces that we and the others lost in them.
type loss struct{ fights, ours, theirs float64 }

// add adds the fights of a game, from its final facts.
func (b balance) add(t *testing.T, end view.Facts, ours games.Seat) {
	t.Helper()
	f, ok := end.Rewind()
	if !ok {
		t.Fatal("the log does not lead to the end")
	}
	f.Phase, f.Turn = view.Play, games.SeatSet(red)
	for i := range end.Log.Len() {
		p := end.Log.At(i)
		if p.Fight() {
			cause := knownOf(f.At(p.From)) + " on " + knownOf(f.At(p.To))
			if b[cause] == nil {
				b[cause] = new([2]loss)
			}
			mover, lost := end.Mover(i), [2]int{}
			if p.Result() != board.Win {
				lost[mover] += prices[board.TranslateRank(p.Attacker)]
			}
			if p.Result() != board.Lose {
				lost[1-mover] += prices[board.TranslateRank(p.Defender)]
			}
			l := &b[cause][mover^ours]
			l.fights++
			l.ours += float64(lost[ours])
			l.theirs += float64(lost[1-ours])
		}
		f.Follow(p)
	}
}

// text returns the losses of each cause a game, of n games.
func (b balance) text(n float64) (lines []string) {
	for _, cause := range slices.Sorted(maps.Keys(b)) {
		sides, net, text := []string{"our", "their"}, 0.0, ""
		for i, l := range b[cause] {
			text += fmt.Sprintf("%6.1f %5s attacks lose us %6.1f, them %6.1f;", l.fights/n, sides[i], l.ours/n, l.theirs/n)
			net += (l.theirs - l.ours) / n
		}
		lines = append(lines, fmt.Sprintf("%-24s%s %+7.1f", cause, text, net))
	}
	return lines
}

// knownOf says what the other side knows of a piece; Bombs are apart.
func knownOf(m view.Man) string {
	switch {
	case m.Known && m.Rank == board.Bomb:
		return "known Bomb"
	case m.Known:
		return "known"
	case m.Rank == board.Bomb:
		return "hidden Bomb"
	case m.Moved:
		return "moved"
	}
	return "unmoved"
}

// TestLedger plays master against the rivals and logs what both lost a game, by cause. It runs with
// PADDOCK_STRENGTH=1. PADDOCK_GAMES is the number of pairs for each rival, PADDOCK_NODES the number
// of nodes of master.
func TestLedger(t *testing.T) {
	if os.Getenv("PADDOCK_STRENGTH") == "" {
		t.Skip("set PADDOCK_STRENGTH=1 to measure strength")
	}
	pairs, _ := strconv.Atoi(cmp.Or(os.Getenv("PADDOCK_GAMES"), "10"))
	nodes, _ := strconv.ParseInt(cmp.Or(os.Getenv("PADDOCK_NODES"), "20000"), 10, 64)
	for _, rival := range []struct {
		name   string
		choose chooser
	}{{"bookkeeper", bookkeeper}, {"hunter", hunter}, {"rules", ruleBased}} {
		t.Run(rival.name, func(t *testing.T) {
			b := balance{}
			for i := range 2 * pairs {
				seat := games.Seat(i % 2)
				b.add(t, duel(t, "classic", uint64(i/2)+1, level(games.Master, nodes), rival.choose, seat).facts, seat)
			}
			for _, line := range b.text(float64(2 * pairs)) {
				t.Log(line)
			}
		})
	}
}
