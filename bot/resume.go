package bot

import (
	"context"
	"time"

	"paddock/bot/deliver"
)

// What was left undone at the last end is looked through in the background, bit by bit, while people are answered: there may be any amount of it. Only what
// must come before clocks are attended to is done before (see missed), and what Discord forgets within minutes (deliver.Boards.Fresh).

// takeUp looks through everything for what was left undone. A start that is cut short while it does begins at the same moment again.
func (b *bot) takeUp(ctx context.Context, since time.Time) {
	check := func(what string, err error) { b.check(ctx, what, err) }
	check("erasures", b.people.EraseAll(ctx))
	check("boards", b.boards.MarkBehind(ctx))
	check("notices", b.notices.Sweep(ctx))
	if !since.IsZero() {
		check("private boards and calls", deliver.Changes(ctx, since, b.privateBoards, b.calls))
	}
	check("overviews", b.overviews.Sweep(ctx))
	if b.tournaments != nil {
		check("messages of tournaments", b.tournamentMessages.Sweep(ctx))
		check("notices of tournaments", b.tournamentNotices.Sweep(ctx))
	}
	if ctx.Err() == nil {
		check("what is behind", b.cfg.Store.PutNote(ctx, missedKey, ""))
	}
}

// missedKey is the note that says since when something may have been missed; empty when all of it was looked through.
const missedKey = "missed since"

// missed is since when something may have been missed that no index of the store tells: an hour before the bot was last alive, or what an earlier start
// that did not get through had to look at. It is the zero time for a bot that has never lived, and so has shown nobody anything. It has to be asked before
// the bot notes again that it is alive.
func (b *bot) missed(ctx context.Context) (since time.Time, err error) {
	alive, err := b.matches.Referee.LastAlive(ctx)
	if err != nil || alive.IsZero() {
		return alive, err
	}
	since = alive.Add(-deliver.SweepBack)
	left, err := b.cfg.Store.Note(ctx, missedKey)
	if err != nil {
		return since, err
	}
	if before, err := time.Parse(time.RFC3339Nano, left); err == nil && before.Before(since) {
		return before, nil
	}
	return since, b.cfg.Store.PutNote(ctx, missedKey, since.UTC().Format(time.RFC3339Nano))
}

// attendTournaments attends to tournaments, until ctx ends. First it makes good for the time in which nobody did.
func (b *bot) attendTournaments(ctx context.Context) {
	b.check(ctx, "tournaments", b.resumeTournaments(ctx))
	b.tournamentTicker.Run(ctx)
}

func (b *bot) resumeTournaments(ctx context.Context) error {
	if others, err := b.peers.Others(ctx); others > 0 || err != nil { // they have been there all the time
		return b.tournamentTicker.AttendAll(ctx)
	}
	return b.tournamentTicker.Resume(ctx)
}
