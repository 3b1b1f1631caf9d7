package stratego

import (
	_ "embed"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/view"
)

// forced reports whether a seat loses within the given number of plies whatever it plays, with full
// knowledge of the position.
func forced(s state, me games.Seat, depth int) bool {
	if s.Phase == view.Over {
		return s.Result.Winner == 1-me
	}
	if depth == 0 {
		return false
	}
	seat := s.ToMove()
	for m := range (rules{}).Legal(s.For(seat)) {
		next, _ := rules{}.Apply(s, seat, m)
		if forced(next, me, depth-1) != (seat == me) {
			return seat != me
		}
	}
	return seat == me
}

// hides reports whether a seat has a movable piece of unknown rank.
func hides(s state, seat games.Seat) bool {
	for _, m := range s.Men() {
		if m.Seat == seat && !m.Known && m.Rank.Movable() {
			return true
		}
	}
	return false
}

//go:embed testdata/lost.txt
var lostGames string

// P127: a seat is told that it can only lose if that is true of the position. It must also be true
// in every other world that the seat has to consider. Each game ends where the loser can know it.
func TestLost(t *testing.T) {
	t.Parallel()
	for i, text := range strings.Split(strings.TrimSpace(lostGames), "\n") {
		game, err := view.ParseFacts(text)
		if err != nil {
			t.Fatal(err)
		}
		f, ok := game.Rewind()
		if !ok {
			t.Fatalf("game %d has no beginning", i)
		}
		f.Phase, f.Turn = view.Play, games.SeatSet(red)
		for ply := range game.Log.Len() {
			checkLost(t, f, false)
			f.Follow(game.Log.At(ply))
		}
		if f.Text() != game.Text() {
			t.Fatalf("game %d ends in %s", i, f.Text())
		}
		checkLost(t, f, true)
	}
}

// checkLost checks what a seat to move is told.
func checkLost(t *testing.T, f view.Facts, want bool) {
	t.Helper()
	pos, err := New().Parse(f.Text())
	if err != nil {
		t.Fatal(err)
	}
	seat := f.ToMove()
	seen := f.For(seat)
	if got, want := hiddenMovers(&seen), hides(state{&f}, 1-seat); got != want {
		t.Fatalf("seat %d hides what can move: %t, want %t in %s", 1-seat, got, want, f.Text())
	}
	v := pos.View(seat)
	got := v.Lost(20_000)
	if got != want {
		t.Errorf("seat %d is told that it is lost: %t, want %t in %s", seat, got, want, f.Text())
	}
	if !got {
		return
	}
	if !forced(state{&f}, seat, proofDepth) {
		t.Errorf("seat %d is not lost in %s", seat, f.Text())
	}
	for other := range uint64(3) {
		world := v.Guess(other)
		if s, _ := (rules{}).ParseText(world.Text()); !forced(s, seat, proofDepth) || !world.View(seat).Lost(20_000) {
			t.Errorf("seat %d is not lost in the world %s", seat, world.Text())
		}
	}
	if pos.View(1-seat).Lost(20_000) || pos.View(games.Spectator).Lost(20_000) {
		t.Errorf("somebody else is told of it")
	}
}
