package bot_test

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
)

// pipes is a listener whose connections stay in the process, so that a story by HTTP runs on a clock of its own.
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
func tellPosted(t *testing.T, what func(*story)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := newStory(t, discordsim.Config{})
		key, err := discord.ParseKey(s.sim.PublicKey())
		if err != nil {
			t.Fatal(err)
		}
		var here *pipes
		s.change = func(c *bot.Config) {
			here = newPipes()
			c.Interactions = &bot.Interactions{Listener: here, Key: key}
		}
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			return here.dial(ctx, network, addr)
		}}}
		s.start()
		defer s.end()
		if err := s.sim.SetEndpoint(t.Context(), "http://paddock.example"+discord.EndpointPath, client); err != nil {
			t.Fatal(err)
		}
		s.wait(aMoment) // the commands are registered
		what(s)
		for _, err := range s.sim.Undelivered() {
			if !s.waste {
				s.Error(err)
			}
		}
	})
}

// Posted interactions are answered like those of the gateway, to which the bot does not even connect: commands, buttons, menus, forms, suggestions, and
// the boards go on after a restart.
func TestPosted(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story) {
		if s.sim.Connected() {
			s.Error("the bot has opened a connection to the gateway, which it does not need")
		}
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		s.sees(s.board(), "<@"+string(s.ann)+">, it's your turn")
		typing := s.sim.As(s.ann).In(s.hall).Autocomplete("/kalah move", "move")
		s.wait(time.Second)
		if len(typing.Choices()) != 6 {
			s.Errorf("%d holes are suggested, want 6", len(typing.Choices()))
		}
		s.slash(s.ann, "/kalah move move:1")
		s.sees(s.board(), "<@"+string(s.bob)+">, it's your turn")
		s.restart(time.Minute)
		b := s.board()
		s.click(s.bob, b, "1 (4)")
		if s.moves(s.only().ID) < 2 {
			s.Error("Bob's move after the restart was not made")
		}
	})
}

// A request that arrives twice is acknowledged twice and applied once.
func TestPostedTwice(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		s.waste = true // the second answer is refused: the interaction has one
		s.sim.TamperNext(1, discordsim.Twice)
		s.slash(s.ann, "/kalah move move:1")
		if n := s.moves(s.only().ID); n != 1 {
			s.Errorf("%d moves were made by one interaction", n)
		}
		for _, err := range s.sim.Undelivered() {
			s.Error("a request was not acknowledged:", err)
		}
	})
}

// A slow bot has the same three seconds as over the gateway: it asks for patience by callback after one and a half, and what it says then arrives.
func TestPostedSlowly(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story) {
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		remove := s.sim.Inject(discordsim.Fault{Route: "/interactions/{interaction_id}/{interaction_token}/callback", Delay: 1200 * time.Millisecond, Status: 503, Times: 1})
		i := s.sim.As(s.ann).In(s.hall).Slash("/kalah move move:1")
		s.wait(15 * time.Second)
		remove()
		s.waste = true
		if err := i.Err(); err != nil || !strings.Contains(i.Message().Text(), "You played") {
			s.Errorf("%v: %q; want the answer at the second try", err, i.Message().Text())
		}
		if n := s.moves(s.only().ID); n != 1 {
			s.Errorf("%d moves were made, want 1", n)
		}
	})
}

// While no bot is there people are told so at once, and nothing has happened.
func TestPostedToNobody(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story) {
		s.waste = true
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		s.halt()
		i := s.sim.As(s.ann).In(s.hall).Slash("/kalah move move:1")
		s.wait(time.Second)
		if !errors.Is(i.Err(), discordsim.ErrNoAnswer) {
			s.Errorf("%v, want that the application did not respond", i.Err())
		}
		s.start()
		if n := s.moves(s.only().ID); n != 0 {
			s.Errorf("%d moves were made by nobody", n)
		}
		s.slash(s.ann, "/kalah move move:1")
	})
}

// A channel that is deleted is not told of by HTTP: the match is parked when its board can't be shown there.
func TestPostedToALostChannel(t *testing.T) {
	t.Parallel()
	tellPosted(t, func(s *story) {
		s.waste = true
		s.slash(s.ann, "/kalah challenge user:@Bob first:me")
		s.click(s.bob, s.board(), "Accept")
		m := s.only()
		s.sim.DeleteChannel(s.hall)
		s.wait(49 * time.Hour) // her time runs out, which is news
		rec, err := s.store.Record(t.Context(), m.ID)
		if err != nil || rec.Parked == nil {
			s.Errorf("%v, parked %v; want the match to rest until somebody goes on with it elsewhere", err, rec.Parked)
		}
	})
}
