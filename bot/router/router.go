package router

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games/match"
)

// Receive takes an interaction off the read loop: it starts the clock for its answer and enqueues it. It is the same whether the interaction
// came over the gateway or by HTTP. See decode for read.
func (a *Router) Receive(raw json.RawMessage, read *discordgo.Interaction) {
	r, err := decode(raw, read)
	r.Router, r.received = a, time.Now()
	if r.Ix.ID == "" || r.Ix.Token == "" {
		a.Log.Error("an interaction that can't be answered", "err", err)
		return
	}
	r.Answer = a.Client.Respond(r.Ix, a.Log)
	lane := r.lane()
	if r.autocomplete() { // reads only, and must not wait for anything
		lane = "typing " + r.Ix.ID
	}
	a.queue.Do(lane, func() { handle(r, err) })
}

// handle answers a request, come what may.
func handle(r *Request, err error) {
	ctx, cancel := r.Handling()
	defer cancel()
	if r.autocomplete() {
		complete(ctx, r, err)
		return
	}
	var out discord.Reply
	if err == nil {
		r.People.Back(r.User)
		notePermissions(r)
		noteLanguages(ctx, r)
		if onPrivateBoard(ctx, r) {
			defer r.PrivateBoards.Lock(ctx, r.Target.Match, r.User)()
		}
		if r.ephemeral() && r.Target.Match != "" {
			defer r.PrivateBoards.LockLive(r.Target.Match, r.User)()
		}
		out, err = run(ctx, r)
	}
	if err != nil {
		out = explain(ctx, r, err)
	}
	if out.Kind == discord.ReplyAlreadySent {
		observe(r, err, nil)
		tellUnsaid(ctx, r)
		return
	}
	sent := r.Answer.Send(ctx, out)
	delivered(r, sent)
	observe(r, err, sent)
	if err != nil {
		mendBoard(ctx, r)
	}
	if f, _ := discord.Classify(sent); (f == discord.Transient || f == discord.Expired && r.Answer.Lost()) && onlySaid(r, out) {
		AnswerElsewise(ctx, r, out.Message)
	}
	if sent == nil {
		tellUnsaid(ctx, r)
	}
	if sent == nil && err == nil {
		keepLive(r, out)
	}
	if r.DmBoard && out.Kind == discord.ReplyUpdate && sent == nil {
		notePrivateBoard(ctx, r)
	}
}

// noteLanguages takes note of the languages that an interaction tells, and has its person answered in theirs.
func noteLanguages(ctx context.Context, r *Request) {
	guildLocale := ""
	if r.Ix.GuildLocale != nil {
		guildLocale = string(*r.Ix.GuildLocale)
	}
	r.In = r.People.Heard(ctx, r.User, r.In, r.Guild, guildLocale)
}

// notePrivateBoard notes what an answer to a click has made of a private board.
func notePrivateBoard(ctx context.Context, r *Request) {
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = r.PrivateBoards.Shown(ctx, rec, r.User, match.PrivateBoard{Message: match.MessageID(r.Ix.Message.ID), At: r.Now(), Sum: r.shows})
	}
	if err != nil {
		r.Log.Error("could not note what a private board shows", "match", r.Target.Match, "err", err)
	}
}

// keepLive has a private message in a channel kept up to date, or forgets one that shows something else now.
func keepLive(r *Request, out discord.Reply) {
	private := out.Kind == discord.ReplyPrivate || out.Kind == discord.ReplyUpdate && r.ephemeral()
	switch {
	case r.played != nil && private:
		r.PrivateBoards.KeepNote(*r.played, r.User, r.Answer)
	case r.keep != nil && private:
		from := r.Ix.ID
		if out.Kind == discord.ReplyUpdate {
			from = r.madeBy()
		}
		r.PrivateBoards.Keep(*r.keep, r.User, r.Answer, from, r.once)
	case r.showsNoBoard(): // the board is another message
	case r.ephemeral() && (out.Kind == discord.ReplyUpdate || out.Kind == discord.ReplyDelete):
		r.PrivateBoards.ForgetFrom(r.Target.Match, r.User, r.madeBy())
	}
}

