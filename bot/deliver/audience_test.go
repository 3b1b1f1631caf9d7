package deliver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/bot/board"
	"paddock/bot/dump"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

// night is the present time in these tests.
var night = time.Date(2026, 11, 2, 23, 0, 0, 0, time.UTC)

// depsOf returns Deps on a store in memory, at night.
func depsOf(t *testing.T) *Deps {
	t.Helper()
	now := func() time.Time { return night }
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	return &Deps{Matches: svc, People: people.New(svc, nil, quiet), Log: quiet, Now: now}
}

// Where the bot is not a member, users are notified by direct message, and only those who have
// installed it or have used its direct messages, and whose direct messages are not closed.
func TestWritable(t *testing.T) {
	d := depsOf(t)
	for id, u := range map[match.UserID]match.User{
		"installed": {Installed: true}, "written": {DM: "c1"}, "neither": {Style: match.Text},
		"closed": {Installed: true, DM: "c2", DMClosed: true},
	} {
		if err := d.People.Change(t.Context(), id, func(old *match.User) {
			old.Installed, old.DM, old.DMClosed, old.Style = u.Installed, u.DM, u.DMClosed, u.Style
		}); err != nil {
			t.Fatal(err)
		}
	}
	all := []match.UserID{"installed", "neither", "unknown", "written", "closed"}
	some := []match.UserID{"installed", "written"}
	until := night.Add(time.Hour)
	got := d.writable(t.Context(), audience{
		here: all, byDM: []match.UserID{"written"}, ByDigest: all, asleep: all, Until: until,
	})
	want := audience{byDM: append([]match.UserID{"written"}, some...), ByDigest: some, asleep: some, Until: until}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("writable = %+v, want %+v", got, want)
	}
}

// P28, P101: users are grouped by how they are notified. The end of the first sleeping user's night
// decides when to notify.
func TestNotified(t *testing.T) {
	d := depsOf(t)
	quietUntil := func(hour int) func(*match.User) {
		return func(u *match.User) {
			u.Hours = calendar.Hours{Zone: "UTC", Night: calendar.Night{From: 22 * 60, To: hour * 60}}
		}
	}
	for id, change := range map[match.UserID]func(*match.User){
		"late": quietUntil(9), "early": quietUntil(7), "later": quietUntil(11),
		"dm": func(u *match.User) { u.Notify = match.ByDM }, "never": func(u *match.User) {
			u.Notify = match.ByNothing
		},
	} {
		if err := d.People.Change(t.Context(), id, change); err != nil {
			t.Fatal(err)
		}
	}
	for _, order := range [][]match.UserID{
		{"late", "early", "later", "dm", "never", "awake"},
		{"awake", "early", "never", "later", "late", "dm"},
	} {
		a := d.notified(t.Context(), order, night, time.Time{})
		if want := time.Date(2026, 11, 3, 7, 0, 0, 0, time.UTC); !a.Until.Equal(want) {
			t.Errorf("%v: somebody may be called at %v, want %v, when the first may", order, a.Until, want)
		}
		slices.Sort(a.asleep)
		if !slices.Equal(a.asleep, []match.UserID{"early", "late", "later"}) ||
			!slices.Equal(a.byDM, []match.UserID{"dm"}) || !slices.Equal(a.here, []match.UserID{"awake"}) ||
			len(a.ByDigest) != 0 {
			t.Errorf("%v: %+v", order, a)
		}
	}
}

