package activity

import (
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/answer"
	"paddock/bot/board"
	"paddock/bot/component"
	"paddock/bot/deliver"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/games/match/ahead"
	"paddock/games/match/service"
	"paddock/games/match/vote"
	"paddock/games/ratings"
	"paddock/games/scene"
	"paddock/storage/storagetest"
)

// teacher has one exercise of each form, and the same review and hint for every match.
type teacher struct {
	of     map[string]answer.Exercise
	during func() // onHint is called while a hint is found; nil: nothing happens
}

func (teacher) Exercises(lang.Language) []answer.ExerciseWay {
	return []answer.ExerciseWay{{ID: "a", Label: "First", Next: true}, {ID: "b", Label: "Second"}}
}

func (e teacher) Exercise(_ context.Context, _ lang.Language, l answer.Learner, id string) (answer.Exercise, error) {
	x, ok := e.of[id]
	if !ok {
		return x, match.Unknown()
	}
	x.Title = fmt.Sprintf("**%s** for %s in %s/%s", id, l.User, l.Place.Guild, l.Place.Channel)
	return x, nil
}

func (e teacher) TryMove(ctx context.Context, in lang.Language, l answer.Learner,
	id, move, name string,
) (answer.Exercise, error) {
	x, err := e.Exercise(ctx, in, l, id)
	x.Says = append(x.Says, "tried `"+move+"`, "+name)
	return x, err
}

func (teacher) ReviewFor(_ context.Context, in lang.Language, u match.UserID,
	rec match.Match,
) (answer.Review, bool, error) {
	drawn, err := board.Scene(in, rec, match.User{}, "")
	drawn.Caption = "The ring is better."
	return answer.Review{
		Says: []string{"**" + in.Code() + "** for " + string(u) + "."}, Course: []float64{0.5, 0.25},
		Turns: []answer.Turn{{Says: "Move *1*", Step: 3, Drawn: drawn}},
	}, rec.Moves != 1, err
}

func (e teacher) HintFor(context.Context, lang.Language, match.GuildID, match.UserID,
	match.Match,
) (answer.Hint, error) {
	if e.during != nil {
		e.during()
	}
	return answer.Hint{Says: "I'd play **2**.", Move: "2"}, nil
}

func (teacher) BestOn(_ context.Context, _ lang.Language, _ match.GuildID, _ match.UserID, _ match.Match,
	v *games.View, _ int, _ bool,
) string {
	for move := range v.Legal() {
		return "I'd play **" + move + "**."
	}
	return ""
}

// proposes makes a match of Ann in the test channel.
func (d *desk) proposes(change func(*match.Proposal), with ...match.Player) match.Match {
	d.Helper()
	p := match.Proposal{
		Game: "kalah", PerMove: 48 * time.Hour, Place: hall, By: match.Player{User: ann, Name: "Ann"},
		With: with, Cause: "proposes",
	}
	if change != nil {
		change(&p)
	}
	c, err := d.svc.Tables.Propose(context.Background(), p)
	if err != nil {
		d.Fatal(err)
	}
	return c.Match
}

// armies begins a match of Stratego after both players have set up their armies.
func (d *desk) armies() match.Match {
	d.Helper()
	rec := d.begin("stratego", games.Options{"army": "barrage"})
	d.does(ann, rec.ID, "arrange", posted{Name: "confirm"})
	d.does(bob, rec.ID, "arrange", posted{Name: "confirm"})
	return d.present(rec)
}

// present returns a match as it is now.
func (d *desk) present(rec match.Match) match.Match {
	d.Helper()
	m, err := d.svc.Read.Match(context.Background(), rec.ID)
	if err != nil {
		d.Fatal(err)
	}
	return m
}

// played begins a match of Kalah and makes some moves of whichever player is to move.
func played(moves ...string) func(*desk) match.Match {
	return func(d *desk) match.Match {
		rec := d.begin("kalah", nil)
		for _, m := range moves {
			u := ann
			if !d.present(rec).Awaits(u) {
				u = bob
			}
			d.does(u, rec.ID, "moves", posted{Move: m})
		}
		return d.present(rec)
	}
}

// looks lists states of a match: the acts that lead to each, and an edit that no act makes here.
var looks = []struct {
	name string
	lead func(*desk) match.Match
	with func(*match.Record)
}{
	{"an open table", func(d *desk) match.Match { return d.proposes(nil) }, nil},
	{"begun", played(), nil},
	{"without a clock", played(), func(r *match.Record) { r.Clock.Deadline = time.Time{} }},
	{"one more move", played("3"), nil},
	{"one more move after a ruling", played("3"), func(r *match.Record) { r.LastMoves = nil }},
	{"after two moves", played("1", "1"), func(r *match.Record) { r.DrawOffer = new(games.Seat) }},
	{"a takeback is asked", played("1"), func(r *match.Record) { r.UndoOffer = new(games.Seat) }},
	{"paused", played("1"), func(r *match.Record) { r.Parked = &match.Parking{Why: match.CodePause} }},
	{"without a channel", played("1"), func(r *match.Record) { r.Parked = &match.Parking{Why: match.CodeChannelGone} }},
	{"claimable", played("1"), func(r *match.Record) { r.Clock.Lapsed = true }},
	{
		"a computer thinks", func(d *desk) match.Match { return d.proposes(nil, match.Player{Computer: "easy"}) },
		func(r *match.Record) { r.Waiting = games.SeatSet(1) },
	},
	{"against a computer", func(d *desk) match.Match {
		return d.proposes(func(p *match.Proposal) { p.Unrated, p.Side = true, "me" }, match.Player{Computer: "easy"})
	}, nil},
	{"computers step by step", func(d *desk) match.Match {
		return d.proposes(func(p *match.Proposal) { p.Watch, p.Step = true, true }, match.Player{Computer: "first"},
			match.Player{Computer: "random"})
	}, nil},
	{"over, with its card", played("1"), func(r *match.Record) {
		r.Status, r.Waiting, r.Outcome = match.Over, 0,
			&games.Outcome{Place: [games.MaxSeats]int8{1, 2}, Say: games.Say("Ann wins.")}
		r.Shown.Card = &match.Card{
			Ratings: []match.RatingChange{{
				Before: ratings.Newcomer, After: match.Skill{Rating: 1600, Deviation: 70},
				Rated: 9,
			}},
			Turn: &match.TurningPoint{
				Seat: 1, Played: "2", Best: "3", Measure: games.ByMargin, Value: -4,
				BestValue: 2,
			},
		}
	}},
	{"over, Ann wants more", played("1", "1"), func(r *match.Record) {
		r.Status, r.Waiting, r.Outcome = match.Over, 0,
			&games.Outcome{Place: [games.MaxSeats]int8{1, 1}, Say: games.Say("A draw.")}
		r.Rematch = map[string]bool{string(ann): true}
	}},
	{"over, played again", played("1", "1"), func(r *match.Record) {
		r.Status, r.Waiting, r.RematchID, r.Outcome = match.Over, 0, "again",
			&games.Outcome{Place: [games.MaxSeats]int8{1, 1}, Say: games.Say("A draw.")}
	}},
	{"over before a move", played(), func(r *match.Record) {
		r.Status, r.Waiting, r.Outcome = match.Over, 0,
			&games.Outcome{Place: [games.MaxSeats]int8{1, 2}, Say: games.Say("Ann wins.")}
	}},
	{"cancelled", played("1"), func(r *match.Record) {
		r.Status, r.Waiting, r.Closing = match.Closed, 0, games.Say("cancelled")
	}},
	{"Ann sets up", func(d *desk) match.Match { return d.begin("stratego", games.Options{"army": "barrage"}) }, nil},
	{"Bob sets up", func(d *desk) match.Match {
		rec := d.begin("stratego", games.Options{"army": "barrage"})
		d.does(ann, rec.ID, "arrange", posted{Name: "confirm"})
		return d.present(rec)
	}, nil},
	{"Ann sets up an empty board", func(d *desk) match.Match {
		rec := d.begin("stratego", games.Options{"army": "barrage"})
		d.does(ann, rec.ID, "arrange", posted{Name: "clear"})
		return d.present(rec)
	}, nil},
	{"Ann puts her Flag in front", func(d *desk) match.Match {
		rec := d.begin("stratego", games.Options{"army": "barrage"})
		view, err := rec.View(0)
		if err != nil {
			d.Fatal(err)
		}
		arr, _ := view.Arrangement()
		first := strings.IndexFunc(arr.Text, func(r rune) bool { return r != '.' && r != '/' })
		rows := []byte(arr.Text)
		flag := strings.IndexByte(arr.Text, 'F')
		rows[first], rows[flag] = rows[flag], rows[first]
		d.does(ann, rec.ID, "arrange", posted{Name: games.ArrangeText, Input: []string{string(rows)}})
		return d.present(rec)
	}, nil},
	{"armies", (*desk).armies, nil},
	{
		"an open vote", func(d *desk) match.Match { return d.elects(vote.Terms{Window: time.Hour, Open: true}) },
		func(r *match.Record) {
			r.Voting.Votes, r.Voting.Second = []vote.Vote{
				{By: string(eve), Move: "d4-d5"},
				{By: string(cid), Move: "d4-d5"},
			}, r.Updated
		},
	},
	{
		"a secret vote", func(d *desk) match.Match { return d.elects(vote.Terms{Window: time.Hour}) },
		func(r *match.Record) {
			r.Voting.Votes = []vote.Vote{{By: string(eve), Move: "d4-d5"}}
		},
	},
	{"a page of the game", func(d *desk) match.Match { return d.begin("fish", nil) }, nil},
	{"a page of the game after a move", func(d *desk) match.Match {
		rec := d.begin("fish", nil)
		d.does(ann, rec.ID, "moves", posted{Move: d.sees(ann, rec.ID).Choices[0].Text})
		return d.present(rec)
	}, nil},
}

