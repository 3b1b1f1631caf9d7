package bot_test

import (
	"slices"
	"testing"
	"time"

	"paddock/games/match"
)

// apart lets Ann win three rated matches of Kalah against Bob, a day between them.
func (s *story) apart() {
	s.Helper()
	for range 3 {
		s.playedOut("")
		s.wait(25 * time.Hour)
	}
}

// P38: where the ratings are far apart the challenge says so. Whom it is for challenges back with fair odds by one click, and whoever made it is told and
// answers; the others can't touch it, and what stood before can't be accepted any more.
func TestP38Odds(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.apart()
		s.slash(s.ann, "/kalah challenge user:@Bob")
		was := s.board()
		s.sees(was, "By the ratings here Ann would make about", "Fair odds, not rated, would be: Ann plays North", "beans in the pot")
		s.private(s.click(s.cid, was, "Fair odds"), "can change its terms")
		s.click(s.bob, was, "Fair odds")
		s.wait(time.Minute)
		now := s.board()
		s.sees(now, "Bob challenges", "Bob plays South", "South begins with", "beans in the pot", "not rated")
		if slices.Contains(now.Labels(), "Fair odds") {
			t.Error("more odds are offered")
		}
		s.private(s.answered(s.sim.As(s.bob).ClickStale(was, "Accept"), "Accept"), "This board is old")
		s.private(s.click(s.bob, now, "Accept"), "You have a seat")
		told := s.about("would rather play you on other terms")
		s.rings(told, s.ann)
		s.restart(time.Minute)
		s.click(s.ann, s.about("would rather play you on other terms"), "Accept")
		s.wait(time.Minute)
		rec := s.only()
		if rec.Status != match.Running || rec.SeatOf(match.UserID(s.bob)) != 0 || rec.Rated() || rec.Setup.Options["odds"] == "0" {
			t.Errorf("the match is %s, rated %t, of %v with %v", rec.Status, rec.Rated(), rec.Players, rec.Setup.Options)
		}
		if s.there(s.ann, told) {
			t.Error("Ann is still asked to answer")
		}
	})
}

// P38: who has made a challenge gives odds from the answer to it, without asking; even players and newcomers see nothing of the kind.
func TestP38OddsGiven(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		even := s.slash(s.ann, "/kalah challenge user:@Bob")
		if slices.Contains(even.Labels(), "Fair odds") || slices.Contains(s.board().Labels(), "Fair odds") {
			t.Error("newcomers are offered odds")
		}
		s.click(s.ann, s.board(), "Revoke")
		s.apart()
		given := s.slash(s.bob, "/kalah challenge user:@Ann")
		s.private(given, "By the ratings here", "Bob plays South")
		was := s.board()
		s.private(s.click(s.bob, given, "Fair odds"), "The terms are changed")
		s.wait(time.Minute)
		s.sees(s.board(), "Bob challenges", "Bob plays South", "not rated")
		s.private(s.answered(s.sim.As(s.ann).ClickStale(was, "Accept"), "Accept"), "This board is old")
		s.click(s.ann, s.board(), "Accept")
		if rec := s.only(); rec.Status != match.Running || rec.SeatOf(match.UserID(s.bob)) != 0 {
			t.Errorf("the match is %s of %v", rec.Status, rec.Players)
		}
	})
}

// P38: against the computer a level that is nearer is offered to who is rated, until they have moved.
func TestP38Levels(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		for range 3 {
			s.slash(s.ann, "/kalah start level:easy first:me rated:true time:1 day a move")
			s.slash(s.ann, "/kalah move move:1")
			s.wait(time.Minute)
			s.click(s.ann, s.slash(s.ann, "/resign"), "Yes, I resign")
			s.wait(25 * time.Hour)
		}
		started := s.slash(s.ann, "/kalah start level:master first:me")
		s.private(started, "points against master; easy is nearer to you")
		s.private(s.click(s.ann, started, "Play easy instead"), "easy plays in its place")
		s.wait(time.Minute)
		if rec := s.only(); rec.Players[1].Computer != "easy" || rec.Status != match.Running {
			t.Errorf("the match is %s of %v", rec.Status, rec.Players)
		}
		s.private(s.answered(s.sim.As(s.ann).ClickStale(started, "Play easy instead"), "again"), "no other terms")
	})
}

// P38: a rated match with uneven sides is agreed to as a pair: the second begins when the first is over, with sides swapped, once.
func TestP38Pair(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.slash(s.ann, "/halatafl challenge user:@Bob side:sheep time:1 day a move")
		s.sees(s.board(), "The sides are not even here")
		s.click(s.ann, s.board(), "As a pair")
		s.sees(s.board(), "a pair of matches", "rated")
		s.click(s.bob, s.board(), "Accept")
		first := s.only()
		s.slash(s.ann, "/halatafl move move:d4-d5")
		s.sayYes(s.bob, "/halatafl resign")
		s.wait(time.Minute)
		s.restart(time.Minute)
		second := s.only()
		if second.ID == first.ID || second.Status != match.Running || second.SeatOf(match.UserID(s.bob)) != 0 || !second.Rated() || second.Pair {
			t.Fatalf("after the first, %s is %s, rated %t, of %v", second.ID, second.Status, second.Rated(), second.Players)
		}
		s.rings(s.boardAbout("your turn"), s.ann, s.bob) // that it has begun, and whose turn it is
		s.sayYes(s.ann, "/halatafl resign game:"+string(second.ID))
		s.wait(time.Minute)
		if list, err := s.store.ByGuild(t.Context(), match.GuildID(s.club)); err != nil || slices.ContainsFunc(list, func(r match.Record) bool { return r.Status == match.Running }) {
			t.Errorf("after the second %v, %v", list, err)
		}
	})
}
