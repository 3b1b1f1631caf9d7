package match

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"paddock/games"
	"paddock/games/referee"
)

// Config is what a Service is made of. Durations that are zero have the default named beside them.
type Config struct {
	Store Store
	Games []*games.Game    // the catalogue, in its order
	Now   func() time.Time // the only clock
	Rand  io.Reader        // ids and the seeds of games come from it; it need not be safe for concurrent use
	Log   *slog.Logger     // nil: silent

	PerMove  time.Duration // time per move where neither the challenge nor the server says: 48 h
	Expiry   time.Duration // how long a challenge stays open, at least one move's time: 7 days
	Window   time.Duration // of quick play (P43): 5 min
	FreeUndo time.Duration // takeback without consent (P19): 60 s
	Keep     time.Duration // how long a parked match is kept (P73): 90 days
	Limit    int           // running matches per member and server where the server does not say: 5
	Grace    int           // days of grace per seat and match under Forfeit (P32): 3; negative: none
}

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

// Proposal is a new match. It begins at once if no seat is left empty, otherwise it is a challenge (one member is invited) or a table that
// anybody may join.
type Proposal struct {
	Game  games.ID
	Setup games.Setup // what is zero has its default; the seed is made here unless it is given
	Place Place
	By    Player // the member who proposes: User and Name
	// With are the others: computer players, at most one member (who is invited), and zero Players for seats that anybody may take.
	// Missing ones are empty seats.
	With  []Player
	Watch bool // By only watches: With are computer players for all seats
	// Seated means that With is everybody, by seat, and that all have agreed already: the match begins at once, whoever they are and however many
	// matches they have running. By plays only if With names them, and may be nobody. For tournaments.
	Seated bool
	// Side is By's choice, one of Sides(game). Empty: against computers alone the game's SoloSeat, otherwise by lot; in the order of
	// joining where the game has no sides.
	Side string

	PerMove time.Duration // 0: the server's default, or no clock where only one member plays; negative: no clock
	Lapse   referee.Lapse // empty: Skip in games that go on after it, otherwise Forfeit
	Grace   int           // days of grace; 0: the default of Lapse, negative: none
	Unrated bool
	Step    bool // computers against each other wait for Next before each turn

	Tournament string // whose game this is, if any

	Cause Cause
}

// Change is what a call has done.
type Change struct {
	Record Record
	Events []Event       // appended to the log; none if nothing changed
	Game   []games.Event // what moves and rulings brought about at the board, in order
	Repeat bool          // the cause had been applied before, and this call did nothing
	Ping   bool          // nothing changed, but the waiting players are to be pinged now (P43)
}

// Job is a move that a computer player has to make.
type Job struct {
	Match  ID
	Head   Seq
	Seat   games.Seat
	View   *games.View
	Player string
	Budget games.Budget // the level's, with the seed of this very turn
}

// Service is the only writer of matches. It is safe for concurrent use; calls for one match run one at a time.
//
// Errors: a *games.Refusal is the game's own (an illegal move, an unknown option), a *Problem is the match's. Both have a sentence for
// people (see Sentence), and in both cases nothing has changed. Nothing is answered or announced before it has been stored.
type Service struct {
	cfg   Config
	locks locks
	notes notes

	invites invites
	subs    []func(Change) // fixed before the first call

	randMu sync.Mutex // guards reading from cfg.Rand
}

// New makes a Service. Subscribe with OnChange before anything else is called.
func New(cfg Config) *Service {
	orElse := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
	}
	orElse(&cfg.PerMove, 48*time.Hour)
	orElse(&cfg.Expiry, 7*24*time.Hour)
	orElse(&cfg.Window, 5*time.Minute)
	orElse(&cfg.FreeUndo, time.Minute)
	orElse(&cfg.Keep, 90*24*time.Hour)
	if cfg.Limit == 0 {
		cfg.Limit = 5
	}
	if cfg.Grace == 0 {
		cfg.Grace = 3
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{cfg: cfg}
}

// OnChange subscribes to changes, in the order in which they were made to each match. f is called with that match's lock held: it must
// return at once and must not call the Service; it notes what to do and wakes somebody. A Change without Events and Ping only says that the
// record's Due has moved.
func (s *Service) OnChange(f func(Change)) { s.subs = append(s.subs, f) }

func (s *Service) announce(c Change) {
	for _, f := range s.subs {
		f(c)
	}
}

// now is in whole milliseconds, as databases keep times.
func (s *Service) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

func (s *Service) draft(r Record, g *games.Game) *draft {
	return &draft{Record: r, cfg: &s.cfg, game: g, now: s.now(), random: s.random}
}

// attempts is how often a change is tried when another process writes the same match.
const attempts = 3

// update is how every change to an existing match is made: under the match's lock, once per cause, stored, then announced. If f adds no
// event nothing changes.
func (s *Service) update(ctx context.Context, a Act, f func(*draft) error) (Change, error) {
	unlock, err := s.lock(ctx, "match/"+string(a.Match))
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
	return Change{}, s.storeFailed("append", ErrConflict)
}

func (s *Service) try(ctx context.Context, a Act, f func(*draft) error) (Change, error) {
	r, err := s.Match(ctx, a.Match)
	if err != nil {
		return Change{}, err
	}
	g, ok := s.Game(r.Game)
	if !ok {
		return Change{}, s.problem(ErrUnknownGame, &r, "This match is of a game that is no longer offered here, so it can't go on. Please ask whoever runs the bot.")
	}
	d := s.draft(r, g)
	defer func() {
		if d.unlock != nil {
			d.unlock()
		}
	}()
	if err := f(d); err != nil {
		return Change{}, err
	}
	if len(d.log) == 0 {
		return Change{Record: r}, nil
	}
	return s.commit(ctx, d, a.Cause)
}

// create stores a new match under a new id.
func (s *Service) create(ctx context.Context, d *draft, c Cause) (Change, error) {
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
	return Change{}, s.storeFailed("create", ErrConflict)
}

// commit stores a draft and announces it. ErrConflict and ErrRepeat come back as they are.
func (s *Service) commit(ctx context.Context, d *draft, c Cause) (Change, error) {
	r := d.Record
	r.Updated = d.now
	r.Due = r.due(&s.cfg)
	d.log[0].Cause = c
	head, err := s.cfg.Store.Append(ctx, r, d.log...)
	switch {
	case errors.Is(err, ErrConflict) || errors.Is(err, ErrRepeat):
		return Change{}, err
	case err != nil:
		return Change{}, s.storeFailed("append", err)
	}
	r.Head = head
	s.notes.forget(r.ID)
	done := Change{Record: r, Events: d.log, Game: d.said}
	s.announce(done)
	return done, nil
}

// repeated finds what a cause has brought about before.
func (s *Service) repeated(ctx context.Context, c Cause) (Change, bool, error) {
	if c == "" {
		return Change{}, false, nil
	}
	id, _, ok, err := s.cfg.Store.Applied(ctx, c)
	if err != nil {
		return Change{}, false, s.storeFailed("look up cause", err)
	}
	if !ok {
		return Change{}, false, nil
	}
	r, err := s.Match(ctx, id)
	return Change{Record: r, Repeat: true}, true, err
}

// lock takes locks, or gives up with ErrStore when ctx ends first.
func (s *Service) lock(ctx context.Context, keys ...string) (unlock func(), err error) {
	unlock, err = s.locks.lock(ctx, keys...)
	if err != nil {
		return nil, s.storeFailed("wait for the match", err)
	}
	return unlock, nil
}
