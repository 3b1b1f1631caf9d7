// Package protocol connects other people's programs to Paddock's rules and computer players, over
// standard input and output or over a given connection. [Engine] plays by text lines, [Setups]
// prints set-ups of Stratego, and [Harness] answers the tests of the university course with the
// Fish project. Each is a sub-command of the program. The bot's own rules and players answer
// everything. Every input gets a line or an error, never a panic.
package protocol

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/halatafl"
	"paddock/games/kalah"
	"paddock/games/stratego"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// ErrUsage is the error for wrong arguments, after a message about them was written.
var ErrUsage = errors.New("protocol: wrong arguments")

// IO is the input and output of a command.
type IO struct {
	In        io.Reader
	Out, Errs io.Writer // Errs receives messages about wrong arguments
	// Dial connects to a server by its address.
	Dial func(ctx context.Context, address string) (io.ReadWriteCloser, error)
}

// strategoAnswer is the default thinking time of Stratego's players: the referee waits two seconds
// for an answer (S100).
const strategoAnswer = 1500 * time.Millisecond

// Engine plays the game named by the first argument by text lines; flags follow the name. It ends
// with `quit`, the end of the input, or ctx.
func Engine(ctx context.Context, args []string, std IO) error {
	if len(args) > 0 && args[0] == "stratego" {
		return strategoEngine(ctx, args[1:], std)
	}
	for _, g := range lineGames() {
		if len(args) > 0 && args[0] == string(g.ID) {
			return lineEngine(ctx, g, args[1:], std)
		}
	}
	fmt.Fprintf(std.Errs, "paddock: engine plays stratego, fish, halatafl or kalah: say which, for instance paddock engine stratego -level hard.\n")
	return ErrUsage
}

// lineGames returns the games without secrets.
func lineGames() []*games.Game { return []*games.Game{fish.New(), halatafl.New(), kalah.New()} }

func strategoEngine(ctx context.Context, args []string, std IO) error {
	f := flag.NewFlagSet("engine stratego", flag.ContinueOnError)
	name := level(f, stratego.New())
	most := f.Duration("time", strategoAnswer, "the `time` for an answer")
	seed := f.Uint64("seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	if err := parse(f, args, 0, std.Errs); err != nil {
		return err
	}
	who, ok := player.Levels[*name]
	if !ok || *most <= 0 {
		return fmt.Errorf("there is no level %q, or no time to think: paddock engine stratego -help lists the flags",
			*name)
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	return untilDone(ctx, func() error {
		return serveStratego(std.In, std.Out, func(v view.View) (view.Move, error) {
			ctx, cancel := context.WithTimeout(ctx, *most)
			defer cancel()
			return who.Step(ctx, v, games.Budget{Seed: *seed})
		})
	})
}

func lineEngine(ctx context.Context, g *games.Game, args []string, std IO) error {
	f := flag.NewFlagSet("engine "+string(g.ID), flag.ContinueOnError)
	name := level(f, g)
	k := &kgp{game: g, errs: std.Errs}
	var server *string
	if g.ID == "kalah" {
		server = f.String("kgp", "",
			"the `address` of a server of the Kalah Game Protocol to play on, instead of lines")
		f.DurationVar(&k.most, "time", time.Second, "with -kgp: the most `time` for a move")
		f.StringVar(&k.token, "token", "", "with -kgp: the secret `word` by which the server knows this player again")
	}
	if err := parse(f, args, 0, std.Errs); err != nil {
		return err
	}
	if _, ok := g.Player(*name); !ok {
		return fmt.Errorf("there is no level %q: paddock engine %s -help lists them", *name, g.ID)
	}
	if server != nil && *server != "" {
		if k.player = *name; k.most <= 0 {
			return errors.New("there is no time to think: -time must be above zero")
		}
		return kgpEngine(ctx, k, *server, std)
	}
	return untilDone(ctx, func() error { return serveLines(ctx, g, *name, std.In, std.Out) })
}

// kgpEngine plays on a server until the server or ctx ends it.
func kgpEngine(ctx context.Context, k *kgp, server string, std IO) error {
	line, err := std.Dial(ctx, server)
	if err != nil {
		return err
	}
	defer line.Close()
	return untilDone(ctx, func() error { return k.serve(ctx, line, line) })
}

// Setups prints set-ups of Stratego's computer players (S60, S99), one a line.
func Setups(ctx context.Context, args []string, std IO) error {
	f := flag.NewFlagSet("setups", flag.ContinueOnError)
	text := f.String("army", "classic",
		"the `army`: classic, barrage, duel, its twelve numbers, or in words: \"1 flag, 1 marshal, 2 scouts\"")
	n := f.Int("n", 10, "the `number` of set-ups")
	seed := f.Uint64("seed", 1, "the `number` from which all chance comes")
	if err := parse(f, args, 0, std.Errs); err != nil {
		return err
	}
	army, err := stratego.ParseArmy(*text)
	if err != nil {
		return fmt.Errorf("this army can't be set up: %w", err)
	}
	if *n < 0 {
		return fmt.Errorf("there can't be %d set-ups", *n)
	}
	out := bufio.NewWriter(std.Out)
	for i := range *n {
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintln(out, player.Setup(army, rand.New(rand.NewPCG(*seed, uint64(i)))))
	}
	return out.Flush()
}

// mostInput is the largest number of bytes of an input of a harness.
const mostInput = 1 << 20

// Harness answers one input of the harness that its argument names.
func Harness(_ context.Context, args []string, std IO) error {
	f := flag.NewFlagSet("harness", flag.ContinueOnError)
	if err := parse(f, args, 1, std.Errs); err != nil {
		return err
	}
	if !slices.Contains(courseKinds, f.Arg(0)) {
		return fmt.Errorf("there is no harness %q: %s", f.Arg(0), strings.Join(courseKinds, ", "))
	}
	in, err := io.ReadAll(io.LimitReader(std.In, mostInput+1))
	if err != nil {
		return err
	}
	if len(in) > mostInput {
		return fmt.Errorf("the input is longer than %d bytes, which no input of a harness is", mostInput)
	}
	answer, err := course(f.Arg(0), in)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "%s\n", answer)
	return err
}

// parse reads a command's flags and requires n arguments after them.
func parse(f *flag.FlagSet, args []string, n int, errs io.Writer) error {
	f.SetOutput(errs)
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return ErrUsage // package flag has already written the reason
	}
	if f.NArg() != n {
		fmt.Fprintf(errs, "paddock: %s takes %s, not %d. See paddock help.\n", f.Name(),
			[...]string{"no arguments", "one argument"}[n], f.NArg())
		return ErrUsage
	}
	return nil
}

// level adds the flag for a computer player.
func level(f *flag.FlagSet, g *games.Game) *string {
	var names []string
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return f.String("level", games.Master, "the computer player's `name`: "+strings.Join(names, ", "))
}

// untilDone waits for play to return or ctx to end. Play may hang in a read; then the process ends
// soon, and play with it.
func untilDone(ctx context.Context, play func() error) error {
	done := make(chan error, 1)
	go func() { done <- play() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return nil
	}
}
