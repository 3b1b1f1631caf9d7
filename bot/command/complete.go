package command

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/tasks"
)

// completeWithin is how long autocomplete may take; after it the answer is empty (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete: which match, or which move.
func complete(ctx context.Context, r *request, err error) {
	ctx, cancel := context.WithTimeout(ctx, discord.FirstAnswerWithin)
	defer cancel()
	found := make(chan []*choice, 1)
	go func() { // exits when the store answers; nobody waits for it longer than completeWithin
		var list []*choice
		tasks.Guard(r.Log, "autocomplete", func() {
			if err == nil {
				list = suggest(ctx, r)
			}
		})
		found <- list
	}()
	list := []*choice{}
	timer := time.NewTimer(completeWithin)
	defer timer.Stop()
	select {
	case got := <-found:
		list = append(list, got...)
	case <-timer.C:
	}
	delivered(r, r.answer.Send(ctx, discord.Reply{Kind: discord.ReplyChoices, Choices: list}))
}

// suggest lists what the option being typed could become.
func suggest(ctx context.Context, r *request) []*choice {
	c, g := r.set.find(r.path)
	if c == nil || c.complete == nil {
		return nil
	}
	r.game = g
	r.in = r.People.Answered(ctx, r.user, r.in)
	return c.complete(ctx, r)
}
