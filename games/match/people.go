package match

import (
	"slices"
	"time"

	"paddock/games"
)

// Style is how somebody wants boards shown.
type Style string

// The styles. The zero Style is Image.
const (
	Image Style = "image"
	Text  Style = "text"
	Words Style = "words"
)

// Notify is how somebody wants to hear that something waits for them.
type Notify string

// The ways. The zero Notify is a mention in the channel of the match.
const (
	ByMention Notify = ""
	ByDM      Notify = "dm"
	ByNothing Notify = "none"
)

// User is what is remembered of a person.
type User struct {
	ID       UserID
	Style    Style             `json:",omitempty"`
	Prefer   games.Options     `json:",omitempty"` // choices of games' Info.Personal, by name
	Language string            `json:",omitempty"` // chosen to be written to in, by its code such as "sv"; empty: as Locale says
	Locale   string            `json:",omitempty"` // the language of their Discord when they last acted, by its code; empty: English, or unknown
	DM       ChannelID         `json:",omitempty"` // the DM channel, once opened
	DMClosed bool              `json:",omitempty"` // DMs were refused; not tried again until the user acts
	Told     map[string]bool   `json:",omitempty"` // hints that are given once
	Saved    map[string]string `json:",omitempty"` // saved set-ups, by "game/army/name"
	Letters  map[ID]Letter     `json:",omitempty"` // by running match with secrets: the direct message that shows it
	Confirm  bool              `json:",omitempty"` // is asked before a move counts
	Notify   Notify            `json:",omitempty"` // how the person hears that it is their turn
	Blocked  []UserID          `json:",omitempty"` // with whom the person wants no match
}

// Letter is the direct message that shows a match to one of its players.
type Letter struct {
	Message MessageID
	At      time.Time // when it was posted
	Sum     string    // of what it shows
}

// WithoutBlock is what is remembered of a person when somebody else is forgotten, and whether that makes a difference.
func (u User) WithoutBlock(gone UserID) (User, bool) {
	if !slices.Contains(u.Blocked, gone) {
		return u, false
	}
	u.Blocked = slices.DeleteFunc(slices.Clone(u.Blocked), func(b UserID) bool { return b == gone })
	return u, true
}

// Guild is a server's settings. The zero value is the default everywhere.
type Guild struct {
	ID    GuildID
	Style Style `json:",omitempty"` // of public boards: image or text

	Language string `json:",omitempty"` // of public messages, as for a User
	Locale   string `json:",omitempty"`

	Threads bool          `json:",omitempty"` // a thread for each match
	OwnCups bool          `json:",omitempty"` // only those who manage the server create tournaments
	PerMove time.Duration `json:",omitempty"` // default time per move
	Limit   int           `json:",omitempty"` // running matches per member; 0 = default
	Gone    time.Time     `json:",omitzero"`  // since when the bot is no longer a member
}
