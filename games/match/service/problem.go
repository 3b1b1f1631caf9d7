package service

import (
	"paddock/games"
	"paddock/games/match"
)

func problem(kind error, r *match.Record, format string, args ...any) *match.Problem {
	return &match.Problem{Kind: kind, Say: games.Say(format, args...), Record: r}
}
