package activity_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/games/fish"
	"paddock/games/match"
)

// P21, P128: a move has the same number on a page and in the list of the moves. A player who gives up
// between two moves of the others has made none.
func TestMovesAreCountedAlike(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.slash(r.ann, "/fish start players:3 first:me rules:course rows:5 columns:6 penguins:1 fish:1")
	for _, u := range []discordsim.UserID{r.bob, r.cid} {
		r.until("the table is open", func() bool { return slices.Contains(r.sim.Last(r.hall, u).Labels(), "Join") })
		if err := r.sim.As(u).In(r.hall).Click(r.sim.Last(r.hall, u), "Join").Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	r.until("the match runs", func() bool { return r.newest().Status == match.Running })
	rec := r.newest()
	moves := []string{"a1", "c3", "e5", "", "", "", ""}
	reader := r.signIn(r.eve)
	for n := range moves {
		if n == 4 {
			who := discordsim.UserID(r.newest().Players[1].User)
			r.answer(who, r.slash(who, "/resign"), "Yes, I resign")
			r.until("the player has left", func() bool { return !r.newest().Awaits(match.UserID(who)) })
		}
		for _, u := range []discordsim.UserID{r.ann, r.bob, r.cid} {
			now := r.newest()
			if !now.Awaits(match.UserID(u)) {
				continue
			}
			if moves[n] == "" {
				pos, err := fish.New().Parse(now.Position)
				if err != nil {
					t.Fatal(err)
				}
				moves[n] = slices.Collect(pos.View(now.SeatOf(match.UserID(u))).Legal())[0]
			}
			r.slash(u, "/fish move move:"+moves[n])
			break
		}
	}
	list := r.slash(r.eve, "/match history").Text()
	for n, move := range moves {
		var v struct {
			Caption     string
			Step, Steps int
		}
		reader.ask("GET", fmt.Sprintf("/api/matches/%s?step=%d", rec.ID, n+1), nil, &v)
		if from, to, _ := strings.Cut(move, "-"); !strings.Contains(list, fmt.Sprintf("%d. ", n+1)) ||
			!strings.Contains(list, from+" → "+to+"\n") && to != "" {
			t.Errorf("%s is not move %d in %s", move, n+1, list)
		}
		if to := move[len(move)-2:]; v.Step != n+1 || v.Steps != len(moves) || !strings.Contains(v.Caption, to) {
			t.Errorf("after move %d, %s, the page shows board %d of %d: %q", n+1, move, v.Step, v.Steps, v.Caption)
		}
	}
}
