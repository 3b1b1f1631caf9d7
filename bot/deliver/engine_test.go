package deliver

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/discord/pace"
	"paddock/bot/peers"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

// refusal returns an error with which Discord refuses a request.
func refusal(status, code int) error {
	return &discordgo.RESTError{
		Response: &http.Response{StatusCode: status},
		Message:  &discordgo.APIErrorMessage{Code: code},
	}
}

func tooFast(wait time.Duration) error {
	told := &discordgo.TooManyRequests{RetryAfter: wait}
	return &discordgo.RateLimitError{RateLimit: &discordgo.RateLimit{TooManyRequests: told}}
}

// looks is a message type whose method look returns the given errors one after the other, then nil.
// It records the times of the calls.
type looks struct {
	mu      sync.Mutex // the engine works on several keys concurrently
	answers []error
	at      []time.Duration // times of the calls of look, counted from the beginning
	began   time.Time
	during  func() // during is called in each call of look
	again   bool   // result of the function failed: whether the engine tries again
	asked   []discord.Failure
}

func (l *looks) Look(context.Context, Key) error {
	l.mu.Lock()
	l.at = append(l.at, time.Since(l.began))
	l.mu.Unlock()
	if l.during != nil {
		l.during()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.answers) == 0 {
		return nil
	}
	err := l.answers[0]
	l.answers = l.answers[1:]
	return err
}

func (l *looks) Failed(_ context.Context, _ Key, f discord.Failure) bool {
	l.asked = append(l.asked, f)
	return l.again
}

// count returns how often look was called so far.
func (l *looks) count() int {
	synctest.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.at)
}

// succeed makes all further calls of look return nil.
func (l *looks) succeed() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.answers = nil
}

var key = Key{Kind: Board, ID: "m1"}

// engineOf runs a test with an engine for one message type, on a simulated clock.
func engineOf(t *testing.T, l *looks, test func(e *Engine, failed *error)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		l.began = time.Now()
		var failed error
		e := NewEngine(t.Context(), func(err error) { failed = err }, nil, quiet)
		e.Register(Board, l, nil)
		test(e, &failed)
		e.Close()
		time.Sleep(time.Hour) // the wait is long enough for all remaining timers
		synctest.Wait()
	})
}

// After a temporary failure the engine retries automatically, with growing pauses. After a success
// the pauses start again.
func TestEngineRetries(t *testing.T) {
	passing := refusal(http.StatusBadGateway, 0)
	l := &looks{answers: []error{passing, passing, passing, nil, passing}}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.Mark(key, "c1")
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(l.at) != 4 {
			t.Fatalf("looks at %v, want the first and three more", l.at)
		}
		// a pause is random: between half and one and a half of the nominal one
		for i, least := range []time.Duration{retryFirst / 2, retryFirst, 2 * retryFirst} {
			if pause := l.at[i+1] - l.at[i]; pause < least || pause > 3*least {
				t.Errorf("pause %d is %v, want %v to %v", i+1, pause, least, 3*least)
			}
		}
		e.Mark(key, "c1")
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(l.at) != 6 || l.at[5]-l.at[4] > 3*retryFirst/2 {
			t.Errorf("looks at %v: want two more, the pause as short as the first", l.at)
		}
		if !e.Idle() {
			t.Error("nothing is left to do, and the engine isn't idle")
		}
	})
}

// The engine does not retry the messages of a damaged match, because the match stays damaged. If
// the match is marked again, the engine tries once more.
func TestEngineLeavesDamagedMatches(t *testing.T) {
	l := &looks{answers: []error{
		match.Unread("its position", match.ErrDamaged), match.Unread("its position", match.ErrDamaged),
	}}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.Mark(key, "c1")
		time.Sleep(24 * time.Hour)
		if n := l.count(); n != 1 {
			t.Errorf("%d looks in a day, want one", n)
		}
		if e.Mark(key, "c1"); l.count() != 2 || e.Behind()[string(Board)] != 0 {
			t.Errorf("after a mark there were %d looks, and %v wait; want two and none", l.count(), e.Behind())
		}
	})
}

