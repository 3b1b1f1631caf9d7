package bot_test

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
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// P70, P9: the bot was away for three days while the clocks of over a hundred matches ran out: nobody has lost, each has the outage back, and Discord
// is not flooded.
func TestHundredsOfOverdueClocks(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		const many = 120
		s.waste = true // old messages can hardly be edited, which is found out
		s.halt()
		started := time.Now()
		halls := []discordsim.ChannelID{s.hall, s.sim.AddChannel(s.club, "attic"), s.sim.AddChannel(s.club, "cellar"), s.sim.AddChannel(s.club, "barn")}
		store, err := storage.Open(s.path)
		if err != nil {
			t.Fatal(err)
		}
		service := service.New(service.Config{Store: store, Games: catalogue, Now: time.Now, Rand: rand.Reader})
		for i := range many {
			ann, bob := s.sim.AddUser(fmt.Sprint("A", i)), s.sim.AddUser(fmt.Sprint("B", i))
			_, err := service.Tables.Propose(s.Context(), match.Proposal{
				Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: true, PerMove: 24 * time.Hour,
				By: match.Player{User: match.UserID(ann), Name: "A"}, With: []match.Player{{User: match.UserID(ann), Name: "A"}, {User: match.UserID(bob), Name: "B"}},
				Place: match.Place{Guild: match.GuildID(s.club), Channel: match.ChannelID(halls[i%len(halls)])}, Cause: match.Cause(fmt.Sprint("c", i)),
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		s.start()
		s.wait(15 * time.Minute) // all boards are posted
		s.sim.ForgetCalls()
		s.restart(3 * 24 * time.Hour)
		s.wait(2 * time.Hour)
		running := 0
		for _, hall := range halls {
			list, err := s.store.ByChannel(s.Context(), match.ChannelID(hall))
			if err != nil {
				t.Fatal(err)
			}
			for _, rec := range list {
				running++
				left := time.Until(rec.Clock.Deadline)
				if given := rec.Clock.Deadline.Sub(started); rec.Status != match.Running || left < 20*time.Hour || given > 5*24*time.Hour {
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
		if n := len(s.sim.Calls()); n > 5*many {
			t.Errorf("%d requests for %d matches after an outage", n, many)
		}
		if n := len(s.sim.Refusals()); n > 2*many {
			t.Errorf("%d of them were refused", n)
		}
	})
}

// P72: a thread that is deleted parks its match like a channel; the others in its parent go on.
func TestDeletedThread(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		hall := s.hall
		s.begin("/kalah challenge user:@Bob first:me")
		above := s.only().ID
		s.hall = s.sim.AddThread(hall, "corner", s.ann)
		s.begin("/kalah challenge user:@Bob first:me")
		below := s.only().ID
		s.sim.DeleteChannel(s.hall)
		s.wait(time.Hour)
		for id, parked := range map[match.ID]bool{above: false, below: true} {
			rec, err := s.store.Record(s.Context(), id)
			if err != nil || (rec.Parked != nil) != parked {
				t.Errorf("match %s: parked %v, %v; want %v", id, rec.Parked, err, parked)
			}
		}
		s.hall = hall
		s.press(s.ann, s.board())
	})
}

// Discord's channels fail for an hour: moves by command go on and are acknowledged, requests are few, and afterwards the newest board is shown, with
// one call to whoever's turn it is.
func TestChannelsFailForAnHour(t *testing.T) {
	t.Parallel()
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:7 days a move")
		s.wait(time.Hour)
		rings := 0
		s.sim.Subscribe("", func(e discordsim.Event) {
			if e.Type == discordsim.EventNotification {
				rings++
			}
		})
		remove := s.sim.Inject(discordsim.Fault{Route: "/channels/*", Times: -1, Status: 503})
		s.sim.ForgetCalls()
		moves := 0
		for range 6 {
			rec := s.only()
			who := s.ann
			if rec.Waiting.Has(rec.SeatOf(match.UserID(s.bob))) {
				who = s.bob
			}
			i := s.sim.As(who).In(s.hall).Autocomplete("/kalah move move:", "move")
			s.wait(0)
			s.private(s.slash(who, "/kalah move move:"+i.Choices()[0].Value.(string)), "You played")
			moves++
			s.wait(10 * time.Minute)
		}
		if n := len(s.sim.Refusals()); n > 200 {
			t.Errorf("%d requests failed in an hour, want a few for each try", n)
		}
		remove()
		s.wait(15 * time.Minute)
		rec := s.only()
		if rec.Moves != moves || rec.Shown.Head != rec.Head {
			t.Errorf("%d moves of %d, head %d, shown %d", rec.Moves, moves, rec.Head, rec.Shown.Head)
		}
		s.mover(s.board())
		if rings != 1 {
			t.Errorf("%d notifications after the outage, want one", rings)
		}
	})
}

