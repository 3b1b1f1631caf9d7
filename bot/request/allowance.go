package request

import (
	"errors"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
)

// The costs of requests that make the bot work hard for one person, such as pictures, public posts,
// replays and reviews. Other requests cost nothing. A member can spend 60 at once, a server 600; as
// much comes back each minute.
const (
	CostBoard  = 1
	CostPost   = 5
	CostReplay = 10
)

// ErrTooFast is the error of a request that exceeds an allowance. The request has no effect.
var ErrTooFast = errors.New("bot: faster than the allowance")

// The allowances of a member and of a server: the most that can be spent at once, and also the
// amount that comes back each minute.
const (
	memberAllowance = 60
	serverAllowance = 600
)

// Allowances holds the amounts that members and servers may still spend. It is not stored: a
// restart makes all allowances full. It is safe for concurrent use.
type Allowances struct {
	Member, Server int // the most that one can spend at once, and also the amount that comes back each minute

	mu   sync.Mutex
	left map[string]*rate.Limiter // the remaining allowance, by member and server; a missing allowance is full
}

// Spend takes the cost of a request from the allowances of its member and its server; an empty one
// has none. If one is too small, it takes nothing and returns a refusal that says when to try
// again, with ErrTooFast.
func (a *Allowances) Spend(in lang.Language, now time.Time, user match.UserID, guild match.GuildID, cost int) error {
	if cost == 0 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	var from []*rate.Limiter
	var short []games.Sentence
	if user != "" {
		from, short = append(from, a.of("member "+string(user), a.Member)), append(short, sayMemberTooFast)
	}
	if guild != "" {
		from, short = append(from, a.of("server "+string(guild), a.Server)), append(short, sayServerTooFast)
	}
	for i, l := range from {
		if missing := float64(cost) - l.TokensAt(now); missing > 0 {
			wait := math.Ceil(missing / float64(l.Limit()))
			return &explained{discord.TextMessage(in.Say(short[i], int(wait))), ErrTooFast}
		}
	}
	for _, l := range from {
		l.AllowN(now, cost)
	}
	a.forget(now)
	return nil
}

// spend takes the cost of a request.
func (a *Router) spend(r *Request, cost int) error { return a.Spend(r.In, r.User, r.Guild, cost) }

// Spend takes the cost of a request that came another way; see [Allowances.Spend].
func (a *Router) Spend(in lang.Language, user match.UserID, guild match.GuildID, cost int) error {
	return a.allowances.Spend(in, a.Now(), user, guild, cost)
}

// of returns the allowance of a member or server. The caller holds mu.
func (a *Allowances) of(name string, most int) *rate.Limiter {
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
func (a *Allowances) forget(now time.Time) {
	if len(a.left) < rememberMost {
		return
	}
	for name, l := range a.left {
		if l.TokensAt(now) >= float64(l.Burst()) {
			delete(a.left, name)
		}
	}
}
