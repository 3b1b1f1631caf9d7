package pace

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Discord blocks an address for about an hour after 10,000 answers 401, 403 or 429 in ten minutes.
// A blocked bot is dead for everybody, so the pacer counts these answers and stops in time: the
// requests that matter least first, so that no flood of one kind takes the others along.
const blockWindow = 10 * time.Minute

// mostRefused is the number of refusals of the last ten minutes from which on requests of an
// urgency wait. The rest up to 10,000 is for requests under way, and for a process that was
// restarted and has forgotten its refusals.
var mostRefused = [...]int{Answer: 8000, Fresh: 6000, Backlog: 4000, Unproved: 1000}

// refusals holds the times of the refusals of the last ten minutes, the oldest first.
type refusals []time.Time

// counts reports whether an answer counts towards blocking the address.
func counts(status int, h http.Header) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return h.Get("X-RateLimit-Scope") != "shared"
	}
	return false
}

// trim forgets refusals that are too old to count.
func (r *refusals) trim(now time.Time) {
	n := 0
	for n < len(*r) && now.Sub((*r)[n]) >= blockWindow {
		n++
	}
	*r = slices.Delete(*r, 0, n)
}

// below returns when fewer than most refusals count; zero: now. The refusals are trimmed.
func (r refusals) below(most int) time.Time {
	if len(r) < most {
		return time.Time{}
	}
	return r[len(r)-most].Add(blockWindow)
}

// blockedFor returns how long the address is blocked, if an answer says that it is. Such an answer
// comes from the network in front of Discord's servers: it has none of their headers, and a page
// instead of JSON.
func blockedFor(status int, h http.Header) time.Duration {
	if status != http.StatusForbidden && status != http.StatusTooManyRequests ||
		!strings.HasPrefix(h.Get("Content-Type"), "text/html") {
		return 0
	}
	for name := range h {
		if strings.HasPrefix(name, "X-Ratelimit-") {
			return 0
		}
	}
	return cmp.Or(WaitOf(h), time.Minute)
}

// Refused returns the number of refusals of the last ten minutes.
func (p *Pacer) Refused() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.refused.trim(time.Now())
	return len(p.refused)
}

// count counts an answer if it is a refusal, and holds everything if the address is blocked. The
// caller holds mu.
func (p *Pacer) count(now time.Time, status int, h http.Header) {
	if counts(status, h) {
		p.refused = append(p.refused, now)
	}
	if wait := blockedFor(status, h); wait > 0 && now.Add(wait).After(p.blocked) {
		p.blocked = now.Add(wait)
	}
}

// spared returns when requests of an urgency may be sent without the danger of a block; zero: now.
// The caller holds mu and has trimmed the refusals.
func (p *Pacer) spared(now time.Time, u Urgency) time.Time {
	at := p.refused.below(max(1, mostRefused[u]/p.processes))
	if p.blocked.After(now) && p.blocked.After(at) {
		return p.blocked
	}
	return at
}
