package learn

import (
	"context"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	showlesson "paddock/bot/show/lesson"
	"paddock/games"
	"paddock/games/lesson"
)

// LessonCommand is `/learn`.
var LessonCommand = &router.Command{
	Name: "learn", Help: "Learn a game on a few boards, for you alone", Where: router.Everywhere, Run: learnGame, Cost: router.CostBoard,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		return []*router.Option{a.Choice(router.OptGame, "Which game", false, a.GameNames()...)}
	},
}

// learnGame is `/learn`: the first board of a game's lessons; without a game those of what is played in the channel, or the games to choose from.
func learnGame(ctx context.Context, r *router.Request) (discord.Reply, error) {
	id := games.ID(r.Text(router.OptGame))
	if id == "" && !r.UserInstall {
		if rec, err := r.Matches.Read.Latest(ctx, r.Channel, ""); err == nil {
			id = rec.Game
		}
	}
	if id == "" {
		return router.ReplyPrivate(r, showlesson.Games(r.In, r.Games)), nil
	}
	return lessonAt(ctx, r, id, 1, show.Choice{})
}

// lessonBoard is the board that a button leads to.
func lessonBoard(ctx context.Context, r *router.Request) (discord.Reply, error) {
	if r.Target.Text == "" {
		return router.ReplyPrivate(r, showlesson.Games(r.In, r.Games)), nil
	}
	id, no, _, err := showlesson.ParseText(r.Target.Text)
	if err != nil {
		return discord.Reply{}, err
	}
	return lessonAt(ctx, r, id, no, show.Choice{})
}

// lessonAt shows a board, of whose move something may have been chosen.
func lessonAt(ctx context.Context, r *router.Request, id games.ID, no int, c show.Choice) (discord.Reply, error) {
	g, err := taught(r, id)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, showlesson.Board(r.Show, r.In, showlesson.Place{Game: g, No: no}, c, router.Likes(ctx, r), "")), nil
}

// taught is a game that has lessons.
func taught(r *router.Request, id games.ID) (*games.Game, error) {
	g, ok := r.Matches.Read.Game(id)
	if !ok {
		return nil, show.ErrID
	}
	if len(lesson.Of(id)) == 0 {
		return nil, router.Refuse(r.In.Say(say.LessonNone, g.Name))
	}
	return g, nil
}

// onLesson is the board on which something was pressed, and what beside the board the component says.
func onLesson(r *router.Request) (g *games.Game, no int, rest string, err error) {
	id, no, rest, err := showlesson.ParseText(r.Target.Text)
	if err != nil {
		return nil, 0, "", err
	}
	if g, err = taught(r, id); err == nil && no > len(lesson.Of(id)) {
		err = show.ErrID
	}
	return g, no, rest, err
}

// lessonMove judges the move of a button.
func lessonMove(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g, no, move, err := onLesson(r)
	if err != nil {
		return discord.Reply{}, err
	}
	return judged(ctx, r, g, no, move)
}

// judged shows what a move has come to; one that is not legal is refused as it would be in a match.
func judged(ctx context.Context, r *router.Request, g *games.Game, no int, move string) (discord.Reply, error) {
	a, err := lesson.Of(g.ID)[no-1].Try(g, move)
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, showlesson.Answered(r.Show, r.In, showlesson.Place{Game: g, No: no}, a, router.Likes(ctx, r))), nil
}

// lessonMenu goes on from a menu, by a whole move or to the next step of one.
func lessonMenu(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g, no, _, err := onLesson(r)
	if err == nil && len(r.Values) != 1 {
		err = show.ErrID
	}
	if err != nil {
		return discord.Reply{}, err
	}
	if move, whole := strings.CutPrefix(r.Values[0], show.WholeMove); whole {
		return judged(ctx, r, g, no, move)
	}
	half := strings.TrimPrefix(r.Values[0], show.HalfMove)
	return lessonAt(ctx, r, g.ID, no, show.Choice{Half: half, Open: half != ""})
}

// lessonOpen shows a page of a menu.
func lessonOpen(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g, no, rest, err := onLesson(r)
	if err != nil {
		return discord.Reply{}, err
	}
	page, half := show.ParsePage(rest)
	return lessonAt(ctx, r, g.ID, no, show.Choice{Half: half, Page: page, Open: half != ""})
}

// lessonBack takes one step of a choice back.
func lessonBack(ctx context.Context, r *router.Request) (discord.Reply, error) {
	g, no, rest, err := onLesson(r)
	if err != nil {
		return discord.Reply{}, err
	}
	b := lesson.Of(g.ID)[no-1]
	at, err := b.Start(g)
	if err != nil {
		return discord.Reply{}, err
	}
	half := show.StepBack(at.View(b.Seat), rest)
	return lessonAt(ctx, r, g.ID, no, show.Choice{Half: half, Open: half != ""})
}

// lessonClose takes the lesson away.
func lessonClose(_ context.Context, r *router.Request) (discord.Reply, error) {
	if !r.OnPrivate() {
		return discord.Reply{}, show.ErrID
	}
	return discord.Reply{Kind: discord.ReplyDelete}, nil
}
