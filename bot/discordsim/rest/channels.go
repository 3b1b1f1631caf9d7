package rest

import (
	"slices"
	"strconv"
	"time"

	"paddock/bot/discordsim/validate"
	"paddock/bot/discordsim/world"
)

// channels handles requests about channels, threads and their messages.
type channels struct {
	*API
	write composer
}

// visibleChannel returns the channel of a call, if the bot sees it.
func (s channels) visibleChannel(c *call) (*world.Channel, *validate.Refusal) {
	ch := s.Channels[c.channel()]
	if ch == nil {
		return nil, errNoChannel
	}
	if !s.BotPermissions(ch).Has(world.PermViewChannel) {
		return nil, errNoAccess
	}
	return ch, nil
}

func (s channels) showChannel(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	return ok(s.ChannelJSON(ch))
}

func (s channels) startTyping(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if !s.BotPermissions(ch).Has(sendingIn(ch)) {
		return refuse(errNoPermission)
	}
	s.Emit(world.Event{Type: world.EventTyping, ChannelID: ch.ID})
	return done()
}

var archiveMinutes = []int64{60, 1440, 4320, 10080}

// threadPlan is the thread that a request describes.
type threadPlan struct {
	name    string
	kind    world.ChannelType
	minutes int
}

func readThread(c *call) (threadPlan, *validate.Refusal) {
	f, body := c.form()
	if !body.Must() || !body.Object() {
		return threadPlan{}, f.Invalid()
	}
	p := threadPlan{kind: world.ChannelPrivateThread} // Discord's default type of thread
	if body.At("name").Must() {
		p.name = body.At("name").Text(1, 100)
	}
	if p.minutes = int(body.At("auto_archive_duration").Among(archiveMinutes...)); p.minutes == 0 {
		p.minutes = 4320
	}
	body.At("rate_limit_per_user").Integer(0, 21600)
	body.At("invitable").Boolean()
	if !body.At("type").Empty() {
		p.kind = world.ChannelType(body.At("type").Among(10, 11, 12))
	}
	if c.message() != "" {
		p.kind = world.ChannelPublicThread
	}
	return p, f.Invalid()
}

// startThread creates a thread, from a message or without one.
func (s channels) startThread(c *call) (answer, *validate.Refusal) {
	parent, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	p, no := readThread(c)
	if no == nil && c.message() != "" && parent.Type == world.ChannelNews {
		p.kind = world.ChannelNewsThread
	}
	if no == nil && !parent.MayHave(p.kind) {
		no = errChannelType
	}
	if no != nil {
		return refuse(no)
	}
	needed := world.PermCreatePublicThreads
	if p.kind == world.ChannelPrivateThread {
		needed = world.PermCreatePrivateThreads
	}
	if !s.BotPermissions(parent).Has(needed) {
		return refuse(errNoPermission)
	}
	if c.message() == "" {
		return created(s.ChannelJSON(s.NewThread(parent, world.ChannelID(s.NewID()), p.name, p.kind, s.BotID,
			p.minutes)))
	}
	m := s.Posted[c.message()]
	switch {
	case m == nil || m.ChannelID != parent.ID || m.VisibleTo != "":
		return refuse(errNoMessage)
	case m.ThreadID != "":
		return refuse(errThreadExists)
	}
	// the thread has the message's id
	thread := s.NewThread(parent, world.ChannelID(m.ID), p.name, p.kind, s.BotID, p.minutes)
	next := *m
	next.ThreadID = thread.ID
	s.Replace(&next)
	return created(s.ChannelJSON(thread))
}

func (s channels) addThreadMember(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	u := world.UserID(c.param("user_id"))
	if u == "@me" {
		u = s.BotID
	}
	switch {
	case !ch.IsThread():
		return refuse(errChannelType)
	case s.Archived(ch):
		return refuse(errThreadArchived)
	case !s.BotPermissions(ch).Has(world.PermSendInThreads):
		return refuse(errNoPermission)
	case s.Guilds[ch.GuildID].Members[u] == nil:
		return refuse(errNoMember)
	}
	if !ch.HasMember(u) {
		ch.Members = append(slices.Clone(ch.Members), u)
		s.Emit(world.Event{Type: world.EventChannelUpdate, ChannelID: ch.ID, Channel: world.SnapshotChannel(ch)})
	}
	return done()
}

