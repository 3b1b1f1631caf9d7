package discordsim

import (
	"mime"
	"path"
	"slices"
	"strings"
	"time"
)

// postMessage sends a message with the bot's token.
func (s *Sim) postMessage(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if no := s.mayPost(ch); no != nil {
		return refuse(no)
	}
	f, body := c.form()
	d := checkMessage(body, channelCreate, c.files, nil)
	if ref := s.messages[d.reference]; d.reference != "" && (ref == nil || ref.ChannelID != ch.ID) {
		body.at("message_reference").fail("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
	}
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	can := s.botPermissions(ch)
	if len(d.embeds) > 0 && !can.has(PermEmbedLinks) || len(c.files) > 0 && !can.has(PermAttachFiles) {
		return refuse(errNoPermission)
	}
	if first := s.sameNonce(ch, d); first != nil {
		return ok(s.messageJSON(first))
	}
	m, no := s.build(d, ch)
	if no != nil {
		return refuse(no)
	}
	if s.archived(ch) { // sending wakes a thread
		s.setThread(ch, false, ch.Thread.Locked)
	}
	s.send(m, d)
	return ok(s.messageJSON(m))
}

// mayPost says whether the bot can send to a channel at all.
func (s *Sim) mayPost(ch *Channel) *refusal {
	if ch.Type == ChannelDM {
		switch u := s.users[ch.Recipient]; {
		case !s.mutualGuild(u.ID) && !u.Installed:
			return errNoMutualGuild
		case u.DMsClosed:
			return errClosedDM
		}
		return nil
	}
	can := s.botPermissions(ch)
	switch {
	case !can.has(sendingIn(ch)):
		return errNoPermission
	case ch.isThread() && ch.Thread.Locked && !can.has(PermManageThreads):
		return errThreadLocked
	}
	return nil
}

// nonceMemory is how long an enforced nonce is remembered; Discord says "the past few minutes".
const nonceMemory = 5 * time.Minute

// sameNonce finds the message that a repeated enforced nonce stands for.
func (s *Sim) sameNonce(ch *Channel, d draft) *Message {
	if !d.enforce || d.nonce == "" {
		return nil
	}
	for _, id := range slices.Backward(ch.messages) {
		m := s.messages[id]
		if s.now().Sub(m.Timestamp) > nonceMemory {
			return nil
		}
		if m.Nonce == d.nonce && m.AuthorID == s.bot {
			return m
		}
	}
	return nil
}

// build makes a new message of a draft, not yet in its channel.
func (s *Sim) build(d draft, ch *Channel) (*Message, *refusal) {
	m := &Message{
		ID: MessageID(s.newID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: s.bot,
		Flags: d.flags & (settable | FlagEphemeral), Timestamp: s.now().UTC(), Nonce: d.nonce, Reference: d.reference,
	}
	s.fill(m, d)
	if m.empty() {
		return nil, errEmpty
	}
	return m, nil
}

// fill puts what a draft names into a message.
func (s *Sim) fill(m *Message, d draft) {
	m.Flags |= d.flags & FlagComponentsV2
	if d.kind.edits() && d.names("flags") {
		m.Flags = m.Flags&^FlagSuppressEmbeds | d.flags&FlagSuppressEmbeds
	}
	if d.names("content") {
		m.Content = d.content
	}
	if d.names("embeds") {
		m.Embeds = d.embeds
	}
	if d.poll != nil {
		m.Poll = d.poll
	}
	m.Attachments = s.attach(m, d)
	if d.names("components") {
		m.Components = s.resolve(m, d.components)
	}
}

// attach makes the list of attachments that a message has after a draft.
func (s *Sim) attach(m *Message, d draft) []Attachment {
	var out []Attachment
	if !d.names("attachments") {
		out = slices.Clone(m.Attachments)
	}
	for _, a := range d.attachments {
		if a.keep != "" {
			kept := *m.attachment(a.keep)
			if a.described {
				kept.Description = a.description
			}
			out = append(out, kept)
			continue
		}
		out = append(out, s.newAttachment(m.ChannelID, a.file, a.description, m.Ephemeral()))
	}
	return out
}

func (s *Sim) newAttachment(ch ChannelID, f upload, description string, ephemeral bool) Attachment {
	id := AttachmentID(s.newID())
	kind := f.contentType
	if byName := mime.TypeByExtension(path.Ext(f.filename)); kind == "" || kind == "application/octet-stream" && byName != "" {
		kind = byName
	}
	url := s.cfg.CDN + "/attachments/" + string(ch) + "/" + string(id) + "/" + strings.ReplaceAll(f.filename, " ", "_")
	return Attachment{
		ID: id, Filename: f.filename, Size: len(f.content), URL: url, ProxyURL: url, ContentType: kind,
		Description: description, Ephemeral: ephemeral, Content: f.content,
	}
}

// resolve numbers the components and points their attachment:// references at the message's files.
func (s *Sim) resolve(m *Message, list []Component) []Component {
	used := map[int]bool{}
	Walk(list, func(c Component) bool {
		used[c.ID] = true
		return true
	})
	next := 0
	number := func() int {
		for next++; used[next]; next++ {
		}
		return next
	}
	return transform(list, func(c *Component) {
		if c.ID == 0 {
			c.ID = number()
		}
		c.Media, c.File = s.resolveMedia(m, c.Media), s.resolveMedia(m, c.File)
		c.Items = slices.Clone(c.Items)
		for i := range c.Items {
			c.Items[i].Media = *s.resolveMedia(m, &c.Items[i].Media)
		}
	})
}

func (s *Sim) resolveMedia(m *Message, media *Media) *Media {
	if media == nil {
		return nil
	}
	out := *media
	if out.ID == "" {
		out.ID = s.newID()
	}
	if name, ok := strings.CutPrefix(out.URL, "attachment://"); ok {
		for _, a := range m.Attachments {
			if a.Filename == name {
				out.URL, out.AttachmentID, out.ContentType = a.URL, a.ID, a.ContentType
			}
		}
	}
	out.ProxyURL = out.URL
	return &out
}

// empty says whether a message would show nothing. Buttons alone do not count in a classic message.
func (m *Message) empty() bool {
	if m.Flags&FlagComponentsV2 != 0 {
		return len(m.Components) == 0
	}
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Attachments) == 0 && m.Poll == nil && !m.Loading()
}

// send rings whom a new message may ring, and puts it into its channel.
func (s *Sim) send(m *Message, d draft) {
	m.Mentions, m.Everyone = s.mentioned(m, d)
	m.Notified = s.notified(m)
	s.add(m)
}

// edit applies a draft to a message and stores the result.
func (s *Sim) edit(m *Message, d draft) (*Message, *refusal) {
	next := *m
	loading := m.Loading()
	next.Flags &^= FlagLoading
	s.fill(&next, d)
	if next.empty() {
		return nil, errEmpty
	}
	if !loading { // the filling of a deferred answer is not shown as an edit
		next.Edited = s.now().UTC()
		next.Edits++
	}
	s.replace(&next)
	return &next, nil
}

// plainMessage finds a message that can be reached with the bot's token: ephemeral ones cannot.
func (s *Sim) plainMessage(c *call) (*Channel, *Message, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return nil, nil, no
	}
	m := s.messages[c.message()]
	if m == nil || m.ChannelID != ch.ID || m.VisibleTo != "" {
		return nil, nil, errNoMessage
	}
	return ch, m, nil
}