// delivered notes what became of an answer. A late one is expected: what was committed stands, and the board is shown without it.
func delivered(r *Request, err error) {
	if err == nil {
		return
	}
	t, _ := discord.Classify(err)
	if t == discord.Expired || t == discord.AlreadyAnswered {
		r.Log.Info("an answer came too late", "cause", r.Ix.ID, "trouble", t)
		return
	}
	if t == discord.TokenRejected {
		r.Fail(discord.ErrToken)
	}
	r.Log.Warn("an answer was not delivered", "cause", r.Ix.ID, "trouble", t, "err", discord.Redact(err))
}

// errPanic is a reason for which nothing was done.
var errPanic = errors.New("bot: a handler panicked")

// run finds the handler and calls it; a panic becomes an error.
func run(ctx context.Context, r *Request) (out discord.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			r.Log.Error("panic", "cause", r.Ix.ID, "path", r.path, "panic", p, "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	h, err := route(r)
	if err != nil {
		return discord.Reply{}, err
	}
	return h(ctx, r)
}

// route finds what handles a request, and the game of a game's command; or an error that says why the person may not do that here.
func route(r *Request) (Handler, error) {
	if r.Answer.IsComponent() {
		if h := r.Set.Actions[r.Target.Action]; h != nil {
			return h, r.allowances.spend(r, r.Set.Costs[r.Target.Action])
		}
		return nil, ErrNoHandler
	}
	c, g := r.Set.Find(r.path)
	if c == nil {
		return nil, ErrNoHandler
	}
	r.Game = g
	if err := mayUse(r, c); err != nil {
		return nil, err
	}
	return c.Run, r.allowances.spend(r, c.Cost)
}

// mayUse refuses a command to those who may not use it here.
func mayUse(r *Request, c *Command) error {
	switch {
	case c.Where == InServers && r.Guild == "" && c.NotHere != nil:
		return Refuse(r.In.Speak(*c.NotHere))
	case c.Managers && !r.Manages():
		return Refuse(r.In.Speak(say.NoManage))
	}
	return nil
}

// explain says why a request was not done: to that person alone, and nothing else has changed (P6, P57).
func explain(ctx context.Context, r *Request, err error) discord.Reply {
	switch {
	case errors.Is(err, show.ErrID):
		return ReplyText(r.In.Speak(say.OldButton))
	case errors.Is(err, ErrNoActor):
		return ReplyText(r.In.Speak(say.Nobody))
	case errors.Is(err, ErrNoHandler) && r.Answer.IsComponent():
		return ReplyText(r.In.Speak(say.OldButton))
	case errors.Is(err, ErrNoHandler):
		return ReplyText(r.In.Speak(say.NoCommand))
	}
	if h, ok := errors.AsType[*explained](err); ok {
		return discord.Reply{Message: h.message}
	}
	text, links := say.Error(r.In, err), []discordgo.MessageComponent(nil)
	if _, known := match.Sentence(err); !known {
		r.Log.Error("a request failed", "cause", r.Ix.ID, "path", r.path, "err", discord.Redact(err))
	} else if errors.Is(err, match.ErrStore) {
		r.Log.Error("the store failed", "cause", r.Ix.ID, "match", r.Target.Match, "err", err)
	}
	if problem, ok := errors.AsType[*match.Problem](err); ok && problem.Record != nil {
		links = append(links, show.BoardLinks(r.In, match.Match{Record: *problem.Record})...)
	}
	if errors.Is(err, match.ErrNotYours) || errors.Is(err, match.ErrNotYourTurn) { // P79
		links = append(links, show.MyMatches(r.In))
	}
	return discord.Reply{Message: discord.TextMessage(text, links...)}
}

func (*explained) Error() string { return "bot: explained to the person" }

// notePermissions remembers what the bot may do where the request was made.
func notePermissions(r *Request) {
	if r.Guild != "" {
		r.Boards.NoteMissing(r.Channel, Missing(r))
		r.Boards.MayAttach(r.Channel, r.May(discordgo.PermissionAttachFiles))
	}
}

// showsNoBoard reports whether a message was used that never shows the present board, but what has been or could be.
func (r *Request) showsNoBoard() bool {
	switch r.Target.Action {
	case show.ActPast, show.ActTryMove, show.ActTryMenu, show.ActTryOpen, show.ActTryBack, show.ActTryUndo, show.ActTryAnew, show.ActTryKeep, show.ActLines, show.ActLinesDrop,
		show.ActNoteForm:
		return true
	}
	return false
}
