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
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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

// P94: who loses a game of a bracket is told once that they are out, and who plays the final how the tournament has ended, by the tournament and not of the
// result besides, whoever made the last move and whichever way they are told.
func TestP94OutOfATournamentIsToldOnce(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message"} {
		t.Run(way, func(t *testing.T) {
			tellFish(t, func(s *story, dan discordsim.UserID) {
				tells := regexp.MustCompile(`won \d|is over|out of`)
				told := map[discordsim.UserID][]string{}
				s.sim.Subscribe("", func(e discordsim.Event) {
					if e.Type == discordsim.EventNotification && tells.MatchString(e.Message.Text()) {
						told[e.For] = append(told[e.For], e.Message.Text())
					}
				})
				all := []discordsim.UserID{s.ann, s.bob, s.cid, dan}
				for _, u := range all {
					s.slash(u, "/settings notify:"+way)
				}
				s.slash(s.ann, "/tournament create game:kalah format:bracket players:4 options:holes=4 beans=3")
				for _, u := range all {
					s.slash(u, "/tournament join")
				}
				s.wait(time.Minute)
				byOther := 0
				for n, id := range []match.ID{s.running()[0].ID, s.running()[1].ID} {
					rec := s.lastMoves(id, n == 0)
					loser := games.Seat(1)
					if rec.Outcome.Winners().Has(1) {
						loser = 0
					}
					if rec.LastSeat != loser {
						byOther++
					}
					got := told[discordsim.UserID(rec.Players[loser].User)]
					if len(got) != 1 || !strings.Contains(got[0], "You are out of") {
						t.Errorf("who has lost was told %q, want once, that they are out", got)
					}
				}
				if byOther == 0 {
					t.Error("nobody lost by the other's move: this shows little")
				}
				clear(told)
				final := s.lastMoves(s.running()[0].ID, true)
				for seat, p := range final.Players {
					want := map[bool]string{true: "and you have won", false: "in place 2"}[final.Outcome.Winners().Has(games.Seat(seat))]
					if got := told[discordsim.UserID(p.User)]; len(got) != 1 || !strings.Contains(got[0], want) {
						t.Errorf("a player of the final was told %q, want once, %q", got, want)
					}
				}
			})
		})
	}
}

// lastMoves plays a match to its end, by the first legal moves or the last ones.
func (s *story) lastMoves(id match.ID, first bool) match.Record {
	s.Helper()
	for range 100 {
		rec, err := s.store.Record(s.Context(), id)
		if err != nil {
			s.Fatal(err)
		}
		if rec.Status != match.Running {
			s.wait(time.Minute)
			return rec
		}
		g := gameOf(rec)
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
			s.slash(discordsim.UserID(rec.Players[seat].User), "/kalah move move:"+move+" game:"+string(id))
			break
		}
	}
	s.Fatal("the match does not end")
	return match.Record{}
}

// P96: a private board that the bot sends or edits by itself leads on to another match that waits, too.
func TestP96NextOnPrivateBoards(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const next = "My next match"
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.wait(time.Hour)
		s.slash(s.ann, "/stratego challenge user:@Bob army:barrage first:me")
		s.click(s.bob, s.board(), "Accept")
		s.confirm(s.bob)
		s.confirm(s.ann)
		s.wait(time.Minute)
		if got := s.newestDM(s.ann).Labels(); !slices.Contains(got, next) {
			t.Errorf("Ann's private board has %v, want %q, for her move in Kalah is waited for", got, next)
		}
		if got := s.newestDM(s.bob).Labels(); slices.Contains(got, next) {
			t.Errorf("Bob's private board has %v, but nothing waits for him", got)
		}
		s.private(s.click(s.ann, s.newestDM(s.ann), next), "Kalah")
		s.sees(s.newestDM(s.ann), "Stratego")
	}, func(c *bot.Config) { c.Games = catalog.Games() })
}

// gameOf is the game of a match.
func gameOf(rec match.Record) *games.Game {
	list := catalog.Games()
	return list[slices.IndexFunc(list, func(g *games.Game) bool { return g.ID == rec.Game })]
}
