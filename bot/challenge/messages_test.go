package challenge

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/calendar"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

// On a phone of 390 by 844 pixels /play shows its question and all games: a summary has at most
// three lines beside its picture, and the last row is that of the last game.
func TestGalleryFitsAPhone(t *testing.T) {
	t.Parallel()
	const mostLetters = 72
	for _, in := range lang.All {
		for _, g := range catalog.Games() {
			if s := in.Text(g.Summary); utf8.RuneCountInString(s) > mostLetters {
				t.Errorf("%s: the summary of %s has more than %d letters: %q", in.OwnName(), g.Name, mostLetters, s)
			}
		}
	}
	k := &board.Maker{Games: catalog.Games(), Log: slog.New(slog.DiscardHandler)}
	box := gallery(k, lang.English, catalog.Games(), nil, "", false, false).Parts[0].(discordgo.Container)
	if got, want := len(box.Components), 1+2*len(catalog.Games()); got != want {
		t.Errorf("the message has %d parts, want a heading and two for each game: %d", got, want)
	}
}

// The golden file lists every message and form of this feature with its texts, buttons and menus.
func TestMessages(t *testing.T) {
	t.Parallel()
	thumbs := 0
	draws := func(s scene.Scene) ([]byte, error) {
		if s.Form == scene.Thumb {
			thumbs++
		}
		return []byte("png"), nil
	}
	fails := func(scene.Scene) ([]byte, error) { return nil, errors.New("no ink") }
	big := func(scene.Scene) ([]byte, error) { return make([]byte, board.MaxFile+1), nil }
	maker := func(draw func(scene.Scene) ([]byte, error)) *board.Maker {
		return &board.Maker{Games: catalog.Games(), Draw: draw, Log: slog.New(slog.DiscardHandler)}
	}
	var page strings.Builder
	show := func(name string, m any) {
		raw, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "%s: %s\n", name, raw)
	}
	message := func(name string, m discord.Message) {
		show(name, m.Parts)
		for _, f := range m.Files {
			fmt.Fprintf(&page, "    %s (%s), %d bytes\n", f.Name, f.Alt, len(f.Data))
		}
	}
	all, en := catalog.Games(), lang.English
	message("the games", gallery(maker(draws), en, all, nil, "", false, false))
	if thumbs != len(all) {
		t.Errorf("%d of %d pictures are small", thumbs, len(all))
	}
	message("the games in direct messages, without pictures",
		gallery(maker(fails), lang.Swedish, all, nil, "A note.", true, false))
	message("the games where nobody may play, with pictures that are too big",
		gallery(maker(big), en, all[:1], nil, "A note.", false, true))
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: all, Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	f := &Feature{Base: &answer.Base{Games: all, Matches: svc}}
	var lobby []lobbyEntry
	for i, g := range all {
		in := []lang.Language{lang.English, lang.Swedish, lang.German}[i%3]
		message(g.Name+", levels", levels(in, g, answer.OfferFor(g, 2)))
		message(g.Name+", other players", others(in, g))
		message(g.Name+", members", whom(in, g))
		r := &request.Request{Game: g, In: in}
		show(g.Name+", form of start", f.formOf(r, pathStart, true, answer.OfferFor(g, 2)))
		show(g.Name+", form of challenge", f.formOf(r, pathChallenge, true, answer.OfferFor(g, 2)))
		rec := match.Record{
			ID: match.ID(fmt.Sprint("match", i)), Game: g.ID, Owner: "1",
			Players: []match.Player{{User: "1", Name: "Ann"}, {}}, Place: match.Place{Guild: "club", Channel: "hall"},
			Setup: games.Setup{Options: games.Options{}, Seats: g.MinSeats},
			Shown: match.Shown{Channel: "hall", Message: "8"},
			Wants: match.Wants{From: 1400, To: 1600, Reliability: 50},
		}
		message(g.Name+", call", callMessage(in, svc.Read.Of(rec)))
		lobby = append(lobby, lobbyEntry{Match: svc.Read.Of(rec)})
	}
	lobby[2].Own = true
	namesake := lobby[0]
	namesake.ID = "namesake"
	gone := lobby[1]
	gone.Match, gone.But = svc.Read.Of(match.Record{
		ID: "gone", Game: "chess", Owner: "2",
		Players: []match.Player{{User: "2", Name: strings.Repeat("Long", 30)}},
		Place:   match.Place{Guild: "club", Channel: "den"},
	}), "It is yours."
	message("the lobby", lobbyMessage(en, append(lobby, namesake, gone), 0, 6, "hall"))
	message("the lobby's second page, elsewhere", lobbyMessage(lang.German, lobby[:1], 1, 11, "den"))
	page.WriteString("\n")
	for _, o := range openOptions(request.Builder{In: en, Games: all}) {
		show("option", o)
	}
	golden.Check(t, "testdata/messages.txt", page.String())
}

