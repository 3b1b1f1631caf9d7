package learn

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/coach"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/review"
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
	boards []*games.Position // views before the first move, and after each move
	plies  []match.Ply
	ended  bool
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
		l := &followed{boards: []*games.Position{e.at}}
		if err := l.play(e.seat, move); err != nil {
			return nil, err
		}
		e.lines = append(e.lines, l)
	}
	return e, nil
}

// end returns the last board of a line.
func (l *followed) end() *games.Position { return l.boards[len(l.boards)-1] }

// play adds a move.
func (l *followed) play(seat games.Seat, move string) error {
	done, err := l.end().Play(seat, move)
	if err != nil {
		return err
	}
	l.boards = append(l.boards, done.Next)
	l.plies = append(l.plies, match.Ply{Seat: seat, Move: strings.Join(done.Moves, " ")})
	return nil
}

// text returns the moves of a line in the form that retrace reads, such as "5.4.4". It returns an empty
// text if the line has fewer than two moves, or a move with a character that separates parts of an id.
func (l *followed) text() string {
	var moves []string
	for _, p := range l.plies {
		if strings.ContainsAny(p.Move, " ./:") {
			return ""
		}
		moves = append(moves, p.Move)
	}
	if len(moves) < 2 {
		return ""
	}
	return strings.Join(moves, ".")
}

// retrace makes an explanation from the text of a line that an earlier search found. It refuses a line
// that does not begin with the puzzle's answer, is too long, or has an illegal move.
func retrace(all []*games.Game, p match.DayPuzzle, line string) (*explanation, error) {
	moves := strings.Split(line, ".")
	e, err := explain(all, p, moves[0])
	if err != nil || len(e.lines) == 0 || moves[0] != p.Answer || len(moves) > mostFollowed {
		return nil, component.ErrID
	}
	l := e.lines[0]
	for _, move := range moves[1:] {
		seat := games.Spectator
		for s := range l.end().Turn().Waiting.All() {
			seat = s
		}
		if l.play(seat, move) != nil {
			return nil, component.ErrID
		}
	}
	return e, nil
}

// step follows a line by one move, and reports whether it can continue.
func (l *followed) step(ctx context.Context) bool {
	for seat := range l.end().Turn().Waiting.All() {
		r, ok := l.end().View(seat).Review(ctx, games.Budget{Nodes: puzzleNodes})
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
		move, text := "**"+discord.Escape(board.MoveName(in, e.at.Game, l.plies[0].Move))+"**", ""
		if l.plies[0].Move == p.Answer {
			text = in.Say(sayPuzzleAnswer, move, e.yours(p.Measure, p.Value, true), e.yours(p.Measure, p.Next, true))
		} else {
			text = in.Say(sayPuzzleMissed, move)
			for _, m := range e.worth.Moves {
				if m.Move == l.plies[0].Move {
					text = in.Say(sayPuzzleLess, move, e.yours(e.worth.Measure, m.Value, m.Proven))
				}
			}
		}
		if len(lines) == 0 {
			text += board.Why(in, e.at.Game, e.because())
		}
		lines = append(lines, text)
		if len(l.plies) > 1 {
			lines = append(lines, "-# "+in.Say(sayPuzzleGoesOn, discord.Escape(board.LineWords(in, e.at.Game, l.plies))))
		}
	}
	return lines
}

// yours says to the reader, who plays the side to move, what a move of a value leads to.
func (e *explanation) yours(by games.Measure, value float64, exact bool) games.Sentence {
	return say.ToYou(board.Worth(e.at.Game, e.seat, by, value, exact), e.at.Game.SeatName(e.seat))
}

// because returns why the answer is better than the move that a user chose, or else than the next best.
func (e *explanation) because() games.Why {
	best, other := []string{e.puzzle.Answer}, []string(nil)
	if len(e.lines) > 1 {
		best, other = e.lines[0].moves(), e.lines[1].moves()
	} else if _, next := rated(coach.Hint{Move: e.puzzle.Answer, Worth: e.worth}); next != nil {
		other = []string{next.Move}
	}
	return review.Because(e.at.View(e.seat), best, other, false)
}

