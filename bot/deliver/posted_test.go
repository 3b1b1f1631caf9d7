package deliver_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot"
	"paddock/bot/discord"
	"paddock/bot/discordsim"
	"paddock/bot/discordsim/people"
	"paddock/bot/story"
)

// pipes is a listener with in-process connections, so that a story over HTTP can use a fake clock.
type pipes struct {
	incoming chan net.Conn
	closed   chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.incoming:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (*pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects to the listener.
func (p *pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.incoming <- there:
		return here, nil
	case <-p.closed:
		return nil, errors.New("connection refused")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// tellPosted runs a story whose bot takes interactions by HTTP.
func tellPosted(t *testing.T, what func(*story.Story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := story.NewStory(t, discordsim.Config{})
		key, err := discord.ParseKey(s.Sim.PublicKey())
		if err != nil {
			t.Fatal(err)
		}
		var here *pipes
		s.Change = func(c *bot.Config) {
			here = newPipes()
			c.Interactions = &bot.Interactions{Listener: here, Key: key}
		}
		client := &http.Client{Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
				return here.dial(ctx, network, addr)
			},
		}}
		s.Start()
		defer s.End()
		if err := s.Sim.SetEndpoint(t.Context(), "http://paddock.example"+discord.EndpointPath, client); err != nil {
			t.Fatal(err)
		}
		s.Wait(story.AMoment) // time to register the commands
		what(s)
		for _, err := range s.Sim.Undelivered() {
			if !s.Waste {
				s.Error(err)
			}
		}
	})
}

// Interactions that Discord posts by HTTP are answered like those of the gateway: commands,
// buttons, menus, forms and autocomplete. The bot does not connect to the gateway. Boards continue
// after a restart.
func TestPosted(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story.Story) {
		if s.Sim.Connected() {
			s.Error("the bot has opened a connection to the gateway, which it does not need")
		}
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Sees(s.Board(), "<@"+string(s.Ann)+">, it's your turn")
		typing := s.Sim.As(s.Ann).In(s.Hall).Autocomplete("/kalah move", "move")
		s.Wait(time.Second)
		if len(typing.Choices()) != 6 {
			s.Errorf("%d holes are suggested, want 6", len(typing.Choices()))
		}
		s.Slash(s.Ann, "/kalah move move:1")
		s.Sees(s.Board(), "<@"+string(s.Bob)+">, it's your turn")
		s.Restart(time.Minute)
		b := s.Board()
		s.Click(s.Bob, b, "1 (4)")
		if s.Moves(s.Only().ID) < 2 {
			s.Error("Bob's move after the restart was not made")
		}
	})
}

// A request that arrives twice is acknowledged twice and applied once.
func TestPostedTwice(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Waste = true // the second answer is refused, because an interaction has only one first answer
		s.Sim.TamperNext(1, people.Twice)
		s.Slash(s.Ann, "/kalah move move:1")
		if n := s.Moves(s.Only().ID); n != 1 {
			s.Errorf("%d moves were made by one interaction", n)
		}
		for _, err := range s.Sim.Undelivered() {
			s.Error("a request was not acknowledged:", err)
		}
	})
}

// A slow bot has the same three seconds as over the gateway. After 1.5 seconds it defers by
// callback, and its later answer arrives.
func TestPostedSlowly(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story.Story) {
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		remove := s.Sim.Inject(discordsim.Fault{
			Route: "/interactions/{interaction_id}/{interaction_token}/callback",
			Delay: 1200 * time.Millisecond, Status: 503, Times: 1,
		})
		i := s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah move move:1")
		s.Wait(4 * time.Second)
		remove()
		s.Waste = true
		if err := i.Err(); err != nil || !strings.Contains(i.Message().Text(), "You played") {
			s.Errorf("%v: %q; want the answer at the second try", err, i.Message().Text())
		}
		if n := s.Moves(s.Only().ID); n != 1 {
			s.Errorf("%d moves were made, want 1", n)
		}
	})
}

// While the bot is not running, each interaction is answered at once with a sentence about it, and
// nothing happens.
func TestPostedToNobody(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		s.Halt()
		i := s.Sim.As(s.Ann).In(s.Hall).Slash("/kalah move move:1")
		s.Wait(time.Second)
		if !errors.Is(i.Err(), discordsim.ErrNoAnswer) {
			s.Errorf("%v, want that the application did not respond", i.Err())
		}
		s.Start()
		if n := s.Moves(s.Only().ID); n != 0 {
			s.Errorf("%d moves were made by nobody", n)
		}
		s.Slash(s.Ann, "/kalah move move:1")
	})
}

// HTTP does not report a deleted channel: the match is parked when its board can't be shown there.
func TestPostedToALostChannel(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story.Story) {
		s.Waste = true
		s.Slash(s.Ann, "/kalah challenge user:@Bob first:me")
		s.Click(s.Bob, s.Board(), "Accept")
		m := s.Only()
		s.Sim.DeleteChannel(s.Hall)
		s.Wait(49 * time.Hour) // Ann's time runs out, and the bot tries to show that
		rec, err := s.Store.Record(t.Context(), m.ID)
		if err != nil || rec.Parked == nil {
			s.Errorf("%v, parked %v; want the match to rest until somebody goes on with it elsewhere", err, rec.Parked)
		}
	})
}
