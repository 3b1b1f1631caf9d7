package protocol

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"paddock/games"
	"paddock/games/kalah"
)

// kgpServer is the server's end of a connection.
type kgpServer struct {
	*testing.T
	in   *bufio.Scanner
	out  io.WriteCloser
	errs *strings.Builder
	done chan error
}

func newKGPServer(t *testing.T, k *kgp) *kgpServer {
	in, theirOut := io.Pipe()
	theirIn, out := io.Pipe()
	s := &kgpServer{t, bufio.NewScanner(in), out, &strings.Builder{}, make(chan error, 1)}
	k.game, k.errs = kalah.New(), s.errs
	go func() { // the engine ends when the client has nothing more to say
		err := k.serve(t.Context(), theirIn, theirOut)
		theirOut.Close()
		s.done <- err
	}()
	return s
}

func (s *kgpServer) say(format string, args ...any) {
	s.Helper()
	if _, err := fmt.Fprintf(s.out, format+"\r\n", args...); err != nil {
		s.Fatal(err)
	}
}

// hear returns the next line, without its end.
func (s *kgpServer) hear() string {
	s.Helper()
	if !s.in.Scan() {
		s.Fatal("the player has hung up")
	}
	return s.in.Text()
}

func (s *kgpServer) hears(want ...string) {
	s.Helper()
	for _, w := range want {
		if got := s.hear(); got != w {
			s.Errorf("the player says %q, want %q", got, w)
		}
	}
}

// No method may return with the lock held, because the next call would wait for ever.
func TestKGPUnlocks(t *testing.T) {
	k := &kgp{game: kalah.New(), player: games.Easy, most: time.Minute, out: io.Discard, errs: io.Discard}
	k.stops = map[string]context.CancelFunc{"1": func() {}}
	for what, do := range map[string]func(){
		"say": func() { k.say("", "pong") }, "sayUnlessStopped": func() { k.sayUnlessStopped("1", "yield") },
		"stop":      func() { k.stop("1") },
		"stoppable": func() { k.stoppable("2", func() {}) },
	} {
		if do(); !k.mu.TryLock() {
			t.Fatalf("%s keeps the lock", what)
		}
		k.mu.Unlock()
	}
}

// A player greets, plays a whole game on a server's boards, answers pings, ignores unknown
// commands, and leaves on goodbye.
func TestKGPGame(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // a read that waits for an answer that never comes fails at once
		s := newKGPServer(t, &kgp{player: games.Medium, most: time.Minute, token: `a "secret" word`})
		s.say("kgp 1 0 1")
		s.hears(`set info:name "Paddock (medium)"`, `set auth:token "a \"secret\" word"`, "mode freeplay")
		s.say(`2 set nobody:knows "this"`)
		s.say("fanfare")
		s.say("")
		s.say("4 ping")
		s.hears("@4 pong")
		g := kalah.New()
		at, err := g.Start(games.Setup{Options: games.Options{"holes": "4", "beans": "3"}})
		if err != nil {
			t.Fatal(err)
		}
		id := 6
		for ; at.Turn().Waiting != 0; id += 2 {
			seat := games.Seat(0)
			if !at.Turn().Waiting.Has(seat) {
				seat = 1
			}
			board, hole := boardFor(t, at.Text(), seat)
			s.say("%d state %s", id, board)
			move := ""
			for {
				line := s.hear()
				if line == fmt.Sprintf("@%d yield", id) {
					break
				}
				var ok bool
				if move, ok = strings.CutPrefix(line, fmt.Sprintf("@%d move ", id)); !ok {
					t.Fatalf("the player says %q to board %d", line, id)
				}
			}
			s.say("%d@%d stop", id+1, id)
			done, err := at.Play(seat, hole(move))
			if err != nil {
				t.Fatalf("%s on %s: %v", move, board, err)
			}
			at = done.Next
		}
		if id < 20 {
			t.Errorf("the game was over after board %d", id)
		}
		s.say(`error "too good"`)
		s.say("goodbye")
		if err := <-s.done; err != nil || !strings.Contains(s.errs.String(), "too good") {
			t.Errorf("the player ends with %v, and has written %q", err, s.errs)
		}
	})
}

// boardFor writes a position as a board for a seat, and translates its moves back.
func boardFor(t *testing.T, text string, seat games.Seat) (board string, hole func(string) string) {
	t.Helper()
	fields := strings.Fields(text)
	row := func(i int, reverse bool) (pot string, holes []string) {
		_, counts, _ := strings.Cut(fields[3+i], "=")
		list, pot, _ := strings.Cut(counts, ":")
		holes = strings.Split(list, ".")
		for i := 0; reverse && i < len(holes)/2; i++ {
			holes[i], holes[len(holes)-1-i] = holes[len(holes)-1-i], holes[i]
		}
		return pot, holes
	}
	southPot, south := row(0, false)
	northPot, north := row(1, true)
	if seat == 1 {
		southPot, northPot, south, north = northPot, southPot, north, south
	}
	m := len(south)
	return fmt.Sprintf("<%d,%s,%s,%s,%s>", m, southPot, northPot, strings.Join(south, ","), strings.Join(north, ",")),
		func(move string) string {
			if n, err := strconv.Atoi(move); err == nil && seat == 1 {
				return strconv.Itoa(m + 1 - n)
			}
			return move
		}
}

