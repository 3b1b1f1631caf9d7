package tournament_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
	"paddock/games/tourney"
	"paddock/storage"
)

// F67, F69, F70, F77: a knockout of five people and four computers, from the sign-up to the
// winners. The bot restarts in the middle of a round, and one player never moves.
func TestTournamentOfNine(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		dan := s.Sim.AddUser("Dan")
		flo, kim := s.Sim.AddUser("Flo"), s.Sim.AddUser("Kim")
		s.Sim.AddMember(s.Club, dan)
		s.Sim.AddMember(s.Club, flo)
		s.Sim.AddMember(s.Club, kim)
		s.Private(s.Slash(s.Ann, "/tournament create game:fish name:Iceberg_Cup players:9 fill:easy options:rules"),
			"name=value")
		s.Private(s.Slash(s.Ann, "/tournament create game:fish options:size=9"), "has no option",
			"rules, penguins, odds, rows, columns")
		i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/tournament create game:fish options:rules=course ro", "options")
		s.Wait(0)
		if list := i.Choices(); len(list) != 2 || !strings.HasPrefix(list[0].Name, "rules=course rows=") {
			t.Errorf("the options offered are %v, want two numbers of rows", list)
		}
		s.Private(s.Slash(s.Ann,
			`/tournament create game:fish name:Iceberg Cup players:9 fill:easy options:rules=course rows=4 columns=4`),
			"Iceberg Cup", "open")
		b := s.Board()
		s.Sees(b, "Iceberg Cup", "Fish · knockout · up to 4 in a game", "rules: course", "places by lot", "Sign-up",
			"Players (0 of 9)** nobody yet", "Computer players fill the free places at the start (easy)")
		s.Rings(b)
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, dan, flo, kim} {
			s.Private(s.Click(u, b, "Join"), "You have joined")
		}
		s.Private(s.Click(s.Bob, b, "Join"), "already")
		s.Private(s.Click(kim, b, "Leave"), "You have left")
		s.Private(s.Click(kim, b, "Leave"), "don't play in")
		s.Private(s.Click(s.Bob, b, "Start now"), "Only Ann")
		s.Wait(10 * time.Second)
		b = s.Board()
		s.Sees(b, "Players (5 of 9)** Ann, Bob, Cid, Dan and Flo")
		if s.Posts() != 1 {
			t.Errorf("%d messages for a sign-up, want one that is edited", s.Posts())
		}
		s.Private(s.Click(s.Ann, b, "Start now"), "begins")
		s.Wait(20 * time.Second)
		b = s.About("Round 1")
		lot := s.TheTournament().Entrants
		for _, g := range [][]match.Player{lot[:4], lot[4:7], lot[7:]} {
			var names []string
			for _, p := range g {
				names = append(names, p.Name)
			}
			s.Sees(b, strings.Join(names, " v "))
		}
		s.Sees(b, "[board](https://discord.com/channels/")
		if alt := b.AltTexts(); len(alt) != 1 || !strings.Contains(alt[0], "Iceberg Cup") {
			t.Errorf("the standing's words are %q", alt)
		}
		s.Sees(s.About("Players (9 of 9)"), "Computer 4") // the sign-up in its final state
		if len(s.About("Players (9 of 9)").Buttons()) != 0 {
			t.Error("the sign-up still has buttons")
		}
		sleeper := flo
		s.Turn(sleeper)
		s.Restart(2 * time.Hour)
		for n := 0; s.Turn(sleeper); n++ {
			if n > 200 {
				t.Fatal("round 1 never ends for those who play")
			}
		}
		s.Wait(26 * time.Hour) // Flo does not place a penguin and is removed at once (F3)
		for n := 0; s.TheTournament().Status == tourney.Running; n++ {
			if n > 400 {
				t.Fatalf("no end is in sight: %+v", s.TheTournament().Played)
			}
			s.Turn(sleeper)
		}
		tournament := s.TheTournament()
		if e := tournament.EntrantOf(match.UserID(flo)); !slices.Contains(tournament.Out, e) {
			t.Errorf("out are %v, want Flo (%d), who never showed up", tournament.Out, e)
		}
		s.Wait(10 * time.Second)
		b = s.About("Iceberg Cup is over")
		s.Sees(b, tournament.Result)
		for _, e := range tournament.Winners() {
			s.Sees(b, tournament.Entrants[e].Name)
		}
		s.Private(s.Slash(s.Eve, "/tournament standings"), "Flo", "Computer 4")
		s.Private(s.Slash(s.Eve, "/tournament bracket"), "Round 1", "Round 2")
		s.Private(s.Click(s.Eve, b, "All rounds"), "Round 1")
		s.Private(s.Slash(s.Eve, "/tournament status"), "is over")
		accounted(s, tournament)
	})
}

