package answer

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

// MatchHooks returns the hooks that keep boards consistent with answers.
func (b *Base) MatchHooks() request.Hooks {
	return request.Hooks{
		Before: b.before, Place: b.onPanel, Sent: b.boardsAfter, Links: linksAfter,
		Tell: func(ctx context.Context, r *request.Request, m discord.Message) (bool, error) {
			return b.Boards.Tell(ctx, r.User, m)
		},
	}
}

// before records the bot's permissions in the channel. It locks the clicked private message, so
// that the engine can't change it until after is called.
func (b *Base) before(ctx context.Context, r *request.Request) (after func()) {
	b.notePermissions(r)
	b.noteInstall(ctx, r)
	var unlock []func()
	if b.onPrivateBoard(ctx, r) {
		unlock = append(unlock, b.PrivateBoards.Lock(ctx, r.Target.Match, r.User))
	}
	if r.Ephemeral() && r.Target.Match != "" {
		unlock = append(unlock, b.PrivateBoards.LockLive(r.Target.Match, r.User))
	}
	if onCall(r) {
		unlock = append(unlock, b.Boards.LockCalls(r.Target.Match))
	}
	return func() {
		for _, u := range slices.Backward(unlock) {
			u()
		}
	}
}

// onPanel puts the answer to a press on a panel of More in the panel's place, and deletes a panel
// whose press needs no answer: beside the answer it would stay below the board until the match ends.
func (b *Base) onPanel(r *request.Request, out request.Reply) request.Reply {
	if !r.Ephemeral() || out.Kind != discord.ReplyPrivate && out.Kind != discord.ReplyNone ||
		!b.PrivateBoards.TakePanel(r.User, r.MadeBy()) {
		return out
	}
	if out.Kind = discord.ReplyUpdate; len(out.Message.Parts) == 0 {
		out.Kind = discord.ReplyDelete
	}
	return out
}

// boardsAfter updates or records the boards that an answer concerns.
func (b *Base) boardsAfter(ctx context.Context, r *request.Request, out request.Reply, refused, sent error) {
	if sent == nil {
		b.heard(ctx, r, aboutMatch(r, out), out.Kind)
	}
	if refused != nil && !errors.Is(refused, request.ErrTooFast) {
		b.mendBoard(ctx, r)
	}
	switch problem, about := errors.AsType[*match.Problem](refused); {
	case sent != nil:
	case refused == nil:
		b.keepLive(r, out)
	case about && problem.Record != nil && errors.Is(refused, match.ErrStale): // the newest board says it, too
		b.PrivateBoards.KeepNote(match.Match{Record: *problem.Record}, r.User, r.Channel, r.Answer, false)
	}
	b.PrivateBoards.DropPassed(aboutMatch(r, out), r.User)
	if r.DmBoard && out.Kind == discord.ReplyUpdate && sent == nil {
		b.notePrivateBoard(ctx, r, out.Sum)
	}
}

// heard keeps the token of an interaction that was answered where the bot is not a member, and with
// it shows what its channel has not been shown.
func (b *Base) heard(ctx context.Context, r *request.Request, about match.ID, kind discord.ReplyKind) {
	if r.UserInstall && kind != discord.ReplyModal && kind != discord.ReplyLaunch {
		b.Boards.Heard(ctx, r.Place(), about, r.Answer, r.Muted())
	}
}

// aboutMatch returns the match that an answered request was about, if there is one.
func aboutMatch(r *request.Request, out request.Reply) match.ID {
	for _, m := range []*match.Match{out.Done, out.Keep, out.Remark, out.Panel} {
		if m != nil {
			return m.ID
		}
	}
	return r.Target.Match
}

// noteInstall records that a person has installed the bot for themselves, so that it may write to
// them.
func (b *Base) noteInstall(ctx context.Context, r *request.Request) {
	if !r.UserInstall || !r.Installed() || b.Likes(ctx, r).Installed {
		return
	}
	if err := b.People.Change(ctx, r.User, func(u *match.User) { u.Installed, u.DMClosed = true, false }); err != nil {
		b.Log.Error("could not record an install", "err", err)
	}
}

