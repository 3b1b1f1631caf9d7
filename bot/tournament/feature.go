// Package tournament is the feature for tournaments: `/tournament`, the messages of each stage,
// charts and notices. The rules of tournaments are in paddock/games/tourney. Start reading at
// [Feature.Part].
package tournament

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/deliver"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Feature answers all requests about tournaments.
type Feature struct {
	*answer.Base
	service  *tourney.Service
	messages *messages
	notices  *notices
}

// New returns the feature and registers its messages with the delivery engine.
func New(b *answer.Base, d deliver.Deps, service *tourney.Service) *Feature {
	return &Feature{
		Base: b, service: service, messages: newMessages(d, service, b.Boards),
		notices: newNotices(d, service, b.Boards),
	}
}

// Part returns the command and the buttons of tournaments.
func (f *Feature) Part() request.Part {
	sub := func(name, help string, run request.Handler) *request.Command {
		return &request.Command{Name: name, Help: help, Options: tournamentOptions, Run: run, Complete: f.Complete}
	}
	start := f.changes(sayTournamentStarted, f.audited(match.AuditStart, f.start))
	status, table := f.shows(stage, newestMessage), f.shows(stage, standings)
	bracket := f.shows(func(tourney.Record) int { return everyRound }, rounds)
	cancel := sub("cancel", "End a tournament without winners; for whoever created it", f.onTournament(f.cancel))
	cancel.Options = cancelOptions
	return request.Part{
		Common: []*request.Command{{
			Name: "tournament", Help: "Tournaments of people and computer players", Where: request.InServers,
			Subs: []*request.Command{
				f.tournamentCreate(),
				sub("join", "Take part", f.onTournament(f.join)),
				sub("leave", "Leave a tournament, even one that is running", f.onTournament(f.askLeave)),
				sub("start", "End the sign-up now; for whoever created the tournament", start),
				sub("status", "How a tournament stands", status),
				sub("standings", "How all players stand", table),
				sub("bracket", "All rounds and their results", bracket),
				cancel,
				f.tournamentOverride(),
			},
		}},
		Actions: request.Actions{
			ActTournamentJoin: f.onTournament(f.join), ActTournamentLeave: f.onTournament(f.askLeave),
			ActTournamentStart: start, actTournamentJoinLate: f.onTournament(f.joinLate),
			actTournamentLeaveYes: f.onTournament(f.leave), actTournamentStay: f.onTournament(f.stay),
			actTournamentStandings: table, actTournamentRounds: bracket,
			actTournamentPublish: f.onTournament(f.publish),
			ActTournamentConfirm: f.changes(sayTournamentConfirmed, f.confirm),
			ActTournamentForm:    f.form, actTournamentCancel: f.onTournament(f.askCancel),
			actTournamentCancelYes: f.onTournament(f.cancel), actTournamentKeep: f.onTournament(f.keep),
		},
	}
}

// TournamentChanged asks the engine to show a change of a tournament.
func (f *Feature) TournamentChanged(r tourney.Record) {
	f.messages.mark(r)
	f.notices.mark(r)
}

// Changed cancels the tournaments of a channel when one of their matches is parked because the
// channel was deleted. Discord does not report deletions that happened while the bot was offline.
func (f *Feature) Changed(c match.Change) {
	if p := c.Match.Parked; c.Match.Tournament != "" && p != nil && p.Why == match.CodeChannelGone {
		ch := string(c.Match.Place.Channel)
		f.messages.Engine.Mark(deliver.Key{Kind: placeKind, ID: ch}, ch)
	}
}

// Sweep marks all tournaments with outdated messages or undelivered notices.
func (f *Feature) Sweep(ctx context.Context) error {
	list, err := f.service.Unsettled(ctx)
	for _, r := range list {
		f.TournamentChanged(r)
	}
	return err
}

// ChannelGone ends the tournaments of a deleted channel (P72).
func (f *Feature) ChannelGone(ctx context.Context, ch match.ChannelID) error {
	return f.messages.ChannelGone(ctx, ch)
}
