package play_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/stratego"
)

// S46, S49, S54: players set up by direct message in two taps and play a whole game of Barrage.
// Each private board stays one message.
func TestBarrageByDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage")
		b := s.Board()
		s.Sees(b, "set up your army")
		if !slices.Contains(b.Labels(), "Set up my army") {
			t.Errorf("the public board offers %q", b.Labels())
		}
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			m := s.NewestDM(u)
			s.Sees(m, "only you can see this")
			s.RowsOf(m)
			if !slices.Contains(m.Labels(), "Confirm") {
				t.Errorf("the letter offers %q", m.Labels())
			}
		}
		before := s.RowsOf(s.NewestDM(s.Ann))
		m := s.Tap(s.Ann, s.NewestDM(s.Ann), "Shuffle")
		if after := s.RowsOf(m); after == before {
			t.Errorf("Shuffle leaves %s", before)
		}
		if m.Ephemeral() || s.CountDMs(s.Ann) != 1 {
			t.Errorf("%d letters to Ann, want one that changes in place", s.CountDMs(s.Ann))
		}
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Mirror left and right")
		s.Confirm(s.Ann)
		s.Sees(s.Board(), "Ann is ready")
		s.Confirm(s.Bob)
		s.Sees(s.Board(), "Ann (RED)", "Bob (BLUE)")
		s.Private(s.Click(s.Eve, s.Board(), "Check the set-ups"), "is sealed")
		rng := rand.New(rand.NewPCG(5, 6))
		for n := 0; !story.Over(s.Board()); n++ {
			if n > 2100 {
				t.Fatal("no end")
			}
			fierceMove(s, rng)
		}
		rec := s.Only()
		s.Sees(s.Board(), story.ResultOf(rec))
		s.Private(s.Click(s.Eve, s.Board(), "Check the set-ups"), "fits its receipt")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			if n := s.CountDMs(u); n != 1 {
				t.Errorf("%d letters, want one edited in place (S54)", n)
			}
			s.Sees(s.NewestDM(u), story.ResultTo(rec, u))
		}
		s.Private(s.Slash(s.Cid, "/stratego verify"), "fits its receipt", "You needn't do anything")
	}, story.WithStratego)
}

// P154: a match against the computer begins with the set-up. Its message becomes the player's own
// board as soon as both armies are ready.
func TestP154_SetUpFirst(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		own := s.Slash(s.Ann, "/stratego start level:easy army:barrage")
		s.Private(own, "only you can see this")
		s.Wait(time.Minute)
		own = s.Click(s.Ann, own, "Confirm")
		s.Wait(time.Minute)
		if slices.Contains(s.Board().Labels(), "Set up my army") {
			t.Error("the set-up is offered though it is confirmed")
		}
		own = s.Sim.Message(own.ID, s.Ann)
		if s.Sees(own, "it's your turn"); len(story.Ways(own)) == 0 {
			t.Errorf("the board has no moves:\n%s", own.Text())
		}
		if n := s.CountDMs(s.Ann); n != 0 {
			t.Errorf("%d direct messages beside the player's own board", n)
		}
		s.Wait(20 * time.Minute) // the message can't be edited any more
		if dm := s.NewestDM(s.Ann); s.There(s.Ann, own) || s.CountDMs(s.Ann) != 1 || len(story.Ways(dm)) == 0 {
			t.Errorf("the message is there: %t, and %d direct messages, of which the newest is\n%s",
				s.There(s.Ann, own), s.CountDMs(s.Ann), dm.Text())
		}
	}, story.WithStratego)
}

