package storage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"paddock/games/match"
	"paddock/storage/storagetest"
)

// BenchmarkReopen measures the first opening of a large file after an orderly end and after a kill,
// with and without the file in the cache of the system. The file was written in bulk, or match by
// match as a bot does, which leaves free pages in it.
//
//	go test ./storage -run '^$' -bench BenchmarkReopen -benchtime 3x -stored 300000
func BenchmarkReopen(b *testing.B) {
	for name, fill := range map[string]func(b *testing.B, path string, n int){
		"bulk":  makeMatches,
		"grown": growMatches,
	} {
		dir := *storedIn
		if dir == "" {
			dir = b.TempDir()
		}
		path := filepath.Join(dir, fmt.Sprint(name, *storedMatches, ".db"))
		fill(b, path, *storedMatches)
		for end, stop := range map[string]func(b *testing.B, path string, n int){
			"closed": playAndClose,
			"killed": playAndKill,
		} {
			for _, cold := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/%s/cold=%t", name, end, cold), func(b *testing.B) {
					for n := 0; b.Loop(); n++ {
						b.StopTimer()
						stop(b, path, n)
						if cold {
							if out,
								err := exec.Command("dd", "if="+path, "iflag=nocache",
								"count=0").CombinedOutput(); err != nil {
								b.Skipf("the file stays in the cache: %v %s", err, out)
							}
						}
						b.StartTimer()
						s, err := Open(path)
						if err != nil {
							b.Fatal(err)
						}
						b.StopTimer()
						b.ReportMetric(float64(s.db.Stats().FreePageN), "free-pages")
						if err := s.Close(); err != nil {
							b.Fatal(err)
						}
						b.StartTimer()
					}
				})
			}
		}
	}
}

// growMatches writes n matches through the group commit, several moves to each, unless the file
// exists.
func growMatches(b *testing.B, path string, n int) {
	b.Helper()
	if _, err := os.Stat(path); err == nil {
		return
	}
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	s.db.NoSync = true
	const writers = 64
	var all sync.WaitGroup
	failed := make([]error, writers)
	for w := range writers {
		all.Go(func() {
			for i := w; i < n && failed[w] == nil; i += writers {
				failed[w] = growMatch(s, i)
			}
		})
	}
	all.Wait()
	if err := errors.Join(append(failed, s.db.Sync(), s.Close())...); err != nil {
		b.Fatal(err)
	}
}

func growMatch(s *Bolt, i int) error {
	r := storagetest.Running(match.ID(fmt.Sprint("g", i)))
	r.Place.Guild, r.Owner = storedGuild(i%20), storedUser(i)
	r.Players = []match.Player{{User: storedUser(i), Name: "Ann"}, {User: storedUser(i*7 + 1), Name: "Bob"}}
	for n := range 6 {
		r.Due = r.Due.Add(time.Minute)
		head, err := s.Append(context.Background(), r,
			match.Event{
				At: r.Created, Kind: match.Moved, User: r.Owner, Move: "3",
				Cause: match.Cause(fmt.Sprint(i, "/", n)),
			})
		if err != nil {
			return err
		}
		r.Head = head
	}
	return nil
}

// playAndClose plays some moves and ends in order.
func playAndClose(b *testing.B, path string, _ int) {
	b.Helper()
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	if err := errors.Join(growMatch(s, int(time.Now().UnixNano())), s.Close()); err != nil {
		b.Fatal(err)
	}
}

// playAndKill has another process play some moves, and kills it.
func playAndKill(b *testing.B, path string, n int) {
	b.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), crashFile+"="+path, crashRound+"="+fmt.Sprint("kill", n, time.Now().UnixNano()))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // the process reports its first acknowledged move
		b.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
