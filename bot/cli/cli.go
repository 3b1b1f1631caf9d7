// Package cli is the command line: it reads flags and environment and calls other packages.
// `paddock help` lists the commands, and docs/configuration.md explains the settings. Start reading
// at [Commands]; the bot itself is paddock/bot.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"syscall"
	"time"

	"paddock/bot"
	"paddock/bot/discord"
	"paddock/bot/monitor"
	"paddock/bot/sandbox"
	"paddock/bot/terminal"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match/calendar"
	"paddock/games/protocol"
	"paddock/games/scene"
	"paddock/render"
	"paddock/storage"
	"paddock/storage/postgres"
	"paddock/storage/socket"
)

// Program holds the streams and the environment of a command.
type Program struct {
	Env       func(string) string
	Dotenv    string // a file with settings for the environment of the process; empty: none
	In        io.Reader
	Out, Errs io.Writer

	secrets   map[string]string // settings that were read from files
	explained bool              // what the command does was printed; its flags are left
}

// Command is one sub-command. Its run returns when ctx ends and everything that it has started has
// ended.
type Command struct {
	Name, Arguments, Help string

	run func(p *Program, ctx context.Context, args []string) error
}

// Commands lists the sub-commands. The first, with no name, is the bot.
func Commands() []Command {
	return []Command{
		{
			"", "[-db FILE]", "run the bot; DISCORD_TOKEN is its token, docs/configuration.md explains the settings",
			(*Program).bot,
		},
		{
			"sandbox", "[-addr ADDRESS] [-host NAME] [-db FILE] [-discord ADDRESS] [-activity ADDRESS]",
			"try the bot in a browser, with no token and no Discord", (*Program).sandbox,
		},
		{
			"play", "GAME|FILE [flags]",
			"play on this terminal, or go on with a game that /match export has written to FILE; paddock play GAME -help lists the flags", (*Program).play,
		},
		{
			"tournament", "GAME [flags]",
			"let computer players play a tournament; paddock tournament GAME -help lists the flags",
			competes(terminal.Tournament),
		},
		{
			"arena", "GAME -a PLAYER -b PLAYER [flags]",
			"let two computer players or other programs meet many times and say which is the stronger; paddock arena GAME -help lists the flags", competes(terminal.Arena),
		},
		{
			"engine", "GAME [flags]",
			"play by lines with another program, see docs/protocols.md; stratego with the referee of the 2012 competition", (*Program).engine,
		},
		{
			"setups", "[-army ARMY] [-n NUMBER] [-seed NUMBER]",
			"print set-ups of Stratego's computer players, one a line, front row first", speaks(protocol.Setups),
		},
		{
			"ends", "[-sheep NUMBER] FOLDER",
			"solve Halatafl with few sheep into FOLDER, for PADDOCK_ENDS; it takes long, and the same command goes on",
			(*Program).ends,
		},
		{"harness", "KIND", "answer one input of the Fish course's test harness: 3_xboard, 4_xstate, 5_xtree, 6_xstrategy or 8_xref", speaks(protocol.Harness)},
		{
			"backup", "[-db FILE] FILE", "copy the database to FILE and check the copy, while the bot runs or not",
			(*Program).backup,
		},
		{
			"restore", "[-db FILE] FILE", "put a backup in the place of the database, which is kept; the bot must not run",
			(*Program).restore,
		},
		{
			"compact", "[-db FILE]", "make the database as small as what it holds; the bot must not run",
			(*Program).compact,
		},
		{
			"check", "[-repair] [FILE|URL]",
			"check a database or a backup: its pages, checksums, indexes, and every log by the rules; -repair makes the indexes anew first", (*Program).check,
		},
		{
			"migrate-store", "FROM TO",
			"move everything from one database into another, empty one; each a file or the URL of one in PostgreSQL",
			(*Program).migrateStore,
		},
		{
			"profile", "[-db FILE] KIND FILE",
			"write a profile of the running bot to FILE, for go tool pprof: heap, goroutine, mutex, block, allocs, or cpu, which takes half a minute", (*Program).profile,
		},
		{
			"dump", "[-db FILE] [-server ID] FILE",
			"write the finished matches of a server, or of all, into a zip file, without names or ids; the bot must not run on a database that is a file", (*Program).dump,
		},
		{"health", "[-db FILE]", "ask the running bot whether it can store moves", (*Program).health},
		{"version", "", "say which Paddock this is", (*Program).version},
		{"help", "[COMMAND]", "show this list, or the flags of one command", (*Program).help},
	}
}

