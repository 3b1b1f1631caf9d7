package activity

import (
	"context"
	"net/http"

	"paddock/bot/answer"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/match"
)

// reviewer makes reviews. It returns false if one takes longer than ctx lasts; then the page asks again.
type reviewer interface {
	ReviewFor(ctx context.Context, in lang.Language, u match.UserID, rec match.Match) (answer.Review, bool, error)
}

// reviewView is a review as a page gets it; without Says it is not ready.
type reviewView struct {
	Says  []string   `json:"says,omitempty"`
	Curve []float64  `json:"curve,omitempty"`
	Turns []turnView `json:"turns,omitempty"`
}

type turnView struct {
	Says string `json:"says"`
	Step int    `json:"step"`
}

// reviews reports whether a match can perhaps be reviewed. Whether a game's secrets were shown is found out when somebody asks.
func (f *Feature) reviews(rec match.Match) bool {
	return f.exercises != nil && rec.Status == match.Over && rec.Rules().Reviews && rec.Moves > 0
}

// serveReview answers with the review of a match (P152).
func (f *Feature) serveReview(w http.ResponseWriter, r *http.Request, a asker) {
	rec, err := f.find(r, a)
	if err != nil {
		f.fail(w, a, err)
		return
	}
	f.answerReview(w, r, a, rec)
}

// serveLinkReview answers with the review of a match for the reader of a link (P158). All readers of the link share an allowance.
func (f *Feature) serveLinkReview(w http.ResponseWriter, r *http.Request, rec match.Match, a asker) {
	if err := f.within.Spend(a.In, f.Now(), "", match.GuildID("link "+rec.ID), request.CostReplay); err != nil {
		f.refuse(w, http.StatusTooManyRequests, request.Explanation(err))
		return
	}
	if !f.reviews(rec) {
		f.refuse(w, http.StatusNotFound, in(a.In, sayNoMatch))
		return
	}
	f.answerReview(w, r, a, rec)
}

func (f *Feature) answerReview(w http.ResponseWriter, r *http.Request, a asker, rec match.Match) {
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin/2)
	defer cancel()
	made, ready, err := f.exercises.ReviewFor(ctx, a.In, a.User, rec)
	if err != nil {
		f.fail(w, a, err)
		return
	}
	v := reviewView{Curve: made.Course}
	for _, line := range made.Says {
		v.Says = append(v.Says, plain(line))
	}
	for _, t := range made.Turns {
		v.Turns = append(v.Turns, turnView{plain(t.Says), t.Board})
	}
	if !ready {
		v = reviewView{}
	}
	writeJSON(w, http.StatusOK, v)
}
