package deliver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/people"
	"paddock/bot/tasks"
	"paddock/games"
	"paddock/games/gamestest/logbook"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/scene"
	"paddock/games/stratego"
	"paddock/storage/storagetest"
)

// call is a request as Discord receives it.
type call struct {
	method, path string
	nonce        string
	silent       bool
	body         map[string]any
	id           string // id of the message that the request makes
	status       int    // status of the answer; 0: success, -1: the answer is lost
	at           time.Time
}

// fakeDiscord answers each request with the status that answer returns, and with success if answer
// is nil or returns 0. With status -1 the request is carried out, but its answer is lost. Posts
// with the same nonce make one message.
type fakeDiscord struct {
	mu      sync.Mutex
	calls   []call
	made    []string          // ids of messages, in the order of their creation
	known   map[string]bool   // messages that were made, by channel and id
	counted map[string]int    // number of messages by channel, with those that were refused
	nonces  map[string]string // ids of messages, by channel and nonce
	answer  func(call) (status, code int)
	lacks   int64                           // permissions that the bot does not have
	takes   func(path string) time.Duration // how long the server waits before it answers; nil: no time
}

func (f *fakeDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	c := call{method: r.Method, path: strings.TrimPrefix(r.URL.Path, "/api/v"+discordgo.APIVersion)}
	if r.Body != nil {
		var text io.Reader = r.Body
		if kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); strings.HasPrefix(kind, "multipart/") {
			part, err := multipart.NewReader(r.Body, params["boundary"]).NextPart()
			if err != nil {
				return nil, err
			}
			text = part
		}
		if err := json.NewDecoder(text).Decode(&c.body); err != nil && err != io.EOF {
			return nil, err
		}
	}
	c.nonce, _ = c.body["nonce"].(string)
	flags, _ := c.body["flags"].(float64)
	c.silent = discordgo.MessageFlags(flags)&discordgo.MessageFlagsSuppressNotifications != 0
	f.mu.Lock()
	takes := f.takes
	f.mu.Unlock()
	if takes != nil {
		time.Sleep(takes(c.path))
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	status, code := 0, 0
	if f.answer != nil {
		status, code = f.answer(c)
	}
	if strings.HasSuffix(c.path, "/members/"+left) {
		status, code = http.StatusNotFound, discordgo.ErrCodeUnknownMember
	}
	c.status, c.at, c.id = status, time.Now(), f.number(c)
	f.calls = append(f.calls, c)
	if status > 0 {
		return answered(r, status, fmt.Sprintf(`{"code":%d,"message":"no"}`, code)), nil
	}
	answer := f.carryOut(c)
	if status < 0 {
		return nil, errors.New("connection reset")
	}
	return answered(r, http.StatusOK, answer), nil
}

// left is a user who is no member of the server any more.
const left = "12"

// answers sets how requests are answered from now on.
func (f *fakeDiscord) answers(with func(call) (status, code int)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answer = with
}

// carryOut returns the answer to a request: the server 3 belongs to Ann, and everybody has all
// permissions there, but for those that the bot lacks.
func (f *fakeDiscord) carryOut(c call) (answer string) {
	switch place := strings.Split(c.path, "/"); {
	case c.method == "GET" && strings.Contains(c.path, "/members/"):
		return fmt.Sprintf(`{"user":{"id":%q},"roles":[]}`, place[len(place)-1])
	case c.method == "GET" && place[1] == "guilds":
		return fmt.Sprintf(`{"id":"3","owner_id":"1","roles":[{"id":"3","permissions":"%d"}]}`,
			discordgo.PermissionAll&^discordgo.PermissionAdministrator&^f.lacks)
	case c.method == "GET":
		return fmt.Sprintf(`{"id":%q,"guild_id":"3","owner_id":"9","type":0}`, place[2])
	case c.path == "/users/@me/channels":
		return fmt.Sprintf(`{"id":"dm%v"}`, c.body["recipient_id"])
	case c.method != "POST" || !strings.HasSuffix(c.path, "/messages"):
		return `{"id":"done"}`
	}
	if at := c.path + c.id; !f.known[at] {
		f.known[at] = true
		f.made = append(f.made, c.id)
	}
	return fmt.Sprintf(`{"id":%q}`, c.id)
}

// number returns the id of the message that a request makes, also if it is refused; a repetition
// with the same nonce has the same.
func (f *fakeDiscord) number(c call) string {
	if c.method != "POST" || !strings.HasSuffix(c.path, "/messages") {
		return ""
	}
	id := f.nonces[c.path+c.nonce]
	if id == "" || c.nonce == "" {
		f.counted[c.path]++
		id = fmt.Sprint("message-", f.counted[c.path])
		f.nonces[c.path+c.nonce] = id
	}
	return id
}

