package process_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"paddock/bot/discordsim"
)

// P93: the running bot's file is cut to zero bytes. Members who make requests meanwhile are told
// so, the process ends with an exit code that makes its supervisor start it again, and that start
// refuses the empty file instead of beginning anew. Neither `paddock health` nor `paddock backup`
// hangs.
func TestP93FileIsEmptied(t *testing.T) {
	t.Parallel()
	r := newRig(t, discordsim.Config{Limits: discordsim.Limits{Off: true}})
	r.start()
	r.slash(r.ann, r.hall, "/kalah challenge user:@Bob first:me")
	r.click(r.bob, r.hall, "Accept")
	r.turn(r.hall)
	if err := os.Truncate(r.db, 0); err != nil {
		t.Fatal(err)
	}
	asked := r.sim.As(r.ann).In(r.hall).Slash("/games")
	r.until("the one who asked has word", func() bool { return word(asked).Exists() && !word(asked).Loading() })
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for _, args := range [][]string{{"health"}, {"backup", "copy.db"}} {
		if out, err := r.command(ctx, args...).CombinedOutput(); err == nil || ctx.Err() != nil {
			t.Errorf("paddock %s: %v, %s; want an error", args[0], err, out)
		}
	}
	bot := r.bot
	r.bot = nil
	ended := make(chan error, 1)
	go func() { ended <- bot.Wait() }()
	select {
	case <-ended:
	case <-ctx.Done():
		bot.Process.Kill()
		t.Fatal("the bot does not end")
	}
	if code := bot.ProcessState.ExitCode(); code != 1 ||
		!strings.Contains(r.log.String(), "cut off or overwritten this database while the bot ran") {
		t.Errorf("the bot ended with exit code %d and said\n%s", code, lastLines(r.log.String(), 9))
	}
	if said := word(asked); !strings.Contains(said.Text(), "can't reach my memory") {
		t.Errorf("the answer is %q (%v), want that the bot can't reach its memory", said.Text(), asked.Err())
	}
	refusesFile(t, r, r.db, "This file is empty.")
}