// accounted fails the story unless each match of a tournament is one of its games, with the same
// result (F69).
func accounted(s *story.Story, tournament tourney.Record) {
	s.Helper()
	all, err := s.Store.Latest(context.Background(), match.ChannelID(s.Hall), 1000)
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
			m, err := s.Store.Record(context.Background(), g.Match)
			if err != nil || m.Outcome == nil || !g.Done || int(m.Outcome.Place[0]) != g.Place[0] {
				s.Errorf("round %d: %+v is not the result of match %s: %v, %v", n+1, g, m.ID, m.Outcome, err)
			}
		}
	}
	if matches != 0 {
		s.Errorf("%d matches are of the tournament, but no game of it", matches)
	}
}

// F66, F77: a Kalah bracket of four with a game that is decided by override. Bad input is answered
// privately and changes nothing.
func TestTournamentBracketAndOverride(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/tournament start"), "no tournament here")
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:4 seats:4"), "2 to 2 players")
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:4 third:true"), "open")
		s.Waste = true
		s.Sim.DeleteMessage(s.Board().ID) // the next change posts the sign-up anew
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah format:bracket name:Kalah Bracket"), "already")
		s.Private(s.Slash(s.Ann, "/tournament start"), "at least 2")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} { // the fourth player starts the tournament
			s.Private(s.Slash(u, "/tournament join"), "You have joined")
			s.Wait(10 * time.Second)
		}
		s.Sees(s.About("Players (4 of 4)"), "Kalah bracket")
		tournament := s.TheTournament()
		round := tournament.Played[0]
		at := slices.IndexFunc(round.Games, func(g tourney.Game) bool {
			return slices.Contains(g.Pairing, tournament.EntrantOf(match.UserID(s.Ann)))
		})
		pair := func(g tourney.Game) string {
			return tournament.EntrantName(g.Pairing[0]) + " v " + tournament.EntrantName(g.Pairing[1])
		}
		others := round.Games[1-at].Pairing
		rival := tournament.Entrants[round.Games[at].Pairing[0]]
		if rival.Name == "Ann" {
			rival = tournament.Entrants[round.Games[at].Pairing[1]]
		}
		stays, leaves := tournament.Entrants[others[0]], tournament.Entrants[others[1]]
		b := s.About("Round 1")
		s.Sees(b, pair(round.Games[0]), pair(round.Games[1]))
		game := string(round.Games[at].Match)
		before := s.TheTournament().Version
		s.Private(s.Slash(s.Bob, "/tournament override game:"+game+" winner:Ann reason:because"), "Only Ann")
		s.Private(s.Slash(s.Ann, "/tournament override game:"+game+" winner:"+stays.Name+" reason:because"),
			"Its players are "+strings.Replace(pair(round.Games[at]), " v ", " and ", 1))
		s.Private(s.Slash(s.Ann, "/tournament override game:nothing winner:Ann reason:because"), "no game")
		s.Private(s.Slash(s.Bob, "/tournament cancel"), "Only Ann")
		if got := s.TheTournament().Version; got != before {
			t.Errorf("refused commands have made version %d of %d", got, before)
		}
		i := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/tournament override game:", "game")
		s.Wait(0)
		if list := i.Choices(); len(list) != 2 || list[at].Name != pair(round.Games[at]) || list[at].Value != game {
			t.Errorf("the games offered are %v", list)
		}
		i = s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/tournament override game:"+game+" winner:", "winner")
		s.Wait(0)
		if list := i.Choices(); len(list) != 3 || list[0].Name+" v "+list[1].Name != pair(round.Games[at]) {
			t.Errorf("the winners offered are %v", list)
		}
		s.Private(s.Slash(s.Ann,
			"/tournament override game:"+game+" winner:"+strings.ToLower(rival.Name)+" reason:a wrong button"),
			"decided")
		s.Wait(10 * time.Second)
		s.Sees(s.About("Round 1"), "**"+rival.Name+"**", "override", "a wrong button")
		s.Sees(s.About("By decision of Ann"), "a wrong button")
		// one of the others leaves and so loses this game and all later ones
		leaver := discordsim.UserID(leaves.User)
		asked := s.Slash(leaver, "/tournament leave") // P13
		s.Private(asked, "Do you really want to leave", "you can't come back")
		s.Private(s.Click(leaver, asked, "No, play on"), "you still play in")
		s.Private(s.Click(leaver, s.Slash(leaver, "/tournament leave"), "Yes, leave"), "You have left")
		s.Wait(10 * time.Second)
		b = s.About("Round 2")
		final := s.TheTournament().Played[1].Games[0]
		s.Sees(b, "Out: "+leaves.Name, pair(final), rival.Name, stays.Name)
		s.Private(s.Slash(discordsim.UserID(rival.User), "/resign game:"+string(final.Match)), "give up")
		s.Wait(time.Second)
		s.Private(s.Slash(s.Bob, "/tournament bracket"), "Round 2")
		s.Private(s.Slash(s.Ann, "/tournament cancel"), "cancelled")
		s.Wait(10 * time.Second)
		s.Sees(s.Board(), "is over", "Ann cancelled")
		// F77: a tournament that has ended is found by its name.
		s.Slash(s.Ann, "/tournament create game:kalah format:roundrobin")
		s.Private(s.Slash(s.Bob, "/tournament status"), "Kalah · round robin")
		s.Private(s.Slash(s.Bob, "/tournament bracket tournament:Kalah bracket"), "Round 1", "**"+rival.Name+"**",
			"override")
		i = s.Sim.As(s.Bob).In(s.Hall).Autocomplete("/tournament standings tournament:", "tournament")
		s.Wait(0)
		if list := i.Choices(); len(list) != 2 || list[1].Name != "Kalah bracket · cancelled" {
			t.Errorf("the tournaments offered are %v, want the one that has ended too", list)
		}
		i = s.Sim.As(s.Bob).In(s.Hall).Autocomplete("/tournament standings tournament:BRACK", "tournament")
		s.Wait(0)
		if list := i.Choices(); len(list) != 1 || list[0].Name != "Kalah bracket · cancelled" {
			t.Errorf("for a part of its name the tournaments offered are %v", list)
		}
		s.Slash(s.Ann, "/tournament cancel")
		s.Private(s.Slash(s.Ann, "/tournament join"), "sign-up", "is over")
	})
}

