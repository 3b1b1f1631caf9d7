package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"paddock/games"
)

// kgp is a client of KWARC's Kalah Game Protocol 1.0.1 in its mode freeplay (docs/protocols.md).
// The server sends boards. The client answers each with a quick move, then with the player's own
// and a yield, unless the server stops it before. Several boards may be open at the same time.
type kgp struct {
	game   *games.Game
	player string
	most   time.Duration // longest time for a move
	token  string        // identifies this client to the server; empty: anonymous
	errs   io.Writer

	mode  string        // how the server limits time: "none", "absolute" or "relative"
	clock time.Duration // time left, as the server says; 0: unknown

	working sync.WaitGroup
	mu      sync.Mutex // guards the fields below
	out     io.Writer
	stops   map[string]context.CancelFunc // functions that cancel an answer, by the id of the board
}

// kgpLine is the longest command, with its line end.
const kgpLine = 16384

// kgpPause is the time between a board and its first answer. KWARC's server sends a board before it
// expects an answer. It drops what comes too early, and then plays a random move.
const kgpPause = 50 * time.Millisecond

// kgpCommand splits a command into id, reference, name and arguments.
var kgpCommand = regexp.MustCompile(`^\s*(?:(\d*)(?:@(\d+))?\s+)?([0-9A-Za-z]+)(?:\s+(.*?))?\s*$`)

// serve speaks the protocol until the server says goodbye, its input ends, or ctx does. No answer
// is still being computed when it returns.
func (k *kgp) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer k.working.Wait()
	defer cancel()
	k.out, k.stops = out, map[string]context.CancelFunc{}
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, kgpLine), kgpLine)
	for lines.Scan() {
		m := kgpCommand.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		id, ref, args := m[1], m[2], m[4]
		var err error
		switch m[3] {
		case "kgp":
			err = k.greet(args)
		case "state":
			err = k.state(ctx, id, args)
		case "stop":
			k.stop(ref)
		case "ping":
			err = k.say(id, "pong")
		case "set":
			k.set(args)
		case "error":
			fmt.Fprintf(k.errs, "paddock: the server says: %s\n", args)
		case "goodbye":
			return nil
		}
		if err != nil {
			return err
		}
	}
	return lines.Err()
}

// greet answers the server's version with our name and the mode.
func (k *kgp) greet(version string) error {
	if major, _, _ := strings.Cut(version, " "); major != "1" {
		return errors.Join(fmt.Errorf("the server speaks version %q of the protocol, and this program version 1",
			version), k.say("", `error "Unsupported version"`))
	}
	err := k.say("", fmt.Sprintf("set info:name %q", "Paddock ("+k.player+")"))
	if k.token != "" {
		err = errors.Join(err, k.say("", fmt.Sprintf("set auth:token %q", k.token)))
	}
	return errors.Join(err, k.say("", "mode freeplay"))
}

// set handles what the server says about time.
func (k *kgp) set(args string) {
	switch option, value, _ := strings.Cut(args, " "); option {
	case "time:mode":
		k.mode = strings.Trim(value, `"`)
	case "time:clock":
		seconds, _ := strconv.Atoi(strings.TrimSpace(value))
		k.clock = time.Duration(seconds) * time.Second
	}
}

// budget returns the time for a move: a share of the time left for all moves, or the time for this
// one.
func (k *kgp) budget() time.Duration {
	switch {
	case k.clock > 0 && k.mode == "absolute":
		return min(k.most, k.clock/30)
	case k.clock > 0 && k.mode == "relative":
		return min(k.most, k.clock*9/10)
	}
	return k.most
}

// state starts answering a board.
func (k *kgp) state(ctx context.Context, id, board string) error {
	text, err := kgpPosition(board)
	if err != nil {
		return k.say(id, fmt.Sprintf("error %q", err))
	}
	at, err := k.game.Parse(text)
	if err != nil || at.Turn().Waiting == 0 {
		return k.say(id, `error "No move is possible on this board"`)
	}
	budget := k.budget()
	ctx, cancel := context.WithTimeout(ctx, budget)
	k.stoppable(id, cancel)
	k.working.Go(func() { // the goroutine ends after its move, a stop by the server, or the end of the connection
		defer k.stop(id)
		select {
		case <-time.After(min(kgpPause, budget/10)):
		case <-ctx.Done():
		}
		for _, player := range []string{games.Easy, k.player} {
			move, err := at.View(0).Choose(ctx, player, games.Budget{})
			if err != nil || !k.sayUnlessStopped(id, "move "+move) {
				return
			}
		}
		k.sayUnlessStopped(id, "yield")
	})
	return nil
}

// stoppable keeps the function that cancels the answer to a board.
func (k *kgp) stoppable(id string, cancel context.CancelFunc) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stops[id] = cancel
}

// stop cancels the answer to a board, or without an id all answers.
func (k *kgp) stop(id string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for board, cancel := range k.stops {
		if id == "" || board == id {
			cancel()
			delete(k.stops, board)
		}
	}
}

// say sends a command that refers to one of the server's, or to none.
func (k *kgp) say(ref, command string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.send(ref, command)
}

// sayUnlessStopped sends a command like say, unless the server has stopped the board. It reports
// whether it sent the command.
func (k *kgp) sayUnlessStopped(id, command string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.stops[id] != nil && k.send(id, command) == nil
}

func (k *kgp) send(ref, command string) error {
	if ref != "" {
		command = "@" + ref + " " + command
	}
	_, err := io.WriteString(k.out, command+"\r\n")
	return err
}

// kgpPosition returns the position text of a board such as `<3,10,2,1,2,3,4,2,0>`. The numbers are
// the size, South's and North's pots, South's holes and North's, each in the order in which their
// seat sows. South is to move.
func kgpPosition(board string) (string, error) {
	list, ok := strings.CutPrefix(board, "<")
	list, ok2 := strings.CutSuffix(list, ">")
	n := strings.Split(list, ",")
	m, err := strconv.Atoi(n[0])
	if !ok || !ok2 || err != nil || m < 1 || len(n) != 3+2*m {
		return "", errors.New("a board is <n,pot,pot,holes of South,holes of North>")
	}
	north := make([]string, m)
	for i := range north {
		north[i] = n[len(n)-1-i]
	}
	return fmt.Sprintf("kalah/1 m=%d to=S south=%s:%s north=%s:%s rules=standard", m, strings.Join(n[3:3+m], "."), n[1],
		strings.Join(north, "."), n[2]), nil
}
