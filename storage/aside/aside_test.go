package aside

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"paddock/games/match"
	"paddock/storage/layout"
)

// Damaged records, and those of newer versions, are skipped and each logged once, also if they are
// found before there is a log. Other errors are returned.
func TestMatches(t *testing.T) {
	var m Matches
	for what, do := range map[string]func(){
		"Log": func() { m.Log(slog.New(slog.DiscardHandler)); m.log = nil }, "Has": func() { m.Has("m0") },
		"IDs": func() { m.IDs() }, "Put": func() { m.Put("m9", match.ErrDamaged); m.Put("m9", match.ErrDamaged) },
	} {
		if do(); !m.mu.TryLock() {
			t.Fatalf("%s keeps the lock: the next call would wait for ever", what)
		}
		m.mu.Unlock()
	}
	m.why = nil
	other := errors.New("the disk is full")
	damage := fmt.Errorf("%w: page 4", layout.ErrDamaged)
	if ids := m.IDs(); ids == nil || len(ids) > 0 || m.Has("m1") {
		t.Errorf("before anything is found: %q", ids)
	}
	for _, c := range []struct {
		id   match.ID
		err  error
		want string
		is   error
		in   bool
	}{
		{"m0", nil, "<nil>", nil, false},
		{"m0", other, "the disk is full", other, false},
		{"m1", damage, match.ErrDamaged.Error() + ": m1: storage: damaged: page 4", match.ErrDamaged, true},
		{"m1", damage, match.ErrDamaged.Error() + ": m1: storage: damaged: page 4", layout.ErrDamaged, true},
		{"m2", &match.NewerError{Form: 9}, (&match.NewerError{Form: 9}).Error(), match.ErrNewer, true},
	} {
		if err := m.Check(c.id, c.err); fmt.Sprint(err) != c.want || !errors.Is(err, c.is) {
			t.Errorf("Check(%s, %v) = %v, want %s", c.id, c.err, err, c.want)
		}
		if m.Has(c.id) != c.in {
			t.Errorf("after %v %s is set aside: %t", c.err, c.id, !c.in)
		}
	}
	var log bytes.Buffer
	said := func() (lines []string) {
		for line := range strings.Lines(log.String()) {
			_, line, _ = strings.Cut(line, " level=")
			lines = append(lines, line[:strings.Index(line, " err=")])
		}
		log.Reset()
		slices.Sort(lines)
		return lines
	}
	const damaged = `ERROR msg="something that is stored is damaged and was set aside; the rest goes on. ` +
		`Run paddock check when the bot is stopped" match=`
	m.Log(slog.New(slog.NewTextHandler(&log, nil)))
	want := []string{damaged + "m1", `INFO msg="a match was stored by a newer version and is left to it" match=m2`}
	if got := said(); !slices.Equal(got, want) {
		t.Errorf("the log says %q, want %q", got, want)
	}
	if !m.Put("m3", damage) || m.Put("m3", damage) || m.Put("m1", other) {
		t.Error("a match is new twice, or not once")
	}
	if got := said(); !slices.Equal(got, []string{damaged + "m3"}) {
		t.Errorf("the log says %q", got)
	}
	ids := m.IDs()
	if slices.Sort(ids); !slices.Equal(ids, []string{"m1", "m2", "m3"}) {
		t.Errorf("set aside: %q", ids)
	}
}
