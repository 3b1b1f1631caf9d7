package service

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/decide"
	"paddock/games/match/follow"
	"paddock/games/match/keylock"
	"paddock/games/match/lookout"
)

// core is shared by the parts of a Service: it locks matches, changes them, stores the changes and
// announces them.
type core struct {
	cfg     Config
	matches match.Log
	people  match.People
	facts   match.Notes
	results match.Results
	follow  follow.Book
	lookout lookout.Book
	locks   keylock.Lock[match.ID]
	notes   notes
	refused refusals
	parsed  match.Parsings
	subs    []func(match.Change) // fixed before the first call

	randMu sync.Mutex // guards reads from cfg.Rand
}

// now returns the time in whole milliseconds, the precision of databases.
func (s *core) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

// lock waits for the lock of a match. It returns ErrStore if ctx ends first.
func (s *core) lock(ctx context.Context, id match.ID) (unlock func(), err error) {
	unlock, err = s.locks.LockContext(ctx, id)
	if err != nil {
		return nil, match.Unsaved("wait for the match", err)
	}
	return unlock, nil
}

// attempts is how often a change is tried while another process writes the same match.
const attempts = 3

// update makes every change to an existing match: under the match's lock and once per cause. It
// stores first and then announces. If the decision adds no event, nothing changes.
func (s *core) update(ctx context.Context, a match.Act, do decide.Action) (_ match.Change, err error) {
	defer func() {
		// the store may have failed in a read, too
		if errors.Is(err, match.ErrStore) && !errors.Is(err, match.ErrUnsure) {
			err = match.Unsaved("change a match", err)
		}
	}()
	unlock, err := s.lock(ctx, a.Match)
	if err != nil {
		return match.Change{}, err
	}
	defer unlock()
	for range attempts {
		done, ok, err := s.repeated(ctx, a.Cause)
		if ok || err != nil {
			return done, err
		}
		done, err = s.try(ctx, a, do)
		if !errors.Is(err, match.ErrConflict) && !errors.Is(err, match.ErrRepeat) {
			return done, err
		}
	}
	return match.Change{}, match.Unsaved("append", match.ErrConflict)
}

// try reads what an action needs, decides, and stores the decision.
func (s *core) try(ctx context.Context, a match.Act, do decide.Action) (match.Change, error) {
	m, facts, err := s.read(ctx, a, do)
	if err != nil {
		return match.Change{}, err
	}
	d, err := decide.Decide(m, a, do, facts)
	if move, ok := do.(decide.Move); ok && err != nil {
		s.refused.note(m.Record, a.User, move.Text, facts.Now, err)
	}
	if err != nil {
		return match.Change{}, err
	}
	for _, err := range d.Faults {
		if ctx.Err() == nil {
			s.cfg.Log.Error("could not play what somebody has prepared", "match", m.ID, "err", err)
		}
	}
	if len(d.Events) == 0 {
		return match.Change{Match: m}, nil
	}
	if d.Next != nil {
		// the cause of the rematch is the old match, so there is only one rematch even if the
		// process dies before the old match is updated
		cause := match.Cause("rematch/" + m.ID)
		next, ok, err := s.repeated(ctx, cause)
		if !ok && err == nil {
			next, err = s.create(ctx, d.Next, cause)
		}
		if err != nil {
			return match.Change{}, err
		}
		d.RematchID = next.Match.ID
	}
	return s.commit(ctx, d, a.Cause)
}

// create stores a new match under a new id.
func (s *core) create(ctx context.Context, d *decide.Draft, c match.Cause) (match.Change, error) {
	for range attempts {
		id, err := s.newID()
		if err != nil {
			return match.Change{}, err
		}
		d.ID = id
		done, err := s.commit(ctx, d, c)
		if errors.Is(err, match.ErrRepeat) {
			done, _, err := s.repeated(ctx, c)
			return done, err
		}
		if !errors.Is(err, match.ErrConflict) { // a conflict of a new match means that its id is taken
			return done, err
		}
	}
	return match.Change{}, match.Unsaved("create", match.ErrConflict)
}

// commit stores a draft and announces it. It returns ErrConflict, ErrRepeat and errors of the
// draft's condition unchanged.
func (s *core) commit(ctx context.Context, d *decide.Draft, c match.Cause) (match.Change, error) {
	salts := make([]match.Salt, d.Unsalted())
	for i := range salts {
		if err := s.random(salts[i][:]); err != nil {
			return match.Change{}, err
		}
	}
	d.Seal(salts)
	news, err := s.news(ctx, d)
	if err != nil {
		return match.Change{}, err
	}
	r := d.Stored(news)
	d.Events[0].Cause = c
	head, err := s.append(ctx, d, r)
	_, refused := errors.AsType[*match.Problem](err)
	switch {
	case refused || errors.Is(err, match.ErrConflict) || errors.Is(err, match.ErrRepeat):
		return match.Change{}, err
	case err != nil:
		return match.Change{}, match.Unsaved("append", err)
	}
	r.Head = head
	if d.Ends() {
		// the entry does no harm: it is also removed when its owner opens their list
		if err := s.follow.Close(ctx, r.ID); err != nil && ctx.Err() == nil {
			s.cfg.Log.Warn("the followers of a match could not be forgotten", "match", r.ID, "err", err)
		}
	}
	s.notes.forget(r.ID)
	s.refused.forget(r.ID)
	g, _ := s.game(r.Game)
	m := s.parsed.Match(r, g, d.Known()...)
	s.parsed.Hold(m)
	done := match.Change{Match: m, Events: d.Events, Game: d.Said, Unasked: d.Unasked()}
	if !d.Erases() { // forgetIn announces the change after the name is replaced everywhere
		s.announce(done)
	}
	return done, nil
}

