package command

import (
	"context"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

var tableActions = router.Actions{show.ActJoin: join, show.ActDecline: decline, show.ActRevoke: revoke, show.ActLeave: leave, show.ActBegin: begin}

// join accepts a challenge or takes a seat.
func join(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = roles.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Join(ctx, r.Act(r.Target.Match), r.Name) }, r.In.Speak(say.Joined))
}

func decline(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Decline(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Declined))
}

func revoke(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Revoke(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Revoked))
}

func leave(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Leave(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Left))
}

// begin starts a table with computers on the empty seats.
func begin(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	var fill match.Player
	if g, ok := r.Matches.Read.Game(rec.Game); ok && show.People(rec) < g.MaxSeats {
		fill.Computer = g.DefaultLevel
	}
	return router.Commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Begin(ctx, r.Act(rec.ID), fill) }, r.In.Speak(say.Done))
}
