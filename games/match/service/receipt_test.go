package service_test

import (
	"errors"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/stratego"
)

// armies starts a match of Stratego in which both are still setting up; Ann is RED.
func armies(t *testing.T, options games.Options) *world {
	t.Helper()
	w := newWorld(t, func(c *service.Config) { c.Games = append(c.Games, stratego.New()) })
	w.duel("stratego", func(p *match.Proposal) {
		p.Side = "me"
		p.Setup.Options = options
	})
	return w
}

const (
	rows  = "9639594196/7952S79354/869B847B69/87BFB85B8B"
	other = "9639594196/7952S79354/869B847B69/8B7FB85B8B"
)

// S16, P31: when both have confirmed, and not before, the log has a digest for each. The salts are
// published at the end, and a changed army is detected.
func TestP31Receipts(t *testing.T) {
	w := armies(t, nil)
	w.play(ann, "set:"+rows)
	w.play(ann, "confirm")
	if r := w.record(); len(r.Receipts) != 0 {
		t.Errorf("receipts before both have confirmed: %v", r.Receipts)
	}
	done := w.play(bob, "confirm")
	var sealed []string
	for _, e := range done.Events {
		if e.Kind == match.Sealed {
			sealed = append(sealed, e.Note)
		}
	}
	r := w.record()
	if len(r.Receipts) != 2 || len(sealed) != 2 || sealed[0] != r.Receipts[0].Digest ||
		sealed[1] != r.Receipts[1].Digest {
		t.Fatalf("sealed %q, receipts %v, want one for each seat", sealed, r.Receipts)
	}
	if open, err := w.svc.Read.Of(r).OpenReceipts(); err != nil || len(open) != 0 {
		t.Errorf("a running match opens %v, %v (S91)", open, err)
	}
	w.must(w.svc.Play.Resign(t.Context(), w.by(bob)))
	open, err := w.svc.Read.Of(w.record()).OpenReceipts()
	if err != nil || len(open) != 2 {
		t.Fatalf("after the end: %v, %v, want both", open, err)
	}
	if open[0].Text != rows || !open[0].Fits(rows) {
		t.Errorf("RED's receipt is opened with %q, want %q", open[0].Text, rows)
	}
	if open[0].Fits(other) {
		t.Error("a receipt fits another army")
	}
	again := open[0].Receipt
	again.Salt = open[1].Salt
	if again.Fits(rows) {
		t.Error("a receipt fits with another salt")
	}
}

// P31: a receipt needs a random salt. Without one nothing is stored, and the set-up can be
// confirmed again.
func TestP31_NoReceiptWithoutASalt(t *testing.T) {
	w := armies(t, nil)
	w.play(ann, "set:"+rows)
	w.play(ann, "confirm")
	before, chance := w.record(), w.cfg.Rand
	w.cfg.Rand = iotest.ErrReader(errDisk)
	w.restart()
	if _, err := w.svc.Play.Move(ctx, w.by(bob), "confirm"); !errors.Is(err, errDisk) ||
		w.record().Head != before.Head {
		t.Errorf("error = %v, at event %d; want the failure, and nothing stored after event %d", err, w.record().Head,
			before.Head)
	}
	w.cfg.Rand = chance
	w.restart()
	if w.play(bob, "confirm"); len(w.record().Receipts) != 2 {
		t.Errorf("receipts %v, want one for each seat", w.record().Receipts)
	}
}

// S37: if the players agreed to reveal nothing, the salts stay secret too, because with them the
// set-up could be guessed.
func TestS37NeverRevealed(t *testing.T) {
	w := armies(t, games.Options{"reveal": "never"})
	w.play(ann, "confirm")
	w.play(bob, "confirm")
	w.must(w.svc.Play.Resign(t.Context(), w.by(bob)))
	if open, err := w.svc.Read.Of(w.record()).OpenReceipts(); err != nil || len(open) != 0 {
		t.Errorf("opened %v, %v, want nothing", open, err)
	}
}

