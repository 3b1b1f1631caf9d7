package activity

import (
	"net/http"
	"testing"
)

// Only what a near proxy has added says where a request comes from.
func TestAddressOf(t *testing.T) {
	for _, c := range []struct {
		peer, forwarded, want string
	}{
		{"203.0.113.7:1", "", "203.0.113.7"},
		{"203.0.113.7:1", "198.51.100.1", "203.0.113.7"}, // a stranger's word
		{"127.0.0.1:1", "198.51.100.1", "198.51.100.1"},
		{"127.0.0.1:1", "6.6.6.6, 198.51.100.1", "198.51.100.1"},
		{"10.0.0.2:1", "6.6.6.6, 198.51.100.1, 10.0.0.3", "198.51.100.1"}, // two near proxies
		{"127.0.0.1:1", "", "127.0.0.1"},
		{"127.0.0.1:1", "unknown", "127.0.0.1"},
		{"127.0.0.1:1", "10.0.0.4", "10.0.0.4"},
		{"[::ffff:203.0.113.7]:1", "", "203.0.113.7"},
		{"[2001:db8:1:2:3::4]:1", "", "2001:db8:1:2::"},
		{"[::1]:1", "2001:db8:1:2:9::4", "2001:db8:1:2::"},
		{"", "198.51.100.1", "invalid IP"},
	} {
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := addressOf(r); got != c.want {
			t.Errorf("%s, forwarded for %q: %s, want %s", c.peer, c.forwarded, got, c.want)
		}
	}
}
