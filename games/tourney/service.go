package tourney

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"paddock/games"
	"paddock/games/match"
	"paddock/games/match/keylock"
	"paddock/games/match/service"
)

// Config is the configuration of a Service.
type Config struct {
	Store   Store
	Matches *service.Service
	Now     func() time.Time // the only source of time
	Log     *slog.Logger     // nil: nothing is logged
}

// Service is the only writer of tournaments. It makes the matches of a round, takes in their
// results by Attend, and acts on deadlines. It is safe for concurrent use: writes run one at a
// time, while rounds are paired without the lock. The state survives a crash between any two steps
// (F69). A round is stored before its matches are made. Each match has its own cause and is made
// once. Each result enters the record once, in one transaction.
//
// Errors are as in service.Service: after a *games.Refusal or a *match.Problem, which have a
// sentence for people, nothing has changed.
type Service struct {
	cfg     Config
	writing keylock.Lock[struct{}]
	subs    []func(Record)
}

// New returns a Service. Subscribe with OnChange before any other call.
func New(cfg Config) *Service {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{cfg: cfg}
}

// OnChange calls f with every change. f must return at once and must not call the Service.
func (s *Service) OnChange(f func(Record)) { s.subs = append(s.subs, f) }

// Limits and defaults.
const (
	MostEntrants   = 64
	mostInPairings = 32 // the limit for Swiss and round robin, which would otherwise have too many rounds or games
	mostLive       = 3  // unfinished tournaments per owner in a server
	nameLength     = 60
	reasonLength   = 200

	defaultSignUp  = 24 * time.Hour
	defaultPerMove = 24 * time.Hour
	graceAtMost    = time.Hour // longest extension of a deadline after an outage (F11)
)

// Kinds of Problems, for errors.Is.
var (
	ErrUnknown  = errors.New("tourney: no such tournament")
	ErrBadTerms = errors.New("tourney: bad terms")
	ErrLimit    = errors.New("tourney: too many tournaments")
	ErrNotOpen  = errors.New("tourney: sign-up is over")
	ErrEntered  = errors.New("tourney: has joined already")
	ErrNotIn    = errors.New("tourney: does not take part")
	ErrTooFew   = errors.New("tourney: too few entrants")
	ErrNotYours = errors.New("tourney: for the organiser or a moderator")
	ErrEnded    = errors.New("tourney: has ended")
	ErrBadCall  = errors.New("tourney: can't be decided so")
	ErrNotAsked = errors.New("tourney: has nothing to confirm")
)

func problem(kind error, format string, args ...any) *match.Problem {
	return &match.Problem{Kind: kind, Say: games.Say(format, args...)}
}

// readFailed returns the Problem of a tournament that cannot be read.
func readFailed(what string, err error) *match.Problem {
	p := match.Unread(what, err)
	if p.Kind == match.ErrDamaged {
		p.Say = games.Say("This tournament was damaged in my memory, so it can't go on. Please tell whoever runs the bot.")
	}
	return p
}

// Create opens the sign-up of a tournament. It returns ErrBadTerms, or the game's *Refusal for its
// options. A cause that was used before returns the tournament that it made then.
func (s *Service) Create(ctx context.Context, t Terms) (Record, error) {
	r, err := s.compose(t)
	if err != nil {
		return Record{}, err
	}
	unlock, err := s.lock(ctx)
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	return s.admit(ctx, r, strings.TrimSpace(t.Name) == "")
}

