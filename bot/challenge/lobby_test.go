package challenge_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/component"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P99, P83: the lobby privately lists a server's open challenges with their conditions. It says
// which of them the reader can't accept and why, and accepting checks again. A challenge kept to
// its channel is not listed elsewhere, and a challenge to a member nowhere.
func TestP99Lobby(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Private(s.Slash(s.Eve, "/lobby"), "Nobody is looking for a game here")
		s.PlayedOut("") // this result makes Ann's rating 1662 and Bob's 1338
		s.Slash(s.Ann, "/kalah challenge within:within 200 of mine")
		s.Sees(s.About("is looking for somebody to play Kalah"), "for players rated 1462 to 1862")
		s.Slash(s.Cid, "/halatafl challenge reliability:100 lobby:false")
		s.Slash(s.Cid, "/kalah challenge user:@Eve")
		bobs := s.Slash(s.Bob, "/lobby")
		s.Private(bobs, "Open challenges here (2)", "Ann is looking for somebody to play Kalah",
			"for players rated 1462", "of 1462 or more, and yours is 1338",
			"Cid is looking for somebody to play Halatafl", "for players at least 100 % reliable")
		if got := bobs.Labels(); len(got) != 1 || got[0] != "Halatafl · Cid" {
			t.Errorf("Bob is offered %q, want Cid's alone", got)
		}
		s.Private(s.Click(s.Bob, s.About("is looking for somebody to play Kalah"), "Accept"),
			"of 1462 or more, and yours is 1338")
		if own := s.Slash(s.Ann, "/lobby").Labels(); !slices.Contains(own, "Withdraw · Kalah · Ann") {
			t.Errorf("Ann's lobby has %q, want a way to withdraw her own challenge", own)
		}
		attic := s.Sim.AddChannel(s.Club, "attic")
		if here, there := s.Slash(s.Eve, "/lobby").Text(),
			s.Answered(s.Sim.As(s.Eve).In(attic).Slash("/lobby"), "lobby").Text(); !strings.Contains(here,
			"[challenge](") || strings.Contains(there, "[challenge](") {
			t.Errorf("a challenge has a link in its own channel alone:\n%s\n%s", here, there)
		}
		s.Private(s.Answered(s.Sim.As(s.Eve).In(attic).Slash("/lobby"), "lobby"), "(1)", "Ann is looking")
		s.Click(s.Eve, s.Slash(s.Eve, "/lobby"), "Kalah · Ann")
		s.Wait(time.Minute)
		s.Private(s.Slash(s.Bob, "/lobby"), "(1)", "Cid is looking")
		s.Slash(s.Bob, "/halatafl challenge lobby:false")
		s.Slash(s.Ann, "/halatafl challenge user:@Bob reliability:50")
		s.Private(s.Slash(s.Ann, "/halatafl challenge user:@Bob reliability:50"), "Only an open challenge")
		running := 0
		list, err := s.Store.ByGuild(t.Context(), match.GuildID(s.Club))
		for _, r := range list {
			if r.Status == match.Running {
				running++
			}
		}
		if err != nil || running != 1 {
			t.Errorf("%d matches run, %v; want Ann's with Eve", running, err)
		}
	})
}

// P99, P83: a player who has lost matches by the clock can't accept a challenge that asks for
// reliability, from the lobby or its message.
func TestP83LeastReliability(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Begin("/kalah challenge user:@Bob first:me time:1 hour a move timeout:whoever is late loses")
		s.Wait(10 * 24 * time.Hour)
		s.Slash(s.Cid, "/kalah challenge reliability:60")
		s.Private(s.Slash(s.Ann, "/lobby"), "asks for a reliability of 60 %, and yours is 0 %")
		open := s.About("Cid is looking for somebody")
		s.Private(s.Click(s.Ann, open, "Accept"), "yours is 0 %")
		s.Click(s.Bob, open, "Accept")
		s.Sees(s.BoardAbout("Cid"), "Bob")
	})
}

