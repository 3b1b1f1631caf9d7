package play

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// askResign asks the player to confirm that they resign, because a slip of the finger must not lose
// a match (P13).
func (f *Feature) askResign(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	if rec.SeatOf(r.User) == games.Spectator {
		return request.Reply{}, request.Refuse(r.In.Speak(say.NotYours), board.BoardLinks(r.In, rec)...)
	}
	if rec.Status != match.Running || !rec.Plays(r.User) {
		// MayResign refuses with the reason
		_, err := f.Matches.Play.Resign(ctx, match.Act{Match: rec.ID, User: r.User})
		if err != nil {
			return request.Reply{}, err
		}
		return request.ReplyText(r.In.Speak(say.Done)), nil
	}
	g, _ := f.Matches.Read.Game(rec.Game)
	at := component.Target{Match: rec.ID}
	yes, no := at, at
	yes.Action, no.Action = ActResignYes, ActDismiss
	ask := sayAskResign
	if rec.Abandoned(r.User) {
		ask = sayAskAbandon
	}
	// the button that changes nothing is first, because a second touch on Resign would press it
	out := request.ReplyText(r.In.Say(ask, "**"+board.Title(r.In, rec, g)+"**"),
		component.Button(r.In.Speak(sayLabelNo), discordgo.SecondaryButton, no),
		component.Button(r.In.Speak(sayLabelYes), discordgo.DangerButton, yes))
	out.Panel = &rec
	return out, nil
}

// resign resigns the match, even if moves were made since the question.
func (f *Feature) resign(ctx context.Context, r *request.Request) (request.Reply, error) {
	done := sayResigned
	if rec, err := f.Matches.Read.Match(ctx, r.Target.Match); err == nil && rec.Abandoned(r.User) {
		done = sayAbandoned
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Play.Resign(ctx, r.AnyHead()) },
		r.In.Speak(done))
}

// dismiss deletes the question about resigning. The board shows that the match goes on.
func (f *Feature) dismiss(_ context.Context, r *request.Request) (request.Reply, error) {
	if !r.Ephemeral() {
		return request.Reply{Kind: discord.ReplyNone}, nil
	}
	return request.Reply{Kind: discord.ReplyDelete}, nil
}