// The test checks the board in the text of the protocol: size, both pots, South's and North's holes
// in the order of sowing.
func TestKGPPosition(t *testing.T) {
	for board, want := range map[string]string{
		"<3,10,2,1,2,3,4,2,0>": "kalah/1 m=3 to=S south=1.2.3:10 north=0.2.4:2 rules=standard",
		"<1,0,0,3,3>":          "kalah/1 m=1 to=S south=3:0 north=3:0 rules=standard",
		"<3,10,2,1,2,3,4,2>":   "",
		"<0,1,1>":              "",
		"3,0,0,3,3,3,3,3,3":    "",
		"<x>":                  "",
		"":                     "",
	} {
		if got, err := kgpPosition(board); got != want || (err != nil) != (want == "") {
			t.Errorf("kgpPosition(%q) = %q, %v; want %q", board, got, err, want)
		}
	}
}

// The client sends no answer before KWARC's server expects one.
func TestKGPPause(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newKGPServer(t, &kgp{player: games.Easy, most: time.Second})
		sent := time.Now()
		s.say("4 state <2,0,0,1,0,1,1>")
		s.hears("@4 move 1")
		if soon := time.Since(sent); soon < kgpPause {
			t.Errorf("the first answer comes after %v of the simulated clock, want %v", soon, kgpPause)
		}
		s.hears("@4 move 1", "@4 yield")
		s.say("goodbye")
		if err := <-s.done; err != nil {
			t.Error(err)
		}
	})
}

// A board that can't be played is refused. A stopped board gets no more moves, while another is
// still answered. The client refuses a server of another version.
func TestKGPStop(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { // a read that waits for an answer that never comes fails at once
		s := newKGPServer(t, &kgp{player: games.Master, most: time.Hour})
		s.say("kgp 1 2 3")
		s.hears(`set info:name "Paddock (master)"`, "mode freeplay")
		s.say("4 state <3,0,0,0,0,0,1,1,1>")
		s.hears(`@4 error "No move is possible on this board"`)
		s.say("6 state <13>")
		s.hears(`@6 error "a board is <n,pot,pot,holes of South,holes of North>"`)
		s.say("8 state <8,0,0,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9>")
		if got := s.hear(); !strings.HasPrefix(got, "@8 move ") {
			t.Errorf("the player says %q, want a quick move", got)
		}
		s.say("9@8 stop")
		s.say("10 state <2,0,0,1,0,1,1>")
		s.hears("@10 move 1", "@10 move 1", "@10 yield")
		s.out.Close()
		if err := <-s.done; err != nil {
			t.Error(err)
		}

		s = newKGPServer(t, &kgp{player: games.Easy, most: time.Second})
		s.say("kgp 2 0 0")
		s.hears(`error "Unsupported version"`)
		if err := <-s.done; err == nil || !strings.Contains(err.Error(), "version") {
			t.Errorf("the player ends with %v, want why", err)
		}
	})
}

// The time for a move is what the server allows, and at most our own limit.
func TestKGPTime(t *testing.T) {
	for _, c := range []struct {
		said string
		want time.Duration
	}{
		{"", time.Second},
		{"time:mode none/time:clock 1", time.Second},
		{"time:mode absolute/time:clock 15", 500 * time.Millisecond},
		{"time:mode absolute/time:clock 600", time.Second},
		{"time:mode relative/time:clock 1", 900 * time.Millisecond},
		{"time:mode relative/time:clock soon", time.Second},
	} {
		k := kgp{most: time.Second}
		for _, args := range strings.Split(c.said, "/") {
			k.set(args)
		}
		if got := k.budget(); got != c.want {
			t.Errorf("after %q a move may take %v, want %v", c.said, got, c.want)
		}
	}
}

// Whatever a server says, the player is silent or answers with commands of the protocol.
func FuzzKGP(f *testing.F) {
	f.Add("kgp 1 0 1\r\n4 state <3,0,0,3,3,3,3,3,3>\r\n6@4 stop\r\nping\r\n")
	f.Add("4@ state <>\n@ ping\n set \" \ngoodbye")
	f.Fuzz(func(t *testing.T, in string) {
		var out strings.Builder
		k := &kgp{game: kalah.New(), player: games.Easy, most: time.Millisecond, errs: io.Discard}
		k.serve(t.Context(), strings.NewReader(in), &out)
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimSuffix(line, "\r\n"); !kgpCommand.MatchString(line) {
				t.Errorf("%q is answered by %q", in, line)
			}
		}
	})
}