// P46, P94: a private set-up that is asked for again replaces the earlier one, which stays while
// its owner thinks. At the end the player's own board says the result, and the direct message with
// the set-up says only that the match is over.
func TestP46OneSetUp(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/settings general notify:dm")
		s.Armies("army:barrage")
		first := s.Click(s.Ann, s.Board(), "Set up my army")
		second := s.Click(s.Ann, s.Board(), "Set up my army")
		s.Wait(time.Minute)
		if s.There(s.Ann, first) || !s.There(s.Ann, second) {
			t.Errorf("the first set-up is there: %t, the second: %t", s.There(s.Ann, first), s.There(s.Ann, second))
		}
		s.Wait(time.Hour)
		if !s.There(s.Ann, second) {
			t.Error("the set-up is gone after an hour without a click")
		}
		again := s.Click(s.Ann, s.Sim.Message(second.ID, s.Ann), "Shuffle")
		s.Private(again, "only you can see this")
		s.Click(s.Ann, again, "Confirm")
		s.Slash(s.Bob, "/stratego move move:confirm")
		s.Wait(time.Minute)
		if own := s.Sim.Message(second.ID, s.Ann); len(story.Ways(own)) == 0 { // P154 between people
			t.Errorf("the set-up has not become the board:\n%s", own.Text())
		}
		s.Resigns(s.Bob)
		s.Wait(time.Minute)
		said := 0
		for _, m := range s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann) {
			said += strings.Count(m.Text(), story.ResultTo(s.Only(), s.Ann))
		}
		if said != 1 {
			t.Errorf("the result is said %d times in direct messages, want once", said)
		}
		s.Sees(s.NewestDM(s.Ann), "Your match is over")
		if !slices.Contains(s.NewestDM(s.Ann).Labels(), "Go to the message") {
			t.Errorf("the letter leads to %q", s.NewestDM(s.Ann).Labels())
		}
	}, story.WithStratego)
}

// P12, P75, S47, S77: with closed direct messages, 40 pieces are set up and played by buttons in
// the channel. The bot tries once, tells the player once and in private, and never shows a secret
// in public.
func TestClosedDoors(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Sim.CloseDMs(s.Ann)
		s.Sim.CloseDMs(s.Bob)
		s.Armies("")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} {
			m := s.Click(u, s.Board(), "Set up my army")
			s.Private(m, "only you can see this", "can't send you direct messages")
			again := s.Click(u, s.Board(), "Set up my army")
			s.Private(again, "only you can see this")
			if strings.Contains(again.Text(), "can't send you direct messages") {
				t.Error("it is told twice that direct messages are closed")
			}
			again = s.Click(u, again, "Shuffle")
			s.Private(again, "only you can see this")
			again = s.Click(u, again, "Confirm")
			if strings.Contains(again.Text(), "once more") {
				again = s.Click(u, again, "Confirm")
			}
			s.Private(again, "is confirmed")
		}
		rng := rand.New(rand.NewPCG(8, 9))
		for n := 0; !story.Over(s.Board()); n++ {
			if n > 2100 {
				t.Fatal("no end")
			}
			fierceMove(s, rng)
		}
		s.Sees(s.Board(), story.ResultOf(s.Only()))
		if n := len(s.Sim.Refusals()); n > 2 {
			t.Errorf("%d requests were refused, want one for each closed door", n)
		}
	}, story.WithStratego)
}

// fierceMove plays an attack if there is one, otherwise any move, so that games end sooner.
func fierceMove(s *story.Story, rng *rand.Rand) {
	s.Helper()
	rec := s.Only()
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
		s.Marches(discordsim.UserID(rec.Players[seat].User), moves[rng.IntN(len(moves))])
	}
}

// P1, P2: a restart before both set-ups are confirmed loses nothing, and the buttons of the old
// messages work.
func TestRestartInSetup(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Tap(s.Bob, s.NewestDM(s.Bob), "Shuffle")
		draft := s.RowsOf(s.NewestDM(s.Bob))
		s.Confirm(s.Ann)
		old := s.NewestDM(s.Bob)
		s.Restart(time.Hour)
		if got := s.RowsOf(s.NewestDM(s.Bob)); got != draft || s.CountDMs(s.Bob) != 1 {
			t.Errorf("after the restart %d letters, the last with %s, want one with %s", s.CountDMs(s.Bob), got, draft)
		}
		m := s.Tap(s.Bob, old, "Mirror left and right")
		if got := s.RowsOf(m); got == draft {
			t.Error("Mirror changes nothing")
		}
		rows := s.RowsOf(m)[:10]
		s.Private(s.Click(s.Bob, s.Click(s.Bob, s.Click(s.Bob, s.Board(), "Set up my army"), "More"), "Edit"), rows)
		s.Confirm(s.Bob)
		s.Sees(s.Board(), "it's your turn")
		if !slices.ContainsFunc(s.Sim.Messages(s.Hall, s.Eve), func(m discordsim.Message) bool {
			return strings.Contains(m.Text(), "are sealed")
		}) {
			t.Error("the receipts are not published")
		}
		s.Restart(time.Hour)
		s.AnyMove(rand.New(rand.NewPCG(1, 2)))
		if s.Moves(s.Only().ID) != 1 {
			t.Error("the move was not played")
		}
	}, story.WithStratego)
}

