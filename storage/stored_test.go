package storage

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/storage/layout"
	"paddock/storage/storagetest"
)

// storedMatches and storedIn configure BenchmarkStored: the number of matches in the large
// database, and a folder that keeps the databases for other runs (see BenchmarkStart).
var (
	storedMatches = flag.Int("stored", 20_000, "how many matches the large database of BenchmarkStored has")
	storedIn      = flag.String("stored-in", "",
		"a folder for the databases of BenchmarkStored, which are kept there; empty: one that is removed")
)

// BenchmarkStored measures costs with many stored matches, also relative to 1,000: a start, a move,
// and the store's work for `/games`, `/stats` and a challenge. Both databases are measured in
// turns.
func BenchmarkStored(b *testing.B) {
	dir := *storedIn
	if dir == "" {
		dir = b.TempDir()
	}
	few, many := filepath.Join(dir, "1000.db"), filepath.Join(dir, fmt.Sprint(*storedMatches, ".db"))
	makeMatches(b, few, 1000)
	makeMatches(b, many, *storedMatches)
	b.Run("start", func(b *testing.B) {
		for range b.N {
			took := [2]time.Duration{}
			for i, path := range []string{few, many} {
				runtime.GC()
				began := time.Now()
				s, err := Open(path)
				took[i] = time.Since(began)
				if err != nil {
					b.Fatal(err)
				}
				var m runtime.MemStats
				runtime.GC()
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(m.HeapAlloc)/1e6, []string{"MB-few", "MB-many"}[i])
				if err := s.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(took[0].Seconds(), "s-few")
			b.ReportMetric(took[1].Seconds(), "s-many")
		}
	})
	for _, c := range []struct {
		name string
		do   func(*Bolt, int) error
	}{
		{"move", storedMove},
		{"games", func(s *Bolt, i int) error { _, err := s.ByUser(context.Background(), storedUser(i)); return err }},
		{"stats", func(s *Bolt, i int) error {
			_, err := s.StandingsOf(context.Background(), storedGuild(i%20), match.Player{User: storedUser(i)})
			return err
		}},
		{"challenge", storedChallenge},
		{"erasure", func(s *Bolt, i int) error {
			_, err := s.Mentions(context.Background(), storedUser(i))
			return err
		}},
	} {
		b.Run(c.name, func(b *testing.B) { compareStored(b, few, many, c.do) })
	}
}

func compareStored(b *testing.B, few, many string, do func(*Bolt, int) error) {
	var stores [2]*Bolt
	for i, path := range []string{few, many} {
		s, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		stores[i] = s
	}
	const turn = 50
	var took [2][]time.Duration
	for n := 0; n < b.N; n += turn {
		for i, s := range stores {
			for k := range turn {
				began := time.Now()
				if err := do(s, n+k); err != nil {
					b.Fatal(err)
				}
				took[i] = append(took[i], time.Since(began))
			}
		}
	}
	half := func(list []time.Duration) float64 {
		slices.Sort(list)
		return float64(list[len(list)/2].Nanoseconds())
	}
	b.ReportMetric(half(took[0]), "ns-few")
	b.ReportMetric(half(took[1]), "ns-many")
	b.ReportMetric(half(took[1])/half(took[0]), "times")
}

func storedUser(i int) match.UserID { return match.UserID(fmt.Sprint(100000000000000000 + i%400)) }

func storedGuild(i int) match.GuildID { return match.GuildID(fmt.Sprint(300000000000000000 + i)) }

// storedMove plays a move in one of the running matches, which is every hundredth.
func storedMove(s *Bolt, i int) error {
	r, err := s.Record(context.Background(), match.ID("r"+strconv.Itoa(i%10*100)))
	if err != nil {
		return err
	}
	_, err = s.Append(context.Background(), r,
		match.Event{
			At: r.Created, Kind: match.Moved, User: r.Owner, Move: "3",
			Cause: match.Cause(fmt.Sprint("b", r.ID, r.Head)),
		})
	return err
}

