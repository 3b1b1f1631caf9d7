package answer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"paddock/bot/component"
	"paddock/bot/lang"
	"paddock/bot/request"
	"paddock/games"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// matches makes running matches of Ann against Bob, Ann to move.
type matches struct {
	*testing.T
	*Base
	made int
}

func (m *matches) begin(at match.Place, game games.ID, change ...func(*match.Proposal)) match.ID {
	m.Helper()
	m.made++
	side := "me"
	if game == "halatafl" {
		side = "sheep"
	}
	p := match.Proposal{
		Game: game, Place: at, Side: side, By: match.Player{User: ann, Name: "Ann"},
		With:  []match.Player{{User: bob, Name: "Bob"}},
		Cause: match.Cause(fmt.Sprint("made-", m.made)),
	}
	for _, f := range change {
		f(&p)
	}
	c, err := m.Matches.Tables.Propose(m.Context(), p)
	if err == nil && c.Match.Status == match.Open {
		c, err = m.Matches.Tables.Join(m.Context(),
			match.Act{Match: c.Match.ID, User: bob, Cause: match.Cause(fmt.Sprint("joined-", m.made))}, "Bob")
	}
	if err != nil {
		m.Fatal(err)
	}
	return c.Match.ID
}

var (
	hall = match.Place{Guild: "club", Channel: "hall"}
	den  = match.Place{Guild: "club", Channel: "den"}
)

