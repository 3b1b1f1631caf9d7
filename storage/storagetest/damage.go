package storagetest

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games/match"
)

// Logged is a store that logs what it cannot read.
type Logged interface {
	match.Store
	Log(log *slog.Logger)
}

// Damaged tests how a store handles an unreadable match. Other matches work, lists leave it out
// even at a limit, and its players can be told. It is logged once, and reading it returns an error.
// Reopen opens the given store again, with the record of match "m0" damaged.
func Damaged(t *testing.T, s Logged, reopen func() Logged) {
	t.Helper()
	ctx, now := t.Context(), time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	move := func(r match.Record) {
		t.Helper()
		if _, err := s.Append(ctx, r, match.Event{At: now, Kind: match.Moved}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		r := Running(match.ID(fmt.Sprint("m", i)))
		r.Due = now.Add(time.Duration(i) * time.Minute)
		move(r)
	}
	s = reopen()
	var log bytes.Buffer
	s.Log(slog.New(slog.NewTextHandler(&log, nil)))
	for range 2 {
		for what, list := range map[string]func() ([]match.Record, error){
			"Due":       func() ([]match.Record, error) { return s.Due(ctx, now.Add(time.Hour), 2) },
			"Unshown":   func() ([]match.Record, error) { return s.Unshown(ctx, "", 2) },
			"ByUser":    func() ([]match.Record, error) { return s.ByUser(ctx, "ann") },
			"ByGuild":   func() ([]match.Record, error) { return s.ByGuild(ctx, "g1") },
			"ByChannel": func() ([]match.Record, error) { return s.ByChannel(ctx, "c1") },
			"Latest":    func() ([]match.Record, error) { return s.Latest(ctx, "c1", 2) },
		} {
			got, err := list()
			if len(got) != 2 || err != nil ||
				slices.ContainsFunc(got, func(r match.Record) bool { return r.ID == "m0" }) {
				t.Errorf("%s lists %d matches, %v; want the two that are sound", what, len(got), err)
			}
		}
	}
	for user, want := range map[match.UserID][]match.ID{"ann": {"m0"}, "bob": {"m0"}, "eve": nil} {
		if got, err := s.SetAside(ctx, user); !slices.Equal(got, want) || err != nil {
			t.Errorf("SetAside(%s) = %q, %v; want %q", user, got, err, want)
		}
	}
	if next, ok, err := s.NextDue(ctx); !next.Equal(now.Add(time.Minute)) || !ok || err != nil {
		t.Errorf("NextDue = %v, %t, %v; want that of the first sound match", next, ok, err)
	}
	if _, err := s.Record(ctx, "m0"); !errors.Is(err, match.ErrDamaged) {
		t.Errorf("Record of the damaged match: %v, want match.ErrDamaged", err)
	}
	if err := s.SetDue(ctx, "m0", 1, now); !errors.Is(err, match.ErrDamaged) {
		t.Errorf("SetDue of the damaged match: %v, want match.ErrDamaged", err)
	}
	r, err := s.Record(ctx, "m1")
	if err != nil {
		t.Fatal(err)
	}
	move(r)
	if got := strings.Count(log.String(), "damaged and was set aside"); got != 1 ||
		!strings.Contains(log.String(), "match=m0") {
		t.Errorf("the log names it %d times, want once:\n%s", got, log.String())
	}
}
