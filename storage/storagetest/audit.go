package storagetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"paddock/games/match"
)

// P106: a server's audit log lists its newest lines first, page by page, without lines of other
// servers; the oldest are dropped.
func testAudit(t *testing.T, s match.Store) {
	mod := match.Player{User: "1234567890", Name: "Mod"}
	add := func(a match.Audit) {
		t.Helper()
		if err := s.AddAudit(ctx, a); err != nil {
			t.Fatal(err)
		}
	}
	want := func(g match.GuildID, before, max int, numbers ...int) []match.Audit {
		t.Helper()
		list, err := s.Audit(ctx, g, before, max)
		var got []int
		for _, a := range list {
			got = append(got, a.No)
		}
		if !slices.Equal(got, numbers) || err != nil {
			t.Fatalf("Audit(%s, %d, %d) = %v, %v; want %v", g, before, max, got, err, numbers)
		}
		return list
	}
	want("g1", 0, 9)
	whole := match.Audit{
		At: noon, Guild: "g1", By: mod, Did: match.AuditHandOver, Match: "m1", Game: "kalah",
		Whom: []match.Player{{User: "bob", Name: "Bob"}, mod}, Reason: "Mod asked",
	}
	add(whole)
	add(match.Audit{
		At: noon.Add(time.Hour), Guild: "g1", By: mod, Did: match.AuditSetting, Setting: "threads",
		Was: "off", Is: "on",
	})
	add(match.Audit{
		At: noon, Guild: "g10", By: match.Player{User: "bob", Name: "Bob"}, Did: match.AuditRemove,
		Tournament: "Cup", Whom: []match.Player{mod},
	})
	want("g", 0, 9)
	want("g1", 0, 1, 2)
	want("g1", 2, 9, 1)
	want("g1", 1, 9)
	whole.No = 1
	if got := want("g1", 0, 9, 2, 1)[1]; encode(got) != encode(whole) {
		t.Errorf("the first line is %s, want %s", encode(got), encode(whole))
	}

	if err := s.EraseUser(ctx, mod.User, nil); err != nil {
		t.Fatal(err)
	}
	former := match.Player{Name: match.FormerPlayer}
	whole.By, whole.Whom[1], whole.Reason = former, former, match.FormerPlayer+" asked"
	if got := want("g1", 0, 9, 2, 1); encode(got[1]) != encode(whole) || got[0].By != former {
		t.Errorf("P30: when Mod is gone the log is %s, want nobody in his place", encode(got))
	}
	if got := want("g10", 0, 9, 1)[0]; got.By.Name != "Bob" || got.Whom[0] != former {
		t.Errorf("P30: when Mod is gone the other log is %s", encode(got))
	}
}

// A long audit log keeps its newest lines.
func testAuditKept(t *testing.T, s match.Store) {
	add := func(i int) error {
		return s.AddAudit(ctx, match.Audit{At: noon, Guild: "g1", Did: match.AuditSetting, Is: fmt.Sprint(i)})
	}
	atOnce(match.AuditKept, add, func(err error) { t.Error(err) })
	for i := range 3 {
		if err := add(match.AuditKept + i); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.Audit(ctx, "g1", 0, 2*match.AuditKept)
	if err != nil || len(list) != match.AuditKept {
		t.Fatalf("%d lines, %v; want %d", len(list), err, match.AuditKept)
	}
	if first, last := list[0], list[len(list)-1]; first.No != match.AuditKept+3 ||
		first.Is != fmt.Sprint(match.AuditKept+2) || last.No != 4 {
		t.Errorf("the log goes from %d (%s) to %d, want from %d to 4", first.No, first.Is, last.No, match.AuditKept+3)
	}
}
