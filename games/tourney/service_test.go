package tourney_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/fish"
	"paddock/games/gamestest/nim"
	"paddock/games/gamestest/ram"
	"paddock/games/kalah"
	"paddock/games/match"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage"
	"paddock/storage/storagetest"
)

// store combines both stores, as the real ones do.
type store interface {
	match.Store
	tourney.Store
}

// world is a tournament on a store, with a clock that only the test moves: w.join(ann),
// w.wait(time.Hour).
type world struct {
	*testing.T
	store   store
	matches *service.Service
	svc     *tourney.Service
	clock   time.Time
	id      tourney.ID // id of the tournament under test
	acts    int
	ctx     context.Context // cause of the act under test
	log     *slog.Logger
	absent  func(context.Context, match.GuildID, []match.UserID) []match.UserID // see service.Config
}

var (
	ctx    = context.Background()
	monday = time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	here   = match.Place{Guild: "guild", Channel: "hall"}
)

const (
	ann match.UserID = "ann"
	bob match.UserID = "bob"
	cid match.UserID = "cid"
	dee match.UserID = "dee"
)

func newWorld(t *testing.T, s store) *world {
	t.Helper()
	if s == nil {
		bolt, err := storage.Open(filepath.Join(ram.Dir(t), "paddock.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { bolt.Close() })
		s = bolt
	}
	w := &world{T: t, ctx: ctx, store: s, clock: monday}
	w.restart()
	return w
}

// restart makes new services on the same store, as after a crash.
func (w *world) restart() {
	now := func() time.Time { return w.clock }
	w.matches = service.New(service.Config{
		Store: w.store, Games: []*games.Game{nim.New(), fish.New(), kalah.New()}, Now: now,
		Rand: rand.NewChaCha8([32]byte{byte(w.acts)}), Absent: w.absent,
		Log: w.log,
	})
	w.svc = tourney.New(tourney.Config{Store: w.store, Matches: w.matches, Now: now, Log: w.log})
}

func (w *world) wait(d time.Duration) { w.clock = w.clock.Add(d) }

func (w *world) terms(game games.ID, format string) tourney.Terms {
	w.acts++
	return tourney.Terms{
		Game: game, Format: format, Place: here, Owner: match.Player{User: ann, Name: "Ann"},
		Cause: match.Cause(fmt.Sprintf("i%d", w.acts)),
	}
}

// create opens a tournament that the given people join.
func (w *world) create(t tourney.Terms, people ...match.UserID) tourney.Record {
	w.Helper()
	r := w.must(w.svc.Create(ctx, t))
	for _, u := range people {
		r = w.join(u)
	}
	return r
}

func (w *world) must(r tourney.Record, err error) tourney.Record {
	w.Helper()
	if err != nil {
		say, _ := match.Sentence(err)
		w.Fatalf("unexpected error: %v (%q)", err, say)
	}
	w.id = r.ID
	return r
}

func (w *world) join(u match.UserID) tourney.Record {
	w.Helper()
	return w.must(w.svc.Join(ctx, w.id, match.Player{User: u, Name: strings.ToUpper(string(u[:1])) + string(u[1:])}))
}

func (w *world) start() tourney.Record {
	w.Helper()
	return w.must(w.svc.Start(ctx, w.id, tourney.By{User: ann, Name: "Ann"}))
}

func (w *world) attend() tourney.Record {
	w.Helper()
	return w.must(w.svc.Attend(ctx, w.id))
}

func (w *world) record() tourney.Record {
	w.Helper()
	return w.must(w.svc.Tournament(ctx, w.id))
}

// refused checks that an act is refused for a reason, with a sentence for people, and without a
// change.
func (w *world) refused(want error, f func() (tourney.Record, error)) {
	w.Helper()
	before := tourney.Record{}
	if w.id != "" {
		before = w.record()
	}
	_, err := f()
	if !errors.Is(err, want) {
		w.Errorf("error = %v, want %v", err, want)
	}
	say, ok := match.Sentence(err)
	if !ok || !strings.HasSuffix(say.String(), ".") || len(strings.Split(say.String(), ". ")) < 2 {
		w.Errorf("sentence = %q, want what happened and what can be done now", say)
	}
	if before.ID != "" && w.record().Version != before.Version {
		w.Errorf("a refused act made version %d of %d", w.record().Version, before.Version)
	}
}

// game returns a user's running match.
func (w *world) game(u match.UserID) match.Record {
	w.Helper()
	list, err := w.store.ByUser(ctx, u)
	if err != nil || len(list) == 0 {
		w.Fatalf("%s plays nowhere: %v", u, err)
	}
	return list[0]
}

// win makes a user win their game: all others resign.
func (w *world) win(u match.UserID) tourney.Record {
	w.Helper()
	m := w.game(u)
	for _, p := range m.Players {
		if p.User != u && p.User != "" {
			if _, err := w.matches.Play.Resign(ctx, match.Act{Match: m.ID, User: p.User}); err != nil {
				w.Fatal(err)
			}
		}
	}
	return w.attend()
}

// computers plays all games of computers as far as possible.
func (w *world) computers() error {
	for {
		list, err := w.matches.Computers.Thinking(ctx, 1000)
		if err != nil || len(list) == 0 {
			return err
		}
		for _, m := range list {
			id := m.ID
			for {
				job, ok, err := w.matches.Computers.Job(ctx, id)
				if err != nil {
					return err
				}
				if !ok {
					break
				}
				job.Budget.Nodes = 50
				move, err := job.View.Choose(ctx, job.Player, job.Budget)
				if err != nil {
					return err
				}
				if _, err := w.matches.Computers.Answer(ctx, job, move); err != nil {
					return err
				}
			}
			if _, err := w.svc.Attend(ctx, w.id); err != nil {
				return err
			}
		}
	}
}

// accounted checks that every match of the tournament is one game of it, with the same result
// (F69).
func (w *world) accounted() {
	w.Helper()
	r := w.record()
	known := map[match.ID]bool{}
	for n, round := range r.Played {
		for _, g := range round.Games {
			if g.Pairing.Bye() {
				continue
			}
			m, err := w.store.Record(ctx, g.Match)
			if err != nil || known[g.Match] || !g.Done || m.Tournament != string(r.ID) {
				w.Errorf("round %d: game %v, done %t, match %q of %q, known %t: %v", n+1, g.Pairing, g.Done, g.Match,
					m.Tournament, known[g.Match], err)
				continue
			}
			known[g.Match] = true
			for seat, place := range g.Place {
				if m.Outcome == nil || int(m.Outcome.Place[seat]) != place ||
					m.Players[seat] != r.Entrants[g.Pairing[seat]] {
					w.Errorf("match %s: places %v and players %v, the tournament says %v", m.ID, m.Outcome, m.Players,
						g)
				}
			}
		}
	}
	all, err := w.store.Latest(ctx, here.Channel, 10_000)
	if err != nil {
		w.Fatal(err)
	}
	for _, m := range all {
		if m.Tournament == string(r.ID) && !known[m.ID] {
			w.Errorf("match %s is of the tournament, but no game of it", m.ID)
		}
	}
}

// F67: the life of a tournament of people, from sign-up to the winner, with refusals on the way.
func TestF67_Life(t *testing.T) {
	w := newWorld(t, nil)
	r := w.create(w.terms("nim", "roundrobin"), ann)
	by := tourney.By{User: ann, Name: "Ann"}
	w.refused(tourney.ErrEntered, func() (tourney.Record, error) {
		return w.svc.Join(ctx, w.id, match.Player{User: ann})
	})
	w.refused(tourney.ErrTooFew, func() (tourney.Record, error) { return w.svc.Start(ctx, w.id, by) })
	w.join(bob)
	w.join(dee)
	w.must(w.svc.Leave(ctx, w.id, dee))
	w.refused(tourney.ErrNotIn, func() (tourney.Record, error) { return w.svc.Leave(ctx, w.id, dee) })
	w.join(cid)
	w.refused(tourney.ErrNotYours, func() (tourney.Record, error) {
		return w.svc.Start(ctx, w.id, tourney.By{User: bob})
	})
	r = w.start()
	if r.Status != tourney.Running || len(r.Entrants) != 3 || r.Skill != nil || len(r.Played) != 1 ||
		r.Played[0].Games[0].Match == "" {
		t.Fatalf("after the start: %+v", r)
	}
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) {
		return w.svc.Join(ctx, w.id, match.Player{User: dee})
	})
	w.refused(tourney.ErrNotOpen, func() (tourney.Record, error) { return w.svc.Start(ctx, w.id, by) })
	for n := 0; w.record().Status == tourney.Running; n++ {
		if n > 3 {
			t.Fatalf("three games, and no end: %+v", w.record())
		}
		g := w.record().Played[n].Games[0]
		// the results are such that Ann beats everybody, and Bob beats Cid
		w.win(w.record().Entrants[slices.Min(g.Pairing)].User)
	}
	r = w.record()
	if r.Status != tourney.Over || r.Result != "Ann wins the tournament." {
		t.Errorf("%s, %q; want over, won by Ann", r.Status, r.Result)
	}
	var places []string
	for _, s := range r.Standings() {
		places = append(places, fmt.Sprint(s.Place, r.Names(s.Entrant).String(), s.Points))
	}
	if got, want := fmt.Sprint(places), "[1Ann2 2Bob1 3Cid0]"; got != want {
		t.Errorf("standings %s, want %s", got, want)
	}
	w.accounted()
	w.refused(tourney.ErrEnded, func() (tourney.Record, error) { return w.svc.Leave(ctx, w.id, bob) })
	w.refused(tourney.ErrEnded, func() (tourney.Record, error) { return w.svc.Cancel(ctx, w.id, by) })
}

