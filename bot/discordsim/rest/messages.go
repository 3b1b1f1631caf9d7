package rest

import (
	"slices"
	"time"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// postMessage sends a message with the bot's token.
func (s channels) postMessage(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if no := s.mayPost(ch); no != nil {
		return refuse(no)
	}
	f, body := c.form()
	d := validate.Message(body, validate.ChannelCreate, c.files, nil)
	if ref := s.Posted[d.Reference]; d.Reference != "" && (ref == nil || ref.ChannelID != ch.ID) {
		body.At("message_reference").Fail("MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")
	}
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	can := s.BotPermissions(ch)
	if len(d.Embeds) > 0 && !can.Has(world.PermEmbedLinks) || len(c.files) > 0 && !can.Has(world.PermAttachFiles) {
		return refuse(errNoPermission)
	}
	if first := s.sameNonce(ch, d); first != nil {
		return ok(s.MessageJSON(first))
	}
	m, no := s.write.build(d, ch)
	if no != nil {
		return refuse(no)
	}
	if s.Archived(ch) { // sending unarchives a thread
		s.ChangeThread(ch, false, ch.Thread.Locked)
	}
	s.write.send(m, d)
	return ok(s.MessageJSON(m))
}

// mayPost returns a refusal if the bot can't send to a channel.
func (s channels) mayPost(ch *world.Channel) *validate.Refusal {
	if ch.Type == world.ChannelDM {
		switch u := s.Users[ch.Recipient]; {
		case !s.MutualGuild(u.ID) && !u.Installed:
			return errNoMutualGuild
		case u.DMsClosed:
			return errClosedDM
		}
		return nil
	}
	can := s.BotPermissions(ch)
	switch {
	case ch.Type == world.ChannelForum:
		return errNoText
	case !can.Has(sendingIn(ch)):
		return errNoPermission
	case ch.IsThread() && ch.Thread.Locked && !can.Has(world.PermManageThreads):
		return errThreadLocked
	}
	return nil
}

// nonceMemory is how long an enforced nonce is remembered; Discord says "the past few minutes".
const nonceMemory = 5 * time.Minute

// sameNonce returns the message with the same enforced nonce, if there is one.
func (s channels) sameNonce(ch *world.Channel, d validate.Draft) *world.Message {
	if !d.Enforce || d.Nonce == "" {
		return nil
	}
	for _, id := range slices.Backward(ch.MessageIDs) {
		m := s.Posted[id]
		if s.Now().Sub(m.Timestamp) > nonceMemory {
			return nil
		}
		if m.Nonce == d.Nonce && m.AuthorID == s.BotID {
			return m
		}
	}
	return nil
}

// plainMessage returns a message that the bot's token can reach, which excludes ephemeral ones.
func (s channels) plainMessage(c *call) (*world.Channel, *world.Message, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return nil, nil, no
	}
	m := s.Posted[c.message()]
	if m == nil || m.ChannelID != ch.ID || m.VisibleTo != "" {
		return nil, nil, errNoMessage
	}
	return ch, m, nil
}

func (s channels) showMessage(c *call) (answer, *validate.Refusal) {
	ch, m, no := s.plainMessage(c)
	if no != nil {
		return refuse(no)
	}
	if !s.BotPermissions(ch).Has(world.PermReadMessageHistory) {
		return refuse(errNoPermission)
	}
	return ok(s.MessageJSON(m))
}

func (s channels) patchMessage(c *call) (answer, *validate.Refusal) {
	ch, m, no := s.plainMessage(c)
	switch {
	case no != nil:
		return refuse(no)
	case m.AuthorID != s.BotID:
		return refuse(errNotAuthor)
	case s.Archived(ch):
		return refuse(errThreadArchived)
	}
	f, body := c.form()
	d := validate.Message(body, validate.ChannelEdit, c.files, m)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	if len(c.files) > 0 && !s.BotPermissions(ch).Has(world.PermAttachFiles) {
		return refuse(errNoPermission)
	}
	if s.Now().Sub(m.Timestamp) > oldMessage {
		if allowed, _, wait := s.limits.Take("old edits "+string(ch.ID), s.cfg.Limits.OldEdits); !allowed {
			return refuse(&validate.Refusal{
				Status: 429, Code: 30046, Scope: "user", RetryAfter: wait,
				Message: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
			})
		}
	}
	next, no := s.write.edit(m, d)
	if no != nil {
		return refuse(no)
	}
	return ok(s.MessageJSON(next))
}

