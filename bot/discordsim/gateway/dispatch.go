package gateway

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"paddock/bot/discordsim/world"
)

// concerns reports whether a session's shard gets the events of a server; those of DMs (guild "")
// go to shard 0.
func (ses *session) concerns(g world.GuildID) bool {
	if g == "" {
		return ses.shard[0] == 0
	}
	n, _ := strconv.ParseUint(string(g), 10, 64)
	return int(n>>22%uint64(ses.shard[1])) == ses.shard[0]
}

// wants reports whether a session's intents ask for an event.
func (ses *session) wants(name string, g world.GuildID) bool {
	needed := IntentGuilds
	switch {
	case name == "INTERACTION_CREATE":
		return true
	case strings.HasPrefix(name, "MESSAGE_") && g == "":
		needed = IntentDirectMessages
	case strings.HasPrefix(name, "MESSAGE_"):
		needed = IntentGuildMessages
	case strings.HasPrefix(name, "GUILD_MEMBER_"):
		needed = IntentGuildMembers
	}
	return ses.intents&needed != 0
}

// Deliver sends an event to every session whose shard and intents include it. The caller holds the
// world's lock.
func (s *Gateway) Deliver(name string, g world.GuildID, payload map[string]any) {
	var full, bare json.RawMessage
	for _, ses := range s.sessions {
		if ses.conn == nil && time.Since(ses.lostAt) > s.cfg.ResumeWindow {
			delete(s.sessions, ses.id)
			continue
		}
		if !ses.concerns(g) || !ses.wants(name, g) {
			continue
		}
		if full == nil {
			full = world.JSON(payload)
			bare = s.withoutContent(name, g, payload, full)
		}
		if ses.intents&IntentMessageContent != 0 {
			s.deliverTo(ses, name, full)
		} else {
			s.deliverTo(ses, name, bare)
		}
	}
}

// withoutContent returns a message event as bots without the message content intent receive it:
// without content, unless the message is the bot's own, mentions it or is a DM.
func (s *Gateway) withoutContent(name string, g world.GuildID, payload map[string]any,
	full json.RawMessage,
) json.RawMessage {
	author, isMessage := payload["author"].(map[string]any)
	if !isMessage || g == "" || author["id"] == s.BotID || !strings.HasPrefix(name, "MESSAGE_") {
		return full
	}
	mentions, _ := payload["mentions"].([]any)
	for _, m := range mentions {
		if u, ok := m.(map[string]any); ok && u["id"] == s.BotID {
			return full
		}
	}
	bare := make(map[string]any, len(payload))
	maps.Copy(bare, payload)
	bare["content"], bare["components"], bare["embeds"], bare["attachments"] = "", []any{}, []any{}, []any{}
	return world.JSON(bare)
}

// deliverTo numbers an event, stores it until a heartbeat acknowledges it, and sends it if the
// session is connected.
func (s *Gateway) deliverTo(ses *session, name string, d json.RawMessage) {
	ses.seq++
	e := sentEvent{ses.seq, world.JSON(map[string]any{"op": opDispatch, "t": name, "s": ses.seq, "d": d})}
	ses.events = append(ses.events, e)
	if len(ses.events) > 2*maxReplay {
		ses.events = slices.Clone(ses.events[maxReplay:])
	}
	if s.backwards > 0 && name != "READY" && name != "RESUMED" {
		s.held = append(s.held, heldEvent{ses, e})
		if s.backwards--; s.backwards == 0 {
			s.release()
		}
		return
	}
	if ses.conn != nil && !s.mute {
		ses.conn.queue(e.payload)
	}
}

func (s *Gateway) release() {
	for _, h := range slices.Backward(s.held) {
		if h.session.conn != nil && !s.mute {
			h.session.conn.queue(h.event.payload)
		}
	}
	s.held = nil
}