// F67, F75, F80: the options of `/tournament create` become the terms of the tournament. The
// service chooses the terms that have no option.
func TestTermsOfATournament(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		for n, c := range []struct{ options, want string }{
			{
				"game:fish format:league name:Cup players:8 signup:1 hour fill:easy time:1 day a move round-time:6 hours seats:3 rounds:4 thread:true confirm:true weekends-off:true no-vacations:true bank:3 days for the whole match season:a new season every week options:rules=course rows=4 columns=4",
				`Cup: fish map[columns:4 rows:4 rules:course] of 3 to 8 "easy", 1h0m0s, 24h0m0s a move {72h0m0s 0s}, rounds of 6h0m0s 4 false, true true 0 "week", true true`,
			},
			{"game:kalah", `Kalah knockout: kalah map[start:fair] of 2 to 64 "", 24h0m0s, 24h0m0s a move {0s 0s}, rounds of 0s 0 false, false false 0 "", false false`},
			{
				"game:kalah format:divisions division:4 name:Divided season:a new season every month",
				`Divided: kalah map[start:fair] of 2 to 64 "", 24h0m0s, 24h0m0s a move {0s 0s}, rounds of 0s 0 false, false false 4 "month", false false`,
			},
			{
				"game:kalah format:bracket third:true signup:no limit round-time:no limit name:Tree",
				`Tree: kalah map[start:fair] of 2 to 64 "", -1ns, 24h0m0s a move {0s 0s}, rounds of 0s 0 true, false false 0 "", false false`,
			},
		} {
			if n == 1 {
				s.Slash(s.Ann, "/server defaults fair:on")
			}
			s.Private(s.Slash(s.Ann, "/tournament create "+c.options), "open")
			r := s.TheTournament()
			got := fmt.Sprintf("%s: %s %v of %d to %d %q, %v, %v a move %v, rounds of %v %d %v, %v %v %d %q, %v %v",
				r.Name, r.Game, r.Options, r.Seats, r.Most, r.Fill, r.SignUp,
				r.PerMove, r.Bank, r.RoundTime, r.Rounds, r.Third, r.Threads, r.Confirm, r.Size, r.Every, r.NoWeekends,
				r.NoVacations)
			if got != c.want {
				t.Errorf("%s:\ngot  %s\nwant %s", c.options, got, c.want)
			}
			if r.Owner.User != match.UserID(s.Ann) || r.Owner.Name != "Ann" ||
				r.Place != (match.Place{Guild: match.GuildID(s.Club), Channel: match.ChannelID(s.Hall)}) ||
				r.Cause == "" {
				t.Errorf("%s: %s is run by %v in %v because of %q", c.options, r.Name, r.Owner, r.Place, r.Cause)
			}
			s.Slash(s.Ann, "/tournament cancel")
		}
	})
}