// A board that Discord takes only in a reduced form is tried again whole, a limited number of times.
func TestEngineLeavesReducedMessages(t *testing.T) {
	l := &looks{answers: slices.Repeat([]error{errReduced}, 100)}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.Mark(key, "c1")
		time.Sleep(24 * time.Hour)
		if n := l.count(); n != 1+mostReduced {
			t.Errorf("%d looks in a day, want one and %d more", n, mostReduced)
		}
	})
}

// If a key that waits for a retry is marked, the engine works on it at once. Whatever the number of
// marks, one retry remains.
func TestEngineRetriesOnce(t *testing.T) {
	for _, c := range []struct {
		name     string
		failure  error
		changes  int
		within   time.Duration
		mostLeft int // the most calls of look that are allowed after the changes
	}{
		{"refused as too early", tooFast(8 * time.Second), 4, 40 * time.Second, 5},
		{"a server error", refusal(http.StatusBadGateway, 0), 4, 10 * time.Minute, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := &looks{answers: slices.Repeat([]error{c.failure}, 1000)}
			engineOf(t, l, func(e *Engine, _ *error) {
				for range c.changes {
					e.Mark(key, "c1")
					time.Sleep(time.Second)
				}
				before := l.count()
				time.Sleep(c.within)
				if n := l.count() - before; before != c.changes || n == 0 || n > c.mostLeft {
					t.Errorf("%d looks for %d changes and %d in %v after them, want one each and at most %d", before,
						c.changes, n, c.within, c.mostLeft)
				}
				l.succeed()
				time.Sleep(retryMost * 2)
				after := l.count()
				time.Sleep(time.Hour)
				if n := l.count() - after; n != 0 {
					t.Errorf("%d looks although the last was a success", n)
				}
			})
		})
	}
}

// The engine waits as long as Discord asks.
func TestEngineWaitsAsTold(t *testing.T) {
	l := &looks{answers: []error{tooFast(7 * time.Second)}}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.Mark(key, "c1")
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []time.Duration{0, 7 * time.Second}; !slices.Equal(l.at, want) {
			t.Errorf("looks at %v, want %v", l.at, want)
		}
	})
}

// A failure that a retry may not solve is passed to the message type. If that can't help either,
// the engine waits for the next mark.
func TestEngineAsksItsSubject(t *testing.T) {
	forbidden := refusal(http.StatusForbidden, discordgo.ErrCodeMissingPermissions)
	for _, again := range []bool{false, true} {
		l := &looks{answers: []error{forbidden}, again: again}
		engineOf(t, l, func(e *Engine, _ *error) {
			e.Mark(key, "c1")
			time.Sleep(time.Hour)
			synctest.Wait()
			want := 1
			if again {
				want = 2
			}
			if len(l.at) != want || !slices.Equal(l.asked, []discord.Failure{discord.Forbidden}) {
				t.Errorf("again %t: %d looks, want %d; asked about %q", again, len(l.at), want, l.asked)
			}
		})
	}
}

// A rejected token ends the bot and is not tried again.
func TestEngineEndsOnARejectedToken(t *testing.T) {
	l := &looks{answers: []error{refusal(http.StatusUnauthorized, 0)}}
	engineOf(t, l, func(e *Engine, failed *error) {
		e.Mark(key, "c1")
		time.Sleep(time.Hour)
		synctest.Wait()
		if *failed != discord.ErrToken || len(l.at) != 1 {
			t.Errorf("the bot ends with %v after %d looks, want %v after one", *failed, len(l.at), discord.ErrToken)
		}
	})
}

// The time planned for a key is replaced by the next plan, and no other mark removes it.
func TestEngineWakes(t *testing.T) {
	l := &looks{}
	engineOf(t, l, func(e *Engine, _ *error) {
		for _, wait := range []time.Duration{time.Hour, time.Minute, 10 * time.Minute} {
			e.Wake(key, "c1", wait)
		}
		e.Mark(key, "c1")
		time.Sleep(3 * time.Hour)
		synctest.Wait()
		if want := []time.Duration{0, 10 * time.Minute}; !slices.Equal(l.at, want) {
			t.Errorf("looks at %v, want %v", l.at, want)
		}
	})
}

