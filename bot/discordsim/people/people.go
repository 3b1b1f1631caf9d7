package people

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"paddock/bot/discordsim/world"
)

// People lets users act on the bot as Discord's own clients do. All methods take the world's lock
// and are safe for concurrent use.
type People struct{ clients *clients }

// New returns the People of a world.
func New(s *world.State) People { return People{&clients{State: s}} }

// lock takes the world's lock.
func (p People) lock() *clients {
	p.clients.Lock()
	return p.clients
}

// clients is the world as people's clients see it. Its fields are guarded by the world's lock.
type clients struct {
	*world.State
	tamper []*tamperOrder
}

// Actor is a user in a channel, ready to act. It is a value: keep it, pass it on, change the
// channel with In.
type Actor struct {
	clients *clients
	user    world.UserID
	channel world.ChannelID
	files   []world.Upload
}

// As returns an Actor without a channel: call In next.
func (p People) As(u world.UserID) Actor { return Actor{clients: p.clients, user: u} }

// In returns the same user in a channel, thread or DM.
func (a Actor) In(c world.ChannelID) Actor {
	a.channel = c
	return a
}

// WithFile adds a file to upload with an attachment option ("file:name").
func (a Actor) WithFile(name string, content []byte) Actor {
	a.files = append(slices.Clip(a.files), world.Upload{Index: len(a.files), Filename: name, Content: content})
	return a
}

// Slash uses a slash command, typed as "/kalah challenge user:@Bob holes:6". Users are "@name",
// channels "#name"; a choice is given by its name or value. The client refuses commands that are
// not registered or not usable here, and wrong options.
func (a Actor) Slash(text string) *Interaction {
	return a.act(world.InteractionCommand, func(s *clients, i *world.Interaction) (map[string]any, error) {
		t, err := s.parse(a, text)
		if err != nil {
			return nil, err
		}
		i.Command = t.name()
		return s.data(a, t, "")
	})
}

// Autocomplete asks for suggestions while text is typed, with the cursor in the named option. The
// text of that option may be anything, also empty.
func (a Actor) Autocomplete(text, option string) *Interaction {
	return a.act(world.InteractionAutocomplete, func(s *clients, i *world.Interaction) (map[string]any, error) {
		t, err := s.parse(a, text)
		if err != nil {
			return nil, err
		}
		o, ok := findOption(t.options, option, s.Users[a.user].Locale)
		if !ok || !o.Autocomplete {
			return nil, refused("/%s has no option %q with suggestions", t.name(), option)
		}
		i.Command, i.Focused = t.name(), o.Type
		return s.data(a, t, o.Name)
	})
}

// ContextMenu uses a user command on a user.
func (a Actor) ContextMenu(name string, target world.UserID) *Interaction {
	return a.act(world.InteractionCommand, func(s *clients, i *world.Interaction) (map[string]any, error) {
		c, err := s.contextCommand(a, name, world.CommandUser)
		if err != nil {
			return nil, err
		}
		if s.Users[target] == nil {
			return nil, refused("there is no such person")
		}
		i.Command = name
		refs := newResolved()
		s.resolveUser(refs, s.GuildOf(a.channel), target)
		return map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "target_id": target, "resolved": refs.json()},
			nil
	})
}

// MessageMenu uses a message command on a message.
func (a Actor) MessageMenu(name string, target world.Message) *Interaction {
	return a.act(world.InteractionCommand, func(s *clients, i *world.Interaction) (map[string]any, error) {
		c, err := s.contextCommand(a, name, world.CommandMessage)
		if err != nil {
			return nil, err
		}
		m := s.Seen(target.ID, a.user)
		if !m.Exists() {
			return nil, refused("there is no such message")
		}
		i.Command = name
		refs := newResolved()
		refs.messages[string(m.ID)] = s.MessageJSON(&m)
		return map[string]any{"id": c.ID, "name": c.Name, "type": c.Type, "target_id": m.ID, "resolved": refs.json()},
			nil
	})
}

