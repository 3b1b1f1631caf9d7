package stratego

import (
	"testing"

	"paddock/games/gamestest"
)

func TestConformance(t *testing.T) { gamestest.Kit{Games: 1, Lit: true}.Run(t, New()) }
