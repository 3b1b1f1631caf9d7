package tournament

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

func (f *Feature) tournamentOverride() *request.Command {
	return &request.Command{
		Name: "override", Help: "Decide a game of this round; for whoever created the tournament, and moderators", Run: f.overrideTournament, Complete: f.Complete,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			game := a.Str(request.OptGame, "The game to decide, one of this round", true)
			winner := a.Str(optWinner, "Who wins it", true)
			game.Autocomplete, winner.Autocomplete = true, true
			return []*request.Option{game, winner, a.Str(request.OptReason, "Why; everybody can read it", true), tournamentOption(a)}
		},
	}
}

// sharedWin is the value of the winner option if nobody wins alone.
const sharedWin = "shared"

// overrideTournament handles `/tournament override`: it decides a game of the present round (P27).
func (f *Feature) overrideTournament(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.changeTournament(ctx, r, sayTournamentDecided, func(id tourney.ID) (tourney.Record, error) {
		t, err := f.service.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		call := tourney.Call{Match: match.ID(strings.ToLower(r.Text(request.OptGame))), Winner: games.Spectator, Reason: discord.OneLine(r.Text(request.OptReason), 400)}
		if _, g := t.Find(call.Match); g != nil && !strings.EqualFold(r.Text(optWinner), sharedWin) {
			call.Winner = games.Seat(slices.IndexFunc(g.Pairing, func(e tourney.Entrant) bool { return strings.EqualFold(t.EntrantName(e), r.Text(optWinner)) }))
			if call.Winner < 0 {
				return t, request.Refuse(r.In.Say(sayTournamentNoWinner, discord.Escape(r.Text(optWinner)), say.Escaped(t.Names(g.Pairing...))))
			}
		}
		return f.withAudit(ctx, r, match.Audit{Did: match.AuditDecide, Reason: call.Reason}, func() (tourney.Record, error) { return f.service.Override(ctx, id, actor(r), call) })
	})
}