// Launch opens the Activity from the app launcher, by the Entry Point command.
func (a Actor) Launch() *Interaction {
	byDiscord := false
	i := a.act(world.InteractionCommand, func(s *clients, i *world.Interaction) (map[string]any, error) {
		list := s.usable(a, world.CommandEntryPoint)
		if len(list) == 0 {
			return nil, refused("there is no Activity here")
		}
		c := list[0]
		i.Command, byDiscord = c.Name, c.Handler == world.HandlerDiscord
		if byDiscord {
			return nil, nil
		}
		return map[string]any{"id": c.ID, "name": c.Name, "type": c.Type}, nil
	})
	if i.err == nil && byDiscord {
		s := a.clients
		s.Lock()
		defer s.Unlock()
		i.state.Launched = s.Launch(a.user, s.Channels[a.channel]).ID
		s.Answered(i.state, world.AnswerLaunch)
	}
	return i
}

func (s *clients) contextCommand(a Actor, name string, kind world.CommandType) (*world.Command, error) {
	locale := s.Users[a.user].Locale
	for _, c := range s.usable(a, kind) {
		if c.Name == name || c.NameLocalizations[locale] == name {
			return c, nil
		}
	}
	return nil, refused("there is no command %q in the menu", name)
}

// Click presses a button of a message as it is now, named by its label, emoji or custom id. Missing
// and disabled buttons and links can't be pressed.
func (a Actor) Click(m world.Message, button string) *Interaction {
	return a.use(m, false, func(c world.Component) bool { return c.Type == world.TypeButton }, button, nil)
}

// ClickStale presses a button of a message as it was when m was taken, like a user with an outdated
// screen. The message must still exist.
func (a Actor) ClickStale(m world.Message, button string) *Interaction {
	return a.use(m, true, func(c world.Component) bool { return c.Type == world.TypeButton }, button, nil)
}

// Select picks from a select menu, named by its placeholder or custom id. Options are named by
// label or value; users and roles as "@name", channels as "#name".
func (a Actor) Select(m world.Message, menu string, picks ...string) *Interaction {
	return a.use(m, false, func(c world.Component) bool { return c.Type.IsSelect() }, menu, world.OrEmpty(picks))
}

// SelectStale is like Select for an outdated message, see ClickStale.
func (a Actor) SelectStale(m world.Message, menu string, picks ...string) *Interaction {
	return a.use(m, true, func(c world.Component) bool { return c.Type.IsSelect() }, menu, world.OrEmpty(picks))
}

