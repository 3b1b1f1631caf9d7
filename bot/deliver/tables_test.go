package deliver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/choose"
	"paddock/bot/component"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/calendar"
)

// A private board is spent when its match was called off, or when the match's own board in the same
// channel shows the player's army.
func TestSpent(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		d.moves()
		d.moves()
		d.resigns(d.bob)
		over := d.match()
		for _, c := range []struct {
			name   string
			change func(m *match.Match)
			want   bool
		}{
			{"over, in a server", func(*match.Match) {}, false},
			{"over, in direct messages", func(m *match.Match) { m.Place.Channel = "dm1" }, true},
			{
				"running, in direct messages", func(m *match.Match) { m.Place.Channel, m.Status = "dm1", match.Running },
				false,
			},
			{"called off", func(m *match.Match) { m.Status, m.Moves = match.Closed, 0 }, true},
			{"called off after a move", func(m *match.Match) { m.Status, m.Moves = match.Closed, 1 }, false},
			{
				"unreadable, in direct messages", func(m *match.Match) { m.Place.Channel, m.Position = "dm1", "?" },
				false,
			},
		} {
			m := over
			if c.change(&m); spent(d.matches.Read.Of(m.Record), match.User{ID: d.ann.User, DM: "dm1"}) != c.want {
				t.Errorf("%s: spent %t, want %t", c.name, !c.want, c.want)
			}
		}
	})
}

// The set of people to notify later has one bit for each person: a player has the bit of their
// seat, and a challenged member the first bit.
func TestLaterSeats(t *testing.T) {
	players := []match.Player{{User: "ann"}, {User: "bob"}}
	for _, c := range []struct {
		status match.Status
		users  []match.UserID
		want   games.Seats
	}{
		{match.Running, nil, 0},
		{match.Running, []match.UserID{"bob"}, games.SeatSet(1)},
		{match.Running, []match.UserID{"ann", "bob", "eve"}, games.SeatSet(0) | games.SeatSet(1)},
		{match.Running, []match.UserID{"eve"}, 0},
		{match.Open, []match.UserID{"eve"}, 1},
		{match.Open, []match.UserID{"bob"}, games.SeatSet(1)},
	} {
		if got := laterSeats(match.Match{Record: match.Record{Status: c.status, Players: players}},
			c.users); got != c.want {
			t.Errorf("%s, %v: %b, want %b", c.status, c.users, got, c.want)
		}
	}
}

