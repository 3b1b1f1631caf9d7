package sight

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/games/match"
)

// The permissions of a member are computed by Discord's rule: first the roles of the server, then
// the channel's overwrites for everybody, for roles together, and for the member.
func TestMay(t *testing.T) {
	const see, admin = discordgo.PermissionViewChannel, discordgo.PermissionAdministrator
	role := func(id string, allow, deny int64) *discordgo.PermissionOverwrite {
		return &discordgo.PermissionOverwrite{
			ID: id, Type: discordgo.PermissionOverwriteTypeRole, Allow: allow,
			Deny: deny,
		}
	}
	member := func(id string, allow, deny int64) *discordgo.PermissionOverwrite {
		return &discordgo.PermissionOverwrite{
			ID: id, Type: discordgo.PermissionOverwriteTypeMember, Allow: allow,
			Deny: deny,
		}
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
		{
			"but for a role", see,
			[]string{"club"},
			"eve",
			[]*discordgo.PermissionOverwrite{role("g", 0, see), role("club", see, 0)},
			true,
		},
		{
			"one role closes, another opens", see,
			[]string{"club", "guest"},
			"eve",
			[]*discordgo.PermissionOverwrite{role("guest", 0, see), role("club", see, 0)},
			true,
		},
		{
			"closed to a role", see,
			[]string{"guest"},
			"eve",
			[]*discordgo.PermissionOverwrite{role("guest", 0, see)},
			false,
		},
		{
			"but for a member", see,
			[]string{"guest"},
			"eve",
			[]*discordgo.PermissionOverwrite{role("guest", 0, see), member("eve", see, 0)},
			true,
		},
		{"closed to a member", see, nil, "eve", []*discordgo.PermissionOverwrite{member("eve", 0, see)}, false},
		{"another member", see, nil, "eve", []*discordgo.PermissionOverwrite{member("cid", 0, see)}, true},
		{
			"not a member of the server's own number", see, nil, "eve",
			[]*discordgo.PermissionOverwrite{member("g", 0, see)},
			true,
		},
		{
			"not a member of a role's number", see,
			[]string{"club"},
			"eve",
			[]*discordgo.PermissionOverwrite{member("club", 0, see)},
			true,
		},
		{
			"not a role of a member's number", see, nil, "eve",
			[]*discordgo.PermissionOverwrite{role("eve", 0, see)},
			true,
		},
		{
			"everybody is no role among others", 0,
			[]string{"g", "guest"},
			"eve",
			[]*discordgo.PermissionOverwrite{role("g", see, 0), role("guest", 0, see)},
			false,
		},
		{"an administrator", 0, []string{"boss"}, "eve", []*discordgo.PermissionOverwrite{role("g", 0, see)}, true},
		{"the owner", 0, nil, "ann", []*discordgo.PermissionOverwrite{role("g", 0, see)}, true},
	} {
		g := discordgo.Guild{ID: "g", OwnerID: "ann", Roles: []*discordgo.Role{
			{ID: "g", Permissions: c.everyone},
			{ID: "club", Permissions: see},
			{ID: "guest"},
			{ID: "boss", Permissions: admin},
		}}
		if got := May(g, discordgo.Channel{PermissionOverwrites: c.at}, c.user, c.roles); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

// answers is a simulated Discord that knows some paths. Other paths are not found, and paths in
// trouble fail for a while.
type answers struct {
	known   map[string]any
	trouble string
	asked   *int // counts requests; may be nil
}

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	if a.asked != nil {
		*a.asked++
	}
	path := strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)
	status, body := http.StatusNotFound, []byte(`{"code":10003}`)
	if v, ok := a.known[path]; ok {
		status = http.StatusOK
		var err error
		if body, err = json.Marshal(v); err != nil {
			return nil, err
		}
	}
	if path == a.trouble {
		status, body = http.StatusBadGateway, []byte(`{}`)
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(string(body))), Request: r,
	}, nil
}

func client(t *testing.T, a answers) *discord.Client {
	t.Helper()
	s, err := discord.NewSession(discord.SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
		s.Client.Transport = a
	}})
	if err != nil {
		t.Fatal(err)
	}
	return discord.NewClient(s)
}

// club returns a server of Ann, Bob and Cid. The channel named hall is open to all, the channel
// named den to members with a role, which Bob has. Both channels have threads.
func club() map[string]any {
	type object = map[string]any
	closed := []object{
		{"id": "g", "type": 0, "allow": "0", "deny": "1024"},
		{"id": "club", "type": 0, "allow": "1024", "deny": "0"},
	}
	return map[string]any{
		"/guilds/g": object{
			"id": "g", "owner_id": "ann",
			"roles": []object{{"id": "g", "permissions": "1024"}, {"id": "club", "permissions": "0"}},
		},
		"/guilds/g/members/ann": object{"user": object{"id": "ann"}, "roles": []string{}},
		"/guilds/g/members/bob": object{"user": object{"id": "bob"}, "roles": []string{"club"}},
		"/guilds/g/members/cid": object{"user": object{"id": "cid"}, "roles": []string{}},
		"/channels/hall":        object{"id": "hall", "type": 0},
		"/channels/den":         object{"id": "den", "type": 0, "permission_overwrites": closed},
		"/channels/public":      object{"id": "public", "type": 11, "parent_id": "den"},
		"/channels/private":     object{"id": "private", "type": 12, "parent_id": "hall"},
		"/channels/orphan":      object{"id": "orphan", "type": 11, "parent_id": "gone"},
	}
}

