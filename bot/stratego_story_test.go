package bot_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/stratego"
)

// withStratego is the catalogue of these stories.
func withStratego(c *bot.Config) { c.Games = []*games.Game{stratego.New()} }

// letter is the newest direct message to somebody.
func (s *story) newestDM(u discordsim.UserID) (newest discordsim.Message) {
	for _, m := range s.sim.Messages(s.sim.DM(u), u) {
		if !m.Ephemeral() {
			newest = m
		}
	}
	return newest
}

// letters counts the direct messages to somebody.
func (s *story) countDMs(u discordsim.UserID) int { return len(s.sim.Messages(s.sim.DM(u), u)) }

// tap presses a button of a direct message.
func (s *story) tap(u discordsim.UserID, m discordsim.Message, label string) discordsim.Message {
	s.Helper()
	return s.answered(s.sim.As(u).In(s.sim.DM(u)).Click(m, label), "["+label+"]")
}

// fill presses a button that opens a form, fills it in and sends it.
func (s *story) fill(u discordsim.UserID, where discordsim.ChannelID, m discordsim.Message, label string, values map[string]string) discordsim.Message {
	s.Helper()
	opened := s.sim.As(u).In(where).Click(m, label)
	s.answered(opened, "["+label+"]")
	form := opened.Modal()
	if form == nil {
		s.Fatalf("[%s] opens no form, but says:\n%s", label, opened.Message().Text())
	}
	return s.answered(s.sim.As(u).In(where).Submit(form, values), "form "+label)
}

// rowsOf is the arrangement that a set-up message shows: four lines in a block.
var rowsPattern = regexp.MustCompile(`(?m)^[1-9SFB.]{10}\n[1-9SFB.]{10}\n[1-9SFB.]{10}\n[1-9SFB.]{10}$`)

func (s *story) rowsOf(m discordsim.Message) string {
	s.Helper()
	found := rowsPattern.FindString(m.Text())
	if found == "" {
		s.Errorf("no set-up in:\n%s", m.Text())
	}
	return strings.ReplaceAll(found, "\n", "/")
}

// armies begins a match of two members up to the set-up; Ann is RED.
func (s *story) armies(options string) match.Record {
	s.Helper()
	s.slash(s.ann, "/stratego challenge user:@Bob first:me "+options)
	s.click(s.bob, s.board(), "Accept")
	s.wait(time.Second)
	return s.only()
}

// anyMove makes a legal move of whoever is to move, by command.
func (s *story) anyMove(rng *rand.Rand) {
	s.Helper()
	rec := s.only()
	pos, err := stratego.New().Parse(rec.Position)
	if err != nil {
		s.Fatal(err)
	}
	for seat := range pos.Turn().Waiting.All() {
		moves := slices.Collect(pos.View(seat).Legal())
		who := discordsim.UserID(rec.Players[seat].User)
		s.private(s.slash(who, "/stratego move move:"+moves[rng.IntN(len(moves))]), "You played")
	}
}

