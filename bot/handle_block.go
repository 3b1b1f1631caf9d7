package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"paddock/games/match"
)

// mostBlocked is how many members one person can block.
const mostBlocked = 100

// blockCommands are `/block` and `/unblock` (P29).
func (a author) blockCommands() []*discordgo.ApplicationCommand {
	whom, again := a.userOption(), a.userOption()
	whom.Description = a.in.Text("Whom; without a name you see whom you have blocked")
	again.Description, again.Required = a.in.Text("Whom"), true
	return []*discordgo.ApplicationCommand{
		a.slash("block", "Come to no match with a member any more; they are not told", whom),
		a.slash("unblock", "Take a block back", again),
	}
}

// block is `/block`: it blocks a member, or lists whom the person has blocked.
func (b *bot) block(ctx context.Context, r *request) (reply, error) {
	id := r.text(optUser)
	if id == "" {
		return b.blocked(ctx, r)
	}
	user, name := r.person(id)
	switch {
	case id == string(r.user):
		return reply{}, refuse(r.in.Speak(sayBlockSelf))
	case user == nil:
		return reply{}, errNoActor
	case user.Bot:
		return reply{}, refuse(r.in.Say(sayBlockBot, plainText(name)))
	}
	full := false
	err := b.changeUser(ctx, r.user, func(u *match.User) {
		known := slices.Contains(u.Blocked, match.UserID(id))
		full = !known && len(u.Blocked) >= mostBlocked
		if !known && !full {
			u.Blocked = append(u.Blocked, match.UserID(id))
		}
	})
	switch {
	case err != nil:
		return reply{}, err
	case full:
		return reply{}, refuse(r.in.Say(sayBlockFull, mostBlocked))
	}
	return sentence(r.in.Say(sayBlocking, plainText(name))), nil
}

func (b *bot) blocked(ctx context.Context, r *request) (reply, error) {
	u, err := b.cfg.Store.User(ctx, r.user)
	if err != nil {
		return reply{}, err
	}
	if len(u.Blocked) == 0 {
		return sentence(r.in.Speak(sayBlockingNone)), nil
	}
	var names []string
	for _, other := range u.Blocked {
		names = append(names, mention(other))
	}
	return sentence(r.in.Say(sayBlockingThese, strings.Join(names, ", "))), nil
}

// unblock is `/unblock`.
func (b *bot) unblock(ctx context.Context, r *request) (reply, error) {
	user, name := r.person(r.text(optUser))
	if user == nil {
		return reply{}, errNoActor
	}
	was := false
	err := b.changeUser(ctx, r.user, func(u *match.User) { *u, was = u.WithoutBlock(match.UserID(user.ID)) })
	switch {
	case err != nil:
		return reply{}, err
	case !was:
		return reply{}, refuse(r.in.Say(sayNotBlocking, plainText(name)))
	}
	return sentence(r.in.Say(sayUnblocking, plainText(name))), nil
}
