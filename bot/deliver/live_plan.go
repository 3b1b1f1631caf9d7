package deliver

import (
	"cmp"
	"time"

	"paddock/games/match"
)

// This file decides what is done about an ephemeral message, and does nothing, as plan.go does for
// the public board.

// liveFacts are everything that the decision about an ephemeral message depends on.
type liveFacts struct {
	kind      Kind
	match     match.Match
	kept      liveBoard
	arranging bool // whether the reader of the message arranges pieces
	phase     bool // somebody arranges pieces
	now       time.Time
}

// doForget leaves an ephemeral message as it is, for ever.
const doForget deed = "forget"

// decide returns what to do about the message.
func (f liveFacts) decide() step {
	m, b := f.match, f.kept
	stale := m.Made != b.made && !b.aside || m.Status != b.status
	told := f.kind == Note && m.Shown.Head >= b.head && m.Shown.Channel == b.in
	switch {
	case told && f.now.Before(b.read):
		return step{doWait, "there was no time yet to read it"}
	case b.over && f.kind == LiveBoard && f.arranging:
		return step{doForget, "it still answers clicks, and whoever arranges pieces takes their time"}
	case b.over:
		return step{doWithdraw, "it can't be changed much longer"}
	case told:
		return step{doWithdraw, "the board says it"}
	case b.passed:
		return step{doWithdraw, "its reader has acted in the match"}
	case stale && b.once:
		return step{doWithdraw, "the match has gone on"}
	case f.kind == Note && !stale:
		return step{doWait, "the board is still to come"}
	case !stale:
		return step{doNothing, "it shows that already"}
	case f.phase:
		return step{doNothing, "updates would reveal when an opponent arranges pieces"} // S85
	}
	return step{doShow, "the match has gone on"}
}

// wait returns how long a note is left alone: until it can have been read, and then for a while at a
// time.
func (f liveFacts) wait() time.Duration { return cmp.Or(max(f.kept.read.Sub(f.now), 0), noteLasts) }