// F67: the deadline of a sign-up starts the tournament, or cancels it if too few have joined.
func TestTournamentDeadlines(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss signup:1h name:Quick")
		b := s.Board()
		s.Click(s.Ann, b, "Join")
		s.Wait(time.Hour + time.Minute)
		s.Sees(s.About("Quick"), "Too few")
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss signup:1h name:Again")
		b = s.About("Again")
		s.Click(s.Ann, b, "Join")
		s.Click(s.Bob, b, "Join")
		s.Wait(time.Hour + time.Minute)
		tournament := s.TheTournament()
		pair := tournament.Played[0].Games[0].Pairing
		first, second := tournament.Names(pair[0]).String(), tournament.Names(pair[1]).String()
		s.Sees(s.About("Round 1"), first+" v "+second)
		s.Wait(25 * time.Hour) // the first player does not move
		s.Sees(s.About("Again is over"), second+" wins the tournament.")
		s.Sees(s.About("Round 1"), first+" didn't move in time and is out")
	})
}

// Tournaments between computers are quick and post at most two messages for each stage.
func TestTournamentOfComputers(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, `/tournament create game:fish format:league players:8 fill:easy rounds:2 options:rules=course rows=4 columns=4`)
		s.Click(s.Ann, s.Board(), "Start now")
		for n := 0; s.TheTournament().Status == tourney.Running; n++ {
			if n > 100 {
				t.Fatal("no end is in sight")
			}
			s.Wait(10 * time.Second)
		}
		s.Wait(10 * time.Second)
		s.Sees(s.Board(), "is over", s.TheTournament().Result)
		if s.Posts() > 4 {
			t.Errorf("%d messages, want one for the sign-up, one for each round and one for the end at most", s.Posts())
		}
		accounted(s, s.TheTournament())
	})
}

