package command

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

var gameResignCommand = &Command{Name: "resign", Help: "Give the match up", options: onlyMatch, run: askResign, complete: completeMatch}

var resignCommand = &Command{Name: "resign", Help: "Give a match up", Where: Everywhere, options: onlyMatch, run: askResign, complete: completeMatch}

var resignActions = actions{show.ActResign: askResign, show.ActResignYes: resign, show.ActDismiss: dismiss, show.ActCancel: cancelButton}

// askResign asks once whether a match is to be given up: a slip of the finger must not lose it (P13).
func askResign(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if rec.SeatOf(r.user) == games.Spectator {
		return discord.Reply{}, refuse(r.in.Speak(say.NotYours), show.BoardLinks(r.in, rec)...)
	}
	if rec.Status != match.Running {
		_, err := r.Matches.Play.Resign(ctx, match.Act{Match: rec.ID, User: r.user}) // says what is the matter
		if err != nil {
			return discord.Reply{}, err
		}
		return replyText(r.in.Speak(say.Done)), nil
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	at := show.Target{Match: rec.ID, Head: rec.Board()}
	yes, no := at, at
	yes.Action, no.Action = show.ActResignYes, show.ActDismiss
	return replyText(r.in.Say(say.AskResign, "**"+show.Title(r.in, rec, g)+"**"),
		show.Button(r.in.Speak(say.LabelYes), discordgo.DangerButton, yes), show.Button(r.in.Speak(say.LabelNo), discordgo.SecondaryButton, no)), nil
}

// resign gives the match up, whatever has been played since the question was asked.
func resign(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Resign(ctx, r.anyHead()) }, r.in.Speak(say.Resigned))
}

// dismiss takes a question back.
func dismiss(_ context.Context, r *request) (discord.Reply, error) {
	return privately(r, r.in.Speak(say.Dismissed)), nil
}

// cancelButton ends a match before its first move, without a result.
func cancelButton(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Cancel(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Cancelled))
}
