package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// inPlace answers with a message that only the person sees: on a private message it takes that one's place. Sum says what a letter shows then.
func inPlace(r *request, m discord.Message, sum string) discord.Reply {
	r.shows = sum
	out := discord.Reply{Message: m}
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// privately answers with a text that only the person sees; on a private message it takes the message's place.
func privately(r *request, text string, buttons ...discordgo.MessageComponent) discord.Reply {
	if r.dmBoard { // goes on showing the board
		if rec, err := r.Matches.Read.Match(r.ctx, r.target.Match); err == nil {
			if out, err := privateBoard(r.ctx, r, rec, text); err == nil {
				return out
			}
		}
	}
	out := replyText(text, buttons...)
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// privateBoard shows the board to one person in their style, with the moves they can make.
func privateBoard(ctx context.Context, r *request, rec match.Match, note string) (discord.Reply, error) {
	u, err := r.People.User(ctx, r.user)
	if err != nil {
		r.Log.Error("could not read a person's settings", "err", err)
	}
	u.ID = r.user
	m, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.in, note)
	if err != nil {
		return discord.Reply{}, err
	}
	if !r.dmBoard {
		return inPlace(r, m, ""), nil
	}
	plain, err := r.PrivateBoards.BoardIn(ctx, rec, u, r.in, "")
	return inPlace(r, m, plain.Digest()), err
}

// onPrivateBoard reports whether a component of a letter was used, and notes it.
func onPrivateBoard(ctx context.Context, r *request) bool {
	if r.guild != "" || r.ix.Message == nil || r.target.Match == "" || r.onPrivate() {
		return false
	}
	rec, err := r.Matches.Read.Match(ctx, r.target.Match)
	if err != nil {
		return false
	}
	g, ok := r.Matches.Read.Game(rec.Game)
	r.dmBoard = ok && g.Hidden && match.MessageID(r.ix.Message.ID) != rec.Shown.Message
	return r.dmBoard
}

func replyPrivate(r *request, m discord.Message) discord.Reply {
	out := discord.Reply{Message: m}
	if r.onPrivate() {
		out.Kind = discord.ReplyUpdate
	}
	return out
}

// hint is an error that carries its own explanation.
type hint struct{ message discord.Message }

// refuse is an error with a sentence for the person, and buttons that help.
func refuse(text string, buttons ...discordgo.MessageComponent) error {
	return &hint{discord.TextMessage(text, buttons...)}
}

// replyText is a private reply of one text.
func replyText(text string, buttons ...discordgo.MessageComponent) discord.Reply {
	return discord.Reply{Message: discord.TextMessage(text, buttons...)}
}
