package challenge

import (
	"context"
	"slices"

	"paddock/bot/board"
	"paddock/bot/request"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

// joinable returns the match of the clicked message, and refuses people without a playing role.
func (f *Feature) joinable(ctx context.Context, r *request.Request) (match.Match, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = f.MayPlay(ctx, r, rec.Place.Guild)
	}
	return rec, err
}

// join accepts a challenge or takes a seat of an open table.
func (f *Feature) join(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.joinable(ctx, r)
	if err != nil {
		return request.Reply{}, err
	}
	if board.OpenTable(rec) && rec.Owner == r.User && rec.SeatOf(r.User) != games.Spectator {
		return request.Reply{}, request.Refuse(r.In.Speak(sayOwnTable), board.BeginButton(r.In, rec))
	}
	name := r.Name
	if v := rec.Voting; v != nil && v.Rival != "" {
		if name = r.ChannelName(); r.Channel != v.Rival {
			return request.Reply{},
				request.Refuse(r.In.Say(sayRivalAccepts, "<#"+string(v.Rival)+">"), board.BoardLinks(r.In, rec)...)
		}
	}
	return f.Commit(ctx, r, func() (match.Change, error) {
		return f.Matches.Tables.Join(ctx, r.Act(r.Target.Match), name)
	}, r.In.Speak(sayJoined))
}

// begin starts an open table with computer players on the empty seats.
func (f *Feature) begin(ctx context.Context, r *request.Request, rec match.Match) (request.Reply, error) {
	var fill match.Player
	if g, ok := f.Matches.Read.Game(rec.Game); ok {
		fill.Computer = f.Offered(ctx, r.User, g).Level
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Tables.Begin(ctx, r.Act(rec.ID), fill) },
		r.In.Speak(say.Done))
}

// rematch asks for another match with sides swapped. It begins when the second player asks (P20).
func (f *Feature) rematch(ctx context.Context, r *request.Request) (request.Reply, error) {
	rec, err := f.Matches.Read.Match(ctx, r.Target.Match)
	if err == nil {
		err = f.MayBegin(ctx, r, rec.Place)
	}
	if err == nil {
		err = f.MayPlay(ctx, r, rec.Place.Guild)
	}
	if err != nil {
		return request.Reply{}, err
	}
	done := sayRematch
	if others := func(u match.UserID) bool {
		return u != r.User && !rec.Record.Rematch[string(u)]
	}; !slices.ContainsFunc(rec.Members(), others) {
		done = say.NewMatch // all other players want the rematch already, so it begins
	}
	return f.Commit(ctx, r, func() (match.Change, error) { return f.Matches.Tables.Rematch(ctx, r.AnyHead()) },
		r.In.Speak(done))
}
