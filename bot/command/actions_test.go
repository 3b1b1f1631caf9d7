package command

import (
	"strings"
	"testing"

	"paddock/bot/show"
	"paddock/games/match"
)

// Every action has a handler, and no handler is without its action's letter in a button somewhere.
func TestActionsHaveHandlers(t *testing.T) {
	for a := range Table(nil).Actions {
		if id, ok := (show.Target{Match: match.ID(strings.Repeat("m", 10)), Head: 1 << 40, Action: a}).ID(); !ok {
			t.Errorf("an id of action %q without text has %d bytes", a, len(id))
		}
	}
}
