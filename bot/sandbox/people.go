package sandbox

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"paddock/bot/discordsim"
)

// The names in the world of a new sandbox.
const (
	guildName = "The Paddock"
	groupName = "Friday games"
)

var (
	memberNames = []string{"Ann", "Bob", "Cleo", "Dag"}
	// colours of avatars, in the order of memberNames
	colours = []string{"#c2506b", "#3a7ca5", "#5a8f4e", "#8a63b8"}
	roles   = []struct {
		name    string
		members int // number of members that have the role from the start
	}{{"Arbiter", 1}, {"Player", 3}}
	rooms = []struct{ name, topic string }{
		{"halatafl", "Sheep and foxes on a board like a cross"},
		{"kalah", "Sow, capture, and sow again"},
		{"stratego", "Two hidden armies, one flag each"},
		{"fish", "Penguins on melting ice"},
		{"lounge", "Talk, and anything else"},
	}
)

// populate creates the server with its channels and members, and returns the members' ids.
func populate(sim *discordsim.Sim) []discordsim.UserID {
	var users []discordsim.UserID
	for _, name := range memberNames {
		users = append(users, sim.AddUser(name))
	}
	for i, u := range users {
		sim.SetAvatar(u, fmt.Sprintf("%032x", i+1)) // the page draws it
	}
	guild := sim.AddGuild(guildName, users...)
	for _, r := range rooms {
		sim.AddChannel(guild, r.name)
	}
	for _, r := range roles {
		id := sim.AddRole(guild, r.name)
		for _, u := range users[:r.members] {
			sim.SetRole(guild, u, id, true)
		}
	}
	for _, u := range users {
		sim.DM(u)
	}
	sim.Install(users[0]) // the install lets the first member use the bot in chats between people
	sim.AddFriends(users[0], users[1])
	sim.AddGroup(groupName, users[:3]...)
	return users
}

func topicOf(channel string) string {
	for _, r := range rooms {
		if r.name == channel {
			return r.topic
		}
	}
	return ""
}

// reading stores what each member has read, and later notifications. The zero value is ready. It is
// stored between runs as JSON.
type reading struct {
	mu    sync.Mutex
	marks map[discordsim.UserID]map[discordsim.ChannelID]*mark
}

// mark is a member's reading position in a channel.
type mark struct {
	Read  discordsim.MessageID   `json:"read,omitempty"`  // the last message read
	Pings []discordsim.MessageID `json:"pings,omitempty"` // messages that have notified them since
}

// MarshalJSON encodes the reading positions of all members.
func (r *reading) MarshalJSON() ([]byte, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return json.Marshal(r.marks)
}

// UnmarshalJSON reads the output of MarshalJSON.
func (r *reading) UnmarshalJSON(b []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return json.Unmarshal(b, &r.marks)
}

// at returns a member's mark in a channel. The caller holds mu.
func (r *reading) at(u discordsim.UserID, c discordsim.ChannelID) *mark {
	if r.marks == nil {
		r.marks = map[discordsim.UserID]map[discordsim.ChannelID]*mark{}
	}
	if r.marks[u] == nil {
		r.marks[u] = map[discordsim.ChannelID]*mark{}
	}
	if r.marks[u][c] == nil {
		r.marks[u][c] = &mark{}
	}
	return r.marks[u][c]
}

// notified records that a message has notified a member.
func (r *reading) notified(u discordsim.UserID, c discordsim.ChannelID, m discordsim.MessageID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.at(u, c)
	at.Pings = append(at.Pings, m)
}

// gone removes the notifications of a deleted message or channel.
func (r *reading) gone(c discordsim.ChannelID, m discordsim.MessageID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, channels := range r.marks {
		if at := channels[c]; at != nil {
			at.Pings = slices.DeleteFunc(at.Pings, func(id discordsim.MessageID) bool { return m == "" || id == m })
		}
	}
}

// done records that a member has read a channel up to a message. It reports whether that is a
// change.
func (r *reading) done(u discordsim.UserID, c discordsim.ChannelID, last discordsim.MessageID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.at(u, c)
	news := at.Read != last || len(at.Pings) > 0
	*at = mark{Read: last}
	return news
}

// of returns how far a member has read a channel, and the number of later notifications.
func (r *reading) of(u discordsim.UserID, c discordsim.ChannelID) (last discordsim.MessageID, pings int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	at := r.at(u, c)
	return at.Read, len(at.Pings)
}

// total returns the number of notifications that a member has not seen.
func (r *reading) total(u discordsim.UserID) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for _, at := range r.marks[u] {
		n += len(at.Pings)
	}
	return n
}