// If a notification does not reach a user, the bot tries again. The pause is as long as the time
// since the first try, between the shortest and the longest.
func TestCallLater(t *testing.T) {
	b := &Boards{Deps: Deps{Now: func() time.Time { return night }}}
	for _, c := range []struct {
		name   string
		waited time.Duration
		wake   time.Duration // when other members are notified; 0: nobody is
		missed []match.UserID
		want   string
	}{
		{"nobody is missed", time.Minute, 0, nil, "0 3 never"},
		{"at once", 0, 0, []match.UserID{"bob"}, "10 2 30s"},
		{"after two minutes", 2 * time.Minute, 0, []match.UserID{"bob"}, "10 2 2m0s"},
		{"after a day", 24 * time.Hour, 0, []match.UserID{"ann", "bob"}, "11 2 10m0s"},
		{"others are called before", 24 * time.Hour, time.Minute, []match.UserID{"bob"}, "10 2 1m0s"},
	} {
		s := match.Shown{Pinged: 3}
		if c.wake > 0 {
			s.Wake = night.Add(c.wake)
		}
		m := match.Match{Record: match.Record{
			Status: match.Running, Turn: 3,
			Players: []match.Player{{User: "ann"}, {User: "bob"}},
		}}
		m.Clock.Started = night.Add(-c.waited)
		b.callLater(m, &s, c.missed)
		at := "never"
		if !s.Wake.IsZero() {
			at = s.Wake.Sub(night).String()
		}
		if got := fmt.Sprintf("%b %d %s", s.Asleep, s.Pinged, at); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	m := match.Match{Record: match.Record{Created: night, Status: match.Open}}
	if m.Clock.Started = night.Add(1); begun(m) != night {
		t.Error("a challenge counts from its turn")
	}
	if m.Status = match.Running; begun(m) != night.Add(1) {
		t.Error("a turn counts from the challenge")
	}
}

// A nonce has a form that Discord accepts. The nonce of a notice is the same for every try and
// depends on all that the notice says.
func TestNonces(t *testing.T) {
	if got := Nonce("x-%s", strings.Repeat("y", 40)); utf8.RuneCountInString(got) != maxNonce ||
		!strings.HasPrefix(got, "x-yyy") {
		t.Errorf("a long nonce is %q", got)
	}
	if got := Tail("abcdef", 3) + " " + Tail("ab", 3); got != "def ab" {
		t.Errorf("tails are %q", got)
	}
	of := func(seed uint64, id match.ID, event match.Seq, kind match.NoticeKind) string {
		m := match.Match{Record: match.Record{ID: id}}
		m.Setup.Seed = seed
		return noticeNonce(m, match.Notice{Event: event, Kind: kind, To: "anybody"})
	}
	list := []string{
		of(1, "m", 2, "k"), of(2, "m", 2, "k"), of(1, "n", 2, "k"), of(1, "m", 3, "k"), of(1, "m", 2, "l"),
		of(1, "m", 2, "k"),
	}
	slices.Sort(list)
	if len(slices.Compact(slices.Clone(list))) != 5 || !strings.HasPrefix(list[0], "n-") ||
		utf8.RuneCountInString(list[0]) != maxNonce {
		t.Errorf("nonces of five notices, one of them twice: %q", list)
	}
}

// A board in direct messages belongs to one person alone, if no other person plays. It shows their
// own view and their next match.
func TestAlone(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.DM = "dm1" })
		c, err := d.matches.Tables.Propose(d.Context(), match.Proposal{
			Game: "stratego", Place: match.Place{Channel: "dm1"}, By: d.ann,
			With: []match.Player{{Computer: games.Easy}}, Side: "me", Cause: "alone",
		})
		d.must(err)
		for name, change := range map[string]func(m *match.Match){
			"true":                       func(*match.Match) {},
			"false, in a server":         func(m *match.Match) { m.Place.Guild = "3" },
			"false, in another channel":  func(m *match.Match) { m.Place.Channel = "7" },
			"false, with another person": func(m *match.Match) { m.Players = []match.Player{d.ann, d.bob} },
			"false, of somebody who is unknown": func(m *match.Match) {
				m.Players = []match.Player{{User: "99"}, {Computer: games.Easy}}
			},
		} {
			m := c.Match
			change(&m)
			u, alone := d.boards.Alone(d.Context(), m)
			if fmt.Sprint(alone) != strings.Split(name, ",")[0] || alone && u.ID != d.ann.User {
				t.Errorf("alone %v, %q; want %s", alone, u.ID, name)
			}
			board, err := d.boards.Own(d.Context(), m, "a note")
			d.must(err)
			raw, err := json.Marshal(board.Parts)
			d.must(err)
			text := string(raw)
			for _, part := range []string{
				"Confirm", "My next match",
				component.Target{Match: c.Match.ID, Action: component.ActNextMatch}.MustID(),
			} {
				if strings.Contains(text, part) != alone {
					t.Errorf("%s: the board has %q: %v\n%s", name, part, !alone, text)
				}
			}
			if !strings.Contains(text, "a note") && alone {
				t.Errorf("%s: the note is missing: %s", name, text)
			}
		}
		d.changes(d.ann, func(u *match.User) {
			u.PrivateBoards = map[match.ID]match.PrivateBoard{c.Match.ID: {Message: "old"}}
		})
		d.private.Mark(c.Match.ID, d.ann.User)
		d.passes(time.Minute)
		if n := d.discord.count("DELETE", "/channels/dm1/messages/old"); n != 1 ||
			len(d.user(d.ann).PrivateBoards) > 0 {
			t.Errorf("beside the board that shows everything a private board was deleted %d times, and %v is recorded",
				n, d.user(d.ann).PrivateBoards)
		}
	})
}

