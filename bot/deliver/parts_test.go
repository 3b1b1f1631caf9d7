package deliver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	boards "paddock/bot/board"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/bot/peers"
	"paddock/bot/say"
	"paddock/games"
	"paddock/games/gamestest/golden"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// The test checks what the bot knows about a channel: its failure, the permissions that it lacks,
// and the matches that wait for them.
func TestKnownOfChannels(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		b, m := d.boards, d.match()
		usual, files := []games.Sentence{say.PermitView, say.PermitSend}, []games.Sentence{say.PermitView}
		lacks := func(when string, want []games.Sentence) {
			t.Helper()
			if got := b.Lacks("4"); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%s: the bot lacks %v, want %v", when, got, want)
			}
		}
		lacks("nothing is known", usual)
		b.NoteMissing("4", files)
		lacks("a permission is missing", files)
		for range 2 {
			b.Failed(d.Context(), Board.key(m.ID, ""), discord.Forbidden)
		}
		if got := b.Blocked("4"); got != discord.Forbidden || !slices.Equal(b.memory.channel("4").owed, []match.ID{m.ID}) {
			t.Errorf("blocked %q, owed %v; want the match once", got, b.memory.channel("4").owed)
		}
		b.NoteMissing("4", nil)
		lacks("none is missing", usual)
		if b.memory.channel("4").owed != nil {
			t.Errorf("still owed %v", b.memory.channel("4").owed)
		}
		d.passes(time.Minute)
		b.unblock("4")
		if b.Blocked("4") != discord.NoFailure {
			t.Error("a channel that works again is blocked")
		}
		for _, may := range []bool{false, true} {
			b.MayAttach("4", may)
			if b.lacksFiles(d.Context(), match.Place{Channel: "7"}) {
				t.Error("the bot lacks a permission where it needs none")
			}
			if got := b.Style("4", "fancy"); (got == "fancy") != may || b.Style("5", "fancy") != "fancy" {
				t.Errorf("files %v: the style is %q", may, got)
			}
		}
	})
}

// The bot never posts a tournament's game between two computers, and records the end of the game as
// shown.
func TestGamesOfComputersAreSkipped(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		m := d.match()
		m.Tournament, m.Shown, m.Players = "t", match.Shown{}, []match.Player{{Computer: "easy"}, {Computer: "easy"}}
		d.discord.forget()
		for _, over := range []bool{false, true} {
			want := d.match().Shown
			if over {
				m.Status, want = match.Over, match.Shown{Head: m.Head, Channel: "4", Turn: m.Turn, Pinged: m.Turn}
			}
			d.must(d.boards.show(d.Context(), m))
			if got := d.match().Shown; got != want || len(d.said()) > 0 {
				t.Errorf("over %t: %+v is recorded, want %+v; requests %q", over, got, want, d.said())
			}
		}
	})
}

// The hint is for newcomers who play and have not moved. A former player is not mentioned.
func TestHintForPlayers(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		hint := func() string { return d.boards.hint(d.Context(), d.match(), nil, boards.Reader{}) }
		newcomers := func(users ...match.UserID) {
			d.boards.memory.changeBoard(d.id, func(b *boardMemory) { b.hinted = users })
		}
		newcomers("eve", d.bob.User)
		if got := hint(); strings.Contains(got, "eve") || !strings.Contains(got, "<@2>?") {
			t.Errorf("the hint is %q, want it for Bob alone", got)
		}
		m := d.match()
		m.Players = []match.Player{{User: "7"}, {Computer: "easy"}, {User: "8"}}
		d.changes(match.Player{User: "8"}, func(u *match.User) { u.Tell("hint/stratego") })
		for _, want := range []string{"[7 8]", "[]"} {
			if got := fmt.Sprint(d.boards.newcomers(d.Context(), m)); got != want {
				t.Errorf("newcomers are %s, want %s", got, want)
			}
		}
		m.Players[0].User = "9"
		if m.Status = match.Over; len(d.boards.newcomers(d.Context(), m)) > 0 {
			t.Error("a match that is over has newcomers")
		}
		d.moves()
		synctest.Wait() // the pause lasts until the move is shown
		newcomers("eve", d.ann.User)
		if got := hint(); got != "" || d.boards.memory.board(d.id).hinted != nil {
			t.Errorf("the hint after Ann's move is %q, kept for %v", got, d.boards.memory.board(d.id).hinted)
		}
	})
}

