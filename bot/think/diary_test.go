package think_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/think"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/match"
)

// diary is a match service that records each call, and whose calls fail as the test demands.
type diary struct {
	matches
	mu     sync.Mutex
	calls  []string
	failed map[string]int // number of failures to come, by method
	err    error
}

func (d *diary) note(what string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, fmt.Sprint(time.Since(d.began), " ", what))
	method, _, _ := strings.Cut(what, " ")
	if d.failed[method] > 0 {
		d.failed[method]--
		return d.err
	}
	return nil
}

func (d *diary) Job(ctx context.Context, id match.ID) (match.Job, bool, error) {
	if err := d.note("job " + string(id)); err != nil {
		return match.Job{}, false, err
	}
	return d.matches.Job(ctx, id)
}

func (d *diary) Answer(ctx context.Context, j match.Job, move string) (match.Change, error) {
	if err := d.note("answer " + string(j.Match) + " " + move); err != nil {
		return match.Change{}, err
	}
	return d.matches.Answer(ctx, j, move)
}

func (d *diary) Thinking(ctx context.Context, most int) ([]match.Match, error) {
	if err := d.note(fmt.Sprint("list ", most)); err != nil {
		return nil, err
	}
	return d.matches.Thinking(ctx, most)
}

// The golden file lists which calls a pool of computer players makes when the match service fails,
// what the pool logs, and at which second.
func TestDiaries(t *testing.T) {
	disk, broken := &match.Problem{Kind: match.ErrStore}, errors.New("broken")
	refused := games.Refuse("Never.")
	for _, c := range []struct {
		name   string
		failed map[string]int
		err    error
		calls  string
		log    []string
	}{
		{"nothing", nil, nil, "0s list 100000, 0s job m, 0s answer m 2", nil},
		{
			"no list",
			map[string]int{"list": 2},
			disk,
			"0s list 100000, 5s list 100000, 10s list 100000, 10s job m, 10s answer m 2",
			[]string{
				"could not list the matches that wait for a computer player",
				"could not list the matches that wait for a computer player",
			},
		},
		{
			"no job, by the store",
			map[string]int{"job": 2},
			disk,
			"0s list 100000, 0s job m, 5s job m, 10s job m, 10s answer m 2",
			[]string{"could not find out what to think about", "could not find out what to think about"},
		},
		{
			"no job, unreadable",
			map[string]int{"job": 1},
			broken,
			"0s list 100000, 0s job m, 1h0m0s job m, 1h0m0s answer m 2",
			[]string{"could not find out what to think about"},
		},
		{
			"not saved",
			map[string]int{"answer": 2},
			disk,
			"0s list 100000, 0s job m, 0s answer m 2, 5s job m, 5s answer m 2, 10s job m, 10s answer m 2",
			[]string{"a computer player's move was not saved", "a computer player's move was not saved"},
		},
		{
			"stale",
			map[string]int{"answer": 1},
			broken, "0s list 100000, 0s job m, 0s answer m 2",
			[]string{"a computer player's answer came too late"},
		},
		{
			"refused",
			map[string]int{"answer": 1},
			refused, "0s list 100000, 0s job m, 0s answer m 2, 0s answer m 1",
			[]string{"a computer player's move was refused"},
		},
		{
			"all moves refused",
			map[string]int{"answer": 2},
			refused,
			"0s list 100000, 0s job m, 0s answer m 2, 0s answer m 1",
			[]string{"a computer player's move was refused", "a computer player's move was refused"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := &diary{failed: c.failed, err: c.err}
				d.pending, d.began = []match.ID{"m"}, time.Now()
				d.job = job(t, false, func(context.Context, count, games.Budget) (int, error) { return 2, nil })
				var lines logbook.Logbook
				pool := think.New(think.Config{
					Matches: d, Workers: 1,
					Log: slog.New(slog.NewTextHandler(&lines, &slog.HandlerOptions{Level: slog.LevelDebug})),
				})
				ctx, end := context.WithCancel(t.Context())
				ended := make(chan error)
				go func() { ended <- pool.Run(ctx) }()
				time.Sleep(2 * time.Hour)
				if n := pool.Waiting(); n != 0 {
					t.Errorf("%d matches wait at the end", n)
				}
				end()
				<-ended
				if got := strings.Join(d.calls, ", "); got != c.calls {
					t.Errorf("asked:\n%s\nwant\n%s", got, c.calls)
				}
				var said []string
				for _, line := range strings.Split(lines.String(), "\n") {
					if _, msg, ok := strings.Cut(line, `msg="`); ok {
						msg, _, _ = strings.Cut(msg, `"`)
						said = append(said, msg)
					}
				}
				if !slices.Equal(said, c.log) {
					t.Errorf("logged %q, want %q", said, c.log)
				}
			})
		})
	}
}