// Users are told in the way that they chose, and in the other way if that fails. Users who want no
// notifications, or can't be reached, count as told. Users who are asleep, or read digests, are not
// told yet.
func TestReach(t *testing.T) {
	users := []match.UserID{"1", "2", "5", "6", "7", "8", "9"}
	for _, c := range []struct {
		name         string
		absent       bool
		refused      string // the ends of the paths of refused requests
		status, code int
		want         string
	}{
		{
			"all goes well", false, "", 0, 0,
			"POST /channels/4/messages, POST /channels/dm5/messages, POST /channels/dm9/messages; told [6] [1 2] [5] [9]; sent 1 4, 2 4, 5 dm5, 9 dm9; <nil>",
		},
		{
			"nothing can be posted there", true, "", 0, 0,
			"POST /channels/dm1/messages, POST /channels/dm2/messages, POST /channels/dm5/messages, POST /channels/dm9/messages; told [6] [5] [9] [1] [2]; sent 5 dm5, 9 dm9, 1 dm1, 2 dm2; <nil>",
		},
		{
			"the channel refuses", false, "/4/messages", 403, discordgo.ErrCodeMissingPermissions,
			"POST /channels/4/messages, POST /channels/dm1/messages, POST /channels/dm2/messages, POST /channels/dm5/messages, POST /channels/dm9/messages; told [6] [5] [9] [1] [2]; sent 5 dm5, 9 dm9, 1 dm1, 2 dm2; <nil>",
		},
		{"the channel fails", false, "/4/messages", 502, 0, "POST /channels/4/messages; told [6]; sent ; an error"},
		{
			"direct messages are closed", false, "/dm5/messages", 403, discordgo.ErrCodeCannotSendMessagesToThisUser,
			"POST /channels/4/messages, POST /channels/4/messages, POST /channels/dm5/messages, POST /channels/dm9/messages; told [6] [1 2] [5] [5] [9]; sent 1 4, 2 4, 5 , 5 4, 9 dm9; <nil>",
		},
		{
			"direct messages fail", false, "/dm5/messages", 502, 0,
			"POST /channels/4/messages, POST /channels/dm5/messages; told [6] [1 2]; sent 1 4, 2 4; an error",
		},
		{
			"nobody can be reached", true, "/messages", 403, discordgo.ErrCodeCannotSendMessagesToThisUser,
			"POST /channels/dm1/messages, POST /channels/dm2/messages, POST /channels/dm5/messages, POST /channels/dm9/messages; told [6] [5] [9] [1] [2]; sent 5 , 9 , 1 , 2 ; <nil>",
		},
	} {
		atDesk(t, "kalah", func(d *desk) {
			for id, change := range map[match.UserID]func(u *match.User){
				"5": func(u *match.User) { u.Notify = match.ByDM }, "9": func(u *match.User) { u.Notify = match.ByDM },
				"6": func(u *match.User) { u.Notify = match.ByNothing },
				"7": func(u *match.User) {
					u.Hours = calendar.Hours{Zone: "UTC", Night: calendar.Night{From: 0, To: 8 * 60}}
				}, "8": func(u *match.User) { u.Notify = match.ByDigest },
			} {
				d.changes(match.Player{User: id}, change)
			}
			d.discord.answers(func(r call) (int, int) {
				if c.refused != "" && strings.HasSuffix(r.path, c.refused) {
					return c.status, c.code
				}
				return 0, 0
			})
			d.discord.forget()
			var told, sent []string
			_, err := d.boards.Reach(d.Context(), Reach{
				At: match.Place{Guild: "3", Channel: "4"}, absent: c.absent, Since: time.Now(), Nonce: "once",
				Public: func(lang.Language, []match.UserID) discord.Message { return discord.TextMessage("to all") },
				Direct: func(_ lang.Language, u match.UserID) discord.Message {
					return discord.TextMessage("to " + string(u))
				},
				Told: func(_ context.Context, users ...match.UserID) error {
					told = append(told, fmt.Sprint(users))
					return nil
				},
				sent: func(_ context.Context, u match.UserID, ref match.MessageRef) error {
					sent = append(sent, fmt.Sprint(u, " ", ref.Channel))
					return nil
				},
			}, users)
			posts := slices.DeleteFunc(d.said(), func(s string) bool { return !strings.HasSuffix(s, "/messages") })
			slices.Sort(posts)
			failed := "<nil>"
			if err != nil {
				posts, failed = slices.Compact(posts), "an error" // each request is tried several times
			}
			if got := fmt.Sprintf("%s; told %s; sent %s; %s", strings.Join(posts, ", "), strings.Join(told, " "),
				strings.Join(sent, ", "), failed); got != c.want {
				t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
			}
		})
	}
}

