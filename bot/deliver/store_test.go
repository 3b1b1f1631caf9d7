package deliver

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"paddock/bot/board"
	"paddock/bot/choose"
	"paddock/bot/discord"
	"paddock/bot/lang"
	"paddock/games"
	"paddock/games/match"
	"paddock/storage/storagetest"
)

// asked is an act that calls the store or Discord, with its preparation.
type asked struct {
	before func(d *desk)
	act    func(d *desk) error
}

// askers lists acts that call the store, most of them also Discord, by name.
func askers() map[string]asked {
	offered := func(d *desk) {
		d.store.FailAt(0)
		d.offersDraw(d.bob)
	}
	nothing := func(*desk) {}
	alone := func(d *desk) { d.engine.Close() } // the engine is stopped, so that this test posts the boards itself
	return map[string]asked{
		"a board": {func(d *desk) { alone(d); d.moves() }, func(d *desk) error {
			return d.boards.Look(d.Context(), Board.key(d.id, ""))
		}},
		"an official's result": {func(d *desk) {
			alone(d)
			place := match.Decision{Place: [games.MaxSeats]int8{1, 2}}
			_, err := d.matches.Referee.Decide(d.Context(), d.act(d.ann), place)
			d.must(err)
		}, func(d *desk) error {
			return d.boards.Look(d.Context(), Board.key(d.id, ""))
		}},
		"a reminder": {func(d *desk) { alone(d); d.passes(40 * time.Hour) }, func(d *desk) error {
			return d.boards.Look(d.Context(), Board.key(d.id, ""))
		}},
		"a reminder by direct message": {func(d *desk) {
			alone(d)
			d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDM })
			d.passes(40 * time.Hour)
		}, func(d *desk) error {
			return d.boards.Look(d.Context(), Board.key(d.id, ""))
		}},
		"a board for a player who wakes up": {func(d *desk) {
			alone(d)
			m := d.match()
			m.Shown.Asleep, m.Shown.Wake = m.Waiting, time.Now()
			d.must(d.matches.Delivery.MarkShown(d.Context(), d.id, m.Shown))
			d.passes(10 * time.Minute)
		}, func(d *desk) error {
			return d.boards.Look(d.Context(), Board.key(d.id, ""))
		}},
		"a result for the channel of results": {func(d *desk) {
			d.must(d.people.ChangeGuild(d.Context(), "3", func(g *match.Guild) { g.Results = "9" }))
			alone(d)
			d.resigns(d.bob)
		}, func(d *desk) error { return d.notices.Look(d.Context(), Notice.key(d.id, "")) }},
		"a private board": {func(d *desk) {
			d.changes(d.bob, func(u *match.User) { u.Style = match.Text })
		}, func(d *desk) error {
			return d.private.Look(d.Context(), PrivateBoard.key(d.id, d.bob.User))
		}},
		"an ephemeral board": {func(d *desk) {
			alone(d)
			by := &discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}
			d.private.Keep(d.match(), d.bob.User, d.boards.Client.Respond(by, quiet), "one", false)
			d.resigns(d.ann)
		}, func(d *desk) error {
			return d.private.live.Look(d.Context(), LiveBoard.key(d.id, d.bob.User))
		}},
		"an ephemeral board once both are ready": {func(d *desk) {
			alone(d)
			by := &discordgo.Interaction{ID: "1", Token: "t", AppID: "2"}
			d.private.Keep(d.match(), d.bob.User, d.boards.Client.Respond(by, quiet), "one", false)
			for board.ArrangingPhase(d.match()) {
				d.moves()
			}
		}, func(d *desk) error {
			return d.private.live.Look(d.Context(), LiveBoard.key(d.id, d.bob.User))
		}},
		"what a tournament tells itself": {func(d *desk) {
			d.boards.OpenThreads(&teller{})
			alone(d)
			d.resigns(d.bob)
		}, func(d *desk) error { return d.notices.Look(d.Context(), Notice.key(d.id, "")) }},
		"notices that are told by a function": {func(d *desk) {
			offered(d)
			d.notices.TellBy(match.DrawOffered, func(ctx context.Context, m match.Match) error {
				_, err := d.matches.Read.Match(ctx, m.ID)
				return err
			})
		}, func(d *desk) error { return d.notices.Look(d.Context(), Notice.key(d.id, "")) }},
		"notices": {offered, func(d *desk) error { return d.notices.Look(d.Context(), Notice.key(d.id, "")) }},
		"calls": {func(d *desk) {
			d.changes(d.ann, func(u *match.User) {
				u.Keep(d.id, match.DrawOffered, match.MessageRef{Channel: "dm1", Message: "call"})
			})
		}, func(d *desk) error { return d.calls.Look(d.Context(), Call.key(d.id, d.ann.User)) }},
		"a digest": {nothing, func(d *desk) error { return d.boards.CallDaily(d.Context(), d.ann.User) }},
		"a digest that is due": {func(d *desk) {
			d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDigest })
			d.boards.digests.mark(d.ann.User, d.id)
		}, func(d *desk) error {
			return d.boards.digests.Look(d.Context(), Key{Kind: Digest, ID: "1", User: "1"})
		}},
		"calls where no board can be": {func(d *desk) {
			d.changes(d.ann, func(u *match.User) { u.Notify = match.ByDM })
		}, func(d *desk) error {
			d.was.Shown = match.Shown{}
			d.boards.callPrivately(d.Context(), d.was)
			return nil
		}},
		"calls in a channel for calls": {nothing, func(d *desk) error {
			to := telling{apart: []match.UserID{"2"}, at: match.Place{Guild: "3", Channel: "5"}}
			_, err := d.boards.tell(d.Context(), d.was, to)
			return err
		}},
		"notices outside servers": {offered, func(d *desk) error {
			d.was.Place = match.Place{Channel: "7", Outside: match.Between}
			for _, n := range d.was.Notices { // the second user can't get direct messages
				if _, err := d.notices.tell(d.Context(), d.was, n, []match.UserID{n.To, "stranger"}); err != nil {
					return err
				}
			}
			return nil
		}},
		"the own board": {nothing, func(d *desk) error {
			_, err := d.boards.Own(d.Context(), d.was, "")
			return err
		}},
		"a ping that is given up": {func(d *desk) {
			alone(d)
			m := d.match()
			d.must(d.matches.Delivery.MarkShown(d.Context(), d.id, match.Shown{
				Head: m.Head, Turn: m.Turn, Pinged: m.Turn - 1, Channel: "4", Message: "message",
			}))
		}, func(d *desk) error {
			d.boards.Failed(d.Context(), Board.key(d.id, ""), discord.MessageGone)
			return nil
		}},
		"the same board": {nothing, func(d *desk) error { return d.boards.Refresh(d.Context(), d.was) }},
		"a step": {nothing, func(d *desk) error {
			_, err := d.boards.Step(d.Context(), d.was, choose.Choice{})
			return err
		}},
		"a view": {nothing, func(d *desk) error {
			_, err := d.private.Board(d.Context(), d.was, match.User{ID: "2"})
			return err
		}},
		"what is new": {nothing, func(d *desk) error {
			d.was.Head++
			_, err := d.boards.Unseen(d.Context(), d.was)
			return err
		}},
		"another turn": {nothing, func(d *desk) error {
			d.boards.NextButton(d.Context(), lang.English, "2", "other")
			return nil
		}},
		"shown": {nothing, func(d *desk) error {
			return d.private.Shown(d.Context(), d.was, "2", match.PrivateBoard{Message: "m"})
		}},
		"send again": {nothing, func(d *desk) error { return d.private.SendAgain(d.Context(), d.id, "2") }},
		"closed": {nothing, func(d *desk) error {
			d.private.Failed(d.Context(), PrivateBoard.key(d.id, "2"), discord.DMClosed)
			return nil
		}},
		"the newest boards": {nothing, func(d *desk) error { return d.boards.Fresh(d.Context()) }},
		"all boards":        {nothing, func(d *desk) error { return d.boards.MarkBehind(d.Context()) }},
		"all notices":       {nothing, func(d *desk) error { return d.notices.Sweep(d.Context()) }},
		"all changes": {nothing, func(d *desk) error {
			return Changes(d.Context(), time.Now().Add(-time.Hour), d.private, d.calls)
		}},
		"a first private board": {func(d *desk) {
			d.changes(d.bob, func(u *match.User) { u.DM, u.PrivateBoards = "", nil })
		}, func(d *desk) error {
			return d.private.Look(d.Context(), PrivateBoard.key(d.id, d.bob.User))
		}},
		"what followers are told": {nothing, func(d *desk) error {
			what := match.Notice{Event: 5, To: "11", Kind: match.FollowedEnd}
			_, err := d.notices.tell(d.Context(), d.was, what, []match.UserID{"11", left})
			return err
		}},
		"a picture that is refused": {nothing, func(d *desk) error {
			m, err := d.matches.Read.Match(d.Context(), d.id)
			d.boards.lacksFiles(d.Context(), m.Place)
			return err
		}},
	}
}

