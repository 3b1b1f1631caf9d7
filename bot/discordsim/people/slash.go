package people

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

// typed is a typed slash command, parsed by the registered commands.
type typed struct {
	command *world.Command
	path    []world.Option // the group and sub-command, outermost first
	options []world.Option // the options of the command or its sub-command
	values  []typedValue
}

// typedValue is one option as typed.
type typedValue struct {
	option world.Option
	text   string
}

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrClient, fmt.Sprintf(format, args...))
}

// parse parses "/name group sub option:value option:value". A value ends at the next option's name,
// so it may contain spaces. Names may be in the person's language.
func (s *clients) parse(a Actor, text string) (*typed, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	if !ok {
		return nil, refused("%q does not begin with a slash", text)
	}
	word, rest, _ := strings.Cut(rest, " ")
	t := &typed{}
	locale := s.Users[a.user].Locale
	for _, c := range s.usable(a, world.CommandChat) {
		if c.Name == word || c.NameLocalizations[locale] == word {
			t.command = c
		}
	}
	if t.command == nil {
		return nil, refused("there is no command /%s here", word)
	}
	t.options = t.command.Options
	for len(t.options) > 0 && t.options[0].Type <= world.OptionGroup {
		word, after, _ := strings.Cut(strings.TrimSpace(rest), " ")
		sub, ok := findOption(t.options, word, locale)
		if !ok {
			return nil, refused("/%s has no sub-command %q", t.name(), word)
		}
		t.path, t.options, rest = append(t.path, sub), sub.Options, after
	}
	return t, t.readValues(rest, locale)
}

func (t *typed) name() string {
	name := t.command.Name
	for _, p := range t.path {
		name += " " + p.Name
	}
	return name
}

func findOption(list []world.Option, name, locale string) (world.Option, bool) {
	for _, o := range list {
		if o.Name == name || name != "" && o.NameLocalizations[locale] == name {
			return o, true
		}
	}
	return world.Option{}, false
}

var optionStart = regexp.MustCompile(`(?:^|\s)([-_'\p{L}\p{N}]+):`)

func (t *typed) readValues(rest, locale string) error {
	rest = strings.TrimSpace(rest)
	var starts [][]int
	for _, at := range optionStart.FindAllStringSubmatchIndex(rest, -1) {
		if _, ok := findOption(t.options, rest[at[2]:at[3]], locale); ok {
			starts = append(starts, at)
		}
	}
	if len(starts) == 0 && rest != "" || len(starts) > 0 && starts[0][0] > 0 {
		return refused("/%s has no option for %q", t.name(), rest)
	}
	for n, at := range starts {
		end := len(rest)
		if n+1 < len(starts) {
			end = starts[n+1][0]
		}
		o, _ := findOption(t.options, rest[at[2]:at[3]], locale)
		if t.has(o.Name) {
			return refused("option %q is given twice", o.Name)
		}
		t.values = append(t.values, typedValue{o, strings.TrimSpace(rest[at[1]:end])})
	}
	return nil
}

func (t *typed) has(name string) bool {
	return slices.ContainsFunc(t.values, func(v typedValue) bool { return v.option.Name == name })
}

// resolved collects what an interaction refers to.
type resolved struct {
	users, members, channels, roles, attachments, messages map[string]any
}

func newResolved() *resolved {
	return &resolved{
		map[string]any{},
		map[string]any{},
		map[string]any{},
		map[string]any{},
		map[string]any{},
		map[string]any{},
	}
}

func (r *resolved) json() map[string]any {
	out := map[string]any{}
	for name, m := range map[string]map[string]any{
		"users": r.users, "members": r.members, "channels": r.channels, "roles": r.roles, "attachments": r.attachments,
		"messages": r.messages,
	} {
		if len(m) > 0 {
			out[name] = m
		}
	}
	return out
}

func (s *clients) resolveUser(r *resolved, g world.GuildID, u world.UserID) {
	r.users[string(u)] = s.UserJSON(u)
	if guild := s.Guilds[g]; guild != nil && guild.Members[u] != nil {
		m := s.MemberJSON(guild, u)
		for _, k := range []string{"user", "mute", "deaf"} { // left out, as in Discord's partial members
			delete(m, k)
		}
		m["permissions"] = s.MemberPermissions(&world.Channel{GuildID: g}, u)
		r.members[string(u)] = m
	}
}

