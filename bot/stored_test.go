package bot_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot"
	"paddock/bot/answer"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/storage"
)

// A busy member has 50 running matches and many finished ones in a server of their own. A tenth of
// the finished matches are against repeated opponents.
const (
	busy      = match.UserID("199999999999999999")
	busyGuild = match.GuildID("399999999999999999")
	running50 = 50
)

func busyOpponent(i int) match.UserID { return match.UserID(fmt.Sprint(198000000000000000 + i)) }

// keepBusy adds a busy member to a database, unless it has one.
func keepBusy(b *testing.B, path string, finished int) {
	b.Helper()
	store, err := storage.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	if list, err := store.ByUser(b.Context(), busy); err != nil || len(list) >= running50 {
		return
	}
	var mu sync.Mutex
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	svc := service.New(service.Config{Store: store, Games: catalog.Games(), Rand: rand.Reader, Now: func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return now
	}})
	make := func(i int, over bool) error {
		ids := []match.UserID{busy, busyOpponent(i % max(running50, finished/5))}
		done, err := svc.Tables.Propose(b.Context(), match.Proposal{
			Game: "kalah", Setup: games.Setup{Seats: 2}, By: match.Player{User: busy, Name: "Ann"}, Seated: true,
			PerMove: 48 * time.Hour,
			With:    []match.Player{{User: ids[i%2], Name: "Ann"}, {User: ids[1-i%2], Name: "Bob"}},
			Place:   match.Place{Guild: busyGuild, Channel: "499999999999999999"},
			Cause:   match.Cause(fmt.Sprint("busy", i)),
		})
		for seat, p := range done.Match.Players {
			if err == nil && over { // a match without a move is not rated
				_, err = svc.Play.Move(b.Context(),
					match.Act{Match: done.Match.ID, User: p.User, Cause: match.Cause(fmt.Sprint("move", i, " ", seat))},
					"1")
			}
		}
		if err == nil && over {
			_, err = svc.Play.Resign(b.Context(),
				match.Act{Match: done.Match.ID, User: ids[i%3%2], Cause: match.Cause(fmt.Sprint("end", i))})
		}
		return err
	}
	for from := 0; from < finished+running50; from += 50 {
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				if err := make(from+i, from < finished); err != nil {
					b.Error(err)
				}
			})
		}
		all.Wait()
		mu.Lock()
		now = now.Add(3 * time.Hour)
		mu.Unlock()
	}
}

// asked lists the commands that read a member's matches, and the bot's own queries, as functions
// that run them.
func asked(store *storage.Bolt) map[string]func(int) error {
	svc := service.New(service.Config{
		Store: store, Games: catalog.Games(), Rand: rand.Reader, Now: time.Now,
		Defaults: decide.Defaults{Limit: 1000},
	})
	set := bot.Commands(&answer.Base{
		Games: catalog.Games(), Matches: svc, Now: time.Now,
		People: people.New(svc, nil, slog.New(slog.DiscardHandler)),
	})
	run := func(name string, options ...string) func(int) error {
		c := set.Common[slices.IndexFunc(set.Common, func(c *request.Command) bool { return c.Name == name })]
		r := &request.Request{
			Ix: &discordgo.Interaction{}, User: busy, Name: "Ann", Guild: busyGuild, In: lang.English,
			Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{},
		}
		for i := 0; i < len(options); i += 2 {
			r.Options[options[i]] = &discordgo.ApplicationCommandInteractionDataOption{
				Type: discordgo.ApplicationCommandOptionString, Value: options[i+1],
			}
		}
		return func(int) error { _, err := c.Run(context.Background(), r); return err }
	}
	var open []match.ID
	return map[string]func(int) error{
		"games": run("games"),
		"stats": run("stats"),
		"top":   run("top", request.OptGame, "kalah"),
		"challenge": func(i int) error { // includes all that the bot reads and stores before its answer
			ctx := context.Background()
			done, err := svc.Tables.Propose(ctx, match.Proposal{
				Game: "kalah", Setup: games.Setup{Seats: 2},
				By:    match.Player{User: busyOpponent(2000 + i), Name: "Cid"},
				With:  []match.Player{{User: busy, Name: "Ann"}},
				Place: match.Place{Guild: busyGuild, Channel: "499999999999999999"},
				Cause: match.Cause(fmt.Sprint("try", time.Now().UnixNano())),
			})
			if err != nil {
				return err
			}
			open = append(open, done.Match.ID)
			_, err = svc.Read.StandingsOf(ctx, busyGuild, match.Player{User: busyOpponent(2000 + i)})
			return err
		},
		"challenge, after": func(int) error {
			id := open[0]
			open = open[1:]
			_, err := svc.Tables.Decline(context.Background(),
				match.Act{Match: id, User: busy, Cause: match.Cause("no " + id)})
			return err
		},
		"due": func(int) error {
			_, err := store.Due(context.Background(), time.Date(2020, 1, 31, 1, 0, 0, 0, time.UTC), 64)
			return err
		},
	}
}

// BenchmarkBusy measures commands of a member with 50 running matches, 5,000 finished ones and
// 1,000 opponents, in the database of PADDOCK_STORED. BenchmarkStored of storage makes that
// database and 1000.db beside it. The benchmark reports the costs as multiples of those with 500
// finished matches and 100 opponents in 1000.db. It adds the member to both databases, and measures
// them in turns.
func BenchmarkBusy(b *testing.B) {
	many := os.Getenv("PADDOCK_STORED")
	if many == "" {
		b.Skip("PADDOCK_STORED names no database")
	}
	few := filepath.Join(filepath.Dir(many), "1000.db")
	keepBusy(b, few, 500)
	keepBusy(b, many, 5000)
	var all [2]map[string]func(int) error
	for i, path := range []string{few, many} {
		store, err := storage.Open(path)
		if err != nil {
			b.Fatal(err)
		}
		defer store.Close()
		all[i] = asked(store)
	}
	for _, name := range strings.Fields("games stats top challenge due") {
		b.Run(name, func(b *testing.B) {
			var took [2][]time.Duration
			for n := range b.N {
				for i := range all {
					began := time.Now()
					if err := all[i][name](n); err != nil {
						b.Fatal(err)
					}
					took[i] = append(took[i], time.Since(began))
					if after := all[i][name+", after"]; after != nil {
						if err := after(n); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			half := func(list []time.Duration) float64 {
				slices.Sort(list)
				return float64(list[len(list)/2].Microseconds())
			}
			b.ReportMetric(half(took[0]), "µs-few")
			b.ReportMetric(half(took[1]), "µs-many")
			b.ReportMetric(half(took[1])/max(1, half(took[0])), "times")
		})
	}
}
