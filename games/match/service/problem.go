package service

import (
	"fmt"

	"paddock/games"
	"paddock/games/match"
)

func problem(kind error, r *match.Record, format string, args ...any) *match.Problem {
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: r}
}

// storeFailed is the Problem of a store that can't read or write (P93).
func storeFailed(what string, err error) *match.Problem {
	return &match.Problem{
		Kind: match.ErrStore, Cause: fmt.Errorf("%s: %w", what, err),
		Say: games.Say("That was not saved, because the bot can't reach its memory. Nothing has changed; please try again in a minute."),
	}
}
