package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/layout"
	"paddock/storage/transfer"
)

// ReadMatch returns the record of a transferred match, and its events with their times and users
// alone: what derived data needs of them.
func ReadMatch(item transfer.Item) (r match.Record, events []match.Event, err error) {
	if err := layout.ReadRecord(item.Value, &r); err != nil {
		return r, nil, err
	}
	if string(r.ID) != item.Key || int(r.Head) != len(item.Events) || r.Head == 0 {
		return r, nil, fmt.Errorf("%w: the record is that of %q with %d events, and there are %d", layout.ErrDamaged, r.ID,
			r.Head, len(item.Events))
	}
	events = make([]match.Event, len(item.Events))
	for i, text := range item.Events {
		var e struct {
			At   time.Time
			User match.UserID
		}
		if err := json.Unmarshal(text, &e); err != nil {
			return r, nil, fmt.Errorf("%w: event %d can't be read: %w", layout.ErrDamaged, i+1, err)
		}
		events[i].At, events[i].User = e.At, e.User
	}
	return r, events, nil
}

// Item returns a cause as an item of a transfer.
func (c Cause) Item() transfer.Item {
	return transfer.Item{Key: string(c.Cause), Value: fmt.Appendf(nil, "%d %d %s", c.Day, c.Seq, c.Match)}
}

// ReadCause reads what Cause.Item returns.
func ReadCause(item transfer.Item) (Cause, error) {
	c := Cause{Cause: match.Cause(item.Key)}
	_, err := fmt.Sscan(string(item.Value), &c.Day, &c.Seq, &c.Match)
	return c, err
}

// AuditKey returns the key of a line of an audit log in a transfer.
func AuditKey(g match.GuildID, no int) string { return fmt.Sprint(g, " ", no) }

// ReadAuditKey reads what AuditKey returns.
func ReadAuditKey(key string) (g match.GuildID, no int, err error) {
	guild, text, _ := strings.Cut(key, " ")
	no, err = strconv.Atoi(text)
	return match.GuildID(guild), no, err
}

// ReadTournament reads a tournament.
func ReadTournament(text []byte) (r tourney.Record, err error) {
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("%w: a tournament can't be read: %w", errors.Join(match.ErrDamaged, layout.ErrDamaged), err)
	}
	return r, nil
}

// ErasureOf refuses an erasure that can't be stored.
func ErasureOf(d match.Erasure) error {
	if d.User == "" || d.As == "" {
		return fmt.Errorf("storage: an erasure needs a user (%q) and a name (%q)", d.User, d.As)
	}
	return layout.Nameable("user", string(d.User))
}

// Naming lists the kinds whose entries may name a person besides their own, see Forget.
var Naming = []transfer.Kind{transfer.Users, transfer.Audits}

// Forget removes a person from the entry of another user, where a block becomes a mark, or from a
// line of an audit log. It returns nil if the entry does not name them.
func Forget(kind transfer.Kind, text []byte, gone match.UserID, key match.BlockKey) ([]byte, error) {
	if kind == transfer.Audits {
		a, err := layout.ReadAudit(text)
		if err != nil {
			return nil, err
		}
		a, has := a.Forgetting(gone)
		return encodeIf(has, a)
	}
	var u match.User
	if err := json.Unmarshal(text, &u); err != nil {
		return nil, fmt.Errorf("%w: the entry of a user can't be read: %w", layout.ErrDamaged, err)
	}
	u, has := u.Forgetting(gone, key)
	return encodeIf(has, u)
}

func encodeIf(changed bool, v any) ([]byte, error) {
	if !changed {
		return nil, nil
	}
	return json.Marshal(v)
}
