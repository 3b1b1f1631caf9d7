package learn

import (
	"context"
	"errors"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
)

// MessageCommand is the name of the command in the menu of a message that shows a match.
const MessageCommand = "Review this match"

// reviewShown reviews the match that a message shows.
func (f *Feature) reviewShown(ctx context.Context, r *request.Request) (request.Reply, error) {
	if r.Target.Match = r.ShownMatch(); r.Target.Match == "" {
		return request.Reply{}, request.Refuse(r.In.Speak(sayReviewWhich))
	}
	return f.OnNewest(f.reviewMatch)(ctx, r)
}

// reviewMatch handles `/review` and its button: the review of a match that is over (P36).
func (f *Feature) reviewMatch(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	plies, err := f.reviewPlies(ctx, r, rec)
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	if kept, ok := f.coach.Kept(rec.ID); ok {
		m := reviewMessage(f.Show, r.In, rec, plies, kept, u)
		if r.Target.Text == board.ReviewHere {
			return request.ReplyPrivate(r, m), nil
		}
		return request.Reply{Message: m}, nil
	}
	return f.replyLater(ctx, r, beside(r, sayReviewing), func(done func(discord.Message)) error {
		return f.coach.Review(rec, r.User, withoutBoards(plies), func(a coach.Answer) {
			if a.Err != nil {
				done(discord.TextMessage(r.In.Speak(sayReviewFailed)))
				return
			}
			done(reviewMessage(f.Show, r.In, rec, plies, a.Review, u))
		})
	})
}

// reviewPlies returns the moves of a match. It refuses a match that cannot be reviewed.
func (f *Feature) reviewPlies(ctx context.Context, r *request.Request, rec match.Match) ([]ply, error) {
	plies, err := f.reviewed(ctx, rec)
	if refused, ok := errors.AsType[*games.Refusal](err); ok {
		return nil, request.Refuse(r.In.Speak(refused.Say), board.BoardLinks(r.In, rec)...)
	}
	return plies, err
}

// reviewed returns the moves of a match that can be reviewed. For others the error is a
// *games.Refusal.
func (f *Feature) reviewed(ctx context.Context, rec match.Match) ([]ply, error) {
	switch {
	case rec.Rules() == nil:
		_, err := rec.Parse() // the error says why there is no review
		return nil, err
	case rec.Status == match.Running || rec.Status == match.Open:
		return nil, &games.Refusal{Say: sayReviewEarly}
	}
	log, err := f.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return nil, err
	}
	plies, err := pliesOf(rec, log)
	if err != nil { // the rules have changed since, so only the moves before that are reviewed
		f.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
	}
	switch {
	case !canReview(rec) || len(plies) == 0:
		return nil, &games.Refusal{Say: sayReviewNothing}
	case !allRevealed(rec, plies):
		return nil, &games.Refusal{Say: sayReviewClosed}
	}
	return plies, nil
}

// ReviewFor returns the review of a match for a page, and waits for it until ctx ends. Then it
// returns false; it goes on meanwhile, and can be asked for again. The error is a *games.Refusal if
// the match can't be reviewed.
func (f *Feature) ReviewFor(ctx context.Context, in lang.Language, u match.UserID,
	rec match.Match,
) (answer.Review, bool, error) {
	plies, err := f.reviewed(ctx, rec)
	if err != nil {
		return answer.Review{}, false, err
	}
	made := make(chan coach.Answer, 1)
	err = f.coach.Review(rec, u, withoutBoards(plies), func(a coach.Answer) { made <- a })
	if errors.Is(err, think.ErrBusy) {
		err = &games.Refusal{Say: sayReviewBusy}
	}
	if err != nil {
		return answer.Review{}, false, err
	}
	select {
	case a := <-made:
		if a.Err != nil {
			return answer.Review{}, false, &games.Refusal{Say: sayReviewFailed}
		}
		var likes match.User // a reader by link has no seat
		if u != "" {
			if likes, err = f.People.User(ctx, u); err != nil {
				return answer.Review{}, false, err
			}
			likes.ID = u
		}
		return reviewForPage(in, rec, plies, a.Review, likes), true, nil
	case <-ctx.Done():
		return answer.Review{}, false, nil
	}
}

// beside answers with a sentence in a new message, because a board whose button was pressed has to
// stay. The button of a question which match is meant repeats a command: its answer replaces the
// question.
func beside(r *request.Request, wait games.Sentence) request.Reply {
	if r.Path != "" {
		return request.ReplyPrivate(r, discord.TextMessage(r.In.Speak(wait)))
	}
	return request.ReplyText(r.In.Speak(wait))
}

// replyLater answers with wait at once, and replaces it with the message that begin passes to done.
// If begin returns an error, that is the answer.
func (f *Feature) replyLater(ctx context.Context, r *request.Request, wait request.Reply,
	begin func(done func(discord.Message)) error,
) (request.Reply, error) {
	var first error
	answered := make(chan struct{})
	err := begin(func(m discord.Message) {
		<-answered
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discord.CallWithin)
		defer cancel()
		m.Private = true
		err := r.Answer.Revise(ctx, m)
		// after the error MessageGone nothing is sent, because the user has dismissed the message,
		// nor after AlreadyAnswered, because another process answers
		if failure, _ := discord.Classify(err); err != nil && failure != discord.AlreadyAnswered &&
			(first != nil || failure != discord.MessageGone) {
			f.Log.Info("what somebody has asked for came too late", "cause", r.Ix.ID, "err", discord.Redact(err))
			request.AnswerElsewise(ctx, r, m)
		}
	})
	if errors.Is(err, think.ErrBusy) {
		err = request.Refuse(r.In.Speak(sayReviewBusy))
	}
	if err != nil {
		return request.Reply{}, err
	}
	defer close(answered)
	if first = r.Answer.Send(ctx, wait.Sent()); first != nil {
		f.Log.Info("an answer could not be given", "cause", r.Ix.ID, "err", discord.Redact(first))
	}
	return request.Reply{Kind: discord.ReplyAlreadySent}, nil
}