// errUsage means that wrong arguments were already reported.
var errUsage = errors.New("wrong arguments")

// Main runs a command and returns the process's exit code: 0, 1 for an error, 2 for wrong
// arguments.
func (p *Program) Main(ctx context.Context, args []string) int {
	name := ""
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, args = args[0], args[1:]
	}
	if name != "help" && name != "version" { // these commands help to correct the settings, and need none
		if err := p.settings(); err != nil {
			fmt.Fprintf(p.Errs, "paddock: %v\n", err)
			return 1
		}
	}
	p = p.concealed(append([]string{name}, args...))
	c, ok := command(name)
	if !ok {
		return p.unknown(name)
	}
	err := misplaced(name, args)
	if err == nil {
		err = c.run(p, ctx, args)
	}
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage), errors.Is(err, terminal.ErrUsage), errors.Is(err, protocol.ErrUsage):
		return 2
	default:
		fmt.Fprintf(p.Errs, "paddock: %v\n", err)
		return 1
	}
}

// settings reads the files with settings.
func (p *Program) settings() error {
	if p.Dotenv != "" {
		if err := loadDotenv(p.Dotenv); err != nil {
			return err
		}
	}
	return p.readSecrets()
}

// command returns the sub-command of a name.
func command(name string) (Command, bool) {
	for _, c := range Commands() {
		if c.Name == name {
			return c, true
		}
	}
	return Command{}, false
}

// unknown says that there is no such command, and returns the exit code.
func (p *Program) unknown(name string) int {
	fmt.Fprintf(p.Errs, "paddock: there is no command %q. The commands are:\n", name)
	p.list(p.Errs)
	return 2
}

// parse reads a command's flags and checks the number of arguments after them.
func (p *Program) parse(f *flag.FlagSet, args []string, least, most int) error {
	f.SetOutput(p.Errs)
	if c, ok := command(f.Name()); ok {
		f.Usage = func() {
			if !p.explained {
				c.usage(p.Errs)
			}
			f.PrintDefaults()
		}
	}
	if err := f.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return errUsage
	}
	if db := f.Lookup("db"); db != nil {
		if d, ok := db.Value.(*databaseName); ok && d.err != nil {
			return d.err
		}
	}
	if f.NArg() < least || f.NArg() > most {
		fmt.Fprintf(p.Errs, "paddock: %s takes %s, not %d. See paddock help.\n", f.Name(), plural(least, most),
			f.NArg())
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
	case least == most:
		return fmt.Sprintf("%d arguments", most)
	case least == 0 && most == 1:
		return "at most one argument"
	}
	return fmt.Sprintf("%d to %d arguments", least, most)
}

func (p *Program) log() (*slog.Logger, error) {
	var level slog.Level
	if text := p.setting("PADDOCK_LOG_LEVEL"); level.UnmarshalText([]byte(text)) != nil {
		return nil, errors.New("PADDOCK_LOG_LEVEL must be debug, info, warn or error")
	}
	options := &slog.HandlerOptions{Level: level}
	var log *slog.Logger
	switch format := p.setting("PADDOCK_LOG_FORMAT"); format {
	case "text":
		log = slog.New(slog.NewTextHandler(p.Errs, options))
	case "json":
		log = slog.New(slog.NewJSONHandler(p.Errs, options))
	default:
		return nil, errors.New("PADDOCK_LOG_FORMAT must be text or json")
	}
	slog.SetDefault(log) // libraries log to slog's default logger
	return log, nil
}

