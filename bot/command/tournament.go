package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/command/roles"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentCommand = &router.Command{
	Name: "tournament", Help: "Tournaments of people and computer players", Where: router.InServers,
	Subs: []*router.Command{
		tournamentCreate, tournamentJoin, tournamentLeave, tournamentStart, tournamentStatus, tournamentStandings, tournamentBracket, tournamentCancel,
		tournamentOverride,
	},
}

// onlyTournament are the options of a command that takes nothing but a tournament.
func onlyTournament(a router.Builder, _ *games.Game) []*router.Option {
	return []*router.Option{whichTournament(a)}
}

// cancelOptions are those of `/tournament cancel`.
func cancelOptions(a router.Builder, g *games.Game) []*router.Option {
	return append(onlyTournament(a, g), a.Boolean(optLast, "Let this season be played to its end: only no further one follows"))
}

func whichTournament(a router.Builder) *router.Option {
	o := a.Str(optTournament, "Which tournament, if there are several here", false)
	o.Autocomplete = true
	return o
}

var (
	tournamentJoin      = &router.Command{Name: "join", Help: "Take part", Options: onlyTournament, Run: joinTournament, Complete: completeTournament}
	tournamentLeave     = &router.Command{Name: "leave", Help: "Give your place back, or withdraw from a tournament that is on", Options: onlyTournament, Run: leaveTournament, Complete: completeTournament}
	tournamentStart     = &router.Command{Name: "start", Help: "End the sign-up now; for who has created it", Options: onlyTournament, Run: startTournament, Complete: completeTournament}
	tournamentStatus    = &router.Command{Name: "status", Help: "How a tournament stands", Options: onlyTournament, Run: showTournament, Complete: completeTournament}
	tournamentStandings = &router.Command{Name: "standings", Help: "The standing of all players", Options: onlyTournament, Run: showStandings, Complete: completeTournament}
	tournamentBracket   = &router.Command{Name: "bracket", Help: "All rounds and their results", Options: onlyTournament, Run: showRounds, Complete: completeTournament}
	tournamentCancel    = &router.Command{Name: "cancel", Help: "End a tournament without winners; for who has created it", Options: cancelOptions, Run: cancelTournament, Complete: completeTournament}
)

var tournamentActions = router.Actions{
	show.ActTournamentJoin: joinTournament, show.ActTournamentLeave: leaveTournament, show.ActTournamentStart: startTournament,
	show.ActTournamentStandings: showStandings, show.ActTournamentRounds: showRounds, show.ActTournamentConfirm: confirmWin,
}

// Options of `/tournament`.
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

	optConfirm = "confirm"
	optFill    = "fill"
	optWinner  = "winner"
)

// resolveTournament is the tournament that a request means: that of its button, the one named, the only live one of the channel, or the newest.
func resolveTournament(ctx context.Context, r *router.Request) (tourney.Record, error) {
	if r.Tournaments == nil {
		return tourney.Record{}, router.Refuse(r.In.Speak(say.NoTournaments))
	}
	named := r.Text(optTournament)
	if r.Answer.IsComponent() {
		named = r.Target.Text
	}
	if named != "" {
		return tournamentNamed(ctx, r, named)
	}
	list, err := r.Tournaments.InChannel(ctx, r.Channel, lookBack)
	if err != nil {
		return tourney.Record{}, err
	}
	live := slices.DeleteFunc(slices.Clone(list), func(t tourney.Record) bool { return !t.Live() })
	switch {
	case len(live) == 1:
		return live[0], nil
	case len(live) > 1:
		return tourney.Record{}, router.Refuse(r.In.Speak(say.WhichTournament))
	case len(list) > 0:
		return list[0], nil
	}
	return tourney.Record{}, router.Refuse(r.In.Speak(say.NoTournament))
}

// lookBack is how many tournaments of a channel are looked through.
const lookBack = 25

// tournamentNamed finds a tournament of this server by id or name, also one that has ended in this channel.
func tournamentNamed(ctx context.Context, r *router.Request, named string) (tourney.Record, error) {
	t, err := r.Tournaments.Tournament(ctx, tourney.ID(strings.ToLower(named)))
	if err == nil && t.Place.Guild == r.Guild {
		return t, nil
	}
	live, listing := r.Tournaments.Live(ctx)
	if listing != nil {
		return tourney.Record{}, listing
	}
	ended, _ := r.Tournaments.InChannel(ctx, r.Channel, lookBack)
	for _, t := range append(live, ended...) {
		if t.Place.Guild == r.Guild && strings.EqualFold(t.Name, named) {
			return t, nil
		}
	}
	if err == nil { // another server's
		return tourney.Record{}, router.Refuse(r.In.Speak(say.NoTournament))
	}
	return tourney.Record{}, err
}

// by is the person who asks, with what they may do.
func by(r *router.Request) tourney.By {
	return tourney.By{User: r.User, Name: r.Name, Moderator: r.Manages()}
}

