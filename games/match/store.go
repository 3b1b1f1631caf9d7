package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"paddock/games"
)

// Errors of a Store.
var (
	ErrConflict = errors.New("match: the head has moved")
	// ErrShownLater means that another process has meanwhile shown the channel a later state.
	ErrShownLater = errors.New("match: something later has been shown")
	ErrRepeat     = errors.New("match: this cause has been applied already")
	ErrNotFound   = errors.New("match: not found")
	// one match is unreadable; the others are not affected
	ErrDamaged = errors.New("match: what is stored of it can't be read")
	// ErrUnsure means that the caller's time ended or the connection was lost during a write: it
	// may be stored or not.
	ErrUnsure = errors.New("match: not known whether it was stored")
)

// ErrNewer means that a match is stored in a form that only newer versions of this program
// understand; see Handed.
var ErrNewer = errors.New("match: it was stored by a newer version")

// NewerError is ErrNewer with the number of the form.
type NewerError struct{ Form int }

func (e *NewerError) Error() string { return fmt.Sprintf("%v: form %d", ErrNewer, e.Form) }

// Is makes errors.Is match ErrNewer.
func (*NewerError) Is(target error) bool { return target == ErrNewer }

// Store is everything that a Service needs of a database. It is made of parts, so that each user
// gets only what it needs. Implementations pass paddock/storage/storagetest. Everything returned is
// a copy.
type Store interface {
	Log
	Duties
	Lists
	People
	Results
	Notes
	Audits
	Erasures
	Claims
}

// Log stores the matches: the record of each and its events.
type Log interface {
	// Append adds at least one event to the log of a match and replaces its record, in one
	// transaction with all indexes. The stored match must have the head r.Head; 0 means that it
	// must not exist. The events get the numbers from r.Head+1 on. Append returns the new head,
	// which is the number of the last event. It returns ErrConflict if the stored head differs. It
	// returns ErrRepeat, and writes nothing, if a non-empty Cause of an event was recorded before
	// for any match. It returns ErrUnsure if it does not know whether it wrote; a second call is
	// then carried out after the first.
	Append(ctx context.Context, r Record, events ...Event) (Seq, error)
	// AppendIf is Append with a condition that the same transaction checks. If g.Holds returns an
	// error, AppendIf returns it unchanged and writes nothing.
	AppendIf(ctx context.Context, g Guard, r Record, events ...Event) (Seq, error)
	// Record returns the match, ErrNotFound or ErrDamaged. Lists leave damaged matches out.
	Record(ctx context.Context, id ID) (Record, error)
	// History returns the log from a Seq on, oldest first.
	History(ctx context.Context, id ID, from Seq) ([]Event, error)
	// Applied returns the match and the event with the given cause.
	Applied(ctx context.Context, c Cause) (id ID, seq Seq, ok bool, err error)
}

// Guard is a condition on the other matches of some members when a match is stored, such as a limit
// or the ban on duplicates. Two writes under a Guard of the same member never miss each other, even
// from two processes: one of them sees the other.
type Guard struct {
	Members []UserID
	// Holds reads through l, which is part of the transaction, and makes no other call of the
	// Store. It may be called more than once.
	Holds func(ctx context.Context, l MemberLists) error
}

// MemberLists lists the matches of a member.
type MemberLists interface {
	// ByUser lists the Open and Running matches in which the user has a seat, which they own, or to
	// which they are invited, newest first.
	ByUser(ctx context.Context, u UserID) ([]Record, error)
	// Made lists the matches that the user owns and that were Created at or after since, newest
	// first, in every status.
	Made(ctx context.Context, u UserID, since time.Time) ([]Record, error)
}

// Duties lists pending work on matches: deadlines, boards that are not shown, and undelivered
// notices.
type Duties interface {
	// Due lists at most max matches whose Due is set and not after t, soonest first. NextDue
	// returns the earliest Due of all.
	Due(ctx context.Context, t time.Time, max int) ([]Record, error)
	NextDue(ctx context.Context) (t time.Time, ok bool, err error)
	// SetDue changes only the deadline, if the head is still the given one; otherwise it returns
	// ErrConflict.
	SetDue(ctx context.Context, id ID, head Seq, due time.Time) error
	// Unshown lists at most max matches with Shown.Head < Head, ordered by id, with ids greater
	// than after.
	Unshown(ctx context.Context, after ID, max int) ([]Record, error)
	// SetShown records what the channel shows, and the deadline that follows from it, without an
	// event. It returns ErrConflict if the head is no longer the given one. A Shown with an older
	// Head than the stored one changes nothing and is no error.
	SetShown(ctx context.Context, id ID, head Seq, s Shown, due time.Time) error
	// Untold lists at most max matches with Notices, ordered by id, with ids greater than after.
	// SetTold removes notices from the record, without an event and whatever its head; it ignores
	// those that are not there.
	Untold(ctx context.Context, after ID, max int) ([]Record, error)
	SetTold(ctx context.Context, id ID, told []Notice) error
	// Thinking lists at most max matches in which a computer player has to move: Record.Thinking is
	// not empty.
	Thinking(ctx context.Context, max int) ([]Record, error)
	// Changed lists the newest events of at most max matches with an event at or after since, the
	// latest first. It reads only the end of the log, so it may miss an event from a process whose
	// clock is minutes behind.
	Changed(ctx context.Context, since time.Time, max int) ([]Newest, error)
}

