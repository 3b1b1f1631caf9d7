package storage

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"paddock/games"
	"paddock/games/catalog"
	"paddock/games/gamestest/ram"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/service"
	"paddock/games/tourney"
	"paddock/storage/fault"
	"paddock/storage/layout"
)

// testdata has a file of each schema since 5 with the same content. A new migration needs a new one:
//
//	go test ./storage -run TestFixtures -fixture
var makeFixture = flag.Bool("fixture", false, "write testdata/schema-N.db.gz for the present schema N")

func fixture(version int) string {
	return filepath.Join("testdata", fmt.Sprintf("schema-%d.db.gz", version))
}

// These are the players and the place of the fixture's matches.
var (
	ann = match.Player{User: "100000000000000001", Name: "Ann"}
	bob = match.Player{User: "100000000000000002", Name: "Bob"}
	cat = match.Player{User: "100000000000000003", Name: "Cat"}

	hall = match.Place{Guild: "300000000000000001", Channel: "400000000000000001"}
)

// story produces the content of the fixture, a few days of a Discord server, through the match
// service.
type story struct {
	*testing.T
	store *Bolt
	svc   *service.Service
	clock time.Time
	acts  int
}

func newStory(t *testing.T, path string) *story {
	t.Helper()
	store, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	s := &story{T: t, store: store, clock: time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)}
	s.svc = service.New(service.Config{
		Store: store, Games: catalog.Games(), Now: func() time.Time { return s.clock },
		Rand: rand.NewChaCha8([32]byte{7}), Defaults: decide.Defaults{Limit: 100},
	})
	return s
}

func (s *story) must(c match.Change, err error) match.Match {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
	return c.Match
}

func (s *story) cause() match.Cause {
	s.acts++
	return match.Cause(fmt.Sprint("interaction-", s.clock.Unix(), s.acts))
}

func (s *story) by(m match.Match, p match.Player) match.Act {
	return match.Act{Match: m.ID, User: p.User, Cause: s.cause()}
}

func (s *story) challenge(a, b match.Player) match.Match {
	s.Helper()
	return s.must(s.svc.Tables.Propose(s.Context(),
		match.Proposal{Game: "kalah", Side: "me", Place: hall, By: a, With: []match.Player{b}, Cause: s.cause()}))
}

func (s *story) duel(a, b match.Player) match.Match {
	s.Helper()
	s.clock = s.clock.Add(21 * time.Minute) // members may make only a limited number of challenges an hour
	m := s.challenge(a, b)
	return s.must(s.svc.Tables.Join(s.Context(), s.by(m, b), b.Name))
}

func (s *story) read(id match.ID) match.Match {
	s.Helper()
	m, err := s.svc.Read.Match(s.Context(), id)
	if err != nil {
		s.Fatal(err)
	}
	return m
}

// moves plays n first legal moves.
func (s *story) moves(m match.Match, n int) match.Match {
	s.Helper()
	for ; n > 0; n-- {
		s.clock = s.clock.Add(time.Minute)
		m = s.read(m.ID)
		for seat := range m.Waiting.All() {
			view, err := m.View(seat)
			if err != nil {
				s.Fatal(err)
			}
			for text := range view.Legal() {
				m = s.must(s.svc.Play.Move(s.Context(), s.by(m, m.Players[seat]), text))
				break
			}
			break
		}
	}
	return m
}

