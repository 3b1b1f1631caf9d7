package process_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// If the public key is missing, malformed or another application's, the program ends at once with a
// sentence and exit code 1.
func TestProcessPublicKeys(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{})
	for name, c := range map[string]struct{ key, say string }{
		"missing": {"", "PADDOCK_PUBLIC_KEY is not. Copy"},
		"no key":  {"0123", "is not the public key of an application, which has 64 hexadecimal digits"},
		"another": {strings.Repeat("0", 64), "PADDOCK_PUBLIC_KEY is not the public key of the application whose token"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		cmd := r.command(ctx)
		cmd.Env = append(cmd.Env, "PADDOCK_HTTP=127.0.0.1:0", "PADDOCK_PUBLIC_KEY="+c.key)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != 1 || !strings.Contains(string(out), c.say) {
			t.Errorf("%s: %v, %s; want exit code 1 and %q", name, err, out, c.say)
		}
		cancel()
	}
}

// A bot that gets its interactions by HTTP opens no connection to the gateway. When it is stopped,
// it first commits and answers what it has accepted.
func TestProcessEndsAfterAnswering(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	r.startPosted()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me start:usual: the same number in each hole")
	r.click(r.bob, r.hall, "Accept")
	r.until("Ann can move", func() bool { return r.mover(r.board(r.hall, "")) == r.ann })
	remove := r.sim.Inject(discordsim.Fault{Route: callbackRoute, Delay: time.Second})
	b := r.board(r.hall, "")
	moved := make(chan error)
	go func() { moved <- r.play(r.Context(), r.ann, b) }()
	r.until("the move is being answered", func() bool { return r.sim.CallsUnderWay(callbackRoute) > 0 })
	r.stop()
	// a click on a board of an older position was answered only by a new board, which this test
	// does not count
	if err := <-moved; err != nil && !errors.Is(err, errRefused) {
		t.Errorf("a move that was under way when the bot was told to end: %v", err)
	}
	remove()
	if n := len(r.sim.Identifies()); n != 0 {
		t.Errorf("%d connections were opened to the gateway, want none", n)
	}
	r.startPosted()
	r.rest(r.hall)
	r.stop()
	if found := r.examine(r.hall); found.moves != 1 {
		t.Errorf("%d moves are in the log, want the one", found.moves)
	}
}
