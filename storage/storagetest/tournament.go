package storagetest

import (
	"cmp"
	"context"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/tourney"
)

// RunTournaments tests the promises of tourney.Store on the stores that open makes.
func RunTournaments(t *testing.T, open func(t *testing.T) tourney.Store) {
	for _, c := range []struct {
		name string
		test func(*testing.T, tourney.Store)
	}{
		{"empty", testNoTournaments},
		{"everything comes back", testTournamentWhole},
		{"put is fenced by the version", testTournamentConflict},
		{"one of 50 writers wins", testTournamentWriters},
		{"lists", testTournamentLists},
		{"tournaments of a person", testTournamentsOf},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open(t)) })
	}
}

// NewTournament returns a tournament in its sign-up, for tests to change.
func NewTournament(id tourney.ID) tourney.Record {
	return tourney.Record{
		ID: id,
		Terms: tourney.Terms{
			Name: "Cup " + string(id), Game: "fish", Options: games.Options{"rules": "official"}, Seats: 4,
			Format: "knockout",
			Place:  match.Place{Guild: "g1", Channel: "c1"}, Owner: match.Player{User: "ann", Name: "Ann"}, Most: 9,
			SignUp: time.Hour, PerMove: time.Hour,
			Cause: match.Cause("i" + id),
		},
		Seed: 7, Entrants: []match.Player{{User: "ann", Name: "Ann"}, {Computer: "easy", Name: "Computer 1 (easy)"}},
		Status: tourney.Open, Deadline: noon.Add(time.Hour), Created: noon, Updated: noon,
	}
}

func putTournament(t *testing.T, s tourney.Store, r tourney.Record) tourney.Record {
	t.Helper()
	version, err := s.PutTournament(ctx, r)
	if err != nil || version != r.Version+1 {
		t.Fatalf("PutTournament(%s, version %d) = %d, %v; want one more", r.ID, r.Version, version, err)
	}
	r.Version = version
	return r
}

func wantTournaments(t *testing.T, what string, got []tourney.Record, err error, want ...tourney.ID) {
	t.Helper()
	var ids []tourney.ID
	for _, r := range got {
		ids = append(ids, r.ID)
	}
	if err != nil || !slices.Equal(ids, want) {
		t.Errorf("%s = %v, %v; want %v", what, ids, err, want)
	}
}

func testNoTournaments(t *testing.T, s tourney.Store) {
	_, err := s.Tournament(ctx, "none")
	wantErr(t, "Tournament of none", err, match.ErrNotFound)
	r := NewTournament("c1")
	r.Version = 3
	_, err = s.PutTournament(ctx, r)
	wantErr(t, "PutTournament of version 3 where there is none", err, match.ErrConflict)
	live, err := s.OpenTournaments(ctx)
	wantTournaments(t, "OpenTournaments", live, err)
	list, err := s.ChannelTournaments(ctx, "c1", 5)
	wantTournaments(t, "ChannelTournaments", list, err)
}

func testTournamentWhole(t *testing.T, s tourney.Store) {
	r := NewTournament("c1")
	r.Status, r.Out = tourney.Running, []tourney.Entrant{1}
	r.Played = []tourney.Round{{Began: noon, Games: []tourney.Game{
		{
			Pairing: tourney.Pairing{0, 1}, Match: "m1", Done: true, Place: []int{1, 1}, Score: []int{30, 30},
			How: tourney.Judged,
		}, {Pairing: tourney.Pairing{0}, Done: true},
	}}}
	r.Log = []tourney.Entry{{At: noon, By: "ann", Game: "m1", Say: games.Say("%s and %d", "Ann", 3)}}
	r.Notices = []tourney.Notice{{
		No: 4, At: noon, To: "ann", Kind: tourney.NextGame, Round: 1, Match: "m1",
		With: []tourney.Entrant{1},
	}}
	r.LastNotice = 4
	r.Shown = tourney.Shown{Version: 1, Rounds: 1, Message: "77", At: noon}
	r = putTournament(t, s, r)
	got, err := s.Tournament(ctx, "c1")
	if err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("Tournament = %+v, %v\nwant %+v", got, err, r)
	}
	got.Entrants[0].Name = "Eve"
	if again, _ := s.Tournament(ctx, "c1"); again.Entrants[0].Name != "Ann" {
		t.Error("what was returned is not a copy")
	}
}

func testTournamentConflict(t *testing.T, s tourney.Store) {
	old := NewTournament("c1")
	r := putTournament(t, s, old)
	_, err := s.PutTournament(ctx, old)
	wantErr(t, "PutTournament of an old version", err, match.ErrConflict)
	r.Name = "Other"
	putTournament(t, s, r)
	if got, err := s.Tournament(ctx, "c1"); err != nil || got.Name != "Other" || got.Version != 2 {
		t.Errorf("Tournament = %q, version %d, %v; want the second one", got.Name, got.Version, err)
	}
}

func testTournamentWriters(t *testing.T, s tourney.Store) {
	r := putTournament(t, s, NewTournament("c1"))
	var won atomic.Int32
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if _, err := s.PutTournament(ctx, r); err == nil {
				won.Add(1)
			}
		})
	}
	all.Wait()
	if got := won.Load(); got != 1 {
		t.Errorf("%d of 50 writers of one version have won, want 1", got)
	}
}

