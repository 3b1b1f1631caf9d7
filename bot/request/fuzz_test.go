package request

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// FuzzInteraction reads any bytes as an interaction and calls its methods. Nothing panics, and
// names of people are safe to show.
func FuzzInteraction(f *testing.F) {
	for _, raw := range []string{
		``, `null`, `{}`, `[]`, `{"id":"1","token":"t","type":2,"data":{}}`, `{"id":"1","token":"t","type":99}`,
		`{"id":1,"type":"2"}`,
		`{"id":"1","application_id":"2","token":"t","type":2,"guild_id":"3","channel_id":"4","locale":"de","guild_locale":"sv-SE","member":{"user":{"id":"5","username":"Ann","global_name":"A\nnn"},"nick":"*A*","permissions":"8"},"app_permissions":"9","data":{"id":"6","name":"kalah","type":1,"options":[{"name":"move","type":1,"options":[{"name":"move","type":3,"value":"3","focused":true}]}]}}`,
		`{"id":"1","token":"t","type":4,"user":{"id":"5"},"data":{"name":"fish","type":1,"options":[{"name":"start","type":1,"options":[{"name":"players","type":4,"value":1e300},null]}]}}`,
		`{"id":"1","token":"t","type":2,"user":{"id":"5"},"data":{"name":"Challenge to a game","type":2,"target_id":"7","resolved":{"users":{"7":{"id":"7","username":"Bob"}},"members":{"7":null}}}}`,
		`{"id":"1","token":"t","type":3,"user":{"id":"5"},"message":{"id":"8","flags":64},"data":{"component_type":2,"custom_id":"1:kxqxbn:3:m:1"}}`,
		`{"id":"1","token":"t","type":3,"user":{"id":"5"},"data":{"component_type":3,"custom_id":"1:kxqxbn:3:m:","values":["a","b"],"resolved":{"users":{}}}}`,
		`{"id":"1","token":"t","type":5,"user":{"id":"5"},"data":{"custom_id":"1:kxqxbn:3:f:","components":[{"type":18,"component":{"type":4,"custom_id":"x","value":"hello"}}]}}`,
		`{"id":"1","token":"t","type":5,"user":{"id":"5"},"channel":{"type":11,"parent_id":"9"},"data":{"custom_id":"x","components":[{"type":1,"components":[{"type":4,"custom_id":"x","value":"hello"}]}]}}`,
	} {
		f.Add([]byte(raw))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		r, _ := decode(raw)
		if r == nil || r.Ix == nil {
			t.Fatal("nothing to answer with")
		}
		r.lane()
		r.Ephemeral()
		r.OnPrivate()
		r.autocomplete()
		r.Parent()
		r.Manages()
		r.May(discordgo.PermissionSendMessages)
		for name := range r.Options {
			r.Text(name)
			r.Yes(name, true)
			if n, ok := r.Number(name); ok && (n > largest || n < -largest) {
				t.Errorf("option %q is %d, which nobody can type", name, n)
			}
			r.Person(r.Text(name))
		}
		r.Person(r.Subject)
		if strings.ContainsAny(r.Name, "\n\r") || utf8.RuneCountInString(r.Name) > 32 {
			t.Errorf("a person is called %q", r.Name)
		}
	})
}