// P93: the disk is full for a day. Nothing is acknowledged that is not stored, no clock rules without being stored, and when there is room again the
// bot goes on by itself.
func TestDiskFullForADay(t *testing.T) {
	t.Parallel()
	full := &fullDisk{}
	tell(t, func(s *story) {
		s.waste = true
		s.begin("/kalah challenge user:@Bob first:me time:1 day a move")
		full.now.Store(true)
		s.private(s.click(s.ann, s.board(), "1 (4)"), "not saved")
		s.private(s.slash(s.ann, "/kalah move move:1"), "not saved")
		before := len(s.log.String())
		s.wait(36 * time.Hour)
		if lines := strings.Count(s.log.String()[before:], "\n"); lines > 36*60*3 {
			t.Errorf("%d lines were logged in 36 hours", lines)
		}
		full.now.Store(false)
		s.wait(time.Hour)
		rec := s.only()
		if rec.Status != match.Running || s.moves(rec.ID) != 0 {
			t.Errorf("the match is %s after %d moves, want it running on a day of grace", rec.Status, s.moves(rec.ID))
		}
		s.press(s.ann, s.board())
		if s.moves(rec.ID) != 1 {
			t.Error("no move can be made although there is room again")
		}
	}, func(c *bot.Config) {
		full.Store = c.Store
		c.Store = full
	})
}

// fullDisk is a store that can't write matches as long as it is full, whoever tries.
type fullDisk struct {
	match.Store
	now atomic.Bool
}

func (d *fullDisk) Append(ctx context.Context, r match.Record, e ...match.Event) (match.Seq, error) {
	if d.now.Load() {
		return 0, syscall.ENOSPC
	}
	return d.Store.Append(ctx, r, e...)
}

// A test of the tests: a body that breaks Discord's schema is noticed, whatever else becomes of it.
func TestAnInvalidBodyIsNoticed(t *testing.T) {
	t.Parallel()
	counted := oracle(t)
	own := &schema.Tally{Schema: counted.Schema} // what is planted here does not count in the report
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
			_, _ = dg.RequestRaw("POST", discordgo.EndpointChannelMessages(string(hall)), "application/json", []byte(body), "planted", 0)
		}
		send(`{"content":"sound","embeds":[],"components":[]}`)
		if n := len(sim.Invalid()); n != 0 || own.Bodies.Load() != 1 || own.Invalid.Load() != 0 {
			t.Errorf("a sound body: %d in the journal, %d of %d counted", n, own.Invalid.Load(), own.Bodies.Load())
		}
		send(`{"content":"a button of a style that there is not","components":[{"type":1,"components":[{"type":2,"style":99,"label":"x","custom_id":"x"}]}]}`)
		if n := len(sim.Invalid()); n != 1 || own.Bodies.Load() != 2 || own.Invalid.Load() != 1 {
			t.Errorf("a planted body: %d in the journal, %d of %d counted; want it noticed", n, own.Invalid.Load(), own.Bodies.Load())
		}
	})
}