func TestEarlier(t *testing.T) {
	var none time.Time
	first, second := night, night.Add(time.Minute)
	for _, c := range []struct{ a, b, want time.Time }{
		{none, none, none},
		{first, none, first},
		{none, first, first},
		{first, second, first},
		{second, first, first},
	} {
		if got := Earlier(c.a, c.b); !got.Equal(c.want) {
			t.Errorf("Earlier(%v, %v) = %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

// P34: a digest lists all matches, shows at most two boards and offers at most five buttons, of
// matches that wait for its reader.
func TestDigestMessage(t *testing.T) {
	d := depsOf(t)
	maker := &board.Maker{Games: catalog.Games(), Draw: func(scene.Scene) ([]byte, error) {
		return []byte("picture"), nil
	}, Log: quiet}
	c, err := d.Matches.Tables.Propose(t.Context(), match.Proposal{
		Game: "kalah", Place: match.Place{Guild: "club", Channel: "hall"}, Side: "me",
		By:   match.Player{User: "ann", Name: "Ann"},
		With: []match.Player{{Computer: games.Easy}}, Cause: "1",
	})
	if err != nil {
		t.Fatal(err)
	}
	var list []match.Match
	for i := range 20 {
		m := c.Match
		m.ID = match.ID(fmt.Sprintf("kalah%d", i))
		list = append(list, m)
	}
	for n := range len(list) + 1 {
		m := digestMessage(maker, lang.English, match.User{ID: "ann"}, list[:n], nil)
		if got, want := len(m.Files), min(n, 2); got != want {
			t.Errorf("%d matches wait: %d pictures, want %d", n, got, want)
		}
		if got, want := bytes.Count([]byte(fmt.Sprintf("%+v", m.Parts)), []byte("CustomID:1:")),
			min(n, 5); got != want {
			t.Errorf("%d matches wait: %d buttons, want %d", n, got, want)
		}
		more := lang.English.Say(sayDigestMore, n-mostMatches)
		if got, want := strings.Contains(fmt.Sprintf("%+v", m.Parts), more), n > mostMatches; got != want {
			t.Errorf("%d matches: %q is said: %t, want %t", n, more, got, want)
		}
	}
	if m := digestMessage(maker, lang.English, match.User{ID: "bob"}, list, nil); len(m.Files) != 0 {
		t.Errorf("%d pictures of matches that do not wait for the reader", len(m.Files))
	}
	for _, spoil := range []func(*match.Record){
		func(r *match.Record) { r.Position = "not a position" },
		func(r *match.Record) { r.Before = "not a position" },
	} {
		broken := list[0].Record
		spoil(&broken)
		damaged := new(match.Parsings).Match(broken, list[0].Rules())
		if m := digestMessage(maker, lang.English, match.User{ID: "ann"},
			[]match.Match{damaged}, nil); len(m.Files) != 0 {
			t.Errorf("%d pictures of a position that can't be read", len(m.Files))
		}
	}
	var news []string
	for i := range 12 {
		news = append(news, fmt.Sprintf("news-%d.", i))
	}
	list[0].Parked = &match.Parking{}
	list[3].Status = match.Open
	list[4].Players = []match.Player{{User: "ann", Name: "Ann"}, {User: "bob", Name: "_Bob_"}}
	many := dump.Message(digestMessage(maker, lang.English, match.User{ID: "ann"}, list[:17], news))
	few := dump.Message(digestMessage(maker, lang.English, match.User{ID: "ann", Style: match.Words}, list[:2],
		news[:1]))
	golden.Check(t, "testdata/digest.txt", "## many matches and news\n"+many+"## few, in words\n"+few)
}

// A user whose settings can't be read is mentioned, and the failure is logged.
func TestNotifiedWhenTheStoreFails(t *testing.T) {
	broken := storagetest.NewMemory()
	svc := service.New(service.Config{Store: failing{broken}, Games: catalog.Games(), Now: func() time.Time {
		return night
	}})
	var log bytes.Buffer
	d := &Deps{
		Matches: svc, People: people.New(svc, nil, quiet), Log: slog.New(slog.NewTextHandler(&log, nil)),
		Now: func() time.Time { return night },
	}
	a := d.notified(t.Context(), []match.UserID{"ann"}, night, time.Time{})
	if !slices.Equal(a.here, []match.UserID{"ann"}) || !bytes.Contains(log.Bytes(), []byte(errFails.Error())) {
		t.Errorf("%+v, and the log says %q", a, log.String())
	}
	if at := d.CallsAt(t.Context(), match.Place{Guild: "club", Channel: "hall"}); at.Channel != "hall" {
		t.Errorf("people are called at %q, want where the match is", at.Channel)
	}
}

var errFails = errors.New("the store fails")

// failing is a store that can't read people or servers.
type failing struct{ *storagetest.Memory }

func (failing) User(context.Context, match.UserID) (match.User, error) { return match.User{}, errFails }

func (failing) Guild(context.Context, match.GuildID) (match.Guild, error) {
	return match.Guild{}, errFails
}