func (p *Program) bot(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("paddock", flag.ContinueOnError)
	db := p.database(f)
	f.Usage = func() { p.list(p.Errs) }
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	c, err := p.config(ctx)
	if err != nil {
		return err
	}
	log := c.Log
	sayWhere(*db, log)
	store, err := awaitDatabase(ctx, *db, log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	store.Log(log)

	ctx, cancel := context.WithCancel(ctx)
	var serving sync.WaitGroup
	defer serving.Wait()
	defer cancel()
	care, err := p.care(ctx, store, log)
	if err != nil {
		return err
	}
	serving.Go(func() { care.run(ctx) })
	if file, ok := store.(*storage.Bolt); ok {
		serving.Go(func() {
			if file.Watch(ctx, log) != nil { // Close returns the error
				pause(ctx, answersWithin)
				cancel()
			}
		})
	}
	serving.Go(func() { p.useEnds(ctx, log) })
	c.Store, c.Pictures, c.Monitor = store, Pictures(ctx), care.monitor
	return bot.Run(ctx, c)
}

// config returns what the settings say about the bot, without its store.
func (p *Program) config(ctx context.Context) (c bot.Config, err error) {
	c = bot.Config{BaseURL: p.setting("PADDOCK_DISCORD_URL"), Games: catalog.Games()}
	var warning string
	if c.Token, warning, err = p.token(); err != nil {
		return c, err
	}
	if c.Log, err = p.log(); err != nil {
		return c, err
	}
	if warning != "" {
		c.Log.Warn(warning)
	}
	if c.RequestsPerSecond, err = p.number("PADDOCK_REQUESTS_PER_SECOND"); err != nil {
		return c, err
	}
	if c.Interactions, err = p.interactions(ctx); err != nil {
		return c, err
	}
	if c.Pages, err = p.pages(ctx); err != nil {
		return c, err
	}
	c.Shards, err = p.shards()
	return c, err
}

// answersWithin is how long a bot whose database is lost goes on to tell people so before it ends. It
// is as long as Discord waits for an answer.
const answersWithin = 3 * time.Second

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// shards returns the configured number of gateway connections of all processes; 0 if it is not set.
func (p *Program) shards() (int, error) {
	if p.setting("PADDOCK_SHARDS") == "" {
		return 0, nil
	}
	return p.number("PADDOCK_SHARDS")
}

// interactions returns the configuration for interactions by HTTP; nil if it is not set.
func (p *Program) interactions(ctx context.Context) (*bot.Interactions, error) {
	addr := p.setting("PADDOCK_HTTP")
	if addr == "" {
		return nil, nil
	}
	if p.setting("PADDOCK_PUBLIC_KEY") == "" {
		return nil, errors.New("PADDOCK_HTTP is set, but PADDOCK_PUBLIC_KEY is not. Copy the application's public key from the developer portal " +
			"(General Information): without it nobody can tell Discord's requests from others")
	}
	key, err := discord.ParseKey(p.setting("PADDOCK_PUBLIC_KEY"))
	if err != nil {
		return nil, fmt.Errorf("PADDOCK_PUBLIC_KEY: %w", err)
	}
	listener, err := listen(ctx, "PADDOCK_HTTP", addr)
	if err != nil {
		return nil, err
	}
	return &bot.Interactions{Listener: listener, Key: key}, nil
}

// pages returns the configuration of the pages for playing by touch; nil if it is not set.
func (p *Program) pages(ctx context.Context) (*bot.Pages, error) {
	addr, secret, links := p.setting("PADDOCK_ACTIVITY"), p.setting("PADDOCK_CLIENT_SECRET"), p.setting("PADDOCK_LINKS")
	if addr == "" {
		return nil, nil
	}
	if len(secret) < 16 {
		return nil, errors.New("PADDOCK_ACTIVITY is set, but PADDOCK_CLIENT_SECRET is not. Copy the client secret from the developer portal (OAuth2): " +
			"with it Discord says who has a board open")
	}
	if links != "" && !isWebAddress(links) {
		return nil, errors.New("PADDOCK_LINKS must be the public address of the pages, such as https://board.example.org")
	}
	pages := &bot.Pages{Secret: secret, Links: links}
	if text := p.setting("PADDOCK_PROXY_KEY"); text != "" {
		key, err := discord.ParseKey(text)
		if err != nil {
			return nil, fmt.Errorf("PADDOCK_PROXY_KEY: %w", err)
		}
		pages.ProxyKey = key
	}
	var err error
	if pages.Listener, err = listen(ctx, "PADDOCK_ACTIVITY", addr); err != nil {
		return nil, err
	}
	return pages, nil
}

// isWebAddress reports whether a text is the URL of a page.
func isWebAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != ""
}

