package request

import (
	"testing"

	"github.com/bwmarrin/discordgo"
)

// P86: a name without visible characters is not shown: the next of nickname, global name and user
// name is.
func TestInvisibleNames(t *testing.T) {
	for _, c := range []struct{ nick, global, user, want string }{
		{"Annie", "Ann", "ann", "Annie"},
		{"\u3164\u3164", "Ann", "ann", "Ann"},
		{"", "\u202e\u200b", "ann", "ann"},
	} {
		got := displayName(&discordgo.User{Username: c.user, GlobalName: c.global}, &discordgo.Member{Nick: c.nick})
		if got != c.want {
			t.Errorf("displayName(%q, %q, %q) = %q, want %q", c.nick, c.global, c.user, got, c.want)
		}
	}
}
