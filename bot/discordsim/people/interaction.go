package people

import (
	"context"
	"errors"
	"time"

	"paddock/bot/discordsim/world"
)

// ErrClient is wrapped by errors of what Discord's own client would not have let a person do.
var ErrClient = errors.New("the client refuses")

// ErrNoAnswer is "The application did not respond".
var ErrNoAnswer = errors.New("the application did not respond")

// Interaction is one thing that a person did to the bot, and what came of it. Its methods tell the state at
// the moment of the call; in a synctest bubble call synctest.Wait before, elsewhere Wait.
type Interaction struct {
	world *world.State
	state *world.Interaction
	err   error // the client refused; nothing was sent
}

// WaitAnswer waits for the first answer only, as a client does that shows "is thinking…" until the rest comes. It returns what Wait does.
func (i *Interaction) WaitAnswer(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	select {
	case <-i.state.First:
		return i.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Wait waits until the interaction owes nothing more: answered, and filled if it was deferred; then it returns
// nil. It returns what Err would, or ctx's error.
func (i *Interaction) Wait(ctx context.Context) error {
	if i.err != nil {
		return i.err
	}
	select {
	case <-i.state.Settled:
		return i.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Err says what went wrong for the person: an error that wraps ErrClient if the client would not do it at all,
// ErrNoAnswer if the bot let 3 seconds pass.
func (i *Interaction) Err() error {
	if i.err != nil {
		return i.err
	}
	i.world.Lock()
	defer i.world.Unlock()
	if i.state.Failed {
		return ErrNoAnswer
	}
	return nil
}

// ID is the interaction's id; "" if the client refused.
func (i *Interaction) ID() world.InteractionID { return i.state.ID }

// Token is the interaction's token.
func (i *Interaction) Token() string { return i.state.Token }

// Answer is the bot's first answer.
func (i *Interaction) Answer() world.AnswerKind {
	defer i.lock()()
	return i.state.Answer
}

// Took is how long the first answer took; 0 if there is none.
func (i *Interaction) Took() time.Duration {
	defer i.lock()()
	if i.state.Answer == world.NoAnswer {
		return 0
	}
	return i.state.Answered.Sub(i.state.Began)
}

// Message is the message that answers, as the person sees it now: the bot's reply, or after an update the
// message that was clicked. The zero Message if there is none.
func (i *Interaction) Message() world.Message {
	defer i.lock()()
	return i.world.Seen(i.state.Original, i.state.User)
}

// FollowUps are the further messages, as the person sees them now.
func (i *Interaction) FollowUps() []world.Message {
	defer i.lock()()
	var out []world.Message
	for _, id := range i.state.Follow {
		if m := i.world.Seen(id, i.state.User); m.Exists() {
			out = append(out, m)
		}
	}
	return out
}

// Modal is the form that the bot opened, nil if none.
func (i *Interaction) Modal() *world.Modal {
	defer i.lock()()
	return i.state.Modal
}

// Choices are the suggestions of an autocomplete.
func (i *Interaction) Choices() []world.Choice {
	defer i.lock()()
	return i.state.Choices
}

func (i *Interaction) lock() (unlock func()) {
	i.world.Lock()
	return i.world.Unlock
}
