package match

import (
	"context"
	"errors"
	"time"
)

// Duty is a kind of work that processes with a common store divide among themselves. Claims knows
// only its name.
type Duty string

// The kinds of work. Each comment says what one piece of that work is, and so what its key is.
const (
	ClockDuty        Duty = "clock"         // a match whose deadline has come
	BoardDuty        Duty = "board"         // a match whose newest events are not shown in its channel
	NoticeDuty       Duty = "notice"        // a match with an undelivered notice
	PrivateBoardDuty Duty = "private board" // the key is match id/user id
	DigestDuty       Duty = "digest"        // the key is a user id
	ThinkDuty        Duty = "think"         // a match in which a computer player has to move
	TournamentDuty   Duty = "tournament"    // the key is a tournament id
	ShardDuty        Duty = "shard"         // number/count of a gateway shard
	ProcessDuty      Duty = "process"       // the name of a process, held while it lives
)

// Claims divides work among processes. The claimant is the process that has the store open; two
// handles on one store count as two processes.
//
// A lease is a hint and not a lock: it usually keeps two processes from doing the same work at
// once. A process that was stopped for longer than its lease does not notice that another has taken
// over. Its late work must be harmless or refused: by a match's head, a cause, the stored Shown, a
// nonce, or Fence. So a process may do urgent work without a claim.
//
// Due, NextDue, Unshown and Untold leave out what other processes hold by ClockDuty, BoardDuty and
// NoticeDuty. So processes that list and claim at the same time find different work. A process that
// got none of its list lists again. The work of a dead process is listed again when its lease runs
// out, without a signal. So a process that waits for NextDue sleeps no longer than a lease.
//
// An engine that only one process can open grants every claim and stores nothing, see Alone.
type Claims interface {
	// Claim takes pieces of work for this process, for the time lease from now on. It returns the
	// leases that it got, all except those that another process holds. A piece that this process
	// already holds is renewed. It keeps its Fence unless another process has held it meanwhile.
	Claim(ctx context.Context, d Duty, lease time.Duration, keys ...string) ([]Lease, error)
	// Release gives leases up early. It ignores leases that another process has taken over.
	Release(ctx context.Context, leases ...Lease) error
	// Leases lists the leases of a duty that other processes hold, in the order of their keys.
	Leases(ctx context.Context, d Duty) ([]Lease, error)
	// Hear calls changed for each match that another process changes. It returns ctx's error when
	// ctx ends. The calls are only hints: they may be late, repeated or missing, or about changes
	// of this process. Changed must return at once and must not call the Store.
	Hear(ctx context.Context, changed func(ID)) error

	// Form returns the newest form of records that this program understands, see Record.Form.
	Form() int
	// HandOn stores an interaction for a process that understands its form, and wakes the others.
	// TakeBack removes it, and reports whether no process had taken it. TakeOver removes and
	// returns the interactions that this program understands, except those too old to be answered.
	HandOn(ctx context.Context, h Handed) error
	TakeBack(ctx context.Context, id string) (still bool, err error)
	TakeOver(ctx context.Context) ([]Handed, error)
}

// Handed is an interaction that a process passes on, because it concerns a match in a form that the
// process does not understand. So two versions can run side by side while the processes are
// replaced one by one.
type Handed struct {
	ID   string // Discord's id of the interaction
	Form int
	Body []byte // the interaction as Discord sent it
}

// HandedOn is an id that stands for no match. Processes send each other the id of each match that
// has changed. With HandedOn, a process says instead that it has handed on an interaction, which
// another process should fetch by TakeOver.
const HandedOn ID = "-handed"

// Lease is a piece of work that a process has claimed.
type Lease struct {
	Duty  Duty
	Key   string
	Owner string // the process, by a random name
	// Fence is greater than the Fence of every earlier holder. A write can include it: a process
	// that finds a greater one has lost the piece.
	Fence int64
	Until time.Time // when the lease expires, by the store's clock; the zero time means never
}

// Alone implements Claims for an engine that only one process can open: it grants every claim.
type Alone struct{}

func (Alone) Claim(ctx context.Context, d Duty, _ time.Duration, keys ...string) ([]Lease, error) {
	leases := make([]Lease, len(keys))
	for i, key := range keys {
		leases[i] = Lease{Duty: d, Key: key, Fence: 1}
	}
	return leases, ctx.Err()
}

func (Alone) Release(ctx context.Context, _ ...Lease) error { return ctx.Err() }

func (Alone) Leases(ctx context.Context, _ Duty) ([]Lease, error) { return nil, ctx.Err() }

func (Alone) Form() int { return 0 }

func (Alone) HandOn(context.Context, Handed) error { return errors.ErrUnsupported }

func (Alone) TakeBack(context.Context, string) (still bool, err error) { return true, nil }

func (Alone) TakeOver(context.Context) ([]Handed, error) { return nil, nil }

func (Alone) Hear(ctx context.Context, _ func(ID)) error {
	<-ctx.Done()
	return ctx.Err()
}
