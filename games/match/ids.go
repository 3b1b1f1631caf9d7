package match

import (
	"cmp"
	"math/rand/v2"
)

// Identifiers that Discord assigns, and those of matches. Discord's are decimal snowflakes; nothing
// here depends on that.
type (
	ID        string // a match: short, easy to say, lower-case letters and digits
	UserID    string
	GuildID   string // empty in a DM with the bot
	ChannelID string // threads are channels too
	MessageID string
	RoleID    string // a role of a server
)

// DrawID draws an id of n letters and digits that people do not confuse.
func DrawID(seed uint64, n int) string {
	const letters = "23456789abcdefghjkmnpqrstuvwxyz"
	lot := rand.New(rand.NewPCG(seed, 0))
	id := make([]byte, n)
	for i := range id {
		id[i] = letters[lot.IntN(len(letters))]
	}
	return string(id)
}

// Seq is the number of an event in its match, from 1. A match's Head is the Seq of its last event.
type Seq int64

// Cause identifies the origin of an event; one cause is never applied twice. Interactions use their
// id; computer players and the scheduler use the head they acted on.
type Cause string

// Status is the stage of a match's life. The values are stored.
type Status string

const (
	Open    Status = "open"    // a challenge or an open table that waits for players
	Running Status = "running" // being played
	Over    Status = "over"    // ended with a result
	Closed  Status = "closed"  // ended without a result: declined, revoked, expired or cancelled
)

// Player is the occupant of a seat: a member, a computer player, a channel whose members vote, or a
// former player who was erased. The zero Player is an empty seat.
type Player struct {
	// for a channel: the member who decides everything except its moves; empty once they are erased
	User     UserID    `json:",omitempty"`
	Name     string    `json:",omitempty"` // display name, as on Discord
	Computer string    `json:",omitempty"` // name of a computer player ("medium"); empty for a member
	Channel  ChannelID `json:",omitempty"` // the channel that votes on the moves, see Voting
	Gone     string    `json:",omitempty"` // for an erased member (P30): its Erasure.As
}

// Empty reports whether the seat has no player.
func (p Player) Empty() bool { return p == Player{Name: p.Name} }

// Chosen reports whether people choose the player's moves: a member, or a channel by vote.
func (p Player) Chosen() bool { return p.User != "" || p.Channel != "" }

// Place is where a match is played.
type Place struct {
	Guild   GuildID `json:",omitempty"`
	Channel ChannelID
	// set where the bot is not a member and can only answer interactions: Between in private chats
	// between people, otherwise the id of the server. Guild is empty then.
	Outside string `json:",omitempty"`
}

// Between is Place.Outside of a direct message between people, or of a group of them.
const Between = "@me"

// Direct reports whether a place is the direct messages of one person with the bot.
func (p Place) Direct() bool { return p.Guild == "" && p.Outside == "" }

// Root is the first part of a place's address: the server, or "@me".
func (p Place) Root() string { return cmp.Or(string(p.Guild), p.Outside, Between) }

// Near reports whether two places share their limits: they are in the same server, or are the same
// chat where the bot is not a member.
func (p Place) Near(other Place) bool {
	return p.Guild == other.Guild && p.Outside == other.Outside && (p.Outside == "" || p.Channel == other.Channel)
}

// FormerPlayer is the name that replaces an erased person in their matches (P30).
const FormerPlayer = "Former player"