// Several marks of a key cause one call of look. A mark during that call causes another call,
// because the first may have read too early.
func TestEngineMarks(t *testing.T) {
	l := &looks{}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.MarkAfter(key, "c1", 10*time.Second)
		e.Mark(key, "c1")
		e.Mark(key, "c1")
		if e.Idle() {
			t.Error("the engine is idle while a mark waits")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if want := []time.Duration{10 * time.Second}; !slices.Equal(l.at, want) {
			t.Errorf("looks at %v, want %v: further marks change nothing while one waits", l.at, want)
		}
		l.during = func() {
			if l.during = nil; e.Idle() {
				t.Error("the engine is idle during a look")
			}
			e.Mark(key, "c1")
		}
		e.Mark(key, "c1")
		time.Sleep(time.Minute)
		synctest.Wait()
		if len(l.at) != 3 {
			t.Errorf("%d looks, want 3: one more for the mark during the second", len(l.at))
		}
	})
}

// A key that is marked and also waits for a retry is behind once. The more urgent of its marks
// counts, even if the backlog has no place left.
func TestEngineCountsKeysOnce(t *testing.T) {
	l := &looks{answers: []error{refusal(http.StatusBadGateway, 0)}}
	engineOf(t, l, func(e *Engine, _ *error) {
		e.Mark(key, "c1")
		l.count()
		if n := e.Behind()["board"]; n != 1 {
			t.Errorf("%d keys are behind while one waits for its retry", n)
		}
		l.during = func() { time.Sleep(time.Second) }
		for i := range backlogPlaces {
			e.markAs(Key{Kind: Board, ID: fmt.Sprint(i)}, fmt.Sprint("lane ", i), pace.Backlog)
		}
		l.count()
		e.markAs(key, "c1", pace.Backlog)
		if before, behind := l.count(), e.Behind(); len(behind) != 1 || behind["board"] != 1 {
			t.Errorf("after %d looks there are behind %v, want the one key", before, behind)
		}
		before := l.count()
		e.markAs(key, "c1", pace.Backlog)
		e.Mark(key, "c1") // the last call, because a mark after the beginning of a call of look asks for one more
		if n := l.count() - before; n != 1 {
			t.Errorf("%d looks at a key that is urgent now, want one at once", n)
		}
		time.Sleep(time.Second)
		if n := l.count() - before; n != 1 {
			t.Errorf("%d looks at a key with three marks, want one", n)
		}
	})
}

// The engine does not work on a locked key, but works on other keys.
func TestEngineLock(t *testing.T) {
	l := &looks{}
	engineOf(t, l, func(e *Engine, _ *error) {
		unlock, mine := e.Lock(t.Context(), key)
		if !mine {
			t.Error("a process that is alone does not get what it locks")
		}
		e.Mark(key, "c1")
		e.Mark(Key{Kind: Board, ID: "m2"}, "c2")
		synctest.Wait()
		if len(l.at) != 1 {
			t.Errorf("%d looks while one key is locked, want 1", len(l.at))
		}
		unlock()
		synctest.Wait()
		if len(l.at) != 2 {
			t.Errorf("%d looks after the lock is given back, want 2", len(l.at))
		}
	})
}

// A closed engine finishes its running calls of look and starts no others: not for a new mark, a
// delayed mark or a retry.
func TestEngineCloses(t *testing.T) {
	l := &looks{answers: []error{refusal(http.StatusBadGateway, 0)}}
	done := false
	l.during = func() { time.Sleep(time.Second); done = true }
	engineOf(t, l, func(e *Engine, _ *error) {
		e.MarkAfter(Key{Kind: Board, ID: "m2"}, "c2", time.Minute)
		e.Mark(key, "c1")
		synctest.Wait()
		e.Close()
		if !done {
			t.Error("Close returns while a look is going on")
		}
		behind := e.Behind()["board"]
		e.Mark(Key{Kind: Board, ID: "m3"}, "c3")
		e.MarkAfter(Key{Kind: Board, ID: "m4"}, "c3", time.Minute)
		time.Sleep(time.Hour)
		synctest.Wait()
		if now := e.Behind()["board"]; now != behind {
			t.Errorf("a closed engine takes marks: %d wait, and before %d", now, behind)
		}
		if len(l.at) != 1 {
			t.Errorf("%d looks, want the one that had begun", len(l.at))
		}
	})
}

