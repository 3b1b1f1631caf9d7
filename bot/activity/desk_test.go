package activity

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/games/tourney"
	"paddock/storage/storagetest"
)

const ann, bob, cid, eve match.UserID = "100000000000000001", "100000000000000002", "100000000000000003",
	"100000000000000004"

var hall = match.Place{Guild: "club", Channel: "hall"}

// desk serves the pages from a store in memory, with a clock that only the test moves. Its
// simulated Discord only answers who can see the test channel.
type desk struct {
	testing.TB
	*Feature
	svc    *service.Service
	store  *storagetest.Memory
	server http.Handler

	mu      sync.Mutex
	at      time.Time
	shut    map[match.UserID]bool // users who can't see the match's channel
	refused int                   // number of questions about users who can't see the channel
	answers map[string]string     // other answers of Discord, by path; empty ones are errors
	told    bytes.Buffer          // the log of the pages

	began time.Time // start of the move that a benchmark measures
	took  []time.Duration
}

func (d *desk) start()   { d.began = time.Now() }
func (d *desk) stopped() { d.took = append(d.took, time.Since(d.began)) }

// club is a simulated Discord: a server with a channel that everybody can see except users listed
// in shut.
type club struct{ *desk }

func (c club) RoundTrip(r *http.Request) (*http.Response, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, path, _ := strings.Cut(r.URL.Path, "/api/v"+discordgo.APIVersion)
	status, body := http.StatusOK, ""
	user, member := strings.CutPrefix(path, "/guilds/club/members/")
	other, known := c.answers[path]
	switch {
	case known && other == "":
		status = http.StatusBadGateway
	case known:
		body = other
	case path == "/guilds/club":
		body = `{"id":"club","owner_id":"9","roles":[{"id":"club","permissions":"1024"}]}`
	case path == "/channels/hall" && c.shut[""]:
		body = `{"id":"hall","type":0,"permission_overwrites":[{"id":"club","type":0,"allow":"0","deny":"1024"}]}`
	case path == "/channels/hall":
		body = `{"id":"hall","type":0}`
	case member && !c.shut[match.UserID(user)]:
		body = `{"user":{"id":"` + user + `"},"roles":[]}`
	default:
		c.refused++
		status, body = http.StatusNotFound, `{"code":10003}`
	}
	return &http.Response{
		StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		Request: r,
	}, nil
}

// Write appends to the log.
func (d *desk) Write(b []byte) (int, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.told.Write(b)
}

func newDesk(t testing.TB) *desk {
	t.Helper()
	d := &desk{
		TB: t, store: storagetest.NewMemory(), at: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC),
		shut: make(map[match.UserID]bool),
	}
	session, err := discord.NewSession(discord.SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
		s.Client.Transport = club{d}
	}})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.NewTextHandler(d, nil))
	d.svc = service.New(service.Config{
		Store: d.store, Games: catalog.Games(), Now: d.now,
		Rand: rand.NewChaCha8([32]byte{1}), Defaults: decide.Defaults{Limit: 1_000_000},
	})
	series := tourney.New(tourney.Config{Store: d.store, Matches: d.svc, Now: d.now})
	base := &answer.Base{
		Games: catalog.Games(), Matches: d.svc, Client: discord.NewClient(session),
		People: people.New(d.svc, series, log), Log: log, Now: d.now,
		Show: &board.Maker{Draw: func(scene.Scene) ([]byte, error) { return []byte("\x89PNG"), nil }, Log: log},
	}
	d.Feature = New(base, Config{
		Secret: "a secret of the tests", Links: "https://board.example.org",
		App: func() string { return "7" }, Self: func() string { return "8" },
	})
	d.within.Member, d.within.Server = 1_000_000, 1_000_000
	d.svc.OnChange(d.Changed)
	d.server = d.Handler()
	return d
}

func (d *desk) now() time.Time {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.at
}

// wait puts the clock forward.
func (d *desk) wait(t time.Duration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.at = d.at.Add(t)
}

// begin begins a match between Ann and Bob in the test channel.
func (d *desk) begin(game games.ID, options games.Options) match.Match {
	d.Helper()
	c, err := d.svc.Tables.Propose(context.Background(), match.Proposal{
		Game: game, Setup: games.Setup{Seats: 2, Options: options}, Seated: true, PerMove: 48 * time.Hour,
		By:   match.Player{User: ann, Name: "Ann"},
		With: []match.Player{{User: ann, Name: "Ann"}, {User: bob, Name: "Bob"}}, Place: hall,
		Cause: match.Cause(d.Name() + time.Now().String()),
	})
	if err != nil {
		d.Fatal(err)
	}
	return c.Match
}

// token returns a session of a user in the test channel.
func (d *desk) token(u match.UserID) string {
	return d.keys.sign(session{
		User: u, Name: string(u), Instance: "i", Guild: hall.Guild, Channel: hall.Channel,
		Until: d.now().Add(sessionFor).Unix(),
	})
}

// ask makes a request as a user. The empty user has no session.
func (d *desk) ask(u match.UserID, method, path string, body any) (status int, answer string) {
	d.Helper()
	token := ""
	if u != "" {
		token = d.token(u)
	}
	return d.askWith(token, method, path, body)
}

func (d *desk) askWith(token, method, path string, body any) (status int, answer string) {
	d.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			d.Fatal(err)
		}
	}
	r := httptest.NewRequest(method, path, bytes.NewReader(raw))
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	w := httptest.NewRecorder()
	d.server.ServeHTTP(w, r)
	return w.Code, w.Body.String()
}

// does posts an act of a user, and fails the test if it is refused.
func (d *desk) does(u match.UserID, id match.ID, what string, body posted) matchView {
	d.Helper()
	if body.Cause == "" {
		body.Cause = "c" + time.Now().String()
	}
	if body.Head == 0 {
		body.Head = d.sees(u, id).Head
	}
	status, answer := d.ask(u, "POST", "/api/matches/"+string(id)+"/"+what, body)
	if status != http.StatusOK {
		d.Fatalf("%s %s %+v: %d %s", u, what, body, status, answer)
	}
	return viewOf(d, answer)
}

// sees returns a match as a user sees it.
func (d *desk) sees(u match.UserID, id match.ID) matchView {
	d.Helper()
	status, answer := d.ask(u, "GET", "/api/matches/"+string(id), nil)
	if status != http.StatusOK {
		d.Fatalf("%s sees %d %s", u, status, answer)
	}
	return viewOf(d, answer)
}

func viewOf(t testing.TB, answer string) (v matchView) {
	t.Helper()
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		t.Fatalf("%v: %s", err, answer)
	}
	return v
}
