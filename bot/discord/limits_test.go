package discord

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discordsim/schema"
)

// The bot's limits are those of Discord's own schema: a text of exactly the limit is accepted, one
// character more is not.
func TestLimitsAreDiscords(t *testing.T) {
	s, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const post, answer = "/channels/{channel_id}/messages",
		"/interactions/{interaction_id}/{interaction_token}/callback"
	message := func(parts ...discordgo.MessageComponent) any { return Message{Parts: parts}.body(true) }
	choices := func(texts ...string) any {
		var list []map[string]any
		for _, text := range texts {
			list = append(list, map[string]any{"name": text, "value": text})
		}
		return map[string]any{"type": responseChoices, "data": map[string]any{"choices": list}}
	}
	form := func(title, label, placeholder string) any {
		rows := []discordgo.MessageComponent{Row(discordgo.TextInput{
			CustomID: "0", Label: label,
			Placeholder: placeholder, Style: discordgo.TextInputShort,
		})}
		return map[string]any{
			"type": responseModal,
			"data": map[string]any{"custom_id": "x", "title": title, "components": rows},
		}
	}
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, l := range []struct {
		name  string
		limit int
		route string
		body  func(n int) any
	}{
		{"text", maxText, post, func(n int) any { return message(discordgo.TextDisplay{Content: long(n)}) }},
		{"alt text", MaxAlt, post, func(n int) any { return message(Picture(File{Name: "a.png", Alt: long(n)})) }},
		{"label of a button", MaxLabel, post, func(n int) any {
			return message(Row(discordgo.Button{Label: long(n), CustomID: "x", Style: discordgo.PrimaryButton}))
		}},
		{"text of an option", MaxOptionText, answer, func(n int) any { return choices(long(n)) }},
		{"options of a menu", MaxOptions, post, func(n int) any {
			options := slices.Repeat([]discordgo.SelectMenuOption{{Label: "a", Value: "b"}}, n)
			return message(Row(discordgo.SelectMenu{
				MenuType: discordgo.StringSelectMenu, CustomID: "x",
				Options: options,
			}))
		}},
		{"title of a form", MaxModalTitle, answer, func(n int) any { return form(long(n), "a", "") }},
		{"label of a field", MaxInputLabel, answer, func(n int) any { return form("a", long(n), "") }},
		{"placeholder of a field", MaxPlaceholder, answer, func(n int) any { return form("a", "b", long(n)) }},
	} {
		for n, fits := range map[int]bool{l.limit: true, l.limit + 1: false} {
			raw, err := json.Marshal(l.body(n))
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Validate("POST", l.route, raw); (err == nil) != fits {
				t.Errorf("%s of %d: fits by Discord's schema: %t, want %t", l.name, n, err == nil, fits)
			}
		}
	}
}

// Long texts are cut so that the whole message fits.
func TestMessagesAreCut(t *testing.T) {
	text := strings.Repeat("ä", 3*maxText)
	length := func(m Message) (n int) {
		for _, part := range everyPart(m.Parts) {
			if d, ok := part.(discordgo.TextDisplay); ok {
				n += len([]rune(d.Content))
			}
		}
		return n
	}
	m := TextMessage(text)
	if n := length(m); n > 4000 || n < 3000 {
		t.Errorf("a message with much text has %d characters, want it cut to fit 4,000", n)
	}
	m.Parts = append(m.Parts, m.Parts...)
	if n := length(m.Plain()); n > 4000 || n < 3000 {
		t.Errorf("the plain text of two parts has %d characters, want it cut to fit 4,000", n)
	}
}
