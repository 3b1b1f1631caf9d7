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

// easy plays with a new seed for every ply, and stores the views.
func easy(seen *[]view.View) chooser {
	return func(v view.View) (view.Move, error) {
		if v.Phase == view.Play {
			*seen = append(*seen, v)
		}
		return player.Levels[games.Easy].Step(context.Background(), v, games.Budget{Seed: uint64(v.Log.Len())})
	}
}

// side is a computer player in its own goroutine behind two pipes, like a separate process. The
// goroutine ends with the game.
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

// S99, S100: the test plays a whole game by lines with the real rules as referee. From the lines
// the player reconstructs the same view that the rules give. So it plays the same moves as without
// the protocol.
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
		if seat == 0 { // RED's back row comes first, and file a is on the left
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

// referee plays an answer and returns its outcome.
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
	return next, answer + " " + outcomeWords(f.Log.At(f.Log.Len()-1))
}

// S100: the test plays the referee's side for both players, in a whole game by lines. It refuses
// games that the lines cannot express.
func TestS100BothSides(t *testing.T) {
	sides := [2]*side{sitDown("RED"), sitDown("BLUE")}
	pos, err := stratego.New().Start(games.Setup{Seed: 2})
	if err != nil {
		t.Fatal(err)
	}
	var referees [2]StrategoSide
	for plies := 0; plies < 1500; plies++ {
		if _, over := pos.Outcome(); over {
			break
		}
		for seat := range pos.Turn().Waiting.All() {
			s, r := sides[seat], &referees[seat]
			write, n, err := r.Ask(pos.View(seat).Text())
			if err != nil {
				t.Fatal(err)
			}
			if n < view.Rows { // the program already knows its own side
				fmt.Fprint(s.to, write)
			}
			var answers []string
			for range n {
				answers = append(answers, s.line())
			}
			move, err := r.Answer(answers)
			if err != nil {
				t.Fatal(err)
			}
			pos = play(t, pos, seat, move)
			break
		}
	}
	for seat, s := range sides {
		if len(s.seen) < 20 {
			t.Errorf("seat %d has answered only %d times", seat, len(s.seen))
		}
		_ = s.to.Close()
		for s.from.Scan() {
		}
		if err := <-s.done; err != nil {
			t.Error(err)
		}
	}
	text := pos.View(0).Text()
	if _, err := (&StrategoSide{}).Answer([]string{"4 6 SIDEWAYS"}); err == nil {
		t.Error("an answer that is no move is taken for one")
	}
	if _, _, err := (&StrategoSide{}).Ask("x" + text); err == nil {
		t.Error("a text that is no view is taken for one")
	}
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
	if err := serveStratego(strings.NewReader("RED x 10 10\nSTART\n"+strings.Repeat("..........\n", 10)+
		"0 3 SIDEWAYS OK\n"), io.Discard, easy(&seen)); !errors.Is(err, errLine) {
		t.Errorf("a direction that is none: %v", err)
	}
	if err := serveStratego(strings.NewReader("RED x 10 10\nQUIT\n"), io.Discard, easy(&seen)); err != nil {
		t.Errorf("the end of the game: %v", err)
	}
}

// told returns a game after some plies. RED and BLUE have a Colonel each on the given squares and
// no other movable piece; both ranks are known.
func told(t *testing.T, plies []string) *strategoSession {
	t.Helper()
	f := view.Facts{
		Army: [2]board.Counts{board.Classic, board.Classic}, Phase: view.Play,
		Turn: games.SeatSet(view.Red),
	}
	for at, m := range map[board.Square]view.Man{
		40: {Seat: view.Red, Rank: '3', Moved: true, Known: true}, 0: {Seat: view.Red, Rank: board.Flag},
		1: {Seat: view.Red, Rank: board.Bomb}, 10: {Seat: view.Red, Rank: board.Bomb},
		69: {Seat: view.Blue, Rank: '3', Moved: true, Known: true},
		99: {Seat: view.Blue, Rank: board.Flag, Known: true}, 98: {Seat: view.Blue, Rank: board.Bomb, Known: true},
		89: {Seat: view.Blue, Rank: board.Bomb, Known: true},
	} {
		f.Put(at, m)
	}
	for _, text := range plies {
		from, rest, _ := board.ParseSquare(text)
		to, _, _ := board.ParseSquare(rest)
		if !f.Follow(view.Ply{From: from, To: to}) {
			t.Fatalf("%s can't be made", text)
		}
	}
	return &strategoSession{v: f.For(view.Red)}
}