// The golden file has every state of a match as its players, a member who looks on and the reader
// of a link see it: now, before the last move, and with half a move.
func TestViews(t *testing.T) {
	var b strings.Builder
	for _, s := range looks {
		d := newDesk(t)
		d.Teach(teacher{})
		d.cfg.Course = func(match.ID) []float64 { return []float64{0.5, 0.75} }
		rec := s.lead(d)
		r := rec.Clone()
		if s.with != nil {
			s.with(&r)
		}
		rec = d.svc.Read.Of(r)
		names := strings.NewReplacer(string(rec.ID), "MATCH")
		fmt.Fprintf(&b, "# %s\n", s.name)
		for _, a := range []struct {
			who string
			asker
		}{
			{"Ann", asker{
				session: session{User: ann, Guild: hall.Guild, Channel: hall.Channel}, In: lang.English,
				likes: match.User{ID: ann, Confirm: true},
			}},
			{"Bob", asker{session: session{User: bob}, In: "sv", likes: match.User{ID: bob}}},
			{"Eve", asker{session: session{User: eve}, In: lang.English, likes: match.User{ID: eve}}},
			{"by link", asker{In: "de", public: true}},
		} {
			for _, half := range []string{"", "d4"} {
				for _, step := range slices.Compact([]int{-1, rec.Moves - 1}) {
					if half != "" && (step >= 0 || rec.Game != "halatafl") {
						continue
					}
					v, err := d.look(t.Context(), a.asker, rec, step, half, "")
					if err != nil {
						t.Fatalf("%s, %s: %v", s.name, a.who, err)
					}
					if v.Mark != mark(rec, a.User) || (v.Picture.SVG == "") != (rec.Position == "") ||
						strings.Contains(v.Picture.SVG, "<desc>") {
						t.Errorf("%s, %s: the view has the mark %q and a drawing of %d bytes", s.name, a.who, v.Mark,
							len(v.Picture.SVG))
					}
					raw, err := json.Marshal(v)
					if err != nil {
						t.Fatal(err)
					}
					fmt.Fprintf(&b, "%s %d %s: %s %q\n", a.who, step, half, names.Replace(gist(t, string(raw))),
						v.Words)
				}
			}
		}
	}
	golden.Check(t, "testdata/views.txt", b.String())
	d := newDesk(t)
	if _, step, err := d.past(t.Context(), asker{public: true}, played("1", "1")(d), 99); err != nil || step != 2 {
		t.Errorf("after 99 of two moves is board %d, %v", step, err)
	}
	if _, _, err := d.past(t.Context(), asker{public: true}, d.proposes(nil), 0); err == nil {
		t.Error("an open table has a past")
	}
}

// A mark changes with everything that its reader can see, and with nothing else.
func TestMarks(t *testing.T) {
	d := newDesk(t)
	kalah, voting, armies := d.begin("kalah", nil), d.elects(vote.Terms{Window: time.Hour, Open: true}),
		d.begin("stratego", games.Options{"army": "barrage"})
	secret := voting
	secret.Record = voting.Clone()
	secret.Voting.Open = false
	shuffled := d.does(ann, armies.ID, "arrange", posted{Name: "shuffle"}).Head
	now := d.present(armies)
	if shuffled != armies.Board() {
		t.Errorf("an arrangement has the public number %d, before it %d", shuffled, armies.Board())
	}
	for name, c := range map[string]struct {
		rec  match.Match
		with func(*match.Record)
		sees string // a letter for each of Ann, Bob, Eve and nobody who sees the change
	}{
		"nothing": {kalah, func(*match.Record) {}, ""},
		"a notice": {
			kalah, func(r *match.Record) { r.Notices = []match.Notice{{Kind: match.DrawOffered}} },
			"",
		},
		"a refused move": {kalah, func(r *match.Record) { r.Refused = []match.Refused{{Move: "9"}} }, ""},
		"another match":  {kalah, func(r *match.Record) { r.ID = "other" }, "abe-"},
		"the end":        {kalah, func(r *match.Record) { r.Status = match.Over }, "abe-"},
		"another deadline": {
			kalah, func(r *match.Record) { r.Clock.Deadline = r.Clock.Deadline.Add(time.Minute) },
			"abe-",
		},
		"the rematch": {kalah, func(r *match.Record) { r.RematchID = "again" }, "abe-"},
		"a card":      {kalah, func(r *match.Record) { r.Shown.Card = &match.Card{} }, "abe-"},
		"a card that turns": {kalah, func(r *match.Record) {
			r.Shown.Card = &match.Card{Turn: &match.TurningPoint{}}
		}, "abe-"},
		"a pause": {kalah, func(r *match.Record) { r.Parked = &match.Parking{} }, "abe-"},
		"a wish for more": {
			kalah, func(r *match.Record) { r.Rematch = map[string]bool{string(ann): true} },
			"abe-",
		},
		"an event":            {kalah, func(r *match.Record) { r.Head++ }, "abe-"},
		"many events":         {kalah, func(r *match.Record) { r.Head += 256 }, "abe-"},
		"a vote of Eve":       {voting, votedBy(eve, "d4-d5"), "ae"},
		"another vote of Eve": {voting, votedBy(eve, "c4-c5"), "ae"},
		"a secret vote":       {secret, votedBy(eve, "d4-d5"), "ae"},
		"Ann's arrangement":   {armies, func(r *match.Record) { *r = now.Record }, "a"},
	} {
		r := c.rec.Clone()
		c.with(&r)
		seen := ""
		for letter, u := range map[string]match.UserID{"a": ann, "b": bob, "e": eve, "-": ""} {
			if mark(d.svc.Read.Of(r), u) != mark(c.rec, u) {
				seen += letter
			}
		}
		letters := strings.Split(seen, "")
		slices.SortFunc(letters, func(a, b string) int { return strings.Index("abe-", a) - strings.Index("abe-", b) })
		if got := strings.Join(letters, ""); got != c.sees {
			t.Errorf("%s is seen by %q, want %q", name, got, c.sees)
		}
	}
	distinct := func(name string, u match.UserID, differ bool, base match.Match, a, b func(*match.Record)) {
		t.Helper()
		one, two := base.Clone(), base.Clone()
		a(&one)
		b(&two)
		if got := mark(d.svc.Read.Of(one), u) != mark(d.svc.Read.Of(two), u); got != differ {
			t.Errorf("%s: two marks differ: %t", name, got)
		}
	}
	distinct("an open vote for another move, to Ann", ann, true, voting, votedBy(eve, "d4-d5"), votedBy(eve, "c4-c5"))
	distinct("a secret vote for another move, to Ann", ann, false, secret, votedBy(eve, "d4-d5"), votedBy(eve, "c4-c5"))
	distinct("a secret vote for another move, to Eve", eve, true, secret, votedBy(eve, "d4-d5"), votedBy(eve, "c4-c5"))
	distinct("cards", eve, true, kalah, func(r *match.Record) { r.Shown.Card = &match.Card{} }, func(r *match.Record) {
		r.Shown.Card = &match.Card{Turn: &match.TurningPoint{}}
	})
}