// The method Reach records whom it has told, in the channel, by direct message or not at all; if
// that can't be recorded, it returns the error.
func TestReachRecords(t *testing.T) {
	users := []match.UserID{"1", "5", "6"}
	for _, fails := range append(users, "nobody") {
		atDesk(t, "kalah", func(d *desk) {
			d.changes(match.Player{User: "5"}, func(u *match.User) { u.Notify = match.ByDM })
			d.changes(match.Player{User: "6"}, func(u *match.User) { u.Notify = match.ByNothing })
			_, err := d.boards.Reach(d.Context(), Reach{
				At: match.Place{Guild: "3", Channel: "4"}, Since: time.Now(), Nonce: "once",
				Public: func(lang.Language, []match.UserID) discord.Message { return discord.TextMessage("to all") },
				Direct: func(lang.Language, match.UserID) discord.Message { return discord.TextMessage("to one") },
				Told: func(_ context.Context, users ...match.UserID) error {
					if slices.Contains(users, fails) {
						return errFails
					}
					return nil
				},
			}, users)
			if errors.Is(err, errFails) != (fails != "nobody") {
				t.Errorf("that %s was told can't be recorded: %v", fails, err)
			}
		})
	}
}

// P72, P76: the players of a match that comes to rest are told once, unless the bot has left the
// server. Other events are shown when the match continues.
func TestRest(t *testing.T) {
	for why, want := range map[match.Code]string{
		match.CodeChannelGone: "at once: shown true, 2 messages; and a move: shown true, 2 messages",
		match.CodeServerLeft:  "at once: shown true, 0 messages; and a move: shown false, 0 messages",
		match.CodeLocked:      "at once: shown true, 2 messages; and a move: shown true, 2 messages",
		match.CodeNoAccess:    "at once: shown true, 2 messages; and a move: shown true, 2 messages",
	} {
		var got []string
		for _, when := range []string{"at once", "and a move"} {
			atDesk(t, "kalah", func(d *desk) {
				d.discord.answers(func(c call) (int, int) {
					if strings.HasPrefix(c.path, "/channels/4/") {
						return 502, 0
					}
					return 0, 0
				})
				if when == "and a move" {
					d.moves()
				}
				_, err := d.matches.Referee.Park(d.Context(), d.id, why, "parked")
				d.must(err)
				d.passes(time.Minute)
				m := d.match()
				n := d.discord.count("POST", "/channels/dm1/messages") +
					d.discord.count("POST", "/channels/dm2/messages")
				got = append(got, fmt.Sprintf("%s: shown %t, %d messages", when, m.Shown.Head == m.Head, n))
				if m.Shown.Head == m.Head {
					m.Head++ // the record is changed as if something had happened since then
					d.must(d.boards.show(d.Context(), m))
				}
				if later := d.discord.count("POST", "/channels/dm1/messages") +
					d.discord.count("POST", "/channels/dm2/messages"); later != n {
					t.Errorf("%s, %s: %d messages about what has happened since", why, when, later-n)
				}
			})
		}
		if line := strings.Join(got, "; "); line != want {
			t.Errorf("%s: %s, want %s", why, line, want)
		}
	}
}

// A notice outside servers is posted in the language of the match's owner. A kind with its own
// function is told once by that function.
func TestNoticesOutsideServers(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Language = "de" })
		m := d.match()
		m.Place = match.Place{Channel: "7"}
		d.discord.forget()
		_, err := d.notices.tell(d.Context(), m, match.Notice{Event: 3, To: "2", Kind: match.DrawDeclined},
			[]match.UserID{"2"})
		d.must(err)
		calls := d.discord.received()
		if last := calls[len(calls)-1]; last.path != "/channels/7/messages" ||
			!strings.Contains(gist(last.body), "Remis") {
			t.Errorf("sent to %s: %s", last.path, gist(last.body))
		}
		called := 0
		d.notices.TellBy(match.DrawOffered, func(context.Context, match.Match) error { called++; return nil })
		d.offersDraw(d.bob)
		d.passes(time.Minute)
		if left := d.match().Notices; called != 1 || len(left) > 0 {
			t.Errorf("told %d times, and %v is left", called, left)
		}
	})
}

