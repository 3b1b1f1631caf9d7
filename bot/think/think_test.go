package think_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/think"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage"
)

// start returns a match service with a store of its own.
func start(t *testing.T, list ...*games.Game) (*service.Service, *storage.Bolt) {
	store, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
	if err != nil {
		t.Fatal(err)
	}
	return service.New(service.Config{
		Store: store, Games: list, Now: time.Now, Rand: rand.NewChaCha8([32]byte{}),
		Defaults: decide.Defaults{Limit: 100},
	}), store
}

// run runs a pool on a service until story returns.
func run(t *testing.T, svc *service.Service, store *storage.Bolt, cfg think.Config, story func()) {
	t.Helper()
	cfg.Matches = svc.Computers
	pool := think.New(cfg)
	svc.OnChange(func(c match.Change) { pool.Wake(c.Match) })
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- pool.Run(ctx) }()
	story()
	end()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

func propose(t *testing.T, svc *service.Service, p match.Proposal) match.Match {
	t.Helper()
	p.Place, p.By = match.Place{Guild: "g", Channel: "c"}, match.Player{User: "ann", Name: "Ann"}
	c, err := svc.Tables.Propose(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	return c.Match
}

func computer(name string) match.Player { return match.Player{Computer: name} }

func TestP48_TheComputerAnswersWithoutBeingAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		svc, store := start(t, nim.New())
		run(t, svc, store, think.Config{}, func() {
			r := propose(t, svc, match.Proposal{Game: "nim", With: []match.Player{computer(games.Hard)}, Side: "me"})
			if _, err := svc.Play.Move(t.Context(), match.Act{Match: r.ID, User: "ann"}, "a1"); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Minute)
			if r, _ = svc.Read.Match(t.Context(), r.ID); r.Moves != 2 || r.Waiting != games.SeatSet(0) {
				t.Errorf("%d moves, waiting %b, want 2 and Ann", r.Moves, r.Waiting)
			}
		})
	})
}

func TestP48_PendingTurnsArePickedUpAfterARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		svc, store := start(t, nim.New())
		r := propose(t, svc, match.Proposal{Game: "nim", With: []match.Player{computer(games.Easy)}, Side: "them"})
		run(t, svc, store, think.Config{}, func() {
			time.Sleep(time.Minute)
			if r, _ = svc.Read.Match(t.Context(), r.ID); r.Moves != 1 {
				t.Errorf("%d moves, want the computer's first", r.Moves)
			}
		})
	})
}

// Few workers play many matches between computers to the end.
func TestComputersPlayToTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		svc, store := start(t, nim.New())
		run(t, svc, store, think.Config{Workers: 2}, func() {
			for range 20 {
				propose(t, svc,
					match.Proposal{
						Game: "nim", Watch: true,
						With: []match.Player{computer(games.Easy), computer(games.Hard)},
					})
			}
			time.Sleep(time.Hour)
			if left, err := svc.Read.ByUser(t.Context(), "ann"); err != nil || len(left) > 0 {
				t.Errorf("%d matches are not over, %v", len(left), err)
			}
		})
	})
}

func TestAStepMatchWaitsForNext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		svc, store := start(t, nim.New())
		run(t, svc, store, think.Config{}, func() {
			r := propose(t, svc,
				match.Proposal{
					Game: "nim", Watch: true, Step: true,
					With: []match.Player{computer(games.Easy), computer(games.Easy)},
				})
			for want := range 3 {
				time.Sleep(time.Minute)
				if r, _ = svc.Read.Match(t.Context(), r.ID); r.Moves != want {
					t.Errorf("after %d times Next: %d moves", want, r.Moves)
				}
				if _, err := svc.Play.Next(t.Context(), match.Act{Match: r.ID, User: "ann"}); err != nil {
					t.Fatal(err)
				}
			}
		})
	})
}

// matches is a service with artificial jobs, which end when they are answered.
type matches struct {
	mu       sync.Mutex
	pending  []match.ID
	thinking []match.Match // the result of Thinking; nil: derived from pending
	job      func(match.ID) match.Job
	played   []string // "id move", in order
	at       []time.Duration
	began    time.Time
	refuse   func(j match.Job, move string) error
	newer    bool // the matches are of a newer version
}

func (m *matches) Job(_ context.Context, id match.ID) (match.Job, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.newer {
		return match.Job{}, false, match.ErrNewer
	}
	for _, p := range m.pending {
		if p == id {
			j := m.job(id)
			j.Match = id
			return j, true, nil
		}
	}
	return match.Job{}, false, nil
}

func (m *matches) Answer(_ context.Context, j match.Job, move string) (match.Change, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse != nil {
		if err := m.refuse(j, move); err != nil {
			return match.Change{}, err
		}
	}
	m.played = append(m.played, fmt.Sprint(j.Match, " ", move))
	m.at = append(m.at, time.Since(m.began))
	for i, p := range m.pending {
		if p == j.Match {
			m.pending = append(m.pending[:i:i], m.pending[i+1:]...)
			break
		}
	}
	return match.Change{}, nil
}