// No failure of the store is passed over, whichever call fails: the caller gets the error, or the
// log has it.
func TestEveryFailureOfTheStoreIsSeen(t *testing.T) {
	// for each case by name, the number of a store call that the bot repeats if it fails, without a
	// log line
	repeated := map[string]int{"calls where no board can be": 5, "a reminder by direct message": 13}
	for name, c := range askers() {
		t.Run(name, func(t *testing.T) {
			for n, more := 1, true; more; n++ {
				if n > 100 {
					t.Fatal("it asks the store without end")
				}
				atDesk(t, "stratego", func(d *desk) {
					c.before(d)
					d.engine.Close() // no other case calls the store
					d.passes(time.Second)
					d.was = d.match()
					before := len(d.log.String())
					d.store.FailAt(n)
					err := c.act(d)
					more = d.store.FailAt(0)
					if !more {
						if n == 1 || err != nil {
							t.Errorf("with %d calls of the store: %v", n-1, err)
						}
						return
					}
					if n != repeated[name] && !errors.Is(err, storagetest.ErrDown) &&
						!strings.Contains(d.log.String()[before:], storagetest.ErrDown.Error()) {
						t.Errorf("call %d of the store failed, and nobody reads of it: %v, log %q", n, err, d.log.String()[before:])
					}
				})
			}
		})
	}
}

