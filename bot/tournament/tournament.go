package tournament

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// tournamentOptions returns the options of a sub-command that only needs a tournament.
func tournamentOptions(a request.Builder, _ *games.Game) []*request.Option {
	return []*request.Option{tournamentOption(a)}
}

// cancelOptions returns the options of `/tournament cancel`.
func cancelOptions(a request.Builder, g *games.Game) []*request.Option {
	return append(tournamentOptions(a, g), a.Boolean(optLast, "Let this season be the last one"))
}

// tournamentOption returns the option that names a tournament.
func tournamentOption(a request.Builder) *request.Option {
	o := a.Str(optTournament, "Which tournament, if there are several here", false)
	o.Autocomplete = true
	return o
}

// Names of options.
const (
	optTournament = "tournament"
	optFormat     = "format"
	optName       = "name"
	optSignUp     = "signup"
	optRound      = "round-time"
	optSeats      = "seats"
	optRounds     = "rounds"
	optThird      = "third"
	optSeason     = "season"
	optLast       = "after-season"
	optSetup      = "options"
	optConfirm    = "confirm"
	optFill       = "fill"
	optWinner     = "winner"
	optVacations  = "no-vacations"
	optDivision   = "division"
	optLate       = "late"
)

// resolveTournament returns the tournament of a button or of an option. Otherwise it returns the
// only live one of the channel, or the newest of the channel.
func (f *Feature) resolveTournament(ctx context.Context, r *request.Request) (tourney.Record, error) {
	named := r.Text(optTournament)
	if r.Answer.IsComponent() {
		named = r.Target.Text
	}
	if named != "" {
		return f.tournamentNamed(ctx, r, named)
	}
	list, err := f.service.InChannel(ctx, r.Channel, lookBack)
	if err != nil {
		return tourney.Record{}, err
	}
	live := slices.DeleteFunc(slices.Clone(list), func(t tourney.Record) bool { return !t.Live() })
	switch {
	case len(live) == 1:
		return live[0], nil
	case len(live) > 1:
		return tourney.Record{}, request.Refuse(r.In.Speak(sayWhichTournament))
	case len(list) > 0:
		return list[0], nil
	}
	return tourney.Record{}, request.Refuse(r.In.Speak(sayNoTournament))
}

// lookBack is the number of a channel's tournaments that are read, the newest first.
const lookBack = 25

// tournamentNamed returns a tournament of this server by id or name: a live one, or one that has
// ended in this channel.
func (f *Feature) tournamentNamed(ctx context.Context, r *request.Request, named string) (tourney.Record, error) {
	t, err := f.service.Tournament(ctx, tourney.ID(strings.ToLower(named)))
	if err == nil && t.Place.Guild == r.Guild {
		return t, nil
	}
	live, listing := f.service.Live(ctx)
	if listing != nil {
		return tourney.Record{}, listing
	}
	ended, _ := f.service.InChannel(ctx, r.Channel, lookBack)
	for _, t := range append(live, ended...) {
		if t.Place.Guild == r.Guild && strings.EqualFold(t.Name, named) {
			return t, nil
		}
	}
	if err == nil { // the tournament belongs to another server
		return tourney.Record{}, request.Refuse(r.In.Speak(sayNoTournament))
	}
	return tourney.Record{}, err
}

// actor returns the user of a request, and whether they manage the server.
func actor(r *request.Request) tourney.By {
	return tourney.By{User: r.User, Name: r.Name, Moderator: r.Manages()}
}

// onTournament returns a handler that calls h with the tournament of a request, see
// resolveTournament.
func (f *Feature) onTournament(h func(context.Context, *request.Request,
	tourney.Record) (request.Reply, error),
) request.Handler {
	return func(ctx context.Context, r *request.Request) (request.Reply, error) {
		t, err := f.resolveTournament(ctx, r)
		if err != nil {
			return request.Reply{}, err
		}
		return h(ctx, r, t)
	}
}

