// Package sight says who can see a channel and what they may do there. It follows Discord's rule:
// the permissions of a member's roles in the server, changed by the channel's overwrites for
// everybody, for roles and for the member. It asks Discord each time and stores nothing. Start
// reading at [May].
package sight

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Among returns those of the given users who can see a place in a server now. See Roles.
func Among(ctx context.Context, c *discord.Client, at match.Place, users []match.UserID) ([]match.UserID, error) {
	roles, err := Roles(ctx, c, at, users)
	return slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool { _, sees := roles[u]; return !sees }), err
}

// Roles returns the roles of those of the given users who can see a place in a server now. For a
// private thread it returns nobody. An error is temporary.
func Roles(ctx context.Context, c *discord.Client, at match.Place,
	users []match.UserID,
) (see map[match.UserID][]string, err error) {
	g, ch, hidden, found, err := find(ctx, c, at)
	if !found || hidden {
		return nil, err
	}
	see = make(map[match.UserID][]string)
	for _, u := range users {
		m, there, err := member(ctx, c, at.Guild, u)
		if err != nil {
			return nil, err
		}
		if there && May(g, ch, string(u), m.Roles) {
			see[u] = m.Roles
		}
	}
	return see, nil
}

// Everybody reports whether everybody in a server can see a place now. It is false for private
// threads. An error is temporary.
func Everybody(ctx context.Context, c *discord.Client, at match.Place) (bool, error) {
	g, ch, hidden, found, err := find(ctx, c, at)
	return found && !hidden && May(g, ch, "everybody", nil), err
}

// Permissions returns a member's permissions at a place in a server now. A thread has the
// permissions of its channel. It returns false if the place or the member can't be read. An error
// is temporary.
func Permissions(ctx context.Context, c *discord.Client, at match.Place,
	u match.UserID,
) (may int64, known bool, err error) {
	g, ch, _, found, err := find(ctx, c, at)
	if !found {
		return 0, false, err
	}
	m, there, err := member(ctx, c, at.Guild, u)
	if !there {
		return 0, false, err
	}
	return permissions(g, ch, string(u), m.Roles), true, nil
}

// find reads the server and the channel of a place. For a thread it returns the parent channel, and
// whether the thread is private. With an error nothing is found.
func find(ctx context.Context, c *discord.Client,
	at match.Place,
) (g discordgo.Guild, ch discordgo.Channel, hidden, found bool, err error) {
	if at.Guild == "" {
		return g, ch, false, false, nil
	}
	found, err = get(ctx, c, discordgo.EndpointGuild(string(at.Guild)), "", &g)
	if found {
		found, err = get(ctx, c, discordgo.EndpointChannel(string(at.Channel)), "", &ch)
	}
	hidden = ch.Type == discordgo.ChannelTypeGuildPrivateThread
	if ch.IsThread() {
		parent := ch.ParentID
		ch = discordgo.Channel{}
		found, err = get(ctx, c, discordgo.EndpointChannel(parent), "", &ch)
	}
	return g, ch, hidden, found, err
}

// member reads a member of a server. It returns false if the user is not a member.
func member(ctx context.Context, c *discord.Client, g match.GuildID,
	u match.UserID,
) (m discordgo.Member, there bool, err error) {
	there, err = get(ctx, c, discordgo.EndpointGuildMember(string(g), string(u)),
		discordgo.EndpointGuildMember(string(g), ""), &m)
	return m, there, err
}

// get reads an object from Discord. It returns false if the object does not exist or the bot may
// not see it.
func get(ctx context.Context, c *discord.Client, url, route string, v any) (bool, error) {
	err := c.Read(ctx, url, route, v)
	switch f, _ := discord.Classify(err); f {
	case discord.NoFailure:
		return true, nil
	case discord.RateLimited, discord.Transient:
		return false, err
	}
	return false, nil
}

// May reports whether a member with these roles sees a channel of a server. The channel must not be
// a thread.
func May(g discordgo.Guild, ch discordgo.Channel, user string, roles []string) bool {
	return permissions(g, ch, user, roles)&discordgo.PermissionViewChannel != 0
}

// permissions returns the permissions of a member with these roles in a channel of a server. The
// channel must not be a thread.
func permissions(g discordgo.Guild, ch discordgo.Channel, user string, roles []string) int64 {
	if g.OwnerID == user {
		return -1 // all bits are set: all permissions
	}
	var may int64
	for _, r := range g.Roles {
		if r.ID == g.ID || slices.Contains(roles, r.ID) {
			may |= r.Permissions
		}
	}
	if may&discordgo.PermissionAdministrator != 0 {
		return -1
	}
	step := func(of func(*discordgo.PermissionOverwrite) bool) {
		var allow, deny int64
		for _, o := range ch.PermissionOverwrites {
			if of(o) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		may = may&^deny | allow
	}
	role := func(o *discordgo.PermissionOverwrite) bool { return o.Type == discordgo.PermissionOverwriteTypeRole }
	step(func(o *discordgo.PermissionOverwrite) bool { return role(o) && o.ID == g.ID })
	step(func(o *discordgo.PermissionOverwrite) bool {
		return role(o) && o.ID != g.ID && slices.Contains(roles, o.ID)
	})
	step(func(o *discordgo.PermissionOverwrite) bool { return !role(o) && o.ID == user })
	return may
}
