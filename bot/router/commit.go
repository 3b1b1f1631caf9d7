package router

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// Commit does something to a match and answers. On the public board the answer is the board itself: brought up to date in place, or without its
// controls when a new one is posted below. Elsewhere it is a private sentence (done, or the move that was made), and the engine of paddock/bot/deliver shows the
// rest.
func Commit(ctx context.Context, r *Request, do func() (match.Change, error), done string) (discord.Reply, error) {
	if r.Answer.IsComponent() && !r.OnPrivate() {
		return commitOnBoard(ctx, r, do)
	}
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if done == "" {
		return afterMove(ctx, r, change)
	}
	return Privately(r, done+blockedNote(r, change.Match)), nil
}

// commitOnBoard answers a click on a public board. Nobody else shows this match meanwhile, and what the answer can't show is left to the engine.
func commitOnBoard(ctx context.Context, r *Request, do func() (match.Change, error)) (discord.Reply, error) {
	unlock, mine := r.Boards.Lock(ctx, r.Target.Match)
	defer unlock()
	defer r.Boards.Hold(match.Cause(r.Ix.ID))()
	change, err := do()
	if err != nil {
		return discord.Reply{}, err
	}
	if change.Repeat || len(change.Events) == 0 {
		return discord.Reply{Kind: discord.ReplyNone}, nil
	}
	shown := false
	defer func() {
		if !shown {
			r.Boards.Mark(change.Match)
		}
	}()
	rec, plan, clicked := change.Match, r.Matches.Delivery.Show(change.Match), r.Ix.Message
	missing, prepared := Missing(r), preparedNote(ctx, r, change.Match, Likes(ctx, r))
	switch {
	case (clicked == nil || !mine) && prepared != "":
		return ReplyText(prepared), nil
	case clicked == nil, !mine:
		return discord.Reply{Kind: discord.ReplyNone}, nil
	case !plan.Edit && len(missing) > 0 && match.MessageID(clicked.ID) == rec.Shown.Message:
		plan = match.Showing{Edit: true} // an answer needs no permission, a new message does
		defer tellLacking(ctx, r, rec, missing)
	case !plan.Edit || match.MessageID(clicked.ID) != rec.Shown.Message:
		strayed(ctx, r, rec)
		if prepared != "" {
			return ReplyText(prepared), nil
		}
		return discord.Reply{Kind: discord.ReplyNone}, nil
	}
	log := change.Events
	if rec.Shown.Head != log[0].Seq-1 { // the channel has missed more than this
		if log, err = r.Boards.Unseen(ctx, rec); err != nil {
			return discord.Reply{}, err
		}
	}
	m, err := r.Boards.Compose(ctx, rec, log)
	if err != nil {
		return discord.Reply{}, err
	}
	sent := r.Answer.Send(ctx, discord.Reply{Kind: discord.ReplyUpdate, Message: m})
	delivered(r, sent)
	if sent == nil && prepared != "" {
		if err := r.Answer.Also(ctx, discord.TextMessage(prepared)); err != nil {
			r.Log.Info("somebody could not be told of their conditional moves", "match", rec.ID, "err", discord.Redact(err))
		}
	}
	if shown = sent == nil && r.Boards.NoteEdited(ctx, rec, plan) == nil; shown {
		r.Boards.Ended(ctx, rec)
	}
	return discord.Reply{Kind: discord.ReplyAlreadySent}, nil
}

// strayed takes care of a board that was clicked and is not the newest on record.
func strayed(ctx context.Context, r *Request, m match.Match) (adopted bool) {
	if !onBoard(r) || m.Shown.Message == "" || m.Shown.Message == match.MessageID(r.Ix.Message.ID) || m.Shown.Channel != r.Channel || m.Parked != nil {
		return false
	}
	adopted, err := r.Boards.Stray(ctx, m, match.MessageID(r.Ix.Message.ID))
	if err != nil {
		r.Log.Error("a board could not be taken note of", "match", m.ID, "err", err)
	}
	return adopted
}

// onBoard reports whether a public board was clicked, and not a message that calls upon somebody: boards alone stand in a container.
func onBoard(r *Request) bool {
	m := r.Ix.Message
	return r.Answer.IsComponent() && !r.OnPrivate() && m != nil && len(m.Components) > 0 && m.Components[0].Type() == discordgo.ContainerComponent
}

// overtaken is how long a board may stand in its channel after the match has gone on, until a click on it means that it was left behind.
const overtaken = 5 * time.Second