// S15, S71: nobody can change another player's set-up, or one that is confirmed.
func TestSetupRefusals(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Private(s.Click(s.Cid, s.Board(), "Set up my army"), "You don't play in that match")
		s.Private(s.Slash(s.Cid, "/stratego setup"), "nothing to set up")
		old := s.NewestDM(s.Ann)
		s.Confirm(s.Ann)
		for _, label := range []string{"Shuffle", "Ready set-ups", "More", "Confirm"} {
			m := s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).ClickStale(old, label), label)
			s.Sees(m, "confirmed and can't be changed")
		}
		s.Private(s.Slash(s.Ann, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B"),
			"can't be changed")
		s.Private(s.Click(s.Ann, s.Board(), "Set up my army"), "can't be changed")
		if text := s.Everything(s.Hall); strings.Contains(text, "can't be changed") {
			t.Error("the channel has heard of it")
		}
		s.Confirm(s.Bob)
		m := s.Answered(s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann)).ClickStale(old, "Shuffle"), "Shuffle")
		s.Sees(m, "nothing to set up in this match")
	}, story.WithStratego)
}

// S5: rows that are valid only in modern numbers are not reinterpreted silently. The refusal says
// so and offers them by a button, wherever they were typed.
func TestS5ModernRows(t *testing.T) {
	t.Parallel()
	const modern = "2582627X25/4269S42867/352B374B52/34BFB36B3B"
	const classic = "9639594196/7952S79354/869B847B69/87BFB85B8B"
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		for name, said := range map[string]func() discordsim.Message{
			"command": func() discordsim.Message { return s.Slash(s.Bob, "/stratego setup rows:"+modern) },
			"10": func() discordsim.Message {
				return s.Slash(s.Bob, "/stratego setup rows:"+strings.Replace(modern, "X", "10", 1))
			},
			"form": func() discordsim.Message {
				return s.Fill(s.Bob, s.Sim.DM(s.Bob), s.NewestDM(s.Bob), "Paste rows", map[string]string{"0": modern})
			},
		} {
			before := s.Only()
			m := said()
			s.Sees(m, "This set-up doesn't fit", "In modern numbers", classic)
			if after := s.Only(); after.Head != before.Head {
				t.Errorf("%s: the numbers were guessed", name)
			}
			where := s.Hall
			if name == "form" {
				where = s.Sim.DM(s.Bob)
			}
			got := s.Answered(s.Sim.As(s.Bob).In(where).Click(m, "I meant modern numbers"), name)
			if rows := s.RowsOf(got); rows != classic {
				t.Errorf("%s: %q, want %q", name, rows, classic)
			}
			s.Slash(s.Bob, "/stratego setup rows:........../........../........../..........")
		}
		m := s.Slash(s.Bob, "/stratego setup rows:2625272453/6429245729/536247B568/SX3BFB3B8B")
		s.Private(m, "Typed digits are classic ones")
		if strings.Contains(strings.Join(m.Labels(), " "), "modern") {
			t.Errorf("rows that fit in no numbers: %q", m.Labels())
		}
	}, story.WithStratego)
}

