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

// deferAfter is the time after which an unanswered interaction is deferred with "a moment, please"
// (P4).
const deferAfter = 1500 * time.Millisecond

// ReplyKind is the way in which a handler answers.
type ReplyKind int

// The kinds of replies. The zero kind is a message that only the person who asked can see.
const (
	ReplyPrivate     ReplyKind = iota
	ReplyUpdate                // replaces the clicked message
	ReplyNone                  // no message: the result is visible elsewhere
	ReplyDelete                // no message: deletes the clicked private message
	ReplyChoices               // suggestions for autocomplete
	ReplyModal                 // opens a form
	ReplyAlreadySent           // the handler has answered already
	ReplyBelow                 // a private message below all others, instead of the clicked private message
	ReplyLaunch                // opens the application's activity; the message is for clients that can't
)

// Reply is a handler's answer to an interaction.
type Reply struct {
	Kind    ReplyKind
	Message Message
	Choices []*discordgo.ApplicationCommandOptionChoice
	Modal   Modal
}

// Responder sends the first response to an interaction in time, whatever the handler does, and
// later ones after it. All responses to interactions go through it.
type Responder struct {
	c   *Client
	ix  *discordgo.Interaction
	log *slog.Logger

	calling  tasks.Mutex // held during calls, so that the answer and the deferral do not overlap
	deferred bool
	unsure   bool // unknown whether Discord has received the deferral
	answered bool
	foreign  error  // Discord's refusal, if another process has given the first response
	reduced  bool   // Discord has refused the complete message of the answer, and has accepted a reduced one
	last     string // id of the message of the last answer; empty: the first response
	updates  bool   // the first response updates the clicked message, so that its token can change that message
	apart    bool   // see Apart
	timer    *time.Timer
}

// Respond starts the time limit of an interaction. Autocomplete is never deferred: it is answered
// in time or not at all.
func (c *Client) Respond(ix *discordgo.Interaction, log *slog.Logger) *Responder {
	a := &Responder{c: c, ix: ix, log: log.With("cause", ix.ID), calling: tasks.NewMutex()}
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		a.timer = time.AfterFunc(deferAfter, func() { tasks.Guard(a.log, "deferral", a.deferAnswer) })
	}
	return a
}

// Apart makes a private answer to a click on a public message a message beside an update of the
// clicked one, so that [Responder.Edit] can change that message afterwards.
func (a *Responder) Apart() {
	a.apart = a.ix.Type == discordgo.InteractionMessageComponent && a.ix.Message != nil &&
		a.ix.Message.Flags&discordgo.MessageFlagsEphemeral == 0
}

// IsComponent reports whether the interaction comes from a component or a form. Its custom id then
// names the action.
func (a *Responder) IsComponent() bool {
	return a.ix.Type == discordgo.InteractionMessageComponent || a.ix.Type == discordgo.InteractionModalSubmit
}

// onMessage reports whether a component was used, or a form that a component has opened. Only then
// is there a message to update.
func (a *Responder) onMessage() bool {
	return a.ix.Type == discordgo.InteractionMessageComponent || a.ix.Type == discordgo.InteractionModalSubmit &&
		a.ix.Message != nil
}

// deferAnswer tells Discord that an answer follows later.
func (a *Responder) deferAnswer() {
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.answered || a.deferred {
		return
	}
	kind, data := responseDeferred, any(struct {
		Flags discordgo.MessageFlags `json:"flags"`
	}{discordgo.MessageFlagsEphemeral})
	if a.onMessage() {
		kind, data = responseDeferredUpdate, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second-deferAfter)
	defer cancel()
	arrived, err := a.first(ctx, func() error { return a.c.callback(ctx, a.ix, kind, data, nil) })
	switch t, _ := Classify(err); {
	case arrived:
		a.deferred, a.updates = true, a.onMessage()
	case t == Transient: // Discord may have received the deferral anyway, so the answer is tried in both ways
		a.unsure = true
	default:
		a.log.Info("could not defer", "trouble", t, "err", Redact(err))
	}
}

// first makes the first response by call, again while the failure is transient. If Discord refuses
// a further try because there is a response, an earlier try has arrived. If it refuses the first try
// for that, another process has received the same interaction and has answered: nothing of this
// responder is shown then.
func (a *Responder) first(ctx context.Context, call func() error) (arrived bool, err error) {
	doubtful := false
	err = retryInTime(ctx, func() error {
		err := call()
		t, _ := Classify(err)
		arrived = t == NoFailure || t == AlreadyAnswered && doubtful
		doubtful = doubtful || t == Transient
		return err
	})
	return arrived, err
}

