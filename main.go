// Command paddock is a Discord bot for playing board games by message. Its other commands are a
// sandbox without Discord, the games on a terminal, computer players for other programs, and
// maintenance of the database. They are in paddock/bot/cli.
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
