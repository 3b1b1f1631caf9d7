package learn

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"paddock/bot/answer"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/puzzle"
	"paddock/games/review"
)

// Limits of the search for a puzzle.
const (
	puzzleMatches = 12     // newest matches of the channel that are searched
	puzzlePlies   = 40     // last moves of each match that are searched
	puzzleNodes   = 20_000 // positions searched for each move
	puzzleSteps   = 200    // moves searched altogether
	puzzleGiveUp  = 6      // unsolved moves in a row after which the search leaves a match
)

// today handles `/puzzle` and its button (P36).
func (f *Feature) today(ctx context.Context, r *request.Request) (request.Reply, error) {
	day := match.DayOf(f.Now())
	p, s, err := f.puzzleToday(ctx, match.Place{Guild: r.Guild, Channel: r.Channel}, day)
	if err != nil {
		return request.Reply{}, err
	}
	u := f.Likes(ctx, r)
	show := func(p match.DayPuzzle) discord.Message {
		return puzzleMessage(f.Show, r.In, f.placed(p, dayPuzzle, u.Puzzles[r.Guild]), choose.Choice{}, u)
	}
	if s == nil {
		return request.Reply{Message: show(p)}, nil
	}
	return f.replyLater(ctx, r, beside(r, sayPuzzleLooking), func(done func(discord.Message)) error {
		return f.coach.Search(r.Guild, r.User, s.step, func() { done(show(f.foundPuzzle(ctx, r.Guild, day, s))) })
	})
}

// puzzleToday returns the puzzle of a day. On the first request of a day it returns a search for
// one in the matches of the server's channel. If there is none, and in direct messages, it returns
// a puzzle of the stock.
func (f *Feature) puzzleToday(ctx context.Context, at match.Place, day match.Day) (match.DayPuzzle, *search, error) {
	if at.Guild == "" {
		return f.keptPuzzle(day), nil, nil
	}
	g, err := f.People.Guild(ctx, at.Guild)
	if err != nil {
		return match.DayPuzzle{}, nil, err
	}
	if g.Puzzle != nil && g.Puzzle.Day == day {
		return *g.Puzzle, nil, nil
	}
	plies, err := f.movesForPuzzles(ctx, at, day)
	if err != nil {
		return match.DayPuzzle{}, nil, err
	}
	if len(plies) == 0 {
		p, err := f.storePuzzle(ctx, at.Guild, f.keptPuzzle(day))
		return p, nil, err
	}
	return match.DayPuzzle{}, &search{left: plies, last: g.Puzzle}, nil
}

// foundPuzzle stores the result of a search as the puzzle of a server, and returns the stored
// puzzle.
func (f *Feature) foundPuzzle(ctx context.Context, guild match.GuildID, day match.Day, s *search) match.DayPuzzle {
	found := f.keptPuzzle(day)
	if s.found != nil {
		found = ofDay(*s.found, day)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), discord.CallWithin)
	defer cancel()
	p, err := f.storePuzzle(ctx, guild, found)
	if err != nil {
		f.Log.Error("could not keep a puzzle", "err", err)
	}
	return p
}

// keptPuzzle returns the puzzle of a day from the stock.
func (f *Feature) keptPuzzle(day match.Day) match.DayPuzzle {
	list := puzzle.Kept(f.Games)
	p := list[int(day)%len(list)]
	out := ofDay(p, day)
	out.Played = false
	return out
}

// ofDay returns a puzzle that was cut from a match as the puzzle of a day.
func ofDay(p puzzle.Puzzle, day match.Day) match.DayPuzzle {
	return match.DayPuzzle{
		Day: day, Game: p.Game, Position: p.Position, Answer: p.Answer, Value: p.Value, Next: p.Next,
		Measure: p.Measure, Played: true,
	}
}