// A player who has handed over their seat keeps a private board. Erased players, and those who
// handed over a seat that they only managed, keep none.
func TestPrivateReaders(t *testing.T) {
	m := match.Match{Record: match.Record{
		Players: []match.Player{{User: "ann"}, {User: "bob"}},
		HandOvers: []match.HandOver{
			{Seat: 1, From: match.Player{User: "cid"}},
			{Seat: 1, From: match.Player{Gone: "former"}},
			{Seat: games.Spectator, From: match.Player{User: "eve"}},
			{Seat: 0, From: match.Player{User: "bob"}},
		},
	}}
	if got := fmt.Sprint(privateReaders(m)); got != "[ann bob cid]" {
		t.Errorf("private readers are %s", got)
	}
}

// A private board is remembered while it can change: for a player of a running match.
func TestPrivateBoardsAreForgotten(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		over := d.match()
		over.Status = match.Over
		for _, c := range []struct {
			m    match.Match
			user match.UserID
			want int
		}{{d.match(), d.ann.User, 1}, {over, d.ann.User, 0}, {d.match(), "eve", 0}} {
			d.changes(match.Player{User: c.user}, func(u *match.User) {
				u.PrivateBoards = map[match.ID]match.PrivateBoard{"another": {}}
			})
			d.must(d.private.Shown(d.Context(), c.m, c.user, match.PrivateBoard{Message: "message"}))
			list := d.user(match.Player{User: c.user}).PrivateBoards
			if _, kept := list["another"]; !kept || len(list) != c.want+1 {
				t.Errorf("of a %s match and another one the boards %v of %s are remembered, want %d of this match",
					c.m.Status, list, c.user, c.want)
			}
		}
	})
}

// After a permanent error the bot gives up a message; after a temporary error it sends the message
// again.
func TestTellOnce(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		for status, again := range map[int]bool{
			http.StatusOK: false, http.StatusBadGateway: true,
			http.StatusForbidden: false,
		} {
			d.discord.answers(func(c call) (int, int) {
				if strings.HasPrefix(c.path, "/channels/dm1/") && status != http.StatusOK {
					return status, 0
				}
				return 0, 0
			})
			if err := d.boards.TellOnce(d.Context(), d.ann.User, discord.TextMessage("hello"),
				"once"); (err != nil) != again {
				t.Errorf("after %d: %v, want an error %t", status, err, again)
			}
		}
	})
}

// teller is a tournament that delivers the results of its games itself, and moves them into
// threads.
type teller struct{ asked []string }

func (l *teller) WantsThread(_ context.Context, m match.Match) bool { return m.Status == match.Over }

func (l *teller) IntoThread(_ context.Context, m match.Match) bool {
	l.asked = append(l.asked, "a thread")
	return m.Shown.Channel == "thread"
}

func (l *teller) Tells(_ context.Context, _ match.Match, n match.Notice) bool {
	return n.Kind == match.HasResult
}