// changeTournament does something to a tournament and says so to the person alone; the channel sees it in the tournament's message.
func changeTournament(ctx context.Context, r *router.Request, done games.Sentence, do func(tourney.ID) (tourney.Record, error)) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if t, err = do(t.ID); err != nil {
		return discord.Reply{}, err
	}
	return router.Privately(r, r.In.Say(done, discord.Escape(t.Name))), nil
}

// noted does something to a tournament, and notes it in the audit log of the server if it is another member's.
func noted(ctx context.Context, r *router.Request, a match.Audit, do func() (tourney.Record, error)) (tourney.Record, error) {
	t, err := do()
	if err != nil || t.Owner.User == r.User {
		return t, err
	}
	a.Tournament = t.Name
	return t, note(ctx, r, a)
}

func joinTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if err := roles.MayPlay(ctx, r, r.Guild); err != nil {
		return discord.Reply{}, err
	}
	return changeTournament(ctx, r, say.TournamentJoined, func(id tourney.ID) (tourney.Record, error) {
		return r.Tournaments.Join(ctx, id, match.Player{User: r.User, Name: r.Name})
	})
}

func leaveTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentLeft, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Leave(ctx, id, r.User) })
}

// confirmWin is pressed by a winner who is asked to (F71).
func confirmWin(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentConfirmed, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Confirm(ctx, id, r.User) })
}

func startTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentStarted, func(id tourney.ID) (tourney.Record, error) {
		return noted(ctx, r, match.Audit{Did: match.AuditStart}, func() (tourney.Record, error) { return r.Tournaments.Start(ctx, id, by(r)) })
	})
}

// cancelTournament is `/tournament cancel`: of a season that is over, or with after-season, it ends the series alone.
func cancelTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done, do, did := say.TournamentCancelled, r.Tournaments.Cancel, match.AuditCancel
	if r.Yes(optLast, false) || t.Waits() {
		done, do, did = say.SeriesStopped, r.Tournaments.EndSeries, match.AuditSeries
	}
	return changeTournament(ctx, r, done, func(id tourney.ID) (tourney.Record, error) {
		return noted(ctx, r, match.Audit{Did: did}, func() (tourney.Record, error) { return do(ctx, id, by(r)) })
	})
}

// showTournament shows a tournament's message as it is now, to the person alone.
func showTournament(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, r.Show.Tournament(r.In, r.TournamentMessages.View(ctx, t, show.Stage(t)), show.Stage(t))), nil
}

// showStandings shows the standing of all.
func showStandings(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, r.Show.Standings(r.In, r.TournamentMessages.View(ctx, t, show.Stage(t)))), nil
}

// showRounds shows all rounds.
func showRounds(ctx context.Context, r *router.Request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, r.Show.Rounds(r.In, r.TournamentMessages.View(ctx, t, show.EveryRound))), nil
}

// completeTournament lists what an option of `/tournament` could become: tournaments of this server, games of the round, who plays one.
func completeTournament(ctx context.Context, r *router.Request) []*router.Choice {
	if r.Tournaments == nil {
		return nil
	}
	var out []*router.Choice
	typed := strings.ToLower(r.Text(r.Focused))
	add := func(name, value string) {
		if len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(value, typed)) {
			out = append(out, &router.Choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: discord.Truncate(value, discord.MaxOptionText)})
		}
	}
	if r.Focused == optSetup {
		return completeSetup(r)
	}
	if r.Focused == optTournament {
		for _, t := range tournamentsHere(ctx, r) {
			add(t.Name+" · "+r.In.Speak(say.TournamentStatuses[t.Status]), string(t.ID))
		}
		return out
	}
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return nil
	}
	round, ok := t.Going()
	if !ok {
		return nil
	}
	switch r.Focused {
	case router.OptGame:
		for _, g := range round.Games {
			if g.Match != "" {
				add(strings.Join(show.EntrantNames(t, g.Pairing), r.In.Speak(say.V)), string(g.Match))
			}
		}
	case optWinner:
		if _, g := t.Find(match.ID(r.Text(router.OptGame))); g != nil {
			for _, e := range g.Pairing {
				add(t.EntrantName(e), t.EntrantName(e))
			}
		}
		add(r.In.Speak(say.TournamentShared), shared)
	}
	return out
}

// tournamentsHere lists the tournaments that can be meant here: the live ones of the server, then those that have ended in this channel.
func tournamentsHere(ctx context.Context, r *router.Request) []tourney.Record {
	live, _ := r.Tournaments.Live(ctx)
	list := slices.DeleteFunc(live, func(t tourney.Record) bool { return t.Place.Guild != r.Guild })
	ended, _ := r.Tournaments.InChannel(ctx, r.Channel, lookBack)
	for _, t := range ended {
		if !t.Live() {
			list = append(list, t)
		}
	}
	return list
}
