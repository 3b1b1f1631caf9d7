package terminal

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/tourney"
)

// Tournament plays a tournament of computer players at the game that the first argument names, with the flags after it. Results and the final
// standings go to out; a progress bar, and what is wrong with the arguments, to errs.
func Tournament(ctx context.Context, catalogue []*games.Game, args []string, out, errs io.Writer) error {
	g, err := named(catalogue, args)
	if err != nil {
		fmt.Fprintln(errs, strings.Replace(err.Error(), "paddock play GAME", "paddock tournament GAME", 1))
		return ErrUsage
	}
	c, err := newContest(g, args[1:], errs)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return ErrUsage
	}
	c.out, c.bar = out, newBar(errs)
	return c.run(ctx)
}

// contest is a tournament of computer players in memory.
type contest struct {
	game    *games.Game
	format  tourney.Format
	state   tourney.State
	levels  []string // by entrant
	perMove time.Duration
	nodes   int64
	workers int
	options games.Options
	out     io.Writer
	bar     *bar
}

// newContest reads the flags.
func newContest(g *games.Game, args []string, errs io.Writer) (*contest, error) {
	f := flag.NewFlagSet("paddock tournament "+string(g.ID), flag.ContinueOnError)
	f.SetOutput(errs)
	var formats, known []string
	for _, t := range tourney.Formats {
		formats = append(formats, t.Name())
	}
	for _, p := range g.Players {
		known = append(known, p.Name)
	}
	c := &contest{game: g, options: games.Options{}}
	format := f.String("format", formats[0], "the `format`: "+strings.Join(formats, ", "))
	players := f.Int("players", 8, "how many computer players take part")
	level := f.String("level", g.DefaultLevel, "their `levels`, in turn: easy,hard; one of "+strings.Join(known, ", "))
	f.IntVar(&c.state.Seats, "seats", 0, "the most players in a game; 0: as many as can be")
	f.IntVar(&c.state.Rounds, "rounds", 0, "rounds of a Swiss or league, or how often everybody meets; 0: the format's own number")
	f.BoolVar(&c.state.Third, "third", false, "a game for the third place of a bracket")
	f.Uint64Var(&c.state.Seed, "seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	f.DurationVar(&c.perMove, "move", 0, "the `time` for each move; 0: each level's own")
	f.Int64Var(&c.nodes, "nodes", 0, "positions to look at for each move, so that the same seed gives the same games; 0: no limit")
	f.IntVar(&c.workers, "workers", max(1, runtime.NumCPU()), "how many games are played at the same time")
	options := map[string]*string{}
	for _, o := range g.Options {
		options[o.Name] = f.String(o.Name, o.Default, optionHelp(o))
	}
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	for name, value := range options {
		c.options[name] = *value
	}
	var ok bool
	if c.format, ok = tourney.Find(*format); !ok || f.NArg() > 0 {
		return nil, games.Refuse("%s is not understood; the flags are shown by paddock tournament %s -help.", *format+strings.Join(f.Args(), " "), g.ID)
	}
	return c, c.check(*players, strings.Split(*level, ","))
}

// check fills in what is left to defaults and refuses what can't be played.
func (c *contest) check(players int, levels []string) error {
	smallest, largest := c.format.Sizes()
	smallest, largest = max(smallest, c.game.MinSeats), min(largest, c.game.MaxSeats)
	if c.state.Seats == 0 {
		c.state.Seats = largest
	}
	if c.state.Seed == 0 {
		c.state.Seed = rand.Uint64()
	}
	switch {
	case players < 2 || players > 1000:
		return games.Refuse("A tournament is for 2 to 1000 players, not %d.", players)
	case c.state.Seats < smallest || c.state.Seats > largest:
		return games.Refuse("A game of %s in a %s is for %d to %d players, not %d.", c.game.Name, c.format.Name(), smallest, largest, c.state.Seats)
	case c.perMove < 0 || c.nodes < 0 || c.workers < 1 || c.state.Rounds < 0:
		return games.Refuse("Times, nodes, rounds and workers can't be negative, and there must be a worker.")
	}
	c.state.Entrants = players
	for i := range players {
		level := strings.TrimSpace(levels[i%len(levels)])
		if _, ok := c.game.Player(level); !ok {
			return games.Refuse("%s has no level %q; the flags are shown by paddock tournament %s -help.", c.game.Name, level, c.game.ID)
		}
		c.levels = append(c.levels, level)
	}
	for seats := smallest; seats <= c.state.Seats; seats++ {
		if _, err := c.start(seats, 1); err != nil {
			return err
		}
	}
	return nil
}

func (c *contest) start(seats int, seed uint64) (*games.Position, error) {
	return c.game.Start(games.Setup{Seats: seats, Seed: seed, Options: c.options})
}

func (c *contest) name(e tourney.Entrant) string { return fmt.Sprintf("%d %s", e+1, c.levels[e]) }

// run plays round after round.
func (c *contest) run(ctx context.Context) error {
	fmt.Fprintf(c.out, "%s, %s of %d computer players, seed %d.\n", c.game.Name, c.format.Name(), c.state.Entrants, c.state.Seed)
	for {
		pairings := c.format.Next(c.state)
		if len(pairings) == 0 {
			c.standings()
			return nil
		}
		results, err := c.round(ctx, pairings)
		c.bar.clear()
		if err != nil {
			return err
		}
		c.state.Played = append(c.state.Played, results)
		c.report(results)
	}
}

// round plays the games of a round, several at the same time; the results are in the order of the pairings.
func (c *contest) round(ctx context.Context, pairings []tourney.Pairing) ([]tourney.Result, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]tourney.Result, len(pairings))
	next := make(chan int)
	var all sync.WaitGroup
	done := make(chan bool)
	for range min(c.workers, len(pairings)) {
		all.Go(func() { // ends when next is closed
			for i := range next {
				result, err := c.play(ctx, pairings[i], uint64(len(c.state.Played))<<32|uint64(i))
				if err != nil {
					cancel(err)
				}
				results[i] = result
				done <- true
			}
		})
	}
	go func() { // ends with the last pairing
		defer close(next)
		for i := range pairings {
			next <- i
		}
	}()
	for n := range pairings {
		c.bar.show(len(c.state.Played)+1, n, len(pairings))
		<-done
	}
	all.Wait()
	return results, context.Cause(ctx)
}