// P42: a request means the match of its button or option, otherwise the one match that its user
// plays in the channel. The bot never guesses between several.
func TestP42_ResolveMatch(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	kalah, fox := m.begin(hall, "kalah"), m.begin(den, "halatafl")
	second := m.begin(den, "kalah")
	open := match.Proposal{
		Game: "kalah", Place: match.Place{Guild: "club", Channel: "yard"},
		By: match.Player{User: cid, Name: "Cid"}, Cause: "open",
	}
	if _, err := m.Matches.Tables.Propose(t.Context(), open); err != nil {
		t.Fatal(err)
	}
	computers := match.Proposal{
		Game: "kalah", Place: open.Place, By: open.By, Watch: true,
		With: []match.Player{{Computer: games.Easy}, {Computer: games.Easy}}, Cause: "watched",
	}
	if _, err := m.Matches.Tables.Propose(t.Context(), computers); err != nil {
		t.Fatal(err)
	}
	clicked := by(cid, "club", "hall")
	clicked.Target = component.Target{Match: kalah, Action: component.ActBoard}
	rules := by(ann, "club", "hall", request.OptGame, "kalah")
	rules.Path = "rules"
	game := func(r *request.Request, id games.ID) *request.Request {
		r.Game = gameNamed(t, id)
		return r
	}
	for _, c := range []struct {
		name string
		r    *request.Request
		want match.ID
		says string
	}{
		{"the only one here", by(ann, "club", "hall"), kalah, ""},
		{"a button", clicked, kalah, ""},
		{"two here", by(ann, "club", "den"), "", "several matches"},
		{"two here, one of the game", game(by(ann, "club", "den"), "halatafl"), fox, ""},
		{"the option", by(ann, "club", "den", request.OptGame, strings.ToUpper(string(second))), second, ""},
		{"an option that names a game", rules, kalah, ""},
		{"none here", by(ann, "club", "yard"), "", "no match running here"},
		{"somebody else's", by(cid, "club", "hall"), "", "no match running here"},
		{"direct messages, several wait", by(ann, "", "dm"), "", "several matches"},
		{"direct messages, one of the game", game(by(ann, "", "dm"), "halatafl"), fox, ""},
		{"direct messages, only a challenge and a match to watch", by(cid, "", "dm"), "", "no match running here"},
	} {
		got, err := m.ResolveMatch(t.Context(), c.r)
		if got.ID != c.want || !says(err, c.says) {
			t.Errorf("%s: %q, %v %q; want %q, %q", c.name, got.ID, err, request.Explanation(err), c.want, c.says)
		}
	}
	here := m.begin(match.Place{Channel: "dm"}, "kalah")
	if got, err := m.ResolveMatch(t.Context(), by(ann, "", "dm")); err != nil || got.ID != here {
		t.Errorf("direct messages, one is played there: %q, %v; want %q", got.ID, err, here)
	}
	for _, id := range []match.ID{here, fox} {
		m.resign(id)
	}
	if _, err := m.Matches.Play.Move(t.Context(), match.Act{Match: second, User: ann, Cause: "moved"},
		"1"); err != nil {
		t.Fatal(err)
	}
	if got, err := m.ResolveMatch(t.Context(), by(ann, "", "dm")); err != nil || got.ID != kalah {
		t.Errorf("direct messages, one waits for her: %q, %v; want %q", got.ID, err, kalah)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	for _, guild := range []match.GuildID{"club", ""} {
		for name, resolve := range map[string]func(context.Context,
			*request.Request) (match.Match, error){"one": m.ResolveMatch, "one or the newest": m.ResolveOrNewest} {
			if got, err := resolve(ended, by(ann, guild, "hall")); !errors.Is(err, context.Canceled) {
				t.Errorf("%s in %q, when matches can't be read: %q, %v", name, guild, got.ID, err)
			}
		}
	}
}

// /match vote means the match whose channel has the move, or one whose channel moves later if there
// is no such match.
func TestResolveVote(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	vote := func(at match.Place, game games.ID, side string) match.ID {
		m.made++
		c, err := m.Matches.Tables.Propose(t.Context(), match.Proposal{
			Game: game, Place: at, By: match.Player{User: ann, Name: "#games"},
			With: []match.Player{{Computer: games.Easy}}, Side: side, PerMove: 24 * time.Hour,
			Voting: &match.Voting{}, Cause: match.Cause(fmt.Sprint("vote-", m.made)),
		})
		if err != nil {
			t.Fatal(err)
		}
		return c.Match.ID
	}
	resolves := func(when string, game games.ID, want match.ID, text string) {
		t.Helper()
		r := by(cid, "club", "den")
		if game != "" {
			r.Game = gameNamed(t, game)
		}
		if got, err := m.ResolveMatch(t.Context(), r); got.ID != want || !says(err, text) {
			t.Errorf("%s: %q, %v %q; want %q", when, got.ID, err, request.Explanation(err), want)
		}
	}
	m.begin(den, "kalah")
	resolves("nobody votes", "", "", "no match running here")
	resolves("a vote that comes later", "", vote(den, "kalah", "them"), "")
	resolves("a vote now", "", vote(den, "kalah", "me"), "")
	fox := vote(den, "halatafl", "sheep")
	resolves("two votes", "", "", "several matches")
	resolves("a vote of the game", "halatafl", fox, "")
}

// A line of the audit log names the server and the person.
func TestNote(t *testing.T) {
	b := newBase(t)
	if err := b.Note(t.Context(), by(ann, "club", "hall"),
		match.Audit{Did: match.AuditSetting, Setting: "threads"}); err != nil {
		t.Fatal(err)
	}
	log, err := b.Matches.Moderate.Log(t.Context(), "club", 0, 9)
	if err != nil || len(log) != 1 || log[0].By != (match.Player{User: ann, Name: "Somebody"}) ||
		log[0].Guild != "club" || log[0].Setting != "threads" {
		t.Errorf("the log is %+v, %v", log, err)
	}
}

// P107: a match can be read by its players and other people concerned, and by users who ask in a
// channel where it can be seen.
func TestP107_Readable(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	id := m.begin(hall, "kalah")
	for _, c := range []struct {
		name string
		r    *request.Request
		may  bool
	}{
		{"a player elsewhere", by(bob, "other", "square"), true},
		{"its owner in direct messages", by(ann, "", "dm"), true},
		{"anybody in its channel", by(cid, "club", "hall"), true},
		{"in a thread of its channel", inThread(by(cid, "club", "thread"), "hall"), true},
		{"in a thread of another channel", inThread(by(cid, "club", "thread"), "den"), false},
		{"in another channel", by(cid, "club", "den"), false},
		{"in another server", by(cid, "other", "hall"), false},
		{"in direct messages", by(cid, "", "dm"), false},
	} {
		c.r.Options = by("", "", "", request.OptGame, string(id)).Options
		if _, err := m.ResolveMatch(t.Context(), c.r); (err == nil) != c.may || err != nil &&
			!errors.Is(err, match.ErrUnknown) {
			t.Errorf("%s: %v, want it readable: %t", c.name, err, c.may)
		}
	}
}

// A user who does not play in a channel is shown its newest match.
func TestResolveOrNewest(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	older := m.begin(hall, "halatafl")
	time.Sleep(time.Millisecond)
	newest := m.begin(hall, "kalah")
	if got, err := m.ResolveOrNewest(t.Context(), by(cid, "club", "hall")); err != nil || got.ID != newest {
		t.Errorf("for a spectator: %q, %v; want %q", got.ID, err, newest)
	}
	if _, err := m.ResolveOrNewest(t.Context(), by(ann, "club", "hall")); !says(err, "several matches") {
		t.Errorf("for a player of both: %v, want the question which one", err)
	}
	if _, err := m.ResolveOrNewest(t.Context(), by(ann, "", "dm")); !says(err, "several matches") {
		t.Errorf("for a player of both in direct messages: %v, want the question which one", err)
	}
	pressed, away := by(cid, "club", "hall"), by(cid, "club", "hall")
	pressed.Target.Match, away.UserInstall = older, true
	if got, err := m.ResolveOrNewest(t.Context(), pressed); err != nil || got.ID != older {
		t.Errorf("for the button of an older one: %q, %v", got.ID, err)
	}
	if got, err := m.ResolveOrNewest(t.Context(),
		by(cid, "club", "hall", request.OptGame, string(older))); err != nil || got.ID != older {
		t.Errorf("for the option: %q, %v", got.ID, err)
	}
	if got, err := m.ResolveOrNewest(t.Context(), away); err != nil || got.ID != newest {
		t.Errorf("where the bot is no member: %q, %v; want %q", got.ID, err, newest)
	}
}

// P42: autocomplete suggests the user's matches by the typed text. Most suggestions show the time
// left.
func TestCompleteMatch(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	first, second, fox := m.begin(hall, "kalah"), m.begin(den, "kalah"), m.begin(den, "halatafl")
	for _, c := range []struct {
		name, typed string
		game        games.ID
		user        match.UserID
		focused     string
		want        []match.ID
	}{
		{"nothing typed", "", "", ann, request.OptGame, []match.ID{first, second, fox}},
		{"the game's name", "halat", "", ann, request.OptGame, []match.ID{fox}},
		{"the beginning of an id", string(second[:4]), "", ann, request.OptGame, []match.ID{second}},
		{"a game's command", "", "kalah", ann, request.OptGame, []match.ID{first, second}},
		{"another option", "", "", ann, "move", nil},
		{"somebody without matches", "", "", cid, request.OptGame, nil},
	} {
		r := by(c.user, "club", "hall", request.OptGame, c.typed)
		if r.Focused = c.focused; c.game != "" {
			r.Game = gameNamed(t, c.game)
		}
		var got []match.ID
		for _, choice := range m.CompleteMatch(t.Context(), r) {
			got = append(got, match.ID(choice.Value.(string)))
			if r.In.Speak(games.Say(choice.Name)) == "" || utf8.RuneCountInString(choice.Name) > 100 {
				t.Errorf("%s: the choice %q", c.name, choice.Name)
			}
			if c.name == "a game's command" && !strings.Contains(choice.Name, choice.Value.(string)) {
				t.Errorf("two matches of the same name, and %q lacks the id", choice.Name)
			}
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// P42: the suggestion of a parked match shows no time left.
func TestCompleteMatchAtRest(t *testing.T) {
	m := &matches{T: t, Base: newBase(t)}
	id := m.begin(hall, "kalah")
	r := by(ann, "club", "hall", request.OptGame, "")
	r.Focused = request.OptGame
	if c := m.OfMatch(request.Command{}); c.Complete == nil || len(c.Options(request.Builder{}, nil)) != 1 {
		t.Errorf("a command about a match has the options %v, suggested: %t", c.Options(request.Builder{}, nil),
			c.Complete != nil)
	}
	if u := m.Likes(storagetest.FailAt(t.Context(), 0), by(cid, "club", "hall")); u.ID != cid {
		t.Errorf("somebody of whom nothing is stored has the id %q", u.ID)
	}
	for _, want := range []bool{true, false} {
		choices := m.CompleteMatch(t.Context(), r)
		if len(choices) != 1 || strings.Contains(choices[0].Name, "left") != want {
			t.Errorf("at rest: %t, suggested: %q", !want, choices[0].Name)
		}
		if _, err := m.Matches.Referee.Park(t.Context(), id, match.CodeChannelGone, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// The question which match is meant names at most ten.
func TestAmbiguous(t *testing.T) {
	b := newBase(t)
	var list []match.Match
	for i := range 27 {
		rec := match.Record{
			ID: match.ID(fmt.Sprintf("match%d", i)), Game: "kalah", Status: match.Running,
			Players: []match.Player{{User: ann, Name: "Ann"}, {User: bob, Name: fmt.Sprint("Bob ", i)}},
		}
		list = append(list, b.Matches.Read.Of(rec))
	}
	for n, lines := range map[int]int{2: 2, 10: 10, 27: 10} {
		r := typed(b, "move", "1")
		r.Path = "kalah move"
		if got := strings.Count(request.Explanation(Ambiguous(r, list[:n])), "* **Kalah"); got != lines {
			t.Errorf("of %d matches %d are named, want %d", n, got, lines)
		}
	}
	r := by(ann, "club", "hall")
	if err := Ambiguous(r, list[:2]); !says(err, sayWhich.String()) {
		t.Errorf("a request that can't be repeated: %v", err)
	}
}

func TestApartByID(t *testing.T) {
	long := strings.Repeat("ä", 100)
	list := ApartByID([]*request.Choice{
		{Name: "a", Value: "1"},
		{Name: "b", Value: "2"},
		{Name: "a", Value: "3"},
		{Name: long, Value: "4"},
		{Name: long, Value: "5"},
	})
	for i, want := range []string{"a · 1", "b", "a · 3"} {
		if list[i].Name != want {
			t.Errorf("choice %d is %q, want %q", i+1, list[i].Name, want)
		}
	}
	if n := list[3].Name; utf8.RuneCountInString(n) > 100 || !strings.HasSuffix(n, " · 4") {
		t.Errorf("a long name became %q", n)
	}
}

func TestRoughly(t *testing.T) {
	for d, want := range map[time.Duration]string{
		10 * time.Second: "1 min", 59 * time.Minute: "59 min", time.Hour: "1 h", 47*time.Hour + 59*time.Minute: "47 h",
		48 * time.Hour: "2 d", 100 * time.Hour: "4 d",
	} {
		if got := lang.English.Speak(roughly(d)); got != want {
			t.Errorf("roughly(%v) = %q, want %q", d, got, want)
		}
	}
}

// Pages of a long text hold all lines, in order, and are as full as possible.
func TestPaged(t *testing.T) {
	for _, c := range []struct {
		lines []string
		most  int
		want  []string
	}{
		{nil, 10, []string{""}},
		{[]string{"ab", "cd"}, 5, []string{"ab\ncd"}},
		{[]string{"ab", "cd"}, 4, []string{"ab", "cd"}},
		{[]string{"longer than a page", "x"}, 4, []string{"longer than a page", "x"}},
		{[]string{"a", "b", "c", "d"}, 3, []string{"a\nb", "c\nd"}},
	} {
		if got := Paged(c.lines, c.most); !slices.Equal(got, c.want) {
			t.Errorf("Paged(%q, %d) = %q, want %q", c.lines, c.most, got, c.want)
		}
	}
}

// P107: besides the players, a match concerns its owner, the challenged member, and the member who
// is offered a seat. These people can read it anywhere.
func TestP107_Concerned(t *testing.T) {
	b := baseOn(t, &wire{made: make(map[string]int)})
	at := match.Place{Guild: "club", Channel: "hall"}
	for name, c := range map[string]struct {
		rec match.Record
		may bool
	}{
		"nobody":     {match.Record{Place: at}, false},
		"a player":   {match.Record{Place: at, Players: []match.Player{{User: ann}, {User: cid}}}, true},
		"its owner":  {match.Record{Place: at, Owner: cid}, true},
		"challenged": {match.Record{Place: at, Invited: cid}, true},
		"offered":    {match.Record{Place: at, Heir: &match.HandOver{To: match.Player{User: cid}}}, true},
		"another":    {match.Record{Place: at, Owner: ann, Invited: bob}, false},
	} {
		if got := b.MayRead(t.Context(), Asker{User: cid}, match.Match{Record: c.rec}); got != c.may {
			t.Errorf("%s: may read it in direct messages: %v", name, got)
		}
		if b.MayRead(t.Context(), Asker{}, match.Match{Record: c.rec}) {
			t.Errorf("%s: somebody without a name may read it", name)
		}
		if b.MayRead(t.Context(), Asker{User: "100000000000000009", Guild: "club"}, match.Match{Record: c.rec}) {
			t.Errorf("%s: somebody who asks in no channel may read it", name)
		}
	}
	thread := match.Match{Record: match.Record{Place: match.Place{Guild: "club", Channel: "thread"}}}
	// the thread is one of the test channel
	for channel, may := range map[match.ChannelID]bool{"hall": true, "thread": true, "den": false} {
		if got := b.MayRead(t.Context(), Asker{User: cid, Guild: "club", Channel: channel}, thread); got != may {
			t.Errorf("asked in %s about a match in a thread of the hall: may read it: %t", channel, got)
		}
	}
}
