package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentOverride = &router.Command{
	Name: "override", Help: "Decide a game of this round; for who has created it, and for moderators", Run: overrideTournament, Complete: completeTournament,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		game := a.Str(router.OptGame, "The game of this round that is to be decided", true)
		winner := a.Str(optWinner, "Who is to have won it", true)
		game.Autocomplete, winner.Autocomplete = true, true
		return []*router.Option{game, winner, a.Str(router.OptReason, "Why; everybody can read it", true), whichTournament(a)}
	},
}

// shared is the winner of an override when nobody wins alone.
const shared = "shared"

// overrideTournament is `/tournament override` (P27).
func overrideTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentDecided, func(id tourney.ID) (tourney.Record, error) {
		t, err := r.Tournaments.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		call := tourney.Call{Match: match.ID(strings.ToLower(r.Text(router.OptGame))), Winner: games.Spectator, Reason: discord.OneLine(r.Text(router.OptReason), 400)}
		if _, g := t.Find(call.Match); g != nil && !strings.EqualFold(r.Text(optWinner), shared) {
			call.Winner = games.Seat(slices.IndexFunc(g.Pairing, func(e tourney.Entrant) bool { return strings.EqualFold(t.EntrantName(e), r.Text(optWinner)) }))
			if call.Winner < 0 {
				return t, router.Refuse(r.In.Say(say.TournamentNoWinner, discord.Escape(r.Text(optWinner)), say.Escaped(t.Names(g.Pairing...))))
			}
		}
		return noted(ctx, r, match.Audit{Did: match.AuditDecide, Reason: call.Reason}, func() (tourney.Record, error) { return r.Tournaments.Override(ctx, id, by(r), call) })
	})
}
