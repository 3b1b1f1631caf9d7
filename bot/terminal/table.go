package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"paddock/games"
)

// table is a game in progress with its players.
type table struct {
	game    *games.Game
	players []string // names of computer players by seat; empty for a person
	seed    uint64
	run     bool // computers don't wait for Enter
	out     io.Writer
	screen  screen
	lines   <-chan string // typed lines; closed at the end of the input

	first    *games.Position
	past     []step     // the moves so far
	resigned bool       // the game was ended by a resignation
	seen     games.Seat // the seat whose secrets are on the screen
}

// step is one move and the position before it.
type step struct {
	before *games.Position
	seat   games.Seat
	move   string
	next   *games.Position
}

// errQuit ends the game when a person leaves or the input ends.
var errQuit = errors.New("terminal: quit")

// thinkAtMost is the time limit of a computer player that has no limit of its own.
const thinkAtMost = 10 * time.Second

func newSeed() uint64 { return rand.Uint64() }

// readLines sends the lines of in until in or ctx ends. Its goroutine ends then; if it is blocked
// in a read, it ends with the process.
func readLines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			select {
			case lines <- s.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// ask writes a prompt and waits for a line. It returns errQuit at the end of the input.
func (t *table) ask(ctx context.Context, prompt string) (string, error) {
	t.say("%s", prompt)
	select {
	case line, ok := <-t.lines:
		if ok {
			return strings.TrimSpace(line), nil
		}
	case <-ctx.Done():
	}
	t.say("\n")
	return "", errQuit
}

func (t *table) say(format string, args ...any) {
	fmt.Fprint(t.out, t.screen.wrap(fmt.Sprintf(format, args...)))
}

// begin sets the table up from a position.
func (t *table) begin(p *games.Position) {
	t.first, t.past, t.resigned, t.seen = p, nil, false, games.Spectator
}

func (t *table) now() *games.Position {
	if len(t.past) == 0 {
		return t.first
	}
	return t.past[len(t.past)-1].next
}

// over reports whether the game has ended, by the rules or by a resignation. By then the result has
// been shown.
func (t *table) over() bool {
	_, over := t.now().Outcome()
	return over || t.resigned
}

// play plays the whole game.
func (t *table) play(ctx context.Context) error {
	t.say("%s: %s.\n", t.game.Name, t.game.Summary)
	if people := t.people(); len(people) > 0 {
		t.say("Type a move%s, or help.\n", t.suchAs(people[0]))
	}
	t.show(t.audience())
	for !t.over() {
		if err := t.turn(ctx); errors.Is(err, errQuit) {
			t.say("Goodbye.\n")
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}

// turn lets the next seat move. If several seats are to move, computers come first.
func (t *table) turn(ctx context.Context) error {
	waiting := t.now().Turn().Waiting
	for seat := range waiting.All() {
		if t.player(seat) != "" {
			return t.computer(ctx, seat)
		}
	}
	for seat := range waiting.All() {
		return t.person(ctx, seat)
	}
	return fmt.Errorf("%s waits for nobody and is not over", t.game.Name)
}

func (t *table) player(s games.Seat) string {
	if int(s) >= len(t.players) {
		return ""
	}
	return t.players[s]
}

// people returns the seats of people.
func (t *table) people() (people []games.Seat) {
	for s, p := range t.players {
		if p == "" {
			people = append(people, games.Seat(s))
		}
	}
	return people
}

// audience returns the seat whose view may be on the screen now: that of the only person, or the
// spectator.
func (t *table) audience() games.Seat {
	if p := t.people(); len(p) == 1 {
		return p[0]
	}
	return games.Spectator
}

// computer plays a computer player's move. If only computers play, it waits for Enter before each
// turn.
func (t *table) computer(ctx context.Context, seat games.Seat) error {
	again := len(t.past) > 0 && t.past[len(t.past)-1].seat == seat
	if len(t.people()) == 0 && !t.run && !again {
		if _, err := t.ask(ctx, "Press Enter to continue."); err != nil {
			return err
		}
	}
	move, err := t.think(ctx, seat)
	if err != nil {
		return err
	}
	return t.move(seat, move)
}

// think asks a computer player for its move. It returns at once when ctx ends.
func (t *table) think(ctx context.Context, seat games.Seat) (string, error) {
	name := t.player(seat)
	info, _ := t.game.Player(name)
	budget := info.Budget
	budget.Seed = t.seed + uint64(len(t.past))
	limit := budget.Time
	if limit == 0 {
		limit = thinkAtMost
	}
	thinking, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var move string
	var err error
	done := make(chan struct{})
	view := t.now().View(seat)
	go func() { // the goroutine ends soon after the computer player has answered
		defer close(done)
		move, err = view.Choose(thinking, name, budget)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return "", errQuit
	}
	if move == "" {
		return "", fmt.Errorf("%s has no move: %w", t.name(seat), err)
	}
	return move, nil // even with an error the move is legal
}

// move plays a legal move, prints it and shows the board.
func (t *table) move(seat games.Seat, text string) error {
	at := t.now()
	played, err := at.Play(seat, text)
	if err != nil {
		return err
	}
	for _, m := range played.Moves {
		one, err := at.Play(seat, m)
		if err != nil {
			return err
		}
		t.past = append(t.past, step{at, seat, m, one.Next})
		at = one.Next
	}
	if !t.game.Hidden || len(t.people()) == 1 && t.player(seat) == "" {
		t.say("%s: %s\n", t.name(seat), strings.Join(played.Moves, " "))
	}
	for _, e := range played.Events {
		t.say("%s\n", e.Say)
	}
	t.show(t.audience())
	return nil
}

// show draws a seat's view of the board, with the last turn.
func (t *table) show(seat games.Seat) {
	view := t.now().View(seat)
	var before *games.View
	var by games.Seat
	var moves []string
	for i := len(t.past) - 1; i >= 0 && (len(moves) == 0 || t.past[i].seat == by); i-- {
		by, before = t.past[i].seat, t.past[i].before.View(seat)
		moves = append(moves, t.past[i].move)
	}
	slices.Reverse(moves)
	fmt.Fprintf(t.out, "\n%s\n\n", t.screen.board(view.Draw(t.names(), before, by, moves), int(seat)))
}

// suchAs returns an example of a move: a legal move of a seat, if it has any.
func (t *table) suchAs(seat games.Seat) string {
	if t.now().Turn().Waiting.Has(seat) {
		for move := range t.now().View(seat).Legal() {
			return " such as " + move
		}
	}
	return ""
}

// names returns the players' names for the board. People have none, because they know who they are.
func (t *table) names() []string {
	names := make([]string, len(t.players))
	for i, p := range t.players {
		if p != "" {
			names[i] = "(" + p + ")"
		}
	}
	return names
}

func (t *table) name(s games.Seat) string {
	if p := t.player(s); p != "" {
		return t.game.SeatName(s) + " (" + p + ")"
	}
	return t.game.SeatName(s)
}
