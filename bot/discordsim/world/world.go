package world

import (
	"slices"
	"strings"
)

// World lets tests and pages read and change a State. Its methods take the lock and are safe for
// concurrent use.
type World struct{ state *State }

// Outside returns a World that reads and changes a state.
func Outside(s *State) World { return World{s} }

// lock takes the lock of the state.
func (w World) lock() *State {
	w.state.Lock()
	return w.state
}

// ApplicationID returns the id of the only application.
func (w World) ApplicationID() string { return w.state.AppID }

// Bot returns the application's bot user.
func (w World) Bot() UserID { return w.state.BotID }

// AddUser creates an account with the display name name and its lower case as user name. DMs are
// open, the locale is en-US.
func (w World) AddUser(name string) UserID {
	s := w.lock()
	defer s.Unlock()
	u := &User{
		ID: UserID(s.NewID()), Username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), GlobalName: name,
		Locale: "en-US",
	}
	s.Users[u.ID] = u
	return u.ID
}

// SetLocale sets the language of a user's client, such as "de".
func (w World) SetLocale(id UserID, locale string) {
	w.setUser(id, func(u *User) { u.Locale = locale })
}

// SetAvatar sets the hash of a user's avatar. Empty takes it away.
func (w World) SetAvatar(id UserID, hash string) {
	w.setUser(id, func(u *User) { u.Avatar = hash })
}

// CloseDMs makes the bot's direct messages to a user fail with 50007. OpenDMs undoes it.
func (w World) CloseDMs(id UserID) { w.setUser(id, func(u *User) { u.DMsClosed = true }) }

// OpenDMs allows the bot to write to a user again.
func (w World) OpenDMs(id UserID) { w.setUser(id, func(u *User) { u.DMsClosed = false }) }

// Install adds a user install of the application, which works where the bot is not a member.
func (w World) Install(id UserID) { w.setUser(id, func(u *User) { u.Installed = true }) }

// Uninstall undoes Install.
func (w World) Uninstall(id UserID) { w.setUser(id, func(u *User) { u.Installed = false }) }

func (w World) setUser(id UserID, change func(*User)) {
	s := w.lock()
	defer s.Unlock()
	if u := s.Users[id]; u != nil {
		next := *u
		change(&next)
		s.Users[id] = &next
	}
}

// AddGuild creates a server with the bot, owned by the first of the members.
func (w World) AddGuild(name string, members ...UserID) GuildID {
	s := w.lock()
	defer s.Unlock()
	g := &Guild{ID: GuildID(s.NewID()), Name: name, Locale: "en-US", Members: map[UserID]*Member{}}
	for _, m := range members {
		if g.OwnerID == "" {
			g.OwnerID = m
		}
		g.Members[m] = &Member{Permissions: DefaultMemberPermissions, JoinedAt: s.Now().UTC()}
	}
	g.Members[s.BotID] = &Member{Permissions: DefaultBotPermissions, JoinedAt: s.Now().UTC()}
	s.Guilds[g.ID] = g
	s.Dispatch("GUILD_CREATE", g.ID, s.GuildCreate(g))
	return g.ID
}

// SetGuildLocale sets a server's language, such as "de".
func (w World) SetGuildLocale(id GuildID, locale string) {
	s := w.lock()
	defer s.Unlock()
	if g := s.Guilds[id]; g != nil {
		g.Locale = locale
	}
}

// AddMember adds a user to a server. Adding twice changes nothing.
func (w World) AddMember(id GuildID, u UserID) {
	s := w.lock()
	defer s.Unlock()
	g := s.Guilds[id]
	if g == nil || s.Users[u] == nil || g.Members[u] != nil {
		return
	}
	g.Members[u] = &Member{Permissions: DefaultMemberPermissions, JoinedAt: s.Now().UTC()}
	join := s.MemberJSON(g, u)
	join["guild_id"] = id
	s.Dispatch("GUILD_MEMBER_ADD", id, join)
}

