package server_test

import (
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/bot/story"
)

// P106: autocomplete offers moderators the matches of the server by players or id, and offers
// others none. A member who declines a seat changes nothing, and a bot can't be offered one.
func TestP106OffersAndRefusals(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		s.Begin("/kalah challenge user:@Bob first:me")
		id := string(s.Only().ID)
		for typed, want := range map[string]int{"": 1, "ann": 1, id[:3]: 1, "zoe": 0} {
			i := s.Sim.As(s.Cid).In(s.Hall).Autocomplete("/server end game:"+typed, "game")
			s.Wait(0)
			if list := i.Choices(); len(list) != want || want > 0 && !strings.Contains(list[0].Name, "Ann") {
				t.Errorf("typing %q offers %v, want %d matches", typed, list, want)
			}
		}
		s.Sim.TamperNext(1, managesNothing) // a server can let members use a command without the permission
		i := s.Sim.As(s.Cid).In(s.Hall).Autocomplete("/server end game:", "game")
		s.Wait(0)
		if list := i.Choices(); i.Err() != nil || len(list) > 0 {
			t.Errorf("a member who manages nothing is offered %v, %v", list, i.Err())
		}
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan reason:away game:"+id), "Choose with `old:` whose seat")
		s.Sim.TamperNext(1, func(p map[string]any) []map[string]any { return offersTheBot(p, string(dan)) })
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:away game:"+id),
			"is a bot and can't take anything over")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan reason:away"), "Choose what to hand over")
		s.Private(s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:away game:"+id),
			"I've asked Dan to take over from Bob")
		s.Wait(time.Minute)
		s.Private(s.Click(dan, s.Sim.Last(s.Hall, dan), "Decline"), "You have declined")
		if got := s.Only().Members(); len(got) != 2 || string(got[1]) != string(s.Bob) &&
			string(got[0]) != string(s.Bob) {
			t.Errorf("after Dan has declined, the match is between %v", got)
		}
	})
}

// managesNothing removes the permissions of an interaction's member.
func managesNothing(p map[string]any) []map[string]any {
	if member, ok := p["member"].(map[string]any); ok {
		member["permissions"] = "0"
	}
	return []map[string]any{p}
}

// offersTheBot turns the member named by an interaction into a bot.
func offersTheBot(p map[string]any, id string) []map[string]any {
	data, _ := p["data"].(map[string]any)
	resolved, _ := data["resolved"].(map[string]any)
	users, _ := resolved["users"].(map[string]any)
	if user, ok := users[id].(map[string]any); ok {
		user["bot"] = true
	}
	return []map[string]any{p}
}

// P106, P25: only members with a playing role can take a seat that a moderator offers.
func TestP106OfferedSeatsNeedTheRole(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		dan := s.Moderated()
		player := s.Sim.AddRole(s.Club, "Player")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Slash(s.Cid, "/server roles play:@Player")
		s.Slash(s.Cid, "/server hand-over new:@Dan old:@Bob reason:away game:"+string(s.Only().ID))
		s.Wait(time.Minute)
		asked := s.Sim.Last(s.Hall, dan)
		s.Private(s.Click(dan, asked, "Accept"), "one of the roles <@&")
		s.Sim.SetRole(s.Club, dan, player, true)
		s.Private(s.Click(dan, asked, "Accept"), "You have taken over")
	})
}

// P106: a moderator is told that a game is over, even while its tournament continues.
func TestP106EndsNoFinishedGame(t *testing.T) {
	t.Parallel()
	story.TellTournament(t, func(s *story.Story) {
		s.Moderated()
		s.Slash(s.Cid, "/tournament create players:8 game:kalah format:roundrobin")
		for _, u := range []discordsim.UserID{s.Ann, s.Bob, s.Eve} {
			s.Slash(u, "/tournament join")
		}
		s.Slash(s.Cid, "/tournament start")
		s.Wait(time.Minute)
		rec := s.Running()[0]
		end := "/server end reason:spam game:" + string(rec.ID)
		s.Private(s.Slash(s.Cid, end), "is waiting for the result")
		loser := discordsim.UserID(rec.Players[0].User)
		s.Click(loser, s.Slash(loser, "/resign game:"+string(rec.ID)), "Yes, I resign")
		s.Private(s.Slash(s.Cid, end), "is over")
	})
}
