package process_test

import (
	"os"
	"strings"
	"testing"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// The production command over sockets, and the bot in process, play whole games: between two
// members, with secrets and set-ups by direct message, against the computer, and among three. In
// long random games somebody resigns, except with PADDOCK_WHOLE=1.
func TestWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("long: whole games, in processes and without")
	}
	t.Parallel()
	for _, c := range []struct {
		name  string
		begin func(*rig)
		moves int // the least number of moves
		most  int // the number of people's turns after which somebody resigns; 0: nobody does
	}{
		{"kalah of two", func(r *rig) {
			r.slash(r.ann, r.hall, "/kalah challenge user:@Bob holes:4 beans:3 first:me")
			r.click(r.bob, r.hall, "Accept")
		}, 4, 0},
		{
			"halatafl against the foxes", func(r *rig) { r.slash(r.ann, r.hall, "/halatafl start level:greedy sheep:14") },
			4, 0,
		},
		{"fish of three", func(r *rig) {
			r.slash(r.ann, r.hall, "/fish start players:3 rules:course rows:5 columns:5")
			r.click(r.bob, r.hall, "Join")
			r.click(r.cid, r.hall, "Join")
		}, 9, 0},
		{"stratego barrage of two", func(r *rig) {
			r.slash(r.ann, r.hall, "/stratego challenge user:@Bob first:me army:barrage")
			r.click(r.bob, r.hall, "Accept")
			r.confirm(r.ann)
			r.confirm(r.bob)
		}, 1, 16}, // the number is low, because a Scout may find the Flag at once
	} {
		for _, way := range ways {
			t.Run(c.name+" "+way.name, func(t *testing.T) {
				t.Parallel()
				r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
				way.start(r)
				c.begin(r)
				for n := 0; r.turn(r.hall); n++ {
					if n > 4000 {
						t.Fatalf("no end is in sight:\n%s", r.board(r.hall, "").Text())
					}
					if n == c.most && n > 0 && os.Getenv("PADDOCK_WHOLE") == "" {
						m := r.slash(r.ann, r.hall, "/resign")
						i := r.sim.As(r.ann).Click(m, "Yes, I resign")
						if err := i.Wait(r.Context()); err != nil {
							t.Fatal(err)
						}
					}
				}
				r.rest(r.hall)
				r.stop()
				found := r.examine(r.hall)
				if len(found.matches) != 1 || found.matches[0].Status != match.Over || found.moves < c.moves {
					t.Errorf("%d moves of %v; want one match, to its end", found.moves, found.matches)
				}
				if list := r.sim.Refusals(); len(list) > 0 {
					t.Errorf("Discord refused %v", list)
				}
			})
		}
	}
}

// P1, P2: the bot is restarted in the middle of matches, and continues from the existing boards.
func TestRestartInTheMiddle(t *testing.T) {
	t.Parallel()
	for _, way := range ways {
		t.Run(way.name, func(t *testing.T) {
			t.Parallel()
			restartInTheMiddle(newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}}), way.start)
		})
	}
}

func restartInTheMiddle(r *rig, start func(*rig)) {
	r.Helper()
	barn := r.sim.AddChannel(r.club, "barn")
	start(r)
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob holes:4 beans:3 first:me")
	r.click(r.bob, r.hall, "Accept")
	r.slash(r.cid, barn, "/halatafl start level:greedy")
	for range 3 {
		r.turn(r.hall)
		r.turn(barn)
	}
	r.rest(r.hall, barn)
	old := r.board(r.hall, "")
	r.stop()
	start(r)
	if b := r.board(r.hall, ""); b.ID != old.ID {
		r.Errorf("the restart posted a board although nothing had changed:\n%s", b.Text())
	}
	for range 3 {
		r.turn(r.hall)
		r.turn(barn)
	}
	for n := 0; r.turn(r.hall) && n < 100; n++ {
	}
	r.rest(r.hall, barn)
	r.stop()
	found := r.examine(r.hall, barn)
	if len(found.matches) != 2 || found.moves < 12 {
		r.Errorf("%d moves of %d matches, want two matches that went on", found.moves, len(found.matches))
	}
	sent := 0
	for _, c := range r.sim.Calls() {
		if c.Method == "PUT" && strings.HasSuffix(c.Path, "/commands") {
			sent++
		}
	}
	if sent != 1 {
		r.Errorf("the commands were sent %d times in two starts, want once", sent)
	}
}
