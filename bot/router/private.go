package router

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

// ShowArrangement shows somebody their arrangement, or what has become of it. Who can't be written to is told so, once (S47, P75).
func ShowArrangement(ctx context.Context, r *Request, rec match.Match, note string) (discord.Reply, error) {
	if rec.SeatOf(r.User) == games.Spectator {
		return discord.Reply{}, Refuse(r.In.Speak(say.NotYours), append(show.BoardLinks(r.In, rec), show.MyMatches(r.In))...)
	}
	if note == "" && !show.IsArranging(rec, r.User) && show.ArrangingPhase(rec) {
		note = r.In.Speak(say.Arranged)
	}
	u, err := r.People.User(ctx, r.User)
	if err == nil && u.DMClosed && !u.Told[deliver.ToldDMClosed] {
		note = show.JoinLines(note, r.In.Speak(say.DMClosed))
		err = r.People.Change(ctx, r.User, func(u *match.User) {
			if u.Told == nil {
				u.Told = make(map[string]bool)
			}
			u.Told[deliver.ToldDMClosed] = true
		})
	}
	if err != nil {
		r.Log.Error("could not read or note a person's settings", "err", err)
	}
	return PrivateBoard(ctx, r, rec, note)
}

// InPlace answers with a message that only the person sees: on a private message it takes that one's place. Sum says what a private board shows then.
func InPlace(r *Request, m discord.Message, sum string) discord.Reply {
	r.shows = sum
	out := discord.Reply{Message: m}
	if r.OnPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// Privately answers with a text that only the person sees; on a private message it takes the message's place.
func Privately(r *Request, text string, buttons ...discordgo.MessageComponent) discord.Reply {
	if r.DmBoard { // goes on showing the board
		if rec, err := r.Matches.Read.Match(r.Ctx, r.Target.Match); err == nil {
			if out, err := PrivateBoard(r.Ctx, r, rec, text); err == nil {
				return out
			}
		}
	}
	out := ReplyText(text, buttons...)
	if r.OnPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// PrivateBoard shows the board to one person in their style, with the moves they can make.
func PrivateBoard(ctx context.Context, r *Request, rec match.Match, note string) (discord.Reply, error) {
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		r.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.User
	note = show.JoinLines(note, preparedNote(ctx, r, rec, u))
	m, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.In, note)
	if err != nil {
		return discord.Reply{}, err
	}
	if !r.DmBoard {
		r.keep = &rec
		return InPlace(r, m, ""), nil
	}
	plain, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.In, "")
	return InPlace(r, m, plain.Digest()), err
}

// Step shows a step of a move on a board that is lit for it: in the place of the message that was used, if that is the person's own, and otherwise in a
// private message that goes away when the move is made.
func Step(ctx context.Context, r *Request, rec match.Match, c show.Choice) (discord.Reply, error) {
	u := Likes(ctx, r)
	u.ID = r.User
	if r.ownBoard(rec) {
		m, err := r.Boards.Step(ctx, rec, c)
		return discord.Reply{Kind: discord.ReplyUpdate, Message: m}, err
	}
	c.Once = !rec.Rules().Hidden && (!r.OnPrivate() || r.passing())
	m, err := r.Show.Step(r.In, rec, u, c)
	if err != nil {
		return discord.Reply{}, err
	}
	if !r.DmBoard {
		r.keep, r.once = &rec, c.Once
	}
	return InPlace(r, m, ""), nil
}

// OwnBoard shows that board again, with nothing chosen.
func OwnBoard(ctx context.Context, r *Request, rec match.Match) (discord.Reply, error) {
	if r.ownBoard(rec) {
		return Step(ctx, r, rec, show.Choice{})
	}
	return PrivateBoard(ctx, r, rec, "")
}

// HasOwnBoard reports whether the board of a match stands where it was used for one person alone: a private board, or the board in direct messages.
func HasOwnBoard(r *Request, rec match.Match) bool {
	return r.OnPrivate() && !r.passing() || r.ownBoard(rec)
}

// ownBoard reports whether the public board of a match in direct messages was used, which nobody else sees.
func (r *Request) ownBoard(rec match.Match) bool {
	return r.Guild == "" && r.Ix.Message != nil && match.MessageID(r.Ix.Message.ID) == rec.Shown.Message && !rec.Rules().Hidden && show.People(rec) == 1
}

// passing reports whether a message was used that is there for one move alone.
func (r *Request) passing() bool {
	switch r.Target.Action {
	case show.ActMenuOnce, show.ActOpenOnce, show.ActBackOnce, show.ActSureOnce:
		return true
	}
	return false
}

// onPrivateBoard reports whether a component of a private board was used, and notes it.
func onPrivateBoard(ctx context.Context, r *Request) bool {
	if r.Guild != "" || r.Ix.Message == nil || r.Target.Match == "" || r.OnPrivate() {
		return false
	}
	rec, err := r.Matches.Read.Match(ctx, r.Target.Match)
	if err != nil {
		return false
	}
	g, ok := r.Matches.Read.Game(rec.Game)
	r.DmBoard = ok && g.Hidden && match.MessageID(r.Ix.Message.ID) != rec.Shown.Message
	return r.DmBoard
}

// ReplyPrivate answers with a message that only the person sees; on a private message it takes that one's place.
func ReplyPrivate(r *Request, m discord.Message) discord.Reply {
	out := discord.Reply{Message: m}
	if r.OnPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// explained is an error that carries its own explanation.
type explained struct{ message discord.Message }

// Explain is an error with a message for the person.
func Explain(m discord.Message) error { return &explained{m} }

// Explanation is what an error of Refuse says, to be said in another message; empty of other errors.
func Explanation(err error) string {
	e, ok := errors.AsType[*explained](err)
	if !ok {
		return ""
	}
	for _, p := range e.message.Parts {
		if t, ok := p.(discordgo.TextDisplay); ok {
			return t.Content
		}
	}
	return ""
}

// Refuse is an error with a sentence for the person, and buttons that help.
func Refuse(text string, buttons ...discordgo.MessageComponent) error {
	return &explained{discord.TextMessage(text, buttons...)}
}

// ReplyText is a private reply of one text.
func ReplyText(text string, buttons ...discordgo.MessageComponent) discord.Reply {
	return discord.Reply{Message: discord.TextMessage(text, buttons...)}
}
