package sandbox

import (
	"bytes"
	"image"
	_ "image/gif"  // the import registers the format, to read the sizes of pictures
	_ "image/jpeg" // registers the format
	_ "image/png"  // registers the format
	"slices"
	"time"

	"paddock/bot/discordsim"
)

// worldView is the sandbox as one member sees it, without the messages.
type worldView struct {
	Me     discordsim.UserID `json:"me"`
	Bot    discordsim.UserID `json:"bot"`
	Users  []userView        `json:"users"`
	Guilds []guildView       `json:"guilds"`
	DMs    []channelView     `json:"dms"`
	// chats between people, where the bot is not a member
	Chats []channelView `json:"chats,omitempty"`
	// the commands, sent only when the page asks for the world, because they are long
	Commands []discordsim.Command `json:"commands,omitempty"`
	Clock    clockView            `json:"clock"`
	Trouble  bool                 `json:"trouble,omitempty"` // Discord answers the bot with errors
}

type userView struct {
	ID        discordsim.UserID `json:"id"`
	Name      string            `json:"name"`
	Slug      string            `json:"slug"`
	Color     string            `json:"color,omitempty"`
	Bot       bool              `json:"bot,omitempty"`
	Locale    string            `json:"locale"`
	DMsClosed bool              `json:"dms_closed,omitempty"`
	Installed bool              `json:"installed,omitempty"` // whether the member has installed the bot for themselves
	Pings     int               `json:"pings"`               // number of unseen notifications in all channels
}

type guildView struct {
	ID       discordsim.GuildID `json:"id"`
	Name     string             `json:"name"`
	Channels []channelView      `json:"channels"`
	Roles    []discordsim.Role  `json:"roles,omitempty"`
	Without  bool               `json:"without,omitempty"` // the bot is not a member of the server
}

type channelView struct {
	ID       discordsim.ChannelID   `json:"id"`
	Type     discordsim.ChannelType `json:"type"`
	Name     string                 `json:"name"`
	Topic    string                 `json:"topic,omitempty"`
	ParentID discordsim.ChannelID   `json:"parent_id,omitempty"`
	Archived bool                   `json:"archived,omitempty"`
	Locked   bool                   `json:"locked,omitempty"`
	Unread   bool                   `json:"unread"`
	Pings    int                    `json:"pings"`
	People   []discordsim.UserID    `json:"people,omitempty"` // who is in a chat between people
	Denied   []string               `json:"denied,omitempty"` // what the bot may not do here, as keys of permissions
}

type clockView struct {
	Now   time.Time `json:"now"`
	Ahead int       `json:"ahead"` // seconds skipped so far
}

// messageView is a message with the sizes of its pictures, so that the page does not jump when they
// load.
type messageView struct {
	discordsim.Message
	Sizes map[discordsim.AttachmentID][2]int `json:"sizes,omitempty"`
}

// permissions lists the bot's permissions that the page can remove in a channel.
var permissions = []struct {
	name string
	bits discordsim.Permissions
}{
	{"view", discordsim.PermViewChannel},
	{"send", discordsim.PermSendMessages | discordsim.PermSendInThreads},
	{"attach", discordsim.PermAttachFiles},
	{"threads", discordsim.PermCreatePublicThreads | discordsim.PermCreatePrivateThreads},
}

// world returns the sandbox as a member sees it now.
func (s *sandbox) world(viewer discordsim.UserID) worldView {
	snap := s.sim.Snapshot(viewer)
	out := worldView{
		Me: viewer, Bot: snap.Bot.ID,
		Clock: clockView{Now: s.clock.now(), Ahead: int(s.clock.skipped() / time.Second)},
	}
	s.mu.Lock()
	out.Trouble = s.recover != nil
	s.mu.Unlock()
	for _, u := range snap.Users {
		out.Users = append(out.Users, s.user(u))
	}
	for _, g := range snap.Guilds {
		view := guildView{ID: g.ID, Name: g.Name, Roles: g.Roles, Without: g.Members[snap.Bot.ID] == nil}
		for _, c := range snap.Channels {
			if c.GuildID == g.ID {
				view.Channels = append(view.Channels, s.channel(viewer, c, snap.Messages[c.ID]))
			}
		}
		out.Guilds = append(out.Guilds, view)
	}
	for _, c := range snap.Channels {
		switch {
		case c.IsPrivate() && !c.IsBotDM():
			out.Chats = append(out.Chats, s.chat(snap, c))
		case c.IsBotDM():
			out.DMs = append(out.DMs, s.channel(viewer, c, snap.Messages[c.ID]))
		}
	}
	out.Commands = slices.DeleteFunc(snap.Commands, func(c discordsim.Command) bool { return !mayUse(c, snap) })
	return out
}

// chat returns a chat between people. A direct message is called after the other person.
func (s *sandbox) chat(snap discordsim.Snapshot, c discordsim.Channel) channelView {
	out := s.channel(snap.Me.ID, c, snap.Messages[c.ID])
	out.People = c.Members
	for _, u := range snap.Users {
		if c.Name == "" && u.ID != snap.Me.ID && slices.Contains(c.Members, u.ID) {
			out.Name = u.GlobalName
		}
	}
	return out
}

// mayUse reports whether a member may see a command. Some commands are only for managers of the
// server.
func mayUse(c discordsim.Command, snap discordsim.Snapshot) bool {
	if c.DefaultMemberPermissions == nil {
		return true
	}
	want := *c.DefaultMemberPermissions
	return slices.ContainsFunc(snap.Guilds, func(g discordsim.Guild) bool {
		m := g.Members[snap.Me.ID]
		return g.OwnerID == snap.Me.ID || m != nil &&
			(m.Permissions&want == want || m.Permissions&discordsim.PermAdministrator != 0)
	})
}

func (s *sandbox) user(u discordsim.User) userView {
	out := userView{
		ID: u.ID, Name: u.GlobalName, Slug: u.Username, Bot: u.Bot, Locale: u.Locale,
		DMsClosed: u.DMsClosed, Installed: u.Installed, Pings: s.reading.total(u.ID),
	}
	if i := slices.Index(s.members, u.ID); i >= 0 {
		out.Color = colours[i%len(colours)]
	}
	return out
}

func (s *sandbox) channel(viewer discordsim.UserID, c discordsim.Channel, messages []discordsim.Message) channelView {
	out := channelView{ID: c.ID, Type: c.Type, Name: c.Name, Topic: topicOf(c.Name), ParentID: c.ParentID}
	if c.Thread != nil {
		out.Topic, out.Archived, out.Locked = "", c.Thread.Archived, c.Thread.Locked
	}
	for _, p := range permissions {
		if c.BotDenied&p.bits != 0 {
			out.Denied = append(out.Denied, p.name)
		}
	}
	var read discordsim.MessageID
	read, out.Pings = s.reading.of(viewer, c.ID)
	for _, m := range slices.Backward(messages) {
		if m.ID == read || m.AuthorID == viewer {
			break
		}
		if !m.Ephemeral() {
			out.Unread = true
			break
		}
	}
	return out
}

// message returns a message with the data for the page.
func message(m discordsim.Message) messageView {
	out := messageView{Message: m}
	for _, a := range m.Attachments {
		size, _, err := image.DecodeConfig(bytes.NewReader(a.Content))
		if err != nil {
			continue // the file is not a picture
		}
		if out.Sizes == nil {
			out.Sizes = map[discordsim.AttachmentID][2]int{}
		}
		out.Sizes[a.ID] = [2]int{size.Width, size.Height}
	}
	return out
}