// No refusal by Discord is passed over, whichever request is refused: the caller gets the error, or
// the log has it.
func TestEveryRefusalIsSeen(t *testing.T) {
	// for each case by name, a request whose answer decides nothing but whether somebody has left
	const present = "GET /guilds/3/members/"
	anyway := map[string]string{"a reminder": present, "a reminder by direct message": present}
	for name, c := range askers() {
		t.Run(name, func(t *testing.T) {
			for n, more := 1, true; more; n++ {
				atDesk(t, "stratego", func(d *desk) {
					c.before(d)
					d.engine.Close() // no other case calls Discord
					d.passes(time.Second)
					d.was = d.match()
					before, asked, met := len(d.log.String()), 0, ""
					var mu sync.Mutex // mu guards asked and met: an answer may be put off while the test ends
					d.discord.answers(func(r call) (int, int) {
						mu.Lock()
						defer mu.Unlock()
						route := r.method + " " + r.path
						if strings.HasSuffix(route, "/"+left) { // always unknown
							return 0, 0
						}
						if asked++; asked == n {
							met = route
						}
						if route == met { // each time
							return http.StatusBadGateway, 0
						}
						return 0, 0
					})
					err := c.act(d)
					mu.Lock()
					refused := met
					mu.Unlock()
					more = refused != ""
					if without, ok := anyway[name]; ok && strings.HasPrefix(refused, without) {
						return
					}
					if more && err == nil && !strings.Contains(d.log.String()[before:], " err=") {
						t.Errorf("request %d is refused, and nobody reads of it: %s, log %q", n, refused,
							d.log.String()[before:])
					}
				})
			}
		})
	}
}

// P34: one daily message a day, also if a match marks it when the day's has just been sent. News of
// that match comes with the next daily message.
func TestP34_OneDigestThoughAnotherMatchIsLate(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		d.changes(d.bob, func(u *match.User) { u.Notify = match.ByDigest })
		d.passes(2 * time.Hour)
		d.plays()
		sent := func() (n int) {
			for _, c := range d.discord.received() {
				n += strings.Count(gist(c.body), "Your day")
			}
			return n
		}
		for hours := 0; sent() == 0 && hours < 30; hours++ {
			d.passes(time.Hour)
		}
		d.offersDraw(d.ann)
		d.boards.digests.mark(d.bob.User, d.id)
		d.passes(time.Hour)
		if n := sent(); n != 1 {
			t.Errorf("%d daily messages on the first day, want one", n)
		}
		d.passes(24 * time.Hour)
		if n := sent(); n != 2 || len(noticesTo(d.match(), d.bob.User)) > 0 {
			t.Errorf("%d daily messages in two days, and %v is still untold", n, d.match().Notices)
		}
	})
}

// If a board can't be posted, its player is not notified of the turn later by this board. If a turn
// has no board at all, the player is notified when the board comes.
func TestGivesUpAPing(t *testing.T) {
	for message, pinged := range map[match.MessageID]bool{"": false, "message": true} {
		atDesk(t, "kalah", func(d *desk) {
			d.engine.Close()
			m := d.match()
			d.must(d.matches.Delivery.MarkShown(d.Context(), d.id, match.Shown{
				Head: m.Head, Turn: m.Turn, Pinged: m.Turn - 1, Channel: "4", Message: message,
			}))
			d.boards.Failed(d.Context(), Board.key(d.id, ""), discord.Forbidden)
			if got := d.match().Shown.Pinged == m.Turn; got != pinged {
				t.Errorf("the board %q is refused: the turn counts as called %t, want %t", message, got, pinged)
			}
		})
	}
}

// P77: the owner of a server is told which permissions the bot lacks, as soon as Discord says who
// that is.
func TestOwnerIsNotKnown(t *testing.T) {
	atDesk(t, "kalah", func(d *desk) {
		opened := func() int { return d.discord.count("POST", "/users/@me/channels") }
		d.discord.answers(func(c call) (int, int) {
			if c.method == "GET" && strings.HasPrefix(c.path, "/guilds/") {
				return 403, 0
			}
			return 0, 0
		})
		before := opened()
		d.boards.TellManager(d.Context(), d.match(), nil)
		if opened() != before || !strings.Contains(d.log.String(), "the owner of a server is not known") {
			t.Errorf("somebody is told, or the log doesn't say why nobody is: %s", d.log.String())
		}
		d.discord.answers(nil)
		for range 2 {
			d.boards.TellManager(d.Context(), d.match(), nil)
		}
		if n := d.discord.count("POST", "/channels/dm1/messages"); n != 1 {
			t.Errorf("the owner is told %d times, want once", n)
		}
	})
}
