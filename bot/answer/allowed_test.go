package answer

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/people"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/storage/storagetest"
)

const ann, bob, cid match.UserID = "100000000000000001", "100000000000000002", "100000000000000003"

// nowhere is a Discord that refuses all requests.
type nowhere struct{}

func (nowhere) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
}

func newBase(t *testing.T) *Base { return baseOn(t, nowhere{}) }

func baseOn(t *testing.T, wire http.RoundTripper) *Base {
	t.Helper()
	session, err := discord.NewSession(discord.SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
		s.Client.Transport = wire
	}})
	if err != nil {
		t.Fatal(err)
	}
	svc := service.New(service.Config{
		Store: storagetest.NewMemory(), Games: catalog.Games(), Now: time.Now,
		Rand: rand.NewChaCha8([32]byte{}),
	})
	quiet := slog.New(slog.DiscardHandler)
	return &Base{
		Games: catalog.Games(), Matches: svc, Client: discord.NewClient(session),
		People: people.New(svc, nil, quiet), Log: quiet, Now: time.Now,
	}
}

// by returns a request: a command that a user types in a channel of a server, with text options.
func by(user match.UserID, guild match.GuildID, channel match.ChannelID, options ...string) *request.Request {
	r := &request.Request{
		Ix: &discordgo.Interaction{
			ID: "9", Member: &discordgo.Member{},
			AppPermissions: discordgo.PermissionAdministrator,
		},
		User: user, Name: "Somebody", Guild: guild, Channel: channel,
		Options: map[string]*discordgo.ApplicationCommandInteractionDataOption{},
	}
	for i := 0; i < len(options); i += 2 {
		r.Options[options[i]] = &discordgo.ApplicationCommandInteractionDataOption{
			Name:  options[i],
			Value: options[i+1],
		}
	}
	return r
}

// inThread turns a request into one made in a thread of a channel.
func inThread(r *request.Request, parent match.ChannelID) *request.Request {
	r.Raw = json.RawMessage(fmt.Sprintf(`{"channel":{"type":%d,"parent_id":%q}}`,
		discordgo.ChannelTypeGuildPublicThread, parent))
	return r
}

// says reports whether an error is a refusal that contains some words. If the words are empty, it
// reports whether there is no error.
func says(err error, text string) bool {
	if text == "" {
		return err == nil
	}
	return strings.Contains(request.Explanation(err), text)
}

// If a server has chosen roles that may play, its managers and the members with one of these roles
// may play. In another server a member's roles are unknown.
func TestMayPlay(t *testing.T) {
	for _, c := range []struct {
		name    string
		allowed []match.RoleID
		has     []string
		manages bool
		in      match.GuildID
		want    string
	}{
		{"no roles", nil, nil, false, "club", ""},
		{"without the role", []match.RoleID{"players"}, []string{"guests"}, false, "club", "<@&players>"},
		{"with the role", []match.RoleID{"players"}, []string{"guests", "players"}, false, "club", ""},
		{"with one of two", []match.RoleID{"players", "guests"}, []string{"guests"}, false, "club", ""},
		{"everybody's role", []match.RoleID{"club"}, nil, false, "club", ""},
		{"a manager", []match.RoleID{"players"}, nil, true, "club", ""},
		{"from another server", []match.RoleID{"players"}, []string{"players"}, false, "other", "In that server"},
		{"direct messages", []match.RoleID{"players"}, nil, false, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, ctx := newBase(t), t.Context()
			for _, id := range []match.GuildID{"club", "other"} {
				if err := b.People.ChangeGuild(ctx, id, func(g *match.Guild) { g.PlayRoles = c.allowed }); err != nil {
					t.Fatal(err)
				}
			}
			r := by(ann, "club", "hall")
			r.Ix.Member.Roles = c.has
			if c.manages {
				r.Ix.Member.Permissions = discordgo.PermissionManageGuild
			}
			if err := b.MayPlay(ctx, r, c.in); !says(err, c.want) {
				t.Errorf("MayPlay = %q (%v), want %q", request.Explanation(err), err, c.want)
			}
		})
	}
}

