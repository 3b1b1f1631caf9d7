package match

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match/keylock"
)

// Act is who does something to a match, and where it came from.
type Act struct {
	Match ID
	User  UserID
	// Head is the board that the user saw, as in a button's id; 0 is the newest. An act made on a board whose position has changed since
	// is refused with ErrStale.
	Head Seq
	// Cause is remembered with what it brings about. The same one again changes nothing and is no error: Change.Repeat is set.
	Cause Cause
}

// Change is what a call has done.
type Change struct {
	Match  Match
	Events []Event       // appended to the log; none if nothing changed
	Game   []games.Event // what moves and rulings brought about at the board, in order
	Repeat bool          // the cause had been applied before, and this call did nothing
	Ping   bool          // nothing changed, but the waiting players are to be pinged now (P43)
}

func (s *core) announce(c Change) {
	for _, f := range s.subs {
		f(c)
	}
}

// core is what the parts of a Service share: it locks matches, changes them, stores what was changed and announces it.
type core struct {
	cfg     Config
	matches Log
	people  People
	locks   keylock.Lock[lockKey]
	notes   notes
	parsed  parsings
	subs    []func(Change) // fixed before the first call

	randMu sync.Mutex // guards reading from cfg.Rand
}

// now is in whole milliseconds, as databases keep times.
func (s *core) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

func (s *core) draft(r Record, g *games.Game, known ...*parsing) *draft {
	return &draft{Record: r, cfg: &s.cfg, game: g, now: s.now(), known: known, random: s.random}
}

// attempts is how often a change is tried when another process writes the same match.
const attempts = 3

// update is how every change to an existing match is made: under the match's lock, once per cause, stored, then announced. If f adds no
// event nothing changes.
func (s *core) update(ctx context.Context, a Act, f func(*draft) error) (Change, error) {
	unlock, err := s.lock(ctx, matchKey(a.Match))
	if err != nil {
		return Change{}, err
	}
	defer unlock()
	for range attempts {
		done, ok, err := s.repeated(ctx, a.Cause)
		if ok || err != nil {
			return done, err
		}
		done, err = s.try(ctx, a, f)
		if !errors.Is(err, ErrConflict) && !errors.Is(err, ErrRepeat) {
			return done, err
		}
	}
	return Change{}, storeFailed("append", ErrConflict)
}

func (s *core) try(ctx context.Context, a Act, f func(*draft) error) (Change, error) {
	m, err := s.match(ctx, a.Match)
	if err != nil {
		return Change{}, err
	}
	if m.Rules() == nil {
		return Change{}, problem(ErrUnknownGame, &m.Record, "This match is of a game that is no longer offered here, so it can't go on. Please ask whoever runs the bot.")
	}
	d := s.draft(m.Record, m.Rules(), m.now, m.before)
	defer func() {
		if d.unlock != nil {
			d.unlock()
		}
	}()
	if err := f(d); err != nil {
		return Change{}, err
	}
	if len(d.log) == 0 {
		return Change{Match: m}, nil
	}
	return s.commit(ctx, d, a.Cause)
}

// create stores a new match under a new id.
func (s *core) create(ctx context.Context, d *draft, c Cause) (Change, error) {
	for range attempts {
		id, err := s.newID()
		if err != nil {
			return Change{}, err
		}
		d.ID = id
		done, err := s.commit(ctx, d, c)
		if errors.Is(err, ErrRepeat) {
			done, _, err := s.repeated(ctx, c)
			return done, err
		}
		if !errors.Is(err, ErrConflict) { // of a new match: the id is taken
			return done, err
		}
	}
	return Change{}, storeFailed("create", ErrConflict)
}

