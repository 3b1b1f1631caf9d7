package play

import (
	"context"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games/match"
)

func (f *Feature) boardCommand() *request.Command {
	return &request.Command{
		Name: "board", Help: "Show the board of a match, to you alone", Where: request.Everywhere, Options: request.OnlyMatch, Run: f.showBoard, Complete: f.CompleteMatch,
		Cost: request.CostBoard,
	}
}

func (f *Feature) boardActions() request.Actions {
	return request.Actions{component.ActBoard: f.boardButton}
}

// showBoard handles `/board`: the caller's own match in this channel, or else the newest.
func (f *Feature) showBoard(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}

// boardButton shows the presser the board in their own style (P45).
func (f *Feature) boardButton(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}

func (f *Feature) watchCommand() *request.Command {
	return &request.Command{In: "match", Name: "watch", Help: "See the newest match in this channel", Run: f.watchMatch, Cost: request.CostBoard}
}

func (f *Feature) watchActions() request.Actions {
	return request.Actions{component.ActNext: f.next, component.ActPlayOn: f.playOn}
}

// next lets the computer players play one turn, and playOn all turns.
func (f *Feature) next(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Next(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Done))
}

func (f *Feature) playOn(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.PlayOn(ctx, r.Act(r.Target.Match)) }, r.In.Speak(say.Done))
}

// watchMatch shows the newest match of the channel.
func (f *Feature) watchMatch(ctx context.Context, r *request.Request) (discord.Reply, error) {
	if r.UserInstall {
		return discord.Reply{}, request.Refuse(r.In.Speak(say.Away))
	}
	rec, err := f.Newest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.PrivateBoard(ctx, r, rec, "")
}
