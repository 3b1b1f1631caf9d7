package bot_test

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
	"paddock/games/match"
)

// ear is what people hear: all messages that have notified them, in the hall and in their direct messages.
type ear struct {
	s     *story
	known map[discordsim.MessageID]bool
}

func (s *story) listen() *ear {
	e := &ear{s, map[discordsim.MessageID]bool{}}
	e.news()
	return e
}

// news are the messages since the last call that have notified somebody.
func (e *ear) news() (rang []discordsim.Message) {
	s := e.s
	list := slices.Clone(s.sim.Messages(s.hall, s.eve))
	for _, who := range []discordsim.UserID{s.ann, s.bob, s.cid} {
		list = append(list, s.sim.Messages(s.sim.DM(who), who)...)
	}
	for _, m := range list {
		if !e.known[m.ID] && len(m.Notified) > 0 {
			rang = append(rang, m)
		}
		e.known[m.ID] = true
	}
	return rang
}

// hears fails the story unless since the last call exactly one message has notified a person, in the way they have chosen, and says the text; an empty
// text: none has.
func (e *ear) hears(what string, who discordsim.UserID, way, text string) {
	e.s.Helper()
	var to []discordsim.Message
	for _, m := range e.news() {
		if slices.Contains(m.Notified, who) {
			to = append(to, m)
		}
	}
	want := 1
	if text == "" || way == "not at all" {
		want = 0
	}
	if len(to) != want {
		var texts []string
		for _, m := range to {
			texts = append(texts, m.Text())
		}
		e.s.Errorf("%s: %d notifications, want %d:\n%s", what, len(to), want, strings.Join(texts, "\n--\n"))
		return
	}
	for _, m := range to {
		if here := m.ChannelID == e.s.hall; here != (way == "a mention at the board") {
			e.s.Errorf("%s: told in the channel: %t, by %s", what, here, way)
		}
		e.s.sees(m, text)
	}
}

// resigns gives up the only running match.
func (s *story) resigns(who discordsim.UserID) {
	s.Helper()
	s.click(who, s.slash(who, "/resign"), "Yes, I resign")
}

// P94, P28: each thing that happens reaches whom it concerns, once, by the way they chose, and nobody who has done it.
func TestP94EveryoneIsTold(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message", "not at all"} {
		t.Run(way, func(t *testing.T) {
			tell(t, func(s *story) {
				s.slash(s.ann, "/settings notify:"+way)
				s.wait(time.Minute)
				e := s.listen()
				told := func(what, text string) {
					t.Helper()
					s.wait(time.Minute)
					e.hears(what, s.ann, way, text)
				}
				challenge := func(options string) {
					t.Helper()
					s.slash(s.ann, "/kalah challenge user:@Bob "+options)
					told("her own challenge", "")
				}

				challenge("")
				s.click(s.bob, s.board(), "Decline")
				told("declined", "The challenge was declined")
				challenge("")
				s.wait(8 * 24 * time.Hour)
				told("expired", "The challenge has expired")

				challenge("first:them")
				s.click(s.bob, s.board(), "Accept")
				told("accepted", "has begun, and Bob is to move")
				s.slash(s.bob, "/draw")
				told("a draw is offered", "Bob offers a draw")
				s.click(s.ann, s.board(), "No draw")
				told("she declines", "")
				s.slash(s.ann, "/draw")
				told("she offers a draw", "")
				s.click(s.bob, s.board(), "No draw")
				told("a draw is declined", "The draw is declined")

				s.wait(time.Hour)
				s.click(s.bob, s.board(), "1 (4)")
				told("her turn", "your turn")
				s.wait(time.Hour)
				s.slash(s.bob, "/takeback")
				told("a takeback is asked for", "Bob asks to take the last move back")
				s.click(s.ann, s.board(), "No, it stands")
				told("she refuses", "")
				s.click(s.ann, s.board(), "1 (4)")
				told("her own move", "")
				s.wait(time.Hour)
				s.slash(s.ann, "/takeback")
				s.click(s.bob, s.board(), "No, it stands")
				told("her takeback is refused", "The move stands")
				s.slash(s.ann, "/takeback")
				s.click(s.bob, s.board(), "Let them take it back")
				told("her takeback is agreed to", "taken back")

				s.resigns(s.bob)
				told("the result", "Bob has resigned")
			})
		})
	}
}

// P94, P28: results and what follows them, likewise.
func TestP94ResultsAreTold(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message", "not at all"} {
		t.Run(way, func(t *testing.T) {
			tell(t, func(s *story) {
				s.slash(s.ann, "/settings notify:"+way)
				s.wait(time.Minute)
				e := s.listen()
				told := func(what, text string) {
					t.Helper()
					s.wait(time.Minute)
					e.hears(what, s.ann, way, text)
				}
				begin := func(options string) {
					t.Helper()
					s.begin("/kalah challenge user:@Bob first:them " + options)
					told("the beginning", "has begun")
				}
				result := func(words string) string { // a board tells the words itself
					if way == "a mention at the board" {
						return "over"
					}
					return words
				}

				begin("")
				s.wait(time.Hour)
				s.resigns(s.bob)
				told("Bob resigns", result("Bob has resigned"))
				s.click(s.bob, s.board(), "Rematch")
				told("a rematch is offered", "Bob would like a rematch")
				s.click(s.ann, s.board(), "Rematch")
				s.wait(time.Minute)
				e.news()
				s.wait(time.Hour)
				s.resigns(s.ann)
				told("she resigns", "")

				begin("time:1 day a move timeout:the opponent may claim the win, or wait on")
				s.wait(25 * time.Hour)
				told("she may claim", "may claim the win")
				s.click(s.ann, s.board(), "Claim the win")
				told("she claims", "")

				begin("time:1 hour a move")
				s.wait(5 * 24 * time.Hour)
				told("Bob is out of time", result("time is up"))
			})
		})
	}
}

