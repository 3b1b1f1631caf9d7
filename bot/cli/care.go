package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"paddock/bot/monitor"
	"paddock/storage"
	"paddock/storage/copies"
)

// care does background work for a running bot: garbage collection settings, the socket for backups
// and profiles, scheduled backups, monitoring, and recording that it is alive.
type care struct {
	p       *Program
	store   database
	file    *storage.Bolt // the store, if it is a file
	log     *slog.Logger
	monitor *monitor.Monitor
	listen  net.Listener // listener of the monitoring; nil: none
	copies  copies.Config
}

// care reads the settings of the background work from the environment.
func (p *Program) care(ctx context.Context, store database, log *slog.Logger) (*care, error) {
	c := &care{p: p, store: store, log: log, monitor: monitor.New(build())}
	if c.file, _ = store.(*storage.Bolt); c.file != nil {
		c.file.OnCommit(c.monitor.Commit)
	} else if p.setting("PADDOCK_BACKUP_DIR") != "" {
		return nil, errors.New("PADDOCK_BACKUP_DIR is set, but the database is in PostgreSQL, which has its own means: let pg_dump make copies of it")
	}
	every, err := p.duration("PADDOCK_BACKUP_EVERY")
	if err != nil {
		return nil, err
	}
	keep, err := p.number("PADDOCK_BACKUP_KEEP")
	if err != nil {
		return nil, err
	}
	c.copies = copies.Config{
		Dir: p.setting("PADDOCK_BACKUP_DIR"), Every: every, Keep: keep, Log: log, Now: time.Now, Done: c.monitor.Backup,
		Copy: func(ctx context.Context, to string) error {
			report, err := c.file.Backup(ctx, to)
			if len(report.Mended) > 0 {
				log.Warn("the database is not sound in what is derived from matches, which the backup has anew; stop the bot when it suits and run paddock check -repair", "problems", len(report.Mended), "first", report.Mended[0])
			}
			return err
		},
	}
	if hook := p.setting("PADDOCK_BACKUP_HOOK"); hook != "" {
		c.copies.Hook = func(ctx context.Context, file string) error {
			err := p.hook(ctx, hook, file)
			c.monitor.Handed(err)
			return err
		}
	}
	if beat := p.setting("PADDOCK_HEARTBEAT"); beat != "" && !isWebAddress(beat) {
		return nil, errors.New("PADDOCK_HEARTBEAT must be the URL that your alarm service has given you, such as https://alarm.example.org/id")
	}
	text := p.setting("PADDOCK_MONITOR")
	if text == "" {
		return c, nil
	}
	if c.listen, err = listen(ctx, "PADDOCK_MONITOR", text); err != nil {
		return nil, err
	}
	return c, nil
}

// run does the background work until ctx ends.
func (c *care) run(ctx context.Context) {
	var all sync.WaitGroup
	defer all.Wait()
	all.Go(func() { c.p.tuneMemory(ctx) })
	if c.file != nil {
		all.Go(func() {
			if err := c.file.Serve(ctx, profiles()); err != nil {
				c.log.Warn("no backups from outside while the bot runs", "err", err)
			}
		})
	}
	if c.copies.Dir != "" {
		all.Go(func() { copies.Run(ctx, c.copies) })
	}
	all.Go(func() {
		c.monitor.Alive(ctx, monitor.Life{
			Well: c.store.Health, Heartbeat: c.p.setting("PADDOCK_HEARTBEAT"),
			Log: c.log,
		})
	})
	if c.listen != nil {
		c.log.Info("monitoring is served", "addr", c.listen.Addr().String())
		all.Go(func() {
			if err := c.monitor.Serve(ctx, c.listen, c.store.Health); err != nil {
				c.log.Error("monitoring has ended", "err", err)
			}
		})
	}
}

// hookWithin is how long a hook may take.
const hookWithin = time.Hour

// hook runs a program with the path of a copy. The program does not get the bot's secrets.
func (p *Program) hook(ctx context.Context, program, file string) error {
	ctx, cancel := context.WithTimeout(ctx, hookWithin)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, file)
	cmd.WaitDelay = time.Second
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if !slices.ContainsFunc(Settings(), func(s Setting) bool {
			return s.Secret && strings.TrimSuffix(name, "_FILE") == s.Name
		}) {
			cmd.Env = append(cmd.Env, v)
		}
	}
	var said beginning
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, strings.ToValidUTF8(string(said), "?"))
	}
	return nil
}

// beginning keeps the first 500 bytes of what a program says.
type beginning []byte

// Write implements io.Writer.
func (b *beginning) Write(text []byte) (int, error) {
	*b = append(*b, text[:min(len(text), 500-len(*b))]...)
	return len(text), nil
}

// build returns the versions of the program.
func build() monitor.Build {
	version, revision, _ := built(debug.ReadBuildInfo())
	return monitor.Build{Version: version, Revision: revision, Go: runtime.Version()}
}

// built returns the version of the program, its Git revision and the revision's time. Unknown
// values are empty.
func built(info *debug.BuildInfo, ok bool) (version, revision, when string) {
	if !ok {
		return "(devel)", "", ""
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.time":
			when = s.Value
		}
	}
	return info.Main.Version, revision, when
}

func (p *Program) restore(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("restore", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 1, 1); err != nil {
		return err
	}
	if err := fileOnly(*db, "pg_restore brings back what pg_dump has made"); err != nil {
		return err
	}
	report, kept, err := storage.Restore(ctx, f.Arg(0), *db)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s is restored from %s and sound: %s.\n", *db, f.Arg(0), describe(report))
	if kept != "" {
		fmt.Fprintf(p.Out, "What was there is kept as %s. Remove it when you are sure.\n", kept)
	}
	return nil
}

func (p *Program) compact(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("compact", flag.ContinueOnError)
	db := p.database(f)
	if err := p.parse(f, args, 0, 0); err != nil {
		return err
	}
	if err := fileOnly(*db, "autovacuum keeps it dense"); err != nil {
		return err
	}
	report, saved, err := storage.Compact(ctx, *db)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%s is dense, %d KB smaller, and sound: %s.\n", *db, saved/1024, describe(report))
	return nil
}
