package person

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
)

func (f *Feature) blockCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "block", Help: "Keep a member out of your matches; they won't know",
		Where: request.Everywhere, Run: f.block,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Member(request.OptUser, "Whom; without a name you see whom you have blocked",
				false)}
		},
	}
}

func (f *Feature) unblockCommand() *request.Command {
	return &request.Command{
		In: "settings", Name: "unblock", Help: "Unblock a member", Where: request.Everywhere, Run: f.unblock,
		Options: func(a request.Builder, _ *games.Game) []*request.Option {
			return []*request.Option{a.Member(request.OptUser, "Whom", true)}
		},
	}
}

// mostBlocked is how many members one user can block.
const mostBlocked = 100

// block handles `/settings block`: it blocks a member; without a member it lists the blocked ones
// (P29).
func (f *Feature) block(ctx context.Context, r *request.Request) (request.Reply, error) {
	id := r.Text(request.OptUser)
	if id == "" {
		return f.listBlocked(ctx, r)
	}
	user, name := r.Person(id)
	switch {
	case id == string(r.User):
		return request.Reply{}, request.Refuse(r.In.Speak(sayBlockSelf))
	case user == nil:
		return request.Reply{}, request.ErrNoActor
	case user.Bot:
		return request.Reply{}, request.Refuse(r.In.Say(sayBlockBot, discord.Escape(name)))
	}
	full := false
	err := f.People.Change(ctx, r.User, func(u *match.User) {
		known := slices.Contains(u.Blocked, match.UserID(id))
		full = !known && len(u.Blocked) >= mostBlocked
		if !known && !full {
			u.Blocked = append(u.Blocked, match.UserID(id))
		}
	})
	switch {
	case err != nil:
		return request.Reply{}, err
	case full:
		return request.Reply{}, request.Refuse(r.In.Say(sayBlockFull, mostBlocked))
	}
	return request.ReplyText(r.In.Say(sayBlocking, discord.Escape(name))), nil
}

// listBlocked answers with the members whom a user has blocked.
func (f *Feature) listBlocked(ctx context.Context, r *request.Request) (request.Reply, error) {
	u, err := f.People.User(ctx, r.User)
	if err != nil {
		return request.Reply{}, err
	}
	if len(u.Blocked) == 0 {
		return request.ReplyText(r.In.Speak(sayBlockingNone)), nil
	}
	var names []string
	for _, other := range u.Blocked {
		names = append(names, discord.Mention(string(other)))
	}
	return request.ReplyText(r.In.Say(sayBlockingThese, strings.Join(names, ", "))), nil
}

// unblock handles `/settings unblock`.
func (f *Feature) unblock(ctx context.Context, r *request.Request) (request.Reply, error) {
	user, name := r.Person(r.Text(request.OptUser))
	if user == nil {
		return request.Reply{}, request.ErrNoActor
	}
	was := false
	key, err := f.Matches.Settings.BlockKey(ctx)
	if err != nil {
		return request.Reply{}, err
	}
	err = f.People.Change(ctx, r.User, func(u *match.User) { *u, was = u.WithoutBlock(match.UserID(user.ID), key) })
	switch {
	case err != nil:
		return request.Reply{}, err
	case !was:
		return request.Reply{}, request.Refuse(r.In.Say(sayNotBlocking, discord.Escape(name)))
	}
	return request.ReplyText(r.In.Say(sayUnblocking, discord.Escape(name))), nil
}
