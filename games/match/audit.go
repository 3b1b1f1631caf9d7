package match

import (
	"context"
	"time"

	"paddock/games"
)

// Audit is one line of a server's audit log: an action of a person who manages the server (P106).
type Audit struct {
	No    int // number of the line in its server's log, from 1
	At    time.Time
	Guild GuildID
	By    Player // the person who acted; their User is empty once they are erased
	Did   AuditAct

	Match      ID       `json:",omitempty"`
	Game       games.ID `json:",omitempty"`
	Tournament string   `json:",omitempty"` // name of the tournament
	Whom       []Player `json:",omitempty"` // the people concerned, see AuditAct
	Reason     string   `json:",omitempty"` // the public reason

	Setting string `json:",omitempty"` // for AuditSetting: the setting's name, and its values before and after
	Was     string `json:",omitempty"`
	Is      string `json:",omitempty"`
}

// AuditAct is the kind of an audit line.
type AuditAct string

// The kinds of audit lines. They are stored.
const (
	AuditEnd AuditAct = "end" // the match was ended without a result; Whom lists its players
	// a seat or the ownership was offered; Whom lists the present holder and the member who is
	// asked to take it
	AuditOffer AuditAct = "offer"
	// a seat or the ownership was given away; Whom lists the former and the new holder
	AuditHandOver AuditAct = "hand-over"
	AuditRemove   AuditAct = "remove"  // Whom was removed from the tournament
	AuditDecide   AuditAct = "decide"  // a game of the tournament was decided
	AuditStart    AuditAct = "start"   // the sign-up of another member's tournament was ended
	AuditCancel   AuditAct = "cancel"  // another member's tournament was cancelled
	AuditSeries   AuditAct = "series"  // another member's tournament series was ended: no further season follows
	AuditSetting  AuditAct = "setting" // a setting of the server was changed
)

// AuditKept is how many lines of a server's audit log are kept. Older lines are dropped.
const AuditKept = 1000

// Audits stores the audit logs of servers.
type Audits interface {
	// AddAudit appends a line to a server's log with the next No. It drops the lines beyond
	// AuditKept.
	AddAudit(ctx context.Context, a Audit) error
	// Audit lists at most max lines of a server that are older than line before, newest first. With
	// before 0 it starts at the newest line.
	Audit(ctx context.Context, g GuildID, before, max int) ([]Audit, error)
}

// Forgetting returns the line after a person's erasure, and whether that changes it. The person
// becomes a former player.
func (a Audit) Forgetting(gone UserID) (Audit, bool) {
	var names []string
	forget := func(p Player) Player {
		now, was := Erasure{User: gone}.Player(p)
		if was {
			names = append(names, p.Name)
		}
		return now
	}
	a.By = forget(a.By)
	whom := make([]Player, len(a.Whom))
	for i, p := range a.Whom {
		whom[i] = forget(p)
	}
	if len(names) == 0 {
		return a, false
	}
	if len(whom) > 0 {
		a.Whom = whom
	}
	a.Reason = RenameText(a.Reason, names...)
	return a, true
}
