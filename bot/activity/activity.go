// Package activity shows matches on a page on which people play by touch: as an activity inside Discord, and as a page that everybody may see who has a
// link. The page holds no rule and no secret. For each request the server looks up who asks and what they may see (P107), draws their view, and lists
// legal moves from it. Moves go through the match service, with the board that was seen and a cause, as clicks do.
//
// Who one is, Discord proves once (see [Feature.begin]); then the page shows a signed session. News comes as server-sent events from the changes that
// deliver also hears of (stream.go). view.go is what a page gets to see, acts.go what it can do, page.go the link for everybody, launch.go what is
// pressed on Discord. The page itself is in web: plain HTML, CSS and JavaScript modules, embedded, with no build step; start there at app.js.
//
// Start reading at [Feature.Handler].
package activity

import (
	"context"
	"encoding/hex"
	"net/url"
	"sync"
	"time"

	"paddock/bot/answer"
	"paddock/bot/request"
	"paddock/games/match"
	"paddock/render"
)

// Config is what a host has chosen. The zero Config means that there are no pages.
type Config struct {
	Secret string // the application's client secret
	// Links is the public address of the pages, such as https://board.example.org, under which everybody may open the links that players share; empty:
	// no links can be shared.
	Links   string
	Discord string // where Discord's own pages are; empty: https://discord.com
	App     func() string
	// Course returns how much of the win the first of two seats had after each move of a finished match; nil or empty: nobody knows.
	Course func(match.ID) []float64
	Within *request.Allowances // what members and servers may ask of the pages; nil: the usual
}

// Feature is the pages, and the buttons and commands that lead to them.
type Feature struct {
	*answer.Base
	cfg    Config
	keys   keys
	sight  sightings
	drawn  drawings
	hub    hub
	within *request.Allowances

	exercises Exercises // nil: there are none

	mu    sync.Mutex
	asked map[match.UserID]wanted // the boards that users have opened from a message
}

// wanted is the match whose board a user has asked to open, until when.
type wanted struct {
	match match.ID
	until time.Time
}

// The allowances of a page's requests: the most that can be asked at once, and also what comes back each minute. A page that steps through a match asks
// several times a second.
const (
	memberAllowance = 600
	serverAllowance = 6000
)

// New returns the feature. Without a secret it offers nothing.
func New(b *answer.Base, cfg Config) *Feature {
	f := &Feature{Base: b, cfg: cfg, keys: keys(cfg.Secret), asked: make(map[match.UserID]wanted), within: cfg.Within}
	if f.within == nil {
		f.within = &request.Allowances{Member: memberAllowance, Server: serverAllowance}
	}
	f.hub.feature = f
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

// Refresh tells the pages that they may have missed what other processes have changed. It returns at once.
func (f *Feature) Refresh() { f.hub.missed() }

// Run does what pages wait for until ctx ends.
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

// causeOf returns the cause of a request by the name that its page has given it. It holds no trace of the user, so an erasure need not look for it.
func (f *Feature) causeOf(s session, id match.ID, name string) match.Cause {
	return match.Cause("page-" + hex.EncodeToString(f.keys.sum("cause", string(s.User)+"/"+string(id)+"/"+name)[:12]))
}