// patchChannel renames, archives, unarchives or locks a thread. Its owner may do all except lock;
// others need MANAGE_THREADS. Other channels can only be renamed, with MANAGE_CHANNELS.
func (s channels) patchChannel(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if ch.Type == world.ChannelDM {
		return refuse(errDMAction)
	}
	f, body := c.form()
	if !body.Must() || !body.Object() {
		return refuse(f.Invalid())
	}
	name := body.At("name").Text(1, 100)
	archived, locked := body.At("archived"), body.At("locked")
	archived.Boolean()
	locked.Boolean()
	minutes := body.At("auto_archive_duration").Among(archiveMinutes...)
	body.At("rate_limit_per_user").Integer(0, 21600)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	can := s.BotPermissions(ch)
	if !ch.IsThread() {
		if !can.Has(world.PermManageChannels) {
			return refuse(errNoPermission)
		}
		if name != "" {
			ch.Name = name
		}
		s.Dispatch("CHANNEL_UPDATE", ch.GuildID, s.ChannelJSON(ch))
		return ok(s.ChannelJSON(ch))
	}
	manage := can.Has(world.PermManageThreads)
	switch {
	case !manage && (!locked.Empty() || ch.OwnerID != s.BotID && archived.Value != false):
		return refuse(errNoPermission)
	case !manage && ch.Thread.Locked:
		return refuse(errThreadLocked)
	case s.Archived(ch) && archived.Value != false && (archived.Empty() || name != "" || minutes != 0):
		return refuse(errThreadArchived)
	}
	s.changeThread(ch, name, int(minutes), archived, locked)
	return ok(s.ChannelJSON(ch))
}

func (s channels) changeThread(ch *world.Channel, name string, minutes int, archived, locked validate.Field) {
	if name != "" {
		ch.Name = name
	}
	t := *ch.Thread
	if minutes != 0 {
		t.AutoArchiveDuration = minutes
	}
	ch.Thread = &t
	isArchived, isLocked := t.Archived, t.Locked
	if !archived.Empty() {
		isArchived = archived.Boolean()
	}
	if !locked.Empty() {
		isLocked = locked.Boolean()
	}
	s.ChangeThread(ch, isArchived, isLocked)
}

// removeChannel deletes a thread or channel; a DM is only closed.
func (s channels) removeChannel(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if ch.Type == world.ChannelDM {
		return ok(s.ChannelJSON(ch))
	}
	needed := world.PermManageChannels
	if ch.IsThread() {
		needed = world.PermManageThreads
	}
	if !s.BotPermissions(ch).Has(needed) {
		return refuse(errNoPermission)
	}
	gone := s.ChannelJSON(ch)
	s.DropChannel(ch)
	return ok(gone)
}

func (s channels) showMessages(c *call) (answer, *validate.Refusal) {
	ch, no := s.visibleChannel(c)
	if no != nil {
		return refuse(no)
	}
	if !s.BotPermissions(ch).Has(world.PermReadMessageHistory) {
		return ok([]any{})
	}
	f := &validate.Form{}
	limit := c.limit(f, 50, 100)
	if no := f.Invalid(); no != nil {
		return refuse(no)
	}
	before, after := c.query.Get("before"), c.query.Get("after")
	out := []any{}
	for i := len(ch.MessageIDs) - 1; i >= 0 && len(out) < limit; i-- {
		id := string(ch.MessageIDs[i])
		if before != "" && world.CompareIDs(id, before) >= 0 || after != "" && world.CompareIDs(id, after) <= 0 {
			continue
		}
		if m := s.Posted[ch.MessageIDs[i]]; m.VisibleTo == "" {
			out = append(out, s.MessageJSON(m))
		}
	}
	return ok(out)
}

// limit returns the length of a list that a call asks for.
func (c *call) limit(f *validate.Form, usual, most int) int {
	t := c.query.Get("limit")
	if t == "" {
		return usual
	}
	n, err := strconv.Atoi(t)
	if err != nil || n < 1 || n > most {
		f.Root(nil).At("limit").Fail("NUMBER_TYPE_MAX", "int value should be between 1 and %d.", most)
	}
	return n
}

// sendingIn returns the permission that is needed to send in a type of channel.
func sendingIn(c *world.Channel) world.Permissions {
	if c.IsThread() {
		return world.PermSendInThreads
	}
	return world.PermSendMessages
}

const oldMessage = time.Hour
