// Package vote is the feature for voting on the moves of a channel's seat: everybody who sees a board votes with the controls of the board, or with
// `/match vote`. The match service counts the votes. Start reading at [Feature.Part].
package vote

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
)

// Feature lets members vote for a channel.
type Feature struct {
	*answer.Base
}

// New returns the feature.
func New(b *answer.Base) *Feature { return &Feature{Base: b} }

// Part lists the command, and the controls of a board on which a channel votes.
func (f *Feature) Part() request.Part {
	return request.Part{
		Common: []*request.Command{{In: "match", Name: "vote", Help: "See how the channel is voting, and vote", Run: f.stands, Options: request.OnlyMatch, Complete: f.CompleteMatch}},
		Actions: request.Actions{
			component.ActVote: f.button, component.ActVoteMenu: f.menu, component.ActVoteOpen: f.open, component.ActVoteBack: f.back, component.ActVotes: f.stands,
		},
	}
}

// stands tells the person how the vote stands.
func (f *Feature) stands(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	text, buttons := board.VoteStands(r.In, rec, r.User)
	if rec.Votes() != games.Spectator {
		r.Aside, r.Once = &rec, true
	}
	return f.Privately(ctx, r, text, buttons...), nil
}

// button votes for the move that a button names.
func (f *Feature) button(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.vote(ctx, r, r.Target.Text)
}

// menu votes for the whole move chosen from a menu, or shows the next menu.
func (f *Feature) menu(ctx context.Context, r *request.Request) (discord.Reply, error) {
	move, whole, err := board.Chosen(r.Values)
	if err != nil {
		return discord.Reply{}, err
	}
	if whole {
		return f.vote(ctx, r, move)
	}
	return f.step(ctx, r, func(*games.View) string { return move }, 0)
}

// open shows the menu for a half-chosen move.
func (f *Feature) open(ctx context.Context, r *request.Request) (discord.Reply, error) {
	page, path := board.ParsePage(r.Target.Text)
	return f.step(ctx, r, func(*games.View) string { return path }, page)
}

// back goes one step back.
func (f *Feature) back(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.step(ctx, r, func(v *games.View) string { return board.StepBack(v, r.Target.Text) }, 0)
}

func (f *Feature) vote(ctx context.Context, r *request.Request, move string) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.Vote(ctx, r, rec, move)
}

// step privately shows a step of the move to vote for. The public board does not change.
func (f *Feature) step(ctx context.Context, r *request.Request, path func(*games.View) string, page int) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := f.Matches.Play.MayMove(ctx, r.Act(rec.ID)); err != nil {
		return discord.Reply{}, err
	}
	if !answer.Votes(r, rec) { // a player used an old vote's controls on a turn that is not voted on
		return discord.Reply{}, component.ErrID
	}
	view, err := rec.View(rec.Votes())
	if err != nil {
		return discord.Reply{}, err
	}
	return f.Step(ctx, r, rec, board.Choice{Half: path(view), Page: page, Open: true})
}
