package deliver_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/schema"
	"paddock/bot/story"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// P70, P9: the bot was away for three days while the clocks of over a hundred matches ran out.
// Nobody has lost, each clock gets the outage back, and Discord is not flooded.
func TestHundredsOfOverdueClocks(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		const many = 120
		s.Waste = true // whether an old message can still be edited is found out by requests, which are refused
		s.Halt()
		started := time.Now()
		halls := []discordsim.ChannelID{
			s.Hall, s.Sim.AddChannel(s.Club, "attic"), s.Sim.AddChannel(s.Club, "cellar"),
			s.Sim.AddChannel(s.Club, "barn"),
		}
		store, err := storage.Open(s.Path)
		if err != nil {
			t.Fatal(err)
		}
		service := service.New(service.Config{Store: store, Games: story.Catalogue, Now: time.Now, Rand: rand.Reader})
		for i := range many {
			ann, bob := s.Sim.AddUser(fmt.Sprint("A", i)), s.Sim.AddUser(fmt.Sprint("B", i))
			_, err := service.Tables.Propose(s.Context(), match.Proposal{
				Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, PerMove: 24 * time.Hour,
				By:    match.Player{User: match.UserID(ann), Name: "A"},
				With:  []match.Player{{User: match.UserID(ann), Name: "A"}, {User: match.UserID(bob), Name: "B"}},
				Place: match.Place{Guild: match.GuildID(s.Club), Channel: match.ChannelID(halls[i%len(halls)])},
				Cause: match.Cause(fmt.Sprint("c", i)),
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		s.Start()
		s.Wait(15 * time.Minute) // all boards are posted
		s.Sim.ForgetCalls()
		s.Restart(3 * 24 * time.Hour)
		s.Wait(2 * time.Hour)
		running := 0
		for _, hall := range halls {
			list, err := s.Store.ByChannel(s.Context(), match.ChannelID(hall))
			if err != nil {
				t.Fatal(err)
			}
			for _, rec := range list {
				running++
				left := time.Until(rec.Clock.Deadline)
				if given := rec.Clock.Deadline.Sub(started); rec.Status != match.Running || left < 20*time.Hour ||
					given > 5*24*time.Hour {
					t.Errorf("match %s is %s with %v left, want about a day", rec.ID, rec.Status, left)
				}
				if rec.Shown.Head != rec.Head {
					t.Errorf("match %s: head %d, shown %d", rec.ID, rec.Head, rec.Shown.Head)
				}
			}
		}
		if running != many {
			t.Errorf("%d matches go on, want all %d", running, many)
		}
		if n := len(s.Sim.Calls()); n > 5*many {
			t.Errorf("%d requests for %d matches after an outage", n, many)
		}
		if n := len(s.Sim.Refusals()); n > 2*many {
			t.Errorf("%d of them were refused", n)
		}
	})
}

// P72: a thread that is deleted parks its match, as a channel does. Matches in other threads of its
// parent continue.
func TestDeletedThread(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		hall := s.Hall
		s.Begin("/kalah challenge user:@Bob first:me")
		above := s.Only().ID
		s.Hall = s.Sim.AddThread(hall, "corner", s.Ann)
		s.Begin("/kalah challenge user:@Bob first:me")
		below := s.Only().ID
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(time.Hour)
		for id, parked := range map[match.ID]bool{above: false, below: true} {
			rec, err := s.Store.Record(s.Context(), id)
			if err != nil || (rec.Parked != nil) != parked {
				t.Errorf("match %s: parked %v, %v; want %v", id, rec.Parked, err, parked)
			}
		}
		s.Hall = hall
		s.Press(s.Ann, s.Board())
	})
}

