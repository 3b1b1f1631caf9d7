package validate

import (
	"slices"

	"paddock/bot/discordsim/world"
)

// checkMentions reads allowed_mentions; nil means that the body has none.
func checkMentions(f Field) *world.AllowedMentions {
	if !f.Object() {
		return nil
	}
	f.At("replied_user").Boolean()
	a := &world.AllowedMentions{}
	for _, p := range f.At("parse").List(0, 3) {
		kind := p.Text(0, 0)
		if !p.Empty() && !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.Fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
		a.Parse = append(a.Parse, kind)
	}
	unique(f.At("parse"))
	for _, u := range f.At("users").List(0, 100) {
		a.Users = append(a.Users, world.UserID(u.Snowflake()))
	}
	unique(f.At("users"))
	roles := f.At("roles").List(0, 100)
	for _, r := range roles {
		r.Snowflake()
	}
	unique(f.At("roles"))
	for _, pair := range []struct {
		kind string
		n    int
	}{{"users", len(a.Users)}, {"roles", len(roles)}} {
		if pair.n > 0 && slices.Contains(a.Parse, pair.kind) {
			f.Fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
				`parse:["%s"] and %[1]s: [ids...] are mutually exclusive.`, pair.kind)
		}
	}
	return a
}

func unique(list Field) {
	items, _ := list.Value.([]any)
	for i, v := range items {
		if slices.Contains(items[:i], v) {
			list.Fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			return
		}
	}
}