// data returns the "data" of the command's interaction. With focus it is an autocomplete: required
// options may be missing, unreadable ones are left out, and the focused text is unchanged.
func (s *clients) data(a Actor, t *typed, focus string) (map[string]any, error) {
	refs := newResolved()
	options := []any{}
	for _, v := range t.values {
		one := map[string]any{"name": v.option.Name, "type": v.option.Type}
		if focus != "" && v.option.Name == focus {
			one["value"], one["focused"] = v.text, true
			options = append(options, one)
			continue
		}
		value, err := s.value(a, v, refs)
		if err != nil && focus == "" {
			return nil, t.explain(v, err)
		}
		if err == nil {
			one["value"] = value
			options = append(options, one)
		}
	}
	for _, o := range t.options {
		if focus == "" && o.Required && !t.has(o.Name) {
			return nil, refused("/%s needs the option %q", t.name(), o.Name)
		}
	}
	if o, ok := findOption(t.options, focus, ""); ok && focus != "" && !t.has(focus) {
		options = append(options, map[string]any{"name": focus, "type": o.Type, "value": "", "focused": true})
	}
	for _, p := range slices.Backward(t.path) {
		options = []any{map[string]any{"name": p.Name, "type": p.Type, "options": options}}
	}
	data := map[string]any{"id": t.command.ID, "name": t.command.Name, "type": t.command.Type, "options": options}
	if t.command.GuildID != "" {
		data["guild_id"] = t.command.GuildID
	}
	if r := refs.json(); len(r) > 0 {
		data["resolved"] = r
	}
	return data, nil
}

// explain returns why a value was refused: if it contains the beginning of another option, there is
// no such option.
func (t *typed) explain(v typedValue, err error) error {
	stray := optionStart.FindStringSubmatch(v.text)
	if stray == nil || v.option.Type == world.OptionString && len(v.option.Choices) == 0 {
		return err
	}
	return refused("/%s has no option %q", t.name(), stray[1])
}

// value converts the typed text of an option to its value, with the client's own checks.
func (s *clients) value(a Actor, v typedValue, refs *resolved) (any, error) {
	o := v.option
	if len(o.Choices) > 0 {
		return s.choice(a, v)
	}
	switch o.Type {
	case world.OptionString:
		return checkLength(v)
	case world.OptionInteger:
		n, err := strconv.ParseInt(v.text, 10, 64)
		if err != nil || n > world.MaxSafeInteger || n < -world.MaxSafeInteger {
			return nil, refused("%q: %q is not a whole number", o.Name, v.text)
		}
		return n, checkRange(o, float64(n))
	case world.OptionNumber:
		x, err := strconv.ParseFloat(v.text, 64)
		if err != nil {
			return nil, refused("%q: %q is not a number", o.Name, v.text)
		}
		return x, checkRange(o, x)
	case world.OptionBoolean:
		switch strings.ToLower(v.text) {
		case "true":
			return true, nil
		case "false":
			return false, nil
		}
		return nil, refused("%q: %q is neither true nor false", o.Name, v.text)
	case world.OptionUser, world.OptionMentionable:
		u, err := s.findUser(a, v.text)
		if err == nil {
			s.resolveUser(refs, s.GuildOf(a.channel), u)
		}
		return u, err
	case world.OptionChannel:
		c, err := s.findChannel(a, v.text)
		if err != nil {
			return nil, err
		}
		if len(o.ChannelTypes) > 0 && !slices.Contains(o.ChannelTypes, int(c.Type)) {
			return nil, refused("%q: #%s is of the wrong kind", o.Name, c.Name)
		}
		j := s.ChannelJSON(c)
		j["permissions"] = s.MemberPermissions(c, a.user)
		refs.channels[string(c.ID)] = j
		return c.ID, nil
	case world.OptionAttachment:
		return s.attachFile(a, v, refs)
	}
	return s.findRole(a, v.text, refs) // the only remaining type
}

func (s *clients) choice(a Actor, v typedValue) (any, error) {
	locale := s.Users[a.user].Locale
	for _, c := range v.option.Choices {
		if c.Name == v.text || c.NameLocalizations[locale] == v.text || fmt.Sprint(c.Value) == v.text {
			return c.Value, nil
		}
	}
	return nil, refused("%q: %q is not one of the choices", v.option.Name, v.text)
}

func checkLength(v typedValue) (string, error) {
	n := utf8.RuneCountInString(v.text)
	if n == 0 || v.option.MinLength != nil && n < *v.option.MinLength {
		return "", refused("%q: the text is too short", v.option.Name)
	}
	most := 6000
	if v.option.MaxLength != nil {
		most = *v.option.MaxLength
	}
	if n > most {
		return "", refused("%q: the text is too long", v.option.Name)
	}
	return v.text, nil
}

