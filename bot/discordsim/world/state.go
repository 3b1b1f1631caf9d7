package world

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"sync"
	"time"
)

// State is one Discord with one application. REST, the gateway and people read and change it
// through its methods, and outsiders through World. The caller of a method or user of a field must
// hold the lock.
type State struct {
	sync.Mutex
	changed *sync.Cond // its lock is that of the State; it signals that awaited work has ended
	Closed  bool
	tasks   sync.WaitGroup // all goroutines of the simulator
	lastID  uint64
	cfg     Config

	AppID string
	// InteractionsURL receives posted interactions; empty: they go over the gateway.
	InteractionsURL string
	BotID           UserID
	dispatcher      func(name string, g GuildID, payload map[string]any)

	records
	former       []Attachment // attachments that edits or deletions have removed
	interactions              // those whose tokens may still be valid
	activities                // the running Activities and their users
	audience                  // who hears of events
}

// Config configures a world.
type Config struct {
	BotName      string
	CDN          string           // the address before /attachments/... in attachment URLs
	HistoryLimit int              // number of messages that a channel keeps, oldest forgotten first; 0 means all
	Now          func() time.Time // the time for messages, tokens and threads
	Activities   bool             // the application has an Activity
}

// records is the part of a State that is stored.
type records struct {
	Users      map[UserID]*User
	Guilds     map[GuildID]*Guild
	Channels   map[ChannelID]*Channel
	Posted     map[MessageID]*Message
	dms        map[UserID]ChannelID
	DMsOpen    map[UserID]bool // the bot has opened this DM channel itself
	Registered map[GuildID][]*Command
	Emojis     []AppEmoji // emojis of the application, oldest first; the slice is replaced, never changed
}

func newRecords() records {
	return records{
		Users: map[UserID]*User{}, Guilds: map[GuildID]*Guild{}, Channels: map[ChannelID]*Channel{},
		Posted: map[MessageID]*Message{}, dms: map[UserID]ChannelID{}, DMsOpen: map[UserID]bool{},
		Registered: map[GuildID][]*Command{},
	}
}

// New returns a world with only the application and its bot user.
func New(cfg Config) *State {
	s := &State{cfg: cfg, records: newRecords(), interactions: newInteractions(), activities: newActivities()}
	s.dispatcher = func(string, GuildID, map[string]any) {}
	s.changed = sync.NewCond(&s.Mutex)
	s.AppID = s.NewID()
	s.BotID = UserID(s.AppID) // the bot user has the application's id, as in every application made since 2016
	s.Users[s.BotID] = &User{ID: s.BotID, Username: cfg.BotName, GlobalName: cfg.BotName, Bot: true, Locale: "en-US"}
	s.entryPoint()
	return s
}

// Now returns the time for messages, tokens and threads.
func (s *State) Now() time.Time { return s.cfg.Now() }

// Key returns the key that signs posted requests. It is derived from the application, so a saved
// world keeps it.
func (s *State) Key() ed25519.PrivateKey {
	seed := sha256.Sum256([]byte("key of " + s.AppID))
	return ed25519.NewKeyFromSeed(seed[:])
}

// PublicKey returns the public half of the Key, as the application's settings show it.
func (s *State) PublicKey() string { return hex.EncodeToString(s.Key().Public().(ed25519.PublicKey)) }

// DispatchTo sets the function that sends events to the bot.
func (s *State) DispatchTo(f func(name string, g GuildID, payload map[string]any)) { s.dispatcher = f }

// Dispatch sends an event to the bot, unless its server lacks the bot or is unavailable. DMs have
// guild "".
func (s *State) Dispatch(name string, g GuildID, payload map[string]any) {
	if guild := s.Guilds[g]; guild != nil &&
		(guild.Members[s.BotID] == nil || guild.Unavailable && name != "GUILD_DELETE") {
		return
	}
	s.dispatcher(name, g, payload)
}

// Go runs f in a goroutine that Wait waits for.
func (s *State) Go(f func()) {
	s.tasks.Go(f)
}

// Await waits until done returns true, or the world is closed or ctx ends. It calls done with the
// lock held. The caller must not hold the lock.
func (s *State) Await(ctx context.Context, done func() bool) error {
	stop := context.AfterFunc(ctx, func() {
		s.Lock()
		defer s.Unlock()
		s.changed.Broadcast()
	})
	defer stop()
	s.Lock()
	defer s.Unlock()
	for !done() && !s.Closed && ctx.Err() == nil {
		s.changed.Wait()
	}
	return ctx.Err()
}

