package discordsim

import "slices"

// EventType says what happened.
type EventType string

// What happens in a world, for those who watch it.
const (
	EventMessageCreate EventType = "message_create"
	EventMessageUpdate EventType = "message_update" // also a deferred answer that was filled
	EventMessageDelete EventType = "message_delete"
	EventChannelCreate EventType = "channel_create"
	EventChannelUpdate EventType = "channel_update"
	EventChannelDelete EventType = "channel_delete"
	EventThreadCreate  EventType = "thread_create"
	EventTyping        EventType = "typing"
	EventNotification  EventType = "notification" // For's device rings because of Message
	EventAnswered      EventType = "interaction_answered"
	EventFailed        EventType = "interaction_failed" // "The application did not respond"
	EventCommands      EventType = "commands_update"
	EventCall          EventType = "call" // the bot made a REST request; only for watchers of everything
)

// Event is one thing that happened. Message and Channel are snapshots.
type Event struct {
	Type        EventType     `json:"type"`
	ChannelID   ChannelID     `json:"channel_id,omitempty"`
	Message     *Message      `json:"message,omitempty"`
	Channel     *Channel      `json:"channel,omitempty"`
	Interaction InteractionID `json:"interaction_id,omitempty"`
	Modal       *Modal        `json:"modal,omitempty"`
	For         UserID        `json:"for,omitempty"` // only this person gets it; "": all who see the channel
	Call        *Call         `json:"call,omitempty"`
}

// audience is who watches. Guarded by Sim.mu.
type audience struct{ watchers []*watcher }

// watcher delivers events in order from a goroutine of its own, so that a slow one holds up nobody.
type watcher struct {
	viewer UserID
	f      func(Event)
	queue  []Event
	wake   chan struct{}
	closed bool
}

// Subscribe calls f with everything that viewer gets to see from now on, in order, one at a time, from one
// goroutine; viewer "" sees everything, REST calls included. The returned function ends it; an event that is
// just being delivered may still be under way when it returns.
func (s *Sim) Subscribe(viewer UserID, f func(Event)) (cancel func()) {
	w := &watcher{viewer: viewer, f: f, wake: make(chan struct{}, 1)}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return func() {}
	}
	s.watchers = append(s.watchers, w)
	s.goDo(func() { s.deliver(w) })
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.watchers = slices.DeleteFunc(s.watchers, func(other *watcher) bool { return other == w })
		w.close()
	}
}

// deliver runs until its watcher is closed.
func (s *Sim) deliver(w *watcher) {
	for range w.wake {
		s.mu.Lock()
		batch, closed := w.queue, w.closed
		w.queue = nil
		s.mu.Unlock()
		if closed {
			return
		}
		for _, e := range batch {
			w.f(e)
		}
	}
}

func (w *watcher) close() {
	w.closed = true
	w.signal()
}

func (w *watcher) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (s *Sim) closeSubscriptions() {
	for _, w := range s.watchers {
		w.close()
	}
	s.watchers = nil
}

// emit tells an event to all who may know of it. The caller holds mu.
func (s *Sim) emit(e Event) {
	for _, w := range s.watchers {
		if s.maySee(w.viewer, e) {
			w.queue = append(w.queue, e)
			w.signal()
		}
	}
}

func (s *Sim) maySee(viewer UserID, e Event) bool {
	if viewer == "" || e.Type == EventCommands {
		return true
	}
	if e.For != "" {
		return e.For == viewer
	}
	ch := s.channels[e.ChannelID]
	if ch == nil {
		ch = e.Channel // just deleted
	}
	return ch != nil && s.sees(viewer, ch)
}

// Snapshot is the world as one person sees it.
type Snapshot struct {
	Me       User                    `json:"me"`
	Bot      User                    `json:"bot"`
	Users    []User                  `json:"users"` // with whom he shares a server
	Guilds   []Guild                 `json:"guilds"`
	Channels []Channel               `json:"channels"` // threads and his DM included
	Messages map[ChannelID][]Message `json:"messages"`
	Commands []Command               `json:"commands"` // all of all his servers
}

// Snapshot shows the world to viewer; the zero Snapshot if there is no such person.
func (s *Sim) Snapshot(viewer UserID) Snapshot {
	s.mu.Lock()
	defer s.mu.Unlock()
	me := s.users[viewer]
	if me == nil {
		return Snapshot{}
	}
	out := Snapshot{Me: *me, Bot: *s.users[s.bot], Messages: map[ChannelID][]Message{}}
	known := map[UserID]bool{}
	for _, g := range s.guilds {
		if g.Members[viewer] == nil {
			continue
		}
		out.Guilds = append(out.Guilds, *snapshotGuild(g))
		for u := range g.Members {
			known[u] = true
		}
		out.Commands = appendCommands(out.Commands, s.commands[g.ID])
	}
	out.Commands = appendCommands(out.Commands, s.commands[""])
	for u := range known {
		out.Users = append(out.Users, *s.users[u])
	}
	for _, c := range s.channels {
		if s.sees(viewer, c) {
			s.archived(c)
			out.Channels = append(out.Channels, *snapshotChannel(c))
			out.Messages[c.ID] = s.history(c.ID, viewer)
		}
	}
	slices.SortFunc(out.Users, func(a, b User) int { return compareIDs(string(a.ID), string(b.ID)) })
	slices.SortFunc(out.Guilds, func(a, b Guild) int { return compareIDs(string(a.ID), string(b.ID)) })
	slices.SortFunc(out.Channels, func(a, b Channel) int { return compareIDs(string(a.ID), string(b.ID)) })
	return out
}

func appendCommands(list []Command, more []*Command) []Command {
	for _, c := range more {
		list = append(list, *c)
	}
	return list
}

func snapshotGuild(g *Guild) *Guild {
	out := *g
	out.Members = make(map[UserID]*Member, len(g.Members))
	for u, m := range g.Members {
		copied := *m
		out.Members[u] = &copied
	}
	return &out
}
