package tasks

import (
	"log/slog"
	"testing"
)

// Lanes keep the order within a lane, and a panic in one job does not stop the next.
func TestLanes(t *testing.T) {
	l := Queue{Log: slog.New(slog.DiscardHandler)}
	var got []int
	for i := range 100 {
		l.Do("a", func() {
			if i == 50 {
				panic("fifty")
			}
			got = append(got, i)
		})
	}
	l.Wait()
	if len(got) != 99 {
		t.Fatalf("%d jobs were done, want 99", len(got))
	}
	for i := 1; i < len(got); i++ {
		if got[i] < got[i-1] {
			t.Fatalf("%d was done after %d", got[i], got[i-1])
		}
	}
}