// admit stores a new tournament, within the limits, under an id made from its cause. If the cause
// has made a tournament before, admit returns that one. A series that waits for its next season
// counts as that season. If nobody has chosen the name and it is in use, it gets a number. The
// caller holds the lock.
func (s *Service) admit(ctx context.Context, r Record, unnamed bool) (Record, error) {
	list, err := s.Unsettled(ctx)
	if err != nil {
		return Record{}, err
	}
	mine, taken := 0, map[string]bool{}
	for _, other := range list {
		waits := other.Waits()
		if other.Cause == r.Cause {
			return other, nil
		}
		if !other.Live() && !waits || waits && r.follows(other) || other.Place.Guild != r.Place.Guild {
			continue
		}
		if other.Owner.User == r.Owner.User {
			mine++
		}
		name := other.Name
		if waits {
			name = other.next().Name
		}
		taken[strings.ToLower(name)] = true
	}
	// the check is only for a first season: a later one may have the name of an existing tournament
	if r.Season < 2 && taken[strings.ToLower(r.Name)] {
		if !unnamed {
			return Record{}, problem(ErrBadTerms,
				"There is already a tournament called %s here. Join it, or give yours another name.", r.Name)
		}
		r.Name = numbered(r.Name, taken)
	}
	for salt := range 8 {
		r.ID, r.Seed = newID(r.Cause, salt)
		old, err := s.cfg.Store.Tournament(ctx, r.ID)
		if err == nil && old.Cause == r.Cause {
			return old, nil
		}
		switch {
		case errors.Is(err, match.ErrNotFound) && mine >= mostLive:
			return Record{}, problem(ErrLimit,
				"You already run %d tournaments here, and that's the limit. Wait until one has ended, or cancel one.",
				mine)
		case errors.Is(err, match.ErrNotFound):
			return s.put(ctx, r)
		}
		if err != nil {
			return Record{}, readFailed("read tournament", err)
		}
	}
	return Record{}, match.Unsaved("create tournament", match.ErrConflict)
}

// numbered returns a name with the first number that is not taken: "Kalah knockout 2".
func numbered(name string, taken map[string]bool) string {
	for n := 2; ; n++ {
		if next := fmt.Sprintf("%s %d", name, n); !taken[strings.ToLower(next)] {
			return next
		}
	}
}

// newID derives an id and a seed from a cause.
func newID(c match.Cause, salt int) (ID, uint64) {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s/%d", c, salt))
	return ID(match.DrawID(binary.BigEndian.Uint64(sum[:]), 5)), binary.BigEndian.Uint64(sum[8:]) | 1
}

// compose makes the record of a new tournament, without an id.
func (s *Service) compose(t Terms) (Record, error) {
	g, ok := s.cfg.Matches.Read.Game(t.Game)
	if !ok {
		return Record{}, problem(ErrBadTerms, "There is no game called %q here. Choose one from the list.", t.Game)
	}
	if t.Format == "" {
		t.Format = Formats[0].Name()
	}
	f, ok := Find(t.Format)
	if !ok {
		return Record{}, problem(ErrBadTerms, "There is no format called %q. Choose one from the list.", t.Format)
	}
	if t.Name = strings.Join(strings.Fields(t.Name), " "); t.Name == "" {
		t.Name = UsualName(g, f)
	}
	now := s.now()
	r := Record{Terms: t, Status: Open, Created: now}
	if r.Every != "" {
		r.Season = max(1, r.Season)
	}
	r.defaults(g, f)
	if r.SignUp > 0 {
		r.Deadline = now.Add(r.SignUp)
	}
	return r, r.check(g, f)
}

// UsualName returns the name of a tournament to which nobody gives one.
func UsualName(g *games.Game, f Format) string { return g.Name + " " + Spoken(f.Name()) }

// most returns the largest number of entrants.
func most(f Format) int {
	switch f.(type) {
	case Swiss, RoundRobin:
		return mostInPairings
	}
	return MostEntrants
}

func (r *Record) defaults(g *games.Game, f Format) {
	_, largest := f.Sizes()
	if r.Seats == 0 {
		r.Seats = min(largest, g.MaxSeats)
	}
	if r.Most == 0 {
		r.Most = most(f)
	}
	if r.SignUp == 0 {
		r.SignUp = defaultSignUp
	}
	if r.PerMove == 0 {
		r.PerMove = defaultPerMove
	}
	if _, divided := f.(Divisions); !divided {
		r.Size = 0
	} else if r.Size == 0 {
		r.Size = defaultDivision
	}
}

