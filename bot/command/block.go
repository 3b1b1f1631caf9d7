package command

import (
	"context"
	"slices"
	"strings"

	"paddock/bot/discord"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/match"
)

var blockCommand = &Command{
	Name: "block", Help: "Come to no match with a member any more; they are not told", run: block,
	options: func(a author, _ *games.Game) []*option {
		whom := a.userOption()
		whom.Description = a.in.Text("Whom; without a name you see whom you have blocked")
		return []*option{whom}
	},
}

var unblockCommand = &Command{
	Name: "unblock", Help: "Take a block back", run: unblock,
	options: func(a author, _ *games.Game) []*option {
		whom := a.userOption()
		whom.Description, whom.Required = a.in.Text("Whom"), true
		return []*option{whom}
	},
}

// mostBlocked is how many members one person can block.
const mostBlocked = 100

// block is `/block`: it blocks a member, or lists whom the person has blocked.
func block(ctx context.Context, r *request) (discord.Reply, error) {
	id := r.text(optUser)
	if id == "" {
		return blocked(ctx, r)
	}
	user, name := r.person(id)
	switch {
	case id == string(r.user):
		return discord.Reply{}, refuse(r.in.Speak(say.BlockSelf))
	case user == nil:
		return discord.Reply{}, errNoActor
	case user.Bot:
		return discord.Reply{}, refuse(r.in.Say(say.BlockBot, discord.Escape(name)))
	}
	full := false
	err := r.People.Change(ctx, r.user, func(u *match.User) {
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
		return discord.Reply{}, refuse(r.in.Say(say.BlockFull, mostBlocked))
	}
	return replyText(r.in.Say(say.Blocking, discord.Escape(name))), nil
}

func blocked(ctx context.Context, r *request) (discord.Reply, error) {
	u, err := r.People.User(ctx, r.user)
	if err != nil {
		return discord.Reply{}, err
	}
	if len(u.Blocked) == 0 {
		return replyText(r.in.Speak(say.BlockingNone)), nil
	}
	var names []string
	for _, other := range u.Blocked {
		names = append(names, discord.Mention(string(other)))
	}
	return replyText(r.in.Say(say.BlockingThese, strings.Join(names, ", "))), nil
}

// unblock is `/unblock`.
func unblock(ctx context.Context, r *request) (discord.Reply, error) {
	user, name := r.person(r.text(optUser))
	if user == nil {
		return discord.Reply{}, errNoActor
	}
	was := false
	err := r.People.Change(ctx, r.user, func(u *match.User) { *u, was = u.WithoutBlock(match.UserID(user.ID)) })
	switch {
	case err != nil:
		return discord.Reply{}, err
	case !was:
		return discord.Reply{}, refuse(r.in.Say(say.NotBlocking, discord.Escape(name)))
	}
	return replyText(r.in.Say(say.Unblocking, discord.Escape(name))), nil
}
