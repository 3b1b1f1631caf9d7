package world

import (
	"maps"
	"mime"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Add adds a message to its channel and sends the events to people and, with its intents, to the
// bot.
func (s *State) Add(m *Message) {
	c := s.Channels[m.ChannelID]
	m.AuthorName = s.DisplayName(m.GuildID, m.AuthorID)
	s.Posted[m.ID] = m
	c.MessageIDs = append(c.MessageIDs, m.ID)
	c.LastMessageID = m.ID
	c.lastActive = s.Now()
	if limit := s.cfg.HistoryLimit; limit > 0 && len(c.MessageIDs) > limit {
		for _, old := range c.MessageIDs[:len(c.MessageIDs)-limit] {
			s.retire(s.Posted[old], nil)
			delete(s.Posted, old)
		}
		c.MessageIDs = slices.Clone(c.MessageIDs[len(c.MessageIDs)-limit:])
	}
	if m.VisibleTo == "" {
		s.dispatchMessage("MESSAGE_CREATE", m)
	}
	s.Emit(Event{Type: EventMessageCreate, ChannelID: m.ChannelID, Message: snapshotMessage(m), For: m.VisibleTo})
	s.notify(m)
}

func (s *State) notify(m *Message) {
	for _, u := range m.Notified {
		s.Emit(Event{Type: EventNotification, ChannelID: m.ChannelID, Message: snapshotMessage(m), For: u})
	}
}

// Replace stores an edited message and sends the events.
func (s *State) Replace(m *Message) {
	s.retire(s.Posted[m.ID], m)
	s.Posted[m.ID] = m
	if m.VisibleTo == "" {
		s.dispatchMessage("MESSAGE_UPDATE", m)
	}
	s.Emit(Event{Type: EventMessageUpdate, ChannelID: m.ChannelID, Message: snapshotMessage(m), For: m.VisibleTo})
}

// DropMessage removes a message and sends the events.
func (s *State) DropMessage(m *Message) {
	s.retire(m, nil)
	delete(s.Posted, m.ID)
	if m.Loading() && s.Interactions[m.Source.ID] != nil { // the deferred answer can't be filled any more
		s.Filled(s.Interactions[m.Source.ID])
	}
	if c := s.Channels[m.ChannelID]; c != nil {
		c.MessageIDs = slices.DeleteFunc(c.MessageIDs, func(id MessageID) bool { return id == m.ID })
	}
	if m.VisibleTo == "" {
		s.Dispatch("MESSAGE_DELETE", m.GuildID,
			map[string]any{"id": m.ID, "channel_id": m.ChannelID, "guild_id": m.GuildID})
	}
	s.Emit(Event{Type: EventMessageDelete, ChannelID: m.ChannelID, Message: snapshotMessage(m), For: m.VisibleTo})
}

func (s *State) dispatchMessage(name string, m *Message) {
	payload := s.MessageJSON(m)
	if m.GuildID != "" {
		payload["guild_id"] = m.GuildID
	}
	s.Dispatch(name, m.GuildID, payload)
}

// Seen returns a message as a user sees it now; zero if the user sees none.
func (s *State) Seen(id MessageID, viewer UserID) Message {
	m := s.Posted[id]
	if m == nil || !m.visible(viewer) {
		return Message{}
	}
	return *m
}

func (s *State) history(channel ChannelID, viewer UserID) []Message {
	c := s.Channels[channel]
	if c == nil || !s.Sees(viewer, c) {
		return nil
	}
	var out []Message
	for _, id := range c.MessageIDs {
		if m := s.Posted[id]; m != nil && m.visible(viewer) {
			out = append(out, *m)
		}
	}
	return out
}

// maxFormer is the number of kept files that an edit or a deletion has removed from messages.
// Discord's CDN also keeps them for a while, because a client may just be requesting one.
const maxFormer = 64

// retire keeps the files that a message loses in its next version. A nil next version means that
// the message is deleted.
func (s *State) retire(old, next *Message) {
	if old == nil {
		return
	}
	for _, a := range old.Attachments {
		if next == nil || next.Attachment(a.ID) == nil {
			s.former = append(s.former, a)
		}
	}
	if extra := len(s.former) - maxFormer; extra > 0 {
		s.former = slices.Delete(s.former, 0, extra)
	}
}

// FindFile returns an attachment of a message, also a recently removed one, or of an upload.
func (s *State) FindFile(id AttachmentID) (Attachment, bool) {
	for _, m := range s.Posted {
		if a := m.Attachment(id); a != nil {
			return *a, true
		}
	}
	if i := slices.IndexFunc(s.former, func(a Attachment) bool { return a.ID == id }); i >= 0 {
		return s.former[i], true
	}
	a, ok := s.Uploads[id]
	return a, ok
}

// MaxFile is the largest file that Discord accepts.
const MaxFile = 10 << 20

// Upload is one file of a multipart request; index is the n of files[n].
type Upload struct {
	Index       int
	Filename    string
	ContentType string
	Content     []byte
}

// NewAttachment returns an attachment for a file of a message in a channel.
func (s *State) NewAttachment(ch ChannelID, f Upload, description string, ephemeral bool) Attachment {
	id := AttachmentID(s.NewID())
	kind := f.ContentType
	if byName := mime.TypeByExtension(path.Ext(f.Filename)); kind == "" || kind == "application/octet-stream" &&
		byName != "" {
		kind = byName
	}
	url := s.cfg.CDN + "/attachments/" + string(ch) + "/" + string(id) + "/" + strings.ReplaceAll(f.Filename, " ", "_")
	return Attachment{
		ID: id, Filename: f.Filename, Size: len(f.Content), URL: url, ProxyURL: url, ContentType: kind,
		Description: description, Ephemeral: ephemeral, Content: f.Content,
	}
}

// MayMentionAll allows all mentions, as in messages by people.
var MayMentionAll = AllowedMentions{Parse: []string{"users", "roles", "everyone"}}

// AllowedMentions is Discord's allowed_mentions: whom the text of a message may ping.
type AllowedMentions struct {
	Parse []string
	Users []UserID
}

var userMention = regexp.MustCompile(`<@!?(\d+)>`)

// Mentioned returns the users whom the text of a new message pings, as far as allow permits.
func (s *State) Mentioned(m *Message, allow AllowedMentions) (users []UserID, everyone bool) {
	text := m.Content
	Walk(m.Components, func(c Component) bool {
		text += "\n" + c.Content // mentions in a text display ping like those in the content
		return true
	})
	for _, hit := range userMention.FindAllStringSubmatch(text, -1) {
		u := UserID(hit[1])
		ok := slices.Contains(allow.Parse, "users") || slices.Contains(allow.Users, u)
		if ok && s.Users[u] != nil && !slices.Contains(users, u) {
			users = append(users, u)
		}
	}
	if strings.Contains(text, "@everyone") || strings.Contains(text, "@here") {
		c := s.Channels[m.ChannelID]
		everyone = slices.Contains(allow.Parse, "everyone") && s.BotPermissions(c).Has(PermMentionEveryone) &&
			c.Type != ChannelDM
	}
	return users, everyone
}

// Notified returns the users that a new message notifies: mentioned users who see it, everybody for
// @everyone, and the other user of a DM; nobody if it is silent.
func (s *State) Notified(m *Message) []UserID {
	if m.Silent() {
		return nil
	}
	c := s.Channels[m.ChannelID]
	ring := slices.Clone(m.Mentions)
	switch {
	case m.VisibleTo != "":
	case c.IsBotDM():
		ring = append(ring, c.Recipient)
	case c.IsPrivate():
		ring = append(ring, c.Members...)
	}
	if m.Everyone {
		ring = slices.AppendSeq(ring, maps.Keys(s.Guilds[c.GuildID].Members))
	}
	slices.SortFunc(ring, func(a, b UserID) int { return CompareIDs(string(a), string(b)) })
	return slices.DeleteFunc(slices.Compact(ring), func(u UserID) bool {
		return u == m.AuthorID || s.Users[u].Bot || !s.Sees(u, c) && c.Type != ChannelPrivateThread || !m.visible(u)
	})
}
