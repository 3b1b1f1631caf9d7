package learn

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// mostFollowed is the most moves that an explanation follows.
const mostFollowed = 6

// explanation finds why the answer to a puzzle is right: what the best moves of all players are after
// it, and after the move that a user chose instead.
type explanation struct {
	puzzle match.DayPuzzle
	at     *games.Position
	seat   games.Seat
	worth  games.Review[string] // values of the moves of the puzzle
	lines  []*followed
}

// followed is a move of a puzzle with the best moves after it.
type followed struct {
	at    *games.Position // after the moves
	plies []match.Ply
	ended bool
}

// explain begins an explanation of moves of a puzzle, without those that are empty. The error is a
// *games.Refusal.
func explain(all []*games.Game, p match.DayPuzzle, moves ...string) (*explanation, error) {
	e := &explanation{puzzle: p}
	if e.at, e.seat = position(all, p); e.at == nil {
		return nil, &games.Refusal{Say: sayPuzzleOld}
	}
	for _, move := range moves {
		if move == "" {
			continue
		}
		l := &followed{at: e.at}
		if err := l.play(e.seat, move); err != nil {
			return nil, err
		}
		e.lines = append(e.lines, l)
	}
	return e, nil
}

// play adds a move.
func (l *followed) play(seat games.Seat, move string) error {
	done, err := l.at.Play(seat, move)
	if err != nil {
		return err
	}
	l.at, l.plies = done.Next, append(l.plies, match.Ply{Seat: seat, Move: strings.Join(done.Moves, " ")})
	return nil
}

// step follows a line by one move, and reports whether it can continue.
func (l *followed) step(ctx context.Context) bool {
	for seat := range l.at.Turn().Waiting.All() {
		r, ok := l.at.View(seat).Review(ctx, games.Budget{Nodes: puzzleNodes})
		if !ok || len(r.Moves) == 0 || len(l.plies) == mostFollowed {
			return false
		}
		best := r.Moves[0]
		for _, m := range r.Moves {
			if m.Value > best.Value {
				best = m
			}
		}
		return l.play(seat, best.Move) == nil
	}
	return false // the game is over
}

// step finds one more value or move, and reports whether it can continue.
func (e *explanation) step(ctx context.Context) (more bool) {
	ctx, cancel := context.WithTimeout(ctx, stepTime)
	defer cancel()
	if e.worth.Moves == nil {
		var ok bool
		e.worth, ok = e.at.View(e.seat).Review(ctx, games.Budget{Nodes: puzzleNodes})
		return ok
	}
	for _, l := range e.lines {
		if !l.ended {
			l.ended = !l.step(ctx)
			return true
		}
	}
	return false
}

// says explains each move by a sentence about its value, and by the best moves after it. Before the
// search the value of a wrong move is not known.
func (e *explanation) says(in lang.Language) (lines []string) {
	p := e.puzzle
	for _, l := range e.lines {
		move, text := "**"+discord.Escape(l.plies[0].Move)+"**", ""
		if l.plies[0].Move == p.Answer {
			text = in.Say(sayPuzzleAnswer, move, board.Worth(p.Measure, p.Value, true), board.Worth(p.Measure, p.Next, true))
		} else {
			text = in.Say(sayPuzzleMissed, move)
			for _, m := range e.worth.Moves {
				if m.Move == l.plies[0].Move {
					text = in.Say(sayPuzzleLess, move, board.Worth(e.worth.Measure, m.Value, m.Proven))
				}
			}
		}
		lines = append(lines, text)
		if len(l.plies) > 1 {
			lines = append(lines, "-# "+in.Say(sayPuzzleGoesOn, discord.Escape(board.LineWords(in, e.at.Game, l.plies))))
		}
	}
	return lines
}

// why handles the button that explains the answer to a puzzle, and the move that a user chose
// instead.
func (f *Feature) why(ctx context.Context, r *request.Request) (request.Reply, error) {
	kind, day, move, err := parseLesson(r.Target.Text)
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	p, err := f.puzzleAt(ctx, r, kind, day)
	if err != nil {
		return request.Reply{}, err
	}
	if move == p.Answer {
		move = ""
	}
	e, err := explain(f.Games, p.DayPuzzle, p.Answer, move)
	if err != nil {
		return request.Reply{}, component.ErrID
	}
	return f.replyLater(ctx, r, sayHinting, func(done func(discord.Message)) error {
		return f.coach.Search(r.Guild, r.User, e.step, func() { done(whyMessage(f.Show, r.In, p, e, u)) })
	})
}

// whyMessage returns an explanation, and the board at the end of the right line.
func whyMessage(k *board.Maker, in lang.Language, p placedPuzzle, e *explanation, u match.User) discord.Message {
	best := e.lines[0]
	view := best.at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Facing(e.seat)
	last := best.plies[len(best.plies)-1]
	drawn := view.Draw(nil, nil, last.Seat, []string{last.Move})
	picture, files := k.Picture(in, puzzleScene(drawn, u), u.Style)
	m := discord.TextMessage(strings.Join(append([]string{p.head(in, e.at.Game)}, e.says(in)...), "\n"))
	m.Parts = append(append(m.Parts, picture...), discord.Row(p.onward(in, discordgo.PrimaryButton)...))
	m.Files, m.Private = files, true
	return m
}

// sharePuzzle handles the button that answers with something to tell others of the puzzle of the
// day: its board, and how the user did, without the answer.
func (f *Feature) sharePuzzle(ctx context.Context, r *request.Request) (request.Reply, error) {
	kind, day, _, err := parseLesson(r.Target.Text)
	if err != nil {
		return request.Reply{}, err
	}
	p, err := f.puzzleAt(ctx, r, kind, day)
	if err != nil {
		return request.Reply{}, err
	}
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	return request.Reply{Message: sharedPuzzle(f.Show, r.In, p, u.Puzzles[r.Guild])}, nil
}

// sharedPuzzle returns the board of a puzzle, and a text without markup to copy.
func sharedPuzzle(k *board.Maker, in lang.Language, p placedPuzzle, run match.PuzzleRun) discord.Message {
	at, seat := position(k.Games, p.DayPuzzle)
	if at == nil {
		return discord.TextMessage(in.Speak(sayPuzzleOld))
	}
	mark := "❌"
	if run.Day == p.Day && run.Right {
		mark = "✅"
	}
	drawn := at.View(games.Spectator).In(in.Speak).Facing(seat).Draw(nil, nil, 0, nil)
	picture, files := k.Picture(in, puzzleScene(drawn, match.User{}), match.Image)
	m := discord.TextMessage(in.Speak(sayPuzzleShare))
	m.Parts = append(append(m.Parts, picture...),
		discord.Text(discord.CodeBlock(in.Say(sayPuzzleShared, at.Game.Name, mark, run.Run))))
	m.Files, m.Private = files, true
	return m
}