// listen opens the address in a setting. Its error does not show the address: what stands there by
// mistake may be a secret.
func listen(ctx context.Context, setting, text string) (net.Listener, error) {
	addr, err := monitor.Address(text)
	if err != nil {
		return nil, fmt.Errorf("%s %w", setting, err)
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if reason, ok := errors.AsType[syscall.Errno](err); ok {
		return nil, fmt.Errorf("%s: its address can't be listened on: %w", setting, reason)
	}
	if err != nil {
		return nil, fmt.Errorf("%s is not an address of this machine", setting)
	}
	return l, nil
}

// replayAtMost is the longest time for drawing a replay, including the wait for others.
const replayAtMost = 20 * time.Second

// Pictures returns the renderer of the bot. Replays are no longer made once ctx has ended.
func Pictures(ctx context.Context) bot.Pictures {
	r := render.New(nil, 0)
	return bot.Pictures{Draw: r.PNG, Icon: r.PNG, Animate: func(frames []scene.Scene) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, replayAtMost)
		defer cancel()
		return r.GIF(ctx, frames, render.Pace{})
	}}
}

func (p *Program) sandbox(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("sandbox", flag.ContinueOnError)
	addr := f.String("addr", sandbox.DefaultAddr, "the loopback `address` of the page")
	host := f.String("host", "",
		"a further `name` of the page, where it runs in a container or behind a proxy; then -addr can be any address")
	db := f.String("db", "", "the `file` to keep matches in; empty: nothing is kept")
	discord := f.String("discord", "",
		"a loopback `address`, such as 127.0.0.1:8091, to serve the simulated Discord on, for a bot that you start yourself; the sandbox then runs none")
	activity := f.String("activity", "", "the loopback `address` of a bot's pages, to show them as activities")
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := fileOnly(*db, "the sandbox keeps its matches in a file"); err != nil {
		return err
	}
	log, err := p.log()
	if err != nil {
		return err
	}
	return sandbox.Run(ctx, sandbox.Config{
		Addr: *addr, Host: *host, DB: *db, Discord: *discord, Activity: *activity, Log: log,
		Out: p.Out, Pictures: Pictures(ctx),
	})
}

func (p *Program) play(ctx context.Context, args []string) error {
	p.useEnds(ctx, p.warnings())
	return terminal.Run(ctx, catalog.Games(), args, p.In, p.Out, p.Errs)
}

// competes returns a command in which players of the catalogue's games meet.
func competes(run func(ctx context.Context, catalogue []*games.Game, args []string,
	out, errs io.Writer) error,
) func(*Program, context.Context, []string) error {
	return func(p *Program, ctx context.Context, args []string) error {
		p.useEnds(ctx, p.warnings())
		return run(ctx, catalog.Games(), args, p.Out, p.Errs)
	}
}

