package bot_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"paddock/bot/discordsim"
)

// greedy is a member who sends requests without pause, in a channel of their own, while others
// play.
var greedy = []struct {
	name string
	do   func(a *arena, ctx context.Context, me room, n int) error
}{
	{"nothing", nil},
	{"clicks", func(a *arena, ctx context.Context, me room, _ int) error { _, err := a.move(ctx, me); return err }},
	{"commands", func(a *arena, ctx context.Context, me room, n int) error {
		text := []string{
			"/games", "/match history", "/match export", "/stats", "/games finished:all", "/match happened",
			"/top game:Kalah",
		}
		return a.sim.As(me.ann).In(me.ch).Slash(text[n%len(text)]).Wait(ctx)
	}},
	{"matches", func(a *arena, ctx context.Context, me room, _ int) error {
		return a.sim.As(me.ann).In(me.ch).Slash("/kalah start level:smart versus:smart").Wait(ctx)
	}},
	{"tournaments", func(a *arena, ctx context.Context, me room, n int) error {
		text := fmt.Sprintf("/tournament create game:Kalah name:cup %d players:16 fill:easy", n)
		if err := a.sim.As(me.ann).In(me.ch).Slash(text).Wait(ctx); err != nil {
			return err
		}
		for _, text := range []string{
			"/tournament join", "/tournament start", "/tournament bracket",
			"/tournament cancel",
		} {
			if err := a.sim.As(me.ann).In(me.ch).Slash(text).Wait(ctx); err != nil {
				return err
			}
		}
		return nil
	}},
}

// BenchmarkFairShare measures P108. Other members make 50 moves a second, while one member sends
// requests from eight windows without pause. It measures the time of the first answers to the
// others. b.N is the number of moves. The greedy requests per second are reported too.
func BenchmarkFairShare(b *testing.B) {
	for _, g := range greedy {
		b.Run(g.name, func(b *testing.B) {
			a := newArena(b, 21)
			ctx, done := context.WithCancel(b.Context())
			defer done()
			a.start(asBot)
			a.begin(ctx)
			me, others := a.rooms[0], a.rooms[1:]
			turns := make([]sync.Mutex, len(others)) // two matches that start at the same time would disturb each other
			var greed, people sync.WaitGroup
			var mu sync.Mutex
			asked := 0
			for w := range 8 {
				if g.do == nil {
					break
				}
				greed.Go(func() {
					for n := w; ctx.Err() == nil; n += 8 {
						within, cancel := context.WithTimeout(ctx, 10*time.Second)
						_ = g.do(a, within, me, n) // a refused request counts too
						cancel()
						mu.Lock()
						asked++
						mu.Unlock()
					}
				})
			}
			var took []time.Duration
			late := 0
			note := func(i *discordsim.Interaction, err error) {
				mu.Lock()
				defer mu.Unlock()
				if err != nil || i == nil {
					late++
					return
				}
				took = append(took, i.Took())
			}
			tick := time.NewTicker(time.Second / 50)
			defer tick.Stop()
			begun := time.Now()
			for n := range b.N {
				<-tick.C
				people.Go(func() {
					turn := &turns[n%len(others)]
					turn.Lock()
					defer turn.Unlock()
					within, cancel := context.WithTimeout(ctx, 5*time.Second)
					defer cancel()
					note(a.move(within, others[n%len(others)]))
				})
			}
			people.Wait()
			mu.Lock()
			rate := float64(asked) / time.Since(begun).Seconds()
			mu.Unlock()
			done()
			greed.Wait()
			if len(took) == 0 {
				b.Fatal("nothing was answered")
			}
			slices.Sort(took)
			at := func(part float64) float64 {
				return float64(took[int(part*float64(len(took)-1))].Microseconds()) / 1000
			}
			b.ReportMetric(at(0.5), "p50-ms")
			b.ReportMetric(at(0.99), "p99-ms")
			b.ReportMetric(at(1), "max-ms")
			b.ReportMetric(rate, "greedy/s")
			b.ReportMetric(float64(late), "unanswered")
		})
	}
}
