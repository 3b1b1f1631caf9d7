package fault

import (
	"errors"
	"fmt"
	"testing"
	"unsafe"
)

// Each error names its path, says what to do, and can be told apart from the others.
func TestErrors(t *testing.T) {
	cause := errors.New("page 4 is used twice")
	for _, c := range []struct {
		err  error
		is   []error
		want string
	}{
		{New("a.db", "Say.", cause), []error{cause}, "a.db: Say."},
		{
			Newer("a.db", 9, 7),
			[]error{ErrNewer},
			"a.db: This database was written by a newer Paddock (schema 9; this one knows up to 7). " +
				"Run the newer version, or restore a backup made before the update.",
		},
		{
			Foreign("a.db"),
			[]error{ErrForeign},
			"a.db: This file is not a Paddock database. Choose another file; this one was not touched.",
		},
		{
			Empty("a.db"),
			[]error{ErrEmpty, ErrDamaged},
			"a.db: This file is empty. If it was in use, restore the newest backup in its place; " +
				"delete it only to begin anew.",
		},
		{
			Damaged("a.db", fmt.Errorf("%w: %w", ErrDamaged, cause)),
			[]error{ErrDamaged, cause},
			"a.db: This database is damaged: page 4 is used twice. Restore the newest backup in its place, " +
				"without what was played after it; the file was not touched.",
		},
		{
			Derived("a.db", "user 1: two standings", 3),
			[]error{ErrDerived},
			"a.db: All matches, moves and settings of this database are sound. What is derived from them is not: " +
				"user 1: two standings (problem 1 of 3). Stop the bot and run `paddock check -repair`; " +
				"don't restore a backup.",
		},
	} {
		if said := c.err.Error(); said != c.want {
			t.Errorf("%q, want %q", said, c.want)
		}
		for _, one := range []error{
			ErrLocked, ErrNewer, ErrOlder, ErrForeign, ErrDamaged, ErrEmpty, ErrDerived, ErrGone, ErrClosed, cause,
		} {
			want := false
			for _, is := range c.is {
				want = want || is == one
			}
			if errors.Is(c.err, one) != want {
				t.Errorf("%q is %q: %t", c.err, one, !want)
			}
		}
	}
}

// coded is an error that wraps another and has a text of its own.
type coded struct{ inside error }

func (coded) Error() string   { return "error 17" }
func (c coded) Unwrap() error { return c.inside }

// Messages to people have Paddock's own text, without the text of sentinel errors before it and of
// libraries after it.
func TestPlain(t *testing.T) {
	library := errors.New("unexpected end of JSON input")
	for _, c := range []struct {
		err  error
		want string
	}{
		{library, "unexpected end of JSON input"},
		{fmt.Errorf("%w: page 4 is used twice", ErrDamaged), "page 4 is used twice"},
		{fmt.Errorf("%w: user 1 can't be read: %w", ErrDamaged, library), "user 1 can't be read"},
		{fmt.Errorf("page 4: %w", library), "page 4: unexpected end of JSON input"},
		{fmt.Errorf("page 4: %w", fmt.Errorf("%w: it is cut off", ErrDamaged)), "page 4: it is cut off"},
		{
			fmt.Errorf("%w: page 4: %w", ErrDamaged, fmt.Errorf("element 2: %w", library)),
			"page 4: element 2: unexpected end of JSON input",
		},
		{coded{library}, "error 17"},
		{errors.Join(library), "unexpected end of JSON input"},
	} {
		if got := Plain(c.err); got != c.want {
			t.Errorf("Plain(%q) = %q, want %q", c.err, got, c.want)
		}
	}
}

// Guarded turns a panic and a read of invalid memory into an error that reports damage. An error that
// the function returns is handed on unchanged.
func TestGuarded(t *testing.T) {
	if err := Guarded(func() error { return ErrGone }); err != ErrGone {
		t.Errorf("Guarded = %v, want the function's error", err)
	}
	if err := Guarded(func() error { return nil }); err != nil {
		t.Errorf("Guarded = %v, want nil", err)
	}
	for name, do := range map[string]func() error{
		"a panic": func() error { panic("page 7 has type 0") },
		"invalid memory": func() error {
			var at uintptr = 8 << 40 // no page is at this offset
			return errors.New(*(*string)(unsafe.Add(nil, at)))
		},
	} {
		if err := Guarded(do); !errors.Is(err, ErrDamaged) || Plain(err) != "a page can't be read" {
			t.Errorf("%s: %v (%q), want damage", name, err, Plain(err))
		}
	}
}
