package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/bot/show"
	"paddock/games"
	"paddock/games/match"
)

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
		return sentence(r.in.Speak(say.Done)), nil
	}
	g, _ := r.Matches.Read.Game(rec.Game)
	at := show.Target{Match: rec.ID, Head: rec.Board()}
	yes, no := at, at
	yes.Action, no.Action = show.ActResignYes, show.ActDismiss
	return sentence(r.in.Say(say.AskResign, "**"+show.Title(r.in, rec, g)+"**"),
		show.Button(r.in.Speak(say.LabelYes), discordgo.DangerButton, yes), show.Button(r.in.Speak(say.LabelNo), discordgo.SecondaryButton, no)), nil
}

// resign gives the match up, whatever has been played since the question was asked.
func resign(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Resign(ctx, r.anyHead()) }, r.in.Speak(say.Resigned))
}

// anyHead is the request as an act that means the match, not the board that was shown.
func (r *request) anyHead() match.Act {
	a := r.act(r.target.Match)
	a.Head = 0
	return a
}

// dismiss takes a question back.
func dismiss(_ context.Context, r *request) (discord.Reply, error) {
	return privately(r, r.in.Speak(say.Dismissed)), nil
}

// cancelButton ends a match before its first move, without a result.
func cancelButton(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Cancel(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Cancelled))
}

// nudge is `/fish nudge`: it calls once more upon those who are waited for.
func nudge(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	r.target.Match = rec.ID
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Nudge(ctx, r.anyHead()) }, r.in.Speak(say.Nudged))
}

// offerDraw is `/draw`: it offers, or agrees to an offer.
func offerDraw(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	done := say.Offered
	if rec.DrawOffer != nil && *rec.DrawOffer != rec.SeatOf(r.user) {
		done = say.Drawn
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.OfferDraw(ctx, r.act(rec.ID)) }, r.in.Speak(done))
}

func declineDraw(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineDraw(ctx, r.act(r.target.Match)) }, r.in.Speak(say.NoDraw))
}

// takeback takes the last turn back, asks for it, or agrees to it (P19).
func takeback(ctx context.Context, r *request) (discord.Reply, error) {
	rec, err := resolveMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	if r.target.Match == "" {
		change, err := r.Matches.Play.Takeback(ctx, r.act(rec.ID))
		if err != nil {
			return discord.Reply{}, err
		}
		if change.Match.UndoOffer != nil {
			return sentence(r.in.Speak(say.AskedUndo)), nil
		}
		return sentence(r.in.Speak(say.Undone)), nil
	}
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Takeback(ctx, r.act(rec.ID)) }, r.in.Speak(say.Done))
}

func declineTakeback(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.DeclineTakeback(ctx, r.act(r.target.Match)) }, r.in.Speak(say.NoUndo))
}

func claim(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.ClaimTime(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Claimed))
}

// next and playOn let computers play that wait for somebody to watch.
func next(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.Next(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Done))
}

func playOn(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Play.PlayOn(ctx, r.act(r.target.Match)) }, r.in.Speak(say.Done))
}

// rematch asks for another match with sides swapped; the second to ask begins it (P20).
func rematch(ctx context.Context, r *request) (discord.Reply, error) {
	return commit(ctx, r, func() (match.Change, error) { return r.Matches.Tables.Rematch(ctx, r.anyHead()) }, r.in.Speak(say.Rematch))
}

// resume goes on in this channel with a match whose own is gone (P40).
func resume(ctx context.Context, r *request) (discord.Reply, error) {
	if r.userInstall {
		return discord.Reply{}, refuse(r.in.Speak(say.Away))
	}
	id, err := parkedMatch(ctx, r)
	if err != nil {
		return discord.Reply{}, err
	}
	act := match.Act{Match: id, User: r.user, Cause: match.Cause(r.ix.ID)}
	change, err := r.Matches.Referee.Resume(ctx, act, match.Place{Guild: r.guild, Channel: r.channel})
	if err != nil {
		return discord.Reply{}, err
	}
	if change.Match.Parked != nil {
		return sentence(r.in.Speak(say.WantResume)), nil
	}
	return sentence(r.in.Speak(say.Resumed)), nil
}

// parkedMatch is the match that a person wants to go on with.
func parkedMatch(ctx context.Context, r *request) (match.ID, error) {
	if r.target.Match != "" {
		return r.target.Match, nil
	}
	if id := r.text(optGame); id != "" {
		return match.ID(strings.ToLower(id)), nil
	}
	list, err := r.Matches.Read.ByUser(ctx, r.user)
	if err != nil {
		return "", err
	}
	var parked []match.Match
	for _, rec := range list {
		if rec.Parked != nil {
			parked = append(parked, rec)
		}
	}
	switch len(parked) {
	case 0:
		return "", refuse(r.in.Speak(say.NoneParked))
	case 1:
		return parked[0].ID, nil
	}
	return "", ambiguous(r.in, parked, r.user)
}
