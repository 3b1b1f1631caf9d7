package play

import (
	"context"
	"time"

	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// giveTimeCommand returns `/match give-time`.
func (f *Feature) giveTimeCommand() *request.Command {
	return &request.Command{
		In: "match", Name: "give-time", Help: "Give your opponent more time for their move", Where: request.Everywhere,
		Run: f.giveTime, Complete: f.CompleteMatch,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{
				a.Choice(request.OptTime, "How much", true, "1h", "1 hour", "6h", "6 hours", "24h", "1 day", "72h",
					"3 days", "168h", "7 days"), a.MatchOption(),
			}
		},
	}
}

// pause asks for a pause, or agrees to one.
func (f *Feature) pause(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	done := sayAskedPause
	if rec.RestOffer != nil && *rec.RestOffer != rec.SeatOf(r.User) {
		done = sayPaused
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.OfferPause(ctx, r.Act(rec.ID)) },
		r.In.Speak(done))
}

// goOn ends a pause.
func (f *Feature) goOn(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	return f.Commit(ctx, r, func() (match.Change, error) {
		return f.Matches.Referee.Resume(ctx, r.Act(rec.ID), rec.Place)
	}, r.In.Speak(say.NoticeOn))
}

// giveTime gives the opponent more time.
func (f *Feature) giveTime(ctx context.Context, r *request.Request) (request.Reply, error) {
	gift, err := time.ParseDuration(r.Text(request.OptTime))
	if err != nil {
		return request.Reply{}, request.ErrNoHandler
	}
	rec, err := f.ResolveMatch(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	r.Target.Match = rec.ID
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.GiveTime(ctx, r.AnyHead(), gift) },
		r.In.Speak(sayTimeGiven))
}
