package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"
)

// deferAfter is when an interaction that has no answer yet gets "a moment, please" (P4).
const deferAfter = 1500 * time.Millisecond

// replyKind is how a handler answers.
type replyKind int

// The kinds of replies. The zero kind is a message that only the person who asked can see.
const (
	tell    replyKind = iota
	update            // the message clicked on becomes this
	quiet             // nothing to say: what happened is seen elsewhere
	gone              // nothing to say: the private message clicked on is taken away
	choices           // of autocomplete
	asking            // a form is opened
	given             // the handler has answered by itself
)

// reply is what a handler wants to be answered.
type reply struct {
	kind    replyKind
	message message
	choices []*discordgo.ApplicationCommandOptionChoice
	form    form
	sum     string // of what a letter shows after an update; empty: not what it would by itself
}

// answering gives an interaction its one first answer in time, whatever becomes of the handler, and the rest after it. All answers to
// interactions go through it.
type answering struct {
	c   *client
	ix  *discordgo.Interaction
	log *slog.Logger

	calling  baton // held during the calls, so that the answer and the deferral don't cross
	deferred bool
	answered bool
	timer    *time.Timer
}

// answer starts the clock for an interaction. Autocomplete is never deferred: it is answered in time or not at all.
func (b *bot) answer(ix *discordgo.Interaction) *answering {
	a := &answering{c: b.client, ix: ix, log: b.log.With("cause", ix.ID), calling: newBaton()}
	if ix.Type != discordgo.InteractionApplicationCommandAutocomplete {
		a.timer = time.AfterFunc(deferAfter, func() { guard(a.log, "deferral", a.postpone) })
	}
	return a
}

// component reports whether a component was used, or a form that one has opened, so that its message can be updated.
func (a *answering) component() bool {
	return a.ix.Type == discordgo.InteractionMessageComponent || a.ix.Type == discordgo.InteractionModalSubmit
}

// postpone tells Discord that an answer will come.
func (a *answering) postpone() {
	a.calling.take()
	defer a.calling.give()
	if a.answered || a.deferred {
		return
	}
	kind, data := answerLater, any(struct {
		Flags discordgo.MessageFlags `json:"flags"`
	}{discordgo.MessageFlagsEphemeral})
	if a.component() {
		kind, data = answerLaterUpdate, nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second-deferAfter)
	defer cancel()
	err := a.c.callback(ctx, a.ix, kind, data, nil)
	switch t, _ := diagnose(err); t {
	case none, alreadyDone, passing: // when passing, Discord may well have got it; if not, the next call tells
		a.deferred = true
	default:
		a.log.Info("could not defer", "trouble", t, "err", scrub(err))
	}
}

// errAnswered is returned when an interaction has got its answer before.
var errAnswered = errors.New("bot: answered already")

// deliver sends a reply: as the first answer if there is none yet, otherwise as what follows a deferral. Where Discord finds fault with the
// message, its plain text is sent instead, once.
func (a *answering) deliver(ctx context.Context, r reply) error {
	if a.timer != nil {
		a.timer.Stop()
	}
	a.calling.take()
	defer a.calling.give()
	if a.answered {
		return errAnswered
	}
	err := a.send(ctx, r)
	switch t, _ := diagnose(err); t {
	case ourMistake, tooLarge:
		a.log.Error("an answer was refused", "trouble", t, "err", scrub(err))
		r.message = r.message.plain()
		err = a.send(ctx, r)
	case alreadyDone:
		err = nil
	}
	if err == nil {
		a.answered = true
	}
	return err
}

func (a *answering) send(ctx context.Context, r reply) error {
	if a.deferred {
		ctx, cancel := context.WithTimeout(ctx, callWithin)
		defer cancel()
		return patiently(ctx, func() error { return a.sendLater(ctx, r) })
	}
	ctx, cancel := context.WithTimeout(ctx, firstAnswerWithin)
	defer cancel()
	return patiently(ctx, func() error { return a.sendFirst(ctx, r) })
}

func (a *answering) sendFirst(ctx context.Context, r reply) error {
	switch r.kind {
	case quiet:
		return a.c.callback(ctx, a.ix, answerLaterUpdate, nil, nil)
	case gone:
		if err := a.c.callback(ctx, a.ix, answerLaterUpdate, nil, nil); err != nil {
			return err
		}
		a.takeAway(ctx)
		return nil
	case choices:
		data := struct {
			Choices []*discordgo.ApplicationCommandOptionChoice `json:"choices"`
		}{r.choices}
		return a.c.callback(ctx, a.ix, answerChoices, data, nil)
	case asking:
		return a.c.callback(ctx, a.ix, answerModal, r.form.wire(), nil)
	case update:
		return a.c.callback(ctx, a.ix, answerUpdate, r.message.wire(false), r.message.files)
	default:
		r.message.private = true
		return a.c.callback(ctx, a.ix, answerMessage, r.message.wire(true), r.message.files)
	}
}

func (a *answering) sendLater(ctx context.Context, r reply) error {
	switch {
	case r.kind == quiet:
		return nil
	case r.kind == gone:
		a.takeAway(ctx)
		return nil
	case r.kind == asking: // a form can only be a first answer
		late := words(r.form.late)
		late.private = true
		return a.c.followUp(ctx, a.ix, late)
	case r.kind == update, !a.component():
		return a.c.editOriginal(ctx, a.ix, r.message)
	default:
		r.message.private = true
		return a.c.followUp(ctx, a.ix, r.message)
	}
}

// takeAway deletes the private message clicked on, one try: if that fails it merely stays until its reader dismisses it.
func (a *answering) takeAway(ctx context.Context) {
	if err := a.c.deleteOriginal(ctx, a.ix); err != nil {
		a.log.Info("could not take a private message away", "err", scrub(err))
	}
}