// storePuzzle stores a puzzle of the day for the server, unless there is one. It returns the stored
// puzzle.
func (f *Feature) storePuzzle(ctx context.Context, guild match.GuildID, p match.DayPuzzle) (match.DayPuzzle, error) {
	stored := p
	err := f.People.ChangeGuild(ctx, guild, func(g *match.Guild) { stored = setPuzzle(g, p) })
	return stored, err
}

// setPuzzle makes p the puzzle of a server, unless the server has one of that day or a later one.
// It returns the server's puzzle.
func setPuzzle(g *match.Guild, p match.DayPuzzle) match.DayPuzzle {
	if g.Puzzle == nil || g.Puzzle.Day < p.Day {
		g.Puzzle = &p
	}
	return *g.Puzzle
}

// movesForPuzzles returns the last moves of finished matches of the channel, without those of games
// with secrets. The newest match comes first, but the list is rotated by the day.
func (f *Feature) movesForPuzzles(ctx context.Context, at match.Place, day match.Day) ([][]review.Ply, error) {
	list, err := f.Matches.Read.Recent(ctx, at.Channel, puzzleMatches)
	if err != nil {
		return nil, err
	}
	var all [][]review.Ply
	for _, m := range list {
		if m.Status != match.Over || m.Rules() == nil || m.Rules().Hidden || !m.Rules().Reviews {
			continue
		}
		log, err := f.Matches.Read.Log(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		made, err := pliesOf(m, log)
		if err != nil || len(made) == 0 {
			continue
		}
		var plies []review.Ply
		for _, p := range made[max(0, len(made)-puzzlePlies):] {
			plies = append(plies, p.Ply)
		}
		all = append(all, plies)
	}
	if n := len(all); n > 0 {
		first := int(day) % n
		all = append(slices.Clone(all[first:]), all[:first]...)
	}
	return all, nil
}

// search looks for a puzzle in one match after another. It takes the earliest position of a match
// that can be solved, because it is the hardest.
type search struct {
	left   [][]review.Ply
	last   *match.DayPuzzle // the puzzle of the day before, which is not used again
	at     *puzzle.Search
	misses int
	steps  int
	found  *puzzle.Puzzle
}

// stepTime is the most processor time of one step, so that computer players in matches need not
// wait.
const stepTime = 300 * time.Millisecond

// step searches one more move, and reports whether the search can continue.
func (s *search) step(ctx context.Context) (more bool) {
	ctx, cancel := context.WithTimeout(ctx, stepTime)
	defer cancel()
	if s.at == nil {
		s.at, s.misses = puzzle.Cut(s.left[0], puzzleNodes), 0
		s.left = s.left[1:]
	}
	p, found, more := s.at.Step(ctx)
	s.steps++
	if found && (s.last == nil || s.last.Position != p.Position) {
		s.found, s.misses = &p, 0
	} else {
		s.misses++
	}
	if !more || s.misses >= puzzleGiveUp {
		s.at = nil
		return s.found == nil && len(s.left) > 0 && s.steps < puzzleSteps
	}
	return s.steps < puzzleSteps
}

// answerPuzzle handles the menu of a puzzle of an older version.
func (f *Feature) answerPuzzle(ctx context.Context, r *request.Request) (request.Reply, error) {
	n, err := strconv.Atoi(r.Target.Text)
	if err != nil || len(r.Values) != 1 {
		return request.Reply{}, component.ErrID
	}
	p, err := f.puzzleAt(ctx, r, dayPuzzle, n)
	if err != nil {
		return request.Reply{}, err
	}
	return f.judgePuzzle(ctx, r, p, r.Values[0])
}

// puzzleAt returns the puzzle that a component names, for the user of the request. It refuses one
// of the day that is not today's.
func (f *Feature) puzzleAt(ctx context.Context, r *request.Request, kind games.ID, day int) (placedPuzzle, error) {
	if kind == stockPuzzle {
		return f.placed(f.keptPuzzle(match.Day(day)), kind, match.PuzzleRun{}), nil
	}
	p, err := f.solvable(ctx, r.Guild, match.Day(day))
	if errors.Is(err, errNoPuzzle) {
		err = request.Refuse(r.In.Speak(sayPuzzleOld))
	}
	if err != nil {
		return placedPuzzle{}, err
	}
	return f.placed(p, kind, f.Likes(ctx, r).Puzzles[r.Guild]), nil
}

// judgePuzzle answers whether a move is right.
func (f *Feature) judgePuzzle(ctx context.Context, r *request.Request, p placedPuzzle,
	move string,
) (request.Reply, error) {
	p, err := f.answered(ctx, r.User, r.Guild, p, move)
	if err != nil {
		return request.Reply{}, err
	}
	e, err := explain(f.Games, p.DayPuzzle, p.made)
	if err != nil {
		return request.Reply{}, err
	}
	return request.ReplyPrivate(r, answeredMessage(f.Show, r.In, p, e, f.Likes(ctx, r))), nil
}

// earlier returns the day of the puzzle of the stock that comes after another in practice. It goes
// back in time, so that no later puzzle is seen before its day, and stays with the game if it can.
func (f *Feature) earlier(p match.DayPuzzle) match.Day {
	for back := range match.Day(len(puzzle.Kept(f.Games))) {
		if day := p.Day - 1 - back; day > 0 && f.keptPuzzle(day).Game == p.Game {
			return day
		}
	}
	return max(1, p.Day-1)
}

// inPuzzle returns the steps by which a person chooses a move of a puzzle.
func (f *Feature) inPuzzle(p placedPuzzle) answer.Steps {
	return answer.Steps{
		Play: func(ctx context.Context, r *request.Request, move string) (request.Reply, error) {
			return f.judgePuzzle(ctx, r, p, move)
		},
		Show: func(ctx context.Context, r *request.Request, half func(*games.View) string,
			page int,
		) (request.Reply, error) {
			at, seat := position(f.Games, p.DayPuzzle)
			if at == nil {
				return request.Reply{}, component.ErrID
			}
			path := half(at.View(seat))
			return request.ReplyPrivate(r, puzzleMessage(f.Show, r.In, p,
				choose.Choice{Half: path, Page: page, Open: path != ""}, f.Likes(ctx, r))), nil
		},
	}
}

// errNoPuzzle means that a puzzle is not today's.
var errNoPuzzle = errors.New("learn: a puzzle of another day")

// solvable returns the puzzle of a day if that day is today.
func (f *Feature) solvable(ctx context.Context, guild match.GuildID, day match.Day) (match.DayPuzzle, error) {
	if day != match.DayOf(f.Now()) {
		return match.DayPuzzle{}, errNoPuzzle
	}
	if guild == "" {
		return f.keptPuzzle(day), nil
	}
	g, err := f.People.Guild(ctx, guild)
	if err == nil && (g.Puzzle == nil || g.Puzzle.Day != day) {
		err = errNoPuzzle
	}
	if err != nil {
		return match.DayPuzzle{}, err
	}
	return *g.Puzzle, nil
}

// answered returns a puzzle with a user's answer. The first answer to the puzzle of a day counts;
// those to puzzles of the stock don't.
func (f *Feature) answered(ctx context.Context, u match.UserID, guild match.GuildID, p placedPuzzle,
	move string,
) (placedPuzzle, error) {
	e, err := explain(f.Games, p.DayPuzzle, move)
	if err != nil {
		return p, err
	}
	p.made = e.lines[0].plies[0].Move
	if p.kind == stockPuzzle {
		return p, nil
	}
	err = f.People.Change(ctx, u, func(u *match.User) {
		if p.run, p.counts = u.Puzzles[guild].Answered(p.Day, p.made == p.Answer); p.counts {
			u.SolvedPuzzle(guild, p.run)
		}
	})
	return p, err
}
