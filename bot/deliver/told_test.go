package deliver_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/story"
	"paddock/games/match"
)

// P94, P28: each person concerned is told of an event once, in the way they chose. Its author is
// not told.
func TestP94EveryoneIsTold(t *testing.T) {
	t.Parallel()
	tellInEachWay(t, func(s *story.Story, way string, e *story.Ear, told func(what, text string)) {
		challenge := func(options string) {
			t.Helper()
			s.Slash(s.Ann, "/kalah challenge user:@Bob "+options)
			told("her own challenge", "")
		}

		challenge("")
		s.Click(s.Bob, s.Board(), "Decline")
		told("declined", "<@"+string(s.Bob)+"> has declined your challenge")
		challenge("")
		s.Wait(8 * 24 * time.Hour)
		told("expired", "The challenge has expired")

		challenge("first:them")
		s.Click(s.Bob, s.Board(), "Accept")
		told("accepted", "match has begun")
		s.Slash(s.Bob, "/draw")
		told("a draw is offered", "Bob offers a draw")
		s.Click(s.Ann, s.Board(), "No draw")
		told("she declines", "")
		s.Slash(s.Ann, "/draw")
		told("she offers a draw", "")
		s.Click(s.Bob, s.Board(), "No draw")
		told("a draw is declined", "No draw this time")

		s.Wait(time.Hour)
		s.Click(s.Bob, s.Board(), "1 (4)")
		told("her turn", "your turn")
		s.Wait(time.Hour)
		s.Slash(s.Bob, "/takeback")
		told("a takeback is asked for", "Bob would like to take the last move back")
		s.Click(s.Ann, s.Board(), "No, it stands")
		told("she refuses", "")
		s.Click(s.Ann, s.Board(), "1 (4)")
		told("her own move", "")
		s.Wait(time.Hour)
		s.Slash(s.Ann, "/takeback")
		s.Click(s.Bob, s.Board(), "No, it stands")
		told("her takeback is refused", "The move stands")
		s.Slash(s.Ann, "/takeback")
		s.Click(s.Bob, s.Board(), "Let them take it back")
		told("her takeback is agreed to", "taken back")

		s.Resigns(s.Bob)
		told("the result", "Bob has resigned")
	})
}

// tellInEachWay runs a story for each way in which Ann can choose to be notified. The story calls
// the function told after an event, with the text of the message that Ann should get within a
// minute.
func tellInEachWay(t *testing.T, what func(s *story.Story, way string, e *story.Ear, told func(what, text string))) {
	t.Helper()
	for _, way := range []string{"a mention at the board", "a direct message", "not at all"} {
		t.Run(way, func(t *testing.T) {
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Ann, "/settings general notify:"+way)
				s.Wait(time.Minute)
				e := s.Listen()
				what(s, way, e, func(what, text string) {
					t.Helper()
					s.Wait(time.Minute)
					e.Hears(what, s.Ann, way, text)
				})
			})
		})
	}
}

// P94, P28: a player is told of results and of what follows from them, in the way that the player
// has chosen.
func TestP94ResultsAreTold(t *testing.T) {
	t.Parallel()
	tellInEachWay(t, func(s *story.Story, way string, e *story.Ear, told func(what, text string)) {
		begin := func(options string) {
			t.Helper()
			s.Begin("/kalah challenge user:@Bob first:them " + options)
			told("the beginning", "has begun")
		}
		result := func(words string) string { // what the message must say; the board says the rest
			if way == "a mention at the board" {
				return "over"
			}
			return words
		}

		begin("")
		s.Wait(time.Hour)
		s.Resigns(s.Bob)
		told("Bob resigns", result("Bob has resigned"))
		s.Click(s.Bob, s.Board(), "Rematch")
		told("a rematch is offered", "Bob would like a rematch")
		s.Click(s.Ann, s.Board(), "Rematch")
		s.Wait(time.Minute)
		e.News()
		s.Wait(time.Hour)
		s.Resigns(s.Ann)
		told("she resigns", "")

		begin("time:6 hours a move timeout:the opponent may claim the win or wait")
		s.Wait(7 * time.Hour)
		told("she may claim", "may claim the win")
		s.Click(s.Ann, s.Board(), "Claim the win")
		told("she claims", "")

		begin("time:1 hour a move")
		s.Wait(5 * 24 * time.Hour)
		told("Bob is out of time", result("ran out of time"))
	})
}