func checkRange(o world.Option, x float64) error {
	if o.MinValue != nil && x < *o.MinValue || o.MaxValue != nil && x > *o.MaxValue {
		return refused("%q: %v is out of range", o.Name, x)
	}
	return nil
}

// findUser returns the user for a text such as "@Bob", "<@123>" or "123", among those the person
// can pick.
func (s *clients) findUser(a Actor, text string) (world.UserID, error) {
	id := world.UserID(strings.Trim(strings.TrimPrefix(strings.TrimPrefix(text, "<@"), "!"), "<>"))
	if s.Users[id] != nil {
		return id, nil
	}
	name := strings.TrimPrefix(text, "@")
	g := s.GuildOf(a.channel)
	var hits []world.UserID
	for u, user := range s.Users {
		reach := u == a.user || u == s.BotID || s.Guilds[g] != nil && s.Guilds[g].Members[u] != nil ||
			s.Channels[a.channel] != nil && s.Channels[a.channel].HasMember(u)
		if reach && (user.Username == name || user.GlobalName == name || s.DisplayName(g, u) == name) {
			hits = append(hits, u)
		}
	}
	if len(hits) == 0 {
		return "", refused("nobody here is called %q", text)
	}
	slices.SortFunc(hits, func(a, b world.UserID) int { return world.CompareIDs(string(a), string(b)) })
	return hits[0], nil
}

func (s *clients) findChannel(a Actor, text string) (*world.Channel, error) {
	id := world.ChannelID(strings.Trim(text, "<#>"))
	if c := s.Channels[id]; c != nil && s.Sees(a.user, c) {
		return c, nil
	}
	var hits []*world.Channel
	for _, c := range s.Channels {
		if c.GuildID == s.GuildOf(a.channel) && c.Name == strings.TrimPrefix(text, "#") && s.Sees(a.user, c) {
			hits = append(hits, c)
		}
	}
	if len(hits) == 0 {
		return nil, refused("there is no channel %q here", text)
	}
	return slices.MinFunc(hits, func(a, b *world.Channel) int { return world.CompareIDs(string(a.ID), string(b.ID)) }),
		nil
}

// findRole returns the role for a text such as "@Player", "<@&123>" or "123".
func (s *clients) findRole(a Actor, text string, refs *resolved) (world.RoleID, error) {
	g := s.Guilds[s.GuildOf(a.channel)]
	if g == nil {
		return "", refused("there are no roles here")
	}
	id, name := world.RoleID(strings.Trim(text, "<@&>")), strings.TrimPrefix(text, "@")
	for _, r := range append([]world.Role{{ID: world.RoleID(g.ID), Name: "everyone"}}, g.Roles...) {
		if r.ID == id || r.Name == name {
			refs.roles[string(r.ID)] = s.RoleJSON(g.ID, r.ID)
			return r.ID, nil
		}
	}
	return "", refused("there is no role %q here", text)
}

func (s *clients) attachFile(a Actor, v typedValue, refs *resolved) (any, error) {
	for _, f := range a.files {
		if f.Filename != v.text {
			continue
		}
		at := s.NewAttachment(a.channel, f, "", true)
		s.Uploads[at.ID] = at
		refs.attachments[string(at.ID)] = at
		return at.ID, nil
	}
	return nil, refused("%q: there is no file %q at hand", v.option.Name, v.text)
}

// usable returns the commands of a type that a person can use in a channel, sorted by name.
func (s *clients) usable(a Actor, kind world.CommandType) []*world.Command {
	ch := s.Channels[a.channel]
	if ch == nil {
		return nil
	}
	where := ch.Context()
	scopes := []world.GuildID{""}
	if ch.GuildID != "" {
		scopes = append(scopes, ch.GuildID)
	}
	can := s.MemberPermissions(ch, a.user)
	var out []*world.Command
	for _, scope := range scopes {
		for _, c := range s.Registered[scope] {
			installed := s.BotHere(ch) && slices.Contains(c.IntegrationTypes, 0) ||
				s.Users[a.user].Installed && slices.Contains(c.IntegrationTypes, 1)
			fits := c.Contexts == nil || slices.Contains(c.Contexts, where)
			if c.Type == kind && installed && fits && (ch.IsPrivate() || c.Allows(can)) {
				out = append(out, c)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b *world.Command) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// Commands returns the chat commands that a user can use in a channel, sorted by name.
func (p People) Commands(c world.ChannelID, u world.UserID) []world.Command {
	s := p.lock()
	defer s.Unlock()
	if s.Users[u] == nil {
		return nil
	}
	return world.AppendCommands(nil, s.usable(Actor{clients: s, user: u, channel: c}, world.CommandChat))
}