// Closed direct messages are recorded, and a channel that is gone is forgotten. Other failures
// change nothing.
func TestPrivateBoardsThatFail(t *testing.T) {
	for f, want := range map[discord.Failure]string{
		discord.DMClosed:    "dm1 true, again false",
		discord.ChannelGone: " false, again true", discord.Forbidden: "dm1 false, again false",
	} {
		atDesk(t, "stratego", func(d *desk) {
			again := d.private.Failed(d.Context(), PrivateBoard.key(d.id, d.ann.User), f)
			if u := d.user(d.ann); fmt.Sprintf("%s %t, again %t", u.DM, u.DMClosed, again) != want {
				t.Errorf("%s: %q %t, again %t; want %s", f, u.DM, u.DMClosed, again, want)
			}
		})
	}
}

// P75: where the stored channel of direct messages is gone, a new one is opened. If the user's direct
// messages turn out to be closed then, that is recorded and no error.
func TestTellInANewChannel(t *testing.T) {
	for _, c := range []struct {
		status, code int
		told         bool
		want         string // the user's channel, and whether it is closed
	}{
		{0, 0, true, "dm2 false"},
		{http.StatusForbidden, discordgo.ErrCodeCannotSendMessagesToThisUser, false, "dm2 true"},
	} {
		atDesk(t, "kalah", func(d *desk) {
			d.changes(d.bob, func(u *match.User) { u.DM = "gone" })
			d.discord.answers(func(r call) (int, int) {
				switch r.path {
				case "/channels/gone/messages":
					return http.StatusNotFound, discordgo.ErrCodeUnknownChannel
				case "/channels/dm2/messages":
					return c.status, c.code
				}
				return 0, 0
			})
			hello := discord.Message{Parts: []discordgo.MessageComponent{discord.Text("hello")}}
			told, err := d.boards.Tell(d.Context(), d.bob.User, hello)
			if u := d.user(d.bob); told != c.told || err != nil || fmt.Sprintf("%s %t", u.DM, u.DMClosed) != c.want {
				t.Errorf("%d: told %t, %v, %q closed %t; want %t, %s", c.code, told, err, u.DM, u.DMClosed, c.told,
					c.want)
			}
		})
	}
}

// A digest is about the running matches of its reader, and about the others that marked it, each
// once.
func TestMatchesOfDigests(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		first := d.id
		d.resigns(d.bob)
		d.challenges(match.Place{Guild: "3", Channel: "4"})
		for _, id := range []match.ID{first, d.id, d.id, ""} {
			d.boards.digests.mark(d.ann.User, id)
		}
		list, others, err := d.boards.digests.matchesOf(d.Context(), d.ann.User)
		if err != nil || len(list) != 1 || list[0].ID != d.id || len(others) != 1 || others[0].ID != first {
			t.Errorf("%d running matches and %d others, %v; want one each", len(list), len(others), err)
		}
	})
}

// The thread of a match is archived when the match has ended and its last board is complete.
// Discord is asked whether the channel is a thread.
func TestEnded(t *testing.T) {
	for _, c := range []struct {
		status  match.Status
		awaited bool
		want    int
	}{
		{match.Over, false, 1},
		{match.Closed, false, 1},
		{match.Running, false, 0},
		{match.Open, false, 0},
		{match.Over, true, 0},
	} {
		atDesk(t, "kalah", func(d *desk) {
			m := d.match()
			m.Status, m.Place.Channel = c.status, "77"
			d.boards.Awaited = func(match.Match) bool { return c.awaited }
			d.boards.Ended(d.Context(), m)
			if n := d.discord.count("GET", "/channels/77"); n != c.want {
				t.Errorf("%s, awaited %t: Discord was asked %d times, want %d", c.status, c.awaited, n, c.want)
			}
		})
	}
}

// After a post whose answer was lost, the next state is posted and not edited into the known
// message. After that the state of the message is known again.
func TestUnclear(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.passes(2 * time.Hour)
		d.discord.answers(func(c call) (int, int) {
			if c.method == "POST" {
				return -1, 0
			}
			return 0, 0
		})
		d.moves()
		d.passes(10 * time.Second)
		if !d.boards.memory.board(d.id).Unclear || d.boards.memory.board("another").Unclear {
			t.Error("a lost answer leaves no doubt, or doubts about another match")
		}
		d.discord.answers(nil)
		before, shown := d.discord.count("PATCH", ""), d.match().Shown.Message
		d.offersDraw(d.bob)
		d.passes(10 * time.Second)
		if n := d.discord.count("PATCH", "") - before; n != 0 || d.match().Shown.Message == shown ||
			d.boards.memory.board(d.id).Unclear {
			t.Errorf("%d edits; shown in %s, before in %s; unclear %t", n, d.match().Shown.Message, shown,
				d.boards.memory.board(d.id).Unclear)
		}
	})
}