func votedBy(u match.UserID, move string) func(*match.Record) {
	return func(r *match.Record) { r.Voting.Votes = []vote.Vote{{By: string(u), Move: move}} }
}

// Each failure has a status and a sentence for the reader. Only those that the host can do
// something about are logged.
func TestFailures(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		err    error
		status int
		says   string
		logged bool
	}{
		{&games.Refusal{Say: games.Say("Not *now*.")}, 422, `{"error":"Not now."}`, false},
		{outdated{matchView{Title: "T"}}, 409, `"title":"T"`, false},
		{context.Canceled, 503, `"error":`, false},
		{fmt.Errorf("read: %w", context.Canceled), 503, `"error":`, false},
		{match.Unknown(), 404, "There is no such match here", false},
		{fmt.Errorf("act: %w", match.ErrStale), 409, `"error":`, false},
		{fmt.Errorf("read: %w", match.ErrStore), 503, `"error":`, true},
		{errNoDeed, 400, "reload the page", false},
		{errBody, 400, "reload the page", false},
		{board.ErrNoPast, 404, "There is no such match here", false},
		{d.within.Spend(lang.English, d.now(), ann, "", 2_000_000), 429, "again", false},
		{errors.New("out of ink"), 500, `"error":`, true},
	} {
		w := httptest.NewRecorder()
		d.told.Reset()
		d.fail(w, asker{In: lang.English}, c.err)
		if w.Code != c.status || !strings.Contains(w.Body.String(), c.says) || (d.told.Len() > 0) != c.logged {
			t.Errorf("%v: %d %s, logged %q; want %d %s, logged: %t", c.err, w.Code, w.Body, d.told.String(), c.status,
				c.says, c.logged)
		}
	}
	w := httptest.NewRecorder()
	if writeJSON(w, http.StatusOK, func() {}); w.Code != http.StatusInternalServerError {
		t.Errorf("a value that has no JSON: %d", w.Code)
	}
	panics := d.guard(packed(func(http.ResponseWriter, *http.Request) { panic("no ink") }))
	w = httptest.NewRecorder()
	d.told.Reset()
	r := httptest.NewRequest("GET", "/", nil)
	r.Header.Set("Accept-Encoding", "gzip")
	if panics.ServeHTTP(w, r); w.Code != http.StatusInternalServerError || !json.Valid(w.Body.Bytes()) ||
		w.Header().Get("Content-Encoding") != "" || !strings.Contains(d.told.String(), "no ink") {
		t.Errorf("a panic: %d %s, logged %q, headers %v", w.Code, w.Body, d.told.String(), w.Header())
	}
	func() {
		defer func() {
			if p := recover(); p != http.ErrAbortHandler {
				t.Errorf("an aborted answer: %v", p)
			}
		}()
		d.guard(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			panic(http.ErrAbortHandler)
		})).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
	}()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	if err := d.Serve(t.Context(), l); err == nil {
		t.Error("a server without a listener ends without an error")
	}
}