// RemoveMember removes a user from a server; a member fetch then answers 10007.
func (w World) RemoveMember(id GuildID, u UserID) {
	s := w.lock()
	defer s.Unlock()
	if g := s.Guilds[id]; g != nil && g.Members[u] != nil {
		delete(g.Members, u)
		s.Dispatch("GUILD_MEMBER_REMOVE", id, map[string]any{"guild_id": id, "user": s.UserJSON(u)})
	}
}

// AddRole creates a role in a server, without members.
func (w World) AddRole(id GuildID, name string) RoleID {
	s := w.lock()
	defer s.Unlock()
	g := s.Guilds[id]
	if g == nil {
		return ""
	}
	r := Role{ID: RoleID(s.NewID()), Name: name}
	g.Roles = append(slices.Clip(g.Roles), r)
	s.Dispatch("GUILD_ROLE_CREATE", id, map[string]any{"guild_id": id, "role": roleJSON(r.ID, r.Name, len(g.Roles))})
	return r.ID
}

// SetRole gives a role to a member, or removes it.
func (w World) SetRole(id GuildID, u UserID, r RoleID, has bool) {
	w.setMember(id, u, func(m *Member) {
		m.Roles = slices.DeleteFunc(slices.Clone(m.Roles), func(other RoleID) bool { return other == r })
		if has {
			m.Roles = append(m.Roles, r)
		}
	})
}

// SetNick gives a member a nickname in a server.
func (w World) SetNick(id GuildID, u UserID, nick string) {
	w.setMember(id, u, func(m *Member) { m.Nick = nick })
}

// SetPermissions replaces the permissions of a member or the bot in a server.
func (w World) SetPermissions(id GuildID, u UserID, p Permissions) {
	w.setMember(id, u, func(m *Member) { m.Permissions = p })
}

func (w World) setMember(id GuildID, u UserID, change func(*Member)) {
	s := w.lock()
	defer s.Unlock()
	if g := s.Guilds[id]; g != nil && g.Members[u] != nil {
		next := *g.Members[u]
		change(&next)
		g.Members[u] = &next
	}
}

// AddChannel creates a text channel that all members see.
func (w World) AddChannel(g GuildID, name string) ChannelID {
	return w.AddChannelOf(ChannelText, g, name)
}

// AddChannelOf creates a channel of a type that all members see.
func (w World) AddChannelOf(kind ChannelType, g GuildID, name string) ChannelID {
	s := w.lock()
	defer s.Unlock()
	c := &Channel{ID: ChannelID(s.NewID()), Type: kind, GuildID: g, Name: name}
	s.Channels[c.ID] = c
	s.Dispatch("CHANNEL_CREATE", g, s.ChannelJSON(c))
	s.Emit(Event{Type: EventChannelCreate, ChannelID: c.ID, Channel: SnapshotChannel(c)})
	return c.ID
}

// Deny takes permissions from the bot in one channel and its threads. Allow gives the permissions
// back.
func (w World) Deny(id ChannelID, p Permissions) {
	w.setDenied(id, func(d Permissions) Permissions { return d | p })
}

// Allow gives the bot the permissions back that Deny took in a channel.
func (w World) Allow(id ChannelID, p Permissions) {
	w.setDenied(id, func(d Permissions) Permissions { return d &^ p })
}

func (w World) setDenied(id ChannelID, change func(Permissions) Permissions) {
	s := w.lock()
	defer s.Unlock()
	if c := s.Channels[id]; c != nil {
		c.BotDenied = change(c.BotDenied)
		s.Dispatch("CHANNEL_UPDATE", c.GuildID, s.ChannelJSON(c))
	}
}

// AddThread creates a public thread in a channel for a user, or a post in a forum.
func (w World) AddThread(parent ChannelID, name string, owner UserID) ChannelID {
	s := w.lock()
	defer s.Unlock()
	p := s.Channels[parent]
	if p == nil || p.threads() == 0 {
		return ""
	}
	return s.NewThread(p, ChannelID(s.NewID()), name, p.threads(), owner, 4320).ID
}