// S46, S49, S54: set up by direct messages in two taps; a whole Barrage game; every private board in one message.
func TestBarrageByDirectMessages(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("army:barrage")
		b := s.board()
		s.sees(b, "Waiting for")
		if !slices.Contains(b.Labels(), "Set up my army") {
			t.Errorf("the public board offers %q", b.Labels())
		}
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			m := s.newestDM(u)
			s.sees(m, "Remaining Armies", "only you can see this")
			s.rowsOf(m)
			if !slices.Contains(m.Labels(), "Confirm") {
				t.Errorf("the letter offers %q", m.Labels())
			}
		}
		before := s.rowsOf(s.newestDM(s.ann))
		m := s.tap(s.ann, s.newestDM(s.ann), "Shuffle")
		if after := s.rowsOf(m); after == before {
			t.Errorf("Shuffle leaves %s", before)
		}
		if m.Ephemeral() || s.countDMs(s.ann) != 1 {
			t.Errorf("%d letters to Ann, want one that changes in place", s.countDMs(s.ann))
		}
		s.tap(s.ann, s.newestDM(s.ann), "Mirror")
		s.confirm(s.ann)
		s.sees(s.board(), "RED is ready")
		s.confirm(s.bob)
		s.sees(s.board(), "RED Ann", "BLUE Bob")
		s.private(s.click(s.eve, s.board(), "Receipts"), "is sealed")
		rng := rand.New(rand.NewPCG(5, 6))
		for n := 0; !over(s.board()); n++ {
			if n > 2100 {
				t.Fatal("no end")
			}
			s.fierceMove(rng)
		}
		rec := s.only()
		s.sees(s.board(), resultOf(rec))
		s.private(s.click(s.eve, s.board(), "Receipts"), "fits its receipt")
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			if n := s.countDMs(u); n != 1 {
				t.Errorf("%d letters, want one edited in place (S54)", n)
			}
			s.sees(s.newestDM(u), resultOf(rec))
		}
		s.private(s.slash(s.cid, "/stratego verify"), "fits its receipt", "sha256sum")
	}, withStratego)
}

// confirm confirms what stands in somebody's letter, whatever there is to be warned of.
func (s *story) confirm(u discordsim.UserID) {
	s.Helper()
	m := s.tap(u, s.newestDM(u), "Confirm")
	if strings.Contains(m.Text(), "once more") {
		m = s.tap(u, s.newestDM(u), "Confirm")
	}
	s.sees(m, "is confirmed")
}

// P12, P75, S47, S77: with closed direct messages a whole game of 40 pieces is set up and played by buttons in the channel; the bot tries once, tells
// it once and in private, and never falls back to anything public.
func TestClosedDoors(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.sim.CloseDMs(s.ann)
		s.sim.CloseDMs(s.bob)
		s.armies("")
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			m := s.click(u, s.board(), "Set up my army")
			s.private(m, "Remaining Armies", "direct messages are closed")
			again := s.click(u, s.board(), "Set up my army")
			s.private(again, "Remaining Armies")
			if strings.Contains(again.Text(), "closed to me") {
				t.Error("it is told twice that direct messages are closed")
			}
			again = s.click(u, again, "Shuffle")
			s.private(again, "Remaining Armies")
			again = s.click(u, again, "Confirm")
			if strings.Contains(again.Text(), "once more") {
				again = s.click(u, again, "Confirm")
			}
			s.private(again, "is confirmed")
		}
		rng := rand.New(rand.NewPCG(8, 9))
		for n := 0; !over(s.board()); n++ {
			if n > 2100 {
				t.Fatal("no end")
			}
			s.fierceMove(rng)
		}
		s.sees(s.board(), resultOf(s.only()))
		if n := len(s.sim.Refusals()); n > 2 {
			t.Errorf("%d requests were refused, want one for each closed door", n)
		}
	}, withStratego)
}

// fierceMove makes a move of whoever is to move, an attack if there is one, otherwise any: games end sooner so.
func (s *story) fierceMove(rng *rand.Rand) {
	s.Helper()
	rec := s.only()
	pos, err := stratego.New().Parse(rec.Position)
	if err != nil {
		s.Fatal(err)
	}
	for seat := range pos.Turn().Waiting.All() {
		v := pos.View(seat)
		moves := slices.Collect(v.Legal())
		var fights, ahead []string
		for _, m := range moves {
			if done, err := pos.Play(seat, m); err == nil && len(done.Events) > 0 {
				fights = append(fights, m)
			} else if len(m) == 4 && (seat == 0) == (m[3] > m[1]) && m[3] != m[1] {
				ahead = append(ahead, m)
			}
		}
		for _, better := range [][]string{fights, ahead} {
			if len(better) > 0 && rng.IntN(4) > 0 {
				moves = better
				break
			}
		}
		s.private(s.slash(discordsim.UserID(rec.Players[seat].User), "/stratego move move:"+moves[rng.IntN(len(moves))]), "You played")
	}
}

