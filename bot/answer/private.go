package answer

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// ShowArrangement shows a player their arrangement, or that it is confirmed. A player with closed
// direct messages is told so once (S47, P75).
func (b *Base) ShowArrangement(ctx context.Context, r *request.Request, rec match.Match,
	note string,
) (request.Reply, error) {
	if rec.SeatOf(r.User) == games.Spectator {
		return request.Reply{},
			request.Refuse(r.In.Speak(say.NotYours), append(board.BoardLinks(r.In, rec), board.MyMatches(r.In))...)
	}
	if note == "" && !board.IsArranging(rec, r.User) && board.ArrangingPhase(rec) {
		note = r.In.Speak(say.Arranged)
	}
	u, err := b.People.User(ctx, r.User)
	if err == nil && u.DMClosed && !u.Told[deliver.ToldDMClosed] {
		note = board.JoinLines(note, r.In.Speak(sayDMClosed))
		err = b.People.Change(ctx, r.User, func(u *match.User) { u.Tell(deliver.ToldDMClosed) })
	}
	if err != nil {
		b.Log.Error("could not read or change a person's settings", "err", err)
	}
	return b.PrivateBoard(ctx, r, rec, note)
}

// KeepArrangement stores the arrangement that a user has just confirmed, so that their next one can
// start from it (S86).
func (b *Base) KeepArrangement(ctx context.Context, user match.UserID, game games.ID, a games.Arrangement) {
	err := b.People.Change(ctx, user, func(u *match.User) { u.Save(board.LastKey(game, a.Kind), a.Text) })
	if err != nil {
		b.Log.Error("could not keep an arrangement", "game", game, "err", err)
	}
}

// CheckDirectMessages sends the person a sentence by direct message, and refuses if Discord does
// not deliver it.
func (b *Base) CheckDirectMessages(ctx context.Context, r *request.Request, what games.Sentence) error {
	if err := b.People.Change(ctx, r.User, func(u *match.User) { u.DMClosed = false }); err != nil {
		return err
	}
	if _, err := b.Boards.Tell(ctx, r.User, discord.TextMessage(r.In.Speak(what))); err != nil {
		return err
	}
	if u, err := b.People.User(ctx, r.User); err != nil || u.DMClosed {
		return request.Refuse(r.In.Speak(say.NotifyClosed))
	}
	return nil
}

// Privately answers with a text that only the person sees. If a private message was clicked, the
// answer replaces it.
func (b *Base) Privately(ctx context.Context, r *request.Request, text string,
	buttons ...discordgo.MessageComponent,
) request.Reply {
	if r.DmBoard { // a private board stays, with the text above it
		if rec, err := b.Matches.Read.Match(ctx, r.Target.Match); err == nil {
			if out, err := b.PrivateBoard(ctx, r, rec, text); err == nil {
				return out
			}
		}
	}
	return request.ReplyPrivate(r, discord.TextMessage(text, buttons...))
}