// commit stores a draft and announces it. ErrConflict and ErrRepeat come back as they are.
func (s *core) commit(ctx context.Context, d *draft, c Cause) (Change, error) {
	r := d.Record
	r.Updated = d.now
	r.Due = r.due(&s.cfg)
	d.log[0].Cause = c
	head, err := s.matches.Append(ctx, r, d.log...)
	switch {
	case errors.Is(err, ErrConflict) || errors.Is(err, ErrRepeat):
		return Change{}, err
	case err != nil:
		return Change{}, storeFailed("append", err)
	}
	r.Head = head
	s.notes.forget(r.ID)
	m := s.parsed.match(r, d.game, d.known...)
	s.parsed.hold(m)
	done := Change{Match: m, Events: d.log, Game: d.said}
	s.announce(done)
	return done, nil
}

// repeated finds what a cause has brought about before.
func (s *core) repeated(ctx context.Context, c Cause) (Change, bool, error) {
	if c == "" {
		return Change{}, false, nil
	}
	id, _, ok, err := s.matches.Applied(ctx, c)
	if err != nil {
		return Change{}, false, storeFailed("look up cause", err)
	}
	if !ok {
		return Change{}, false, nil
	}
	m, err := s.match(ctx, id)
	return Change{Match: m, Repeat: true}, true, err
}

// game finds a game of the catalogue.
func (s *core) game(id games.ID) (*games.Game, bool) {
	for _, g := range s.cfg.Games {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// match is the match, or ErrUnknown.
func (s *core) match(ctx context.Context, id ID) (Match, error) {
	r, err := s.matches.Record(ctx, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return Match{}, Unknown()
	case err != nil:
		return Match{}, storeFailed("read match", err)
	}
	if shown, noted := s.notes.of(id); noted && shown.Head >= r.Shown.Head {
		r.Shown = shown
	}
	m := s.of(r)
	s.parsed.hold(m)
	return m, nil
}

// of puts a record together with its game and position.
func (s *core) of(r Record) Match {
	g, _ := s.game(r.Game)
	return s.parsed.match(r, g)
}

// history is the log of a match from a Seq on, oldest first.
func (s *core) history(ctx context.Context, id ID, from Seq) ([]Event, error) {
	log, err := s.matches.History(ctx, id, from)
	if err != nil {
		return nil, storeFailed("read log", err)
	}
	return log, nil
}

// active lists the matches that are open or running and wanted.
func active(ctx context.Context, in Duties, wanted func(Record) bool) ([]ID, error) {
	var ids []ID
	for r, err := range in.Active(ctx) {
		if err != nil {
			return nil, storeFailed("read active matches", err)
		}
		if wanted(r) {
			ids = append(ids, r.ID)
		}
	}
	return ids, nil
}

// guild is a server's settings; the zero Guild in a DM.
func (s *core) guild(ctx context.Context, id GuildID) (Guild, error) {
	if id == "" {
		return Guild{}, nil
	}
	g, err := s.people.Guild(ctx, id)
	if err != nil {
		return Guild{}, storeFailed("read settings", err)
	}
	return g, nil
}

// seed draws the seed of a game. It is never 0.
func (s *core) seed() (uint64, error) {
	var b [8]byte
	for {
		if err := s.random(b[:]); err != nil {
			return 0, err
		}
		if seed := binary.BigEndian.Uint64(b[:]); seed != 0 {
			return seed, nil
		}
	}
}

// newID draws an id of letters and digits that can't be taken for one another.
func (s *core) newID() (ID, error) {
	const letters = "23456789abcdefghjkmnpqrstuvwxyz"
	var b [8]byte
	if err := s.random(b[:]); err != nil {
		return "", err
	}
	lot := rand.New(rand.NewPCG(binary.BigEndian.Uint64(b[:]), 0))
	id := make([]byte, 6)
	for i := range id {
		id[i] = letters[lot.IntN(len(letters))]
	}
	return ID(id), nil
}

func (s *core) random(b []byte) error {
	s.randMu.Lock()
	defer s.randMu.Unlock()
	if _, err := io.ReadFull(s.cfg.Rand, b); err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	return nil
}
