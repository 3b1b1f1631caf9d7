package request

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games/match"
)

// laneWithin is how long a slow interaction delays the next one of the same person. After that both
// run at once, so that a form can still be opened in time (P4).
const laneWithin = time.Second

// Receive takes an interaction from the gateway or from HTTP. It starts the clock for the answer,
// enqueues the interaction and returns.
func (a *Router) Receive(raw json.RawMessage) {
	r, err := decode(raw)
	r.router, r.received = a, time.Now()
	if r.Ix.ID == "" || r.Ix.Token == "" {
		a.Log.Error("an interaction has no id or token", "err", err)
		return
	}
	r.Answer = a.Client.Respond(r.Ix, a.Log)
	if r.UserInstall {
		r.Answer.Apart()
	}
	lane := r.lane()
	if r.autocomplete() { // autocomplete only reads, and must not wait
		lane = "typing " + r.Ix.ID
	}
	a.queue.Do(lane, func() { handle(r, err) })
}

// storeWithin is how long an interaction waits for an unreachable store. Then its person gets an
// answer that says so.
const storeWithin = 5 * time.Second

// handle answers a request, whatever goes wrong.
func handle(r *Request, err error) {
	ctx, cancel := r.router.Handling()
	defer cancel()
	ctx = match.WithPatience(ctx, r.received.Add(storeWithin))
	if r.autocomplete() {
		complete(ctx, r, err)
		return
	}
	var out Reply
	if err == nil {
		r.router.People.Back(r.User)
		noteLanguages(ctx, r)
		defer r.router.Hooks.Before(ctx, r)()
		out, err = run(ctx, r)
	}
	if err != nil {
		if handOn(ctx, r, err) {
			return
		}
		out = explain(r, err)
	}
	if out.Kind == discord.ReplyAlreadySent {
		observe(r, err, nil)
		tellUnsaid(ctx, r)
		return
	}
	out = r.router.Hooks.Place(r, out)
	sent := r.Answer.Send(ctx, out.Sent())
	Delivered(r, sent)
	observe(r, err, sent)
	r.router.Hooks.Sent(ctx, r, out, err, sent)
	if reachedNobody(r, sent) && onlySaid(r, out) {
		AnswerElsewise(ctx, r, out.Message)
	}
	// if the store fails, stored answers of earlier interactions can't be read
	if sent == nil && !errors.Is(err, match.ErrStore) {
		tellUnsaid(ctx, r)
	}
}

// handOn passes on a request that perhaps only a newer version can handle, and reports whether a
// process of that version takes it. This may be any refused request, because this version leaves
// matches that it does not understand out of its lists.
func handOn(ctx context.Context, r *Request, err error) bool {
	_, refused := match.Sentence(err)
	_, said := errors.AsType[*explained](err)
	refused = refused && !errors.Is(err, match.ErrStore) || said || errors.Is(err, ErrNoHandler) ||
		errors.Is(err, component.ErrID)
	return refused && r.router.HandOn != nil && r.Answer.Hold() && r.router.HandOn(ctx, r, err)
}

// noteLanguages stores the languages of an interaction and sets the language in which its person is
// answered.
func noteLanguages(ctx context.Context, r *Request) {
	guildLocale := ""
	if r.Ix.GuildLocale != nil {
		guildLocale = string(*r.Ix.GuildLocale)
	}
	r.In = r.router.People.Heard(ctx, r.User, r.In, r.Guild, guildLocale)
}

// Delivered logs an answer that was not delivered. A late answer is no error: the change is stored
// and the board shows it.
func Delivered(r *Request, err error) {
	if err == nil {
		return
	}
	t, _ := discord.Classify(err)
	if t == discord.Expired || t == discord.AlreadyAnswered {
		r.router.Log.Info("an answer came too late", "cause", r.Ix.ID, "trouble", t)
		return
	}
	if t == discord.TokenRejected {
		r.router.Fail(discord.ErrToken)
	}
	r.router.Log.Warn("an answer was not delivered", "cause", r.Ix.ID, "trouble", t, "err", discord.Redact(err))
}

// errPanic is the error of a request whose handler panicked.
var errPanic = errors.New("bot: a handler panicked")

// run calls the handler of a request and turns a panic into an error.
func run(ctx context.Context, r *Request) (out Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.router.Log.Error("panic", "cause", r.Ix.ID, "path", r.Path, "panic", p, "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	h, err := route(r)
	if err != nil {
		return Reply{}, err
	}
	return h(ctx, r)
}

// route returns the handler of a request and sets the game of a game's command. Its error says why
// the person may not do that here.
func route(r *Request) (Handler, error) {
	if r.Target.Action == component.ActAgain {
		if !r.again() {
			return nil, ErrNoHandler
		}
		h, err := routeCommand(r)
		return inPlace(h), err
	}
	if r.Answer.IsComponent() {
		if h := r.router.Set.Actions[r.Target.Action]; h != nil {
			return h, r.router.spend(r, r.router.Set.Costs[r.Target.Action])
		}
		return nil, ErrNoHandler
	}
	return routeCommand(r)
}

// routeCommand finds the handler of a command, as route does for all requests.
func routeCommand(r *Request) (Handler, error) {
	c, g := r.router.Set.Find(r.Path)
	if c == nil {
		return nil, ErrNoHandler
	}
	r.Game = g
	if err := mayUse(r, c); err != nil {
		return nil, err
	}
	return c.Run, r.router.spend(r, c.Cost)
}

// mayUse returns a refusal if the person may not use the command here.
func mayUse(r *Request, c *Command) error {
	switch {
	case r.UserInstall && c.Where == InServers:
		return Refuse(r.In.Speak(say.NotMember))
	case r.Guild == "" && c.NotHere != nil:
		return Refuse(r.In.Speak(*c.NotHere))
	case c.Where == WithBot && r.Ix.Context == discordgo.InteractionContextPrivateChannel:
		return Refuse(r.In.Speak(sayNotInGroup))
	case c.Managers && !r.Manages():
		return Refuse(r.In.Speak(say.NoManage))
	}
	return nil
}

// MayUse reports whether the person may use a command here.
func (r *Request) MayUse(c *Command) bool {
	return mayUse(r, c) == nil && (c.Where != InServers || r.Guild != "")
}

// explain returns the private reply that tells a person why their request was not done. Nothing
// else has changed (P6, P57).
func explain(r *Request, err error) Reply {
	switch {
	case errors.Is(err, component.ErrID):
		return ReplyText(r.In.Speak(sayOldButton))
	case errors.Is(err, ErrNoActor):
		return ReplyText(r.In.Speak(sayNobody))
	case errors.Is(err, ErrNoHandler) && r.Answer.IsComponent():
		return ReplyText(r.In.Speak(sayOldButton))
	case errors.Is(err, ErrNoHandler):
		return ReplyText(r.In.Speak(sayNoCommand))
	}
	if h, ok := errors.AsType[*explained](err); ok {
		return Reply{Message: h.message}
	}
	if _, known := match.Sentence(err); !known {
		r.router.Log.Error("a request failed", "cause", r.Ix.ID, "path", r.Path, "err", discord.Redact(err))
	} else if errors.Is(err, match.ErrStore) {
		r.router.Log.Error("the store failed", "cause", r.Ix.ID, "match", r.Target.Match, "err", err)
	}
	return Reply{Message: discord.TextMessage(say.Error(r.In, err, r.User), r.router.Hooks.Links(r, err)...)}
}

func (*explained) Error() string { return "bot: explained to the person" }
