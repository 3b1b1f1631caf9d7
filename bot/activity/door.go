package activity

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/match"
)

// Signing in makes the bot ask Discord, and needs no account: anybody who can reach the pages can
// post made-up codes. Discord blocks the bot's address after too many that it refuses, so a code is
// passed on only if its page names a running instance of the activity. Asking for an instance that
// does not exist is not held against the bot, and so bounded by allowances alone.

// The limits of sign-ins. Each is the largest number of sign-ins at once, and also the number that is
// allowed again after each minute.
const (
	fromAddress  = 60  // pages of one address that name unknown instances
	fromAnywhere = 600 // pages of all addresses that name unknown instances: a fifth of what Discord allows the bot
	toInstance   = 60  // pages of one instance
)

// knownFor is how long an instance is known after somebody has signed in there. Its pages don't
// compete with those that name unknown instances, so that a flood of these does not shut out
// people who join a game or whose session ends.
const knownFor = sessionFor

// mostInstances is the largest number of known instances.
const mostInstances = 10_000

// door decides which pages may make the bot ask Discord who has them open. The zero value is ready.
type door struct {
	strangers, joiners request.Allowances

	mu    sync.Mutex
	known map[string]time.Time // the time until which an instance is known
}

// knows reports whether somebody has signed in to an instance lately.
func (d *door) knows(instance string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return now.Before(d.known[instance])
}

// learn makes an instance known.
func (d *door) learn(instance string, now time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil || len(d.known) >= mostInstances {
		d.known = make(map[string]time.Time)
	}
	d.known[instance] = now.Add(knownFor)
}

// stranger takes a question about an unknown instance from the allowances of the caller's address.
func (d *door) stranger(l lang.Language, now time.Time, who string) error {
	return d.strangers.Spend(l, now, match.UserID(who), "instances", 1)
}

// joiner takes a question about a user from the allowance of their instance.
func (d *door) joiner(l lang.Language, now time.Time, instance string) error {
	return d.joiners.Spend(l, now, "", match.GuildID(instance), 1)
}

// prepare sets the limits of sign-ins.
func (d *door) prepare() {
	d.strangers.Member, d.strangers.Server = fromAddress, fromAnywhere
	d.joiners.Member, d.joiners.Server = toInstance, toInstance
}

// addressOf returns the address from which a request comes. A proxy in front of the pages is on the
// same machine or in the same private network, and adds the address that it sees at the end of
// X-Forwarded-For. The addresses before it are ignored, because anybody can write them. An IPv6
// address stands for its /64, because a single line has all addresses of one.
func addressOf(r *http.Request) string {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	at, err := netip.ParseAddr(host)
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && err == nil && near(at); i-- {
		before, wrong := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if wrong != nil {
			break
		}
		at = before
	}
	if at = at.Unmap(); at.Is6() {
		at = netip.PrefixFrom(at, 64).Masked().Addr()
	}
	return at.String()
}

// near reports whether an address is of this machine or of a private network.
func near(a netip.Addr) bool {
	a = a.Unmap()
	return a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast()
}

// errUnsigned means that a request did not come through Discord's proxy.
var errUnsigned = errors.New("activity: a request without the signature of Discord's proxy")

// sender returns who makes a request, for its allowance. If the host has the proxy sign requests,
// that is the user whom the proxy names, and other requests get errUnsigned. Otherwise it is an
// address: behind Discord's proxy, which hides those of people, one of the proxy's.
func (f *Feature) sender(r *http.Request) (string, error) {
	if f.cfg.ProxyKey == nil {
		return addressOf(r), nil
	}
	return signer(r.Header, f.cfg.ProxyKey, f.cfg.App(), f.Now())
}

// signer returns the user whom Discord's proxy names in the headers of a request. The proxy signs a
// payload with a time, not the request, so the signature proves that its sender has the activity
// open in Discord, and no more.
// See https://docs.discord.com/developers/activities/development-guides/multiplayer-experience#validating-proxy-request-headers.
func signer(h http.Header, key ed25519.PublicKey, app string, now time.Time) (string, error) {
	raw, err := base64.StdEncoding.DecodeString(h.Get("X-Discord-Proxy-Payload"))
	if err != nil || !ed25519.Verify(key, raw, signature(h.Get("X-Signature-Ed25519"))) {
		return "", errUnsigned
	}
	var p struct {
		Created json.Number `json:"created_at"`
		Expires float64     `json:"expires_at"`
		App     string      `json:"application_id"`
		ID      string      `json:"user_id"`
		User    struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	switch err := json.Unmarshal(raw, &p); {
	case err != nil, p.Created.String() != h.Get("X-Signature-Timestamp"), p.Expires < float64(now.Unix()),
		p.App != "" && p.App != app:
		return "", errUnsigned
	case p.ID != "":
		return "user " + p.ID, nil
	case p.User.ID != "":
		return "user " + p.User.ID, nil
	}
	return "payload " + string(raw), nil
}

// signature decodes a signature. Discord's documentation has it once in base64 and once in
// hexadecimal digits; their lengths differ.
func signature(text string) []byte {
	if raw, err := hex.DecodeString(text); err == nil && len(raw) == ed25519.SignatureSize {
		return raw
	}
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(raw) != ed25519.SignatureSize {
		return make([]byte, ed25519.SignatureSize) // verifies nothing
	}
	return raw
}
