package discordsim

import (
	"slices"
	"strings"
	"time"
)

// ChannelType is Discord's number for a kind of channel.
type ChannelType int

// The kinds of channel that exist here.
const (
	ChannelText          ChannelType = 0
	ChannelDM            ChannelType = 1
	ChannelGroup         ChannelType = 3 // people among themselves: the bot is never in it
	ChannelPublicThread  ChannelType = 11
	ChannelPrivateThread ChannelType = 12
)

// User is an account, the bot's included.
type User struct {
	ID         UserID `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot,omitempty"`
	Locale     string `json:"locale,omitempty"`
	DMsClosed  bool   `json:"dms_closed,omitempty"` // messages from the bot are refused with 50007
	Installed  bool   `json:"installed,omitempty"`  // has the application installed for himself
}

// Guild is a server. Members holds the bot as long as it is invited.
type Guild struct {
	ID          GuildID            `json:"id"`
	Name        string             `json:"name"`
	OwnerID     UserID             `json:"owner_id"`
	Locale      string             `json:"preferred_locale"`
	Members     map[UserID]*Member `json:"members"`
	Unavailable bool               `json:"unavailable,omitempty"` // an outage
}

// Member is a user in a guild.
type Member struct {
	Nick        string      `json:"nick,omitempty"`
	Permissions Permissions `json:"permissions"`
	JoinedAt    time.Time   `json:"joined_at"`
}

// Channel is a text channel, a thread or a direct message channel.
type Channel struct {
	ID            ChannelID       `json:"id"`
	Type          ChannelType     `json:"type"`
	GuildID       GuildID         `json:"guild_id,omitempty"`
	Name          string          `json:"name,omitempty"`
	ParentID      ChannelID       `json:"parent_id,omitempty"`
	LastMessageID MessageID       `json:"last_message_id,omitempty"`
	Recipient     UserID          `json:"recipient_id,omitempty"` // of a DM: the person on the other side
	OwnerID       UserID          `json:"owner_id,omitempty"`     // of a thread: who made it
	Thread        *ThreadMetadata `json:"thread_metadata,omitempty"`
	Members       []UserID        `json:"thread_members,omitempty"` // of a thread: who joined; of a group: who is in it
	BotDenied     Permissions     `json:"bot_denied"`               // what this channel takes from the bot

	messages   []MessageID // oldest first
	lastActive time.Time   // of a thread: for archiving itself
}

// ThreadMetadata is what only threads have.
type ThreadMetadata struct {
	Archived            bool      `json:"archived"`
	Locked              bool      `json:"locked"`
	AutoArchiveDuration int       `json:"auto_archive_duration"` // minutes
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
}

func (c *Channel) isThread() bool {
	return c.Type == ChannelPublicThread || c.Type == ChannelPrivateThread
}

// isPrivate says whether a channel belongs to no guild.
func (c *Channel) isPrivate() bool { return c.Type == ChannelDM || c.Type == ChannelGroup }

func (c *Channel) hasMember(u UserID) bool { return slices.Contains(c.Members, u) }

// world is everything that lasts. Guarded by Sim.mu.
type world struct {
	users    map[UserID]*User
	guilds   map[GuildID]*Guild
	channels map[ChannelID]*Channel
	messages map[MessageID]*Message
	dms      map[UserID]ChannelID
	dmsOpen  map[UserID]bool // the bot has opened this DM channel itself
	commands map[GuildID][]*Command
}

func newWorld() world {
	return world{
		users: map[UserID]*User{}, guilds: map[GuildID]*Guild{}, channels: map[ChannelID]*Channel{},
		messages: map[MessageID]*Message{}, dms: map[UserID]ChannelID{}, dmsOpen: map[UserID]bool{},
		commands: map[GuildID][]*Command{},
	}
}

// AddUser makes an account whose display name is name and whose user name is its lower case. DMs are open,
// the locale is en-US.
func (s *Sim) AddUser(name string) UserID {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := &User{ID: UserID(s.newID()), Username: strings.ToLower(strings.ReplaceAll(name, " ", "_")), GlobalName: name, Locale: "en-US"}
	s.users[u.ID] = u
	return u.ID
}