// While every worker thinks long, a quick player moves at once. The workers for quick players never
// begin a long computation.
func TestQuickPlayersWaitForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &matches{began: time.Now()}
		m.job = func(id match.ID) match.Job {
			return job(t, false, func(ctx context.Context, _ count, _ games.Budget) (int, error) {
				if strings.HasPrefix(string(id), "slow") {
					<-ctx.Done()
				}
				return 1, nil
			})(id)
		}
		m.pending = []match.ID{"slow1", "slow2"}
		pool := think.New(think.Config{Matches: m, Workers: 1})
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- pool.Run(ctx) }()
		for n := range 3 {
			time.Sleep(300 * time.Millisecond)
			id := match.ID(fmt.Sprint("quick", n))
			m.mu.Lock()
			m.pending = append(m.pending, id)
			m.mu.Unlock()
			pool.Wake(waits(id, "g", "bob", games.Easy))
		}
		time.Sleep(time.Minute)
		end()
		<-ended
		var got []string
		for n, played := range m.played {
			got = append(got, fmt.Sprint(m.at[n], " ", played))
		}
		if want := []string{
			"300ms quick0 1", "600ms quick1 1", "900ms quick2 1", "2s slow1 1",
			"4s slow2 1",
		}; !slices.Equal(got, want) {
			t.Errorf("played %q, want %q", got, want)
		}
	})
}

// If a match changes while a worker computes a move for it, the move is computed once more, with
// its newest state, and not twice.
func TestChangesMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &diary{}
		d.began = time.Now()
		d.pending = []match.ID{"m"}
		d.job = job(t, true, func(context.Context, count, games.Budget) (int, error) { return 2, nil })
		pool := think.New(think.Config{Matches: d, Workers: 2, Delay: 10 * time.Second})
		ctx, end := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- pool.Run(ctx) }()
		time.Sleep(time.Second)
		for range 3 {
			pool.Wake(waits("m", "g", "ann", games.Master))
		}
		time.Sleep(time.Minute)
		end()
		<-ended
		if got, want := strings.Join(d.calls, ", "),
			"0s list 100000, 0s job m, 10s answer m 2, 10s job m"; got != want {
			t.Errorf("asked %s, want %s", got, want)
		}
	})
}

// A player without a budget has five seconds. A player that stops because the bot ends has not
// failed.
func TestBudgets(t *testing.T) {
	for _, c := range []struct {
		budget time.Duration
		want   string
	}{{0, "5s m 1"}, {time.Nanosecond, "1ns m 1"}, {3 * time.Second, "3s m 1"}, {time.Hour, ""}} {
		synctest.Test(t, func(t *testing.T) {
			m := &matches{began: time.Now(), pending: []match.ID{"m"}}
			given := job(t, false, func(ctx context.Context, _ count, _ games.Budget) (int, error) {
				<-ctx.Done()
				if c.want == "" {
					return 0, ctx.Err()
				}
				return 1, nil
			})
			m.job = func(id match.ID) match.Job {
				j := given(id)
				j.Budget.Time = c.budget
				return j
			}
			var lines logbook.Logbook
			ctx, end := context.WithCancel(t.Context())
			ended := make(chan error)
			go func() {
				ended <- think.New(think.Config{
					Matches: m, Workers: 1,
					Log: slog.New(slog.NewTextHandler(&lines, nil)),
				}).Run(ctx)
			}()
			time.Sleep(time.Minute)
			end()
			<-ended
			got := ""
			if len(m.played) > 0 {
				got = fmt.Sprint(m.at[0], " ", m.played[0])
			}
			if got != c.want || lines.String() != "" {
				t.Errorf("with a budget of %v: %q, want %q; the log says %s", c.budget, got, c.want, lines.String())
			}
		})
	}
}