func answered(r *http.Request, status int, body string) *http.Response {
	return &http.Response{
		StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		Request: r,
	}
}

// takesFrom sets how long a request takes from now on, by its path.
func (f *fakeDiscord) takesFrom(now func(path string) time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.takes = now
}

// received returns a copy of the requests since the last forget, the oldest first.
func (f *fakeDiscord) received() []call {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.calls)
}

// forget deletes the requests received so far.
func (f *fakeDiscord) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.calls = nil
}

// count counts the requests with a method whose path ends so.
func (f *fakeDiscord) count(method, end string) (n int) {
	for _, c := range f.received() {
		if c.method == method && strings.HasSuffix(c.path, end) {
			n++
		}
	}
	return n
}

// desk is a delivery engine with its boards and private boards, and a match of Ann and Bob.
type desk struct {
	*testing.T
	discord  *fakeDiscord
	engine   *Engine
	boards   *Boards
	private  *PrivateBoards
	log      *logbook.Logbook
	store    *storagetest.Flaky
	matches  *service.Service
	people   *people.Book
	notices  *Notices
	calls    *Calls
	id       match.ID
	was      match.Match // the match as a test has read it
	ann, bob match.Player
	acts     int
	changed  tasks.Signal // each change of a match sends a message, which may be due before that
}

// atDesk begins a match of a game, on a clock of its own.
func atDesk(t *testing.T, game games.ID, test func(*desk)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		d := &desk{
			T: t, discord: &fakeDiscord{
				nonces: map[string]string{}, known: map[string]bool{},
				counted: map[string]int{},
			}, log: &logbook.Logbook{}, store: &storagetest.Flaky{Memory: storagetest.NewMemory()}, changed: tasks.NewSignal(),
			ann: match.Player{User: "1", Name: "Ann"}, bob: match.Player{User: "2", Name: "Bob"},
		}
		catalogue := []*games.Game{kalah.New(), stratego.New()}
		d.matches = service.New(service.Config{
			Store: d.store, Games: catalogue, Now: time.Now,
			Rand: rand.NewChaCha8([32]byte{}),
		})
		log := slog.New(slog.NewTextHandler(d.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		d.people = people.New(d.matches, nil, log)
		session, err := discord.NewSession(discord.SessionConfig{Token: "t", Attach: func(s *discordgo.Session) {
			s.Client.Transport = d.discord
		}})
		if err != nil {
			t.Fatal(err)
		}
		d.engine = NewEngine(t.Context(), func(err error) { t.Error("the bot ends:", err) }, nil, log)
		maker := &board.Maker{Games: catalogue, Log: log, Draw: func(scene.Scene) ([]byte, error) {
			return []byte("picture"), nil
		}}
		deps := Deps{
			Engine: d.engine, Client: discord.NewClient(session), Matches: d.matches, Show: maker,
			People: d.people, Log: log, Self: func() string { return "9" }, Now: time.Now,
		}
		d.boards, d.private = NewBoards(deps), NewPrivateBoards(deps)
		d.notices, d.calls = NewNotices(deps, d.boards), NewCalls(deps)
		d.matches.OnChange(func(c match.Change) {
			d.changed.Send()
			d.hear(c)
		})
		c, err := d.matches.Tables.Propose(t.Context(), match.Proposal{
			Game: game, Place: match.Place{Guild: "3", Channel: "4"}, By: d.ann, With: []match.Player{d.bob},
			Side: "me", Cause: "begin",
		})
		d.must(err)
		d.id = c.Match.ID
		synctest.Wait() // the pause ends when the challenge is shown
		_, err = d.matches.Tables.Join(t.Context(), d.act(d.bob), d.bob.Name)
		d.must(err)
		d.passes(time.Minute)
		test(d)
		d.engine.Close()
		d.passes(time.Hour) // the pause lets remaining timers run
	})
}

// hear tells all message types of the engine that something has changed.
func (d *desk) hear(c match.Change) {
	d.boards.Changed(c)
	d.private.Changed(c)
	d.notices.Changed(c)
	d.calls.Changed(c)
}

func (d *desk) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

func (d *desk) act(p match.Player) match.Act {
	d.acts++
	return match.Act{Match: d.id, User: p.User, Cause: match.Cause(fmt.Sprint("act-", d.acts))}
}

