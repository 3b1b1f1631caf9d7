package arena_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/fish"
	"paddock/games/gamestest/nim"
)

// player follows its script, turn by turn, and then plays first legal moves. The script's words are
// "late" (takes 6 s), "stuck" (never answers), "fail", "panic" and "nonsense".
type player struct {
	script []string
	asked  int
	told   []string
	wake   chan bool // ends "stuck"
}

func (p *player) Move(ctx context.Context, v *games.View) (string, error) {
	step := ""
	if p.asked < len(p.script) {
		step = p.script[p.asked]
	}
	p.asked++
	switch step {
	case "late":
		time.Sleep(6 * time.Second)
	case "slow":
		time.Sleep(4 * time.Second)
	case "stuck":
		<-p.wake
	case "fail":
		return "", errors.New("out of ideas")
	case "panic":
		panic("out of mind")
	case "nonsense":
		return "to the moon", nil
	}
	for move := range v.Legal() {
		return move, nil
	}
	return "", errors.New("no move")
}

// listener is a computer player that records the calls to it.
type listener struct{ *player }

func (l listener) State(*games.View)  { l.told = append(l.told, "state") }
func (l listener) Over(games.Outcome) { l.told = append(l.told, "over") }
func (l listener) Answer(move string, refused error) {
	if refused != nil {
		move = "refused"
	}
	l.told = append(l.told, move)
}

// incidents returns the rulings as text: "1 skip late".
func incidents(p arena.Played) (list []string) {
	for _, i := range p.Incidents {
		cause := "failed"
		if errors.Is(i.Cause, arena.ErrLate) {
			cause = "late"
		}
		list = append(list, fmt.Sprint(i.Seat, " ", i.Kind, " ", cause))
	}
	return list
}

// start returns a game of Fish; placed says whether all penguins are placed already.
func start(t *testing.T, seats int, placed bool) *games.Position {
	t.Helper()
	g := fish.New()
	pos, err := g.Start(games.Setup{Seats: seats, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	for placed && pos.Turn().Phase == fish.Placing {
		for seat := range pos.Turn().Waiting.All() {
			for move := range pos.View(seat).Legal() {
				done, err := pos.Play(seat, move)
				if err != nil {
					t.Fatal(err)
				}
				pos = done.Next
				break
			}
		}
	}
	return pos
}

// F2 to F5 for programs: 5 s a move. A late or failing player is skipped. The second time in a row,
// or during placement, the player is removed. An illegal answer gets another chance.
func TestF5_LateOrFailing(t *testing.T) {
	fine := []string{}
	for _, tt := range []struct {
		name    string
		placed  bool
		scripts [3][]string
		want    []string
		place   int8 // expected place of seat 1; 0: any
	}{
		{"nobody", true, [3][]string{fine, fine, fine}, nil, 0},
		{"slow but in time", true, [3][]string{fine, {"slow", "slow"}, fine}, nil, 0},
		{"late once", true, [3][]string{fine, {"late"}, fine}, []string{"1 skip late"}, 0},
		{
			"late twice running", true,
			[3][]string{fine, {"late", "late"}, fine},
			[]string{"1 skip late", "1 remove late"},
			3,
		},
		{
			"late, in time, late", true,
			[3][]string{fine, {"late", "", "", "late"}, fine},
			[]string{"1 skip late", "1 skip late"},
			0,
		},
		{"late while placing", false, [3][]string{fine, {"late"}, fine}, []string{"1 remove late"}, 3},
		{"fails", true, [3][]string{fine, {"fail"}, fine}, []string{"1 skip failed"}, 0},
		{
			"fails twice running", true,
			[3][]string{fine, {"fail", "panic"}, fine},
			[]string{"1 skip failed", "1 remove failed"},
			3,
		},
		{
			"late and failing", true,
			[3][]string{fine, {"late", "", "fail", "late"}, fine},
			[]string{"1 skip late", "1 skip failed", "1 remove late"},
			3,
		},
		{"nonsense twice, then a move", true, [3][]string{fine, {"nonsense", "nonsense", ""}, fine}, nil, 0},
		{
			"nothing but nonsense", true,
			[3][]string{fine, slices.Repeat([]string{"nonsense"}, 6), fine},
			[]string{"1 skip failed", "1 remove failed"},
			3,
		},
		{
			"two of three", false,
			[3][]string{{"fail"}, {"fail"}, fine},
			[]string{"0 remove failed", "1 remove failed"},
			2,
		},
		{"never answers", true, [3][]string{fine, {"stuck"}, fine}, []string{"1 skip late", "1 remove late"}, 3},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				wake := make(chan bool)
				defer func() {
					close(wake)
					time.Sleep(time.Minute) // long enough for late players to notice
				}()
				table := arena.Table{Clock: 5 * time.Second}
				for _, script := range tt.scripts {
					table.Players = append(table.Players, &player{script: script, wake: wake})
				}
				begun := time.Now()
				played, err := table.Play(context.Background(), start(t, 3, tt.placed))
				if err != nil {
					t.Fatal(err)
				}
				if got := incidents(played); !slices.Equal(got, tt.want) {
					t.Errorf("rulings %q, want %q", got, tt.want)
				}
				if got := played.Outcome.Place[1]; tt.place != 0 && got != tt.place {
					t.Errorf("seat 1 has place %d, want %d: %+v", got, tt.place, played.Outcome)
				}
				late := 0
				for _, i := range played.Incidents {
					if errors.Is(i.Cause, arena.ErrLate) {
						late++
					}
				}
				if took := time.Since(begun); took > time.Duration(late)*5*time.Second+2*4*time.Second {
					t.Errorf("the game took %v with %d who were late: the clock was not kept", took, late)
				}
			})
		})
	}
}

