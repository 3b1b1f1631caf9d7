package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"paddock/bot/discordsim/validate"
)

// check decodes a body and returns the problems that a function of the package finds in it.
func check(t *testing.T, body string, by func(validate.Field)) []string {
	t.Helper()
	v, err := validate.Decode([]byte(body))
	if err != nil {
		t.Fatalf("%v in %.200s", err, body)
	}
	f := &validate.Form{}
	by(f.Root(v))
	var out []string
	if no := f.Invalid(); no != nil {
		for _, p := range no.Problems {
			out = append(out, p.Path+": "+p.Code)
		}
	}
	return out
}

func message(f validate.Field)  { validate.Message(f, validate.ChannelCreate, nil, nil) }
func commands(f validate.Field) { validate.Commands(f) }

// Every text has a limit in characters, not bytes: exactly the limit passes, and one more does not.
func TestTextLimits(t *testing.T) {
	const v2 = `{"flags":32768,"components":[%s]}`
	row := func(item string) string { return `{"type":1,"components":[` + item + `]}` }
	menu := func(option string) string {
		return fmt.Sprintf(v2, row(`{"type":3,"custom_id":"m","options":[`+option+`]}`))
	}
	command := func(rest string) string { return `[{"name":"c","description":"d",` + rest + `}]` }
	input := func(rest string) string {
		return `{"custom_id":"m","title":"t","components":[` + row(`{"type":4,"custom_id":"x","style":1,`+rest+`}`) +
			`]}`
	}
	label := func(rest string) string {
		return `{"custom_id":"m","title":"t","components":[{"type":18,"component":{"type":4,"custom_id":"x","style":1},` + rest + `}]}`
	}
	embed := func(rest string) string { return `{"embeds":[{"title":"t",` + rest + `}]}` }
	for _, c := range []struct {
		name  string
		by    func(validate.Field)
		body  string // @ stands for the text
		path  string
		limit int
	}{
		{"content", message, `{"content":"@"}`, "content", 2000},
		{"nonce", message, `{"content":"x","nonce":"@"}`, "nonce", 25},
		{"embed title", message, `{"embeds":[{"title":"@"}]}`, "embeds[0].title", 256},
		{"embed description", message, embed(`"description":"@"`), "embeds[0].description", 4096},
		{"embed author", message, embed(`"author":{"name":"@"}`), "embeds[0].author.name", 256},
		{"embed footer", message, embed(`"footer":{"text":"@"}`), "embeds[0].footer.text", 2048},
		{"embed field name", message, embed(`"fields":[{"name":"@","value":"v"}]`), "embeds[0].fields[0].name", 256},
		{"embed field value", message, embed(`"fields":[{"name":"n","value":"@"}]`), "embeds[0].fields[0].value", 1024},
		{
			"button label", message, fmt.Sprintf(v2, row(`{"type":2,"style":1,"custom_id":"b","label":"@"}`)),
			"components[0].components[0].label", 80,
		},
		{
			"custom id", message, fmt.Sprintf(v2, row(`{"type":2,"style":1,"custom_id":"@","label":"l"}`)),
			"components[0].components[0].custom_id", 100,
		},
		{"text display", message, fmt.Sprintf(v2, `{"type":10,"content":"@"}`), "components[0].content", 4000},
		{
			"alt text", message, fmt.Sprintf(v2,
				`{"type":12,"items":[{"media":{"url":"https://x.example/a"},"description":"@"}]}`),
			"components[0].items[0].description", 1024,
		},
		{
			"select placeholder", message, fmt.Sprintf(v2, row(`{"type":5,"custom_id":"m","placeholder":"@"}`)),
			"components[0].components[0].placeholder", 150,
		},
		{
			"select label", message, menu(`{"label":"@","value":"v"}`), "components[0].components[0].options[0].label",
			100,
		},
		{
			"select value", message, menu(`{"label":"l","value":"@"}`), "components[0].components[0].options[0].value",
			100,
		},
		{
			"select description", message, menu(`{"label":"l","value":"v","description":"@"}`),
			"components[0].components[0].options[0].description", 100,
		},

		{
			"modal id", validate.Modal,
			`{"custom_id":"@","title":"t","components":[` + row(`{"type":4,"custom_id":"x","style":1,"label":"l"}`) +
				`]}`, "custom_id", 100,
		},
		{
			"modal title", validate.Modal,
			`{"custom_id":"m","title":"@","components":[` + row(`{"type":4,"custom_id":"x","style":1,"label":"l"}`) +
				`]}`, "title", 45,
		},
		{"text input label", validate.Modal, input(`"label":"@"`), "components[0].components[0].label", 45},
		{
			"text input value", validate.Modal, input(`"label":"l","value":"@"`), "components[0].components[0].value",
			4000,
		},
		{
			"text input placeholder", validate.Modal, input(`"label":"l","placeholder":"@"`),
			"components[0].components[0].placeholder", 100,
		},
		{"label", validate.Modal, label(`"label":"@"`), "components[0].label", 45},
		{"label description", validate.Modal, label(`"label":"l","description":"@"`), "components[0].description", 100},

		{"command name", commands, `[{"name":"@","description":"d"}]`, "[0].name", 32},
		{"command description", commands, `[{"name":"c","description":"@"}]`, "[0].description", 100},
		{"localised name", commands, command(`"name_localizations":{"de":"@"}`), "[0].name_localizations.de", 32},
		{
			"localised description", commands, command(`"description_localizations":{"de":"@"}`),
			"[0].description_localizations.de", 100,
		},
		{
			"option name", commands, command(`"options":[{"type":3,"name":"@","description":"d"}]`), "[0].options[0].name",
			32,
		},
		{
			"option description", commands, command(`"options":[{"type":3,"name":"o","description":"@"}]`),
			"[0].options[0].description", 100,
		},
		{
			"choice name", commands,
			command(`"options":[{"type":3,"name":"o","description":"d","choices":[{"name":"@","value":"v"}]}]`),
			"[0].options[0].choices[0].name", 100,
		},
		{
			"choice value", commands,
			command(`"options":[{"type":3,"name":"o","description":"d","choices":[{"name":"n","value":"@"}]}]`),
			"[0].options[0].choices[0].value", 100,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := func(n int) string { return strings.ReplaceAll(c.body, "@", strings.Repeat("é", n)) }
			if got := check(t, text(c.limit), c.by); len(got) > 0 {
				t.Errorf("%d characters are refused: %v", c.limit, got)
			}
			if got := check(t, text(c.limit+1), c.by); len(got) == 0 ||
				!strings.HasPrefix(got[0], c.path+": BASE_TYPE_") {
				t.Errorf("%d characters give %v, want a problem with the length at %s", c.limit+1, got, c.path)
			}
		})
	}
}

