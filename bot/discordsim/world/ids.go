package world

import (
	"strconv"
	"strings"
)

// Ids are decimal strings of the size of Discord's snowflakes, unique within a Sim and increasing.
// They contain no times, because a fake clock starts before Discord existed.
type (
	UserID        string
	GuildID       string
	ChannelID     string // a text channel, a thread or a direct message channel
	MessageID     string
	AttachmentID  string
	CommandID     string
	InteractionID string
	RoleID        string
)

// firstID gives ids of 19 digits, like today's; the low 22 bits vary, so that id>>22 distributes
// well over shards.
const firstID = uint64(1_100_000_000_000_000_000)

// IsSnowflake reports whether a text is an id: a decimal number without leading zeros.
func IsSnowflake(text string) bool {
	if text == "" || len(text) > 1 && text[0] == '0' {
		return false
	}
	_, err := strconv.ParseUint(text, 10, 63)
	return err == nil
}

// CompareIDs orders ids by age.
func CompareIDs(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}
