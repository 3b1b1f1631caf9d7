package match

import (
	"context"
	"time"

	"paddock/games"
)

// Audit is a line of a server's audit log: what somebody who manages the server has done there (P106).
type Audit struct {
	No    int // counts the lines of a server from 1
	At    time.Time
	Guild GuildID
	By    Player // who; without a User of somebody who has been removed
	Did   AuditAct

	Match      ID       `json:",omitempty"`
	Game       games.ID `json:",omitempty"`
	Tournament string   `json:",omitempty"` // its name
	Whom       []Player `json:",omitempty"` // those whom it concerned, see AuditAct
	Reason     string   `json:",omitempty"` // as everybody could read it

	Setting string `json:",omitempty"` // of AuditSetting: its name, and its values before and after
	Was     string `json:",omitempty"`
	Is      string `json:",omitempty"`
}

// AuditAct says what was done.
type AuditAct string

// What stands in audit logs. The acts are stored.
const (
	AuditEnd      AuditAct = "end"       // the match was ended without a result; Whom are its players
	AuditOffer    AuditAct = "offer"     // a seat or the ownership was offered; Whom are who has it and who is asked to take it
	AuditHandOver AuditAct = "hand-over" // a seat or the ownership was given away; Whom are who had it and who has it
	AuditRemove   AuditAct = "remove"    // Whom was removed from the tournament
	AuditDecide   AuditAct = "decide"    // a game of the tournament was decided
	AuditStart    AuditAct = "start"     // the sign-up of somebody else's tournament was ended
	AuditCancel   AuditAct = "cancel"    // somebody else's tournament was cancelled
	AuditSeries   AuditAct = "series"    // no further season follows somebody else's tournament
	AuditSetting  AuditAct = "setting"   // a setting of the server was changed
)

// AuditKept is how many lines of a server's audit log are kept, the newest.
const AuditKept = 1000

// Audits is the audit logs of servers.
type Audits interface {
	// AddAudit adds a line to the log of a server and gives it the No after that of the newest. Of lines that are too old for AuditKept none stays.
	AddAudit(ctx context.Context, a Audit) error
	// Audit lists at most max lines of a server that are older than the line before, the newest first; before 0 means from the newest on.
	Audit(ctx context.Context, g GuildID, before, max int) ([]Audit, error)
}

// Forgetting is the line when somebody has been removed, and whether that makes a difference: they stay as a former player.
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
