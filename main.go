// Command paddock is a Discord bot on which people play board games by message, and what belongs to it: a sandbox to try it without Discord, the
// same games on a terminal, the same computer players for other programs, and care for its database. Its commands are in paddock/bot/cli.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"github.com/joho/godotenv"

	"paddock/bot/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	if err := godotenv.Load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintf(os.Stderr, "paddock: the file .env can't be read: %v. Compare it with .env.example.\n", err)
		os.Exit(1)
	}
	p := &cli.Program{Env: os.Getenv, In: os.Stdin, Out: os.Stdout, Errs: os.Stderr}
	os.Exit(p.Main(ctx, os.Args[1:]))
}
