package discord

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/tasks"
)

// deferAfter is when an interaction that has no answer yet gets "a moment, please" (P4).
const deferAfter = 1500 * time.Millisecond

// ReplyKind is how a handler answers.
type ReplyKind int

// The kinds of replies. The zero kind is a message that only the person who asked can see.
const (
	ReplyPrivate     ReplyKind = iota
	ReplyUpdate                // the message clicked on becomes this
	ReplyNone                  // nothing to say: what happened is seen elsewhere
	ReplyDelete                // nothing to say: the private message clicked on is taken away
	ReplyChoices               // of autocomplete
	ReplyModal                 // a form is opened
	ReplyAlreadySent           // the handler has answered by itself
)

// Reply is what a handler wants to be answered.
type Reply struct {
	Kind    ReplyKind
	Message Message
	Choices []*discordgo.ApplicationCommandOptionChoice
	Modal   Modal
}

// Responder gives an interaction its one first answer in time, whatever becomes of the handler, and the rest after it. All answers to
// interactions go through it.
type Responder struct {
	c   *Client
	ix  *discordgo.Interaction
	log *slog.Logger

	calling  tasks.Mutex // held during the calls, so that the answer and the deferral don't cross
	deferred bool
	unsure   bool // whether Discord has got the deferral
	answered bool
	last     string // id of the message that the last answer has made or changed; empty: @original
	timer    *time.Timer
}

// Respond starts the clock for an interaction. Autocomplete is never deferred: it is answered in time or not at all.
func (c *Client) Respond(ix *discordgo.Interaction, log *slog.Logger) *Responder {
	a := &Responder{c: c, ix: ix, log: log.With("cause", ix.ID), calling: tasks.NewMutex()}
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		a.timer = time.AfterFunc(deferAfter, func() { tasks.Guard(a.log, "deferral", a.deferAnswer) })
	}
	return a
}

// IsComponent reports whether a component was used, or a form that one has opened, so that its message can be updated.
func (a *Responder) IsComponent() bool {
	return a.ix.Type == discordgo.InteractionMessageComponent || a.ix.Type == discordgo.InteractionModalSubmit
}

// deferAnswer tells Discord that an answer will come.
func (a *Responder) deferAnswer() {
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.answered || a.deferred {
		return
	}
	kind, data := responseDeferred, any(struct {
		Flags discordgo.MessageFlags `json:"flags"`
	}{discordgo.MessageFlagsEphemeral})
	if a.IsComponent() {
		kind, data = responseDeferredUpdate, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second-deferAfter)
	defer cancel()
	err := RetryInTime(ctx, func() error { return a.c.callback(ctx, a.ix, kind, data, nil) })
	switch t, _ := Classify(err); t {
	case NoFailure, AlreadyAnswered:
		a.deferred = true
	case Transient: // Discord may well have got it all the same: the answer is tried both ways
		a.unsure = true
	default:
		a.log.Info("could not defer", "trouble", t, "err", Redact(err))
	}
}

// errAnswered is returned when an interaction has got its answer before.
var errAnswered = errors.New("bot: answered already")

// Send sends a reply: as the first answer if there is none yet, otherwise as what follows a deferral. Where Discord finds fault with the
// message, its plain text is sent instead, once.
func (a *Responder) Send(ctx context.Context, r Reply) error {
	if a.timer != nil {
		a.timer.Stop()
	}
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.answered {
		return errAnswered
	}
	err := a.trySend(ctx, r)
	switch t, _ := Classify(err); t {
	case InvalidRequest, TooLarge:
		a.log.Error("an answer was refused", "trouble", t, "err", Redact(err))
		r.Message = r.Message.Plain()
		err = a.trySend(ctx, r)
	case AlreadyAnswered:
		err = nil
	}
	if err == nil {
		a.answered = true
	}
	return err
}

