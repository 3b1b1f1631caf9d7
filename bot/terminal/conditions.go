package terminal

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/arena"

	"golang.org/x/term"
)

// read reads the game and the flags of a command. For a request for help it returns nil and no
// error.
func read[T any](command string, catalogue []*games.Game, args []string, errs io.Writer,
	flags func(*games.Game, []string, io.Writer) (*T, error),
) (*T, error) {
	g, err := named(command, catalogue, args)
	if err == nil {
		var t *T
		if t, err = flags(g, args[1:], errs); err == nil {
			return t, nil
		}
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return nil, nil
	case !errors.Is(err, ErrUsage):
		fmt.Fprintln(errs, err)
	}
	return nil, ErrUsage
}

// parse reads flags. Its error is flag.ErrHelp, or ErrUsage when the flag package has printed what
// is wrong.
func parse(f *flag.FlagSet, args []string) error {
	err := f.Parse(args)
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		return ErrUsage
	}
	return err
}

// levels returns the names of a game's levels.
func levels(g *games.Game) (names []string) {
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return names
}

// optionFlags defines a flag for each option of a game. The returned function returns their values
// after parsing.
func optionFlags(f *flag.FlagSet, g *games.Game) func() games.Options {
	options := map[string]*string{}
	for _, o := range g.Options {
		options[o.Name] = f.String(o.Name, o.Default, optionHelp(o))
	}
	return func() games.Options {
		values := games.Options{}
		for name, value := range options {
			values[name] = *value
		}
		return values
	}
}

// conditions are the conditions of games between computer players.
type conditions struct {
	Clock   time.Duration `json:"clock"`         // the referee's time for a move; 0: no limit
	Move    time.Duration `json:"move"`          // the player's time for a move; 0: the level's own
	Nodes   int64         `json:"nodes"`         // positions per move; 0: no limit
	CPU     bool          `json:"cpu,omitempty"` // times of levels are processor time
	Options games.Options `json:"options"`
	workers int           // number of games played at the same time
	game    *games.Game
	player  func(name string, seed uint64) (p arena.Player, end func()) // newPlayer, except in tests
	// function that is told the processor time of a level's move
	spent func(player string, used time.Duration)
}

// memoClock is the time for a move in the memo on Fish's referee.
const memoClock = 5 * time.Second

// flags defines the flags of the conditions. The returned function must be called after parsing.
func (c *conditions) flags(f *flag.FlagSet, g *games.Game) (settle func()) {
	f.DurationVar(&c.Clock, "clock", memoClock,
		"the referee's `time` for a move: a player who is late or fails loses the game, in Fish first only the turn; 0: no limit")
	f.DurationVar(&c.Move, "move", 0, "the `time` for each move; 0: each level's own")
	f.Int64Var(&c.Nodes, "nodes", 0,
		"positions a level may look at for each move, so that the same seed gives the same games; 0: no limit")
	f.BoolVar(&c.CPU, "cpu", false,
		"the times of levels are processor time of their threads, so that a busy machine changes nothing; the referee's clock still runs")
	f.IntVar(&c.workers, "workers", max(1, runtime.NumCPU()), "how many games are played at the same time")
	options := optionFlags(f, g)
	c.game, c.player, c.spent = g, c.newPlayer, func(string, time.Duration) {}
	return func() { c.Options = options() }
}

// possible refuses conditions under which no player can move.
func (c *conditions) possible() error {
	switch {
	case c.Clock < 0 || c.Move < 0 || c.Nodes < 0 || c.workers < 1:
		return games.Refuse("Times and nodes can't be negative, and there must be a worker.")
	case c.CPU && !countsThreads:
		return games.Refuse("This system does not tell the processor time of a thread: leave -cpu out.")
	case c.Clock > 0 && c.Move >= c.Clock:
		return games.Refuse("With %v for each move everybody would be late, for the referee waits %v. Choose a longer -clock, or 0 for none.", c.Move, c.Clock)
	}
	return nil
}

// inParallel calls do for all numbers below n, several at the same time. It starts no further calls
// after an error or the end of ctx.
func (c *conditions) inParallel(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var all sync.WaitGroup
	for range min(c.workers, n) {
		all.Go(func() { // the goroutine ends when next is closed
			for i := range next {
				if err := do(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	all.Wait()
	return context.Cause(ctx)
}

// computer is a level of the game as an arena.Player.
type computer struct {
	level  string
	budget games.Budget
	lot    *rand.Rand
	cpu    bool                // the budget's time is processor time
	spent  func(time.Duration) // function that is told the processor time of each move
}

// newComputer returns a level as a player. The level's own budget fills gaps in budget.
// The time stays below the referee's clock, if there is one.
func (c *conditions) newComputer(level string, budget games.Budget, seed uint64) *computer {
	info, _ := c.game.Player(level)
	p := &computer{level: info.Name, budget: info.Budget, lot: rand.New(rand.NewPCG(seed, 1)), cpu: c.CPU}
	p.budget.Time = cmp.Or(budget.Time, p.budget.Time, thinkAtMost)
	p.budget.Nodes = cmp.Or(budget.Nodes, p.budget.Nodes)
	if c.Clock > 0 {
		p.budget.Time = min(p.budget.Time, c.Clock*4/5)
	}
	return p
}

// Move implements arena.Player. It returns the level's move within its budget.
func (p *computer) Move(ctx context.Context, v *games.View) (move string, err error) {
	budget := p.budget
	budget.Seed = p.lot.Uint64()
	if p.cpu {
		used := within(ctx, budget.Time, func(ctx context.Context) { move, err = v.Choose(ctx, p.level, budget) })
		p.spent(used)
	} else {
		thought, cancel := context.WithTimeout(ctx, budget.Time)
		defer cancel()
		move, err = v.Choose(thought, p.level, budget)
	}
	if err != nil { // the move after a timeout is a fallback and not the level's choice
		return "", err
	}
	return move, nil
}

// bar is a progress bar in one line of a terminal. Without a terminal it shows nothing.
type bar struct {
	out   io.Writer
	shown int // number of columns shown
}

func newBar(out io.Writer) *bar {
	if f, ok := out.(interface{ Fd() uintptr }); ok && term.IsTerminal(int(f.Fd())) {
		return &bar{out: out}
	}
	return &bar{out: io.Discard}
}

const barWidth = 30

// show draws the bar between two texts.
func (b *bar) show(before string, done, of int, behind string) {
	full := done * barWidth / of
	line := fmt.Sprintf("%s[%s%s] %d of %d games%s", before, strings.Repeat("#", full),
		strings.Repeat(".", barWidth-full), done, of, behind)
	fmt.Fprintf(b.out, "\r%-*s", b.shown, line)
	b.shown = len(line)
}

func (b *bar) clear() {
	fmt.Fprintf(b.out, "\r%s\r", strings.Repeat(" ", b.shown))
	b.shown = 0
}
