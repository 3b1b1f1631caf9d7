package match

import (
	"context"
	"io"
	"log/slog"
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
	// Side is By's choice, one of Sides(game). Empty: against computers alone the game's SoloSeat, otherwise by lot; in the order of
	// joining where the game has no sides.
	Side string

	PerMove time.Duration // 0: the server's default, or no clock where only one member plays; negative: no clock
	Lapse   referee.Lapse // empty: Skip in games that go on after it, otherwise Forfeit
	Grace   int           // days of grace; 0: the default of Lapse, negative: none
	Unrated bool
	Step    bool // computers against each other wait for Next before each turn

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
	cfg Config
}

// New makes a Service. Subscribe with OnChange before anything else is called.
func New(cfg Config) *Service { return &Service{cfg: cfg} }

// OnChange subscribes to changes, in the order in which they were made to each match. f is called with that match's lock held: it must
// return at once and must not call the Service; it notes what to do and wakes somebody.
func (s *Service) OnChange(f func(Change)) { panic("not yet") }

// Propose makes a match. Besides the game's *Refusal for bad options: ErrUnknownGame, ErrBadProposal (seats, sides, oneself, times),
// ErrLimit, ErrDuplicate (its Problem holds the other match).
func (s *Service) Propose(ctx context.Context, p Proposal) (Change, error) { panic("not yet") }

// Join takes a seat of a challenge or table, and begins the match when it was the last. ErrNotInvited, ErrNotOpen, ErrLimit, ErrExpired;
// ErrBadProposal if the user sits there already.
func (s *Service) Join(ctx context.Context, a Act, name string) (Change, error) { panic("not yet") }