func (p *Program) backup(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("backup", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	if err := fileOnly(*db, "pg_dump makes a copy, pg_restore brings it back"); err != nil {
		return err
	}
	report, err := storage.Backup(ctx, *db, f.Arg(0))
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s is a sound copy of %s: %s.\n", f.Arg(0), *db, describe(report))
	fmt.Fprint(p.Out, unsound(*db, report))
	return nil
}

// unsound returns a sentence about what to do with a database in which a backup has found errors.
// The sentence is empty if the database is sound.
func unsound(db string, r storage.Report) string {
	if len(r.Mended) == 0 {
		return ""
	}
	return fmt.Sprintf("%s itself is not sound in what is derived from matches, which the copy has anew. Stop the bot when it suits you and run paddock check -repair. The first problem: %s\n", db, r.Mended[0])
}

func (p *Program) check(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	db := p.database(f)
	repair := f.Bool("repair", false,
		"make all indexes, lists and standings anew from the matches and their logs, then check; no bot may be running")
	if err := p.parse(f, args, 0, 1); err != nil {
		return err
	}
	if f.NArg() == 1 {
		if *db, err = databaseAt(f.Arg(0)); err != nil {
			return err
		}
	}
	mend, look, damaged := storage.Repair, storage.Checking.Check, storage.Report.Err
	if postgres.IsAddress(*db) {
		mend, look, damaged = postgres.Repair, checkPostgres, damagedPostgres
	}
	if *repair {
		if err := mend(ctx, *db); err != nil {
			return err
		}
	}
	report, err := look(storage.Checking{Games: catalog.Games(), Progress: p.progress()}, ctx, *db)
	if err != nil {
		return err
	}
	for _, problem := range report.Problems {
		fmt.Fprintln(p.Out, problem)
	}
	if report.More > 0 {
		fmt.Fprintf(p.Out, "and %d more\n", report.More)
	}
	if err := damaged(report, *db); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s is sound: %s.\n", shown(*db), describe(report))
	return nil
}

// progress returns a function that shows progress on one line of a terminal; nil without a
// terminal.
func (p *Program) progress() func(stage string, done, all int) {
	if !terminalLike(p.Errs) {
		return nil
	}
	return func(stage string, done, all int) { showProgress(p.Errs, stage, done, all) }
}

// showProgress replaces the current line of a terminal with a stage and its progress. An empty
// stage clears the line.
func showProgress(w io.Writer, stage string, done, all int) {
	fmt.Fprintf(w, "\r\x1b[K%s", stage)
	switch {
	case stage == "":
	case all > 1:
		fmt.Fprintf(w, ": %d of %d", done, all)
	default:
		fmt.Fprint(w, " …")
	}
}

func describe(r storage.Report) string {
	size := ""
	if r.Bytes > 0 {
		size = fmt.Sprintf(" %d KB,", r.Bytes/1024)
	}
	return fmt.Sprintf("matches %d, events %d,%s schema %d", r.Matches, r.Events, size, r.Schema)
}

func (p *Program) health(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("health", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	ask := socket.Health
	if postgres.IsAddress(*db) {
		ask = healthOf
	}
	if err := ask(ctx, *db); err != nil {
		return err
	}
	fmt.Fprintln(p.Out, "The bot is running and can store moves.")
	return nil
}

func (p *Program) version(_ context.Context, args []string) error {
	if err := p.parse(flag.NewFlagSet("version", flag.ContinueOnError), args, 0, 0); err != nil {
		return err
	}
	version, revision, when := built(debug.ReadBuildInfo())
	words := strings.Fields(fmt.Sprint("paddock ", version, " ", revision, " ", when, " ", runtime.Version(), " ",
		runtime.GOOS, "/", runtime.GOARCH, ", time zones of ", calendar.ZonesVersion()))
	fmt.Fprintln(p.Out, strings.Join(words, " "))
	return nil
}

// help lists the commands, or prints what one of them takes.
func (p *Program) help(ctx context.Context, args []string) error {
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		c, ok := command(args[0])
		if !ok {
			p.unknown(args[0])
			return errUsage
		}
		c.usage(p.Out)
		// each game has flags of its own
		if c.Name == "help" || len(args) == 1 && strings.HasPrefix(c.Arguments, "GAME") {
			return nil
		}
		about := *p
		about.Errs, about.explained = p.Out, true
		return c.run(&about, ctx, append(args[1:len(args):len(args)], "-help"))
	}
	fmt.Fprintln(p.Out, "Paddock: board games by message on Discord.")
	p.list(p.Out)
	var games []string
	for _, g := range catalog.Games() {
		games = append(games, string(g.ID))
	}
	fmt.Fprintf(p.Out, "\nThe games: %s. docs/configuration.md explains the settings.\n", strings.Join(games, ", "))
	return nil
}

func (p *Program) list(w io.Writer) {
	for _, c := range Commands() {
		c.usage(w)
	}
}

// usage prints a command with its arguments and what it does.
func (c Command) usage(w io.Writer) {
	fmt.Fprintf(w, "  %s\n        %s\n", strings.Join(strings.Fields("paddock "+c.Name+" "+c.Arguments), " "), c.Help)
}

func (p *Program) engine(ctx context.Context, args []string) error {
	p.useEnds(ctx, p.warnings())
	return protocol.Engine(ctx, args, p.std())
}

// speaks returns a command that runs a program of paddock/games/protocol on the command's streams.
func speaks(run func(context.Context, []string, protocol.IO) error) func(*Program, context.Context, []string) error {
	return func(p *Program, ctx context.Context, args []string) error { return run(ctx, args, p.std()) }
}

func (p *Program) std() protocol.IO {
	dial := func(ctx context.Context, address string) (io.ReadWriteCloser, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", address)
	}
	return protocol.IO{In: p.In, Out: p.Out, Errs: p.Errs, Dial: dial}
}