// passes lets time pass. The ticker handles what has become due a second later.
func (d *desk) passes(t time.Duration) {
	for end := time.Now().Add(t); ; {
		synctest.Wait()
		now := time.Now()
		m, err := d.matches.Read.Match(d.Context(), d.id)
		next := m.Due.Add(time.Second)
		switch {
		case err == nil && !m.Due.IsZero() && !next.After(now):
			_, err = d.matches.Referee.Attend(d.Context(), d.id)
			d.must(err)
			continue
		case !end.After(now):
			return
		case err != nil || m.Due.IsZero() || next.After(end):
			next = end
		}
		select {
		case <-d.changed:
		case <-time.After(next.Sub(now)):
		}
	}
}

// moves makes the first legal move of the player to move.
func (d *desk) moves() {
	d.Helper()
	m := d.match()
	for seat := range m.Waiting.All() {
		view, err := m.View(seat)
		d.must(err)
		for text := range view.Legal() {
			_, err := d.matches.Play.Move(d.Context(), d.act(m.Players[seat]), text)
			d.must(err)
			return
		}
	}
}

func (d *desk) match() match.Match {
	d.Helper()
	m, err := d.matches.Read.Match(d.Context(), d.id)
	d.must(err)
	return m
}

func (d *desk) user(p match.Player) match.User {
	d.Helper()
	u, err := d.people.User(d.Context(), p.User)
	d.must(err)
	return u
}

// Discord carries out a post, but its answer is lost in each retry, so the bot does not know the
// new message. The next board must not be edited into an older message: it is posted. If nothing
// has happened in the match since, its nonce is the same, and it becomes the same message.
func TestBoardAfterAnUnclearPost(t *testing.T) {
	for _, resigned := range []bool{false, true} {
		atDesk(t, "kalah", func(d *desk) {
			before := d.match().Shown.Message
			lost := func(c call) (int, int) {
				if c.method == "POST" && strings.HasSuffix(c.path, "/messages") {
					return -1, 0
				}
				return 0, 0
			}
			d.discord.answers(lost)
			d.moves()
			d.passes(10 * time.Second) // the time is enough for three tries
			made := len(d.discord.made)
			if d.match().Shown.Message != before || d.discord.made[made-1] == string(before) {
				t.Fatalf("the story is another one: %s is known, %v were made", d.match().Shown.Message, d.discord.made)
			}
			edits := d.discord.count("PATCH", "/messages/"+string(before))
			if resigned { // the known board is young, so the end would be edited into that message
				_, err := d.matches.Play.Resign(d.Context(), d.act(d.ann))
				d.must(err)
			}
			d.discord.answers(nil)
			d.passes(10 * time.Minute)
			shown := d.match().Shown
			if shown.Head != d.match().Head || string(shown.Message) != d.discord.made[len(d.discord.made)-1] {
				t.Errorf("resigned %t: the match is shown in %s at %d, want it in the newest of %v at %d", resigned,
					shown.Message, shown.Head, d.discord.made, d.match().Head)
			}
			if !resigned && len(d.discord.made) != made {
				t.Errorf("nothing has happened, and there are %d messages instead of %d", len(d.discord.made), made)
			}
			if n := d.discord.count("PATCH", "/messages/"+string(before)) - edits; n > 1 {
				t.Errorf("resigned %t: %d edits of the older message, want at most the one that takes its controls off",
					resigned, n)
			}
			if known := d.discord.made[len(d.discord.made)-1]; !resigned {
				_, err := d.matches.Play.OfferDraw(d.Context(), d.act(d.bob))
				d.must(err)
				d.passes(time.Minute)
				if d.discord.count("PATCH", "/messages/"+known) == 0 {
					t.Error("when it is clear again, boards are edited as ever; the newest was not")
				}
			}
		})
	}
}

// A channel of direct messages that is gone is opened anew, and the private board is posted there.
func TestGoneDirectMessagesAreOpenedAnew(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		opened, posted := d.discord.count("POST", "/users/@me/channels"),
			d.discord.count("POST", "/channels/dm1/messages")
		d.discord.answers(func(c call) (int, int) {
			switch {
			case strings.HasPrefix(c.path, "/channels//"):
				t.Errorf("%s %s names no channel", c.method, c.path)
			case c.method == "PATCH" && strings.HasPrefix(c.path, "/channels/dm1/"):
				return http.StatusNotFound, discordgo.ErrCodeUnknownChannel
			}
			return 0, 0
		})
		d.must(d.people.Change(d.Context(), d.ann.User, func(u *match.User) { // the recorded message is another match's
			b := u.PrivateBoards[d.id]
			b.Sum = ""
			u.PrivateBoards[d.id] = b
		}))
		d.private.Mark(d.id, d.ann.User)
		d.passes(time.Hour)
		if n := d.discord.count("POST", "/users/@me/channels") - opened; n != 1 {
			t.Errorf("the channel was opened %d times, want once", n)
		}
		if n := d.discord.count("POST", "/channels/dm1/messages") - posted; n != 1 ||
			d.user(d.ann).PrivateBoards[d.id].Sum == "" {
			t.Errorf("the board was posted %d times, and %+v is recorded; want one post", n,
				d.user(d.ann).PrivateBoards[d.id])
		}
	})
}

