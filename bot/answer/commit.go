package answer

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// Commit changes a match and answers. A click on the public board is answered with the new board in
// its place. Other requests get a private sentence: done, or the move if done is empty; then the
// engine of bot/deliver updates the public board.
func (b *Base) Commit(ctx context.Context, r *request.Request, do func() (match.Change, error),
	done string,
) (request.Reply, error) {
	if r.Ix.Message != nil && !r.OnPrivate() {
		return b.commitOnBoard(ctx, r, do, done, b.Boards.Compose)
	}
	change, err := do()
	if err != nil {
		return request.Reply{}, err
	}
	b.People.Seen(ctx, r.User, r.Avatar)
	if done == "" {
		return b.afterMove(ctx, r, change)
	}
	blocked := b.blockedNote(r, change.Match)
	onPanel := r.Ix.Message != nil && b.PrivateBoards.IsPanel(change.Match.ID, r.User, r.MadeBy())
	if blocked == "" && onPanel && done == r.In.Speak(say.Done) {
		// the board shows the change; a note that is deleted seconds later would move the board then
		return request.Reply{Kind: discord.ReplyDelete}, nil
	}
	if rec := change.Match; onPanel && rec.Status != match.Running {
		// the board may be far above, with other private messages below it that look playable
		if rec.Outcome != nil {
			done = board.Ending(r.In, rec, rec.SeatOf(r.User))
		}
		return b.Privately(ctx, r, done+blocked, board.BoardLinks(r.In, rec)...), nil
	}
	out := b.Privately(ctx, r, done+blocked)
	switch {
	case blocked != "" || r.DmBoard:
	case onPanel && offers(change): // the note is deleted with the next move, when the board moves anyway
		out.Remark, out.Once = &change.Match, true
	default:
		out.Done = &change.Match
	}
	return out, nil
}

// offers reports whether a change of a running match is an offer, which stands until the next move.
func offers(change match.Change) bool {
	return change.Match.Status == match.Running &&
		slices.ContainsFunc(change.Events, func(e match.Event) bool { return e.Kind == match.Offered })
}

// Does returns the handler of a button that performs an act in its match and answers with a
// sentence.
func (b *Base) Does(do func(context.Context, match.Act) (match.Change, error), done games.Sentence) request.Handler {
	return func(ctx context.Context, r *request.Request) (request.Reply, error) {
		return b.Commit(ctx, r, func() (match.Change, error) { return do(ctx, r.Act(r.Target.Match)) },
			r.In.Speak(done))
	}
}

// CommitOnOwnBoard changes a match and answers a click on its board in direct messages. Compose
// makes the board that is shown then.
func (b *Base) CommitOnOwnBoard(
	ctx context.Context, r *request.Request, do func() (match.Change, error),
	compose func(match.Match) (discord.Message, error),
) (request.Reply, error) {
	return b.commitOnBoard(ctx, r, do, "",
		func(_ context.Context, m match.Match, _ []match.Event) (discord.Message, error) { return compose(m) })
}

