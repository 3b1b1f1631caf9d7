// Package coach computes reviews of finished matches, puzzles and hints. Each is an errand (a
// low-priority job) of the pool of computer players, so that no match waits for it; a callback
// receives the result. Reviews are cached in memory for a while, because they can be computed
// again.
//
// The package knows neither Discord nor the store, and does not decide who may ask for what. Start
// reading at [Coach.Review].
package coach

import (
	"context"
	"sync"
	"time"

	"paddock/bot/think"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/review"
)

// Pool runs errands, which are jobs that wait for all moves of matches.
type Pool interface {
	Do(think.Errand) error
}

// Config configures a Coach. Zero values mean the defaults given here.
type Config struct {
	Pool    Pool
	Nodes   int64         // positions searched for each move of a review; 0: 200,000
	Time    time.Duration // largest processor time of the values in a review of a game with secrets; 0: 20 s
	Unasked bool          // review matches of people as soon as they end
}

// Coach computes reviews and hints. Make it with New.
type Coach struct {
	cfg Config

	mu      sync.Mutex
	kept    map[match.ID]review.Review  // guarded by mu
	order   []match.ID                  // guarded by mu: the keys of kept, the oldest first
	waiting map[match.ID][]func(Answer) // guarded by mu: callbacks that wait for a review
}

// Answer is the result of a review.
type Answer struct {
	Review review.Review
	Err    error
}

// mostKept is the largest number of kept reviews.
const mostKept = 256

// New returns a Coach.
func New(cfg Config) *Coach {
	if cfg.Nodes == 0 {
		cfg.Nodes = 200_000
	}
	if cfg.Time == 0 {
		cfg.Time = 20 * time.Second
	}
	return &Coach{cfg: cfg, kept: make(map[match.ID]review.Review), waiting: make(map[match.ID][]func(Answer))}
}

// Unasked reports whether the coach reviews matches of people as soon as they end, without a
// request.
func (c *Coach) Unasked() bool { return c.cfg.Unasked }

// Kept returns the review of a match if it is still cached.
func (c *Coach) Kept(id match.ID) (review.Review, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, ok := c.kept[id]
	return r, ok
}

// Review reviews the moves of a finished match and calls done with the result from another
// goroutine. Simultaneous requests share one review. If Review returns an error, it does not call
// done.
func (c *Coach) Review(m match.Match, by match.UserID, plies []review.Ply, done func(Answer)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := c.kept[m.ID]; ok {
		go done(Answer{Review: r}) // the goroutine ends when done returns
		return nil
	}
	if waiting := c.waiting[m.ID]; waiting != nil {
		c.waiting[m.ID] = append(waiting, done)
		return nil
	}
	work := review.Begin(plies, review.Budget{Nodes: c.cfg.Nodes, Seed: m.Setup.Seed})
	within := mostTime
	if len(plies) > 0 && plies[0].View.Game.Hidden { // no other value of such a board is ever shown
		within = min(max(c.cfg.Time/time.Duration(len(plies)), 20*time.Millisecond), 500*time.Millisecond)
	}
	err := c.cfg.Pool.Do(think.Errand{
		Server: m.Place.Guild, Member: by,
		Step: func(ctx context.Context) bool {
			ctx, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			return work.Step(ctx)
		},
		Done: func(_ context.Context, err error) { c.made(m.ID, Answer{work.Review(), err}) },
	})
	if err == nil {
		c.waiting[m.ID] = []func(Answer){done}
	}
	return err
}

// made stores a review and calls all waiting callbacks.
func (c *Coach) made(id match.ID, a Answer) {
	c.mu.Lock()
	waiting := c.waiting[id]
	delete(c.waiting, id)
	if a.Err == nil {
		c.kept[id] = a.Review
		if c.order = append(c.order, id); len(c.order) > mostKept {
			delete(c.kept, c.order[0])
			c.order = c.order[1:]
		}
	}
	c.mu.Unlock()
	for _, done := range waiting {
		done(a)
	}
}

// mostTime is the most processor time for the value of a board. The nodes are used up sooner: if the time
// limited the search, a review, a hint and a trial board would say different things of the same board.
const mostTime = 3 * time.Second

// Hint is a move that a player is advised to make.
type Hint struct {
	Move  string               // the best move; empty if there is none
	Worth games.Review[string] // values of the moves; none if the game can't value them
	Why   games.Why            // why it is better than the next best, as far as that is known
}

// Hint finds the best move of a view with the seed of a review (see [review.Seed]), and calls done with it. If
// labelled is true, the reader gets to know the label of the move.
func (c *Coach) Hint(server match.GuildID, by match.UserID, v *games.View, seed uint64, labelled bool,
	done func(Hint),
) error {
	var h Hint
	var lines *review.Lines
	return c.cfg.Pool.Do(think.Errand{
		Server: server, Member: by,
		Step: func(ctx context.Context) bool {
			if lines != nil {
				lines.Step(ctx)
				h.Why = lines.Why
				return lines.More()
			}
			h.Worth = c.Value(ctx, v, seed)
			best, other := h.Worth.Best()
			if h.Move = best.Move; v.Game.Hidden || h.Move == "" { // there values are guesses
				h.Move, _ = v.Choose(ctx, games.Master, games.Budget{Nodes: c.cfg.Nodes}) // a legal move in any case
			}
			if best.Value > other.Value && h.Move == best.Move {
				lines = review.Follow(v, h.Move, other.Move, "", labelled,
					review.Budget{Nodes: c.cfg.Nodes, Seed: seed})
				h.Why = lines.Why
			}
			return lines != nil && lines.More()
		},
		Done: func(context.Context, error) { done(h) },
	})
}

// Value values the moves of a view as a review with this seed does.
func (c *Coach) Value(ctx context.Context, v *games.View, seed uint64) games.Review[string] {
	ctx, cancel := context.WithTimeout(ctx, mostTime)
	defer cancel()
	r, _ := v.Review(ctx, games.Budget{Nodes: c.cfg.Nodes, Seed: seed})
	return r
}

// Search runs a search in steps and calls done after the last one.
func (c *Coach) Search(server match.GuildID, by match.UserID, step func(context.Context) (more bool),
	done func(),
) error {
	return c.cfg.Pool.Do(think.Errand{Server: server, Member: by, Step: step, Done: func(context.Context, error) {
		done()
	}})
}
