package discordsim

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"time"
)

// saved is the lasting part of a world as JSON. Interactions, forms and ephemeral messages do not last: their
// tokens are gone when the service is, and people's clients forget them too.
type saved struct {
	Version  int                       `json:"version"`
	LastID   uint64                    `json:"last_id"`
	AppID    string                    `json:"application_id"`
	Users    map[UserID]*User          `json:"users"`
	Guilds   map[GuildID]*Guild        `json:"guilds"`
	Channels map[ChannelID]*savedPlace `json:"channels"`
	Messages map[MessageID]*Message    `json:"messages"`
	Files    map[AttachmentID][]byte   `json:"files"`
	DMs      map[UserID]ChannelID      `json:"dms"`
	Opened   map[UserID]bool           `json:"dms_opened"`
	Commands map[GuildID][]*Command    `json:"commands"`
}

type savedPlace struct {
	Channel
	Order      []MessageID `json:"messages"`
	LastActive time.Time   `json:"last_active"`
}

const savedVersion = 1

// idGap is left before the ids of a loaded world, so that none is given out twice when the service had gone on after it was saved.
const idGap = 1 << 16

// Save writes the world as JSON: people, servers, channels, messages with their files, registered commands.
func (s *Sim) Save(w io.Writer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := saved{
		Version: savedVersion, LastID: s.lastID, AppID: s.appID, Users: s.users, Guilds: s.guilds, DMs: s.dms, Opened: s.dmsOpen,
		Commands: s.commands, Channels: map[ChannelID]*savedPlace{}, Messages: map[MessageID]*Message{}, Files: map[AttachmentID][]byte{},
	}
	for id, c := range s.channels {
		place := &savedPlace{Channel: *c, LastActive: c.lastActive}
		for _, m := range c.messages {
			if s.messages[m].VisibleTo == "" {
				place.Order = append(place.Order, m)
			}
		}
		out.Channels[id] = place
	}
	for id, m := range s.messages {
		if m.VisibleTo != "" {
			continue
		}
		out.Messages[id] = m
		for _, a := range m.Attachments {
			out.Files[a.ID] = a.Content
		}
	}
	if err := json.NewEncoder(w).Encode(out); err != nil {
		return fmt.Errorf("save the simulated Discord: %w", err)
	}
	return nil
}

// Load replaces the world by one that Save wrote. Call it before any session connects.
func (s *Sim) Load(r io.Reader) error {
	var in saved
	if err := json.NewDecoder(r).Decode(&in); err != nil {
		return fmt.Errorf("load a simulated Discord: %w", err)
	}
	if in.Version != savedVersion {
		return fmt.Errorf("load a simulated Discord: version %d is not known, only %d", in.Version, savedVersion)
	}
	next := newWorld()
	for id, p := range in.Channels {
		c := p.Channel
		c.messages, c.lastActive = p.Order, p.LastActive
		next.channels[id] = &c
	}
	for id, m := range in.Messages {
		for i := range m.Attachments {
			m.Attachments[i].Content = in.Files[m.Attachments[i].ID]
		}
		next.messages[id] = m
	}
	maps.Copy(next.users, in.Users)
	maps.Copy(next.guilds, in.Guilds)
	maps.Copy(next.dms, in.DMs)
	maps.Copy(next.dmsOpen, in.Opened)
	maps.Copy(next.commands, in.Commands)

	s.mu.Lock()
	defer s.mu.Unlock()
	s.world, s.lastID, s.appID, s.bot = next, in.LastID+idGap, in.AppID, UserID(in.AppID)
	return nil
}