func testTournamentLists(t *testing.T, s tourney.Store) {
	a, b, c := NewTournament("a"), NewTournament("b"), NewTournament("c")
	b.Created, c.Place.Channel = noon.Add(time.Hour), "c2"
	a, b, c = putTournament(t, s, a), putTournament(t, s, b), putTournament(t, s, c)
	live, err := s.OpenTournaments(ctx)
	wantTournaments(t, "OpenTournaments", live, err, "a", "b", "c")
	list, err := s.ChannelTournaments(ctx, "c1", 5)
	wantTournaments(t, "ChannelTournaments", list, err, "b", "a")
	list, err = s.ChannelTournaments(ctx, "c1", 1)
	wantTournaments(t, "ChannelTournaments, one", list, err, "b")
	a.Status, b.Status, c.Place.Channel = tourney.Over, tourney.Running, "c1"
	a = putTournament(t, s, a)
	putTournament(t, s, b)
	putTournament(t, s, c)
	live, err = s.OpenTournaments(ctx)
	wantTournaments(t, "OpenTournaments, one over and not shown", live, err, "a", "b", "c")
	a.Shown.Version = a.Version + 1
	putTournament(t, s, a)
	live, err = s.OpenTournaments(ctx)
	wantTournaments(t, "OpenTournaments, one over and shown", live, err, "b", "c")
	a.Version++
	a.Shown.Version, a.Notices = a.Version+1, []tourney.Notice{{No: 1, To: "ann", Kind: tourney.Ended}}
	a = putTournament(t, s, a)
	live, err = s.OpenTournaments(ctx)
	wantTournaments(t, "OpenTournaments, one with a person to be told", live, err, "a", "b", "c")
	a.Shown.Version, a.Notices = a.Version+1, nil
	putTournament(t, s, a)
	list, err = s.ChannelTournaments(ctx, "c1", 5)
	wantTournaments(t, "ChannelTournaments", list, err, "b", "c", "a")
	list, err = s.ChannelTournaments(ctx, "c2", 5)
	wantTournaments(t, "ChannelTournaments of the channel that was left", list, err)
}

var _ tourney.Store = (*Memory)(nil)

func (m *Memory) Tournament(ctx context.Context, id tourney.ID) (tourney.Record, error) {
	r := setting(m, "tournament "+string(id), tourney.Record{})
	if r.ID == "" {
		return r, match.ErrNotFound
	}
	return r, ctx.Err()
}

func (m *Memory) PutTournament(ctx context.Context, r tourney.Record) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := "tournament " + string(r.ID)
	var old tourney.Record
	if text, ok := m.settings[key]; ok {
		old = decode[tourney.Record](text)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if old.Version != r.Version {
		return 0, match.ErrConflict
	}
	r.Version++
	m.settings[key] = encode(r)
	return r.Version, nil
}

// tournaments lists the matching tournaments.
func (m *Memory) tournaments(fits func(tourney.Record) bool,
	order func(a, b tourney.Record) int,
) (list []tourney.Record) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, text := range m.settings {
		if len(key) < 11 || key[:11] != "tournament " {
			continue
		}
		if r := decode[tourney.Record](text); fits(r) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, order)
	return list
}

func (m *Memory) OpenTournaments(ctx context.Context) ([]tourney.Record, error) {
	return m.tournaments(tourney.Record.Unsettled, func(a, b tourney.Record) int { return cmp.Compare(a.ID, b.ID) }),
		ctx.Err()
}

func (m *Memory) ChannelTournaments(ctx context.Context, c match.ChannelID, max int) ([]tourney.Record, error) {
	list := m.tournaments(func(r tourney.Record) bool { return r.Place.Channel == c }, func(a, b tourney.Record) int {
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
	})
	return list[:min(max, len(list))], ctx.Err()
}

func (m *Memory) TournamentsOf(ctx context.Context, u match.UserID) ([]tourney.Record, error) {
	return m.tournaments(func(r tourney.Record) bool { return r.Mentions(u) }, func(a, b tourney.Record) int {
		return cmp.Compare(a.ID, b.ID)
	}), ctx.Err()
}

// The search by user finds the entrants, creators and deciders of a tournament, and nobody else.
func testTournamentsOf(t *testing.T, s tourney.Store) {
	owned, entered, decided := NewTournament("c1"), NewTournament("c2"), NewTournament("c3")
	entered.Owner.User, decided.Owner.User = "bob", "bob"
	decided.Entrants = nil
	decided.Log = []tourney.Entry{{By: "ann", Say: games.Say("so it is")}}
	other := NewTournament("c4")
	other.Owner.User, other.Entrants = "annette", nil
	for _, r := range []tourney.Record{owned, entered, decided, other} {
		putTournament(t, s, r)
	}
	list, err := s.TournamentsOf(ctx, "ann")
	slices.SortFunc(list, func(a, b tourney.Record) int { return cmp.Compare(a.ID, b.ID) })
	wantTournaments(t, "TournamentsOf(ann)", list, err, "c1", "c2", "c3")
}