// SetThread archives or unarchives, locks or unlocks a thread like a moderator.
func (w World) SetThread(id ChannelID, archived, locked bool) {
	s := w.lock()
	defer s.Unlock()
	if c := s.Channels[id]; c != nil && c.IsThread() {
		s.ChangeThread(c, archived, locked)
	}
}

// DeleteChannel removes a channel or thread with its messages and, for a channel, its threads.
func (w World) DeleteChannel(id ChannelID) {
	s := w.lock()
	defer s.Unlock()
	if c := s.Channels[id]; c != nil {
		s.DropChannel(c)
	}
}

// DeleteMessage deletes a message like a moderator.
func (w World) DeleteMessage(id MessageID) {
	s := w.lock()
	defer s.Unlock()
	if m := s.Posted[id]; m != nil {
		s.DropMessage(m)
	}
}

// DM returns the direct message channel between a user and the bot, and creates it if necessary.
func (w World) DM(u UserID) ChannelID {
	s := w.lock()
	defer s.Unlock()
	return s.DMWith(u).ID
}

// AddGroup creates a direct message channel of several users. Only their own user installs of the
// application work there.
func (w World) AddGroup(name string, members ...UserID) ChannelID {
	s := w.lock()
	defer s.Unlock()
	c := &Channel{ID: ChannelID(s.NewID()), Type: ChannelGroup, Name: name, Members: slices.Clone(members)}
	if len(members) > 0 {
		c.OwnerID = members[0]
	}
	s.open(c)
	return c.ID
}

// AddFriends creates the direct message channel between two users. The bot is not in it, as in a
// group.
func (w World) AddFriends(one, other UserID) ChannelID {
	s := w.lock()
	defer s.Unlock()
	c := &Channel{ID: ChannelID(s.NewID()), Type: ChannelDM, Members: []UserID{one, other}}
	s.open(c)
	return c.ID
}

func (s *State) open(c *Channel) {
	s.Channels[c.ID] = c
	s.Emit(Event{Type: EventChannelCreate, ChannelID: c.ID, Channel: SnapshotChannel(c)})
}

// LeaveGroup removes a user from a group.
func (w World) LeaveGroup(id ChannelID, u UserID) {
	s := w.lock()
	defer s.Unlock()
	if c := s.Channels[id]; c != nil {
		next := *c
		next.Members = slices.DeleteFunc(slices.Clone(c.Members), func(m UserID) bool { return m == u })
		s.Channels[id] = &next
	}
}

// KickBot removes the bot from a server: GUILD_DELETE without "unavailable". InviteBot undoes it.
func (w World) KickBot(id GuildID) {
	s := w.lock()
	defer s.Unlock()
	g := s.Guilds[id]
	if g == nil || g.Members[s.BotID] == nil {
		return
	}
	s.Dispatch("GUILD_DELETE", id, map[string]any{"id": id})
	delete(g.Members, s.BotID)
}

// InviteBot returns the bot to a server.
func (w World) InviteBot(id GuildID) {
	s := w.lock()
	defer s.Unlock()
	g := s.Guilds[id]
	if g == nil || g.Members[s.BotID] != nil {
		return
	}
	g.Members[s.BotID] = &Member{Permissions: DefaultBotPermissions, JoinedAt: s.Now().UTC()}
	s.Dispatch("GUILD_CREATE", id, s.GuildCreate(g))
}

// Outage makes a server unavailable (GUILD_DELETE with "unavailable": true) or brings it back
// (GUILD_CREATE).
func (w World) Outage(id GuildID, out bool) {
	s := w.lock()
	defer s.Unlock()
	g := s.Guilds[id]
	if g == nil || g.Unavailable == out {
		return
	}
	g.Unavailable = out
	if out {
		s.Dispatch("GUILD_DELETE", id, map[string]any{"id": id, "unavailable": true})
		return
	}
	s.Dispatch("GUILD_CREATE", id, s.GuildCreate(g))
}

