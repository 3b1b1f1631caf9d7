package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/fish"
	"paddock/games/match"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/render"
	"paddock/storage"
)

// tournaments are stories with tournaments, and with Fish.
func tournaments(s *story) func(*bot.Config) {
	return func(c *bot.Config) {
		c.Tournaments = s.store
		c.Games = append(slices.Clone(catalogue), fish.New())
		c.Chart = func(render.Chart) ([]byte, error) { return drawNothing(scene.Scene{}) }
	}
}

// tellTournament runs a story with tournaments.
func tellTournament(t *testing.T, what func(*story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		s.change = tournaments(s)
		s.start()
		defer s.end()
		what(s)
	})
}

// tournament is the only tournament of the hall.
func (s *story) theTournament() tourney.Record {
	s.Helper()
	list, err := s.store.ChannelTournaments(context.Background(), match.ChannelID(s.hall), 5)
	if err != nil || len(list) == 0 {
		s.Fatal("there is no tournament:", err)
	}
	return list[0]
}

// about is the newest public message with a text.
func (s *story) about(text string) discordsim.Message {
	s.Helper()
	list := s.sim.Messages(s.hall, s.eve)
	for _, m := range slices.Backward(list) {
		if strings.Contains(m.Text(), text) {
			return m
		}
	}
	s.Fatalf("no message says %q", text)
	return discordsim.Message{}
}

// running lists the tournament's matches that are being played.
func (s *story) running() []match.Record {
	s.Helper()
	list, err := s.store.ByChannel(context.Background(), match.ChannelID(s.hall))
	if err != nil {
		s.Fatal(err)
	}
	return list
}

// turn lets everybody who is to move, but not those who sleep, make the first legal move; it reports whether anybody did.
func (s *story) turn(asleep ...discordsim.UserID) bool {
	s.Helper()
	moved := false
	for _, rec := range s.running() {
		for seat := range rec.Waiting.All() {
			u := discordsim.UserID(rec.Players[seat].User)
			if u == "" || slices.Contains(asleep, u) {
				continue
			}
			answer := s.slash(u, fmt.Sprintf("/%s move move:%s game:%s", rec.Game, s.first(rec, seat), rec.ID))
			if s.there(u, answer) { // until the match goes on
				s.private(answer, "You played")
			}
			moved = true
			break
		}
	}
	s.wait(aMoment)
	return moved
}

// first is the first legal move of a seat.
func (s *story) first(rec match.Record, seat games.Seat) string {
	s.Helper()
	g := gameOf(rec)
	pos, err := g.Parse(rec.Position)
	if err != nil {
		s.Fatal(err)
	}
	for move := range pos.View(seat).Legal() {
		return move
	}
	s.Fatalf("seat %d has no move in %s", seat, pos)
	return ""
}

