// Package match is a match from the challenge to the result: who sits where, the log of what happened, the clock. [Service] is the only
// writer; [Store] is what it needs of a database, implemented in paddock/storage.
//
// A match is an event log with the position text at its head in the same transaction. Play goes on from the text; the log gives replay,
// export, takeback and idempotence. Nothing is announced that has not been stored, and the head (the number of events) fences everything:
// double clicks, computer players' late answers, a second process.
package match

import (
	"context"
	"errors"
	"iter"
	"maps"
	"slices"
	"time"

	"paddock/games"
)

// Names of things outside. Discord's are snowflakes in decimal; nothing here depends on that.
type (
	ID        string // a match, short and speakable, lower-case letters and digits
	UserID    string
	GuildID   string // empty in a DM with the bot
	ChannelID string // a thread is a channel too
	MessageID string
)

// Seq numbers the events of a match from 1. A match's Head is the Seq of its last event.
type Seq int64

// Cause says where an event came from; the same cause is never applied twice. Interactions use their id, computer players and the
// scheduler the head they acted on.
type Cause string

// Status is the stage of a match's life.
type Status string

// The stages.
const (
	Open    Status = "open"    // a challenge or a table, waiting for people
	Running Status = "running" // being played
	Over    Status = "over"    // has a result
	Closed  Status = "closed"  // ended without one: declined, revoked, expired, cancelled
)

// Player is who sits at a seat: a member, a computer player, or a member who was removed. The zero Player is an empty seat.
type Player struct {
	User     UserID `json:",omitempty"`
	Name     string `json:",omitempty"` // for display, as Discord shows it
	Computer string `json:",omitempty"` // name of a computer player ("medium"); empty for a member
	Gone     string `json:",omitempty"` // of a member who was removed (P30): Departure.As
}

// Empty reports whether nobody sits here.
func (p Player) Empty() bool { return p.User == "" && p.Computer == "" && p.Gone == "" }

// Place is where a match is played.
type Place struct {
	Guild   GuildID `json:",omitempty"`
	Channel ChannelID
}

// Shown is the newest board message, and up to which event the channel has been told.
type Shown struct {
	Head    Seq
	Channel ChannelID `json:",omitempty"`
	Message MessageID `json:",omitempty"`
	At      time.Time `json:",omitzero"` // when the message was posted
	Turn    int       // the Turn that the message shows
	Pinged  int       // the Turn for which the waiting seats have been pinged
}

// Record is a match as it is stored: everything but its log.
type Record struct {
	ID       ID
	Game     games.ID
	Setup    games.Setup
	Status   Status
	Place    Place
	Owner    UserID   // who started or challenged
	Invited  UserID   `json:",omitempty"` // who alone may accept; empty: anyone
	Players  []Player // by seat
	Unrated  bool     `json:",omitempty"`
	Position string   // canonical text at Head; empty while Open
	Waiting  games.Seats
	Turn     int // counts turns from 1: it grows when a seat begins to wait and at the end, not when the same seat waits on
	Made     Seq // the event that made Position: acts on boards from here on are not stale
	Drafts   int `json:",omitempty"` // events so far that nobody but their seat may know of, see Board
	Moves    int // accepted so far
	Nudged   int `json:",omitempty"` // the Turn in which somebody has nudged those who are waited for

	// The last turn: the position before it, who made it and the moves in a row. There is none after a ruling.
	Before    string `json:",omitempty"`
	LastSeat  games.Seat
	LastMoves []string `json:",omitempty"`

	Head      Seq
	Shown     Shown
	Clock     Clock
	Due       time.Time       `json:",omitzero"`  // the next moment at which something has to be done; zero: none. The deadline index.
	Acted     []time.Time     `json:",omitempty"` // by seat: the last move; for quick play
	DrawOffer *games.Seat     `json:",omitempty"`
	UndoOffer *games.Seat     `json:",omitempty"` // who asks for a takeback
	Outcome   *games.Outcome  `json:",omitempty"`
	Reason    games.Reason    `json:",omitempty"` // why it is Over or Closed, for programs
	Ended     time.Time       `json:",omitzero"`  // when it had its Outcome
	Late      games.Seats     `json:",omitempty"` // whom the clock has put out of it
	Result    string          `json:",omitempty"` // the result or reason of closing in words, English; see Ending
	Closing   games.Sentence  `json:",omitzero"`  // why it is Closed
	Parked    *Parking        `json:",omitempty"`
	Step      bool            `json:",omitempty"` // computer v computer: waits for a Next button before each turn
	Stepped   int             `json:",omitempty"` // the Turn that Next has released
	Shuffle   bool            `json:",omitempty"` // sides are drawn by lot when the match begins; until then Players are in the order of joining
	Receipts  []Receipt       `json:",omitempty"` // by seat: of what was arranged in secret, once all have confirmed
	Rematch   map[string]bool `json:",omitempty"` // who wants one, by user
	RematchID ID              `json:",omitempty"`

	Tournament string `json:",omitempty"` // whose game this is, if any: paddock/games/tourney hears of its result

	Created time.Time
	Updated time.Time
}