// Newest names the newest event of a match.
type Newest struct {
	Match ID
	Seq   Seq
}

// Lists finds matches by their place and players.
type Lists interface {
	MemberLists
	// SetAside lists the matches known to be damaged, which ByUser leaves out, in no order.
	SetAside(ctx context.Context, u UserID) ([]ID, error)
	// ByChannel and ByGuild list Open and Running matches, newest first.
	ByChannel(ctx context.Context, c ChannelID) ([]Record, error)
	ByGuild(ctx context.Context, g GuildID) ([]Record, error)
	// Guilds lists the servers with Open or Running matches, each once.
	Guilds(ctx context.Context) ([]GuildID, error)
	// Latest lists the newest matches of a channel, including finished ones.
	Latest(ctx context.Context, c ChannelID, max int) ([]Record, error)
}

// Results stores the data for ratings and statistics.
type Results interface {
	// StandingsOf returns a player's standings on a server, by game and pool. They equal those of
	// ratings.Table, but the transaction that ends a match updates them. While a user's Erasure is
	// pending, their standings may already belong to the former player.
	StandingsOf(ctx context.Context, g GuildID, who Player) ([]Standing, error)
	// Ranking returns the ranking at a moment: first the players with certain ratings, then the
	// others, each in the order of ratings.Sort. It lists at most max players, and gives the place
	// of the player who. Its cost does not grow with the number of players. Moments do not go back,
	// apart from small differences between clocks: a rating once found uncertain stays so until the
	// player's next rated match. See also Everywhere.
	Ranking(ctx context.Context, g GuildID, game games.ID, pool Pool, now time.Time, max int,
		who Player) (Ranking, error)
	// SkillsBefore returns the players' skills before a rated result, by seat; none if the server
	// has no such result.
	SkillsBefore(ctx context.Context, g GuildID, r Result) ([]Skill, error)
	// Finished lists a user's matches that have a Result, in all servers and direct messages, the
	// last to end first.
	Finished(ctx context.Context, u UserID) ([]Finished, error)
}

// People stores the settings of users and servers. A missing entry is the zero value with its ID
// set.
//
// An Update reads, edits and writes in one transaction and returns what is stored then. Edit may be
// called more than once, must not change the ID and must not call the Store. If it changes nothing,
// nothing is written.
type People interface {
	User(ctx context.Context, id UserID) (User, error)
	UpdateUser(ctx context.Context, id UserID, edit func(*User)) (User, error)
	Guild(ctx context.Context, id GuildID) (Guild, error)
	UpdateGuild(ctx context.Context, id GuildID, edit func(*Guild)) (Guild, error)
}

// Notes stores small texts by key, such as the hash of the registered commands or the followers of
// a match. A missing note is empty.
type Notes interface {
	Note(ctx context.Context, key string) (string, error)
	PutNote(ctx context.Context, key, value string) error
	// UpdateNote edits a note in one transaction, like UpdateUser.
	UpdateNote(ctx context.Context, key string, edit func(string) string) (string, error)
}

// Erasures holds what is needed to erase a person. Every step can be repeated after a crash, as
// long as the Erasure is stored.
type Erasures interface {
	// Erasures lists the people who are to be erased. PutErasure adds one, unless that person has
	// one already, and returns the stored one. A stored Erasure ensures that the person will be
	// erased.
	Erasures(ctx context.Context) ([]Erasure, error)
	PutErasure(ctx context.Context, e Erasure) (Erasure, error)
	// Mentions lists the matches, including finished ones, whose record or log contains the user's
	// id, in no order. It may list too many.
	Mentions(ctx context.Context, u UserID) ([]ID, error)
	// Rewrite replaces a match's record and log by what edit makes of them, in one transaction with
	// all indexes; it changes nothing if edit returns false. Edit must keep the number of events,
	// their Seq, Cause and At, and the record's ID and Head. It may be called more than once. Only
	// Rewrite ever changes a log. It returns ErrNotFound for an unknown match.
	Rewrite(ctx context.Context, id ID, edit func(*Record, []Event) bool) error
	// EraseUser removes, in one transaction, a person's entry, their Erasure, and what other
	// entries and audit logs say of them (User.Forgetting, Audit.Forgetting).
	EraseUser(ctx context.Context, u UserID, key BlockKey) error
}