// S5: other programs' set-ups are recognised and named, and used only by a button.
func TestS5ForeignRows(t *testing.T) {
	t.Parallel()
	const classic = "9639594196/7952S79354/869B847B69/87BFB85B8B"
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		for _, c := range []struct{ rows, looks, button string }{
			{"EFBMBEHBEB\nEGDBEIFBGD\nFDHKCFDJHI\nDGJDHDILDG", "Gravon's letters, back row first", "I meant Gravon's letters"},
			{"SPXUPTPVSPUTVPROWTPRPSNRUQNPSQNQNTQNYNRQ", "Gravon's letters, front row first, from Red's side", "I meant Gravon's letters"},
			{
				"34BFB36B3B/352B374B52/4269S42867/2582627X25", "modern numbers, back row first",
				"I meant modern numbers, back row first",
			},
		} {
			before := s.Only()
			m := s.Fill(s.Bob, s.Sim.DM(s.Bob), s.NewestDM(s.Bob), "Paste rows", map[string]string{"0": c.rows})
			s.Sees(m, "This looks like "+c.looks, classic)
			if after := s.Only(); after.Head != before.Head {
				t.Errorf("%s: the notation was guessed", c.looks)
			}
			got := s.Answered(s.Sim.As(s.Bob).In(s.Sim.DM(s.Bob)).Click(m, c.button), c.looks)
			if rows := s.RowsOf(got); rows != classic {
				t.Errorf("%s: %q, want %q", c.looks, rows, classic)
			}
			s.Slash(s.Bob, "/stratego setup rows:........../........../........../..........")
		}
		mixed := "EFBYBEHBEB\nEGDBEIFBGD\nFDHKCFDJHI\nDGJDHDILDG"
		s.Sees(s.Fill(s.Bob, s.Sim.DM(s.Bob), s.NewestDM(s.Bob), "Paste rows", map[string]string{"0": mixed}), "doesn't fit")
	}, story.WithStratego)
}

// S13: mistakes in typed rows are named exactly and in private, and nothing changes.
func TestS13BadRows(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		before := s.Only()
		for rows, want := range map[string]string{
			"9639594196/7952S7935/869B847B69/87BFB85B88":  "1 Miner too many",
			"9639594196/7952S7935/869B847B69/87BFB85B8B":  "row 2 has 9 squares",
			"F639594196/7952S79354/869B847B69/87BFB85B8B": "1 Flag too many",
			"9639594196/7952S79354/869B847B69":            "3 rows instead of four",
			"X639594196/7952S79354/869B847B69/87BFB85B8B": `"X" isn't a rank`,
		} {
			s.Private(s.Slash(s.Bob, "/stratego setup rows:"+rows), want)
		}
		s.Private(s.Slash(s.Bob, "/stratego move move:place:9a4"), "own four rows")
		if after := s.Only(); after.Position != before.Position || after.Head != before.Head {
			t.Error("something was changed")
		}
		m := s.Fill(s.Bob, s.Sim.DM(s.Bob), s.NewestDM(s.Bob), "Edit rows", map[string]string{"0": "963959419"})
		s.Sees(m, "row 1 has 9 squares")
		// A set-up without a first step can't be confirmed (S15).
		s.Slash(s.Bob, "/stratego setup rows:BB..B...BB/..FB....../........../..........")
		if press, ok := s.NewestDM(s.Bob).Button("Confirm"); !ok || !press.Disabled {
			t.Error("an incomplete set-up can be confirmed")
		}
	}, story.WithStratego)
}

