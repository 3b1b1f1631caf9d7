package play_test

import (
	"slices"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P40, P94: a player who has not agreed to continue elsewhere is asked once, in the way they chose,
// and agrees by a button. The question is deleted when it is answered.
func TestP40AskedToGoOn(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ language, asks, button, done string }{
		{"English", "Ann would like to go on with your match in <#", "Go on there", "The match goes on in <#"},
		{"Svenska", "Ann vill fortsätta ert parti i <#", "Fortsätt där", "Partiet fortsätter i <#"},
		{"Deutsch", "Ann möchte eure Partie in <#", "Dort fortsetzen", "Die Partie geht in <#"},
	} {
		t.Run(c.language, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Waste = true // the bot asks once for the deleted board
				s.Slash(s.Bob, "/settings general language:"+c.language)
				s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
				id := s.Only().ID
				s.Sim.DeleteChannel(s.Hall)
				s.Wait(time.Hour)
				s.Hall = s.Sim.AddChannel(s.Club, "attic")
				other := s.Sim.AddChannel(s.Club, "cellar")
				before := len(s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob))
				s.Private(s.Slash(s.Ann, "/match resume"), "I've asked the others")
				s.Wait(time.Minute)
				s.Slash(s.Ann, "/match resume")
				s.Answered(s.Sim.As(s.Ann).In(other).Slash("/match resume"), "elsewhere")
				s.Slash(s.Ann, "/match resume")
				s.Wait(time.Minute)
				asked := s.NewestDM(s.Bob)
				s.Sees(asked, c.asks)
				if n := len(s.Sim.Messages(s.Sim.DM(s.Bob), s.Bob)) - before; n != 1 {
					t.Errorf("Bob has got %d messages, want one", n)
				}
				if m := s.NewestDM(s.Ann); len(m.Labels()) > 0 && m.Labels()[0] == c.button {
					t.Error("Ann is asked too")
				}
				s.Sees(s.Click(s.Bob, asked, c.button), c.done+string(s.Hall))
				s.Wait(time.Minute)
				if s.There(s.Bob, asked) {
					t.Error("the question still stands, although it is answered")
				}
				if rec, err := s.Store.Record(t.Context(), id); err != nil || rec.Parked != nil ||
					rec.Place.Channel != match.ChannelID(s.Hall) {
					t.Errorf("the match is in %s, parked %v, %v", rec.Place.Channel, rec.Parked, err)
				}
			})
		})
	}
}

// P40: all three players have to agree. A player who wants no notices is not told, and agrees by
// the command.
func TestP40OfThree(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Cid, "/settings general notify:not at all")
		s.Slash(s.Ann, "/fish start players:3 first:me")
		s.Click(s.Bob, s.Board(), "Join")
		s.Click(s.Cid, s.Board(), "Join")
		id := s.Running()[0].ID
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		letters := func(u discordsim.UserID) int { return len(s.Sim.Messages(s.Sim.DM(u), u)) }
		cids := letters(s.Cid)
		s.Slash(s.Ann, "/match resume")
		s.Wait(time.Minute)
		if letters(s.Cid) != cids {
			t.Error("Cid wants to hear nothing, and was written to")
		}
		asked := s.NewestDM(s.Bob)
		s.Sees(s.Click(s.Bob, asked, "Go on there"), "when the others agree too")
		s.Sees(s.Answered(s.Sim.As(s.Cid).In(s.Hall).Slash("/match resume"), "resume"), "goes on here")
		if rec, err := s.Store.Record(t.Context(), id); err != nil || rec.Parked != nil {
			t.Errorf("parked %v, %v", rec.Parked, err)
		}
	})
}

// P40: if a player has changed the request to resume, the old button does nothing and says so.
func TestP40AnotherWish(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks once for the deleted board
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		id := s.Only().ID
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		cellar := s.Sim.AddChannel(s.Club, "cellar")
		s.Slash(s.Ann, "/match resume")
		s.Wait(time.Minute)
		s.Forge(component.Target{Match: id, Action: component.ActResume, Text: string(cellar)})
		s.Sees(s.Click(s.Bob, s.NewestDM(s.Bob), "Go on there"), "That question is settled")
		if rec, err := s.Store.Record(t.Context(), id); err != nil || rec.Parked == nil {
			t.Errorf("the match goes on in %s, %v", rec.Place.Channel, err)
		}
	})
}