// SetLocale sets the language of somebody's client, such as "de".
func (s *Sim) SetLocale(id UserID, locale string) { s.setUser(id, func(u *User) { u.Locale = locale }) }

// CloseDMs makes the bot's messages to somebody fail with 50007; OpenDMs undoes it.
func (s *Sim) CloseDMs(id UserID) { s.setUser(id, func(u *User) { u.DMsClosed = true }) }

// OpenDMs lets the bot write to somebody again.
func (s *Sim) OpenDMs(id UserID) { s.setUser(id, func(u *User) { u.DMsClosed = false }) }

// Install gives somebody the application as a user install: usable where the bot is not a member.
func (s *Sim) Install(id UserID) { s.setUser(id, func(u *User) { u.Installed = true }) }

func (s *Sim) setUser(id UserID, change func(*User)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.users[id]; u != nil {
		next := *u
		change(&next)
		s.users[id] = &next
	}
}

// AddGuild makes a server owned by the first of the members, with the bot in it.
func (s *Sim) AddGuild(name string, members ...UserID) GuildID {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: GuildID(s.newID()), Name: name, Locale: "en-US", Members: map[UserID]*Member{}}
	for _, m := range members {
		if g.OwnerID == "" {
			g.OwnerID = m
		}
		g.Members[m] = &Member{Permissions: DefaultMemberPermissions, JoinedAt: s.now().UTC()}
	}
	g.Members[s.bot] = &Member{Permissions: DefaultBotPermissions, JoinedAt: s.now().UTC()}
	s.guilds[g.ID] = g
	s.dispatch("GUILD_CREATE", g.ID, s.guildCreate(g))
	return g.ID
}

// SetGuildLocale sets a server's language, such as "de".
func (s *Sim) SetGuildLocale(id GuildID, locale string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guilds[id]; g != nil {
		g.Locale = locale
	}
}

// AddMember lets somebody join a server. Joining twice changes nothing.
func (s *Sim) AddMember(id GuildID, u UserID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[id]
	if g == nil || s.users[u] == nil || g.Members[u] != nil {
		return
	}
	g.Members[u] = &Member{Permissions: DefaultMemberPermissions, JoinedAt: s.now().UTC()}
	join := s.memberJSON(g, u)
	join["guild_id"] = id
	s.dispatch("GUILD_MEMBER_ADD", id, join)
}

// RemoveMember makes somebody leave a server; a member fetch then answers 10007.
func (s *Sim) RemoveMember(id GuildID, u UserID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guilds[id]; g != nil && g.Members[u] != nil {
		delete(g.Members, u)
		s.dispatch("GUILD_MEMBER_REMOVE", id, map[string]any{"guild_id": id, "user": s.userJSON(u)})
	}
}

// SetNick gives a member a nickname in a server.
func (s *Sim) SetNick(id GuildID, u UserID, nick string) {
	s.setMember(id, u, func(m *Member) { m.Nick = nick })
}

// SetPermissions replaces what a member, or the bot, may do in a server.
func (s *Sim) SetPermissions(id GuildID, u UserID, p Permissions) {
	s.setMember(id, u, func(m *Member) { m.Permissions = p })
}

func (s *Sim) setMember(id GuildID, u UserID, change func(*Member)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if g := s.guilds[id]; g != nil && g.Members[u] != nil {
		next := *g.Members[u]
		change(&next)
		g.Members[u] = &next
	}
}

// AddChannel makes a text channel that all members see.
func (s *Sim) AddChannel(g GuildID, name string) ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Channel{ID: ChannelID(s.newID()), Type: ChannelText, GuildID: g, Name: name}
	s.channels[c.ID] = c
	s.dispatch("CHANNEL_CREATE", g, s.channelJSON(c))
	s.emit(Event{Type: EventChannelCreate, ChannelID: c.ID, Channel: snapshotChannel(c)})
	return c.ID
}

// Deny takes permissions from the bot in one channel (and its threads); Allow gives them back.
func (s *Sim) Deny(id ChannelID, p Permissions) {
	s.setDenied(id, func(d Permissions) Permissions { return d | p })
}