// P75: closed direct messages are remembered, and not tried again until the person asks for it.
func TestClosedDirectMessagesAreRemembered(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		if ann, bob := d.discord.count("POST", "/channels/dm1/messages"),
			d.discord.count("POST", "/channels/dm2/messages"); ann != 1 || bob != 1 {
			t.Fatalf("%d and %d private boards were posted, want one for each", ann, bob)
		}
		closed := func(c call) (int, int) {
			if strings.HasPrefix(c.path, "/channels/dm1/") {
				return http.StatusForbidden, discordgo.ErrCodeCannotSendMessagesToThisUser
			}
			return 0, 0
		}
		d.discord.answers(closed)
		d.must(d.private.SendAgain(d.Context(), d.id, d.ann.User))
		d.passes(time.Minute)
		if !d.user(d.ann).DMClosed || d.user(d.bob).DMClosed {
			t.Fatalf("closed: Ann's %t, Bob's %t; want Ann's alone", d.user(d.ann).DMClosed, d.user(d.bob).DMClosed)
		}
		if n := d.discord.count("DELETE", "/channels/dm1/messages/message-1"); n != 1 {
			t.Errorf("the board that was sent before is deleted %d times, want once", n)
		}
		d.changes(d.ann, func(u *match.User) { u.Tell(ToldDMClosed) })
		tried := d.discord.count("POST", "/channels/dm1/messages")
		d.private.Mark(d.id, d.ann.User)
		d.passes(time.Hour)
		if n := d.discord.count("POST", "/channels/dm1/messages"); n != tried {
			t.Errorf("%d more tries though direct messages are closed", n-tried)
		}
		d.discord.answers(nil)
		d.must(d.private.SendAgain(d.Context(), d.id, d.ann.User))
		d.passes(time.Minute)
		if n, u := d.discord.count("POST", "/channels/dm1/messages"), d.user(d.ann); n != tried+1 || u.DMClosed ||
			u.Told[ToldDMClosed] {
			t.Errorf("%d posts after Ann has asked for her board, closed %t, told of it %t; want one", n-tried,
				u.DMClosed, u.Told[ToldDMClosed])
		}
	})
}

// An edit that a rate limit refuses is tried again while the message is young. Discord always
// limits edits of messages older than an hour. So such a board is posted anew, without a
// notification.
func TestOldPrivateBoardIsPostedAnew(t *testing.T) {
	for _, c := range []struct {
		age    time.Duration
		status int
		posts  int
	}{
		{oldMessage - 2*time.Minute, http.StatusBadRequest, 0},
		{oldMessage, http.StatusBadRequest, 1},
		{oldMessage, http.StatusBadGateway, 0},
	} {
		atDesk(t, "stratego", func(d *desk) {
			d.passes(c.age - time.Since(d.user(d.ann).PrivateBoards[d.id].At))
			d.discord.answers(func(r call) (int, int) {
				if r.method == "PATCH" {
					if c.status == http.StatusBadRequest {
						return c.status, discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
					}
					return c.status, 0
				}
				return 0, 0
			})
			posts := d.discord.count("POST", "/channels/dm1/messages")
			d.must(d.people.Change(d.Context(), d.ann.User, func(u *match.User) { u.Style = match.Text }))
			d.private.Mark(d.id, d.ann.User)
			d.passes(5 * time.Second)
			if n := d.discord.count("POST", "/channels/dm1/messages") - posts; n != c.posts {
				t.Errorf("%d posts when a board of %v can't be edited, want %d", n, c.age, c.posts)
			}
			for _, c := range d.discord.received() {
				if c.method == "POST" && c.path == "/channels/dm1/messages" && !c.silent {
					t.Errorf("%+v makes a sound", c)
				}
			}
			edits := d.discord.count("PATCH", "")
			d.passes(2 * time.Minute)
			if again := d.discord.count("PATCH", "") > edits; again != (c.posts == 0) {
				t.Errorf("a board of %v is edited again: %t, want %t", c.age, again, c.posts == 0)
			}
		})
	}
}

