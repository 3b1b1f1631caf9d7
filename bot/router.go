package bot

import (
	"context"
	"encoding/json"
	"errors"
	"runtime/debug"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// handler deals with a request and says what to answer. An error is explained to the person alone.
type handler func(*bot, context.Context, *request) (discord.Reply, error)

// commonHandlers are the commands that are not a game's.
var commonHandlers = map[string]handler{
	"games":    (*bot).listMatches,
	"board":    (*bot).showBoard,
	"resign":   (*bot).askResign,
	"draw":     (*bot).offerDraw,
	"takeback": (*bot).takeback,
	"history":  (*bot).history,
	"export":   (*bot).export,
	"resume":   (*bot).resume,
	"rules":    (*bot).rules,
	"help":     (*bot).help,
	"settings": (*bot).settings,
	"server":   (*bot).server,
	"why":      (*bot).why,

	"block":          (*bot).block,
	"unblock":        (*bot).unblock,
	"stats":          (*bot).stats,
	"top":            (*bot).top,
	"privacy":        (*bot).privacy,
	"delete-my-data": (*bot).askDelete,

	"tournament create":    (*bot).cupCreate,
	"tournament join":      (*bot).cupJoin,
	"tournament leave":     (*bot).cupLeave,
	"tournament start":     (*bot).cupStart,
	"tournament status":    (*bot).cupStatus,
	"tournament standings": (*bot).cupStandings,
	"tournament bracket":   (*bot).cupBracket,
	"tournament cancel":    (*bot).cupCancel,
	"tournament override":  (*bot).cupOverride,

	userCommand: (*bot).pickGame,
}

// gameHandlers are the sub-commands of every game.
var gameHandlers = map[string]handler{
	"start":     (*bot).start,
	"challenge": (*bot).challenge,
	"move":      (*bot).moveCommand,
	"board":     (*bot).showBoard,
	"resign":    (*bot).askResign,
	"rules":     (*bot).rules,
	"watch":     (*bot).watchMatch,
	"nudge":     (*bot).nudge,
}

// arrangeHandlers are further sub-commands of games in which pieces are arranged in secret.
var arrangeHandlers = map[string]handler{
	"setup":  (*bot).setup,
	"verify": (*bot).verify,
}

// componentHandlers are buttons and menus.
var componentHandlers = map[action]handler{
	actPlay:      (*bot).playButton,
	actMenu:      (*bot).chooseFrom,
	actOpen:      (*bot).openMenu,
	actBack:      (*bot).menuBack,
	actBoard:     (*bot).boardButton,
	actDraw:      (*bot).drawButton,
	actNoDraw:    (*bot).noDrawButton,
	actResign:    (*bot).askResign,
	actResignYes: (*bot).resign,
	actDismiss:   (*bot).dismiss,
	actCancel:    (*bot).cancelButton,
	actJoin:      (*bot).join,
	actDecline:   (*bot).decline,
	actRevoke:    (*bot).revoke,
	actLeave:     (*bot).leave,
	actBegin:     (*bot).begin,
	actNext:      (*bot).next,
	actPlayOn:    (*bot).playOn,
	actRematch:   (*bot).rematch,
	actTakeback:  (*bot).takeback,
	actNoUndo:    (*bot).noTakeback,
	actClaim:     (*bot).claim,
	actPick:      (*bot).challengePicked,
	actReplay:    (*bot).replay,
	actNextMatch: (*bot).nextMatch,
	actList:      (*bot).listPage,

	actSetup:   (*bot).openSetup,
	actArrange: (*bot).arrangeButton,
	actChoose:  (*bot).arrangeChosen,
	actForm:    (*bot).arrangeForm,
	actSave:    (*bot).askName,
	actSaved:   (*bot).save,
	actLoad:    (*bot).load,
	actForget:  (*bot).forget,
	actLetter:  (*bot).letterButton,

	actDeleteYes: (*bot).deleteData,
	actDeleteNo:  (*bot).keepData,

	actCupJoin:     (*bot).cupJoin,
	actCupLeave:    (*bot).cupLeave,
	actCupStart:    (*bot).cupStart,
	actCupStanding: (*bot).cupStandings,
	actCupBracket:  (*bot).cupBracket,
	actCupConfirm:  (*bot).cupConfirm,
}

// receive takes an interaction off the read loop: it starts the clock for its answer and enqueues it. It is the same whether the interaction
// came over the gateway or by HTTP. See decode for read.
func (b *bot) receive(raw json.RawMessage, read *discordgo.Interaction) {
	r, err := decode(raw, read)
	if r.ix.ID == "" || r.ix.Token == "" {
		b.log.Error("an interaction that can't be answered", "err", err)
		return
	}
	ix := r.ix
	r.answer = b.client.Respond(ix, b.log)
	if ix.Type == discordgo.InteractionApplicationCommandAutocomplete {
		b.lanes.Do("typing "+ix.ID, func() { b.handle(r, err) }) // reads only, and must not wait for anything
		return
	}
	b.lanes.Do(r.lane(), func() { b.handle(r, err) })
}

// handle answers a request, come what may.
func (b *bot) handle(r *request, err error) {
	ctx, cancel := b.handling()
	defer cancel()
	if r.ix.Type == discordgo.InteractionApplicationCommandAutocomplete {
		b.complete(ctx, r, err)
		return
	}
	var out discord.Reply
	if err == nil {
		b.left.back(r.user)
		b.notePermissions(r)
		b.noteLanguages(ctx, r)
		if b.onLetter(ctx, r) {
			defer b.letters.alone(r.user)()
		}
		out, err = b.run(ctx, r)
	}
	if err != nil {
		out = b.explain(ctx, r, err)
	}
	if out.Kind == discord.ReplyAlreadySent {
		return
	}
	sent := r.answer.Send(ctx, out)
	b.delivered(r, sent)
	if r.letter && out.Kind == discord.ReplyUpdate && sent == nil {
		b.letters.showing(ctx, r, r.sum)
	}
}

// delivered notes what became of an answer. A late one is expected: what was committed stands, and the board is shown without it.
func (b *bot) delivered(r *request, err error) {
	if err == nil {
		return
	}
	t, _ := discord.Classify(err)
	if t == discord.Expired || t == discord.AlreadyAnswered {
		b.log.Info("an answer came too late", "cause", r.ix.ID, "trouble", t)
		return
	}
	if t == discord.TokenRejected {
		b.fail(discord.ErrToken)
	}
	b.log.Warn("an answer was not delivered", "cause", r.ix.ID, "trouble", t, "err", discord.Redact(err))
}

var (
	errPanic     = errors.New("bot: a handler panicked")
	errNoHandler = errors.New("bot: no such command or action")
)

// run finds the handler and calls it; a panic becomes an error.
func (b *bot) run(ctx context.Context, r *request) (out discord.Reply, err error) {
	defer func() {
		if p := recover(); p != nil {
			b.log.Error("panic", "cause", r.ix.ID, "path", r.path, "panic", p, "stack", string(debug.Stack()))
			err = errPanic
		}
	}()
	h := b.route(r)
	if h == nil {
		return discord.Reply{}, errNoHandler
	}
	return h(b, ctx, r)
}

// route finds the handler of a request, and the game of a game's command.
func (b *bot) route(r *request) handler {
	if r.answer.IsComponent() {
		return componentHandlers[r.target.Action]
	}
	first, rest, _ := strings.Cut(r.path, " ")
	if g, ok := b.svc.Read.Game(games.ID(first)); ok {
		r.game = g
		if h := arrangeHandlers[rest]; h != nil && g.Arranges {
			return h
		}
		return gameHandlers[rest]
	}
	return commonHandlers[r.path]
}

// explain says why a request was not done: to that person alone, and nothing else has changed (P6, P57).
func (b *bot) explain(ctx context.Context, r *request, err error) discord.Reply {
	switch {
	case errors.Is(err, errID):
		return sentence(r.in.Speak(say.OldButton))
	case errors.Is(err, errNoActor):
		return sentence(r.in.Speak(say.Nobody))
	case errors.Is(err, errNoHandler) && r.answer.IsComponent():
		return sentence(r.in.Speak(say.OldButton))
	case errors.Is(err, errNoHandler):
		return sentence(r.in.Speak(say.NoCommand))
	}
	if h, ok := errors.AsType[*hint](err); ok {
		return discord.Reply{Message: h.message}
	}
	text, links := say.Error(r.in, err), []discordgo.MessageComponent(nil)
	if _, known := match.Sentence(err); !known {
		b.log.Error("a request failed", "cause", r.ix.ID, "path", r.path, "err", discord.Redact(err))
	} else if errors.Is(err, match.ErrStore) {
		b.log.Error("the store failed", "cause", r.ix.ID, "match", r.target.Match, "err", err)
	}
	if problem, ok := errors.AsType[*match.Problem](err); ok && problem.Record != nil {
		if url := boardLink(match.Match{Record: *problem.Record}); url != "" {
			links = append(links, discord.LinkButton(r.in.Speak(say.LabelGo), url))
		}
	}
	if errors.Is(err, match.ErrNotYours) || errors.Is(err, match.ErrNotYourTurn) { // P79
		links = append(links, myMatches(r.in))
	}
	return discord.Reply{Message: discord.TextMessage(text, links...)}
}

// hint is an error that carries its own explanation.
type hint struct{ message discord.Message }

func (*hint) Error() string { return "bot: explained to the person" }

// refuse is an error with a sentence for the person, and buttons that help.
func refuse(text string, buttons ...discordgo.MessageComponent) error {
	return &hint{discord.TextMessage(text, buttons...)}
}

// sentence is a private reply of one text.
func sentence(text string, buttons ...discordgo.MessageComponent) discord.Reply {
	return discord.Reply{Message: discord.TextMessage(text, buttons...)}
}

// notePermissions remembers what the bot may do where the request was made.
func (b *bot) notePermissions(r *request) {
	if r.guild != "" {
		b.outbox.may(r.channel, r.may(discordgo.PermissionAttachFiles))
	}
}