// P1, P2: a restart in the middle of a half-confirmed set-up loses nothing, and the buttons of the old messages work.
func TestRestartInSetup(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.tap(s.bob, s.newestDM(s.bob), "Shuffle")
		draft := s.rowsOf(s.newestDM(s.bob))
		s.confirm(s.ann)
		old := s.newestDM(s.bob)
		s.restart(time.Hour)
		if got := s.rowsOf(s.newestDM(s.bob)); got != draft || s.countDMs(s.bob) != 1 {
			t.Errorf("after the restart %d letters, the last with %s, want one with %s", s.countDMs(s.bob), got, draft)
		}
		m := s.tap(s.bob, old, "Mirror")
		if got := s.rowsOf(m); got == draft {
			t.Error("Mirror changes nothing")
		}
		s.private(s.click(s.bob, s.board(), "Set up my army"), s.rowsOf(m)[:10])
		s.confirm(s.bob)
		s.sees(s.board(), "it's your turn")
		if !slices.ContainsFunc(s.sim.Messages(s.hall, s.eve), func(m discordsim.Message) bool { return strings.Contains(m.Text(), "is sealed") }) {
			t.Error("the receipts are not published")
		}
		s.restart(time.Hour)
		s.anyMove(rand.New(rand.NewPCG(1, 2)))
		if s.moves(s.only().ID) != 1 {
			t.Error("the move was not played")
		}
	}, withStratego)
}

// S15, S71: somebody else's set-up, and one that is confirmed.
func TestSetupRefusals(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.private(s.click(s.cid, s.board(), "Set up my army"), "You don't play in that match")
		s.private(s.slash(s.cid, "/stratego setup"), "nothing to set up")
		old := s.newestDM(s.ann)
		s.confirm(s.ann)
		for _, label := range []string{"Shuffle", "Clear", "Confirm"} {
			m := s.answered(s.sim.As(s.ann).In(s.sim.DM(s.ann)).ClickStale(old, label), label)
			s.sees(m, "confirmed, and that is final")
		}
		s.private(s.slash(s.ann, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B"), "final")
		s.private(s.click(s.ann, s.board(), "Set up my army"), "final")
		if text := s.everything(s.hall); strings.Contains(text, "final") {
			t.Error("the channel has heard of it")
		}
		s.confirm(s.bob)
		m := s.answered(s.sim.As(s.ann).In(s.sim.DM(s.ann)).ClickStale(old, "Shuffle"), "Shuffle")
		s.sees(m, "nothing to set up in this match")
	}, withStratego)
}

// S13: what is wrong with rows is said exactly and in private, and nothing is changed.
func TestS13BadRows(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		before := s.only()
		for rows, want := range map[string]string{
			"9639594196/7952S7935/869B847B69/87BFB85B88":  "1 Miner too many",
			"9639594196/7952S7935/869B847B69/87BFB85B8B":  "row 2 has 9 squares",
			"F639594196/7952S79354/869B847B69/87BFB85B8B": "1 Flag too many",
			"9639594196/7952S79354/869B847B69":            "3 rows instead of four",
			"X639594196/7952S79354/869B847B69/87BFB85B8B": `"X" is no rank`,
		} {
			s.private(s.slash(s.bob, "/stratego setup rows:"+rows), want)
		}
		s.private(s.slash(s.bob, "/stratego move move:place:9a4"), "own four rows")
		if after := s.only(); after.Position != before.Position || after.Head != before.Head {
			t.Error("something was changed")
		}
		m := s.fill(s.bob, s.sim.DM(s.bob), s.newestDM(s.bob), "Edit rows", map[string]string{"0": "963959419"})
		s.sees(m, "row 1 has 9 squares")
		// A set-up without a first step can't be confirmed (S15).
		s.slash(s.bob, "/stratego setup rows:BB..B...BB/..FB....../........../..........")
		if press, ok := s.newestDM(s.bob).Button("Confirm"); !ok || !press.Disabled {
			t.Error("an incomplete set-up can be confirmed")
		}
	}, withStratego)
}