func (r *Record) check(g *games.Game, f Format) error {
	smallest, largest := f.Sizes()
	_, known := g.Player(r.Fill)
	switch {
	case r.Cause == "" || r.Owner.User == "" || r.Place.Channel == "":
		return problem(ErrBadTerms, "I can't tell who wants this tournament, or where. Please start it from a channel.")
	case len([]rune(r.seriesName())) > r.room():
		return problem(ErrBadTerms, "That name is too long. Choose one of at most %d characters.", r.room())
	case r.Every != "" && !slices.Contains(Intervals, r.Every):
		return problem(ErrBadTerms, "A tournament can't repeat like that. Choose an interval from the list.")
	case r.Seats < max(smallest, g.MinSeats) || r.Seats > min(largest, g.MaxSeats):
		return problem(ErrBadTerms,
			"%s in a %s tournament is for %d to %d players, not %d. Choose a number in between.", g.Name,
			Spoken(f.Name()),
			max(smallest, g.MinSeats), min(largest, g.MaxSeats), r.Seats)
	case r.Most < 2 || r.Most > most(f):
		return problem(ErrBadTerms, "A %s tournament is for 2 to %d players, not %d. Choose a number in between.",
			Spoken(f.Name()), most(f), r.Most)
	case r.Fill != "" && !known:
		return problem(ErrBadTerms, "%s has no computer player %q. Choose one from the list.", g.Name, r.Fill)
	case r.PerMove < time.Minute || r.PerMove > 30*24*time.Hour || r.RoundTime < 0 || r.RoundTime > 90*24*time.Hour ||
		r.SignUp > 30*24*time.Hour:
		return problem(ErrBadTerms,
			"A move can take one minute to 30 days, a sign-up at most 30 days and a round at most 90. Choose times in between.")
	case !r.Bank.Sound():
		return problem(ErrBadTerms, "A time bank can hold one to 30 days. Choose something in between.")
	case r.Size != 0 && (r.Size < leastDivision || r.Size > mostDivision):
		return problem(ErrBadTerms, "A division can have %d to %d players. Choose a number in between.", leastDivision,
			mostDivision)
	case r.Rounds < 0 || r.Rounds > 20:
		return problem(ErrBadTerms, "There can be 1 to 20 rounds. Choose a number in between.")
	}
	if _, ok := f.(joinable); r.Late != "" && (!ok || !slices.Contains(Lates, r.Late)) {
		return problem(ErrBadTerms, "Only a Swiss or a league can be joined late. Choose one of them, or leave out `late:`.")
	}
	for seats := g.MinSeats; seats <= r.Seats; seats++ { // refuses impossible options before anybody joins (F1)
		if _, err := g.Start(games.Setup{Seats: seats, Seed: 1, Options: r.Options}); err != nil {
			return err
		}
	}
	return nil
}

// now returns the time in whole milliseconds, the precision of databases.
func (s *Service) now() time.Time { return s.cfg.Now().UTC().Truncate(time.Millisecond) }

// lock waits until no other write is running.
func (s *Service) lock(ctx context.Context) (unlock func(), err error) {
	unlock, err = s.writing.LockContext(ctx, struct{}{})
	if err != nil {
		return nil, match.Unsaved("wait for the tournament", err)
	}
	return unlock, nil
}

// put stores a record and announces it.
func (s *Service) put(ctx context.Context, r Record) (Record, error) {
	r.Updated = s.now()
	version, err := s.cfg.Store.PutTournament(ctx, r)
	if err != nil {
		return Record{}, match.Unsaved("write tournament", err)
	}
	r.Version = version
	for _, f := range s.subs {
		f(r)
	}
	return r, nil
}

// Tournament returns the tournament, or ErrUnknown.
func (s *Service) Tournament(ctx context.Context, id ID) (Record, error) {
	r, err := s.cfg.Store.Tournament(ctx, id)
	switch {
	case errors.Is(err, match.ErrNotFound):
		return Record{}, problem(ErrUnknown, "There is no tournament %q. Choose one from the list, or create one.", id)
	case err != nil:
		return Record{}, readFailed("read tournament", err)
	}
	return r, nil
}

// attempts is how often a change is tried while another process writes the same tournament.
const attempts = 3

// write makes and announces one change at a time. F gets the stored record and reports whether it
// changed it.
func (s *Service) write(ctx context.Context, id ID, f func(*Record) (bool, error)) (Record, error) {
	return s.replace(ctx, id, f, s.put)
}

// mark is like write, without an announcement.
func (s *Service) mark(ctx context.Context, id ID, f func(*Record) bool) error {
	_, err := s.replace(ctx, id, func(r *Record) (bool, error) { return f(r), nil },
		func(ctx context.Context, r Record) (Record, error) {
			version, err := s.cfg.Store.PutTournament(ctx, r)
			if err != nil {
				return Record{}, match.Unsaved("write tournament", err)
			}
			r.Version = version
			return r, nil
		})
	return err
}