// F67: a maximum and a deadline end the sign-up, computers take free places, and a tournament with
// too few entrants is cancelled.
func TestF67_SignUp(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "knockout")
	terms.Most = 2
	if r := w.create(terms, ann, bob); r.Status != tourney.Running {
		t.Errorf("when everybody is there it is %s, want running", r.Status)
	}
	terms = w.terms("nim", "swiss")
	terms.Most, terms.Fill, terms.Name = 5, "easy", "Filled"
	w.create(terms, ann)
	w.wait(24*time.Hour - time.Second)
	if r := w.attend(); r.Status != tourney.Open {
		t.Errorf("before the deadline it is %s, want open", r.Status)
	}
	w.wait(time.Second)
	if r := w.attend(); r.Status != tourney.Running || len(r.Entrants) != 5 || r.Person(1) ||
		r.Entrants[4].Name != "Computer 4 (easy)" {
		t.Errorf("at the deadline it is %s with %v, want running with four computers", r.Status, r.Entrants)
	}
	terms = w.terms("nim", "swiss")
	terms.Name = "Lonely"
	w.create(terms, ann)
	w.wait(24 * time.Hour)
	r := w.attend()
	if r.Status != tourney.Cancelled || !strings.Contains(r.Result, "Too few") {
		t.Errorf("with one player it is %s (%s), want cancelled", r.Status, r.Result)
	}
	if last := r.Log[len(r.Log)-1].Say.String(); last != r.Result {
		t.Errorf("the log ends with %q, want %q", last, r.Result)
	}
}