// S88: equal set-ups give different digests.
func TestS88Salted(t *testing.T) {
	w := armies(t, nil)
	for _, u := range []match.UserID{ann, bob} {
		w.play(u, "set:"+rows)
		w.play(u, "confirm")
	}
	if r := w.record(); r.Receipts[0].Digest == r.Receipts[1].Digest || r.Receipts[0].Salt == r.Receipts[1].Salt {
		t.Errorf("receipts of equal set-ups: %v", r.Receipts)
	}
}

// P31: the command of docs/receipts.md verifies a receipt independently.
func TestP31Shell(t *testing.T) {
	for _, tool := range []string{"sh", "xxd", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("%s is not installed, so the line can't be run", tool)
		}
	}
	page, err := os.ReadFile("../../../docs/receipts.md")
	if err != nil {
		t.Fatal(err)
	}
	_, line, _ := strings.Cut(string(page), "```sh\n")
	line, rest, _ := strings.Cut(line, "\n```")
	out, err := exec.Command("sh", "-c", line).Output()
	if got, _, _ := strings.Cut(string(out), " "); err != nil || !strings.Contains(rest, "`"+got+"`") {
		t.Errorf("the line of docs/receipts.md prints %q, %v, which the page does not say", out, err)
	}
	w := armies(t, nil)
	w.play(ann, "confirm")
	w.play(bob, "confirm")
	w.must(w.svc.Play.Resign(t.Context(), w.by(bob)))
	open, err := w.svc.Read.Of(w.record()).OpenReceipts()
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range open {
		out, err := exec.Command("sh", "-c", o.Command()).Output()
		if got, _, _ := strings.Cut(string(out), " "); err != nil || got != o.Digest {
			t.Errorf("%s\nprints %q, %v, want %s", o.Command(), out, err, o.Digest)
		}
	}
	r := w.record()
	if out, err := exec.Command("sh", "-c", r.SealCommand()).Output(); err != nil || string(out) != r.Seal()+"\n" {
		t.Errorf("%s\nprints %q, %v, want %s", r.SealCommand(), out, err, r.Seal())
	}
}

// S85: edits leave no trace in the number or age of the board, in the time, or in the possible
// acts.
func TestS85SecretEdits(t *testing.T) {
	w := armies(t, nil)
	w.show()
	before := w.record()
	for _, move := range []string{"swap:a1b1", "clear", "set:" + rows} {
		w.wait(time.Second)
		done := w.play(ann, move)
		if !slices.ContainsFunc(done.Events, match.Event.Secret) || len(done.Game) != 0 {
			t.Errorf("%s: events %v and %v, want one secret", move, done.Events, done.Game)
		}
	}
	after := w.record()
	if after.Board() != before.Board() || after.Old(before.Board()) {
		t.Errorf("the board is no. %d and old: %v, want %d", after.Board(), after.Old(before.Board()), before.Board())
	}
	if after.Turn != before.Turn || after.Moves != 0 || after.Before != "" || len(after.LastMoves) != 0 ||
		!after.Acted[0].IsZero() || after.Clock != before.Clock {
		t.Errorf("edits show: %+v", after)
	}
	w.play(ann, "confirm")
	if r := w.record(); !r.Old(before.Board()) || r.Moves != 0 {
		t.Error("readiness is public and makes boards old, but is no move")
	}
	w.refused(match.ErrNotYourTurn, func() (match.Change, error) {
		return w.svc.Play.Move(t.Context(), w.by(ann), "clear")
	})
}

// S11: edits of both seats can come in any order, and an edit does not make the other seat's
// buttons stale.
func TestS11Commute(t *testing.T) {
	first, second := armies(t, nil), armies(t, nil)
	first.play(ann, "set:"+rows)
	first.play(bob, "set:"+other)
	second.play(bob, "set:"+other)
	second.play(ann, "set:"+rows)
	if got, want := second.record().Position, first.record().Position; got != want {
		t.Errorf("positions differ:\n%s\n%s", got, want)
	}
	board := first.record().Board()
	first.play(ann, "swap:a1b1")
	act := first.by(bob)
	act.Head = board
	if _, err := first.svc.Play.Move(t.Context(), act, "swap:a10b10"); err != nil {
		t.Errorf("Bob's button is refused because Ann has edited: %v", err)
	}
}

