package bot_test

import (
	"strings"
	"testing"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/games/match"
)

// Every action has a handler, and every handler's action is in the custom id of some button.
func TestActionsHaveHandlers(t *testing.T) {
	for a := range bot.Commands(&answer.Base{Games: nil}).Actions {
		if id, ok := (component.Target{Match: match.ID(strings.Repeat("m", 10)), Head: 1 << 40, Action: a}).ID(); !ok {
			t.Errorf("an id of action %q without text has %d bytes", a, len(id))
		}
	}
}