func (s *Sim) showMessage(c *call) (answer, *refusal) {
	ch, m, no := s.plainMessage(c)
	if no != nil {
		return refuse(no)
	}
	if !s.botPermissions(ch).has(PermReadMessageHistory) {
		return refuse(errNoPermission)
	}
	return ok(s.messageJSON(m))
}

func (s *Sim) patchMessage(c *call) (answer, *refusal) {
	ch, m, no := s.plainMessage(c)
	switch {
	case no != nil:
		return refuse(no)
	case m.AuthorID != s.bot:
		return refuse(errNotAuthor)
	case s.archived(ch):
		return refuse(errThreadArchived)
	}
	f, body := c.form()
	d := checkMessage(body, channelEdit, c.files, m)
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	if len(c.files) > 0 && !s.botPermissions(ch).has(PermAttachFiles) {
		return refuse(errNoPermission)
	}
	if s.now().Sub(m.Timestamp) > oldMessage {
		if allowed, _, wait := s.take("old edits "+string(ch.ID), s.cfg.Limits.OldEdits); !allowed {
			return refuse(&refusal{
				status: 429, code: 30046, scope: "user", retryAfter: wait,
				message: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
			})
		}
	}
	next, no := s.edit(m, d)
	if no != nil {
		return refuse(no)
	}
	return ok(s.messageJSON(next))
}

func (s *Sim) removeMessage(c *call) (answer, *refusal) {
	ch, m, no := s.plainMessage(c)
	if no != nil {
		return refuse(no)
	}
	if m.AuthorID != s.bot {
		if ch.Type == ChannelDM {
			return refuse(errDMAction)
		}
		if !s.botPermissions(ch).has(PermManageMessages) {
			return refuse(errNoPermission)
		}
	}
	if s.archived(ch) {
		return refuse(errThreadArchived)
	}
	s.deleteMessage(m)
	return done()
}