// Allow undoes Deny.
func (s *Sim) Allow(id ChannelID, p Permissions) {
	s.setDenied(id, func(d Permissions) Permissions { return d &^ p })
}

func (s *Sim) setDenied(id ChannelID, change func(Permissions) Permissions) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil {
		c.BotDenied = change(c.BotDenied)
		s.dispatch("CHANNEL_UPDATE", c.GuildID, s.channelJSON(c))
	}
}

// AddThread makes a public thread as a person would, in a text channel.
func (s *Sim) AddThread(parent ChannelID, name string, owner UserID) ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	p := s.channels[parent]
	if p == nil || p.Type != ChannelText {
		return ""
	}
	return s.addThread(p, ChannelID(s.newID()), name, ChannelPublicThread, owner, 4320).ID
}

func (s *Sim) addThread(parent *Channel, id ChannelID, name string, kind ChannelType, owner UserID, minutes int) *Channel {
	now := s.now().UTC()
	c := &Channel{
		ID: id, Type: kind, GuildID: parent.GuildID, Name: name, ParentID: parent.ID,
		OwnerID: owner, Members: []UserID{owner}, lastActive: now,
		Thread: &ThreadMetadata{AutoArchiveDuration: minutes, ArchiveTimestamp: now},
	}
	s.channels[id] = c
	made := s.channelJSON(c)
	made["newly_created"] = true
	s.dispatch("THREAD_CREATE", c.GuildID, made)
	s.emit(Event{Type: EventThreadCreate, ChannelID: id, Channel: snapshotChannel(c)})
	return c
}

// archived says whether a thread is archived now, by hand or by time, and notes it down.
func (s *Sim) archived(c *Channel) bool {
	if !c.isThread() {
		return false
	}
	last := c.lastActive.Add(time.Duration(c.Thread.AutoArchiveDuration) * time.Minute)
	if !c.Thread.Archived && !s.now().Before(last) {
		t := *c.Thread
		t.Archived, t.ArchiveTimestamp = true, last.UTC()
		c.Thread = &t
	}
	return c.Thread.Archived
}

// SetThread archives or unarchives, locks or unlocks a thread, as a moderator would.
func (s *Sim) SetThread(id ChannelID, archived, locked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil && c.isThread() {
		s.setThread(c, archived, locked)
	}
}

func (s *Sim) setThread(c *Channel, archived, locked bool) {
	t := *c.Thread
	t.Archived, t.Locked, t.ArchiveTimestamp = archived, locked, s.now().UTC()
	c.Thread = &t
	c.lastActive = s.now()
	s.dispatch("THREAD_UPDATE", c.GuildID, s.channelJSON(c))
	s.emit(Event{Type: EventChannelUpdate, ChannelID: c.ID, Channel: snapshotChannel(c)})
}

// DeleteChannel removes a channel or thread with its messages and, for a channel, its threads.
func (s *Sim) DeleteChannel(id ChannelID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.channels[id]; c != nil {
		s.deleteChannel(c)
	}
}

func (s *Sim) deleteChannel(c *Channel) {
	for _, t := range s.channels {
		if t.ParentID == c.ID && t.isThread() {
			s.deleteChannel(t)
		}
	}
	delete(s.channels, c.ID)
	for _, m := range c.messages {
		delete(s.messages, m)
	}
	name := "CHANNEL_DELETE"
	if c.isThread() {
		name = "THREAD_DELETE"
	}
	s.dispatch(name, c.GuildID, s.channelJSON(c))
	s.emit(Event{Type: EventChannelDelete, ChannelID: c.ID, Channel: snapshotChannel(c)})
}

// DeleteMessage removes a message, as a moderator would.
func (s *Sim) DeleteMessage(id MessageID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m := s.messages[id]; m != nil {
		s.deleteMessage(m)
	}
}

// DM is the direct message channel between somebody and the bot, made when it is first asked for.
func (s *Sim) DM(u UserID) ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dm(u).ID
}

