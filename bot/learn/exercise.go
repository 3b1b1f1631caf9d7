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

// Parts of the id of a puzzle that has been answered.
const (
	exerciseAnswer = ".answer" // at the end of the id: the puzzle is shown with its answer
	exerciseWhy    = ".why."   // the puzzle is explained by the line of moves that follows
)

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
	id, line, why := strings.Cut(id, exerciseWhy)
	id, shown := strings.CutSuffix(id, exerciseAnswer)
	if p, ok, err := f.puzzleWith(ctx, l, id, f.puzzleNow); ok || err != nil {
		if err != nil {
			return answer.Exercise{}, err
		}
		switch {
		case why && p.mayReveal():
			return f.whyExercise(in, p, line)
		case shown && p.mayReveal():
			return f.solved(ctx, in, l, p)
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
	if p, ok, err := f.puzzleWith(ctx, l, id, f.storedPuzzle); ok || err != nil {
		if err != nil {
			return answer.Exercise{}, err
		}
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
	e.Before, e.At, e.Moves, e.By, e.Done, e.Says = a.At, a.Next, a.Moves, e.Seat, true,
		[]string{in.Say(sayLessonRight, moved, in.Speak(a.Say))}
	return e, nil
}

// lessonWith returns the lesson with an id. It also accepts the place after the last lesson.
func (f *Feature) lessonWith(id string) (lessonPlace, error) {
	game, number, _ := strings.Cut(id, ".")
	no, _ := strconv.Atoi(number) // the day is 0 if the text is no number
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
	// the button comes first, so that it is at the same place on every board
	e.Ways = append(e.Ways, answer.ExerciseWay{
		ID:    lessonPlace{p.Game, p.No + 1}.exercise(),
		Label: in.Speak(say.LabelNext), Next: true,
	})
	if p.No > 1 {
		e.Ways = append(e.Ways,
			answer.ExerciseWay{ID: lessonPlace{p.Game, p.No - 1}.exercise(), Label: in.Speak(sayLabelBefore)})
	}
	return e
}

// ended returns the exercise after the last lesson of a game.
func (p lessonPlace) ended(in lang.Language) answer.Exercise {
	return answer.Exercise{
		ID: p.exercise(), Title: in.Say(sayLabelLesson, p.Game.Name), Done: true,
		Says: []string{in.Say(sayLessonEnd, p.Game.Name), in.Say(sayLessonPlay, p.Game.Name)},
		Ways: []answer.ExerciseWay{
			{ID: exercisePuzzle, Label: in.Speak(sayLabelPuzzle), Next: true},
			{ID: lessonPlace{p.Game, p.No - 1}.exercise(), Label: in.Speak(sayLabelBefore)},
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

// storedPuzzle returns the puzzle of today if it is stored already.
func (f *Feature) storedPuzzle(ctx context.Context, l answer.Learner) (match.DayPuzzle, error) {
	p, err := f.solvable(ctx, l.Place.Guild, match.DayOf(f.Now()))
	if errors.Is(err, errNoPuzzle) {
		err = &games.Refusal{Say: sayPuzzleOld}
	}
	return p, err
}

// exercise returns the id of a puzzle as an exercise.
func (p placedPuzzle) exercise() string {
	if p.kind == stockPuzzle {
		return string(stockPuzzle) + "." + strconv.Itoa(int(p.Day))
	}
	return exercisePuzzle
}

// puzzleWith returns the puzzle with the id of an exercise: that of today, or one of the stock. It
// returns false if there is none, or if its day is still to come.
func (f *Feature) puzzleWith(ctx context.Context, l answer.Learner, id string,
	today func(context.Context, answer.Learner) (match.DayPuzzle, error),
) (placedPuzzle, bool, error) {
	if id == exercisePuzzle {
		p, err := today(ctx, l)
		if err != nil {
			return placedPuzzle{}, false, err
		}
		u, err := f.People.User(ctx, l.User)
		return f.placed(p, dayPuzzle, u.Puzzles[l.Place.Guild]), true, err
	}
	number, ok := strings.CutPrefix(id, string(stockPuzzle)+".")
	day, err := strconv.Atoi(number)
	if !ok || err != nil || day < 1 || match.Day(day) > match.DayOf(f.Now()) {
		return placedPuzzle{}, false, nil
	}
	return f.placed(f.keptPuzzle(match.Day(day)), stockPuzzle, match.PuzzleRun{}), true, nil
}

// puzzleExercise returns a puzzle that is to be answered. The page shows it from the reader's side.
func puzzleExercise(in lang.Language, all []*games.Game, p placedPuzzle) (answer.Exercise, error) {
	at, seat := position(all, p.DayPuzzle)
	if at == nil {
		return answer.Exercise{}, match.Unknown()
	}
	e := answer.Exercise{ID: p.exercise(), Title: p.head(in, at.Game), At: at, Seat: seat, Says: p.note(in)}
	if p.Played {
		e.Says = append(e.Says, in.Speak(sayPuzzleFrom))
	}
	e.Says = append(e.Says, in.Say(board.SayGoal, in.Text(at.Game.Goal)), puzzleAsk(in, at, seat, p.DayPuzzle))
	if p.mayReveal() {
		e.Ways = []answer.ExerciseWay{{ID: e.ID + exerciseAnswer, Label: in.Speak(sayLabelAnswer)}, p.onwardTo(in)}
	}
	return e, nil
}

// onwardTo returns the button that leads to another puzzle.
func (p placedPuzzle) onwardTo(in lang.Language) answer.ExerciseWay {
	next := placedPuzzle{DayPuzzle: match.DayPuzzle{Day: p.next}, kind: stockPuzzle}
	return answer.ExerciseWay{ID: next.exercise(), Label: in.Speak(sayLabelNextPuzzle), Next: true}
}

// tryPuzzle answers a puzzle. After a wrong answer it stays to be answered.
func (f *Feature) tryPuzzle(ctx context.Context, in lang.Language, l answer.Learner, p placedPuzzle,
	move string,
) (answer.Exercise, error) {
	p, err := f.answered(ctx, l.User, l.Place.Guild, p, move)
	if err != nil {
		return answer.Exercise{}, err
	}
	if p.made == p.Answer {
		e, err := f.solved(ctx, in, l, p)
		e.Says = slices.Concat([]string{in.Speak(sayPuzzleRight)}, e.Says, p.note(in))
		return e, err
	}
	e, err := puzzleExercise(in, f.Games, p)
	if err == nil {
		said, _ := f.explained(ctx, in, l, p, p.made)
		e.Says = slices.Concat(said, p.note(in), e.Says[len(e.Says)-1:])
	}
	return e, err
}

// solved returns a puzzle after its answer: the board, why it is right, and where more of them are.
func (f *Feature) solved(ctx context.Context, in lang.Language, l answer.Learner,
	p placedPuzzle,
) (answer.Exercise, error) {
	e, err := puzzleExercise(in, f.Games, p)
	if err != nil {
		return e, err
	}
	best, err := e.At.Play(e.Seat, p.Answer)
	if err != nil {
		return e, err
	}
	said, line := f.explained(ctx, in, l, p, p.Answer)
	e.Before, e.At, e.Moves, e.By, e.Done, e.Says = e.At, best.Next, slices.Clone(best.Moves), e.Seat, true, said
	e.Ways = []answer.ExerciseWay{p.onwardTo(in)}
	if line != "" {
		e.Ways = append(e.Ways, answer.ExerciseWay{ID: p.exercise() + exerciseWhy + line, Label: in.Speak(sayLabelWhy)})
	}
	if len(lesson.Of(e.At.Game.ID)) > 0 { // members who want to learn the game continue with that
		e.Ways = append(e.Ways, answer.ExerciseWay{
			ID: lessonPlace{e.At.Game, 1}.exercise(), Label: in.Say(sayLabelLesson, e.At.Game.Name),
		})
	}
	return e, nil
}

// whyExercise returns the explanation of a puzzle by a line of its best moves, with all boards of it.
func (f *Feature) whyExercise(in lang.Language, p placedPuzzle, line string) (answer.Exercise, error) {
	e, err := retrace(f.Games, p.DayPuzzle, line)
	if err != nil {
		return answer.Exercise{}, match.Unknown()
	}
	best := e.lines[0]
	boards := []answer.Exercise{{At: e.at, Seat: e.seat}}
	for i, ply := range best.plies {
		boards = append(boards, answer.Exercise{
			Before: best.boards[i], At: best.boards[i+1], Seat: e.seat, Moves: strings.Fields(ply.Move), By: ply.Seat,
		})
	}
	out := boards[len(best.plies)]
	out.ID, out.Title = p.exercise()+exerciseWhy+line, p.head(in, e.at.Game)
	out.Says = append([]string{in.Speak(say.AfterMoves(len(best.plies), 0))}, e.says(in)...)
	out.Past, out.Done, out.Ways = boards[:len(best.plies)], true, []answer.ExerciseWay{p.onwardTo(in)}
	return out, nil
}

// explainedWithin is how long the answer to a puzzle on a page waits for its explanation.
const explainedWithin = 15 * time.Second

// explained says whether a move of a puzzle is right, and why. Line is the text of the move and the best
// moves after it. If the search does not end in time, explained says only whether the move is right, and
// line is empty.
func (f *Feature) explained(ctx context.Context, in lang.Language, l answer.Learner, p placedPuzzle,
	move string,
) (said []string, line string) {
	e, err := explain(f.Games, p.DayPuzzle, move)
	if err != nil {
		return nil, ""
	}
	verdict := e.says(in)
	found := make(chan struct{})
	if f.coach.Search(l.Place.Guild, l.User, e.step, func() { close(found) }) != nil {
		return verdict, ""
	}
	ctx, cancel := context.WithTimeout(ctx, explainedWithin)
	defer cancel()
	select {
	case <-found:
		return e.says(in), e.lines[0].text()
	case <-ctx.Done():
		return verdict, ""
	}
}