// tell makes all kinds of matches, users and tournaments.
func (s *story) tell() {
	ctx := s.Context()
	running := s.moves(s.duel(ann, bob), 4)
	s.must(s.svc.Play.OfferDraw(ctx, s.by(running, ann)))
	s.must(s.svc.Play.DeclineDraw(ctx, s.by(running, bob)))
	undone := s.moves(s.duel(ann, cat), 1)
	s.must(s.svc.Play.Takeback(ctx, s.by(undone, undone.Players[undone.LastSeat])))

	left := s.moves(s.duel(bob, cat), 1)
	s.must(s.svc.Referee.Park(ctx, left.ID, match.CodeServerLeft, "left"))
	lost := s.duel(bob, ann)
	s.must(s.svc.Referee.Park(ctx, lost.ID, match.CodeChannelGone, ""))
	s.must(s.svc.Referee.Resume(ctx, s.by(lost, bob), match.Place{Guild: hall.Guild, Channel: "400000000000000002"}))

	resigned := s.moves(s.duel(ann, bob), 2)
	s.must(s.svc.Play.Resign(ctx, s.by(resigned, ann)))
	s.must(s.svc.Tables.Rematch(ctx, s.by(resigned, ann)))
	s.must(s.svc.Tables.Rematch(ctx, s.by(resigned, bob)))
	decided := s.duel(ann, bob)
	s.must(s.svc.Referee.Decide(ctx, s.by(decided, cat),
		match.Decision{Place: [games.MaxSeats]int8{1, 2}, By: "Cat", Reason: "a wrong button"}))
	round := s.duel(ann, bob)
	s.must(s.svc.Referee.Decide(ctx, match.Act{Match: round.ID}, match.Decision{Place: [games.MaxSeats]int8{1, 1}}))
	s.must(s.svc.Moderate.End(ctx, s.by(s.duel(ann, bob), cat), match.Order{By: "Cat", Reason: "a wrong button"}))
	agreed := s.duel(ann, bob)
	s.must(s.svc.Play.OfferDraw(ctx, s.by(agreed, ann)))
	s.must(s.svc.Play.OfferDraw(ctx, s.by(agreed, bob)))
	watched := s.must(s.svc.Tables.Propose(ctx, match.Proposal{
		Game: "kalah", Place: hall, By: ann, Watch: true, Step: true,
		With: []match.Player{{Computer: games.Easy}, {Computer: games.Easy}}, Cause: s.cause(),
	}))
	s.must(s.svc.Play.PlayOn(ctx, s.by(watched, ann)))

	late := s.duel(ann, cat)
	if err := s.svc.Referee.Alive(ctx); err != nil {
		s.Fatal(err)
	}
	s.clock = late.Clock.Deadline.Add(time.Second)
	if _, err := s.svc.Referee.Recover(ctx); err != nil {
		s.Fatal(err)
	}
	for late = s.read(late.ID); late.Status == match.Running; late = s.read(late.ID) {
		s.clock = late.Clock.Deadline
		s.must(s.svc.Referee.Attend(ctx, late.ID))
	}
	s.challenge(ann, cat)
	s.settings()
}

// settings stores the fixture's data besides matches.
func (s *story) settings() {
	ctx := s.Context()
	_, err := s.svc.Settings.ChangeUser(ctx, ann.User, func(u *match.User) {
		u.Style, u.Blocked = match.Text, []match.UserID{cat.User}
	})
	_, err2 := s.svc.Settings.ChangeGuild(ctx, hall.Guild, func(g *match.Guild) { g.Threads = true })
	tournaments := tourney.New(tourney.Config{Store: s.store, Matches: s.svc, Now: func() time.Time { return s.clock }})
	tournament, err3 := tournaments.Create(ctx,
		tourney.Terms{Name: "Cup", Game: "kalah", Place: hall, Owner: ann, Cause: "cup"})
	_, err4 := tournaments.Join(ctx, tournament.ID, bob)
	err5 := s.store.AddAudit(ctx,
		match.Audit{
			At: s.clock, Guild: hall.Guild, By: cat, Did: match.AuditSetting, Setting: "threads", Was: "off",
			Is: "on",
		})
	_, err6 := s.store.PutErasure(ctx, match.Erasure{User: cat.User, As: "x7"})
	if err := errors.Join(err, err2, err3, err4, err5, err6); err != nil {
		s.Fatal(err)
	}
}

// kinds returns the events of the fixture's logs besides moves, in order of the matches' ids.
func (s *story) kinds() string {
	s.Helper()
	list, err := s.store.Latest(s.Context(), hall.Channel, 100)
	if err != nil {
		s.Fatal(err)
	}
	var all []string
	for _, r := range list {
		log, err := s.svc.Read.Log(s.Context(), r.ID)
		if err != nil {
			s.Fatal(err)
		}
		for _, e := range log {
			if e.Code != "" || e.Ruling != "" {
				all = append(all, strings.Join(strings.Fields(fmt.Sprint(e.Kind, " ", e.Ruling, " ", e.Code)), "-"))
			}
		}
		frames, err := match.Frames(s.svc.Read.Of(r).Rules(), r, log)
		if err != nil || len(frames) > 0 && frames[len(frames)-1].Position.Text() != r.Position {
			s.Errorf("match %s no longer agrees with its log: %v", r.ID, err)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), " ")
}