func (s *Sim) dm(u UserID) *Channel {
	if id, ok := s.dms[u]; ok {
		return s.channels[id]
	}
	c := &Channel{ID: ChannelID(s.newID()), Type: ChannelDM, Recipient: u}
	s.channels[c.ID], s.dms[u] = c, c.ID
	return c
}

// AddGroup makes a direct message channel of several people. Of the application they have there what each has installed for himself.
func (s *Sim) AddGroup(name string, members ...UserID) ChannelID {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &Channel{ID: ChannelID(s.newID()), Type: ChannelGroup, Name: name, Members: slices.Clone(members)}
	if len(members) > 0 {
		c.OwnerID = members[0]
	}
	s.channels[c.ID] = c
	s.emit(Event{Type: EventChannelCreate, ChannelID: c.ID, Channel: snapshotChannel(c)})
	return c.ID
}

// KickBot removes the bot from a server: GUILD_DELETE without "unavailable". InviteBot undoes it.
func (s *Sim) KickBot(id GuildID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[id]
	if g == nil || g.Members[s.bot] == nil {
		return
	}
	s.dispatch("GUILD_DELETE", id, map[string]any{"id": id})
	delete(g.Members, s.bot)
}

// InviteBot puts the bot back into a server.
func (s *Sim) InviteBot(id GuildID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[id]
	if g == nil || g.Members[s.bot] != nil {
		return
	}
	g.Members[s.bot] = &Member{Permissions: DefaultBotPermissions, JoinedAt: s.now().UTC()}
	s.dispatch("GUILD_CREATE", id, s.guildCreate(g))
}

// Outage makes a server unavailable (GUILD_DELETE with "unavailable": true) or brings it back (GUILD_CREATE).
func (s *Sim) Outage(id GuildID, out bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[id]
	if g == nil || g.Unavailable == out {
		return
	}
	g.Unavailable = out
	if out {
		s.dispatch("GUILD_DELETE", id, map[string]any{"id": id, "unavailable": true})
		return
	}
	s.dispatch("GUILD_CREATE", id, s.guildCreate(g))
}

// User is somebody as he is now; the zero User if there is no such account.
func (s *Sim) User(id UserID) User {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u := s.users[id]; u != nil {
		return *u
	}
	return User{}
}

// Channel is a channel as it is now, and whether it exists.
func (s *Sim) Channel(id ChannelID) (Channel, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[id]
	if c == nil {
		return Channel{}, false
	}
	s.archived(c)
	return *snapshotChannel(c), true
}

// Threads are the threads of a channel, oldest first.
func (s *Sim) Threads(parent ChannelID) []Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Channel
	for _, c := range s.channels {
		if c.ParentID == parent && c.isThread() {
			s.archived(c)
			out = append(out, *snapshotChannel(c))
		}
	}
	slices.SortFunc(out, func(a, b Channel) int { return compareIDs(string(a.ID), string(b.ID)) })
	return out
}

func snapshotChannel(c *Channel) *Channel {
	out := *c
	out.Members = slices.Clone(c.Members)
	out.messages = nil
	return &out
}

// compareIDs orders ids by age.
func compareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// sees says whether somebody can open a channel at all.
func (s *Sim) sees(u UserID, c *Channel) bool {
	switch c.Type {
	case ChannelDM:
		return c.Recipient == u || u == s.bot
	case ChannelPrivateThread, ChannelGroup:
		return c.hasMember(u)
	}
	g := s.guilds[c.GuildID]
	return g != nil && g.Members[u] != nil && s.memberPermissions(c, u).has(PermViewChannel)
}

// mutualGuild says whether somebody shares a server with the bot.
func (s *Sim) mutualGuild(u UserID) bool {
	for _, g := range s.guilds {
		if g.Members[s.bot] != nil && g.Members[u] != nil {
			return true
		}
	}
	return false
}

// displayName is how somebody is called in a guild, or elsewhere if g is "".
func (s *Sim) displayName(g GuildID, u UserID) string {
	if guild := s.guilds[g]; guild != nil && guild.Members[u] != nil && guild.Members[u].Nick != "" {
		return guild.Members[u].Nick
	}
	if user := s.users[u]; user != nil {
		return user.GlobalName
	}
	return "unknown"
}