// moves returns the moves of a line one by one.
func (l *followed) moves() (list []string) {
	for _, p := range l.plies {
		list = append(list, strings.Fields(p.Move)...)
	}
	return list
}

// puzzleIn returns the puzzle that a pressed button names, and the rest of the button's text.
func (f *Feature) puzzleIn(ctx context.Context, r *request.Request) (p placedPuzzle, rest string, err error) {
	kind, day, rest, err := parseLesson(r.Target.Text)
	if err == nil {
		p, err = f.puzzleAt(ctx, r, kind, day)
	}
	return p, rest, err
}

// why handles the button that explains the answer to a puzzle, and the move that a user chose
// instead.
func (f *Feature) why(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, move, err := f.puzzleIn(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	if move == p.Answer {
		move = ""
	}
	e, err := explain(f.Games, p.DayPuzzle, p.Answer, move)
	if err != nil {
		return request.Reply{}, component.ErrID
	}
	wait := request.ReplyPrivate(r, discord.TextMessage(r.In.Speak(sayHinting)))
	return f.replyLater(ctx, r, wait, func(done func(discord.Message)) error {
		return f.coach.Search(r.Guild, r.User, e.step, func() {
			done(whyMessage(f.Show, r.In, p, e, u, len(e.lines[0].plies)))
		})
	})
}

// whyStep handles the buttons that lead through the boards of the right line of a puzzle.
func (f *Feature) whyStep(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, rest, err := f.puzzleIn(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	line, to, _ := strings.Cut(rest, "/")
	e, err := retrace(f.Games, p.DayPuzzle, line)
	if err != nil {
		return request.Reply{}, err
	}
	n, err := board.PastAt(to, len(e.lines[0].boards))
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, whyMessage(f.Show, r.In, p, e, f.Likes(ctx, r), n)), nil
}

// whyMessage returns an explanation, the board after n moves of the right line, and buttons that lead to
// its other boards.
func whyMessage(k *board.Maker, in lang.Language, p placedPuzzle, e *explanation, u match.User, n int) discord.Message {
	best := e.lines[0]
	seen := func(at *games.Position) *games.View {
		return at.View(games.Spectator).In(in.Speak).Prefer(u.Prefer).Facing(e.seat)
	}
	drawn := seen(best.boards[n]).Draw(nil, nil, games.Spectator, nil)
	if n > 0 {
		drawn = seen(best.boards[n]).Draw(nil, seen(best.boards[n-1]), best.plies[n-1].Seat,
			strings.Fields(best.plies[n-1].Move))
	}
	picture, files := k.Picture(in, puzzleScene(drawn, u), u.Style)
	m := discord.TextMessage(strings.Join(append([]string{p.head(in, e.at.Game)}, e.says(in)...), "\n"))
	m.Parts = append(append(m.Parts, picture...), discord.Text(in.Speak(say.AfterMoves(n, n))))
	last := len(best.plies)
	at := component.Target{Action: actPuzzleLine, Text: p.text() + "/" + best.text() + "/"}
	longest := at // the target of a button, with the longest text that Turning adds
	longest.Text += strconv.Itoa(mostFollowed) + "l"
	if _, fits := longest.ID(); fits && best.text() != "" {
		m.Parts = append(m.Parts, board.Turning(in, at, n, last))
	}
	m.Parts = append(m.Parts, discord.Row(p.onward(in, discordgo.PrimaryButton)...))
	m.Files, m.Private = files, true
	return m
}

// sharePuzzle handles the button that answers with something to tell others of the puzzle of the
// day: its board, and how the user did, without the answer.
func (f *Feature) sharePuzzle(ctx context.Context, r *request.Request) (request.Reply, error) {
	p, _, err := f.puzzleIn(ctx, r)
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
