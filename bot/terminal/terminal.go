// Package terminal plays the games of the catalogue on a terminal: person against computer, person
// against person, or computers among themselves. Rules, boards and computer players are the same as
// on Discord. It needs no token, no network and no database; the command save writes a game to a
// file. It knows no particular game. Start reading at [Run], then table.go, where a game is played.
package terminal

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"paddock/games"
)

// ErrUsage is returned for wrong arguments. The problem has already been printed.
var ErrUsage = errors.New("terminal: wrong arguments")

// Run plays the game in the first argument, with the flags after it, or continues the game in the
// file of that name. It reads typed lines from in until the game, in or ctx ends. It writes boards
// and answers to out, and errors in the arguments to errs.
func Run(ctx context.Context, catalogue []*games.Game, args []string, in io.Reader, out, errs io.Writer) error {
	kept, args, err := recorded(catalogue, args)
	if err != nil {
		fmt.Fprintln(errs, err)
		return ErrUsage
	}
	t, err := read("play", catalogue, args, errs, newTable)
	if t == nil {
		return err
	}
	if kept != nil {
		t.first, t.past = kept.first, kept.past
		if err := t.fits(); err != nil {
			fmt.Fprintln(errs, err)
			return ErrUsage
		}
	}
	t.out, t.screen, t.lines = out, screenOf(out, os.Getenv), readLines(ctx, in)
	return t.play(ctx)
}

// named returns the game in the first argument of a command.
func named(command string, catalogue []*games.Game, args []string) (*games.Game, error) {
	var ids []string
	for _, g := range catalogue {
		if len(args) > 0 && strings.EqualFold(string(g.ID), args[0]) {
			return g, nil
		}
		ids = append(ids, string(g.ID))
	}
	list := strings.Join(ids, ", ")
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return nil, games.Refuse("Which game? Name it first, then the flags: paddock %s GAME [flags]. The games: %s.",
			command, list)
	}
	return nil, games.Refuse("There is no game %q. The games: %s.", args[0], list)
}

// Values of the flag -side that are not seats.
const (
	bothSides = "both" // people play all seats
	noSide    = "none" // computers play all seats
)

// flags are the flags of one game.
type flags struct {
	*flag.FlagSet
	game     *games.Game
	side     string
	level    string
	seats    int
	seed     uint64
	position string
	run      bool
	options  func() games.Options
}

func newFlags(g *games.Game, errs io.Writer) *flags {
	f := &flags{FlagSet: flag.NewFlagSet("paddock play "+string(g.ID), flag.ContinueOnError), game: g}
	f.SetOutput(errs)
	f.StringVar(&f.side, "side", g.SeatName(0),
		"your `seat`: "+strings.Join(g.SeatNames, ", ")+"; both for two people, none to watch computers")
	f.StringVar(&f.level, "level", g.DefaultLevel,
		"the computer's `level`: "+strings.Join(levels(g), ", ")+"; when you watch, one for each seat: easy,hard")
	f.Uint64Var(&f.seed, "seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	f.StringVar(&f.position, "position", "", "begin with this position `text` instead of the start")
	f.BoolVar(&f.run, "run", false, "computers go on without Enter")
	if g.MaxSeats > g.MinSeats {
		f.IntVar(&f.seats, "seats", g.MinSeats, fmt.Sprintf("how many play, %d to %d", g.MinSeats, g.MaxSeats))
	}
	f.options = optionFlags(f.FlagSet, g)
	return f
}

func optionHelp(o games.Option) string {
	if o.Read != nil {
		return o.Help + ": a `text` such as " + o.Example
	}
	if len(o.Choices) == 0 {
		return fmt.Sprintf("%s, a `number` from %d to %d", o.Help, max(o.Min, o.From), o.Max)
	}
	var values []string
	for _, c := range o.Choices {
		values = append(values, c.Value)
	}
	return o.Help + ": `one` of " + strings.Join(values, ", ")
}

// newTable reads the flags and returns the table for them.
func newTable(g *games.Game, args []string, errs io.Writer) (*table, error) {
	f := newFlags(g, errs)
	if err := parse(f.FlagSet, args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, games.Refuse("%s is not understood; the flags are shown by paddock play %s -help.", f.Arg(0),
			f.game.ID)
	}
	t := &table{game: f.game, seed: f.seed, run: f.run}
	if t.seed == 0 {
		t.seed = newSeed()
	}
	start, err := f.start(t.seed)
	if err != nil {
		return nil, err
	}
	t.begin(start)
	t.players, err = f.players()
	return t, err
}

func (f *flags) start(seed uint64) (*games.Position, error) {
	if f.position != "" {
		return f.game.Parse(f.position)
	}
	return f.game.Start(games.Setup{Seats: f.seats, Seed: seed, Options: f.options()})
}

// players returns the player of each seat: a level's name for a computer, "" for a person.
func (f *flags) players() ([]string, error) {
	levels := strings.Split(f.level, ",")
	for _, l := range levels {
		if _, ok := f.game.Player(l); !ok {
			return nil, games.Refuse("%s has no level %q; the flags are shown by paddock play %s -help.", f.game.Name,
				l, f.game.ID)
		}
	}
	seats := max(f.seats, f.game.MinSeats)
	if f.position != "" {
		seats = f.game.MaxSeats
	}
	players := make([]string, seats)
	if strings.EqualFold(f.side, bothSides) {
		return players, nil
	}
	for i := range players {
		players[i] = levels[min(i, len(levels)-1)]
	}
	if strings.EqualFold(f.side, noSide) {
		return players, nil
	}
	seat := slices.IndexFunc(f.game.SeatNames, func(name string) bool { return strings.EqualFold(name, f.side) })
	if n, err := strconv.Atoi(f.side); err == nil {
		seat = n - 1
	}
	if seat < 0 || seat >= seats {
		return nil, games.Refuse("%q is not a side of %s: %s, both or none.", f.side, f.game.Name,
			strings.Join(f.game.SeatNames[:seats], ", "))
	}
	players[seat] = ""
	return players, nil
}
