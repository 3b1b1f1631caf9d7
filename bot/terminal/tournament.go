package terminal

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/tourney"
)

// Tournament plays a tournament of computer players at the game that the first argument names, with the flags after it. Results and the final
// standings go to out; a progress bar, and what is wrong with the arguments, to errs.
func Tournament(ctx context.Context, catalogue []*games.Game, args []string, out, errs io.Writer) error {
	g, err := named("tournament", catalogue, args)
	if err != nil {
		fmt.Fprintln(errs, err)
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

const (
	memoClock  = 5 * time.Second // what the memo on Fish's referee gives a player
	mostRounds = 100
)

// contest is a tournament of computer players in memory.
type contest struct {
	game    *games.Game
	format  tourney.Format
	state   tourney.State
	levels  []string // by entrant
	player  func(e tourney.Entrant, seed uint64) arena.Player
	clock   time.Duration
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
	c.player = c.computer
	format := f.String("format", formats[0], "the `format`: "+strings.Join(formats, ", "))
	players := f.Int("players", 8, "how many computer players take part")
	level := f.String("level", g.DefaultLevel, "their `levels`, in turn: easy,hard; one of "+strings.Join(known, ", "))
	f.IntVar(&c.state.Seats, "seats", 0, "the most players in a game; 0: as many as can be")
	f.IntVar(&c.state.Rounds, "rounds", 0, "rounds of a Swiss or league, or how often everybody meets; 0: the format's own number")
	f.BoolVar(&c.state.Third, "third", false, "a game for the third place of a bracket")
	f.Uint64Var(&c.state.Seed, "seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	f.DurationVar(&c.clock, "clock", memoClock, "the referee's `time` for a move: who is late or fails loses the turn, and at the second time running leaves the game; 0: no limit")
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
	case c.perMove < 0 || c.clock < 0 || c.nodes < 0 || c.workers < 1 || c.state.Rounds < 0:
		return games.Refuse("Times, nodes, rounds and workers can't be negative, and there must be a worker.")
	case c.state.Rounds > mostRounds:
		return games.Refuse("A tournament has at most %d rounds, not %d.", mostRounds, c.state.Rounds)
	case c.clock > 0 && c.perMove >= c.clock:
		return games.Refuse("With %v for each move everybody would be late, for the referee waits %v. Choose a longer -clock, or 0 for none.", c.perMove, c.clock)
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
		games, err := c.round(ctx, pairings)
		c.bar.clear()
		if err != nil {
			return err
		}
		c.take(games)
		c.report(games)
	}
}

// finished is a game of a round.
type finished struct {
	tourney.Result
	incidents []arena.Incident
}

// take takes in the results of a round. Who was put out of a game is out of the tournament (F67).
func (c *contest) take(games []finished) {
	var results []tourney.Result
	for _, g := range games {
		results = append(results, g.Result)
		for seat := range (arena.Played{Incidents: g.incidents}).Out().All() {
			if e := g.Pairing[seat]; !slices.Contains(c.state.Out, e) {
				c.state.Out = append(c.state.Out, e)
			}
		}
	}
	c.state.Played = append(c.state.Played, results)
}

// round plays the games of a round, several at the same time; the results are in the order of the pairings.
func (c *contest) round(ctx context.Context, pairings []tourney.Pairing) ([]finished, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]finished, len(pairings))
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
		c.bar.show(fmt.Sprintf("round %d ", len(c.state.Played)+1), n, len(pairings), "")
		<-done
	}
	all.Wait()
	return results, context.Cause(ctx)
}

// play is one game, under the referee's clock.
func (c *contest) play(ctx context.Context, p tourney.Pairing, stream uint64) (finished, error) {
	g := finished{Result: tourney.Result{Pairing: p}}
	if p.Bye() {
		return g, nil
	}
	lot := rand.New(rand.NewPCG(c.state.Seed, stream))
	pos, err := c.start(len(p), lot.Uint64()|1)
	if err != nil {
		return g, err
	}
	table := arena.Table{Clock: c.clock}
	for _, e := range p {
		table.Players = append(table.Players, c.player(e, lot.Uint64()))
	}
	played, err := table.Play(ctx, pos)
	if err != nil {
		return g, err
	}
	g.incidents = played.Incidents
	for seat := range p {
		g.Place = append(g.Place, int(played.Outcome.Place[seat]))
		g.Score = append(g.Score, played.Outcome.Score[seat])
		g.Tiebreak = append(g.Tiebreak, played.Outcome.Tiebreak[seat])
	}
	return g, nil
}

