package discord

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func board() []discordgo.MessageComponent {
	var buttons []discordgo.MessageComponent
	for _, label := range []string{"1", "2", "3", "4", "5", "6"} {
		buttons = append(buttons, discordgo.Button{Label: label, CustomID: "p1:m:0123456789abcdef:17:" + label})
	}
	f := File{Name: "board.png", Alt: "The board: \"six\" & <seven>\n"}
	return append([]discordgo.MessageComponent{
		Text("**Kalah**"), Picture(f), Container(append(ButtonRows(buttons), Text("<@1> to move"), Attachment(f))...),
		TextWithPicture(Text("x"), f),
		Container(), Row(),
		discordgo.Container{},
		discordgo.Separator{},
	}, Row(LinkButton("Help", "https://example.org/?a=1&b=2"),
		discordgo.Button{
			Label: "No", Style: discordgo.DangerButton, Disabled: true,
			Emoji: &discordgo.ComponentEmoji{Name: "🦊"},
		}),
		Row(discordgo.SelectMenu{CustomID: "menu", Options: []discordgo.SelectMenuOption{{Label: "a", Value: "b"}}}))
}

// The encoding in one pass equals discordgo's.
func TestEncodable(t *testing.T) {
	parts := board()
	parts = append(parts, discordgo.Container{
		ID: 7, AccentColor: new(int), Spoiler: true,
		Components: []discordgo.MessageComponent{Container(Text("inner"))},
	})
	decode := func(v any) (decoded any) {
		t.Helper()
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(raw, &decoded); err != nil {
			t.Fatal(err)
		}
		return decoded
	}
	for i, part := range parts {
		got, want := decode(encodable(parts[i:i+1])), decode(parts[i:i+1])
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%T: %v, want %v", part, got, want)
		}
	}
	if raw, _ := json.Marshal(encodable(nil)); !bytes.Equal(raw, []byte("null")) {
		t.Errorf("no components are %s, want null", raw)
	}
}

func BenchmarkEncode(b *testing.B) {
	m := Message{Parts: board()}
	b.Run("discordgo", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			json.Marshal(m.Parts)
		}
	})
	b.Run("one pass", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			json.Marshal(encodable(m.Parts))
		}
	})
}
