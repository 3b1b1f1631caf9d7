package story

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"

	"paddock/bot/discordsim"
)

// Everything returns all bodies that the bot has sent to a channel. With an empty channel it
// returns those to every channel.
func (s *Story) Everything(ch discordsim.ChannelID) string {
	var b strings.Builder
	for _, c := range s.Sim.Calls() {
		if ch == "" || strings.Contains(c.Path, string(ch)) {
			b.Write(c.Body)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Forgotten fails the story if a fresh backup of the database contains a user's id.
func (s *Story) Forgotten(who discordsim.UserID) {
	s.Helper()
	name := filepath.Join(s.TempDir(), "copy.db")
	if _, err := s.Store.Backup(context.Background(), name); err != nil {
		s.Fatal(err)
	}
	content, err := os.ReadFile(name)
	if err != nil {
		s.Fatal(err)
	}
	if i := bytes.Index(content, []byte(who)); i >= 0 {
		s.Errorf("the copy still knows the person: %q", content[max(0, i-80):min(len(content), i+80)])
	}
}
