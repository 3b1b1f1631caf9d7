package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

var tournamentCommand = &Command{
	Name: "tournament", Help: "Tournaments of people and computer players", Where: InServers,
	subs: []*Command{
		tournamentCreate, tournamentJoin, tournamentLeave, tournamentStart, tournamentStatus, tournamentStandings, tournamentBracket, tournamentCancel,
		tournamentOverride,
	},
}

// onlyTournament are the options of a command that takes nothing but a tournament.
func onlyTournament(a author, _ *games.Game) []*option { return []*option{a.whichTournament()} }

func (a author) whichTournament() *option {
	o := a.str(optTournament, "Which tournament, if there are several here", false)
	o.Autocomplete = true
	return o
}

var (
	tournamentJoin      = &Command{Name: "join", Help: "Take part", options: onlyTournament, run: joinTournament, complete: completeTournament}
	tournamentLeave     = &Command{Name: "leave", Help: "Give your place back, or withdraw from a tournament that is on", options: onlyTournament, run: leaveTournament, complete: completeTournament}
	tournamentStart     = &Command{Name: "start", Help: "End the sign-up now; for who has created it", options: onlyTournament, run: startTournament, complete: completeTournament}
	tournamentStatus    = &Command{Name: "status", Help: "How a tournament stands", options: onlyTournament, run: showTournament, complete: completeTournament}
	tournamentStandings = &Command{Name: "standings", Help: "The standing of all players", options: onlyTournament, run: showStandings, complete: completeTournament}
	tournamentBracket   = &Command{Name: "bracket", Help: "All rounds and their results", options: onlyTournament, run: showRounds, complete: completeTournament}
	tournamentCancel    = &Command{Name: "cancel", Help: "End a tournament without winners; for who has created it", options: onlyTournament, run: cancelTournament, complete: completeTournament}
)

var tournamentActions = actions{
	show.ActTournamentJoin: joinTournament, show.ActTournamentLeave: leaveTournament, show.ActTournamentStart: startTournament,
	show.ActTournamentStandings: showStandings, show.ActTournamentRounds: showRounds, show.ActTournamentConfirm: confirmWin,
}

// Options of `/tournament`.
const (
	optTournament = "tournament"
	optFormat     = "format"
	optName       = "name"
	optSignUp     = "signup"
	optRound      = "round"
	optSeats      = "seats"
	optRounds     = "rounds"
	optThird      = "third"
	optSetup      = "options"

	optConfirm = "confirm"
	optFill    = "fill"
	optWinner  = "winner"
	optReason  = "reason"
)

// resolveTournament is the tournament that a request means: that of its button, the one named, the only live one of the channel, or the newest.
func resolveTournament(ctx context.Context, r *request) (tourney.Record, error) {
	if r.Tournaments == nil {
		return tourney.Record{}, refuse(r.in.Speak(say.NoCups))
	}
	named := r.text(optTournament)
	if r.answer.IsComponent() {
		named = r.target.Text
	}
	if named != "" {
		return tournamentNamed(ctx, r, named)
	}
	list, err := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	if err != nil {
		return tourney.Record{}, err
	}
	live := slices.DeleteFunc(slices.Clone(list), func(t tourney.Record) bool { return !t.Live() })
	switch {
	case len(live) == 1:
		return live[0], nil
	case len(live) > 1:
		return tourney.Record{}, refuse(r.in.Speak(say.WhichCup))
	case len(list) > 0:
		return list[0], nil
	}
	return tourney.Record{}, refuse(r.in.Speak(say.NoCup))
}

// lookBack is how many tournaments of a channel are looked through.
const lookBack = 25

// tournamentNamed finds a tournament of this server by id or name, also one that has ended in this channel.
func tournamentNamed(ctx context.Context, r *request, named string) (tourney.Record, error) {
	t, err := r.Tournaments.Tournament(ctx, tourney.ID(strings.ToLower(named)))
	if err == nil && t.Place.Guild == r.guild {
		return t, nil
	}
	live, listing := r.Tournaments.Live(ctx)
	if listing != nil {
		return tourney.Record{}, listing
	}
	ended, _ := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	for _, t := range append(live, ended...) {
		if t.Place.Guild == r.guild && strings.EqualFold(t.Name, named) {
			return t, nil
		}
	}
	if err == nil { // another server's
		return tourney.Record{}, refuse(r.in.Speak(say.NoCup))
	}
	return tourney.Record{}, err
}