// S49, S86: set-ups are saved under names, loaded in a later match, deleted; the last one is at hand. Nobody else hears of it.
func TestSavedSetups(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("army:duel")
		dm := s.sim.DM(s.ann)
		s.sees(s.fill(s.ann, dm, s.newestDM(s.ann), "Save", map[string]string{"0": "my *best*"}), "Saved")
		kept := s.rowsOf(s.newestDM(s.ann))
		s.tap(s.ann, s.newestDM(s.ann), "Shuffle")
		l := s.newestDM(s.ann)
		m := s.answered(s.sim.As(s.ann).In(dm).Select(l, "Your saved set-ups", "my *best*"), "load")
		if got := s.rowsOf(m); got != kept {
			t.Errorf("loaded %s, want %s", got, kept)
		}
		s.confirm(s.ann)
		s.click(s.bob, s.slash(s.bob, "/resign"), "Yes, I resign")
		s.slash(s.ann, "/stratego challenge user:@Bob first:them army:duel")
		s.click(s.bob, s.board(), "Accept")
		s.wait(time.Second)
		if got := s.rowsOf(s.tap(s.ann, s.newestDM(s.ann), "As last time")); got != kept {
			t.Errorf("as last time: %s, want %s", got, kept)
		}
		s.private(s.slash(s.bob, "/stratego setup"), "Remaining Armies")
		if m := s.slash(s.bob, "/stratego setup"); strings.Contains(m.Text(), "best") || len(m.Selects()) > 1 {
			t.Errorf("Bob sees Ann's set-ups:\n%s", m.Text())
		}
		list := s.tap(s.ann, s.newestDM(s.ann), "Delete a saved one")
		m = s.answered(s.sim.As(s.ann).In(dm).Select(list, "Your saved set-ups", "my *best*"), "delete")
		s.sees(m, "deleted", "Remaining Armies")
		u, err := s.store.User(context.Background(), match.UserID(s.ann))
		if err != nil || len(u.Saved) != 1 {
			t.Errorf("Ann has saved %v, %v, want the last one alone", u.Saved, err)
		}
		if strings.Contains(s.everything(s.hall), "best") {
			t.Error("the channel has heard of a saved set-up")
		}
	}, withStratego)
}

// S50: whose time for the set-up runs out is told so in private; the channel hears that the match begins.
func TestS50LateSetup(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.confirm(s.ann)
		s.tap(s.bob, s.newestDM(s.bob), "Clear")
		s.wait(49*time.Hour + 3*24*time.Hour) // and the days of grace
		rec := s.only()
		if rec.Status != match.Running || len(rec.Receipts) != 2 {
			t.Fatalf("the match is %s with %d receipts", rec.Status, len(rec.Receipts))
		}
		s.sees(s.newestDM(s.bob), "Your time for the set-up ran out")
		if text := s.newestDM(s.ann).Text(); strings.Contains(text, "Your time") {
			t.Errorf("Ann is told that her time ran out:\n%s", text)
		}
		s.rings(s.board(), s.ann)
	}, withStratego)
}

// S15: what is dubious about a set-up is said once, in private, and does not keep anybody from confirming it.
func TestS15Warnings(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("army:barrage")
		s.slash(s.ann, "/stratego setup rows:F1..B9..../.S......../.2......8./9.........")
		m := s.tap(s.ann, s.newestDM(s.ann), "Confirm")
		s.sees(m, "Flag stands on the front row", "once more")
		s.sees(s.tap(s.ann, s.newestDM(s.ann), "Confirm"), "is confirmed")
		if strings.Contains(s.everything(s.hall), "front row") {
			t.Error("the channel has heard of it")
		}
	}, withStratego)
}