// Files of all schemas since 5 are migrated with all their data, and played on.
func TestFixtures(t *testing.T) {
	t.Parallel()
	if *makeFixture {
		writeFixture(t)
	}
	for version := 5; version <= len(migrations); version++ {
		t.Run(fmt.Sprint("schema ", version), func(t *testing.T) {
			path := unpack(t, version)
			if v, err := inspect(path); v != version || err != nil {
				t.Fatalf("the fixture has schema %d, %v", v, err)
			}
			s := newStory(t, path)
			s.clock = s.clock.Add(60 * 24 * time.Hour)
			checkStory(s, version)
			playOn(s)
			if err := s.store.Close(); err != nil {
				t.Fatal(err)
			}
			if got := wantSound(t, path).Schema; got != len(migrations) {
				t.Errorf("schema %d, want %d", got, len(migrations))
			}
		})
	}
}

// checkStory checks that the whole content of the fixture is there.
func checkStory(s *story, version int) {
	s.Helper()
	ctx := s.Context()
	want := "created-rematch declined-draw extended-grace extended-outage offered-draw offered-rematch parked-server-left " +
		"ruled-agree-agreed ruled-decide-member ruled-decide-round ruled-moderator-moderator ruled-resign-wish ruled-time-clock stepped-on"
	got := s.kinds()
	for _, kind := range strings.Fields(want) {
		if !slices.Contains(strings.Fields(got), kind) {
			s.Errorf("no event is %s; there are %s", kind, got)
		}
	}
	list, _ := s.store.Latest(ctx, hall.Channel, 100)
	for _, r := range list {
		switch {
		case r.Reason == games.ByReferee && strings.Contains(r.Result, "wrong button") && r.DecidedBy != "Cat":
			s.Errorf("%s was decided by %q, want Cat", r.ID, r.DecidedBy)
		case r.Parked != nil && r.Parked.Why != match.CodeServerLeft && r.Parked.Why != match.CodeChannelGone:
			s.Errorf("%s is at rest because of %q", r.ID, r.Parked.Why)
		}
	}
	results, err := s.store.Finished(ctx, ann.User)
	if len(results) != 5 || err != nil {
		s.Errorf("%d results of Ann's, %v; want 5", len(results), err)
	}
	if u, err := s.store.User(ctx, ann.User); u.Style != match.Text || err != nil {
		s.Errorf("Ann's settings are %+v, %v", u, err)
	}
	if tournaments, err := s.store.ChannelTournaments(ctx, hall.Channel, 10); len(tournaments) != 1 || err != nil ||
		len(tournaments[0].Entrants) != 1 {
		s.Errorf("tournaments %+v, %v; want one with Bob in it", tournaments, err)
	}
	if gone, err := s.svc.Erase.Pending(ctx); !slices.Equal(gone, []match.Erasure{{User: cat.User, As: "x7"}}) ||
		err != nil {
		s.Errorf("to be erased are %v, %v; want Cat", gone, err)
	}
	if version >= 6 {
		if untold, err := s.store.Untold(ctx, "", 100); len(untold) == 0 || err != nil {
			s.Errorf("nobody is to be told anything, %v", err)
		}
	}
	if version >= 7 {
		if log, err := s.store.Audit(ctx, hall.Guild, 0, 10); len(log) != 1 || err != nil || log[0].By != cat {
			s.Errorf("the audit log is %+v, %v; want a line of Cat's", log, err)
		}
	}
}