// P40, P107: a player names one of several parked matches from another channel. A member who
// neither plays in it nor owns it is told that there is none.
func TestP40NamedMatch(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks for the deleted boards
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		id := s.Only().ID
		s.Slash(s.Ann, "/kalah challenge user:@Cid first:me time:1 day a move")
		s.Click(s.Cid, s.BoardAbout("challenges"), "Accept")
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		s.Private(s.Slash(s.Eve, "/match resume game:"+string(id)), "can't find that match")
		s.Private(s.Click(s.Ann, s.Slash(s.Ann, "/match resume"), "Kalah v Bob"), "I've asked the others")
		s.Private(s.Slash(s.Bob, "/match resume game:"+string(id)), "goes on here")
	})
}

// P25, P40: a match goes on only in a channel where the server wants matches.
func TestP40WhereMatchesAreWanted(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks once for the deleted board
		s.Moderated()
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		id := s.Only().ID
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		cellar := s.Sim.AddChannel(s.Club, "cellar")
		s.Private(s.Slash(s.Cid, "/server channels allow:#attic"), "<#"+string(s.Hall)+">")
		for _, who := range []discordsim.UserID{s.Ann, s.Bob} {
			s.Private(s.Answered(s.Sim.As(who).In(cellar).Slash("/match resume"), "in the cellar"),
				"matches begin elsewhere")
		}
		s.Private(s.Slash(s.Ann, "/match resume"), "I've asked the others")
		s.Slash(s.Bob, "/match resume")
		if rec, err := s.Store.Record(t.Context(), id); err != nil || rec.Parked != nil ||
			rec.Place.Channel != match.ChannelID(s.Hall) {
			t.Errorf("the match is in %s, parked %v, %v", rec.Place.Channel, rec.Parked, err)
		}
	})
}

// Where the bot is not a member no match from elsewhere continues, and without a match there is
// none to watch. The answer says why.
func TestWhereTheBotIsNoMember(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		elsewhere := s.Sim.AddGuild("Elsewhere", s.Ann)
		square := s.Sim.AddChannel(elsewhere, "square")
		s.Sim.KickBot(elsewhere)
		s.Sim.Install(s.Ann)
		s.Wait(time.Minute)
		for text, want := range map[string]string{
			"/match resume": "in a server where I am", "/match watch": "Nobody is playing here",
		} {
			s.Sees(s.Answered(s.Sim.As(s.Ann).In(square).Slash(text), text), want)
		}
	})
}

// P10, P25, P72: `/games` has the two ways out of matches that are out of reach behind buttons. With
// several it asks which one, and giving one up leaves no result.
func TestP72OutOfReach(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true // the bot asks once for the deleted board
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Begin("/halatafl challenge user:@Bob side:sheep")
		s.Private(s.Slash(s.Ann, "/games"), "your turn")
		if got := s.Slash(s.Ann, "/games").Labels(); slices.Contains(got, "Give up") {
			t.Errorf("buttons %q before anything has happened", got)
		}
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		s.Hall = s.Sim.AddChannel(s.Club, "attic")
		list := s.Slash(s.Ann, "/games")
		s.Private(list, "out of reach")
		which := s.Click(s.Ann, list, "Go on here")
		s.Private(which, "Which")
		s.Private(s.Click(s.Ann, which, "Kalah v Bob"), "I've asked the others")
		list = s.Slash(s.Bob, "/games")
		ask := s.Click(s.Bob, s.Click(s.Bob, list, "Give up"), "Halatafl v Ann")
		s.Private(ask, "no result")
		s.Private(s.Click(s.Bob, ask, "Yes, I resign"), "It has no result.")
		// one match is left, and Ann has asked to go on with it
		list = s.Slash(s.Bob, "/games")
		s.Private(s.Click(s.Bob, list, "Give up"), "can't be taken back")
		s.Private(s.Click(s.Bob, s.Slash(s.Bob, "/games"), "Go on here"), "The match goes on here")
		if got := s.Slash(s.Bob, "/games").Labels(); slices.Contains(got, "Give up") {
			t.Errorf("buttons %q, although everything is in reach", got)
		}
		if rec := s.Only(); rec.Game != "kalah" || rec.Parked != nil {
			t.Errorf("%s is left, parked %v", rec.Game, rec.Parked)
		}
	})
}
