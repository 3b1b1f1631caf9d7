package transfer

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
)

// shelf is a store in memory. A place in it is the index of the next item. The store fails when it
// is used more often than any transfer of these tests needs, so that a loop without an end is an
// error.
type shelf struct {
	items    map[Kind][]Item
	progress string
	calls    int
	log      []string // what was imported

	fail map[string]error // calls such as "export users 4000"
	at   int              // the number of a call that fails with errFailed; 0: none
	took func(call string)
}

// errFailed is the error of the call number shelf.at.
var errFailed = errors.New("failed")

func (s *shelf) call(words ...any) error {
	call := strings.TrimSpace(fmt.Sprintln(words...))
	if s.took != nil {
		s.took(call)
	}
	if s.calls++; s.calls > 200 {
		return errors.New("used too often")
	}
	if s.calls == s.at {
		return errFailed
	}
	return s.fail[call]
}

func (s *shelf) Export(ctx context.Context, kind Kind, after string, most int) (items []Item, next string, err error) {
	if err := errors.Join(ctx.Err(), s.call("export", kind, after)); err != nil {
		return nil, "", err
	}
	from, _ := strconv.Atoi(after)
	if items = s.items[kind][from:]; len(items) > most {
		return items[:most], strconv.Itoa(from + most), nil
	}
	return items, "", nil
}

func (s *shelf) Import(ctx context.Context, kind Kind, items []Item, progress string) error {
	if err := errors.Join(ctx.Err(), s.call("import", kind, len(items))); err != nil {
		return err
	}
	s.log = append(s.log, fmt.Sprintf("%s %d %q", kind, len(items), progress))
	s.items[kind], s.progress = append(s.items[kind], items...), progress
	return nil
}

func (s *shelf) Scan(ctx context.Context, kind Kind, each func(key []byte, no int, text []byte)) error {
	if err := s.call("scan", kind); err != nil {
		return err
	}
	return ScanPages(ctx, s, kind, each)
}

func (s *shelf) Progress(context.Context) (string, int, error) {
	return s.progress, len(s.items[Matches]), s.call("progress", s.calls)
}

func empty() *shelf { return &shelf{items: map[Kind][]Item{}} }

// full returns a store with more matches than a page has, and some items of each other kind.
func full() *shelf {
	s := empty()
	for i := range 2*page + 1 {
		item := Item{Key: fmt.Sprint("m", i), Value: fmt.Append(nil, i)}
		for n := range i % 3 {
			item.Events = append(item.Events, fmt.Append(nil, "event", n))
		}
		s.items[Matches] = append(s.items[Matches], item)
	}
	for i, kind := range kinds[1:] {
		for n := range i + 1 {
			s.items[kind] = append(s.items[kind], Item{Key: fmt.Sprint(kind, n), Value: []byte("{}")})
		}
	}
	return s
}

// report collects the progress that Run reports.
type report struct{ lines []string }

func (r *report) line(stage Stage, done, total int) {
	r.lines = append(r.lines, fmt.Sprint(stage, " ", done, "/", total))
}

// Everything is copied in pages, each with the place after it, and compared. In a synctest bubble a
// transfer that waits for itself fails at once.
func TestRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to, r := full(), empty(), &report{}
		sum, err := Run(t.Context(), from, to, "here", r.line)
		if err != nil || !reflect.DeepEqual(to.items, from.items) {
			t.Errorf("the copy differs from the source (%v)", err)
		}
		count := map[Kind]int{
			Matches: 8001, Causes: 1, Users: 2, Guilds: 3, Notes: 4, Erasures: 5, Audits: 6, Tournaments: 7,
		}
		if !reflect.DeepEqual(sum.Count, count) || sum.Events != 8001 {
			t.Errorf("the sum is %v, want %v and 8001 events", sum, count)
		}
		if want := []string{
			`matches 0 "0 \nhere"`, `matches 4000 "0 4000\nhere"`, `matches 4000 "0 8000\nhere"`, `matches 1 "1 \nhere"`,
			`causes 1 "2 \nhere"`, `users 2 "3 \nhere"`, `guilds 3 "4 \nhere"`, `notes 4 "5 \nhere"`,
			`erasures 5 "6 \nhere"`, `audits 6 "7 \nhere"`, `tournaments 7 "8 \nhere"`, `matches 0 ""`,
		}; !slices.Equal(to.log, want) {
			t.Errorf("imported: %q, want %q", to.log, want)
		}
		want := []string{"copying 4000/8001", "copying 8000/8001", "copying 8001/8001"}
		for n := 1000; n <= 8000; n += 1000 {
			want = append(want, fmt.Sprintf("comparing %d/8001", n))
		}
		if want = append(want, "comparing 8001/8001", "finishing 0/0"); !slices.Equal(r.lines, want) {
			t.Errorf("reported: %q, want %q", r.lines, want)
		}
		if from.progress != "" || len(from.log) > 0 {
			t.Error("the source was changed")
		}
		if _, err := Run(t.Context(), full(), empty(), "here", nil); err != nil {
			t.Errorf("without reports: %v", err)
		}
	})
}