// A tournament announces the results of its own games, and its news are in digests. If it moves a
// game into a thread, the board is shown in the thread.
func TestTournamentsTellThemselves(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		l, told := &teller{}, 0
		d.boards.OpenThreads(l)
		d.boards.AddToDigests(source{func(context.Context) error { told++; return nil }})
		d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDigest })
		d.passes(time.Hour)
		d.discord.forget()
		d.resigns(d.bob)
		d.passes(time.Minute)
		if m := d.match(); len(m.Notices) > 0 || m.Shown.Head != m.Head || fmt.Sprint(l.asked) != "[a thread]" {
			t.Errorf("notices %v, shown %d of %d, asked for %q; want the board in the channel and no notice", m.Notices,
				m.Shown.Head, m.Head, l.asked)
		}
		d.boards.InDigest(d.ann.User)
		d.passes(time.Minute)
		calls := d.discord.received()
		last := calls[len(calls)-1]
		if text := gist(last.body); told != 1 || last.path != "/channels/dm1/messages" ||
			!strings.Contains(text, "The cup has begun") || strings.Contains(text, "resigned") {
			t.Errorf("told %d times; the last message is %q", told, text)
		}
		d.boards.InDigest(d.bob.User)
		d.passes(time.Minute)
		if told != 1 || len(d.boards.digests.marked) > 0 {
			t.Errorf("Bob has a digest without news, or it is still marked: %v", d.boards.digests.marked)
		}
	})
}

// source is one piece of news for Ann.
type source struct{ told func(context.Context) error }

func (s source) Steps(_ context.Context, u match.UserID) ([]DigestStep, error) {
	if u != "1" {
		return nil, nil
	}
	return []DigestStep{{Text: func(lang.Language) string { return "The cup has begun" }, Told: s.told}}, nil
}

// At the end of a match, a result that mentions a player is posted as a new board. Without such a
// result the bot edits the old board.
func TestPlanOfTheEnd(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		for kind, edit := range map[match.NoticeKind]bool{match.HasResult: false, match.DrawDeclined: true} {
			m := d.match()
			m.Status, m.Head, m.Notices = match.Over, m.Head+1, []match.Notice{{To: d.ann.User, Kind: kind}}
			if got := d.boards.Plan(d.Context(), m).Edit; got != edit {
				t.Errorf("%s: edit %t, want %t", kind, got, edit)
			}
			m.Shown.Head = m.Head
			if !d.boards.Plan(d.Context(), m).Edit {
				t.Errorf("%s: a board that is up to date is posted anew", kind)
			}
		}
	})
}

// heldSeats returns the seat of a user whom the bot has not called yet.
func TestHeldSeats(t *testing.T) {
	running := match.Match{Record: match.Record{
		Status: match.Running, Turn: 3, Players: []match.Player{{User: "ann"}, {User: "bob"}},
		Shown: match.Shown{Turn: 3, Asleep: games.SeatSet(1)},
	}}
	open, older := running, running
	open.Status, open.Invited, open.Players, open.Shown.Asleep = match.Open, "bob", []match.Player{{User: "ann"}}, 1
	older.Shown.Turn = 2
	for _, c := range []struct {
		name string
		m    match.Match
		u    match.UserID
		want games.Seats
	}{
		{"asleep", running, "bob", games.SeatSet(1)},
		{"awake", running, "ann", 0},
		{"a spectator", running, "eve", 0},
		{"an earlier turn", older, "bob", 0},
		{"challenged", open, "bob", 1},
		{"not challenged", open, "eve", 0},
	} {
		if got := heldSeats(c.m, c.u); got != c.want {
			t.Errorf("%s: %b, want %b", c.name, got, c.want)
		}
	}
}

