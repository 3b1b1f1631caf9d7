package people

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

// counted is a store that counts reads and writes of users and servers, and can fail.
type counted struct {
	*storagetest.Memory
	mu      sync.Mutex
	asked   string // r, w: a user is read or written; R, W: a server
	broken  bool
	writing func() // onWrite is called in each write of a user
}

func (c *counted) note(what string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked += what
	if c.broken {
		return errors.New("the store fails")
	}
	return nil
}

func (c *counted) User(ctx context.Context, id match.UserID) (match.User, error) {
	if err := c.note("r"); err != nil {
		return match.User{}, err
	}
	return c.Memory.User(ctx, id)
}

func (c *counted) Guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	if err := c.note("R"); err != nil {
		return match.Guild{}, err
	}
	return c.Memory.Guild(ctx, id)
}

func (c *counted) UpdateUser(ctx context.Context, id match.UserID, edit func(*match.User)) (match.User, error) {
	if err := c.note("w"); err != nil {
		return match.User{}, err
	}
	if c.writing != nil {
		c.writing()
	}
	return c.Memory.UpdateUser(ctx, id, edit)
}

func (c *counted) UpdateGuild(ctx context.Context, id match.GuildID, edit func(*match.Guild)) (match.Guild, error) {
	if err := c.note("W"); err != nil {
		return match.Guild{}, err
	}
	return c.Memory.UpdateGuild(ctx, id, edit)
}

// since returns the reads and writes since its last call.
func (c *counted) since() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() { c.asked = "" }()
	return c.asked
}

// cached runs a test of a Book on a simulated clock.
func cached(t *testing.T, test func(t *testing.T, b *Book, store *counted, log *logbook.Logbook)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		store, log := &counted{Memory: storagetest.NewMemory()}, &logbook.Logbook{}
		svc := service.New(service.Config{
			Store: store, Games: []*games.Game{kalah.New()},
			Rand: rand.NewChaCha8([32]byte{}),
		})
		series := tourney.New(tourney.Config{Store: store, Matches: svc, Now: time.Now})
		test(t, New(svc, series, slog.New(slog.NewTextHandler(log, nil))), store, log)
	})
}

// Languages are read once a minute, and written only when they change. Each step lists what the
// store is asked.
func TestStoreIsAskedSeldom(t *testing.T) {
	cached(t, func(t *testing.T, b *Book, store *counted, log *logbook.Logbook) {
		ctx, club := t.Context(), match.Place{Guild: "club"}
		for _, step := range []struct {
			what  string
			do    func() lang.Language
			want  lang.Language
			asked string
		}{
			{
				"the first interaction", func() lang.Language { return b.Heard(ctx, ann, lang.Swedish, "club", "de") },
				lang.Swedish, "rwRW",
			},
			{
				"the same again", func() lang.Language { return b.Heard(ctx, ann, lang.Swedish, "club", "de") },
				lang.Swedish, "",
			},
			{"another person in another server", func() lang.Language {
				return b.Heard(ctx, "bob", lang.German, "inn", "sv-SE")
			}, lang.German, "rwRW"},
			{"a server whose language is unknown", func() lang.Language {
				return b.Heard(ctx, ann, lang.Swedish, "club", "")
			}, lang.Swedish, ""},
			{"no server", func() lang.Language { return b.Heard(ctx, ann, lang.Swedish, "", "de") }, lang.Swedish, ""},
			{"a board in the server", func() lang.Language { return b.LanguageAt(ctx, club, "") }, lang.German, ""},
			{"nobody", func() lang.Language { return b.Language(ctx, "") }, lang.English, ""},
			{
				"an avatar", func() lang.Language { b.Seen(ctx, ann, "face"); return b.Language(ctx, ann) }, lang.Swedish,
				"w",
			},
			{
				"the same avatar", func() lang.Language { b.Seen(ctx, ann, "face"); return b.Language(ctx, ann) },
				lang.Swedish, "",
			},
			{"almost a minute later", func() lang.Language {
				time.Sleep(holdFor - time.Nanosecond)
				return b.Language(ctx, ann)
			}, lang.Swedish, ""},
			{"a minute later", func() lang.Language {
				time.Sleep(time.Nanosecond)
				if l := b.LanguageAt(ctx, club, ""); l != lang.German {
					t.Errorf("the server's language is %q", l)
				}
				return b.Language(ctx, ann)
			}, lang.Swedish, "Rr"},
			{"the avatar, which was read as well", func() lang.Language {
				b.Seen(ctx, ann, "face")
				return b.Language(ctx, ann)
			}, lang.Swedish, ""},
			{"another process changes both", func() lang.Language {
				for _, err := range []error{
					second(store.Memory.UpdateUser(ctx, ann, func(u *match.User) { u.Language = "de" })),
					second(store.Memory.UpdateGuild(ctx, "club", func(g *match.Guild) { g.Language = "sv" })),
				} {
					if err != nil {
						t.Error(err)
					}
				}
				return b.Language(ctx, ann)
			}, lang.Swedish, ""},
			{"within a minute it is known", func() lang.Language {
				time.Sleep(holdFor)
				if l := b.LanguageAt(ctx, club, ""); l != lang.Swedish {
					t.Errorf("the server's language is %q", l)
				}
				return b.Language(ctx, ann)
			}, lang.German, "Rr"},
		} {
			if got := step.do(); got != step.want {
				t.Errorf("%s: %q, want %q", step.what, got, step.want)
			}
			if asked := store.since(); asked != step.asked {
				t.Errorf("%s: the store is asked %q, want %q", step.what, asked, step.asked)
			}
		}
		if log.String() != "" {
			t.Errorf("the log says %s", log)
		}
	})
}

