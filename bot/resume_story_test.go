package bot_test

import (
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games/match"
)

// P40, P94: who has not agreed yet to go on with a match at rest elsewhere is asked, once, in their way, and agrees by a button; the question goes when it is
// answered.
func TestP40AskedToGoOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, asks, button, done string }{
		{"English", "Ann would like to go on with your match in <#", "Go on there", "The match goes on in <#"},
		{"Svenska", "Ann vill fortsätta ert parti i <#", "Fortsätt där", "Partiet fortsätter i <#"},
		{"Deutsch", "Ann möchte eure Partie in <#", "Dort fortsetzen", "Die Partie geht in <#"},
	} {
		t.Run(c.language, func(t *testing.T) {
			tell(t, func(s *story) {
				s.waste = true // one look for the old board
				s.slash(s.bob, "/settings language:"+c.language)
				s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
				id := s.only().ID
				s.sim.DeleteChannel(s.hall)
				s.wait(time.Hour)
				s.hall = s.sim.AddChannel(s.club, "attic")
				other := s.sim.AddChannel(s.club, "cellar")
				before := len(s.sim.Messages(s.sim.DM(s.bob), s.bob))
				s.private(s.slash(s.ann, "/resume"), "they are asked now")
				s.wait(time.Minute)
				s.slash(s.ann, "/resume")
				s.answered(s.sim.As(s.ann).In(other).Slash("/resume"), "elsewhere")
				s.slash(s.ann, "/resume")
				s.wait(time.Minute)
				asked := s.newestDM(s.bob)
				s.sees(asked, c.asks)
				if n := len(s.sim.Messages(s.sim.DM(s.bob), s.bob)) - before; n != 1 {
					t.Errorf("Bob has got %d messages, want one", n)
				}
				if m := s.newestDM(s.ann); len(m.Labels()) > 0 && m.Labels()[0] == c.button {
					t.Error("Ann is asked too")
				}
				s.sees(s.click(s.bob, asked, c.button), c.done+string(s.hall))
				s.wait(time.Minute)
				if s.there(s.bob, asked) {
					t.Error("the question still stands, although it is answered")
				}
				if rec, err := s.store.Record(t.Context(), id); err != nil || rec.Parked != nil || rec.Place.Channel != match.ChannelID(s.hall) {
					t.Errorf("the match is in %s, parked %v, %v", rec.Place.Channel, rec.Parked, err)
				}
			})
		})
	}
}

// P40: of three all have to agree; who wants to hear nothing is not told, and agrees by the command.
func TestP40OfThree(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.waste = true
		s.slash(s.cid, "/settings notify:not at all")
		s.slash(s.ann, "/fish start players:3 first:me")
		s.click(s.bob, s.board(), "Join")
		s.click(s.cid, s.board(), "Join")
		id := s.running()[0].ID
		s.sim.DeleteChannel(s.hall)
		s.wait(time.Hour)
		s.hall = s.sim.AddChannel(s.club, "attic")
		letters := func(u discordsim.UserID) int { return len(s.sim.Messages(s.sim.DM(u), u)) }
		cids := letters(s.cid)
		s.slash(s.ann, "/resume")
		s.wait(time.Minute)
		if letters(s.cid) != cids {
			t.Error("Cid wants to hear nothing, and was written to")
		}
		asked := s.newestDM(s.bob)
		s.sees(s.click(s.bob, asked, "Go on there"), "when the others agree too")
		s.sees(s.answered(s.sim.As(s.cid).In(s.hall).Slash("/resume"), "resume"), "goes on here")
		if rec, err := s.store.Record(t.Context(), id); err != nil || rec.Parked != nil {
			t.Errorf("parked %v, %v", rec.Parked, err)
		}
	})
}
