package command

import (
	"context"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var serverRemove = &router.Command{
	Name: "remove", Help: "Take a player out of a tournament for good", Run: removeEntrant, Complete: completeTournament,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.Member(router.OptUser, "Who is to leave it", true), a.Str(router.OptReason, reasonHelp, true), whichTournament(a)}
	},
}

// removeEntrant is `/server remove` (P27).
func removeEntrant(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	who := match.Player{User: match.UserID(r.Text(router.OptUser))}
	if _, who.Name = r.Person(string(who.User)); who.Name == "" {
		return discord.Reply{}, router.ErrNoActor
	}
	t, err = r.Tournaments.Remove(ctx, t.ID, by(r), tourney.Removal{User: who.User, Reason: order(r).Reason})
	if err == nil {
		err = note(ctx, r, match.Audit{Did: match.AuditRemove, Tournament: t.Name, Whom: []match.Player{who}, Reason: order(r).Reason})
	}
	if err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Say(say.EntrantRemoved, discord.Escape(who.Name), discord.Escape(t.Name))), nil
}