// commitOnBoard answers a click on a public board with the board that compose makes. Meanwhile it
// keeps the engine from showing this match. It leaves to the engine what the answer can't show. If
// the click changes nothing, because this person has asked for the same before, the answer is the
// text in done, in private.
func (b *Base) commitOnBoard(
	ctx context.Context, r *request.Request, do func() (match.Change, error), done string,
	compose func(context.Context, match.Match, []match.Event) (discord.Message, error),
) (request.Reply, error) {
	unlock, mine := b.Boards.Lock(ctx, r.Target.Match)
	defer unlock()
	defer b.Boards.Hold(match.Cause(r.Ix.ID))()
	change, err := do()
	if err != nil {
		return request.Reply{}, err
	}
	if change.Repeat || len(change.Events) == 0 && done == "" {
		return request.Reply{Kind: discord.ReplyNone}, nil
	}
	if len(change.Events) == 0 {
		return b.Privately(ctx, r, done), nil
	}
	b.People.Seen(ctx, r.User, r.Avatar)
	shown := false
	defer func() {
		if !shown {
			b.Boards.Mark(change.Match)
		}
	}()
	rec := change.Match
	missing := Missing(r)
	plan := b.Boards.Plan(ctx, rec)
	prepared := b.ownNote(ctx, r, rec, b.Likes(ctx, r))
	way := wayToAnswer(mine, plan.Edit, match.MessageID(r.Ix.Message.ID) == rec.Shown.Message, len(missing) == 0)
	out := discord.Reply{Kind: discord.ReplyNone}
	if way == editClicked || way == editLacking {
		if out.Message, err = b.boardAfter(ctx, change, compose); err != nil {
			return request.Reply{}, err
		}
		out.Kind = discord.ReplyUpdate
	}
	sent := b.acknowledge(ctx, r, rec, out, prepared)
	switch {
	case way == leaveToEngine:
	case way == leaveStray:
		b.strayed(ctx, r, rec)
	case sent != nil: // the answer may still replace a newer board, which another process has shown meanwhile
		b.Boards.Doubt(rec.ID, true)
	case r.Answer.Reduced(): // the engine shows the whole board
	default:
		if way == editLacking {
			plan = match.Showing{Edit: true}
		}
		if shown = b.Boards.NoteEdited(ctx, rec, plan) == nil; shown {
			b.Boards.Ended(ctx, rec)
		}
	}
	if way == editLacking {
		b.tellLacking(ctx, r, rec, missing)
	}
	return request.Reply{Kind: discord.ReplyAlreadySent}, nil
}

// way is how a click on a public board that changed its match is answered.
type way int

const (
	leaveToEngine way = iota // acknowledge the click; another process holds the lock of the match
	leaveStray               // acknowledge the click; the engine posts a new board, or edits one elsewhere
	editClicked              // edit the clicked board
	editLacking              // edit the clicked board, as permissions for a new one are missing
)

// wayToAnswer decides how a click is answered. Mine means that this process holds the lock of the
// match, edit that its board is due to be edited rather than posted anew. OnShown means that the
// recorded board was clicked. May means that the bot may post where it was clicked; an answer needs
// no permission, unlike a new message.
func wayToAnswer(mine, edit, onShown, may bool) way {
	switch {
	case !mine:
		return leaveToEngine
	case !onShown || !edit && may:
		return leaveStray
	case !edit:
		return editLacking
	}
	return editClicked
}

// boardAfter returns the board that compose makes of a change, and of earlier events that the
// channel has not been shown either.
func (b *Base) boardAfter(ctx context.Context, change match.Change,
	compose func(context.Context, match.Match, []match.Event) (discord.Message, error),
) (discord.Message, error) {
	log := change.Events
	if change.Match.Shown.Head != log[0].Seq-1 {
		var err error
		if log, err = b.Boards.Unseen(ctx, change.Match); err != nil {
			return discord.Message{}, err
		}
	}
	return compose(ctx, change.Match, log)
}

// acknowledge answers a click on a public board, and tells the person who clicked what became of
// their conditional moves. The engine is locked out during the call. Afterwards it may delete the
// board, and Discord accepts no answer to a click on a deleted message.
func (b *Base) acknowledge(ctx context.Context, r *request.Request, rec match.Match, out discord.Reply,
	prepared string,
) (sent error) {
	sent = r.Answer.Send(ctx, out)
	request.Delivered(r, sent)
	b.PrivateBoards.DropPassed(rec.ID, r.User)
	if sent == nil {
		b.heard(ctx, r, rec.ID, out.Kind)
	}
	if sent != nil || prepared == "" {
		return sent
	}
	if err := r.Answer.Also(ctx, discord.TextMessage(prepared)); err != nil {
		b.Log.Info("a person could not be told what became of their conditional moves", "match", rec.ID, "err",
			discord.Redact(err))
		return nil
	}
	b.PrivateBoards.KeepAside(rec, r.User, r.Answer, r.Ix.ID, false)
	return nil
}

