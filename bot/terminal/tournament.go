package terminal

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"

	"paddock/games"
	"paddock/games/arena"
	"paddock/games/tourney"
)

// Tournament plays a tournament of computer players at the game in the first argument, with the
// flags after it. Results and final standings go to out; progress and errors in the arguments go to
// errs.
func Tournament(ctx context.Context, catalogue []*games.Game, args []string, out, errs io.Writer) error {
	c, err := read("tournament", catalogue, args, errs, newContest)
	if c == nil {
		return err
	}
	c.out, c.bar = out, newBar(errs)
	return c.run(ctx)
}

// mostRounds is the largest number of rounds of a tournament.
const mostRounds = 100

// contest is a tournament of computer players in memory.
type contest struct {
	format tourney.Format
	state  tourney.State
	levels []string // the player of each entrant: a level, or a program as in the arena
	out    io.Writer
	bar    *bar
	conditions
}

// newContest reads the flags.
func newContest(g *games.Game, args []string, errs io.Writer) (*contest, error) {
	f := flag.NewFlagSet("paddock tournament "+string(g.ID), flag.ContinueOnError)
	f.SetOutput(errs)
	var formats []string
	for _, t := range tourney.Formats {
		formats = append(formats, t.Name())
	}
	c := &contest{}
	format := f.String("format", formats[0], "the `format`: "+strings.Join(formats, ", "))
	players := f.Int("players", 8, "how many computer players take part")
	level := f.String("level", g.DefaultLevel,
		"their `levels`, in turn: easy,hard; "+strings.Join(levels(g), ", ")+", or programs as in the arena")
	f.IntVar(&c.state.Seats, "seats", 0, "the most players in a game; 0: as many as can be")
	f.IntVar(&c.state.Rounds, "rounds", 0,
		"rounds of a Swiss or league, or how often everybody meets; 0: the format's own number")
	f.BoolVar(&c.state.Third, "third", false, "a game for the third place of a bracket")
	f.Uint64Var(&c.state.Seed, "seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	settle := c.flags(f, g)
	if err := parse(f, args); err != nil {
		return nil, err
	}
	settle()
	var ok bool
	c.format, ok = tourney.Find(*format)
	if odd := strings.Join(f.Args(), " "); !ok || odd != "" {
		return nil, games.Refuse("%s is not understood; the flags are shown by paddock tournament %s -help.",
			cmp.Or(odd, *format), g.ID)
	}
	return c, c.check(*players, strings.Split(*level, ","))
}

// check fills in defaults and refuses impossible tournaments.
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
		return games.Refuse("A game of %s in a %s tournament is for %d to %d players, not %d.", c.game.Name,
			c.format.Name(), smallest, largest, c.state.Seats)
	case c.state.Rounds < 0 || c.state.Rounds > mostRounds:
		return games.Refuse("A tournament has at most %d rounds, not %d.", mostRounds, c.state.Rounds)
	}
	if err := c.possible(); err != nil {
		return err
	}
	c.state.Entrants = players
	for i := range players {
		level := strings.TrimSpace(levels[i%len(levels)])
		if err := c.checkPlayer("tournament", level); err != nil {
			return err
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
	return c.game.Start(games.Setup{Seats: seats, Seed: seed, Options: c.Options})
}

func (c *contest) name(e tourney.Entrant) string { return fmt.Sprintf("%d %s", e+1, c.levels[e]) }

// run plays round after round.
func (c *contest) run(ctx context.Context) error {
	fmt.Fprintf(c.out, "%s, %s of %d computer players, seed %d.\n", c.game.Name, c.format.Name(), c.state.Entrants,
		c.state.Seed)
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

// take adds the results of a round. A player who was put out of a game is out of the tournament
// (F67).
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

// round plays the games of a round, several at the same time. The results are in the order of the
// pairings.
func (c *contest) round(ctx context.Context, pairings []tourney.Pairing) ([]finished, error) {
	results := make([]finished, len(pairings))
	var mu sync.Mutex
	done := 0 // number of finished games; guarded by mu, like the bar
	show := func() { c.bar.show(fmt.Sprintf("round %d ", len(c.state.Played)+1), done, len(pairings), "") }
	show()
	err := c.inParallel(ctx, len(pairings), func(ctx context.Context, i int) (err error) {
		results[i], err = c.play(ctx, pairings[i], uint64(len(c.state.Played))<<32|uint64(i))
		mu.Lock()
		defer mu.Unlock()
		done++
		show()
		return err
	})
	return results, err
}

// play plays one game under the referee's clock.
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
	names := make([]string, len(p))
	for seat, e := range p {
		names[seat] = c.levels[e]
	}
	played, err := c.conditions.play(ctx, pos, names, lot)
	if err != nil {
		return g, err
	}
	g.incidents = played.Incidents
	g.Result = p.Result(played.Outcome)
	return g, nil
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

// ruling describes a ruling of the referee and its reason.
func (c *contest) ruling(e tourney.Entrant, i arena.Incident) string {
	what := "leaves the game and the tournament"
	if i.Kind == games.Skip {
		what = "loses the turn"
	}
	if errors.Is(i.Cause, arena.ErrLate) {
		return fmt.Sprintf("%s has not moved within %v and %s", c.name(e), c.Clock, what)
	}
	return fmt.Sprintf("%s has failed and %s: %v", c.name(e), what, i.Cause)
}

// standings writes the final standings.
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
		fmt.Fprintf(c.out, "\n%s share first place.\n", strings.Join(won, ", "))
	}
}