// Discord's channels fail for an hour. Moves by command are acknowledged, with few requests to
// Discord. Afterwards the newest board is shown, with one notification of the player to move.
func TestChannelsFailForAnHour(t *testing.T) {
	t.Parallel()
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Wait(time.Hour)
		rings := 0
		s.Sim.Subscribe("", func(e discordsim.Event) {
			if e.Type == discordsim.EventNotification {
				rings++
			}
		})
		remove := s.Sim.Inject(discordsim.Fault{Route: "/channels/*", Times: -1, Status: 503})
		s.Sim.ForgetCalls()
		moves := 0
		for range 6 {
			s.Private(matchMoves(s), "You played")
			moves++
			s.Wait(10 * time.Minute)
		}
		if n := len(s.Sim.Refusals()); n > 200 {
			t.Errorf("%d requests failed in an hour, want a few for each try", n)
		}
		remove()
		s.Wait(15 * time.Minute)
		rec := s.Only()
		if rec.Moves != moves || rec.Shown.Head != rec.Head {
			t.Errorf("%d moves of %d, head %d, shown %d", rec.Moves, moves, rec.Head, rec.Shown.Head)
		}
		s.Mover(s.Board())
		if rings != 1 {
			t.Errorf("%d notifications after the outage, want one", rings)
		}
	})
}

// P84: for ten minutes Discord refuses every request to channels as too early, while a player moves
// every half minute. A refused board is tried again after the time that Discord named, one request
// at a time. Each move costs one more request, and starts no retries of its own.
func TestTenMinutesOfRefusals(t *testing.T) {
	t.Parallel()
	const wait, moves = 8 * time.Second, 20
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.Wait(time.Hour)
		s.Sim.ForgetCalls()
		remove := s.Sim.Inject(discordsim.Fault{
			Route: "/channels/*", Times: -1, Status: 429, RetryAfter: wait,
			Remaining: 3,
		})
		for range moves {
			s.Private(matchMoves(s), "You played")
			s.Wait(10 * time.Minute / moves)
		}
		n := len(s.Sim.Refusals())
		t.Logf("%d requests were refused in ten minutes, with %d moves", n, moves)
		if most := int(10*time.Minute/wait) + 2*moves; n > most {
			t.Errorf("%d requests were refused in ten minutes, want at most %d: one each %v and a few for each move", n,
				most, wait)
		}
		remove()
		s.Wait(time.Minute)
		if rec := s.Only(); rec.Moves != moves || rec.Shown.Head != rec.Head {
			t.Errorf("%d moves of %d, head %d, shown %d", rec.Moves, moves, rec.Head, rec.Shown.Head)
		}
	})
}

// P77, P87: a refused picture does not mean that the bot lacks the permission to attach files. If
// it has the permission, the next board has a picture again. The log names the error.
func TestAPictureIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		fault  discordsim.Fault
		denied bool
	}{
		{"an unknown code", discordsim.Fault{Status: 403, Code: 20999, Message: "odd"}, false},
		{"no code", discordsim.Fault{Status: 403, Message: "odd"}, false},
		{"a page of a proxy", discordsim.Fault{Status: 403, Body: "<html>odd</html>"}, false},
		{"a permission that is there", discordsim.Fault{Status: 403, Code: 50013, Message: "odd"}, false},
		// Discord gets the request late, after the permission was removed
		{"no permission", discordsim.Fault{Delay: 5 * time.Second}, true},
	} {
		for _, method := range []string{"POST", "PATCH"} {
			t.Run(c.name+" "+method, func(t *testing.T) {
				t.Parallel()
				story.Tell(t, func(s *story.Story) {
					s.Waste = true
					s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
					if method == "POST" {
						s.Wait(time.Hour) // the pause is long enough for the next board to be a new message
					} else {
						s.Slash(s.Ann, "/kalah move move:1") // a quick move, whose board edits this young message
					}
					before := len(s.Logged.String())
					f := c.fault
					f.Method, f.Route = method, story.PostRoute
					if method == "PATCH" {
						f.Route = story.EditRoute
					}
					s.Sim.Inject(f)
					matchMoves(s)
					if c.denied {
						s.Sim.Deny(s.Hall, discordsim.PermAttachFiles)
					}
					s.Wait(2 * time.Minute)
					refused := s.Logged.String()[before:]
					if passed := c.fault.Body != ""; !passed && !strings.Contains(refused, "odd") &&
						!strings.Contains(refused, "50013") {
						t.Errorf("the log does not name the error:\n%s", refused)
					}
					matchMoves(s)
					s.Wait(2 * time.Minute)
					if rec := s.Only(); rec.Shown.Head != rec.Head {
						t.Errorf("head %d, shown %d", rec.Head, rec.Shown.Head)
					}
					if pictures := len(s.Board().Pictures()); pictures == 0 != c.denied {
						t.Errorf("the board has %d pictures", pictures)
					}
					if attach := "no permission to attach files"; strings.Contains(s.Logged.String(),
						attach) != c.denied {
						t.Errorf("the log says %q: %t, want %t", attach, !c.denied, c.denied)
					}
				})
			})
		}
	}
}

