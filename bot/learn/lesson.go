package learn

import (
	"context"

	"paddock/bot/answer"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/lesson"
)

func (f *Feature) lessonCommand() *request.Command {
	return &request.Command{
		Name: "learn", Help: "Learn a game on a few boards, for you alone", Where: request.Everywhere, Run: f.learnGame,
		Cost: request.CostBoard,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(request.OptGame, "Which game", false, a.GameNames()...)}
		},
	}
}

// learnGame handles `/learn`: the first lesson of a game. Without an option it asks for a game.
func (f *Feature) learnGame(ctx context.Context, r *request.Request) (request.Reply, error) {
	id := games.ID(r.Text(request.OptGame))
	if id == "" {
		return request.ReplyPrivate(r, lessonGames(r.In, f.Games)), nil
	}
	return f.lessonAt(ctx, r, id, 1, choose.Choice{})
}

// lessonBoard handles a button that leads to a lesson, or to the choice of a game.
func (f *Feature) lessonBoard(ctx context.Context, r *request.Request) (request.Reply, error) {
	if r.Target.Text == "" {
		return request.ReplyPrivate(r, lessonGames(r.In, f.Games)), nil
	}
	id, no, _, err := parseLesson(r.Target.Text)
	if err != nil {
		return request.Reply{}, err
	}
	if isPuzzle(id) {
		p, err := f.puzzleAt(ctx, r, id, no)
		if err != nil {
			return request.Reply{}, err
		}
		return request.ReplyPrivate(r, puzzleMessage(f.Show, r.In, p, choose.Choice{}, f.Likes(ctx, r))), nil
	}
	return f.lessonAt(ctx, r, id, no, choose.Choice{})
}

// lessonAt answers with lesson no of a game. The first steps of a move may already be chosen.
func (f *Feature) lessonAt(ctx context.Context, r *request.Request, id games.ID, no int,
	c choose.Choice,
) (request.Reply, error) {
	g, err := f.gameWithLessons(r, id)
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, lessonMessage(f.Show, r.In, lessonPlace{Game: g, No: no}, c, f.Likes(ctx, r), "")),
		nil
}

// gameWithLessons returns a game; it refuses a game without lessons.
func (f *Feature) gameWithLessons(r *request.Request, id games.ID) (*games.Game, error) {
	g, ok := f.Matches.Read.Game(id)
	if !ok {
		return nil, component.ErrID
	}
	if len(lesson.Of(id)) == 0 {
		return nil, request.Refuse(r.In.Say(sayLessonNone, g.Name))
	}
	return g, nil
}

// lessonOf returns the lesson that a component's id names: the game and the lesson's number. Rest
// is the text of the id after them.
func (f *Feature) lessonOf(r *request.Request) (g *games.Game, no int, rest string, err error) {
	id, no, rest, err := parseLesson(r.Target.Text)
	if err != nil {
		return nil, 0, "", err
	}
	if g, err = f.gameWithLessons(r, id); err == nil && no > len(lesson.Of(id)) {
		err = component.ErrID
	}
	return g, no, rest, err
}

// judgeMove answers whether a move solves a lesson. An illegal move is refused as in a match.
func (f *Feature) judgeMove(ctx context.Context, r *request.Request, g *games.Game, no int,
	move string,
) (request.Reply, error) {
	a, err := lesson.Of(g.ID)[no-1].Try(g, move)
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, lessonAnswered(f.Show, r.In, lessonPlace{Game: g, No: no}, a, f.Likes(ctx, r))), nil
}

// isPuzzle reports whether a text of a component names a puzzle where lessons have their game.
func isPuzzle(id games.ID) bool { return id == dayPuzzle || id == stockPuzzle }

// inLesson returns the handler of a control by which a person chooses a move in a lesson or a
// puzzle.
func (f *Feature) inLesson(control func(answer.Steps, context.Context,
	*request.Request) (request.Reply, error),
) request.Handler {
	return func(ctx context.Context, r *request.Request) (request.Reply, error) {
		if id, day, rest, err := parseLesson(r.Target.Text); err == nil && isPuzzle(id) {
			p, err := f.puzzleAt(ctx, r, id, day)
			if err != nil {
				return request.Reply{}, err
			}
			r.Target.Text = rest
			return control(f.inPuzzle(p), ctx, r)
		}
		g, no, rest, err := f.lessonOf(r)
		if err != nil {
			return request.Reply{}, err
		}
		r.Target.Text = rest
		return control(answer.Steps{
			Play: func(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
				return f.judgeMove(ctx, r, g, no, move)
			},
			Show: func(ctx context.Context, r *request.Request, half func(*games.View) string,
				page int,
			) (request.Reply, error) {
				l := lesson.Of(g.ID)[no-1]
				at, err := l.Start(g)
				if err != nil {
					return request.Reply{}, err
				}
				path := half(at.View(l.Seat))
				return f.lessonAt(ctx, r, g.ID, no, choose.Choice{Half: path, Page: page, Open: path != ""})
			},
		}, ctx, r)
	}
}

// lessonClose handles the button that deletes the message of a lesson.
func lessonClose(_ context.Context, r *request.Request) (request.Reply, error) {
	if !r.OnPrivate() {
		return request.Reply{}, component.ErrID
	}
	return request.Reply{Kind: discord.ReplyDelete}, nil
}
