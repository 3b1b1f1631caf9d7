package request

import (
	"context"
	"time"

	"paddock/bot/discord"
	"paddock/bot/tasks"
)

// completeWithin is how long autocomplete waits for suggestions. After that it answers with none
// (P51).
const completeWithin = 500 * time.Millisecond

// complete answers autocomplete.
func complete(ctx context.Context, r *Request, err error) {
	ctx, cancel := context.WithTimeout(ctx, discord.FirstAnswerWithin)
	defer cancel()
	found := make(chan []*Choice, 1)
	go func() { // the goroutine ends when the store has answered, which may be too late to be used
		var list []*Choice
		tasks.Guard(r.router.Log, "autocomplete", func() {
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
	Delivered(r, sent)
	observe(r, err, sent)
}

// suggest returns the choices for the option that is being typed, for a person who may use the
// command.
func suggest(ctx context.Context, r *Request) []*Choice {
	c, g := r.router.Set.Find(r.Path)
	if c == nil || c.Complete == nil || mayUse(r, c) != nil {
		return nil
	}
	r.Game = g
	r.In = r.router.People.Answered(ctx, r.User, r.In)
	return c.Complete(ctx, r)
}