// The test checks what is recorded as shown after a message shows the newest event.
func TestSees(t *testing.T) {
	at := night
	was := match.Shown{Head: 3, Turn: 2, Pinged: 2, Call: "c", Asleep: 2, Wake: at, Card: &match.Card{}, Message: "m"}
	for _, c := range []struct {
		name   string
		change func(m *match.Match)
		plan   match.Showing
		want   string
	}{
		{"the same turn", func(*match.Match) {}, match.Showing{PingAt: at.Add(time.Hour)}, "5 2 2 c 10 23:00 false"},
		{"a ping", func(*match.Match) {}, match.Showing{Ping: []match.UserID{"ann"}}, "5 2 2 c 0 00:00 false"},
		{
			"a ping with some asleep", func(*match.Match) {},
			match.Showing{Ping: []match.UserID{"ann"}, Asleep: 1, PingAt: at.Add(time.Hour)},
			"5 2 2 c 1 00:00 false",
		},
		{
			"a ping, and others later", func(*match.Match) {},
			match.Showing{Ping: []match.UserID{"ann"}, PingAt: at.Add(time.Hour)},
			"5 2 2 c 0 00:00 false",
		},
		{"nobody asleep any more", func(*match.Match) {}, match.Showing{}, "5 2 2 c 0 00:00 false"},
		{
			"a new turn", func(m *match.Match) { m.Turn = 3 },
			match.Showing{PingAt: at.Add(time.Hour)},
			"5 3 2  0 00:00 false",
		},
		{"a new turn, pinged", func(m *match.Match) { m.Turn = 3 }, match.Showing{}, "5 3 3  0 00:00 false"},
		{"taken back", func(m *match.Match) { m.Turn = 1 }, match.Showing{}, "5 1 2  0 00:00 false"},
		{"over", func(m *match.Match) { m.Status = match.Over }, match.Showing{}, "5 2 2  0 00:00 true"},
		{
			"at rest", func(m *match.Match) { m.Parked = &match.Parking{} },
			match.Showing{PingAt: at.Add(time.Hour)},
			"5 2 2  10 23:00 false",
		},
	} {
		m := match.Match{Record: match.Record{Head: 5, Turn: 2, Status: match.Running, Shown: was}}
		c.change(&m)
		s := sees(m, c.plan)
		if got := fmt.Sprintf("%d %d %d %s %b %s %v", s.Head, s.Turn, s.Pinged, s.Call, s.Asleep,
			s.Wake.Format("15:04"), s.Card != nil); got != c.want || s.Message != "m" {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The table says which failures are temporary, and after which of them the bot posts a new message
// instead of editing.
func TestFailuresOfMessages(t *testing.T) {
	for _, c := range []struct {
		err     error
		passing bool
		edit    string // the expected requests after an edit of a young board, and of an old one
		post    string // the expected requests after a post
	}{
		{nil, false, ", ", ""},
		{errors.New("no network"), true, "again, again", "again, unclear"},
		{refusal(http.StatusBadGateway, 0), true, "again, again", "again, unclear"},
		{tooFast(time.Second), true, "again, replace", "again"},
		{refusal(http.StatusBadRequest, discordgo.ErrCodeOpeningDirectMessagesTooFast), true, "again, again", "again"},
		{refusal(http.StatusUnauthorized, 0), true, "again, again", "again"},
		{refusal(http.StatusForbidden, discordgo.ErrCodeMissingPermissions), false, "again, again", "again"},
		{refusal(http.StatusForbidden, discordgo.ErrCodeMissingAccess), false, "park, park", "park"},
		{refusal(http.StatusBadRequest, 160005), false, "park, park", "park"},
		{refusal(http.StatusNotFound, discordgo.ErrCodeUnknownMessage), false, "anew, anew", "again"},
		{refusal(http.StatusNotFound, discordgo.ErrCodeUnknownChannel), false, "park, park", "park"},
		{refusal(http.StatusBadRequest, 50083), false, "post, post", "again"},
		{refusal(http.StatusForbidden, discordgo.ErrCodeCannotSendMessagesToThisUser), false, "again, again", "again"},
	} {
		f, _ := discord.Classify(c.err)
		if got := passing(c.err); got != c.passing {
			t.Errorf("%s is temporary: %v, want %v", f, got, c.passing)
		}
		if got := fmt.Sprintf("%s, %s", afterEdit(f, oldMessage-1), afterEdit(f, oldMessage)); got != c.edit {
			t.Errorf("after an edit that fails with %q: %s, want %s", f, got, c.edit)
		}
		next, unclear := afterPost(f)
		got := string(next)
		if unclear {
			got += ", unclear"
		}
		if got != c.post {
			t.Errorf("after a post that fails with %q: %s, want %s", f, got, c.post)
		}
	}
}

// A message is deleted once. The latest 256 are remembered.
func TestRemovedOnce(t *testing.T) {
	var r removed
	id := func(n int) match.MessageID { return match.MessageID(fmt.Sprint(n)) }
	for n := range 2*len(r.ring) + 10 {
		if !r.add(id(n)) || r.add(id(n)) || n > 0 && r.add(id(max(0, n-len(r.ring)+1))) {
			t.Fatalf("message %d is not new, or new twice, or one of the latest is forgotten", n)
		}
	}
	if !r.add(id(0)) {
		t.Error("a message of long ago is remembered")
	}
}

// A click on a board that is not on record: a newer one replaces the recorded one, an older one is
// deleted.
func TestStrayBoards(t *testing.T) {
	for clicked, want := range map[match.MessageID]string{
		"100": "false 200 DELETE /channels/4/messages/100",
		"300": "true 300 DELETE /channels/4/messages/200",
	} {
		atDesk(t, "kalah", func(d *desk) {
			shown := d.match().Shown
			shown.Message = "200"
			d.must(d.matches.Delivery.MarkShown(d.Context(), d.id, shown))
			d.discord.forget()
			adopted, err := d.boards.Stray(d.Context(), d.match(), clicked)
			d.must(err)
			if got := fmt.Sprint(adopted, " ", d.match().Shown.Message, " ",
				strings.Join(d.said(), ", ")); got != want {
				t.Errorf("a click on %s: %s, want %s", clicked, got, want)
			}
		})
	}
}

// said lists the requests so far.
func (d *desk) said() (list []string) {
	synctest.Wait()
	for _, c := range d.discord.received() {
		list = append(list, c.method+" "+c.path)
	}
	return list
}

// A board in a channel that the match has left becomes a link. If that can't be done at the time,
// it is deleted.
func TestReplacedElsewhere(t *testing.T) {
	for _, c := range []struct {
		name string
		old  match.Shown
		err  func(call) (int, int)
		want string
	}{
		{"nothing", match.Shown{Channel: "7"}, nil, ""},
		{"itself", match.Shown{Channel: "7", Message: "new"}, nil, ""},
		{"in the same channel", match.Shown{Channel: "4", Message: "old"}, nil, "DELETE /channels/4/messages/old"},
		{"elsewhere", match.Shown{Channel: "7", Message: "old"}, nil, "PATCH /channels/7/messages/old"},
		{"old, elsewhere", match.Shown{Channel: "7", Message: "old"}, func(c call) (int, int) {
			if c.method == "PATCH" {
				return http.StatusTooManyRequests,
					discordgo.ErrCodeMaximumNumberOfEditsToMessagesOlderThanOneHourReached
			}
			return 0, 0
		}, "PATCH /channels/7/messages/old DELETE /channels/7/messages/old"},
		{"gone, elsewhere", match.Shown{Channel: "7", Message: "old"}, func(call) (int, int) {
			return http.StatusNotFound, discordgo.ErrCodeUnknownMessage
		}, "PATCH /channels/7/messages/old"},
	} {
		atDesk(t, "kalah", func(d *desk) {
			d.discord.forget()
			d.discord.answers(c.err)
			d.boards.replaced(d.Context(), d.match(), c.old, "new", boards.Reader{In: lang.English})
			if got := strings.Join(d.said(), " "); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			d.discord.answers(nil)
		})
	}
}

// Among several processes an edit is stored at once, because another one may show the next change.
func TestEditsAreStoredAmongOthers(t *testing.T) {
	for _, alone := range []bool{true, false} {
		atDesk(t, "kalah", func(d *desk) {
			if !alone {
				p, err := peers.Enter(d.Context(), storagetest.NewMemory().Another(), quiet)
				d.must(err)
				d.engine.peers = p
			}
			d.offersDraw(d.bob)
			synctest.Wait()
			list, err := d.matches.Read.Unshown(d.Context(), "", 9)
			d.must(err)
			if (len(list) == 0) == alone {
				t.Errorf("alone %v: %d matches are not stored as shown", alone, len(list))
			}
			d.engine.peers = nil
		})
	}
}

// Another process has shown a later state than the one to which this process has just edited the
// message. The newest board is shown again: at once, or, if Discord has failed, at the next retry.
func TestOverwrittenBoards(t *testing.T) {
	for _, fails := range []bool{false, true} {
		atDesk(t, "kalah", func(d *desk) {
			p, err := peers.Enter(d.Context(), storagetest.NewMemory().Another(), quiet)
			d.must(err)
			d.engine.peers = p
			old := d.match()
			d.moves()
			synctest.Wait()
			edits := func() (n int) {
				for _, line := range d.said() {
					if strings.HasPrefix(line, "PATCH ") {
						n++
					}
				}
				return n
			}
			d.discord.forget()
			if fails {
				d.discord.answers(func(call) (int, int) {
					return http.StatusBadRequest, discordgo.ErrCodeInvalidFormBody
				})
			}
			ctx, end := context.WithCancel(d.Context())
			end() // the time in which a click can be answered is over
			if err := d.boards.NoteEdited(ctx, old, match.Showing{Edit: true}); (err != nil) != fails {
				t.Errorf("Discord fails %v: %v", fails, err)
			}
			d.discord.answers(nil)
			before := edits()
			d.boards.Mark(d.match())
			d.passes(10 * time.Second) // three refused forms of the board have used up the channel's pace
			now := edits()
			if before == 0 || (now > before) != fails {
				t.Errorf("Discord fails %v: %d edits at once, %d in all", fails, before, now)
			}
			d.boards.Mark(d.match())
			d.passes(10 * time.Second)
			if again := edits(); again > now {
				t.Errorf("Discord fails %v: %d edits, though the board is up to date", fails, again-now)
			}
			d.engine.peers = nil
		})
	}
}

// Beside another process an edit that can't be recorded is an error, and the board is in doubt.
func TestEditThatIsNotRecorded(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		p, err := peers.Enter(d.Context(), storagetest.NewMemory().Another(), quiet)
		d.must(err)
		d.engine.peers = p
		m := d.match()
		d.store.FailAt(1)
		err = d.boards.NoteEdited(d.Context(), m, match.Showing{Edit: true})
		failed := d.store.FailAt(0)
		if !failed || !errors.Is(err, storagetest.ErrDown) || !d.boards.memory.board(d.id).Doubted {
			t.Errorf("%v, in doubt: %t", err, d.boards.memory.board(d.id).Doubted)
		}
		d.engine.peers = nil
	})
}

// The golden file has the life of ephemeral messages: edits and deletions by the second. The golden
// file is reviewed as a diff.
func TestLiveBoards(t *testing.T) {
	var page strings.Builder
	for _, c := range []struct {
		name string
		game games.ID
		act  func(d *desk, answer func(from string) *discord.Responder)
	}{
		{"a board is edited, and deleted in time", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", false)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"a board for one move", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", true)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"a board of who moves", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.ann.User, answer("one"), "one", false)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"a second board replaces the first", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.ann.User, answer("one"), "one", false)
			d.passes(time.Minute)
			d.private.Keep(d.match(), d.ann.User, answer("one"), "one", false)
			d.passes(time.Minute)
			d.private.Keep(d.match(), d.ann.User, answer("two"), "two", false)
			d.passes(20 * time.Minute)
		}},
		{"the end", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", false)
			d.private.KeepAside(d.match(), d.ann.User, answer("two"), "two", false)
			d.resigns(d.ann)
			d.passes(20 * time.Minute)
			d.private.Keep(d.match(), d.bob.User, answer("three"), "three", false)
			d.passes(20 * time.Minute)
		}},
		{"remarks", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.KeepAside(d.match(), d.bob.User, answer("stays"), "stays", false)
			d.private.KeepAside(d.match(), d.ann.User, answer("goes"), "goes", true)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"notes", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.KeepNote(d.match(), d.bob.User, "4", answer("glance"), true)
			d.private.KeepNote(d.match(), d.ann.User, "4", answer("note"), false)
			d.passes(3 * time.Second)
			d.private.KeepNote(d.match(), d.ann.User, "4", answer("note again"), false)
			d.passes(time.Minute)
			d.private.KeepNote(d.match(), d.ann.User, "9", answer("elsewhere"), false)
			d.private.KeepNote(d.match(), d.bob.User, "9", answer("two"), false)
			d.passes(3 * time.Minute)
			d.private.KeepNote(d.match(), d.bob.User, "9", answer("three"), false)
			d.passes(4 * time.Minute)
			behind := d.match()
			behind.Head++ // the record is changed as if the board in the channel did not show the change yet
			d.private.KeepNote(behind, d.ann.User, "4", answer("a board to come"), false)
			d.passes(time.Minute)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"panels", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.KeepPanel(d.match(), d.ann.User, answer("dropped"), "dropped")
			d.private.KeepPanel(d.match(), d.bob.User, answer("goes"), "goes")
			d.private.DropPassed(d.id, d.ann.User) // Ann has not acted yet
			d.passes(10 * time.Second)
			d.moves()
			d.private.DropPassed(d.id, d.ann.User)
			d.private.DropPassed(d.id, d.bob.User)
			d.passes(10 * time.Second)
			d.moves()
			d.passes(10 * time.Second)
			d.private.KeepPanel(d.match(), d.ann.User, answer("ends"), "ends")
			d.private.KeepPanel(d.match(), d.bob.User, answer("taken"), "taken")
			if d.private.TakePanel(d.bob.User, "ends") || !d.private.TakePanel(d.bob.User, "taken") ||
				d.private.IsPanel(d.id, d.bob.User, "taken") || !d.private.IsPanel(d.id, d.ann.User, "ends") {
				t.Error("Bob's panel is not taken, or another one is")
			}
			d.resigns(d.bob)
			d.passes(20 * time.Minute)
		}},
		{"dismissed", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", false)
			d.discord.answers(func(c call) (int, int) {
				if strings.HasPrefix(c.path, "/webhooks") {
					return http.StatusNotFound, discordgo.ErrCodeUnknownMessage
				}
				return 0, 0
			})
			d.moves()
			d.passes(time.Minute)
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"forgotten", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", false)
			d.private.Keep(d.match(), d.ann.User, answer("two"), "two", false)
			d.private.KeepAside(d.match(), d.ann.User, answer("three"), "three", false)
			d.private.Forget(d.id, d.bob.User)
			d.private.ForgetFrom(d.id, d.ann.User, "one")
			d.private.ForgetFrom(d.id, d.ann.User, "three")
			d.moves()
			d.passes(20 * time.Minute)
		}},
		{"another process", "kalah", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", true)
			d.private.Keep(d.match(), d.ann.User, answer("two"), "two", false)
			d.private.live.mu.Lock()
			for _, b := range d.private.live.all {
				b.made-- // the record is changed as if another process had continued the match
			}
			d.private.live.mu.Unlock()
			d.private.Heard("another")
			d.passes(10 * time.Second)
			d.private.Heard(d.id)
			d.passes(10 * time.Second)
			d.private.Keep(d.match(), d.bob.User, answer("three"), "three", true)
			d.private.live.mu.Lock()
			for _, b := range d.private.live.all {
				b.made--
			}
			d.private.live.mu.Unlock()
			d.private.Refresh()
			d.passes(time.Minute)
			d.private.Refresh() // nothing has changed since the last board
			d.passes(20 * time.Minute)
		}},
		{"secret armies", "stratego", func(d *desk, answer func(string) *discord.Responder) {
			d.private.Keep(d.match(), d.bob.User, answer("one"), "one", false)
			d.private.Keep(d.match(), d.ann.User, answer("two"), "two", false)
			d.private.Keep(d.match(), "eve", answer("none"), "none", false)
			d.private.KeepAside(d.match(), d.bob.User, answer("aside"), "aside", true)
			_, err := d.matches.Play.Move(d.Context(), d.act(d.ann), "swap:a1d1")
			d.must(err)
			d.passes(10 * time.Second) // Ann's secret act must not delete the private message to Bob
			d.moves()
			d.passes(time.Minute)
			d.moves()
			d.passes(20 * time.Minute)
		}},
	} {
		atDesk(t, c.game, func(d *desk) {
			d.discord.forget()
			d.discord.takesFrom(slowly)
			began := time.Now()
			c.act(d, func(from string) *discord.Responder {
				return d.boards.Client.Respond(&discordgo.Interaction{
					ID: from, AppID: "app", Token: from,
					Type: discordgo.InteractionApplicationCommandAutocomplete,
				}, quiet)
			})
			fmt.Fprintf(&page, "## %s\n", c.name)
			calls := slices.DeleteFunc(d.discord.received(), func(c call) bool {
				return !strings.HasPrefix(c.path, "/webhooks")
			})
			second := func(c call) time.Duration { return c.at.Sub(began).Round(100 * time.Millisecond) }
			// simultaneous requests have no fixed order
			slices.SortFunc(calls, func(a, b call) int {
				return cmp.Or(cmp.Compare(second(a), second(b)), cmp.Compare(a.path, b.path))
			})
			for _, c := range calls {
				fmt.Fprintf(&page, "%v %s %s %s\n", second(c), c.method, c.path, gist(c.body))
			}
			fmt.Fprintf(&page, "%d are kept\n\n", len(d.private.live.all))
		})
	}
	golden.Check(t, "testdata/live.txt", page.String())
}

