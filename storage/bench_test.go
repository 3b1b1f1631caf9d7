package storage

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// BenchmarkAppend measures moves a second against the floor: one goroutine that overwrites 4 KB and calls fdatasync, over and over, on the same disk
// just before and just after. x-floor is their ratio.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 64} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s, err := Open(filepath.Join(b.TempDir(), "bench.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			before := floor(b)
			var left atomic.Int64
			left.Store(int64(b.N))
			var all sync.WaitGroup
			b.ResetTimer()
			start := time.Now()
			for w := range writers {
				all.Go(func() { playMoves(b, s, w, &left) })
			}
			all.Wait()
			rate := float64(b.N) / time.Since(start).Seconds()
			b.StopTimer()
			after := floor(b)
			b.ReportMetric(rate, "moves/s")
			b.ReportMetric((before+after)/2, "floor/s")
			b.ReportMetric(rate/((before+after)/2), "x-floor")
		})
	}
}

// floor is how often a second 4 KB can be overwritten and synced.
func floor(b *testing.B) float64 {
	f, err := os.Create(filepath.Join(b.TempDir(), "floor"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	page := make([]byte, 4096)
	const span = 1024
	for i := range int64(span) {
		if _, err := f.WriteAt(page, i*4096); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Sync(); err != nil {
		b.Fatal(err)
	}
	n, start := int64(0), time.Now()
	for ; time.Since(start) < 500*time.Millisecond; n++ {
		if _, err := f.WriteAt(page, n*7%span*4096); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
	}
	return float64(n) / time.Since(start).Seconds()
}

// playMoves appends moves to one match after another, 60 to each, while there are any left.
func playMoves(b *testing.B, s *Bolt, writer int, left *atomic.Int64) {
	ctx := context.Background()
	var r match.Record
	for left.Add(-1) >= 0 {
		if r.Head%60 == 0 {
			r = benchRecord(strconv.FormatUint(rand.Uint64()>>20, 36), writer)
		}
		now := time.Now()
		r.Updated, r.Clock.Started, r.Due = now, now, now.Add(48*time.Hour)
		r.Clock.Deadline = r.Due
		r.LastSeat = games.Seat(r.Head % 2)
		head, err := s.Append(ctx, r, match.Event{
			At: now, Kind: match.Moved, Seat: r.LastSeat, Move: "3", User: r.Players[0].User,
			Cause: match.Cause(strconv.FormatInt(now.UnixNano(), 10) + strconv.Itoa(writer)),
		})
		if err != nil {
			b.Error(err)
			return
		}
		r.Head = head
	}
}

func benchRecord(id string, writer int) match.Record {
	at := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	channel := match.ChannelID(fmt.Sprintf("10000000000000%04d", writer))
	return match.Record{
		ID: match.ID(id), Game: "kalah", Status: match.Running,
		Setup:    games.Setup{Seats: 2, Seed: 42, Options: games.Options{"holes": "6", "beans": "4", "rules": "standard"}},
		Place:    match.Place{Guild: "900000000000000001", Channel: channel},
		Owner:    match.UserID(fmt.Sprintf("20000000000000%04d", writer)),
		Players:  []match.Player{{User: match.UserID(fmt.Sprintf("20000000000000%04d", writer)), Name: "Ann"}, {User: "300000000000000001", Name: "Bob"}},
		Position: "kalah/1 m=6 to=S south=4.4.0.5.5.5:1 north=4.4.4.4.4.4:0 rules=standard",
		Before:   "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard",
		Waiting:  1, Turn: 1, LastMoves: []string{"3"},
		Clock: referee.Clock{Policy: referee.Policy{PerMove: 48 * time.Hour, Lapse: referee.Forfeit, Grace: 3}, Started: at, Deadline: at.Add(48 * time.Hour)},
		Due:   at, Acted: []time.Time{at, at}, Created: at, Updated: at,
		Shown: match.Shown{Channel: channel, Message: "400000000000000001", At: at},
	}
}
