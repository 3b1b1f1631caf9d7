package challenge_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P38: a challenge says if the ratings are far apart. With one click the invited member makes a new
// challenge with fair odds, which the first challenger is told of and may accept. Nobody else can
// do that, and the first challenge can't be accepted any more.
func TestP38Odds(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Apart()
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		was := s.Board()
		s.Sees(was, "By the ratings here Ann would score about", "Fairer, but not rated: Ann plays North",
			"beans in the pot")
		s.Private(s.Click(s.Cid, was, "Fair odds"), "can change its terms")
		s.Click(s.Bob, was, "Fair odds")
		s.Wait(time.Minute)
		now := s.Board()
		s.Sees(now, "Bob challenges", "Bob plays South", "South begins with", "beans in the pot", "not rated")
		if slices.Contains(now.Labels(), "Fair odds") {
			t.Error("more odds are offered")
		}
		s.Private(s.Answered(s.Sim.As(s.Bob).ClickStale(was, "Accept"), "Accept"), "This board is old")
		s.Private(s.Click(s.Bob, now, "Accept"), "You already have a seat")
		told := s.About("would rather play on other terms")
		s.Rings(told, s.Ann)
		s.Restart(time.Minute)
		s.Click(s.Ann, s.About("would rather play on other terms"), "Accept")
		s.Wait(time.Minute)
		rec := s.Only()
		if rec.Status != match.Running || rec.SeatOf(match.UserID(s.Bob)) != 0 || rec.Rated() ||
			rec.Setup.Options["odds"] == "0" {
			t.Errorf("the match is %s, rated %t, of %v with %v", rec.Status, rec.Rated(), rec.Players,
				rec.Setup.Options)
		}
		if s.There(s.Ann, told) {
			t.Error("Ann is still asked to answer")
		}
	})
}

// P38: the challenger can give odds from the answer to their command. Even players and newcomers
// are offered none.
func TestP38OddsGiven(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		even := s.Slash(s.Ann, "/kalah challenge user:@Bob")
		if slices.Contains(even.Labels(), "Fair odds") || slices.Contains(s.Board().Labels(), "Fair odds") {
			t.Error("newcomers are offered odds")
		}
		s.Click(s.Ann, s.Board(), "Withdraw")
		s.Apart()
		given := s.Slash(s.Bob, "/kalah challenge user:@Ann")
		s.Private(given, "By the ratings here", "Bob plays South")
		was := s.Board()
		s.Private(s.Click(s.Bob, given, "Fair odds"), "The terms are changed")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "Bob challenges", "Bob plays South", "not rated")
		s.Private(s.Answered(s.Sim.As(s.Ann).ClickStale(was, "Accept"), "Accept"), "This board is old")
		s.Click(s.Ann, s.Board(), "Accept")
		if rec := s.Only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.Bob)) != 0 {
			t.Errorf("the match is %s of %v", rec.Status, rec.Players)
		}
	})
}

// P38: a rated player is offered a computer level closer to their rating, until they have moved.
func TestP38Levels(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		for range 3 {
			s.Slash(s.Ann, "/kalah start level:easy first:me rated:true time:1 day a move")
			s.Slash(s.Ann, "/kalah move move:1")
			s.Wait(time.Minute)
			s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
			s.Wait(25 * time.Hour)
		}
		started := s.Slash(s.Ann, "/kalah start level:master first:me")
		s.Private(started, "points against master; easy is closer to your level")
		s.Private(s.Click(s.Ann, started, "Play easy instead"), "easy plays instead")
		s.Private(s.Answered(s.Sim.As(s.Ann).ClickStale(started, "Play easy instead"), "again"),
			"can't change the terms")
		s.Wait(time.Minute)
		if rec := s.Only(); rec.Players[1].Computer != "easy" || rec.Status != match.Running {
			t.Errorf("the match is %s of %v", rec.Status, rec.Players)
		}
	})
}

// P38: a rated match with uneven sides can be agreed to as a pair. The second match begins once,
// when the first is over, with sides swapped.
func TestP38Pair(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Slash(s.Ann, "/halatafl challenge user:@Bob side:sheep time:1 day a move")
		s.Sees(s.Board(), "One side has it easier here")
		s.Click(s.Ann, s.Board(), "As a pair")
		s.Sees(s.Board(), "two matches: after this one", "rated")
		s.Click(s.Bob, s.Board(), "Accept")
		first := s.Only()
		s.Slash(s.Ann, "/halatafl move move:d4-d5")
		asked := false
		stop := s.Sim.Subscribe(s.Eve, func(e discordsim.Event) {
			asked = asked || e.Message != nil && strings.Contains(e.Message.Text(), "would like a rematch")
		})
		s.SayYes(s.Bob, "/resign")
		s.Wait(time.Minute)
		s.Sees(s.BoardAbout("Bob has resigned"), "The second match of the pair is on")
		if stop(); asked {
			t.Error("players are said to ask for the second match")
		}
		s.Restart(time.Minute)
		second := s.Only()
		if second.ID == first.ID || second.Status != match.Running || second.SeatOf(match.UserID(s.Bob)) != 0 ||
			!second.Rated() || second.Pair {
			t.Fatalf("after the first, %s is %s, rated %t, of %v", second.ID, second.Status, second.Rated(),
				second.Players)
		}
		// Ann is told that the match has begun, Bob that it is his turn
		s.Rings(s.BoardAbout("your turn"), s.Ann, s.Bob)
		s.SayYes(s.Ann, "/resign game:"+string(second.ID))
		s.Wait(time.Minute)
		if list, err := s.Store.ByGuild(t.Context(), match.GuildID(s.Club)); err != nil ||
			slices.ContainsFunc(list, func(r match.Record) bool { return r.Status == match.Running }) {
			t.Errorf("after the second %v, %v", list, err)
		}
	})
}

// P38, P106: fairer terms are a new challenge by the person who presses the button, so that person
// needs a playing role. Without it nothing changes.
func TestP38OddsNeedARole(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Moderated()
		s.Apart()
		s.Slash(s.Ann, "/kalah challenge user:@Bob")
		player := s.Sim.AddRole(s.Club, "Player")
		s.Private(s.Slash(s.Cid, "/server roles play:@Player"), "Who may play: **<@&")
		was := s.Only()
		s.Private(s.Click(s.Bob, s.Board(), "Fair odds"), "one of the roles <@&"+string(player))
		if is := s.Only(); is.Head != was.Head || is.Owner != match.UserID(s.Ann) {
			t.Errorf("without the role Bob has changed the challenge: it is by %s at %d, was %d", is.Owner, is.Head,
				was.Head)
		}
		s.Sim.SetRole(s.Club, s.Bob, player, true)
		s.Click(s.Bob, s.Board(), "Fair odds")
		s.Wait(time.Minute)
		s.Sees(s.Board(), "Bob challenges")
	})
}