// A cause that has made a tournament returns it also after its end, when nothing is left to tell.
func TestCauseOfAnEndedTournament(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("nim", "league")
	first := w.create(terms)
	w.must(w.svc.Cancel(ctx, first.ID, tourney.By{User: ann, Name: "Ann"}))
	r := w.record()
	r.Notices, r.Shown.Version = nil, r.Version+1
	if _, err := w.store.PutTournament(ctx, r); err != nil || w.record().Unsettled() {
		t.Fatalf("%v, unsettled: %t", err, w.record().Unsettled())
	}
	if again := w.must(w.svc.Create(ctx, terms)); again.ID != first.ID || again.Live() {
		t.Errorf("the same cause made %s, live: %t; want %s, cancelled", again.ID, again.Live(), first.ID)
	}
}

// Bad terms are refused before anybody joins, and the same cause makes one tournament.
func TestCreateRefusesBadTerms(t *testing.T) {
	w := newWorld(t, nil)
	for name, spoil := range map[string]func(*tourney.Terms){
		"no such game":         func(t *tourney.Terms) { t.Game = "chess" },
		"no such format":       func(t *tourney.Terms) { t.Format = "ladder" },
		"three in a swiss":     func(t *tourney.Terms) { t.Seats = 3 },
		"one player":           func(t *tourney.Terms) { t.Most = 1 },
		"a thousand":           func(t *tourney.Terms) { t.Most = 1000 },
		"no such computer":     func(t *tourney.Terms) { t.Fill = "deep blue" },
		"too short a move":     func(t *tourney.Terms) { t.PerMove = time.Minute - time.Second },
		"too long a move":      func(t *tourney.Terms) { t.PerMove = 30*24*time.Hour + time.Second },
		"a name without end":   func(t *tourney.Terms) { t.Name = strings.Repeat("long ", 99) },
		"too long a sign-up":   func(t *tourney.Terms) { t.SignUp = 30*24*time.Hour + time.Second },
		"too long a round":     func(t *tourney.Terms) { t.RoundTime = 90*24*time.Hour + time.Second },
		"a thousand rounds":    func(t *tourney.Terms) { t.Rounds = 1000 },
		"nobody wants it":      func(t *tourney.Terms) { t.Owner.User = "" },
		"nowhere to be played": func(t *tourney.Terms) { t.Place.Channel = "" },
	} {
		t.Run(name, func(t *testing.T) {
			terms := w.terms("fish", "swiss")
			spoil(&terms)
			w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
		})
	}
	if w := newWorld(t, nil); w.create(w.terms("nim", "")).Format != (tourney.Knockout{}).Name() {
		t.Errorf("without a format it is a %s, want a knockout", w.record().Format)
	}
	longest := newWorld(t, nil)
	terms := longest.terms("fish", "swiss")
	terms.PerMove, terms.SignUp, terms.RoundTime = 30*24*time.Hour, 30*24*time.Hour, 90*24*time.Hour
	longest.must(longest.svc.Create(ctx, terms))
	terms = w.terms("fish", "league")
	terms.Seats, terms.Options = 4, games.Options{"rules": "course", "rows": "1", "columns": "3", "penguins": "1"}
	if _, err := w.svc.Create(ctx, terms); err == nil {
		t.Error("a board that is too small for the penguins of four was accepted (F1)")
	}
	terms = w.terms("fish", "league")
	first, again := w.must(w.svc.Create(ctx, terms)), w.must(w.svc.Create(ctx, terms))
	if first.ID != again.ID || again.Version != 1 {
		t.Errorf("the same cause made %s and %s", first.ID, again.ID)
	}
	terms = w.terms("fish", "league")
	terms.Name = strings.ToUpper(first.Name) // a tournament of this name exists already
	w.refused(tourney.ErrBadTerms, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
	for _, want := range []string{first.Name + " 2", first.Name + " 3"} { // nobody has chosen this name
		if made := w.must(w.svc.Create(ctx, w.terms("fish", "league"))); made.Name != want {
			t.Errorf("a tournament without a name is called %s, want %s", made.Name, want)
		}
	}
	terms = w.terms("fish", "swiss")
	// the owner has three tournaments already
	w.refused(tourney.ErrLimit, func() (tourney.Record, error) { return w.svc.Create(ctx, terms) })
}

// F67, P91: the clock of the match removes an absent player, who loses and does not come back. An
// entrant who withdraws loses the running game.
func TestF67_NoShowAndWithdrawal(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "roundrobin"), ann, bob, cid, dee)
	r := w.start()
	absent := r.Played[0].Games[0].Pairing[0] // the player who moves first stays away
	w.wait(24 * time.Hour)
	m := w.game(r.Entrants[absent].User)
	if _, err := w.matches.Referee.Attend(ctx, m.ID); err != nil {
		t.Fatal(err)
	}
	r = w.attend()
	if g := r.Played[0].Games[0]; !g.Done || g.Place[0] != 2 || !slices.Contains(r.Out, absent) {
		t.Errorf("after the clock ran out: %+v, out %v; want lost, and %d out", g, r.Out, absent)
	}
	other := r.Played[0].Games[1].Pairing[0]
	r = w.must(w.svc.Leave(ctx, w.id, r.Entrants[other].User))
	if g := r.Played[0].Games[1]; !g.Done || g.Place[0] != 2 {
		t.Errorf("after the withdrawal: %+v, want lost", g)
	}
	for _, round := range r.Played[1:] {
		for _, g := range round.Games {
			if slices.Contains(g.Pairing, absent) || slices.Contains(g.Pairing, other) {
				t.Errorf("%v is paired again, though %v are out", g.Pairing, r.Out)
			}
		}
	}
	w.refused(tourney.ErrNotIn, func() (tourney.Record, error) {
		return w.svc.Leave(ctx, w.id, r.Entrants[other].User)
	})
	w.accountedSoFar(2)
}

