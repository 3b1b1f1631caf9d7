// Command paddock is a Discord bot for playing board games by message. Its other commands are a
// sandbox without Discord, the games on a terminal, computer players for other programs, and
// maintenance of the database. They are in paddock/bot/cli.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"paddock/bot/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	p := &cli.Program{Env: os.Getenv, Dotenv: ".env", In: os.Stdin, Out: os.Stdout, Errs: os.Stderr}
	os.Exit(p.Main(ctx, os.Args[1:]))
}
