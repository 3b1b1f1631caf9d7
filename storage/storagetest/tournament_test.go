package storagetest

import (
	"testing"

	"paddock/games/tourney"
)

func TestMemoryTournaments(t *testing.T) {
	RunTournaments(t, func(*testing.T) tourney.Store { return NewMemory() })
}