// Wake makes Await check again. Call it after work has ended.
func (s *State) Wake() { s.changed.Broadcast() }

// Wait waits for all goroutines of the simulator. The caller does not hold the lock.
func (s *State) Wait() { s.tasks.Wait() }

// ShutDown ends timers and subscriptions, and prevents new ones.
func (s *State) ShutDown() {
	s.Closed = true
	s.stopTimers()
	s.closeSubscriptions()
	s.changed.Broadcast()
}

// BotGuilds returns the servers with the bot, oldest first.
func (s *State) BotGuilds() []*Guild {
	var out []*Guild
	for _, g := range s.Guilds {
		if g.Members[s.BotID] != nil {
			out = append(out, g)
		}
	}
	slices.SortFunc(out, func(a, b *Guild) int { return CompareIDs(string(a.ID), string(b.ID)) })
	return out
}

// NewThread creates a thread that is archived after the given number of minutes without messages.
func (s *State) NewThread(parent *Channel, id ChannelID, name string, kind ChannelType, owner UserID,
	minutes int,
) *Channel {
	now := s.Now().UTC()
	c := &Channel{
		ID: id, Type: kind, GuildID: parent.GuildID, Name: name, ParentID: parent.ID,
		OwnerID: owner, Members: []UserID{owner}, lastActive: now,
		Thread: &ThreadMetadata{AutoArchiveDuration: minutes, ArchiveTimestamp: now},
	}
	s.Channels[id] = c
	made := s.ChannelJSON(c)
	made["newly_created"] = true
	s.Dispatch("THREAD_CREATE", c.GuildID, made)
	s.Emit(Event{Type: EventThreadCreate, ChannelID: id, Channel: SnapshotChannel(c)})
	return c
}

// Archived reports whether a thread is archived, and archives it if its time has come.
func (s *State) Archived(c *Channel) bool {
	if !c.IsThread() {
		return false
	}
	last := c.lastActive.Add(time.Duration(c.Thread.AutoArchiveDuration) * time.Minute)
	if !c.Thread.Archived && !s.Now().Before(last) {
		t := *c.Thread
		t.Archived, t.ArchiveTimestamp = true, last.UTC()
		c.Thread = &t
	}
	return c.Thread.Archived
}

// ChangeThread archives or unarchives, locks or unlocks a thread.
func (s *State) ChangeThread(c *Channel, archived, locked bool) {
	t := *c.Thread
	t.Archived, t.Locked, t.ArchiveTimestamp = archived, locked, s.Now().UTC()
	c.Thread = &t
	c.lastActive = s.Now()
	s.Dispatch("THREAD_UPDATE", c.GuildID, s.ChannelJSON(c))
	s.Emit(Event{Type: EventChannelUpdate, ChannelID: c.ID, Channel: SnapshotChannel(c)})
}

// DropChannel removes a channel or thread with its messages and threads.
func (s *State) DropChannel(c *Channel) {
	for _, t := range s.Channels {
		if t.ParentID == c.ID && t.IsThread() {
			s.DropChannel(t)
		}
	}
	delete(s.Channels, c.ID)
	for _, m := range c.MessageIDs {
		s.retire(s.Posted[m], nil)
		delete(s.Posted, m)
	}
	name := "CHANNEL_DELETE"
	if c.IsThread() {
		name = "THREAD_DELETE"
	}
	s.Dispatch(name, c.GuildID, s.ChannelJSON(c))
	s.Emit(Event{Type: EventChannelDelete, ChannelID: c.ID, Channel: SnapshotChannel(c)})
}

// DMWith returns the DM channel between a user and the bot, and creates it if necessary.
func (s *State) DMWith(u UserID) *Channel {
	if id, ok := s.dms[u]; ok {
		return s.Channels[id]
	}
	c := &Channel{ID: ChannelID(s.NewID()), Type: ChannelDM, Recipient: u}
	s.Channels[c.ID], s.dms[u] = c, c.ID
	return c
}

// SnapshotChannel copies a channel for a reader.
func SnapshotChannel(c *Channel) *Channel {
	out := *c
	out.Members = slices.Clone(c.Members)
	out.MessageIDs = nil
	return &out
}

// NewID returns a new id.
func (s *State) NewID() string {
	s.lastID++
	return strconv.FormatUint(firstID+s.lastID<<22+s.lastID*37%4096, 10)
}
