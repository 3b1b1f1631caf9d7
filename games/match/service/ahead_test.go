package service_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/referee"
)

// prepare stores a user's lines from the present position: "b1 c1, b2 c2" is two lines. The first
// move is made by the seat to move.
func (w *world) prepare(u match.UserID, lines string) {
	w.Helper()
	r := w.record()
	var list []match.Line
	for _, text := range strings.Split(lines, ",") {
		l, seat := match.Line{From: r.Made}, games.Seat(0)
		for seat = range r.Waiting.All() {
			break
		}
		for _, move := range strings.Fields(text) {
			l.Plies = append(l.Plies, match.Ply{Seat: seat, Move: move})
			seat = 1 - seat
		}
		list = append(list, l)
	}
	w.keep(u, func(n *match.Notebook) { n.Lines = append(list, n.Lines...) })
}

func (w *world) keep(u match.UserID, change func(*match.Notebook)) {
	w.Helper()
	_, err := w.svc.Settings.ChangeUser(ctx, u, func(m *match.User) {
		n := m.Notebook(w.id)
		change(&n)
		m.SetNotebook(w.id, n)
	})
	if err != nil {
		w.Fatal(err)
	}
}

// P26: prepared moves are stored in the same change as the move that they answer, once, in order,
// and only while they fit the game.
func TestP26(t *testing.T) {
	for _, c := range []struct {
		name  string
		story func(w *world)
		want  string // expected events of the log, from the first move on
	}{
		{"it answers", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.play(ann, "a1")
		}, "moved:a1 moved:b1"},
		{"another move drops it", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.play(ann, "a2")
			w.play(bob, "b2")
			w.play(ann, "a1")
		}, "moved:a2 moved:b2 moved:a1"},
		{"each move has its answer", func(w *world) {
			w.prepare(bob, "a1 b1, a2 b2, c1 c2")
			w.play(ann, "a2")
		}, "moved:a2 moved:b2"},
		{"several deep", func(w *world) {
			w.prepare(bob, "a1 b1 a1 c1 b1 b1")
			w.play(ann, "a1")
			w.play(ann, "a1")
			w.play(ann, "b1")
		}, "moved:a1 moved:b1 moved:a1 moved:c1 moved:b1 moved:b1"},
		{"several deep, and left half-way", func(w *world) {
			w.prepare(bob, "a1 b1 a1 c1")
			w.play(ann, "a1")
			w.play(ann, "c1")
			w.play(bob, "c1")
		}, "moved:a1 moved:b1 moved:c1 moved:c1"},
		{"after one's own move", func(w *world) {
			w.prepare(ann, "a1 b1 b1")
			w.play(ann, "a1")
			w.play(bob, "b1")
		}, "moved:a1 moved:b1 moved:b1"},
		{"one's own first move is not played for one", func(w *world) {
			w.prepare(ann, "a1 b1 b1")
			w.must(w.svc.Play.GoOn(ctx, w.id))
		}, ""},
		{"both have prepared", func(w *world) {
			w.prepare(bob, "a1 b1 b1 c1")
			w.prepare(ann, "a1 b1 b1 c1 c1")
			w.play(ann, "a1")
		}, "moved:a1 moved:b1 moved:b1 moved:c1 moved:c1"},
		{"what can't be played waits for its owner", func(w *world) {
			w.prepare(bob, "a3 a1")
			w.play(ann, "a3")
			w.play(bob, "b1")
		}, "moved:a3 moved:b1"},
		{"somebody who only watches can prepare nothing", func(w *world) {
			w.prepare(cat, "a1 b1")
			w.play(ann, "a1")
		}, "moved:a1"},
		{"to the end of the match", func(w *world) {
			w.prepare(bob, "a3 b4 c4 c1")
			w.play(ann, "a3")
			w.play(ann, "c4")
		}, "moved:a3 moved:b4 moved:c4 moved:c1 ended:last"},
		{"prepared a moment too late", func(w *world) {
			from := w.record().Made
			w.play(ann, "a1")
			w.keep(bob, func(n *match.Notebook) {
				n.Lines = []match.Line{{From: from, Plies: []match.Ply{{Seat: 0, Move: "a1"}, {Seat: 1, Move: "b1"}}}}
			})
			w.must(w.svc.Play.GoOn(ctx, w.id))
			w.must(w.svc.Play.GoOn(ctx, w.id)) // at the second call no prepared move is left to play
		}, "moved:a1 moved:b1"},
		{"a takeback drops it", func(w *world) {
			w.prepare(bob, "a1 b1 a1 b1")
			w.play(ann, "a1")
			w.must(w.svc.Play.Takeback(ctx, w.by(ann)))
			w.must(w.svc.Play.Takeback(ctx, w.by(bob)))
			w.play(ann, "a1")
		}, "moved:a1 moved:b1 offered:takeback undone:3 moved:a1"},
		{"an offer wants an answer of one's own", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.svc.Play.OfferDraw(ctx, w.by(ann)))
			w.play(ann, "a1")
			w.must(w.svc.Play.DeclineDraw(ctx, w.by(bob)))
			w.play(bob, "b1")
		}, "offered:draw moved:a1 declined:draw moved:b1"},
		{"a decision of the referee ends it", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.svc.Referee.Decide(ctx, w.by(cat),
				match.Decision{Place: [games.MaxSeats]int8{1, 2}, By: "Cat", Reason: "late"}))
			w.must(w.svc.Play.GoOn(ctx, w.id))
		}, "ruled:decide ended:referee"},
		{"at rest, and after", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.svc.Referee.Park(ctx, w.id, match.CodeChannelGone, ""))
			w.must(w.svc.Play.GoOn(ctx, w.id))
			w.must(w.svc.Referee.Resume(ctx, match.Act{Match: w.id}, here))
			w.play(ann, "a1")
		}, "parked:channel-gone resumed:channel moved:a1 moved:b1"},
		{"the clock may be nearly out", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.sleep(47 * time.Hour)
			w.play(ann, "a1")
		}, "reminded moved:a1 moved:b1"},
		{"the clock has run out", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.sleep(49 * time.Hour)
			w.must(w.svc.Play.GoOn(ctx, w.id))
		}, "reminded ruled:time ended:time"},
		{"who has resigned", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.svc.Play.Resign(ctx, w.by(bob)))
			w.must(w.svc.Play.GoOn(ctx, w.id))
		}, "ruled:resign ended:resign"},
		{"the other is blocked", func(w *world) {
			w.prepare(bob, "a1 b1")
			if _, err := w.svc.Settings.ChangeUser(ctx, bob, func(u *match.User) {
				u.Blocked = []match.UserID{ann}
			}); err != nil {
				w.Fatal(err)
			}
			w.play(ann, "a1")
		}, "moved:a1 moved:b1"},
		{"a seat that was given to another", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.handOver(dan, player(bob), player(cat)))
			w.play(ann, "a1")
		}, "offered:seat handed:moderator moved:a1"},
		{"against whom nobody had reckoned", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.must(w.handOver(dan, player(ann), player(cat)))
			w.play(cat, "a1")
		}, "offered:seat handed:moderator moved:a1"},
		{"a person who is erased", func(w *world) {
			w.prepare(bob, "a1 b1")
			w.keep(bob, func(n *match.Notebook) { n.Note = "ann sleeps" })
			w.keep(cat, func(n *match.Notebook) { n.Note = "bob is strong" })
			gone, err := w.svc.Erase.Begin(ctx, bob)
			if err == nil {
				err = w.svc.Erase.Finish(ctx, gone)
			}
			u, err2 := w.svc.Settings.User(ctx, bob)
			c, err3 := w.svc.Settings.User(ctx, cat)
			if err := errors.Join(err, err2, err3); err != nil || len(u.Notebooks) > 0 ||
				c.Notebook(w.id).Note != "Former player is strong" {
				w.Errorf("of bob is left %+v, of cat's note %q, %v", u.Notebooks, c.Notebook(w.id).Note, err)
			}
		}, "ruled:resign ended:resign"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) { p.PerMove, p.Lapse = 48*time.Hour, referee.Forfeit })
			c.story(w)
			if got := strings.TrimSpace(strings.TrimPrefix(w.log(), "created joined began")); got != c.want {
				t.Errorf("log = %q\nwant  %q", got, c.want)
			}
		})
	}
}