func second[T any](_ T, err error) error { return err }

// While the store can't be read, the error is logged, nothing is written, and the last known
// language is used. If none is known, it is the interaction's.
func TestStoreCannotBeRead(t *testing.T) {
	cached(t, func(t *testing.T, b *Book, store *counted, log *logbook.Logbook) {
		ctx, club := t.Context(), match.Place{Guild: "club"}
		b.Heard(ctx, ann, lang.Swedish, "club", "de")
		time.Sleep(2 * holdFor)
		store.since()
		store.broken = true
		for what, got := range map[string][2]lang.Language{
			"known":          {b.Heard(ctx, ann, lang.English, "club", "en-GB"), lang.Swedish},
			"unknown":        {b.Heard(ctx, "bob", lang.German, "", ""), lang.German},
			"the server":     {b.LanguageAt(ctx, club, ""), lang.German},
			"a new server":   {b.LanguageAt(ctx, match.Place{Guild: "inn"}, ""), lang.English},
			"nobody's words": {b.Language(ctx, "cid"), ""},
		} {
			if got[0] != got[1] {
				t.Errorf("%s: %q, want %q", what, got[0], got[1])
			}
		}
		b.Seen(ctx, ann, "face")
		if asked := store.since(); strings.ContainsAny(asked, "wW") {
			t.Errorf("the store is asked %q, want no write", asked)
		}
		said := log.String()
		if people, servers := strings.Count(said, "could not read a person's language"),
			strings.Count(said, "could not read a server's language"); people != 4 || servers != 2 ||
			strings.Contains(said, "level=ERROR") {
			t.Errorf("%d failures of people and %d of servers are logged:\n%s", people, servers, said)
		}
		ended, end := context.WithCancel(ctx)
		end()
		b.Language(ended, ann)
		b.LanguageAt(ended, club, "")
		if log.String() != said {
			t.Error("the end of a request is logged as a failure")
		}
	})
}

// If a language can't be stored, the error is logged, and the user is still answered in the
// previous language.
func TestStoreCannotBeWritten(t *testing.T) {
	cached(t, func(t *testing.T, b *Book, store *counted, log *logbook.Logbook) {
		ctx := t.Context()
		b.Heard(ctx, ann, lang.Swedish, "club", "de")
		store.broken = true
		b.Heard(ctx, ann, lang.German, "club", "en-GB")
		b.Seen(ctx, ann, "face")
		for _, want := range []string{
			"could not store a person's language", "could not store a server's language",
			"could not store a person's avatar",
		} {
			if strings.Count(log.String(), want) != 1 {
				t.Errorf("the log does not say once %q:\n%s", want, log)
			}
		}
	})
}

// P30: an erasure waits for a change that is being written, and then removes that too. Unfinished
// erasures are tried again every five minutes, until the end.
func TestErasureWaitsAndIsTriedAgain(t *testing.T) {
	cached(t, func(t *testing.T, b *Book, store *counted, log *logbook.Logbook) {
		ctx, stop := context.WithCancel(t.Context())
		gone, err := b.BeginErasure(ctx, ann)
		if err != nil {
			t.Fatal(err)
		}
		store.writing = func() { store.writing = nil; time.Sleep(time.Minute) }
		go b.Change(ctx, ann, func(u *match.User) { u.DM = "dm" })
		synctest.Wait()
		if err := b.Erase(ctx, gone); err != nil {
			t.Error(err)
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if u, err := store.Memory.User(ctx, ann); u.DM != "" || err != nil {
			t.Errorf("the erasure leaves %+v, %v of a change that had begun", u, err)
		}
		failing := &readings{Memory: store.Memory, erase: errors.New("the disk is full")}
		b.eraser = service.New(service.Config{
			Store: failing, Games: []*games.Game{kalah.New()},
			Rand: rand.NewChaCha8([32]byte{1}),
		}).Erase
		ended := make(chan bool)
		go func() { b.Run(ctx); close(ended) }()
		if _, err := b.BeginErasure(ctx, "bob"); err != nil {
			t.Fatal(err)
		}
		pending := func() int {
			list, err := store.Erasures(ctx)
			if err != nil {
				t.Error(err)
			}
			return len(list)
		}
		time.Sleep(2*erasureRetry + time.Second)
		synctest.Wait()
		if n := strings.Count(log.String(), "an erasure is not finished yet"); n != 2 || pending() != 1 {
			t.Errorf("%d failures are logged in ten minutes, want 2; %d erasures wait, want one:\n%s", n, pending(),
				log)
		}
		failing.fails(nil, nil)
		time.Sleep(erasureRetry)
		synctest.Wait()
		if n := strings.Count(log.String(), "an erasure is not finished yet"); n != 2 || pending() != 0 {
			t.Errorf("%d failures are logged, %d erasures wait, want nothing left", n, pending())
		}
		failing.fails(errors.New("the bot ends"), stop)
		if _, err := b.BeginErasure(ctx, "cid"); err != nil {
			t.Fatal(err)
		}
		<-ended
		if n := strings.Count(log.String(), "an erasure is not finished yet"); n != 2 {
			t.Error("the end of the bot during an erasure is logged as a failure")
		}
	})
}