// P15, P71, P72: a 404 about a board may mean the message or the channel. If the channel exists a
// new board is posted; otherwise the match is parked.
func TestABoardIsNotFound(t *testing.T) {
	t.Parallel()
	for _, gone := range []bool{false, true} {
		t.Run(fmt.Sprint("channel gone ", gone), func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
				s.Slash(s.Ann, "/kalah move move:1")
				old := s.Only().Shown.Message
				odd := discordsim.Fault{
					Method: "PATCH", Route: story.EditRoute, Times: -1, Status: 404, Code: 10999,
					Message: "Unknown",
				}
				s.Sim.Inject(odd)
				if gone {
					odd.Method, odd.Route = "GET", "/channels/{channel_id}"
					s.Sim.Inject(odd)
				}
				for range 2 {
					if m := matchMoves(s); strings.Contains(m.Text(), "mistake") ||
						strings.Contains(m.Text(), "moderator") {
						t.Error("a player reads:", m.Text())
					}
					s.Wait(5 * time.Second)
				}
				switch rec := s.Only(); {
				case gone && (rec.Parked == nil || rec.Parked.Why != match.CodeChannelGone):
					t.Errorf("the channel is gone, and the match rests for %v", rec.Parked)
				case !gone && (rec.Parked != nil || rec.Shown.Head != rec.Head || rec.Shown.Message == old):
					t.Errorf("parked %v, head %d, shown %d in %s, want it in another message than %s", rec.Parked,
						rec.Head, rec.Shown.Head, rec.Shown.Message, old)
				}
			})
		})
	}
}

// P57, P77: after a refusal with an unknown meaning players are told that their board will come,
// and it comes.
func TestABoardIsRefusedForAWhile(t *testing.T) {
	t.Parallel()
	for _, status := range []int{403, 404} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			story.Tell(t, func(s *story.Story) {
				s.Waste = true
				s.Begin("/kalah challenge user:@Bob first:me time:7 days a move")
				s.Wait(time.Hour)
				remove := s.Sim.Inject(discordsim.Fault{
					Method: "POST", Route: story.PostRoute, Times: -1,
					Status: status, Code: 10999, Message: "odd",
				})
				matchMoves(s)
				s.Wait(time.Minute)
				s.Private(matchMoves(s), "I'll try again")
				s.Wait(10 * time.Minute)
				if n := len(s.Sim.Refusals()); n > 20 {
					t.Errorf("%d requests were refused in ten minutes", n)
				}
				remove()
				s.Wait(20 * time.Minute)
				if rec := s.Only(); rec.Shown.Head != rec.Head {
					t.Errorf("head %d, shown %d: the board does not come by itself", rec.Head, rec.Shown.Head)
				}
			})
		})
	}
}

