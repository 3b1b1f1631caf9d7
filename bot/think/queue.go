package think

import (
	"time"

	"paddock/games"
	"paddock/games/match"
)

// turn is a match in which a computer player may have to move.
type turn struct {
	match  match.ID
	errand *Errand // instead of a match
	state  state
	next   *turn         // what it has become while it was busy
	server match.GuildID // whose thinking time it takes: a server's, and in it a member's
	member match.UserID
	alone  bool   // computers play among themselves
	player string // game and level
	strong bool   // of a level that is known to think long, until it is known how long
	number int    // of arrival
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

// queue is the matches that wait for a worker, in a fair order. Who thinks fast goes first, then who thinks long, and last of all computers that play
// among themselves, of which a server may have only so many at work at the same time. Among equals it is the turn of the server that has used
// the least thinking time, of its members the one who has, and of their matches the one that has waited longest. After all of them come errands. So however many
// matches one member has going, another one's waits for the thoughts that have begun and for one more.
type queue struct {
	waiting  []*turn
	arrivals int
	alone    int                             // how many games among computers a server may have at work
	working  map[match.GuildID]int           // such games, at work
	servers  map[match.GuildID]time.Duration // thinking time used, by those who have matches waiting
	members  map[member]time.Duration
	pace     map[string]time.Duration // how long players have thought lately
}

// member is somebody on a server.
type member struct {
	server match.GuildID
	user   match.UserID
}

// quickAtMost is how long a player may think who is quick. unit is the least that a thought counts.
const (
	quickAtMost = 50 * time.Millisecond
	unit        = time.Millisecond
)

func newQueue(alone int) queue {
	return queue{
		alone: alone, working: make(map[match.GuildID]int), servers: make(map[match.GuildID]time.Duration), members: make(map[member]time.Duration),
		pace: make(map[string]time.Duration),
	}
}

func (q *queue) len() int { return len(q.waiting) }

// add puts a match into the queue. A server or member that had nothing waiting begins with what the others have used: nobody saves up.
func (q *queue) add(t *turn) {
	q.arrivals++
	t.number = q.arrivals
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

// least is the smallest of the times used.
func least[K comparable](used map[K]time.Duration) (low time.Duration) {
	first := true
	for _, d := range used {
		if first || d < low {
			low, first = d, false
		}
	}
	return low
}

// take takes the match whose turn it is; nil if there is none, or none for the quick worker.
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

// before reports whether a match comes before another.
func (q *queue) before(a, b *turn) bool {
	if x, y := q.class(a), q.class(b); x != y {
		return x < y
	}
	if x, y := q.servers[a.server], q.servers[b.server]; x != y {
		return x < y
	}
	if x, y := q.members[member{a.server, a.member}], q.members[member{b.server, b.member}]; x != y {
		return x < y
	}
	return a.number < b.number
}

// class is 0 for who is quick, 1 for who thinks long, 2 for computers among themselves, 3 for errands.
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

// quick reports whether the player of a match thinks for no longer than a moment, as far as is known.
func (q *queue) quick(t *turn) bool {
	if t.errand != nil {
		return false
	}
	if pace, known := q.pace[t.player]; known {
		return pace <= quickAtMost
	}
	return !t.strong
}

// release notes that a worker has ended with a match, for which its player has thought so long, and forgets who has nothing waiting any more.
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
