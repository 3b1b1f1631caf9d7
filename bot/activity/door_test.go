package activity_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
)

// knock posts a code and an instance with headers, as a page does to get a session. It returns the
// status of the answer.
func (r *rig) knock(code, instance string, headers map[string]string) int {
	r.Helper()
	raw, _ := json.Marshal(map[string]string{"code": code, "instance": instance})
	q, err := http.NewRequest("POST", r.url+"/api/session", bytes.NewReader(raw))
	if err != nil {
		r.Fatal(err)
	}
	for name, value := range headers {
		q.Header.Set(name, value)
	}
	got, err := http.DefaultClient.Do(q)
	if err != nil {
		r.Fatal(err)
	}
	got.Body.Close()
	return got.StatusCode
}

// flood posts made-up sign-ins, many at once, and counts the answers by status.
func (r *rig) flood(n int, made func(n int) (instance, address string)) map[int]int {
	r.Helper()
	var mu sync.Mutex
	var all sync.WaitGroup
	places, answers := make(chan struct{}, 50), map[int]int{}
	for i := range n {
		places <- struct{}{}
		all.Go(func() {
			instance, address := made(i)
			status := r.knock("x", instance, from(address))
			mu.Lock()
			answers[status]++
			mu.Unlock()
			<-places
		})
	}
	all.Wait()
	return answers
}

// asked counts the requests of a route that have reached Discord.
func (r *rig) asked(route string) (n int) {
	for _, c := range r.sim.Calls() {
		if c.Route == route {
			n++
		}
	}
	return n
}

// Requests that the bot sends to Discord when somebody signs in to a page. The first asks whether
// the instance of the page exists, the second exchanges the page's code for a token.
const instances, codes = "/applications/{application_id}/activity-instances/{instance_id}", "/oauth2/token"

// from returns the header with which a proxy on this machine names the address of a request.
func from(address string) map[string]string { return map[string]string{"X-Forwarded-For": address} }

// later puts the clock forward.
func (r *rig) later(d time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.moved += d
}

// Somebody without an account posts made-up codes for ten minutes. No code reaches Discord, which
// would count each against the bot's address, and questions about instances stay few. People sign
// in meanwhile: from other addresses, and even from the sender's own where an instance is known, as
// all have the addresses of Discord's proxy.
func TestFloodOfSignIns(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	ann := r.launch(r.ann)
	if got := r.knock(r.sim.Authorize(r.ann, "identify"), ann, from("198.51.100.1")); got != 200 {
		t.Fatal("Ann can't sign in:", got)
	}
	r.launch(r.bob)
	r.sim.ForgetCalls()
	const minutes, each = 10, 300
	made := func(n int) (instance, address string) { return fmt.Sprint("y", n), "203.0.113.7" }
	turned := map[int]int{}
	for range minutes {
		for status, n := range r.flood(each, made) {
			turned[status] += n
		}
		r.later(time.Minute)
	}
	t.Logf("of %d made-up sign-ins in ten minutes %d questions reach Discord; answers by status: %v", minutes*each,
		r.asked(instances)+r.asked(codes), turned)
	if n := r.asked(codes); n != 0 {
		t.Errorf("%d made-up codes reach Discord, want none", n)
	}
	if n := r.asked(instances); n > 60*(minutes+1) {
		t.Errorf("%d questions about instances from one address in ten minutes, want 60 a minute at most", n)
	}
	if n := r.sim.Wasted(); n != 0 {
		t.Errorf("%d refusals count against the bot's address", n)
	}
	r.flood(each, made) // this address has used up its allowance
	for who, c := range map[discordsim.UserID]struct{ instance, address string }{
		// Bob joins an instance that the bot knows
		r.bob: {ann, "203.0.113.7"},
		r.cid: {r.launch(r.cid), "198.51.100.200"}, // from elsewhere
	} {
		if got := r.knock(r.sim.Authorize(who, "identify"), c.instance, from(c.address)); got != 200 {
			t.Errorf("%s can't sign in during the flood: %d", r.sim.User(who).Username, got)
		}
	}
}

