package postgres

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"paddock/games/gamestest/cputime"
	"paddock/games/match"
	"paddock/storage"
	"paddock/storage/postgres/pgtest"
	"paddock/storage/storagetest"
	"paddock/storage/transfer"
)

// BenchmarkWriters measures moves a second by 64 writers, in PostgreSQL and in a file in turns,
// because other processes change the speed of the machine. x-file is the ratio; p99 is that of
// PostgreSQL. The processor time is that of this program and of the server.
func BenchmarkWriters(b *testing.B) {
	file, there := openFile(b), open(b, pgtest.Database(b))
	const turns = 10
	var inFile, inPostgres []time.Duration
	var tookFile, tookPostgres, usedFile, usedPostgres time.Duration
	used := func() time.Duration { return cputime.Used() + pgtest.Shared().ProcessorTime() }
	for turn := range turns {
		n := b.N*(turn+1)/turns - b.N*turn/turns
		began, before := time.Now(), used()
		inFile = append(inFile, write(b, file, turn, n)...)
		tookFile, usedFile = tookFile+time.Since(began), usedFile+used()-before
		began, before = time.Now(), used()
		inPostgres = append(inPostgres, write(b, there, turn, n)...)
		tookPostgres, usedPostgres = tookPostgres+time.Since(began), usedPostgres+used()-before
	}
	slices.Sort(inPostgres)
	b.ReportMetric(float64(usedFile.Microseconds())/float64(b.N), "file-cpu-µs/move")
	b.ReportMetric(float64(usedPostgres.Microseconds())/float64(b.N), "cpu-µs/move")
	b.ReportMetric(float64(len(inFile))/tookFile.Seconds(), "file-moves/s")
	b.ReportMetric(float64(len(inPostgres))/tookPostgres.Seconds(), "moves/s")
	b.ReportMetric(tookFile.Seconds()/tookPostgres.Seconds(), "x-file")
	b.ReportMetric(float64(inPostgres[len(inPostgres)*99/100].Microseconds())/1000, "p99-ms")
}

// write makes n moves by 64 writers, each in its own match, and returns how long each took.
func write(b *testing.B, s match.Store, turn, n int) []time.Duration {
	var left atomic.Int64
	left.Store(int64(n))
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for w := range 64 {
		all.Go(func() {
			r := storagetest.Running(match.ID(fmt.Sprintf("t%dw%d", turn, w)))
			for left.Add(-1) >= 0 {
				began := time.Now()
				e := match.Event{
					At: began, Kind: match.Moved, User: "ann", Move: "3",
					Cause: match.Cause(fmt.Sprintf("%s/%d", r.ID, r.Head)),
				}
				r.Due = began.Add(48 * time.Hour)
				head, err := s.Append(context.Background(), r, e)
				if err != nil {
					b.Error(err)
					return
				}
				r.Head = head
				mu.Lock()
				took = append(took, time.Since(began))
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return took
}

// BenchmarkTransfer measures how fast b.N matches with about six events each are transferred from a
// file to PostgreSQL and compared. On a busy machine the processor time a match, of this program
// and the server, tells more.
func BenchmarkTransfer(b *testing.B) {
	file, there := openFile(b), open(b, pgtest.Database(b))
	fill(b, file, b.N)
	here, server := cputime.Used(), pgtest.Shared().ProcessorTime()
	b.ResetTimer()
	stages := map[transfer.Stage]time.Time{}
	report := func(stage transfer.Stage, _, _ int) {
		if stages[stage].IsZero() {
			stages[stage] = time.Now()
		}
	}
	began := time.Now()
	if _, err := transfer.Run(b.Context(), storage.Mover{Bolt: file}, Mover{there}, "file", report); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	n := float64(b.N)
	b.ReportMetric(n/time.Since(began).Seconds(), "matches/s")
	b.ReportMetric(stages[transfer.Comparing].Sub(began).Seconds()*1e6/n, "copy-µs/match")
	b.ReportMetric(stages[transfer.Finishing].Sub(stages[transfer.Comparing]).Seconds()*1e6/n, "compare-µs/match")
	b.ReportMetric(time.Since(stages[transfer.Finishing]).Seconds()*1e6/n, "finish-µs/match")
	b.ReportMetric((cputime.Used()-here).Seconds()*1e6/n, "cpu-µs/match")
	b.ReportMetric((pgtest.Shared().ProcessorTime()-server).Seconds()*1e6/n, "server-cpu-µs/match")
}

func BenchmarkRanking(b *testing.B) { storagetest.BenchRanking(b, open(b, pgtest.Database(b))) }
