package match

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/race"
)

// Another version of the bot replays a log with the same rulings: the seeds are those of SplitMix64,
// whose first outputs for the seed 0 are published.
func TestSeedsStay(t *testing.T) {
	for n, want := range map[uint64]uint64{1: 0xe220a8397b1dcdaf, 2: 0x6e789e6aa1b965f4, 3: 0x06c45d188009454f} {
		if got := Mix(0, n); got != want {
			t.Errorf("number %d is %x, want %x", n, got, want)
		}
	}
	r := Record{Setup: games.Setup{Seed: 7}}
	seen := map[uint64]bool{}
	for seq := range Seq(3) {
		for seat := range games.Seat(4) {
			seen[RulingSeed(r, seq, seat)] = true
		}
	}
	if got := RulingSeed(r, 5, 1); len(seen) != 12 || got != Mix(7^0x72756c696e67, 5*256+1) {
		t.Errorf("%d seeds for 12 rulings; the one of event 5 is %x", len(seen), got)
	}
}

// A log is played again to its positions; what was taken back is not among those that are played.
func TestFrames(t *testing.T) {
	g := nim.New()
	pos, err := g.Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	log := []Event{
		{Seq: 1, Kind: Moved, Move: "before the beginning"},
		{Seq: 2, Kind: Began, Note: pos.Text()},
		{Seq: 3, Kind: Moved, Seat: 0, Move: "a1"},
		{Seq: 4, Kind: Reminded},
		{Seq: 5, Kind: Moved, Seat: 1, Move: "b1"},
		{Seq: 6, Kind: Undone, Note: "3"},
		{Seq: 7, Kind: Ruled, Ruling: games.Resign, Seat: 1},
		{Seq: 8, Kind: Undone, Note: "2"},
	}
	seqs := func(frames []Frame) string {
		var list []Seq
		for _, f := range frames {
			list = append(list, f.Event.Seq)
		}
		return fmt.Sprint(list)
	}
	frames, err := Frames(g, Record{ID: "m"}, log)
	if err != nil || seqs(frames) != "[2 3 5 6 8]" || seqs(Played(frames[:4])) != "[2 3]" ||
		seqs(Played(frames)) != "[2]" {
		t.Fatalf("frames %s, played %s, %v", seqs(frames), seqs(Played(frames)), err)
	}
	if frames[3].Position != frames[1].Position || frames[4].Position != frames[0].Position ||
		frames[1].Position.Text() == frames[2].Position.Text() {
		t.Error("a takeback doesn't lead back")
	}
	for name, bad := range map[string]Event{
		"an illegal move":          {Seq: 6, Kind: Moved, Seat: 0, Move: "z9"},
		"a takeback to nowhere":    {Seq: 6, Kind: Undone, Note: "4"},
		"a beginning from nothing": {Seq: 6, Kind: Began, Note: "?"},
	} {
		frames, err := Frames(g, Record{ID: "m"}, append(log[:5:5], bad))
		if err == nil || !strings.Contains(err.Error(), "match m: event 6") || seqs(frames) != "[2 3 5]" {
			t.Errorf("%s: %s, %v", name, seqs(frames), err)
		}
	}
	if _, err := Frames(nil, Record{}, log); !errors.Is(err, ErrUnknownGame) {
		t.Errorf("without a game: %v", err)
	}
	var cache Parsings
	m := cache.Match(Record{ID: "m"}, g)
	if m.Said(log, 4) != nil || m.Said(log[:1], 1) != nil {
		t.Error("a reminder has said something of the game")
	}
}

// Said finds what the game said about a move by the number of the move's event. About events that are not
// moves the game says nothing.
func TestSaid(t *testing.T) {
	g := race.New(false)
	pos, err := g.Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	log := []Event{
		{Seq: 1, Kind: Began, Note: pos.Text()},
		{Seq: 2, Kind: Moved, Seat: 0, Move: "3"},
		{Seq: 3, Kind: Moved, Seat: 1, Move: "1"},
	}
	var cache Parsings
	m := cache.Match(Record{ID: "m"}, g)
	for seq, want := range map[Seq]string{1: "[]", 2: "[Seat 1 runs.]", 3: "[]", 9: "[]"} {
		var said []string
		for _, e := range m.Said(log, seq) {
			said = append(said, e.Say.String())
		}
		if got := fmt.Sprint(said); got != want {
			t.Errorf("event %d: %s, want %s", seq, got, want)
		}
	}
}

// A position that can't be read is an error wherever a match begins or is shown, and no position.
func TestUnreadablePositionsAreErrors(t *testing.T) {
	g := nim.New()
	if err := (&Proposal{From: "?"}).GoOn(g); err == nil {
		t.Error("a match goes on from nowhere")
	}
	var cache Parsings
	m := cache.Match(Record{ID: "m", Prior: &PastTurn{Before: "?"}}, g)
	if view, err := m.Previous(0); err == nil || view != nil {
		t.Errorf("before the last turn there was %v, %v", view, err)
	}
}
