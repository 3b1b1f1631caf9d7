package storagetest

import (
	"context"
	"errors"
	"testing"
)

// The store of this test fails only at the operation with the given number.
func TestFailAt(t *testing.T) {
	m, ctx := NewMemory(), FailAt(t.Context(), 1)
	for n := range 3 {
		if _, err := m.User(ctx, "1"); errors.Is(err, context.DeadlineExceeded) != (n == 1) {
			t.Errorf("operation %d: %v", n, err)
		}
	}
}