// P94: the bot stops at some moment after an offer. After the next start the recipient of the offer
// has been told once.
func TestP94RestartsTellOnce(t *testing.T) {
	t.Parallel()
	offers := 0
	for after := range 5 {
		story.Tell(t, func(s *story.Story) {
			s.Slash(s.Bob, "/settings general notify:a direct message")
			s.Begin("/kalah challenge user:@Bob first:me")
			s.Wait(time.Minute)
			e := s.Listen()
			s.Sim.As(s.Ann).In(s.Hall).Slash("/draw")
			time.Sleep(time.Duration(after) * 50 * time.Millisecond)
			s.Restart(time.Second)
			s.Wait(time.Minute)
			r := s.Only()
			if r.DrawOffer == nil { // the bot stopped before it received the offer
				return
			}
			offers++
			e.Hears("a draw is offered", s.Bob, "a direct message", "Ann offers a draw")
			if len(r.Notices) > 0 {
				t.Errorf("still to be told: %v", r.Notices)
			}
		})
	}
	if offers == 0 {
		t.Error("no offer was ever made")
	}
}

// deaf is a store that fails a few times to record that people were told, as if the process had
// died after it told them.
type deaf struct {
	bot.Store
	fails *atomic.Int32
}

func (d deaf) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	if d.fails.Add(-1) >= 0 {
		return errors.New("no luck")
	}
	return d.Store.SetTold(ctx, id, told)
}

// P94: after a crash between a message and its record, the message is sent again with the same
// nonce. People see it once.
func TestP94ToldAndNotNoted(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message"} {
		t.Run(way, func(t *testing.T) {
			var fails atomic.Int32
			story.Tell(t, func(s *story.Story) {
				s.Slash(s.Bob, "/settings general notify:"+way)
				s.Begin("/kalah challenge user:@Bob first:me")
				s.Wait(time.Minute)
				e := s.Listen()
				fails.Store(2)
				s.Slash(s.Ann, "/draw")
				s.Wait(3 * time.Minute)
				e.Hears("a draw is offered", s.Bob, way, "Ann offers a draw")
				fails.Store(1)
				s.Wait(time.Hour)
				s.Resigns(s.Ann)
				s.Wait(3 * time.Minute)
				e.Hears("the result", s.Bob, way,
					map[bool]string{true: "is over", false: "Ann has resigned"}[way == "a mention at the board"])
				if r := s.Only(); len(r.Notices) > 0 || fails.Load() >= 0 {
					t.Errorf("still to be told: %v; %d failures are left", r.Notices, fails.Load())
				}
			}, func(c *bot.Config) { c.Store = deaf{c.Store, &fails} })
		})
	}
}

// P94, P75: a user whose chosen way of being called fails is told in the other way.
func TestP94OtherWays(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Bob, "/settings general notify:a direct message")
		s.Begin("/kalah challenge user:@Bob first:me")
		s.Wait(time.Minute)
		s.Sim.CloseDMs(s.Bob)
		e := s.Listen()
		s.Slash(s.Ann, "/draw")
		s.Wait(time.Minute)
		e.Hears("a draw is offered", s.Bob, "a mention at the board", "Ann offers a draw")
	})
}

// P94, P27: the steps of a tournament reach each player once.
func TestP94Tournaments(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message", "not at all"} {
		t.Run(way, func(t *testing.T) {
			story.TellTournament(t, func(s *story.Story) {
				for _, who := range []discordsim.UserID{s.Ann, s.Bob} {
					s.Slash(who, "/settings general notify:"+way)
				}
				s.Slash(s.Ann, "/tournament create game:Kalah format:knockout name:Cup")
				board := s.About("Cup")
				s.Click(s.Ann, board, "Join")
				s.Click(s.Bob, board, "Join")
				s.Wait(time.Minute)
				e := s.Listen()
				s.Click(s.Ann, s.About("Cup"), "Start now")
				s.Wait(time.Minute)
				r := s.Only()
				second := discordsim.UserID(r.Players[1].User)
				if r.Waiting.Has(1) {
					second = discordsim.UserID(r.Players[0].User)
				}
				e.Hears("the next opponent", second, way, "you now play against")
				s.Wait(time.Hour)
				e.News()
				s.Resigns(second)
				s.Wait(time.Minute)
				heard := e.News()
				for who, text := range map[discordsim.UserID]string{second: "", s.Ann: "have won", s.Bob: "have won"} {
					n := 0
					for _, m := range heard {
						if slices.Contains(m.Notified, who) && strings.Contains(m.Text(), "is over, and you") {
							n++
							if who == second {
								text = "in place 2"
							}
							s.Sees(m, text)
						}
					}
					if want := map[bool]int{true: 0, false: 1}[way == "not at all"]; n != want {
						t.Errorf("%s was told of the end %d times, want %d", who, n, want)
					}
				}
			})
		})
	}
}