// viewFor returns a tournament for a private answer, with pictures as its reader likes them.
func (f *Feature) viewFor(ctx context.Context, r *request.Request, t tourney.Record, stage int) tournamentView {
	v := f.messages.view(ctx, t, stage)
	if u, err := f.People.User(ctx, r.User); err == nil {
		v.Pictures = v.Pictures && u.Style != match.Text && u.Style != match.Words
		if board.Chose(u.Prefer) {
			v.Look = board.LikedLook(u.Prefer)
		}
	}
	return v
}

// shows returns a handler that answers privately with a message about the tournament of a request.
// Its links are those of the stage that of returns.
func (f *Feature) shows(of func(tourney.Record) int,
	message func(*board.Maker, lang.Language, tournamentView) discord.Message,
) request.Handler {
	return f.onTournament(func(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
		return request.ReplyPrivate(r, message(f.Show, r.In, f.viewFor(ctx, r, t, of(t)))), nil
	})
}

// change is a change of a tournament that somebody asks for.
type change func(context.Context, *request.Request, tourney.Record) (tourney.Record, error)

// changes returns a handler that changes the tournament of a request and answers privately. The
// channel sees the change in the tournament's message.
func (f *Feature) changes(done games.Sentence, do change) request.Handler {
	return f.onTournament(func(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
		t, err := do(ctx, r, t)
		if err != nil {
			return request.Reply{}, err
		}
		return f.Privately(ctx, r, r.In.Say(done, discord.Escape(t.Name)), organising(r, t)...), nil
	})
}

// audited returns a change that is recorded in the audit log if the tournament belongs to another
// member.
func (f *Feature) audited(did match.AuditAct, do change) change {
	return func(ctx context.Context, r *request.Request, t tourney.Record) (tourney.Record, error) {
		t, err := do(ctx, r, t)
		if err != nil || t.Owner.User == r.User {
			return t, err
		}
		return t, f.Note(ctx, r, match.Audit{Did: did, Tournament: t.Name, Reason: reasonOf(r)})
	}
}

// join handles `/tournament join` and its button. A member who joins late is first told what that
// means (F81).
func (f *Feature) join(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	if err := f.MayPlay(ctx, r, r.Guild); err != nil {
		return request.Reply{}, err
	}
	missed, all, ok := t.MissesNow()
	switch {
	case ok && t.EntrantOf(r.User) == tourney.Nobody && !slices.Contains(t.Barred, r.User):
		text := r.In.Say(sayTournamentAskLate, discord.Escape(t.Name), missed+1, all, sayMissedRounds[t.Late])
		return request.ReplyText(text, component.Button(r.In.Speak(sayLabelTournamentLate), discordgo.SuccessButton,
			component.Target{Action: actTournamentJoinLate, Head: match.Seq(missed), Text: string(t.ID)})), nil
	case t.Status == tourney.Running && t.Late != "":
		return f.joinLate(ctx, r, t)
	}
	return f.joined(ctx, r, func(p match.Player) (tourney.Record, error) { return f.service.Join(ctx, t.ID, p) })
}

// joinLate joins a running tournament, for a member who was told how many rounds they miss.
func (f *Feature) joinLate(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	if err := f.MayPlay(ctx, r, r.Guild); err != nil {
		return request.Reply{}, err
	}
	return f.joined(ctx, r, func(p match.Player) (tourney.Record, error) {
		return f.service.JoinLate(ctx, t.ID, p, int(r.Target.Head))
	})
}

// joined joins by do, and says so.
func (f *Feature) joined(ctx context.Context, r *request.Request,
	do func(match.Player) (tourney.Record, error),
) (request.Reply, error) {
	t, err := do(match.Player{User: r.User, Name: r.Name})
	if err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Say(sayTournamentJoined, discord.Escape(t.Name)), organising(r, t)...), nil
}

// askLeave handles `/tournament leave` and the button of a sign-up. Leaving a running tournament
// resigns a match, so a player has to confirm it (P13).
func (f *Feature) askLeave(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	if e := t.EntrantOf(r.User); t.Status != tourney.Running || e == tourney.Nobody || slices.Contains(t.Out, e) {
		return f.leave(ctx, r, t)
	}
	return request.ReplyText(r.In.Say(sayTournamentAskLeave, discord.Escape(t.Name)),
		button(r.In, sayLabelTournamentStay, discordgo.SecondaryButton, actTournamentStay, t),
		button(r.In, sayLabelTournamentLeaveYes, discordgo.DangerButton, actTournamentLeaveYes, t)), nil
}