// computer is a level of the game as an arena.Player.
type computer struct {
	level  string
	budget games.Budget
	lot    *rand.Rand
}

func (c *contest) computer(e tourney.Entrant, seed uint64) arena.Player {
	return newComputer(c.game, c.levels[e], games.Budget{Time: c.perMove, Nodes: c.nodes}, c.clock, seed)
}

// newComputer makes a level of a game a player. What the budget leaves open is the level's own, and it keeps below the referee's clock, if there is one.
func newComputer(g *games.Game, level string, budget games.Budget, clock time.Duration, seed uint64) *computer {
	info, _ := g.Player(level)
	p := &computer{level: info.Name, budget: info.Budget, lot: rand.New(rand.NewPCG(seed, 1))}
	p.budget.Time = cmp.Or(budget.Time, p.budget.Time, thinkAtMost)
	p.budget.Nodes = cmp.Or(budget.Nodes, p.budget.Nodes)
	if clock > 0 {
		p.budget.Time = min(p.budget.Time, clock*4/5)
	}
	return p
}

// Move implements arena.Player: the level's move within its budget.
func (p *computer) Move(ctx context.Context, v *games.View) (string, error) {
	thought, cancel := context.WithTimeout(ctx, p.budget.Time)
	defer cancel()
	budget := p.budget
	budget.Seed = p.lot.Uint64()
	move, err := v.Choose(thought, p.level, budget)
	if err != nil { // then the move is none that the level has chosen
		return "", err
	}
	return move, nil
}

// report writes a round's results.
func (c *contest) report(games []finished) {
	fmt.Fprintf(c.out, "\nRound %d\n", len(c.state.Played))
	for _, r := range games {
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
		for _, i := range r.incidents {
			fmt.Fprintln(c.out, "    "+c.ruling(r.Pairing[i.Seat], i))
		}
	}
}

// ruling says what the referee has decided about somebody, and why.
func (c *contest) ruling(e tourney.Entrant, i arena.Incident) string {
	what := "leaves the game and the tournament"
	if i.Kind == games.Skip {
		what = "loses the turn"
	}
	if errors.Is(i.Cause, arena.ErrLate) {
		return fmt.Sprintf("%s has not moved within %v and %s", c.name(e), c.clock, what)
	}
	return fmt.Sprintf("%s has failed and %s: %v", c.name(e), what, i.Cause)
}

// standings writes the end.
func (c *contest) standings() {
	fmt.Fprintf(c.out, "\n%4s  %-16s %6s", "#", "player", "points")
	for _, b := range c.format.Breaks() {
		fmt.Fprintf(c.out, "  %s", b)
	}
	fmt.Fprintln(c.out)
	var won []string
	for _, s := range tourney.Final(c.format, c.state) {
		fmt.Fprintf(c.out, "%4d  %-16s %6g", s.Place, c.name(s.Entrant), s.Points)
		for i, b := range c.format.Breaks() {
			fmt.Fprintf(c.out, "  %*g", len([]rune(b)), s.Breaks[i])
		}
		fmt.Fprintln(c.out)
		if s.Place == 1 {
			won = append(won, c.name(s.Entrant))
		}
	}
	switch len(won) {
	case 0:
		fmt.Fprintln(c.out, "\nNobody wins: nobody who is left has played a game.")
	case 1:
		fmt.Fprintf(c.out, "\n%s wins.\n", won[0])
	default:
		fmt.Fprintf(c.out, "\n%s share the first place.\n", strings.Join(won, ", "))
	}
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

// show draws the bar, with something to say before and behind it.
func (b *bar) show(before string, done, of int, behind string) {
	full := done * barWidth / of
	line := fmt.Sprintf("%s[%s%s] %d of %d games%s", before, strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, of, behind)
	fmt.Fprintf(b.out, "\r%-*s", b.shown, line)
	b.shown = len(line)
}

func (b *bar) clear() {
	fmt.Fprintf(b.out, "\r%s\r", strings.Repeat(" ", b.shown))
	b.shown = 0
}
