package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"paddock/games"
	"paddock/games/stratego"
	"paddock/games/stratego/board"
	"paddock/games/stratego/player"
	"paddock/games/stratego/view"
)

// easy plays with a seed of its own for every ply, and keeps what it was shown.
func easy(seen *[]view.View) chooser {
	return func(v view.View) (view.Move, error) {
		if v.Phase == view.Play {
			*seen = append(*seen, v)
		}
		return player.Levels[games.Easy].Choose(context.Background(), v, games.Budget{Seed: uint64(v.Log.Len())})
	}
}

// side is a player in its own goroutine behind two pipes, as in a process of its own; the goroutine ends with the game.
type side struct {
	to   *io.PipeWriter
	from *bufio.Scanner
	done chan error
	seen []view.View
}

func sitDown(colour string) *side {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &side{to: inW, from: bufio.NewScanner(outR), done: make(chan error, 1)}
	go func() {
		err := serveStratego(inR, outW, easy(&s.seen))
		_ = outW.Close()
		_ = inR.Close()
		s.done <- err
	}()
	fmt.Fprintf(inW, "%s someone 10 10\n", colour)
	return s
}

func (s *side) line() string {
	s.from.Scan()
	return s.from.Text()
}

// S99, S100: a whole game by lines, refereed by the real rules. What a player has pieced together from the lines is what the rules would have shown
// it, so it plays the same moves as in this process.
func TestS99S100Game(t *testing.T) {
	sides := [2]*side{sitDown("RED"), sitDown("BLUE")}
	pos, err := stratego.New().Start(games.Setup{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for seat, s := range sides {
		var rows []string
		for range 4 {
			rows = append(rows, strings.ToUpper(s.line()))
		}
		if seat == 0 { // RED's back row comes first, on the left is file a
			rows[0], rows[1], rows[2], rows[3] = rows[3], rows[2], rows[1], rows[0]
		}
		text := strings.Join(rows, "/")
		if seat == 1 { // BLUE's left is file j
			text = player.Mirror(text)
		}
		pos = play(t, play(t, pos, games.Seat(seat), "set:"+text), games.Seat(seat), "confirm")
	}
	line, plies := "START", 0
	for seat := games.Seat(0); ; seat = 1 - seat {
		if _, over := pos.Outcome(); over || plies > 1500 {
			break
		}
		s := sides[seat]
		fmt.Fprintf(s.to, "%s\n%s", line, strings.Repeat("##########\n", 10))
		answer := s.line()
		if got, want := s.seen[len(s.seen)-1].Text(), pos.View(seat).Text(); got != want {
			t.Fatalf("ply %d: the player knows\n%s, want\n%s", plies, got, want)
		}
		var next *games.Position
		next, line = referee(t, pos, seat, answer)
		if _, over := next.Outcome(); !over {
			fmt.Fprintln(s.to, line)
		}
		pos = next
		plies++
	}
	if plies < 20 {
		t.Errorf("only %d plies were played", plies)
	}
	for _, s := range sides {
		_ = s.to.Close()
		for s.from.Scan() {
		}
		if err := <-s.done; err != nil {
			t.Error(err)
		}
	}
}

func play(t *testing.T, pos *games.Position, seat games.Seat, move string) *games.Position {
	t.Helper()
	done, err := pos.Play(seat, move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return done.Next
}

// referee plays an answer and says what came of it.
func referee(t *testing.T, pos *games.Position, seat games.Seat, answer string) (*games.Position, string) {
	t.Helper()
	var x, y, n int
	var way string
	if c, _ := fmt.Sscan(answer, &x, &y, &way, &n); c == 3 {
		n = 1
	}
	d := ways[way]
	from, to := board.Square(10*y+x), board.Square(10*(y+n*d[1])+x+n*d[0])
	next := play(t, pos, seat, from.String()+to.String())
	f, err := view.ParseFacts(next.Text())
	if err != nil {
		t.Fatal(err)
	}
	p := f.Log.At(f.Log.Len() - 1)
	if !p.Fight() {
		return next, answer + " OK"
	}
	word := map[board.Result]string{board.Win: "KILLS", board.Lose: "DIES", board.Tie: "BOTHDIE"}[p.Result()]
	return next, fmt.Sprintf("%s %s %c %c", answer, word, rankByte(p.Attacker), rankByte(p.Defender))
}

func TestS100Lines(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"e4e5", "4 3 DOWN"},
		{"e5e4", "4 4 UP"},
		{"a10j10", "0 9 RIGHT 9"},
		{"b3a3", "1 2 LEFT"},
	} {
		v := view.View{Facts: view.Facts{Phase: view.Play}}
		m, err := v.Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		if got := moveLine(m); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.in, got, tt.want)
		}
	}
	var seen []view.View
	if err := serveStratego(strings.NewReader("GREEN x 10 10\n"), io.Discard, easy(&seen)); !errors.Is(err, errLine) {
		t.Errorf("a colour that is none: %v", err)
	}
	if err := serveStratego(strings.NewReader("RED x 10 10\nSTART\n"+strings.Repeat("..........\n", 10)+"0 3 SIDEWAYS OK\n"), io.Discard, easy(&seen)); !errors.Is(err, errLine) {
		t.Errorf("a direction that is none: %v", err)
	}
	if err := serveStratego(strings.NewReader("RED x 10 10\nQUIT\n"), io.Discard, easy(&seen)); err != nil {
		t.Errorf("the end of the game: %v", err)
	}
}

// A referee that says what can't be is told so: the player does not go on from a board that is none.
func TestS100Impossible(t *testing.T) {
	begin := "RED x 10 10\nSTART\n" + strings.Repeat("..........\n", 10)
	for _, line := range []string{
		"4 3 DOWN 0 OK", "4 3 DOWN -1 OK", "4 3 DOWN 10 OK", // no distances
		"4 4 DOWN OK",                         // nobody is there
		"4 6 UP OK",                           // somebody else's
		"4 3 UP OK",                           // one's own piece is there
		"2 3 DOWN OK",                         // a lake
		"4 3 DOWN 3 OK", "4 3 DOWN KILLS 9 8", // somebody, nobody
		"4 3 DOWN KILLS 9", "4 3 DOWN KILLS # 9", "4 3 DOWN",
	} {
		err := serveStratego(strings.NewReader(begin+line+"\n"), io.Discard, first)
		if !errors.Is(err, errLine) {
			t.Errorf("%q: %v, want %v", line, err, errLine)
		}
	}
}

// setUp is a set-up, front row first.
const setUp = "B46S654377/892395988B/7B87618499/BFB9655B99"

// first takes a set-up and the first step.
func first(v view.View) (view.Move, error) {
	if v.Phase == view.Setup {
		return view.Move{Rows: setUp}, nil
	}
	return v.Steps(v.Seat, true)[0], nil
}

// Whatever the referee says, the player ends in peace.
func FuzzStrategoLines(f *testing.F) {
	begin := "START\n" + strings.Repeat("..........\n", 10)
	f.Add("RED x 10 10\n" + begin + "4 3 DOWN OK\n4 6 UP OK\n")
	f.Add("BLUE x 10 10\n4 3 DOWN OK\n" + begin[6:] + "0 6 UP 2 KILLS 9 s\nQUIT")
	f.Add("RED\n" + begin + "0 3 DOWN 3 BOTHDIE 9 9\n1 6 UP DIES 2 B")
	f.Fuzz(func(t *testing.T, in string) {
		_ = serveStratego(strings.NewReader(in), io.Discard, first)
	})
}