// If the bot is stopped while it records what it has shown, that is no error: it records the rest
// before it ends.
func TestRecordAtTheEnd(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		var log strings.Builder
		d.boards.Log = slog.New(slog.NewTextHandler(&log, nil))
		d.passes(time.Minute)
		// the request edits the board; the engine notes that and records the message later
		_, err := d.matches.Play.OfferDraw(d.Context(), d.act(d.bob))
		d.must(err)
		d.passes(time.Second)
		unstored := func() int {
			list, err := d.matches.Read.Unshown(d.Context(), "", 9)
			d.must(err)
			return len(list)
		}
		if unstored() == 0 {
			t.Fatal("the story is another one: nothing is noted")
		}
		ending, end := context.WithCancel(d.Context())
		end()
		d.boards.Record(ending)
		if log.Len() > 0 {
			t.Errorf("an end is logged: %s", log.String())
		}
		d.boards.Record(d.Context())
		if unstored() > 0 {
			t.Error("what was shown is not recorded at the very end")
		}
		_, err = d.matches.Play.DeclineDraw(d.Context(), d.act(d.ann))
		d.must(err)
		d.passes(time.Second)
		late, cancel := context.WithTimeout(d.Context(), 0)
		defer cancel()
		d.boards.Record(late)
		if !strings.Contains(log.String(), "level=ERROR") {
			t.Error("a store that does not answer in time is not logged")
		}
	})
}

// P28: a notification by direct message that Discord refuses for a while comes later, once, if it
// is still due. A user whose direct messages turn out to be closed is notified in the channel.
func TestRefusedCallsComeLater(t *testing.T) {
	const dm, open = "/channels/dm2/messages", "/users/@me/channels"
	turn := func(d *desk) { d.moves() }
	for _, c := range []struct {
		name         string
		status, code int
		path         string
		act          func(d *desk)
		want         string // the messages to Bob, and those in the channel, b: a board, c: a call, n: a notice
	}{
		{"a server error", http.StatusBadGateway, 0, dm, turn, "b dm"},
		{"too many requests", http.StatusTooManyRequests, 0, dm, turn, "b dm"},
		{"opened too fast", http.StatusBadRequest, discordgo.ErrCodeOpeningDirectMessagesTooFast, open, turn, "b dm"},
		{"played meanwhile", http.StatusBadGateway, 0, dm, func(d *desk) {
			d.moves()
			d.passes(10 * time.Minute)
			d.moves()
		}, "b b"},
		{"a draw is offered meanwhile", http.StatusBadGateway, 0, dm, func(d *desk) {
			d.moves()
			d.passes(10 * time.Minute)
			d.offersDraw(d.bob)
		}, "b n dm"},
		{"a reminder", http.StatusBadGateway, 0, dm, func(d *desk) { d.passes(17 * time.Hour) }, "dm"},
		{"a challenge", http.StatusBadGateway, 0, dm, func(d *desk) {
			d.challenges(match.Place{Guild: "3", Channel: "4"})
		}, "b dm"},
		{"closed", http.StatusForbidden, discordgo.ErrCodeCannotSendMessagesToThisUser, dm, turn, "b c"},
		{"refused for good", http.StatusForbidden, discordgo.ErrCodeMissingAccess, dm, turn, "b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			atDesk(t, "kalah", func(d *desk) {
				d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDM })
				d.passes(2 * time.Hour)
				switch c.name {
				case "a challenge":
					d.resigns(d.ann)
				case "a reminder":
					d.moves()
					d.passes(20 * time.Hour)
				}
				d.passes(2 * time.Hour)
				began := time.Now()
				d.discord.answers(func(r call) (int, int) {
					if r.method == "POST" && r.path == c.path && time.Since(began) < 17*time.Hour+40*time.Minute {
						return c.status, c.code
					}
					return 0, 0
				})
				d.discord.forget()
				c.act(d)
				d.passes(19*time.Hour - time.Since(began))
				var got []string
				refused := 0
				for _, r := range d.discord.received() {
					switch {
					case r.status != 0:
						refused++
					case r.method == "POST" && r.path == dm:
						got = append(got, "dm")
					case r.method == "POST" && (strings.HasPrefix(r.nonce, "c-") || strings.HasPrefix(r.nonce, "n-")):
						got = append(got, r.nonce[:1])
					case r.method == "POST" && r.path == "/channels/4/messages":
						got = append(got, "b")
					}
				}
				if got := strings.Join(got, " "); got != c.want || refused == 0 || refused > 400 {
					t.Errorf("sent %q, want %q; %d requests were refused", got, c.want, refused)
				}
			})
		})
	}
}