// If a server has chosen roles for tournaments, members with these roles create them. Otherwise a
// setting can leave it to managers.
func TestMayCreate(t *testing.T) {
	for _, c := range []struct {
		name         string
		allowed      []match.RoleID
		managersOnly bool
		has          []string
		manages      bool
		want         string
	}{
		{"anybody", nil, false, nil, false, ""},
		{"managers only", nil, true, nil, false, "those who manage this server"},
		{"a manager", nil, true, nil, true, ""},
		{"without the role", []match.RoleID{"hosts"}, false, []string{"guests"}, false, "<@&hosts>"},
		{"with the role", []match.RoleID{"hosts"}, true, []string{"hosts"}, false, ""},
		{"a manager without the role", []match.RoleID{"hosts"}, false, nil, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, ctx := newBase(t), t.Context()
			err := b.People.ChangeGuild(ctx, "club", func(g *match.Guild) {
				g.TournamentRoles, g.ManagersCreate = c.allowed, c.managersOnly
			})
			if err != nil {
				t.Fatal(err)
			}
			r := by(ann, "club", "hall")
			r.Ix.Member.Roles = c.has
			if c.manages {
				r.Ix.Member.Permissions = discordgo.PermissionManageGuild
			}
			if err := b.MayCreate(ctx, r); !says(err, c.want) {
				t.Errorf("MayCreate = %q (%v), want %q", request.Explanation(err), err, c.want)
			}
		})
	}
}

// P25: if a server has chosen channels, matches begin only in these channels and their threads.
func TestMayBegin(t *testing.T) {
	for _, c := range []struct {
		name     string
		channels []match.ChannelID
		r        *request.Request
		at       match.Place
		want     string
	}{
		{"no channels named", nil, by(ann, "club", "hall"), match.Place{Guild: "club", Channel: "hall"}, ""},
		{
			"in one of them",
			[]match.ChannelID{"den", "hall"},
			by(ann, "club", "hall"),
			match.Place{Guild: "club", Channel: "hall"},
			"",
		},
		{
			"elsewhere",
			[]match.ChannelID{"den"},
			by(ann, "club", "hall"),
			match.Place{Guild: "club", Channel: "hall"},
			"<#den>",
		},
		{
			"in a thread of one",
			[]match.ChannelID{"den"},
			inThread(by(ann, "club", "thread"), "den"),
			match.Place{Guild: "club", Channel: "thread"},
			"",
		},
		{
			"in a thread of another",
			[]match.ChannelID{"den"},
			inThread(by(ann, "club", "thread"), "hall"),
			match.Place{Guild: "club", Channel: "thread"},
			"<#den>",
		},
		{
			"from a thread of one, elsewhere",
			[]match.ChannelID{"den"},
			inThread(by(ann, "club", "thread"), "den"),
			match.Place{Guild: "club", Channel: "hall"},
			"<#den>",
		},
		{"direct messages", []match.ChannelID{"den"}, by(ann, "", "dm"), match.Place{Channel: "dm"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, ctx := newBase(t), t.Context()
			if err := b.People.ChangeGuild(ctx, "club", func(g *match.Guild) { g.Channels = c.channels }); err != nil {
				t.Fatal(err)
			}
			if err := b.MayBegin(ctx, c.r, c.at); !says(err, c.want) {
				t.Errorf("MayBegin = %q (%v), want %q", request.Explanation(err), err, c.want)
			}
			if err := b.MayPlayHere(ctx, c.r); c.at.Channel == c.r.Channel && !says(err, c.want) {
				t.Errorf("MayPlayHere = %q (%v), want %q", request.Explanation(err), err, c.want)
			}
		})
	}
}

