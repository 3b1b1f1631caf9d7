package discordsim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"paddock/bot/discordsim"
)

// raw is a world whose bot sends bodies written by the test, which may be invalid.
type raw struct {
	*world
	client *http.Client
}

func newRaw(t *testing.T, cfg discordsim.Config) *raw {
	t.Helper()
	cfg.Limits.Off = true
	w := newWorld(t, cfg)
	t.Cleanup(w.Sim.Close)
	r := &raw{w, &http.Client{Transport: w.Transport()}}
	if got := r.send("PUT", "/applications/"+w.ApplicationID()+"/commands", good("commands")); got.Status != 200 {
		t.Fatal("register:", got)
	}
	return r
}

// send makes a request with the bot's token and returns its entry in the journal.
func (r *raw) send(method, path, body string) discordsim.Call {
	return r.sendAs(method, path, "application/json", []byte(body), "Bot "+discordsim.DefaultToken)
}

func (r *raw) sendAs(method, path, contentType string, body []byte, token string) discordsim.Call {
	r.t.Helper()
	req, err := http.NewRequest(method, "https://discord.com/api/v9"+path, bytes.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if len(body) > 0 {
		req.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		req.Header.Set("Authorization", token)
	}
	res, err := r.client.Do(req)
	if err != nil {
		r.t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		r.t.Fatal(err)
	}
	calls := r.Calls()
	return calls[len(calls)-1]
}

// sendFiles sends a request like send, with files[0..n] beside the body.
func (r *raw) sendFiles(method, path, body string, files ...string) discordsim.Call {
	r.t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	p, _ := w.CreateFormField("payload_json")
	_, _ = io.WriteString(p, body)
	for n, f := range files {
		name, content, _ := strings.Cut(f, "=")
		p, _ := w.CreateFormFile(fmt.Sprintf("files[%d]", n), name)
		_, _ = io.WriteString(p, content)
	}
	w.Close()
	return r.sendAs(method, path, w.FormDataContentType(), b.Bytes(), "Bot "+discordsim.DefaultToken)
}

// doors maps short names to the kinds of requests that can have a body.
func (r *raw) door(name string) (method, path string) {
	r.t.Helper()
	channel := "/channels/" + string(r.games)
	switch name {
	case "commands":
		return "PUT", "/applications/" + r.ApplicationID() + "/commands"
	case "guild commands":
		return "PUT", "/applications/" + r.ApplicationID() + "/guilds/" + string(r.club) + "/commands"
	case "post":
		return "POST", channel + "/messages"
	case "thread":
		return "POST", channel + "/threads"
	case "dm":
		return "POST", "/users/@me/channels"
	case "edit":
		return "PATCH", channel + "/messages/" + string(r.posted(good("v2")))
	case "edit picture":
		c := r.sendFiles("POST", channel+"/messages",
			v2(`{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}`), "board.png=x")
		return "PATCH", channel + "/messages/" + string(r.sent(c))
	case "edit classic":
		return "PATCH", channel + "/messages/" + string(r.posted(`{"content":"old","embeds":[{"title":"t"}]}`))
	case "slash":
		return "POST", r.callbackPath(r.As(r.ann).In(r.games).Slash("/ping"))
	case "autocomplete":
		return "POST", r.callbackPath(r.As(r.ann).In(r.games).Autocomplete("/move hole:x", "hole"))
	case "autocomplete int":
		return "POST", r.callbackPath(r.As(r.ann).In(r.games).Autocomplete("/move number:1", "number"))
	case "click":
		m := r.Message(r.posted(good("classic")), r.ann)
		return "POST", r.callbackPath(r.As(r.ann).Click(m, "a"))
	case "submit":
		i := r.As(r.ann).In(r.games).Slash("/ping")
		if c := r.send("POST", r.callbackPath(i), `{"type":9,"data":`+good("modal")+`}`); c.Status != 204 {
			r.t.Fatal(c)
		}
		return "POST", r.callbackPath(r.As(r.ann).Submit(i.Modal(), map[string]string{"x": "v"}))
	case "webhook", "webhook edit":
		i := r.As(r.ann).In(r.games).Slash("/ping")
		if c := r.send("POST", r.callbackPath(i), `{"type":4,"data":{"content":"x"}}`); c.Status != 204 {
			r.t.Fatal(c)
		}
		path := "/webhooks/" + r.ApplicationID() + "/" + i.Token()
		if name == "webhook" {
			return "POST", path
		}
		return "PATCH", path + "/messages/@original"
	}
	r.t.Fatalf("no door %q", name)
	return "", ""
}

func (r *raw) callbackPath(i *discordsim.Interaction) string {
	r.t.Helper()
	if err := i.Err(); err != nil {
		r.t.Fatal(err)
	}
	return "/interactions/" + string(i.ID()) + "/" + i.Token() + "/callback"
}

// posted sends a message and returns its id.
func (r *raw) posted(body string) discordsim.MessageID {
	r.t.Helper()
	return r.sent(r.send("POST", "/channels/"+string(r.games)+"/messages", body))
}

// sent returns the id of the message that a call has created.
func (r *raw) sent(c discordsim.Call) discordsim.MessageID {
	r.t.Helper()
	var m struct{ ID discordsim.MessageID }
	if err := json.Unmarshal(c.Answer, &m); err != nil || c.Status != 200 {
		r.t.Fatal(c, err)
	}
	return m.ID
}

// good lists valid bodies, each for all requests that take it.
func good(name string) string {
	switch name {
	case "commands":
		return `[{"name":"ping","description":"d"},{"name":"move","description":"d","default_member_permissions":"0","contexts":[0,1],"options":[
			{"type":3,"name":"hole","description":"d","autocomplete":true,"choices":null},{"type":4,"name":"number","description":"d","autocomplete":true}]},
			{"type":2,"name":"Do It"}]`
	case "classic":
		return `{"content":"hello","components":[` + row(button("a"), button("b")) +
			`],"allowed_mentions":{"parse":[]}}`
	case "v2":
		return v2(`{"type":17,"components":[` + display("hello") + `,` + row(button("a")) + `]}`)
	case "modal":
		return `{"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1}]}]}`
	}
	panic(name)
}

func rep(n int) string { return strings.Repeat("a", n) }

// times joins n things made by f with commas.
func times(n int, f func(i int) string) string {
	var list []string
	for i := range n {
		list = append(list, f(i))
	}
	return strings.Join(list, ",")
}

func button(id string) string {
	return fmt.Sprintf(`{"type":2,"style":1,"label":"L%s","custom_id":"%[1]s"}`, id)
}

func row(items ...string) string {
	return `{"type":1,"components":[` + strings.Join(items, ",") + `]}`
}
func display(text string) string { return `{"type":10,"content":"` + text + `"}` }
func v2(components ...string) string {
	return `{"flags":32768,"components":[` + strings.Join(components, ",") + `]}`
}

func classic(components ...string) string {
	return `{"content":"x","components":[` + strings.Join(components, ",") + `]}`
}
func answer4(data string) string { return `{"type":4,"data":` + data + `}` }
func modal(fields string) string { return `{"type":9,"data":{` + fields + `}}` }
func labelled(component string) string {
	return modal(`"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":` + component + `}]`)
}
func menu(rest string) string { return row(`{"type":3,"custom_id":"s",` + rest + `}`) }
func option(n int) string     { return fmt.Sprintf(`{"label":"l","value":"v%d"}`, n) }
func chat(rest string) string { return `[{"name":"c","description":"d",` + rest + `}]` }
func opt(kind int, name, rest string) string {
	return fmt.Sprintf(`{"type":%d,"name":%q,"description":"d"%s}`, kind, name, rest)
}

func gallery(n int) string {
	return `{"type":12,"items":[` +
		times(n, func(int) string { return `{"media":{"url":"https://x.example/a.png"}}` }) + `]}`
}

// bad is a body that must be refused with HTTP 400.
type bad struct {
	name, door, body string
	path, code       string // path and code of the inner error; "" if the refusal has none
	outer            int    // code of the refusal; 0 means 50035
}

// sentences holds parts of Discord's own error messages, where they are known.
var sentences = map[string]string{
	"APPLICATION_COMMAND_INVALID_NAME":             "Command name is invalid",
	"APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID": "Required options must be placed before non-required options",
	"APPLICATION_COMMAND_OPTIONS_TYPE_INVALID":     "Sub-command and sub-command group option types are mutually exclusive to all other types",
	"APPLICATION_COMMAND_TOO_LARGE":                "Command exceeds maximum size (8000)",
	"APPLICATION_COMMANDS_DUPLICATE_NAME":          "Application command names must be unique",
	"COMPONENT_CUSTOM_ID_DUPLICATED":               "Component custom id was already specified",
	"BUTTON_COMPONENT_CUSTOM_ID_REQUIRED":          "A custom id is required",
	"UNION_TYPE_CHOICES":                           `Value of field "type" must be one of (`,
	"COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED":     "exceeds maximum size of 4000",
	"MAX_EMBED_SIZE_EXCEEDED":                      "Embed size exceeds maximum size of 6000",
	"MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE":     "[ids...] are mutually exclusive.",
}

// send sends the body and fails the test unless it is refused as expected.
func (c bad) send(t *testing.T, r *raw) discordsim.Call {
	t.Helper()
	method, path := r.door(c.door)
	got := r.send(method, path, c.body)
	want := c.outer
	if want == 0 {
		want = 50035
	}
	if got.Status != 400 || got.Code != want {
		t.Errorf("got %v, want 400 with %d", got, want)
	}
	found := slices.ContainsFunc(got.Problems, func(p discordsim.Problem) bool {
		return p.Path == c.path && p.Code == c.code && strings.Contains(p.Message, sentences[c.code])
	})
	if c.code != "" && !found {
		t.Errorf("got %v, want %s at %q", got.Problems, c.code, c.path)
	}
	return got
}

// The test sends requests that both Discord's schema and the simulator refuse.
func TestCaughtByOpenAPI(t *testing.T) {
	input := `{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1}]}`
	cases := []bad{
		{
			"command name 33", "commands", `[{"name":"` + rep(33) + `","description":"d"}]`, "[0].name",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"command description 101", "commands", `[{"name":"c","description":"` + rep(101) + `"}]`, "[0].description",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"26 options", "commands",
			chat(`"options":[` + times(26, func(i int) string { return opt(3, fmt.Sprint("o", i), "") }) + `]`),
			"[0].options", "BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"26 choices", "commands",
			chat(`"options":[` +
				opt(3, "o", `,"choices":[`+
					times(26, func(i int) string { return fmt.Sprintf(`{"name":"n%d","value":"v"}`, i) })+`]`) + `]`),
			"[0].options[0].choices", "BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"choice name 101", "commands",
			chat(`"options":[` + opt(3, "o", `,"choices":[{"name":"`+rep(101)+`","value":"v"}]`) + `]`),
			"[0].options[0].choices[0].name", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"choice of wrong type", "commands",
			chat(`"options":[` + opt(4, "o", `,"choices":[{"name":"n","value":"v"}]`) + `]`),
			"[0].options[0].choices[0].value", "NUMBER_TYPE_COERCE", 0,
		},
		{
			"sub-command in sub-command", "commands",
			chat(`"options":[` + opt(1, "a", `,"options":[`+opt(1, "b", "")+`]`) + `]`), "[0].options[0].options[0]",
			"APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", 0,
		},
		{
			"unknown option type", "commands", chat(`"options":[` + opt(12, "o", "") + `]`), "[0].options[0].type",
			"BASE_TYPE_CHOICES", 0,
		},
		{
			"content 2001 in callback", "slash", answer4(`{"content":"` + rep(2001) + `"}`), "data.content",
			"BASE_TYPE_MAX_LENGTH", 0,
		},
		{"content 2001 in webhook", "webhook", `{"content":"` + rep(2001) + `"}`, "content", "BASE_TYPE_MAX_LENGTH", 0},
		{
			"6 buttons in a row", "post",
			classic(row(button("1"), button("2"), button("3"), button("4"), button("5"), button("6"))),
			"components[0].components", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"custom_id 101", "post", classic(row(`{"type":2,"style":1,"label":"l","custom_id":"` + rep(101) + `"}`)),
			"components[0].components[0].custom_id", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"label 81", "post", classic(row(`{"type":2,"style":1,"custom_id":"x","label":"` + rep(81) + `"}`)),
			"components[0].components[0].label", "BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"unknown style", "post", classic(row(`{"type":2,"style":7,"custom_id":"x","label":"l"}`)),
			"components[0].components[0].style", "BASE_TYPE_CHOICES", 0,
		},
		{
			"0 select options", "post", classic(menu(`"options":[]`)), "components[0].components[0].options",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"26 select options", "post", classic(menu(`"options":[` + times(26, option) + `]`)),
			"components[0].components[0].options", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"select label 101", "post", classic(menu(`"options":[{"label":"` + rep(101) + `","value":"v"}]`)),
			"components[0].components[0].options[0].label", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{"empty row", "post", classic(row()), "components[0].components", "BASE_TYPE_BAD_LENGTH", 0},
		{"button at top level", "post", classic(button("x")), "components[0].type", "UNION_TYPE_CHOICES", 0},
		{
			"button in a modal", "slash", modal(`"custom_id":"m","title":"t","components":[` + row(button("x")) + `]`),
			"data.components[0].components[0].type", "UNION_TYPE_CHOICES", 0,
		},
		{
			"container in container", "post",
			v2(`{"type":17,"components":[{"type":17,"components":[` + display("x") + `]}]}`),
			"components[0].components[0].type", "UNION_TYPE_CHOICES", 0,
		},
		{"11 gallery items", "post", v2(gallery(11)), "components[0].items", "BASE_TYPE_BAD_LENGTH", 0},
		{
			"modal title 46", "slash", modal(`"custom_id":"m","title":"` + rep(46) + `","components":[` + input + `]`),
			"data.title", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"modal label 46", "slash",
			modal(`"custom_id":"m","title":"t","components":[` + strings.Replace(input, `"l"`, `"`+rep(46)+`"`, 1) +
				`]`), "data.components[0].components[0].label", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"radio group of 1", "slash", labelled(`{"type":21,"custom_id":"r","options":[{"label":"a","value":"a"}]}`),
			"data.components[0].component.options", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"11 checkboxes", "slash", labelled(`{"type":22,"custom_id":"r","options":[` + times(11, option) + `]}`),
			"data.components[0].component.options", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"11 files", "slash", labelled(`{"type":19,"custom_id":"r","max_values":11}`),
			"data.components[0].component.max_values", "NUMBER_TYPE_MAX", 0,
		},
		{
			"button in a label", "slash", labelled(button("x")), "data.components[0].component.type", "UNION_TYPE_CHOICES",
			0,
		},
		{
			"modal without custom_id", "slash", modal(`"title":"t","components":[` + input + `]`), "data.custom_id",
			"BASE_TYPE_REQUIRED", 0,
		},
		{
			"26 autocomplete choices", "autocomplete",
			`{"type":8,"data":{"choices":[` +
				times(26, func(i int) string { return fmt.Sprintf(`{"name":"n%d","value":"v"}`, i) }) + `]}}`,
			"data.choices", "BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"autocomplete name 101", "autocomplete",
			`{"type":8,"data":{"choices":[{"name":"` + rep(101) + `","value":"v"}]}}`, "data.choices[0].name",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{"unknown callback type", "slash", `{"type":77,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES", 0},
		{
			"11 embeds", "post", `{"embeds":[` + times(11, func(int) string { return `{"title":"t"}` }) + `]}`, "embeds",
			"BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"embed description 4097", "post", `{"embeds":[{"description":"` + rep(4097) + `"}]}`, "embeds[0].description",
			"BASE_TYPE_MAX_LENGTH", 0,
		},
		{
			"26 embed fields", "post",
			`{"embeds":[{"fields":[` + times(26, func(int) string { return `{"name":"n","value":"v"}` }) + `]}]}`,
			"embeds[0].fields", "BASE_TYPE_MAX_LENGTH", 0,
		},
		{"nonce 26", "post", `{"content":"x","nonce":"` + rep(26) + `"}`, "nonce", "BASE_TYPE_MAX_LENGTH", 0},
		{
			"empty attachment id", "post", `{"content":"x","attachments":[{"id":""}]}`, "attachments[0].id",
			"NUMBER_TYPE_COERCE", 0,
		},
		{"non-snowflake id", "dm", `{"recipient_id":"bob"}`, "recipient_id", "NUMBER_TYPE_COERCE", 0},
		{"wrong JSON type", "post", `{"content":5}`, "content", "STRING_TYPE_CONVERT", 0},
		{
			"empty alt text", "post",
			v2(`{"type":12,"items":[{"description":"","media":{"url":"https://x.example/a.png"}}]}`),
			"components[0].items[0].description", "BASE_TYPE_REQUIRED", 0,
		},
		{"thread name 101", "thread", `{"type":11,"name":"` + rep(101) + `"}`, "name", "BASE_TYPE_BAD_LENGTH", 0},
		{
			"odd archive time", "thread", `{"type":11,"name":"t","auto_archive_duration":77}`, "auto_archive_duration",
			"BASE_TYPE_CHOICES", 0,
		},
	}
	r := newRaw(t, discordsim.Config{})
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := c.send(t, r)
			if got.Invalid == "" {
				t.Error("Discord's schema lets it pass: it belongs to the other table")
			}
		})
	}
}

// The test checks rules that the simulator knows and Discord's schema does not.
func TestMustBeAdded(t *testing.T) {
	twice := func(a, b string) string { return `[` + a + `,` + b + `]` }
	long := `"options":[` + times(25, func(i int) string {
		return opt(3, fmt.Sprint("o", i),
			`,"choices":[`+times(25, func(j int) string {
				return fmt.Sprintf(`{"name":"n%d","value":"%s"}`, j, rep(20))
			})+`]`)
	}) + `]`
	set := func(n int, kind int) string {
		return `[` + times(n, func(i int) string {
			d := `,"description":"d"`
			if kind != 1 {
				d = ""
			}
			return fmt.Sprintf(`{"type":%d,"name":"c%d"%s}`, kind, i, d)
		}) + `]`
	}
	input := `{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1}]}`
	cases := []bad{
		{
			"command name with a space", "commands", `[{"name":"a b","description":"d"}]`, "[0].name",
			"APPLICATION_COMMAND_INVALID_NAME", 0,
		},
		{
			"command name in upper case", "commands", `[{"name":"Ping","description":"d"}]`, "[0].name",
			"APPLICATION_COMMAND_INVALID_NAME", 0,
		},
		{
			"option name in upper case", "commands", chat(`"options":[` + opt(3, "O", "") + `]`), "[0].options[0].name",
			"APPLICATION_COMMAND_INVALID_NAME", 0,
		},
		{
			"localised name in upper case", "commands", chat(`"name_localizations":{"de":"Zug"}`),
			"[0].name_localizations.de", "APPLICATION_COMMAND_INVALID_NAME", 0,
		},
		{"description missing", "commands", `[{"name":"c"}]`, "[0].description", "BASE_TYPE_REQUIRED", 0},
		{
			"description empty", "commands", `[{"name":"c","description":""}]`, "[0].description", "BASE_TYPE_REQUIRED",
			0,
		},
		{
			"description 101", "commands", `[{"name":"c","description":"` + rep(101) + `"}]`, "[0].description",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"option names twice", "commands", chat(`"options":` + twice(opt(3, "o", ""), opt(3, "o", ""))),
			"[0].options[1].name", "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", 0,
		},
		{
			"choice names twice", "commands",
			chat(`"options":[` +
				opt(3, "o", `,"choices":`+twice(`{"name":"n","value":"1"}`, `{"name":"n","value":"2"}`)) + `]`),
			"[0].options[0].choices[1].name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_NOT_UNIQUE", 0,
		},
		{
			"required after optional", "commands",
			chat(`"options":` + twice(opt(3, "a", ""), opt(3, "b", `,"required":true`))), "[0].options[1]",
			"APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", 0,
		},
		{
			"autocomplete with choices", "commands",
			chat(`"options":[` + opt(3, "o", `,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`) + `]`),
			"[0].options[0]", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", 0,
		},
		{
			"autocomplete on a user", "commands", chat(`"options":[` + opt(6, "o", `,"autocomplete":true`) + `]`),
			"[0].options[0].autocomplete", "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_TYPE", 0,
		},
		{
			"sub-command beside option", "commands", chat(`"options":` + twice(opt(1, "a", ""), opt(3, "b", ""))),
			"[0].options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", 0,
		},
		{
			"group in group", "commands", chat(`"options":[` + opt(2, "a", `,"options":[`+opt(2, "b", "")+`]`) + `]`),
			"[0].options[0].options[0]", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", 0,
		},
		{"8000 characters", "commands", chat(long), "[0]", "APPLICATION_COMMAND_TOO_LARGE", 0},
		{
			"names twice", "commands", `[{"name":"c","description":"d"},{"name":"c","description":"e"}]`, "[1]",
			"APPLICATION_COMMANDS_DUPLICATE_NAME", 0,
		},
		{"101 commands", "commands", set(101, 1), "", "", 30032},
		{"16 user commands", "commands", set(16, 2), "", "", 30032},
		{"16 message commands", "commands", set(16, 3), "", "", 30032},
		{
			"unknown locale", "commands", chat(`"name_localizations":{"xx":"c"}`), "[0].name_localizations.xx",
			"BASE_TYPE_CHOICES", 0,
		},
		{
			"min above max value", "commands", chat(`"options":[` + opt(4, "o", `,"min_value":5,"max_value":4`) + `]`),
			"[0].options[0].min_value", "APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX", 0,
		},
		{
			"min above max length", "commands", chat(`"options":[` + opt(3, "o", `,"min_length":5,"max_length":4`) + `]`),
			"[0].options[0].min_length", "APPLICATION_COMMAND_OPTIONS_MIN_EXCEEDS_MAX", 0,
		},
		{
			"description of a user command", "commands", `[{"type":2,"name":"c","description":"d"}]`, "[0].description",
			"APPLICATION_COMMAND_DESCRIPTION_NOT_ALLOWED", 0,
		},

		{"empty message", "post", `{"content":""}`, "", "", 50006},
		{"buttons alone in a classic message", "post", `{"components":[` + row(button("a")) + `]}`, "", "", 50006},
		{"edit to nothing", "edit classic", `{"content":"","embeds":[]}`, "", "", 50006},
		{"empty V2 message", "post", `{"flags":32768,"components":[]}`, "", "", 50006},
		{"content 2001", "post", `{"content":"` + rep(2001) + `"}`, "content", "BASE_TYPE_MAX_LENGTH", 0},
		{
			"6 rows", "post", classic(times(6, func(i int) string { return row(button(fmt.Sprint(i))) })), "components",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{
			"row of 6", "post", classic(row(times(6, func(i int) string { return button(fmt.Sprint(i)) }))),
			"components[0].components", "BASE_TYPE_BAD_LENGTH", 0,
		},
		{"row of 0", "post", classic(row()), "components[0].components", "BASE_TYPE_BAD_LENGTH", 0},
		{
			"two selects in a row", "post", classic(row(`{"type":5,"custom_id":"a"}`, `{"type":5,"custom_id":"b"}`)),
			"components[0].components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", 0,
		},
		{
			"select beside button", "post", classic(row(button("a"), `{"type":5,"custom_id":"b"}`)),
			"components[0].components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", 0,
		},
		{
			"custom_id twice", "post", classic(row(button("a"), button("a"))), "components[0].components[1].custom_id",
			"COMPONENT_CUSTOM_ID_DUPLICATED", 0,
		},
		{
			"custom_id twice, one disabled", "post",
			classic(row(button("a"), `{"type":2,"style":1,"label":"l","custom_id":"a","disabled":true}`)),
			"components[0].components[1].custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", 0,
		},
		{
			"custom_id twice in a modal", "slash",
			modal(`"custom_id":"m","title":"t","components":` + twice(input, input)),
			"data.components[1].components[0].custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED", 0,
		},
		{
			"button without custom_id", "post", classic(row(`{"type":2,"style":1,"label":"l"}`)),
			"components[0].components[0].custom_id", "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", 0,
		},
		{
			"button without label or emoji", "post", classic(row(`{"type":2,"style":1,"custom_id":"a"}`)),
			"components[0].components[0].label", "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", 0,
		},
		{
			"a word as emoji", "post", classic(row(`{"type":2,"style":1,"custom_id":"a","emoji":{"name":"fox"}}`)),
			"components[0].components[0].emoji.name", "COMPONENT_INVALID_EMOJI", 0,
		},
		{
			"link without url", "post", classic(row(`{"type":2,"style":5,"label":"l"}`)),
			"components[0].components[0].url", "BASE_TYPE_REQUIRED", 0,
		},
		{
			"link with custom_id", "post",
			classic(row(`{"type":2,"style":5,"label":"l","url":"https://x.example","custom_id":"a"}`)),
			"components[0].components[0].custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", 0,
		},
		{
			"button with url", "post",
			classic(row(`{"type":2,"style":1,"label":"l","custom_id":"a","url":"https://x.example"}`)),
			"components[0].components[0].url", "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", 0,
		},
		{
			"premium button with label", "post", classic(row(`{"type":2,"style":6,"sku_id":"1","label":"l"}`)),
			"components[0].components[0]", "BUTTON_COMPONENT_PREMIUM_FIELDS", 0,
		},
		{
			"option values twice", "post", classic(menu(`"options":` + twice(option(1), option(1)))),
			"components[0].components[0].options[1].value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", 0,
		},
		{
			"min above max picks", "post",
			classic(menu(`"min_values":3,"max_values":2,"options":` + twice(option(1), option(2)))),
			"components[0].components[0].min_values", "SELECT_COMPONENT_MIN_EXCEEDS_MAX", 0,
		},
		{"V2 component without the flag", "post", classic(display("x")), "components[0].type", "UNION_TYPE_CHOICES", 0},
		{
			"V2 component without the flag in a webhook edit", "webhook edit", `{"components":[` + display("x") + `]}`,
			"components[0].type", "UNION_TYPE_CHOICES", 0,
		},
		{
			"V2 with content", "post", `{"flags":32768,"content":"x","components":[` + display("x") + `]}`, "content",
			"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"V2 with embeds", "slash",
			answer4(`{"flags":32768,"embeds":[{"title":"t"}],"components":[` + display("x") + `]}`), "data.embeds",
			"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"V2 with poll", "post",
			`{"flags":32768,"poll":{"question":{"text":"q"},"answers":[{"poll_media":{"text":"a"}}]},"components":[` +
				display("x") + `]}`, "poll", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"V2 with stickers", "post", `{"flags":32768,"sticker_ids":["1"],"components":[` + display("x") + `]}`,
			"sticker_ids", "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"turned V2 with embeds null", "edit classic",
			`{"flags":32768,"content":null,"embeds":null,"components":[` + display("x") + `]}`, "embeds",
			"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"turned V2 with old content", "edit classic",
			`{"flags":32768,"embeds":[],"components":[` + display("x") + `]}`, "content",
			"MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", 0,
		},
		{
			"41 components", "post", v2(times(21, func(i int) string { return row(button(fmt.Sprint(i))) })), "components",
			"COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", 0,
		},
		{
			"4001 characters", "post", v2(display(rep(2000)), display(rep(2001))), "components",
			"COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", 0,
		},
		{
			"picture that is not there", "post", v2(`{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}`),
			"components[0].items[0].media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", 0,
		},
		{
			"picture that is not kept", "edit picture",
			`{"attachments":[],"components":[{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}]}`,
			"components[0].items[0].media.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", 0,
		},
		{
			"file that is not there", "post", v2(`{"type":13,"file":{"url":"attachment://game.txt"}}`),
			"components[0].file.url", "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", 0,
		},
		{
			"component id twice", "post", v2(`{"type":10,"id":7,"content":"x"}`, `{"type":10,"id":7,"content":"y"}`),
			"components[1].id", "COMPONENT_ID_DUPLICATED", 0,
		},
		{
			"V2 flag removed", "edit", `{"flags":0,"components":[` + display("x") + `]}`, "flags",
			"MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", 0,
		},

		{
			"modal of 0", "slash", modal(`"custom_id":"m","title":"t","components":[]`), "data.components",
			"BASE_TYPE_BAD_LENGTH", 0,
		},
		{"modal of 6", "slash", modal(`"custom_id":"m","title":"t","components":[` + times(6, func(i int) string {
			return fmt.Sprintf(`{"type":1,"components":[{"type":4,"custom_id":"x%d","label":"l","style":1}]}`, i)
		}) + `]`), "data.components", "BASE_TYPE_BAD_LENGTH", 0},
		{
			"text input without label", "slash",
			modal(`"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"x","style":1}]}]`), "data.components[0].components[0].label", "BASE_TYPE_REQUIRED", 0,
		},
		{
			"text input min above max", "slash",
			modal(`"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1,"min_length":5,"max_length":4}]}]`), "data.components[0].components[0].min_length", "TEXT_INPUT_MIN_EXCEEDS_MAX", 0,
		},
		{
			"two text inputs in a row", "slash",
			modal(`"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1},{"type":4,"custom_id":"y","label":"l","style":1}]}]`), "data.components[0].components", "COMPONENT_LAYOUT_WIDTH_EXCEEDED", 0,
		},
		{
			"radio group with two chosen", "slash",
			labelled(`{"type":21,"custom_id":"r","options":[{"label":"a","value":"a","default":true},{"label":"b","value":"b","default":true}]}`), "data.components[0].component.options", "RADIO_GROUP_TOO_MANY_DEFAULTS", 0,
		},
		{
			"menu with two chosen", "slash",
			labelled(`{"type":3,"custom_id":"r","options":[{"label":"a","value":"a","default":true},{"label":"b","value":"b","default":true}]}`), "data.components[0].component.options", "SELECT_COMPONENT_TOO_MANY_DEFAULTS", 0,
		},
		{
			"radio value twice", "slash",
			labelled(`{"type":21,"custom_id":"r","options":[{"label":"a","value":"a"},{"label":"b","value":"a"}]}`),
			"data.components[0].component.options[1].value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", 0,
		},
		{
			"required checkbox", "slash", labelled(`{"type":23,"custom_id":"r","required":true}`),
			"data.components[0].component.required", "CHECKBOX_REQUIRED_NOT_ALLOWED", 0,
		},
		{
			"files min above max", "slash", labelled(`{"type":19,"custom_id":"r","min_values":3,"max_values":2}`),
			"data.components[0].component.min_values", "SELECT_COMPONENT_MIN_EXCEEDS_MAX", 0,
		},
		{
			"disabled menu in a modal", "slash", labelled(`{"type":5,"custom_id":"r","disabled":true}`),
			"data.components[0].component.disabled", "SELECT_DISABLED_IN_MODAL", 0,
		},
		{
			"labelled text input with a label", "slash", labelled(`{"type":4,"custom_id":"r","style":1,"label":"l"}`),
			"data.components[0].component.label", "TEXT_INPUT_LABEL_IN_LABEL", 0,
		},

		{
			"embeds of 6001", "post",
			`{"embeds":[{"description":"` + rep(3001) + `"},{"description":"` + rep(3000) + `"}]}`, "embeds",
			"MAX_EMBED_SIZE_EXCEEDED", 0,
		},
		{
			"empty embed field name", "post", `{"embeds":[{"fields":[{"name":"","value":"v"}]}]}`,
			"embeds[0].fields[0].name", "BASE_TYPE_REQUIRED", 0,
		},
		{
			"parse users beside users", "post", `{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`,
			"allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", 0,
		},
		{
			"parse roles beside roles", "post", `{"content":"x","allowed_mentions":{"parse":["roles"],"roles":["1"]}}`,
			"allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", 0,
		},
		{
			"the same user twice", "post", `{"content":"x","allowed_mentions":{"users":["1","1"]}}`,
			"allowed_mentions.users", "SET_TYPE_ALREADY_CONTAINS_VALUE", 0,
		},

		{"update for a command", "slash", `{"type":7,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES", 0},
		{"deferred update for a command", "slash", `{"type":6}`, "type", "BASE_TYPE_CHOICES", 0},
		{"message for an autocomplete", "autocomplete", answer4(`{"content":"x"}`), "type", "BASE_TYPE_CHOICES", 0},
		{"choices for a command", "slash", `{"type":8,"data":{"choices":[]}}`, "type", "BASE_TYPE_CHOICES", 0},
		{"choices for a click", "click", `{"type":8,"data":{"choices":[]}}`, "type", "BASE_TYPE_CHOICES", 0},
		{
			"modal for a modal", "submit",
			modal(`"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"custom_id":"x","label":"l","style":1}]}]`), "type", "BASE_TYPE_CHOICES", 0,
		},
		{"update for a command's modal", "submit", `{"type":7,"data":{"content":"x"}}`, "type", "BASE_TYPE_CHOICES", 0},
		{
			"V2 on a deferred answer", "slash", `{"type":5,"data":{"flags":32768}}`, "data.flags", "MESSAGE_FLAGS_INVALID",
			0,
		},
		{"ephemeral in a channel", "post", `{"content":"x","flags":64}`, "flags", "MESSAGE_FLAGS_INVALID", 0},
		{
			"text suggestion for a number", "autocomplete int", `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`,
			"data.choices[0].value", "NUMBER_TYPE_COERCE", 0,
		},
		{
			"number suggestion for a text", "autocomplete", `{"type":8,"data":{"choices":[{"name":"n","value":3}]}}`,
			"data.choices[0].value", "STRING_TYPE_CONVERT", 0,
		},
		{"invalid JSON", "post", `{"content":`, "", "", 50109},
		{
			"unknown message replied to", "post", `{"content":"x","message_reference":{"message_id":"123"}}`,
			"message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", 0,
		},
		{
			"attachment that is not there", "edit", `{"attachments":[{"id":"123"}]}`, "attachments[0].id",
			"ATTACHMENT_NOT_FOUND", 0,
		},
	}
	r := newRaw(t, discordsim.Config{})
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) { c.send(t, r) })
	}
}