func (s *Service) replace(ctx context.Context, id ID, f func(*Record) (bool, error),
	put func(context.Context, Record) (Record, error),
) (Record, error) {
	unlock, err := s.lock(ctx)
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	for range attempts {
		r, err := s.Tournament(ctx, id)
		if err != nil {
			return Record{}, err
		}
		changed, err := f(&r)
		if err != nil || !changed {
			return r, err
		}
		if r, err = put(ctx, r); !errors.Is(err, match.ErrConflict) {
			return r, err
		}
	}
	return Record{}, match.Unsaved("write tournament", match.ErrConflict)
}

// act makes a change for a user, and then the work that becomes due. If that work fails, the change
// remains and Attend does the work later.
func (s *Service) act(ctx context.Context, id ID, f func(*Record) (bool, error)) (Record, error) {
	r, err := s.write(ctx, id, f)
	if err != nil {
		return Record{}, err
	}
	attended, err := s.Attend(ctx, id)
	if err != nil && ctx.Err() == nil {
		s.cfg.Log.Error("could not attend to a tournament", "tournament", id, "err", err)
	}
	if err != nil {
		return r, nil
	}
	return attended, nil
}

// Join enters a member. The last place starts the tournament. It returns ErrNotOpen or ErrEntered.
func (s *Service) Join(ctx context.Context, id ID, p match.Player) (Record, error) {
	r, err := s.Tournament(ctx, id)
	if err == nil && r.Status == Open && len(r.Entrants)+1 >= r.Most {
		err = s.strikeAbsent(ctx, r, p.User)
	}
	if err != nil {
		return Record{}, err
	}
	skill, err := s.skill(ctx, id, p)
	if err != nil {
		return Record{}, err
	}
	return s.act(ctx, id, func(r *Record) (bool, error) {
		switch {
		case r.Status == Open && r.EntrantOf(p.User) != Nobody:
			return false, problem(ErrEntered, "You have already joined %s. It begins when the sign-up is over.", r.Name)
		case r.Status != Open:
			return false, signUpOver(r)
		case slices.Contains(r.Barred, p.User):
			return false, barred(r)
		}
		r.Entrants = append(r.Entrants, match.Player{User: p.User, Name: p.Name})
		if r.Size > 0 {
			r.Skill = append(r.Skill, skill)
		}
		r.takeBack(func(n Notice) bool { return n.To == p.User && n.Kind == SeasonOpen })
		if len(r.Entrants) >= r.Most {
			s.begin(r)
		}
		return true, nil
	})
}

// signUpOver returns the Problem of a user who wants to join after the sign-up.
func signUpOver(r *Record) error {
	return problem(ErrNotOpen,
		"The sign-up for %s is over, so you can't join any more. You can watch it, or create your own.", r.Name)
}

// barred returns the Problem of somebody whom a moderator has removed from the sign-up.
func barred(r *Record) error {
	return problem(ErrNotOpen,
		"You were removed from %s, so you can't join it again. You can join another tournament.", r.Name)
}

// skill returns the rating of a person who joins a tournament with divisions, otherwise 0.
func (s *Service) skill(ctx context.Context, id ID, p match.Player) (float64, error) {
	r, err := s.Tournament(ctx, id)
	if err != nil || r.Size == 0 {
		return 0, err
	}
	list, err := s.cfg.Matches.Read.StandingsOf(ctx, r.Place.Guild, match.Player{User: p.User})
	for _, st := range list {
		if st.Game == r.Game && st.Pool == match.AmongPeople {
			return st.Rating, err
		}
	}
	return 0, err
}

// strike removes an entrant from the sign-up.
func (r *Record) strike(e Entrant) {
	r.Entrants = slices.Delete(r.Entrants, int(e), int(e)+1)
	if int(e) < len(r.Skill) {
		r.Skill = slices.Delete(r.Skill, int(e), int(e)+1)
	}
}

// Leave gives up a place during the sign-up. Later it withdraws from the tournament for good, and
// the running game is lost (F67). It returns ErrNotIn or ErrEnded.
func (s *Service) Leave(ctx context.Context, id ID, u match.UserID) (Record, error) {
	return s.act(ctx, id, func(r *Record) (bool, error) {
		e := r.EntrantOf(u)
		switch {
		case !r.Live():
			return false, ended(r)
		case e == Nobody || slices.Contains(r.Out, e):
			return false, problem(ErrNotIn, "You don't play in %s. You can join another tournament.", r.Name)
		case r.Status == Open:
			r.strike(e)
			return true, nil
		}
		r.withdraw(e)
		r.log(s.now(), u, "", "%s has withdrawn.", r.EntrantName(e))
		return true, nil
	})
}

