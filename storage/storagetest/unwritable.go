package storagetest

import (
	"strings"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage/transfer"
)

// Unwritable tests that a store refuses with the reason what JSON can't express, such as times
// after the year 9999, and damaged items of a transfer, and that the store keeps nothing of it. To
// is the same store as the target of a transfer.
func Unwritable(t *testing.T, s interface {
	match.Store
	tourney.Store
}, to transfer.Store,
) {
	t.Helper()
	ctx, late := t.Context(), time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	r, e := Running("one"), match.Event{At: time.Unix(1, 0), Kind: match.Moved, Cause: "i1", User: "ann"}
	lateRecord, lateEvent := r, e
	lateRecord.Due, lateEvent.At = late, late
	_, errRecord := s.Append(ctx, lateRecord, e)
	_, errEvent := s.Append(ctx, r, lateEvent)
	_, errUser := s.UpdateUser(ctx, "ann", func(u *match.User) { u.Digested = late })
	lateCup, unnamed := NewTournament("cup"), NewTournament("cup")
	lateCup.Created, unnamed.Place.Channel = late, "4\x005"
	_, errCup := s.PutTournament(ctx, lateCup)
	_, errUnnamed := s.PutTournament(ctx, unnamed)
	for of, err := range map[string]error{
		"one": errRecord, "write event of one": errEvent, "users ann": errUser,
		"write tournament cup": errCup, "channel": errUnnamed,
		"audit log of g1": s.AddAudit(ctx, match.Audit{Guild: "g1", At: late}),
	} {
		if err == nil || !strings.Contains(err.Error(), of) {
			t.Errorf("%v, want the reason with %q", err, of)
		}
	}
	for kind, item := range map[transfer.Kind]transfer.Item{
		transfer.Matches: {Key: "m1", Value: []byte("{")}, transfer.Causes: {Key: "i1", Value: []byte("7")},
		transfer.Audits: {Key: "300"}, transfer.Tournaments: {Key: "cup", Value: []byte("{")},
	} {
		if err := to.Import(ctx, kind, []transfer.Item{item}, "0 \nhere"); err == nil {
			t.Errorf("a damaged item of %s is imported", kind)
		}
	}
	head, err := s.Append(ctx, r, e)
	if err != nil {
		t.Errorf("after that the match can't be written: %v", err)
	}
	err = s.Rewrite(ctx, "one", func(_ *match.Record, events []match.Event) bool {
		events[0].At = late
		return true
	})
	if err == nil || !strings.Contains(err.Error(), "event of one") {
		t.Errorf("a rewrite with an event that can't be written: %v", err)
	}
	if err := s.SetShown(ctx, "one", head, match.Shown{Head: head, At: late}, time.Time{}); err == nil ||
		!strings.Contains(err.Error(), "one") {
		t.Errorf("%v, want that the change of one can't be written", err)
	}
}