// A transfer goes on at the place where it was interrupted, and reads the source again, since that may
// have changed meanwhile.
func TestRunGoesOn(t *testing.T) {
	for _, c := range []struct {
		progress string
		have     int // matches in the target
		first    string
		again    bool
	}{
		{"0 \nhere", 0, `matches 4000 "0 4000\nhere"`, false},
		{"0 4000\nhere", 4000, `matches 4001 "1 \nhere"`, true},
		{"1 \nhere", 8001, `causes 1 "2 \nhere"`, true},
	} {
		synctest.Test(t, func(t *testing.T) {
			from, to, r := full(), empty(), &report{}
			to.progress, to.items[Matches] = c.progress, slices.Clone(from.items[Matches][:c.have])
			if c.have == 4000 {
				c.first = `matches 4000 "0 8000\nhere"`
			}
			sum, err := Run(t.Context(), from, to, "here", r.line)
			if err != nil || !reflect.DeepEqual(to.items, from.items) || sum.Count[Matches] != 8001 {
				t.Errorf("after %q: %v, %v", c.progress, sum, err)
			}
			if len(to.log) == 0 || to.log[0] != c.first {
				t.Errorf("after %q it goes on with %q, want %q", c.progress, to.log, c.first)
			}
			read := 0
			for _, line := range r.lines {
				if line == "comparing 8001/8001" {
					read++
				}
			}
			if want := map[bool]int{false: 1, true: 2}[c.again]; read != want {
				t.Errorf("after %q stores are compared %d times, want %d: %q", c.progress, read, want, r.lines)
			}
			if i := slices.Index(r.lines, fmt.Sprintf("copying %d/8001", c.have)); i >= 0 && c.have > 0 && c.have < 8001 {
				t.Errorf("what was there is reported as done anew: %q", r.lines)
			}
		})
	}
}

// A transfer accepts only an empty target, or one that an interrupted transfer from the same source
// has begun to fill.
func TestNotEmpty(t *testing.T) {
	for name, to := range map[string]*shelf{
		"another source": {progress: "0 4000\nthere", items: map[Kind][]Item{}},
		"no source":      {progress: "0 4000", items: map[Kind][]Item{}},
		"no number":      {progress: "x \nhere", items: map[Kind][]Item{}},
		"a note":         {items: map[Kind][]Item{Notes: {{Key: "n"}}}},
		"a tournament":   {items: map[Kind][]Item{Tournaments: {{Key: "t"}}}},
		"a match":        {items: map[Kind][]Item{Matches: {{Key: "m"}}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			if _, err := Run(t.Context(), full(), to, "here", nil); !errors.Is(err, ErrNotEmpty) || len(to.log) > 0 {
				t.Errorf("%s: %v, %q; want ErrNotEmpty", name, err, to.log)
			}
		})
	}
}

// A failure ends the transfer with an error that says what was done. Nothing is imported
// afterwards.
func TestFailures(t *testing.T) {
	for call, c := range map[string]struct {
		of   string // the side that fails
		want string
	}{
		"progress 0": {"from", "failed"},
		// calls after the beginning: one reads the progress, eight read items, and one writes a
		// mark
		"progress 10":          {"to", "failed"},
		"export matches 4000":  {"from", "read matches: failed"},
		"export users":         {"from", "read users: failed"},
		"import users 2":       {"to", "write users: failed"},
		"import matches 4000":  {"to", "write matches: failed"},
		"import matches 0":     {"to", "failed"},
		"scan audits":          {"to", "read the copy: read audits: failed"},
		"export tournaments":   {"to", "failed"},
		"scan matches":         {"from", "read the source again: read matches: failed"},
		"export guilds":        {"from", "read guilds: failed"},
		"import tournaments 7": {"to", "write tournaments: failed"},
	} {
		synctest.Test(t, func(t *testing.T) {
			from, to := full(), empty()
			failed := errors.New("failed")
			side := map[string]*shelf{"from": from, "to": to}[c.of]
			side.fail = map[string]error{call: failed}
			if call == "scan matches" {
				to.progress, to.items[Matches] = "1 \nhere", from.items[Matches]
			}
			_, err := Run(t.Context(), from, to, "here", nil)
			if !errors.Is(err, failed) || err.Error() != c.want {
				t.Errorf("%s of %s fails: %v, want %q", call, c.of, err, c.want)
			}
			if slices.Contains(to.log, `matches 0 ""`) {
				t.Errorf("%s of %s fails, and the transfer is marked as done", call, c.of)
			}
		})
	}
}

