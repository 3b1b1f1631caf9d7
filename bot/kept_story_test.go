package bot_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/scene"
)

// nobodySays fails the story if a message of the test channel has one of the texts.
func nobodySays(s *story.Story, texts ...string) {
	s.Helper()
	for _, m := range s.Sim.Messages(s.Hall, s.Eve) {
		for _, text := range texts {
			if strings.Contains(m.Text(), text) {
				s.Errorf("a message still says %q:\n%s", text, m.Text())
			}
		}
	}
}

// P43: finished messages have no controls: challenges that were answered, declined, revoked or
// expired, and boards of played turns. That holds even if Discord refuses to edit them.
func TestP43NothingGoesOnAsking(t *testing.T) {
	t.Parallel()
	const asks = "do you accept?"
	ends := map[string]func(s *story.Story){
		"accepted": func(s *story.Story) { s.Click(s.Bob, s.Board(), "Accept") },
		"declined": func(s *story.Story) { s.Click(s.Bob, s.Board(), "Decline") },
		"revoked":  func(s *story.Story) { s.Click(s.Ann, s.Board(), "Withdraw") },
		"expired":  func(s *story.Story) { s.Wait(8 * 24 * time.Hour) },
	}
	for name, end := range ends {
		for _, refused := range []int{0, 3} {
			t.Run(name, func(t *testing.T) {
				story.Tell(t, func(s *story.Story) {
					s.Waste = refused > 0
					s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
					s.Sees(s.Board(), asks)
					if refused > 0 {
						s.Sim.Inject(discordsim.Fault{
							Method: "PATCH",
							Route:  "/channels/{channel_id}/messages/{message_id}", Times: refused, Status: 429,
							Code: 30046, RetryAfter: time.Hour,
						})
					}
					end(s)
					s.Wait(time.Minute)
					nobodySays(s, asks)
				})
			})
		}
	}
	t.Run("a turn", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Waste = true
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Wait(3 * time.Hour)
			s.Sim.Inject(discordsim.Fault{
				Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}",
				Times: 3, Status: 429, Code: 30046, RetryAfter: time.Hour,
			})
			s.Slash(s.Ann, "/kalah move move:2")
			s.Wait(time.Minute)
			nobodySays(s, "<@"+string(s.Ann)+">, it's your turn")
			s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		})
	})
	t.Run("an edit fails in passing", func(t *testing.T) {
		story.Tell(t, func(s *story.Story) {
			s.Waste = true
			s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
			s.Wait(3 * time.Hour)
			s.Sim.Inject(discordsim.Fault{
				Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}",
				Times: 1, Status: 502,
			})
			s.Click(s.Bob, s.Board(), "Accept")
			s.Wait(time.Minute)
			nobodySays(s, asks)
		})
	})
}

// F47: the final message names everything that decided the match, including tiles.
func TestF47TheEndNamesTiles(t *testing.T) {
	t.Parallel()
	story.TellFish(t, func(s *story.Story, _ discordsim.UserID) {
		s.Slash(s.Ann, "/fish start players:3"+story.Small)
		s.Click(s.Bob, s.Board(), "Join")
		s.Click(s.Cid, s.Board(), "Join")
		rec := s.PlayOut()
		for seat, p := range rec.Players {
			o := rec.Outcome
			s.Sees(s.Board(), fmt.Sprintf("%d. %s · %d fish · %d tile", o.Place[seat], p.Name, o.Score[seat],
				o.Tiebreak[seat]))
		}
	})
}

// P21: the last picture of a replay marks no player to move, and says how the match ended.
func TestP21TheReplayEnds(t *testing.T) {
	t.Parallel()
	for _, end := range []string{"resigned", "time"} {
		t.Run(end, func(t *testing.T) {
			var frames []scene.Scene
			story.Tell(t, func(s *story.Story) {
				s.Begin("/halatafl challenge user:@Bob side:sheep time:1 day a move")
				s.Turn()
				if end == "time" {
					s.Wait(9 * 24 * time.Hour)
				} else {
					s.SayYes(s.Bob, "/resign")
				}
				s.Click(s.Eve, s.Board(), "Film")
				if len(frames) != 2 {
					t.Fatalf("the replay has %d pictures, want the start and a move", len(frames))
				}
				toMove := func(f scene.Scene) bool {
					return slices.ContainsFunc(f.Sides, func(s scene.Side) bool { return s.ToMove })
				}
				if first, last := frames[0], frames[1]; !toMove(first) || first.Result != "" || toMove(last) ||
					!strings.Contains(last.Result, "win") {
					t.Errorf("somebody is to move: %t at first and %t at last; the results are %q and %q",
						toMove(first), toMove(last), first.Result, last.Result)
				}
			}, func(c *bot.Config) {
				c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
			})
		})
	}
}

