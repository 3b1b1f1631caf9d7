package learn

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"paddock/bot/answer"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
)

// An exercise is a lesson or the puzzle of the day on a page. The id of a lesson is its game and
// its number, such as kalah.2.

const exercisePuzzle = "puzzle"

func (p lessonPlace) exercise() string { return string(p.Game.ID) + "." + strconv.Itoa(p.No) }

// Exercises lists the starting points of learners: the puzzle of the day and the first lesson of
// each game.
func (f *Feature) Exercises(in lang.Language) []answer.ExerciseWay {
	list := []answer.ExerciseWay{{ID: exercisePuzzle, Label: in.Speak(sayLabelPuzzle)}}
	for _, g := range f.Games {
		if len(lesson.Of(g.ID)) > 0 {
			list = append(list,
				answer.ExerciseWay{ID: lessonPlace{g, 1}.exercise(), Label: in.Say(sayLabelLesson, g.Name)})
		}
	}
	return list
}

// Exercise returns an exercise. It returns match.ErrUnknown if there is none with this id.
func (f *Feature) Exercise(ctx context.Context, in lang.Language, l answer.Learner,
	id string,
) (answer.Exercise, error) {
	if id == exercisePuzzle {
		p, err := f.puzzleNow(ctx, l)
		if err != nil {
			return answer.Exercise{}, err
		}
		return puzzleExercise(in, f.Games, p)
	}
	p, err := f.lessonWith(id)
	if err != nil {
		return answer.Exercise{}, err
	}
	b, ok := p.board()
	if !ok {
		return p.ended(in), nil
	}
	at, err := b.Start(p.Game)
	e := p.begun(in, b)
	e.At, e.Says = at, []string{in.Speak(b.Idea), "**" + in.Speak(b.Ask) + "**"}
	return e, err
}

// TryMove judges a move, and returns the exercise after it. Name is the move's name in the answer;
// if it is empty, the notation is used. The error is a *games.Refusal if the move is not legal.
func (f *Feature) TryMove(ctx context.Context, in lang.Language, l answer.Learner,
	id, move, name string,
) (answer.Exercise, error) {
	if id == exercisePuzzle {
		return f.tryPuzzle(ctx, in, l, move)
	}
	p, err := f.lessonWith(id)
	if err != nil {
		return answer.Exercise{}, err
	}
	b, ok := p.board()
	if !ok {
		return answer.Exercise{}, match.Unknown()
	}
	a, err := b.Try(p.Game, move)
	if err != nil {
		return answer.Exercise{}, err
	}
	e := p.begun(in, b)
	if name == "" {
		name = strings.Join(a.Moves, " ")
	}
	moved := "**" + discord.Escape(name) + "**"
	if !a.Right {
		e.At, e.Says = a.At, []string{in.Say(sayLessonWrong, moved, in.Speak(a.Say)), "**" + in.Speak(b.Ask) + "**"}
		return e, nil
	}
	e.Before, e.At, e.Moves, e.Done, e.Says = a.At, a.Next, a.Moves, true,
		[]string{in.Say(sayLessonRight, moved, in.Speak(a.Say))}
	return e, nil
}

// lessonWith returns the lesson with an id. It also accepts the place after the last lesson.
func (f *Feature) lessonWith(id string) (lessonPlace, error) {
	game, number, _ := strings.Cut(id, ".")
	no, _ := strconv.Atoi(number) // 0 if it is no number
	g, ok := f.Matches.Read.Game(games.ID(game))
	if !ok || no < 1 || no > len(lesson.Of(g.ID))+1 || len(lesson.Of(g.ID)) == 0 {
		return lessonPlace{}, match.Unknown()
	}
	return lessonPlace{g, no}, nil
}

// begun returns the frame of a lesson: its title and the buttons to the lessons before and after it.
// The caller adds the board and what is said about it.
func (p lessonPlace) begun(in lang.Language, b lesson.Board) answer.Exercise {
	e := answer.Exercise{ID: p.exercise(), Title: p.head(in), Seat: b.Seat}
	e.Ways = append(e.Ways, answer.ExerciseWay{ // first, so that it is at the same place on every board
		ID:    lessonPlace{p.Game, p.No + 1}.exercise(),
		Label: in.Speak(say.LabelNext), Next: true,
	})
	if p.No > 1 {
		e.Ways = append(e.Ways,
			answer.ExerciseWay{ID: lessonPlace{p.Game, p.No - 1}.exercise(), Label: in.Speak(say.LabelBack)})
	}
	return e
}