// strayed handles a click on a board that is not the recorded one. It reports whether the clicked
// board is now recorded instead.
func (b *Base) strayed(ctx context.Context, r *request.Request, m match.Match) (adopted bool) {
	if !onBoard(r) || m.Shown.Message == "" || m.Shown.Message == match.MessageID(r.Ix.Message.ID) ||
		m.Shown.Channel != r.Channel || m.Parked != nil {
		return false
	}
	adopted, err := b.Boards.Stray(ctx, m, match.MessageID(r.Ix.Message.ID))
	if err != nil {
		b.Log.Error("a clicked board could not be recorded", "match", m.ID, "err", err)
	}
	return adopted
}

// onBoard reports whether a public board was clicked and not a call. Only boards have a container.
func onBoard(r *request.Request) bool {
	m := r.Ix.Message
	return r.Answer.IsComponent() && !r.OnPrivate() && m != nil && len(m.Components) > 0 &&
		m.Components[0].Type() == discordgo.ContainerComponent
}

// overtaken is the age after which a change should be on the board. If the board is still outdated
// then, nobody is updating it.
const overtaken = 5 * time.Second

// mendBoard repairs a public board on which a click was refused. If another process died while it
// was posting or editing, the board may be unrecorded or outdated.
func (b *Base) mendBoard(ctx context.Context, r *request.Request) {
	if !onBoard(r) || r.Target.Match == "" {
		return
	}
	unlock, mine := b.Boards.Lock(ctx, r.Target.Match)
	defer unlock()
	m, err := b.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil || !mine || m.Parked != nil || !m.Old(r.Target.Head) {
		return
	}
	left := match.MessageID(r.Ix.Message.ID) == m.Shown.Message && b.Now().Sub(m.Updated) > overtaken
	if b.strayed(ctx, r, m) {
		m, err = b.Matches.Read.Match(ctx, r.Target.Match)
		left = true
	}
	if left && err == nil {
		err = b.Boards.Refresh(ctx, m)
	}
	if err != nil {
		b.Log.Warn("an outdated board could not be updated", "match", r.Target.Match, "err", discord.Redact(err))
	}
}

// afterMove answers a move that was made by a command or on a private message. The new board
// replaces a private board. A message for one move is deleted. A command in a game with secrets, or
// against computers while the public board stays where it is, gets the private board, which shows
// their answers too. Any other command gets a sentence that is deleted once the board shows it. The
// link to the next match is on the public board (P96).
func (b *Base) afterMove(ctx context.Context, r *request.Request, change match.Change) (request.Reply, error) {
	rec := change.Match
	if board.ArrangingPhase(rec) {
		return b.ShowArrangement(ctx, r, rec, "")
	}
	played := movesOf(change, r.User)
	text := r.In.Speak(sayRepeat)
	switch {
	case len(played) > 0:
		text = r.In.Say(sayMoved, played)
	case !change.Repeat: // or the set-up of the last player to confirm one
		text = r.In.Speak(say.Confirmed)
	}
	if change.Match.Outcome != nil {
		text = r.In.Say(sayMovedNext, played, discord.Escape(board.Ending(r.In, rec, rec.SeatOf(r.User))))
	}
	more := b.blockedNote(r, rec)
	var remark *match.Match
	if note := b.ownNote(ctx, r, rec, b.Likes(ctx, r)); note != "" {
		if more == "" && !r.OnPrivate() {
			remark = &rec
		}
		more += "\n" + note
	}
	hidden, alone := rec.Rules() != nil && rec.Rules().Hidden, len(rec.Members()) == 1
	stays := b.Matches.Delivery.Show(rec).Edit // the public board is somewhere above the answer
	switch next := b.NextButton(ctx, r, rec.ID); {
	case passing(r) && (!hidden || b.showsOwn(ctx, r, rec)):
		if more != "" {
			return b.Privately(ctx, r, text+more, next...), nil
		}
		return request.Reply{Kind: discord.ReplyDelete}, nil // the board shows everything
	case r.OnPrivate():
		return b.PrivateBoard(ctx, r, rec, strings.TrimSpace(more))
	case !r.Direct() && (hidden || alone && stays && rec.Status == match.Running):
		// the promise P145 is only about direct messages
		return b.PrivateBoard(ctx, r, rec, text+more)
	default:
		var links []discordgo.MessageComponent
		if stays {
			links = board.BoardLinks(r.In, rec)
		}
		if more == "" && (rec.Status == match.Running || len(next) == 0) { // the answer is deleted soon
			out := b.Privately(ctx, r, text, links...)
			out.Done = &rec
			return out, nil
		}
		out := b.Privately(ctx, r, text+more, append(links, next...)...)
		out.Remark = remark
		return out, nil
	}
}

