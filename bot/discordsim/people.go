package discordsim

import (
	"maps"
	"slices"
)

// Actor is somebody at some place, about to do something. It is a value: keep it, pass it on, go elsewhere
// with In.
type Actor struct {
	sim     *Sim
	user    UserID
	channel ChannelID
	files   []upload
}

// As is somebody, nowhere yet: say In next.
func (s *Sim) As(u UserID) Actor { return Actor{sim: s, user: u} }

// In is the same person in a channel, thread or DM.
func (a Actor) In(c ChannelID) Actor {
	a.channel = c
	return a
}

// WithFile gives the person a file to upload with an attachment option ("file:name").
func (a Actor) WithFile(name string, content []byte) Actor {
	a.files = append(slices.Clip(a.files), upload{len(a.files), name, "", content})
	return a
}

// Slash uses a slash command, typed as "/kalah challenge user:@Bob holes:6". Users are "@name", channels
// "#name"; a choice is given by its name or value. The command must be registered and usable here, and its
// options right, or the client refuses.
func (a Actor) Slash(text string) *Interaction {
	return a.act(interactionCommand, func(s *Sim, i *Interaction) (map[string]any, error) {
		t, err := s.parse(a, text)
		if err != nil {
			return nil, err
		}
		i.command = t.name()
		return s.data(a, t, "")
	})
}

// Autocomplete asks for suggestions while typing text with the cursor in the named option. What was typed for
// that option may be anything, or nothing.
func (a Actor) Autocomplete(text, option string) *Interaction {
	return a.act(interactionAutocomplete, func(s *Sim, i *Interaction) (map[string]any, error) {
		t, err := s.parse(a, text)
		if err != nil {
			return nil, err
		}
		o, ok := findOption(t.options, option, s.users[a.user].Locale)
		if !ok || !o.Autocomplete {
			return nil, refused("/%s has no option %q with suggestions", t.name(), option)
		}
		i.command, i.focused = t.name(), o.Type
		return s.data(a, t, o.Name)
	})
}

// ContextMenu uses a user command on somebody.
func (a Actor) ContextMenu(name string, target UserID) *Interaction {
	return a.act(interactionCommand, func(s *Sim, i *Interaction) (map[string]any, error) {
		c, err := s.contextCommand(a, name, CommandUser)
		if err != nil {
			return nil, err
		}
		if s.users[target] == nil {
			return nil, refused("there is no such person")
		}
		i.command = name
		refs := newResolved()
		s.resolveUser(refs, s.guildOf(a.channel), target)
		return map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "target_id": target, "resolved": refs.json()}, nil
	})
}

// MessageMenu uses a message command on a message.
func (a Actor) MessageMenu(name string, target Message) *Interaction {
	return a.act(interactionCommand, func(s *Sim, i *Interaction) (map[string]any, error) {
		c, err := s.contextCommand(a, name, CommandMessage)
		if err != nil {
			return nil, err
		}
		m := s.seen(target.ID, a.user)
		if !m.Exists() {
			return nil, refused("there is no such message")
		}
		i.command = name
		refs := newResolved()
		refs.messages[string(m.ID)] = s.messageJSON(&m)
		return map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "target_id": m.ID, "resolved": refs.json()}, nil
	})
}

func (s *Sim) contextCommand(a Actor, name string, kind CommandType) (*Command, error) {
	locale := s.users[a.user].Locale
	for _, c := range s.usable(a, kind) {
		if c.Name == name || c.NameLocalizations[locale] == name {
			return c, nil
		}
	}
	return nil, refused("there is no command %q in the menu", name)
}

// Click presses a button of a message as it is now, named by its label, emoji or custom id. A button that is
// not there, disabled, or only a link, cannot be pressed.
func (a Actor) Click(m Message, button string) *Interaction {
	return a.use(m, false, func(c Component) bool { return c.Type == TypeButton }, button, nil)
}

// ClickStale presses a button of a message as it was when m was taken: the click of somebody whose screen had
// not caught up. The message must still exist.
func (a Actor) ClickStale(m Message, button string) *Interaction {
	return a.use(m, true, func(c Component) bool { return c.Type == TypeButton }, button, nil)
}

// Select picks from a select menu, named by its placeholder or custom id. Options are named by label or value;
// users as "@name", channels as "#name".
func (a Actor) Select(m Message, menu string, picks ...string) *Interaction {
	return a.use(m, false, func(c Component) bool { return c.Type.isSelect() }, menu, orEmpty(picks))
}

// SelectStale is to Select what ClickStale is to Click.
func (a Actor) SelectStale(m Message, menu string, picks ...string) *Interaction {
	return a.use(m, true, func(c Component) bool { return c.Type.isSelect() }, menu, orEmpty(picks))
}