// A name of a command or option is one word that can be typed: no spaces, line breaks (U+2028 is
// one), control or format characters.
func TestNamesAreWords(t *testing.T) {
	for _, name := range []string{
		"a b", `a\u2028b`, `a\u2029b`, `a\u0085b`, `a\nb`, `a\u00a0b`, `a\u200bb`, `a\u202eb`,
		`a\u0000b`, `\u2028`, "A", "a/b", "a:b", "a'b",
	} {
		got := check(t, `[{"name":"`+name+`","description":"d"}]`, commands)
		if len(got) != 1 || got[0] != "[0].name: APPLICATION_COMMAND_INVALID_NAME" {
			t.Errorf("name %s: %v, want it refused as invalid", name, got)
		}
		got = check(t, `[{"name":"c","description":"d","options":[{"type":3,"name":"`+name+`","description":"d"}]}]`,
			commands)
		if len(got) != 1 || got[0] != "[0].options[0].name: APPLICATION_COMMAND_INVALID_NAME" {
			t.Errorf("option name %s: %v, want it refused as invalid", name, got)
		}
	}
	for _, name := range []string{"a", "a-b_cʼ1", "ходить", "対局"} {
		if got := check(t, `[{"name":"`+name+`","description":"d"}]`, commands); len(got) > 0 {
			t.Errorf("name %s is refused: %v", name, got)
		}
	}
}