// playOn continues the fixture: each kind of match continues, new ones begin, and somebody is
// erased.
func playOn(s *story) {
	s.Helper()
	ctx := s.Context()
	running, err := s.svc.Read.ByUser(ctx, ann.User)
	if err != nil {
		s.Fatal(err)
	}
	for _, m := range running {
		if m.Parked != nil {
			m = s.must(s.svc.Referee.Resume(ctx, match.Act{Match: m.ID}, m.Place))
		}
		if m.Status == match.Running && m.SeatOf(ann.User) != games.Spectator {
			s.moves(m, 1)
		}
	}
	s.must(s.svc.Play.Resign(ctx, s.by(s.moves(s.duel(ann, bob), 2), ann)))
	if results, err := s.store.Finished(ctx, ann.User); len(results) != 6 || err != nil {
		s.Errorf("%d results after one more match, %v; want 6", len(results), err)
	}
	gone, err := s.svc.Erase.Begin(ctx, cat.User)
	if err == nil {
		err = s.svc.Erase.Finish(ctx, gone)
	}
	if left, listing := s.store.Mentions(ctx, cat.User); len(left) > 0 || err != nil || listing != nil {
		s.Errorf("Cat is still in %v; %v, %v", left, err, listing)
	}
	tournaments := tourney.New(tourney.Config{Store: s.store, Matches: s.svc, Now: func() time.Time { return s.clock }})
	if _, err := tournaments.Create(ctx,
		tourney.Terms{Name: "Second", Game: "kalah", Place: hall, Owner: ann, Cause: "second"}); err != nil {
		s.Error("a tournament in a file that was brought forward:", err)
	}
	if err := s.store.AddAudit(ctx,
		match.Audit{At: s.clock, Guild: hall.Guild, By: ann, Did: match.AuditSetting}); err != nil {
		s.Error("a line of an audit log in a file that was brought forward:", err)
	}
}

// Files of the schemas 1 to 4, and one that was on its way to 5, are refused with an error that
// says how to migrate them, and are not changed.
func TestTooOld(t *testing.T) {
	for schema := 1; schema <= 5; schema++ {
		path := unpack(t, 5)
		raw(t, path, func(tx *bbolt.Tx) error {
			meta := tx.Bucket(metaBucket)
			if schema == 5 {
				return meta.Put(unfinishedKey, layout.NumberKey(7))
			}
			return meta.Put(schemaKey, []byte(schemaPrefix+fmt.Sprint(schema)))
		})
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		_, errOpen := Open(path)
		_, errCheck := Check(t.Context(), path)
		_, _, errRestore := Restore(t.Context(), path, path+".restored")
		for what, err := range map[string]error{
			"Open": errOpen, "Check": errCheck, "Repair": Repair(t.Context(), path), "Restore": errRestore,
		} {
			if !errors.Is(err, fault.ErrOlder) || !strings.Contains(fmt.Sprint(err), "brings forward only schema 5") &&
				!(schema == 5 && (what == "Check" || what == "Repair")) {
				t.Errorf("%s of a file of schema %d: %v, want the way out", what, schema, err)
			}
			if schema < 5 && !strings.HasPrefix(fmt.Sprint(err), path+": ") {
				t.Errorf("%s of %s: %v, want its name", what, path, err)
			}
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
			t.Errorf("a file of schema %d was changed, %v", schema, err)
		}
	}
}

// The buckets of a new file are those of schemaBuckets. A bucket without a migration, or one
// missing in the list, would break checks and writes.
func TestEveryBucketHasAMigration(t *testing.T) {
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	var made, listed []string
	for _, name := range schemaBuckets() {
		listed = append(listed, string(name))
	}
	raw(t, path, func(tx *bbolt.Tx) error {
		return tx.ForEach(func(name []byte, _ *bbolt.Bucket) error { made = append(made, string(name)); return nil })
	})
	slices.Sort(listed)
	if !slices.Equal(made, listed) {
		t.Errorf("the migrations make the buckets %q\nschemaBuckets lists          %q", made, listed)
	}
}

func unpack(t *testing.T, version int) (path string) {
	t.Helper()
	packed, err := os.ReadFile(fixture(version))
	if err != nil {
		t.Fatalf("there is no file of schema %d (%v): make one with\n\tgo test ./storage -run TestFixtures -fixture",
			version, err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(ram.Dir(t), "paddock.db")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func writeFixture(t *testing.T) {
	t.Helper()
	path := filepath.Join(ram.Dir(t), "paddock.db")
	s := newStory(t, path)
	s.tell()
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	_, err = z.Write(text)
	if err = errors.Join(err, z.Close()); err == nil {
		err = os.WriteFile(fixture(len(migrations)), packed.Bytes(), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}
