package service_test

import (
	"slices"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/games/referee"
)

// P25, P8, P43, P19: a server has its own reminder, window of quick moves and free takeback. A
// match keeps the values from its proposal, so a running match does not change.
func TestP25_DefaultsOfTheServer(t *testing.T) {
	for _, tt := range []struct {
		name   string
		set    func(*match.Guild)
		remind string // when the reminder comes, of a clock of 48 hours
		quick  bool   // whether an answer within three minutes is quick
		free   bool   // whether a move can be taken back after two minutes
		never  bool   // whether a move can't be taken back even at once
	}{
		{"none", func(*match.Guild) {}, "38h24m0s reminded", true, false, false},
		{"an early reminder", func(g *match.Guild) { g.Remind = 50 }, "24h0m0s reminded", true, false, false},
		{"a late one", func(g *match.Guild) { g.Remind = 90 }, "43h12m0s reminded", true, false, false},
		{"a short window", func(g *match.Guild) { g.Quick = time.Minute }, "38h24m0s reminded", false, false, false},
		{
			"takebacks for long", func(g *match.Guild) { g.FreeUndo = 5 * time.Minute }, "38h24m0s reminded", true, true,
			false,
		},
		{
			"no free takebacks", func(g *match.Guild) { g.FreeUndo = -time.Second }, "38h24m0s reminded", true, false,
			true,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			begin := func() *world {
				w := newWorld(t)
				set := func(f func(*match.Guild)) {
					if _, err := w.svc.Settings.ChangeGuild(ctx, here.Guild, f); err != nil {
						t.Fatal(err)
					}
				}
				set(tt.set)
				w.duel("nim", func(p *match.Proposal) { p.PerMove, p.Lapse, p.Grace = 2*day, referee.Forfeit, -1 })
				// the match keeps its earlier values
				set(func(g *match.Guild) {
					*g = match.Guild{ID: g.ID, Remind: 70, Quick: time.Hour, FreeUndo: time.Hour}
				})
				return w
			}
			if got := begin().sleep(2 * day); !slices.Contains(got, tt.remind) {
				t.Errorf("happened %q, want %q among it", got, tt.remind)
			}
			w := begin()
			w.play(ann, "a1")
			w.play(bob, "a1")
			w.sleep(3 * time.Minute)
			r := w.record()
			r.Shown = match.Shown{Head: r.Head, Channel: r.Place.Channel, Message: "1", At: w.now(), Turn: r.Turn - 1}
			if got := match.Show(r, 5*time.Minute, w.now()).Edit; got != tt.quick {
				t.Errorf("a turn after three minutes is quick: %v, want %v", got, tt.quick)
			}
			w.play(ann, "a1")
			takenBack := func() bool {
				w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
				return w.record().UndoOffer == nil
			}
			if !tt.never {
				w.sleep(2 * time.Minute)
			}
			if got := takenBack(); got != tt.free {
				t.Errorf("a move is taken back without asking: %v, want %v", got, tt.free)
			}
		})
	}
}