// by is the person who asks, with what they may do.
func (r *request) by() tourney.By {
	return tourney.By{User: r.user, Name: r.name, Moderator: r.manages()}
}

// changeTournament does something to a tournament and says so to the person alone; the channel sees it in the tournament's message.
func changeTournament(ctx context.Context, r *request, done games.Sentence, do func(tourney.ID) (tourney.Record, error)) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if t, err = do(t.ID); err != nil {
		return discord.Reply{}, err
	}
	return privately(r, r.in.Say(done, discord.Escape(t.Name))), nil
}

func joinTournament(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentJoined, func(id tourney.ID) (tourney.Record, error) {
		return r.Tournaments.Join(ctx, id, match.Player{User: r.user, Name: r.name})
	})
}

func leaveTournament(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentLeft, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Leave(ctx, id, r.user) })
}

// confirmWin is pressed by a winner who is asked to (F71).
func confirmWin(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentConfirmed, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Confirm(ctx, id, r.user) })
}

func startTournament(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentStarted, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Start(ctx, id, r.by()) })
}

func cancelTournament(ctx context.Context, r *request) (discord.Reply, error) {
	return changeTournament(ctx, r, say.TournamentCancelled, func(id tourney.ID) (tourney.Record, error) { return r.Tournaments.Cancel(ctx, id, r.by()) })
}

// showTournament shows a tournament's message as it is now, to the person alone.
func showTournament(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return replyPrivate(r, r.Show.Tournament(r.in, r.TournamentMessages.View(ctx, t, show.Stage(t)), show.Stage(t))), nil
}

// showStandings shows the standing of all.
func showStandings(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return replyPrivate(r, r.Show.Standings(r.in, r.TournamentMessages.View(ctx, t, show.Stage(t)))), nil
}

// showRounds shows all rounds.
func showRounds(ctx context.Context, r *request) (discord.Reply, error) {
	t, err := resolveTournament(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return replyPrivate(r, r.Show.Rounds(r.in, r.TournamentMessages.View(ctx, t, show.EveryRound))), nil
}

// completeTournament lists what an option of `/tournament` could become: tournaments of this server, games of the round, who plays one.
func completeTournament(ctx context.Context, r *request) []*choice {
	if r.Tournaments == nil {
		return nil
	}
	var out []*choice
	typed := strings.ToLower(r.text(r.focused))
	add := func(name, value string) {
		if len(out) < discord.MaxOptions && (strings.Contains(strings.ToLower(name), typed) || strings.HasPrefix(value, typed)) {
			out = append(out, &choice{Name: discord.Truncate(name, discord.MaxOptionText), Value: discord.Truncate(value, discord.MaxOptionText)})
		}
	}
	if r.focused == optSetup {
		return completeSetup(r)
	}
	if r.focused == optTournament {
		for _, t := range tournamentsHere(ctx, r) {
			add(t.Name+" · "+r.in.Speak(say.TournamentStatuses[t.Status]), string(t.ID))
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
	switch r.focused {
	case optGame:
		for _, g := range round.Games {
			if g.Match != "" {
				add(strings.Join(show.EntrantNames(t, g.Pairing), r.in.Speak(say.V)), string(g.Match))
			}
		}
	case optWinner:
		if _, g := t.Find(match.ID(r.text(optGame))); g != nil {
			for _, e := range g.Pairing {
				add(t.Entrants[e].Name, t.Entrants[e].Name)
			}
		}
		add(r.in.Speak(say.TournamentShared), shared)
	}
	return out
}

// tournamentsHere lists the tournaments that can be meant here: the live ones of the server, then those that have ended in this channel.
func tournamentsHere(ctx context.Context, r *request) []tourney.Record {
	live, _ := r.Tournaments.Live(ctx)
	list := slices.DeleteFunc(live, func(t tourney.Record) bool { return t.Place.Guild != r.guild })
	ended, _ := r.Tournaments.InChannel(ctx, r.channel, lookBack)
	for _, t := range ended {
		if !t.Live() {
			list = append(list, t)
		}
	}
	return list
}