// accountedSoFar checks the number of finished games.
func (w *world) accountedSoFar(want int) {
	w.Helper()
	got := 0
	for _, round := range w.record().Played {
		for _, g := range round.Games {
			if g.Done {
				got++
			}
		}
	}
	if got != want {
		w.Errorf("%d games are done, want %d", got, want)
	}
}

// F68: when a round's time is up its open games are judged: by the score if the game has one,
// otherwise the players to move lose.
func TestF68_RoundDeadline(t *testing.T) {
	w := newWorld(t, nil)
	terms := w.terms("kalah", "bracket")
	terms.RoundTime, terms.PerMove = 48*time.Hour, 7*24*time.Hour
	w.create(terms, ann, bob)
	w.start()
	m := w.game(ann)
	// the move gives South two beans in the pot
	if _, err := w.matches.Play.Move(ctx, match.Act{Match: m.ID, User: m.Players[0].User}, "3-1"); err != nil {
		t.Fatal(err)
	}
	w.wait(48*time.Hour - time.Second)
	if w.attend(); w.record().Status != tourney.Running {
		t.Fatal("judged before its time")
	}
	w.wait(time.Second)
	r := w.attend()
	if r.Status != tourney.Over || r.Result != m.Players[0].Name+" wins the tournament." ||
		r.Played[0].Games[0].How != tourney.Judged {
		t.Errorf("%s, %q, %+v; want South's win, judged", r.Status, r.Result, r.Played)
	}
	w.accounted()

	terms = w.terms("nim", "bracket")
	terms.RoundTime, terms.PerMove = 48*time.Hour, 7*24*time.Hour
	w.create(terms, ann, bob)
	r = w.start()
	w.wait(48 * time.Hour)
	if r = w.attend(); r.Result != "Bob wins the tournament." {
		t.Errorf("%q, want Bob's win, because Ann was to move", r.Result)
	}
}