// P26: the answer is stored together with the move or not at all, and after a crash nothing is
// played twice.
func TestP26_Crash(t *testing.T) {
	w := newWorld(t)
	w.duel("nim")
	w.prepare(bob, "a1 b1 a1 b1")
	a := w.by(ann)
	failing := &failingStore{Store: w.store, failAppend: func(match.Record) bool { return true }}
	w.cfg.Store = failing
	w.restart()
	if _, err := w.svc.Play.Move(ctx, a, "a1"); !errors.Is(err, match.ErrStore) {
		t.Fatalf("Move = %v, want that the store has failed", err)
	}
	w.wantLog("created joined began")
	w.cfg.Store = w.store
	w.restart()
	for range 2 { // Discord delivers the interaction a second time
		if _, err := w.svc.Play.Move(ctx, a, "a1"); err != nil {
			t.Fatal(err)
		}
		w.restart()
		w.must(w.svc.Play.GoOn(ctx, w.id))
	}
	w.wantLog("created joined began moved:a1 moved:b1")
}

// P7, P26: a prepared answer pings the player who has just moved neither now nor later. A player
// who must move because both had prepared moves is pinged.
func TestP26_NoPing(t *testing.T) {
	for _, c := range []struct {
		both bool
		want []match.UserID
	}{{false, nil}, {true, []match.UserID{bob}}} {
		t.Run(fmt.Sprint(c.both), func(t *testing.T) {
			w := newWorld(t)
			w.duel("nim", func(p *match.Proposal) { p.PerMove = 48 * time.Hour })
			w.show()
			w.wait(time.Hour)
			w.prepare(bob, "a1 b1")
			if c.both {
				w.prepare(ann, "a1 b1 b1")
			}
			w.play(ann, "a1")
			if got := w.show().Ping; fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("called are %v, want %v", got, c.want)
			}
			for _, what := range w.sleep(24 * time.Hour) {
				if strings.Contains(what, "ping") {
					t.Errorf("somebody is called later: %s", what)
				}
			}
		})
	}
}