// S49, S86: set-ups are saved under names, loaded in a later match, and deleted. The one confirmed
// last is offered too. Nobody else sees them.
func TestSavedSetups(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:duel")
		dm := s.Sim.DM(s.Ann)
		s.Sees(s.Fill(s.Ann, dm, s.NewestDM(s.Ann), "Save", map[string]string{"0": "my *best*"}), "Saved")
		kept := s.RowsOf(s.NewestDM(s.Ann))
		s.Tap(s.Ann, s.NewestDM(s.Ann), "Shuffle")
		l := s.Tap(s.Ann, s.NewestDM(s.Ann), "More")
		m := s.Answered(s.Sim.As(s.Ann).In(dm).Select(l, "Your saved set-ups", "my *best*"), "load")
		if got := s.RowsOf(m); got != kept {
			t.Errorf("loaded %s, want %s", got, kept)
		}
		s.Confirm(s.Ann)
		s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
		s.Slash(s.Ann, "/stratego challenge user:@Bob first:them army:duel")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Wait(time.Second)
		if got := s.RowsOf(s.Tap(s.Ann, s.NewestDM(s.Ann), "As last time")); got != kept {
			t.Errorf("as last time: %s, want %s", got, kept)
		}
		s.Private(s.Slash(s.Bob, "/stratego setup"), "only you can see this")
		if m := s.Click(s.Bob, s.Slash(s.Bob, "/stratego setup"), "More"); strings.Contains(m.Text(), "best") ||
			len(m.Selects()) > 0 {
			t.Errorf("Bob sees Ann's set-ups:\n%s", m.Text())
		}
		list := s.Tap(s.Ann, s.NewestDM(s.Ann), "Delete a saved one")
		m = s.Answered(s.Sim.As(s.Ann).In(dm).Select(list, "Your saved set-ups", "my *best*"), "delete")
		s.Sees(m, "deleted", "only you can see this")
		u, err := s.Store.User(context.Background(), match.UserID(s.Ann))
		if err != nil || len(u.Saved) != 1 {
			t.Errorf("Ann has saved %v, %v, want the last one alone", u.Saved, err)
		}
		if strings.Contains(s.Everything(s.Hall), "best") {
			t.Error("the channel has heard of a saved set-up")
		}
	}, story.WithStratego)
}

// S50: a player whose time for the set-up runs out is told in private. The channel is only told
// that the match begins.
func TestS50LateSetup(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Confirm(s.Ann)
		s.Tap(s.Bob, s.NewestDM(s.Bob), "Take all off")
		s.Wait(49*time.Hour + 3*24*time.Hour) // the time for a move and all days of grace
		rec := s.Only()
		if rec.Status != match.Running || len(rec.Receipts) != 2 {
			t.Fatalf("the match is %s with %d receipts", rec.Status, len(rec.Receipts))
		}
		s.Sees(s.NewestDM(s.Bob), "Your time for the set-up ran out")
		if text := s.NewestDM(s.Ann).Text(); strings.Contains(text, "Your time") {
			t.Errorf("Ann is told that her time ran out:\n%s", text)
		}
		s.Rings(s.Board(), s.Ann)
	}, story.WithStratego)
}

// S15: warnings about a set-up are shown once and in private. The player can still confirm it.
func TestS15Warnings(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:barrage")
		rows := "/stratego setup rows:F1..B9..../.S......../.2......8./9........."
		s.Slash(s.Ann, rows)
		m := s.Tap(s.Ann, s.NewestDM(s.Ann), "Mirror left and right")
		if strings.Contains(m.Text(), "once more") {
			t.Error("a set-up that is only mirrored is asked about")
		}
		s.Slash(s.Ann, rows)
		m = s.Tap(s.Ann, s.NewestDM(s.Ann), "Confirm")
		s.Sees(m, "Flag is in the front row", "once more")
		s.Sees(s.Tap(s.Ann, s.NewestDM(s.Ann), "Confirm"), "is confirmed")
		if strings.Contains(s.Everything(s.Hall), "front row") {
			t.Error("the channel has heard of it")
		}
	}, story.WithStratego)
}

// S54, S51: a move can be made by the controls of the direct message, first the piece, then the
// target. It stays one message and becomes the board again.
func TestMenusInDirectMessages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		l := s.NewestDM(s.Ann)
		for range 3 {
			if len(story.Ways(l)) == 0 || s.Moves(s.Only().ID) > 0 {
				break
			}
			l = s.Choose(s.Ann, l, story.Ways(l)[0].Value)
		}
		if n := s.Moves(s.Only().ID); n != 1 || s.CountDMs(s.Ann) != 1 {
			t.Errorf("%d moves and %d letters, want one of each", n, s.CountDMs(s.Ann))
		}
		s.Sees(s.NewestDM(s.Ann), "Ann (RED)")
		s.Sees(s.NewestDM(s.Bob), "it's your turn")
		if s.NewestDM(s.Bob).Edits == 0 || s.CountDMs(s.Bob) != 1 {
			t.Error("Bob's board is not edited in place")
		}
	}, story.WithStratego)
}

