package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/fish/fishtest"
	"paddock/games/stratego"
	"paddock/games/stratego/player"
	"paddock/games/stratego/refproto"
	"paddock/games/stratego/view"
)

// Here are the commands by which other people's programs meet our rules and computer players, over standard input and output.

// strategoAnswer is how long Stratego's players think when nothing is said: its referee waits two seconds for an answer (S100).
const strategoAnswer = 1500 * time.Millisecond

// engine plays by lines until the other side has had enough.
func (p *program) engine(ctx context.Context, args []string) error {
	engines := map[string]func(context.Context, []string) error{"stratego": p.strategoEngine, "fish": p.fishEngine}
	if len(args) == 0 || engines[args[0]] == nil {
		fmt.Fprintf(p.errs, "paddock: engine plays stratego or fish: say which, for instance paddock engine stratego -level hard. The other games have no protocol.\n")
		return errUsage
	}
	return engines[args[0]](ctx, args[1:])
}

// strategoEngine plays one game with the referee of S100, from what that referee tells it and nothing else (S99).
func (p *program) strategoEngine(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("engine stratego", flag.ContinueOnError)
	name := level(f, stratego.New())
	most := f.Duration("time", strategoAnswer, "the `time` for an answer")
	seed := f.Uint64("seed", 0, "the `number` from which all chance comes; 0 takes another each time")
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	who, ok := player.Levels[*name]
	if !ok || *most <= 0 {
		return fmt.Errorf("there is no level %q, or no time to think: paddock engine stratego -help lists the flags", *name)
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	return untilDone(ctx, func() error {
		return refproto.Serve(p.in, p.out, func(v view.View) (view.Move, error) {
			ctx, cancel := context.WithTimeout(ctx, *most)
			defer cancel()
			return who.Choose(ctx, v, games.Budget{Seed: *seed})
		})
	})
}

// fishEngine answers positions with moves (F64).
func (p *program) fishEngine(ctx context.Context, args []string) error {
	g := fish.New()
	f := flag.NewFlagSet("engine fish", flag.ContinueOnError)
	name := level(f, g)
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	if _, ok := g.Player(*name); !ok {
		return fmt.Errorf("there is no level %q: paddock engine fish -help lists them", *name)
	}
	return untilDone(ctx, func() error { return fishtest.Serve(ctx, g, *name, p.in, p.out) })
}

// level is the flag for a computer player.
func level(f *flag.FlagSet, g *games.Game) *string {
	var names []string
	for _, p := range g.Players {
		names = append(names, p.Name)
	}
	return f.String("level", games.Master, "the computer player's `name`: "+strings.Join(names, ", "))
}

// untilDone waits for play or, where that waits for input in vain, for the end of ctx: the process ends then, and play with it.
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

// setups prints set-ups as computer players make them (S60, S99).
func (p *program) setups(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("setups", flag.ContinueOnError)
	text := f.String("army", "classic", "the `army`: classic, barrage, duel, its twelve numbers, or in words: \"1 flag, 1 marshal, 2 scouts\"")
	n := f.Int("n", 10, "the `number` of set-ups")
	seed := f.Uint64("seed", 1, "the `number` from which all chance comes")
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	army, err := stratego.ParseArmy(*text)
	if err != nil {
		return fmt.Errorf("this army can't be set up: %w", err)
	}
	out := bufio.NewWriter(p.out)
	for i := range *n {
		if ctx.Err() != nil {
			break
		}
		fmt.Fprintln(out, player.Setup(army, rand.New(rand.NewPCG(*seed, uint64(i)))))
	}
	return out.Flush()
}

// harness answers one input of the Fish course's tests (F61 to F65).
func (p *program) harness(_ context.Context, args []string) error {
	f := flag.NewFlagSet("harness", flag.ContinueOnError)
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	if !slices.Contains(fishtest.Kinds, f.Arg(0)) {
		return fmt.Errorf("there is no harness %q: %s", f.Arg(0), strings.Join(fishtest.Kinds, ", "))
	}
	in, err := io.ReadAll(p.in)
	if err != nil {
		return err
	}
	answer, err := fishtest.Run(f.Arg(0), in)
	if err != nil {
		return fmt.Errorf("the input can't be answered: %w", err)
	}
	fmt.Fprintf(p.out, "%s\n", answer)
	return nil
}
