package schema_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"paddock/bot/discordsim/rest"
	"paddock/bot/discordsim/schema"
)

func TestValidate(t *testing.T) {
	s, err := schema.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	const commands = "/applications/{application_id}/commands"
	for _, c := range []struct {
		name, method, route, body string
		good                      bool
	}{
		{"command set", "PUT", commands, `[{"name":"c","description":"d"}]`, true},
		{
			"permissions as text", "PUT", commands, `[{"name":"c","description":"d","default_member_permissions":"32"}]`,
			true,
		},
		{"name too long", "PUT", commands, `[{"name":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","description":"d"}]`, false},
		{"message", "POST", "/channels/{channel_id}/messages", `{"content":"x"}`, true},
		{"wrong type", "POST", "/channels/{channel_id}/messages", `{"content":5}`, false},
		{"not JSON", "POST", "/channels/{channel_id}/messages", `{`, false},
		{"endpoint without a body", "POST", "/channels/{channel_id}/typing", ``, true},
		{"no such endpoint", "POST", "/nowhere", `{}`, false},
	} {
		if err := s.Validate(c.method, c.route, []byte(c.body)); (err == nil) != c.good {
			t.Errorf("%s: Validate = %v, want good %v", c.name, err, c.good)
		}
	}
	for _, c := range []struct {
		name   string
		status int
		body   string
		good   bool
	}{
		{"error", 404, `{"code":10003,"message":"Unknown Channel"}`, true},
		{"error without code", 404, `{"message":"Unknown Channel"}`, false},
		{"rate limit", 429, `{"code":0,"message":"m","retry_after":1.5,"global":false}`, true},
		{"rate limit without time", 429, `{"code":0,"message":"m","global":false}`, false},
		{"half a user", 200, `{"id":"1"}`, false},
	} {
		if err := s.ValidateAnswer("GET", "/users/@me", c.status, []byte(c.body)); (err == nil) != c.good {
			t.Errorf("%s: ValidateAnswer = %v, want good %v", c.name, err, c.good)
		}
	}
	if _, err := schema.Load("testdata/nothing.json"); err == nil {
		t.Error("a file that is not there was loaded")
	}
}

// The stored extract equals the output of the command for Discord's full file.
func TestExtract(t *testing.T) {
	dir := os.Getenv("PADDOCK_TESTDATA")
	if dir == "" {
		t.Skip("PADDOCK_TESTDATA is unset: Discord's full OpenAPI file is needed")
	}
	full, err := os.ReadFile(filepath.Join(dir, "discord", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := schema.Extract(full, endpoints())
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join("testdata", "discord.json"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("testdata/discord.json is not what the command makes of the full file; run the line in schema/extract/main.go")
	}
}

func endpoints() []schema.Endpoint {
	var out []schema.Endpoint
	for _, r := range rest.Endpoints() {
		out = append(out, schema.Endpoint{Method: r[0], Path: r[1]})
	}
	return out
}

// An extract keeps structure, leaves out prose, and follows references, also circular ones.
func TestExtractKeepsStructure(t *testing.T) {
	const full = `{"paths":{"/a":{"post":{"description":"prose","requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/A"}}}},
		"responses":{"200":{"description":"prose","content":{"application/json":{"schema":true}}},"4XX":{"content":{}}}}},"/b":{"get":{}}},
		"components":{"schemas":{
			"A":{"title":"prose","type":"object","required":["description"],"properties":{"description":{"type":"string","maxLength":3,"description":"prose"},"more":{"oneOf":[{"$ref":"#/components/schemas/A"},{"const":1,"title":"prose"}]}}},
			"Error":{},"RatelimitedResponse":{},"Unused":{"type":"string"}}}}`
	got, err := schema.Extract([]byte(full), []schema.Endpoint{{Method: "POST", Path: "/a"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"required":["description"]`, `"maxLength":3`, `"description":{`, `"const":1`} {
		if !strings.Contains(string(got), want) {
			t.Errorf("%s is missing from\n%s", want, got)
		}
	}
	for _, never := range []string{"prose", "Unused", "4XX", "/b"} {
		if strings.Contains(string(got), never) {
			t.Errorf("%s is in\n%s", never, got)
		}
	}
	for _, bad := range []string{``, `{}`} {
		if _, err := schema.Extract([]byte(bad), nil); err == nil {
			t.Errorf("Extract(%q) gave no error", bad)
		}
	}
	if _, err := schema.Extract([]byte(full), []schema.Endpoint{{Method: "GET", Path: "/nowhere"}}); err == nil {
		t.Error("an endpoint that the file does not have was extracted")
	}
}
