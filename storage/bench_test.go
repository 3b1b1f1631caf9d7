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

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// BenchmarkAppend measures moves a second, by one writer or by many that share an fsync, relative
// to the bare disk. The disk overwrites 4 KB with fdatasync, appends the same, or follows the
// pattern of a small bbolt commit (four pages, fdatasync, a head page, fdatasync). Disk and engine
// are measured in turns, because other programs change the disk's speed. x-overwrite, x-grow and
// x-commit are the ratios.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 16, 64, 256} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s, err := Open(filepath.Join(b.TempDir(), "bench.db"))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			disk := newDisk(b)
			const turns = 10
			took := time.Duration(0)
			b.ResetTimer()
			for turn := range turns {
				b.StopTimer()
				disk.measure()
				b.StartTimer()
				start := time.Now()
				playAll(b, s, writers, b.N*(turn+1)/turns-b.N*turn/turns)
				took += time.Since(start)
			}
			b.StopTimer()
			rate := float64(b.N) / took.Seconds()
			b.ReportMetric(rate, "moves/s")
			for _, f := range disk.floors {
				b.ReportMetric(f.rate(), f.name+"/s")
				b.ReportMetric(rate/f.rate(), "x-"+f.name)
			}
		})
	}
}

// disk measures a file on the same disk.
type disk struct {
	b      *testing.B
	file   *os.File
	end    int64 // length of the file in pages
	floors []*floor
}

// floor is a pattern of writes to the disk, with its measurements.
type floor struct {
	name string
	once func()
	n    int
	took time.Duration
}

func (f *floor) rate() float64 { return float64(f.n) / f.took.Seconds() }

func newDisk(b *testing.B) *disk {
	file, err := os.Create(filepath.Join(b.TempDir(), "disk"))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { file.Close() })
	d := &disk{b: b, file: file}
	const span = 1024
	for d.end < span {
		d.grow()
	}
	d.sync()
	next := int64(0)
	scattered := func() int64 {
		next = (next + 37) % (span - 2)
		return 2 + next
	}
	d.floors = []*floor{
		{name: "overwrite", once: func() { d.put(scattered()); d.sync() }},
		{name: "grow", once: func() { d.grow(); d.sync() }},
		{name: "commit", once: func() {
			for range 4 {
				d.put(scattered())
			}
			d.sync()
			d.put(next & 1)
			d.sync()
		}},
	}
	return d
}

// measure repeats the file operations of each floor for a moment and notes their number and time.
func (d *disk) measure() {
	for _, f := range d.floors {
		start := time.Now()
		for time.Since(start) < 50*time.Millisecond {
			f.once()
			f.n++
		}
		f.took += time.Since(start)
	}
}

var page [4096]byte

func (d *disk) put(at int64) {
	if _, err := d.file.WriteAt(page[:], at*int64(len(page))); err != nil {
		d.b.Fatal(err)
	}
}

func (d *disk) grow() {
	d.put(d.end)
	d.end++
}

func (d *disk) sync() {
	if err := syscall.Fdatasync(int(d.file.Fd())); err != nil {
		d.b.Fatal(err)
	}
}

// playAll makes n moves by a number of writers.
func playAll(b *testing.B, s *Bolt, writers, n int) {
	var left atomic.Int64
	left.Store(int64(n))
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() { playMoves(b, s, w, &left) })
	}
	all.Wait()
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
		Setup: games.Setup{
			Seats: 2, Seed: 42,
			Options: games.Options{"holes": "6", "beans": "4", "rules": "standard"},
		},
		Place: match.Place{Guild: "900000000000000001", Channel: channel},
		Owner: match.UserID(fmt.Sprintf("20000000000000%04d", writer)),
		Players: []match.Player{
			{User: match.UserID(fmt.Sprintf("20000000000000%04d", writer)), Name: "Ann"},
			{User: "300000000000000001", Name: "Bob"},
		},
		Position: "kalah/1 m=6 to=S south=4.4.0.5.5.5:1 north=4.4.4.4.4.4:0 rules=standard",
		Before:   "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard",
		Waiting:  1, Turn: 1, LastMoves: []string{"3"},
		Clock: referee.Clock{
			Policy:  referee.Policy{PerMove: 48 * time.Hour, Lapse: referee.Forfeit, Grace: 3},
			Started: at, Deadline: at.Add(48 * time.Hour),
		},
		Due: at, Acted: []time.Time{at, at}, Created: at, Updated: at,
		Shown: match.Shown{Channel: channel, Message: "400000000000000001", At: at},
	}
}

// BenchmarkFinished reads a user's 5,000 finished matches among those of others. The number of
// others only changes the depth of the index.
func BenchmarkFinished(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "paddock.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	err = s.db.Update(func(btx *bbolt.Tx) error {
		for i := range 55_000 {
			u := match.UserID(fmt.Sprint(100_000_000_000_000_000 + 1 + i%50))
			f := match.Finished{
				Match: match.ID(fmt.Sprintf("m%05d", i)), Guild: "200000000000000000", Game: "kalah",
				How: match.FinishedWon, Rated: true,
				Ended: time.Unix(int64(i)*60, 0), Others: []match.Player{{User: "300000000000000000"}},
			}
			if i%11 == 0 {
				u = "ann"
			}
			key := string(layout.FinishedPrefix(u)) + string(layout.TimeKey(f.Ended)) + layout.FinishedTail(f)
			if err := btx.Bucket(finishedBucket).Put([]byte(key), nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if list, err := s.Finished(b.Context(), "ann"); err != nil || len(list) != 5000 {
			b.Fatal(len(list), err)
		}
	}
}

func BenchmarkRanking(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "bench.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	storagetest.BenchRanking(b, s)
}