// In a game without skips a failing player loses.
func TestFailingLosesWhereThereIsNoSkip(t *testing.T) {
	pos, err := nim.New().Start(games.Setup{Seats: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	played, err := arena.Table{Players: []arena.Player{
		&player{script: []string{"fail"}},
		&player{},
	}}.Play(context.Background(), pos)
	if err != nil || played.Outcome.Winners() != games.SeatSet(1) || played.Out() != games.SeatSet(0) {
		t.Errorf("%+v, %v; want seat 1's win, and seat 0 out", played, err)
	}
}

// F8: every player gets the state once at the start and after every accepted move, skip and
// removal, but not after a refused move. Only the mover gets an answer. A removed player gets only
// the end.
func TestF8_WhoIsToldWhat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all []*player
		table := arena.Table{Clock: 5 * time.Second}
		for _, script := range [][]string{{}, {"nonsense", "", "late", "late"}, {}} {
			p := &player{script: script}
			all = append(all, p)
			table.Players = append(table.Players, listener{p})
		}
		played, err := table.Play(context.Background(), start(t, 3, true))
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Minute) // long enough for the calls to players
		synctest.Wait()
		count := func(p *player, what string) (n int) {
			for _, told := range p.told {
				if told == what || what == "moved" && strings.Contains(told, "-") {
					n++
				}
			}
			return n
		}
		// the number of calls for every player: the start, the rulings, and all moves
		events := 1 + len(played.Incidents)
		for _, p := range all {
			events += count(p, "moved")
		}
		for i, p := range []*player{all[0], all[2]} {
			if got := count(p, "state"); got != events || count(p, "refused") > 0 {
				t.Errorf("player %d was told the state %d times and refused %d times, want %d and never", 2*i, got,
					count(p, "refused"), events)
			}
		}
		if got := all[1].told; count(all[1], "refused") != 1 || count(all[1], "moved") != 1 ||
			got[len(got)-1] != "over" || count(all[1], "state") >= events {
			t.Errorf("the one who was removed was told %q; want one refusal, one move, and after the removal the end only", got)
		}
		for _, p := range all {
			if count(p, "over") != 1 {
				t.Errorf("the end was told %d times", count(p, "over"))
			}
		}
	})
}

func TestPlayEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (arena.Table{Players: []arena.Player{&player{}, &player{}}}).Play(ctx,
		start(t, 2, false)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that it was cancelled", err)
	}
}