// matchMoves makes the first legal move for the player to move in the only match, and returns the
// answer.
func matchMoves(s *story.Story) discordsim.Message {
	s.Helper()
	rec := s.Only()
	who := s.Ann
	if rec.Waiting.Has(rec.SeatOf(match.UserID(s.Bob))) {
		who = s.Bob
	}
	i := s.Sim.As(who).In(s.Hall).Autocomplete("/kalah move move:", "move")
	s.Wait(0)
	return s.Slash(who, "/kalah move move:"+i.Choices()[0].Value.(string))
}

// P93: the disk is full for a day. Without storage no move is acknowledged and no ruling by the
// clock takes effect. When there is room again, the bot continues without help.
func TestDiskFullForADay(t *testing.T) {
	t.Parallel()
	full := &fullDisk{}
	story.Tell(t, func(s *story.Story) {
		s.Waste = true
		s.Begin("/kalah challenge user:@Bob first:me time:1 day a move")
		full.now.Store(true)
		s.Private(s.Click(s.Ann, s.Board(), "1 (4)"), "wasn't saved")
		s.Private(s.Slash(s.Ann, "/kalah move move:1"), "wasn't saved")
		before := len(s.Logged.String())
		s.Wait(36 * time.Hour)
		if lines := strings.Count(s.Logged.String()[before:], "\n"); lines > 36*60*3 {
			t.Errorf("%d lines were logged in 36 hours", lines)
		}
		full.now.Store(false)
		s.Wait(time.Hour)
		rec := s.Only()
		if rec.Status != match.Running || s.Moves(rec.ID) != 0 {
			t.Errorf("the match is %s after %d moves, want it running on a day of grace", rec.Status, s.Moves(rec.ID))
		}
		s.Press(s.Ann, s.Board())
		if s.Moves(rec.ID) != 1 {
			t.Error("no move can be made although there is room again")
		}
	}, func(c *bot.Config) {
		full.Store = c.Store
		c.Store = full
	})
}

// fullDisk is a store that can't write matches while it is full.
type fullDisk struct {
	bot.Store
	now atomic.Bool
}

func (d *fullDisk) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if d.now.Load() {
		return 0, syscall.ENOSPC
	}
	return d.Store.Append(ctx, r, e...)
}

// The test checks the test setup itself: a request body that breaks Discord's schema is noticed,
// whether or not Discord accepts the request.
func TestAnInvalidBodyIsNoticed(t *testing.T) {
	t.Parallel()
	counted := story.Oracle(t)
	// the test has a tally of its own, so that planted faults don't count in the report
	own := &schema.Tally{Schema: counted.Schema}
	synctest.Test(t, func(t *testing.T) {
		sim := discordsim.New(discordsim.Config{Validator: own})
		defer sim.Close()
		hall := sim.AddChannel(sim.AddGuild("Club", sim.AddUser("Ann")), "hall")
		dg, err := discordgo.New("Bot " + discordsim.DefaultToken)
		if err != nil {
			t.Fatal(err)
		}
		sim.Attach(dg)
		send := func(body string) {
			_, _ = dg.RequestRaw("POST", discordgo.EndpointChannelMessages(string(hall)), "application/json",
				[]byte(body), "planted", 0)
		}
		send(`{"content":"sound","embeds":[],"components":[]}`)
		if n := len(sim.Invalid()); n != 0 || own.Bodies.Load() != 1 || own.Invalid.Load() != 0 {
			t.Errorf("a sound body: %d in the journal, %d of %d counted", n, own.Invalid.Load(), own.Bodies.Load())
		}
		send(`{"content":"a button of a style that there is not","components":[{"type":1,"components":[{"type":2,"style":99,"label":"x","custom_id":"x"}]}]}`)
		if n := len(sim.Invalid()); n != 1 || own.Bodies.Load() != 2 || own.Invalid.Load() != 1 {
			t.Errorf("a planted body: %d in the journal, %d of %d counted; want it noticed", n, own.Invalid.Load(),
				own.Bodies.Load())
		}
	})
}