// storedChallenge reads and writes what a challenge needs: the challenger's matches, their
// standings, and the challenge itself, and then closes the challenge.
func storedChallenge(s *Bolt, i int) error {
	ctx, u := context.Background(), storedUser(i)
	_, err := s.ByUser(ctx, u)
	_, err2 := s.StandingsOf(ctx, storedGuild(i%20), match.Player{User: u})
	r := storagetest.Running(match.ID(fmt.Sprint("x", time.Now().UnixNano())))
	r.Status, r.Owner, r.Invited, r.Place.Guild = match.Open, u, storedUser(i+1), storedGuild(i%20)
	head, err3 := s.Append(ctx, r, match.Event{At: r.Created, Kind: match.Created})
	r.Head, r.Status = head, match.Closed
	_, err4 := s.Append(ctx, r, match.Event{At: r.Created, Kind: match.Ended})
	return errors.Join(err, err2, err3, err4)
}

// makeMatches writes a database with n matches, unless it exists, bypassing the group commit. One
// in a hundred is running, the others are over and rated, with four events each. Members and
// servers grow with n, so that each has the same number of matches.
func makeMatches(b *testing.B, path string, n int) {
	b.Helper()
	if _, err := os.Stat(path); err == nil {
		return
	}
	s, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	s.db.NoSync = true
	const batch = 5000
	for from := 0; from < n; from += batch {
		err := s.db.Update(func(btx *bbolt.Tx) error {
			t := &tx{Tx: btx}
			for i := from; i < min(from+batch, n); i++ {
				if err := t.storedMatch(i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	err = s.db.Update(rateAll)
	if err = errors.Join(err, inBatches(s.db, rateKey, batchMost, rate), s.db.Sync()); err != nil {
		b.Fatal(err)
	}
	s.db.NoSync = false
}

func (t *tx) storedMatch(i int) error {
	id, at := match.ID(strconv.Itoa(i)), time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(i)*time.Minute)
	if i%100 == 0 {
		id = "r" + id
	}
	r := storagetest.Running(id)
	// a group is a thousand matches of 400 people on 20 servers; all questions are about the first
	// group
	group := i / 1000
	who := func(k int) match.UserID {
		return match.UserID(fmt.Sprint(100000000000000000 + group*1000 + k%400))
	}
	r.Place = match.Place{
		Guild:   match.GuildID(fmt.Sprint(300000000000000000 + group*100 + i%20)),
		Channel: match.ChannelID(fmt.Sprint(400000000000000000 + group*100 + i%20)),
	}
	r.Owner, r.Players = who(i), []match.Player{{User: who(i), Name: "Ann"}, {User: who(i*7 + 1), Name: "Bob"}}
	r.Created, r.Updated, r.Acted = at, at, []time.Time{at, at}
	r.Position = "kalah/1 " + strings.Repeat("4 ", 100)
	r.Head, r.Shown = 4, match.Shown{
		Head: 4, Channel: r.Place.Channel, Message: "500000000000000000", Turn: 1,
		Pinged: 1,
	}
	if i%100 == 0 { // TestMonth of ./bot runs on this database and reads the position of running matches
		r.Position = "kalah/1 m=6 to=S south=4.4.4.4.4.4:0 north=4.4.4.4.4.4:0 rules=standard"
		r.Due = at.AddDate(30, 0, 0)
	} else {
		r.Status, r.Ended, r.Outcome = match.Over, at,
			&games.Outcome{Place: [games.MaxSeats]int8{int8(1 + i%2), int8(2 - i%2)}}
	}
	var lines [][]byte
	var events []match.Event
	for seq := range match.Seq(4) {
		e := match.Event{
			Seq: seq + 1, At: at, Kind: match.Moved, User: who(i), Move: "3",
			Note: strings.Repeat("4 ", 20),
		}
		line, err := layout.LogLine(id, e)
		if err != nil {
			return err
		}
		lines, events = append(lines, line), append(events, e)
	}
	now, err := newRow(r)
	if err != nil {
		return err
	}
	now.log = t.log(nil, lines)
	t.mention(r, events)
	t.putRow(id, row{}, now)
	return t.reindex(nil, now.keys)
}

// The generator writes a sound database.
func TestMadeMatchesAreSound(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "made.db")
	testing.Benchmark(func(b *testing.B) {
		if b.N == 1 {
			makeMatches(b, path, 300)
		}
	})
	if report := wantSound(t, path); report.Matches != 300 || report.Events != 4*300 {
		t.Errorf("%d matches with %d events, want 300 with 4 each", report.Matches, report.Events)
	}
}
