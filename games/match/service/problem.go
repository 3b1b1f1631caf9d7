package service

import (
	"errors"
	"fmt"

	"paddock/games"
	"paddock/games/match"
)

func problem(kind error, r *match.Record, format string, args ...any) *match.Problem {
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: r}
}

// storeFailed returns the Problem of a store that cannot write (P93).
func storeFailed(what string, err error) *match.Problem {
	return &match.Problem{
		Kind: match.ErrStore, Cause: fmt.Errorf("%s: %w", what, err),
		Say: games.Say("That wasn't saved, because I can't reach my memory. Nothing has changed. Please try again in a minute."),
	}
}

// readFailed returns the Problem of a match that cannot be read: the store fails, or this match is damaged.
func readFailed(what string, err error) *match.Problem {
	if errors.Is(err, match.ErrNewer) {
		return &match.Problem{
			Kind: match.ErrNewer, Cause: fmt.Errorf("%s: %w", what, err),
			Say: games.Say("This match needs a newer version of me, which is about to start. Please try again in a minute."),
		}
	}
	if !errors.Is(err, match.ErrDamaged) {
		return match.Unreadable(fmt.Errorf("%s: %w", what, err))
	}
	return &match.Problem{
		Kind: match.ErrDamaged, Cause: fmt.Errorf("%s: %w", what, err),
		Say: games.Say("This match was damaged in my memory, so it can't go on. Your other matches are fine. Please tell whoever runs the bot."),
	}
}