// leave takes a player out of a tournament.
func (f *Feature) leave(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	if _, err := f.service.Leave(ctx, t.ID, r.User); err != nil {
		return request.Reply{}, err
	}
	return f.Privately(ctx, r, r.In.Say(sayTournamentLeft, discord.Escape(t.Name))), nil
}

// stay closes the question about leaving.
func (f *Feature) stay(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	return f.Privately(ctx, r, r.In.Say(sayTournamentStayed, discord.Escape(t.Name))), nil
}

// confirm records that a winner confirms their win (F71).
func (f *Feature) confirm(ctx context.Context, r *request.Request, t tourney.Record) (tourney.Record, error) {
	return f.service.Confirm(ctx, t.ID, r.User)
}

func (f *Feature) start(ctx context.Context, r *request.Request, t tourney.Record) (tourney.Record, error) {
	return f.service.Start(ctx, t.ID, actor(r))
}

// cancel handles `/tournament cancel`. With `after-season:`, or between two seasons, it only ends
// the series.
func (f *Feature) cancel(ctx context.Context, r *request.Request, t tourney.Record) (request.Reply, error) {
	done, do, did := sayTournamentCancelled, f.service.Cancel, match.AuditCancel
	if r.Yes(optLast, false) || t.Waits() {
		done, do, did = saySeriesStopped, f.service.EndSeries, match.AuditSeries
	}
	return f.changes(done, f.audited(did,
		func(ctx context.Context, r *request.Request, t tourney.Record) (tourney.Record, error) {
			return do(ctx, t.ID, actor(r))
		}))(ctx, r)
}

// Complete returns choices for an option: tournaments of this server, games of the present round,
// or players of the chosen game.
func (f *Feature) Complete(ctx context.Context, r *request.Request) []*request.Choice {
	var out []*request.Choice
	typed := strings.ToLower(r.Text(r.Focused))
	add := func(name, value string) {
		if len(out) < discord.MaxOptions &&
			(strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(value, typed)) {
			out = append(out, &request.Choice{
				Name:  discord.Truncate(name, discord.MaxOptionText),
				Value: discord.Truncate(value, discord.MaxOptionText),
			})
		}
	}
	if r.Focused == optSetup {
		return f.completeSetup(r)
	}
	if r.Focused == optTournament {
		for _, t := range f.tournamentsHere(ctx, r) {
			add(t.Name+" · "+r.In.Speak(sayTournamentStatuses[t.Status]), string(t.ID))
		}
		return out
	}
	t, err := f.resolveTournament(ctx, r)
	if err != nil {
		return nil
	}
	round, ok := t.Going()
	if !ok {
		return nil
	}
	switch r.Focused {
	case request.OptGame:
		for _, g := range round.Games {
			if g.Match != "" {
				add(strings.Join(entrantNames(t, g.Pairing), r.In.Speak(say.V)), string(g.Match))
			}
		}
	case optWinner:
		if _, g := t.Find(match.ID(r.Text(request.OptGame))); g != nil {
			for _, e := range g.Pairing {
				add(t.EntrantName(e), t.EntrantName(e))
			}
		}
		add(r.In.Speak(sayTournamentShared), sharedWin)
	}
	return out
}

// tournamentsHere returns the live tournaments of the server, then those that have ended in this
// channel.
func (f *Feature) tournamentsHere(ctx context.Context, r *request.Request) []tourney.Record {
	live, _ := f.service.Live(ctx)
	list := slices.DeleteFunc(live, func(t tourney.Record) bool { return t.Place.Guild != r.Guild })
	ended, _ := f.service.InChannel(ctx, r.Channel, lookBack)
	for _, t := range ended {
		if !t.Live() {
			list = append(list, t)
		}
	}
	return list
}