// P72: a tournament whose channel is deleted is cancelled, and the bot does not keep trying to post
// there.
func TestTournamentChannelDeleted(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		story.TellTournament(t, func(s *story.Story) {
			s.Waste = true
			s.Slash(s.Ann, "/settings general notify:a direct message")
			s.Slash(s.Ann, "/tournament create name:Cup game:kalah format:swiss")
			b := s.Board()
			s.Click(s.Ann, b, "Join")
			s.Click(s.Bob, b, "Join")
			s.Click(s.Ann, b, "Start now")
			s.Wait(10 * time.Second)
			before := len(s.Sim.Refusals())
			if away {
				s.Halt()
			}
			s.Sim.DeleteChannel(s.Hall)
			if away {
				s.Start()
			}
			s.Wait(10 * 24 * time.Hour)
			if tournament := s.TheTournament(); tournament.Status != tourney.Cancelled ||
				tournament.Result != "Its channel is gone, so the tournament has ended." {
				t.Errorf("away %t: %s, %q; want cancelled", away, tournament.Status, tournament.Result)
			}
			if n := len(s.Sim.Refusals()) - before; n > 5 {
				t.Errorf("away %t: %d refused requests for a channel that is gone", away, n)
			}
			told := 0
			for _, m := range s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann) {
				told += strings.Count(m.Text(), "**Cup** is cancelled. Its channel is gone")
			}
			if told != 1 {
				t.Errorf("away %t: Ann is told %d times", away, told)
			}
		})
	}
}

// P1: if the process dies after the end of a tournament is stored, the end is told once after the
// next start.
func TestTournamentEndIsToldAfterARestart(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss name:Untold")
		s.Halt()
		store, err := storage.Open(s.Path)
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
			s.Start()
			s.Wait(10 * time.Second)
			s.Halt()
		}
		s.Start()
		s.Sees(s.About("Untold is over"), "just before the process died")
		if n := s.Posts(); n != 2 {
			t.Errorf("%d messages, want the sign-up and the end", n)
		}
	})
}

// P25: a server can allow only its managers to create tournaments.
func TestTournamentsCreatedByManagers(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Ann, "/server settings"), "create tournaments: **everybody**")
		s.Private(s.Slash(s.Ann, "/server settings tournaments:those who manage the server"),
			"create tournaments: **those who manage the server**")
		s.Private(s.Slash(s.Bob, "/tournament create game:kalah format:swiss"), "Only those who manage this server")
		s.Private(s.Slash(s.Ann, "/tournament create game:kalah format:swiss"), "open")
		s.Private(s.Slash(s.Bob, "/tournament join"), "You have joined")
		s.Slash(s.Ann, "/tournament create game:kalah format:bracket name:Newer")
		s.Slash(s.Ann, "/tournament cancel tournament:Newer")
		s.Private(s.Slash(s.Bob, "/tournament status"), "Kalah swiss") // the older tournament, because it is still open
	})
}