// F71: if winners must confirm, a winner who does not do it in time loses the win. Computers need
// not confirm; an override asks again.
func TestF71_WinnersConfirm(t *testing.T) {
	w := newWorld(t, nil)
	ready := func(name string) tourney.Record {
		terms := w.terms("nim", "knockout")
		terms.Name, terms.Confirm = name, true
		w.create(terms, ann, bob)
		w.start()
		return w.win(bob)
	}
	r := ready("Confirmed")
	if r.Status != tourney.Running || !r.Called || r.Names(r.Asked...).String() != "Bob" ||
		!r.Deadline.Equal(w.clock.Add(24*time.Hour)) {
		t.Fatalf("%s, asked %v until %s; want Bob to be asked for a day", r.Status, r.Asked, r.Deadline)
	}
	if i := slices.IndexFunc(r.Notices, func(n tourney.Notice) bool {
		return n.Kind == tourney.ConfirmWin && n.To == bob
	}); i < 0 || !r.Notices[i].Until.Equal(r.Deadline) {
		t.Errorf("notices %+v: none asks Bob to confirm until %s", r.Notices, r.Deadline)
	}
	w.refused(tourney.ErrNotAsked, func() (tourney.Record, error) { return w.svc.Confirm(ctx, w.id, ann) })
	if r = w.must(w.svc.Confirm(ctx, w.id, bob)); r.Status != tourney.Over || r.Result != "Bob wins the tournament." {
		t.Errorf("%s, %q; want Bob's win", r.Status, r.Result)
	}
	w.refused(tourney.ErrNotAsked, func() (tourney.Record, error) { return w.svc.Confirm(ctx, w.id, bob) })

	r = ready("Called anew")
	call := tourney.Call{Match: r.Played[0].Games[0].Match, Winner: games.Spectator, Reason: "both were there"}
	if r = w.must(w.svc.Override(ctx, w.id, tourney.By{User: "mod", Name: "Mod", Moderator: true},
		call)); r.Names(r.Asked...).String() != "Ann and Bob" {
		t.Errorf("after the override %v are asked, want both", r.Asked)
	}
	w.must(w.svc.Confirm(ctx, w.id, ann))
	w.wait(24*time.Hour - time.Second)
	if r = w.attend(); r.Status != tourney.Running {
		t.Error("judged before its time")
	}
	w.wait(time.Second)
	r = w.attend()
	if list := r.Standings(); r.Status != tourney.Over || r.Result != "Ann wins the tournament." ||
		r.Names(list[1].Entrant).String() != "Bob" || list[1].Place != 2 {
		t.Errorf("%s, %q, %+v; want Ann's win, and Bob behind her", r.Status, r.Result, list)
	}

	r = ready("Nobody there")
	w.wait(24 * time.Hour)
	if r = w.attend(); r.Status != tourney.Over || len(r.Winners()) != 0 || !strings.Contains(r.Result, "no winner") {
		t.Errorf("%s, %q; want no winner", r.Status, r.Result)
	}
}