// S54, S51: a move by the menus of the letter, piece and then target; the letter stays one message and becomes the board again.
func TestMenusInDirectMessages(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.confirm(s.ann)
		s.confirm(s.bob)
		dm := s.sim.DM(s.ann)
		l := s.newestDM(s.ann)
		for range 3 {
			if len(l.Selects()) == 0 || s.moves(s.only().ID) > 0 {
				break
			}
			menu := l.Selects()[0]
			l = s.answered(s.sim.As(s.ann).In(dm).Select(l, menu.CustomID, menu.Options[0].Value), "menu")
		}
		if n := s.moves(s.only().ID); n != 1 || s.countDMs(s.ann) != 1 {
			t.Errorf("%d moves and %d letters, want one of each", n, s.countDMs(s.ann))
		}
		s.sees(s.newestDM(s.ann), "RED Ann")
		s.sees(s.newestDM(s.bob), "it's your turn")
		if s.newestDM(s.bob).Edits == 0 || s.countDMs(s.bob) != 1 {
			t.Error("Bob's board is not edited in place")
		}
	}, withStratego)
}

// S54, P71: a letter that was deleted is sent anew, without a sound.
func TestLostDirectMessage(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.armies("")
		s.sim.DeleteMessage(s.newestDM(s.bob).ID)
		s.confirm(s.ann)
		s.private(s.slash(s.bob, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B"), "9639594196")
		m := s.newestDM(s.bob)
		if !m.Exists() || !m.Silent() {
			t.Errorf("there is no silent new letter:\n%s", m.Text())
		}
		s.sees(m, "Remaining Armies")
		s.private(s.slash(s.bob, "/stratego setup resend:true"), "sent it")
		if n := s.countDMs(s.bob); n != 2 {
			t.Errorf("%d letters, want another one when it is asked for", n)
		}
	}, withStratego)
}

// S59: a game against each level, from the set-up on; a member's direct messages are used in it as well.
func TestAgainstEachLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a game against every level")
	}
	t.Parallel()
	quick := *stratego.New()
	quick.Players = slices.Clone(quick.Players)
	for i := range quick.Players {
		quick.Players[i].Budget.Nodes = 300 // the clock of a story stands still while they think
	}
	for _, p := range quick.Players {
		t.Run(p.Name, func(t *testing.T) {
			tell(t, func(s *story) {
				s.private(s.slash(s.ann, "/stratego start army:duel level:"+p.Name), "has begun")
				s.wait(5 * time.Second)
				s.confirm(s.ann)
				rng := rand.New(rand.NewPCG(3, 4))
				for n := 0; !over(s.board()); n++ {
					if n == 30 { // long enough
						s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
						break
					}
					if s.only().Waiting.Has(0) {
						s.fierceMove(rng)
					}
					s.wait(5 * time.Second)
				}
				s.sees(s.board(), resultOf(s.only()))
			}, func(c *bot.Config) { c.Games = []*games.Game{&quick} })
		})
	}
}

// S51, S52: a move in two fields, each with suggestions of its own; what they hold is squares, what they say is for the mover's eyes.
func TestTwoFields(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.armies("")
		s.slash(s.ann, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B")
		s.confirm(s.ann)
		s.confirm(s.bob)
		ask := func(text, option string) []discordsim.Choice {
			i := s.sim.As(s.ann).In(s.hall).Autocomplete(text, option)
			s.wait(0)
			return i.Choices()
		}
		from := ask("/stratego move from:", "from")
		if len(from) == 0 || from[0].Value != "a4" || from[0].Name != "a4 Scout" {
			t.Errorf("from offers %v, want a4 Scout first", from)
		}
		to := ask("/stratego move from:a4 to:", "to")
		if len(to) == 0 || to[0].Value != "a5" || !strings.Contains(to[0].Name, "Scout") {
			t.Errorf("to offers %v, want a5 first", to)
		}
		if got := ask("/stratego move to:", "to"); len(got) != 0 {
			t.Errorf("to offers %v without from", got)
		}
		s.private(s.slash(s.ann, "/stratego move"), "says no move")
		s.private(s.slash(s.ann, "/stratego move from:a4 to:a5"), "You played **a4a5**")
	}, withStratego)
}
