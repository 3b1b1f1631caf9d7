// Package activity is the feature for pages on which people play by touch: an activity inside
// Discord, and a page that everybody with a link may see. The page holds no rules and no secrets.
// For each request the server finds out who asks and what they may see (P107), draws their view,
// and lists legal moves from it. Moves go through the match service, with the head that was seen
// and a cause, like clicks.
//
// Discord proves once who the user is (see [Feature.begin]); then the page shows a signed session.
// News comes as server-sent events, from the same changes that deliver receives (stream.go).
// view.go is the data of a page, acts.go its actions, page.go the link for everybody, launch.go the
// buttons and commands on Discord. The page itself is in web: plain HTML, CSS and JavaScript
// modules, embedded, with no build step; start there at app.js.
//
// Start reading at [Feature.Handler].
package activity

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"net/url"
	"sync"
	"time"

	"paddock/bot/answer"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/render"
)

// Config configures the pages. The zero Config means that there are none.
type Config struct {
	Secret string // the application's client secret
	// Links is the public address of the pages, such as https://board.example.org, for the links
	// that players share. Empty means that links can't be shared.
	Links   string
	Discord string // address of Discord's own pages; empty: https://discord.com
	App     func() string
	Self    func() string // the bot's own user
	// ProxyKey is the application's public key if Discord's proxy signs requests; nil: it does not.
	// Then nobody can sign in without such a signature.
	ProxyKey ed25519.PublicKey
	// Course returns the first seat's share of the win after each move of a finished match of two.
	// It is nil or returns nothing if that is unknown.
	Course func(match.ID) []float64
	// Spend takes the cost of a request from what its member and server may spend on Discord. It
	// returns a refusal if that is too little; nil: unlimited.
	Spend func(l lang.Language, u match.UserID, g match.GuildID, cost int) error
}

// Feature is the pages, with the buttons and commands that open them.
type Feature struct {
	*answer.Base
	cfg    Config
	keys   keys
	sight  sightings
	drawn  drawings
	hub    hub
	within *request.Allowances
	door   door

	exercises Exercises // nil: pages offer no exercises

	mu    sync.Mutex
	asked map[match.UserID]wanted // boards that users have opened from a message
}

// wanted is a match that a user has asked to open, and the time until which the request counts.
type wanted struct {
	match match.ID
	until time.Time
}

// The allowances of a page's requests: the most at once, and also the number that comes back each
// minute. A page that steps through a match makes several requests a second.
const (
	memberAllowance = 600
	serverAllowance = 6000
)

// New returns the feature. Without a secret it offers nothing.
func New(b *answer.Base, cfg Config) *Feature {
	f := &Feature{
		Base: b, cfg: cfg, keys: keys(cfg.Secret), asked: make(map[match.UserID]wanted),
		within: &request.Allowances{Member: memberAllowance, Server: serverAllowance},
	}
	f.hub.prepare(f)
	f.door.prepare()
	return f
}

// On reports whether the host has pages.
func (f *Feature) On() bool { return f.cfg.Secret != "" }

// linked reports whether players can share links.
func (f *Feature) linked() bool { return f.On() && f.cfg.Links != "" }

// Changed tells the pages that a match has changed. It returns at once.
func (f *Feature) Changed(c match.Change) { f.hub.changed(c.Match) }

// Heard tells the pages that another process may have changed a match. It returns at once.
func (f *Feature) Heard(id match.ID) { f.hub.heard(id) }

// Refresh tells the pages that they may have missed changes of other processes. It returns at once.
func (f *Feature) Refresh() { f.hub.missed() }

// SightChanged tells the pages that other people may see the channels of a server now.
func (f *Feature) SightChanged(guild match.GuildID) { f.sight.forget(guild) }

// Run does the background work of the pages until ctx ends.
func (f *Feature) Run(ctx context.Context) { f.hub.run(ctx) }

// origin returns the scheme and host of an address.
func origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// painter draws the pages' boards.
var painter = render.New(nil, 0)

// causeOf returns the cause of a request from the name that its page has given it. It contains no
// trace of the user, so an erasure can ignore it.
func (f *Feature) causeOf(s session, id match.ID, name string) match.Cause {
	return match.Cause("page-" + hex.EncodeToString(f.keys.sum("cause", string(s.User)+"/"+string(id)+"/"+name)[:12]))
}
