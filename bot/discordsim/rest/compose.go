package rest

import (
	"slices"
	"strings"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// composer makes messages from drafts.
type composer struct{ *world.State }

// build returns a new message for a draft. It does not add it to a channel.
func (s composer) build(d validate.Draft, ch *world.Channel) (*world.Message, *validate.Refusal) {
	if s.lacksEmoji(d.Components) {
		return nil, validate.UnknownEmoji()
	}
	m := &world.Message{
		ID: world.MessageID(s.NewID()), ChannelID: ch.ID, GuildID: ch.GuildID, AuthorID: s.BotID,
		Flags: d.Flags & (validate.Settable | world.FlagEphemeral), Timestamp: s.Now().UTC(), Nonce: d.Nonce,
		Reference: d.Reference,
	}
	s.fill(m, d)
	if m.Empty() {
		return nil, errEmpty
	}
	return m, nil
}

// fill copies the fields of a draft into a message.
func (s composer) fill(m *world.Message, d validate.Draft) {
	m.Flags |= d.Flags & world.FlagComponentsV2
	if d.Kind.Edits() && d.Names("flags") {
		m.Flags = m.Flags&^world.FlagSuppressEmbeds | d.Flags&world.FlagSuppressEmbeds
	}
	if d.Names("content") {
		m.Content = d.Content
	}
	if d.Names("embeds") {
		m.Embeds = d.Embeds
	}
	if d.Poll != nil {
		m.Poll = d.Poll
	}
	m.Attachments = s.attach(m, d)
	if d.Names("components") {
		m.Components = s.resolve(m, d.Components)
	}
}

// lacksEmoji reports whether a component shows an emoji that the application does not have.
func (s composer) lacksEmoji(list []world.Component) bool {
	lacks := func(e *world.Emoji) bool {
		return e != nil && e.ID != "" &&
			!slices.ContainsFunc(s.Emojis, func(a world.AppEmoji) bool { return a.ID == e.ID })
	}
	return !world.Walk(list, func(c world.Component) bool {
		return !lacks(c.Emoji) &&
			!slices.ContainsFunc(c.Options, func(o world.SelectOption) bool { return lacks(o.Emoji) })
	})
}

// attach returns the attachments of a message after a draft.
func (s composer) attach(m *world.Message, d validate.Draft) []world.Attachment {
	var out []world.Attachment
	if !d.Names("attachments") {
		out = slices.Clone(m.Attachments)
	}
	for _, a := range d.Attachments {
		if a.Keep != "" {
			kept := *m.Attachment(a.Keep)
			if a.Described {
				kept.Description = a.Description
			}
			out = append(out, kept)
			continue
		}
		out = append(out, s.NewAttachment(m.ChannelID, a.File, a.Description, m.Ephemeral()))
	}
	return out
}

// resolve numbers the components and links their attachment:// references to the message's files.
func (s composer) resolve(m *world.Message, list []world.Component) []world.Component {
	used := map[int]bool{}
	world.Walk(list, func(c world.Component) bool {
		used[c.ID] = true
		return true
	})
	next := 0
	number := func() int {
		for next++; used[next]; next++ {
		}
		return next
	}
	return world.Transform(list, func(c *world.Component) {
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

func (s composer) resolveMedia(m *world.Message, media *world.Media) *world.Media {
	if media == nil {
		return nil
	}
	out := *media
	if out.ID == "" {
		out.ID = s.NewID()
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

// send notifies users and adds a new message to its channel.
func (s composer) send(m *world.Message, d validate.Draft) {
	m.Mentions, m.Everyone = s.Mentioned(m, d.MayMention())
	m.Notified = s.Notified(m)
	s.Add(m)
}

// edit applies a draft to a message and stores the result.
func (s composer) edit(m *world.Message, d validate.Draft) (*world.Message, *validate.Refusal) {
	if s.lacksEmoji(d.Components) {
		return nil, validate.UnknownEmoji()
	}
	next := *m
	loading := m.Loading()
	next.Flags &^= world.FlagLoading
	s.fill(&next, d)
	if next.Empty() {
		return nil, errEmpty
	}
	if !loading { // filling a deferred answer does not count as an edit
		next.Edited = s.Now().UTC()
		next.Edits++
	}
	s.Replace(&next)
	return &next, nil
}