// F77: each game of people has a thread if the tournament or the server wants threads. If the bot
// may not open one, the game stays in the channel.
func TestTournamentThreads(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Waste = true
		hall := s.Hall
		s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:4 fill:easy name:Threaded thread:true")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob} { // the first two players meet computers
			s.Private(s.Slash(u, "/tournament join"), "You have joined")
		}
		s.Slash(s.Ann, "/tournament start")
		s.Wait(10 * time.Second)
		threads := s.Sim.Threads(hall)
		if len(threads) != 2 || !strings.HasPrefix(threads[0].Name, "Threaded · ") {
			t.Fatalf("the threads are %+v, want one for each of the two games", threads)
		}
		s.Sees(s.About("Round 1"), "[board](https://discord.com/channels/"+string(s.Club)+"/"+string(threads[0].ID)+"/")
		for _, th := range threads {
			s.Hall = th.ID
			s.Sees(s.Board(), "Kalah", "Part of a tournament")
		}
		s.Hall = hall
		s.Restart(time.Minute)
		s.Wait(10 * time.Second)
		if n := len(s.Sim.Threads(hall)); n != 2 {
			t.Errorf("%d threads after a restart, want the same two", n)
		}
		s.Slash(s.Ann, "/tournament cancel")
		s.Slash(s.Ann, "/server settings threads:a thread for each match")
		s.Sim.Deny(hall, discordsim.PermCreatePublicThreads)
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss name:Crowded players:2")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Wait(10 * time.Second)
		if n := len(s.Sim.Threads(hall)); n != 2 {
			t.Errorf("%d threads where none may be opened", n)
		}
		s.Sees(s.Board(), "Round 1")
		s.Sees(s.About("(South) v"), "Part of a tournament")
		s.Sim.SetPermissions(s.Club, s.Sim.Bot(), discordsim.DefaultBotPermissions)
		s.Turn() // a game that has its board in the channel stays there
		if n := len(s.Sim.Threads(hall)); n != 2 {
			t.Errorf("%d threads after a move in a game without one", n)
		}
	})
}

// F71: winners who must confirm their win are mentioned, and confirm it by a button.
func TestTournamentWinnersConfirm(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Ann, "/tournament create game:kalah format:swiss players:2 name:Prize time:1 day a move confirm:true")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Wait(10 * time.Second)
		sure := s.Slash(s.Bob, "/resign")
		s.Private(sure, "give up")
		s.Click(s.Bob, sure, "Yes, I resign")
		s.Wait(10 * time.Second)
		call := s.About("All games have been played")
		s.Sees(call, "please confirm your win")
		s.Rings(call, s.Ann)
		s.Private(s.Click(s.Bob, call, "I'm here"), "no win")
		s.Private(s.Click(s.Ann, call, "I'm here"), "confirmed")
		s.Wait(10 * time.Second)
		s.Sees(s.About("Prize is over"), "Ann wins the tournament.")
		s.Sees(s.About("All games have been played"), "The winners have confirmed it.")
		if strings.Contains(s.About("Round 1").Text(), "Then I judge open games by their score") {
			t.Error("the time for the confirmation is told as the end of a round")
		}
		if n := len(s.About("All games have been played").Buttons()); n != 0 {
			t.Errorf("%d buttons under a call that has been answered", n)
		}
	})
}

// P27, P94: a tournament is repeated every week. The next sign-up opens without help, and only once
// despite restarts. Former players are told once, and a season with too few players is the last.
func TestTournamentSeasons(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Cid,
			"/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"),
			"open")
		s.Sees(s.Board(), "a new season every week")
		season := func() {
			s.Private(s.Slash(s.Ann, "/tournament join"), "You have joined")
			s.Private(s.Slash(s.Bob, "/tournament join"), "You have joined")
			s.Wait(10 * time.Second)
			sure := s.Slash(s.Bob, "/resign")
			s.Private(sure, "give up")
			s.Click(s.Bob, sure, "Yes, I resign")
			s.Wait(10 * time.Second)
		}
		invitations := func(n int) []discordsim.Message {
			name := fmt.Sprintf("**Ladder season %d** is open", n)
			return slices.DeleteFunc(s.Sim.Messages(s.Hall, s.Eve), func(m discordsim.Message) bool {
				return !strings.Contains(m.Text(), name)
			})
		}
		season()
		s.Sees(s.About("Ladder is over"), "The sign-up for the next season opens")
		s.Restart(time.Hour)
		s.Wait(7 * 24 * time.Hour)
		s.Sees(s.About("### 🏆 Ladder season 2"), "Sign-up", "nobody yet")
		if strings.Contains(s.About("Ladder is over").Text(), "next season") {
			t.Error("the first season still promises the second")
		}
		if list := invitations(2); len(list) != 1 {
			t.Errorf("%d invitations to season 2, want one", len(list))
		} else {
			s.Rings(list[0], s.Ann, s.Bob)
		}
		s.Restart(time.Minute)
		season()
		s.Sees(s.About("Ladder season 2 is over"), "Ann wins")
		s.Restart(8 * 24 * time.Hour) // the next season is due while the bot is down
		s.Wait(10 * time.Second)
		s.Private(s.Slash(s.Ann, "/tournament join"), "You have joined")
		s.Restart(time.Minute)
		if list := invitations(3); len(list) != 1 {
			t.Errorf("%d invitations to season 3, want one", len(list))
		}
		s.Private(s.Slash(s.Bob, "/tournament cancel after-season:true"), "Only Cid")
		s.Wait(8 * 24 * time.Hour)
		s.Sees(s.About("Ladder season 3 is over"), "there won't be another")
		list, err := s.Store.ChannelTournaments(context.Background(), match.ChannelID(s.Hall), 9)
		if err != nil || len(list) != 3 {
			t.Errorf("%d seasons, %v; want three", len(list), err)
		}
	})
}

