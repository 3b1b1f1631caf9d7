package world

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"time"
)

// saved is the stored part of a world as JSON. Interactions, forms and ephemeral messages are not
// stored: their tokens end with the service, and clients forget them too.
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
	Emojis   []AppEmoji                `json:"emojis,omitempty"`
}

type savedPlace struct {
	Channel
	Order      []MessageID `json:"messages"`
	LastActive time.Time   `json:"last_active"`
}

const savedVersion = 1

// idGap is the gap before new ids of a loaded world. It prevents repeated ids if the service
// continued after the world was saved.
const idGap = 1 << 16

// Save writes the world as JSON: users, servers, channels, messages with their files, registered
// commands.
func (w World) Save(to io.Writer) error {
	s := w.lock()
	defer s.Unlock()
	out := saved{
		Version: savedVersion, LastID: s.lastID, AppID: s.AppID, Users: s.Users, Guilds: s.Guilds, DMs: s.dms,
		Opened:   s.DMsOpen,
		Commands: s.Registered, Emojis: s.Emojis, Channels: map[ChannelID]*savedPlace{},
		Messages: map[MessageID]*Message{}, Files: map[AttachmentID][]byte{},
	}
	for id, c := range s.Channels {
		place := &savedPlace{Channel: *c, LastActive: c.lastActive}
		for _, m := range c.MessageIDs {
			if s.Posted[m].VisibleTo == "" {
				place.Order = append(place.Order, m)
			}
		}
		out.Channels[id] = place
	}
	for id, m := range s.Posted {
		if m.VisibleTo != "" {
			continue
		}
		out.Messages[id] = m
		for _, a := range m.Attachments {
			out.Files[a.ID] = a.Content
		}
	}
	if err := json.NewEncoder(to).Encode(out); err != nil {
		return fmt.Errorf("save the simulated Discord: %w", err)
	}
	return nil
}

// Load replaces the world by a saved one. Call it before any session connects.
func (w World) Load(r io.Reader) error {
	var in saved
	if err := json.NewDecoder(r).Decode(&in); err != nil {
		return fmt.Errorf("load a simulated Discord: %w", err)
	}
	if in.Version != savedVersion {
		return fmt.Errorf("load a simulated Discord: version %d is not known, only %d", in.Version, savedVersion)
	}
	next := newRecords()
	for id, p := range in.Channels {
		c := p.Channel
		c.MessageIDs, c.lastActive = p.Order, p.LastActive
		next.Channels[id] = &c
	}
	for id, m := range in.Messages {
		for i := range m.Attachments {
			m.Attachments[i].Content = in.Files[m.Attachments[i].ID]
		}
		next.Posted[id] = m
	}
	maps.Copy(next.Users, in.Users)
	maps.Copy(next.Guilds, in.Guilds)
	maps.Copy(next.dms, in.DMs)
	maps.Copy(next.DMsOpen, in.Opened)
	maps.Copy(next.Registered, in.Commands)
	next.Emojis = in.Emojis

	s := w.lock()
	defer s.Unlock()
	s.records, s.lastID, s.AppID, s.BotID = next, in.LastID+idGap, in.AppID, UserID(in.AppID)
	s.entryPoint()
	return nil
}
