package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// Every text of a message gets its links, at any level, and the message itself is not changed. If a
// message would be too long with links, it has none.
func TestLinks(t *testing.T) {
	text := func(s string) discordgo.TextDisplay { return discordgo.TextDisplay{Content: s} }
	c := new(Client)
	c.LinkBy(func(s string) string { return strings.ReplaceAll(s, "`/play`", "</play:12>") })
	for _, long := range []int{0, 4000, 4001} {
		m := Message{Parts: []discordgo.MessageComponent{
			text("`/play` 1"),
			discordgo.Container{Components: []discordgo.MessageComponent{
				text("`/play` 2"),
				discordgo.Section{Components: []discordgo.MessageComponent{text("`/play` 3")}},
			}},
			text(strings.Repeat("x", max(0, long-36))),
		}}
		before := m.Digest()
		raw, err := json.Marshal(c.body(m, true))
		if err != nil {
			t.Fatal(err)
		}
		var encoded string
		// the characters < and > are escaped
		_ = json.Unmarshal([]byte(`"`+strings.ReplaceAll(string(raw), `"`, ``)+`"`), &encoded)
		want := 3
		if long == 4001 {
			want = 0
		}
		if got := strings.Count(encoded, "</play:12>"); got != want {
			t.Errorf("with %d characters %d links, want %d: %.300s", long, got, want, encoded)
		}
		if m.Digest() != before {
			t.Error("the message has changed")
		}
	}
}