// Whichever call fails, the transfer ends with that error and is not marked as done, whether it
// began anew or continued.
func TestNoFailureIsDropped(t *testing.T) {
	for _, progress := range []string{"", "1 \nhere"} {
		for _, fails := range []string{"from", "to"} {
			for n, more := 1, true; more; n++ {
				synctest.Test(t, func(t *testing.T) {
					from, to := full(), empty()
					if to.progress = progress; progress != "" {
						to.items[Matches] = from.items[Matches]
					}
					side := map[string]*shelf{"from": from, "to": to}[fails]
					side.at = n
					_, err := Run(t.Context(), from, to, "here", nil)
					if more = side.calls >= n; more && !errors.Is(err, errFailed) || !more && err != nil {
						t.Errorf("after %q, call %d of %s fails: %v", progress, n, fails, err)
					}
					if done := slices.Contains(to.log, `matches 0 ""`); done == more {
						t.Errorf("after %q, call %d of %s fails, and the transfer is marked as done: %t",
							progress, n, fails,
							done)
					}
				})
			}
		}
	}
}

// A transfer ends with its context.
func TestRunEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		from, to := full(), empty()
		to.took = func(call string) {
			if call == "import causes 1" {
				stop()
			}
		}
		if _, err := Run(ctx, from, to, "here", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("Run = %v, want that it was ended", err)
		}
	})
}

// Any difference is noticed, and the transfer then is not marked as done.
func TestDiffers(t *testing.T) {
	for name, change := range map[string]func(to *shelf){
		"a value":    func(to *shelf) { to.items[Notes][2].Value = []byte("[]") },
		"a key":      func(to *shelf) { to.items[Notes][2].Key = "another" },
		"an event":   func(to *shelf) { to.items[Matches][1].Events = [][]byte{[]byte("another")} },
		"no event":   func(to *shelf) { to.items[Matches][1].Events = nil },
		"one more":   func(to *shelf) { to.items[Users] = append(to.items[Users], to.items[Users][0]) },
		"one less":   func(to *shelf) { to.items[Users] = to.items[Users][1:] },
		"other kind": func(to *shelf) { to.items[Users], to.items[Guilds] = to.items[Guilds], to.items[Users] },
	} {
		synctest.Test(t, func(t *testing.T) {
			to := empty()
			to.took = func(call string) {
				if call == "scan matches" {
					to.items[Matches] = slices.Clone(to.items[Matches])
					change(to)
				}
			}
			sum, err := Run(t.Context(), full(), to, "here", nil)
			if !errors.Is(err, ErrDiffers) || sum.Count == nil || to.progress == "" ||
				!strings.Contains(err.Error(), sum.String()) {
				t.Errorf("%s: %v, %v; want ErrDiffers", name, sum, err)
			}
		})
	}
}

// The sum of a store does not depend on the order of its items, and each part of an item counts.
func TestSum(t *testing.T) {
	of := func(items ...Item) (s Sum) {
		s.Count = map[Kind]int{}
		s.addItems(Users, items)
		return s
	}
	a, b := Item{Key: "a", Value: []byte("bc")}, Item{Key: "b", Value: []byte("c"), Events: [][]byte{[]byte("e")}}
	if one, other := of(a, b).String(), of(b, a).String(); one != other {
		t.Errorf("in another order the sum is %s, not %s", other, one)
	}
	// a golden value: processes of different versions compare their sums
	want := "map[users:2], 1 events, digest "
	if got := of(a, b).String(); !strings.HasPrefix(got, want) {
		t.Errorf("the sum is %s", got)
	}
	seen := map[string]bool{}
	for _, s := range []Sum{
		of(), of(a), of(b), of(a, b), of(a, a), of(a, a, a), of(Item{Key: "ab", Value: []byte("c")}),
		of(Item{Key: "b", Value: []byte("c"), Events: [][]byte{[]byte("f")}}),
		of(Item{Key: "b", Value: []byte("c"), Events: [][]byte{[]byte("e"), []byte("e")}}),
	} {
		digest := fmt.Sprint(s.Digest)
		if seen[digest] {
			t.Errorf("two stores have the digest of %v", s)
		}
		seen[digest] = true
	}
}
