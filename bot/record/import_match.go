package record

import (
	"context"
	"slices"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// importAgainstComputer handles a menu that begins a match from a board, with the chosen computer
// player in all other seats.
func (f *Feature) importAgainstComputer(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, at, err := f.importProposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if _, ok := at.Game.Player(r.Values[0]); !ok {
		return request.Reply{}, component.ErrID
	}
	p.With = slices.Repeat([]match.Player{{Computer: r.Values[0]}}, max(at.Seats()-1, 0))
	return f.Propose(ctx, r, p)
}

// importAgainstMember handles a menu that challenges the chosen member to a match from a board.
func (f *Feature) importAgainstMember(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, at, err := f.importProposal(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if r.Direct() {
		return request.Reply{}, request.Refuse(r.In.Say(say.NoDMPair, at.Game.ID))
	}
	return f.Challenge(ctx, r, p, r.Values[0], at.Game)
}

// importProposal returns the proposal of a match from the board of a menu, with the user as the
// side to move.
func (f *Feature) importProposal(ctx context.Context,
	r *request.Request,
) (p match.Proposal, at *games.Position, err error) {
	if len(r.Values) != 1 {
		return p, nil, component.ErrID
	}
	i, err := f.importedGame(ctx, r)
	if err != nil {
		return p, nil, err
	}
	n, err := board.PastAt(r.Target.Text, len(i.Steps)+1)
	if err != nil {
		return p, nil, err
	}
	r.Game, at = i.Game, i.position(n)
	p, err = f.Proposal(ctx, r)
	p.From, p.Unrated = at.Text(), true
	return p, at, err
}