// P27, P82: a member who has left the server is not invited to the next season of a tournament.
func TestTournamentSeasonsAndAMemberWhoHasLeft(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Slash(s.Cid, "/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week")
		s.Slash(s.Ann, "/tournament join")
		s.Slash(s.Bob, "/tournament join")
		s.Wait(10 * time.Second)
		s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
		s.Wait(time.Hour)
		s.Waste = true // Discord says by an error that Bob has left
		s.Sim.RemoveMember(s.Club, s.Bob)
		s.Wait(7 * 24 * time.Hour)
		invited := s.About("**Ladder season 2** is open")
		s.Rings(invited, s.Ann)
		if strings.Contains(invited.Text(), string(s.Bob)) {
			t.Errorf("Bob, who has left, is mentioned: %s", invited.Text())
		}
		if list := s.TheTournament().Notices; len(list) > 0 {
			t.Errorf("notices are left: %+v", list)
		}
	})
}

// P27, P29: tournaments pair members who have blocked each other, in every season.
func TestTournamentSeriesAndABlock(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Private(s.Slash(s.Bob, "/settings block user:@Ann"), "a tournament may still pair you")
		s.Private(s.Slash(s.Cid,
			"/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"),
			"open")
		for season := 1; season <= 2; season++ {
			s.Private(s.Slash(s.Ann, "/tournament join"), "joined")
			s.Private(s.Slash(s.Bob, "/tournament join"), "joined")
			s.Wait(10 * time.Second)
			running, err := s.Store.ByUser(s.Context(), match.UserID(s.Bob))
			if err != nil || len(running) != 1 || !slices.Contains(running[0].Members(), match.UserID(s.Ann)) {
				s.Fatalf("season %d: Bob plays %v, %v", season, running, err)
			}
			s.Click(s.Ann, s.Slash(s.Ann, "/resign"), "Yes, I resign")
			s.Wait(7*24*time.Hour + time.Hour)
		}
	})
}