// Removal is the decision to remove an entrant from a tournament.
type Removal struct {
	User   match.UserID
	Reason string // the reason, public and told to the removed person
}

// Remove removes an entrant from the sign-up, or from the tournament for good with a loss of the
// running game (P27). The log keeps the reason. It returns ErrNotYours, ErrNotIn, ErrBadCall or
// ErrEnded.
func (s *Service) Remove(ctx context.Context, id ID, by By, c Removal) (Record, error) {
	c.Reason = tidy(c.Reason)
	return s.act(ctx, id, func(r *Record) (bool, error) {
		e := r.EntrantOf(c.User)
		switch err := by.may(r); {
		case err != nil:
			return false, err
		case !r.Live():
			return false, ended(r)
		case e == Nobody || slices.Contains(r.Out, e):
			return false, problem(ErrNotIn, "That member doesn't play in %s. Choose one of the players.", r.Name)
		case r.meets(r.EntrantOf(by.User), e):
			return false, problem(ErrNotYours,
				"You play against %s, so you can't remove them. Ask another member who manages the server.",
				r.EntrantName(e))
		}
		if err := checkReason(c.Reason); err != nil {
			return false, err
		}
		name := r.EntrantName(e)
		r.log(s.now(), by.User, "", "%s removed %s from the tournament. Reason: %s.", by.Name, name, c.Reason)
		why := games.Say("%s removed you from the tournament. Reason: %s.", by.Name, c.Reason)
		if r.Status == Open {
			r.Past = append(r.Past, r.Entrants[e])
			r.strike(e)
			if by.User != c.User {
				r.Barred = append(r.Barred, c.User)
			}
		} else {
			r.withdraw(e)
			if by.User != c.User { // a user who removes themselves leaves
				r.Removed = append(r.Removed,
					Removed{Entrant: e, User: by.User, Order: match.Order{By: by.Name, Reason: c.Reason}})
			}
		}
		r.notifyUser(Notice{At: s.now(), To: c.User, Kind: PutOut, Why: why})
		return true, nil
	})
}

// HandOver is the decision to make another member the organiser of a tournament.
type HandOver struct {
	To     match.Player
	Reason string // the public reason
}

// HandOver gives a tournament that has not ended to another owner, and tells both. The log keeps
// the reason. It returns ErrNotYours, ErrBadCall or ErrEnded.
func (s *Service) HandOver(ctx context.Context, id ID, by By, h HandOver) (Record, error) {
	h.Reason = tidy(h.Reason)
	return s.act(ctx, id, func(r *Record) (bool, error) {
		switch err := by.may(r); {
		case err != nil:
			return false, err
		case !r.Live():
			return false, ended(r)
		case h.To.User == "" || h.To.User == r.Owner.User:
			return false, problem(ErrBadCall, "%s already runs %s. Choose another member.", r.Owner.Name, r.Name)
		}
		if err := checkReason(h.Reason); err != nil {
			return false, err
		}
		was := r.Owner
		r.Past = append(r.Past, was)
		r.Owner = match.Player{User: h.To.User, Name: h.To.Name}
		r.log(s.now(), by.User, "", "%s handed the tournament over from %s to %s. Reason: %s.", by.Name, was.Name,
			h.To.Name, h.Reason)
		for _, u := range []match.UserID{was.User, h.To.User} {
			if u != by.User {
				r.notifyUser(Notice{At: s.now(), To: u, Kind: ChangedHands, Why: r.Log[len(r.Log)-1].Say})
			}
		}
		return true, nil
	})
}

// meets reports whether two different entrants are in an unfinished game.
func (r *Record) meets(a, b Entrant) bool {
	round, ok := r.Going()
	return ok && a != b && slices.ContainsFunc(round.Games, func(g Game) bool {
		return !g.Done && slices.Contains(g.Pairing, a) && slices.Contains(g.Pairing, b)
	})
}

// tidy puts a reason on one line, without a full stop.
func tidy(reason string) string {
	return strings.TrimRight(strings.Join(strings.Fields(reason), " "), ".")
}

func checkReason(reason string) error {
	if reason == "" || len([]rune(reason)) > reasonLength {
		return problem(ErrBadCall, "Please give a reason, which everybody can read. It can have %d characters at most.",
			reasonLength)
	}
	return nil
}

