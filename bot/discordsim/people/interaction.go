package people

import (
	"context"
	"errors"
	"time"

	"paddock/bot/discordsim/world"
)

// ErrClient is wrapped by errors of acts that Discord's own client would not allow.
var ErrClient = errors.New("the client refuses")

// ErrNoAnswer is "The application did not respond".
var ErrNoAnswer = errors.New("the application did not respond")

// Interaction is one action of a person on the bot, with its result. Its methods return the state
// at the moment of the call. In a synctest bubble call synctest.Wait before, elsewhere Wait.
type Interaction struct {
	world *world.State
	state *world.Interaction
	err   error // why the client refused; then nothing was sent
}

// WaitAnswer waits only for the first answer, like a client that then shows "is thinking…". It
// returns the same errors as Wait.
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

// Wait waits until the interaction is answered, and filled if it was deferred; then it returns nil.
// Otherwise it returns the error of Err or ctx.
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

// Err returns the person's error: one that wraps ErrClient if the client refused the act, or
// ErrNoAnswer if the bot did not answer within 3 seconds.
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

// ID returns the interaction's id; "" if the client refused.
func (i *Interaction) ID() world.InteractionID { return i.state.ID }

// Token returns the interaction's token.
func (i *Interaction) Token() string { return i.state.Token }

// Answer returns the type of the bot's first answer.
func (i *Interaction) Answer() world.AnswerKind {
	defer i.lock()()
	return i.state.Answer
}

// Took returns how long the first answer took; 0 if there is none.
func (i *Interaction) Took() time.Duration {
	defer i.lock()()
	if i.state.Answer == world.NoAnswer {
		return 0
	}
	return i.state.Answered.Sub(i.state.Began)
}

// Message returns the message that answers, as the person sees it now: the bot's reply, or after an
// update the clicked message. It is zero if there is none.
func (i *Interaction) Message() world.Message {
	defer i.lock()()
	return i.world.Seen(i.state.Original, i.state.User)
}

// FollowUps returns the further messages, as the person sees them now.
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

// Modal returns the form that the bot has opened, or nil.
func (i *Interaction) Modal() *world.Modal {
	defer i.lock()()
	return i.state.Modal
}

// Choices returns the suggestions of an autocomplete.
func (i *Interaction) Choices() []world.Choice {
	defer i.lock()()
	return i.state.Choices
}

// Launched returns the id of the instance of the Activity that the bot has opened; "" if none.
func (i *Interaction) Launched() string {
	defer i.lock()()
	return i.state.Launched
}

func (i *Interaction) lock() (unlock func()) {
	i.world.Lock()
	return i.world.Unlock
}
