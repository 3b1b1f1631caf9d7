package world

import (
	"slices"
	"strings"
	"time"
)

// ChannelType is Discord's number for a type of channel.
type ChannelType int

// The types of channels in the simulator.
const (
	ChannelText          ChannelType = 0
	ChannelDM            ChannelType = 1
	ChannelVoice         ChannelType = 2 // its text chat
	ChannelGroup         ChannelType = 3 // a group of people without the bot
	ChannelNews          ChannelType = 5
	ChannelNewsThread    ChannelType = 10 // the only threads of announcement channels
	ChannelPublicThread  ChannelType = 11 // a thread, or a post in a forum
	ChannelPrivateThread ChannelType = 12
	ChannelStage         ChannelType = 13 // its text chat
	ChannelForum         ChannelType = 15 // has threads, but no messages of its own
)

// User is an account, also the bot's.
type User struct {
	ID         UserID `json:"id"`
	Username   string `json:"username"`
	GlobalName string `json:"global_name"`
	Bot        bool   `json:"bot,omitempty"`
	Locale     string `json:"locale,omitempty"`
	Avatar     string `json:"avatar,omitempty"`     // hash of the avatar
	DMsClosed  bool   `json:"dms_closed,omitempty"` // messages from the bot are refused with 50007
	Installed  bool   `json:"installed,omitempty"`  // has a user install of the application
}

// Guild is a server. Members includes the bot while it is invited.
type Guild struct {
	ID          GuildID            `json:"id"`
	Name        string             `json:"name"`
	OwnerID     UserID             `json:"owner_id"`
	Locale      string             `json:"preferred_locale"`
	Members     map[UserID]*Member `json:"members"`
	Roles       []Role             `json:"roles,omitempty"`       // roles without @everyone, oldest first
	Unavailable bool               `json:"unavailable,omitempty"` // the server has an outage
	Events      []ScheduledEvent   `json:"events,omitempty"`      // events, oldest first
}

// ScheduledEvent is an event outside of Discord's voice channels that a guild announces. Dates are
// as they were sent.
type ScheduledEvent struct {
	ID          EventID     `json:"id"`
	Creator     UserID      `json:"creator_id"`
	Name        string      `json:"name"`
	Description string      `json:"description"`
	Location    string      `json:"location"`
	Start       time.Time   `json:"scheduled_start_time"`
	End         time.Time   `json:"scheduled_end_time"`
	Status      EventStatus `json:"status"`
}

// EventID is the id of a scheduled event.
type EventID string

// EventStatus is the stage of a scheduled event, Discord's number.
type EventStatus int

// The stages of a scheduled event. A scheduled one becomes active or is cancelled; an active one is
// completed.
const (
	StatusScheduled EventStatus = 1
	StatusActive    EventStatus = 2
	StatusCompleted EventStatus = 3
	StatusCancelled EventStatus = 4
)

// Role is a role of a guild. It gives no permissions here.
type Role struct {
	ID   RoleID `json:"id"`
	Name string `json:"name"`
}

// Member is a user in a guild.
type Member struct {
	Nick        string      `json:"nick,omitempty"`
	Permissions Permissions `json:"permissions"`
	JoinedAt    time.Time   `json:"joined_at"`
	Roles       []RoleID    `json:"roles,omitempty"`
}

// SearchMembers returns the first members of a guild, by id, whose user name or nickname begins with
// a text, in any case.
func (s *State) SearchMembers(g *Guild, text string, most int) []UserID {
	text = strings.ToLower(text)
	var found []UserID
	for id, m := range g.Members {
		if strings.HasPrefix(strings.ToLower(s.Users[id].Username), text) ||
			strings.HasPrefix(strings.ToLower(m.Nick), text) {
			found = append(found, id)
		}
	}
	slices.SortFunc(found, func(a, b UserID) int { return CompareIDs(string(a), string(b)) })
	return found[:min(len(found), most)]
}

// Channel is a text channel, a thread or a direct message channel.
type Channel struct {
	ID            ChannelID       `json:"id"`
	Type          ChannelType     `json:"type"`
	GuildID       GuildID         `json:"guild_id,omitempty"`
	Name          string          `json:"name,omitempty"`
	ParentID      ChannelID       `json:"parent_id,omitempty"`
	LastMessageID MessageID       `json:"last_message_id,omitempty"`
	Recipient     UserID          `json:"recipient_id,omitempty"` // for a DM: the person on the other side
	OwnerID       UserID          `json:"owner_id,omitempty"`     // the creator of a thread
	Thread        *ThreadMetadata `json:"thread_metadata,omitempty"`
	// for a thread: users who joined; for a group, or a direct message between two people: its members
	Members   []UserID    `json:"thread_members,omitempty"`
	BotDenied Permissions `json:"bot_denied"` // permissions that the bot lacks in this channel

	MessageIDs []MessageID // ids of messages, oldest first
	lastActive time.Time   // last activity in a thread, which decides when it is archived
}

// ThreadMetadata has the fields of threads only.
type ThreadMetadata struct {
	Archived bool `json:"archived"`
	Locked   bool `json:"locked"`
	// minutes without activity after which the thread is archived
	AutoArchiveDuration int       `json:"auto_archive_duration"`
	ArchiveTimestamp    time.Time `json:"archive_timestamp"`
}

// IsThread reports whether a channel is a thread.
func (c *Channel) IsThread() bool {
	return c.Type >= ChannelNewsThread && c.Type <= ChannelPrivateThread
}

// threads returns the type of the public threads in a channel, and 0 if it has no threads.
func (c *Channel) threads() ChannelType {
	switch c.Type {
	case ChannelText, ChannelForum:
		return ChannelPublicThread
	case ChannelNews:
		return ChannelNewsThread
	}
	return 0
}

// MayHave reports whether a thread of a type can be started in a channel without a first message.
func (c *Channel) MayHave(thread ChannelType) bool {
	return c.Type != ChannelForum && c.threads() == thread || c.Type == ChannelText && thread == ChannelPrivateThread
}

// IsPrivate reports whether a channel belongs to no guild.
func (c *Channel) IsPrivate() bool { return c.Type == ChannelDM || c.Type == ChannelGroup }

// IsBotDM reports whether a channel is a direct message channel with the bot, and not one between
// two people.
func (c *Channel) IsBotDM() bool { return c.Type == ChannelDM && len(c.Members) == 0 }

// HasMember reports whether a user has joined a thread or is in a group.
func (c *Channel) HasMember(u UserID) bool { return slices.Contains(c.Members, u) }

// Context returns Discord's number for the context of an interaction: 0 in a guild, 1 in a DM with
// the bot, 2 in any other DM.
func (c *Channel) Context() int {
	switch {
	case c.IsBotDM():
		return 1
	case c.IsPrivate():
		return 2
	}
	return 0
}