// Parking is why and since when a match is at rest with its clocks frozen: its channel is gone, or the bot is no longer there.
type Parking struct {
	At     time.Time
	Reason string
	Left   time.Duration // what was left on the clock

	Wanted map[UserID]Place `json:",omitempty"` // where its people want it to go on
}

// Clone is a copy that shares nothing which anybody changes.
func (r Record) Clone() Record {
	r.Setup.Options, r.Players, r.LastMoves = maps.Clone(r.Setup.Options), slices.Clone(r.Players), slices.Clone(r.LastMoves)
	r.Acted, r.Receipts, r.Rematch = slices.Clone(r.Acted), slices.Clone(r.Receipts), maps.Clone(r.Rematch)
	r.DrawOffer, r.UndoOffer, r.Outcome, r.Parked = copied(r.DrawOffer), copied(r.UndoOffer), copied(r.Outcome), copied(r.Parked)
	if r.Parked != nil {
		r.Parked.Wanted = maps.Clone(r.Parked.Wanted)
	}
	return r
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

// Ending is how the match ended, or why it was closed; silence while it goes on.
func (r Record) Ending() games.Sentence {
	switch {
	case r.Outcome != nil && r.Outcome.Say.Format != "":
		return r.Outcome.Say
	case r.Closing.Format != "":
		return r.Closing
	case r.Result != "": // stored before there was a Closing
		return games.Say("%s", r.Result)
	}
	return games.Sentence{}
}

// SeatOf is the first seat of a user, Spectator if there is none.
func (r Record) SeatOf(u UserID) games.Seat {
	for s, p := range r.Players {
		if u != "" && p.User == u {
			return games.Seat(s)
		}
	}
	return games.Spectator
}

// Board is the number of public events so far: what stands in the ids of a board's components, and what Act.Head is compared with. It differs
// from Head only where seats arrange something in secret, for how often they have changed their minds is nobody else's business (S85).
func (r Record) Board() Seq { return r.Head - Seq(r.Drafts) }

// Old reports whether the position has changed since a board was shown (P3, P81). An event that leaves the position alone, such as a
// reminder, makes no board old; nor does what somebody else does in secret.
func (r Record) Old(board Seq) bool {
	at := board + Seq(r.Drafts)
	return at < r.Made || at > r.Head
}

// EventKind tells events of the log apart.
type EventKind string

// What can happen to a match.
const (
	Created  EventKind = "created"  // as a challenge, a table, or running at once
	Joined   EventKind = "joined"   // somebody took a seat; a challenge is accepted by joining it
	Left     EventKind = "left"     // somebody gave a seat back before the start
	Began    EventKind = "began"    // the first position was made; Note is its text
	Moved    EventKind = "moved"    // Move was played by Seat
	Arranged EventKind = "arranged" // Move was made by Seat in a secret set-up: nobody else may ever see it in the log
	Sealed   EventKind = "sealed"   // what Seat has confirmed is fixed: Note is the digest of its Receipt, for all to see
	Ruled    EventKind = "ruled"    // the referee decided: Note is the games.RulingKind and, after a space, why
	Offered  EventKind = "offered"  // User or Seat offered or asked for what Note says: "draw", "takeback", "rematch", "resume"
	Declined EventKind = "declined" // a challenge was declined, or what Note says: "draw", "takeback"
	Stepped  EventKind = "stepped"  // the computers may play one turn, or on to the end if Note is "on"
	Extended EventKind = "extended" // the clock was lengthened: Note is "grace" or "outage"
	Lapsed   EventKind = "lapsed"   // the clock ran out and the opponent may claim
	Undone   EventKind = "undone"   // a takeback: the position is that of Seq Note again
	Reminded EventKind = "reminded" // the waiting seats were reminded of the clock, or nudged by a User
	Parked   EventKind = "parked"   // Note says why
	Resumed  EventKind = "resumed"  // in Note's channel
	Ended    EventKind = "ended"    // the match is Over or Closed; Note is the reason
)

// Event is one line of a match's log. It is never changed, except that a person who wants to be removed is taken out of it (Departure).
type Event struct {
	Seq   Seq
	At    time.Time
	Kind  EventKind
	Cause Cause      `json:",omitempty"`
	User  UserID     `json:",omitempty"`
	Seat  games.Seat `json:",omitempty"`
	Move  string     `json:",omitempty"`
	Note  string     `json:",omitempty"`

	// Said is what this brought about at the board, in games with secrets, where the moves alone don't tell: such as fights (S57). It is public.
	Said []games.Sentence `json:",omitempty"`
}

// Secret reports whether nobody but the event's seat may notice that it happened (S85): what it changed is not to be seen, and no message may be
// sent or edited because of it.
func (e Event) Secret() bool { return e.Kind == Arranged && len(e.Said) == 0 }

// Errors of a Store.
var (
	ErrConflict = errors.New("match: the head has moved")
	ErrRepeat   = errors.New("match: this cause has been applied already")
	ErrNotFound = errors.New("match: not found")
)

// Store is what the service needs of a database. Implementations pass paddock/storage/storagetest. Everything returned is a copy.
type Store interface {
	// Append adds events to the log of a match and replaces its record, in one transaction with all indexes. r.Head is the head that the
	// stored match must have (0: there must be none); the events are numbered from r.Head+1 and the stored record's Head is the last of
	// them. There is at least one event. ErrConflict if the stored head is another; ErrRepeat, with nothing
	// written, if any event's Cause (unless empty) has been recorded before for any match. The head stored is returned.
	Append(ctx context.Context, r Record, events ...Event) (Seq, error)
	// SetShown records what the channel has been shown, and the deadline that follows from it, without an event, if the head is still as given;
	// ErrConflict otherwise. A Shown with an older Head than the stored one changes nothing and is no error.
	SetShown(ctx context.Context, id ID, head Seq, s Shown, due time.Time) error
	// SetDue changes the deadline alone, if the head is still as given; ErrConflict otherwise.
	SetDue(ctx context.Context, id ID, head Seq, due time.Time) error
	// Record is the match, or ErrNotFound.
	Record(ctx context.Context, id ID) (Record, error)
	// History is the log from a Seq on, oldest first.
	History(ctx context.Context, id ID, from Seq) ([]Event, error)
	// Applied reports which match and event a cause has brought about.
	Applied(ctx context.Context, c Cause) (id ID, seq Seq, ok bool, err error)
	// Due lists at most max matches whose Due is set and not after t, soonest first; NextDue is the earliest of all.
	Due(ctx context.Context, t time.Time, max int) ([]Record, error)
	NextDue(ctx context.Context) (t time.Time, ok bool, err error)
	// Unshown lists at most max matches with Shown.Head < Head.
	Unshown(ctx context.Context, max int) ([]Record, error)
	// ByChannel and ByUser list matches that are Open or Running, newest first; ByGuild likewise. A user's are those where they sit, which
	// they own, or to which they are invited.
	ByChannel(ctx context.Context, c ChannelID) ([]Record, error)
	ByUser(ctx context.Context, u UserID) ([]Record, error)
	ByGuild(ctx context.Context, g GuildID) ([]Record, error)
	// Latest lists the newest matches of a channel, finished ones included.
	Latest(ctx context.Context, c ChannelID, max int) ([]Record, error)
	// Results lists the matches of a server that are Over, those of a game in the order in which they ended; an empty game means all of them.
	Results(ctx context.Context, g GuildID, game games.ID) ([]Result, error)
	// Active yields every match that is Open or Running, in no order. The loop's body must not call the Store.
	Active(ctx context.Context) iter.Seq2[Record, error]

	// User and Guild are settings; a missing one is the zero value with its ID set.
	User(ctx context.Context, id UserID) (User, error)
	PutUser(ctx context.Context, u User) error
	Guild(ctx context.Context, id GuildID) (Guild, error)
	PutGuild(ctx context.Context, g Guild) error
	// Note and PutNote keep small facts of the process: the hash of the registered commands, when it was last alive.
	Note(ctx context.Context, key string) (string, error)
	PutNote(ctx context.Context, key, value string) error

	Remover
}

// Style is how somebody wants boards shown.
type Style string

// The styles. The zero Style is Image.
const (
	Image Style = "image"
	Text  Style = "text"
	Words Style = "words"
)

// Notify is how somebody wants to hear that something waits for them.
type Notify string

// The ways. The zero Notify is a mention in the channel of the match.
const (
	ByMention Notify = ""
	ByDM      Notify = "dm"
	ByNothing Notify = "none"
)

// User is what is remembered of a person.
type User struct {
	ID       UserID
	Style    Style             `json:",omitempty"`
	Prefer   games.Options     `json:",omitempty"` // choices of games' Info.Personal, by name
	Language string            `json:",omitempty"` // chosen to be written to in, by its code such as "sv"; empty: as Locale says
	Locale   string            `json:",omitempty"` // the language of their Discord when they last acted, by its code; empty: English, or unknown
	DM       ChannelID         `json:",omitempty"` // the DM channel, once opened
	DMClosed bool              `json:",omitempty"` // DMs were refused; not tried again until the user acts
	Told     map[string]bool   `json:",omitempty"` // hints that are given once
	Saved    map[string]string `json:",omitempty"` // saved set-ups, by "game/army/name"
	Letters  map[ID]Letter     `json:",omitempty"` // by running match with secrets: the direct message that shows it
	Notify   Notify            `json:",omitempty"` // how the person hears that it is their turn
	Blocked  []UserID          `json:",omitempty"` // with whom the person wants no match
}

// Letter is the direct message that shows a match to one of its players.
type Letter struct {
	Message MessageID
	At      time.Time // when it was posted
	Sum     string    // of what it shows
}

// Guild is a server's settings. The zero value is the default everywhere.
type Guild struct {
	ID    GuildID
	Style Style `json:",omitempty"` // of public boards: image or text

	Language string `json:",omitempty"` // of public messages, as for a User
	Locale   string `json:",omitempty"`

	Threads bool          `json:",omitempty"` // a thread for each match
	OwnCups bool          `json:",omitempty"` // only those who manage the server create tournaments
	PerMove time.Duration `json:",omitempty"` // default time per move
	Limit   int           `json:",omitempty"` // running matches per member; 0 = default
	Gone    time.Time     `json:",omitzero"`  // since when the bot is no longer a member
}