// showsOwn reports whether the person has their own board of the match where a private message was
// clicked, so that they see their move there.
func (b *Base) showsOwn(ctx context.Context, r *request.Request, rec match.Match) bool {
	if b.PrivateBoards.Keeps(rec.ID, r.User) {
		return true
	}
	if !r.Direct() {
		return false
	}
	_, alone := b.Boards.Alone(ctx, rec)
	return alone || b.Likes(ctx, r).PrivateBoards[rec.ID].Message != ""
}

// movesOf returns the user's moves in a change, such as "**3, 6**", or "".
func movesOf(change match.Change, user match.UserID) string {
	var moves []string
	for _, e := range change.Events {
		if e.Kind == match.Moved && e.User == user && e.Code != match.CodeDecided {
			moves = append(moves, board.Arrow(e.Move))
		}
	}
	if len(moves) == 0 {
		return ""
	}
	return "**" + discord.Escape(strings.Join(moves, ", ")) + "**"
}

// NextButton returns a button to another match in which it is the person's turn, or none.
func (b *Base) NextButton(ctx context.Context, r *request.Request, than match.ID) []discordgo.MessageComponent {
	return b.PrivateBoards.NextButton(ctx, r.In, r.User, than)
}

// Missing returns Discord's names of the permissions that the bot lacks for posting where the
// request was made.
func Missing(r *request.Request) (names []games.Sentence) {
	if !r.May(discordgo.PermissionViewChannel) {
		names = append(names, say.PermitView)
	}
	send, inThreads := r.May(discordgo.PermissionSendMessages), r.May(discordgo.PermissionSendMessagesInThreads)
	switch {
	case send && inThreads:
	case !inThreads && r.InThread():
		names = append(names, say.PermitThread)
	case !send && !r.InThread():
		names = append(names, say.PermitSend)
	}
	return names
}

// tellLacking tells the person who moved, and the owner of the server, which permissions are
// missing (P58, P77).
func (b *Base) tellLacking(ctx context.Context, r *request.Request, rec match.Match, missing []games.Sentence) {
	if err := r.Answer.Also(ctx, discord.TextMessage(board.Lacking(r.In, rec.Place.Channel, missing))); err != nil {
		b.Log.Info("a person could not be told of a missing permission", "match", rec.ID, "err", discord.Redact(err))
	}
	b.Boards.TellManager(ctx, rec, missing)
}

// blockedNote returns a line that says why the bot can't update the board in the channel, or "".
func (b *Base) blockedNote(r *request.Request, rec match.Match) string {
	if missing := Missing(r); r.Channel == rec.Place.Channel && len(missing) > 0 {
		return "\n" + board.Lacking(r.In, rec.Place.Channel, missing)
	}
	switch b.Boards.Blocked(rec.Place.Channel) {
	case discord.NoFailure:
		return ""
	case discord.Forbidden:
		return "\n" + board.Lacking(r.In, rec.Place.Channel, b.Boards.Lacks(rec.Place.Channel))
	default:
		return "\n" + r.In.Speak(sayPostingBlocked)
	}
}