// Bodies just within the limits pass the simulator, and the schema if it has the endpoint.
func TestJustWithinLimits(t *testing.T) {
	input := func(i int) string {
		return fmt.Sprintf(`{"type":1,"components":[{"type":4,"custom_id":"x%d","label":"%s","style":2,"min_length":0,"max_length":4000}]}`, i, rep(45))
	}
	cases := []struct{ name, door, body string }{
		{
			"command names of all alphabets", "commands",
			`[{"name":"` + rep(32) + `","description":"` + rep(100) +
				`"},{"name":"ходить-1","description":"d"},{"name":"対局_ʼ","description":"d"}]`,
		},
		{
			"100 commands", "guild commands",
			`[` + times(100, func(i int) string { return fmt.Sprintf(`{"name":"c%d","description":"d"}`, i) }) + `]`,
		},
		{
			"same name of three types", "commands",
			`[{"name":"c","description":"d"},{"type":2,"name":"c"},{"type":3,"name":"c"},{"name":"ping","description":"d"},{"name":"move","description":"d","options":[{"type":3,"name":"hole","description":"d","autocomplete":true},{"type":4,"name":"number","description":"d","autocomplete":true}]}]`,
		},
		{"permissions as text", "guild commands", `[{"name":"c","description":"d","default_member_permissions":"32"}]`},
		{"permissions as number", "guild commands", `[{"name":"c","description":"d","default_member_permissions":32}]`},
		{
			"nulls everywhere", "guild commands",
			`[{"name":"c","description":"d","options":[{"type":3,"name":"o","description":"d","choices":null,"options":null,"channel_types":null,"autocomplete":false}],"contexts":null}]`,
		},
		{"content 2000", "post", `{"content":"` + rep(2000) + `"}`},
		{"2000 characters of many bytes", "post", `{"content":"` + strings.Repeat("é", 2000) + `"}`},
		{"5 rows of 5", "post", classic(times(5, func(i int) string {
			return row(times(5, func(j int) string { return button(fmt.Sprint(i, j)) }))
		}))},
		{
			"custom_id 100, label 80", "post",
			classic(row(`{"type":2,"style":4,"custom_id":"` + rep(100) + `","label":"` + rep(80) + `"}`)),
		},
		{
			"emoji alone", "post",
			classic(row(`{"type":2,"style":1,"custom_id":"a","emoji":{"name":"🦊"}}`,
				`{"type":2,"style":1,"custom_id":"b","emoji":{"name":"1️⃣"}}`)),
		},
		{"link", "post", classic(row(`{"type":2,"style":5,"label":"l","url":"https://discord.com/channels/1/2/3"}`))},
		{
			"25 options", "post",
			classic(menu(`"min_values":0,"max_values":25,"placeholder":"` + rep(150) + `","options":[` +
				times(25, option) + `]`)),
		},
		{"40 components", "post", v2(times(20, func(i int) string { return row(button(fmt.Sprint(i))) }))},
		{"4000 characters", "post", v2(display(rep(4000)))},
		{
			"V2 with empty legacy fields", "slash",
			answer4(`{"flags":32768,"content":"","embeds":null,"tts":false,"components":[` + display("x") + `]}`),
		},
		{
			"every V2 component", "post",
			v2(`{"type":17,"accent_color":255,"components":[{"type":9,"components":[`+display("x")+`],"accessory":`+
				button("s")+`},
			{"type":9,"components":[`+display("x")+
				`],"accessory":{"type":11,"media":{"url":"https://x.example/a.png"},"description":"alt"}},
			`+gallery(10)+`,{"type":14,"divider":false,"spacing":2},`+
				row(`{"type":8,"custom_id":"c","channel_types":[0]}`)+`]}`, `{"type":14}`),
		},
		{
			"modal of 5", "slash",
			modal(`"custom_id":"` + rep(100) + `","title":"` + rep(45) + `","components":[` + times(5, input) + `]`),
		},
		{
			"modal of labels", "slash",
			modal(`"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{"type":4,"custom_id":"x","style":1}},{"type":18,"label":"l","description":"d","component":{"type":3,"custom_id":"y","options":[{"label":"l","value":"v"}]}}]`),
		},
		{
			"every field of a modal", "slash",
			modal(`"custom_id":"m","title":"t","components":[{"type":10,"content":"x"},` +
				`{"type":18,"label":"l","component":{"type":21,"custom_id":"a","required":false,"options":[` +
				option(0) +
				`,{"label":"b","value":"b","description":"d","default":true}]}},` +
				`{"type":18,"label":"l","component":{"type":22,"custom_id":"b","min_values":0,"max_values":2,"required":false,"options":[` + times(10, option) + `]}},` +
				`{"type":18,"label":"l","component":{"type":23,"custom_id":"c","default":true}},` +
				`{"type":18,"label":"l","component":{"type":19,"custom_id":"d","min_values":1,"max_values":10}}]`),
		},
		{"modal for a click", "click", modal(`"custom_id":"m","title":"t","components":[` + input(0) + `]`)},
		{"deferred and private", "slash", `{"type":5,"data":{"flags":64}}`},
		{"deferred update", "click", `{"type":6}`},
		{
			"25 suggestions", "autocomplete",
			`{"type":8,"data":{"choices":[` +
				times(25, func(i int) string { return fmt.Sprintf(`{"name":"%s","value":"%s"}`, rep(100), rep(100)) }) +
				`]}}`,
		},
		{"no suggestions", "autocomplete", `{"type":8,"data":{"choices":[]}}`},
		{
			"embeds of 6000", "post",
			`{"embeds":[{"description":"` + rep(4096) + `"},{"description":"` + rep(1904) + `"}]}`,
		},
		{"silent", "post", `{"content":"x","flags":4096,"nonce":"` + rep(25) + `","enforce_nonce":true}`},
		{
			"mention of one", "post",
			`{"content":"x","allowed_mentions":{"parse":[],"users":["1"],"replied_user":false}}`,
		},
		{"turned V2", "edit classic", `{"flags":32768,"content":null,"embeds":[],"components":[` + display("x") + `]}`},
		{
			"picture that is kept", "edit picture",
			`{"components":[{"type":12,"items":[{"media":{"url":"attachment://board.png"}}]}]}`,
		},
		{"premium button", "post", classic(row(`{"type":2,"style":6,"sku_id":"1"}`))},
		{"edit that keeps V2", "edit", `{"components":[` + display("x") + `]}`},
		{"thread", "thread", `{"type":11,"name":"` + rep(100) + `","auto_archive_duration":10080}`},
	}
	r := newRaw(t, discordsim.Config{})
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			method, path := r.door(c.door)
			got := r.send(method, path, c.body)
			if got.Status >= 300 {
				t.Errorf("got %v, want it accepted", got)
			}
			if got.Invalid != "" {
				t.Error("Discord's schema:", got.Invalid)
			}
			if err := oracle(t).ValidateAnswer(got.Method, got.Route, got.Status, got.Answer); err != nil {
				t.Errorf("the simulator's own answer breaks Discord's schema: %v\n%s", err, got.Answer)
			}
		})
	}
}