// PrivateBoard shows a player their board with the moves that they can make, in their style.
func (b *Base) PrivateBoard(ctx context.Context, r *request.Request, rec match.Match,
	note string,
) (request.Reply, error) {
	if b.OnOwnBoard(ctx, r, rec) {
		m, err := b.Boards.Own(ctx, rec, note)
		return request.Reply{Kind: discord.ReplyUpdate, Message: m}, err
	}
	u, err := b.People.User(ctx, r.User)
	if err != nil {
		b.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.User
	note = board.JoinLines(note, b.ownNote(ctx, r, rec, u))
	m, err := b.PrivateBoards.BoardIn(ctx, rec, u, r.In, note)
	if err != nil {
		return request.Reply{}, err
	}
	out := request.ReplyPrivate(r, m)
	if !r.DmBoard {
		out.Keep = &rec
		return out, nil
	}
	plain, err := b.PrivateBoards.BoardIn(ctx, rec, u, r.In, "")
	out.Sum = plain.Digest()
	return out, err
}

// Step shows a board with one step of a move chosen. It replaces the person's own board if that was
// clicked. Otherwise it is a private message that is deleted when the move is made.
func (b *Base) Step(ctx context.Context, r *request.Request, rec match.Match, c choose.Choice) (request.Reply, error) {
	u := b.Likes(ctx, r)
	if b.OnOwnBoard(ctx, r, rec) {
		m, err := b.Boards.Step(ctx, rec, c)
		return request.Reply{Kind: discord.ReplyUpdate, Message: m}, err
	}
	// in a game with secrets the message becomes the player's own board, unless they have one
	// elsewhere
	own := rec.Rules().Hidden && passing(r) && b.showsOwn(ctx, r, rec)
	c.Once = own || !rec.Rules().Hidden && (!r.OnPrivate() || passing(r))
	m, err := b.Show.Step(r.In, rec, u, c)
	if err != nil {
		return request.Reply{}, err
	}
	out := request.ReplyPrivate(r, m)
	if !r.DmBoard {
		out.Keep, out.Once = &rec, c.Once
	}
	return out, nil
}

// OwnBoard shows the person's own board again, without a chosen step.
func (b *Base) OwnBoard(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if b.OnOwnBoard(ctx, r, rec) {
		return b.Step(ctx, r, rec, choose.Choice{})
	}
	return b.PrivateBoard(ctx, r, rec, "")
}

// HasOwnBoard reports whether the clicked message is a board for one person alone: a private board,
// or the board in direct messages.
func (b *Base) HasOwnBoard(ctx context.Context, r *request.Request, rec match.Match) bool {
	return r.OnPrivate() && !passing(r) || b.OnOwnBoard(ctx, r, rec)
}

// OnOwnBoard reports whether the clicked message is the public board of a match in direct messages,
// which only one person sees.
func (b *Base) OnOwnBoard(ctx context.Context, r *request.Request, rec match.Match) bool {
	if !r.Direct() || r.Ix.Message == nil || match.MessageID(r.Ix.Message.ID) != rec.Shown.Message {
		return false
	}
	_, alone := b.Boards.Alone(ctx, rec)
	return alone
}

// InPlace returns a reply that replaces the clicked message, if only one person sees that message.
// Otherwise the reply is a new private message. Sum is the Sum of the [request.Reply].
func (b *Base) InPlace(ctx context.Context, r *request.Request, rec match.Match, m discord.Message,
	sum string,
) request.Reply {
	if b.OnOwnBoard(ctx, r, rec) {
		m.Private = false
		return request.Reply{Kind: discord.ReplyUpdate, Message: m}
	}
	out := request.ReplyPrivate(r, m)
	out.Sum = sum
	return out
}

// passing reports whether the clicked message is meant for one move only.
func passing(r *request.Request) bool {
	switch r.Target.Action {
	case component.ActPlayOnce, component.ActMenuOnce, component.ActOpenOnce, component.ActBackOnce,
		component.ActSureOnce:
		return true
	case component.ActVoteMenu, component.ActVoteOpen, component.ActVoteBack:
		return true
	}
	return false
}

// onPrivateBoard reports whether a component of a private board was used, and sets r.DmBoard.
func (b *Base) onPrivateBoard(ctx context.Context, r *request.Request) bool {
	if !r.Direct() || r.Ix.Message == nil || r.Target.Match == "" || r.OnPrivate() {
		return false
	}
	rec, err := b.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		if !errors.Is(err, match.ErrUnknown) {
			b.Log.Error("could not tell whether a private board was used", "match", r.Target.Match, "err", err)
		}
		return false
	}
	g, ok := b.Matches.Read.Game(rec.Game)
	r.DmBoard = ok && g.Hidden && match.MessageID(r.Ix.Message.ID) != rec.Shown.Message
	return r.DmBoard
}
