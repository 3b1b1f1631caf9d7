package bot_test

import (
	"crypto/rand"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// behindAtStart is how many boards are behind when the bot starts: as many as PADDOCK_BEHIND says, or enough to see something.
func behindAtStart(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("PADDOCK_BEHIND")); err == nil {
		return n
	}
	return usual
}

// P84: a start with very many boards behind, under Discord's own limits. All are shown, hardly a request is refused, and who plays meanwhile is
// answered and shown the board as if nothing else were going on.
func TestManyBoardsBehind(t *testing.T) {
	t.Parallel()
	boards := behindAtStart(400)
	rooms := boards / 20
	tell(t, func(s *story) {
		s.waste = true // the few that may be
		s.begin("/kalah challenge user:@Bob first:me")
		ours := s.only().ID
		s.halt()
		s.behind(boards, rooms)
		s.sim.ForgetCalls()
		began := time.Now()
		s.start()
		before := s.sim.Last(s.hall, s.eve)
		asked := time.Now()
		i := s.sim.As(s.ann).Click(s.board(), "1 (4)")
		for i.Answer() == 0 && time.Since(asked) < 3*time.Second {
			time.Sleep(10 * time.Millisecond)
		}
		answered := time.Since(asked)
		for time.Since(asked) < time.Minute && s.sim.Last(s.hall, s.eve).ID == before.ID {
			time.Sleep(10 * time.Millisecond)
		}
		shown := time.Since(asked)
		left := s.unshown()
		if answered > 500*time.Millisecond || shown > 10*time.Second || left < boards/2 {
			t.Errorf("with %d boards behind a click was answered after %v and its board shown after %v, want at once and within seconds", left, answered, shown)
		}
		for s.unshown() > 0 && time.Since(began) < time.Hour {
			s.wait(time.Second)
		}
		took := time.Since(began)
		refused := slices.DeleteFunc(s.sim.Refusals(), func(c discordsim.Call) bool { return c.Status != 429 })
		t.Logf("%d boards in %d channels: %v, %d requests refused; a click meanwhile: answer %v, board %v, %d boards behind", boards, rooms, took, len(refused), answered, shown, left)
		if n := s.unshown(); n > 0 {
			t.Errorf("%d boards are still behind after %v", n, took)
		}
		if len(refused) >= 20 {
			t.Errorf("%d requests were refused as too many, want fewer than 20; the first: %v", len(refused), refused[0])
		}
		if rec, err := s.store.Record(s.Context(), ours); err != nil || rec.Moves != 1 {
			t.Errorf("the match played meanwhile has %d moves, %v; want 1", rec.Moves, err)
		}
	})
}

// behind stores matches that no channel has been shown, spread over new rooms. The bot must be down.
func (s *story) behind(boards, rooms int) {
	s.Helper()
	var halls []match.Place
	var people []match.Player
	for i := range rooms {
		club := s.sim.AddGuild(fmt.Sprint("Club ", i), s.ann)
		halls = append(halls, match.Place{Guild: match.GuildID(club), Channel: match.ChannelID(s.sim.AddChannel(club, "hall"))})
	}
	for i := range boards/4 + 2 {
		people = append(people, match.Player{User: match.UserID(s.sim.AddUser(fmt.Sprint("P", i))), Name: fmt.Sprint("P", i)})
	}
	store, err := storage.Open(s.path)
	if err != nil {
		s.Fatal(err)
	}
	matches := service.New(service.Config{Store: store, Games: catalogue, Now: time.Now, Rand: rand.Reader})
	for i := range boards {
		with := []match.Player{people[i/4], people[i/4+1]}
		_, err := matches.Tables.Propose(s.Context(), match.Proposal{
			Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, PerMove: 7 * 24 * time.Hour,
			By: with[0], With: with, Place: halls[i%rooms], Cause: match.Cause(fmt.Sprint("c", i)),
		})
		if err != nil {
			s.Fatal(err)
		}
	}
	if err := store.Close(); err != nil {
		s.Fatal(err)
	}
}

// unshown is how many boards are behind.
func (s *story) unshown() int {
	s.Helper()
	list, err := s.store.Unshown(s.Context(), "", 100_000)
	if err != nil {
		s.Fatal(err)
	}
	return len(list)
}

// P4, P84: an answer that Discord refuses as too early is given again, for somebody waits for it.
func TestAnswerRefusedAsTooEarly(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.sim.Inject(discordsim.Fault{Method: "POST", Route: callbackRoute, Status: 429, RetryAfter: 700 * time.Millisecond})
		s.private(s.slash(s.ann, "/help"))
		s.sim.Inject(discordsim.Fault{Method: "POST", Route: postRoute, Status: 429, Scope: "global", RetryAfter: 5 * time.Second})
		s.sim.As(s.ann).In(s.hall).Slash("/kalah challenge user:@Bob first:me") // its message meets the refusal
		synctest.Wait()
		before := time.Now()
		i := s.sim.As(s.eve).In(s.hall).Slash("/help")
		synctest.Wait()
		if err := i.Err(); err != nil || i.Answer() == 0 || time.Since(before) > 0 {
			t.Errorf("an answer waits for %v, %v, although the limit over all does not concern it", time.Since(before), err)
		}
		s.wait(time.Minute)
		s.sees(s.last(), "Kalah")
		if text := s.log.String(); strings.Contains(text, "not delivered") {
			t.Error("an answer was not delivered")
		}
	})
}
