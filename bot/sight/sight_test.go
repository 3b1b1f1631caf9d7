package sight

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// Discord's rule: the server's roles, then what the channel says of everybody, of roles together, of the member.
func TestMay(t *testing.T) {
	const see, admin = discordgo.PermissionViewChannel, discordgo.PermissionAdministrator
	role := func(id string, allow, deny int64) *discordgo.PermissionOverwrite {
		return &discordgo.PermissionOverwrite{ID: id, Type: discordgo.PermissionOverwriteTypeRole, Allow: allow, Deny: deny}
	}
	member := func(id string, allow, deny int64) *discordgo.PermissionOverwrite {
		return &discordgo.PermissionOverwrite{ID: id, Type: discordgo.PermissionOverwriteTypeMember, Allow: allow, Deny: deny}
	}
	for _, c := range []struct {
		name     string
		everyone int64
		roles    []string
		user     string
		at       []*discordgo.PermissionOverwrite
		want     bool
	}{
		{"as in the server", see, nil, "eve", nil, true},
		{"a closed server", 0, nil, "eve", nil, false},
		{"by a role", 0, []string{"club"}, "eve", nil, true},
		{"by another's role", 0, []string{"guest"}, "eve", nil, false},
		{"closed to everybody", see, nil, "eve", []*discordgo.PermissionOverwrite{role("g", 0, see)}, false},
		{"but for a role", see, []string{"club"}, "eve", []*discordgo.PermissionOverwrite{role("g", 0, see), role("club", see, 0)}, true},
		{"one role closes, another opens", see, []string{"club", "guest"}, "eve", []*discordgo.PermissionOverwrite{role("guest", 0, see), role("club", see, 0)}, true},
		{"closed to a role", see, []string{"guest"}, "eve", []*discordgo.PermissionOverwrite{role("guest", 0, see)}, false},
		{"but for a member", see, []string{"guest"}, "eve", []*discordgo.PermissionOverwrite{role("guest", 0, see), member("eve", see, 0)}, true},
		{"closed to a member", see, nil, "eve", []*discordgo.PermissionOverwrite{member("eve", 0, see)}, false},
		{"another member", see, nil, "eve", []*discordgo.PermissionOverwrite{member("cid", 0, see)}, true},
		{"an administrator", 0, []string{"boss"}, "eve", []*discordgo.PermissionOverwrite{role("g", 0, see)}, true},
		{"the owner", 0, nil, "ann", []*discordgo.PermissionOverwrite{role("g", 0, see)}, true},
	} {
		g := discordgo.Guild{ID: "g", OwnerID: "ann", Roles: []*discordgo.Role{
			{ID: "g", Permissions: c.everyone}, {ID: "club", Permissions: see}, {ID: "guest"}, {ID: "boss", Permissions: admin},
		}}
		if got := May(g, discordgo.Channel{PermissionOverwrites: c.at}, c.user, c.roles); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}