func (a Actor) use(m world.Message, stale bool, kind func(world.Component) bool, name string,
	picks []string,
) *Interaction {
	return a.in(m.ChannelID).act(world.InteractionComponent,
		func(s *clients, i *world.Interaction) (map[string]any, error) {
			now := s.Seen(m.ID, a.user)
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
			i.Source = m.ID
			data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type, "id": c.ID}
			if c.Type.IsSelect() {
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

// in sets the message's channel if the Actor has none.
func (a Actor) in(c world.ChannelID) Actor {
	if c != "" {
		a.channel = c
	}
	return a
}

func findComponent(m world.Message, kind func(world.Component) bool, name string) (world.Component, error) {
	var names []string
	for _, c := range m.Where(kind) {
		if !c.AnswersTo(name) {
			names = append(names, c.Name())
			continue
		}
		if c.Disabled {
			return c, refused("%q is disabled", name)
		}
		if c.Style == world.StyleLink || c.Style == world.StylePremium {
			return c, refused("%q is a link and does not reach the bot", name)
		}
		return c, nil
	}
	return world.Component{}, refused("the message has no %q, only %q", name, names)
}

// pick converts the picks in a menu to values.
func (s *clients) pick(a Actor, c world.Component, picks []string, refs *resolved) ([]string, error) {
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

func (s *clients) pickOne(a Actor, c world.Component, p string, refs *resolved) (string, error) {
	switch c.Type {
	case world.TypeUserSelect, world.TypeMentionableSelect:
		u, err := s.findUser(a, p)
		if err == nil {
			s.resolveUser(refs, s.GuildOf(a.channel), u)
		}
		return string(u), err
	case world.TypeChannelSelect:
		ch, err := s.findChannel(a, p)
		if err != nil {
			return "", err
		}
		refs.channels[string(ch.ID)] = s.ChannelJSON(ch)
		return string(ch.ID), nil
	case world.TypeRoleSelect:
		role, err := s.findRole(a, p, refs)
		return string(role), err
	}
	for _, o := range c.Options {
		if o.Value == p || o.Label == p {
			return o.Value, nil
		}
	}
	return "", refused("the menu has no option %q", p)
}

// Submit fills in a form and sends it. Values are keyed by the input's custom id or label; missing
// ones keep their presets. The client refuses missing required values, and values that are too
// short or too long.
func (a Actor) Submit(m *world.Modal, values map[string]string) *Interaction {
	if m == nil {
		return &Interaction{world: a.clients.State, state: &world.Interaction{}, err: refused("there is no form")}
	}
	return a.in(m.ChannelID).act(world.InteractionModal,
		func(s *clients, i *world.Interaction) (map[string]any, error) {
			i.Source = m.Source
			left, refs := maps.Clone(values), newResolved()
			var rows []any
			for _, c := range m.Components {
				row, err := s.submitRow(a.in(m.ChannelID), c, left, refs)
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
			return map[string]any{"custom_id": m.CustomID, "components": rows, "resolved": refs.json()}, nil
		})
}

// submitRow fills in one row or label of a form and removes its value from left.
func (s *clients) submitRow(a Actor, c world.Component, left map[string]string,
	refs *resolved,
) (map[string]any, error) {
	switch {
	case c.Type == world.TypeActionRow && len(c.Components) == 1:
		in, err := s.submitInput(a, c.Components[0], "", left, refs)
		return map[string]any{"type": c.Type, "id": c.ID, "components": []any{in}}, err
	case c.Type == world.TypeLabel && c.Component != nil:
		in, err := s.submitInput(a, *c.Component, c.Label, left, refs)
		return map[string]any{"type": c.Type, "id": c.ID, "component": in}, err
	}
	return nil, nil
}

// submitInput fills in one field of a form. Several values of a group or menu are separated by
// commas, files are named as those of WithFile.
func (s *clients) submitInput(a Actor, c world.Component, label string, left map[string]string,
	refs *resolved,
) (map[string]any, error) {
	value := c.Preset()
	for _, name := range []string{c.CustomID, c.Label, label} {
		if v, ok := left[name]; ok && name != "" {
			value = v
			delete(left, name)
		}
	}
	out := map[string]any{"type": c.Type, "id": c.ID, "custom_id": c.CustomID}
	required := c.Type != world.TypeCheckbox && (c.Required == nil || *c.Required)
	if required && value == "" {
		return nil, refused("%q must be filled in", c.Name()+label)
	}
	var picks []string
	if value != "" {
		picks = strings.Split(value, ",")
	}
	switch {
	case c.Type == world.TypeCheckbox:
		out["value"] = value == "true"
	case c.Type == world.TypeRadioGroup && value == "":
		out["value"] = nil
	case c.Type == world.TypeRadioGroup:
		v, err := s.pickOne(a, c, value, refs)
		out["value"] = v
		return out, err
	case c.Type == world.TypeFileUpload:
		values := []string{}
		for _, name := range picks {
			id, err := s.attachFile(a, typedValue{text: name}, refs)
			if err != nil {
				return nil, err
			}
			values = append(values, fmt.Sprint(id))
		}
		out["values"] = values
	case c.Type == world.TypeTextInput:
		n := utf8.RuneCountInString(value)
		if value != "" && c.MinLength != nil && n < *c.MinLength || c.MaxLength != nil && n > *c.MaxLength || n > 4000 {
			return nil, refused("%q: the text is too short or too long", c.Name()+label)
		}
		out["value"] = value
	case len(picks) == 0:
		out["values"] = []string{}
	default:
		values, err := s.pick(a, c, picks, refs)
		out["values"] = values
		return out, err
	}
	return out, nil
}

// Say writes an ordinary message into the channel and returns it. The bot only receives it with the
// right intents.
func (a Actor) Say(text string) (world.Message, error) {
	s := a.clients
	s.Lock()
	defer s.Unlock()
	ch, err := s.place(a)
	if err != nil {
		return world.Message{}, err
	}
	m := &world.Message{
		ID: world.MessageID(s.NewID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: a.user, Content: text,
		Timestamp: s.Now().UTC(),
	}
	m.Mentions, _ = s.Mentioned(m, world.MayMentionAll)
	m.Notified = slices.DeleteFunc(slices.Clone(m.Mentions), func(u world.UserID) bool {
		return u == a.user || u == s.BotID
	})
	s.Add(m)
	return *m, nil
}

// place returns the Actor's channel, if the user can act there.
func (s *clients) place(a Actor) (*world.Channel, error) {
	ch := s.Channels[a.channel]
	switch {
	case s.Users[a.user] == nil:
		return nil, refused("there is no such person")
	case ch == nil:
		return nil, refused("there is no such channel")
	case !s.Sees(a.user, ch):
		return nil, refused("%s does not see this channel", s.Users[a.user].GlobalName)
	case s.Archived(ch) && ch.Thread.Locked:
		return nil, refused("the thread is locked")
	}
	return ch, nil
}

// act creates an interaction: make returns its "data", or the client's refusal.
func (a Actor) act(kind int, make func(*clients, *world.Interaction) (map[string]any, error)) *Interaction {
	s := a.clients
	s.Lock()
	defer s.Unlock()
	i := &world.Interaction{Kind: kind, User: a.user, Channel: a.channel}
	handle := &Interaction{world: s.State, state: i}
	ch, err := s.place(a)
	if err != nil {
		handle.err = err
		return handle
	}
	data, err := make(s, i)
	if err != nil {
		handle.err = err
		return handle
	}
	i.Owners = s.OwnersOf(i)
	s.Begin(i)
	if len(i.Owners) == 0 || data == nil {
		return handle // the bot was removed and can't answer, or the client refused the act
	}
	g := ch.GuildID
	if !s.BotHere(ch) {
		g = "" // a user install reaches the bot where it is not a member
	}
	for _, p := range s.tampered(s.payload(i, ch, data)) {
		s.Dispatch("INTERACTION_CREATE", g, p)
	}
	return handle
}

// payload returns the payload of INTERACTION_CREATE.
func (s *clients) payload(i *world.Interaction, ch *world.Channel, data map[string]any) map[string]any {
	p := map[string]any{
		"id": i.ID, "application_id": s.AppID, "type": i.Kind, "token": i.Token, "version": 1, "data": data,
		"channel_id": ch.ID, "channel": s.ChannelJSON(ch), "locale": s.Users[i.User].Locale,
		"app_permissions": s.AppPermissions(ch), "entitlements": []any{}, "attachment_size_limit": world.MaxFile,
		"authorizing_integration_owners": i.Owners,
	}
	if m := s.Posted[i.Source]; m != nil && i.Source != "" {
		p["message"] = s.MessageJSON(m)
	}
	p["context"] = ch.Context()
	if ch.IsPrivate() {
		p["user"] = s.UserJSON(i.User)
		return p
	}
	g := s.Guilds[ch.GuildID]
	member := s.MemberJSON(g, i.User)
	member["permissions"] = s.MemberPermissions(ch, i.User)
	p["member"], p["guild_id"], p["guild_locale"] = member, g.ID, g.Locale
	p["guild"] = map[string]any{"id": g.ID, "locale": g.Locale, "features": []string{}}
	return p
}