// mendBoard looks after a public board on which a click was refused. It may be another than that on record, or it may not show what is on record: a process
// that ended could have posted it, or edited it last.
func mendBoard(ctx context.Context, r *Request) {
	if !onBoard(r) || r.Target.Match == "" {
		return
	}
	unlock, mine := r.Boards.Lock(ctx, r.Target.Match)
	defer unlock()
	m, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil || !mine || m.Parked != nil || !m.Old(r.Target.Head) {
		return
	}
	left := match.MessageID(r.Ix.Message.ID) == m.Shown.Message && r.Now().Sub(m.Updated) > overtaken
	if strayed(ctx, r, m) {
		m, err = r.Matches.Read.Match(ctx, r.Target.Match)
		left = true
	}
	if left && err == nil {
		err = r.Boards.Refresh(ctx, m)
	}
	if err != nil {
		r.Log.Warn("an old board could not be brought up to date", "match", r.Target.Match, "err", discord.Redact(err))
	}
}

// afterMove answers a person who moved by command or on a private message. A private board becomes the board after the move, and so does the answer to a
// command in a game with secrets; a message that was there for the move alone goes away; a command is told what was played, until the match goes on. The way to another match
// that waits is on the board in the channel (P96).
func afterMove(ctx context.Context, r *Request, change match.Change) (discord.Reply, error) {
	rec := change.Match
	if show.ArrangingPhase(rec) {
		return ShowArrangement(ctx, r, rec, "")
	}
	played := movesOf(change, r.User)
	text := r.In.Speak(say.Repeat)
	if len(played) > 0 {
		text = r.In.Say(say.Moved, played)
	}
	if change.Match.Outcome != nil {
		text = r.In.Say(say.MovedNext, played, discord.Escape(show.Ending(r.In, rec)))
	}
	blocked := blockedNote(r, rec)
	if note := preparedNote(ctx, r, rec, Likes(ctx, r)); note != "" {
		blocked += "\n" + note
	}
	hidden := rec.Rules() != nil && rec.Rules().Hidden
	switch next := NextButton(ctx, r, rec.ID); {
	case r.passing():
		if blocked != "" {
			return Privately(r, text+blocked, next...), nil
		}
		return discord.Reply{Kind: discord.ReplyDelete}, nil // the board says it all
	case r.OnPrivate():
		return PrivateBoard(ctx, r, rec, strings.TrimSpace(blocked))
	case hidden && r.Guild != "":
		return PrivateBoard(ctx, r, rec, text+blocked)
	default:
		var links []discordgo.MessageComponent
		if r.Matches.Delivery.Show(rec).Edit {
			links = show.BoardLinks(r.In, rec)
		}
		if blocked == "" && rec.Status == match.Running { // goes away when the match goes on
			r.played, next = &rec, nil
		}
		return Privately(r, text+blocked, append(links, next...)...), nil
	}
}

// movesOf is what a person has played with a change, "**3-6**"; empty if nothing.
func movesOf(change match.Change, user match.UserID) string {
	var moves []string
	for _, e := range change.Events {
		if e.Kind == match.Moved && e.User == user {
			moves = append(moves, e.Move)
		}
	}
	if len(moves) == 0 {
		return ""
	}
	return "**" + discord.Escape(strings.Join(moves, "-")) + "**"
}

// NextButton leads on to another match in which it is the person's turn; none if there is none.
func NextButton(ctx context.Context, r *Request, than match.ID) []discordgo.MessageComponent {
	return r.PrivateBoards.NextButton(ctx, r.In, r.User, than)
}

// Missing is what the bot lacks for posting where a request was made, by its name in Discord.
func Missing(r *Request) (names []games.Sentence) {
	if r.Guild == "" {
		return nil
	}
	if !r.May(discordgo.PermissionViewChannel) {
		names = append(names, say.PermitView)
	}
	send, inThreads := r.May(discordgo.PermissionSendMessages), r.May(discordgo.PermissionSendMessagesInThreads)
	switch {
	case send && inThreads:
	case !inThreads && r.InThread():
		names = append(names, say.PermitThreads)
	case !send && !r.InThread():
		names = append(names, say.PermitSend)
	}
	return names
}

// tellLacking tells who has just moved, and who manages the server, which permissions are missing (P58, P77).
func tellLacking(ctx context.Context, r *Request, rec match.Match, missing []games.Sentence) {
	if err := r.Answer.Also(ctx, discord.TextMessage(show.Lacking(r.In, rec.Place.Channel, missing))); err != nil {
		r.Log.Info("somebody could not be told of a missing permission", "match", rec.ID, "err", discord.Redact(err))
	}
	r.Boards.TellManager(ctx, rec, missing)
}

// blockedNote tells a player why the channel's board is not up to date, if it can't be: by what is missing there, as far as that is known.
func blockedNote(r *Request, rec match.Match) string {
	if missing := Missing(r); r.Channel == rec.Place.Channel && len(missing) > 0 {
		return "\n" + show.Lacking(r.In, rec.Place.Channel, missing)
	}
	switch t := r.Boards.Blocked(rec.Place.Channel); t {
	case discord.NoFailure:
		return ""
	case discord.Forbidden:
		return "\n" + show.Lacking(r.In, rec.Place.Channel, r.Boards.Lacks(rec.Place.Channel))
	default:
		return "\n" + r.In.Say(say.PostingBlocked, say.Blocked[t])
	}
}