// P27: only the owner of a tournament and moderators can start or cancel it, decide its games, remove
// players or hand it over.
func TestP27_WhoMay(t *testing.T) {
	for name, act := range map[string]func(*world, tourney.By) (tourney.Record, error){
		"start": func(w *world, by tourney.By) (tourney.Record, error) { return w.svc.Start(ctx, w.id, by) },
		"cancel": func(w *world, by tourney.By) (tourney.Record, error) {
			w.start()
			return w.svc.Cancel(ctx, w.id, by)
		},
		"cancel the sign-up": func(w *world, by tourney.By) (tourney.Record, error) { return w.svc.Cancel(ctx, w.id, by) },
		"decide a game": func(w *world, by tourney.By) (tourney.Record, error) {
			w.start()
			return w.svc.Override(ctx, w.id, by, tourney.Call{Match: w.game(bob).ID, Winner: 0, Reason: "a quarrel"})
		},
		"remove": func(w *world, by tourney.By) (tourney.Record, error) {
			return w.svc.Remove(ctx, w.id, by, tourney.Removal{User: bob, Reason: "a quarrel"})
		},
		"hand over": func(w *world, by tourney.By) (tourney.Record, error) {
			return w.svc.HandOver(ctx, w.id, by, tourney.HandOver{To: match.Player{User: cid, Name: "Cid"}, Reason: "holidays"})
		},
	} {
		for who, by := range map[string]tourney.By{
			"the owner": {User: ann, Name: "Ann"}, "a moderator": {User: "mod", Name: "Mod", Moderator: true},
			"somebody": {User: "eve", Name: "Eve"},
		} {
			w := newWorld(t, nil)
			w.create(w.terms("nim", "knockout"), bob, cid)
			if _, err := act(w, by); errors.Is(err, tourney.ErrNotYours) != (who == "somebody") {
				t.Errorf("%s by %s: %v", name, who, err)
			}
		}
	}
}