// crosspost publishes a message of an announcement channel to its followers. They get no components,
// so a message of components alone would be empty there; it is refused as a guess.
func (s channels) crosspost(c *call) (answer, *validate.Refusal) {
	ch, m, no := s.plainMessage(c)
	if no != nil {
		return refuse(no)
	}
	can := s.BotPermissions(ch)
	switch {
	case ch.Type != world.ChannelNews:
		return refuse(errChannelType)
	case !can.Has(world.PermSendMessages), m.AuthorID != s.BotID && !can.Has(world.PermManageMessages):
		return refuse(errNoPermission)
	case m.Flags&world.FlagCrossposted != 0:
		return refuse(errCrossposted)
	case m.Flags&world.FlagComponentsV2 != 0:
		return refuse(errEmpty)
	}
	next := *m
	next.Flags |= world.FlagCrossposted
	s.Replace(&next)
	return ok(s.MessageJSON(&next))
}

// maxPins is the most pinned messages of a channel.
const maxPins = 250

func (s channels) pinMessage(c *call) (answer, *validate.Refusal) {
	ch, m, no := s.plainMessage(c)
	switch {
	case no != nil:
		return refuse(no)
	case ch.Type != world.ChannelDM && !s.BotPermissions(ch).Has(world.PermPinMessages):
		return refuse(errNoPermission)
	case s.Archived(ch):
		return refuse(errThreadArchived)
	}
	pins := 0
	for _, id := range ch.MessageIDs {
		if s.Posted[id].Pinned {
			pins++
		}
	}
	if pins >= maxPins && !m.Pinned {
		return refuse(errPins)
	}
	next := *m
	next.Pinned, next.PinnedAt = true, s.Now().UTC()
	s.Replace(&next)
	return done()
}

// showPins lists the pinned messages of a channel, the newest pin first.
func (s channels) showPins(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	f := &validate.Form{}
	limit := c.limit(f, 50, 50)
	var before time.Time
	if t := c.query.Get("before"); t != "" {
		var err error
		if before, err = time.Parse(time.RFC3339Nano, t); err != nil {
			f.Root(nil).At("before").Fail("DATE_TIME_TYPE_PARSE", "Could not parse %s. Should be ISO8601.", t)
		}
	}
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	var pins []*world.Message
	if s.BotPermissions(ch).Has(world.PermReadMessageHistory) {
		for _, id := range slices.Backward(ch.MessageIDs) {
			if m := s.Posted[id]; m.Pinned && (before.IsZero() || m.PinnedAt.Before(before)) {
				pins = append(pins, m)
			}
		}
	}
	slices.SortStableFunc(pins, func(a, b *world.Message) int { return b.PinnedAt.Compare(a.PinnedAt) })
	items := []any{}
	for _, m := range pins[:min(len(pins), limit)] {
		items = append(items, map[string]any{"pinned_at": m.PinnedAt, "message": s.MessageJSON(m)})
	}
	return ok(map[string]any{"items": items, "has_more": len(pins) > limit})
}

func (s channels) removeMessage(c *call) (answer, *validate.Refusal) {
	ch, m, no := s.plainMessage(c)
	if no != nil {
		return refuse(no)
	}
	if m.AuthorID != s.BotID {
		if ch.Type == world.ChannelDM {
			return refuse(errDMAction)
		}
		if !s.BotPermissions(ch).Has(world.PermManageMessages) {
			return refuse(errNoPermission)
		}
	}
	if s.Archived(ch) {
		return refuse(errThreadArchived)
	}
	s.DropMessage(m)
	return done()
}