// F67, F69, F70, F77: a knockout of nine, five people and four computers, from the sign-up to the winners, with a restart in the middle of a round
// and one person who never shows up.
func TestTournamentOfNine(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		dan := s.sim.AddUser("Dan")
		flo, kim := s.sim.AddUser("Flo"), s.sim.AddUser("Kim")
		s.sim.AddMember(s.club, dan)
		s.sim.AddMember(s.club, flo)
		s.sim.AddMember(s.club, kim)
		s.private(s.slash(s.ann, "/tournament create game:fish name:Iceberg_Cup players:9 fill:easy options:rules"), "name=value")
		s.private(s.slash(s.ann, "/tournament create game:fish options:size=9"), "has no option", "rules, penguins, odds, rows, columns")
		i := s.sim.As(s.ann).In(s.hall).Autocomplete("/tournament create game:fish options:rules=course ro", "options")
		s.wait(0)
		if list := i.Choices(); len(list) != 2 || !strings.HasPrefix(list[0].Name, "rules=course rows=") {
			t.Errorf("the options offered are %v, want two numbers of rows", list)
		}
		s.private(s.slash(s.ann, `/tournament create game:fish name:Iceberg Cup players:9 fill:easy options:rules=course rows=4 columns=4`), "Iceberg Cup", "open")
		b := s.board()
		s.sees(b, "Iceberg Cup", "Fish · knockout · games of up to 4", "rules: course", "Sign-up", "Players (0 of 9)** nobody yet", "computer players (easy)")
		s.rings(b)
		for _, u := range []discordsim.UserID{s.ann, s.bob, s.cid, dan, flo, kim} {
			s.private(s.click(u, b, "Join"), "You have joined")
		}
		s.private(s.click(s.bob, b, "Join"), "already")
		s.private(s.click(kim, b, "Leave"), "You have left")
		s.private(s.click(kim, b, "Leave"), "don't take part")
		s.private(s.click(s.bob, b, "Start now"), "Only Ann")
		s.wait(10 * time.Second)
		b = s.board()
		s.sees(b, "Players (5 of 9)** Ann, Bob, Cid, Dan and Flo")
		if s.posts() != 1 {
			t.Errorf("%d messages for a sign-up, want one that is edited", s.posts())
		}
		s.private(s.click(s.ann, b, "Start now"), "begins")
		s.wait(10 * time.Second)
		b = s.about("Round 1")
		s.sees(b, "Ann v Bob v Cid v Dan", "Flo v Computer 1 (easy) v Computer 2 (easy)", "Computer 3 (easy) v Computer 4 (easy)", "[board](https://discord.com/channels/")
		if alt := b.AltTexts(); len(alt) != 1 || !strings.Contains(alt[0], "Iceberg Cup") {
			t.Errorf("the standing's words are %q", alt)
		}
		s.sees(s.about("Players (9 of 9)"), "Computer 4 (easy)") // the sign-up, as it ended
		if len(s.about("Players (9 of 9)").Buttons()) != 0 {
			t.Error("the sign-up still has buttons")
		}
		sleeper := flo
		s.turn(sleeper)
		s.restart(2 * time.Hour)
		for n := 0; s.turn(sleeper); n++ {
			if n > 200 {
				t.Fatal("round 1 never ends for those who play")
			}
		}
		s.wait(26 * time.Hour) // Flo does not place a penguin and is removed at once (F3)
		for n := 0; s.theTournament().Status == tourney.Running; n++ {
			if n > 400 {
				t.Fatalf("no end is in sight: %+v", s.theTournament().Played)
			}
			s.turn(sleeper)
		}
		tournament := s.theTournament()
		if e := tournament.EntrantOf(match.UserID(flo)); !slices.Contains(tournament.Out, e) {
			t.Errorf("out are %v, want Flo (%d), who never showed up", tournament.Out, e)
		}
		s.wait(10 * time.Second)
		b = s.about("Iceberg Cup is over")
		s.sees(b, tournament.Result)
		for _, e := range tournament.Winners() {
			s.sees(b, tournament.Entrants[e].Name)
		}
		s.private(s.slash(s.eve, "/tournament standings"), "Flo", "Computer 4 (easy)")
		s.private(s.slash(s.eve, "/tournament bracket"), "Round 1", "Round 2")
		s.private(s.click(s.eve, b, "All rounds"), "Round 1")
		s.private(s.slash(s.eve, "/tournament status"), "is over")
		s.accounted(tournament)
	})
}

// accounted checks that each match of a tournament is one game of it, with the same result (F69).
func (s *story) accounted(tournament tourney.Record) {
	s.Helper()
	all, err := s.store.Latest(context.Background(), match.ChannelID(s.hall), 1000)
	if err != nil {
		s.Fatal(err)
	}
	matches := 0
	for _, m := range all {
		if m.Tournament == string(tournament.ID) {
			matches++
		}
	}
	for n, round := range tournament.Played {
		for _, g := range round.Games {
			if g.Pairing.Bye() {
				continue
			}
			matches--
			m, err := s.store.Record(context.Background(), g.Match)
			if err != nil || m.Outcome == nil || !g.Done || int(m.Outcome.Place[0]) != g.Place[0] {
				s.Errorf("round %d: %+v is not the result of match %s: %v, %v", n+1, g, m.ID, m.Outcome, err)
			}
		}
	}
	if matches != 0 {
		s.Errorf("%d matches are of the tournament, but no game of it", matches)
	}
}