// A decision about somebody needs a reason, which can be shown. Without it nothing changes.
func TestReasons(t *testing.T) {
	by := tourney.By{User: ann, Name: "Ann"}
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), bob, cid)
	w.start()
	for _, reason := range []string{"", " .. ", strings.Repeat("x", 1000)} {
		for _, act := range []func() (tourney.Record, error){
			func() (tourney.Record, error) {
				return w.svc.Override(ctx, w.id, by, tourney.Call{Match: w.game(bob).ID, Winner: 0, Reason: reason})
			},
			func() (tourney.Record, error) {
				return w.svc.Remove(ctx, w.id, by, tourney.Removal{User: bob, Reason: reason})
			},
			func() (tourney.Record, error) {
				return w.svc.HandOver(ctx, w.id, by, tourney.HandOver{To: match.Player{User: cid}, Reason: reason})
			},
		} {
			w.refused(tourney.ErrBadCall, act)
		}
	}
	if _, err := w.svc.Override(ctx, w.id, by, tourney.Call{
		Match: w.game(bob).ID, Winner: 0, Reason: strings.Repeat("x", 200),
	}); err != nil {
		t.Errorf("the longest reason: %v", err)
	}
}

// By promise P27 a player cannot decide their own game in their favour.
func TestP27_OverrideOfOnesOwnGame(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), ann, bob)
	r := w.start()
	g := r.Played[0].Games[0]
	mine := games.Seat(slices.Index(g.Pairing, r.EntrantOf(ann)))
	for seat, e := range g.Pairing {
		who := r.Entrants[e]
		w.refused(tourney.ErrNotYours, func() (tourney.Record, error) {
			return w.svc.Override(ctx, w.id, tourney.By{User: who.User, Name: who.Name, Moderator: true},
				tourney.Call{Match: g.Match, Winner: games.Seat(seat), Reason: "mine"})
		})
	}
	over := func(winner games.Seat) func() (tourney.Record, error) {
		return func() (tourney.Record, error) {
			return w.svc.Override(ctx, w.id, tourney.By{User: ann, Name: "Ann"},
				tourney.Call{Match: g.Match, Winner: winner, Reason: "mine"})
		}
	}
	w.refused(tourney.ErrNotYours, over(mine))
	w.refused(tourney.ErrNotYours, over(games.Spectator))
	if r = w.must(over(1 - mine)()); r.Result != "Bob wins the tournament." {
		t.Errorf("%q, want that Ann can give the game to Bob", r.Result)
	}
}

// P27: an override needs the right person, a game of this round and a reason. It ends a running
// game or changes a finished one, and is logged.
func TestP27_Override(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "swiss"), bob, cid, dee, "eve")
	r := w.start()
	by := tourney.By{User: ann, Name: "Ann"}
	g := r.Played[0].Games[0]
	call := tourney.Call{Match: g.Match, Winner: 1, Reason: "the other had help"}
	over := func(by tourney.By, c tourney.Call) func() (tourney.Record, error) {
		return func() (tourney.Record, error) { return w.svc.Override(ctx, w.id, by, c) }
	}
	w.refused(tourney.ErrNotYours, over(tourney.By{User: bob, Name: "Bob"}, call))
	w.refused(tourney.ErrBadCall, over(by, tourney.Call{Match: g.Match, Winner: 1}))
	w.refused(tourney.ErrBadCall, over(by, tourney.Call{Match: g.Match, Winner: 2, Reason: "why not"}))
	w.refused(tourney.ErrBadCall, over(by, tourney.Call{Match: "nothing", Winner: 1, Reason: "why not"}))
	r = w.must(over(by, call)())
	if g = r.Played[0].Games[0]; !slices.Equal(g.Place, []int{2, 1}) || g.How != tourney.Overruled {
		t.Errorf("the game is %+v, want the second seat's win by override", g)
	}
	m, err := w.store.Record(ctx, g.Match)
	if err != nil || m.Status != match.Over || !strings.Contains(m.Result, "the other had help") {
		t.Errorf("the match is %s (%s), %v; want over, with the reason", m.Status, m.Result, err)
	}
	if last := r.Log[len(r.Log)-1]; last.By != ann || !strings.Contains(last.Say.String(), "the other had help") {
		t.Errorf("the log ends with %+v, want who decided and why", last)
	}
	call.Winner = games.Spectator
	if r = w.must(over(tourney.By{User: "mod", Name: "Mod", Moderator: true},
		call)()); !slices.Equal(r.Played[0].Games[0].Place, []int{1, 1}) {
		t.Errorf("the game is %+v, want shared", r.Played[0].Games[0])
	}
	if last, want := r.Log[len(r.Log)-1].Say.String(),
		"Mod decided that "+r.Names(r.Played[0].Games[0].Pairing...).String()+
			" share their game. Reason: the other had help."; last != want {
		t.Errorf("the log says %q, want %q", last, want)
	}
	w.win(r.Entrants[r.Played[0].Games[1].Pairing[0]].User)
	if r = w.record(); len(r.Played) != 2 {
		t.Fatalf("%d rounds, want the second", len(r.Played))
	}
	w.refused(tourney.ErrBadCall, over(by, call)) // too late, because the next round was paired from that result
}

