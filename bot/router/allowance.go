package router

import (
	"math"
	"sync"
	"time"

	"paddock/bot/say"
	"paddock/games"
)

// What requests cost that make the bot work hard for one person: pictures, replays, files, posts that everybody sees. Others cost nothing.
const (
	CostBoard  = 1
	CostPost   = 5
	CostReplay = 10
)

// What a member and all members of a server together may spend at once, and in how long they have it all again.
const (
	memberAllowance = 60
	serverAllowance = 600
	allowanceAgain  = time.Minute
)

// allowances is what has been spent lately, by member and by server. What is there again need not be remembered, so a restart forgives. The zero
// allowances is ready.
type allowances struct {
	mu    sync.Mutex
	spent map[string]spending
}

// spending is how much somebody has spent at a moment, less what they have had back since.
type spending struct {
	much float64
	at   time.Time
}

// left is what of it counts now, of somebody who may spend so much.
func (s spending) left(now time.Time, most float64) float64 {
	return math.Max(0, s.much-most*float64(now.Sub(s.at))/float64(allowanceAgain))
}

// spend takes the cost of a request from the allowances of its member and server, or refuses it with a sentence that says when to come again.
func (a *allowances) spend(r *Request, cost int) error {
	if cost == 0 {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.spent == nil {
		a.spent = make(map[string]spending)
	}
	now := r.Now()
	of := []struct {
		name string
		most float64
		say  games.Sentence
	}{{"member " + string(r.User), memberAllowance, say.MemberTooFast}, {"server " + string(r.Guild), serverAllowance, say.ServerTooFast}}
	if r.Guild == "" {
		of = of[:1]
	}
	for _, who := range of {
		if over := a.spent[who.name].left(now, who.most) + float64(cost) - who.most; over > 0 {
			wait := math.Ceil(over / who.most * allowanceAgain.Seconds())
			return Refuse(r.In.Say(who.say, int(wait)))
		}
	}
	for _, who := range of {
		a.spent[who.name] = spending{a.spent[who.name].left(now, who.most) + float64(cost), now}
	}
	a.forget(now)
	return nil
}

// rememberMost is how many members and servers are remembered before those who have all of their allowance again are looked for.
const rememberMost = 10_000

// forget drops who has all of their allowance again. The caller holds mu.
func (a *allowances) forget(now time.Time) {
	if len(a.spent) < rememberMost {
		return
	}
	for name, s := range a.spent {
		if now.Sub(s.at) >= allowanceAgain {
			delete(a.spent, name)
		}
	}
}
