package bot_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/games/scene"
)

// nobodySays fails the story if a message of the hall has one of the texts.
func (s *story) nobodySays(texts ...string) {
	s.Helper()
	for _, m := range s.sim.Messages(s.hall, s.eve) {
		for _, text := range texts {
			if strings.Contains(m.Text(), text) {
				s.Errorf("a message still says %q:\n%s", text, m.Text())
			}
		}
	}
}

// P43: what is over asks nothing any more: a challenge that was answered, declined, revoked or has expired, and boards of turns that were played, also where
// Discord refuses to have them edited.
func TestP43NothingGoesOnAsking(t *testing.T) {
	const asks = "do you accept?"
	ends := map[string]func(s *story){
		"accepted": func(s *story) { s.click(s.bob, s.board(), "Accept") },
		"declined": func(s *story) { s.click(s.bob, s.board(), "Decline") },
		"revoked":  func(s *story) { s.click(s.ann, s.board(), "Revoke") },
		"expired":  func(s *story) { s.wait(8 * 24 * time.Hour) },
	}
	for name, end := range ends {
		for _, refused := range []int{0, 3} {
			t.Run(name, func(t *testing.T) {
				tell(t, func(s *story) {
					s.waste = refused > 0
					s.slash(s.ann, "/kalah challenge user:@Bob first:me")
					s.sees(s.board(), asks)
					if refused > 0 {
						s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}", Times: refused, Status: 429, Code: 30046, RetryAfter: time.Hour})
					}
					end(s)
					s.wait(time.Minute)
					s.nobodySays(asks)
				})
			})
		}
	}
	t.Run("a turn", func(t *testing.T) {
		tell(t, func(s *story) {
			s.waste = true
			s.begin("/kalah challenge user:@Bob first:me")
			s.wait(3 * time.Hour)
			s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}", Times: 3, Status: 429, Code: 30046, RetryAfter: time.Hour})
			s.slash(s.ann, "/kalah move move:2")
			s.wait(time.Minute)
			s.nobodySays("<@" + string(s.ann) + ">, it's your turn")
			s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		})
	})
	t.Run("an edit fails in passing", func(t *testing.T) {
		tell(t, func(s *story) {
			s.waste = true
			s.slash(s.ann, "/kalah challenge user:@Bob first:me")
			s.wait(3 * time.Hour)
			s.sim.Inject(discordsim.Fault{Method: "PATCH", Route: "/channels/{channel_id}/messages/{message_id}", Times: 1, Status: 502})
			s.click(s.bob, s.board(), "Accept")
			s.wait(time.Minute)
			s.nobodySays(asks)
		})
	})
}

// F47: the end of a match names for everybody all that has decided it, the tiles too.
func TestF47TheEndNamesTiles(t *testing.T) {
	tellFish(t, func(s *story, _ discordsim.UserID) {
		s.slash(s.ann, "/fish start players:3"+small)
		s.click(s.bob, s.board(), "Join")
		s.click(s.cid, s.board(), "Join")
		rec := s.playOut()
		for seat, p := range rec.Players {
			o := rec.Outcome
			s.sees(s.board(), fmt.Sprintf("%d. %s · %d fish · %d tile", o.Place[seat], p.Name, o.Score[seat], o.Tiebreak[seat]))
		}
	})
}

// P21: on the last picture of a replay nobody is to move, and it says how the match ended.
func TestP21TheReplayEnds(t *testing.T) {
	for _, end := range []string{"resigned", "time"} {
		t.Run(end, func(t *testing.T) {
			var frames []scene.Scene
			tell(t, func(s *story) {
				s.begin("/halatafl challenge user:@Bob side:sheep time:1 day a move")
				s.turn()
				if end == "time" {
					s.wait(9 * 24 * time.Hour)
				} else {
					s.sayYes(s.bob, "/halatafl resign")
				}
				s.click(s.eve, s.board(), "Replay")
				if len(frames) != 2 {
					t.Fatalf("the replay has %d pictures, want the start and a move", len(frames))
				}
				toMove := func(f scene.Scene) bool {
					return slices.ContainsFunc(f.Sides, func(s scene.Side) bool { return s.ToMove })
				}
				if first, last := frames[0], frames[1]; !toMove(first) || first.Result != "" || toMove(last) || !strings.Contains(last.Result, "win") {
					t.Errorf("somebody is to move: %t at first and %t at last; the results are %q and %q", toMove(first), toMove(last), first.Result, last.Result)
				}
			}, func(c *bot.Config) {
				c.Animate = func(list []scene.Scene) ([]byte, error) { frames = list; return json.Marshal(len(list)) }
			})
		})
	}
}