// While a process works on a key, other processes don't; afterwards the key is free again.
func TestLooksAreClaimed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		enter := func() *peers.Peers {
			p, err := peers.Enter(t.Context(), store.Another(), quiet)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		own, other := enter(), enter()
		e := NewEngine(t.Context(), func(err error) { t.Error(err) }, own, quiet)
		free := func() bool {
			give, mine := other.Take(t.Context(), match.BoardDuty, "m")
			if mine {
				give()
			}
			return mine
		}
		l := &looks{began: time.Now(), during: func() {
			if free() {
				t.Error("another process may look at the same time")
			}
		}}
		e.Register("x", l, func(k Key) (match.Duty, string) { return match.BoardDuty, k.ID })
		e.Mark(Key{Kind: "x", ID: "m"}, "lane")
		time.Sleep(time.Second)
		synctest.Wait()
		if len(l.at) != 1 || !free() || len(own.Holds(match.BoardDuty)) > 0 {
			t.Errorf("%d looks; after them the piece is free: %v, held %q", len(l.at), free(),
				own.Holds(match.BoardDuty))
		}
		e.Close()
	})
}

// A process that posts notices of a match holds the same claim as for its board. So two processes
// never post in the match's channel at once.
func TestNoticesAreClaimed(t *testing.T) {
	e := NewEngine(t.Context(), func(err error) { t.Error(err) }, nil, quiet)
	NewNotices(Deps{Engine: e}, nil)
	claim := e.claims[Notice]
	if claim == nil {
		t.Fatal("notices hold no claim")
	}
	if duty, key := claim(Key{Kind: Notice, ID: "m"}); duty != match.BoardDuty || key != "m" {
		t.Errorf("notices hold %s %q, want that of the board", duty, key)
	}
}

// If another process holds a key, the engine works on the key a moment after that process has
// released it, and an answer does not wait long for that.
func TestAnotherProcessLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := storagetest.NewMemory()
		own, err := peers.Enter(t.Context(), store.Another(), quiet)
		if err != nil {
			t.Fatal(err)
		}
		other, err := peers.Enter(t.Context(), store.Another(), quiet)
		if err != nil {
			t.Fatal(err)
		}
		e := NewEngine(t.Context(), func(err error) { t.Error(err) }, own, quiet)
		l := &looks{began: time.Now()}
		e.Register(Board, l, func(k Key) (match.Duty, string) { return match.BoardDuty, k.ID })
		give, _ := other.Take(t.Context(), match.BoardDuty, key.ID)
		e.Mark(key, "c1")
		synctest.Wait()
		unlock, mine := e.Lock(t.Context(), key)
		if waited := time.Since(l.began); mine || waited < elsewhereAtMost ||
			waited > elsewhereAtMost+2*elsewhereAgain {
			t.Errorf("an answer gets a key that another process holds: %v, after %v", mine, waited)
		}
		unlock()
		time.Sleep(time.Minute)
		if n := l.count(); n != 0 {
			t.Errorf("%d looks while another process holds the key", n)
		}
		give()
		time.Sleep(ElsewherePause)
		if n := l.count(); n != 1 || !e.Idle() {
			t.Errorf("%d looks a moment after the other process has given the key back, idle %v; want one", n, e.Idle())
		}
		unlock, mine = e.Lock(t.Context(), key)
		if _, free := other.Take(t.Context(), match.BoardDuty, key.ID); !mine || free {
			t.Errorf("an answer holds the key: %v, and another process gets it: %v", mine, free)
		}
		unlock()
		ended, end := context.WithCancel(t.Context())
		end()
		give, _ = other.Take(t.Context(), match.BoardDuty, key.ID)
		began := time.Now()
		unlock, mine = e.Lock(ended, key)
		if mine || time.Since(began) > 0 {
			t.Error("an answer whose time is over waits for another process")
		}
		unlock()
		give()
		e.Close()
	})
}