// P99: a member is notified of a challenge if they are awake, want direct messages, have time and
// meet the conditions, and if nobody has blocked the other.
func TestMayCall(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name    string
		change  func(u *match.User, key match.BlockKey)
		owner   func(u *match.User, key match.BlockKey)
		wants   match.Wants
		running int
		open    bool // the messages are challenges that nobody has accepted yet
		people  bool
		guild   match.GuildID
		limit   int
		want    bool
	}{
		{name: "anybody", want: true},
		{name: "closed direct messages", change: func(u *match.User, _ match.BlockKey) { u.DMClosed = true }},
		{name: "no messages", change: func(u *match.User, _ match.BlockKey) { u.Notify = match.ByNothing }},
		{name: "one message a day", change: func(u *match.User, _ match.BlockKey) { u.Notify = match.ByDigest }},
		{
			name: "messages by mention", change: func(u *match.User, _ match.BlockKey) { u.Notify = match.ByMention },
			want: true,
		},
		{name: "asleep", change: func(u *match.User, _ match.BlockKey) {
			u.Hours.Night = calendar.Night{From: 11 * 60, To: 13 * 60}
		}},
		{name: "just awake", change: func(u *match.User, _ match.BlockKey) {
			u.Hours.Night = calendar.Night{From: 11 * 60, To: 12 * 60}
		}, want: true},
		{name: "they have blocked the owner", change: func(u *match.User, key match.BlockKey) {
			u.Marked = append(u.Marked, key.Mark("2", "1"))
		}},
		{name: "the owner has blocked them", owner: func(u *match.User, key match.BlockKey) {
			u.Marked = append(u.Marked, key.Mark("1", "2"))
		}},
		{name: "a rating that is too low", wants: match.Wants{From: 3000, To: 4000}},
		{name: "four matches", running: busy - 1, people: true, guild: "club", want: true},
		{name: "five matches", running: busy, people: true, guild: "club"},
		{name: "four matches and challenges", running: busy, open: true, people: true, guild: "club", want: true},
		{name: "five matches against the computer", running: busy, guild: "club", want: true},
		{name: "five matches elsewhere", running: busy, people: true, guild: "other", want: true},
		{name: "two matches of two", running: 2, people: true, guild: "club", limit: 2},
		{name: "one match of two", running: 1, people: true, guild: "club", limit: 2, want: true},
	} {
		svc := service.New(service.Config{
			Store: storagetest.NewMemory(), Games: catalog.Games(),
			Now: func() time.Time { return now }, Rand: rand.NewChaCha8([32]byte{}),
		})
		book := people.New(svc, nil, slog.New(slog.DiscardHandler))
		key, err := svc.Settings.BlockKey(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		owner := match.User{ID: "1"}
		if c.owner != nil {
			c.owner(&owner, key)
		}
		if c.change != nil {
			if err := book.Change(t.Context(), "2", func(u *match.User) { c.change(u, key) }); err != nil {
				t.Fatal(err)
			}
		}
		for i := range c.running {
			with := match.Player{User: match.UserID(fmt.Sprint(3 + i)), Name: "Cid"}
			if !c.people {
				with = match.Player{Computer: "easy"}
			}
			me := match.Player{User: "2", Name: "Bob"}
			p := match.Proposal{
				Game: "kalah", Setup: games.Setup{Seats: 2}, Seated: c.people && !c.open, By: me,
				With: []match.Player{with}, Place: match.Place{Guild: c.guild, Channel: "hall"},
				Cause: match.Cause(fmt.Sprint("m", i)),
			}
			if p.Seated {
				p.With = []match.Player{me, with}
			}
			if _, err := svc.Tables.Propose(t.Context(), p); err != nil {
				t.Fatal(c.name, err)
			}
		}
		caller := caller{Matches: svc, People: book, Now: func() time.Time { return now }}
		m := svc.Read.Of(match.Record{
			Game: "kalah", Owner: "1", Wants: c.wants,
			Place: match.Place{Guild: "club", Channel: "hall"},
		})
		u, may, err := caller.mayCall(t.Context(), m, "2", now, owner, key, match.Guild{Limit: c.limit})
		if err != nil || may != c.want || u.ID != "2" {
			t.Errorf("%s: may be called %t, want %t (%q, %v)", c.name, may, c.want, u.ID, err)
		}
	}
}

// P99: nobody is notified of a challenge that is no longer open.
func TestCallEnds(t *testing.T) {
	t.Parallel()
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	if err := svc.Lookout.Start(t.Context(), "club", "2", ""); err != nil {
		t.Fatal(err)
	}
	for _, status := range []match.Status{match.Running, match.Closed, match.Over} {
		m := svc.Read.Of(match.Record{
			ID: "m1", Game: "kalah", Owner: "1", Status: status,
			Place: match.Place{Guild: "club", Channel: "hall"},
		})
		// without people, a call would panic
		if err := (caller{Matches: svc, Now: time.Now}).call(t.Context(), m); err != nil {
			t.Errorf("%s: %v", status, err)
		}
	}
}
