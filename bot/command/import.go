package command

import (
	"context"
	"slices"

	"paddock/bot/command/files"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/past"
	"paddock/games"
	"paddock/games/match"
)

var importActions = router.Actions{show.ActImportOn: importOn, show.ActImportWith: importWith}

// importOn goes on from a board of an imported game, against a computer player at each other seat.
func importOn(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, at, err := importProposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if _, ok := at.Game.Player(r.Values[0]); !ok {
		return discord.Reply{}, show.ErrID
	}
	p.With = slices.Repeat([]match.Player{{Computer: r.Values[0]}}, max(at.Seats()-1, 0))
	return propose(ctx, r, p)
}

// importWith challenges a member to go on from there.
func importWith(ctx context.Context, r *router.Request) (discord.Reply, error) {
	p, at, err := importProposal(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Guild == "" {
		return discord.Reply{}, router.Refuse(r.In.Say(say.NoDMPair, at.Game.ID))
	}
	with, err := opponent(r, r.Values[0], at.Game)
	if err != nil {
		return discord.Reply{}, err
	}
	p.With = []match.Player{with}
	return propose(ctx, r, p)
}

// importProposal is a match that goes on from the board of the message that was used; whoever asks has the side to move.
func importProposal(ctx context.Context, r *router.Request) (p match.Proposal, at *games.Position, err error) {
	if len(r.Values) != 1 {
		return p, nil, show.ErrID
	}
	i, err := files.Imported(ctx, r)
	if err != nil {
		return p, nil, err
	}
	n, err := past.At(r.Target.Text, len(i.Steps)+1)
	if err != nil {
		return p, nil, err
	}
	r.Game, at = i.Game, i.At(n)
	p, err = proposal(ctx, r)
	p.From, p.Unrated = at.Text(), true
	return p, at, err
}