// S54, P71: a deleted direct message is sent again without a notification.
func TestLostDirectMessage(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Armies("")
		s.Sim.DeleteMessage(s.NewestDM(s.Bob).ID)
		s.Confirm(s.Ann)
		const rows = "9639594196/7952S79354/869B847B69/87BFB85B8B"
		if got := s.Slash(s.Bob, "/stratego setup rows:"+rows); s.RowsOf(got) != rows {
			t.Errorf("the rows are %s", s.RowsOf(got))
		}
		m := s.NewestDM(s.Bob)
		if !m.Exists() || !m.Silent() {
			t.Errorf("there is no silent new letter:\n%s", m.Text())
		}
		s.Sees(m, "only you can see this")
		s.Private(s.Slash(s.Bob, "/stratego setup resend:true"), "sent it")
		if again := s.NewestDM(s.Bob); again.ID == m.ID || s.CountDMs(s.Bob) != 1 {
			t.Errorf("%d letters, want another one in place of the first when it is asked for", s.CountDMs(s.Bob))
		}
	}, story.WithStratego)
}

// S59: a game against each level is played from the set-up on, also by direct message.
func TestAgainstEachLevel(t *testing.T) {
	if testing.Short() {
		t.Skip("long: a game against every level")
	}
	t.Parallel()
	quick := *stratego.New()
	quick.Players = slices.Clone(quick.Players)
	for i := range quick.Players {
		// a story's clock stands still while computer players think, so nodes limit them
		quick.Players[i].Budget.Nodes = 300
	}
	for _, p := range quick.Players {
		t.Run(p.Name, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				own := s.Slash(s.Ann, "/stratego start army:duel level:"+p.Name)
				s.Private(own, "only you can see this")
				s.Wait(5 * time.Second)
				s.Click(s.Ann, own, "Confirm")
				rng := rand.New(rand.NewPCG(3, 4))
				for n := 0; !story.Over(s.Board()); n++ {
					if n == 30 { // enough moves were made
						s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
						break
					}
					if s.Only().Waiting.Has(0) {
						fierceMove(s, rng)
					}
					s.Wait(5 * time.Second)
				}
				s.Sees(s.Board(), story.ResultOf(s.Only()))
			}, func(c *bot.Config) { c.Games = []*games.Game{&quick} })
		})
	}
}

// S51, S52: a move can be typed in two options, each with its own suggestions. The values are
// squares, and their names show what only the mover may see.
func TestTwoFields(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("")
		s.Slash(s.Ann, "/stratego setup rows:9639594196/7952S79354/869B847B69/87BFB85B8B")
		s.Confirm(s.Ann)
		s.Confirm(s.Bob)
		ask := func(text, option string) []discordsim.Choice {
			i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete(text, option)
			s.Wait(0)
			return i.Choices()
		}
		from := ask("/stratego move from:", "from")
		if len(from) == 0 || from[0].Value != "e4" || from[0].Name != "e4 Captain" {
			t.Errorf("from offers %v, want the Captain first, the highest rank", from)
		}
		to := ask("/stratego move from:a4 to:", "to")
		if len(to) == 0 || to[0].Value != "a5" || !strings.Contains(to[0].Name, "Scout") {
			t.Errorf("to offers %v, want a5 first", to)
		}
		if got := ask("/stratego move to:", "to"); len(got) != 0 {
			t.Errorf("to offers %v without from", got)
		}
		s.Private(s.Slash(s.Ann, "/stratego move"), "There is no move in that")
		s.Private(s.Slash(s.Ann, "/stratego move from:a4 to:a5"), "You played **a4 → a5**")
	}, story.WithStratego)
}

// Players who confirm their set-ups by a command read that these are confirmed. The last of them
// also gets a board to move on.
func TestConfirmedByCommand(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:duel first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Private(s.Slash(s.Bob, "/stratego move move:confirm"), "Your set-up is confirmed and can't be changed")
		s.Private(s.Slash(s.Ann, "/stratego move move:confirm"), "Your set-up is confirmed.", "Both armies are ready")
		s.Private(s.Slash(s.Ann, "/stratego move move:confirm"), "I can't read that move")
	}, story.WithStratego)
}

