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
		Name: "override", Help: "Decide a game of this round; for whoever created the tournament, and moderators",
		Run: f.changes(sayTournamentDecided, f.audited(match.AuditDecide, f.override)), Complete: f.Complete,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			game := a.Str(request.OptGame, "The game to decide, one of this round", true)
			winner := a.Str(optWinner, "Who wins it", true)
			game.Autocomplete, winner.Autocomplete = true, true
			return []*request.Option{
				game, winner, a.Str(request.OptReason, "Why; everybody can read it", true),
				tournamentOption(a),
			}
		},
	}
}

// sharedWin is the value of the winner option if nobody wins alone.
const sharedWin = "shared"

// override decides a game of the present round (P27).
func (f *Feature) override(ctx context.Context, r *request.Request, t tourney.Record) (tourney.Record, error) {
	call := tourney.Call{
		Match: match.ID(strings.ToLower(r.Text(request.OptGame))), Winner: games.Spectator,
		Reason: reasonOf(r),
	}
	if _, g := t.Find(call.Match); g != nil && !strings.EqualFold(r.Text(optWinner), sharedWin) {
		call.Winner = games.Seat(slices.IndexFunc(g.Pairing, func(e tourney.Entrant) bool {
			return strings.EqualFold(t.EntrantName(e), r.Text(optWinner))
		}))
		if call.Winner < 0 {
			return t, request.Refuse(r.In.Say(sayTournamentNoWinner, discord.Escape(r.Text(optWinner)),
				say.Escaped(t.Names(g.Pairing...))))
		}
	}
	return f.service.Override(ctx, t.ID, actor(r), call)
}

// reasonOf returns the reason that a request gives; empty if it gives none.
func reasonOf(r *request.Request) string { return discord.OneLine(r.Text(request.OptReason), 400) }
