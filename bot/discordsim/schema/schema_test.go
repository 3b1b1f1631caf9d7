package schema_test

import (
	"os"
	"testing"

	"paddock/bot/discordsim/schema"
)

func TestValidate(t *testing.T) {
	dir := os.Getenv("PADDOCK_TESTDATA")
	if dir == "" {
		t.Skip("PADDOCK_TESTDATA is unset: Discord's OpenAPI file is needed")
	}
	s, err := schema.Load(dir + "/discord/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	const commands = "/applications/{application_id}/commands"
	for _, c := range []struct {
		name, method, route, body string
		good                      bool
	}{
		{"command set", "PUT", commands, `[{"name":"c","description":"d"}]`, true},
		{"permissions as text", "PUT", commands, `[{"name":"c","description":"d","default_member_permissions":"32"}]`, true},
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
	if _, err := schema.Load(dir + "/nothing.json"); err == nil {
		t.Error("a file that is not there was loaded")
	}
}
