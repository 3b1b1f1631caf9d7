package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"paddock/bot"
	"paddock/games/match"
	"paddock/storage/postgres"
	"paddock/storage/transfer"

	"golang.org/x/term"
)

// migrateStore copies everything from one database to another.
func (p *Program) migrateStore(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("migrate-store", flag.ContinueOnError)
	if err := p.parse(f, args, 2, 2); err != nil {
		return err
	}
	var names [2]string
	for i, name := range f.Args() {
		if names[i], err = databaseAt(name); err != nil {
			return err
		}
	}
	var opened [2]database
	var sides [2]transfer.Store
	for i, name := range names {
		if opened[i], err = openSide(ctx, name, i == 1); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, opened[i].Close()) }()
		if err := unused(ctx, name, opened[i]); err != nil {
			return err
		}
		sides[i] = mover(opened[i])
	}
	debug.SetGCPercent(bot.GCPercent)
	bar := bar{to: p.Errs, live: terminalLike(p.Errs)}
	sum, err := transfer.Run(ctx, sides[0], sides[1], shown(names[0]), bar.show)
	bar.end()
	switch {
	case err == nil && unused(ctx, names[0], opened[0]) != nil:
		return fmt.Errorf("%s was in use while it was moved, so %s may lack what has happened meanwhile. Stop the bot, and move into another, empty database", shown(names[0]), shown(names[1]))
	case errors.Is(err, transfer.ErrNotEmpty):
		return fmt.Errorf("%s is not empty, and not from an earlier start of the same move. Choose an empty database; this one was not touched", shown(names[1]))
	case ctx.Err() != nil:
		return errors.New("stopped. The same command goes on from here")
	case err != nil:
		return fmt.Errorf("%w (the same command goes on from here)", err)
	}
	fmt.Fprintf(p.Out, "%s has all that %s has: %d matches with %d events, %d members, %d servers, %d tournaments, digest %016x%016x.\n", shown(names[1]), shown(names[0]),
		sum.Count[transfer.Matches], sum.Events, sum.Count[transfer.Users], sum.Count[transfer.Guilds],
		sum.Count[transfer.Tournaments], sum.Digest[0], sum.Digest[1])
	return nil
}

// openSide opens the source of a migration, which must exist, or its target.
func openSide(ctx context.Context, name string, target bool) (database, error) {
	if postgres.IsAddress(name) && target {
		return postgres.OpenTarget(ctx, name)
	}
	if _, missing := os.Stat(name); !target && !postgres.IsAddress(name) && errors.Is(missing, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no database %s", name)
	}
	return openDatabase(ctx, name)
}

// unused refuses a database that a bot has open.
func unused(ctx context.Context, name string, d database) error {
	others, err := d.Leases(ctx, match.ProcessDuty)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return fmt.Errorf("%s is used by %d running processes. Stop them first, so that nothing happens while it is moved", shown(name), len(others))
	}
	return nil
}

// bar is a progress bar on a terminal. Without a terminal it prints a line for each stage.
type bar struct {
	to    io.Writer
	live  bool
	began time.Time
	stage transfer.Stage
	drawn time.Time
}

func (b *bar) show(stage transfer.Stage, done, total int) {
	if stage != b.stage {
		if b.stage != "" && b.live {
			fmt.Fprintln(b.to)
		}
		b.stage, b.began = stage, time.Now()
		if !b.live {
			fmt.Fprintf(b.to, "%s …\n", stage)
		}
	}
	if !b.live || done < total && time.Since(b.drawn) < 100*time.Millisecond {
		return
	}
	b.drawn = time.Now()
	part := 1.0
	if total > 0 {
		part = min(1, float64(done)/float64(total))
	}
	const width = 30
	filled := int(part * width)
	fmt.Fprintf(b.to, "\r%-9s [%s%s] %3.0f %% %d of %d, %.0f a second ", stage, strings.Repeat("#", filled),
		strings.Repeat(".", width-filled), 100*part, done, total,
		float64(done)/max(0.001, time.Since(b.began).Seconds()))
}

func (b *bar) end() {
	if b.live && b.stage != "" {
		fmt.Fprintln(b.to)
	}
}

// terminalLike reports whether w is a terminal.
func terminalLike(w io.Writer) bool {
	file, ok := w.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}
