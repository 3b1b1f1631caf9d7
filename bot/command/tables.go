package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var tableActions = actions{show.ActJoin: join, show.ActDecline: decline, show.ActRevoke: revoke, show.ActLeave: leave, show.ActBegin: begin}

// join accepts a challenge or takes a seat.
func join(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Join(ctx, r.act(r.target.Match), r.name) }, r.in.Speak(say.Joined))
}

func decline(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Decline(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Declined))
}

func revoke(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Revoke(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Revoked))
}

func leave(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Leave(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Left))
}

// begin starts a table with computers on the empty seats.
func begin(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	var fill match.Player
	if g, ok := r.Matches.Read.Game(rec.Game); ok && show.People(rec) < g.MaxSeats {
		fill.Computer = g.DefaultLevel
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Begin(ctx, r.act(rec.ID), fill) }, r.in.Speak(say.Done))
}