// A digest to a user whose notification was not delayed changes nothing about the notifications of
// others.
func TestCalled(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		shown := d.match().Shown
		shown.Pinged, shown.Wake = shown.Turn-1, time.Now().Add(time.Hour)
		d.must(d.matches.Delivery.MarkShown(d.Context(), d.id, shown))
		d.must(d.boards.digests.called(d.Context(), d.id, d.bob.User))
		if s := d.match().Shown; s.Pinged != shown.Pinged || !s.Wake.Equal(shown.Wake) {
			t.Errorf("called for %d, next at %v; want %d and %v", s.Pinged, s.Wake, shown.Pinged, shown.Wake)
		}
	})
}

// A notification by direct message links to the new board. A private board that was never sent is
// sent without a deletion.
func TestLinksOfCalls(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDM })
		d.passes(2 * time.Hour)
		d.discord.forget()
		d.moves()
		d.passes(time.Second)
		calls := d.discord.received()
		last := calls[slices.IndexFunc(calls, func(c call) bool {
			return c.path == "/channels/dm2/messages"
		})]
		if link := "https://discord.com/channels/3/4/" +
			string(d.match().Shown.Message); !strings.Contains(gist(last.body), link) {
			t.Errorf("the call says %q, want the link %s", gist(last.body), link)
		}
		d.changes(d.ann, func(u *match.User) { u.DM = "dm1" })
		d.must(d.private.SendAgain(d.Context(), d.id, d.ann.User))
		if list := strings.Join(d.said(), "\n"); strings.Contains(list, "DELETE /channels/dm1") {
			t.Errorf("a private board that was never sent is deleted:\n%s", list)
		}
	})
}

// If a player acts while a call to them is being sent, the call is obsolete when it arrives, and is
// deleted.
func TestLateCall(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		ref := match.MessageRef{Channel: "dm1", Message: "late"} // no draw is offered
		d.must(d.boards.keep(d.Context(), d.id, d.ann.User, match.DrawOffered, ref))
		synctest.Wait()
		if n := d.discord.count("DELETE", "/channels/dm1/messages/late"); n != 1 {
			t.Errorf("the call is deleted %d times, want once", n)
		}
	})
}

// A player whose direct messages are closed is notified in the channel. As long as Discord can't
// post there, the notice counts as untold, and later it is posted.
func TestCalledInTheChannelAtLast(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDM })
		calls := func(c call) bool { return strings.HasPrefix(c.nonce, "u-n-") || strings.HasPrefix(c.nonce, "n-") }
		down := true
		d.discord.answers(func(c call) (int, int) {
			switch {
			case strings.HasPrefix(c.path, "/channels/dm1") && c.method == "POST":
				return 403, discordgo.ErrCodeCannotSendMessagesToThisUser
			case down && c.path == "/channels/4/messages" && calls(c):
				return 502, 0
			}
			return 0, 0
		})
		for _, called := range []bool{false, true} {
			if !called {
				d.offersDraw(d.bob)
			} else {
				down = false
			}
			d.passes(2 * retryMost)
			told := len(noticesTo(d.match(), d.ann.User)) == 0
			if posted := slices.ContainsFunc(d.discord.received(), func(c call) bool {
				return c.path == "/channels/4/messages" && calls(c) && c.status == 0
			}); told != called || posted != called {
				t.Errorf("the notice counts as told: %t, and is posted: %t; want %t", told, posted, called)
			}
		}
	})
}

// P145: a board in direct messages says that the clock has confirmed the player's set-up. Only the log
// of the match contains that.
func TestAloneAfterTheClock(t *testing.T) {
	atDesk(t, "stratego", func(d *desk) {
		for d.match().Waiting.Has(1) { // both armies are arranged at once
			d.passes(6 * time.Hour)
		}
		m := d.match()
		m.Place, m.Players = match.Place{Channel: "dm1"}, []match.Player{d.ann, {Computer: games.Easy}}
		d.changes(d.ann, func(u *match.User) { u.DM = "dm1" })
		to, err := d.boards.reader(d.Context(), m, nil, nil)
		if err != nil || !strings.Contains(to.Note, "ran out") {
			t.Errorf("the board's note is %q, %v", to.Note, err)
		}
	})
}