// F66, F77: a bracket of four at Kalah, with a decision of the referee; bad input is answered privately and changes nothing.
func TestTournamentBracketAndOverride(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.private(s.slash(s.ann, "/tournament start"), "no tournament here")
		s.private(s.slash(s.ann, "/tournament create game:kalah format:bracket players:4 seats:4"), "2 to 2 players")
		s.private(s.slash(s.ann, "/tournament create game:kalah format:bracket players:4 third:true"), "open")
		s.private(s.slash(s.ann, "/tournament create game:kalah format:bracket"), "already")
		s.private(s.slash(s.ann, "/tournament start"), "at least 2")
		for _, u := range []discordsim.UserID{s.ann, s.bob, s.cid, s.eve} { // the fourth starts it
			s.private(s.slash(u, "/tournament join"), "You have joined")
		}
		s.wait(10 * time.Second)
		round := s.theTournament().Played[0]
		b := s.about("Round 1")
		s.sees(b, "Ann v Eve", "Bob v Cid")
		game := string(round.Games[0].Match)
		before := s.theTournament().Version
		s.private(s.slash(s.bob, "/tournament override game:"+game+" winner:Ann reason:because"), "Only Ann")
		s.private(s.slash(s.ann, "/tournament override game:"+game+" winner:Bob reason:because"), "Its players are Ann and Eve")
		s.private(s.slash(s.ann, "/tournament override game:nothing winner:Ann reason:because"), "no game")
		s.private(s.slash(s.bob, "/tournament cancel"), "Only Ann")
		if got := s.theTournament().Version; got != before {
			t.Errorf("refused commands have made version %d of %d", got, before)
		}
		i := s.sim.As(s.ann).In(s.hall).Autocomplete("/tournament override game:", "game")
		s.wait(0)
		if list := i.Choices(); len(list) != 2 || list[0].Name != "Ann v Eve" || list[0].Value != game {
			t.Errorf("the games offered are %v", list)
		}
		i = s.sim.As(s.ann).In(s.hall).Autocomplete("/tournament override game:"+game+" winner:", "winner")
		s.wait(0)
		if list := i.Choices(); len(list) != 3 || list[1].Name != "Eve" {
			t.Errorf("the winners offered are %v", list)
		}
		s.private(s.slash(s.ann, "/tournament override game:"+game+` winner:eve reason:a wrong button`), "decided")
		s.wait(10 * time.Second)
		s.sees(s.about("Round 1"), "**Eve**", "override", "a wrong button")
		s.sees(s.about("By decision of Ann"), "a wrong button")
		// Cid leaves, which loses the game and the tournament's remaining ones.
		s.private(s.slash(s.cid, "/tournament leave"), "You have left")
		s.wait(10 * time.Second)
		b = s.about("Round 2")
		s.sees(b, "Out: Cid", "Eve v Bob")
		s.private(s.slash(s.eve, "/kalah resign game:"+string(s.theTournament().Played[1].Games[0].Match)), "give up")
		s.wait(time.Second)
		s.private(s.slash(s.bob, "/tournament bracket"), "Round 2")
		s.private(s.slash(s.ann, "/tournament cancel"), "cancelled")
		s.wait(10 * time.Second)
		s.sees(s.board(), "is over", "cancelled by Ann")
		// F77: it is kept, and found by its name when there are others.
		s.slash(s.ann, "/tournament create game:kalah format:roundrobin")
		s.private(s.slash(s.bob, "/tournament status"), "Kalah · round robin")
		s.private(s.slash(s.bob, "/tournament bracket tournament:Kalah bracket"), "Round 1", "**Eve**", "override")
		i = s.sim.As(s.bob).In(s.hall).Autocomplete("/tournament standings tournament:", "tournament")
		s.wait(0)
		if list := i.Choices(); len(list) != 2 || list[1].Name != "Kalah bracket · cancelled" {
			t.Errorf("the tournaments offered are %v, want the one that has ended too", list)
		}
		s.slash(s.ann, "/tournament cancel")
		s.private(s.slash(s.ann, "/tournament join"), "sign-up", "is over")
	})
}