// A flood that names a running instance, or comes from many addresses, is bounded too.
func TestFloodOfMany(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	instance := r.launch(r.ann)
	r.flood(300, func(int) (string, string) { return instance, "203.0.113.7" })
	if n := r.asked(codes); n == 0 || n > 62 {
		t.Errorf("%d made-up codes of one instance reach Discord, want 60", n)
	}
	r.sim.ForgetCalls()
	r.flood(1000, func(n int) (string, string) { return "y", fmt.Sprintf("203.0.%d.%d", n/250, n%250) })
	if n := r.asked(instances); n > 700 {
		t.Errorf("%d questions from many addresses at once, want about 600", n)
	}
	r.later(time.Minute)
	if got := r.knock(r.sim.Authorize(r.ann, "identify"), instance, from("198.51.100.1")); got != 200 {
		t.Errorf("a minute later Ann can't sign in: %d", got)
	}
}

// Where the host has Discord's proxy sign requests, no other request makes the bot ask Discord.
// Each user has an allowance, whatever address the proxy has.
func TestSignedByTheProxy(t *testing.T) {
	t.Parallel()
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	_, foreign, _ := ed25519.GenerateKey(nil)
	r := newRig(t, func(c *bot.Config) { c.Pages.ProxyKey = public })
	instance := r.launch(r.ann)
	now := r.now().Unix()
	payload := func(created, expires int64, rest string) string {
		return fmt.Sprintf(`{"created_at":%d,"expires_at":%d%s}`, created, expires, rest)
	}
	user := fmt.Sprintf(`,"application_id":%q,"user_id":%q`, r.sim.ApplicationID(), r.ann)
	good := payload(now, now+600, user)
	signed := func(text, timestamp string, key ed25519.PrivateKey, encode func([]byte) string) map[string]string {
		return map[string]string{
			"X-Discord-Proxy-Payload": base64.StdEncoding.EncodeToString([]byte(text)),
			"X-Signature-Timestamp":   timestamp,
			"X-Signature-Ed25519":     encode(ed25519.Sign(key, []byte(text))),
		}
	}
	at, in64 := fmt.Sprint(now), base64.StdEncoding.EncodeToString
	tests := []struct {
		what    string
		headers map[string]string
		want    int
	}{
		{"nothing", nil, 401},
		{"another's signature", signed(good, at, foreign, in64), 401},
		{"another time", signed(good, fmt.Sprint(now+1), private, in64), 401},
		{"an expired payload", signed(payload(now-900, now-300, user), fmt.Sprint(now-900), private, in64), 401},
		{"another application", signed(payload(now, now+600, `,"application_id":"1"`), at, private, in64), 401},
		{"no JSON", signed("{", at, private, in64), 401},
		{"a signature that is none", signed(good, at, private, func([]byte) string { return "x" }), 401},
		{"base64", signed(good, at, private, in64), 200},
		{"hexadecimal", signed(good, at, private, hex.EncodeToString), 200},
		{"no user", signed(payload(now, now+600, ""), at, private, in64), 200},
		{"a user in a user", signed(payload(now, now+600, `,"user":{"id":"5"}`), at, private, in64), 200},
	}
	for _, c := range tests {
		before := r.asked(instances) + r.asked(codes) // the rest of a launch may still be sent meanwhile
		got := r.knock(r.sim.Authorize(r.ann, "identify"), instance, c.headers)
		if reached := r.asked(instances)+r.asked(codes) > before; got != c.want || reached != (c.want == 200) {
			t.Errorf("%s: %d, Discord was asked: %t; want %d", c.what, got, reached, c.want)
		}
	}
	var all sync.WaitGroup
	for n := range 100 {
		all.Go(func() {
			headers := signed(payload(now, now+600, `,"user_id":"6"`), at, private, in64)
			headers["X-Forwarded-For"] = fmt.Sprintf("203.0.113.%d", n)
			r.knock("x", "y", headers)
		})
	}
	all.Wait()
	asked := 0
	for _, c := range r.sim.Calls() {
		if strings.HasSuffix(c.Path, "/activity-instances/y") {
			asked++
		}
	}
	if asked == 0 || asked > 62 {
		t.Errorf("one user's made-up instances: %d questions reach Discord, want 60", asked)
	}
}
