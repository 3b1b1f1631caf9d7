// Package vote is the feature for voting on the moves of a channel's seat: everybody who sees a
// board votes with the controls of the board, or with `/match vote`. The match service counts the
// votes. Start reading at [Feature.Part].
package vote

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// Feature lets members vote for a channel.
type Feature struct {
	*answer.Base
}

// New returns the feature.
func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part lists the command, and the controls of a board on which a channel votes.
func (f *Feature) Part() request.Part {
	steps := answer.Steps{Play: f.vote, Show: f.step}
	return request.Part{
		Common: []*request.Command{f.OfMatch(request.Command{
			In: "match", Name: "vote",
			Help: "See how the channel is voting, and vote", Run: f.OnMatch(f.stands),
		})},
		Actions: request.Actions{
			component.ActVote: steps.Button, component.ActVoteMenu: steps.Menu, component.ActVoteOpen: steps.Open,
			component.ActVoteBack: steps.Back, component.ActVotes: f.OnMatch(f.stands),
		},
	}
}

// stands tells the person how the vote stands.
func (f *Feature) stands(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	return f.VoteStands(ctx, r, rec), nil
}

// vote votes for a move.
func (f *Feature) vote(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	return f.Vote(ctx, r, rec, move)
}

// step privately shows a step of the move to vote for. The public board does not change.
func (f *Feature) step(ctx context.Context, r *request.Request, path func(*games.View) string,
	page int,
) (request.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if err := f.Matches.Play.MayMove(ctx, r.Act(rec.ID)); err != nil {
		return request.Reply{}, err
	}
	if !rec.VotedBy(r.User) { // a player used an old vote's controls in a turn without a vote
		return request.Reply{}, component.ErrID
	}
	view, err := rec.View(rec.Votes())
	if err != nil {
		return request.Reply{}, err
	}
	return f.Step(ctx, r, rec, choose.Choice{Half: path(view), Page: page, Open: true})
}