// S54: a private board changes at the same time as the public one, in the channel and in direct
// messages.
func TestS54_OwnBoardsAreAsNewAsTheChannels(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/stratego start level:random army:barrage first:me")
		s.Slash(s.Ann, "/stratego move move:confirm")
		// the message of the set-up can't be edited any more, and the board has come by direct
		// message
		s.Wait(20 * time.Minute)
		last := regexp.MustCompile("(?m)^(Ann|Computer).*(moved|attacks) .*$")
		for range 5 {
			pos, err := stratego.New().Parse(s.Only().Position)
			if err != nil {
				t.Fatal(err)
			}
			moves := slices.Collect(pos.View(0).Legal())
			// on the simulated clock the computer's two seconds have passed already
			s.Private(s.Slash(s.Ann, "/stratego move move:"+moves[len(moves)/2]))
			s.Wait(500 * time.Millisecond)
			if rec := s.Only(); !rec.Waiting.Has(0) {
				t.Fatalf("the computer has not answered after %d moves", rec.Moves)
			}
			want := last.FindString(s.Board().Text())
			var live discordsim.Message // the newest message that only Ann sees
			for _, m := range s.Sim.Messages(s.Hall, s.Ann) {
				if m.Ephemeral() {
					live = m
				}
			}
			for where, m := range map[string]discordsim.Message{"channel": live, "direct message": s.NewestDM(s.Ann)} {
				if got := last.FindString(m.Text()); got != want || want == "" {
					t.Errorf("her own board in the %s says %q, want %q", where, got, want)
				}
			}
			if !live.Exists() {
				t.Fatal("no board of her own in the channel")
			}
		}
	}, story.WithStratego)
}

// S49: 25 set-ups can be saved for an army. One more is refused, but an existing name can be used
// again.
func TestSavedSetupsAreLimited(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Armies("army:duel")
		dm := s.Sim.DM(s.Ann)
		save := func(name string) discordsim.Message {
			return s.Fill(s.Ann, dm, s.NewestDM(s.Ann), "Save", map[string]string{"0": name})
		}
		s.Sees(save("n"), "Saved as")
		_, err := s.Store.UpdateUser(s.Context(), match.UserID(s.Ann), func(u *match.User) {
			for key, text := range u.Saved {
				for i := range 23 {
					u.Saved[strings.TrimSuffix(key, "n")+fmt.Sprint("s", i)] = text
				}
				break
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Restart(time.Minute)
		s.Sees(save("the 25th"), "Saved as")
		s.Sees(save("the 26th"), "You have already saved 25 set-ups for this army")
		s.Sees(save("the 25th"), "Saved as")
	}, story.WithStratego)
}

// P19: *Take back* is offered behind *More* exactly where it is not refused because a fight has given
// away a secret.
func TestTakeBackIsOfferedWhereItWorks(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		own := s.Slash(s.Ann, "/stratego start level:random army:barrage first:me")
		s.Wait(10 * time.Second)
		s.Click(s.Ann, own, "Confirm")
		s.Wait(time.Minute)
		seen := map[bool]int{}
		for range 20 {
			s.Turn()
			s.Wait(time.Minute)
			if s.Only().Status != match.Running {
				break
			}
			offered := slices.Contains(s.Click(s.Ann, s.Board(), "More").Labels(), "Take back")
			refused := strings.Contains(s.Slash(s.Ann, "/takeback").Text(), "can't be taken back")
			if offered == refused {
				t.Errorf("after %d moves it is offered: %t, and refused: %t", s.Only().Moves, offered, refused)
			}
			if seen[offered]++; offered {
				s.Turn()
				s.Wait(time.Minute)
			}
		}
		if seen[true] == 0 || seen[false] == 0 {
			t.Errorf("seen are %v", seen)
		}
	}, story.WithStratego)
}