// Discord is asked who sees a channel. Members who see a channel also see its public threads.
// Private threads count as seen by nobody.
func TestAmong(t *testing.T) {
	all := []match.UserID{"ann", "bob", "cid", "eve"}
	for _, c := range []struct {
		name    string
		guild   match.GuildID
		at      match.ChannelID
		trouble string
		want    []match.UserID
		fails   bool
	}{
		{"a channel for all", "g", "hall", "", []match.UserID{"ann", "bob", "cid"}, false},
		{"a channel for some", "g", "den", "", []match.UserID{"ann", "bob"}, false},
		{"a thread of it", "g", "public", "", []match.UserID{"ann", "bob"}, false},
		{"a private thread", "g", "private", "", nil, false},
		{"a thread whose channel is gone", "g", "orphan", "", nil, false},
		{"a channel that is gone", "g", "nowhere", "", nil, false},
		{"a server that is gone", "h", "hall", "", nil, false},
		{"direct messages", "", "hall", "", nil, false},
		{"a server that does not answer", "g", "hall", "/guilds/g", nil, true},
		{"a member of whom nothing is heard", "g", "hall", "/guilds/g/members/bob", nil, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Among(t.Context(), client(t, answers{club(), c.trouble, nil}),
				match.Place{Guild: c.guild, Channel: c.at}, all)
			if (err != nil) != c.fails || err == nil && !slices.Equal(got, c.want) {
				t.Errorf("Among = %v, %v; want %v, a failure: %t", got, err, c.want, c.fails)
			}
		})
	}
	roles, err := Roles(t.Context(), client(t, answers{known: club()}), match.Place{Guild: "g", Channel: "den"}, all)
	if want := map[match.UserID][]string{"ann": {}, "bob": {"club"}}; err != nil ||
		!maps.EqualFunc(roles, want, slices.Equal[[]string]) {
		t.Errorf("Roles = %v, %v; want %v", roles, err, want)
	}
}

// A member has the same permissions in a thread as in its channel. If Discord can't be asked, they
// are unknown.
func TestPermissions(t *testing.T) {
	for _, c := range []struct {
		name    string
		at      match.ChannelID
		user    match.UserID
		trouble string
		want    int64
		known   bool
		fails   bool
	}{
		{"a member", "hall", "cid", "", discordgo.PermissionViewChannel, true, false},
		{"the owner", "hall", "ann", "", -1, true, false},
		{"shut out", "den", "cid", "", 0, true, false},
		{"in a thread", "public", "cid", "", 0, true, false},
		{"in a private thread", "private", "cid", "", discordgo.PermissionViewChannel, true, false},
		{"no member", "hall", "eve", "", 0, false, false},
		{"no channel", "nowhere", "cid", "", 0, false, false},
		{"no answer", "hall", "cid", "/channels/hall", 0, false, true},
		{"no answer about the member", "hall", "cid", "/guilds/g/members/cid", 0, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			may, known, err := Permissions(t.Context(), client(t, answers{club(), c.trouble, nil}),
				match.Place{Guild: "g", Channel: c.at}, c.user)
			if may != c.want || known != c.known || (err != nil) != c.fails {
				t.Errorf("Permissions = %d, %t, %v; want %d, %t, a failure: %t", may, known, err, c.want, c.known,
					c.fails)
			}
		})
	}
}

// A place is open to everybody if a member without roles sees it. Private threads, places that are
// gone and direct messages are not, and nobody asks Discord about direct messages.
func TestEverybody(t *testing.T) {
	asked := 0
	for _, c := range []struct {
		guild   match.GuildID
		at      match.ChannelID
		trouble string
		want    bool
	}{
		{"g", "hall", "", true},
		{"g", "den", "", false},
		{"g", "public", "", false},
		{"g", "private", "", false},
		{"g", "orphan", "", false},
		{"g", "nowhere", "", false},
		{"", "hall", "", false},
		{"g", "hall", "/guilds/g", false},
		{"g", "public", "/channels/den", false},
	} {
		place := match.Place{Guild: c.guild, Channel: c.at}
		asked = 0
		got, err := Everybody(t.Context(), client(t, answers{club(), c.trouble, &asked}), place)
		if _, err := Among(t.Context(), client(t, answers{club(), c.trouble, &asked}), place,
			[]match.UserID{"ann"}); (err != nil) != (c.trouble != "") {
			t.Errorf("Among(%+v) = %v, trouble %q", place, err, c.trouble)
		}
		if got != c.want || (err != nil) != (c.trouble != "") || (asked == 0) != (c.guild == "") {
			t.Errorf("Everybody(%+v) = %t, %v after %d requests; want %t, trouble %q", place, got, err, asked, c.want,
				c.trouble)
		}
	}
}
