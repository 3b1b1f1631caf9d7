package people

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

const ann = match.UserID("100000000000000001")

// readings is a store that counts reads of people, and may refuse to finish an erasure.
type readings struct {
	*storagetest.Memory
	users   int
	mu      sync.Mutex
	erase   error
	erasing func() // function called before an erasure is finished; nil: nothing
}

// fails sets the error with which erasures fail from now on, and what is called before.
func (r *readings) fails(erase error, erasing func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase, r.erasing = erase, erasing
}

func (r *readings) User(ctx context.Context, id match.UserID) (match.User, error) {
	r.users++
	return r.Memory.User(ctx, id)
}

func (r *readings) EraseUser(ctx context.Context, id match.UserID, key match.BlockKey) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.erasing != nil {
		r.erasing()
	}
	if r.erase != nil {
		return r.erase
	}
	return r.Memory.EraseUser(ctx, id, key)
}

func newBook(t *testing.T) (*Book, *readings) {
	t.Helper()
	store := &readings{Memory: storagetest.NewMemory()}
	svc := service.New(service.Config{
		Store: store, Games: []*games.Game{kalah.New()},
		Rand: rand.NewChaCha8([32]byte{}),
	})
	series := tourney.New(tourney.Config{Store: store, Matches: svc, Now: time.Now})
	return New(svc, series, slog.New(slog.NewTextHandler(io.Discard, nil))), store
}

func change(t *testing.T, b *Book, f func(*match.User)) {
	t.Helper()
	if err := b.Change(t.Context(), ann, f); err != nil {
		t.Fatal(err)
	}
}

// P53: a person is addressed in the language of their Discord unless they have chosen another one,
// and a channel in the language of its server.
func TestLanguageFollowsDiscordOrTheChoice(t *testing.T) {
	b, _ := newBook(t)
	ctx := t.Context()
	want := func(what string, got, want lang.Language) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	want("nobody has acted", b.Language(ctx, ann), lang.English)
	want("an answer without taking note", b.Answered(ctx, ann, lang.Swedish), lang.Swedish)
	want("Ann acts in Swedish, in a German server", b.Heard(ctx, ann, lang.Swedish, "club", "de"), lang.Swedish)
	want("a direct message", b.Language(ctx, ann), lang.Swedish)
	want("a board in the server", b.LanguageAt(ctx, match.Place{Guild: "club", Channel: "hall"}, ann), lang.German)
	want("a board in Ann's direct messages", b.LanguageAt(ctx, match.Place{Channel: "dm"}, ann), lang.Swedish)

	change(t, b, func(u *match.User) { u.Language = lang.German.Code() })
	want("Ann has chosen German", b.Language(ctx, ann), lang.German)
	want("her Discord is in English now", b.Heard(ctx, ann, lang.English, "", ""), lang.German)
	want("an answer", b.Answered(ctx, ann, lang.English), lang.German)
	change(t, b, func(u *match.User) { u.Language = Auto })
	want("she leaves it to Discord again", b.Language(ctx, ann), lang.English)
	if err := b.ChangeGuild(ctx, "club", func(g *match.Guild) { g.Language = lang.Swedish.Code() }); err != nil {
		t.Fatal(err)
	}
	want("the server has chosen Swedish", b.LanguageAt(ctx, match.Place{Guild: "club"}, ann), lang.Swedish)
}

// The language of a person is read from the store once, and written only when it has changed.
func TestLanguageIsHeld(t *testing.T) {
	b, store := newBook(t)
	b.Heard(t.Context(), ann, lang.Swedish, "", "")
	asked := store.users
	for range 10 {
		b.Heard(t.Context(), ann, lang.Swedish, "", "")
	}
	if store.users != asked {
		t.Errorf("the store is asked %d times more for what is known", store.users-asked)
	}
	fresh := New(service.New(service.Config{Store: store, Games: []*games.Game{kalah.New()}}), nil, b.log)
	if got := fresh.Language(t.Context(), ann); got != lang.Swedish {
		t.Errorf("after a restart Ann reads %q, want Swedish", got)
	}
}

// P53: after a person changes the language of their Discord, answers are in the new one. The same
// holds for a server.
func TestLanguageChanges(t *testing.T) {
	b, _ := newBook(t)
	for _, l := range []lang.Language{lang.Swedish, lang.German, lang.English, lang.Swedish} {
		if got := b.Heard(t.Context(), ann, l, "club", l.Code()); got != l {
			t.Errorf("Heard in %q answers in %q", l.Code(), got)
		}
		if got := b.LanguageAt(t.Context(), match.Place{Guild: "club"}, ann); got != l {
			t.Errorf("a server in %q is written to in %q", l.Code(), got)
		}
	}
}

// The cache of languages has a limited size.
func TestHeldLanguagesAreBounded(t *testing.T) {
	m := make(map[int]language)
	for i := range 2*mostHeld + 5 {
		hold(m, i, language{})
		if len(m) > mostHeld {
			t.Fatalf("%d are held, want at most %d", len(m), mostHeld)
		}
	}
}

// P30: no data of an erased person is kept, whatever events arrive, until they act again.
func TestErasedIsNotRemembered(t *testing.T) {
	b, store := newBook(t)
	ctx := t.Context()
	remembered := func() bool {
		u, err := store.Memory.User(ctx, ann)
		if err != nil {
			t.Fatal(err)
		}
		return u.DM != "" || u.Language != "" || u.Locale != ""
	}
	note := func(u *match.User) { u.DM, u.Language = "dm", lang.German.Code() }
	change(t, b, note)
	gone, err := b.BeginErasure(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	store.erase = errors.New("the disk is full")
	if err := b.Erase(ctx, gone); !errors.Is(err, store.erase) {
		t.Fatalf("Erase = %v, want %v", err, store.erase)
	}
	b.Back(ann) // the erasure is not finished, so an act of the user does not end it
	store.erase = nil
	ended, end := context.WithCancel(ctx)
	end()
	if err := b.EraseAll(ended); !errors.Is(err, context.Canceled) {
		t.Fatalf("EraseAll = %v when erasures can't be listed", err)
	}
	if err := b.EraseAll(ctx); err != nil {
		t.Fatal(err)
	}
	if remembered() {
		t.Error("something is remembered after the erasure was tried again")
	}
	change(t, b, note) // the data is stored again, for example by a board that was being sent
	if remembered() || b.Language(ctx, ann) != lang.English {
		t.Error("what arrives after the erasure is remembered")
	}
	b.Back(ann)
	change(t, b, note)
	if !remembered() || b.Language(ctx, ann) != lang.German {
		t.Error("Ann is back, and nothing is remembered of her")
	}
}

// During an erasure no data is kept, even if its person acts meanwhile.
func TestNothingIsRememberedDuringAnErasure(t *testing.T) {
	b, store := newBook(t)
	ctx := t.Context()
	gone, err := b.BeginErasure(ctx, ann)
	if err != nil {
		t.Fatal(err)
	}
	store.erase = errors.New("the disk is full")
	if b.Erase(ctx, gone) == nil {
		t.Fatal("the erasure should fail")
	}
	b.Back(ann)
	change(t, b, func(u *match.User) { u.DM = "dm" })
	if u, err := store.Memory.User(ctx, ann); u.DM != "" || err != nil {
		t.Errorf("%+v, %v is remembered while the erasure waits to be tried again", u, err)
	}
}