// S33, S100: this referee has no claims, so a side that would claim plays its best step instead of
// the first one.
func TestS33NoClaimNoShuffling(t *testing.T) {
	var plies []string
	for len(plies) < view.ClaimAfter+20 {
		plies = append(plies, "a5a6", "j7j6", "a6a5", "j6j7", "a5b5", "j7i7", "b5a5", "i7j7")
	}
	s := told(t, plies)
	medium := player.Levels[games.Medium]
	best, err := medium.Step(context.Background(), s.v, games.Budget{Seed: 5})
	if err != nil || best.Kind != view.Step {
		t.Fatalf("%v, %v", best, err)
	}
	if claim, err := medium.Choose(context.Background(), s.v, games.Budget{Seed: 5}); err != nil ||
		claim.Kind != view.Claim {
		t.Fatalf("the position is none in which a draw is claimed: %v, %v", claim, err)
	}
	var out strings.Builder
	s.out, s.lines = &out, bufio.NewScanner(strings.NewReader("START\n"+strings.Repeat("..........\n", 10)))
	s.choose = func(v view.View) (view.Move, error) {
		return medium.Step(context.Background(), v, games.Budget{Seed: 5})
	}
	if err := s.turn(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if got, want := strings.TrimSpace(out.String()), moveLine(best); got != want {
		t.Errorf("answers %q, want %q", got, want)
	}
	s.lines = bufio.NewScanner(strings.NewReader("START\n" + strings.Repeat("..........\n", 10)))
	s.choose = func(view.View) (view.Move, error) { return view.Move{Kind: view.Claim}, nil }
	if err := s.turn(); err == nil || !strings.Contains(err.Error(), "claim is no step") {
		t.Errorf("a claim was answered: %v", err)
	}
}

// S28, S30, S100: a side with only forbidden steps resigns, although this referee would allow them.
func TestS30SurrenderWhenAllIsRefused(t *testing.T) {
	// the piece stands on a4: a step to a5 is forbidden, and a3 and b4 are blocked
	s := told(t, []string{"a5a4", "j7j6", "a4a5", "j6j7", "a5a4", "j7j6"})
	for _, at := range []board.Square{20, 31} {
		s.v.Put(at, view.Man{Seat: view.Red, Rank: board.Bomb})
	}
	if all, legal := s.v.Steps(view.Red, false), s.v.Steps(view.Red, true); len(all) != 1 || len(legal) != 0 {
		t.Fatalf("RED has the steps %v, of which %v are legal", all, legal)
	}
	var out strings.Builder
	s.out, s.lines = &out, bufio.NewScanner(strings.NewReader("START\n"+strings.Repeat("..........\n", 10)))
	s.choose = func(view.View) (view.Move, error) { t.Error("asked for a step"); return view.Move{}, nil }
	if err := s.turn(); err != nil && !errors.Is(err, io.EOF) {
		t.Error(err)
	}
	if got := strings.TrimSpace(out.String()); got != "SURRENDER" {
		t.Errorf("answers %q", got)
	}
}

// An impossible message of the referee is an error: the player does not continue from a wrong
// board.
func TestS100Impossible(t *testing.T) {
	begin := "RED x 10 10\nSTART\n" + strings.Repeat("..........\n", 10)
	for _, line := range []string{
		"4 3 DOWN 0 OK", "4 3 DOWN -1 OK", "4 3 DOWN 10 OK", // the distance must be from 1 to 9
		"4 4 DOWN OK",                         // no piece is there
		"4 6 UP OK",                           // the piece is the opponent's
		"4 3 UP OK",                           // an own piece is there
		"2 3 DOWN OK",                         // a lake is there
		"4 3 DOWN 3 OK", "4 3 DOWN KILLS 9 8", // a move onto a piece without a fight, and a fight without a piece
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

// first plays a set-up and then the first step.
func first(v view.View) (view.Move, error) {
	if v.Phase == view.Setup {
		return view.Move{Rows: setUp}, nil
	}
	return v.Steps(v.Seat, true)[0], nil
}

// For any input from the referee, the player ends without a panic.
func FuzzStrategoLines(f *testing.F) {
	begin := "START\n" + strings.Repeat("..........\n", 10)
	f.Add("RED x 10 10\n" + begin + "4 3 DOWN OK\n4 6 UP OK\n")
	f.Add("BLUE x 10 10\n4 3 DOWN OK\n" + begin[6:] + "0 6 UP 2 KILLS 9 s\nQUIT")
	f.Add("RED\n" + begin + "0 3 DOWN 3 BOTHDIE 9 9\n1 6 UP DIES 2 B")
	f.Fuzz(func(t *testing.T, in string) {
		_ = serveStratego(strings.NewReader(in), io.Discard, first)
	})
}