// S50: when the time for the set-up is up, a late seat gets its draft if complete, otherwise a
// legal set-up, and the match continues.
func TestS50LateSetup(t *testing.T) {
	w := armies(t, nil)
	w.play(ann, "set:"+rows)
	w.play(bob, "clear")
	w.sleep(49 * time.Hour)
	r := w.record()
	if r.Status != match.Running || len(r.Receipts) != 2 {
		t.Fatalf("the match is %s with %d receipts, want it running with 2", r.Status, len(r.Receipts))
	}
	if !r.Receipts[0].Fits(rows) {
		t.Error("Ann's complete draft was not taken")
	}
	if waiting := r.Waiting; waiting != games.SeatSet(0) {
		t.Errorf("waiting for %b, want RED", waiting)
	}
	log, err := w.svc.Read.Log(t.Context(), r.ID)
	if err != nil {
		t.Fatal(err)
	}
	frames, err := match.Frames(w.svc.Read.Of(r).Rules(), r, log)
	if err != nil || frames[len(frames)-1].Position.Text() != r.Position {
		t.Errorf("the log leads to %v, %v, want the random set-up of %s", frames, err, r.Position)
	}
	if left := r.Clock.Deadline.Sub(w.now()); left < 40*time.Hour {
		t.Errorf("RED has %v for the first move, want a whole move's time", left)
	}
}

// P19: a takeback during play undoes the ply but not the set-up; a set-up is never taken back.
func TestP19AfterSetup(t *testing.T) {
	w := armies(t, nil)
	w.play(bob, "confirm")
	w.play(ann, "set:"+rows)
	w.refused(match.ErrTooLate, func() (match.Change, error) { return w.svc.Play.Takeback(t.Context(), w.by(ann)) })
	w.play(ann, "confirm")
	w.play(ann, "a4a5")
	w.must(w.svc.Play.Takeback(t.Context(), w.by(ann)))
	if r := w.record(); r.Waiting != games.SeatSet(0) || r.Moves != 0 || !strings.Contains(r.Position, "moves=- ") {
		t.Errorf("after the takeback %d moves, waiting for %b: %.60s", r.Moves, r.Waiting, r.Position)
	}
}

// S57: the log keeps the description of a fight.
func TestS57FightsInTheLog(t *testing.T) {
	w := armies(t, nil)
	w.play(ann, "set:"+rows)
	w.play(bob, "set:"+rows)
	w.play(ann, "confirm")
	w.play(bob, "confirm")
	done := w.play(ann, "a4a7") // the Scout attacks an unknown piece
	log, err := w.svc.Read.Log(t.Context(), w.id)
	if err != nil {
		t.Fatal(err)
	}
	said := log[len(log)-1].Said
	if len(said) != 1 || said[0].String() != done.Game[0].Say.String() ||
		!strings.Contains(said[0].String(), "RED's Scout (9) a4 attacks BLUE's Lieutenant (6) a7") {
		t.Errorf("the log says %v", said)
	}
}

// The log keeps what a move caused only in games with secrets, where the move alone does not tell
// it. In a game without secrets that would store the same twice, and would be wrong after a rule is
// corrected.
func TestTheLogKeepsWhatAMoveCausedInGamesWithSecrets(t *testing.T) {
	for game, want := range map[games.ID]int{"race": 0, "darkrace": 1} {
		w := newWorld(t)
		w.duel(game)
		who := ann
		if w.record().Players[0].User != ann {
			who = bob
		}
		done := w.play(who, "3")
		log, err := w.svc.Read.Log(t.Context(), w.id)
		if err != nil {
			t.Fatal(err)
		}
		if said := log[len(log)-1].Said; len(said) != want || len(done.Game) != 1 {
			t.Errorf("%s: the log keeps %q, the change says %v; want %d and one", game, said, done.Game, want)
		}
	}
}