// While a click on a notification is answered, no notification of its match is deleted.
func TestLockCalls(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.ann, func(u *match.User) {
			u.Keep(d.id, match.DrawOffered, match.MessageRef{Channel: "dm1", Message: "call"})
		})
		unlock := d.boards.LockCalls(d.id)
		d.engine.Mark(Call.key(d.id, d.ann.User), "1")
		for _, want := range []int{0, 1} {
			synctest.Wait()
			if n := d.discord.count("DELETE", "/channels/dm1/messages/call"); n != want {
				t.Errorf("the call is deleted %d times, want %d", n, want)
			}
			if want == 0 {
				unlock()
			}
		}
	})
}

// The board of a match whose stored data is damaged is not posted again.
func TestRefreshOfADamagedMatch(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		broken := d.match().Record
		broken.Position = "not a position"
		m := new(match.Parsings).Match(broken, d.match().Rules())
		edits := d.discord.count("PATCH", "")
		if err := d.boards.Refresh(d.Context(), m); !errors.Is(err, match.ErrDamaged) {
			t.Errorf("the error is %v, want that of a damaged match", err)
		}
		if n := d.discord.count("PATCH", "") - edits; n != 0 {
			t.Errorf("%d edits, want none", n)
		}
	})
}

// Notices wait while the board of their match is being sent, because the board may contain them.
func TestNoticesWaitForTheBoard(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.engine.Close() // the engine is stopped, so that this test posts the boards itself
		d.offersDraw(d.bob)
		unlock, _ := d.engine.Lock(d.Context(), Board.key(d.id, ""))
		go func() { d.must(d.notices.Look(d.Context(), Notice.key(d.id, ""))) }()
		for _, want := range []int{1, 0} {
			synctest.Wait()
			if left := len(d.match().Notices); left != want {
				t.Errorf("%d notices are left, want %d", left, want)
			}
			if want > 0 {
				unlock()
			}
		}
	})
}

// If Discord refuses a request permanently, the bot logs that, even if it needs to do nothing else.
func TestRefusalsAreLogged(t *testing.T) {
	asked := &discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}
	for want, act := range map[string]func(d *desk){
		"a user could not be called": func(d *desk) {
			ref, err := d.boards.callApart(d.Context(), d.match(), match.Place{Guild: "3", Channel: "5"}, "2", nil)
			if called := ref.Message != ""; err != nil || called == (d.discord.answer != nil) {
				d.Errorf("the call is %v, %v", ref, err)
			}
		},
		"a thread could not be archived": func(d *desk) {
			m := d.match()
			m.Place.Channel = "77"
			d.boards.Archive(d.Context(), m)
		},
		"a private board that was sent anew could not be deleted": func(d *desk) {
			d.private.discard(d.Context(), d.id, match.User{DM: "dm1"}, match.PrivateBoard{Message: "old"})
		},
		"an ephemeral message could not be deleted": func(d *desk) {
			d.private.live.withdraw(&liveBoard{answer: d.boards.Client.Respond(asked, quiet)})
		},
	} {
		atDesk(t, "kalah", func(d *desk) {
			act(d)
			if strings.Contains(d.log.String(), want) {
				d.Errorf("%q is logged, and nothing is refused", want)
			}
			d.discord.answers(func(call) (int, int) { return http.StatusForbidden, 20999 })
			act(d)
			if !strings.Contains(d.log.String(), want) {
				d.Errorf("%q is not logged: %s", want, d.log.String())
			}
		})
	}
}

// In a server that the bot is not in, it can delete an old board only with the token of an interaction.
// Without such a token the board stays.
func TestBoardOutOfReachStays(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		old := match.Shown{Channel: "7", Message: "old"}
		outside, server := match.Place{Channel: "7", Outside: match.Between}, match.Place{Guild: "3", Channel: "7"}
		if d.boards.remove(d.Context(), outside, old) || !d.boards.remove(d.Context(), server, old) {
			t.Error("a board out of reach is gone, or one within reach is left")
		}
	})
}