// ended returns the exercise after the last lesson of a game.
func (p lessonPlace) ended(in lang.Language) answer.Exercise {
	return answer.Exercise{
		ID: p.exercise(), Title: in.Say(sayLabelLesson, p.Game.Name), Done: true,
		Says: []string{in.Say(sayLessonEnd, p.Game.Name)},
		Ways: []answer.ExerciseWay{
			{ID: exercisePuzzle, Label: in.Speak(sayLabelPuzzle), Next: true},
			{ID: lessonPlace{p.Game, p.No - 1}.exercise(), Label: in.Speak(say.LabelBack)},
		},
	}
}

// puzzleNow returns the puzzle of today, and waits for a search.
func (f *Feature) puzzleNow(ctx context.Context, l answer.Learner) (match.DayPuzzle, error) {
	day := match.DayOf(f.Now())
	p, s, err := f.puzzleToday(ctx, l.Place, day)
	if err != nil || s == nil {
		return p, err
	}
	found := make(chan match.DayPuzzle, 1)
	err = f.coach.Search(l.Place.Guild, l.User, s.step, func() { found <- f.foundPuzzle(ctx, l.Place.Guild, day, s) })
	if errors.Is(err, think.ErrBusy) {
		err = &games.Refusal{Say: sayReviewBusy}
	}
	if err != nil {
		return p, err
	}
	select {
	case p = <-found:
		return p, nil
	case <-ctx.Done(): // the search continues, and the next request finds its stored puzzle
		return p, &games.Refusal{Say: sayReviewBusy}
	}
}

// puzzleExercise returns a puzzle before it is answered.
func puzzleExercise(in lang.Language, all []*games.Game, p match.DayPuzzle) (answer.Exercise, error) {
	at, seat := position(all, p)
	if at == nil {
		return answer.Exercise{}, match.Unknown()
	}
	says := []string{puzzleAsk(in, at, seat, p)}
	if p.Played {
		says = append(says, in.Speak(sayPuzzleFrom))
	}
	return answer.Exercise{
		ID: exercisePuzzle, Title: in.Say(sayPuzzleHead, at.Game.Name), Says: says, At: at,
		Seat: seat,
	}, nil
}

func (f *Feature) tryPuzzle(ctx context.Context, in lang.Language, l answer.Learner,
	move string,
) (answer.Exercise, error) {
	p, err := f.solvable(ctx, l.Place.Guild, match.DayOf(f.Now()))
	if errors.Is(err, errNoPuzzle) {
		err = &games.Refusal{Say: sayPuzzleOld}
	}
	if err != nil {
		return answer.Exercise{}, err
	}
	e, err := puzzleExercise(in, f.Games, p)
	if err != nil {
		return e, err
	}
	tried, err := e.At.Play(e.Seat, move)
	if err != nil {
		return e, err
	}
	best, err := e.At.Play(e.Seat, p.Answer)
	if err != nil {
		return e, err
	}
	run, counts, err := f.answered(ctx, l.User, l.Place.Guild, p, strings.Join(tried.Moves, " "))
	lines, right := solvedLines(in, p, strings.Join(tried.Moves, " "), run, counts)
	if right != "" {
		// a page covers nothing, so the answer comes at once
		lines = slices.Insert(lines, 1, right)
		lines[0] = in.Say(sayPuzzleMissed, "**"+discord.Escape(strings.Join(tried.Moves, " "))+"**")
	}
	e.Says = lines
	e.Before, e.At, e.Moves, e.Done = e.At, best.Next, slices.Clone(best.Moves), true
	if len(lesson.Of(e.At.Game.ID)) > 0 { // who wants more goes on there
		e.Ways = append(e.Ways, answer.ExerciseWay{
			ID: lessonPlace{e.At.Game, 1}.exercise(), Label: in.Say(sayLabelLesson, e.At.Game.Name), Next: true,
		})
	}
	return e, err
}
