// Package tournament is the feature for tournaments: `/tournament`, the messages of each stage, charts and notices. The rules of tournaments are in
// paddock/games/tourney. Start reading at [Feature.Part].
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
	service  *tourney.Service // nil if the store keeps no tournaments
	messages *messages
	notices  *notices
}

// New returns the feature and registers its messages with the delivery engine. The service is nil if the store keeps no tournaments.
func New(b *answer.Base, d deliver.Deps, service *tourney.Service) *Feature {
	f := &Feature{Base: b, service: service}
	if service != nil {
		f.messages = newMessages(d, service, b.Boards)
		f.notices = newNotices(d, service, b.Boards)
	}
	return f
}

// Part returns the command and the buttons of tournaments.
func (f *Feature) Part() request.Part {
	return request.Part{Common: []*request.Command{f.tournamentCommand()}, Actions: f.tournamentActions()}
}

// TournamentChanged asks the engine to show a change of a tournament.
func (f *Feature) TournamentChanged(r tourney.Record) {
	f.messages.mark(r)
	f.notices.mark(r)
}

// Sweep marks all tournaments with outdated messages or undelivered notices.
func (f *Feature) Sweep(ctx context.Context) error {
	if f.service == nil {
		return nil
	}
	if err := f.messages.Sweep(ctx); err != nil {
		return err
	}
	return f.notices.Sweep(ctx)
}

// ChannelGone ends the tournaments of a deleted channel (P72).
func (f *Feature) ChannelGone(ctx context.Context, ch match.ChannelID) error {
	if f.service == nil {
		return nil
	}
	return f.messages.ChannelGone(ctx, ch)
}
