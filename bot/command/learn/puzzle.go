package learn

import (
	"context"
	"slices"
	"strconv"
	"time"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/bot/show/learn"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/puzzle"
	"paddock/games/review"
)

// PuzzleCommand is `/puzzle`.
var PuzzleCommand = &router.Command{
	Name: "puzzle", Help: "The puzzle of the day of this server", Where: router.WithBot, Run: today, Cost: router.CostPost,
}

// Where puzzles are looked for, and how long.
const (
	puzzleMatches = 12     // newest matches of the channel
	puzzlePlies   = 40     // last moves of each
	puzzleNodes   = 20_000 // positions for each move
	puzzleSteps   = 200    // moves altogether
	puzzleGiveUp  = 6      // moves in a row that are not solved, after which a match is left
)

// today shows the puzzle of the day: to each server its own, cut from a match that was played there, in the channel in which it is asked for first; where
// there is none, and in direct messages, from those that are kept (P36).
func today(ctx context.Context, r *router.Request) (discord.Reply, error) {
	day := match.DayOf(r.Now())
	if r.Guild == "" {
		return shown(ctx, r, kept(r, day))
	}
	g, err := r.People.Guild(ctx, r.Guild)
	if err != nil {
		return discord.Reply{}, err
	}
	if g.Puzzle != nil && g.Puzzle.Day == day {
		return shown(ctx, r, *g.Puzzle)
	}
	plies, err := candidates(ctx, r, day)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(plies) == 0 {
		p, err := fix(ctx, r, kept(r, day))
		if err != nil {
			return discord.Reply{}, err
		}
		return shown(ctx, r, p)
	}
	u := router.Likes(ctx, r)
	s := &search{left: plies, last: g.Puzzle}
	return later(ctx, r, say.PuzzleLooking, func(done func(discord.Message)) error {
		return r.Coach.Search(r.Guild, r.User, s.step, func() {
			found := kept(r, day)
			if s.found != nil {
				found = ofDay(*s.found, day)
			}
			ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Ctx), discord.CallWithin)
			defer cancel()
			p, err := fix(ctx, r, found)
			if err != nil {
				r.Log.Error("could not keep a puzzle", "err", err)
			}
			done(learn.Puzzle(r.Show, r.In, p, u))
		})
	})
}

// shown is a puzzle as it is asked.
func shown(ctx context.Context, r *router.Request, p match.DayPuzzle) (discord.Reply, error) {
	return discord.Reply{Message: learn.Puzzle(r.Show, r.In, p, router.Likes(ctx, r))}, nil
}

// kept is the day's puzzle among those that are kept.
func kept(r *router.Request, day match.Day) match.DayPuzzle {
	list := puzzle.Kept(r.Games)
	p := list[int(day)%len(list)]
	out := ofDay(p, day)
	out.Played = false
	return out
}

func ofDay(p puzzle.Puzzle, day match.Day) match.DayPuzzle {
	return match.DayPuzzle{Day: day, Game: p.Game, Position: p.Position, Answer: p.Answer, Value: p.Value, Next: p.Next, Measure: p.Measure, Played: true}
}

// fix makes a puzzle that of the day, unless the server has one by now; it returns the one that stands.
func fix(ctx context.Context, r *router.Request, p match.DayPuzzle) (match.DayPuzzle, error) {
	stands := p
	err := r.People.ChangeGuild(ctx, r.Guild, func(g *match.Guild) {
		if stands = p; g.Puzzle != nil && g.Puzzle.Day >= p.Day {
			stands = *g.Puzzle
			return
		}
		g.Puzzle = &p
	})
	return stands, err
}

// candidates are the last moves of matches that were played to an end where the request was made, the newest match first, but each day another one.
func candidates(ctx context.Context, r *router.Request, day match.Day) ([][]review.Ply, error) {
	list, err := r.Matches.Read.Recent(ctx, r.Channel, puzzleMatches)
	if err != nil {
		return nil, err
	}
	var all [][]review.Ply
	for _, m := range list {
		if m.Status != match.Over || m.Rules() == nil || m.Rules().Hidden || !m.Rules().Reviews || m.Place.Guild != r.Guild {
			continue
		}
		log, err := r.Matches.Read.Log(ctx, m.ID)
		if err != nil {
			return nil, err
		}
		made, err := learn.Plies(m, log)
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

// search looks for a puzzle in one match after another: in each for the earliest that can be solved, which is the hardest.
type search struct {
	left   [][]review.Ply
	last   *match.DayPuzzle // not again
	at     *puzzle.Search
	misses int
	steps  int
	found  *puzzle.Puzzle
}

func (s *search) step(ctx context.Context) (more bool) {
	ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
	defer cancel()
	if s.at == nil {
		s.at, s.misses = puzzle.Cut(s.left[0], puzzleNodes), 0
		s.left = s.left[1:]
	}
	p, found, more := s.at.Step(ctx)
	s.steps++
	if found && (s.last == nil || s.last.Position != p.Position) && learn.Fits(p) {
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

// answer is what somebody has picked from the menu of a puzzle.
func answer(ctx context.Context, r *router.Request) (discord.Reply, error) {
	n, err := strconv.Atoi(r.Target.Text)
	if err != nil || len(r.Values) != 1 {
		return discord.Reply{}, show.ErrID
	}
	day := match.DayOf(r.Now())
	if match.Day(n) != day {
		return discord.Reply{}, router.Refuse(r.In.Speak(say.PuzzleOld))
	}
	p := kept(r, day)
	if r.Guild != "" {
		g, err := r.People.Guild(ctx, r.Guild)
		if err != nil {
			return discord.Reply{}, err
		}
		if g.Puzzle == nil || g.Puzzle.Day != day {
			return discord.Reply{}, router.Refuse(r.In.Speak(say.PuzzleOld))
		}
		p = *g.Puzzle
	}
	g, ok := r.Matches.Read.Game(p.Game)
	if !ok {
		return discord.Reply{}, show.ErrID
	}
	at, err := g.Parse(p.Position)
	if err != nil {
		return discord.Reply{}, err
	}
	if err := at.View(games.Spectator).Check(r.Values[0]); err != nil {
		return discord.Reply{}, show.ErrID
	}
	right, counts := r.Values[0] == p.Answer, false
	var run match.PuzzleRun
	err = r.People.Change(ctx, r.User, func(u *match.User) {
		if run, counts = u.Puzzles[r.Guild].Answered(day, right); counts {
			u.SolvedPuzzle(r.Guild, run)
		}
	})
	if err != nil {
		return discord.Reply{}, err
	}
	return router.ReplyPrivate(r, learn.Solved(r.Show, r.In, p, r.Values[0], run, counts, router.Likes(ctx, r))), nil
}
