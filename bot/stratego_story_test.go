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

// stratego is the catalogue of these stories.
func withStratego(c *bot.Config) { c.Games = []*games.Game{stratego.New()} }

// letter is the newest direct message to somebody.
func (s *story) letter(u discordsim.UserID) discordsim.Message { return s.sim.Last(s.sim.DM(u), u) }

// letters counts the direct messages to somebody.
func (s *story) letters(u discordsim.UserID) int { return len(s.sim.Messages(s.sim.DM(u), u)) }

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

// drawnRandomly makes a legal move of whoever is to move, by command.
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
func TestBarrageByLetters(t *testing.T) {
	tell(t, func(s *story) {
		rec := s.armies("army:barrage")
		b := s.board()
		s.sees(b, "Waiting for")
		if !slices.Contains(b.Labels(), "Set up my army") {
			t.Errorf("the public board offers %q", b.Labels())
		}
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			m := s.letter(u)
			s.sees(m, "Remaining Armies", "only you can see this")
			s.rowsOf(m)
			if !slices.Contains(m.Labels(), "Confirm") {
				t.Errorf("the letter offers %q", m.Labels())
			}
		}
		before := s.rowsOf(s.letter(s.ann))
		m := s.tap(s.ann, s.letter(s.ann), "Shuffle")
		if after := s.rowsOf(m); after == before {
			t.Errorf("Shuffle leaves %s", before)
		}
		if m.Ephemeral() || s.letters(s.ann) != 1 {
			t.Errorf("%d letters to Ann, want one that changes in place", s.letters(s.ann))
		}
		m = s.tap(s.ann, s.letter(s.ann), "Mirror")
		s.confirm(s.ann)
		s.sees(s.board(), "RED is ready")
		s.confirm(s.bob)
		s.sees(s.board(), "RED Ann", "BLUE Bob", "is sealed")
		rng := rand.New(rand.NewPCG(5, 6))
		for n := 0; !over(s.board()); n++ {
			if n > 2100 {
				t.Fatal("no end")
			}
			s.anyMove(rng)
		}
		rec = s.only()
		s.sees(s.board(), rec.Result, "salt")
		for _, u := range []discordsim.UserID{s.ann, s.bob} {
			if n := s.letters(u); n != 1 {
				t.Errorf("%d letters, want one edited in place (S54)", n)
			}
			s.sees(s.letter(u), rec.Result)
		}
		s.private(s.slash(s.cid, "/stratego verify"), "fits its receipt", "sha256sum")
		_ = context.Background
	}, withStratego)
}

// confirm confirms what stands in somebody's letter, whatever there is to be warned of.
func (s *story) confirm(u discordsim.UserID) {
	s.Helper()
	m := s.tap(u, s.letter(u), "Confirm")
	if strings.Contains(m.Text(), "once more") {
		m = s.tap(u, s.letter(u), "Confirm")
	}
	s.sees(m, "is confirmed")
}