func (a *Responder) trySend(ctx context.Context, r Reply) error {
	if !a.deferred {
		first, cancel := context.WithTimeout(ctx, FirstAnswerWithin)
		defer cancel()
		err := RetryInTime(first, func() error { return a.sendFirst(first, r) })
		switch f, _ := Classify(err); {
		case a.unsure && f == AlreadyAnswered:
			a.deferred = true
		case a.unsure && f == Transient && r.Kind != ReplyChoices: // if the deferral has arrived, what follows it may
			late, cancel := context.WithTimeout(ctx, CallWithin)
			defer cancel()
			if a.sendLater(late, r) == nil {
				a.deferred = true
				return nil
			}
			return err
		default:
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, CallWithin)
	defer cancel()
	return Retry(ctx, func() error { return a.sendLater(ctx, r) })
}

func (a *Responder) sendFirst(ctx context.Context, r Reply) error {
	switch r.Kind {
	case ReplyNone:
		return a.c.callback(ctx, a.ix, responseDeferredUpdate, nil, nil)
	case ReplyDelete:
		if err := a.c.callback(ctx, a.ix, responseDeferredUpdate, nil, nil); err != nil {
			return err
		}
		a.deleteClicked(ctx)
		return nil
	case ReplyChoices:
		data := struct {
			Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices"`
		}{r.Choices}
		return a.c.callback(ctx, a.ix, responseChoices, data, nil)
	case ReplyModal:
		return a.c.callback(ctx, a.ix, responseModal, r.Modal.body(), nil)
	case ReplyUpdate:
		return a.c.callback(ctx, a.ix, responseUpdate, r.Message.body(false), r.Message.Files)
	default:
		r.Message.Private = true
		return a.c.callback(ctx, a.ix, responseMessage, r.Message.body(true), r.Message.Files)
	}
}

func (a *Responder) sendLater(ctx context.Context, r Reply) error {
	switch {
	case r.Kind == ReplyNone:
		return nil
	case r.Kind == ReplyDelete:
		a.deleteClicked(ctx)
		return nil
	case r.Kind == ReplyModal: // a form can only be a first answer
		late := TextMessage(r.Modal.Late)
		late.Private = true
		return a.followUp(ctx, late)
	case r.Kind == ReplyUpdate, !a.IsComponent():
		return a.c.editAnswer(ctx, a.ix, originalAnswer, r.Message)
	default:
		r.Message.Private = true
		return a.followUp(ctx, r.Message)
	}
}

// Also sends another private message after the answer.
func (a *Responder) Also(ctx context.Context, m Message) error {
	a.calling.Lock()
	defer a.calling.Unlock()
	m.Private = true
	return a.followUp(ctx, m)
}

func (a *Responder) followUp(ctx context.Context, m Message) error {
	id, err := a.c.followUp(ctx, a.ix, m)
	if err == nil {
		a.last = id
	}
	return err
}

// Lost reports whether no deferral has arrived for certain, so that an answer that came too late was the first thing the person could have heard.
func (a *Responder) Lost() bool {
	a.calling.Lock()
	defer a.calling.Unlock()
	return a.unsure && !a.answered
}

// Lasts is for how long the message of an answer can be changed after the interaction; a little less than Discord allows.
const Lasts = 14 * time.Minute

// Revise changes the private message that the answer has made or changed, as long as that Lasts.
func (a *Responder) Revise(ctx context.Context, m Message) error {
	a.calling.Lock()
	defer a.calling.Unlock()
	return Retry(ctx, func() error { return a.c.editAnswer(ctx, a.ix, cmp.Or(a.last, originalAnswer), m) })
}

// Withdraw takes that message away.
func (a *Responder) Withdraw(ctx context.Context) error {
	a.calling.Lock()
	defer a.calling.Unlock()
	return a.c.deleteAnswer(ctx, a.ix, cmp.Or(a.last, originalAnswer))
}

// deleteClicked deletes the private message clicked on, one try: if that fails it merely stays until its reader dismisses it.
func (a *Responder) deleteClicked(ctx context.Context) {
	if err := a.c.deleteAnswer(ctx, a.ix, originalAnswer); err != nil {
		a.log.Info("could not take a private message away", "err", Redact(err))
	}
}