// The golden file has the headers of the answer at each address, plain and compressed.
func TestHeaders(t *testing.T) {
	d := newDesk(t)
	d.cfg.Discord = "https://canary.discord.example/app"
	server := d.Handler()
	rec := d.begin("kalah", nil)
	address, err := d.share(t.Context(), rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	link := strings.TrimPrefix(address, "https://board.example.org")
	_, hash := assets()
	var b strings.Builder
	policies := []string{}
	for _, path := range []string{
		"/", "/?frame_id=f", "/a/" + hash + "/app.js", "/a/old/app.js", "/a/x/nothing.js", "/api/matches",
		"/api/matches/" + string(rec.ID) + "/picture",
		link, link + "/view", link + "/board.png", "/m/x.y", "/m/x.y/view", "/nowhere", "/api/exercises/a",
	} {
		plain := ""
		for _, packing := range []string{"", "gzip"} {
			r := httptest.NewRequest("GET", path, nil)
			r.Header.Set("Authorization", "Bearer "+d.token(ann))
			r.Header.Set("Accept-Encoding", packing)
			w := httptest.NewRecorder()
			server.ServeHTTP(w, r)
			body := w.Body.String()
			if w.Header().Get("Content-Encoding") == "gzip" {
				z, err := gzip.NewReader(w.Body)
				if err != nil {
					t.Fatal(path, err)
				}
				raw, err := io.ReadAll(z)
				if body = string(raw); err != nil {
					t.Error(path, err)
				}
			}
			if packing == "" {
				plain = body
			}
			if body == "" || body != plain {
				t.Errorf("%s: compressed it has %d bytes, otherwise %d", path, len(body), len(plain))
			}
			fmt.Fprintf(&b, "# %s %s: %d\n",
				strings.NewReplacer(link, "/m/LINK", string(rec.ID), "MATCH", hash, "HASH").Replace(path), packing,
				w.Code)
			policy := ""
			for _, name := range []string{"Content-Type", "Content-Encoding", "Vary", "Cache-Control"} {
				if v := w.Header().Get(name); v != "" {
					fmt.Fprintf(&b, "%s: %s\n", name, v)
				}
			}
			for _, name := range []string{
				"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy",
				"Permissions-Policy",
			} {
				policy += name + ": " + w.Header().Get(name) + "\n"
			}
			if !slices.Contains(policies, policy) {
				policies = append(policies, policy)
				b.WriteString(policy)
			}
			fmt.Fprintf(&b, "policy %d\n", slices.Index(policies, policy)+1)
		}
	}
	golden.Check(t, "testdata/headers.txt", b.String())
}

// A reader of a link gets a sentence if the store does not answer, and no sentence that the link is
// dead.
func TestLinkWithoutStore(t *testing.T) {
	d := newDesk(t)
	address, err := d.share(t.Context(), d.begin("kalah", nil).ID)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, path := range []string{"", "/view", "/board.png"} {
		w := httptest.NewRecorder()
		d.server.ServeHTTP(w, httptest.NewRequestWithContext(ctx, "GET",
			strings.TrimPrefix(address, "https://board.example.org")+path, nil))
		if w.Code != http.StatusServiceUnavailable {
			t.Errorf("%q: %d %.200s", path, w.Code, w.Body)
		}
	}
}

// A page lives as long as its session, and as long as its reader may see the match that it shows.
// The page of a link lives until the link is revoked.
func TestPagesLive(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	url := d.serve(t)
	opens := func(u match.UserID, watch match.ID) *page {
		t.Helper()
		if err := d.page(t.Context(), http.DefaultClient, url, u, watch, func() {}); err != nil {
			t.Fatal(err)
		}
		d.hub.mu.Lock()
		defer d.hub.mu.Unlock()
		for p := range d.hub.users[u] {
			return p
		}
		t.Fatalf("%s has no page", u)
		return nil
	}
	watching, listing, playing := opens(eve, rec.ID), opens(cid, ""), opens(ann, rec.ID)
	link := d.shared(rec.ID)
	answer, err := http.Get(url + link + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if h := answer.Header; h.Get("Content-Type") != "text/event-stream" || h.Get("X-Accel-Buffering") != "no" ||
		!answer.Close || h.Get("Cache-Control") != "no-store" {
		t.Errorf("the headers of a stream are %v", h)
	}
	var linked *page
	d.hub.mu.Lock()
	for p := range d.hub.matches[rec.ID] {
		if p.User == "" {
			linked = p
		}
	}
	d.hub.mu.Unlock()
	lives := func(what string, p *page, want bool) {
		t.Helper()
		if got := p.alive(t.Context()); got != want {
			t.Errorf("%s lives: %t, want %t", what, got, want)
		}
	}
	lives("who looks on", watching, true)
	lives("a list", listing, true)
	d.mu.Lock()
	d.shut[eve], d.shut[cid] = true, true
	d.mu.Unlock()
	d.wait(sightFor)
	lives("who looks on and was shut out", watching, false)
	lives("a list of who was shut out", listing, true)
	lives("who plays", playing, true)
	d.wait(sessionFor - sightFor - time.Second)
	lives("who plays, a second before the end of the session", playing, true)
	d.wait(time.Second)
	lives("who plays, after the session", playing, false)
	lives("a list, after the session", listing, false)
	lives("a link", linked, true)
	gone, stop := context.WithCancel(t.Context())
	stop()
	if !linked.alive(gone) {
		t.Error("a link's page is closed because the store does not answer")
	}
	if err := d.revoke(t.Context(), rec.ID); err != nil {
		t.Fatal(err)
	}
	lives("a revoked link", linked, false)
}

// If another process says that it has changed a match, the pages that show the match are told.
func TestOthersChange(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	d.Heard(rec.ID) // no page is open
	if len(d.hub.others) > 0 {
		t.Errorf("without a page %v is remembered", d.hub.others)
	}
	go d.Run(t.Context())
	s := &stream{}
	ctx, stop := context.WithCancel(t.Context())
	url := d.serve(t)
	s.ended.Go(func() { s.listen(ctx, url+"/api/events?watch="+string(rec.ID), d.token(bob)) })
	d.until(func() bool { return strings.Contains(s.text(), "event: all") })
	deaf := service.New(service.Config{Store: d.store, Games: catalog.Games(), Now: d.now})
	if _, err := deaf.Play.Resign(ctx, match.Act{Match: rec.ID, User: ann, Cause: "theirs"}); err != nil {
		t.Fatal(err)
	}
	d.Heard(rec.ID)
	d.until(func() bool { return strings.Contains(s.text(), "event: match") })
	stop()
	s.ended.Wait()
}

// The caches for pages and the number of open pages have limits.
func TestPagesHaveLimits(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	if status, answer := d.ask(ann, "GET", "/api/events", nil); status != http.StatusInternalServerError ||
		!strings.Contains(answer, "reload") || d.hub.open != 0 {
		t.Errorf("over a connection that can't be taken over: %d %s, %d pages are open", status, answer, d.hub.open)
	}
	d.hub.open = mostPages
	if status, answer := d.ask(ann, "GET", "/api/events", nil); status != http.StatusServiceUnavailable ||
		!strings.Contains(answer, "error") {
		t.Errorf("one page too many: %d %s", status, answer)
	}
	if d.hub.open = mostPages - 1; !d.hub.add(&page{}) || d.hub.add(&page{}) {
		t.Error("the last page is not opened, or one more is")
	}
	for n := range mostKnown {
		d.hub.note(match.Match{Record: match.Record{ID: match.ID(fmt.Sprint(n))}})
	}
	if len(d.hub.known) != mostKnown {
		t.Errorf("%d matches are known", len(d.hub.known))
	}
	if d.hub.note(rec); len(d.hub.known) != 1 {
		t.Errorf("%d matches are known, want the newest alone", len(d.hub.known))
	}
	d.hub.note(rec)
	older := rec
	older.Head--
	if d.hub.note(older); d.hub.known[rec.ID] != rec.Head {
		t.Errorf("event %d is known after an older one, want %d", d.hub.known[rec.ID], rec.Head)
	}
	d.hub.open = 0
	if d.Refresh(); d.hub.all {
		t.Error("without a page the matches are to be compared")
	}
	asked := 0
	sees := func(u int, err error) bool {
		return d.sight.remember(d.now(), sighting{user: match.UserID(fmt.Sprint(u))}, func() (bool, error) {
			asked++
			return true, err
		})
	}
	if sees(1, errors.New("no answer")) || !sees(1, nil) || !sees(1, nil) || asked != 2 {
		t.Errorf("a question is asked %d times, want once more after a failure", asked)
	}
	for n := range mostSights {
		sees(n, nil)
	}
	if sees(mostSights, nil); len(d.sight.seen) != 1 {
		t.Errorf("%d answers are kept, want the newest alone", len(d.sight.seen))
	}
	if d.wait(sightFor - time.Nanosecond); !d.sight.remember(d.now(),
		sighting{user: match.UserID(fmt.Sprint(mostSights))}, func() (bool, error) { return false, nil }) {
		t.Error("an answer is forgotten too early")
	}
	if d.wait(time.Nanosecond); d.sight.remember(d.now(), sighting{user: match.UserID(fmt.Sprint(mostSights))},
		func() (bool, error) { return false, nil }) {
		t.Error("an answer is kept too long")
	}
	press := func(u match.UserID) {
		t.Helper()
		r := &request.Request{
			In: lang.English, User: u, Guild: hall.Guild, Channel: hall.Channel,
			Target: component.Target{Match: rec.ID}, Ix: &discordgo.Interaction{},
		}
		if out, err := d.open(t.Context(), r); err != nil || out.Kind != discord.ReplyLaunch || out.Keep != nil {
			t.Errorf("%s opens a board: kind %d, %v, the board in the answer is kept: %t", u, out.Kind, err,
				out.Keep != nil)
		}
	}
	d.PrivateBoards = &deliver.PrivateBoards{Deps: deliver.Deps{Matches: d.svc, Show: d.Show}}
	press(ann)
	press(bob)
	d.wait(openFor)
	if got := d.opened(ann); got != rec.ID {
		t.Errorf("in the last moment Ann's page begins with %q, want %q", got, rec.ID)
	}
	if d.wait(time.Nanosecond); d.opened(bob) != "" {
		t.Error("a moment later Bob's page begins with the match")
	}
	for n := range mostAsked {
		d.asked[match.UserID(fmt.Sprint(n))] = wanted{rec.ID, d.now()}
	}
	if press(ann); len(d.asked) != 1 || d.opened(ann) != rec.ID {
		t.Errorf("beyond the limit %d requests are kept, want the newest alone", len(d.asked))
	}
}

// A reader by link can have any number of pages open. A member keeps their newest pages, and the
// server tells an older one that it closes it.
func TestPagesOfOne(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	for _, u := range []match.UserID{"", ann} {
		var all []*page
		for range mostOfUser + 1 {
			p := &page{session: session{User: u}, watch: rec.ID}
			if all = append(all, p); !d.hub.add(p) {
				t.Fatal("there is no room for a page")
			}
		}
		var dropped []int
		for i, p := range all {
			select {
			case <-p.drop:
				dropped = append(dropped, i)
			default:
			}
		}
		if want := map[match.UserID][]int{ann: {0}}[u]; !slices.Equal(dropped, want) ||
			len(d.hub.users[u]) != mostOfUser*len(want) {
			t.Errorf("of the pages of %q %v are closed and %d known, want %v closed", u, dropped, len(d.hub.users[u]),
				want)
		}
	}
}

// The server tells the players of a match, the pages that show it and the pages that list its
// channel, and nobody else.
func TestWhoIsTold(t *testing.T) {
	d := newDesk(t)
	m := d.begin("kalah", nil)
	m.Record = m.Clone()
	m.Owner, m.Invited = "owner", "invited"
	for name, s := range map[string]struct {
		session
		watch match.ID
	}{
		"a player":             {session{User: ann}, ""},
		"the other player":     {session{User: bob}, ""},
		"the owner":            {session{User: "owner"}, ""},
		"who is invited":       {session{User: "invited"}, ""},
		"who watches":          {session{User: "watches", Guild: "other", Channel: "den"}, m.ID},
		"a link":               {session{}, m.ID},
		"a list":               {session{User: "lists", Guild: hall.Guild, Channel: hall.Channel}, ""},
		"not: another match":   {session{User: "n1", Guild: hall.Guild, Channel: hall.Channel}, "other"},
		"not: another channel": {session{User: "n2", Guild: hall.Guild, Channel: "den"}, ""},
		"not: another server":  {session{User: "n3", Guild: "other", Channel: hall.Channel}, ""},
		"not: nowhere":         {session{User: "n4"}, ""},
	} {
		p := &page{session: s.session, watch: s.watch}
		if !d.hub.add(p) {
			t.Fatal("there is no room for a page")
		}
		d.hub.changed(m)
		if told := len(p.dirty) > 0; told == strings.HasPrefix(name, "not: ") {
			t.Errorf("%s is told: %t", name, told)
		}
		d.hub.end(p)
	}
	if len(d.hub.users)+len(d.hub.matches)+len(d.hub.lists) > 0 || d.hub.open != 0 {
		t.Errorf("%d pages are open, of %v, %v and %v", d.hub.open, d.hub.users, d.hub.matches, d.hub.lists)
	}
}

// many is a store in which n matches have changed.
type many struct {
	*storagetest.Memory
	n int
}

func (m many) Changed(_ context.Context, _ time.Time, most int) ([]match.Newest, error) {
	return make([]match.Newest, min(m.n, most)), nil
}

// However many matches have changed, all are listed.
func TestAllChanges(t *testing.T) {
	d := newDesk(t)
	for _, n := range []int{0, 999, 1000, 1001, 10_000, 10_001} {
		d.Matches = service.New(service.Config{Store: many{d.store, n}, Games: catalog.Games(), Now: d.now})
		if list, err := d.hub.changes(t.Context(), d.now()); err != nil || len(list) != n {
			t.Errorf("of %d changes %d are listed, %v", n, len(list), err)
		}
	}
}

// Numbers in the addresses of requests are never negative: for other text, number returns -1.
// origin returns an address's scheme and host.
func TestNumbers(t *testing.T) {
	for text, want := range map[string]int{"": -1, "x": -1, "-1": -1, "0": 0, "7": 7, "1.5": -1} {
		if got := number(text); got != want {
			t.Errorf("%q is read as %d, want %d", text, got, want)
		}
	}
	for address, want := range map[string]string{
		"": "", "https://discord.com/x": "https://discord.com", "://": "",
		"discord.com": "", "http://127.0.0.1:1": "http://127.0.0.1:1",
	} {
		if got := origin(address); got != want {
			t.Errorf("the origin of %q is %q, want %q", address, got, want)
		}
	}
}

// The header lets Discord's own pages frame the page, and also the configured address of Discord if
// it is another one. It names each address once.
func TestFrames(t *testing.T) {
	d := newDesk(t)
	const usual = "frame-ancestors https://discord.com https://*.discord.com https://*.discordsays.com"
	for address, want := range map[string]string{
		"": usual, "https://discord.com": usual, "nonsense": usual,
		"https://canary.example/app": usual + " https://canary.example",
	} {
		d.cfg.Discord = address
		w := httptest.NewRecorder()
		d.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if policy := w.Header().Get("Content-Security-Policy"); !strings.HasSuffix(policy, want) {
			t.Errorf("with Discord at %q: %s, want %s at the end", address, policy, want)
		}
		// A phone's client may have an opaque origin, which no list matches.
		for path, framed := range map[string]bool{"/": true, "/api/matches": false, "/m/x": false} {
			w := httptest.NewRecorder()
			d.Handler().ServeHTTP(w, httptest.NewRequest("GET", path+"?platform=mobile", nil))
			policy := w.Header().Get("Content-Security-Policy")
			if strings.Contains(policy, "frame-ancestors") == framed || !strings.Contains(policy, "default-src 'none'") {
				t.Errorf("%s on a phone: %s", path, policy)
			}
		}
	}
}

// The golden file has exercises in each form: with the move that led to the board, without a board,
// finished, with pieces to place, and after a try.
func TestExerciseViews(t *testing.T) {
	d := newDesk(t)
	game := func(id games.ID) *games.Game {
		return catalog.Games()[slices.IndexFunc(catalog.Games(), func(g *games.Game) bool { return g.ID == id })]
	}
	start := func(id games.ID) *games.Position {
		at, err := game(id).Start(games.Setup{Seats: 2})
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	kalah := start("kalah")
	moved, err := kalah.Play(0, "3")
	if err != nil {
		t.Fatal(err)
	}
	d.Teach(teacher{of: map[string]answer.Exercise{
		"a": {
			ID: "a", Says: []string{"**One**", "Find it."}, Before: kalah, At: moved.Next, Moves: []string{"3"},
			Ways: []answer.ExerciseWay{{ID: "b", Label: "Next", Next: true}},
		},
		"b": {ID: "b", Says: []string{"Well done."}, At: moved.Next, Done: true},
		"c": {ID: "c", Says: []string{"Place it."}, At: start("stratego")},
		"d": {ID: "d", Says: []string{"No puzzle today."}},
		"e": {ID: "e", At: start("halatafl")},
	}})
	d.server = d.Handler()
	var b strings.Builder
	drawn := map[string]string{}
	for _, ask := range []struct {
		method, path string
		body         posted
	}{
		{"GET", "a", posted{}},
		{"GET", "b", posted{}},
		{"GET", "c", posted{}},
		{"GET", "d", posted{}},
		{"GET", "e", posted{}},
		{"GET", "e/complete?typed=d4", posted{}},
		{"GET", "e/complete?typed=" + strings.Repeat("x", mostText), posted{}},
		{"GET", "e/complete?typed=" + strings.Repeat("x", mostText+1), posted{}},
		{"GET", "z", posted{}},
		{"POST", "a/moves", posted{Move: "2"}},
		{"POST", "a/moves", posted{}},
		{"POST", "a/moves", posted{Move: "2", Name: "place"}},
		{"POST", "a/moves", posted{Move: strings.Repeat("2", mostText+1)}},
		{"POST", "a/moves", posted{Move: strings.Repeat("2", mostText)}},
		{"POST", "c/arrange", posted{Name: "clear"}},
		{"POST", "c/arrange", posted{Name: "nonsense"}},
		{"POST", "d/arrange", posted{Name: "clear"}},
		{"POST", "z/arrange", posted{Name: "clear"}},
	} {
		var body any
		if ask.method == "POST" {
			body = ask.body
		}
		status, answer := d.ask(ann, ask.method, "/api/exercises/"+ask.path, body)
		v := viewOf(t, answer)
		fmt.Fprintf(&b, "%s %.40s %.20s %s: %d %s %q, mark %q\n", ask.method, ask.path, ask.body.Move, ask.body.Name,
			status, gist(t, answer), v.Words, v.Mark)
		drawn[ask.method+ask.path] = v.Picture.SVG
	}
	if drawn["GETa"] == drawn["GETb"] || drawn["GETe"] == drawn["GETe/complete?typed=d4"] {
		t.Error("the drawing of an exercise does not show the move before it, or not the half of a move")
	}
	if _, list := d.ask(ann, "GET", "/api/matches", nil); !strings.Contains(list,
		`"learn":[{"id":"a","label":"First","good":true},{"id":"b","label":"Second"}]`) {
		t.Errorf("the list has %s", list)
	}
	if _, raw := d.ask(ann, "POST", "/api/exercises/a/moves", "{"); !strings.Contains(raw, "reload") {
		t.Errorf("a body that can't be read: %s", raw)
	}
	golden.Check(t, "testdata/exercises.txt", b.String())
}

// The golden file has a review, also by link, and a hint with what it costs.
func TestReviewAndHint(t *testing.T) {
	d := newDesk(t)
	d.Teach(teacher{})
	spent := 0
	d.cfg.Spend = func(_ lang.Language, u match.UserID, g match.GuildID, cost int) error {
		if u != ann || g != hall.Guild {
			t.Errorf("%s in %s spends", u, g)
		}
		spent += cost
		return nil
	}
	d.server = d.Handler()
	alone := d.proposes(func(p *match.Proposal) { p.Unrated, p.Side = true, "me" }, match.Player{Computer: "easy"})
	status, answer := d.ask(ann, "GET", "/api/matches/"+string(alone.ID)+"/hint", nil)
	v := viewOf(t, answer)
	if status != http.StatusOK || v.Advice == nil || *v.Advice != (advice{"I'd play 2.", "2"}) || !v.Hints ||
		len(v.Choices) != 6 || spent != request.CostPost {
		t.Errorf("a hint: %d %s, for %d", status, gist(t, answer), spent)
	}
	if plain := d.sees(ann, alone.ID); v.Caption != plain.Caption || v.Picture.SVG == plain.Picture.SVG {
		t.Errorf("with a hint the caption is %q, without %q; a move is lit: %t", v.Caption, plain.Caption,
			v.Picture.SVG != plain.Picture.SVG)
	}
	d.Teach(teacher{during: func() { d.does(ann, alone.ID, "moves", posted{Move: "1"}) }})
	if status, answer := d.ask(ann, "GET", "/api/matches/"+string(alone.ID)+"/hint",
		nil); status != http.StatusConflict || !strings.Contains(answer, `"steps":1`) {
		t.Errorf("a hint for a board that has changed meanwhile: %d %s", status, gist(t, answer))
	}
	d.Teach(teacher{})
	if d.cfg.Spend = nil; !d.hints(asker{session: session{User: ann}}, alone) {
		t.Error("a bot without allowances gives no hints")
	}
	other := d.proposes(func(p *match.Proposal) { p.Unrated, p.Side, p.Cause = true, "me", "other" },
		match.Player{Computer: "easy"})
	if status, answer := d.ask(ann, "GET", "/api/matches/"+string(other.ID)+"/hint", nil); status != http.StatusOK {
		t.Errorf("a hint without allowances: %d %s", status, answer)
	}
	spent = request.CostPost
	d.cfg.Spend = func(lang.Language, match.UserID, match.GuildID, int) error { spent++; return nil }
	rec := played("1", "1")(d)
	if d.ask(ann, "GET", "/api/matches/"+string(rec.ID)+"/hint", nil); spent != request.CostPost {
		t.Errorf("where there are no hints, the question costs %d", spent-request.CostPost)
	}
	address, err := d.share(t.Context(), rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	link := strings.TrimPrefix(address, "https://board.example.org") + "/review"
	if status, answer := d.ask("", "GET", link, nil); status != http.StatusNotFound {
		t.Errorf("by link while it runs: %d %s", status, answer)
	}
	d.does(ann, rec.ID, "acts", posted{Act: "r"})
	for u, path := range map[match.UserID]string{ann: "/api/matches/" + string(rec.ID) + "/review", "": link} {
		status, answer := d.ask(u, "GET", path, nil)
		for _, want := range []string{
			fmt.Sprintf(`{"says":["en for %s."],"curve":"<svg `, u), `"turns":[{"says":"Move 1","step":3,`,
			`"caption":"The ring is better.","picture":{"hash":"`, "data-cell",
		} {
			if status != http.StatusOK || !strings.Contains(answer, want) {
				t.Errorf("a review: %d %.300s, want %s", status, gist(t, answer), want)
			}
		}
	}
	short := played("1")(d)
	d.does(ann, short.ID, "acts", posted{Act: "r"})
	if status, answer := d.ask(ann, "GET", "/api/matches/"+string(short.ID)+"/review", nil); status != http.StatusOK ||
		strings.TrimSpace(answer) != "{}" {
		t.Errorf("a review that is not ready: %d %s", status, answer)
	}
}

// rowOf returns the row on which a move ends, counted from the mover's side.
func rowOf(mover match.UserID, move string) int {
	row, _ := strconv.Atoi(move[strings.LastIndexAny(move, "abcdefghij")+1:])
	if mover == bob {
		return -row
	}
	return row
}

// P97: with secrets the moves of the other side are tried out like one's own: the pieces that can go
// are lit, then the places where the chosen one can go. No choice names a rank.
func TestTriesTheOtherSide(t *testing.T) {
	d := newDesk(t)
	armies := d.armies()
	mover := ann
	if !armies.Awaits(ann) {
		mover = bob
	}
	tries := func(half string) (v matchView) {
		t.Helper()
		view, err := armies.View(armies.SeatOf(mover))
		if err != nil {
			t.Fatal(err)
		}
		for move := range view.Legal() {
			_, answer := d.ask(mover, "GET", "/api/matches/"+string(armies.ID)+"/try?line="+move+"&typed="+half, nil)
			if v = viewOf(t, answer); v.Trial != nil && !v.Trial.Unclear {
				break
			}
		}
		return v
	}
	v := tries("")
	if len(v.Choices) == 0 {
		t.Fatal("the other side has no choice")
	}
	for _, c := range v.Choices {
		if c.Whole || c.Cell < 0 || c.Label != "" {
			t.Errorf("a piece of the other side is the choice %+v", c)
		}
	}
	unchosen := v.Picture.Hash
	v = tries(v.Choices[0].Text)
	if len(v.Choices) == 0 || v.Picture.Hash == unchosen {
		t.Errorf("the chosen piece has the choices %+v, and is lit: %t", v.Choices, v.Picture.Hash != unchosen)
	}
	for _, c := range v.Choices {
		if !c.Whole || c.Cell < 0 || c.Label != "" {
			t.Errorf("a place to go is the choice %+v", c)
		}
	}
}

// P49: the list offers the easy level until the reader's first win, also after a lost match, and the
// usual one then.
func TestListOffersWhatSuits(t *testing.T) {
	d := newDesk(t)
	for _, c := range []struct {
		loses match.UserID
		want  string
	}{{"", "Kalah (easy)"}, {ann, "Kalah (easy)"}, {bob, "Kalah (medium)"}} {
		if c.loses != "" {
			rec := d.begin("kalah", nil)
			d.does(ann, rec.ID, "moves", posted{Move: "2"})
			d.does(c.loses, rec.ID, "acts", posted{Act: component.ActResign})
			// the board shows the same as the first one
			tell := func(u *match.User) { u.Tell(board.HintKey(rec.Rules())) }
			if err := d.People.Change(t.Context(), ann, tell); err != nil {
				t.Fatal(err)
			}
		}
		_, answer := d.ask(ann, "GET", "/api/matches", nil)
		if !strings.Contains(answer, c.want) {
			t.Errorf("when %q has lost, the list is %s, want %s", c.loses, answer, c.want)
		}
	}
}

// On the page, the list of a reader's matches contains the newest finished match, until a day after its
// end, and says what it was for the reader.
func TestListLeadsBackToTheLastMatch(t *testing.T) {
	d := newDesk(t)
	var last match.Match
	for range 2 {
		last = d.begin("kalah", nil)
		d.does(ann, last.ID, "moves", posted{Move: "2"})
		d.does(ann, last.ID, "acts", posted{Act: component.ActResign})
		d.wait(time.Second)
	}
	for _, c := range []struct {
		wait time.Duration
		want int
	}{{0, 1}, {lastFor - 2*time.Second, 1}, {2 * time.Second, 0}} {
		d.wait(c.wait)
		_, list := d.ask(ann, "GET", "/api/matches", nil)
		if n := strings.Count(list, `"state":"lost"`); n != c.want || n > 0 && !strings.Contains(list, string(last.ID)) {
			t.Errorf("%s later %d finished matches are listed, want %d, the newest: %s", c.wait, n, c.want, list)
		}
		if _, list := d.ask(bob, "GET", "/api/matches", nil); strings.Count(list, `"state":"won"`) != c.want {
			t.Errorf("%s later the winner reads %s", c.wait, list)
		}
	}
}

// The golden file has what a player tries out, prepares and saves: the end of a line, an attack
// whose result is hidden, conditional moves, a saved set-up.
func TestTriesAndPreparations(t *testing.T) {
	d := newDesk(t)
	small := d.begin("kalah", games.Options{"holes": "3", "beans": "1"})
	line, says := "", ""
	for range 40 {
		_, answer := d.ask(ann, "GET", "/api/matches/"+string(small.ID)+"/try?line="+line, nil)
		v := viewOf(t, answer)
		if v.Trial == nil {
			t.Fatalf("%q can't be tried: %s", line, answer)
		}
		if says = v.Trial.Says; len(v.Choices) == 0 {
			break
		}
		line = strings.Trim(line+"+"+v.Choices[0].Text, "+")
	}
	if want := lang.English.Speak(sayTrialOver); says != want {
		t.Errorf("at the end of a line: %q, want %q", says, want)
	}
	armies := d.armies()
	for n, unclear := 0, false; !unclear; n++ { // the pieces march until somebody attacks a hidden rank
		mover := ann
		if !armies.Awaits(ann) {
			mover = bob
		}
		view, err := armies.View(armies.SeatOf(mover))
		if err != nil || n > 30 {
			t.Fatal("nobody can attack: ", err)
		}
		legal := slices.Collect(view.Legal())
		move := slices.MaxFunc(legal, func(a, b string) int { return cmp.Compare(rowOf(mover, a), rowOf(mover, b)) })
		status, answer := d.ask(mover, "GET", "/api/matches/"+string(armies.ID)+"/try?line="+move, nil)
		v := viewOf(t, answer)
		if status != http.StatusOK || v.Trial == nil ||
			(v.Trial.Says == lang.English.Speak(sayTrialUnclear)) != v.Trial.Unclear {
			t.Fatalf("%q is tried: %d %s", move, status, gist(t, answer))
		}
		unclear = v.Trial.Unclear
		d.does(mover, armies.ID, "moves", posted{Move: move})
		armies = d.present(armies)
	}
	rec := d.begin("kalah", nil)
	d.does(bob, rec.ID, "lines", posted{Line: []string{"1", "1"}})
	u, err := d.People.User(t.Context(), bob)
	if n := len(u.Notebook(rec.ID).Lines); err != nil || n != 1 {
		t.Errorf("%d lines are prepared, %v", n, err)
	}
	d.does(ann, rec.ID, "moves", posted{Move: "1"})
	if now := d.present(rec); now.Moves != 2 {
		t.Errorf("%d moves, want the prepared answer too", now.Moves)
	}
	setting := d.begin("stratego", games.Options{"army": "barrage"})
	view, err := setting.View(setting.SeatOf(ann))
	if err != nil {
		t.Fatal(err)
	}
	arr, _ := view.Arrangement()
	key := board.SavedKey("stratego", arr.Kind, "mine")
	if err := d.People.Change(t.Context(), ann, func(u *match.User) {
		u.Saved = map[string]string{key: arr.Text, board.LastKey("stratego", arr.Kind): arr.Text}
	}); err != nil {
		t.Fatal(err)
	}
	d.does(ann, setting.ID, "arrange", posted{Name: "clear"})
	v := d.does(ann, setting.ID, "arrange", posted{Name: "saved", Input: []string{key}})
	var saved []piece
	if v.Setup != nil {
		saved = v.Setup.Actions[len(v.Setup.Actions)-1].Choices
	}
	if len(saved) != 2 || !v.Setup.Complete || saved[1] != (piece{key, "mine"}) ||
		saved[0].Label != lang.English.Speak(sayLabelLast) {
		t.Errorf("a saved set-up is loaded: %+v", v.Setup)
	}
	if status, answer := d.ask(ann, "POST", "/api/matches/"+string(setting.ID)+"/arrange",
		posted{
			Cause: "gone", Name: "saved",
			Input: []string{board.SavedKey("stratego", arr.Kind, "gone")},
		}); status != http.StatusUnprocessableEntity {
		t.Errorf("a set-up that is not saved: %d %s", status, answer)
	}
	last := func() string {
		u, err := d.People.User(t.Context(), ann)
		if err != nil {
			t.Fatal(err)
		}
		return u.Saved[board.LastKey("stratego", arr.Kind)]
	}
	before, shown := last(), map[string]bool{}
	for _, cause := range []string{"once", "once", "again"} {
		shown[d.does(ann, setting.ID, "arrange", posted{Name: "shuffle", Cause: cause, Head: 1}).Words] = true
	}
	if len(shown) != 2 || last() != before {
		t.Errorf("two shuffles, one of them sent twice, give %d set-ups; one that is not confirmed is kept: %t",
			len(shown), last() != before)
	}
	if _, answer := d.ask(ann, "POST", "/api/matches/"+string(setting.ID)+"/arrange",
		posted{Cause: "of another game", Name: "saved", Input: []string{"kalah"}}); !strings.Contains(answer,
		plain(lang.English.Speak(saySavedGone))) {
		t.Errorf("the set-up of another game: %s", answer)
	}
	if d.does(ann, setting.ID, "arrange", posted{Name: "confirm"}); last() == before {
		t.Error("a confirmed set-up is not kept as the last one")
	}
	if text := d.told.String(); text != "" {
		t.Errorf("something was logged: %s", text)
	}
}

// Players of a match can share a link to it, and so can managers of its server.
func TestWhoShares(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	for _, c := range []struct {
		who    string
		user   match.UserID
		guild  match.GuildID
		may    int64
		shares bool
	}{
		{"a player", ann, hall.Guild, 0, true},
		{"an onlooker", eve, hall.Guild, 0, false},
		{"who manages the server", eve, hall.Guild, discordgo.PermissionManageGuild, true},
		{"who manages another server", eve, "other", discordgo.PermissionManageGuild, false},
	} {
		r := &request.Request{
			In: lang.English, User: c.user, Guild: c.guild, Channel: hall.Channel,
			Target: component.Target{Match: rec.ID},
			Ix:     &discordgo.Interaction{Member: &discordgo.Member{Permissions: c.may}},
		}
		if _, err := d.mayShare(t.Context(), r); (err == nil) != c.shares {
			t.Errorf("%s: %v, want a link: %t", c.who, err, c.shares)
		}
	}
}

// `/match open` starts the activity with the chosen match, or with the list of matches. Where
// Discord can't start the activity, the command answers with the board.
func TestOpens(t *testing.T) {
	d := newDesk(t)
	d.PrivateBoards = &deliver.PrivateBoards{Deps: deliver.Deps{Matches: d.svc, Show: d.Show}}
	rec := d.begin("kalah", nil)
	for _, c := range []struct {
		what    string
		match   match.ID
		install bool
		links   string
		kind    discord.ReplyKind
		opened  match.ID
		refused bool
	}{
		{"a match", rec.ID, false, "https://board.example.org", discord.ReplyLaunch, rec.ID, false},
		{
			"a match, where the bot is no member", rec.ID, true, "https://board.example.org", discord.ReplyPrivate, "",
			false,
		},
		{"a match, without pages", rec.ID, false, "", discord.ReplyPrivate, "", false},
		{"no match", "", false, "https://board.example.org", discord.ReplyLaunch, "", false},
		{"no match, without pages", "", false, "", discord.ReplyPrivate, "", true},
		{"a match that is gone", "gone", false, "https://board.example.org", discord.ReplyPrivate, "", true},
	} {
		d.cfg.Secret = c.links
		r := &request.Request{
			In: lang.English, User: ann, Guild: "club", Channel: "empty", UserInstall: c.install,
			Target: component.Target{Match: c.match}, Ix: &discordgo.Interaction{},
		}
		reply, err := d.open(t.Context(), r)
		if (err != nil) != c.refused || reply.Kind != c.kind || c.refused != (len(reply.Message.Parts) == 0) {
			t.Errorf("%s: an answer of kind %d, %v; want kind %d, refused: %t", c.what, reply.Kind, err, c.kind,
				c.refused)
		}
		if got := d.opened(ann); got != c.opened || d.opened(ann) != "" {
			t.Errorf("%s: the page begins with %q, want %q, and only once", c.what, got, c.opened)
		}
	}
}

// A session begins if Discord says who has the page open, and in which instance. Otherwise the page
// is told why not.
func TestSessionsBegin(t *testing.T) { synctest.Test(t, sessionsBegin) }

func sessionsBegin(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	good := map[string]string{
		"/oauth2/token": `{"access_token":"t"}`,
		"/users/@me": `{"id":"` + string(ann) +
			`","username":"ann","global_name":"Ann of the Sea","locale":"sv-SE"}`,
		"/applications/7/activity-instances/i": `{"location":{"guild_id":"club","channel_id":"hall"},"users":["` +
			string(ann) + `"]}`,
	}
	begin := func(path, answer string, body any) (status int, text string) {
		t.Helper()
		d.mu.Lock()
		d.answers = maps.Clone(good)
		if path != "" {
			d.answers[path] = answer
		}
		d.mu.Unlock()
		return d.ask("", "POST", "/api/session", body)
	}
	type asks struct{ Code, Instance string }
	d.asked[ann] = wanted{rec.ID, d.now().Add(openFor)}
	status, text := begin("", "", asks{"c", "i"})
	var got struct{ Token, Lang, Name, Open string }
	if err := json.Unmarshal([]byte(text), &got); err != nil || status != http.StatusOK || got.Lang != "sv" ||
		got.Name != "Ann of the Sea" || got.Open != string(rec.ID) {
		t.Fatalf("%d %.300s", status, text)
	}
	s, err := d.keys.read(got.Token, d.now())
	want := session{
		User: ann, Name: got.Name, Locale: "sv-SE", Instance: "i", Guild: hall.Guild, Channel: hall.Channel,
		Until: d.now().Add(sessionFor).Unix(),
	}
	if err != nil || s != want {
		t.Errorf("the session is %+v, %v; want %+v", s, err, want)
	}
	for _, c := range []struct {
		name, path, answer string
		body               any
		want               int
	}{
		{"a name alone", "/users/@me", `{"id":"` + string(ann) + `","username":"ann"}`, asks{"c", "i"}, http.StatusOK},
		{"no JSON", "", "", "{", http.StatusBadRequest},
		{"no code", "", "", asks{"", "i"}, http.StatusBadRequest},
		{"a long instance", "", "", asks{"c", strings.Repeat("i", mostText+1)}, http.StatusBadRequest},
		{"a bad code", "/oauth2/token", `{}`, asks{"c", "i"}, http.StatusUnauthorized},
		{"nobody", "/users/@me", `{}`, asks{"c", "i"}, http.StatusUnauthorized},
		{"Discord is ill", "/users/@me", "", asks{"c", "i"}, http.StatusBadGateway},
		{"another instance", "", "", asks{"c", "j"}, http.StatusForbidden},
		{
			"an instance of others", "/applications/7/activity-instances/i", `{"users":["` + string(bob) + `"]}`,
			asks{"c", "i"},
			http.StatusForbidden,
		},
	} {
		status, text := begin(c.path, c.answer, c.body)
		if status != c.want || strings.Contains(text, "token") != (c.want == http.StatusOK) {
			t.Errorf("%s: %d %.200s, want %d", c.name, status, text, c.want)
		}
	}
	_, text = begin("/users/@me", `{"id":"`+string(ann)+`","username":"ann"}`, asks{"c", "i"})
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Name != "ann" || got.Lang != "en" ||
		got.Open != "" {
		t.Errorf("without another name or language, and once more: %.200s", text)
	}
	s, err = d.keys.read(got.Token, d.now())
	if err != nil || s.Parent != "" {
		t.Errorf("a channel that is no thread has the parent %q, %v", s.Parent, err)
	}
	good["/channels/thread"] = `{"id":"thread","type":11,"parent_id":"hall"}`
	for place, want := range map[string]session{`"guild_id":"club","channel_id":"thread"`: {
		Guild:   "club",
		Channel: "thread", Parent: "hall",
	}, `"channel_id":"thread"`: {Channel: "thread"}} {
		_, text = begin("/applications/7/activity-instances/i", `{"location":{`+place+`},"users":["`+string(ann)+`"]}`,
			asks{"c", "i"})
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err, text)
		}
		s, err := d.keys.read(got.Token, d.now())
		want.User, want.Name, want.Locale, want.Instance, want.Until = s.User, s.Name, s.Locale, s.Instance, s.Until
		if err != nil || s != want {
			t.Errorf("in %s the session is %+v, %v; want %+v", place, s, err, want)
		}
	}
	if status, text := begin("", "", asks{"c", strings.Repeat("i", mostText)}); status != http.StatusForbidden {
		t.Errorf("an unknown instance with the longest id: %d %s", status, text)
	}
	if status, text := begin("", "", asks{strings.Repeat("c", mostBody), "i"}); status != http.StatusBadRequest {
		t.Errorf("a long body: %d %.200s", status, text)
	}
	go func() { // Discord learns of the user a moment late
		time.Sleep(lookAfter + lookAfter/2)
		d.mu.Lock()
		defer d.mu.Unlock()
		d.answers = good
	}()
	if status, text := begin("/applications/7/activity-instances/i", `{"users":[]}`,
		asks{"c", "i"}); status != http.StatusOK {
		t.Errorf("a user of whom Discord learns late: %d %s", status, text)
	}
	if err := d.People.Change(t.Context(), ann, func(u *match.User) { u.Language = "de" }); err != nil {
		t.Fatal(err)
	}
	_, text = begin("", "", asks{"c", "i"})
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Lang != "de" ||
		!strings.Contains(text, `"again":"`+wordsIn("de")["again"]+`"`) {
		t.Errorf("who has chosen German gets %.200s", text)
	}
}

// P126: at the end of a match that was decided early the page says so first of all its news, because
// there is little room in sight.
func TestP126DecidedEarly(t *testing.T) {
	d := newDesk(t)
	rec := played("1")(d)
	rec.Record = rec.Clone()
	rec.Status, rec.Waiting, rec.Moves, rec.PlayedOut = match.Over, 0, 12, 7
	rec.Outcome = &games.Outcome{Place: [games.MaxSeats]int8{1, 2}, Say: games.Say("Ann wins.")}
	view, err := d.look(t.Context(), asker{public: true}, rec, -1, "", "")
	const want = "Decided after move 5: I played out the rest with everybody's best moves."
	if err != nil || len(view.News) == 0 || view.News[0] != want {
		t.Errorf("the news are %q, %v, want %q first", view.News, err, want)
	}
}

// A link has an allowance of its own. Its picture is a card once the match is over. A picture that
// can't be drawn is an error of the bot.
func TestLinksHaveLimits(t *testing.T) {
	d := newDesk(t)
	d.cfg.Course = func(match.ID) []float64 { return []float64{0.5, 1} }
	var drawn scene.Scene
	d.Show.Draw = func(s scene.Scene) ([]byte, error) { drawn = s; return []byte("png"), nil }
	rec := played("1")(d)
	address, err := d.share(t.Context(), rec.ID)
	if err != nil {
		t.Fatal(err)
	}
	link := strings.TrimPrefix(address, "https://board.example.org")
	if status, _ := d.ask("", "GET", link+"/board.png", nil); status != http.StatusOK || drawn.Form != scene.Whole ||
		drawn.Course != nil {
		t.Errorf("while it runs: %d, a picture of form %d with the course %v", status, drawn.Form, drawn.Course)
	}
	d.does(ann, rec.ID, "acts", posted{Act: component.ActResign})
	if status, _ := d.ask("", "GET", link+"/board.png", nil); status != http.StatusOK || drawn.Form != scene.Card ||
		drawn.Title != "Kalah" || len(drawn.Course) != 2 {
		t.Errorf("at the end: %d, a picture %q of form %d with the course %v", status, drawn.Title, drawn.Form,
			drawn.Course)
	}
	three := d.proposes(func(p *match.Proposal) { p.Game, p.Seated, p.Setup.Seats, p.Cause = "fish", true, 3, "three" },
		match.Player{User: ann, Name: "Ann"}, match.Player{User: bob, Name: "Bob"},
		match.Player{User: cid, Name: "Cid"})
	three.Record = three.Clone()
	three.Status, three.Waiting, three.Outcome = match.Over, 0,
		&games.Outcome{Place: [games.MaxSeats]int8{1, 2, 3}, Say: games.Say("Ann wins.")}
	view, err := d.look(t.Context(), asker{public: true}, three, -1, "", "")
	if drawn, cardErr := d.card(lang.English, three); err != nil || cardErr != nil || drawn.Course != nil ||
		view.Curve != "" {
		t.Errorf("a match of three: %v, %v, the courses %v and %v", err, cardErr, drawn.Course, view.Curve)
	}
	for name, draw := range map[string]func(scene.Scene) ([]byte, error){
		"panics": func(scene.Scene) ([]byte, error) { panic("no ink") }, "fails": func(scene.Scene) ([]byte, error) {
			return nil, errors.New("no ink")
		},
	} {
		d.Show.Draw = draw
		if status, _ := d.ask("", "GET", link+"/board.png", nil); status != http.StatusInternalServerError {
			t.Errorf("drawing %s: %d", name, status)
		}
	}
	open := d.proposes(nil)
	if status, answer := d.ask(ann, "GET", "/api/matches/"+string(open.ID)+"/picture",
		nil); status != http.StatusNotFound {
		t.Errorf("the picture of an open table: %d %s", status, answer)
	}
	d.Show.Draw = func(scene.Scene) ([]byte, error) { return nil, nil }
	for _, path := range []string{"", "/view", "/board.png"} {
		d.within = &request.Allowances{Member: 1, Server: 1}
		for n, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
			if status, answer := d.ask("", "GET", link+path, nil); status != want {
				t.Errorf("request %d to %q: %d %.200s, want %d", n, path, status, answer, want)
			}
		}
	}
}

// A notebook that is full refuses another line and another match.
func TestFullNotebooks(t *testing.T) {
	d := newDesk(t)
	rec := d.begin("kalah", nil)
	full := func(change func(*match.User)) {
		t.Helper()
		if err := d.People.Change(t.Context(), bob, change); err != nil {
			t.Fatal(err)
		}
		status, answer := d.ask(bob, "POST", "/api/matches/"+string(rec.ID)+"/lines",
			posted{Cause: "c", Line: []string{"1", "1"}})
		if want := plain(lang.English.Speak(sayLinesFull)); status != http.StatusUnprocessableEntity ||
			!strings.Contains(answer, want) {
			t.Errorf("%d %.200s, want %s", status, answer, want)
		}
		if u, err := d.People.User(t.Context(), bob); err != nil ||
			len(u.Notebook(rec.ID).Lines)+len(u.Notebooks) < min(ahead.MostLines, match.MostNotebooks) {
			t.Errorf("after the refusal %d lines and %d notebooks are there, %v", len(u.Notebook(rec.ID).Lines),
				len(u.Notebooks), err)
		}
	}
	full(func(u *match.User) {
		u.ChangeNotebook(rec.ID, func(n *match.Notebook) {
			for i := range ahead.MostLines {
				n.Lines = append(n.Lines,
					match.Line{
						From:  rec.Made,
						Plies: []match.Ply{{Seat: 0, Move: fmt.Sprint("m", i)}, {Seat: 1, Move: "1"}},
					})
			}
		})
	})
	full(func(u *match.User) {
		u.Notebooks = map[match.ID]match.Notebook{}
		for i := range match.MostNotebooks {
			u.Notebooks[match.ID(fmt.Sprint("m", i))] = match.Notebook{Note: "n"}
		}
	})
}