// In a server that the bot is not in, the token of an interaction posts the board that the channel has
// not been shown, and the one that somebody has asked for.
func TestBoardsOutsideServers(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		at := match.Place{Channel: "7", Outside: match.Between}
		d.boards.Tokens = new(Tokens)
		heard := func(token string, posts int) {
			d.Helper()
			d.boards.Heard(d.Context(), at, d.id, d.boards.Client.Respond(&discordgo.Interaction{
				ID: token, AppID: "app", Token: token, Type: discordgo.InteractionApplicationCommandAutocomplete,
			}, quiet), false)
			d.passes(time.Minute)
			if n := d.discord.count("POST", "/webhooks/app/"+token); n != posts {
				d.Errorf("with the token %s %d messages are posted, want %d", token, n, posts)
			}
		}
		d.challenges(at)
		d.passes(time.Minute)
		heard("unseen", 1)
		heard("up to date", 0)
		d.boards.Want(d.id)
		heard("wanted", 1)
		heard("wanted no more", 0)
		if n := d.discord.count("POST", "/channels/7/messages"); n > 0 {
			d.Errorf("%d messages are posted with the bot's own token", n)
		}
	})
}

// A stored match whose game this version doesn't have can't be drawn: each request for its board returns an
// error, and no message changes.
func TestNoBoardOfAGameThatIsGone(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.moves()
		d.moves() // no rating is that of a newcomer any more
		d.passes(time.Minute)
		d.engine.Close()
		m := match.Match{Record: d.match().Record}
		d.discord.forget()
		_, errCompose := d.boards.Compose(d.Context(), m, nil)
		_, errOwn := d.boards.Own(d.Context(), m, "")
		_, errStep := d.boards.Step(d.Context(), m, choose.Choice{})
		for what, err := range map[string]error{
			"Compose": errCompose, "Own": errOwn, "Step": errStep, "Refresh": d.boards.Refresh(d.Context(), m),
			"publish": d.boards.publish(d.Context(), m, facts{match: m}, plan{}, doPost),
		} {
			if err == nil {
				t.Errorf("%s makes a board", what)
			}
		}
		if calls := d.routes(); len(calls) > 0 {
			t.Errorf("requests %v", calls)
		}
	})
}

// P137: a match between two channels begins with a board in one of them. The other one has a link to it:
// the challenge there, or a message of its own if the challenge could not be posted.
func TestLinkToRivals(t *testing.T) {
	for _, refused := range []bool{false, true} {
		atDesk(t, "kalah", func(d *desk) {
			if refused {
				d.discord.answers(func(c call) (int, int) {
					if c.path == "/channels/9/messages" {
						return http.StatusForbidden, discordgo.ErrCodeMissingPermissions
					}
					return 0, 0
				})
			}
			c, err := d.matches.Tables.Propose(d.Context(), match.Proposal{
				Game: "kalah", Place: match.Place{Guild: "3", Channel: "4"}, By: d.ann, Side: "me",
				Voting: &match.Voting{Rival: "9"}, Cause: "rivals",
			})
			d.must(err)
			d.id = c.Match.ID
			d.passes(time.Minute)
			d.discord.answers(nil)
			d.discord.forget()
			_, err = d.matches.Tables.Join(d.Context(), d.act(d.bob), d.bob.Name)
			d.must(err)
			d.passes(time.Minute)
			var links []string
			for _, c := range d.discord.received() {
				if strings.HasPrefix(c.path, "/channels/9/") && strings.Contains(gist(c.body), "/channels/3/4/") {
					links = append(links, c.method)
				}
			}
			if want := map[bool]string{false: "[PATCH]", true: "[POST]"}[refused]; fmt.Sprint(links) != want {
				d.Errorf("the challenge was refused %t: %v links to the board, want %s", refused, links, want)
			}
		})
	}
}

// A rematch has the clock of its match. If the server does not allow that time any more, the board says
// which clock the rematch gets.
func TestBoardTellsTheClockOfARematch(t *testing.T) {
	for _, limit := range []time.Duration{0, time.Hour} {
		atDesk(t, "kalah", func(d *desk) {
			d.must(d.people.ChangeGuild(d.Context(), "3", func(g *match.Guild) { g.Longest = limit }))
			to, err := d.boards.reader(d.Context(), d.match(), nil, nil)
			d.must(err)
			if to.TimeAgain != limit {
				t.Errorf("a server that allows %v at most: the rematch has %v", limit, to.TimeAgain)
			}
		})
	}
}
