// Command paddock is a Discord bot on which people play board games by message, and what belongs to it: a sandbox to try it without Discord, the
// same games on a terminal, the same computer players for other programs, and care for its database. This file is flags and environment, then
// wiring, then Run; at its end stand the commands for other programs. `paddock help` lists all of them, .env.example the environment. The bot
// itself begins in paddock/bot.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/joho/godotenv"

	"paddock/bot"
	"paddock/bot/sandbox"
	"paddock/bot/terminal"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/fish"
	"paddock/games/fish/fishtest"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/games/stratego/player"
	"paddock/games/stratego/refproto"
	"paddock/games/stratego/view"
	"paddock/render"
	"paddock/storage"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := godotenv.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "paddock: the file .env can't be read: %v. Compare it with .env.example.\n", err)
		os.Exit(1)
	}
	p := &program{env: os.Getenv, in: os.Stdin, out: os.Stdout, errs: os.Stderr}
	os.Exit(p.main(ctx, os.Args[1:]))
}

// program is what a command has to do with the world.
type program struct {
	env       func(string) string
	in        io.Reader
	out, errs io.Writer
}

// command is one sub-command. Its run returns when ctx ends, after everything it has started.
type command struct {
	name, arguments, help string
	run                   func(p *program, ctx context.Context, args []string) error
}

// commands lists the sub-commands. The first, with no name, is the bot.
func commands() []command {
	return []command{
		{"", "[-db FILE]", "run the bot; DISCORD_TOKEN is its token, see .env.example", (*program).bot},
		{"sandbox", "[-addr ADDRESS] [-db FILE] [-discord ADDRESS]", "try the bot in a browser, with no token and no Discord", (*program).sandbox},
		{"play", "GAME [flags]", "play on this terminal; paddock play GAME -help lists the flags", (*program).play},
		{"tournament", "GAME [flags]", "let computer players play a tournament; paddock tournament GAME -help lists the flags", (*program).tournament},
		{"engine", "GAME [flags]", "play by lines with another program: stratego, with the referee of the 2012 competition; fish, with `go MS fish/1 …`", (*program).engine},
		{"setups", "[-army ARMY] [-n NUMBER] [-seed NUMBER]", "print set-ups of Stratego's computer players, one a line, front row first", (*program).setups},
		{"harness", "KIND", "answer one input of the Fish course's test harness: 3_xboard, 4_xstate, 5_xtree, 6_xstrategy or 8_xref", (*program).harness},
		{"backup", "[-db FILE] FILE", "copy the database to FILE and check the copy, while the bot runs or not", (*program).backup},
		{"check", "[FILE]", "check a database or a backup", (*program).check},
		{"health", "[-db FILE]", "ask the running bot whether it can store moves", (*program).health},
		{"version", "", "say which Paddock this is", (*program).version},
		{"help", "", "show this list", (*program).help},
	}
}

// errUsage means that what was wrong with the arguments has been said already.
var errUsage = errors.New("wrong arguments")

// main runs a command and returns the process's exit code: 0, 1 for an error, 2 for wrong arguments.
func (p *program) main(ctx context.Context, args []string) int {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	for _, c := range commands() {
		if c.name != name {
			continue
		}
		switch err := c.run(p, ctx, args); {
		case err == nil, errors.Is(err, flag.ErrHelp):
			return 0
		case errors.Is(err, errUsage), errors.Is(err, terminal.ErrUsage):
			return 2
		default:
			fmt.Fprintf(p.errs, "paddock: %v\n", err)
			return 1
		}
	}
	fmt.Fprintf(p.errs, "paddock: there is no command %q. The commands are:\n", name)
	p.list(p.errs)
	return 2
}

// parse reads a command's flags and checks how many arguments follow them.
func (p *program) parse(f *flag.FlagSet, args []string, least, most int) error {
	f.SetOutput(p.errs)
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	if f.NArg() < least || f.NArg() > most {
		fmt.Fprintf(p.errs, "paddock: %s takes %s; %d were given. See paddock help.\n", f.Name(), plural(least, most), f.NArg())
		return errUsage
	}
	return nil
}