// A digest waits while the news of one source can't be read.
func TestDigestOfSources(t *testing.T) {
	broken := errors.New("out of order")
	for _, c := range []struct {
		sources []DigestSource
		news    int
		err     error
	}{
		{nil, 0, nil},
		{[]DigestSource{source{}, source{}}, 2, nil},
		{[]DigestSource{source{}, unreadable{broken}}, 0, broken},
		{[]DigestSource{unreadable{broken}, source{}}, 0, broken},
	} {
		d := digests{sources: c.sources}
		if list, err := d.steps(t.Context(), "1"); len(list) != c.news || !errors.Is(err, c.err) {
			t.Errorf("%v have %d pieces of news, %v; want %d, %v", c.sources, len(list), err, c.news, c.err)
		}
	}
}

// If a source of a digest fails, the digest is not recorded as sent. A match that no longer exists is
// left out of a digest.
func TestDigestThatFails(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDigest })
		broken := errors.New("out of order")
		look := func(sources ...DigestSource) error {
			d.boards.digests.sources = sources
			return d.boards.digests.Look(d.Context(), Key{Kind: Digest, ID: "1", User: "1"})
		}
		told := func() bool {
			u, err := d.people.User(d.Context(), d.ann.User)
			return err != nil || !u.Digested.IsZero()
		}
		if err := look(unreadable{broken}); !errors.Is(err, broken) || told() {
			t.Errorf("a source can't be read: %v, told %t", err, told())
		}
		if err := look(source{func(context.Context) error { return broken }}); !errors.Is(err, broken) || told() {
			t.Errorf("a source can't record it: %v, told %t", err, told())
		}
		d.boards.digests.marked["1"] = map[match.ID]bool{"gone": true}
		if err := look(source{func(context.Context) error { return nil }}); err != nil || !told() {
			t.Errorf("a match is gone: %v, told %t", err, told())
		}
	})
}

// unreadable is a source whose news can't be read.
type unreadable struct{ err error }

func (s unreadable) Steps(context.Context, match.UserID) ([]DigestStep, error) { return nil, s.err }
