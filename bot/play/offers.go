package play

import (
	"context"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) drawCommand() *request.Command {
	return &request.Command{
		Name: "draw", Help: "Offer a draw, or agree to one", Where: request.Everywhere, Options: request.OnlyMatch, Run: f.offerDraw, Complete: f.CompleteMatch,
	}
}

func (f *Feature) drawActions() request.Actions {
	return request.Actions{component.ActDraw: f.offerDraw, component.ActNoDraw: f.declineDraw}
}

// offerDraw handles `/draw`: it offers a draw, or agrees to the opponent's offer.
func (f *Feature) offerDraw(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done := sayOffered
	if rec.DrawOffer != nil && *rec.DrawOffer != rec.SeatOf(r.User) {
		done = sayDrawn
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.OfferDraw(ctx, r.Act(rec.ID)) }, r.In.Speak(done))
}

func (f *Feature) declineDraw(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.DeclineDraw(ctx, r.Act(r.Target.Match)) }, r.In.Speak(sayNoDraw))
}

func (f *Feature) takebackCommand() *request.Command {
	return &request.Command{
		Name: "takeback", Help: "Take your last move back, or let your opponent", Where: request.Everywhere, Options: request.OnlyMatch, Run: f.takeback, Complete: f.CompleteMatch,
	}
}

func (f *Feature) takebackActions() request.Actions {
	return request.Actions{component.ActTakeback: f.takeback, component.ActNoUndo: f.declineTakeback}
}

// takeback takes the last turn back, asks for that, or agrees to it (P19).
func (f *Feature) takeback(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.Target.Match == "" {
		change, err := f.Matches.Play.Takeback(ctx, r.Act(rec.ID))
		if err != nil {
			return discord.Reply{}, err
		}
		if change.Match.UndoOffer != nil {
			return request.ReplyText(r.In.Speak(sayAskedUndo)), nil
		}
		return request.ReplyText(r.In.Speak(sayUndone)), nil
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Takeback(ctx, r.Act(rec.ID)) }, r.In.Speak(say.Done))
}

func (f *Feature) declineTakeback(ctx context.Context, r *request.Request) (discord.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.DeclineTakeback(ctx, r.Act(r.Target.Match)) }, r.In.Speak(sayNoUndo))
}

func (f *Feature) playOutActions() request.Actions {
	return request.Actions{component.ActPlayOut: f.playOut}
}

// playOut agrees to play out the rest of a decided match (P126).
func (f *Feature) playOut(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	done := say.Done
	if rec.Asked() != games.SeatSet(max(rec.SeatOf(r.User), 0)) {
		done = sayAgreedPlayOut
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.PlayOut(ctx, r.Act(rec.ID)) }, r.In.Speak(done))
}

func (f *Feature) claimActions() request.Actions {
	return request.Actions{component.ActClaim: f.claim}
}

func (f *Feature) claim(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return discord.Reply{}, err
	}
	done := r.In.Speak(say.ClaimOf(len(rec.Players)).Done)
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.ClaimTime(ctx, r.Act(r.Target.Match)) }, done)
}

func (f *Feature) nudgeCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "nudge", Help: "Remind whoever you are waiting for, once a turn", Options: request.OnlyMatch, Run: f.nudge, Complete: f.CompleteMatch,
	}
}

// nudge handles `/match nudge`: it calls the waiting players once more.
func (f *Feature) nudge(ctx context.Context, r *request.Request) (discord.Reply, error) {
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	r.Target.Match = rec.ID
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Nudge(ctx, r.AnyHead()) }, r.In.Speak(sayNudged))
}