// F67: the deadline of a sign-up starts it, or ends it if there are too few.
func TestTournamentDeadlines(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, "/tournament create game:kalah format:swiss signup:1h name:Quick")
		b := s.board()
		s.click(s.ann, b, "Join")
		s.wait(time.Hour + time.Minute)
		s.sees(s.about("Quick"), "Too few")
		s.slash(s.ann, "/tournament create game:kalah format:swiss signup:1h name:Again")
		b = s.about("Again")
		s.click(s.ann, b, "Join")
		s.click(s.bob, b, "Join")
		s.wait(time.Hour + time.Minute)
		tournament := s.theTournament()
		pair := tournament.Played[0].Games[0].Pairing
		first, second := tournament.Names(pair[0]).String(), tournament.Names(pair[1]).String()
		s.sees(s.about("Round 1"), first+" v "+second)
		s.wait(25 * time.Hour) // the first does not move
		s.sees(s.about("Again is over"), second+" wins the tournament.")
		s.sees(s.about("Round 1"), first+" did not move in time and is out")
	})
}

// Tournaments of computers alone are quick, and do not fill the channel: two messages for every stage at most.
func TestTournamentOfComputers(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, `/tournament create game:fish format:league players:8 fill:easy rounds:2 options:rules=course rows=4 columns=4`)
		s.click(s.ann, s.board(), "Start now")
		for n := 0; s.theTournament().Status == tourney.Running; n++ {
			if n > 100 {
				t.Fatal("no end is in sight")
			}
			s.wait(10 * time.Second)
		}
		s.wait(10 * time.Second)
		s.sees(s.board(), "is over", s.theTournament().Result)
		if s.posts() > 4 {
			t.Errorf("%d messages, want one for the sign-up, one for each round and one for the end at most", s.posts())
		}
		s.accounted(s.theTournament())
	})
}

// P72: a tournament whose channel is deleted is over; nothing loops.
func TestTournamentChannelDeleted(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.waste = true
		s.slash(s.ann, "/tournament create game:kalah format:swiss")
		b := s.board()
		s.click(s.ann, b, "Join")
		s.click(s.bob, b, "Join")
		s.click(s.ann, b, "Start now")
		s.wait(10 * time.Second)
		before := len(s.sim.Refusals())
		s.sim.DeleteChannel(s.hall)
		s.wait(10 * 24 * time.Hour)
		if tournament := s.theTournament(); tournament.Status != tourney.Cancelled || !strings.Contains(tournament.Result, "channel is gone") {
			t.Errorf("%s, %q; want cancelled", tournament.Status, tournament.Result)
		}
		if n := len(s.sim.Refusals()) - before; n > 5 {
			t.Errorf("%d refused requests for a channel that is gone", n)
		}
	})
}

// P1: an end that was stored and not told, because the process died between, is told after the next start, once.
func TestTournamentEndIsToldAfterARestart(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, "/tournament create game:kalah format:swiss name:Untold")
		s.halt()
		store, err := storage.Open(s.path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := store.OpenTournaments(context.Background())
		if err != nil || len(list) != 1 {
			t.Fatalf("%d tournaments, %v", len(list), err)
		}
		tournament := list[0]
		tournament.Status, tournament.Result = tourney.Cancelled, "It was cancelled just before the process died."
		if _, err := store.PutTournament(context.Background(), tournament); err != nil {
			t.Fatal(err)
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			s.start()
			s.wait(10 * time.Second)
			s.halt()
		}
		s.start()
		s.sees(s.about("Untold is over"), "just before the process died")
		if n := s.posts(); n != 2 {
			t.Errorf("%d messages, want the sign-up and the end", n)
		}
	})
}

