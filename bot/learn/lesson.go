package learn

import (
	"context"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/lesson"
)

func (f *Feature) lessonCommand() *request.Command {
	return &request.Command{
		Name: "learn", Help: "Learn a game on a few boards, for you alone", Where: request.Everywhere, Run: f.learnGame, Cost: request.CostBoard,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Choice(request.OptGame, "Which game", false, a.GameNames()...)}
		},
	}
}

// learnGame handles `/learn`: the first lesson of a game. Without an option it takes the game last played in the channel, or asks for a game.
func (f *Feature) learnGame(ctx context.Context, r *request.Request) (discord.Reply, error) {
	id := games.ID(r.Text(request.OptGame))
	if id == "" && !r.UserInstall {
		if rec, err := f.Matches.Read.Latest(ctx, r.Channel, ""); err == nil {
			id = rec.Game
		}
	}
	if id == "" {
		return request.ReplyPrivate(r, lessonGames(r.In, f.Games)), nil
	}
	return f.lessonAt(ctx, r, id, 1, board.Choice{})
}

// lessonBoard handles a button that leads to a lesson, or to the choice of a game.
func (f *Feature) lessonBoard(ctx context.Context, r *request.Request) (discord.Reply, error) {
	if r.Target.Text == "" {
		return request.ReplyPrivate(r, lessonGames(r.In, f.Games)), nil
	}
	id, no, _, err := parseLesson(r.Target.Text)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.lessonAt(ctx, r, id, no, board.Choice{})
}

// lessonAt answers with lesson no of a game. The first steps of a move may already be chosen.
func (f *Feature) lessonAt(ctx context.Context, r *request.Request, id games.ID, no int, c board.Choice) (discord.Reply, error) {
	g, err := f.gameWithLessons(r, id)
	if err != nil {
		return discord.Reply{}, err
	}
	return request.ReplyPrivate(r, lessonMessage(f.Show, r.In, lessonPlace{Game: g, No: no}, c, f.Likes(ctx, r), "")), nil
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

// lessonOf returns the lesson of a component, and the rest of its text.
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

// lessonMove handles a button with a whole move.
func (f *Feature) lessonMove(ctx context.Context, r *request.Request) (discord.Reply, error) {
	g, no, move, err := f.lessonOf(r)
	if err != nil {
		return discord.Reply{}, err
	}
	return f.judgeMove(ctx, r, g, no, move)
}

// judgeMove answers whether a move solves a lesson. An illegal move is refused as in a match.
func (f *Feature) judgeMove(ctx context.Context, r *request.Request, g *games.Game, no int, move string) (discord.Reply, error) {
	a, err := lesson.Of(g.ID)[no-1].Try(g, move)
	if err != nil {
		return discord.Reply{}, err
	}
	return request.ReplyPrivate(r, lessonAnswered(f.Show, r.In, lessonPlace{Game: g, No: no}, a, f.Likes(ctx, r))), nil
}

// lessonMenu handles a menu with whole moves or with the next step of a move.
func (f *Feature) lessonMenu(ctx context.Context, r *request.Request) (discord.Reply, error) {
	g, no, _, err := f.lessonOf(r)
	if err != nil {
		return discord.Reply{}, err
	}
	move, whole, err := board.Chosen(r.Values)
	if err != nil {
		return discord.Reply{}, err
	}
	if whole {
		return f.judgeMove(ctx, r, g, no, move)
	}
	return f.lessonAt(ctx, r, g.ID, no, board.Choice{Half: move, Open: move != ""})
}

// lessonOpen handles a button that shows another page of a menu.
func (f *Feature) lessonOpen(ctx context.Context, r *request.Request) (discord.Reply, error) {
	g, no, rest, err := f.lessonOf(r)
	if err != nil {
		return discord.Reply{}, err
	}
	page, half := board.ParsePage(rest)
	return f.lessonAt(ctx, r, g.ID, no, board.Choice{Half: half, Page: page, Open: half != ""})
}

// lessonBack handles a button that takes back one step of a move.
func (f *Feature) lessonBack(ctx context.Context, r *request.Request) (discord.Reply, error) {
	g, no, rest, err := f.lessonOf(r)
	if err != nil {
		return discord.Reply{}, err
	}
	b := lesson.Of(g.ID)[no-1]
	at, err := b.Start(g)
	if err != nil {
		return discord.Reply{}, err
	}
	half := board.StepBack(at.View(b.Seat), rest)
	return f.lessonAt(ctx, r, g.ID, no, board.Choice{Half: half, Open: half != ""})
}

// lessonClose handles the button that deletes the message of a lesson.
func lessonClose(_ context.Context, r *request.Request) (discord.Reply, error) {
	if !r.OnPrivate() {
		return discord.Reply{}, component.ErrID
	}
	return discord.Reply{Kind: discord.ReplyDelete}, nil
}
