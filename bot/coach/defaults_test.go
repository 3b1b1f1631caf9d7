package coach

import (
	"testing"
	"time"
)

// A coach without a configuration has the defaults that Config names.
func TestDefaults(t *testing.T) {
	for _, c := range []struct{ given, want Config }{
		{Config{}, Config{Nodes: 200_000, Time: 20 * time.Second}},
		{Config{Nodes: 1, Time: time.Second, Unasked: true}, Config{Nodes: 1, Time: time.Second, Unasked: true}},
	} {
		if got := New(c.given); got.cfg != c.want || got.Unasked() != c.want.Unasked {
			t.Errorf("of %+v: %+v, want %+v", c.given, got.cfg, c.want)
		}
	}
}
