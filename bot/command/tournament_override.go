package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentOverride = &Command{
	Name: "override", Help: "Decide a game of this round; for who has created it, and for moderators", run: overrideTournament, complete: completeTournament,
	options: func(a author, _ *games.Game) []*option {
		game := a.str(optGame, "The game of this round that is to be decided", true)
		winner := a.str(optWinner, "Who is to have won it", true)
		game.Autocomplete, winner.Autocomplete = true, true
		return []*option{game, winner, a.str(optReason, "Why; everybody can read it", true), a.whichTournament()}
	},
}

// shared is the winner of an override when nobody wins alone.
const shared = "shared"

// overrideTournament is `/tournament override` (P27).
func overrideTournament(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentDecided, func(id tourney.ID) (tourney.Record, error) {
		t, err := r.Tournaments.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		call := tourney.Call{Match: match.ID(strings.ToLower(r.text(optGame))), Winner: games.Spectator, Reason: discord.OneLine(r.text(optReason), 400)}
		if _, g := t.Find(call.Match); g != nil && !strings.EqualFold(r.text(optWinner), shared) {
			call.Winner = games.Seat(slices.IndexFunc(g.Pairing, func(e tourney.Entrant) bool { return strings.EqualFold(t.Entrants[e].Name, r.text(optWinner)) }))
			if call.Winner < 0 {
				return t, refuse(r.in.Say(say.TournamentNoWinner, discord.Escape(r.text(optWinner)), say.Escaped(t.Names(g.Pairing...))))
			}
		}
		return r.Tournaments.Override(ctx, id, r.by(), call)
	})
}