func ended(r *Record) error {
	return problem(ErrEnded, "%s is over: %s You can create a new one.", r.Name, r.Ending())
}

// Confirm confirms a win for a winner who was asked to (F71). It returns ErrNotAsked.
func (s *Service) Confirm(ctx context.Context, id ID, u match.UserID) (Record, error) {
	return s.act(ctx, id, func(r *Record) (bool, error) {
		i := slices.Index(r.Asked, r.EntrantOf(u))
		if i < 0 || r.Status != Running {
			return false, problem(ErrNotAsked,
				"You have no win in %s to confirm. See how it stands with `/tournament status`.", r.Name)
		}
		r.Asked = slices.Delete(r.Asked, i, i+1)
		r.takeBack(func(n Notice) bool { return n.Kind == ConfirmWin && n.To == u })
		return true, nil
	})
}

// By is the author of an act that is only for the organiser and moderators.
type By struct {
	User      match.UserID
	Name      string
	Moderator bool // the member may manage the server
}

func (b By) may(r *Record) error {
	if b.Moderator || b.User != "" && b.User == r.Owner.User {
		return nil
	}
	if r.Owner.User == "" {
		return problem(ErrNotYours,
			"Whoever created %s is gone, so only a member who manages the server can do that. Ask one of them.", r.Name)
	}
	return problem(ErrNotYours,
		"Only %s, who created %s, or a member who manages the server can do that. Ask one of them.", r.Owner.Name,
		r.Name)
}

// Start ends the sign-up. It returns ErrTooFew, ErrNotOpen or ErrNotYours.
func (s *Service) Start(ctx context.Context, id ID, by By) (Record, error) {
	r, err := s.Tournament(ctx, id)
	if err == nil && r.Status == Open && by.may(&r) == nil {
		err = s.strikeAbsent(ctx, r, by.User)
	}
	if err != nil {
		return Record{}, err
	}
	return s.act(ctx, id, func(r *Record) (bool, error) {
		if err := by.may(r); err != nil {
			return false, err
		}
		if r.Status != Open {
			return false, problem(ErrNotOpen,
				"%s has already begun, or is over. See how it stands with `/tournament status`.", r.Name)
		}
		if len(r.Entrants) < 2 && r.Fill == "" {
			return false, problem(ErrTooFew,
				"%s needs at least 2 players, and so far it has %d. Wait for more, or create one that computers fill up.", r.Name, len(r.Entrants))
		}
		s.begin(r)
		return true, nil
	})
}

// Cancel ends a tournament without winners. Running matches continue outside it with the same
// terms, so nobody loses a game in progress. Matches between computers only end without a result.
// No season follows. It returns ErrNotYours or ErrEnded.
func (s *Service) Cancel(ctx context.Context, id ID, by By) (Record, error) {
	return s.act(ctx, id, func(r *Record) (bool, error) {
		if err := by.may(r); err != nil {
			return false, err
		}
		if !r.Live() {
			return false, ended(r)
		}
		s.cancel(r, by.User, games.Say("%s cancelled the tournament.", by.Name))
		return true, nil
	})
}

// Drop cancels a tournament like [Service.Cancel], but without a person who decides it; why is the
// public reason. It does not change a tournament that has ended.
func (s *Service) Drop(ctx context.Context, id ID, why games.Sentence) error {
	_, err := s.act(ctx, id, func(r *Record) (bool, error) {
		live := r.Live()
		if live {
			s.cancel(r, "", why)
		}
		return live, nil
	})
	return err
}

func (s *Service) cancel(r *Record, by match.UserID, why games.Sentence) {
	r.Status, r.Deadline, r.Result, r.Verdict = Cancelled, time.Time{}, why.String(), why
	r.Log = append(r.Log, Entry{At: s.now(), By: by, Say: why})
	r.notifyEnd(s.now(), Stopped)
}

// Call is a decision about a game: the winner and the reason.
type Call struct {
	Match  match.ID
	Winner games.Seat // the seat Spectator means that all players share first place
	Reason string     // the public reason
}