func (a Actor) use(m Message, stale bool, kind func(Component) bool, name string, picks []string) *Interaction {
	return a.in(m.ChannelID).act(interactionComponent, func(s *Sim, i *Interaction) (map[string]any, error) {
		now := s.seen(m.ID, a.user)
		if !now.Exists() {
			return nil, refused("the message is not there")
		}
		shown := now
		if stale {
			shown = m
		}
		c, err := findComponent(shown, kind, name)
		if err != nil {
			return nil, err
		}
		i.source = m.ID
		data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type, "id": c.ID}
		if c.Type.isSelect() {
			refs := newResolved()
			values, err := s.pick(a.in(m.ChannelID), c, picks, refs)
			if err != nil {
				return nil, err
			}
			data["values"], data["resolved"] = values, refs.json()
		}
		return data, nil
	})
}

// in goes to the message's channel if the person is nowhere yet.
func (a Actor) in(c ChannelID) Actor {
	if c != "" {
		a.channel = c
	}
	return a
}

func findComponent(m Message, kind func(Component) bool, name string) (Component, error) {
	var names []string
	for _, c := range m.where(kind) {
		if !c.answersTo(name) {
			names = append(names, c.Name())
			continue
		}
		if c.Disabled {
			return c, refused("%q is disabled", name)
		}
		if c.Style == StyleLink || c.Style == StylePremium {
			return c, refused("%q is a link and does not reach the bot", name)
		}
		return c, nil
	}
	return Component{}, refused("the message has no %q, only %q", name, names)
}