// linksAfter returns buttons to the board of the match that an error is about, and to the person's
// own matches if they can't move in this one (P79).
func linksAfter(r *request.Request, err error) (links []discordgo.MessageComponent) {
	_, illegal := errors.AsType[*games.Refusal](err)
	if problem, ok := errors.AsType[*match.Problem](err); ok && problem.Record != nil && !illegal {
		links = append(links, board.BoardLinks(r.In, match.Match{Record: *problem.Record})...)
		if problem.Record.Place.Channel == r.Channel {
			links = append(links, board.ShowAnew(r.In, match.Match{Record: *problem.Record})...)
		}
	}
	if errors.Is(err, match.ErrNotYours) || errors.Is(err, match.ErrNotYourTurn) {
		links = append(links, board.MyMatches(r.In))
	}
	return links
}

// notePrivateBoard records what a private board shows after a click on it was answered.
func (b *Base) notePrivateBoard(ctx context.Context, r *request.Request, sum string) {
	rec, err := b.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = b.PrivateBoards.Shown(ctx, rec, r.User,
			match.PrivateBoard{Message: match.MessageID(r.Ix.Message.ID), At: b.Now(), Sum: sum})
	}
	if err != nil {
		b.Log.Error("could not record what a private board shows", "match", r.Target.Match, "err", err)
	}
}

// keepLive lets the engine keep an ephemeral answer up to date, or stops that if the message now
// shows something else.
func (b *Base) keepLive(r *request.Request, out request.Reply) {
	private := out.Kind == discord.ReplyPrivate || out.Kind == discord.ReplyBelow ||
		out.Kind == discord.ReplyUpdate && r.Ephemeral()
	switch {
	case out.Done != nil && private:
		if out.Kind == discord.ReplyUpdate {
			b.PrivateBoards.ForgetFrom(r.Target.Match, r.User, r.MadeBy())
		}
		b.PrivateBoards.KeepNote(*out.Done, r.User, r.Channel, r.Answer, out.Glance)
	case (out.Remark != nil || out.Panel != nil || out.Keep != nil) && private:
		from := r.Ix.ID
		if out.Kind == discord.ReplyUpdate {
			from = r.MadeBy()
			if out.Keep != nil && out.Once && b.PrivateBoards.IsRemark(out.Keep.ID, r.User, from) {
				// this is a step of the move that a hint advised: if it were kept as the person's private
				// board, the real one would be deleted
				b.PrivateBoards.KeepAside(*out.Keep, r.User, r.Answer, from, true)
				return
			}
			b.PrivateBoards.ForgetFrom(r.Target.Match, r.User, from)
		}
		switch {
		case out.Remark != nil:
			b.PrivateBoards.KeepAside(*out.Remark, r.User, r.Answer, from, out.Once)
		case out.Panel != nil:
			b.PrivateBoards.KeepPanel(*out.Panel, r.User, r.Answer, from)
		default:
			b.PrivateBoards.Keep(*out.Keep, r.User, r.Answer, from, out.Once)
		}
	case r.Ephemeral() && (out.Kind == discord.ReplyUpdate || out.Kind == discord.ReplyDelete):
		b.PrivateBoards.ForgetFrom(r.Target.Match, r.User, r.MadeBy())
	}
}

// notePermissions records the bot's permissions where the request was made.
func (b *Base) notePermissions(r *request.Request) {
	if r.Guild != "" {
		b.Boards.NoteMissing(r.Channel, Missing(r))
		b.Boards.MayAttach(r.Channel, r.May(discordgo.PermissionAttachFiles))
	}
}

// onCall reports whether the clicked message may be a call, which is deleted when it is obsolete.
func onCall(r *request.Request) bool {
	return r.Ix.Message != nil && r.Target.Match != "" && !r.OnPrivate() && !onBoard(r)
}