func (s *core) announce(c match.Change) {
	for _, f := range s.subs {
		f(c)
	}
}

// append stores a draft. If the store returns ErrUnsure, append stores the draft again, even if ctx
// has ended. The store takes writes in order, so the answer to the second write shows whether the
// first one was stored.
func (s *core) append(ctx context.Context, d *decide.Draft, r match.Record) (match.Seq, error) {
	head, unsure := s.write(ctx, d, r)
	if !errors.Is(unsure, match.ErrUnsure) {
		return head, unsure
	}
	ctx = context.WithoutCancel(ctx)
	head, err := s.write(ctx, d, r)
	if err == nil {
		return head, nil
	}
	log, failed := s.matches.History(ctx, r.ID, d.Events[0].Seq)
	switch first := d.Events[0]; {
	case failed == nil && len(log) > 0 && log[0].Cause == first.Cause && log[0].Kind == first.Kind &&
		log[0].User == first.User && log[0].At.Equal(first.At):
		return d.Events[len(d.Events)-1].Seq, nil
	case failed == nil || errors.Is(failed, match.ErrNotFound):
		return 0, err
	}
	return 0, unsure
}

func (s *core) write(ctx context.Context, d *decide.Draft, r match.Record) (match.Seq, error) {
	if d.Condition == nil {
		return s.matches.Append(ctx, r, d.Events...)
	}
	return s.matches.AppendIf(ctx, guard(*d.Condition), r, d.Events...)
}

// repeated returns the earlier change with a cause, if there is one.
func (s *core) repeated(ctx context.Context, c match.Cause) (match.Change, bool, error) {
	if c == "" {
		return match.Change{}, false, nil
	}
	id, _, ok, err := s.matches.Applied(ctx, c)
	if err != nil {
		return match.Change{}, false, match.Unread("look up cause", err)
	}
	if !ok {
		return match.Change{}, false, nil
	}
	m, err := s.match(ctx, id)
	return match.Change{Match: m, Repeat: true}, true, err
}

// game returns a game of the catalogue.
func (s *core) game(id games.ID) (*games.Game, bool) {
	for _, g := range s.cfg.Games {
		if g.ID == id {
			return g, true
		}
	}
	return nil, false
}

// match returns the match, or ErrUnknown.
func (s *core) match(ctx context.Context, id match.ID) (match.Match, error) {
	r, err := s.matches.Record(ctx, id)
	switch {
	case errors.Is(err, match.ErrNotFound):
		return match.Match{}, match.Unknown()
	case err != nil:
		return match.Match{}, match.Unread("read match", err)
	}
	if shown, noted := s.notes.of(id); noted && shown.Head >= r.Shown.Head {
		r.Shown = shown
	}
	m := s.of(r)
	s.parsed.Hold(m)
	return m, nil
}

// of combines a record with its game and position.
func (s *core) of(r match.Record) match.Match {
	g, _ := s.game(r.Game)
	return s.parsed.Match(r, g)
}

// history returns the log of a match from a Seq on, oldest first.
func (s *core) history(ctx context.Context, id match.ID, from match.Seq) ([]match.Event, error) {
	log, err := s.matches.History(ctx, id, from)
	if err != nil {
		return nil, match.Unread("read log", err)
	}
	return log, nil
}

// log returns the whole log of a match, oldest first.
func (s *core) log(ctx context.Context, id match.ID) ([]match.Event, error) {
	return s.history(ctx, id, 1)
}

// guild returns a server's settings. In a DM it returns the zero Guild.
func (s *core) guild(ctx context.Context, id match.GuildID) (match.Guild, error) {
	if id == "" {
		return match.Guild{}, nil
	}
	g, err := s.people.Guild(ctx, id)
	if err != nil {
		return match.Guild{}, match.Unread("read settings", err)
	}
	return g, nil
}

// seed draws a random seed for a game. It is never 0.
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

func (s *core) newID() (match.ID, error) {
	var b [8]byte
	if err := s.random(b[:]); err != nil {
		return "", err
	}
	return match.ID(match.DrawID(binary.BigEndian.Uint64(b[:]), 6)), nil
}

func (s *core) random(b []byte) error {
	s.randMu.Lock()
	defer s.randMu.Unlock()
	if _, err := io.ReadFull(s.cfg.Rand, b); err != nil {
		return fmt.Errorf("read randomness: %w", err)
	}
	return nil
}

// blockNote names the note that stores the BlockKey, in hex.
const blockNote = "block-key"

func (s *core) blockKey(ctx context.Context) (match.BlockKey, error) {
	note, err := s.facts.Note(ctx, blockNote)
	if err != nil {
		return nil, match.Unread("read a note", err)
	}
	return hex.DecodeString(note)
}