// The answer names each permission that the bot lacks. The permission to write in threads is named
// only in threads.
func TestMissing(t *testing.T) {
	const view, send, threads = discordgo.PermissionViewChannel, discordgo.PermissionSendMessages,
		discordgo.PermissionSendMessagesInThreads
	for _, c := range []struct {
		name string
		r    *request.Request
		may  int64
		want string
	}{
		{"all", by(ann, "club", "hall"), view | send | threads, ""},
		{"an administrator", by(ann, "club", "hall"), discordgo.PermissionAdministrator, ""},
		{"direct messages", by(ann, "", "dm"), 0, ""},
		{"nothing in a channel", by(ann, "club", "hall"), 0, "*View Channel* *Send Messages*"},
		{"no sending in a channel", by(ann, "club", "hall"), view | threads, "*Send Messages*"},
		{"no sending in threads, in a channel", by(ann, "club", "hall"), view | send, ""},
		{
			"no sending in threads, in a thread", inThread(by(ann, "club", "t"), "hall"), view | send,
			"*Send Messages in Threads*",
		},
		{"sending in threads alone, in a thread", inThread(by(ann, "club", "t"), "hall"), view | threads, ""},
		{"nothing in a thread", inThread(by(ann, "club", "t"), "hall"), 0, "*View Channel* *Send Messages in Threads*"},
	} {
		c.r.Ix.AppPermissions = c.may
		var names []string
		for _, s := range Missing(c.r) {
			names = append(names, s.String())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A moderator's reason is put on one line and cut to a length that is still refused as too long.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		typed string
		want  int
	}{{"Bob\nis ill", len("Bob is ill")}, {strings.Repeat("x", maxReason+50), maxReason}} {
		o := Order(by(ann, "club", "hall", request.OptReason, c.typed))
		if len([]rune(o.Reason)) != c.want || o.By != "Somebody" || strings.Contains(o.Reason, "\n") {
			t.Errorf("Order(%.20q) = %+v, want %d characters on one line", c.typed, o, c.want)
		}
	}
}

// Only another member who is no bot can be challenged.
func TestOpponent(t *testing.T) {
	g := catalog.Games()[0]
	r := by(ann, "club", "hall")
	for id, want := range map[string]string{string(ann): "can't challenge yourself"} {
		if _, err := Opponent(r, id, g); !says(err, want) {
			t.Errorf("Opponent(%s): %v, want %q", id, err, want)
		}
	}
	if _, err := Opponent(r, string(bob), g); err != request.ErrNoActor {
		t.Errorf("somebody whom Discord does not name: %v, want %v", err, request.ErrNoActor)
	}
}

// A proposal contains everything that the options of the command say.
func TestProposal(t *testing.T) {
	b := newBase(t)
	for _, c := range []struct {
		name string
		r    *request.Request
		want func(match.Proposal) bool
	}{
		{"nothing said", by(ann, "club", "hall"), func(p match.Proposal) bool {
			return p.Game == "kalah" && p.By.User == ann && p.Cause == "9" &&
				p.Place == (match.Place{Guild: "club", Channel: "hall"}) && p.PerMove == 0 && !p.Rated && !p.Unrated &&
				!p.NoWeekends
		}},
		{"a time", by(ann, "club", "hall", request.OptTime, "6h"), func(p match.Proposal) bool {
			return p.PerMove == 6*time.Hour
		}},
		{"no clock", by(ann, "club", "hall", request.OptTime, "none"), func(p match.Proposal) bool {
			return p.PerMove < 0
		}},
		{"a side", by(ann, "club", "hall", "first", "me"), func(p match.Proposal) bool { return p.Side == "me" }},
		{
			"what happens when it runs out", by(ann, "club", "hall", request.OptLate, "claim"),
			func(p match.Proposal) bool { return p.Lapse == "claim" },
		},
	} {
		c.r.Game = gameNamed(t, "kalah")
		if p, err := b.Proposal(t.Context(), c.r); err != nil || !c.want(p) {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
	}
	for rated, want := range map[bool]match.Proposal{true: {Rated: true}, false: {Unrated: true}} {
		r := by(ann, "club", "hall")
		r.Game = gameNamed(t, "kalah")
		r.Options[request.OptRating] = &discordgo.ApplicationCommandInteractionDataOption{Value: rated}
		if p, err := b.Proposal(t.Context(), r); err != nil || p.Rated != want.Rated || p.Unrated != want.Unrated {
			t.Errorf("rated %t: rated %t, unrated %t, %v", rated, p.Rated, p.Unrated, err)
		}
	}
	away := by(ann, "", "group")
	away.Game, away.UserInstall, away.Ix.Member = gameNamed(t, "kalah"), true, nil
	if p, err := b.Proposal(t.Context(), away); err != nil || p.Place.Outside != match.Between {
		t.Errorf("where the bot is no member: %+v, %v", p.Place, err)
	}
	away.Ix.Member = new(discordgo.Member)
	if _, err := b.Proposal(t.Context(), away); !says(err, "*Use External Apps*") {
		t.Errorf("where a member gets private answers only: %v", err)
	}
	mute := by(ann, "club", "hall")
	mute.Game, mute.Ix.AppPermissions = gameNamed(t, "kalah"), discordgo.PermissionViewChannel
	if _, err := b.Proposal(t.Context(), mute); !says(err, "*Send Messages*") {
		t.Errorf("where nothing can be posted: %v", err)
	}
}

// A proposal holds what each option of a command says. The golden file is reviewed as a diff.
func TestProposalOfOptions(t *testing.T) {
	b := newBase(t)
	var page strings.Builder
	for _, g := range catalog.Games() {
		for n, options := range [][]any{
			{},
			{"first", "them"},
			{"side", "foxes"},
			{"rules", "kurnik"},
			{"holes", 4.0},
			{"beans", 3.0},
			{"army", "barrage"},
			{request.OptPlayers, 3.0},
			{request.OptTime, "6h"},
			{request.OptTime, "none"},
			{request.OptBank, "10+12"},
			{request.OptFinish, "off"},
			{request.OptWeekends, true},
			{request.OptLate, "claim"},
			{request.OptRating, true},
			{request.OptRating, false},
			{request.OptSeat, request.SeatChannel},
			{request.OptSeat, request.SeatChannelOpen, request.OptVote, "1h", request.OptVoters, 3.0},
			{request.OptRival, "den"},
			{request.OptSeat, "other"},
		} {
			if n > 7 && g.ID != "kalah" {
				break // the other options are those of all games
			}
			r := by(ann, "club", "hall")
			r.Game = g
			r.Raw = json.RawMessage(`{"channel":{"name":"games"}}`)
			for i := 0; i < len(options); i += 2 {
				name := options[i].(string)
				r.Options[name] = &discordgo.ApplicationCommandInteractionDataOption{Name: name, Value: options[i+1]}
			}
			p, err := b.Proposal(t.Context(), r)
			raw, _ := json.Marshal(p) // the value is plain data, whose encoding can't fail
			fmt.Fprintf(&page, "%s %v: %s %v\n", g.ID, options, raw, err)
		}
	}
	golden.Check(t, "testdata/proposals.txt", page.String())
	if err := b.People.ChangeGuild(t.Context(), "club", func(g *match.Guild) {
		g.Channels = []match.ChannelID{"hall"}
	}); err != nil {
		t.Fatal(err)
	}
	rival := by(ann, "club", "hall", request.OptRival, "den")
	rival.Game = gameNamed(t, "kalah")
	if _, err := b.Proposal(t.Context(), rival); !says(err, "<#hall>") {
		t.Errorf("a rival where the server wants no matches: %v", err)
	}
	own := by(ann, "club", "hall", request.OptSeat, request.SeatChannel)
	own.Game = gameNamed(t, "kalah")
	if _, err := b.Proposal(t.Context(), own); err != nil {
		t.Errorf("a vote without a rival, where the server wants matches: %v", err)
	}
	if err := b.People.ChangeGuild(t.Context(), "club", func(g *match.Guild) {
		g.Channels, g.PlayRoles = nil, []match.RoleID{"players"}
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Proposal(t.Context(), rival); !says(err, "<@&players>") {
		t.Errorf("without a playing role: %v", err)
	}
}

// A match gets a thread if the option says so, or without the option if the server does; in direct
// messages and threads there is none.
func TestWantsThread(t *testing.T) {
	for _, c := range []struct {
		name   string
		server bool
		r      *request.Request
		option any
		want   bool
	}{
		{"nothing said", false, by(ann, "club", "hall"), nil, false},
		{"the server", true, by(ann, "club", "hall"), nil, true},
		{"not this time", true, by(ann, "club", "hall"), false, false},
		{"this time", false, by(ann, "club", "hall"), true, true},
		{"in a thread", true, inThread(by(ann, "club", "thread"), "hall"), true, false},
		{"in direct messages", true, by(ann, "", "dm"), true, false},
	} {
		b := newBase(t)
		if err := b.People.ChangeGuild(t.Context(), "club", func(g *match.Guild) { g.Threads = c.server }); err != nil {
			t.Fatal(err)
		}
		if c.option != nil {
			c.r.Options[request.OptThread] = &discordgo.ApplicationCommandInteractionDataOption{Value: c.option}
		}
		if got := b.WantsThread(t.Context(), c.r); got != c.want {
			t.Errorf("%s: %t, want %t", c.name, got, c.want)
		}
	}
}

func gameNamed(t *testing.T, id games.ID) *games.Game {
	t.Helper()
	for _, g := range catalog.Games() {
		if g.ID == id {
			return g
		}
	}
	t.Fatal("there is no game ", id)
	return nil
}

// Sentences of this package reach people in their language.
func TestRefusalInGerman(t *testing.T) {
	b := newBase(t)
	r := by(ann, "club", "hall")
	r.In = lang.German
	_, err := b.ResolveMatch(t.Context(), r)
	if text := request.Explanation(err); text == "" || text == sayNoMatch.String() {
		t.Errorf("told %q in German", text)
	}
}