func plural(least, most int) string {
	switch {
	case most == 0:
		return "no arguments"
	case least == 1 && most == 1:
		return "one argument"
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

// database is the flag for the database file.
func (p *program) database(f *flag.FlagSet) *string {
	path := p.env("PADDOCK_DB")
	if path == "" {
		path = "paddock.db"
	}
	return f.String("db", path, "the database `file`")
}

func (p *program) log() (*slog.Logger, error) {
	level := slog.LevelInfo
	if text := p.env("PADDOCK_LOG_LEVEL"); text != "" {
		if err := level.UnmarshalText([]byte(text)); err != nil {
			return nil, fmt.Errorf("PADDOCK_LOG_LEVEL is %q, but must be debug, info, warn or error", text)
		}
	}
	options := &slog.HandlerOptions{Level: level}
	switch format := p.env("PADDOCK_LOG_FORMAT"); format {
	case "", "text":
		return slog.New(slog.NewTextHandler(p.errs, options)), nil
	case "json":
		return slog.New(slog.NewJSONHandler(p.errs, options)), nil
	default:
		return nil, fmt.Errorf("PADDOCK_LOG_FORMAT is %q, but must be text or json", format)
	}
}

func (p *program) bot(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("paddock", flag.ContinueOnError)
	db := p.database(f)
	f.Usage = func() { p.list(p.errs) }
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	token := strings.TrimPrefix(strings.TrimSpace(p.env("DISCORD_TOKEN")), "Bot ")
	if token == "" {
		return errors.New("DISCORD_TOKEN is not set. Put the bot's token into the environment or into a file .env (see .env.example). " +
			"To try Paddock without a token: paddock sandbox, or paddock play halatafl")
	}
	log, err := p.log()
	if err != nil {
		return err
	}
	store, err := storage.Open(*db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()

	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	defer serving.Wait()
	defer cancel()
	serving.Go(func() {
		if err := store.Serve(ctx); err != nil {
			log.Warn("no backups while the bot runs", "err", err)
		}
	})
	p.tuneMemory()
	cfg := pictures(ctx)
	cfg.Token, cfg.BaseURL, cfg.Store, cfg.Games, cfg.Log = token, p.env("PADDOCK_DISCORD_URL"), store, catalog.Games(), log
	return bot.Run(ctx, cfg)
}

// tuneMemory sets how eagerly garbage is collected, unless the environment does.
func (p *program) tuneMemory() {
	if p.env("GOGC") == "" {
		debug.SetGCPercent(bot.GCPercent)
	}
	if p.env("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bot.MemoryLimit)
	}
}

// replayAtMost is how long drawing a replay may take, waiting for others included.
const replayAtMost = 20 * time.Second

// pictures is a bot with a renderer.
func pictures(ctx context.Context) bot.Config {
	r := render.New(nil, 0)
	return bot.Config{Draw: r.PNG, Animate: func(frames []scene.Scene) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, replayAtMost)
		defer cancel()
		return r.GIF(ctx, frames, render.Pace{})
	}}
}

func (p *program) sandbox(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	addr := f.String("addr", sandbox.DefaultAddr, "the loopback `address` of the page")
	db := f.String("db", "", "the `file` to keep matches in; empty: nothing is kept")
	discord := f.String("discord", "", "a loopback `address`, such as 127.0.0.1:8091, to serve the make-believe Discord on, for a bot that is started apart; none runs in the sandbox then")
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	log, err := p.log()
	if err != nil {
		return err
	}
	return sandbox.Run(ctx, sandbox.Config{Addr: *addr, DB: *db, Discord: *discord, Log: log, Out: p.out, Bot: pictures(ctx)})
}

func (p *program) play(ctx context.Context, args []string) error {
	return terminal.Run(ctx, catalog.Games(), args, p.in, p.out, p.errs)
}

func (p *program) tournament(ctx context.Context, args []string) error {
	return terminal.Tournament(ctx, catalog.Games(), args, p.out, p.errs)
}

func (p *program) backup(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("backup", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	report, err := storage.Backup(ctx, *db, f.Arg(0))
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s is a sound copy of %s: %s.\n", f.Arg(0), *db, describe(report))
	return nil
}

func (p *program) check(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 0, 1); err != nil {
		return err
	}
	if f.NArg() == 1 {
		*db = f.Arg(0)
	}
	report, err := storage.Check(ctx, *db)
	if err != nil {
		return err
	}
	for _, problem := range report.Problems {
		fmt.Fprintln(p.out, problem)
	}
	if err := report.Err(*db); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s is sound: %s.\n", *db, describe(report))
	return nil
}

func describe(r storage.Report) string {
	return fmt.Sprintf("%d matches with %d events, %d KB, schema %d", r.Matches, r.Events, r.Bytes/1024, r.Schema)
}

func (p *program) health(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("health", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := storage.Health(ctx, *db); err != nil {
		return err
	}
	fmt.Fprintln(p.out, "The bot is running and can store moves.")
	return nil
}

func (p *program) version(_ context.Context, args []string) error {
	if err := p.parse(flag.NewFlagSet("version", flag.ContinueOnError), args, 0, 0); err != nil {
		return err
	}
	version, revision, when := "(devel)", "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		version = info.Main.Version
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				revision = " " + s.Value
			case "vcs.time":
				when = " " + s.Value
			}
		}
	}
	fmt.Fprintf(p.out, "paddock %s%s%s %s %s/%s\n", version, revision, when, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return nil
}

func (p *program) help(_ context.Context, _ []string) error {
	fmt.Fprintln(p.out, "Paddock: board games by message on Discord.")
	p.list(p.out)
	var games []string
	for _, g := range catalog.Games() {
		games = append(games, string(g.ID))
	}
	fmt.Fprintf(p.out, "\nThe games: %s. The environment is explained in .env.example.\n", strings.Join(games, ", "))
	return nil
}

func (p *program) list(w io.Writer) {
	for _, c := range commands() {
		fmt.Fprintf(w, "  %s\n        %s\n", strings.Join(strings.Fields("paddock "+c.name+" "+c.arguments), " "), c.help)
	}
}

// From here on: the commands by which other people's programs meet our rules and computer players, over standard input and output.

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
			return who.Step(ctx, v, games.Budget{Seed: *seed})
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
