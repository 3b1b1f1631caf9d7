package world

// EventType is the type of an event.
type EventType string

// The types of events.
const (
	EventMessageCreate EventType = "message_create"
	EventMessageUpdate EventType = "message_update" // the event also comes for a deferred answer that is now filled
	EventMessageDelete EventType = "message_delete"
	EventChannelCreate EventType = "channel_create"
	EventChannelUpdate EventType = "channel_update"
	EventChannelDelete EventType = "channel_delete"
	EventThreadCreate  EventType = "thread_create"
	EventTyping        EventType = "typing"
	EventNotification  EventType = "notification" // For's device shows a notification of Message
	EventAnswered      EventType = "interaction_answered"
	EventFailed        EventType = "interaction_failed" // "The application did not respond"
	EventCommands      EventType = "commands_update"
	EventCall          EventType = "call" // the bot made a REST request; only for watchers of everything
)

// Event is one change in the world. Message and Channel are snapshots.
type Event struct {
	Type        EventType     `json:"type"`
	ChannelID   ChannelID     `json:"channel_id,omitempty"`
	Message     *Message      `json:"message,omitempty"`
	Channel     *Channel      `json:"channel,omitempty"`
	Interaction InteractionID `json:"interaction_id,omitempty"`
	Modal       *Modal        `json:"modal,omitempty"`
	// the only user who gets the event; empty: all users who see the channel
	For  UserID `json:"for,omitempty"`
	Call *Call  `json:"call,omitempty"`
}

// audience holds the watchers. Guarded by the state's lock.
type audience struct{ watchers []*watcher }

// watcher delivers events in order from a goroutine of its own, so that a slow one delays nobody.
type watcher struct {
	viewer UserID
	f      func(Event)
	queue  []Event
	wake   chan struct{}
	closed bool
}

// deliver runs until its watcher is closed.
func (s *State) deliver(w *watcher) {
	for range w.wake {
		s.Lock()
		batch, closed := w.queue, w.closed
		w.queue = nil
		s.Unlock()
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

func (s *State) closeSubscriptions() {
	for _, w := range s.watchers {
		w.close()
	}
	s.watchers = nil
}

// Emit sends an event to all watchers that may see it. The caller holds the world's lock.
func (s *State) Emit(e Event) {
	for _, w := range s.watchers {
		if s.maySee(w.viewer, e) {
			w.queue = append(w.queue, e)
			w.signal()
		}
	}
}

func (s *State) maySee(viewer UserID, e Event) bool {
	if viewer == "" || e.Type == EventCommands {
		return true
	}
	if e.For != "" {
		return e.For == viewer
	}
	ch := s.Channels[e.ChannelID]
	if ch == nil {
		ch = e.Channel // the channel was just deleted
	}
	return ch != nil && s.Sees(viewer, ch)
}
