package bot

import (
	"context"
	"fmt"
	"time"

	"paddock/bot/deliver"
)

// The bot resumes unfinished work in the background, step by step, while it answers people, because
// the work may take long. Two kinds come first: work that must precede the clocks (see missed) and
// messages that Discord forgets within minutes (deliver.Boards.Fresh).

// takeUp searches the store for unfinished work. If it is interrupted, the next start searches from
// the same time again.
func (b *bot) takeUp(ctx context.Context, since time.Time) {
	check := func(what string, err error) { b.check(ctx, what, err) }
	check("erasures", b.people.EraseAll(ctx))
	check("boards", b.boards.MarkBehind(ctx))
	check("notices", b.notices.Sweep(ctx))
	if !since.IsZero() {
		check("private boards and calls", deliver.Changes(ctx, since, b.privateBoards, b.calls))
	}
	for _, f := range b.features {
		if s, ok := f.(sweeper); ok {
			check(fmt.Sprintf("what %T shows", f), s.Sweep(ctx))
		}
	}
	if ctx.Err() == nil {
		check("what is behind", b.cfg.Store.PutNote(ctx, missedKey, ""))
	}
}

// missedKey is the note with the moment since when work may have been missed. It is empty after a
// complete search.
const missedKey = "missed since"

// missed returns the moment since when the bot may have missed work that no index of the store
// lists. It is an hour before the bot was last alive, or the moment of an earlier, incomplete
// search. For a new bot it is zero. It must be called before the bot records again that it is
// alive.
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

// attendTournaments attends to tournaments until ctx ends. First it compensates for the time in
// which no process ran.
func (b *bot) attendTournaments(ctx context.Context) {
	b.check(ctx, "tournaments", b.resumeTournaments(ctx))
	b.tournamentTicker.Run(ctx)
}

func (b *bot) resumeTournaments(ctx context.Context) error {
	if others, err := b.peers.Others(ctx); others > 0 || err != nil { // other processes were running all the time
		return b.tournamentTicker.AttendAll(ctx)
	}
	return b.tournamentTicker.Resume(ctx)
}