// P94: the loser of a bracket game is told once about being out. Only the tournament tells the
// finalists how it has ended, whichever player made the last move and in whatever way they are
// told.
func TestP94OutOfATournamentIsToldOnce(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message"} {
		t.Run(way, func(t *testing.T) {
			story.TellFish(t, func(s *story.Story, dan discordsim.UserID) {
				tells := regexp.MustCompile(`won \d|is over|out of`)
				told := map[discordsim.UserID][]string{}
				s.Sim.Subscribe("", func(e discordsim.Event) {
					if e.Type == discordsim.EventNotification && tells.MatchString(e.Message.Text()) {
						told[e.For] = append(told[e.For], e.Message.Text())
					}
				})
				all := []discordsim.UserID{s.Ann, s.Bob, s.Cid, dan}
				for _, u := range all {
					s.Slash(u, "/settings general notify:"+way)
				}
				s.Slash(s.Ann, "/tournament create game:kalah format:bracket players:4 options:holes=4 beans=3")
				for _, u := range all {
					s.Slash(u, "/tournament join")
				}
				s.Wait(time.Minute)
				byOther := 0
				for n, id := range []match.ID{s.Running()[0].ID, s.Running()[1].ID} {
					rec := lastMoves(s, id, n == 0)
					loser := games.Seat(1)
					if rec.Outcome.Winners().Has(1) {
						loser = 0
					}
					if rec.LastSeat != loser {
						byOther++
					}
					got := told[discordsim.UserID(rec.Players[loser].User)]
					if len(got) != 1 || !strings.Contains(got[0], "You're out of") {
						t.Errorf("who has lost was told %q, want once, that they are out", got)
					}
				}
				if byOther == 0 {
					t.Error("nobody lost by the other's move: this shows little")
				}
				clear(told)
				final := lastMoves(s, s.Running()[0].ID, true)
				for seat, p := range final.Players {
					want := map[bool]string{
						true:  "and you have won",
						false: "in place 2",
					}[final.Outcome.Winners().Has(games.Seat(seat))]
					if got := told[discordsim.UserID(p.User)]; len(got) != 1 || !strings.Contains(got[0], want) {
						t.Errorf("a player of the final was told %q, want once, %q", got, want)
					}
				}
			})
		})
	}
}

// lastMoves plays a match to its end with the first legal moves or the last ones.
func lastMoves(s *story.Story, id match.ID, first bool) match.Record {
	s.Helper()
	for range 100 {
		rec, err := s.Store.Record(s.Context(), id)
		if err != nil {
			s.Fatal(err)
		}
		if rec.Status != match.Running {
			s.Wait(time.Minute)
			return rec
		}
		g := story.GameOf(rec)
		pos, err := g.Parse(rec.Position)
		if err != nil {
			s.Fatal(err)
		}
		for seat := range rec.Waiting.All() {
			list := slices.Collect(pos.View(seat).Legal())
			move := list[len(list)-1]
			if first {
				move = list[0]
			}
			s.Slash(discordsim.UserID(rec.Players[seat].User), "/kalah move move:"+move+" game:"+string(id))
			break
		}
	}
	s.Fatal("the match does not end")
	return match.Record{}
}

// P96: a private board that the bot sends or edits without a request also links to another waiting
// match.
func TestP96NextOnPrivateBoards(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const next = "My next match"
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/stratego challenge user:@Bob army:barrage first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Confirm(s.Bob)
		s.Confirm(s.Ann)
		s.Wait(time.Minute)
		if got := s.NewestDM(s.Ann).Labels(); !slices.Contains(got, next) {
			t.Errorf("Ann's private board has %v, want %q, for her move in Kalah is waited for", got, next)
		}
		if got := s.NewestDM(s.Bob).Labels(); slices.Contains(got, next) {
			t.Errorf("Bob's private board has %v, but nothing waits for him", got)
		}
		s.Private(s.Click(s.Ann, s.NewestDM(s.Ann), next), "Kalah")
		s.Sees(s.NewestDM(s.Ann), "Stratego")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}