// P94: the bot is stopped at some moment after an offer was made; after the next start whoever it is for has been told once.
func TestP94RestartsTellOnce(t *testing.T) {
	t.Parallel()
	offers := 0
	for after := range 5 {
		tell(t, func(s *story) {
			s.slash(s.bob, "/settings notify:a direct message")
			s.begin("/kalah challenge user:@Bob first:me")
			s.wait(time.Minute)
			e := s.listen()
			s.sim.As(s.ann).In(s.hall).Slash("/draw")
			time.Sleep(time.Duration(after) * 50 * time.Millisecond)
			s.restart(time.Second)
			s.wait(time.Minute)
			r := s.only()
			if r.DrawOffer == nil { // the bot ended before it heard of it
				return
			}
			offers++
			e.hears("a draw is offered", s.bob, "a direct message", "Ann offers a draw")
			if len(r.Notices) > 0 {
				t.Errorf("still to be told: %v", r.Notices)
			}
		})
	}
	if offers == 0 {
		t.Error("no offer was ever made")
	}
}

// deaf is a store that fails to note that people were told, some times: as if the process had died between telling them and noting it.
type deaf struct {
	match.Store
	fails *atomic.Int32
}

func (d deaf) SetTold(ctx context.Context, id match.ID, told []match.Notice) error {
	if d.fails.Add(-1) >= 0 {
		return errors.New("no luck")
	}
	return d.Store.SetTold(ctx, id, told)
}

// P94: between a message and the note that it was sent anything may happen: it is sent again, and seen once.
func TestP94ToldAndNotNoted(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message"} {
		t.Run(way, func(t *testing.T) {
			var fails atomic.Int32
			tell(t, func(s *story) {
				s.slash(s.bob, "/settings notify:"+way)
				s.begin("/kalah challenge user:@Bob first:me")
				s.wait(time.Minute)
				e := s.listen()
				fails.Store(2)
				s.slash(s.ann, "/draw")
				s.wait(3 * time.Minute)
				e.hears("a draw is offered", s.bob, way, "Ann offers a draw")
				fails.Store(1)
				s.wait(time.Hour)
				s.resigns(s.ann)
				s.wait(3 * time.Minute)
				e.hears("the result", s.bob, way, map[bool]string{true: "is over", false: "Ann has resigned"}[way == "a mention at the board"])
				if r := s.only(); len(r.Notices) > 0 || fails.Load() >= 0 {
					t.Errorf("still to be told: %v; %d failures are left", r.Notices, fails.Load())
				}
			}, func(c *bot.Config) { c.Store = deaf{c.Store, &fails} })
		})
	}
}

// P94, P75: who can't be reached in their way is told in the other one.
func TestP94OtherWays(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.slash(s.bob, "/settings notify:a direct message")
		s.begin("/kalah challenge user:@Bob first:me")
		s.wait(time.Minute)
		s.sim.CloseDMs(s.bob)
		e := s.listen()
		s.slash(s.ann, "/draw")
		s.wait(time.Minute)
		e.hears("a draw is offered", s.bob, "a mention at the board", "Ann offers a draw")
	})
}

// P94, P27: the steps of a tournament reach each player once.
func TestP94Tournaments(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"a mention at the board", "a direct message", "not at all"} {
		t.Run(way, func(t *testing.T) {
			tellTournament(t, func(s *story) {
				for _, who := range []discordsim.UserID{s.ann, s.bob} {
					s.slash(who, "/settings notify:"+way)
				}
				s.slash(s.ann, "/tournament create game:Kalah format:knockout name:Cup")
				board := s.about("Cup")
				s.click(s.ann, board, "Join")
				s.click(s.bob, board, "Join")
				s.wait(time.Minute)
				e := s.listen()
				s.click(s.ann, s.about("Cup"), "Start now")
				s.wait(time.Minute)
				r := s.only()
				second := discordsim.UserID(r.Players[1].User)
				if r.Waiting.Has(1) {
					second = discordsim.UserID(r.Players[0].User)
				}
				e.hears("the next opponent", second, way, "you now play against")
				s.wait(time.Hour)
				e.news()
				s.resigns(second)
				s.wait(time.Minute)
				heard := e.news()
				for who, text := range map[discordsim.UserID]string{second: "", s.ann: "have won", s.bob: "have won"} {
					n := 0
					for _, m := range heard {
						if slices.Contains(m.Notified, who) && strings.Contains(m.Text(), "is over, and you") {
							n++
							if who == second {
								text = "in place 2"
							}
							s.sees(m, text)
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
