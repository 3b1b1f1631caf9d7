package match

import (
	"testing"

	"paddock/games"
)

// S85: which events are secrets of who caused them, and which add a vote that everybody may count.
func TestSecretEvents(t *testing.T) {
	said := []games.Sentence{games.Say("BLUE is ready")}
	for _, c := range []struct {
		e              Event
		secret, counts bool
	}{
		{Event{Kind: Moved}, false, false},
		{Event{Kind: Arranged}, true, false},
		{Event{Kind: Arranged, Said: said}, false, false},
		{Event{Kind: Voted}, true, true},
		{Event{Kind: Voted, Code: CodeAgain}, true, false},
		{Event{Kind: Offered, Code: CodeAgain}, false, false},
	} {
		if c.e.Secret() != c.secret || c.e.Counts() != c.counts {
			t.Errorf("%s %s: secret %t, counts %t; want %t, %t", c.e.Kind, c.e.Code, c.e.Secret(), c.e.Counts(), c.secret,
				c.counts)
		}
	}
}
