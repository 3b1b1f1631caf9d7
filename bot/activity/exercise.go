package activity

import (
	"context"
	"net/http"
	"strings"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// Exercises are what people learn by: lessons, the puzzle of the day, reviews and hints.
type Exercises interface {
	Exercises(in lang.Language) []answer.ExerciseWay
	Exercise(ctx context.Context, in lang.Language, l answer.Learner, id string) (answer.Exercise, error)
	TryMove(ctx context.Context, in lang.Language, l answer.Learner, id, move, name string) (answer.Exercise, error)
	// ReviewFor makes a review. It returns false if the review is not ready when ctx ends; then the
	// page asks again.
	ReviewFor(ctx context.Context, in lang.Language, u match.UserID, rec match.Match) (answer.Review, bool, error)
	// HintFor finds a hint. The error is a *games.Refusal if a hint would be unfair, or if the hint
	// is not ready when ctx ends.
	HintFor(ctx context.Context, in lang.Language, server match.GuildID, u match.UserID,
		rec match.Match) (answer.Hint, error)
	// BestOn says which move is best on a board that is tried out, after a number of moves; onTheWay if these
	// are the match's own. It says nothing if that is not known when ctx ends.
	BestOn(ctx context.Context, in lang.Language, server match.GuildID, u match.UserID, rec match.Match,
		v *games.View, moves int, onTheWay bool) string
}

// Teach gives the pages the functions for lessons, puzzles, reviews and hints. It must be called
// before the first request.
func (f *Feature) Teach(e Exercises) { f.exercises = e }

// way is a button that leads to an exercise.
type way struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	Good  bool   `json:"good,omitempty"`
}

func ways(list []answer.ExerciseWay) (out []way) {
	for _, w := range list {
		out = append(out, way{w.ID, w.Label, w.Next})
	}
	return out
}

func (a asker) learner() answer.Learner {
	return answer.Learner{User: a.User, Place: match.Place{Guild: a.Guild, Channel: a.Channel}}
}

// exercise answers with an exercise, or with a half-chosen move on it.
func (f *Feature) exercise(r *http.Request, a asker) (any, error) {
	ctx, cancel := context.WithTimeout(r.Context(), answerWithin/2)
	defer cancel()
	half := r.FormValue("typed")
	if len(half) > mostText {
		half = ""
	}
	e, err := f.exercises.Exercise(ctx, a.In, a.learner(), r.PathValue("id"))
	if err != nil {
		return nil, err
	}
	return f.exerciseView(a, e, number(r.FormValue("step")), half, r.FormValue("have"))
}

// exerciseRules answers with the rules of an exercise's game.
func (f *Feature) exerciseRules(r *http.Request, a asker) (any, error) {
	e, err := f.exercises.Exercise(r.Context(), a.In, a.learner(), r.PathValue("id"))
	if err == nil && e.At == nil {
		err = match.Unknown()
	}
	if err != nil {
		return nil, err
	}
	return rulesOf(a, e.At.Game, nil), nil
}

// tryExercise answers with the exercise after a move, or after an action on an arrangement.
func (f *Feature) tryExercise(r *http.Request, a asker) (any, error) {
	var p posted
	err := body(r, &p)
	if err == nil && (p.Move == "") == (p.Name == "") || len(p.Move) > mostText {
		err = errBody
	}
	var e answer.Exercise
	ctx, id := context.WithoutCancel(r.Context()), r.PathValue("id")
	if err == nil && p.Name != "" {
		if e, err = f.exercises.Exercise(ctx, a.In, a.learner(), id); err == nil && e.At == nil {
			err = match.Unknown()
		}
		if err == nil {
			p.Move, err = e.At.View(e.Seat).Arrange(p.Name, p.Input, 0)
		}
	}
	if err == nil {
		e, err = f.exercises.TryMove(ctx, a.In, a.learner(), id, p.Move, strings.Join(p.Input, " "))
	}
	if err != nil {
		return nil, err
	}
	return f.exerciseView(a, e, -1, "", p.Have)
}

// exerciseView returns an exercise in the form of a match without a clock. If the exercise has several
// boards, step is the number of the one to show; a number below 0 stands for the last.
func (f *Feature) exerciseView(a asker, e answer.Exercise, step int, half, have string) (matchView, error) {
	v := matchView{
		ID: match.ID(e.ID), Title: plain(e.Title), Mark: strings.Join(e.Says, "/"), Mine: !e.Done,
		Go: ways(e.Ways),
	}
	// The heading of the page is one of e.Says: the last text, which is the task, until the exercise is
	// done; then the first text, which says whether the answer was right.
	line := 0
	if !e.Done {
		line = len(e.Says) - 1
	}
	for i, s := range e.Says {
		if i == line {
			v.Line = plain(s)
			continue
		}
		v.News = append(v.News, plain(s))
	}
	if e.At == nil {
		return v, nil
	}
	v.Game = e.At.Game.ID
	if last := len(e.Past); last > 0 {
		v.Head, v.Step, v.Steps = 1, last, last // a page with a head has the buttons that lead to other boards
		if step >= 0 && step < last {
			then := e.Past[step]
			v.Step, e.At, e.Before, e.Moves, e.By = step, then.At, then.Before, then.Moves, then.By
		}
	}
	view := e.At.View(e.Seat).In(a.In.Speak).Prefer(a.likes.Prefer)
	var before *games.View
	by := games.Spectator
	if e.Before != nil {
		before, by = e.Before.View(e.Seat).In(a.In.Speak).Prefer(a.likes.Prefer), e.By
	}
	shown := view
	if !e.Done {
		v.Half, shown = half, view.Choosing(half)
	}
	drawn := board.Liked(shown.Draw(nil, before, by, e.Moves), a.likes.Prefer)
	if err := v.draw(f, a, drawn, have); err != nil {
		return v, err
	}
	switch arr, arranges := view.Arrangement(); {
	case e.Done:
	case arranges:
		all := f.setup(a, view, arr)
		// an exercise asks for one move, so other actions are left out
		v.Setup = &setup{Pieces: all.Pieces, Actions: []setupAction{}}
	default:
		v.Choices = choices(a.In, view, view.Seat, drawn, half)
	}
	return v, nil
}
