package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/router"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

var blockCommand = &router.Command{
	Name: "block", Help: "Keep a member out of your matches; they are not told", Run: block,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		whom := a.UserOption()
		whom.Description = a.In.Text("Whom; without a name you see whom you have blocked")
		return []*router.Option{whom}
	},
}

var unblockCommand = &router.Command{
	Name: "unblock", Help: "Take a block back", Run: unblock,
	Options: func(a router.Builder, _ *games.Game) []*router.Option {
		whom := a.UserOption()
		whom.Description, whom.Required = a.In.Text("Whom"), true
		return []*router.Option{whom}
	},
}

// mostBlocked is how many members one person can block.
const mostBlocked = 100

// block is `/block`: it blocks a member, or lists whom the person has blocked.
func block(ctx context.Context, r *router.Request) (discord.Reply, error) {
	id := r.Text(router.OptUser)
	if id == "" {
		return blocked(ctx, r)
	}
	user, name := r.Person(id)
	switch {
	case id == string(r.User):
		return discord.Reply{}, router.Refuse(r.In.Speak(say.BlockSelf))
	case user == nil:
		return discord.Reply{}, router.ErrNoActor
	case user.Bot:
		return discord.Reply{}, router.Refuse(r.In.Say(say.BlockBot, discord.Escape(name)))
	}
	full := false
	err := r.People.Change(ctx, r.User, func(u *match.User) {
		known := slices.Contains(u.Blocked, match.UserID(id))
		full = !known && len(u.Blocked) >= mostBlocked
		if !known && !full {
			u.Blocked = append(u.Blocked, match.UserID(id))
		}
	})
	switch {
	case err != nil:
		return discord.Reply{}, err
	case full:
		return discord.Reply{}, router.Refuse(r.In.Say(say.BlockFull, mostBlocked))
	}
	return router.ReplyText(r.In.Say(say.Blocking, discord.Escape(name))), nil
}

func blocked(ctx context.Context, r *router.Request) (discord.Reply, error) {
	u, err := r.People.User(ctx, r.User)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(u.Blocked) == 0 {
		return router.ReplyText(r.In.Speak(say.BlockingNone)), nil
	}
	var names []string
	for _, other := range u.Blocked {
		names = append(names, discord.Mention(string(other)))
	}
	return router.ReplyText(r.In.Say(say.BlockingThese, strings.Join(names, ", "))), nil
}

// unblock is `/unblock`.
func unblock(ctx context.Context, r *router.Request) (discord.Reply, error) {
	user, name := r.Person(r.Text(router.OptUser))
	if user == nil {
		return discord.Reply{}, router.ErrNoActor
	}
	was := false
	key, err := r.Matches.Settings.BlockKey(ctx)
	if err != nil {
		return discord.Reply{}, err
	}
	err = r.People.Change(ctx, r.User, func(u *match.User) { *u, was = u.WithoutBlock(match.UserID(user.ID), key) })
	switch {
	case err != nil:
		return discord.Reply{}, err
	case !was:
		return discord.Reply{}, router.Refuse(r.In.Say(say.NotBlocking, discord.Escape(name)))
	}
	return router.ReplyText(r.In.Say(say.Unblocking, discord.Escape(name))), nil
}