// pick turns what was picked in a menu into its values.
func (s *Sim) pick(a Actor, c Component, picks []string, refs *resolved) ([]string, error) {
	least, most := 1, 1
	if c.MinValues != nil {
		least = *c.MinValues
	}
	if c.MaxValues != nil {
		most = *c.MaxValues
	}
	if len(picks) < least || len(picks) > most {
		return nil, refused("the menu wants %d to %d picks, not %d", least, most, len(picks))
	}
	values := []string{}
	for _, p := range picks {
		v, err := s.pickOne(a, c, p, refs)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

func (s *Sim) pickOne(a Actor, c Component, p string, refs *resolved) (string, error) {
	switch c.Type {
	case TypeUserSelect, TypeMentionableSelect:
		u, err := s.findUser(a, p)
		if err == nil {
			s.resolveUser(refs, s.guildOf(a.channel), u)
		}
		return string(u), err
	case TypeChannelSelect:
		ch, err := s.findChannel(a, p)
		if err != nil {
			return "", err
		}
		refs.channels[string(ch.ID)] = s.channelJSON(ch)
		return string(ch.ID), nil
	}
	for _, o := range c.Options {
		if o.Value == p || o.Label == p {
			return o.Value, nil
		}
	}
	return "", refused("the menu has no option %q", p)
}

// Submit fills in a form and sends it. Values are named by the input's custom id or label; what is not named
// keeps its preset. The client refuses a missing required value, and one that is too short or too long.
func (a Actor) Submit(m *Modal, values map[string]string) *Interaction {
	if m == nil {
		return &Interaction{sim: a.sim, err: refused("there is no form")}
	}
	return a.in(m.ChannelID).act(interactionModal, func(s *Sim, i *Interaction) (map[string]any, error) {
		i.source = m.source
		left := maps.Clone(values)
		var rows []any
		for _, c := range m.Components {
			row, err := s.submitRow(a.in(m.ChannelID), c, left)
			if err != nil {
				return nil, err
			}
			if row != nil {
				rows = append(rows, row)
			}
		}
		for name := range left {
			return nil, refused("the form has no field %q", name)
		}
		return map[string]any{"custom_id": m.CustomID, "components": rows}, nil
	})
}

// submitRow fills in one row or label of a form and takes its value from left.
func (s *Sim) submitRow(a Actor, c Component, left map[string]string) (map[string]any, error) {
	switch {
	case c.Type == TypeActionRow && len(c.Components) == 1:
		in, err := s.submitInput(a, c.Components[0], "", left)
		return map[string]any{"type": c.Type, "id": c.ID, "components": []any{in}}, err
	case c.Type == TypeLabel && c.Component != nil:
		in, err := s.submitInput(a, *c.Component, c.Label, left)
		return map[string]any{"type": c.Type, "id": c.ID, "component": in}, err
	}
	return nil, nil
}

func (s *Sim) submitInput(a Actor, c Component, label string, left map[string]string) (map[string]any, error) {
	value, given := c.Value, false
	for _, name := range []string{c.CustomID, c.Label, label} {
		if v, ok := left[name]; ok && name != "" {
			value, given = v, true
			delete(left, name)
		}
	}
	out := map[string]any{"type": c.Type, "id": c.ID, "custom_id": c.CustomID}
	required := c.Required == nil || *c.Required
	if required && value == "" {
		return nil, refused("%q must be filled in", c.Name()+label)
	}
	if c.Type.isSelect() || c.Type == TypeRadioGroup || c.Type == TypeCheckboxGroup {
		values := []string{}
		if given && value != "" {
			v, err := s.pickOne(a, c, value, newResolved())
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		out["values"] = values
		return out, nil
	}
	n := runes(value)
	if value != "" && c.MinLength != nil && n < *c.MinLength || c.MaxLength != nil && n > *c.MaxLength || n > 4000 {
		return nil, refused("%q: the text is too short or too long", c.Name()+label)
	}
	out["value"] = value
	return out, nil
}

// Say writes an ordinary message into the channel and returns it. The bot hears of it only with the intents
// for it.
func (a Actor) Say(text string) (Message, error) {
	s := a.sim
	s.mu.Lock()
	defer s.mu.Unlock()
	ch, err := s.place(a)
	if err != nil {
		return Message{}, err
	}
	m := &Message{
		ID: MessageID(s.newID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: a.user, Content: text, Timestamp: s.now().UTC(),
	}
	m.Mentions, _ = s.mentioned(m, draft{kind: channelCreate})
	m.Notified = slices.DeleteFunc(slices.Clone(m.Mentions), func(u UserID) bool { return u == a.user || u == s.bot })
	s.add(m)
	return *m, nil
}

// place is the channel that somebody is in, if he can act there.
func (s *Sim) place(a Actor) (*Channel, error) {
	ch := s.channels[a.channel]
	switch {
	case s.users[a.user] == nil:
		return nil, refused("there is no such person")
	case ch == nil:
		return nil, refused("there is no such channel")
	case !s.sees(a.user, ch):
		return nil, refused("%s does not see this channel", s.users[a.user].GlobalName)
	case s.archived(ch) && ch.Thread.Locked:
		return nil, refused("the thread is locked")
	}
	return ch, nil
}

// act makes an interaction: make says what its "data" is, or why the client refuses.
func (a Actor) act(kind int, make func(*Sim, *Interaction) (map[string]any, error)) *Interaction {
	s := a.sim
	s.mu.Lock()
	defer s.mu.Unlock()
	i := &Interaction{sim: s, kind: kind, user: a.user, channel: a.channel}
	ch, err := s.place(a)
	if err != nil {
		i.err = err
		return i
	}
	data, err := make(s, i)
	if err != nil {
		i.err = err
		return i
	}
	i.owners = s.owners(ch, a.user)
	s.begin(i)
	if len(i.owners) == 0 {
		return i // the bot was removed from here: nobody will answer
	}
	g := ch.GuildID
	if !s.botHere(ch) {
		g = "" // a user install reaches the bot where it is not a member
	}
	for _, p := range s.tampered(s.payload(i, ch, data)) {
		s.dispatch("INTERACTION_CREATE", g, p)
	}
	return i
}

// owners says which installs of the application answer here: 0 the server's, 1 the person's.
func (s *Sim) owners(ch *Channel, u UserID) map[string]string {
	out := map[string]string{}
	switch {
	case ch == nil:
	case ch.Type == ChannelDM:
		out["0"] = "0"
	case s.botHere(ch):
		out["0"] = string(ch.GuildID)
	}
	if user := s.users[u]; user != nil && user.Installed {
		out["1"] = string(u)
	}
	return out
}

// payload is INTERACTION_CREATE.
func (s *Sim) payload(i *Interaction, ch *Channel, data map[string]any) map[string]any {
	p := map[string]any{
		"id": i.id, "application_id": s.appID, "type": i.kind, "token": i.token, "version": 1, "data": data,
		"channel_id": ch.ID, "channel": s.channelJSON(ch), "locale": s.users[i.user].Locale,
		"app_permissions": s.appPermissions(ch), "entitlements": []any{}, "attachment_size_limit": maxFile,
		"authorizing_integration_owners": i.owners,
	}
	if m := s.messages[i.source]; m != nil && i.source != "" {
		p["message"] = s.messageJSON(m)
	}
	p["context"] = ch.context()
	if ch.isPrivate() {
		p["user"] = s.userJSON(i.user)
		return p
	}
	g := s.guilds[ch.GuildID]
	member := s.memberJSON(g, i.user)
	member["permissions"] = s.memberPermissions(ch, i.user)
	p["member"], p["guild_id"], p["guild_locale"] = member, g.ID, g.Locale
	p["guild"] = map[string]any{"id": g.ID, "locale": g.Locale, "features": []string{}}
	return p
}
