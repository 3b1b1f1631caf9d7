package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/referee"
	"paddock/storage/storagetest"
)

// Every value of every setting is stored, shown and named. The golden file is reviewed as a diff.
func TestSettings(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	names := auditSettings()
	for _, s := range slices.Concat(serverSettings(), defaultSettings()) {
		var none match.Guild
		fmt.Fprintf(&page, "%s: %q", s.Name, s.Now(none))
		for _, in := range lang.All {
			if s.Usual != nil {
				fmt.Fprintf(&page, " %q", s.Usual(in, none))
			}
		}
		page.WriteString("\n")
		choices := s.Choices
		if len(choices) == 0 {
			choices = []string{"1", "", "7", ""}
		}
		for i := 0; i < len(choices); i += 2 {
			var g match.Guild
			s.Set(&g, choices[i])
			raw, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			help, was, is := auditLog{Settings: names}.setting(lang.German,
				match.Audit{Setting: s.Name, Was: s.Now(none), Is: choices[i]})
			fmt.Fprintf(&page, "    %s is %q, stored as %s, logged as %s: %s → %s\n", choices[i], s.Now(g), raw, help,
				was, is)
		}
	}
	golden.Check(t, "testdata/settings.txt", page.String())
}

// The golden file lists every message of this feature with its texts, buttons and menus.
func TestMessages(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	show := func(name string, m discord.Message) {
		raw, err := json.Marshal(m.Parts)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&page, "%s, silent %t: %s\n", name, m.Silent, raw)
	}
	full := match.Guild{
		Channels: []match.ChannelID{"5", "6"}, Results: "7", Calls: "8", PlayRoles: []match.RoleID{"1"},
		TournamentRoles: []match.RoleID{"2", "3"},
	}
	for _, in := range lang.All {
		show("no channels", channelsMessage(in, match.Guild{}))
		show("channels", channelsMessage(in, full))
		show("no roles", rolesMessage(in, nil, nil))
		show("roles", rolesMessage(in, full.PlayRoles, full.TournamentRoles))
	}
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	log := auditLog{Settings: auditSettings(), Game: svc.Read.Game}
	for i := range 3 {
		log.Lines = append(log.Lines,
			match.Audit{
				No: 9 - i, At: at.Add(time.Duration(-i) * time.Hour), By: match.Player{User: "1", Name: "Ann"},
				Did: match.AuditStart, Tournament: "*Cup*",
			})
	}
	show("the only page of the log", auditMessage(lang.English, log))
	log.Older = true
	show("the newest page of the log", auditMessage(lang.English, log))
	log.Newer = true
	show("a page of the log", auditMessage(lang.Swedish, log))
	log.Older = false
	show("the oldest page of the log", auditMessage(lang.English, log))

	of := func(change func(*match.Record)) match.Match {
		r := match.Record{
			ID: "kxqxbn", Game: "kalah", Status: match.Running, Owner: "1",
			Players: []match.Player{{User: "1", Name: "Ann"}, {User: "2", Name: "Bob"}}, Waiting: games.SeatSet(1),
			Place: match.Place{Guild: "club", Channel: "hall"}, Shown: match.Shown{Channel: "hall", Message: "8"},
			Clock: referee.Clock{Started: at},
		}
		change(&r)
		return svc.Read.Of(r)
	}
	list := []match.Match{
		of(func(*match.Record) {}),
		of(func(r *match.Record) { r.Parked = &match.Parking{} }),
		of(func(r *match.Record) {
			r.Status, r.Players, r.Waiting = match.Open, []match.Player{{User: "1", Name: "Ann"}, {}}, 0
		}),
		of(func(r *match.Record) { r.Game = "chess" }),
		of(func(r *match.Record) { r.Game, r.Status = "chess", match.Open }),
		of(func(r *match.Record) { r.Waiting, r.Shown = 0, match.Shown{} }),
	}
	for _, in := range lang.All {
		show("an overview", overviewMessage(in, list))
	}
	show("an empty overview", overviewMessage(lang.English, nil))
	golden.Check(t, "testdata/messages.txt", page.String())
}

