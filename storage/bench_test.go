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

// BenchmarkAppend measures moves a second, with one fsync or many writers sharing one, against what the same disk does just before and just after
// with nothing above it: overwriting 4 KB and calling fdatasync, over and over; the same at the end of a file that grows; and the shape of one small
// bbolt commit: four pages, fdatasync, a head page, fdatasync. x-overwrite, x-grow and x-commit are the ratios.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s, err := Open(filepath.Join(b.TempDir(), "bench.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			before := measureFloors(b)
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
			after := measureFloors(b)
			b.ReportMetric(rate, "moves/s")
			for i, name := range []string{"overwrite", "grow", "commit"} {
				floor := (before[i] + after[i]) / 2
				b.ReportMetric(floor, name+"/s")
				b.ReportMetric(rate/floor, "x-"+name)
			}
		})
	}
}

// measureFloors is how often a second the disk does each of the three.
func measureFloors(b *testing.B) (rates [3]float64) {
	f, err := os.Create(filepath.Join(b.TempDir(), "floor"))
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	const span = 1024
	page := make([]byte, 4096)
	put := func(at int64) {
		if _, err := f.WriteAt(page, at*4096); err != nil {
			b.Fatal(err)
		}
	}
	sync := func() {
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
	}
	for i := range int64(span) {
		put(i)
	}
	sync()
	rate := func(do func(i int64)) float64 {
		n, start := int64(0), time.Now()
		for ; time.Since(start) < 250*time.Millisecond; n++ {
			do(n)
		}
		return float64(n) / time.Since(start).Seconds()
	}
	rates[0] = rate(func(i int64) { put(i * 7 % span); sync() })
	rates[1] = rate(func(i int64) { put(span + i); sync() })
	rates[2] = rate(func(i int64) {
		for k := range int64(4) {
			put(2 + (i*4+k)*37%(span-2))
		}
		sync()
		put(i & 1)
		sync()
	})
	return rates
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
