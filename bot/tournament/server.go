package tournament

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// HandOver handles `/server hand-over` with a tournament: it gives the tournament to another member
// (P106).
func (f *Feature) HandOver(ctx context.Context, r *request.Request, to match.Player) (request.Reply, error) {
	t, err := f.resolveTournament(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	was := t.Owner
	t, err = f.service.HandOver(ctx, t.ID, actor(r), tourney.HandOver{To: to, Reason: answer.Order(r).Reason})
	if err == nil {
		err = f.Note(ctx, r, match.Audit{
			Did: match.AuditHandOver, Tournament: t.Name, Whom: []match.Player{was, to},
			Reason: answer.Order(r).Reason,
		})
	}
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Say(sayTournamentHandedOver, discord.Escape(t.Name), discord.Escape(to.Called()))),
		nil
}

// Option returns the option that names a tournament, for commands of other features.
func (f *Feature) Option(a request.Builder) *request.Option { return tournamentOption(a) }

// Named reports whether a request names a tournament.
func (f *Feature) Named(r *request.Request) bool { return r.Text(optTournament) != "" }

// RemoveCommand returns the sub-command `/server remove`.
func (f *Feature) RemoveCommand() *request.Command {
	return &request.Command{
		Name: "remove", Help: "Take a player out of a tournament for good", Run: f.onTournament(f.removeEntrant),
		Complete: f.Complete,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Member(request.OptUser, "Who has to leave", true),
				a.Str(request.OptReason, answer.ReasonHelp, true), tournamentOption(a),
			}
		},
	}
}

// removeEntrant handles `/server remove`: it removes a player from a tournament (P27).
func (f *Feature) removeEntrant(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	who := match.Player{User: match.UserID(r.Text(request.OptUser))}
	if _, who.Name = r.Person(string(who.User)); who.Name == "" {
		return request.Reply{}, request.ErrNoActor
	}
	t, err := f.service.Remove(ctx, t.ID, actor(r), tourney.Removal{User: who.User, Reason: answer.Order(r).Reason})
	if err == nil {
		err = f.Note(ctx, r, match.Audit{
			Did: match.AuditRemove, Tournament: t.Name, Whom: []match.Player{who},
			Reason: answer.Order(r).Reason,
		})
	}
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Say(sayEntrantRemoved, discord.Escape(who.Name), discord.Escape(t.Name))), nil
}
