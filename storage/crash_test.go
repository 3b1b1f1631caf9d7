package storage

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"paddock/games/gamestest/sidebyside"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// The crash test starts this program again as a process that plays moves and reports acknowledged
// ones. It kills the process at a random moment and checks the file. PADDOCK_CRASH is the number of
// kills.
const (
	crashKills = "PADDOCK_CRASH"
	crashFile  = "PADDOCK_CRASH_FILE"
	crashRound = "PADDOCK_CRASH_ROUND"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(crashFile); path != "" {
		fmt.Println(crashWriter(path, os.Getenv(crashRound)))
		os.Exit(1)
	}
	sidebyside.AtLeast(4)
	os.Exit(m.Run())
}

// crashWriter plays until it is killed. It returns only after an error.
func crashWriter(path, round string) error {
	s, err := Open(path)
	if err != nil {
		return err
	}
	ctx := context.Background()
	failed := make(chan error)
	for w := range 4 {
		go func() {
			r := storagetest.Running(match.ID(fmt.Sprint("m", w)))
			if old, err := s.Record(ctx, r.ID); err == nil {
				r = old
			}
			for n := 0; ; n++ {
				cause := match.Cause(fmt.Sprintf("%s/%d/%d", round, w, n))
				r.Due = r.Due.Add(time.Second)
				head, err := s.Append(ctx, r, match.Event{At: r.Created, Kind: match.Moved, Cause: cause})
				if err != nil {
					failed <- err
					return
				}
				r.Head = head
				// the line is a single unbuffered write, so that no line is cut
				fmt.Printf("ack %s %d %s\n", r.ID, head, cause)
			}
		}()
	}
	return <-failed
}

type acknowledged struct {
	id    match.ID
	seq   match.Seq
	cause match.Cause
}

// After a kill at any time, no acknowledged move is lost, none is there twice, and the file is
// sound (P1).
func TestCrash(t *testing.T) {
	t.Parallel()
	kills := 8
	if n, err := strconv.Atoi(os.Getenv(crashKills)); err == nil {
		kills = n
	}
	path := filepath.Join(t.TempDir(), "paddock.db")
	var acks []acknowledged
	for round := range kills {
		acks = append(acks, killOnce(t, path, round)...)
		wantSound(t, path)
		wantAcknowledged(t, path, acks)
		if t.Failed() {
			t.Fatalf("failed after kill %d", round+1)
		}
	}
	if len(acks) == 0 {
		t.Error("no move was acknowledged before any kill; the test shows nothing")
	}
	t.Logf("%d kills, %d acknowledged moves", kills, len(acks))
}

// killOnce runs the writer for a moment and returns the acknowledged moves.
func killOnce(t *testing.T, path string, round int) (acks []acknowledged) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashFile+"="+path, crashRound+"="+strconv.Itoa(round))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var reader sync.WaitGroup
	begun := make(chan struct{})
	first := sync.OnceFunc(func() { close(begun) })
	reader.Go(func() {
		defer first()
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var a acknowledged
			if n, _ := fmt.Sscanf(lines.Text(), "ack %s %d %s", &a.id, &a.seq, &a.cause); n != 3 {
				t.Errorf("the writer says %q", lines.Text())
				continue
			}
			acks = append(acks, a)
			first()
		}
	})
	if round == 0 { // in the first round the database may not exist before the first acknowledgement
		<-begun
	}
	time.Sleep(time.Duration(5+rand.IntN(200)) * time.Millisecond)
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	reader.Wait()
	_ = cmd.Wait() // the error only says that the process was killed
	return acks
}

// wantAcknowledged checks that each acknowledged move is in the log at its place, and that no cause
// (id of an interaction) is there twice.
func wantAcknowledged(t *testing.T, path string, acks []acknowledged) {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	at := map[match.Cause]acknowledged{}
	for w := range 4 {
		id := match.ID(fmt.Sprint("m", w))
		log, err := s.History(t.Context(), id, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range log {
			if twice, ok := at[e.Cause]; ok {
				t.Errorf("%s is event %d of %s and event %d of %s", e.Cause, twice.seq, twice.id, e.Seq, id)
			}
			at[e.Cause] = acknowledged{id, e.Seq, e.Cause}
		}
	}
	for _, a := range acks {
		if got := at[a.cause]; got != a {
			t.Errorf("acknowledged %v is %v in the log", a, got)
		}
	}
	if len(acks) == 0 {
		return
	}
	last := acks[len(acks)-1]
	r, err := s.Record(t.Context(), last.id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Append(t.Context(), r,
		match.Event{At: r.Created, Kind: match.Moved, Cause: last.cause}); !errors.Is(err, match.ErrRepeat) {
		t.Errorf("the last acknowledged move again: %v, want ErrRepeat", err)
	}
}
