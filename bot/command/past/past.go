// Package past has the command and the buttons that show somebody what has happened in a match: since their last move, or board by board. What is shown is
// made by paddock/bot/show/past, and is for whoever asks alone.
package past

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/past"
	"paddock/games/match"
)

// Command is `/catchup`.
var Command = &router.Command{
	Name: "catchup", Help: "What has happened in a match since your last move, to you alone", Where: router.Everywhere, Options: router.OnlyMatch,
	Run: catchUp, Complete: router.CompleteMatch, Cost: router.CostReplay,
}

// Actions are the buttons that lead there and through the past.
var Actions = router.Actions{show.ActCatchUp: catchUp, show.ActPast: turn}

// Costs are what they take from an allowance.
var Costs = map[show.Action]int{show.ActCatchUp: router.CostReplay, show.ActPast: router.CostBoard}

// catchUp shows what somebody has missed (P33).
func catchUp(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	plies, u, err := read(ctx, r, rec)
	if err != nil {
		return discord.Reply{}, err
	}
	m := past.CatchUp(r.Show, r.In, rec, plies, past.Since(plies, rec.SeatOf(r.User)), u)
	return discord.Reply{Message: m}, nil
}

// turn shows one board of the past, in the place of the one before.
func turn(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	plies, u, err := read(ctx, r, rec)
	if err != nil {
		return discord.Reply{}, err
	}
	n, err := past.At(r.Target.Text, len(plies))
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, past.Board(r.Show, r.In, rec, plies, n, u)), nil
}

// read is the past of a match for whoever asks; at least one board.
func read(ctx context.Context, r *router.Request, rec match.Match) ([]past.Ply, match.User, error) {
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return nil, match.User{}, err
	}
	u := router.Likes(ctx, r)
	plies, err := past.Plies(r.In, rec, log, u)
	switch {
	case len(plies) > 0 && err != nil: // the rules have changed since: what can be shown is shown
		r.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
		return plies, u, nil
	case len(plies) == 0 && err == nil:
		err = router.Refuse(r.In.Speak(say.NoPast), show.BoardLinks(r.In, rec)...)
	}
	return plies, u, err
}