// A menu of a panel chooses ids, and nothing else. The other lists stay as they are.
func TestChosenLists(t *testing.T) {
	t.Parallel()
	session, err := discord.NewSession(discord.SessionConfig{Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	client := discord.NewClient(session)
	ask := func(kind discordgo.InteractionType, setting string, values []string, options ...string) *request.Request {
		r := &request.Request{
			Ix: &discordgo.Interaction{ID: "9", Type: kind}, Target: component.Target{Text: setting},
			Values: values, Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{},
		}
		for i := 0; i < len(options); i += 2 {
			r.Options[options[i]] = &discordgo.ApplicationCommandInteractionDataOption{Value: options[i+1]}
		}
		r.Answer = client.Respond(r.Ix, slog.New(slog.DiscardHandler))
		return r
	}
	menu := func(setting string, values ...string) *request.Request {
		return ask(discordgo.InteractionMessageComponent, setting, values)
	}
	typed := func(options ...string) *request.Request {
		return ask(discordgo.InteractionApplicationCommandAutocomplete, "", nil, options...)
	}
	was := []match.ChannelID{"5", "6"}
	for _, c := range []struct {
		name    string
		r       *request.Request
		setting int
		want    string
		err     error
	}{
		{"its menu", menu(settingChannels, "7", "5", "7"), 0, "5 7", nil},
		{"its menu, emptied", menu(settingChannels), 0, "", nil},
		{"another menu", menu(settingResults, "7"), 0, "5 6", nil},
		{"no id", menu(settingChannels, "x"), 0, "", component.ErrID},
		{"nothing typed", typed(), 0, "5 6", nil},
		{"added", typed(optAllow, "4"), 0, "4 5 6", nil},
		{"added again", typed(optAllow, "5"), 0, "5 6", nil},
		{"taken away", typed(optForbid, "5"), 0, "6", nil},
		{"exchanged", typed(optForbid, "5", optAllow, "7"), 0, "6 7", nil},
		{"the results", typed(optResults, "7"), 1, "7", nil},
		{"not the results", typed(optPings, "7"), 1, "5 6", nil},
		{"no results", typed(optClear, optResults), 1, "", nil},
		{"no pings", typed(optClear, optPings), 1, "5 6", nil},
		{"the pings", typed(optPings, "7"), 2, "7", nil},
	} {
		got, err := chosenChannels(c.r, channelSettings()[c.setting], was)
		if idList(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %q, %v; want %q, %v", c.name, idList(got), err, c.want, c.err)
		}
	}
	for _, c := range []struct {
		name string
		r    *request.Request
		want string
		err  error
	}{
		{"its menu", menu(settingPlayRoles, "7", "5"), "5 7", nil},
		{"another menu", menu(settingTournamentRoles, "7"), "5 6", nil},
		{"no id", menu(settingPlayRoles, "x"), "", component.ErrID},
		{"nothing typed", typed(), "5 6", nil},
		{"added", typed(optPlay, "4"), "4 5 6", nil},
		{"added again", typed(optPlay, "5"), "5 6", nil},
		{"taken away", typed(optForbid, "5"), "6", nil},
		{"another role", typed(optTournaments, "4"), "5 6", nil},
	} {
		got, err := chosenRoles(c.r, settingPlayRoles, optPlay, []match.RoleID{"5", "6"})
		if idList(got) != c.want || !errors.Is(err, c.err) {
			t.Errorf("roles, %s: %q, %v; want %q, %v", c.name, idList(got), err, c.want, c.err)
		}
	}
	g := match.Guild{}
	for i, s := range channelSettings() {
		s.set(&g, []match.ChannelID{match.ChannelID(fmt.Sprint(i))})
		if got := idList(s.of(g)); got != fmt.Sprint(i) {
			t.Errorf("%s: stored as %q", s.name, got)
		}
		s.set(&g, nil)
		if got := s.of(g); len(got) != 0 {
			t.Errorf("%s: emptied, it is %q", s.name, got)
		}
	}
}

// If the store fails at any of its operations, each command fails too. It never says that something
// was done which was not.
func TestStoreFails(t *testing.T) {
	t.Parallel()
	session, err := discord.NewSession(discord.SessionConfig{Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	for _, c := range []struct {
		name       string
		run        func(*Feature) request.Handler
		options    []string
		operations int
	}{
		{"settings", func(f *Feature) request.Handler { return f.server }, nil, 2},
		{"settings, changed", func(f *Feature) request.Handler { return f.server }, []string{optThreads, "off"}, 4},
		{"defaults, changed", func(f *Feature) request.Handler { return f.defaults }, []string{optRemind, "50"}, 4},
		{"channels", func(f *Feature) request.Handler { return f.channels }, nil, 1},
		{"channels, changed", func(f *Feature) request.Handler { return f.channels }, []string{optForbid, "5"}, 3},
		{"roles", func(f *Feature) request.Handler { return f.changeRoles }, nil, 1},
		{"roles, changed", func(f *Feature) request.Handler { return f.changeRoles }, []string{optForbid, "6"}, 5},
		{
			"an overview", func(f *Feature) request.Handler { return f.setOverview },
			[]string{optMatches, wholeServer},
			2,
		},
		{"the audit log", func(f *Feature) request.Handler { return f.audit }, nil, 1},
		{"the sweep of overviews", func(f *Feature) request.Handler {
			return func(ctx context.Context, _ *request.Request) (request.Reply, error) {
				return request.Reply{}, f.Sweep(ctx)
			}
		}, nil, 1},
	} {
		for n := range c.operations + 1 {
			store := storagetest.NewMemory()
			if _, err := store.UpdateGuild(t.Context(), "3", func(g *match.Guild) {
				g.Threads, g.Channels, g.PlayRoles, g.TournamentRoles = true, []match.ChannelID{"5"},
					[]match.RoleID{"6"}, []match.RoleID{"6"}
			}); err != nil {
				t.Fatal(err)
			}
			svc := service.New(service.Config{
				Store: store, Games: catalog.Games(), Now: time.Now,
				Rand: rand.NewChaCha8([32]byte{}),
			})
			b := &answer.Base{
				Matches: svc, People: people.New(svc, nil, log), Client: discord.NewClient(session),
				Log: log,
			}
			f := New(b, deliver.Deps{Engine: deliver.NewEngine(t.Context(), nil, nil, log), Matches: svc}, nil, nil)
			r := &request.Request{
				In: lang.English, User: "1", Guild: "3", Channel: "4",
				Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{},
				Ix: &discordgo.Interaction{
					ID: "9", Type: discordgo.InteractionApplicationCommand, AppPermissions: -1,
					Member: &discordgo.Member{Permissions: discordgo.PermissionManageGuild},
				},
			}
			r.Answer = b.Client.Respond(r.Ix, log)
			for i := 0; i < len(c.options); i += 2 {
				r.Options[c.options[i]] = &discordgo.ApplicationCommandInteractionDataOption{Value: c.options[i+1]}
			}
			_, err := c.run(f)(storagetest.FailAt(t.Context(), n), r)
			if (err != nil) != (n < c.operations) {
				t.Errorf("%s, where operation %d of %d fails: %v", c.name, n, c.operations, err)
			}
		}
	}
}

// The seat that is handed over is the named member's, or that of the only member.
func TestSeatHolder(t *testing.T) {
	t.Parallel()
	ann, bob, computer := match.Player{User: "1", Name: "Ann"}, match.Player{User: "2", Name: "Bob"},
		match.Player{Computer: "easy"}
	for _, c := range []struct {
		name string
		rec  match.Record
		old  string
		want match.Player
		err  bool
	}{
		{"the only member", match.Record{Players: []match.Player{ann, computer}}, "", ann, false},
		{"one of two", match.Record{Players: []match.Player{ann, bob}}, "2", bob, false},
		{"nobody named", match.Record{Players: []match.Player{ann, bob}}, "", match.Player{}, true},
		{"a stranger", match.Record{Players: []match.Player{ann, bob}}, "3", match.Player{User: "3"}, false},
		{
			"the owner of a match of computers",
			match.Record{Owner: "1", Players: []match.Player{computer, computer}},
			"",
			match.Player{User: "1"},
			false,
		},
		{"nobody's", match.Record{Players: []match.Player{computer, computer}}, "", match.Player{}, true},
	} {
		r := &request.Request{Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{OptOld: {Value: c.old}}}
		if got, err := seatHolder(r, match.Match{Record: c.rec}); got != c.want || (err != nil) != c.err {
			t.Errorf("%s: %+v, %v; want %+v", c.name, got, err, c.want)
		}
	}
}
