package storagetest

import (
	"testing"

	"paddock/games/match"
)

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) match.Store { return NewMemory() })
}

func TestMemoryShared(t *testing.T) {
	RunShared(t, func(*testing.T) (a, b match.Store) {
		m := NewMemory()
		return m, m.Another()
	})
}