// F11: deadlines that passed during downtime are extended.
func TestF11_DeadlinesAfterAnOutage(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), ann, bob)
	w.wait(3 * 24 * time.Hour)
	w.restart()
	if err := w.svc.Resume(ctx); err != nil {
		t.Fatal(err)
	}
	if r := w.record(); r.Status != tourney.Open || !r.Deadline.Equal(w.clock.Add(time.Hour)) {
		t.Errorf("%s until %s, want open for another hour", r.Status, r.Deadline)
	}
	w.wait(time.Hour)
	if r := w.attend(); r.Status != tourney.Running {
		t.Errorf("%s, want running", r.Status)
	}
}

// A match that ends without a result blocks nothing.
func TestAVoidGameIsShared(t *testing.T) {
	w := newWorld(t, nil)
	w.create(w.terms("nim", "knockout"), ann, bob)
	w.start()
	if _, err := w.matches.Moderate.End(ctx, match.Act{Match: w.game(ann).ID, User: "mod"},
		match.Order{By: "Mod", Reason: "spam"}); err != nil {
		t.Fatal(err)
	}
	if r := w.attend(); r.Status != tourney.Over || !strings.HasSuffix(r.Result, " share first place.") {
		t.Errorf("%s, %q; want over and shared", r.Status, r.Result)
	}
}

// A knockout of 64 computer players finishes with all results accounted for, and so does every
// format, on a real file.
func TestComputersPlayToTheEnd(t *testing.T) {
	for _, c := range []struct {
		game   games.ID
		format string
		most   int
		fill   string
	}{
		{"fish", "knockout", 64, "greedy"},
		{"nim", "bracket", 32, "easy"},
		{"nim", "swiss", 32, "easy"},
		{"nim", "roundrobin", 12, "easy"},
		{"fish", "league", 10, "random"},
	} {
		t.Run(c.format, func(t *testing.T) {
			var s store = storagetest.NewMemory()
			if c.format == "swiss" {
				s = nil
			}
			w := newWorld(t, s)
			terms := w.terms(c.game, c.format)
			terms.Most, terms.Fill, terms.Third = c.most, c.fill, true
			if c.game == "fish" {
				terms.Options = games.Options{"rules": "course", "rows": "5", "columns": "4"}
			}
			w.create(terms)
			w.start()
			if err := w.computers(); err != nil {
				t.Fatal(err)
			}
			r := w.record()
			if r.Status != tourney.Over || r.Result == "" || len(r.Standings()) != c.most {
				t.Errorf("%s, %q, %d ranked", r.Status, r.Result, len(r.Standings()))
			}
			w.accounted()
		})
	}
}