// P36, P154: a hint's Play it shows the new position on the player's board where it stands. The
// hint is deleted, in a server and in direct messages. It does not lead to another board.
func TestPlayItStaysOnTheBoard(t *testing.T) {
	t.Parallel()
	for name, direct := range map[string]bool{"in a server": false, "in direct messages": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				ann := s.Sim.As(s.Ann).In(s.Hall)
				if direct {
					ann = s.Sim.As(s.Ann).In(s.Sim.DM(s.Ann))
				}
				own := s.Answered(ann.Slash("/stratego start level:easy army:barrage"), "start")
				s.Wait(time.Minute)
				if direct {
					own = s.NewestDM(s.Ann)
				}
				ann.Click(own, "Confirm")
				s.Wait(time.Minute)
				own = s.Sim.Message(own.ID, s.Ann)
				hint := s.Thought(ann.Click(own, "Hint"))
				s.Private(hint, "I'd play")
				if got := hint.Labels(); !slices.Equal(got, []string{"Play it"}) {
					t.Errorf("a hint beside the player's board offers %q", got)
				}
				if now := s.Sim.Message(own.ID, s.Ann); hint.ID == own.ID || now.Text() != own.Text() {
					t.Fatalf("the hint stands in the place of the board:\n%s", now.Text())
				}
				before := s.Moves(s.TheMatch().ID)
				ann.Click(hint, "Play it")
				s.Wait(5 * time.Second)
				if s.Moves(s.TheMatch().ID) == before {
					t.Fatal("nothing was played")
				}
				if s.There(s.Ann, hint) || !s.There(s.Ann, own) {
					t.Fatalf("after Play it the hint is there: %t, the board: %t",
						s.There(s.Ann, hint), s.There(s.Ann, own))
				}
				if now := s.Sim.Message(own.ID, s.Ann); now.Text() == own.Text() || len(story.Ways(now)) == 0 {
					t.Errorf("the board shows the position before the move:\n%s", now.Text())
				}
			}, story.WithStratego)
		})
	}
}

// P44: the board tells a fight once, in the line of the last move, as a picture and as text.
func TestFightIsToldOnce(t *testing.T) {
	t.Parallel()
	for _, style := range []string{"image", "text"} {
		t.Run(style, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, "/server settings style:"+style)
				s.SetUp()
				s.Slash(s.Ann, "/stratego move move:e4e9")
				s.Wait(time.Minute)
				if text := s.Board().Text(); strings.Count(text, "attacks") != 1 ||
					!strings.Contains(text, "Ann's Scout (9) e4") {
					t.Errorf("the fight is not told once:\n%s", text)
				}
			}, story.WithStratego)
		})
	}
}

// P95, P153: in a game with secrets the question about a hint's move takes the hint's place, and
// the player's board stays where it is. The question is deleted after either answer.
func TestQuestionAboutAHintLeavesTheBoard(t *testing.T) {
	t.Parallel()
	for _, choice := range []string{"Play ", "Back"} {
		t.Run(choice, func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, "/settings general confirm:on")
				own := s.Slash(s.Ann, "/stratego start level:random army:barrage first:me")
				s.Wait(10 * time.Second)
				s.Click(s.Ann, own, "Confirm")
				s.Wait(time.Minute)
				ann := s.Sim.As(s.Ann).In(s.Hall)
				question := s.Click(s.Ann, s.Thought(ann.Click(own, "Hint")), "Play it")
				s.Private(question, "Do you want to play")
				s.Wait(5 * time.Second)
				if !s.There(s.Ann, own) {
					t.Fatal("the question has taken the place of the player's board")
				}
				for range 3 { // one step back leads to the other targets of the piece
					at := slices.IndexFunc(question.Labels(),
						func(l string) bool { return strings.HasPrefix(l, choice) })
					ann.Click(question, question.Labels()[at])
					if s.Wait(time.Second); !s.There(s.Ann, question) {
						break
					}
					question = s.Sim.Message(question.ID, s.Ann)
				}
				s.Wait(5 * time.Second)
				if s.There(s.Ann, question) || !s.There(s.Ann, own) {
					t.Errorf("after the answer the question is there: %t, the board: %t",
						s.There(s.Ann, question), s.There(s.Ann, own))
				}
			}, story.WithStratego)
		})
	}
}