// A computer's move is answered too, and the preparation continues after its next move.
func TestP26_Computer(t *testing.T) {
	w := newWorld(t)
	p := w.proposal("nim", ann, match.Player{Computer: games.Easy})
	p.Side = "me"
	w.must(w.svc.Tables.Propose(ctx, p))
	w.prepare(ann, "a1 b1 b1 c1")
	w.play(ann, "a1")
	for _, move := range []string{"b1", "c1"} {
		j, ok, err := w.svc.Computers.Job(ctx, w.id)
		if !ok || err != nil {
			t.Fatalf("there is nothing for the computer to do: %v", err)
		}
		w.must(w.svc.Computers.Answer(ctx, j, move))
	}
	w.wantLog("created began moved:a1 moved:b1 moved:b1 moved:c1")
}

// Forced moves are played for users who want it, but never where that would reveal a secret.
func TestForcedMoves(t *testing.T) {
	for _, c := range []struct {
		game   games.ID
		forced bool
		moves  []string
		want   string
	}{
		{"nim", true, []string{"a3", "b4", "c4"}, "moved:a3 moved:b4 moved:c4 moved:c1 ended:last"},
		{"nim", false, []string{"a3", "b4", "c4"}, "moved:a3 moved:b4 moved:c4"},
		{"nim", true, []string{"a3", "b4", "c3"}, "moved:a3 moved:b4 moved:c3"},
	} {
		w := newWorld(t)
		w.duel(c.game)
		if _, err := w.svc.Settings.ChangeUser(ctx, bob, func(u *match.User) { u.Forced = c.forced }); err != nil {
			t.Fatal(err)
		}
		for i, move := range c.moves {
			w.play([]match.UserID{ann, bob}[i%2], move)
		}
		w.wantLog("created joined began " + c.want)
	}
}

// A forced move is played at once also as the first move of a match, of a rematch and after a
// decision of the referee.
func TestForcedMovesAfterNoMove(t *testing.T) {
	for _, c := range []struct {
		name  string
		seats int
		who   match.UserID
		then  func(*world)
		want  string
	}{
		{"the first of a match", 2, ann, func(*world) {}, " joined began moved:here"},
		{
			"after a removal", 3, bob, func(w *world) { w.sleep(time.Hour) },
			" joined joined began reminded ruled:remove moved:here",
		},
		{
			"after giving up", 3, bob, func(w *world) { w.must(w.svc.Play.Resign(ctx, w.by(ann))) },
			" joined joined began ruled:remove moved:here",
		},
		{"the first of a rematch", 2, bob, func(w *world) {
			w.must(w.svc.Play.Resign(ctx, w.by(ann)))
			w.must(w.svc.Tables.Rematch(ctx, w.by(ann)))
			w.id = w.must(w.svc.Tables.Rematch(ctx, w.by(bob))).Match.RematchID
		}, ":rematch began moved:here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			if _, err := w.svc.Settings.ChangeUser(ctx, c.who, func(u *match.User) { u.Forced = true }); err != nil {
				t.Fatal(err)
			}
			p := w.proposal("race", ann)
			p.PerMove, p.Setup = time.Hour, games.Setup{Seats: c.seats, Options: games.Options{"place": "1"}}
			w.must(w.svc.Tables.Propose(ctx, p))
			for _, u := range []match.UserID{bob, cat}[:c.seats-1] {
				w.must(w.svc.Tables.Join(ctx, w.by(u), string(u)))
			}
			c.then(w)
			w.wantLog("created" + c.want)
		})
	}
}