// Hold stops the deferral, so that another process can give the first response. It returns false if
// there was a response already.
func (a *Responder) Hold() bool {
	if a.timer != nil {
		a.timer.Stop()
	}
	a.calling.Lock()
	defer a.calling.Unlock()
	return !a.answered && !a.deferred && !a.unsure
}

// errAnswered is returned if the interaction already has its answer.
var errAnswered = errors.New("bot: answered already")

// Send sends a reply: as the first response if there is none yet, otherwise after the deferral. If
// Discord refuses the message, Send reduces it; see [Message.SendReduced]. After an error that is
// AlreadyAnswered another process has answered, and no message belongs to this responder. Sending
// has a time limit of its own, whatever time the handler used and whatever happened to its context.
func (a *Responder) Send(ctx context.Context, r Reply) error {
	ctx = context.WithoutCancel(ctx)
	if a.timer != nil {
		a.timer.Stop()
	}
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.answered {
		return errAnswered
	}
	refused, err := a.elsewhere(r.Message).SendReduced(nil, func(m Message) error {
		r.Message = m
		return a.trySend(ctx, r)
	})
	if refused != nil {
		a.reduced = true
		f, _ := Classify(refused)
		a.log.Error("an answer was refused", "trouble", f, "err", Redact(refused))
	}
	if f, _ := Classify(err); f == AlreadyAnswered {
		a.foreign = err
	}
	if err == nil {
		a.answered = true
	}
	return err
}

func (a *Responder) trySend(ctx context.Context, r Reply) error {
	if !a.deferred && (a.apart && r.Kind == ReplyPrivate || r.Kind == ReplyBelow && a.onMessage()) {
		first, cancel := context.WithTimeout(ctx, FirstAnswerWithin)
		defer cancel()
		arrived, err := a.first(first, func() error {
			return a.c.callback(first, a.ix, responseDeferredUpdate, nil, nil)
		})
		if f, _ := Classify(err); !arrived && (!a.unsure || f != AlreadyAnswered) {
			return err
		}
		a.deferred, a.updates = true, true
	}
	if !a.deferred {
		first, cancel := context.WithTimeout(ctx, FirstAnswerWithin)
		defer cancel()
		arrived, err := a.first(first, func() error { return a.sendFirst(first, r) })
		switch f, _ := Classify(err); {
		case a.unsure && f == AlreadyAnswered:
			a.deferred = true
		case arrived:
			a.updates = r.Kind == ReplyNone || r.Kind == ReplyUpdate
			if r.Kind == ReplyDelete {
				a.deleteClicked(first)
			}
			return nil
		case a.unsure && f == Transient: // if the deferral has arrived, a later answer may too
			late, cancel := context.WithTimeout(ctx, CallWithin)
			defer cancel()
			if a.sendLater(late, r) == nil {
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
	case ReplyNone, ReplyDelete: // the message is deleted afterwards
		return a.c.callback(ctx, a.ix, responseDeferredUpdate, nil, nil)
	case ReplyChoices:
		data := struct {
			Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices"`
		}{r.Choices}
		return a.c.callback(ctx, a.ix, responseChoices, data, nil)
	case ReplyModal:
		return a.c.callback(ctx, a.ix, responseModal, r.Modal.body(), nil)
	case ReplyLaunch:
		err := a.c.callback(ctx, a.ix, responseLaunch, nil, nil)
		if f, _ := Classify(err); f != InvalidRequest && f != Forbidden {
			return err
		}
		r.Kind = ReplyPrivate
		return a.sendFirst(ctx, r)
	case ReplyUpdate:
		return a.c.callback(ctx, a.ix, responseUpdate, a.c.body(r.Message, false), r.Message.Files)
	default:
		r.Message.Private = true
		return a.c.callback(ctx, a.ix, responseMessage, a.c.body(r.Message, true), r.Message.Files)
	}
}

func (a *Responder) sendLater(ctx context.Context, r Reply) error {
	switch {
	case r.Kind == ReplyNone:
		return nil
	case r.Kind == ReplyDelete:
		a.deleteClicked(ctx)
		return nil
	case r.Kind == ReplyModal: // a form can only be a first response
		late := TextMessage(r.Modal.Late)
		late.Private = true
		return a.followUp(ctx, late)
	case r.Kind == ReplyUpdate, !a.onMessage():
		return a.c.editAnswer(ctx, a.ix, originalAnswer, r.Message)
	}
	r.Message.Private = true
	err := a.followUp(ctx, r.Message)
	if err == nil && r.Kind == ReplyBelow {
		a.deleteClicked(ctx)
	}
	return err
}

// Also sends another private message after the answer, with a time limit of its own.
func (a *Responder) Also(ctx context.Context, m Message) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), CallWithin)
	defer cancel()
	a.calling.Lock()
	defer a.calling.Unlock()
	m.Private = true
	return a.followUp(ctx, a.elsewhere(m))
}

