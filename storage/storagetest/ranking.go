package storagetest

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
)

// BenchRanking measures a page of the ranking with 100, 1,000 and 10,000 ranked people, in turns.
func BenchRanking(b *testing.B, s match.Store) {
	sizes := []int{100, 1000, 10000}
	guild := func(n int) match.GuildID { return match.GuildID(fmt.Sprint("g", n)) }
	for _, n := range sizes {
		for i := 0; i < n; i += 2 {
			r := Running(match.ID(fmt.Sprintf("n%dm%d", n, i)))
			r.Place.Guild, r.Players = guild(n),
				[]match.Player{{User: match.UserID(fmt.Sprint(10000 + i))}, {User: match.UserID(fmt.Sprint(10001 + i))}}
			r.Status, r.Ended, r.Acted = match.Over, noon.Add(time.Duration(i)*time.Minute), []time.Time{noon, noon}
			r.Clock.Policy.PerMove = time.Hour
			r.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}}
			if _, err := s.Append(ctx, r, match.Event{At: r.Ended, Kind: match.Moved}); err != nil {
				b.Fatal(err)
			}
		}
	}
	took := map[int][]time.Duration{}
	b.ResetTimer()
	for range b.N {
		for _, n := range sizes {
			began := time.Now()
			if _, err := s.Ranking(ctx, guild(n), "kalah", match.AmongPeople, noon, 15,
				match.Player{User: "10051"}); err != nil {
				b.Fatal(err)
			}
			took[n] = append(took[n], time.Since(began))
		}
	}
	for n, list := range took {
		slices.Sort(list)
		b.ReportMetric(float64(list[len(list)/2].Microseconds()), fmt.Sprint("page-", n, "-µs"))
	}
}
