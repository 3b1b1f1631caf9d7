package storagetest

import (
	"testing"

	"paddock/games/match"
)

func TestMemory(t *testing.T) {
	Run(t, func(*testing.T) match.Store { return NewMemory() })
}
