package request

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/games/match"
)

// spender makes requests that cost something, on a clock that the test moves.
type spender struct {
	*testing.T
	router *Router
	now    time.Time
}

func newSpender(t *testing.T) *spender {
	s := &spender{T: t, now: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	s.router = &Router{
		Config:     Config{Now: func() time.Time { return s.now }},
		allowances: Allowances{Member: memberAllowance, Server: serverAllowance},
	}
	return s
}

var seconds = regexp.MustCompile(`try again in (-?\d+) s`)

// asks makes a request with a cost. It returns the time after which a refused user may try again,
// or -1 if the request is not refused.
func (s *spender) asks(user match.UserID, guild match.GuildID, cost int) (wait int) {
	s.Helper()
	err := s.router.spend(&Request{router: s.router, User: user, Guild: guild}, cost)
	if err == nil {
		return -1
	}
	told := seconds.FindStringSubmatch(Explanation(err))
	if !errors.Is(err, ErrTooFast) || told == nil {
		s.Fatalf("refused by %v, which says %q", err, Explanation(err))
	}
	wait, _ = strconv.Atoi(told[1])
	return wait
}

// A member has an allowance that refills over time. A refusal says after how many seconds to try
// again, never "in 0 s", and then the request works.
func TestAllowanceOfAMember(t *testing.T) {
	s := newSpender(t)
	for range memberAllowance / CostReplay {
		if wait := s.asks("ann", "", CostReplay); wait != -1 {
			t.Fatalf("refused for %d s within the allowance", wait)
		}
	}
	if wait := s.asks("ann", "", CostReplay); wait != 10 {
		t.Errorf("told to wait %d s for 10 of 60 a minute, want 10", wait)
	}
	if wait := s.asks("ann", "", CostBoard); wait != 1 {
		t.Errorf("told to wait %d s for 1 of 60 a minute, want 1", wait)
	}
	if wait := s.asks("bob", "", CostReplay); wait != -1 {
		t.Errorf("another member is refused for %d s", wait)
	}
	if wait := s.asks("ann", "", 0); wait != -1 {
		t.Errorf("what costs nothing is refused for %d s", wait)
	}
	s.now = s.now.Add(999 * time.Millisecond)
	if wait := s.asks("ann", "", CostBoard); wait != 1 {
		t.Errorf("a moment before, told to wait %d s, want 1 and never 0", wait)
	}
	s.now = s.now.Add(time.Millisecond)
	if wait := s.asks("ann", "", CostBoard); wait != -1 {
		t.Errorf("told to wait %d s more after the wait", wait)
	}
	s.now = s.now.Add(time.Hour)
	for i := range memberAllowance {
		if wait := s.asks("ann", "", CostBoard); wait != -1 {
			t.Fatalf("after an hour request %d is refused for %d s: the allowance grows to its size", i+1, wait)
		}
	}
	if wait := s.asks("ann", "", CostBoard); wait != 1 {
		t.Errorf("after an hour more than the allowance can be spent (told to wait %d s)", wait)
	}
}

// The members of a server share a second allowance. A refused request takes nothing from either.
func TestAllowanceOfAServer(t *testing.T) {
	s := newSpender(t)
	for i := range serverAllowance / CostReplay {
		if wait := s.asks(match.UserID(fmt.Sprint("member-", i)), "club", CostReplay); wait != -1 {
			t.Fatalf("member %d is refused for %d s", i+1, wait)
		}
	}
	for range 3 {
		if wait := s.asks("ann", "club", CostReplay); wait != 1 {
			t.Errorf("told to wait %d s for 10 of 600 a minute, want 1", wait)
		}
	}
	if wait := s.asks("ann", "other", memberAllowance); wait != -1 {
		t.Errorf("refused requests were taken from the member's allowance (wait %d s)", wait)
	}
}

// If many members are remembered, those whose allowance is full again are forgotten.
func TestAllowanceForgets(t *testing.T) {
	s := newSpender(t)
	for i := range rememberMost - 1 {
		s.asks(match.UserID(strconv.Itoa(i)), "", CostBoard)
	}
	s.now = s.now.Add(time.Minute)
	s.asks("ann", "", CostBoard)
	if n := len(s.router.allowances.left); n != 1 {
		t.Errorf("%d are remembered, want the one who has just spent something", n)
	}
}

// The metrics distinguish requests that were refused with a sentence from those that failed.
func TestOutcome(t *testing.T) {
	for err, want := range map[error]string{
		nil: outcomeDone, ErrNoHandler: outcomeRefused, ErrNoActor: outcomeRefused, component.ErrID: outcomeRefused,
		Refuse("no"): outcomeRefused,
		errPanic:     outcomeFailed, match.ErrStore: outcomeFailed,
	} {
		if got := outcome(err, nil); got != want {
			t.Errorf("outcome(%v) = %q, want %q", err, got, want)
		}
	}
	if got := outcome(nil, errors.New("broken pipe")); got != outcomeUndelivered {
		t.Errorf("an answer that did not get through counts as %q", got)
	}
}