// User returns a user as it is now; zero if there is no such account.
func (w World) User(id UserID) User {
	s := w.lock()
	defer s.Unlock()
	if u := s.Users[id]; u != nil {
		return *u
	}
	return User{}
}

// Channel returns a channel as it is now, and whether it exists.
func (w World) Channel(id ChannelID) (Channel, bool) {
	s := w.lock()
	defer s.Unlock()
	c := s.Channels[id]
	if c == nil {
		return Channel{}, false
	}
	s.Archived(c)
	return *SnapshotChannel(c), true
}

// Threads returns the threads of a channel, oldest first.
func (w World) Threads(parent ChannelID) []Channel {
	s := w.lock()
	defer s.Unlock()
	var out []Channel
	for _, c := range s.Channels {
		if c.ParentID == parent && c.IsThread() {
			s.Archived(c)
			out = append(out, *SnapshotChannel(c))
		}
	}
	slices.SortFunc(out, func(a, b Channel) int { return CompareIDs(string(a.ID), string(b.ID)) })
	return out
}

// Events returns the scheduled events of a server, the oldest first.
func (w World) Events(g GuildID) []ScheduledEvent {
	s := w.lock()
	defer s.Unlock()
	if s.Guilds[g] == nil {
		return nil
	}
	return s.Guilds[g].Events
}

// Emojis returns the application's emojis, the oldest first.
func (w World) Emojis() []AppEmoji {
	s := w.lock()
	defer s.Unlock()
	return s.Emojis
}

// DeleteEmojis deletes the application's emojis, as its owner can on Discord's pages.
func (w World) DeleteEmojis() {
	s := w.lock()
	defer s.Unlock()
	s.Emojis = nil
}

// Message returns a message as a user sees it now; zero if the user sees none.
func (w World) Message(id MessageID, viewer UserID) Message {
	s := w.lock()
	defer s.Unlock()
	return s.Seen(id, viewer)
}

// Messages returns the messages of a channel that a user sees, oldest first. Of ephemeral ones
// these are the user's own.
func (w World) Messages(channel ChannelID, viewer UserID) []Message {
	s := w.lock()
	defer s.Unlock()
	return s.history(channel, viewer)
}

// Last returns the newest message of a channel that a user sees; zero if there is none.
func (w World) Last(channel ChannelID, viewer UserID) Message {
	list := w.Messages(channel, viewer)
	if len(list) == 0 {
		return Message{}
	}
	return list[len(list)-1]
}

// File returns an attachment of a message, also a recently removed one, or of an upload, and
// whether it exists.
func (w World) File(id AttachmentID) (Attachment, bool) {
	s := w.lock()
	defer s.Unlock()
	return s.FindFile(id)
}

// Abandon gives up all deferred answers, because their bot has ended, so that Settle doesn't wait
// for them. It returns their number.
func (w World) Abandon() (n int) {
	s := w.lock()
	defer s.Unlock()
	for _, i := range s.order {
		if i.Answer != NoAnswer && !i.isSettled {
			s.settle(i)
			n++
		}
	}
	return n
}

// Subscribe calls f with every event that viewer sees from now on, in order, from one goroutine.
// Viewer "" sees everything, including REST calls. The returned function ends the subscription; one
// call of f may still be running when it returns.
func (w World) Subscribe(viewer UserID, f func(Event)) (cancel func()) {
	to := &watcher{viewer: viewer, f: f, wake: make(chan struct{}, 1)}
	s := w.lock()
	defer s.Unlock()
	if s.Closed {
		return func() {}
	}
	s.watchers = append(s.watchers, to)
	s.Go(func() { s.deliver(to) })
	return func() {
		s.Lock()
		defer s.Unlock()
		s.watchers = slices.DeleteFunc(s.watchers, func(other *watcher) bool { return other == to })
		to.close()
	}
}
