package match

import (
	"context"
	"time"
)

// Duty is a kind of work that the processes which have one store open share among them. Claims knows no more of it than its name.
type Duty string

// The duties, and what names a piece of work of each.
const (
	ClockDuty        Duty = "clock"         // a match that is due
	BoardDuty        Duty = "board"         // a match whose channel is behind
	NoticeDuty       Duty = "notice"        // a match of which somebody is to be told something
	PrivateBoardDuty Duty = "private board" // match/user
	DigestDuty       Duty = "digest"        // a person
	ThinkDuty        Duty = "think"         // a match in which a computer player has to move
	TournamentDuty   Duty = "tournament"    // a tournament
	ShardDuty        Duty = "shard"         // number/count of a shard of the gateway
	ProcessDuty      Duty = "process"       // the name of a process: held as long as it lives
)

// Claims shares out work among processes. Who claims is the process that has the store open; two handles on one store are two processes.
//
// A lease is advice and not a lock: it keeps two processes from doing the same at the same time as a rule. A process that was stopped for longer than
// its lease does not know that another has taken over, so what it then does must be harmless or be refused: by the head of a match, by a cause, by
// what was shown, by a nonce; where there is none of these, by Fence. So a process may always do without a claim what it can't put off.
//
// Due, NextDue, Unshown and Untold leave out what other processes hold by ClockDuty, BoardDuty and NoticeDuty: processes that list at the same time
// and claim what they have found come by different work, and one that got nothing of what it has listed lists again. Work whose holder has died is
// listed again when the lease has run out, of which nobody is told: who sleeps until NextDue sleeps no longer than a lease.
//
// An engine that only one process can open gives that process everything and writes nothing, see Alone.
type Claims interface {
	// Claim takes pieces of work for this process for as long as lease, counted from the call on, and returns the leases that it got: all but those of
	// pieces that another process holds. A piece that this process holds already is renewed, and keeps its Fence unless it has been in other hands.
	Claim(ctx context.Context, d Duty, lease time.Duration, keys ...string) ([]Lease, error)
	// Release gives leases up before their time. Those that have gone to another process are left to it.
	Release(ctx context.Context, leases ...Lease) error
	// Leases lists the leases of a duty that other processes hold, in the order of their keys.
	Leases(ctx context.Context, d Duty) ([]Lease, error)
	// Hear calls changed with each match that another process has changed, until ctx ends, and returns ctx's error then. These are hints that save
	// waiting for the next look: some come late, some twice, and some never. Changed must return at once and must not call the Store.
	Hear(ctx context.Context, changed func(ID)) error
}

// Lease is a piece of work that a process has taken.
type Lease struct {
	Duty  Duty
	Key   string
	Owner string // the process, by a name drawn by lot
	// Fence is greater than that of everybody who has held the piece before. What is written because of a lease can be fenced with it: who finds a
	// greater one has lost the piece.
	Fence int64
	Until time.Time // by the store's clock; the zero time is never
}

// Alone is Claims for an engine that one process has to itself: it gets what it asks for, and there are no others.
type Alone struct{}

// Claim implements Claims.
func (Alone) Claim(ctx context.Context, d Duty, _ time.Duration, keys ...string) ([]Lease, error) {
	leases := make([]Lease, len(keys))
	for i, key := range keys {
		leases[i] = Lease{Duty: d, Key: key, Fence: 1}
	}
	return leases, ctx.Err()
}

// Release implements Claims.
func (Alone) Release(ctx context.Context, _ ...Lease) error { return ctx.Err() }

// Leases implements Claims.
func (Alone) Leases(ctx context.Context, _ Duty) ([]Lease, error) { return nil, ctx.Err() }

// Hear implements Claims.
func (Alone) Hear(ctx context.Context, _ func(ID)) error {
	<-ctx.Done()
	return ctx.Err()
}