// P25: a server can keep the creation of tournaments to those who manage it.
func TestTournamentsCreatedByManagers(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.private(s.slash(s.ann, "/server settings"), "create tournaments: **everybody**")
		s.private(s.slash(s.ann, "/server settings tournaments:those who may manage the server"), "create tournaments: **those who may manage the server**")
		s.private(s.slash(s.bob, "/tournament create game:kalah format:swiss"), "only those who may manage it")
		s.private(s.slash(s.ann, "/tournament create game:kalah format:swiss"), "open")
		s.private(s.slash(s.bob, "/tournament join"), "You have joined")
	})
}

// F77: each game of people has a thread if the tournament or the server wants it so; where threads may not be opened, the channel.
func TestTournamentThreads(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.waste = true
		hall := s.hall
		s.slash(s.ann, "/tournament create game:kalah format:bracket players:4 fill:easy name:Threaded thread:true")
		for _, u := range []discordsim.UserID{s.ann, s.bob} { // seeds 1 and 2 meet computers
			s.private(s.slash(u, "/tournament join"), "You have joined")
		}
		s.slash(s.ann, "/tournament start")
		s.wait(10 * time.Second)
		threads := s.sim.Threads(hall)
		if len(threads) != 2 || !strings.HasPrefix(threads[0].Name, "Threaded · ") {
			t.Fatalf("the threads are %+v, want one for each of the two games", threads)
		}
		s.sees(s.about("Round 1"), "[board](https://discord.com/channels/"+string(s.club)+"/"+string(threads[0].ID)+"/")
		for _, th := range threads {
			s.hall = th.ID
			s.sees(s.board(), "Kalah", "a game of a tournament")
		}
		s.hall = hall
		s.restart(time.Minute)
		s.wait(10 * time.Second)
		if n := len(s.sim.Threads(hall)); n != 2 {
			t.Errorf("%d threads after a restart, want the same two", n)
		}
		s.slash(s.ann, "/tournament cancel")
		s.slash(s.ann, "/server settings threads:a thread for each match")
		s.sim.Deny(hall, discordsim.PermCreatePublicThreads)
		s.slash(s.ann, "/tournament create game:kalah format:swiss name:Crowded players:2")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.wait(10 * time.Second)
		if n := len(s.sim.Threads(hall)); n != 2 {
			t.Errorf("%d threads where none may be opened", n)
		}
		s.sees(s.board(), "Round 1")
		s.sees(s.about("Kalah · South"), "a game of a tournament")
	})
}

// F71: winners who have to confirm are called upon, and a press of a button does.
func TestTournamentWinnersConfirm(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, "/tournament create game:kalah format:swiss players:2 name:Prize time:1 day a move confirm:true")
		s.slash(s.ann, "/tournament join")
		s.slash(s.bob, "/tournament join")
		s.wait(10 * time.Second)
		s.private(s.slash(s.bob, "/kalah resign"), "give up")
		s.click(s.bob, s.sim.Last(s.hall, s.bob), "Yes, I resign")
		s.wait(10 * time.Second)
		call := s.about("All games have been played")
		s.sees(call, "please confirm your win")
		s.rings(call, s.ann)
		s.private(s.click(s.bob, call, "I'm here"), "no win")
		s.private(s.click(s.ann, call, "I'm here"), "confirmed")
		s.wait(10 * time.Second)
		s.sees(s.about("Prize is over"), "Ann wins the tournament.")
		s.sees(s.about("All games have been played"), "The winners have confirmed it.")
		if strings.Contains(s.about("Round 1").Text(), "games that are open then are judged") {
			t.Error("the time for the confirmation is told as the end of a round")
		}
		if n := len(s.about("All games have been played").Buttons()); n != 0 {
			t.Errorf("%d buttons under a call that has been answered", n)
		}
	})
}

