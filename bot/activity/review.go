package activity

import (
	"context"
	"net/http"

	"paddock/bot/request"
	"paddock/games/match"
)

// reviewView is a review as a page gets it. If Says is empty, the review is not ready.
type reviewView struct {
	Says  []string   `json:"says,omitzero"`
	Curve string     `json:"curve,omitempty"` // the SVG of the course
	Turns []turnView `json:"turns,omitempty"`
}

// turnView is a mistake. Its picture is the board before it, with the move that was played and the
// better one.
type turnView struct {
	Says    string  `json:"says"`
	Step    int     `json:"step"`   // the number of moves before it
	Better  string  `json:"better"` // the better move
	Caption string  `json:"caption,omitempty"`
	Picture picture `json:"picture"`
}

// reviews reports whether a match can perhaps be reviewed. Whether a game's secrets were shown is
// found out when somebody asks.
func (f *Feature) reviews(rec match.Match) bool {
	return f.exercises != nil && rec.Status == match.Over && rec.Rules().Reviews && rec.Moves > 0
}

// review answers with the review of a match (P152).
func (f *Feature) review(r *http.Request, a asker, rec match.Match) (any, error) {
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin/2)
	defer cancel()
	made, ready, err := f.exercises.ReviewFor(ctx, a.In, a.User, rec)
	if err != nil || !ready {
		return struct{}{}, err // the page asks again
	}
	v := reviewView{Says: []string{}}
	var steps []int
	for _, line := range made.Says {
		v.Says = append(v.Says, plain(line))
	}
	for _, t := range made.Turns {
		steps = append(steps, t.Step)
		t.Drawn.Told = true
		svg, err := a.svg(t.Drawn)
		if err != nil {
			return nil, err
		}
		shown := f.drawn.picture(a.User, withoutWords(svg), "")
		v.Turns = append(v.Turns, turnView{plain(t.Says), t.Step, t.Better, t.Drawn.Caption, shown})
	}
	v.Curve = course(a, rec, made.Course, steps...)
	return v, nil
}

// linkReview answers with the review of a match for the reader of a link (P158). All readers of the
// link share an allowance.
func (f *Feature) linkReview(r *http.Request, a asker, rec match.Match) (any, error) {
	if err := f.within.Spend(a.In, f.Now(), "", match.GuildID("link "+rec.ID), request.CostReplay); err != nil {
		return nil, err
	}
	if !f.reviews(rec) {
		return nil, match.Unknown()
	}
	return f.review(r, a, rec)
}
