// Package sight is who can see a channel, by Discord's own rule: what one's roles allow in the server, changed by what the channel says of everybody, of
// roles and of oneself. It asks Discord each time and remembers nothing. Start reading at [May].
package sight

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// Among are those of some users who can see a place in a server now, as Roles says.
func Among(ctx context.Context, c *discord.Client, at match.Place, users []match.UserID) ([]match.UserID, error) {
	roles, err := Roles(ctx, c, at, users)
	return slices.DeleteFunc(slices.Clone(users), func(u match.UserID) bool { _, sees := roles[u]; return !sees }), err
}

// Roles are those of each of some users who can see a place in a server now; who can't is not in it. Of a private thread nobody is known to. An error is one that will pass.
func Roles(ctx context.Context, c *discord.Client, at match.Place, users []match.UserID) (see map[match.UserID][]string, err error) {
	guild, channel := string(at.Guild), string(at.Channel)
	var g discordgo.Guild
	var ch discordgo.Channel
	found, err := get(ctx, c, discordgo.EndpointGuild(guild), "", &g)
	if found {
		found, err = get(ctx, c, discordgo.EndpointChannel(channel), "", &ch)
	}
	if found && ch.Type == discordgo.ChannelTypeGuildPrivateThread {
		return nil, nil
	}
	if found && ch.IsThread() {
		parent := ch.ParentID
		ch = discordgo.Channel{}
		found, err = get(ctx, c, discordgo.EndpointChannel(parent), "", &ch)
	}
	if !found || err != nil {
		return nil, err
	}
	see = make(map[match.UserID][]string)
	for _, u := range users {
		var m discordgo.Member
		there, err := get(ctx, c, discordgo.EndpointGuildMember(guild, string(u)), discordgo.EndpointGuildMember(guild, ""), &m)
		if err != nil {
			return nil, err
		}
		if there && May(g, ch, string(u), m.Roles) {
			see[u] = m.Roles
		}
	}
	return see, nil
}

// get reads something of Discord's; false if it is not there, or not for the bot to see.
func get(ctx context.Context, c *discord.Client, url, route string, v any) (bool, error) {
	if route == "" {
		route = url
	}
	raw, err := c.Call(ctx, http.MethodGet, url, route, nil, nil)
	switch f, _ := discord.Classify(err); {
	case err == nil:
		return true, json.Unmarshal(raw, v)
	case f == discord.RateLimited || f == discord.Transient:
		return false, err
	}
	return false, nil
}

// May reports whether a member with some roles sees a channel of a server that is no thread.
func May(g discordgo.Guild, ch discordgo.Channel, user string, roles []string) bool {
	if g.OwnerID == user {
		return true
	}
	var may int64
	for _, r := range g.Roles {
		if r.ID == g.ID || slices.Contains(roles, r.ID) {
			may |= r.Permissions
		}
	}
	if may&discordgo.PermissionAdministrator != 0 {
		return true
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
	return may&discordgo.PermissionViewChannel != 0
}
