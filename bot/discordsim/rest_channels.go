package discordsim

import (
	"slices"
	"strconv"
	"time"
)

// visibleChannel finds a channel that the bot sees.
func (s *Sim) visibleChannel(c *call) (*Channel, *refusal) {
	ch := s.channels[c.channel()]
	if ch == nil {
		return nil, errNoChannel
	}
	if !s.botPermissions(ch).has(PermViewChannel) {
		return nil, errNoAccess
	}
	return ch, nil
}

func (s *Sim) showChannel(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.channelJSON(ch))
}

func (s *Sim) startTyping(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if !s.botPermissions(ch).has(sendingIn(ch)) {
		return refuse(errNoPermission)
	}
	s.emit(Event{Type: EventTyping, ChannelID: ch.ID})
	return done()
}

var archiveMinutes = []int64{60, 1440, 4320, 10080}

// threadPlan is what a request says about the thread it wants.
type threadPlan struct {
	name    string
	kind    ChannelType
	minutes int
}

func readThread(c *call) (threadPlan, *refusal) {
	f, body := c.form()
	if !body.must() || !body.object() {
		return threadPlan{}, f.invalid()
	}
	p := threadPlan{kind: ChannelPrivateThread} // what Discord takes when no type is said
	if body.at("name").must() {
		p.name = body.at("name").text(1, 100)
	}
	if p.minutes = int(body.at("auto_archive_duration").among(archiveMinutes...)); p.minutes == 0 {
		p.minutes = 4320
	}
	body.at("rate_limit_per_user").integer(0, 21600)
	body.at("invitable").boolean()
	if !body.at("type").empty() {
		p.kind = ChannelType(body.at("type").among(10, 11, 12))
	}
	if c.message() != "" {
		p.kind = ChannelPublicThread
	}
	return p, f.invalid()
}

// startThread makes a thread, from a message or without one.
func (s *Sim) startThread(c *call) (answer, *refusal) {
	parent, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if parent.Type != ChannelText {
		return refuse(errChannelType)
	}
	p, no := readThread(c)
	if no != nil {
		return refuse(no)
	}
	needed := PermCreatePublicThreads
	if p.kind == ChannelPrivateThread {
		needed = PermCreatePrivateThreads
	}
	if !s.botPermissions(parent).has(needed) {
		return refuse(errNoPermission)
	}
	if c.message() == "" {
		return created(s.channelJSON(s.addThread(parent, ChannelID(s.newID()), p.name, p.kind, s.bot, p.minutes)))
	}
	m := s.messages[c.message()]
	switch {
	case m == nil || m.ChannelID != parent.ID || m.VisibleTo != "":
		return refuse(errNoMessage)
	case m.ThreadID != "":
		return refuse(errThreadExists)
	}
	thread := s.addThread(parent, ChannelID(m.ID), p.name, p.kind, s.bot, p.minutes) // it has the message's id
	next := *m
	next.ThreadID = thread.ID
	s.replace(&next)
	return created(s.channelJSON(thread))
}

func (s *Sim) addThreadMember(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	u := UserID(c.param("user_id"))
	if u == "@me" {
		u = s.bot
	}
	switch {
	case !ch.isThread():
		return refuse(errChannelType)
	case s.archived(ch):
		return refuse(errThreadArchived)
	case !s.botPermissions(ch).has(PermSendInThreads):
		return refuse(errNoPermission)
	case s.guilds[ch.GuildID].Members[u] == nil:
		return refuse(errNoMember)
	}
	if !ch.hasMember(u) {
		ch.Members = append(slices.Clone(ch.Members), u)
		s.emit(Event{Type: EventChannelUpdate, ChannelID: ch.ID, Channel: snapshotChannel(ch)})
	}
	return done()
}

// patchChannel renames, archives, unarchives or locks a thread. Its maker may do all but lock; the rest takes
// MANAGE_THREADS. Other channels can only be renamed, with MANAGE_CHANNELS.
func (s *Sim) patchChannel(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if ch.Type == ChannelDM {
		return refuse(errDMAction)
	}
	f, body := c.form()
	if !body.must() || !body.object() {
		return refuse(f.invalid())
	}
	name := body.at("name").text(1, 100)
	archived, locked := body.at("archived"), body.at("locked")
	archived.boolean()
	locked.boolean()
	minutes := body.at("auto_archive_duration").among(archiveMinutes...)
	body.at("rate_limit_per_user").integer(0, 21600)
	if no := f.invalid(); no != nil {
		return refuse(no)
	}
	can := s.botPermissions(ch)
	if !ch.isThread() {
		if !can.has(PermManageChannels) {
			return refuse(errNoPermission)
		}
		if name != "" {
			ch.Name = name
		}
		s.dispatch("CHANNEL_UPDATE", ch.GuildID, s.channelJSON(ch))
		return ok(s.channelJSON(ch))
	}
	manage := can.has(PermManageThreads)
	switch {
	case !manage && (!locked.empty() || ch.OwnerID != s.bot && archived.value != false):
		return refuse(errNoPermission)
	case !manage && ch.Thread.Locked:
		return refuse(errThreadLocked)
	case s.archived(ch) && archived.value != false && (archived.empty() || name != "" || minutes != 0):
		return refuse(errThreadArchived)
	}
	s.changeThread(ch, name, int(minutes), archived, locked)
	return ok(s.channelJSON(ch))
}

func (s *Sim) changeThread(ch *Channel, name string, minutes int, archived, locked field) {
	if name != "" {
		ch.Name = name
	}
	t := *ch.Thread
	if minutes != 0 {
		t.AutoArchiveDuration = minutes
	}
	ch.Thread = &t
	isArchived, isLocked := t.Archived, t.Locked
	if !archived.empty() {
		isArchived = archived.boolean()
	}
	if !locked.empty() {
		isLocked = locked.boolean()
	}
	s.setThread(ch, isArchived, isLocked)
}

// removeChannel deletes a thread or channel; a DM is only closed.
func (s *Sim) removeChannel(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if ch.Type == ChannelDM {
		return ok(s.channelJSON(ch))
	}
	needed := PermManageChannels
	if ch.isThread() {
		needed = PermManageThreads
	}
	if !s.botPermissions(ch).has(needed) {
		return refuse(errNoPermission)
	}
	gone := s.channelJSON(ch)
	s.deleteChannel(ch)
	return ok(gone)
}

func (s *Sim) showMessages(c *call) (answer, *refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if !s.botPermissions(ch).has(PermReadMessageHistory) {
		return ok([]any{})
	}
	limit := 50
	if t := c.query.Get("limit"); t != "" {
		n, err := strconv.Atoi(t)
		if err != nil || n < 1 || n > 100 {
			f := &form{}
			f.root(nil).at("limit").fail("NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
			return refuse(f.invalid())
		}
		limit = n
	}
	before, after := c.query.Get("before"), c.query.Get("after")
	out := []any{}
	for i := len(ch.messages) - 1; i >= 0 && len(out) < limit; i-- {
		id := string(ch.messages[i])
		if before != "" && compareIDs(id, before) >= 0 || after != "" && compareIDs(id, after) <= 0 {
			continue
		}
		if m := s.messages[ch.messages[i]]; m.VisibleTo == "" {
			out = append(out, s.messageJSON(m))
		}
	}
	return ok(out)
}

// sendingIn is the permission to send in a kind of channel.
func sendingIn(c *Channel) Permissions {
	if c.isThread() {
		return PermSendInThreads
	}
	return PermSendMessages
}

const oldMessage = time.Hour
