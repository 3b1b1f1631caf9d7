package think

import (
	"time"

	"paddock/games"
	"paddock/games/match"
)

// turn is a match in which a computer player may have to move.
type turn struct {
	match  match.ID
	errand *Errand // a background job instead of a match
	state  state
	next   *turn         // the newer state of the match, if it has changed while a worker had it
	server match.GuildID // the server to which the thinking time is counted; member: the member
	member match.UserID
	alone  bool   // computers play among themselves
	player string // game and level of the computer player
	strong bool   // the level usually thinks long; used only until the player's pace is known
}

func turnOf(m match.Match) *turn {
	t := &turn{match: m.ID, server: m.Place.Guild, member: m.Owner, alone: len(m.Members()) == 0}
	for seat := range m.Thinking().All() {
		level := m.Players[seat].Computer
		t.player, t.strong = string(m.Game)+" "+level, level == games.Hard || level == games.Master
		break
	}
	return t
}

// queue holds the matches that wait for a worker, in a fair order. Fast players come first, then
// slow ones, then matches among computers, then background jobs (errands). Only a limited number of
// matches among computers per server are processed at once. Among equals, the server that has used
// the least thinking time comes first, then its member with the least, then the match that has
// waited longest. So many matches of one member delay another member's match by at most the current
// moves and one more.
type queue struct {
	waiting []*turn                         // waiting matches in the order of arrival
	alone   int                             // largest number of matches among computers at work for one server
	working map[match.GuildID]int           // number of matches among computers at work, by server
	servers map[match.GuildID]time.Duration // thinking time used, for servers with waiting matches
	members map[member]time.Duration
	pace    map[string]time.Duration // recent thinking time of each player
}

// member is a user on a server.
type member struct {
	server match.GuildID
	user   match.UserID
}

// quickAtMost is the longest thinking time of a quick player. Each move counts for at least unit.
const (
	quickAtMost = 50 * time.Millisecond
	unit        = time.Millisecond
)

func newQueue(alone int) queue {
	return queue{
		alone: alone, working: make(map[match.GuildID]int), servers: make(map[match.GuildID]time.Duration),
		members: make(map[member]time.Duration),
		pace:    make(map[string]time.Duration),
	}
}

func (q *queue) len() int { return len(q.waiting) }

// add queues a match. A server or member without waiting matches starts with the least time that
// others have used, so nobody saves up time.
func (q *queue) add(t *turn) {
	who := member{t.server, t.member}
	_, known := q.servers[t.server]
	if !known {
		q.servers[t.server] = least(q.servers)
	}
	if _, known := q.members[who]; !known {
		q.members[who] = least(q.members)
	}
	q.waiting = append(q.waiting, t)
}

// least returns the smallest of the used times.
func least[K comparable](used map[K]time.Duration) (low time.Duration) {
	first := true
	for _, d := range used {
		if first || d < low {
			low, first = d, false
		}
	}
	return low
}

// take removes and returns the next match. It returns nil if there is none, or none for the quick
// worker.
func (q *queue) take(quick bool) *turn {
	best := -1
	for i, t := range q.waiting {
		if quick && !q.quick(t) || t.alone && q.working[t.server] >= q.alone {
			continue
		}
		if best < 0 || q.before(t, q.waiting[best]) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	t := q.waiting[best]
	q.waiting = append(q.waiting[:best], q.waiting[best+1:]...)
	if t.alone {
		q.working[t.server]++
	}
	return t
}

// before reports whether a match comes before another that has waited longer.
func (q *queue) before(a, b *turn) bool {
	if x, y := q.class(a), q.class(b); x != y {
		return x < y
	}
	if x, y := q.servers[a.server], q.servers[b.server]; x != y {
		return x < y
	}
	return q.members[member{a.server, a.member}] < q.members[member{b.server, b.member}]
}

// class returns 0 for quick players, 1 for slow ones, 2 for computers among themselves, 3 for
// background jobs.
func (q *queue) class(t *turn) int {
	switch {
	case t.errand != nil:
		return 3
	case t.alone:
		return 2
	case q.quick(t):
		return 0
	}
	return 1
}

// quick reports whether the player of a match is known or expected to be quick.
func (q *queue) quick(t *turn) bool {
	if t.errand != nil {
		return false
	}
	if pace, known := q.pace[t.player]; known {
		return pace <= quickAtMost
	}
	return !t.strong
}

// release records the thinking time after a worker has finished with a match, and forgets servers
// and members without waiting matches.
func (q *queue) release(t *turn, thought time.Duration) {
	if t.alone {
		if q.working[t.server]--; q.working[t.server] == 0 {
			delete(q.working, t.server)
		}
	}
	if thought > 0 {
		old, known := q.pace[t.player]
		if !known {
			old = thought
		}
		q.pace[t.player] = (3*old + thought) / 4
		q.servers[t.server] += max(thought, unit)
		q.members[member{t.server, t.member}] += max(thought, unit)
	}
	if len(q.waiting) == 0 && len(q.working) == 0 {
		clear(q.servers)
		clear(q.members)
	}
}