// Fish's clocks: `/fish nudge` calls once upon those who are waited for.
func TestNudgeStory(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.slash(s.ann, "/fish challenge user:@Bob time:1 day a move")
		s.click(s.bob, s.board(), "Accept")
		s.wait(10 * time.Second)
		rec := s.running()[0]
		late, other := discordsim.UserID(rec.Players[0].User), discordsim.UserID(rec.Players[1].User)
		s.private(s.slash(other, "/fish nudge"), "only just begun")
		s.wait(2 * time.Hour)
		s.private(s.slash(late, "/fish nudge"), "your own turn")
		s.private(s.slash(other, "/fish nudge"), "on your behalf")
		s.wait(10 * time.Second)
		s.sees(s.last(), "asks you to move")
		s.rings(s.last(), late)
		s.private(s.slash(other, "/fish nudge"), "already")
	})
}

// P27, P94: a tournament that is repeated every week: the next sign-up opens by itself, those who took part are told once, restarts make no second one,
// and a season that is too small is the last.
func TestTournamentSeasons(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.private(s.slash(s.cid, "/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"), "open")
		s.sees(s.board(), "a new season every week")
		season := func() {
			s.private(s.slash(s.ann, "/tournament join"), "You have joined")
			s.private(s.slash(s.bob, "/tournament join"), "You have joined")
			s.wait(10 * time.Second)
			s.private(s.slash(s.bob, "/kalah resign"), "give up")
			s.click(s.bob, s.sim.Last(s.hall, s.bob), "Yes, I resign")
			s.wait(10 * time.Second)
		}
		invitations := func(n int) []discordsim.Message {
			name := fmt.Sprintf("**Ladder season %d** is open", n)
			return slices.DeleteFunc(s.sim.Messages(s.hall, s.eve), func(m discordsim.Message) bool { return !strings.Contains(m.Text(), name) })
		}
		season()
		s.sees(s.about("Ladder is over"), "The sign-up of the next season opens")
		s.restart(time.Hour)
		s.wait(7 * 24 * time.Hour)
		s.sees(s.about("### 🏆 Ladder season 2"), "Sign-up", "nobody yet")
		if strings.Contains(s.about("Ladder is over").Text(), "next season") {
			t.Error("the first season still promises the second")
		}
		if list := invitations(2); len(list) != 1 {
			t.Errorf("%d invitations to season 2, want one", len(list))
		} else {
			s.rings(list[0], s.ann, s.bob)
		}
		s.restart(time.Minute)
		season()
		s.sees(s.about("Ladder season 2 is over"), "Ann wins")
		s.restart(8 * 24 * time.Hour) // it is time while nobody is there
		s.wait(10 * time.Second)
		s.private(s.slash(s.ann, "/tournament join"), "You have joined")
		s.restart(time.Minute)
		if list := invitations(3); len(list) != 1 {
			t.Errorf("%d invitations to season 3, want one", len(list))
		}
		s.private(s.slash(s.bob, "/tournament cancel after-season:true"), "Only Cid")
		s.wait(8 * 24 * time.Hour)
		s.sees(s.about("Ladder season 3 is over"), "no further one follows")
		list, err := s.store.ChannelTournaments(context.Background(), match.ChannelID(s.hall), 9)
		if err != nil || len(list) != 3 {
			t.Errorf("%d seasons, %v; want three", len(list), err)
		}
	})
}