func (m *matches) Thinking(context.Context, int) (list []match.Match, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.thinking != nil {
		return m.thinking, nil
	}
	for _, id := range m.pending {
		list = append(list, waits(id, "g", "ann", games.Master))
	}
	return list, nil
}

// waits returns a match of a member with a computer player to move. A level that is named twice
// means a match among computers.
func waits(id match.ID, server match.GuildID, u match.UserID, levels ...string) match.Match {
	r := match.Record{
		ID: id, Game: "count", Status: match.Running, Place: match.Place{Guild: server}, Owner: u,
		Players: []match.Player{{User: u}}, Waiting: games.SeatSet(1),
	}
	if len(levels) > 1 {
		r.Players[0] = match.Player{Computer: levels[1]}
	}
	r.Players = append(r.Players, match.Player{Computer: levels[0]})
	return match.Match{Record: r}
}

// story runs a pool on artificial jobs for an hour and returns the moves and the log.
func story(t *testing.T, m *matches, cfg think.Config) (played []string, log string) {
	t.Helper()
	var lines logbook.Logbook
	cfg.Matches, cfg.Log = m, slog.New(slog.NewTextHandler(&lines, nil))
	m.began = time.Now()
	ctx, end := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- think.New(cfg).Run(ctx) }()
	time.Sleep(time.Hour)
	end()
	<-done
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.played, lines.String()
}

// job returns a job whose player calls the function choose.
func job(t *testing.T, hidden bool,
	choose func(ctx context.Context, v count, b games.Budget) (int, error),
) func(match.ID) match.Job {
	t.Helper()
	g := games.New(countRules{hidden: hidden}, games.Player[count, int]{Name: "odd", Choose: choose})
	pos, err := g.Start(games.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	return func(match.ID) match.Job {
		return match.Job{Head: 1, View: pos.View(0), Player: "odd", Budget: games.Budget{Time: 2 * time.Second}}
	}
}

func TestP18_P92_AnOddPlayerStillMoves(t *testing.T) {
	tests := []struct {
		name   string
		choose func(ctx context.Context, v count, b games.Budget) (int, error)
		want   string
		at     time.Duration
		alarm  string // expected in the log; empty: none
	}{
		{"thinks until the end", func(ctx context.Context, _ count, _ games.Budget) (int, error) {
			<-ctx.Done()
			return 3, nil // the best move that was found so far
		}, "m 3", 2 * time.Second, ""},
		{"does not listen", func(context.Context, count, games.Budget) (int, error) {
			time.Sleep(30 * time.Minute)
			return 3, nil
		}, "m 1", 3 * time.Second, "stuck"},
		{
			"panics", func(context.Context, count, games.Budget) (int, error) { panic("out of cheese") }, "m 1", 0,
			"out of cheese",
		},
		{
			"fails", func(context.Context, count, games.Budget) (int, error) { return 0, errors.New("no idea") }, "m 1", 0,
			"no idea",
		},
		{
			"answers nonsense", func(context.Context, count, games.Budget) (int, error) { return 77, nil }, "m 1", 0,
			"77",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &matches{pending: []match.ID{"m"}, job: job(t, false, tt.choose)}
				played, log := story(t, m, think.Config{})
				if len(played) != 1 || played[0] != tt.want || m.at[0] != tt.at {
					t.Errorf("played %q after %v, want %q after %v", played, m.at, tt.want, tt.at)
				}
				if alarmed := strings.Contains(log, "level=ERROR"); alarmed != (tt.alarm != "") ||
					!strings.Contains(log, tt.alarm) {
					t.Errorf("log %q, want an alarm with %q", log, tt.alarm)
				}
			})
		})
	}
}

func TestS65_AnswersInGamesWithSecretsTakeTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := func(context.Context, count, games.Budget) (int, error) { return 2, nil }
		m := &matches{pending: []match.ID{"m"}, job: job(t, true, quick)}
		if story(t, m, think.Config{Delay: 4 * time.Second}); len(m.at) != 1 || m.at[0] != 4*time.Second {
			t.Errorf("answered after %v, want 4s", m.at)
		}
	})
}

// While a match waits for its delay, its worker is free.
func TestDelaysHoldNoWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		quick := func(context.Context, count, games.Budget) (int, error) { return 2, nil }
		m := &matches{pending: []match.ID{"a", "b", "c"}, job: job(t, true, quick)}
		story(t, m, think.Config{Delay: 4 * time.Second, Workers: 1})
		for _, at := range m.at {
			if at != 4*time.Second {
				t.Errorf("answered after %v, want 4s all", m.at)
			}
		}
	})
}

func TestThePoolIsBoundedAndFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most := 0, 0
		slow := func(ctx context.Context, _ count, _ games.Budget) (int, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			<-ctx.Done()
			mu.Lock()
			now--
			mu.Unlock()
			return 1, nil
		}
		m := &matches{job: job(t, false, slow)}
		for i := range 9 {
			m.pending = append(m.pending, match.ID(fmt.Sprint("m", i)))
		}
		played, _ := story(t, m, think.Config{Workers: 3})
		if most != 3 {
			t.Errorf("%d players thought at once, want 3", most)
		}
		if len(played) != 9 || m.at[8] != 6*time.Second {
			t.Errorf("%d answers, the last after %v, want 9 in three rounds of 2s", len(played), m.at)
		}
		for i, p := range played[:3] {
			if !strings.HasPrefix(p, "m0") && !strings.HasPrefix(p, "m1") && !strings.HasPrefix(p, "m2") {
				t.Errorf("answer %d is %q, want the matches that have waited longest first", i, p)
			}
		}
	})
}