// A series ends when its owner stops it, when its channel is deleted, of which the owner is told,
// or when the bot leaves the server, even during downtime. Running matches continue.
func TestTournamentSeriesStopped(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		do        func(s *story.Story) // what happens after the first season
		placeless bool
		seasons   int // expected number of seasons
	}{
		{name: "after-season", seasons: 1},
		{name: "cancel", seasons: 1, do: func(s *story.Story) {
			s.Private(s.Slash(s.Cid, "/tournament cancel"), "After **Ladder** there will be no further season")
		}},
		{name: "channel", seasons: 1, placeless: true, do: func(s *story.Story) { s.Sim.DeleteChannel(s.Hall) }},
		{name: "kicked", seasons: 1, do: func(s *story.Story) { s.Sim.KickBot(s.Club) }},
		{name: "kicked while down", seasons: 1, do: func(s *story.Story) {
			s.Halt()
			s.Sim.KickBot(s.Club)
			s.Start()
		}},
		{name: "channel while down", seasons: 2, placeless: true, do: func(s *story.Story) {
			s.Halt()
			s.Sim.DeleteChannel(s.Hall)
			s.Start()
		}},
		{name: "channel while down, for longer than a season", seasons: 2, placeless: true, do: func(s *story.Story) {
			s.Halt()
			s.Sim.DeleteChannel(s.Hall)
			time.Sleep(8 * 24 * time.Hour)
			s.Start()
		}},
	} {
		story.TellTournament(t, func(s *story.Story) {
			s.Waste = true
			s.Private(s.Slash(s.Cid,
				"/tournament create game:kalah format:roundrobin players:2 name:Ladder season:a new season every week"),
				"open")
			if c.do == nil {
				s.Private(s.Slash(s.Cid, "/tournament cancel after-season:true"),
					"After **Ladder** there will be no further season")
			}
			s.Slash(s.Ann, "/settings general notify:a direct message")
			s.Slash(s.Ann, "/tournament join")
			s.Slash(s.Bob, "/tournament join")
			s.Wait(10 * time.Second)
			s.Click(s.Bob, s.Slash(s.Bob, "/resign"), "Yes, I resign")
			s.Wait(10 * time.Second)
			if c.do != nil {
				c.do(s)
			}
			s.Wait(8 * 24 * time.Hour)
			list, err := s.Store.ChannelTournaments(context.Background(), match.ChannelID(s.Hall), 9)
			if err != nil || len(list) != c.seasons {
				t.Errorf("%s: %d seasons, %v; want %d", c.name, len(list), err, c.seasons)
			}
			for _, r := range list {
				if r.Live() || r.Waits() || len(r.Notices) > 0 {
					t.Errorf("%s: %s is %s, waits for a next one %v, and has to tell %v", c.name, r.Name, r.Status,
						r.Waits(), r.Notices)
				}
			}
			told := 0
			for _, m := range s.Sim.Messages(s.Sim.DM(s.Cid), s.Cid) {
				told += strings.Count(m.Text(), "Its channel is gone, so the series has ended.")
			}
			if want := map[bool]int{true: 1}[c.placeless]; told != want {
				t.Errorf("%s: who runs it was told %d times, want %d", c.name, told, want)
			}
			for _, m := range s.Sim.Messages(s.Sim.DM(s.Ann), s.Ann) {
				if strings.Contains(m.Text(), "the sign-up of") {
					t.Errorf("%s: Ann is called to a season that can't be joined:\n%s", c.name, m.Text())
				}
			}
		})
	}
}

// The message of a round and the notices of its games link to the boards, even if Discord takes
// these later.
func TestRoundLinksToBoards(t *testing.T) {
	t.Parallel()
	for _, failures := range []int{0, 3, 6} {
		story.TellTournament(t, func(s *story.Story) {
			s.Waste = true // Discord's failures are logged
			s.Slash(s.Ann, "/tournament create game:kalah name:Cup players:4")
			s.Wait(time.Minute)
			for n, u := range []discordsim.UserID{s.Ann, s.Bob, s.Cid, s.Eve} {
				if n == 3 && failures > 0 {
					s.Sim.Inject(discordsim.Fault{
						Method: "POST", Route: "/channels/{channel_id}/messages",
						Times: failures, Status: 500,
					})
				}
				s.Click(u, s.Last(), "Join")
				s.Wait(time.Minute)
			}
			round := s.About("Round 1").Text()
			if n := strings.Count(round, "[board](https://discord.com/channels/"); n != 2 {
				t.Errorf("after %d failures the message of the round has %d links to boards, want 2:\n%s", failures, n,
					round)
			}
			notice := s.About("you now play against").Text()
			if n := len(regexp.MustCompile(`\[board\]\(https://discord.com/channels/\d+/\d+/\d+\)`).FindAllString(notice, -1)); n != 2 {
				t.Errorf("after %d failures the notices have %d links to boards, want 2:\n%s", failures, n, notice)
			}
		})
	}
}