// P27, P29: tournaments pair everybody, whoever has blocked whom, season by season.
func TestTournamentSeriesAndABlock(t *testing.T) {
	t.Parallel()
	tellTournament(t, func(s *story) {
		s.private(s.slash(s.bob, "/block user:@Ann"), "tournaments pair everybody")
		s.private(s.slash(s.cid, "/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"), "open")
		for season := 1; season <= 2; season++ {
			s.private(s.slash(s.ann, "/tournament join"), "joined")
			s.private(s.slash(s.bob, "/tournament join"), "joined")
			s.wait(10 * time.Second)
			running, err := s.store.ByUser(s.Context(), match.UserID(s.bob))
			if err != nil || len(running) != 1 || !slices.Contains(running[0].Members(), match.UserID(s.ann)) {
				s.Fatalf("season %d: Bob plays %v, %v", season, running, err)
			}
			s.slash(s.ann, "/kalah resign")
			s.click(s.ann, s.sim.Last(s.hall, s.ann), "Yes, I resign")
			s.wait(7*24*time.Hour + time.Hour)
		}
	})
}

// A series is stopped by who runs it, or by the end of its channel, of which they are told, or of the bot's stay, also while it is down; what is being
// played goes on.
func TestTournamentSeriesStopped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		do        func(s *story) // when the first season has been played
		placeless bool
		seasons   int // that there are: one that opens without a channel ends at once
	}{
		{name: "after-season", seasons: 1},
		{name: "cancel", seasons: 1, do: func(s *story) {
			s.private(s.slash(s.cid, "/tournament cancel"), "No further season follows **Ladder**")
		}},
		{name: "channel", seasons: 1, placeless: true, do: func(s *story) { s.sim.DeleteChannel(s.hall) }},
		{name: "kicked", seasons: 1, do: func(s *story) { s.sim.KickBot(s.club) }},
		{name: "kicked while down", seasons: 1, do: func(s *story) { s.halt(); s.sim.KickBot(s.club); s.start() }},
		{name: "channel while down", seasons: 2, placeless: true, do: func(s *story) { s.halt(); s.sim.DeleteChannel(s.hall); s.start() }},
		{name: "channel while down, for longer than a season", seasons: 2, placeless: true, do: func(s *story) {
			s.halt()
			s.sim.DeleteChannel(s.hall)
			time.Sleep(8 * 24 * time.Hour)
			s.start()
		}},
	} {
		tellTournament(t, func(s *story) {
			s.waste = true
			s.private(s.slash(s.cid, "/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"), "open")
			if c.do == nil {
				s.private(s.slash(s.cid, "/tournament cancel after-season:true"), "No further season follows **Ladder**")
			}
			s.slash(s.ann, "/settings notify:a direct message")
			s.slash(s.ann, "/tournament join")
			s.slash(s.bob, "/tournament join")
			s.wait(10 * time.Second)
			s.slash(s.bob, "/kalah resign")
			s.click(s.bob, s.sim.Last(s.hall, s.bob), "Yes, I resign")
			s.wait(10 * time.Second)
			if c.do != nil {
				c.do(s)
			}
			s.wait(8 * 24 * time.Hour)
			list, err := s.store.ChannelTournaments(context.Background(), match.ChannelID(s.hall), 9)
			if err != nil || len(list) != c.seasons {
				t.Errorf("%s: %d seasons, %v; want %d", c.name, len(list), err, c.seasons)
			}
			for _, r := range list {
				if r.Live() || r.Waits() || len(r.Notices) > 0 {
					t.Errorf("%s: %s is %s, waits for a next one %v, and has to tell %v", c.name, r.Name, r.Status, r.Waits(), r.Notices)
				}
			}
			told := 0
			for _, m := range s.sim.Messages(s.sim.DM(s.cid), s.cid) {
				told += strings.Count(m.Text(), "Its channel is gone, so the series has ended.")
			}
			if want := map[bool]int{true: 1}[c.placeless]; told != want {
				t.Errorf("%s: who runs it was told %d times, want %d", c.name, told, want)
			}
			for _, m := range s.sim.Messages(s.sim.DM(s.ann), s.ann) {
				if strings.Contains(m.Text(), "the sign-up of") {
					t.Errorf("%s: Ann is called to a season that can't be joined:\n%s", c.name, m.Text())
				}
			}
		})
	}
}
