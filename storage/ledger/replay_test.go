package ledger

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage/storagetest"
)

// A log is played again by the rules, and must lead to the stored position and the stored players
// to move.
func TestReplay(t *testing.T) {
	ctx, store := t.Context(), storagetest.NewMemory()
	svc := service.New(service.Config{
		Store: store, Games: catalog.Games(), Now: func() time.Time { return noon },
		Rand: rand.NewChaCha8([32]byte{7}), Defaults: decide.Defaults{Limit: 100},
	})
	ann, bob := match.Player{User: "1", Name: "Ann"}, match.Player{User: "2", Name: "Bob"}
	c, err := svc.Tables.Propose(ctx, match.Proposal{
		Game: "kalah", Side: "me", Place: match.Place{Guild: "g1", Channel: "c1"}, By: ann, With: []match.Player{bob},
		Cause: "i1",
	})
	if err != nil {
		t.Fatal(err)
	}
	act := func(u match.UserID, cause match.Cause) match.Act {
		return match.Act{Match: c.Match.ID, User: u, Cause: cause}
	}
	if c, err = svc.Tables.Join(ctx, act("2", "i2"), bob.Name); err == nil {
		c, err = svc.Play.Move(ctx, act("1", "i3"), "1")
	}
	if err != nil {
		t.Fatal(err)
	}
	sound, err := store.Record(ctx, c.Match.ID)
	if err != nil {
		t.Fatal(err)
	}
	events, err := store.History(ctx, c.Match.ID, 1)
	if err != nil {
		t.Fatal(err)
	}
	last := len(events) - 1
	// the only game, so that it is also the first and the last
	only := slices.DeleteFunc(catalog.Games(), func(g *games.Game) bool { return g.ID != "kalah" })
	for name, spoil := range map[string]struct {
		do   func(*match.Record, *[]match.Event)
		want string
	}{
		"sound": {func(*match.Record, *[]match.Event) {}, ""},
		"another move": {
			func(_ *match.Record, log *[]match.Event) { (*log)[last].Move = "2" }, "does not lead to its position",
		},
		"no move":          {func(_ *match.Record, log *[]match.Event) { (*log)[last].Move = "x" }, "can't be played again"},
		"another position": {func(r *match.Record, _ *[]match.Event) { r.Position += " " }, "does not lead to its position"},
		"whose turn it is": {func(r *match.Record, _ *[]match.Event) { r.Waiting ^= 3 }, "by its log it waits for seats"},
		"not running":      {func(r *match.Record, _ *[]match.Event) { r.Waiting, r.Status = 3, match.Closed }, ""},
		"an event too few": {func(_ *match.Record, log *[]match.Event) { *log = (*log)[:last] }, ""},
		"an unknown game":  {func(r *match.Record, _ *[]match.Event) { r.Game, r.Position = "chess", "x" }, ""},
		"before it began":  {func(r *match.Record, _ *[]match.Event) { r.Position = "" }, ""},
	} {
		r, log := sound, slices.Clone(events)
		spoil.do(&r, &log)
		check := Checker{Config: Config{Games: only}}
		check.Replay(r, log)
		said := strings.Join(check.Report.Problems, "\n")
		if spoil.want == "" && said != "" || !strings.Contains(said, spoil.want) {
			t.Errorf("%s: %q, want %q", name, said, spoil.want)
		}
	}
}