// elsewhere returns a message without link buttons to the channel in which the answer is shown. Nobody
// could see that such a button does anything.
func (a *Responder) elsewhere(m Message) Message {
	return m.WithoutLink(ChannelURL(cmp.Or(a.ix.GuildID, "@me"), a.ix.ChannelID))
}

func (a *Responder) followUp(ctx context.Context, m Message) error {
	id, err := a.c.followUp(ctx, a.ix, m)
	if err == nil {
		a.last = id
	}
	return err
}

// Reduced reports whether the message of the answer was sent without its picture or its controls.
func (a *Responder) Reduced() bool {
	a.calling.Lock()
	defer a.calling.Unlock()
	return a.reduced
}

// Lost reports whether it is certain that no deferral has arrived. Then a late answer would be the
// person's first message.
func (a *Responder) Lost() bool {
	a.calling.Lock()
	defer a.calling.Unlock()
	return a.unsure && !a.answered
}

// The methods below change public messages where only an interaction's token reaches them. They can
// be called after the answer, for the time of Lasts. The caller counts the follow-ups.

// Clicked returns the id of the clicked message if the token can change it, otherwise "".
func (a *Responder) Clicked() string {
	a.calling.Lock()
	defer a.calling.Unlock()
	if !a.updates || a.ix.Message == nil {
		return ""
	}
	return a.ix.Message.ID
}

// Post sends a further public message and returns its id.
func (a *Responder) Post(ctx context.Context, m Message) (id string, err error) {
	return a.c.followUp(ctx, a.ix, m)
}

// Edit replaces a message that the token reaches: one of Post, or that of Clicked.
func (a *Responder) Edit(ctx context.Context, id string, m Message) error {
	return a.c.editAnswer(ctx, a.ix, a.named(id), m)
}

// Delete deletes a message that the token reaches.
func (a *Responder) Delete(ctx context.Context, id string) error {
	return a.c.deleteAnswer(ctx, a.ix, a.named(id))
}

// named returns an id as the address of an answer's message names it.
func (a *Responder) named(id string) string {
	if a.ix.Message != nil && a.ix.Message.ID == id {
		return originalAnswer
	}
	return id
}

// Lasts is how long after the interaction an answer's message can be changed. It is a little less
// than Discord allows.
const Lasts = 14 * time.Minute

// Revise replaces the private message of the answer. Discord allows this for 15 minutes (see
// Lasts).
func (a *Responder) Revise(ctx context.Context, m Message) error {
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.foreign != nil {
		return a.foreign
	}
	_, err := a.elsewhere(m).SendReduced(nil, func(m Message) error {
		return Retry(ctx, func() error { return a.c.editAnswer(ctx, a.ix, cmp.Or(a.last, originalAnswer), m) })
	})
	return err
}

// Withdraw deletes the message of the answer.
func (a *Responder) Withdraw(ctx context.Context) error {
	a.calling.Lock()
	defer a.calling.Unlock()
	if a.foreign != nil {
		return a.foreign
	}
	return a.c.deleteAnswer(ctx, a.ix, cmp.Or(a.last, originalAnswer))
}

// deleteClicked tries once to delete the clicked private message. If that fails, it stays until its
// reader dismisses it.
func (a *Responder) deleteClicked(ctx context.Context) {
	if err := a.c.deleteAnswer(ctx, a.ix, originalAnswer); err != nil {
		a.log.Info("could not take a private message away", "err", Redact(err))
	}
}