// Override decides a game of the present round, finished or not (P27). The log keeps the reason. It
// returns ErrNotYours, ErrBadCall or ErrEnded.
func (s *Service) Override(ctx context.Context, id ID, by By, c Call) (Record, error) {
	c.Reason = tidy(c.Reason)
	return s.act(ctx, id, func(r *Record) (bool, error) {
		if err := by.may(r); err != nil {
			return false, err
		}
		g, err := r.overridable(c)
		if err != nil {
			return false, err
		}
		place := c.places(len(g.Pairing))
		if i := slices.Index(g.Pairing, r.EntrantOf(by.User)); i >= 0 && place[i] == 1 {
			return false, problem(ErrNotYours,
				"You can't decide your own game in your favour. Ask another member who manages the server.")
		}
		m, err := s.cfg.Matches.Read.Match(ctx, c.Match)
		if err != nil {
			return false, err
		}
		if m.Status == match.Running {
			if _, err := s.cfg.Matches.Referee.Decide(ctx, match.Act{Match: c.Match, User: by.User},
				match.Decision{Place: place, By: by.Name, Reason: c.Reason}); err != nil {
				return false, err
			}
		}
		r.Called, r.Asked = false, nil // the decision may change the winners
		g.Done, g.How, g.Place = true, Overruled, ints(place[:len(g.Pairing)])
		if won := g.Won(); len(won) > 1 {
			r.log(s.now(), by.User, c.Match, "%s decided that %s share their game. Reason: %s.", by.Name,
				r.Names(won...), c.Reason)
		} else {
			r.log(s.now(), by.User, c.Match, "%s decided the game of %s for %s. Reason: %s.", by.Name,
				r.Names(g.Pairing...), r.Names(won...), c.Reason)
		}
		r.takeBack(func(n Notice) bool { return n.Kind == ConfirmWin || n.Match == g.Match })
		for _, e := range g.Pairing {
			r.notify(e, Notice{At: s.now(), Kind: Decided, Match: g.Match, Why: r.Log[len(r.Log)-1].Say})
		}
		return true, nil
	})
}

// overridable returns the game of a call, if an override can decide it.
func (r *Record) overridable(c Call) (*Game, error) {
	round, g := r.Find(c.Match)
	switch {
	case !r.Live():
		return nil, ended(r)
	case g == nil:
		return nil, problem(ErrBadCall, "There is no game %q in %s. Choose one from this round's list.", c.Match,
			r.Name)
	case round != len(r.Played)-1:
		return nil, problem(ErrBadCall,
			"It's too late to change that result: the next round is already paired. You can only decide games of this round.")
	case c.Winner != games.Spectator && (c.Winner < 0 || int(c.Winner) >= len(g.Pairing)):
		return nil, problem(ErrBadCall, "The winner has to be one of the players: %s. Choose one of them.",
			r.Names(g.Pairing...))
	}
	return g, checkReason(c.Reason)
}

// places returns the places that follow from a call.
func (c Call) places(n int) (place [games.MaxSeats]int8) {
	for seat := range n {
		place[seat] = 2
		if c.Winner == games.Spectator || c.Winner == games.Seat(seat) {
			place[seat] = 1
		}
	}
	return place
}

func ints[T int | int8](list []T) []int {
	out := make([]int, len(list))
	for i, v := range list {
		out[i] = int(v)
	}
	return out
}

// MarkShown records what the channel shows. shown.Version is the version of the shown record.
func (s *Service) MarkShown(ctx context.Context, id ID, shown Shown) error {
	return s.mark(ctx, id, func(r *Record) bool {
		r.Shown = shown
		r.unchangedForTheChannel()
		return true
	})
}

// MayPublish returns why somebody can't publish the result of a tournament, or nil.
func (r Record) MayPublish(by By) error {
	if r.Status != Over {
		return problem(ErrBadCall, "%s isn't over, so it has no result to publish. Wait for its end.", r.Name)
	}
	return by.may(&r)
}

// MarkPublished records the message with the result that goes to followers.
func (s *Service) MarkPublished(ctx context.Context, id ID, m match.MessageID) error {
	return s.mark(ctx, id, func(r *Record) bool {
		r.Published = m
		r.unchangedForTheChannel()
		return true
	})
}

// MarkTold removes delivered notices from the record. It ignores unknown numbers.
func (s *Service) MarkTold(ctx context.Context, id ID, numbers ...int) error {
	return s.mark(ctx, id, func(r *Record) bool {
		before := len(r.Notices)
		r.takeBack(func(n Notice) bool { return slices.Contains(numbers, n.No) })
		r.unchangedForTheChannel()
		return len(r.Notices) < before
	})
}