// P99, P29: if one of two members has blocked the other, the lobby shows each why they can't accept
// the other's challenge, and no button to accept it. The blocked member reads nothing of the block.
func TestLobbyAcrossABlock(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge")
		s.Slash(s.Bob, "/settings block user:@Ann")
		s.Slash(s.Ann, "/settings block user:@Eve")
		for u, want := range map[discordsim.UserID]string{
			s.Bob: "You have blocked somebody in this match",
			s.Eve: "You can't join this match right now",
		} {
			lobby := s.Slash(u, "/lobby")
			s.Private(lobby, "Ann is looking for somebody to play Kalah", want)
			if got := lobby.Labels(); len(got) > 0 {
				t.Errorf("a challenge across a block has the buttons %q, want none", got)
			}
			s.Private(s.Click(u, s.Board(), "Accept"), want)
		}
		if text := s.Slash(s.Eve, "/lobby").Text(); strings.Contains(text, "block") {
			t.Errorf("Eve reads of a block:\n%s", text)
		}
	})
}

// P99: the lobby has five challenges on a page. For a page past the end, as an old button may name,
// it shows the last page.
func TestLobbyPages(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		challenge := func(u discordsim.UserID, game string) {
			s.Slash(u, "/"+game+" challenge")
			s.Wait(time.Second)
		}
		for i, game := range []string{"kalah", "halatafl"} {
			for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid}[:3-i] {
				challenge(u, game)
			}
		}
		five := s.Slash(s.Eve, "/lobby")
		s.Private(five, "(5)")
		if got := five.Labels(); len(got) != 5 || slices.Contains(got, "Next page") {
			t.Errorf("five challenges have the buttons %q, want one for each", got)
		}
		s.Forge(component.Target{Action: "lo", Text: "1/"})
		if past := s.Click(s.Eve, five, five.Labels()[0]); len(past.Labels()) != 5 {
			t.Errorf("the page after a full last page has the buttons %q, want the five challenges", past.Labels())
		}
		challenge(s.Cid, "halatafl")
		first := s.Slash(s.Eve, "/lobby")
		s.Private(first, "(6)")
		older := first.Labels()[len(first.Labels())-1]
		second := s.Click(s.Eve, first, older)
		s.Private(second, "(6)")
		if a, b := first.Labels(), second.Labels(); len(a) != 6 || len(b) != 2 {
			t.Errorf("the pages have the buttons %q and %q, want five challenges and one, and one to the other page each", a, b)
		}
		if back := s.Click(s.Eve, second, second.Labels()[1]); !slices.Equal(back.Labels(), first.Labels()) {
			t.Errorf("back on the first page there are the buttons %q, want %q", back.Labels(), first.Labels())
		}
		for _, page := range []string{"2/", "99/"} {
			fresh := s.Slash(s.Eve, "/lobby")
			s.Forge(component.Target{Action: "lo", Text: page})
			past := s.Click(s.Eve, fresh, older)
			s.Private(past, "(6)")
			if !slices.Equal(past.Labels(), second.Labels()) {
				t.Errorf("page %q has the buttons %q, want the last page's %q", page, past.Labels(), second.Labels())
			}
		}
	})
}

// P99: if two members with the same name offer the same game, the text and the buttons show the
// matches' ids.
func TestLobbyNamesakes(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		other := s.Sim.AddUser("Ann")
		s.Sim.AddMember(s.Club, other)
		s.Slash(s.Ann, "/kalah challenge")
		id := s.Only().ID
		s.Slash(other, "/kalah challenge")
		lobby := s.Slash(s.Eve, "/lobby")
		s.Private(lobby, "`"+string(id)+"`", "`"+string(s.Only().ID)+"`")
		if got := lobby.Labels(); len(got) != 2 || got[0] == got[1] ||
			!slices.Contains(got, "Kalah · Ann · "+string(id)) {
			t.Errorf("the buttons are %q, want one for each Ann, with the match's id", got)
		}
	})
}