// play is one game.
func (c *contest) play(ctx context.Context, p tourney.Pairing, stream uint64) (tourney.Result, error) {
	result := tourney.Result{Pairing: p}
	if p.Bye() {
		return result, nil
	}
	lot := rand.New(rand.NewPCG(c.state.Seed, stream))
	pos, err := c.start(len(p), lot.Uint64()|1)
	if err != nil {
		return result, err
	}
	for {
		if outcome, over := pos.Outcome(); over {
			for seat := range p {
				result.Place = append(result.Place, int(outcome.Place[seat]))
				result.Score = append(result.Score, outcome.Score[seat])
			}
			return result, nil
		}
		for seat := range pos.Turn().Waiting.All() {
			if pos, err = c.move(ctx, pos, seat, c.levels[p[seat]], lot.Uint64()); err != nil {
				return result, err
			}
			break
		}
	}
}

// move lets a level move, within its budget.
func (c *contest) move(ctx context.Context, pos *games.Position, seat games.Seat, level string, seed uint64) (*games.Position, error) {
	player, _ := c.game.Player(level)
	budget := player.Budget
	budget.Seed = seed
	if c.perMove > 0 {
		budget.Time = c.perMove
	}
	if c.nodes > 0 {
		budget.Nodes = c.nodes
	}
	if budget.Time <= 0 {
		budget.Time = thinkAtMost
	}
	thought, cancel := context.WithTimeout(ctx, budget.Time)
	defer cancel()
	move, err := pos.View(seat).Choose(thought, level, budget)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	done, err := pos.Play(seat, move)
	return done.Next, err
}

// report writes a round's results.
func (c *contest) report(results []tourney.Result) {
	fmt.Fprintf(c.out, "\nRound %d\n", len(c.state.Played))
	for _, r := range results {
		var parts []string
		for seat, e := range r.Pairing {
			text := c.name(e)
			if !r.Pairing.Bye() {
				if r.Score[seat] != 0 {
					text += " (" + strconv.Itoa(r.Score[seat]) + ")"
				}
				if r.Place[seat] == 1 {
					text += " *"
				}
			}
			parts = append(parts, text)
		}
		if r.Pairing.Bye() {
			parts = append(parts, "a bye")
		}
		fmt.Fprintln(c.out, "  "+strings.Join(parts, "  –  "))
	}
}

// standings writes the end.
func (c *contest) standings() {
	fmt.Fprintf(c.out, "\n%4s  %-16s %6s", "#", "player", "points")
	for _, b := range c.format.Breaks() {
		fmt.Fprintf(c.out, "  %s", b)
	}
	fmt.Fprintln(c.out)
	var won []string
	for _, s := range c.format.Standings(c.state) {
		fmt.Fprintf(c.out, "%4d  %-16s %6g", s.Place, c.name(s.Entrant), s.Points)
		for i, b := range c.format.Breaks() {
			fmt.Fprintf(c.out, "  %*g", len([]rune(b)), s.Breaks[i])
		}
		fmt.Fprintln(c.out)
		if s.Place == 1 {
			won = append(won, c.name(s.Entrant))
		}
	}
	verb := "wins"
	if len(won) > 1 {
		verb = "share the first place"
	}
	fmt.Fprintf(c.out, "\n%s %s.\n", strings.Join(won, ", "), verb)
}

// bar is a progress bar in one line of a terminal; on anything else it shows nothing.
type bar struct {
	out   io.Writer
	shown int // columns
}

func newBar(out io.Writer) *bar {
	if f, ok := out.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return &bar{out: out}
		}
	}
	return &bar{out: io.Discard}
}

const barWidth = 30

func (b *bar) show(round, done, of int) {
	full := done * barWidth / of
	line := fmt.Sprintf("round %d [%s%s] %d of %d games", round, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, of)
	fmt.Fprintf(b.out, "\r%-*s", b.shown, line)
	b.shown = len(line)
}

func (b *bar) clear() {
	fmt.Fprintf(b.out, "\r%s\r", strings.Repeat(" ", b.shown))
	b.shown = 0
}