// Many matches of one member, and matches among computers, do not block others. Quick players come
// first, then members in turn, servers in turn, and computers among themselves last.
func TestThePoolIsFairToEverybody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var begun []string // matches in the order in which their computation began
		alone, mostAlone := 0, 0
		m := &matches{}
		m.job = func(id match.ID) match.Job {
			slow := !strings.HasPrefix(string(id), "quick")
			return job(t, false, func(ctx context.Context, _ count, _ games.Budget) (int, error) {
				mu.Lock()
				begun = append(begun, string(id))
				if strings.HasPrefix(string(id), "cup") {
					alone++
					mostAlone = max(mostAlone, alone)
				}
				mu.Unlock()
				if slow {
					<-ctx.Done()
				}
				mu.Lock()
				defer mu.Unlock()
				if strings.HasPrefix(string(id), "cup") {
					alone--
				}
				return 1, nil
			})(id)
		}
		var all []match.Match
		for i := range 96 {
			all = append(all, waits(match.ID(fmt.Sprint("cup", i)), "g", "eve", games.Master, games.Master))
		}
		for i := range 10 {
			all = append(all, waits(match.ID(fmt.Sprint("bob", i)), "g", "bob", games.Master))
		}
		all = append(all, waits("cyd", "g", "cyd", games.Hard), waits("dan", "far", "dan", games.Master),
			waits("quick", "g", "ann", "first"))
		for _, r := range all {
			m.pending = append(m.pending, r.ID)
		}
		m.thinking = all
		story(t, m, think.Config{Workers: 2})
		at := func(id string) int { return slices.Index(begun, id) }
		if len(begun) != len(all) {
			t.Fatalf("%d of %d matches were thought about", len(begun), len(all))
		}
		if got := at("quick"); got > 3 {
			t.Errorf("who thinks for a moment was asked as number %d, want at once, beside the two that had begun: %v",
				got+1, begun[:10])
		}
		for _, one := range []string{"cyd", "dan"} {
			if got := at(one); got > 6 {
				t.Errorf("%s's only match was thought about as number %d, want before most of bob's ten: %v", one,
					got+1, begun[:10])
			}
		}
		if first, last := at("cup5"), at("bob9"); first < last {
			t.Errorf("games among computers were number %d, before a member's that was number %d", first+1, last+1)
		}
		if mostAlone > 1 {
			t.Errorf("%d games among computers of one server were thought about at once by two workers, want one",
				mostAlone)
		}
	})
}

func TestFailingStoresAndLateAnswers(t *testing.T) {
	quick := func(context.Context, count, games.Budget) (int, error) { return 2, nil }
	failures := 3
	for _, tt := range []struct {
		name   string
		refuse func(j match.Job, move string) error
		want   []string
	}{
		{"a store that comes back", func(match.Job, string) error {
			if failures--; failures >= 0 {
				return &match.Problem{Kind: match.ErrStore}
			}
			return nil
		}, []string{"m 2"}},
		{
			"a stale answer is forgotten", func(match.Job, string) error { return &match.Problem{Kind: match.ErrStale} },
			nil,
		},
		{"a game that contradicts itself", func(_ match.Job, move string) error {
			if move == "2" {
				return games.Refuse("Not 2.")
			}
			return nil
		}, []string{"m 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				m := &matches{pending: []match.ID{"m"}, job: job(t, false, quick), refuse: tt.refuse}
				if played, _ := story(t, m, think.Config{}); strings.Join(played, ",") != strings.Join(tt.want, ",") {
					t.Errorf("played %q, want %q", played, tt.want)
				}
			})
		})
	}
}

func TestShutdownWaitsForNobodyWhoDoesNotListen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := func(context.Context, count, games.Budget) (int, error) { time.Sleep(10 * time.Second); return 1, nil }
		m := &matches{pending: []match.ID{"m"}, job: job(t, false, deaf)}
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- think.New(think.Config{Matches: m, Margin: time.Hour}).Run(ctx) }()
		time.Sleep(time.Second)
		end()
		began := time.Now()
		<-done
		if took := time.Since(began); took > time.Second {
			t.Errorf("the end took %v on the test's clock, want at most a second", took)
		}
		time.Sleep(20 * time.Second)
		if len(m.played) > 0 {
			t.Errorf("played %q after the end", m.played)
		}
	})
}

// A match of a newer version is left to the processes that understand it, which is no failure.
func TestNewerMatchesAreLeftAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &matches{pending: []match.ID{"m"}, newer: true}
		if played, log := story(t, m, think.Config{}); len(played) > 0 || log != "" {
			t.Errorf("played %q, and the log says %q", played, log)
		}
	})
}
