// Package server is the feature `/server`, for members who manage a server: its settings, channels
// and roles, the defaults of its matches, the overview of its matches, and moderation with an audit
// log. Sub-commands about tournaments are passed in as [Tournaments]. Start reading at
// [Feature.Part].
package server

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/games/tourney"
)

// Feature answers `/server` and keeps overviews up to date.
type Feature struct {
	*answer.Base
	service     *tourney.Service
	tournaments Tournaments
	overviews   *overviews
}

// Tournaments is the part of tournaments that /server needs.
type Tournaments interface {
	// RemoveCommand returns the sub-command that removes a player from a tournament.
	RemoveCommand() *request.Command
	// Option returns the option that names a tournament; Named reports whether a request names one.
	Option(a request.Builder) *request.Option
	Named(r *request.Request) bool
	// HandOver gives the named tournament to another member.
	HandOver(ctx context.Context, r *request.Request, to match.Player) (request.Reply, error)
	// Complete returns choices for that option.
	Complete(ctx context.Context, r *request.Request) []*request.Choice
}

// New returns the feature and registers its overviews with the delivery engine.
func New(b *answer.Base, d deliver.Deps, service *tourney.Service, t Tournaments) *Feature {
	return &Feature{Base: b, service: service, tournaments: t, overviews: newOverviews(d)}
}

// Part returns `/server` and its buttons and menus.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{f.serverCommand()},
		Actions: request.Actions{
			actServer: f.server, actDefaults: f.defaults, ActChannels: f.channels, actRoles: f.changeRoles,
			actAudit:              f.audit,
			component.ActTakeSeat: f.takeSeat, component.ActNoSeat: f.refuseSeat,
		},
	}
}

// Changed updates the overviews that list a match.
func (f *Feature) Changed(c match.Change) { f.overviews.Changed(c) }

// Sweep updates the overviews of all servers with open or running matches.
func (f *Feature) Sweep(ctx context.Context) error { return f.overviews.Sweep(ctx) }
