// Package learn has the commands, buttons and menus that help people to play better: reviews of matches that are over, hints, puzzles, lessons. What they show takes
// thought, so it often stands there a little later than the answer: see [later]. Start reading at [Commands].
package learn

import (
	"context"
	"errors"

	"paddock/bot/coach"
	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/learn"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
)

// ReviewCommand is `/review`.
var ReviewCommand = &router.Command{
	Name: "review", Help: "Where a finished match turned, what was better, and how well each has played", Where: router.Everywhere, Options: router.OnlyMatch,
	Run: reviewMatch, Complete: router.CompleteMatch, Cost: router.CostReplay,
}

// Actions are the buttons and menus.
var Actions = router.Actions{
	show.ActReview: reviewMatch, show.ActPuzzle: answer, show.ActToday: today,
	show.ActLesson: lessonBoard, show.ActLessonMove: lessonMove, show.ActLessonMenu: lessonMenu, show.ActLessonOpen: lessonOpen, show.ActLessonBack: lessonBack, show.ActLessonClose: lessonClose,
}

// Costs are what they take from an allowance.
var Costs = map[show.Action]int{
	show.ActReview: router.CostReplay, show.ActPuzzle: router.CostBoard, show.ActToday: router.CostPost,
	show.ActLesson: router.CostBoard, show.ActLessonMove: router.CostBoard, show.ActLessonMenu: router.CostBoard, show.ActLessonOpen: router.CostBoard, show.ActLessonBack: router.CostBoard,
}

// reviewMatch shows the review of a match that is over (P36).
func reviewMatch(ctx context.Context, r *router.Request) (discord.Reply, error) {
	rec, err := router.ResolveOrNewest(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	plies, err := reviewable(ctx, r, rec)
	if err != nil {
		return discord.Reply{}, err
	}
	u := router.Likes(ctx, r)
	if kept, ok := r.Coach.Kept(rec.ID); ok && len(kept.Moves) == len(plies) {
		return discord.Reply{Message: learn.Review(r.Show, r.In, rec, plies, kept, u)}, nil
	}
	return later(ctx, r, say.Reviewing, func(done func(discord.Message)) error {
		return r.Coach.Review(rec, r.User, learn.Bare(plies), func(a coach.Answer) {
			if a.Err != nil {
				done(discord.TextMessage(r.In.Speak(say.ReviewFailed)))
				return
			}
			done(learn.Review(r.Show, r.In, rec, plies, a.Review, u))
		})
	})
}

// reviewable are the moves of a match, if it may be reviewed.
func reviewable(ctx context.Context, r *router.Request, rec match.Match) ([]learn.Ply, error) {
	refuse := func(why games.Sentence) error { return router.Refuse(r.In.Speak(why), show.BoardLinks(r.In, rec)...) }
	switch {
	case rec.Rules() == nil:
		_, err := rec.Parse() // says why
		return nil, err
	case rec.Status == match.Running || rec.Status == match.Open:
		return nil, refuse(say.ReviewEarly)
	}
	log, err := r.Matches.Read.Log(ctx, rec.ID)
	if err != nil {
		return nil, err
	}
	plies, err := learn.Plies(rec, log)
	if err != nil { // the rules have changed since: what can be played again is reviewed
		r.Log.Error("the past of a match ends early", "match", rec.ID, "err", err)
	}
	switch {
	case !learn.Reviewable(rec) || len(plies) == 0:
		return nil, refuse(say.ReviewNothing)
	case !learn.Open(rec, plies):
		return nil, refuse(say.ReviewClosed)
	}
	return plies, nil
}

// later answers with a sentence at once and puts what has been thought out in its place when it is there. Begin begins to think; an error of it is the answer.
func later(ctx context.Context, r *router.Request, wait games.Sentence, begin func(done func(discord.Message)) error) (discord.Reply, error) {
	var first error
	answered := make(chan struct{})
	err := begin(func(m discord.Message) {
		<-answered
		ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Ctx), discord.CallWithin)
		defer cancel()
		m.Private = true
		err := r.Answer.Revise(ctx, m)
		if f, _ := discord.Classify(err); err != nil && (first != nil || f != discord.MessageGone) { // gone: they have dismissed it
			r.Log.Info("what somebody has asked for came too late", "cause", r.Ix.ID, "err", discord.Redact(err))
			router.AnswerElsewise(ctx, r, m)
		}
	})
	if errors.Is(err, think.ErrBusy) {
		err = router.Refuse(r.In.Speak(say.ReviewBusy))
	}
	if err != nil {
		return discord.Reply{}, err
	}
	defer close(answered)
	if first = r.Answer.Send(ctx, router.ReplyPrivate(r, discord.TextMessage(r.In.Speak(wait)))); first != nil {
		r.Log.Info("an answer could not be given", "cause", r.Ix.ID, "err", discord.Redact(first))
	}
	return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
}
