package discordsim

import "strconv"

// Ids are decimal strings of the size of Discord's snowflakes: unique within a Sim and increasing.
// They are not times: a fake clock starts before Discord existed.
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

// firstID makes ids of 19 digits, as today's are; the low 22 bits vary so that id>>22 shards well.
const firstID = uint64(1_100_000_000_000_000_000)

func (s *Sim) newID() string {
	s.lastID++
	return strconv.FormatUint(firstID+s.lastID<<22+s.lastID*37%4096, 10)
}

func isSnowflake(text string) bool {
	if text == "" || len(text) > 1 && text[0] == '0' {
		return false
	}
	_, err := strconv.ParseUint(text, 10, 63)
	return err == nil
}
