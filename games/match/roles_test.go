package match_test

import (
	"testing"

	"paddock/games/match"
)

// A member has a wanted role if it is in their list, or is @everyone, which has the id of the
// server.
func TestAnyRole(t *testing.T) {
	for _, c := range []struct {
		has    []string
		wanted []match.RoleID
		want   bool
	}{
		{nil, nil, false},
		{[]string{"2"}, nil, false},
		{[]string{"1", "2"}, []match.RoleID{"2", "3"}, true},
		{[]string{"1"}, []match.RoleID{"2", "3"}, false},
		{nil, []match.RoleID{"2", "club"}, true},
	} {
		if got := match.AnyRole("club", c.has, c.wanted); got != c.want {
			t.Errorf("with the roles %q, wanted %q: %t, want %t", c.has, c.wanted, got, c.want)
		}
	}
}
