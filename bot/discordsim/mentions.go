package discordsim

import (
	"regexp"
	"slices"
	"strings"
)

// allowedMentions is the field of that name: who may be pinged by what the text mentions.
type allowedMentions struct {
	parse []string
	users []UserID
}

// checkMentions reads allowed_mentions; nil means that the body does not say.
func checkMentions(f field) *allowedMentions {
	if !f.object() {
		return nil
	}
	f.at("replied_user").boolean()
	a := &allowedMentions{}
	for _, p := range f.at("parse").list(0, 3) {
		kind := p.text(0, 0)
		if !p.empty() && !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.fail("BASE_TYPE_CHOICES", "Value must be one of ('users', 'everyone', 'roles').")
		}
		a.parse = append(a.parse, kind)
	}
	unique(f.at("parse"))
	for _, u := range f.at("users").list(0, 100) {
		a.users = append(a.users, UserID(u.snowflake()))
	}
	unique(f.at("users"))
	roles := f.at("roles").list(0, 100)
	for _, r := range roles {
		r.snowflake()
	}
	unique(f.at("roles"))
	for _, pair := range []struct {
		kind string
		n    int
	}{{"users", len(a.users)}, {"roles", len(roles)}} {
		if pair.n > 0 && slices.Contains(a.parse, pair.kind) {
			f.fail("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["%s"] and %[1]s: [ids...] are mutually exclusive.`, pair.kind)
		}
	}
	return a
}

func unique(list field) {
	items, _ := list.value.([]any)
	for i, v := range items {
		if slices.Contains(items[:i], v) {
			list.fail("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value")
			return
		}
	}
}

var userMention = regexp.MustCompile(`<@!?(\d+)>`)

// mentioned says whom the text of a new message mentions, as far as allowed_mentions lets it.
func (s *Sim) mentioned(m *Message, d draft) (users []UserID, everyone bool) {
	text := m.Content
	Walk(m.Components, func(c Component) bool {
		text += "\n" + c.Content // a text display pings as content does
		return true
	})
	allow := d.mentions
	if allow == nil {
		allow = &allowedMentions{parse: []string{"users"}}
		if d.kind == channelCreate {
			allow.parse = []string{"users", "roles", "everyone"}
		}
	}
	for _, hit := range userMention.FindAllStringSubmatch(text, -1) {
		u := UserID(hit[1])
		ok := slices.Contains(allow.parse, "users") || slices.Contains(allow.users, u)
		if ok && s.users[u] != nil && !slices.Contains(users, u) {
			users = append(users, u)
		}
	}
	if strings.Contains(text, "@everyone") || strings.Contains(text, "@here") {
		c := s.channels[m.ChannelID]
		everyone = slices.Contains(allow.parse, "everyone") && s.botPermissions(c).has(PermMentionEveryone) && c.Type != ChannelDM
	}
	return users, everyone
}

// notified says whose devices ring for a new message: those mentioned who see it, everybody for @everyone, and
// the other side of a DM; nobody if it is silent.
func (s *Sim) notified(m *Message) []UserID {
	if m.Silent() {
		return nil
	}
	c := s.channels[m.ChannelID]
	ring := slices.Clone(m.Mentions)
	if c.Type == ChannelDM && m.VisibleTo == "" {
		ring = append(ring, c.Recipient)
	}
	if m.Everyone {
		for u := range s.guilds[c.GuildID].Members {
			ring = append(ring, u)
		}
	}
	slices.SortFunc(ring, func(a, b UserID) int { return compareIDs(string(a), string(b)) })
	return slices.DeleteFunc(slices.Compact(ring), func(u UserID) bool {
		return u == m.AuthorID || s.users[u].Bot || !s.sees(u, c) && c.Type != ChannelPrivateThread || !m.visible(u)
	})
}
