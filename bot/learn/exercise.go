package learn

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/say"
	"paddock/bot/think"
	"paddock/games"
	"paddock/games/lesson"
	"paddock/games/match"
)

// An exercise is a lesson or a puzzle on a page. The id of a lesson is its game and its number, such
// as kalah.2, and that of a puzzle for practice has its day, such as stock.20000.

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
		return puzzleExercise(in, f.Games, ofToday(p))
	}
	if p, ok := f.practice(id); ok {
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
		p, err := f.solvable(ctx, l.Place.Guild, match.DayOf(f.Now()))
		if errors.Is(err, errNoPuzzle) {
			err = &games.Refusal{Say: sayPuzzleOld}
		}
		if err != nil {
			return answer.Exercise{}, err
		}
		return f.tryPuzzle(ctx, in, l, ofToday(p), move)
	}
	if p, ok := f.practice(id); ok {
		return f.tryPuzzle(ctx, in, l, p, move)
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

// exercise returns the id of a puzzle as an exercise.
func (p placedPuzzle) exercise() string {
	if p.kind == stockPuzzle {
		return string(stockPuzzle) + "." + strconv.Itoa(int(p.Day))
	}
	return exercisePuzzle
}

// practice returns the puzzle of the stock with the id of an exercise. It returns false if there is
// none, or if its day is still to come.
func (f *Feature) practice(id string) (placedPuzzle, bool) {
	number, ok := strings.CutPrefix(id, string(stockPuzzle)+".")
	day, err := strconv.Atoi(number)
	if !ok || err != nil || day < 1 || match.Day(day) > match.DayOf(f.Now()) {
		return placedPuzzle{}, false
	}
	return placedPuzzle{DayPuzzle: f.keptPuzzle(match.Day(day)), kind: stockPuzzle}, true
}

// puzzleExercise returns a puzzle before it is answered. The page shows it from the reader's side.
func puzzleExercise(in lang.Language, all []*games.Game, p placedPuzzle) (answer.Exercise, error) {
	at, seat := position(all, p.DayPuzzle)
	if at == nil {
		return answer.Exercise{}, match.Unknown()
	}
	says := []string{
		in.Say(board.SayGoal, in.Text(at.Game.Goal)),
		puzzleAsk(in, at, seat, p.DayPuzzle),
	}
	if p.Played {
		says = slices.Insert(says, 0, in.Speak(sayPuzzleFrom))
	}
	return answer.Exercise{ID: p.exercise(), Title: p.head(in, at.Game), Says: says, At: at, Seat: seat}, nil
}

// tryPuzzle answers a puzzle: whether the move is right, why, and where more of them are.
func (f *Feature) tryPuzzle(ctx context.Context, in lang.Language, l answer.Learner, p placedPuzzle,
	move string,
) (answer.Exercise, error) {
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
	made := strings.Join(tried.Moves, " ")
	var run match.PuzzleRun
	counts := false
	if p.kind == dayPuzzle {
		run, counts, err = f.answered(ctx, l.User, l.Place.Guild, p.DayPuzzle, made)
	}
	lines, right := solvedLines(in, p.DayPuzzle, made, run, counts)
	if p.kind == stockPuzzle {
		lines = lines[:1]
	}
	if right != "" {
		// a page covers nothing, so the answer comes at once
		lines = slices.Insert(lines, 1, right)
		lines[0] = in.Say(sayPuzzleMissed, "**"+discord.Escape(made)+"**")
	}
	e.Says = append(lines, f.reasons(ctx, in, l, e.At, e.Seat, p.Answer, made)...)
	e.Before, e.At, e.Moves, e.Done = e.At, best.Next, slices.Clone(best.Moves), true
	next := placedPuzzle{DayPuzzle: match.DayPuzzle{Day: f.earlier(p.DayPuzzle)}, kind: stockPuzzle}
	e.Ways = append(e.Ways, answer.ExerciseWay{ID: next.exercise(), Label: in.Speak(say.LabelNext), Next: true})
	if len(lesson.Of(e.At.Game.ID)) > 0 { // who wants to learn the game goes on there
		e.Ways = append(e.Ways, answer.ExerciseWay{
			ID: lessonPlace{e.At.Game, 1}.exercise(), Label: in.Say(sayLabelLesson, e.At.Game.Name),
		})
	}
	return e, err
}

// reasonsWithin is how long the answer to a puzzle on a page waits for its reasons.
const reasonsWithin = 15 * time.Second

// reasons says what the right move leads to, and the reader's move if it is another one. It says
// nothing if that is not found in time.
func (f *Feature) reasons(ctx context.Context, in lang.Language, l answer.Learner, at *games.Position,
	seat games.Seat, right, made string,
) (says []string) {
	moves := []string{right}
	if made != right {
		moves = append(moves, made)
	}
	e, err := explain(at, seat, moves...)
	if err != nil {
		return nil
	}
	found := make(chan struct{})
	if f.coach.Search(l.Place.Guild, l.User, e.step, func() { close(found) }) != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, reasonsWithin)
	defer cancel()
	select {
	case <-found:
	case <-ctx.Done():
		return nil
	}
	for i, line := range e.lines {
		goes := sayPuzzleGoesOn
		if i > 0 {
			goes = sayPuzzleInstead
		}
		if len(line.plies) > 1 {
			says = append(says, in.Say(goes, discord.Escape(board.LineWords(in, at.Game, line.plies))))
		}
	}
	return says
}
