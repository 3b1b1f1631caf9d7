package request

import (
	"errors"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"paddock/bot/discord"
	"paddock/games"
)

// The costs of requests that make the bot work hard for one person: pictures, replays, files and public posts. Other requests cost nothing.
const (
	CostBoard  = 1
	CostPost   = 5
	CostReplay = 10
)

// ErrTooFast is the error of a request that exceeds an allowance. The request has no effect.
var ErrTooFast = errors.New("bot: faster than the allowance")

// The allowances of a member and of a server: the most that can be spent at once, and also what comes back each minute.
const (
	memberAllowance = 60
	serverAllowance = 600
)

// allowances keeps what members and servers may still spend. It is not stored: a restart makes all allowances full. The zero value is ready.
type allowances struct {
	mu   sync.Mutex
	left map[string]*rate.Limiter // by member and server; a missing allowance is full
}

// spend takes the cost of a request from the allowances of its member and its server. If one is too small, it takes nothing and refuses the request with
// a sentence that says when to try again.
func (a *allowances) spend(r *Request, cost int) error {
	if cost == 0 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	now := r.router.Now()
	from := []*rate.Limiter{a.of("member "+string(r.User), memberAllowance)}
	if r.Guild != "" {
		from = append(from, a.of("server "+string(r.Guild), serverAllowance))
	}
	for i, l := range from {
		if missing := float64(cost) - l.TokensAt(now); missing > 0 {
			wait := math.Ceil(missing / float64(l.Limit()))
			return &explained{discord.TextMessage(r.In.Say([]games.Sentence{sayMemberTooFast, sayServerTooFast}[i], int(wait))), ErrTooFast}
		}
	}
	for _, l := range from {
		l.AllowN(now, cost)
	}
	a.forget(now)
	return nil
}

// of returns the allowance of a member or server. The caller holds mu.
func (a *allowances) of(name string, most int) *rate.Limiter {
	if a.left == nil {
		a.left = make(map[string]*rate.Limiter)
	}
	if a.left[name] == nil {
		a.left[name] = rate.NewLimiter(rate.Every(time.Minute/time.Duration(most)), most)
	}
	return a.left[name]
}

// rememberMost is the number of allowances above which forget drops the full ones.
const rememberMost = 10_000

// forget drops full allowances if there are many. The caller holds mu.
func (a *allowances) forget(now time.Time) {
	if len(a.left) < rememberMost {
		return
	}
	for name, l := range a.left {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(a.left, name)
		}
	}
}
