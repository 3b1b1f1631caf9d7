package process_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"paddock/bot/discordsim"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage"
)

// Measurements of the program. docs/numbers.md lists the commands.

// stock fills a database with running matches of every game, each with a few moves.
func stock(b *testing.B, path string, matches int) {
	b.Helper()
	store, err := storage.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	service := service.New(service.Config{Store: store, Games: catalog.Games(), Now: time.Now, Rand: rand.Reader})
	for i := range matches {
		g := catalog.Games()[i%len(catalog.Games())]
		ann, bob := match.UserID(fmt.Sprint("200000000000", 2*i)), match.UserID(fmt.Sprint("200000000000", 2*i+1))
		change, err := service.Tables.Propose(b.Context(), match.Proposal{
			Game: g.ID, Setup: games.Setup{Seats: 2}, By: match.Player{User: ann, Name: "Ann"},
			With:  []match.Player{{User: bob, Name: "Bob"}},
			Place: match.Place{Guild: "300000000000", Channel: match.ChannelID(fmt.Sprint("400000000000", i))},
			Cause: match.Cause(fmt.Sprint("c", i)),
		})
		if err == nil {
			_, err = service.Tables.Join(b.Context(),
				match.Act{Match: change.Match.ID, User: bob, Cause: match.Cause(fmt.Sprint("j", i))}, "Bob")
		}
		if err == nil {
			var rec match.Match
			rec, err = service.Read.Match(b.Context(), change.Match.ID)
			if err == nil {
				err = service.Delivery.MarkShown(b.Context(), rec.ID,
					match.Shown{
						Head: rec.Head, Channel: rec.Place.Channel, Message: "500000000000", At: time.Now(),
						Turn: rec.Turn, Pinged: rec.Turn,
					})
			}
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkStart measures the time from the start of the program until it is ready, with 1,000
// stored matches. It may use, and change, the database that PADDOCK_STORED names.
func BenchmarkStart(b *testing.B) {
	r := newRig(b, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}})
	if stored := os.Getenv("PADDOCK_STORED"); stored != "" {
		if err := os.Symlink(stored, r.db); err != nil {
			b.Fatal(err)
		}
	} else {
		stock(b, r.db, 1000)
	}
	if _, err := program(); err != nil { // Build builds the program before the timer starts
		b.Fatal(err)
	}
	for b.Loop() {
		r.start()
		b.StopTimer()
		b.ReportMetric(r.resident("RssAnon"), "MB-anonymous")
		r.stop()
		b.StartTimer()
	}
}

// BenchmarkMemory measures the resident memory of the program with 1,000 matches stored: when it is
// ready, and after some hundred moves with their boards.
func BenchmarkMemory(b *testing.B) {
	r := newRig(b, discordsim.Config{Limits: discordsim.Limits{Off: true, Identify: 1_000_000}})
	stock(b, r.db, 1000)
	for b.Loop() {
		r.start()
		b.ReportMetric(r.resident("VmRSS"), "MB-ready")
		b.ReportMetric(r.resident("RssFile"), "MB-ready-of-files")
		l := newLoad(r)
		ctx, cancel := context.WithTimeout(b.Context(), 5*time.Second)
		l.work(ctx)
		cancel()
		b.ReportMetric(r.resident("VmRSS"), "MB-busy")
		b.ReportMetric(r.resident("RssFile"), "MB-busy-of-files")
		b.ReportMetric(r.resident("VmHWM"), "MB-most")
		b.ReportMetric(float64(len(r.deeds)), "moves")
		r.stop()
	}
}

// resident returns a line of /proc/PID/status of the bot, in megabytes.
func (r *rig) resident(line string) float64 {
	r.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", r.bot.Process.Pid))
	if err != nil {
		r.Skip("memory is read from /proc:", err)
	}
	_, rest, _ := strings.Cut(string(text), line+":")
	kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
	if err != nil {
		r.Fatal(err)
	}
	return kb / 1000
}