// Decline closes a challenge that the user was invited to.
func (s *Service) Decline(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Revoke closes a challenge or table of the user's own that has not begun.
func (s *Service) Revoke(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Leave gives back a seat of a table that has not begun. The owner's leaving closes it, as Revoke does.
func (s *Service) Leave(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Begin starts the owner's table with a computer player on each empty seat, or without the empty seats if fill is the zero Player and
// enough people sit there.
func (s *Service) Begin(ctx context.Context, a Act, fill Player) (Change, error) { panic("not yet") }

// Play plays a move text, or several moves of one turn, for the user. ErrNotYours, ErrNotYourTurn, ErrStale, ErrOver, ErrNotBegun,
// ErrParked, or the game's *Refusal.
func (s *Service) Play(ctx context.Context, a Act, move string) (Change, error) { panic("not yet") }

// PlayComputer plays the answer to a Job. ErrStale if the position is no longer that of the job.
func (s *Service) PlayComputer(ctx context.Context, j Job, move string) (Change, error) {
	panic("not yet")
}

// Next lets the computers of a Step match play one turn; PlayOn lets them play to the end. Only the owner may.
func (s *Service) Next(ctx context.Context, a Act) (Change, error)   { panic("not yet") }
func (s *Service) PlayOn(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Resign gives up the user's seat. Asking for confirmation is the caller's business.
func (s *Service) Resign(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Cancel closes a match without result: before the first move, or at any time if the user started it and only computers play. ErrTooLate
// otherwise.
func (s *Service) Cancel(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Abort closes a match without result at any time: a moderator's right, which the caller has checked.
func (s *Service) Abort(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// OfferDraw offers a draw, or accepts it if the opponent has offered. An offer is declined by moving or by DeclineDraw.
func (s *Service) OfferDraw(ctx context.Context, a Act) (Change, error)   { panic("not yet") }
func (s *Service) DeclineDraw(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Takeback takes the user's last turn back, together with computers' answers to it: at once within FreeUndo while nobody else has moved
// or where only computers would have to agree, otherwise by the opponent's consent, which is the opponent's own Takeback. ErrTooLate
// if there is nothing to take back or secrets were shown.
func (s *Service) Takeback(ctx context.Context, a Act) (Change, error)        { panic("not yet") }
func (s *Service) DeclineTakeback(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// ClaimTime ends the match in favour of the user where the opponent's time has run out under Lapse Claim. ErrTooEarly before that.
func (s *Service) ClaimTime(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Rematch asks for another match with swapped sides; when all members have asked it is made, and Change.Record.RematchID names it. The new
// match is announced as a Change of its own. Asking again makes no second one.
func (s *Service) Rematch(ctx context.Context, a Act) (Change, error) { panic("not yet") }

// Park puts a match to rest with its clocks frozen, because its channel is gone or the bot is no longer there. Parking twice is no error.
func (s *Service) Park(ctx context.Context, id ID, reason string, c Cause) (Change, error) {
	panic("not yet")
}

// Resume goes on with a parked match in a place: at once if it is where the match was, or all members want the same place, or the user is
// empty, which means the bot itself; otherwise the wish is noted. The bot itself may also move a match that isn't parked (into its thread).
func (s *Service) Resume(ctx context.Context, a Act, to Place) (Change, error) { panic("not yet") }

// Attend does what is due for a match, once: reminder, grace, ruling, expiry, delayed ping. It is no error if nothing is.
func (s *Service) Attend(ctx context.Context, id ID) (Change, error) { panic("not yet") }

// MarkShown records what the channel has been shown, and arms or disarms the delayed ping.
func (s *Service) MarkShown(ctx context.Context, id ID, shown Shown) error { panic("not yet") }

// Alive notes the time, so that the next start knows how long the outage was. Recover is called once after a start, before
// anybody calls Attend: it extends each clock that expired since the last Alive by the outage (P9, P70) and returns how many.
func (s *Service) Alive(ctx context.Context) error          { panic("not yet") }
func (s *Service) Recover(ctx context.Context) (int, error) { panic("not yet") }

// Game finds a game of the catalogue.
func (s *Service) Game(id games.ID) (*games.Game, bool) { panic("not yet") }

// Match is the match, or ErrUnknown.
func (s *Service) Match(ctx context.Context, id ID) (Record, error) { panic("not yet") }

// Position is the position of a match that has begun, secrets included: for the referee, never for showing.
func (s *Service) Position(r Record) (*games.Position, error) { panic("not yet") }

// View is what a seat may know of the position, Before what it knew before the last turn (nil if there was none). r.SeatOf(user) finds the seat.
func (s *Service) View(r Record, seat games.Seat) (*games.View, error)   { panic("not yet") }
func (s *Service) Before(r Record, seat games.Seat) (*games.View, error) { panic("not yet") }

// Log is the log of a match, oldest first. Moves of games with secrets are in it: it is for the players only after the end.
func (s *Service) Log(ctx context.Context, id ID) ([]Event, error) { panic("not yet") }

// Replay plays a log again and calls f with the position after each event that made one. It stops when f returns false.
func (s *Service) Replay(r Record, log []Event, f func(Event, *games.Position) bool) error {
	panic("not yet")
}

// ByChannel and ByUser list what is open or running, most urgent for the user first (P10).
func (s *Service) ByChannel(ctx context.Context, c ChannelID, u UserID) ([]Record, error) {
	panic("not yet")
}
func (s *Service) ByUser(ctx context.Context, u UserID) ([]Record, error) { panic("not yet") }

// Find lists the running matches of a channel that a command of the user without a match can mean (P42): the user's own, only those where it
// is the user's turn if there are any, most urgent first. An empty game means any. One: act on it. Several: ask.
func (s *Service) Find(ctx context.Context, c ChannelID, u UserID, game games.ID) ([]Record, error) {
	panic("not yet")
}

// Job is the move that a computer player of the match has to make now, if any. Thinking lists the matches that have one, for a start.
func (s *Service) Job(ctx context.Context, id ID) (j Job, ok bool, err error) { panic("not yet") }
func (s *Service) Thinking(ctx context.Context) ([]ID, error)                 { panic("not yet") }

// Show says how the present state of a match is to reach its channel (P43).
func (s *Service) Show(r Record) Showing { panic("not yet") }
