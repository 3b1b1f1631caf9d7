package stratego

import (
	"context"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego/view"
)

// S59: each level sets up and plays every army from an empty board, and never does anything
// illegal.
func TestS59EveryArmy(t *testing.T) {
	for _, army := range []string{
		"1,1,1,2,3,4,4,4,5,8,1,6", "1,1,1,0,0,0,0,0,1,2,1,1", "1,1,1,0,0,0,0,0,2,2,1,2",
		"1,0,0,0,0,0,0,0,0,3,0,0", "1,1,1,2,3,4,4,4,5,8,1,6;1,0,1,2,3,4,4,4,5,8,1,6",
	} {
		empty := "stratego/1 rules=isf army=" + army +
			" reveal=after phase=setup turn=both board=........../........../........../........../" +
			"..~~..~~../..~~..~~../........../........../........../.......... red=- blue=- moves=- result=-"
		for _, p := range New().Players {
			pos, err := New().Parse(empty)
			if err != nil {
				t.Fatal(err)
			}
			for n := range 40 {
				seat := seatToMove(pos)
				if seat == games.Spectator {
					break
				}
				move, err := pos.View(seat).Choose(context.Background(), p.Name,
					games.Budget{Nodes: 3000, Seed: uint64(n)})
				if err != nil {
					t.Fatalf("%s with %s: %v", p.Name, army, err)
				}
				if first := n == 0; first != strings.HasPrefix(move, "set:") && n < 2 {
					t.Errorf("%s begins with %s", p.Name, move)
				}
				pos = as(t, pos, seat, move)
			}
		}
	}
}

// S33: a computer player claims a draw unless it is clearly ahead.
func TestS33PlayersClaim(t *testing.T) {
	for men, want := range map[string]bool{"r5a4 rFa1 b5j7 bFj10": true, "r1a4 r2c4 r3d1 rFa1 b5j7 bFj10": false} {
		pos := made(t, "casual", "red", men)
		for i := range view.ClaimAfter {
			pos = play(t, pos, []string{"a4a5", "j7j6", "a5a4", "j6j7"}[i%4])
		}
		for _, p := range []string{games.Easy, games.Hard} {
			move, err := pos.View(red).Choose(context.Background(), p, games.Budget{Nodes: 3000, Seed: 4})
			if claimed := move == "claim"; err != nil || claimed != want && p == games.Hard {
				t.Errorf("%s with %s: %s, %v", p, men, move, err)
			}
		}
	}
}

// S62: players avoid endless shuffling, even where the rules allow it.
func TestS62NoShuffling(t *testing.T) {
	pos := made(t, "casual", "red", "r3a4 r5c4 rFa1 rBb1 rBa2 b5j7 b4i9 bFj10 bBi10 bBj9")
	visits := map[string]int{}
	for n := range 60 {
		seat := seatToMove(pos)
		if seat == games.Spectator {
			return
		}
		move, err := pos.View(seat).Choose(context.Background(), games.Medium,
			games.Budget{Nodes: 5000, Seed: uint64(n)})
		if err != nil {
			t.Fatal(err)
		}
		pos = as(t, pos, seat, move)
		board, _, _ := strings.Cut(pos.Text()[strings.Index(pos.Text(), "board="):], " ")
		if visits[board]++; visits[board] > 4 {
			t.Fatalf("the same board %d times: %s", visits[board], pos.Text())
		}
	}
}
