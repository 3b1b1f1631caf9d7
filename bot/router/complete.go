package router

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/tasks"
)

// completeWithin is how long autocomplete may take; after it the answer is empty (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete: which match, or which move.
func complete(ctx context.Context, r *Request, err error) {
	ctx, cancel := context.WithTimeout(ctx, discord.FirstAnswerWithin)
	defer cancel()
	found := make(chan []*Choice, 1)
	go func() { // exits when the store answers; nobody waits for it longer than completeWithin
		var list []*Choice
		tasks.Guard(r.Log, "autocomplete", func() {
			if err == nil {
				list = suggest(ctx, r)
			}
		})
		found <- list
	}()
	list := []*Choice{}
	timer := time.NewTimer(completeWithin)
	defer timer.Stop()
	select {
	case got := <-found:
		list = append(list, got...)
	case <-timer.C:
	}
	sent := r.Answer.Send(ctx, discord.Reply{Kind: discord.ReplyChoices, Choices: list})
	delivered(r, sent)
	observe(r, err, sent)
}

// suggest lists what the option being typed could become.
func suggest(ctx context.Context, r *Request) []*Choice {
	c, g := r.Set.Find(r.path)
	if c == nil || c.Complete == nil {
		return nil
	}
	r.Game = g
	r.In = r.People.Answered(ctx, r.User, r.In)
	return c.Complete(ctx, r)
}
